"""Recordings of games: written during play, kept if notable."""

from __future__ import annotations

import contextlib
import fcntl
import re
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final, Protocol, TextIO

from rogomatic.agent.screen.vt100 import Screen
from rogomatic.run.recordings.recording_formats import (
    Asciicast,
    AsciicastWriter,
    Header,
    Origin,
    read_asciicast,
)
from rogomatic.run.runner.game_loop import TROUBLES, Agent, Limits, Row, play_game
from rogomatic.run.runner.link import Link, LinkWrapper
from rogomatic.run.storage.agent_files import data_folder
from rogomatic.run.story.annotations import Marker
from rogomatic.run.variant_names import game_name

PACE_SECONDS: Final = 1 / 15  # per command, as `watch` shows a game when nothing else is asked for

REPORT_EVERY: Final = 50  # commands

Clock = Callable[[int], float]
"""Takes the number of bursts of keys sent so far.  Returns the seconds since the recording began."""

PART: Final = ".part"  # behind the name of a recording whose game goes on
STOPPED: Final = "stopped"
_NAME: Final = re.compile(rf"[^-]+-seed-(\d+)\.cast{re.escape(PART)}")
_KEYS: Final = ', "i", '  # in the line of a recording that holds keys


def by_the_clock() -> Clock:
    """Return a clock that counts the real seconds since this call."""
    begun = time.monotonic()
    return lambda _bursts: time.monotonic() - begun


def at_a_pace(seconds: float) -> Clock:
    """Return a clock that advances by `seconds` with each burst of keys."""
    return lambda bursts: bursts * seconds


Progress = Callable[[int, int, Screen | None], object]
"""Takes the number of moments done, the number of all (0 while the game is played), and the screen."""


def ignore_progress(_done: int, _all: int, _screen: Screen | None) -> None:
    """Ignore the progress of a game."""


class RecordedLink(LinkWrapper):
    """A link that records its traffic.  `send` and `receive` raise OSError if they cannot record."""

    def __init__(
        self,
        link: Link,
        write: Callable[[str], object],
        header: Header,
        clock: Clock,
        progress: Progress = ignore_progress,
    ) -> None:
        """Start recording.  Each line is passed to `write`, with its newline, as soon as it is known."""
        super().__init__(link)
        self._progress = progress
        self._writer = AsciicastWriter(write, header)
        self._clock = clock
        self._marker = Marker(self._writer.screen)
        self._bursts = 0

    def send(self, keys: bytes) -> None:
        self._mark()
        self._writer.keys(self._clock(self._bursts), keys)
        self._bursts += 1
        self._link.send(keys)
        if self._bursts % REPORT_EVERY == 0:
            self._progress(self._bursts, 0, self._writer.screen)

    def receive(self, seconds: float) -> bytes:
        data = self._link.receive(seconds)
        if data:
            self._writer.output(self._clock(self._bursts), data)
        return data

    def close(self, over: bool) -> float:
        try:
            self._mark()
        finally:
            used = self._link.close(over)
        return used

    def mark(self, label: str) -> None:
        """Record a marker in this recording.

        A recorded link may wrap another link that also records; the marker is then recorded there, too, and
        so on inwards.
        """
        self._writer.mark(self._clock(self._bursts), label)
        super().mark(label)

    def _mark(self) -> None:
        for mark in self._marker.look():
            self._writer.mark(self._clock(self._bursts), mark.label)


def record_game(
    seed: int,
    links: Callable[[int], Link],
    players: Callable[[int], Agent],
    header: Header | None = None,
    pace_seconds: float = PACE_SECONDS,
    limits: Limits | None = None,
    progress: Progress = ignore_progress,
) -> tuple[Asciicast, Row]:
    """Play the game of a seed in this process.  Return its recording and its `Row`.

    `links` makes the game, and `players` makes the agent.  (To play the game that belongs to this project,
    pass an `InMemory` of run.runner.batch as `links`.)  In the recording, every command takes `pace_seconds`,
    so that the same game gives the same text.  `progress` is called from time to time.  Its second argument,
    the total, is always 0, because the length of the game is not known in advance.
    """
    lines: list[str] = []
    header = header or Header()

    def recorded(number: int) -> Link:
        named = replace(header, title=header.title or f"rogomatic plays Rogue, seed {number}")
        return RecordedLink(links(number), lines.append, named, at_a_pace(pace_seconds), progress)

    row = play_game(seed, recorded, players, limits or Limits())
    return read_asciicast("".join(lines).encode()), row


