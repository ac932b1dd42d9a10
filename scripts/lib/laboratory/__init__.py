"""Instruments that see both halves of a game: saved moments, and changed worlds.

The product cannot import them: the agent never sees what they see.
"""
