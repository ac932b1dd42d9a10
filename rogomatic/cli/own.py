"""Our own Rogue, and the one place of the agent that knows it.

Owns   making its games in this process, the command that plays it on a terminal, its editions.
Leaves what carries the bytes (run.link, run.pty).
"""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

import rogue
from rogue import __version__ as VERSION
from rogue.tables.editions import EDITIONS as _EDITIONS

if TYPE_CHECKING:
    from rogomatic.run.link import Game
    from rogomatic.run.pty import Program

__all__ = ("EDITION", "EDITIONS", "VERSION", "OwnGame", "own_program", "packages")

EDITION: Final = "5.4"
EDITIONS: Final = tuple(_EDITIONS)


@dataclass(frozen=True, slots=True)
class OwnGame:
    """Makes games of our own Rogue in this process."""

    edition: str = EDITION

    def __call__(self, seed: int) -> Game:
        from rogomatic.run.link import GAME_OPTIONS
        from rogue.play.session import Session

        return Session(seed, self.edition, GAME_OPTIONS)


def packages() -> tuple[Path, ...]:
    """Return the folders of both halves, to be brought to other machines.

    None when they are compiled: then each machine must have the program itself.
    """
    halves = (Path(str(rogue.__file__)).parent, Path(__file__).parents[1])
    compiled = any(True for half in halves for _ in half.rglob("*.so"))
    return () if compiled else halves


def own_program(edition: str) -> Program:
    """Return the program that plays our own Rogue on its plain terminal."""
    from rogomatic.run.pty import Program

    # The game must find the modules that this program has found, from any folder.
    path = os.pathsep.join(entry for entry in sys.path if entry)
    return Program((sys.executable, "-m", "rogue", "--edition", edition), (("PYTHONPATH", path),))
