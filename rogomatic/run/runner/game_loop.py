"""One game from its first byte to the row that is kept of it."""

from __future__ import annotations

import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final, Literal, Protocol, runtime_checkable

from rogomatic.run.runner.link import GameStartError, Link, Played

FEW_ANSWERS: Final = 8  # from so many on one knows how long the game takes to answer
QUICKEST_RETRY: Final = 0.5  # seconds of silence before the player is asked, at least
NAP_SECONDS: Final = 3.0  # a game seen to be busy is left alone so long: some sleep while the hero does
MAX_QUIET: Final = 3  # so many silences in a row, each answered in vain, and the line is dead

End = Literal[
    "finished",  # the game came to its end and the agent has read how
    "stuck",     # the agent gave up on a screen
    "lost",      # the game ended without a tombstone
    "stall",     # the game draws nothing any more, or never becomes ready for a command
    "died",      # the game's process failed or was killed
    "closed",    # the game's process left before its end was on the screen
    "turns",     # limit on turns
    "commands",  # limit on commands
    "cpu",       # limit on CPU seconds
    "time",      # limit on seconds by the clock
    "stopped",   # the watcher quit
    "crashed",   # an exception; the row's `error` has the traceback
    "worker",    # the process that played it was killed or ran out of memory
]  # fmt: skip

# How the agent reports an end -> the end reason.
ENDS: Final[dict[str, End]] = {
    "killed": "finished",
    "quit": "finished",
    "won": "finished",
    "stuck": "stuck",
    "lost": "lost",
}
# Ends by which something is broken.
BROKEN: Final = ("crashed", "worker", "died", "stall", "closed")
# Ends that somebody will want to look into: their rows keep the last screens and decisions.
TROUBLES: Final = ("stuck", "lost", "stall", "died", "closed", "crashed", "worker")
# Ends that the machine brings about: the same seed may end otherwise on another day.
BY_MACHINE: Final = ("stall", "died", "cpu", "time", "stopped", "worker")
# Ends after which a game leaves by itself.
_LEAVES: Final = ("finished", "closed", "died")


class GameReport(Protocol):
    """What the agent reports about a game that is over, or so far."""

    @property
    def score(self) -> int: ...
    @property
    def depth(self) -> int: ...
    @property
    def deepest(self) -> int: ...
    @property
    def turns(self) -> int: ...
    @property
    def how(self) -> str: ...
    @property
    def killer(self) -> str: ...
    @property
    def last_rung(self) -> str: ...
    @property
    def version(self) -> str: ...
    @property
    def unknown(self) -> int: ...
    @property
    def warning(self) -> str: ...


class Agent(Protocol):
    """The side of the player that a link needs."""

    @property
    def done(self) -> bool:
        """Whether the game is over as far as the agent sees; it sends no more keys then."""

    @property
    def moves(self) -> int:
        """How often the game was ready for a command."""

    @property
    def unanswered(self) -> int:
        """Silences in a row behind which nothing was on the screen that it knows how to answer."""

    def feed(self, data: bytes) -> bytes:
        """Take what the game has drawn; return keys, or b"" while the screen is not complete."""

    def timeout(self) -> bytes:
        """Take note of a silence; return keys that may end it, or b"" to wait on."""

    def eof(self) -> None:
        """Note that nothing more will come from the game."""

    def report(self) -> GameReport:
        """Return what has come of the game so far."""

    def evidence(self) -> str:
        """Return the last screens and decisions as text."""


@runtime_checkable
class Learns(Protocol):
    """An agent that returns what a game has taught."""

    def lessons(self) -> str:
        """Return the lessons as text, "" if it was not to learn."""


@dataclass(frozen=True, slots=True)
class Limits:
    """When a game is taken from the agent.  Only `commands` and `turns` are the same on every machine."""

    commands: int = 200_000
    cpu_seconds: float | None = None
    seconds: float | None = None
    stall_seconds: float = 10.0  # without being ready for a command; meanwhile the agent is asked to help
    turns: int | None = None  # of the agent's clock


