"""The C bot at work: the game as its child, and commands of every sort that it types."""

from __future__ import annotations

import os
import pty
import random
import re
import select
import shutil
import signal
import tempfile
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from rogue.terminal import pipe_mode
from tests.support.c_bot_client import Client
from tests.support.c_bot_screen import COLS, ROWS
from tests.support.forked_program import Main, Process, fork, program

ROOT: Final = Path(__file__).resolve().parents[2]
OPTIONS: Final = (
    "terse,noflush,jump,seefloor,nopassgo,tombstone,inven=slow,name=rogo-{login},fruit=apricot,"
    "file={folder}/rogue.sav,score={folder}/rogue.scr,lock={folder}/rogue.lck"
)
STEPS: Final = {"h": -1, "j": COLS, "k": -COLS, "l": 1, "y": -81, "u": -79, "b": 79, "n": 81}
RUNS: Final = {key: bytes((ord(key) & 0x1F,)) for key in STEPS}
BLADES: Final = "mace|bow|sword|dagger"
_USES: Final = frozenset(("eat", "quaff", "read", "throw", "zap", "drop", "name", "curse test"))
_WALKED: Final = frozenset(b".#+%^!?:)]=/*,")
_WANTED: Final = frozenset(b"!?:)]=/*,")


def environment(folder: str, seed: int, login: str = "root") -> dict[str, str]:
    """Return what the bot gives its child: the inherited variables and three of its own (section 1)."""
    inherited = {name: value for name, value in os.environ.items() if name != "SEED"}
    return {
        **inherited,
        "TERM": "vt100",
        "ROGOSEED": str(seed),
        "ROGUEOPTS": OPTIONS.format(login=login, folder=folder),
        "PYTHONPATH": str(ROOT),
    }


class Child:
    """A game behind two descriptors."""

    def __init__(self, process: Process, keys: int, shown: int) -> None:
        self.process = process
        self._keys = keys
        self._shown = shown

    def write(self, byte: bytes) -> None:
        os.write(self._keys, byte)

    def read(self, seconds: float) -> bytes:
        if not select.select([self._shown], [], [], seconds)[0]:
            raise TimeoutError
        try:
            return os.read(self._shown, 4096)
        except OSError:  # a pseudo-terminal says so when the other side has gone
            return b""

    def ended(self) -> bool:
        return self.process.poll() is not None

    def hang_up(self) -> None:
        """Close the bot's ends of the line, as its death would."""
        for descriptor in {self._keys, self._shown}:
            os.close(descriptor)
        self._keys = self._shown = -1

    def close(self) -> None:
        """End the game if it still runs, and close what is open."""
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        if self._keys >= 0:
            self.hang_up()


def with_patience(seconds: float) -> Main:
    """Return a game whose Escape waits so long for the key that it takes with it."""

    def main() -> int | None:
        pipe_mode.ESCAPE_SECONDS = seconds  # type: ignore[misc]
        return program("rogue")()

    return main


def on_pipes(env: dict[str, str], main: Main | None = None) -> Child:
    """Start the game on two pipes."""
    (its_keys, keys), (shown, its_screen) = os.pipe(), os.pipe()
    process = fork(["rogue", "-S"], env, (its_keys, its_screen, 2), "/", main)
    os.close(its_keys)
    os.close(its_screen)
    return Child(process, keys, shown)


def on_a_terminal(env: dict[str, str], main: Main | None = None) -> Child:
    """Start the game on a pseudo-terminal."""
    ours, its = pty.openpty()
    process = fork(["rogue", "-S"], env, (its, its, 2), "/", main)
    os.close(its)
    return Child(process, ours, ours)


@contextmanager
def game(start: Callable[[dict[str, str]], Child], seed: int) -> Iterator[tuple[Client, Child]]:
    """Start a game in a folder of its own, with a short name: v545 cuts paths at 50 characters."""
    folder = tempfile.mkdtemp(dir="/tmp", prefix="cbot")
    child = start(environment(folder, seed))
    handler = signal.signal(signal.SIGPIPE, signal.SIG_IGN)
    try:
        yield Client(child), child
    finally:
        signal.signal(signal.SIGPIPE, handler)
        child.close()
        shutil.rmtree(folder)


