"""A tiny game: as a class, and as a program on a terminal that can go wrong in several ways.

Modes: play; die (fails after the first screen); stubborn (plays, starts a child, and neither leaves).
More ways to go wrong are in the folder ill.
It imports little, so that it starts at once.
"""

from __future__ import annotations

import os
import signal
import sys
import termios
import time
import tty

COMPLAINT = b"\x1b[HIllegal command ';'\x1b[K"
TOMBSTONE = b"\x1b[H\x1b[J\x1b[21;1H________)_______\x1b[24;1H[Press return to continue]"


class FakeGame:
    """The hero walks right and bumps; after 3 + seed % 5 steps it dies."""

    turns: int | None = None

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.steps = 0
        self.closed = False
        self.got = b""
        self._started = False

    def feed(self, keys: bytes) -> bytes:
        self.got += keys
        out = b"" if self._started else b"\x1b[H\x1b[JHello" + self._hero()
        self._started = True
        for key in keys:
            out += self._take(chr(key))
        return out

    def _take(self, key: str) -> bytes:
        if self._dead():
            self.closed = self.closed or key in "\r\n"
            return b""
        if key == "l":
            self.steps += 1
            thump = b"\x1b[HThump %d\x1b[K\x1b[2;1H\x1b[7mr\x1b[mow one" % self.steps
            return TOMBSTONE if self._dead() else thump + self._hero()
        return COMPLAINT + self._hero()

    def _dead(self) -> bool:
        return self.steps == 3 + self.seed % 5

    def _hero(self) -> bytes:
        return b"\x1b[11;%dH@\x1b[11;%dH" % (self.steps + 1, self.steps + 1)


def main() -> int:
    mode = sys.argv[1]
    tty.setraw(0, termios.TCSADRAIN)
    game = FakeGame(int(os.environ["ROGOSEED"]))
    if mode == "stubborn":
        signal.signal(signal.SIGHUP, signal.SIG_IGN)
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        if os.fork() == 0:
            while True:
                time.sleep(60)
    os.write(1, game.feed(b""))
    if mode == "die":
        return 3
    while True:
        keys = os.read(0, 1000)
        for at in range(len(keys)):  # byte by byte, as a slow terminal gives them
            os.write(1, game.feed(keys[at : at + 1]))
        if game.closed and mode != "stubborn":
            os.write(1, b"Top 10 Scores:\n")
            return 0
        if not keys and mode != "stubborn":
            return 0


if __name__ == "__main__":
    sys.exit(main())
