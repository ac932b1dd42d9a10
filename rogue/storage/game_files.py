"""Files that hold a game: saved games, journals."""

from __future__ import annotations

import json
import os
import stat
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from rogue.shared.errors import RogueError, reason_of
from rogue.shared.files import PRIVATE, lock_file, read_bounded, take_lock, write_waiting
from rogue.ui.journal import Event, JournalError, Start, read_journal
from rogue.ui.journal_sessions import RecordingSession

FORMAT: Final = "rogue save"
SAVE_VERSION: Final = 1
LARGEST: Final = 64 << 20  # bytes; a game of a million turns has less
SUFFIX: Final = ".jsonl"
SYNC_SECONDS: Final = 1.0
TAIL: Final = 4096  # bytes that always contain the last line of a finished game
OVER: Final = (b'{"end": ', b'{"answer": "done", "text": ""}')  # ended, or saved and not yet ended


class SaveFileError(RogueError):
    """Exception for a saved game that cannot be restored.  The text is a sentence for the user."""


@dataclass(frozen=True, slots=True)
class Saved:
    """A saved game: the start and the events of the game's journal, and the state of the game's session."""

    start: Start
    events: tuple[Event, ...]
    state: dict[str, Any]

    @property
    def wizard(self) -> bool:
        """Whether the game was saved in wizard mode."""
        world = self.state.get("world")
        return isinstance(world, dict) and world.get("wizard") is True


def save_text(game: RecordingSession) -> bytes:
    """Return the content of a saved game's file.  Raises ValueError for a finished game.

    The content has four parts: a header with a checksum of the other parts, facts for human readers, the
    state of the session, and the journal of the game so far.
    """
    world = game.session.world
    facts = {
        "name": world.options.name, "edition": world.rules.edition, "seed": world.seed,
        "depth": world.depth, "turns": world.turns, "wizard": world.wizard,
    }  # fmt: skip
    if world.rules.variant:
        facts["variant"] = f"{world.rules.variant} {world.rules.variant_version}"
    parts = [json.dumps(facts), json.dumps(game.session.state()), game.journal()]
    body = "\n".join(parts).encode("ascii")
    head = {"format": FORMAT, "version": SAVE_VERSION, "checksum": _checksum(body)}
    return json.dumps(head).encode("ascii") + b"\n" + body


def _checksum(body: bytes) -> str:
    from hashlib import blake2b  # loaded only for saving

    return blake2b(body, digest_size=16).hexdigest()


def read_save(path: Path) -> Saved:
    """Return the saved game in a file.  The file is not changed.  Raises SaveFileError."""
    data, links = _bytes_of(path)
    saved = parse_save(data, path)
    if links != 1 and not saved.wizard:
        raise SaveFileError(
            f"Sorry, cannot restore from a rogue save file that is linked: {path} has {links} names."
        )
    return saved


def parse_save(data: bytes, path: Path) -> Saved:
    """Return the saved game that is encoded in `data`.  Raises SaveFileError, whose text names `path`."""
    if not data:
        raise SaveFileError(f"{path} is empty; it is not a saved game.")
    head, _, body = data.partition(b"\n")
    _check_head(head, body, path)
    try:
        _, state_line, journal = body.decode("ascii").split("\n", 2)
        state = json.loads(state_line)
        start, events = read_journal(journal.splitlines())
    except JournalError as error:
        raise SaveFileError(f"{path} is damaged: in its journal, {error}.") from error
    except (ValueError, RecursionError) as error:
        raise SaveFileError(f"{path} is damaged: it cannot be read as JSON.") from error
    if not isinstance(state, dict):
        raise SaveFileError(f"{path} is damaged: it contains no game.")
    return Saved(start, tuple(events), state)


def journal_text(data: bytes, path: Path) -> str:
    """Return the journal inside a saved game.

    `data` is the content of the file `path`.  If the file is not a saved game, return its whole text.  Raises
    SaveFileError for a saved game that is damaged.
    """
    head, _, body = data.partition(b"\n")
    if not head.startswith(b'{"format": "' + FORMAT.encode()):
        return data.decode("ascii", "replace")
    _check_head(head, body, path)
    return body.decode("ascii", "replace").partition("\n")[2].partition("\n")[2]


def _check_head(line: bytes, body: bytes, path: Path) -> None:
    try:
        head = json.loads(line.decode("ascii"))
    except (ValueError, RecursionError):
        head = None
    if not isinstance(head, dict) or head.get("format") != FORMAT:
        raise SaveFileError(f"{path} is not a saved game of this program.")
    version = head.get("version")
    if type(version) is int and version > SAVE_VERSION:
        raise SaveFileError(
            f"{path} was made by a newer version of this program: its format is {version}, "
            f"and this one reads {SAVE_VERSION}."
        )
    if version != SAVE_VERSION:
        raise SaveFileError(f"{path} is damaged: it has no valid format number.")
    if head.get("checksum") != _checksum(body):
        raise SaveFileError(f"{path} is damaged or cut off: its checksum is wrong.")


