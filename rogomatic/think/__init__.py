"""Thought: numbers from beliefs, no decisions.

Owns   paths, danger, where hidden things may be, what things are worth.
Leaves what is done about it (experts).
"""
