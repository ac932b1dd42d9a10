"""The folder of limited size in which a server keeps its files (SRV-11)."""

from __future__ import annotations

import json
import os
import re
import time
from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

from rogue.server.served_game import GameRecord, ServedGame, ServedJournal
from rogue.shared.errors import RogueError, reason_of
from rogue.shared.files import PRIVATE, READABLE, open_to_append, read_bounded, take_lock, write_atomically
from rogue.ui.journal import JournalError, Start
from rogue.ui.journal_sessions import DivergenceError, GameCrashError, JournalPlayer
from rogue.wire.dialogue import plain
from rogue.wire.wire_limits import WireLimits

_PUBLIC: Final = re.compile(r"(?:games|[1-9][0-9]{0,17})\.jsonl", re.ASCII)
MAX_ROWS: Final = 10  # of the list of scores
FOLDER_MODE: Final = 0o700
STEP_EVENTS: Final = 16  # events replayed before other tasks get a turn


@dataclass(frozen=True, slots=True)
class ServerLimits(WireLimits):
    """Limits of a server, including its connections (SRV-2, SRV-9 to SRV-15)."""

    players: int = 20
    watchers: int = 50
    journals: int = 20  # of finished games, for each player
    player_bytes: int = 10 << 20
    server_bytes: int = 1 << 30
    log_bytes: int = 10 << 20


class StoreError(RogueError):
    """Raised for a folder or a game that cannot be used.  The text of the error is the reason."""


