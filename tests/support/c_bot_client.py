"""The C bot's side of the line: a client that plays as the Rog-O-Matic of 2026 does, by keys alone.

Whatever the real bot would hang on or stumble over is an `OutOfStepError`.
"""

from __future__ import annotations

import re
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import Final, Protocol

from tests.support.c_bot_screen import Display, OutOfStepError

ESC: Final = b"\x1b"
REDRAW: Final = b"\x12"
PATIENCE: Final = 120.0
"""Seconds without a byte after which the real bot would wait for ever."""
LONELY: Final = 1.0
"""Seconds of silence after a potion's More without a naming prompt: only option -a helps then (section 4)."""
MAX_ANSWERS: Final = 9
_OF_KIND: Final = {
    "potion": "potion", "scroll": "scroll", "weapon": "mace|bow|arrow|dagger|sword", "armor": "mail|armor",
    "ring, wand or staff": r"\bring\b(?! mail)|wand|staff",
}  # fmt: skip


class Wire(Protocol):
    """Bytes to and from a game."""

    def write(self, byte: bytes) -> None: ...
    def read(self, seconds: float) -> bytes:
        """Return what has come; b"" after the end.  Raises TimeoutError after `seconds` of silence."""

    def ended(self) -> bool:
        """Return whether the game has exited."""


class Match:
    """Waits for a text in the stream, with no way back: a false start eats what it has read.

    A strict one wants no sequence inside; the others let cursor moves through.
    """

    def __init__(self, text: str, *, strict: bool = False) -> None:
        self.text = text
        self.strict = strict
        self._at = 0

    def char(self, char: str) -> bool:
        """Take a character; tell whether the text is complete."""
        self._at = self._at + 1 if char == self.text[self._at] else 0
        if self._at < len(self.text):
            return False
        self._at = 0
        return True

    def sequence(self) -> None:
        """Take note of a sequence between two characters."""
        if self.strict:
            self._at = 0


