"""Learning: what stays when a game is over.

Owns   the long-term memory of monsters, the breeding of knobs, knobs as text.
Leaves what is learned within one game (beliefs.lore), files (run).
"""