@dataclass(frozen=True, slots=True)
class Row:
    """What is kept of one game.  All but the three times depend on seed, knobs and memory only.

    cpu_seconds  of both sides        seconds  by the clock
    waited   seconds of these that were spent on making sure that the game waits for a key

    error    why a game with trouble ended, or the traceback of a crash
    unknown  questions and pages that nobody knew, each left by the safest key
    warning  what the game is that it was not expected to be
    trouble  of a game with trouble: the last screens and decisions, and those that nobody knew
    journal  of a game with trouble, and of a foreign one: all keys, compressed; link.keys_in reads it.
             Any other game is played again from its seed, with the knobs and the memory of the run
    lessons  what it taught, as the compact text of a memory; "" when it was not to learn, or when the
             machine ended it
    """

    seed: int
    score: int
    depth: int
    deepest: int
    turns: int
    commands: int
    end_reason: End
    how: str
    killer: str
    last_rung: str
    version: str
    keys_digest: str
    cpu_seconds: float
    error: str = ""
    unknown: int = 0
    warning: str = ""
    trouble: str = ""
    journal: bytes = b""
    lessons: str = ""
    seconds: float = 0.0
    waited: float = 0.0

    @property
    def finished(self) -> bool:
        """Whether the game came to an end of its own."""
        return self.end_reason == "finished"

    @property
    def end(self) -> str:
        """How it ended: "killed", "quit" or "won", else the end reason."""
        return self.how if self.finished else self.end_reason

    @property
    def ending(self) -> str:
        """The killer, or in a word how else it ended."""
        return self.killer if self.finished and self.killer else self.end


def play(
    link: Link,
    player: Agent,
    limits: Limits,
    played: Played,
    now: Callable[[], float] = time.monotonic,
) -> End:
    """Play one game to its end or to a limit, and return which it was.

    The player's keys go to the game unchanged and are noted in `played`.  When the game is silent the player
    gets up to MAX_QUIET chances to go on, each behind another silence.  A link that knows that the game
    waits for a key says so at once, and one that sees it busy is patient.  On others the first silence is
    over after a time that the answers so far suggest, as a network program sends again what seems to be lost
    (RFC 6298), the second after three quarters of the seconds of a stall, and so on.  A game has to become
    ready for a command within the seconds of a stall, so that one that draws for ever, or asks without end,
    counts as silent, too.
    `now` returns seconds; a watcher's clock stands still while the watcher holds the game up.
    """
    clock = _Clock(limits, now)
    silences = 0
    while not player.done:
        if over := clock.over(played.commands, player):
            return over
        moves = player.moves
        data = link.receive(clock.patience(silences))
        keys = player.feed(data) if data else b""
        clock.tick()
        if keys:
            clock.note_answer()
            silences = 0
        if player.moves != moves:
            clock.idle = 0.0
        elif not player.done:
            if over := _broken_off(link, player, bool(keys), clock):
                return over
            if not keys and data and clock.patience(silences) > 0:
                continue
            if not keys and not silences and clock.idle < NAP_SECONDS and link.is_busy:
                continue
            if not keys:
                if silences == MAX_QUIET:
                    return "stall"
                keys = player.timeout()
                silences = player.unanswered
        if keys:
            played.add(keys)
            link.send(keys)
            clock.skip()
    return ENDS[player.report().how]


def _broken_off(link: Link, player: Agent, answers: bool, clock: _Clock) -> End | None:
    """Return the end of a game whose process has gone, or that has not become ready for too long.

    answers  the player has keys for what was drawn last
    """
    if link.gone and not answers:
        player.eof()
        return ENDS[player.report().how] if player.done else link.gone
    return "stall" if clock.is_stalled else None


