"""What the user asked for on the command line, as one value.

Owns   a field per flag that a game depends on.
Leaves reading the command line (rogue.cli), carrying it out (rogue.launch).
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Wish:
    """How a game is to be played; the names are those of the arguments."""

    savefile: str | None = None
    seed: int | None = None
    edition: str = "5.4"
    name: str | None = None
    recover: str | None = None  # "" for the latest journal of a game that never ended
    journal: str | None = None
    plain: bool = False
    signal_ends: bool = False  # a signal kills the player instead of saving the game
    allow_shell: bool = False
    helpers: bool = False  # the game helps with walking
    wizard: bool = False  # the game begins in wizard mode
    colour: bool | None = None  # None leaves it to NO_COLOR and the settings
    die: bool = False
