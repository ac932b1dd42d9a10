"""The player's options as plain data.

Owns   names, defaults and kinds of the options (OPT-1).
Leaves reading ROGUEOPTS and the option screen (play.options).
"""

from dataclasses import dataclass
from typing import Literal

ListStyle = Literal["Overwrite", "Slow", "Clear"]


@dataclass(slots=True)
class Options:
    """What the player may set; the order is the order of the option screen."""

    terse: bool = False
    flush: bool = False
    jump: bool = False
    seefloor: bool = True
    passgo: bool = False
    tombstone: bool = True
    inven: ListStyle = "Clear"
    name: str = "nobody"
    fruit: str = "slime-mold"
    file: str = ""
    score: str = ""
    lock: str = ""