class GameStore:
    """The games of a server on disk.

    rows  the list of finished games, in the order in which they ended

    These are the files in the folder:

    lock                held as long as the server runs
    players/NAME.json   the account of a player
    games/N.jsonl       the journal of game N until the game ends
    games/N.json        the record of that journal
    public/games.jsonl  a line when a game begins and a line when it ends; lines are only added
    public/N.jsonl      the journal of game N after its end
    """

    def __init__(self, home: Path, limits: ServerLimits) -> None:
        """Open the folder, creating it if needed.  Raises StoreError."""
        self.home = home
        self.players = home / "players"
        self.games = home / "games"
        self.public = home / "public"
        self.rows: list[dict[str, Any]] = []
        self._limits = limits
        self._list = self.public / "games.jsonl"
        try:
            for folder in (home, self.players, self.games, self.public):
                folder.mkdir(mode=FOLDER_MODE, exist_ok=True)
            home.chmod(FOLDER_MODE)
            flags = os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW
            self._lock = os.open(home / "lock", flags, PRIVATE)
            if not take_lock(self._lock):
                os.close(self._lock)
                raise StoreError(f"{home} is in use by another server")
            self.begun = max(self._read_list(), self._last_file())
        except OSError as error:
            raise StoreError(f"{home}: {reason_of(error)}") from error

    def close(self) -> None:
        """Release the folder for another server."""
        os.close(self._lock)

    def begin(
        self, player: str, start: Start, commitment: str, text: str, *, is_private: bool, delay: float
    ) -> ServedGame:
        """Start a game, and create its files.

        text   the player's text, from which the dungeon was computed
        delay  number of seconds by which watchers see the game later than the player

        Raises StoreError if there is no room.  Raises OSError if a file cannot be written.
        """
        self._make_room(player)
        self.begun += 1  # a number is never reused, even if this game fails
        number = self.begun
        record = GameRecord(
            number=number, player=player, edition=game_name(start), commitment=commitment,
            secret=start.nonce, text=text, begun=_now(), is_private=is_private,
        )  # fmt: skip
        journal: ServedJournal | None = None
        try:
            write_atomically(self._record_path(number), json.dumps(asdict(record)).encode() + b"\n", PRIVATE)
            journal = ServedJournal(self.journal_path(number), self._room_of(player))
            game = ServedGame(record, start, journal, watch_delay=delay)
            self._append(
                {"game": number, "player": player, "edition": record.edition,
                 "commitment": record.commitment, "begun": record.begun}
            )  # fmt: skip
        except OSError:
            if journal is not None:
                with suppress(OSError):
                    journal.close()
            for path in (self._record_path(number), self.journal_path(number)):
                with suppress(OSError):
                    path.unlink()
            raise
        return game

    def finish(self, game: ServedGame) -> dict[str, Any]:
        """Publish a finished game, and return its row in the list.

        Raises OSError, for example if the disk is full.  A second call continues where a failed call stopped.
        """
        record = game.record
        game.journal.close()
        row = self._listed(record.number) or self._list_end(game)
        target = self._public_path(record.number)
        if game.journal.path != target:
            os.replace(game.journal.path, target)
            game.journal.path = target
        target.chmod(READABLE)
        with suppress(FileNotFoundError):
            self._record_path(record.number).unlink()
        self._prune(record.player)
        return row

    def public_file(self, name: str) -> bytes | None:
        """Return the content of the list of games or of a finished journal.  Return None for other files."""
        if not _PUBLIC.fullmatch(name):
            return None
        try:
            return read_bounded(self.public / name)
        except OSError:
            return None

    def public_journal(self, number: int) -> str:
        """Return the name of a finished game's journal, or "" if it was removed for lack of room."""
        path = self._public_path(number)
        return path.name if path.exists() else ""

    def is_published(self, number: int) -> bool:
        """Return whether a game is over and its journal is public."""
        return self._listed(number) is not None and not self.journal_path(number).exists()

    def _listed(self, number: int) -> dict[str, Any] | None:
        """Return a finished game's row in the list, or None if the list does not have this game."""
        return next((row for row in reversed(self.rows) if row["game"] == number), None)

    def _list_end(self, game: ServedGame) -> dict[str, Any]:
        """Add a finished game to the list, and return its row.  Raises OSError."""
        record, outcome = game.record, game.outcome
        assert outcome is not None
        row = {
            "game": record.number, "player": record.player, "edition": record.edition,
            "score": outcome.score, "how": outcome.how, "killer": outcome.killer, "depth": outcome.depth,
            "turns": outcome.turns, "dungeon": outcome.seed, "commitment": record.commitment,
            "secret": record.secret, "text": record.text, "digest": game.digest, "ended": _now(),
        }  # fmt: skip
        self._append(row)
        self.rows.append(row)
        return row

    def best(self, edition: str = "", count: int = MAX_ROWS) -> list[dict[str, Any]]:
        """Return the rows of up to `count` games with a score above 0.  The best game is first.

        `edition` is a name that `game_name` returns (VAR-10), or "" for all games.
        """
        rows = [row for row in self.rows if row["score"] > 0 and edition in ("", row["edition"])]
        return sorted(rows, key=lambda row: -int(row["score"]))[:count]

    async def resume(self, number: int, delay: float, pause: Any) -> ServedGame:
        """Continue a game after the last key in the game's journal.  Raises StoreError.

        `pause` is awaited between parts of the work, because replaying a long game takes seconds.
        """
        path = self.journal_path(number)
        try:
            record = GameRecord(**json.loads(read_bounded(self._record_path(number))))
            text = read_bounded(path).decode("ascii", "replace")
        except (OSError, ValueError, TypeError, RecursionError) as error:
            raise StoreError(f"game {number} cannot be read") from error
        try:
            run = JournalPlayer(text[: text.rfind("\n") + 1].splitlines())
            async for _ in _steps(run):
                await pause()
        except (JournalError, DivergenceError, GameCrashError) as error:
            raise StoreError(f"game {number} cannot continue: {error}") from error
        new = path.with_suffix(".new")
        try:
            with suppress(FileNotFoundError):
                new.unlink()
            journal = ServedJournal(new, self._room_of(record.player))
            game = ServedGame(record, run.start, journal, run.events, run.session, delay)
            journal.sync()
            os.replace(new, path)
        except OSError as error:
            raise StoreError(f"game {number} cannot be written: {reason_of(error)}") from error
        journal.path = path
        game.is_over = run.ended is not None
        return game

    def journal_path(self, number: int) -> Path:
        """Return the path of a running game's journal."""
        return self.games / f"{number}.jsonl"

    def _public_path(self, number: int) -> Path:
        return self.public / f"{number}.jsonl"

    def _record_path(self, number: int) -> Path:
        return self.games / f"{number}.json"

    def _make_room(self, player: str) -> None:
        """Raise StoreError if the server or the player has no room for another game."""
        if _size_of(self.home) > self._limits.server_bytes:
            raise StoreError("the server has no room for another game")
        if self._room_of(player) <= 0:
            raise StoreError("your journals have used up your room on this server")

    def _room_of(self, player: str) -> int:
        kept = sum(_size(path) for path in self._journals_of(player))
        return self._limits.player_bytes - kept

    def _journals_of(self, player: str) -> list[Path]:
        """Return the journals of a player's finished games, beginning with the oldest game."""
        numbers = [row["game"] for row in self.rows if row["player"] == player]
        paths = map(self._public_path, numbers)
        return [path for path in paths if path.exists()]

    def _prune(self, player: str) -> None:
        """Remove a player's oldest journals if there are more than the limit allows."""
        kept = self._journals_of(player)
        for path in kept[: max(len(kept) - self._limits.journals, 0)]:
            with suppress(OSError):
                path.unlink()

    def _read_list(self) -> int:
        """Fill `rows` from the list on disk.  Return the highest game number in the list."""
        highest = 0
        try:
            text = read_bounded(self._list).decode("ascii", "replace")
        except FileNotFoundError:
            return 0
        for line in text.splitlines():
            with suppress(ValueError, TypeError, KeyError, RecursionError):  # a line that was cut off
                row = json.loads(line)
                highest = max(highest, int(row["game"]))
                if "score" in row:
                    self.rows.append(row)
        return highest

    def _append(self, row: dict[str, Any]) -> None:
        self._append_line(json.dumps(row).encode("ascii") + b"\n")

    def _append_line(self, line: bytes) -> None:
        """Append a whole line or nothing.  Raises OSError.

        If the last line of the file lacks a line break, write the line break first.
        """
        flags = os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC | os.O_NOFOLLOW
        descriptor = os.open(self._list, flags, READABLE)
        try:
            size = os.fstat(descriptor).st_size
            if size and os.pread(descriptor, 1, size - 1) != b"\n":
                line = b"\n" + line
            try:
                while line:
                    line = line[os.write(descriptor, line) :]
                os.fsync(descriptor)
            except OSError:
                os.ftruncate(descriptor, size)
                raise
        finally:
            os.close(descriptor)

    def _last_file(self) -> int:
        """Return the highest game number in the names of files.

        After a crash, the list of games may lack the game with this number.
        """
        stems = (path.stem for folder in (self.games, self.public) for path in folder.iterdir())
        return max((int(stem) for stem in stems if stem.isdecimal()), default=0)


