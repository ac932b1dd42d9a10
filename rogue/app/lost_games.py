"""List or discard the interrupted games."""

from __future__ import annotations

import time
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from rogue.app.game_loader import NOTHING_LOST, check_journal, named_lost_journal
from rogue.shared.command_lines import runnable
from rogue.shared.errors import printable_line, reason_of, refusing
from rogue.shared.program_start import need_output
from rogue.shared.wording import plural
from rogue.storage.game_files import SUFFIX, complete_lines, unfinished
from rogue.storage.places import journals_folder
from rogue.ui.journal import JournalError, Keys, read_journal
from rogue.ui.options import read_options

HINT: Final = "`rogue --recover NAME` continues a game, `rogue --recover NAME --discard` removes it."


def list_lost_games(env: Mapping[str, str]) -> int:
    """Print a line for each interrupted game, beginning with the latest game.  Return the exit code."""
    need_output()
    paths = unfinished(journals_folder(env))
    lines = [printable_line(f"{path.name}  {_about(path)}") for path in paths]
    print("\n".join([*lines, "", runnable(HINT)] if lines else [NOTHING_LOST]))
    return 0


def _about(path: Path) -> str:
    try:
        start, events = read_journal(complete_lines(path))
        when = time.strftime("%Y-%m-%d %H:%M", time.localtime(path.stat().st_mtime))
    except (OSError, JournalError) as error:
        return f"cannot be read: {reason_of(error)}"
    game = start.edition if start.variant is None else start.variant.name
    turns = sum(len(event.turns) for event in events if isinstance(event, Keys))
    name = read_options(start.options, start.home).name
    return f"{when}  {game}, dungeon {start.seed}, {name}, {plural(turns, 'turn')}"


def discard_lost_game(name: str, env: Mapping[str, str]) -> int:
    """Remove the journal of an interrupted game.  Return the exit code.  Raises LaunchError.

    If `name` leads to a file whose contents are not those of a journal, the file is removed only if it is a
    `.jsonl` file in the journal folder.
    """
    path = named_lost_journal(name, env)
    if path.suffix != SUFFIX or path.resolve().parent != journals_folder(env).resolve():
        check_journal(path)
    about = _about(path)
    with refusing(path):
        path.unlink()
    print(printable_line(f"Discarded: {path.name}  {about}"))
    return 0
