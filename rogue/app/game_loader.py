"""Start a new game, or continue a saved or interrupted one."""

from __future__ import annotations

import os
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from rogue.app.config import LaunchOptions, asked_options
from rogue.shared.command_lines import command_for, short_path
from rogue.shared.errors import LaunchError, reason_of, refusing
from rogue.shared.files import read_bounded
from rogue.storage.game_files import (
    JournalFile,
    claim,
    complete_lines,
    finished,
    is_over,
    new_journal,
    unfinished,
)
from rogue.storage.kept_games import remove_old
from rogue.storage.places import home_folder, journals_folder

if TYPE_CHECKING:
    from rogue.app.session_host import SessionHost
    from rogue.state.world import Options
    from rogue.ui.input_modes import Ability
    from rogue.ui.journal import Start
    from rogue.ui.journal_sessions import JournalPlayer

NOTICE_WIDTH: Final = 70  # columns of a message that is followed by --More--
NOTHING_LOST: Final = "There is no interrupted game to recover."
DAMAGED: Final = ".damaged"  # new suffix of a journal recovered in part


class LoadedGame(NamedTuple):
    """A game that is ready to be played, with a message for its player.  The message may be ""."""

    session: SessionHost
    report: str


def abilities(chosen: LaunchOptions, plain: bool) -> tuple[Ability, ...]:
    """Return what the host can do for the game.

    A shell is available only if --allow-shell is given, and never in plain mode.
    """
    return ("save", "shell") if chosen.allow_shell and not plain else ("save",)


def new_game(start: Start, chosen: LaunchOptions, env: Mapping[str, str]) -> LoadedGame:
    """Start a new game.

    The journal is the file that --journal names.  Without --journal, only a person's game gets a journal.
    """
    from rogue.app.session_host import SessionHost

    said: list[str] = []
    journal = None
    folder = journals_folder(env)
    if chosen.journal is not None:
        journal = _named_journal(chosen.journal)
    elif start.greeted:
        said += _lost_games_notice(folder)
        try:
            journal = new_journal(folder, start.seed)
        except OSError as error:
            said += [
                f"No journal can be written for this game: {reason_of(error)}.",
                f"The journal folder is {folder}.",
            ]
        remove_old(finished(folder), env, _options_of(start).score)
        said += _saved_game_notice(start)
    if said:
        start = replace(start, notices=(*start.notices, *said))
    return LoadedGame(SessionHost(start, journal), "")


def _options_of(start: Start) -> Options:
    from rogue.ui.options import read_options

    return read_options(start.options, start.home)


def _lost_games_notice(folder: Path) -> list[str]:
    """Return a notice if the journal folder holds interrupted games.  Else return []."""
    count = len(unfinished(folder))
    if count > 1:
        return [_with_command(f"{count} games were interrupted; `{{}} --recover --list` lists them.")]
    return [_with_command("A game was interrupted; `{} --recover` continues it.")] if count else []


def _with_command(text: str) -> str:
    """Replace {} in `text` by the command that starts the game.

    If the text would then be too long, replace {} by `rogue` instead.
    """
    whole = text.format(command_for("rogue"))
    return whole if len(whole) <= NOTICE_WIDTH else text.format("rogue")


def _saved_game_notice(start: Start) -> list[str]:
    """Return a notice if the file to which this game will be saved holds another game.  Else return []."""
    from rogue.ui.input_modes import default_save_file

    path = Path(os.path.expanduser(_options_of(start).file or default_save_file(home_folder())))
    if not path.is_file():
        return []
    text = _with_command(f"You saved a game; `{{}} {short_path(path)}` continues it.")
    return [text if len(text) <= NOTICE_WIDTH else f"You saved a game: {short_path(path)}"]