def usual_folder() -> Path:
    """Return the folder for recordings that are kept automatically."""
    return data_folder() / "recordings"


def watched_folder() -> Path:
    """Return the folder for recordings of the games that were watched last."""
    return data_folder() / "watched"


def kept_games(folder: Path, seed: int | None = None, when: str = "*") -> list[Path]:
    """Return a folder's recordings with this seed and time stamp, newest first.

    None means any seed, and "*" means any time stamp.
    """
    found = folder.glob(f"{when}-seed-{'*' if seed is None else seed}-*.cast")
    return sorted(found, key=lambda path: (path.stat().st_mtime_ns, path.name), reverse=True)


def hold(file: TextIO) -> None:
    """Lock a recording, to show that this process is writing it.  Do nothing if locks are not supported."""
    with contextlib.suppress(OSError):
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def stamp_of(seconds: float) -> str:
    """Return the time stamp with which a kept recording's name begins.  `seconds` counts from 1970."""
    return time.strftime("%Y%m%d-%H%M%S", time.localtime(seconds))


def adopt(folder: Path) -> None:
    """Keep the recordings of processes that have ended, under names with the reason "stopped".

    A process locks its recording until the process ends, so a locked recording is left alone.  A recording
    without keys is left alone, too, because its game may be just starting.
    """
    for part in folder.glob(f"*{PART}"):
        found = _NAME.fullmatch(part.name)
        if found is None:
            continue
        with contextlib.suppress(OSError, ValueError), part.open(encoding="ascii") as file:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if any(_KEYS in line for line in file):
                stamp = stamp_of(part.stat().st_mtime)
                part.rename(folder / f"{stamp}-seed-{found[1]}-{STOPPED}.cast")


class GameRecorder(Protocol):
    """Recorder of games during play."""

    def record(self, link: Link, seed: int) -> Link:
        """Return a link that works like `link` and also records."""

    def finish(self, row: Row) -> None:
        """Record the result of a finished game."""


class FileLink(RecordedLink):
    """A link that records to a file, line by line.

    If a write fails, `refused` is called once with the reason, and the game continues.
    """

    def __init__(self, link: Link, file: TextIO, header: Header, refused: Callable[[str], object]) -> None:
        """Record to an open file, which is closed with the link."""
        self._refused: Callable[[str], object] | None = refused
        self._file = file
        super().__init__(link, self._put, header, by_the_clock())

    def _put(self, line: str) -> None:
        if self._refused is None:
            return
        try:
            self._file.write(line)
        except OSError as error:
            report, self._refused = self._refused, None
            report(error.strerror or str(error))

    def close(self, over: bool) -> float:
        try:
            return super().close(over)
        finally:
            with contextlib.suppress(OSError):  # what could not be written is reported already
                self._file.close()


def header_of(origin: Origin, seed: int, timestamp: int) -> Header:
    """Return the header for a recording of a seed's game.  `timestamp` counts seconds from 1970."""
    name = game_name(origin.edition, origin.game)
    return Header(f"rogomatic plays {name}, seed {seed}", timestamp, origin=replace(origin, seed=seed))


class OneFile:
    """Recorder of one game in a file.

    trouble  sentence that says why the recording is incomplete; "" if the recording is complete
    """

    def __init__(self, path: Path, origin: Origin) -> None:
        """Create the file.  Raises OSError if the file exists already or cannot be created."""
        self.path = path
        self._origin = origin
        self._file = _opened(path)
        self.trouble = ""

    def record(self, link: Link, seed: int) -> Link:
        return FileLink(link, self._file, header_of(self._origin, seed, int(time.time())), self._note)

    def finish(self, row: Row) -> None:
        pass

    def discard(self) -> None:
        """Remove the file, because no game was played."""
        self._file.close()
        self.path.unlink(missing_ok=True)

    def _note(self, why: str) -> None:
        self.trouble = f"The recording {self.path} is incomplete: {why}."


