"""What a person is left with when a game is over: a text of it, and the commands that look at it again."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

from rogue.app.installed_programs import command_for, short_path
from rogue.storage.paths import dumps_folder
from rogue.storage.safe_files import write_atomically
from rogue.ui.game_dump import dump_lines

if TYPE_CHECKING:
    from rogue.ui.session import Session

KEPT: Final = 50  # texts; older ones go


def farewell_lines(session: Session, ended: str, journal: Path | None, env: Mapping[str, str]) -> list[str]:
    """Write the text of a finished game; return the lines that tell where it is, and the commands that look
    at the game again.  `journal` is where its keys are, None if nowhere.
    """
    outcome = session.outcome
    assert outcome is not None
    lines: list[str] = []
    folder = dumps_folder(env)
    path = folder / f"{ended.replace(':', '').replace('T', '-')}-dungeon-{outcome.seed}.txt"
    text = "\n".join(dump_lines(session.world, outcome, session.messages, ended))
    try:
        folder.mkdir(parents=True, exist_ok=True)
        write_atomically(path, f"{text}\n".encode(errors="replace"))
        _prune(folder)
        lines.append(f"What you had and knew:  {short_path(path)}")
    except OSError as error:
        lines.append(f"No text of this game can be kept in {folder}: {error.strerror or error}.")
    if journal is not None:
        where = short_path(journal)
        lines.append(f"See it again:           {command_for('rogue', 'replay')} {where}")
        lines.append(f"Where it went wrong:    {command_for('rogomatic', 'explain')} {where}")
    return lines


def _prune(folder: Path) -> None:
    for path in sorted(folder.glob("*-dungeon-*.txt"))[:-KEPT]:
        with suppress(OSError):
            path.unlink()