class Client:
    """Reads and types.  After each public call the game has been read up to where it waits."""

    def __init__(self, wire: Wire) -> None:
        self.wire = wire
        self.display = Display(self._byte)
        self.seen = b""  # all that has come
        self.commands = 0
        self.keys = 0
        self.mores = 0
        self.timeouts = 0
        self.heard: list[str] = []  # sentences of the last command, lower case
        self.pack: dict[str, str] = {}
        self.foes: dict[str, str] = {}
        self.version = ""
        self.grave: tuple[int, str] | None = None  # gold and killer
        self._ready: deque[int] = deque()
        self._awaited = 0  # complaints still to come
        self._typed = b""  # the command that runs
        self._naming = False  # the last item prompt was that of a potion or scroll
        self._quaffing = False  # the last item prompt was that of a potion
        self._lonely = False  # a More was answered by a space alone: a name must be asked now
        self._covered = " "  # what the `I` of the complaint was written over
        self._matches = {
            "list": Match("(* for list): "),
            "more": Match("--More--"),
            "call": Match("Call it: "),
            "wrong item": Match("not a valid item", strict=True),
            "grass": Match(")_______"),
            "sync": Match(";'"),
        }

    def _byte(self) -> int:
        while not self._ready:
            try:
                data = self.wire.read(LONELY if self._lonely else PATIENCE)
            except TimeoutError:
                if not self._lonely:
                    raise OutOfStepError(f"both wait; row 0: {self.display.row(0)!r}") from None
                self.time_out()
                continue
            if not data:
                raise OutOfStepError("the game has gone")
            self.seen += data
            self._ready.extend(data)
        return self._ready.popleft()

    def type(self, keys: bytes) -> None:
        """Send keys as the bot does: one write for each."""
        self.keys += len(keys)
        for key in keys:
            self.wire.write(bytes((key,)))

    def time_out(self) -> None:
        """Do what option -a does after some seconds of silence: ask for a fresh start."""
        self._lonely = False
        self.timeouts += 1
        self.type(ESC + b";" + REDRAW + b";")

    def start(self) -> None:
        """Do the start-up of section 2, steps 1 to 5."""
        self.type(b"v")
        version = Match("ersion ", strict=True)
        while not self._feeds(version):
            pass
        while (char := self._take()) != " ":
            if not char:
                raise OutOfStepError("a sequence inside the version")
            self.version += char
        self.type(REDRAW + b";")
        clears = self.display.clears
        while self.display.clears == clears:
            self._take()
        self._until_synchronised()
        self.take_stock()
        for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ":
            self.command(b"/" + letter.encode())
            answer = next(text for text in self.heard if text.startswith(f"'{letter.lower()}': "))
            self.foes[letter] = answer[5:]

    def _take(self) -> str:
        char = self.display.take()
        if char:
            self.display.show(char)
        return char

    def _feeds(self, match: Match) -> bool:
        char = self._take()
        if char:
            return match.char(char)
        match.sequence()
        return False

    def command(self, keys: bytes) -> list[str]:
        """Type a command and `;`, read until in step again; return the sentences of row 0."""
        self.commands += 1
        self.heard = []
        self._typed = keys
        self._naming = self._quaffing = self._lonely = False
        self.type(keys + b";")
        self._until_synchronised()
        return self.heard

    def _until_synchronised(self) -> None:
        """Read until `;'` came as text and the cursor stands on the `@`; answer what is asked."""
        self._awaited = 1
        while self._awaited:
            self._awaited -= 1
            self._until_complaint()

    def _until_complaint(self) -> None:
        display, matches = self.display, self._matches
        synced = False
        while not (synced and display.on_hero):
            spot = display.spot
            char = display.take()
            if not char:
                for match in matches.values():
                    match.sequence()
                continue
            if char == "l" and spot == 1 and display.cells[0] == ord("I"):
                self._interpret(self._covered + display.row(0)[1:])
            if char == "I" and spot == 0:
                self._covered = chr(display.cells[0])
            display.show(char)
            complete = [name for name, match in matches.items() if match.char(char)]
            synced = "sync" in complete
            for name in complete:
                if name != "sync":
                    self._answer(name)
            if self.grave is not None:
                return

    def _answer(self, name: str) -> None:
        row = self.display.row(0)
        if name == "list":
            self._quaffing = row.startswith("Quaff what?")
            self._naming = row.startswith(("Quaff what?", "Read what?"))
        elif name == "more":
            self.mores += 1
            self._interpret(row.partition("--More--")[0])
            self._lonely = self._quaffing
            self.type(b" " if self._quaffing else b" ;")
            self._quaffing = False
        elif name == "call":
            self._lonely = False
            if self._naming:
                self._naming = False
                self.type(b"?\n;" + ESC + b";")
        elif name == "wrong item":
            self._identify()
        else:
            self._read_grave()

    def _identify(self) -> None:
        """A scroll asks what to identify: a thing of the kind it named, else `*`.

        The More behind `not a valid item` gets its own answer, so there are two complaints.
        """
        self._awaited += 1
        if self._awaited > MAX_ANSWERS:
            raise OutOfStepError(f"nothing can be identified: {self.heard[-3:]}")
        asked = " ".join(self.heard)
        kinds = (pattern for kind, pattern in _OF_KIND.items() if f"identify {kind} scroll" in asked)
        pattern = next(kinds, _OF_KIND["weapon"])
        gone = self._typed[1:2].decode()  # the scroll itself
        fits = (key for key, text in self.pack.items() if key != gone and re.search(pattern, text))
        letter = next(fits, "*")
        self.type(b" " + letter.encode() + b";")

    def _interpret(self, row: str) -> None:
        """Note the sentences of row 0, and a line of the pack."""
        text = row.rstrip()
        if re.match(r"[a-z]\) ", text):
            self.pack[text[0]] = text[3:]
        for sentence in text.split(".  "):
            heard = sentence.rstrip(" .-").lower()
            if heard:
                self.heard.append(heard)
            if heard == "nothing appropriate":
                self.type(ESC + b";")

    def _read_grave(self) -> None:
        rows = self.display.row(15), self.display.row(17)
        gold = re.match(r" *(\d+) Au", rows[0][19:])
        killer = rows[1][19:37].strip()
        if gold is None or not killer:
            raise OutOfStepError(f"no gold or killer above the grass: {rows}")
        self.grave = int(gold[1]), killer

    def take_stock(self) -> None:
        """Ask for the pack anew."""
        self.pack.clear()
        self.command(b"i")

    def until_top_line(self, fits: Callable[[str], bool]) -> None:
        """Read until the top line is as it should be."""
        while not fits(self.display.row(0)):
            self._take()

    def quiet(self, seconds: float = 0.05) -> None:
        """Insist that the game has nothing more to say: one complaint per `;`."""
        with suppress(TimeoutError):
            data = self.wire.read(seconds)
            self.seen += data
            self._ready.extend(data)
        if b";'" in bytes(self._ready):
            raise OutOfStepError(f"one answer too many: {bytes(self._ready)!r}")

    def leave(self) -> None:
        """Answer the last screen, or quit, and insist that the game is gone then.

        The real bot looks after half a second; that is for an idle machine.
        """
        with suppress(BrokenPipeError):  # the first return may have ended it
            self.type(b"\n\n" if self.grave else b"Qy\n")
        end = time.monotonic() + PATIENCE
        while not self.wire.ended():
            if time.monotonic() > end:
                raise OutOfStepError("the game is still there after the return")
            time.sleep(0.02)
