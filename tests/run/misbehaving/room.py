"""A game of one room that behaves, until a script of this folder makes it misbehave.

Scripts are programs: they run alone, on a terminal, with nothing of the project at hand.
"""

from __future__ import annotations

import os
import termios
import time
import tty
from collections.abc import Callable

STEPS = {"h": (0, -1), "j": (1, 0), "k": (-1, 0), "l": (0, 1)}
STATUS = "Level: 1  Gold: 0      Hp: 12(12)  Str: 16(16)  Arm: 4   Exp: 1/0"
SOON = 12  # keys after which a game misbehaves


class Room:
    """A room of 5 x 9 squares, a hero in it, and a key at a time."""

    def __init__(self, top: int = 5, left: int = 10, status_row: int = 24) -> None:
        self.top, self.left, self.status_row = top, left, status_row
        self.row, self.col = top + 2, left + 3
        self.keys = 0

    def draw(self) -> str:
        wall = "-" * 11
        rows = [wall, *["|.........|"] * 5, wall]
        room = "".join(f"\x1b[{self.top + at};{self.left}H{row}" for at, row in enumerate(rows, -1))
        return f"\x1b[H\x1b[J{room}\x1b[{self.status_row};1H{STATUS}{self.hero()}"

    def hero(self, cell: str = "@") -> str:
        at = f"\x1b[{self.row};{self.col}H"
        return f"{at}{cell}{at}"

    def say(self, text: str) -> str:
        return f"\x1b[1;1H{text}\x1b[K{self.hero()}"

    def take(self, key: str) -> str:
        """Return what one key draws."""
        if key in STEPS:
            down, right = STEPS[key]
            row, col = self.row + down, self.col + right
            if not (self.top <= row < self.top + 5 and self.left < col < self.left + 10):
                return ""
            left = self.hero(".")
            self.row, self.col = row, col
            return f"\x1b[1;1H\x1b[K{left}{self.hero()}"
        if key == "v":
            return self.say("Rogue version 5.4.5 release 2026-08-03 dungeon 1 (chongo was here)")
        if key == "i":
            return self.say("Empty handed")
        if key == "\x12":
            return self.draw()
        return "" if key in "0123456789s \x1b" else self.say(f"Illegal command '{key}'")


def raw() -> None:
    """Take keys one by one and do not echo them; those typed ahead stay."""
    tty.setraw(0, termios.TCSADRAIN)


def write(text: str | bytes) -> None:
    data = text.encode() if isinstance(text, str) else text
    while data:
        data = data[os.write(1, data) :]


def key() -> str:
    """Return the next key; leave when nobody is there any more."""
    got = os.read(0, 1)
    if not got:
        os._exit(0)
    return got.decode("latin-1")


def play(misbehave: Callable[[Room], None], room: Room | None = None, soon: int = SOON) -> None:
    """Play well for some keys, then misbehave once; play on if that returns."""
    room = room or Room()
    raw()
    write(room.draw())
    while True:
        write(room.take(key()))
        room.keys += 1
        if room.keys == soon:
            misbehave(room)


def sleep() -> None:
    """Do nothing for ever."""
    while True:
        time.sleep(60)