def restored_game(chosen: LaunchOptions, plain: bool, env: Mapping[str, str]) -> LoadedGame:
    """Continue a saved game.  Raises LaunchError.

    The saved file is removed as soon as the restored game is safely in a journal.  In wizard mode, it is
    kept.
    """
    from rogue.app.session_host import SessionHost
    from rogue.state.serialize import StateError
    from rogue.storage.game_files import SaveFileError, read_save
    from rogue.ui.journal import Restored
    from rogue.ui.session import Session

    path = Path(chosen.savefile or "")
    try:
        saved = read_save(path)
    except SaveFileError as error:
        raise LaunchError(str(error)) from error
    start = saved.start
    able = abilities(chosen, plain)
    restored = Restored(
        asked_options(chosen.name, env), time.localtime().tm_year, home_folder(), able, chosen.helpers
    )
    try:
        session = Session(
            start.seed, start.rules, restored.options, restored.host,
            helpers=restored.helpers, state=saved.state,
        )  # fmt: skip
    except StateError as error:
        raise LaunchError(f"{path} cannot be restored: {error}.") from error
    journal = _journal_of(chosen, env, start.seed)
    game = SessionHost(start, journal, (*saved.events, restored), session)
    _set_own_paths(game, chosen, env)
    if not saved.wizard:
        try:
            _remove(path, journal)
        except LaunchError:
            _drop(journal)
            raise
    return LoadedGame(game, "")


class UnrecoverableJournalError(LaunchError):
    """Raised for a journal from which no game can be recovered."""


def recovered_game(chosen: LaunchOptions, env: Mapping[str, str]) -> LoadedGame:
    """Continue an interrupted game from the game's journal.  Raises LaunchError."""
    from rogue.app.session_host import SessionHost

    path = _lost_journal(chosen, env)
    try:
        run, trouble = _replayed(path)
    except UnrecoverableJournalError as refusal:
        if path.parent != journals_folder(env):
            raise
        # This journal must not block the recovery of an older game, nor be announced again.
        aside = path.rename(path.with_suffix(DAMAGED))
        raise LaunchError(f"{refusal}  It was renamed to {aside.name}.") from refusal
    said = f"Recovered the game of {path.name}, up to turn {run.session.world.turns:,}."
    journal = _journal_of(chosen, env, run.start.seed)
    run.session.draw_anew()  # the terminal has not shown this game yet
    game = SessionHost(run.start, journal, run.events, run.session)
    _set_own_paths(game, chosen, env)
    if journal.trouble:
        _drop(journal)
        raise LaunchError(f"The journal {journal.path} cannot be written: {journal.trouble}.")
    journal.sync()
    if path.parent == journals_folder(env):
        with suppress(OSError):
            if trouble:
                path.rename(path.with_suffix(DAMAGED))
            else:
                path.unlink()
    return LoadedGame(game, f"{said}  {trouble}" if trouble else said)


def _set_own_paths(session: SessionHost, chosen: LaunchOptions, env: Mapping[str, str]) -> None:
    """Replace all paths in a continued game with the user's paths.

    The game may come from a stranger, so its own paths cannot be trusted.  The file to which the game will be
    saved is the first of these that is given: the option `file` of ROGUEOPTS, the saved file from which the
    game was restored, the default file.
    """
    from rogue.ui.input_modes import default_save_file
    from rogue.ui.options import clean, read_options

    home = home_folder()
    own = read_options(asked_options(chosen.name, env), home, session.session.world.rules.edition)
    named = chosen.savefile or ""
    if clean(named) != named:  # a name that cannot be typed as an answer
        named = ""
    session.recording.set_paths(own.file or named or default_save_file(home), own.score, own.lock)


def _lost_journal(chosen: LaunchOptions, env: Mapping[str, str]) -> Path:
    if chosen.recover:
        return named_lost_journal(chosen.recover, env)
    found = next(filter(_claimed, unfinished(journals_folder(env))), None)
    if found is None:
        raise LaunchError(NOTHING_LOST)
    return found


def named_lost_journal(name: str, env: Mapping[str, str]) -> Path:
    """Find the journal of an interrupted game, lock the game, and return the journal's path.

    `name` is a path, or a name in the journal folder.  Raises LaunchError if it does not lead to a file, if
    the game is over, or if the game is being played now.
    """
    path = Path(name)
    listed = journals_folder(env) / name
    if not path.exists() and listed.is_file():
        path = listed
    if not path.is_file():
        raise LaunchError(f"{path} is not a file" if path.exists() else f"{path} does not exist")
    if not _claimed(path):
        raise LaunchError(f"The game of {path} is still being played.")
    if is_over(path):
        check_journal(path)
        raise LaunchError(f"Nothing to recover in {path}: its game has ended or never began.")
    return path


