"""The door through which commands of the players reach descriptions."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from rogue.shared.board_games import Game

if TYPE_CHECKING:
    from rogomatic.run.viewer.viewer_terminal import Terminal


class GameSource(NamedTuple):
    """What knows descriptions and folders.

    load          returns the game of a shipped name or a file; raises LaunchError or CommandError
    choices_file  returns the file of the best players by digest
    read          returns the game of a text; raises as `load`
    journals      returns the folder of the journals of matches
    terminal      returns the terminal of this window; raises TerminalError
    """

    load: Callable[[str], Game]
    choices_file: Callable[[], Path]
    read: Callable[[str], Game]
    journals: Callable[[], Path]
    terminal: Callable[[], Terminal]
