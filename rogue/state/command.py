"""One command of the player, complete with its answers.

Owns   what a command is.
Leaves which keys there are and what they need (rules.commands), asking (play.modes).
"""

from typing import NamedTuple


class Command(NamedTuple):
    """A key and the answers to its prompts; unused fields stay empty."""

    key: str  # the command key; control keys as their control character
    step: int = 0  # direction, a difference of spots
    letter: str = ""  # pack letter
    hand: str = ""  # "left" or "right"
    times: int = 0  # how often, 0 for once (CMD-3)