def _claimed(path: Path) -> bool:
    """Lock a journal's game for this process.  Return whether the lock succeeded.

    Raises LaunchError if the journal cannot be read.
    """
    with refusing(path):
        return claim(path)


def check_journal(path: Path) -> None:
    """Raise LaunchError if a file is not empty and does not begin with the header of a journal."""
    from rogue.ui.journal import JournalError
    from rogue.ui.journal_sessions import JournalPlayer

    try:
        with refusing(path):
            lines = read_bounded(path).decode("ascii", "replace").splitlines()
        if lines:
            JournalPlayer(lines)
    except JournalError as error:
        raise LaunchError(f"{path} is not a journal of a game: {error}") from error


def _replayed(path: Path) -> tuple[JournalPlayer, str]:
    """Replay a journal until an event is damaged or the replay crashes.

    Return the replay and an error message.  The message is "" if the whole journal was replayed.  Raises
    UnrecoverableJournalError.
    """
    from rogue.ui.journal import JournalError
    from rogue.ui.journal_sessions import DivergenceError, GameCrashError, play_journal

    with refusing(path):
        lines = complete_lines(path)
    try:
        try:
            return play_journal(lines), ""
        except (JournalError, GameCrashError) as error:
            return play_journal(lines[: error.line - 1]), f"The rest cannot be replayed: {error}."
    except (JournalError, GameCrashError) as error:
        raise UnrecoverableJournalError(f"{path} cannot be recovered: {error}.") from error
    except DivergenceError as error:
        raise UnrecoverableJournalError(
            f"{path} cannot be recovered: {error}; it may come from another version of this program."
        ) from error


def _journal_of(chosen: LaunchOptions, env: Mapping[str, str], seed: int) -> JournalFile:
    """Create the new journal of a continued game.  Raises LaunchError."""
    if chosen.journal is not None:
        return _named_journal(chosen.journal)
    folder = journals_folder(env)
    try:
        return new_journal(folder, seed)
    except OSError as error:
        raise LaunchError(
            f"No journal can be written in {folder}: {reason_of(error)}; the game is unchanged."
        ) from error


def _named_journal(name: str) -> JournalFile:
    try:
        return JournalFile(Path(name))
    except FileExistsError as error:
        raise LaunchError(f"{name} already exists; a journal needs a new file.") from error
    except OSError as error:
        raise LaunchError(f"The journal {name} cannot be written: {reason_of(error)}.") from error


def keep_journal(session: SessionHost, env: Mapping[str, str]) -> str:
    """Make sure that an unsaved game has a journal.

    Return a sentence that names the path of the journal or says what went wrong.
    """
    journal = session.journal_file
    if journal is None:
        try:
            journal = new_journal(journals_folder(env), session.recording.start.seed)
        except OSError as error:
            return f"Its journal could not be written either: {reason_of(error)}."
        journal.write(session.recording.journal())
    if journal.trouble:
        return f"Its journal {journal.path} is incomplete: {journal.trouble}."
    journal.close()
    return f"Its journal is {journal.path}; `{command_for('rogue', '--recover')}` continues it."


def _remove(path: Path, journal: JournalFile) -> None:
    """Write the journal to disk, then remove the saved file.  Raises LaunchError if either fails."""
    try:
        if journal.trouble:
            raise OSError(0, f"its journal cannot be written: {journal.trouble}")
        journal.sync()
        path.unlink()
    except OSError as error:
        raise LaunchError(
            f"Sorry, cannot remove rogue save file after restoring: {reason_of(error)}"
        ) from error


def _drop(journal: JournalFile) -> None:
    """Close and remove the journal of a game that will not be played."""
    journal.close()
    with suppress(OSError):
        journal.path.unlink()
