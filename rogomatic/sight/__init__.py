"""Sight: what is on the screen, as facts.

Owns   reading the emulated screen: what the game waits for, the status row, sentences, things,
       the tombstone.
Leaves the emulation itself (screen), and what the facts mean for the agent (beliefs).
"""