class Habits:
    """Chooses commands; its own dice make a game of one seed the same every time."""

    def __init__(self, client: Client, seed: int) -> None:
        self.client = client
        self.dice = random.Random(seed)
        self.typed: set[str] = set()  # the sorts of commands given
        self._dropped: set[int] = set()

    def play(self, keys: int) -> None:
        """Give commands until so many are given or the hero is dead."""
        client = self.client
        stop = client.commands + keys
        while client.grave is None and client.commands < stop:
            sort, command = self._choose()
            self.typed.add(sort)
            heard = client.command(command)
            if sort == "curse test" and client.grave is None and (weapon := self._find(BLADES)):
                heard = heard if any("cursed" in text for text in heard) else client.command(b"w" + weapon)
            if sort == "take off" and client.grave is None and (armor := self._find("mail|armor")):
                heard = client.command(b"W" + armor)
            if sort == "drop":
                self._dropped.add(client.display.spot)
            if client.grave is None and (sort in _USES or any(map(_calls_for_the_pack, heard))):
                client.take_stock()

    def _choose(self) -> tuple[str, bytes]:
        status = self.client.display.row(ROWS - 1)
        if re.search("Hungry|Weak|Faint", status) and (food := self._find("food|apricot")):
            return "eat", b"e" + food
        if self._foe_beside():
            key = self._foe_beside()
            chance = self.dice.random()
            if chance < 0.2 and (arrow := self._find("arrow|dart|dagger")):
                return "throw", b"t" + key.encode() + arrow
            if chance < 0.3 and (stick := self._find("wand|staff")):
                return "zap", b"z" + key.encode() + stick
            return ("fight", b"F" + key.encode()) if chance < 0.4 else ("hit", b"1" + key.encode())
        wishes = self._wishes()
        fresh = [wish for wish in wishes if wish[0] not in self.typed]
        if self.dice.random() < (0.5 if fresh else 0.12):
            return self.dice.choice(fresh or wishes)
        return self._walk()

    def _wishes(self) -> list[tuple[str, bytes]]:
        """Return the bursts of section 6 that can be typed here and do not walk."""
        dice = self.dice
        key, pick = dice.choice("hjklyubn").encode(), self._find
        wishes: list[tuple[str, bytes]] = [
            ("search", b"s"), ("searches", b"%ds" % dice.randint(2, 9)), ("pack", b"i"),
            ("throw", (arrow := pick("arrow")) and b"t" + key + arrow),
            ("curse test", b"w\x1b;"),
            ("take off", b"T"),
            ("ring on", self._ring_on()),
            ("ring off", self._rings_off()),
            ("eat", (food := pick("food|apricot")) and b"e" + food),
            ("quaff", (potion := pick("potion")) and b"q" + potion),
            ("read", (scroll := pick("scroll")) and b"r" + scroll),
            ("zap", (stick := pick("wand|staff")) and b"z" + key + stick),
            ("drop", self._may_drop() and (junk := pick("bow|dagger|dart")) and b"d" + junk),
            ("name", (thing := pick("potion|scroll")) and b"c" + thing + b"junk\n"),
            ("no stairs", b">"), ("up", b"<"), ("step", b"m" + key), ("several", b"hl2s"), ("few", b"kj"),
        ]  # fmt: skip
        return [wish for wish in wishes if wish[1]]

    def _find(self, pattern: str) -> bytes:
        letters = [key for key, text in self.client.pack.items() if re.search(pattern, text)]
        return self.dice.choice(letters).encode() if letters else b""

    def _ring_on(self) -> bytes:
        """The hand is asked while both are bare."""
        ring = self._find(r"\bring\b(?! mail)(?!.*hand\))")
        if not ring or any("hand)" in text for text in self.client.pack.values() if "ring" in text):
            return ring and b"P" + ring
        return b"P" + ring + self.dice.choice((b"l", b"r"))

    def _rings_off(self) -> bytes:
        """The hand is typed ahead where it will be asked."""
        hands = " ".join(self.client.pack.values())
        if "on left hand" in hands and "on right hand" in hands:
            return b"R" + self.dice.choice((b"l", b"r"))
        return b"R"

    def _may_drop(self) -> bytes:
        """On bare floor only: what is refused would leave the letter to be read as a command."""
        cells, spot = self.client.display.cells, self.client.display.spot
        bare = all(cells[spot + step] == ord(".") for step in STEPS.values())
        return b"yes" if bare and spot not in self._dropped else b""

    def _foe_beside(self) -> str:
        cells, spot = self.client.display.cells, self.client.display.spot
        return next(
            (key for key, step in STEPS.items() if chr(cells[(spot + step) % len(cells)]).isupper()), ""
        )

    def _walk(self) -> tuple[str, bytes]:
        """Go to a thing, to the stairs now and then, else somewhere."""
        cells, spot = self.client.display.cells, self.client.display.spot
        goals = {at for at in range(COLS, COLS * (ROWS - 1)) if cells[at] in _WANTED}
        stairs = cells.find(b"%", COLS)
        if not goals and self.dice.random() < 0.3 and stairs >= 0:
            goals = {stairs}
        path = _path(cells, spot, goals)
        if path == "" and stairs >= 0 and spot == stairs:
            return "down", b">"
        if path and self.dice.random() < 0.95:
            straight = re.match(r"(.)\1*", path)
            assert straight is not None
            if path == straight[0] and stairs in goals:
                return "stairs", b"%d%c>" % (len(path), ord(path[0]))
            return "steps", b"%d%c" % (len(straight[0]), ord(path[0]))
        key = self.dice.choice("hjklyubn")
        return ("run", RUNS[key]) if self.dice.random() < 0.7 else ("step", key.encode())


def _calls_for_the_pack(heard: str) -> bool:
    """Things that came, went or were refused (sections 6 and 8)."""
    return bool(
        re.search(r"\([a-z]\)$|^you can't|^she stole|vanishes|^was wearing|^dropped|^not a|^in use", heard)
    )


def _path(cells: bytearray, start: int, goals: set[int]) -> str:
    """Return the steps of a shortest way to one of the goals, "" if there is none or we stand there."""
    came: dict[int, tuple[int, str]] = {start: (start, "")}
    line = deque((start,))
    while line:
        at = line.popleft()
        if at in goals and at != start:
            steps = ""
            while at != start:
                at, key = came[at]
                steps = key + steps
            return steps
        for key, step in STEPS.items():
            to = at + step
            if to not in came and COLS <= to < COLS * (ROWS - 1) and cells[to] in _WALKED:
                came[to] = (at, key)
                line.append(to)
    return ""
