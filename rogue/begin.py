"""Beginning a game: a new one, a saved one, or one whose program was killed.

Owns   what each begins from, its journal, when a saved game's file may go (SAV-3, screen.md 12.4).
Leaves the command line (rogue.cli), playing it (rogue.launch), the files' forms (files.savefile,
       files.journalfile).
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from rogue.environment import Refused, asked_options
from rogue.files.journalfile import (
    JournalFile,
    is_in_use,
    is_over,
    new_journal,
    prune,
    unfinished,
    whole_lines,
)
from rogue.files.places import home_folder, journals_folder
from rogue.wish import Wish

if TYPE_CHECKING:
    from rogue.hosted import HostedSession
    from rogue.play.journal import Start
    from rogue.play.replay import Replay
    from rogue.play.request import Ability

DAMAGED: Final = ".damaged"  # instead of the ending of a journal that was recovered in part


class Begun(NamedTuple):
    """A game that can be played, and what its player should be told, "" for nothing."""

    session: HostedSession
    said: str


def able(wish: Wish, plain: bool) -> tuple[Ability, ...]:
    """Return what the world outside will do for the game: a shell needs a person's terminal."""
    return ("save", "shell") if wish.allow_shell and not plain else ("save",)


def new_game(start: Start, wish: Wish, env: Mapping[str, str]) -> Begun:
    """Begin a new game.  A person's is journalled by itself, a program's when it is asked for."""
    from rogue.hosted import HostedSession

    said = ""
    journal = None
    folder = journals_folder(env)
    if wish.journal is not None:
        journal = _named_journal(wish.journal)
    elif start.greeted:
        if unfinished(folder):
            said = "A game was cut off; `rogue --recover` goes on with it."
        try:
            journal = new_journal(folder, start.seed)
        except OSError as error:
            said = f"No journal of this game can be kept in {folder}: {error.strerror or error}."
        prune(folder)
    if said:
        start = replace(start, notices=(*start.notices, said))
    return Begun(HostedSession(start, journal), "")


def restored_game(wish: Wish, plain: bool, env: Mapping[str, str]) -> Begun:
    """Go on with a saved game; its file goes once the game is safe in a journal.  Raises Refused."""
    from rogue.files.savefile import SaveRefused, read_save
    from rogue.hosted import HostedSession
    from rogue.state.codec import BadState

    path = Path(wish.savefile or "")
    try:
        saved = read_save(path)
    except SaveRefused as error:
        raise Refused(str(error)) from error
    journal = _journal_of(wish, env, saved.start.seed)
    try:
        session = HostedSession(saved.start, journal, saved.events)
        session.restore(
            saved.state,
            options=asked_options(wish.name, env),
            year=time.localtime().tm_year,
            home=home_folder(),
            able=able(wish, plain),
        )
        if not saved.wizard:
            _remove(path, journal)
    except BadState as error:
        _drop(journal)
        raise Refused(f"{path} cannot be restored: {error}.") from error
    except Refused:
        _drop(journal)
        raise
    return Begun(session, "")


class Hopeless(Refused):
    """A journal from which no game can be had."""


def recovered_game(wish: Wish, env: Mapping[str, str]) -> Begun:
    """Go on with a game whose program was killed, from its journal.  Raises Refused."""
    from rogue.hosted import HostedSession

    path = _lost_journal(wish, env)
    try:
        run, trouble = _replayed(path)
    except Hopeless as refusal:
        if path.parent != journals_folder(env):
            raise
        # An older game may still be recovered; this one must not be in its way, nor be announced again.
        aside = path.rename(path.with_suffix(DAMAGED))
        raise Refused(f"{refusal}  It is set aside as {aside.name}.") from refusal
    said = f"This is the game of {path.name}, up to turn {run.session.world.turns}."
    journal = _journal_of(wish, env, run.start.seed)
    game = HostedSession(run.start, journal, run.events, run.session)
    if journal.trouble:
        _drop(journal)
        raise Refused(f"The journal {journal.path} cannot be written: {journal.trouble}.")
    journal.sync()
    if path.parent == journals_folder(env):
        with suppress(OSError):
            if trouble:
                path.rename(path.with_suffix(DAMAGED))
            else:
                path.unlink()
    return Begun(game, f"{said}  {trouble}" if trouble else said)


def _lost_journal(wish: Wish, env: Mapping[str, str]) -> Path:
    if wish.recover:
        path = Path(wish.recover)
        if not path.is_file():
            raise Refused(f"{path}: there is no such journal")
        if is_in_use(path):
            raise Refused(f"The game of {path} is being played just now.")
        if is_over(path):
            raise Refused(f"Nothing to recover in {path}: its game came to its end, or never began.")
        return path
    paths = unfinished(journals_folder(env))
    if not paths:
        raise Refused("There is no game to recover: every journal ends as it should.")
    return paths[0]


def _replayed(path: Path) -> tuple[Replay, str]:
    """Replay a journal up to where it is damaged or breaks the game; return a sentence about that, "" if
    it does not.
    """
    from rogue.play.journal import JournalDamaged
    from rogue.play.replay import Broken, Diverged, replay

    try:
        lines = whole_lines(path)
        try:
            return replay(lines), ""
        except (JournalDamaged, Broken) as error:
            return replay(lines[: error.line - 1]), f"What follows cannot be replayed: {error}."
    except OSError as error:
        raise Refused(f"{path}: {error.strerror or error}") from error
    except (JournalDamaged, Broken) as error:
        raise Hopeless(f"{path} cannot be recovered: {error}.") from error
    except Diverged as error:
        raise Hopeless(
            f"{path} cannot be recovered: {error}; it may be of another version of this program."
        ) from error


# -- journals


def _journal_of(wish: Wish, env: Mapping[str, str], seed: int) -> JournalFile:
    """Return the journal that a game must have which is nowhere else.  Raises Refused."""
    if wish.journal is not None:
        return _named_journal(wish.journal)
    folder = journals_folder(env)
    try:
        return new_journal(folder, seed)
    except OSError as error:
        raise Refused(
            f"No journal can be kept in {folder}: {error.strerror or error}; the game stays where it is."
        ) from error


def _named_journal(name: str) -> JournalFile:
    try:
        return JournalFile(Path(name))
    except FileExistsError as error:
        raise Refused(f"{name} is there already; a journal is written to a new file only.") from error
    except OSError as error:
        raise Refused(f"No journal can be kept in {name}: {error.strerror or error}.") from error


def keep_journal(session: HostedSession, env: Mapping[str, str]) -> str:
    """Keep the journal of a game that could not be saved; return a sentence about where it is."""
    journal = session.journal_file
    if journal is None:
        try:
            journal = new_journal(journals_folder(env), session.start.seed)
        except OSError as error:
            return f"Nor could its journal be kept: {error.strerror or error}."
        journal.write(session.journal())
    if journal.trouble:
        return f"Its journal {journal.path} is not whole: {journal.trouble}."
    journal.close()
    return f"Its journal is {journal.path}; `rogue --recover` goes on with it."


def _remove(path: Path, journal: JournalFile) -> None:
    """Remove a restored file, once the disk has the journal.  Raises Refused."""
    try:
        if journal.trouble:
            raise OSError(0, f"its journal cannot be written: {journal.trouble}")
        journal.sync()
        path.unlink()
    except OSError as error:
        raise Refused(
            f"Sorry, cannot remove rogue save file after restoring: {error.strerror or error}"
        ) from error


def _drop(journal: JournalFile) -> None:
    """Remove the journal of a game that is not played."""
    journal.close()
    with suppress(OSError):
        journal.path.unlink()