def _bytes_of(path: Path) -> tuple[bytes, int]:
    """Return the content of a regular file, and its number of hard links.  Raises SaveFileError."""
    try:
        if not stat.S_ISREG(path.lstat().st_mode):
            raise SaveFileError(f"Sorry, rogue save file must be a regular file: {path}")
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
        with os.fdopen(descriptor, "rb") as file:
            facts = os.fstat(descriptor)
            if facts.st_size > LARGEST:
                raise SaveFileError(f"{path} is too large to be a saved game.")
            return file.read(), facts.st_nlink
    except (OSError, ValueError) as error:
        text = f"Sorry, failed to open rogue save file {path}: {reason_of(error)}."
        raise SaveFileError(text) from error


class JournalFile:
    """The journal file of a running game.

    Each line is written to the file at once, so that nothing is lost if the program is killed.  The file is
    synchronized to disk at most once in `sync_seconds` seconds.  If the disk is full, the text is kept, and a
    later call writes it.
    """

    def __init__(self, path: Path, sync_seconds: float = SYNC_SECONDS) -> None:
        """Create and lock the file.  Raises FileExistsError or another OSError."""
        self.path = path
        self._sync_seconds = sync_seconds
        self.trouble = ""  # why the file is incomplete, "" if it is complete
        self._unwritten = bytearray()
        self._lost = ""  # why written data may be lost
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_APPEND | getattr(os, "O_CLOEXEC", 0)
        self._file = os.open(path, flags, PRIVATE)
        self._synced = time.monotonic()
        take_lock(self._file)

    def write(self, text: str) -> None:
        """Append text.  Text that cannot be written is kept for the next call, and `trouble` says why."""
        self._unwritten += text.encode("ascii")
        try:
            write_waiting(self._file, self._unwritten)
        except OSError as error:
            self.trouble = reason_of(error)
            return
        try:
            if time.monotonic() - self._synced >= self._sync_seconds:
                self.sync()
        except OSError as error:
            self._lost = reason_of(error)
        self.trouble = self._lost

    def sync(self) -> None:
        """Synchronize the file to disk.  Raises OSError."""
        os.fsync(self._file)
        self._synced = time.monotonic()

    def close(self) -> None:
        """Close the file, which releases its lock."""
        with suppress(OSError):
            os.close(self._file)


def new_journal(folder: Path, seed: int) -> JournalFile:
    """Create a journal with a unique name in a folder.  A missing folder is created.  Raises OSError."""
    folder.mkdir(parents=True, exist_ok=True)
    name = f"{time.strftime('%Y%m%d-%H%M%S')}-{seed}"
    for number in range(1, 100):
        with suppress(FileExistsError):
            return JournalFile(folder / f"{name}-{os.getpid()}-{number}{SUFFIX}")
    raise OSError(f"too many journals were started in this second in {folder}")


def unfinished(folder: Path) -> list[Path]:
    """Return the journals of interrupted games, latest first.  Games still being played are left out."""
    return [path for path in _newest_first(folder) if not is_over(path) and not is_in_use(path)]


def finished(folder: Path) -> list[Path]:
    """Return the journals of games that are over, latest first."""
    return [path for path in _newest_first(folder) if is_over(path)]


def latest(folder: Path) -> Path | None:
    """Return the most recently written journal, or None if there is none."""
    return next(iter(_newest_first(folder)), None)


def is_over(path: Path) -> bool:
    """Return whether a journal's game has ended, was saved, or never began.

    Return True for an unreadable journal, too.
    """
    try:
        with path.open("rb") as file:
            file.seek(0, os.SEEK_END)
            size = file.tell()
            file.seek(max(0, size - TAIL))
            lines = file.read().splitlines()
    except OSError:
        return True
    return (size <= TAIL and len(lines) < 2) or lines[-1].startswith(OVER)


def is_in_use(path: Path) -> bool:
    """Return whether a program is still playing the game that a journal records."""
    try:
        with path.open("rb") as file:
            return not take_lock(file.fileno())
    except OSError:
        return False


def claim(path: Path) -> bool:
    """Lock a journal until this program ends.  Return False if another program locked or removed the journal.

    Raises OSError for a journal that cannot be opened.
    """
    try:
        lock_file(path)  # the descriptor stays open to hold the lock
    except (FileNotFoundError, BlockingIOError):  # another program is playing the game
        return False
    return True


def complete_lines(path: Path) -> list[str]:
    """Return the lines of a journal, except for a last line without a newline.  Raises OSError."""
    text = read_bounded(path).decode("ascii", "replace")
    return text[: text.rfind("\n") + 1].splitlines()


def _newest_first(folder: Path) -> list[Path]:
    found = (path for path in folder.glob(f"*{SUFFIX}") if path.is_file())  # to open a pipe is to wait
    return sorted(found, key=_changed, reverse=True)


def _changed(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0
