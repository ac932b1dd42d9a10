"""The loop that plays one game: it passes output to the player, whose keys it sends to the game."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal

if TYPE_CHECKING:
    from rogomatic.agent.player import How
    from rogomatic.run.runner.agent_protocol import Agent
    from rogomatic.run.runner.link import Link, Played

FEW_ANSWERS: Final = 8  # answers after which the response time is known
QUICKEST_RETRY: Final = 0.5  # minimum seconds of silence before the player is asked
NAP_SECONDS: Final = 3.0  # for a busy game: some games sleep while the hero sleeps
MAX_QUIET: Final = 3  # silences in a row, answered in vain, after which the line is dead
COLLECT_AFTER: Final = 50_000  # new objects between garbage collections: games make no cycles

End = Literal[
    "finished",  # the game came to its end and the agent has read how
    "stuck",     # the agent gave up on a screen
    "lost",      # the game ended without a tombstone
    "stall",     # the game stopped drawing, or is never ready for a command
    "died",      # the game's process failed or was killed
    "closed",    # the game's process exited before showing the end
    "turns",     # limit on turns
    "commands",  # limit on commands
    "cpu",       # limit on CPU seconds
    "time",      # limit on seconds by the clock
    "stopped",   # the watcher quit
    "crashed",   # an exception; the row's `error` has the traceback
    "worker",    # the process that played it was killed or ran out of memory
]  # fmt: skip

# How the agent reports an end -> the end reason.
ENDS: Final[dict[How, End]] = {
    "killed": "finished",
    "quit": "finished",
    "won": "finished",
    "stuck": "stuck",
    "lost": "lost",
}


def play(
    link: Link,
    player: Agent,
    limits: Limits,
    played: Played,
    now: Callable[[], float] = time.monotonic,
) -> End:
    """Play one game to its end or to a limit, and return the end reason.

    The player's keys go to the game unchanged and are recorded in `played`.  When the game sends no output,
    the player is asked for keys, at most MAX_QUIET times in a row.  If the link can tell that the game waits
    for a key, the player is asked at once.  If the link can tell that the game is busy, the player is asked
    after NAP_SECONDS.  If the link cannot tell, the player is asked after a time derived from the game's
    response times, like a network timeout (RFC 6298).

    If the game stays silent, the player is asked again after three quarters of the stall time
    (`limits.stall_seconds`), then after seven eighths, and so on.  A game counts as stalled if it does not
    become ready for a command within the stall time, even if it still sends output.

    `now` returns the time in seconds.  This clock may stop while a watcher pauses the game.
    """
    first, second, third = gc.get_threshold()
    gc.set_threshold(max(first, COLLECT_AFTER) if first else 0, second, third)
    try:
        return _exchange(link, player, limits, played, now)
    finally:
        gc.set_threshold(first, second, third)


def _exchange(link: Link, player: Agent, limits: Limits, played: Played, now: Callable[[], float]) -> End:
    clock = _Clock(limits, now)
    silences, moves = 0, player.moves
    while not player.done:
        if over := clock.over(played.commands, player):
            return over
        data = link.receive(clock.patience(silences))
        keys = player.feed(data) if data else b""
        before, moves = moves, player.moves
        is_ready = moves != before
        clock.tick(is_ready, bool(keys))
        if keys:
            silences = 0
        if not is_ready and not player.done:
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
                before, moves = moves, player.moves
                if moves != before:  # only the silence showed that the game waits for a command
                    clock.idle = 0.0
        if keys:
            played.add(keys)
            link.send(keys)
            clock.skip()
    return ENDS[player.report().how]


def _broken_off(link: Link, player: Agent, answers: bool, clock: _Clock) -> End | None:
    """Return the end reason if the game has exited or stalled.  Return None if the game goes on.

    answers  whether the player has keys for the last output
    """
    if link.gone and not answers:
        player.eof()
        return ENDS[player.report().how] if player.done else link.gone
    return "stall" if clock.is_stalled else None


class _Clock:
    """The limits of one game, and the time that the game has used.

    idle  seconds since the game was last ready for a command, not counting the time spent on sending keys
    """

    __slots__ = (
        "_answers", "_half", "_has_limits", "_limits", "_looked", "_now", "_retry", "_sent", "_started",
        "_started_cpu", "_usual", "_varies", "idle",
    )  # fmt: skip

    def __init__(self, limits: Limits, now: Callable[[], float]) -> None:
        self._limits = limits
        others = (limits.turns, limits.cpu_seconds, limits.seconds)
        self._has_limits = others != (None, None, None)  # besides the number of commands
        self._half = limits.stall_seconds / 2
        self._now = now
        self._started = self._looked = now()
        self._started_cpu = time.process_time()
        self._sent = self._started  # when keys were last sent
        self._answers = 0
        self._usual = self._varies = 0.0  # smoothed response time in seconds, and its deviation
        self._retry = limits.stall_seconds  # seconds until the first retry, once the response time is known
        self.idle = 0.0

    @property
    def is_stalled(self) -> bool:
        """Whether the game has not become ready for a command within `stall_seconds`."""
        return self.idle >= self._limits.stall_seconds

    def tick(self, is_ready: bool, answered: bool) -> None:
        """Update `idle` and the usual response time after a wait for output.

        Add the seconds since the last call to `idle`, but only a part of a long pause.  If the game is ready
        for a command, set `idle` to 0.  If the game has answered the last keys, note how long that took.
        """
        now = self._now()
        if is_ready:
            self.idle = 0.0
        else:
            passed = now - self._looked
            self.idle += passed if passed < self._half else self._half
        self._looked = now
        if answered:
            further = now - self._sent - self._usual
            self._varies += (abs(further) - self._varies) / 4
            self._usual += further / 8
            self._answers += 1
            if self._answers >= FEW_ANSWERS:
                retry = self._usual + 4 * self._varies
                self._retry = retry if retry > QUICKEST_RETRY else QUICKEST_RETRY

    def skip(self) -> None:
        """Record that keys were sent.  The seconds since the last call do not count as idle."""
        self._looked = self._sent = self._now()

    def patience(self, silences: int) -> float:
        """Return how many seconds to wait for output, after the given number of silences in a row."""
        if not silences:
            seconds, retry = self._half - self.idle, self._retry
            seconds = retry if retry < seconds else seconds
        else:
            share = 1 - 0.5 ** (silences + 1) if silences < MAX_QUIET else 1.0
            seconds = share * self._limits.stall_seconds - self.idle
        return seconds if seconds > 0 else 0.0

    def over(self, commands: int, player: Agent) -> End | None:
        """Return the limit that was reached.  Return None if no limit was reached."""
        limits = self._limits
        if commands >= limits.commands:
            return "commands"
        if not self._has_limits:
            return None
        if limits.turns is not None and player.report().turns >= limits.turns:
            return "turns"
        cpu, clock = limits.cpu_seconds, limits.seconds
        if cpu is not None and time.process_time() - self._started_cpu >= cpu:
            return "cpu"
        if clock is not None and self._now() - self._started >= clock:
            return "time"
        return None


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits of a game.  Only `commands` and `turns` have the same effect on every machine."""

    commands: int = 200_000
    cpu_seconds: float | None = None
    seconds: float | None = None
    stall_seconds: float = 10.0  # seconds without a command prompt; meanwhile the agent tries to help
    turns: int | None = None  # of the agent's clock

    def __reduce__(self) -> tuple[type[Limits], tuple[float | None, ...]]:
        """Return what pickle needs.  The format does not depend on whether this module is compiled."""
        return Limits, (self.commands, self.cpu_seconds, self.seconds, self.stall_seconds, self.turns)
