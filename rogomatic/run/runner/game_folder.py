"""The private folder of a game on a terminal, and the environment that leads it there."""

from __future__ import annotations

import contextlib
import os
import secrets
from pathlib import Path
from typing import Final

from rogomatic.run.runner.link import GAME_OPTIONS

ROWS: Final = 24
COLS: Final = 80
# What would lead a game round its private folder to the files of the person who runs it.
_PERSONS: Final = ("XDG_", "ROGUE_HOME", "ROGOMATIC_HOME")


def make_folder() -> str:
    """Make a folder for one game; its name has no letters but `tmp` and `rogo`, see environment()."""
    while True:
        folder = f"/tmp/rogo-{secrets.randbelow(10**9):09}"
        with contextlib.suppress(FileExistsError):
            Path(folder).mkdir(mode=0o700)
            return folder


def environment(folder: str, seed: int) -> dict[str, str]:
    """Return the environment of a game; `folder` is its own.

    The options are those of HANDSHAKE.md, section 1.  Old games cut paths at 50 characters,
    so `folder` must be short; and editions that do not know `score` and `lock` try the letters of
    their paths as names, so that it must have no letters that begin an option.
    """
    files = f"file={folder}/rogue.sav,score={folder}/rogue.scr,lock={folder}/rogue.lck"
    kept = {name: value for name, value in os.environ.items() if not name.startswith(_PERSONS)}
    return kept | {
        "TERM": "vt100",
        "LINES": str(ROWS),
        "COLUMNS": str(COLS),
        "HOME": folder,
        "SEED": str(seed),
        "ROGOSEED": str(seed),
        "ROGUEOPTS": f"{GAME_OPTIONS},{files}",
    }
