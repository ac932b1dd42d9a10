"""The door through which commands of the players reach descriptions."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from rogue.shared.board_games import Game


class GameSource(NamedTuple):
    """What knows descriptions and folders.

    load          returns the game of a shipped name or a file; raises LaunchError or CommandError
    choices_file  returns the file of the best players by digest
    """

    load: Callable[[str], Game]
    choices_file: Callable[[], Path]
