"""Games of the real agent against our own game drawn by curses, beside the same games in memory.

A game that drops what was typed ahead drops the marker, too, and the agent sends it again: the marker alone
is no command, so bursts of nothing else are left out.  All other bursts have to be equal, in their order.
"""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass, field
from functools import cache
from typing import Final

from rogomatic.agent.screen.vt100 import Screen
from rogomatic.agent.sight.prompt_parser import MARKER
from rogomatic.cli.agent_factory import default_players
from rogomatic.cli.own_game import OwnGame
from rogomatic.run.runner.game_loop import End, Limits, play
from rogomatic.run.runner.link import MemoryLink, Played
from rogomatic.run.runner.pty import Program, PtyLink

TERMS: Final = ("vt100", "linux", "xterm")
BEFORE: Final = 4  # answers that are shown before a difference


@dataclass(frozen=True, slots=True)
class Side:
    """One way in which a game was played."""

    end: End
    bursts: list[bytes]
    answers: list[bytes] = field(default_factory=list)  # what had come before each burst


@dataclass(frozen=True, slots=True)
class Pair:
    """A game in memory and on a terminal."""

    edition: str
    term: str
    seed: int
    memory: Side
    terminal: Side

    @property
    def kept(self) -> list[int]:
        """The places of the bursts on the terminal that are not the marker alone."""
        return [at for at, keys in enumerate(self.terminal.bursts) if keys != MARKER]

    @property
    def resent(self) -> int:
        """How often the marker was sent alone."""
        return len(self.terminal.bursts) - len(self.kept)

    @property
    def parted(self) -> int:
        """The number of the first burst that differs, -1 if none does.

        Of a game that reaches the limit on commands as many are compared as both sides have.
        """
        here, there = self.memory.bursts, [self.terminal.bursts[at] for at in self.kept]
        for number, (one, other) in enumerate(zip(here, there, strict=False)):
            if one != other:
                return number
        missing = self.resent if self.memory.end == "commands" else 0
        same = self.memory.end == self.terminal.end and len(here) == len(there) + missing
        return -1 if same else min(len(here), len(there))

    def difference(self) -> str:
        """Say what differs, with the last answers and the screen of the terminal; "" if nothing does."""
        number = self.parted
        if number < 0:
            return ""
        here, kept = self.memory.bursts, self.kept
        at = kept[number] if number < len(kept) else len(self.terminal.bursts)
        screen = Screen()
        screen.feed(b"".join(self.terminal.answers[: at + 1]))
        lines = [
            f"{self.edition} {self.term} seed {self.seed}, burst {number + 1}: "
            f"memory {here[number : number + 3]} ({self.memory.end}), "
            f"terminal {self.terminal.bursts[at : at + 3]} ({self.terminal.end})"
        ]
        for place in range(max(0, at - BEFORE), at + 1):
            lines.append(f"  < {b''.join(self.terminal.answers[place : place + 1])!r}")
            lines.append(f"  > {b''.join(self.terminal.bursts[place : place + 1])!r}")
        lines += [f"  |{row.rstrip()}" for row in screen.picture()]
        return "\n".join([*lines, f"  cursor {screen.row}, {screen.col}; {screen.strange} unknown sequences"])


class _Witness(PtyLink):
    """A link that keeps what was drawn before each burst."""

    def __init__(self, program: Program, seed: int) -> None:
        super().__init__(program, seed)
        self.answers = [b""]

    def receive(self, seconds: float) -> bytes:
        data = super().receive(seconds)
        self.answers[-1] += data
        return data

    def send(self, keys: bytes) -> None:
        super().send(keys)
        self.answers.append(b"")


def program(edition: str, term: str) -> Program:
    """Return the program of an edition on a kind of terminal."""
    path = os.pathsep.join(entry for entry in sys.path if entry)
    words = (sys.executable, "-m", "tests.run.curses_rogue", "--edition", edition, "--seed", "{seed}")
    return Program(words, (("PYTHONPATH", path), ("TERM", term)))


@cache
def is_described(term: str) -> bool:
    """Return whether this system has a description of a kind of terminal."""
    words = (sys.executable, "-c", "import curses, sys; curses.setupterm(sys.argv[1], 1)", term)
    return subprocess.run(words, check=False, capture_output=True).returncode == 0


@cache
def play_in_memory(edition: str, seed: int, commands: int) -> Side:
    """Play a game in this process."""
    played = Played(keep=True)
    end = play(MemoryLink(OwnGame(edition)(seed)), default_players()(seed), Limits(commands=commands), played)
    return Side(end, played.bursts or [])


def play_on_terminal(edition: str, term: str, seed: int, commands: int) -> Side:
    """Play a game that curses draws."""
    link, played = _Witness(program(edition, term), seed), Played(keep=True)
    end: End = "crashed"
    try:
        end = play(link, default_players()(seed), Limits(commands=commands), played)
    finally:
        link.close(over=end == "finished")
    return Side(end, played.bursts or [], link.answers)


def play_both(edition: str, term: str, seed: int, commands: int = Limits().commands) -> Pair:
    """Play a game in memory and on a terminal, to its end or to a limit on commands."""
    here = play_in_memory(edition, seed, commands)
    return Pair(edition, term, seed, here, play_on_terminal(edition, term, seed, commands))