class _Clock:
    """The limits of one game against the time that it has used.

    idle  seconds since the game was last ready for a command; those of sending do not count
    """

    __slots__ = (
        "_answers", "_limits", "_looked", "_now", "_sent", "_started", "_started_cpu", "_usual", "_varies",
        "idle",
    )  # fmt: skip

    def __init__(self, limits: Limits, now: Callable[[], float]) -> None:
        self._limits = limits
        self._now = now
        self._started = self._looked = now()
        self._started_cpu = time.process_time()
        self._sent = self._started  # when keys were last sent
        self._answers = 0
        self._usual = self._varies = 0.0  # seconds until an answer, smoothed, and how far they are from that
        self.idle = 0.0

    @property
    def is_stalled(self) -> bool:
        """Whether the game was not ready for a command for the seconds of a stall."""
        return self.idle >= self._limits.stall_seconds

    def tick(self) -> None:
        """Count the seconds since the last look; of a gap in which we ourselves were stopped, a part."""
        now = self._now()
        self.idle += min(now - self._looked, self._limits.stall_seconds / 2)
        self._looked = now

    def skip(self) -> None:
        """Note that keys were sent; do not count the seconds since the last look."""
        self._looked = self._sent = self._now()

    def note_answer(self) -> None:
        """Note that the game has answered the keys that were sent last."""
        seconds = self._looked - self._sent
        self._varies += (abs(seconds - self._usual) - self._varies) / 4
        self._usual += (seconds - self._usual) / 8
        self._answers += 1

    def patience(self, silences: int) -> float:
        """Return the seconds that are left until the next silence, after so many of them."""
        share = 1 - 0.5 ** (silences + 1) if silences < MAX_QUIET else 1.0
        seconds = max(0.0, share * self._limits.stall_seconds - self.idle)
        if silences or self._answers < FEW_ANSWERS:
            return seconds
        return min(seconds, max(QUICKEST_RETRY, self._usual + 4 * self._varies))

    def over(self, commands: int, player: Agent) -> End | None:
        """Return the limit that is reached, if one is."""
        limits = self._limits
        if commands >= limits.commands:
            return "commands"
        if limits.turns is not None and player.report().turns >= limits.turns:
            return "turns"
        cpu, clock = limits.cpu_seconds, limits.seconds
        if cpu is not None and time.process_time() - self._started_cpu >= cpu:
            return "cpu"
        if clock is not None and self._now() - self._started >= clock:
            return "time"
        return None


def play_game(
    seed: int,
    links: Callable[[int], Link],
    players: Callable[[int], Agent],
    limits: Limits,
    keep_keys: bool = False,
    now: Callable[[], float] = time.monotonic,
) -> Row:
    """Play the game of one seed and return its row; `keep_keys` keeps the journal without trouble, too.

    An exception on either side makes a row with end reason "crashed" and the traceback.  The link
    is closed in every case, an interrupt by the user included, which is passed on.
    """
    started, began = time.process_time(), time.monotonic()
    played, error, words = Played(keep=True), "", ""
    waited = 0.0
    end: End = "crashed"
    player: Agent | None = None
    childs_seconds = 0.0
    try:
        link = links(seed)
        try:
            player = players(seed)
            end = play(link, player, limits, played, now)
            words = link.last_words
        finally:
            waited = link.waited
            childs_seconds = link.close(over=end in _LEAVES)
    except GameStartError as reason:
        end, error = "died", str(reason)
    except Exception:  # a broken game is a counted result, never the end of a batch
        end, error = "crashed", traceback.format_exc()
    if end in TROUBLES and not error:
        error = _why(end, words, limits)
    seconds = time.process_time() - started + childs_seconds
    if not (keep_keys or end in TROUBLES):
        played.bursts = None
    row = row_of(seed, end, player, played, seconds, error)
    return replace(row, seconds=round(time.monotonic() - began, 6), waited=round(waited, 6))


def _why(end: End, last_words: str, limits: Limits) -> str:
    """Return a sentence on why a game was not played to its end."""
    if end == "stall":
        seconds = limits.stall_seconds
        return f"It did not become ready for a command (--stall {seconds:g}). {last_words}".rstrip()
    if end == "stuck":
        return "Nothing that the agent knew could make it go on."
    return last_words or "It left before its end was on the screen."


def row_of(
    seed: int, end: End, player: Agent | None, played: Played, cpu_seconds: float, error: str = ""
) -> Row:
    """Return the row of a game; of one that broke off, with what the agent knew until then."""
    try:
        report = player.report() if player is not None else None
        unknown = report.unknown if report is not None else 0
        trouble = player.evidence() if player is not None and (end in TROUBLES or unknown) else ""
        lessons = player.lessons() if isinstance(player, Learns) and end not in BY_MACHINE else ""
    except Exception:  # the row must still be kept
        report, error, trouble, lessons = None, error or traceback.format_exc(), "", ""
        end = "crashed"
    return Row(
        seed=seed,
        score=report.score if report else 0,
        depth=report.depth if report else 0,
        deepest=report.deepest if report else 0,
        turns=report.turns if report else 0,
        commands=played.commands,
        end_reason=end,
        how=report.how if report else "",
        killer=report.killer if report else "",
        last_rung=report.last_rung if report else "",
        version=report.version if report else "",
        keys_digest=played.digest(),
        cpu_seconds=round(cpu_seconds, 6),
        error=error,
        unknown=report.unknown if report else 0,
        warning=report.warning if report else "",
        trouble=trouble,
        journal=played.journal(),
        lessons=lessons,
    )
