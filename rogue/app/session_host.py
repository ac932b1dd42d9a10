"""The host of a session writes the journal or the saved file of a game."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from rogue.shared.errors import reason_of
from rogue.shared.files import locked_folder, write_atomically
from rogue.storage.game_files import JournalFile, save_text
from rogue.terminal.signals import END_SIGNALS, blocking_signals
from rogue.ui.input_modes import Answer, Request
from rogue.ui.journal import Event, Start
from rogue.ui.journal_sessions import RecordingSession
from rogue.ui.session import Session

OLD: Final = ".old"  # suffix that a rescue adds to another game's file
BROKEN: Final = "The journal cannot be written: {}.  The game continues, but a crash would lose it."
WHOLE: Final = "The journal is complete again."
OF_PIPES: Final = ".pipe"  # suffix for games on pipes if the default file exists
OLD_KEPT: Final = 99  # number of such files: .old, .old2, .old3, ...


class SessionHost:
    """The host of a recorded session, which saves the game when the session asks for it."""

    def __init__(
        self,
        start: Start,
        journal: JournalFile | None = None,
        past: Iterable[Event] = (),
        session: Session | None = None,
    ) -> None:
        """Start a game, or continue `session` after the events `past`.

        journal  the file in which to record the game, or None
        """
        self.recording: Final = RecordingSession(
            start, None if journal is None else journal.write, past, session
        )
        self.session: Final = self.recording.session
        self.journal_file = journal
        self._told = ""  # the journal's trouble already reported to the player
        self.saved_to: Path | None = None  # file that holds the game after a save, which ends it

    def feed(self, keys: bytes) -> bytes:
        """Feed keys as `Session.feed` does, and carry out requests to save the game.

        Signals that end the program wait until this is done.
        """
        with blocking_signals(END_SIGNALS):
            drawn = self.recording.feed(keys)
            while (request := self.session.request) is not None and request.what == "save":
                drawn += self.recording.answer(self._save(request))
        return drawn

    def answer(self, answer: Answer) -> bytes:
        """Answer a request as `Session.answer` does.

        This method is not for requests to save the game, because `feed` already answers those.
        """
        return self.recording.answer(answer)

    def news(self) -> str:
        """Return a message if the journal has failed or recovered since the last call.  Else return ""."""
        trouble = "" if self.journal_file is None else self.journal_file.trouble
        if trouble == self._told:
            return ""
        self._told = trouble
        return BROKEN.format(trouble) if trouble else WHOLE

    def die(self, killer: str) -> None:
        """End the game as `Session.die` does."""
        self.recording.die(killer)

    def _save(self, request: Request) -> Answer:
        path = Path(os.path.expanduser(request.path))
        if not request.path:
            return Answer("failed", os.strerror(errno.ENOENT))
        try:
            found = _mode_of(path)
            if found is not None and not request.overwrite:
                return Answer("exists")
            if found is not None and not stat.S_ISREG(found):
                return Answer("failed", "Not a regular file")
            write_atomically(path, save_text(self.recording))
        except (OSError, ValueError) as error:  # ValueError: a NUL in the path
            return Answer("failed", reason_of(error))
        self.saved_to = path
        return Answer("done")

    def rescue(self, default: str, *, has_terminal: bool = True) -> tuple[Path, str]:
        """Save the game of a disconnected player to the file of the option `file`, or to `default` (SAV-2).

        Return the path and a message.  The message is "" if no file was renamed.  Raises OSError.

        If the file already holds another game, rename it first: append `OLD` to its name, plus a number if
        the new name is taken.  If several games end at the same moment, a lock ensures that they are saved
        one after another.

        has_terminal  False for a game that a program plays on pipes.  If the default file exists, such a game
                      does not touch it.  The game is then saved under the default name plus the suffix
                      `OF_PIPES`, and overwrites any file of that name.
        """
        path = Path(os.path.expanduser(self.session.options.file or default))
        data = save_text(self.recording)
        with locked_folder(path.parent):
            if not has_terminal and path == Path(default) and _mode_of(path) is not None:
                path, said = path.with_name(path.name + OF_PIPES), ""
            else:
                said = _set_aside(path)
            write_atomically(path, data)
        self.saved_to = path
        return path, said

    def close(self, how: str) -> None:
        """Record in the journal how the session ended, and close the journal's file."""
        if self.journal_file is not None:
            self.recording.end(how)
            self.journal_file.close()


def _set_aside(path: Path) -> str:
    """Rename a file if it exists.  Return a message with the new name.  Raises OSError.

    Return "" if the file does not exist.
    """
    found = _mode_of(path)
    if found is None:
        return ""
    if not stat.S_ISREG(found):
        raise OSError(errno.EINVAL, "Not a regular file", str(path))
    for number in ("", *range(2, OLD_KEPT + 1)):
        other = path.with_name(f"{path.name}{OLD}{number}")
        if _mode_of(other) is None:
            os.replace(path, other)
            return f"The older saved game was renamed to {other}."
    raise OSError(errno.EEXIST, f"{OLD_KEPT} older saved games exist already", str(path))


def _mode_of(path: Path) -> int | None:
    """Return the file mode of a path, or None if no file exists there.  Raises OSError for other errors."""
    try:
        return path.lstat().st_mode
    except FileNotFoundError:
        return None
