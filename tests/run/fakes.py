"""A tiny game and a tiny player, for tests of what lies between them."""

from __future__ import annotations

import os
import re
import signal
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from rogomatic.agent.beliefs.model import Action, Beliefs, Hero
from rogomatic.agent.engine.rule_engine import Act, Choice
from rogomatic.agent.engine.trace import Trace
from rogomatic.agent.knobs import DEFAULT, Knobs
from rogomatic.agent.ladder import LADDER
from rogomatic.agent.memory.long_term_memory import Memory
from rogomatic.agent.player import How, Report
from rogomatic.agent.screen.vt100 import Screen
from rogomatic.agent.sight.prompt_parser import COMMAND
from rogomatic.cli.rule_file import UNCHANGED, LadderSettings
from rogomatic.run.runner.link import Gone, Link, LinkWrapper
from rogomatic.run.runner.pty import Program
from tests.run.fake_rogue import COMPLAINT, TOMBSTONE, FakeGame

__all__ = ["FakeGame"]


@dataclass
class FakeCopy:
    """A copy of a game that says what it is told to say.  turn: None if it went another way."""

    turn: int | None = 0
    end: int | None = None
    asleep: tuple[str, ...] = ()
    near: tuple[str, ...] = ()
    taken: bytes = b""

    def take(self, keys: bytes) -> None:
        self.taken += keys

    def turn_of(self, me: Hero) -> int | None:
        return self.turn if me.max_hp else None

    def end_turn(self) -> int | None:
        return self.end

    def sleepers(self) -> tuple[str, ...]:
        return self.asleep

    def beside(self) -> tuple[str, ...]:
        return self.near


def fake_report(score: int, turns: int, how: How) -> Report:
    return Report(
        score=score, depth=1, deepest=2, killer="fake", how=how, turns=turns, commands=turns, version="0",
        last_rung="walk right", seed=0, unknown=0, warning="",
    )  # fmt: skip


class FakePlayer:
    """Walks right whenever the complaint is complete, and redraws when the game is silent."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.done = False
        self.how: How = "killed"
        self.last_choice: Choice | None = None
        self.overrule: Callable[[Choice], Choice] | None = None
        self.screen, self.beliefs, self.trace, self.memory = Screen(), Beliefs(), Trace(), Memory()
        self.beliefs.waiting = COMMAND
        self.moves = 0
        self.own_knobs, self.ladder = DEFAULT, LADDER
        self.silences = 0
        self._seen = b""
        self._turns = 0
        self._opened = False

    def feed(self, data: bytes) -> bytes:
        self._seen += data
        self.screen.feed(data)
        if TOMBSTONE in self._seen:
            self.done = True
            return b"\r"
        if not self._opened:
            self._opened = True
            return b"v;"
        if not self._settled():
            return b""
        self.trace.add_messages(
            self._turns, [found.decode() for found in re.findall(rb"Thump \d+", self._seen)]
        )
        self._seen = b""
        self._turns += 1
        self.moves += 1
        self.beliefs.turn = self.beliefs.commands = self._turns
        choice = Choice("walk right", Act(b"l", f"step {self._turns}", Action("walk", 1)), (), LADDER)
        self.last_choice = choice if self.overrule is None else self.overrule(choice)
        return self.last_choice.act.keys + b";"

    def play_by(self, knobs: Knobs) -> None:
        self.own_knobs = knobs

    def _settled(self) -> bool:
        """Every marker sent is answered: one complaint per burst, and the hero stands behind it."""
        _, found, rest = self._seen.rpartition(COMPLAINT)
        wanted = 2 if self._turns == 0 else 1  # the opening burst has an illegal key of its own
        complete = rest.count(b"\x1b[11;") == 2 and rest.endswith(b"H")
        return bool(found) and complete and self._seen.count(COMPLAINT) == wanted

    def timeout(self) -> bytes:
        self.silences += 1
        return b"\x12;"

    @property
    def unanswered(self) -> int:
        return self.silences

    def eof(self) -> None:
        pass

    def evidence(self) -> str:
        return f"the last screens and decisions of {self.seed}"

    def lessons(self) -> str:
        return ""

    def report(self) -> Report:
        return fake_report(score=10 * self.seed, turns=self._turns, how=self.how)


@dataclass(frozen=True)
class FakeAgents:
    """Makes players of one kind; what recordings say of them is what ships."""

    kind: type[FakePlayer]
    memory: Memory = field(default_factory=Memory)
    knobs: Knobs = DEFAULT
    resigns: bool = True
    rules: LadderSettings = UNCHANGED

    def __call__(self, seed: int) -> FakePlayer:
        return self.kind(seed)


class StuckPlayer(FakePlayer):
    """Understands nothing, and gives up at the second silence."""

    def feed(self, data: bytes) -> bytes:
        return b""

    def timeout(self) -> bytes:
        self.silences += 1
        if self.silences == 2:
            self.done, self.how = True, "stuck"
            return b""
        return b"\x12;"


class EndlessPlayer(FakePlayer):
    """Sends illegal commands for ever, so that no game ends."""

    def feed(self, data: bytes) -> bytes:
        self.moves += 1
        return b"x"


class BreakingPlayer(FakePlayer):
    """Fails in its third turn."""

    def feed(self, data: bytes) -> bytes:
        if self._turns == 3:
            raise RuntimeError("the player broke")
        return super().feed(data)


def raise_for_3(seed: int) -> FakePlayer:
    """Make players, but none for seed 3."""
    if seed == 3:
        raise RuntimeError("no player for 3")
    return FakePlayer(seed)


def kill_for_3(seed: int) -> FakePlayer:
    """Make players; for seed 3 the whole process is killed, as by the kernel when memory is out."""
    if seed == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    return FakePlayer(seed)


def sleep_for_3(seed: int) -> FakePlayer:
    """Make players; the one for seed 3 is not ready for a very long time."""
    time.sleep(600 if seed == 3 else 0)
    return FakePlayer(seed)


@dataclass(frozen=True)
class FakeKnobs:
    flee_pct: int = 12
    given: tuple[str, ...] = ()

    def values(self) -> dict[str, int]:
        return {"flee_pct": self.flee_pct}


@dataclass(frozen=True)
class FakePlayers:
    """Makes players that are ready after a while, as the command line wants them."""

    seconds: float = 0.0
    knobs: FakeKnobs = FakeKnobs()
    memory: Memory = field(default_factory=Memory)
    resigns: bool = True
    rules: LadderSettings = UNCHANGED

    def __call__(self, seed: int) -> FakePlayer:
        time.sleep(self.seconds)
        return FakePlayer(seed)

    def digest(self) -> str:
        return "nothing"


class _Pieces(LinkWrapper):
    """A link that gives what was drawn in pieces of a fixed size."""

    def __init__(self, link: Link, size: int) -> None:
        super().__init__(link)
        self._size = size
        self._rest = b""

    @property
    def gone(self) -> Gone:
        return "" if self._rest else self._link.gone

    def receive(self, seconds: float) -> bytes:
        self._rest = self._rest or self._link.receive(seconds)
        piece, self._rest = self._rest[: self._size], self._rest[self._size :]
        return piece


def in_pieces(link: Link, size: int) -> Link:
    """Return a link like this one that gives at most `size` bytes at once."""
    return _Pieces(link, size)


def fake_program(mode: str = "play") -> Program:
    """The fake game as a program on a terminal; fake_rogue.py says the modes."""
    return Program((sys.executable, "-S", "-E", str(Path(__file__).with_name("fake_rogue.py")), mode))
