"""The player's options as plain data."""

from dataclasses import dataclass
from typing import Literal

ListStyle = Literal["Overwrite", "Slow", "Clear"]


@dataclass(slots=True)
class Options:
    """What the player may set; which of them an edition has, ui.option_parser says.

    The last two are set when the game is started and not by the player: the home folder, and
    whether the game helps with walking (`_` and `x`), which the score list notes.
    """

    terse: bool = False
    flush: bool = False
    jump: bool = False
    seefloor: bool = True
    passgo: bool = False
    tombstone: bool = True
    step: bool = False
    askme: bool = False
    inven: ListStyle = "Clear"
    name: str = "nobody"
    fruit: str = "slime-mold"
    file: str = ""
    score: str = ""
    lock: str = ""
    home: str = ""
    helpers: bool = False
