"""Our own game as a program that draws each answer in pieces, with silences between them.

Arguments: seed, edition, how the pieces are cut (whole, bytes, or each answer at another point), and how the
program waits for a key: read, it sleeps in read(2); select, it waits until the terminal can be read; relay,
it waits for something else at the same time, as a program does that passes keys on; flush, it sleeps in
read(2), throws away what has been typed ahead of each key, and says nothing about the marker.
"""

from __future__ import annotations

import os
import select
import socket
import sys
import termios
import time
import tty
from collections.abc import Iterator

from rogomatic.run.runner.link import GAME_OPTIONS
from rogue.ui.session import Session

SILENCE_SECONDS = 0.0005


def pieces_of(answer: bytes, cut: str, number: int) -> Iterator[bytes]:
    """Yield an answer in the pieces of a way to cut it; `number` counts the answers."""
    if cut == "bytes":
        yield from (answer[at : at + 1] for at in range(len(answer)))
    elif cut == "each" and answer:
        at = number % len(answer)
        yield from filter(None, (answer[:at], answer[at:]))
    else:
        yield answer


def main() -> int:
    seed, edition, cut, way = sys.argv[1:]
    tty.setraw(0, termios.TCSADRAIN)
    game = Session(int(seed), edition, GAME_OPTIONS)
    keys, number = b"", 0
    others: list[int | socket.socket] = [0]
    if way == "relay":
        others.append(socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM))
    while True:
        for at, piece in enumerate(pieces_of(game.feed(keys), cut, number)):
            if at:
                time.sleep(SILENCE_SECONDS if cut == "each" else 0)
            os.write(1, piece)
        if game.closed:
            return 0
        if way in ("select", "relay"):
            select.select(others, [], [])
        keys = os.read(0, 1)  # as a game in C takes them, so that others wait in the terminal
        while way == "flush":
            time.sleep(SILENCE_SECONDS)
            termios.tcflush(0, termios.TCIFLUSH)
            if keys != b";":
                break
            keys = os.read(0, 1)
        number += 1
        if not keys:
            return 1


if __name__ == "__main__":
    sys.exit(main())