def game_name(start: Start) -> str:
    """Return the name of a game's edition.  For a variant, return the variant's name and short digest."""
    variant = start.variant
    return start.edition if variant is None else f"{variant.name} {variant.short_digest}"


async def _steps(run: JournalPlayer) -> AsyncIterator[None]:
    """Replay a journal, and yield after every `STEP_EVENTS` events."""
    events = 0
    while run.step() is not None:
        events += 1
        if events % STEP_EVENTS == 0:
            yield


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0


def _size_of(folder: Path) -> int:
    return sum(_size(path) for path in folder.rglob("*") if path.is_file())


def _now() -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())


class ServerLog:
    """The log.  When the file reaches half of the limit, it is renamed to `.old`, and a new file begins."""

    def __init__(self, path: Path, max_bytes: int) -> None:
        """Open the file.  Raises OSError."""
        self._path = path
        self._max_bytes = max_bytes // 2
        self._open()

    def _open(self) -> None:
        self._file = open_to_append(self._path)
        self._size = os.fstat(self._file).st_size

    def note(self, address: str, name: str, event: str) -> None:
        """Append a line with the time and the three texts.  Ignore an error such as a full disk."""
        when = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
        line = f"{when} {plain(address) or '-'} {plain(name) or '-'} {plain(event)}\n".encode("ascii")
        with suppress(OSError):
            if self._size + len(line) > self._max_bytes:
                full = self._file  # closed last, so that after a failure no other file has its number
                with suppress(FileNotFoundError):  # somebody has moved the log away
                    os.replace(self._path, self._path.with_name(self._path.name + ".old"))
                self._open()
                os.close(full)
            self._size += os.write(self._file, line)

    def close(self) -> None:
        """Close the file."""
        os.close(self._file)