@dataclass(frozen=True, slots=True)
class RecordingKeeper:
    """Recorder of all games of a run in a folder.  It keeps the recordings of good or unusual games.

    origin       origin of all games; its seed is not used
    least_depth  a game that reached this depth, or a deeper one, counts as good
    run          prefix of the names of unfinished recordings; each run has a different prefix
    kept         recordings kept so far
    troubles     sentences about what went wrong
    """

    folder: Path
    origin: Origin
    least_depth: int
    run: str
    kept: list[Path] = field(default_factory=list)
    troubles: list[str] = field(default_factory=list)

    def record(self, link: Link, seed: int) -> Link:
        part = self._part(seed)
        try:
            file = _opened(part)
        except OSError:  # finish() will miss it
            return link

        def give_up(_why: str) -> None:
            """Remove an incomplete recording, so that other recordings have room."""
            part.unlink(missing_ok=True)

        return FileLink(link, file, header_of(self.origin, seed, int(time.time())), give_up)

    def finish(self, row: Row) -> None:
        self.settle(row.seed, worth(row, self.least_depth))

    def settle(self, seed: int, why: str) -> None:
        """Put the reason `why` in the name of a seed's recording.  If `why` is "", remove the recording."""
        part = self._part(seed)
        try:
            if not why:
                part.unlink(missing_ok=True)
                return
            self.kept.append(part.replace(self.folder / f"{stamp_of(time.time())}-seed-{seed}-{why}.cast"))
        except FileNotFoundError:
            self.troubles.append(f"The game of seed {seed} ({why}) could not be recorded.")
        except OSError as error:
            self.troubles.append(f"The recording of seed {seed} was not kept: {error.strerror or error}.")

    def sweep(self) -> None:
        """Remove the recordings of this run's aborted games, because these will never have a result."""
        for part in self.folder.glob(f"{self.run}-seed-*{PART}"):
            with contextlib.suppress(OSError):
                part.unlink()

    def _part(self, seed: int) -> Path:
        return self.folder / f"{self.run}-seed-{seed}.cast{PART}"


class LastGames:
    """Recorder that writes all games into one folder, and keeps only the most recent games there.

    A game without commands is not kept.  If a process is killed while it records, its recordings are kept by
    the next process that uses the folder.

    troubles  sentences about what went wrong
    """

    MAX_GAMES: Final = 20

    def __init__(self, folder: Path, origin: Origin, run: str) -> None:
        """Take the folder, the games' origin, and a name for this process's unfinished recordings."""
        self._folder = folder
        self._keeper = RecordingKeeper(folder, origin, least_depth=0, run=run)
        self._stamps: dict[int, str] = {}  # seed -> time stamp of its last kept recording
        self.troubles = self._keeper.troubles

    def stamp(self, seed: int) -> str:
        """Return the time stamp of the last kept game of this seed.  Return "" if no game was kept."""
        return self._stamps.get(seed, "")

    def record(self, link: Link, seed: int) -> Link:
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            self.troubles.append(f"Games cannot be recorded in {self._folder}: {error.strerror or error}.")
            return link
        adopt(self._folder)
        return self._keeper.record(link, seed)

    def finish(self, row: Row) -> None:
        if not self._folder.is_dir():
            return
        is_stopped = row.end_reason == "stopped"
        is_seen = row.commands > 0 if is_stopped else row.began
        kept = len(self._keeper.kept)
        self._keeper.settle(row.seed, "" if not is_seen else STOPPED if is_stopped else worth(row, 0))
        if len(self._keeper.kept) > kept:
            self._stamps[row.seed] = self._keeper.kept[-1].name.partition("-seed-")[0]
        for path in kept_games(self._folder)[self.MAX_GAMES :]:
            with contextlib.suppress(OSError):  # another process may have removed it
                path.unlink()

    def sweep(self) -> None:
        """Keep a recording that contains keys even if its game has no result.  Remove one without keys."""
        adopt(self._folder)
        self._keeper.sweep()


class BothRecorders:
    """A pair of recorders for the same games."""

    def __init__(self, first: GameRecorder, second: GameRecorder) -> None:
        self._first, self._second = first, second

    def record(self, link: Link, seed: int) -> Link:
        return self._second.record(self._first.record(link, seed), seed)

    def finish(self, row: Row) -> None:
        self._first.finish(row)
        self._second.finish(row)


@dataclass(frozen=True, slots=True)
class KeptLinks:
    """Maker of links to games, which `keeper` records."""

    links: Callable[[int], Link]
    keeper: RecordingKeeper

    def __call__(self, seed: int) -> Link:
        return self.keeper.record(self.links(seed), seed)


def _opened(path: Path) -> TextIO:
    """Create a file, and lock it while it is open.  Each line is written at once."""
    file = path.open("x", encoding="ascii", buffering=1)
    hold(file)
    return file


def worth(row: Row, least_depth: int) -> str:
    """Return a word that says why to keep a game's recording.  Return "" if there is no reason."""
    if row.end_reason in TROUBLES:
        return row.end_reason
    return f"level-{row.deepest}" if row.deepest >= least_depth else ""
