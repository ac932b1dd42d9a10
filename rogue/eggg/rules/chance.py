"""Chance in games: a stream of dice from a seed, shuffled starts."""

from __future__ import annotations

from hashlib import sha256
from typing import Final

from rogue.eggg.rules.setup import Setup

_PURPOSE: Final = b"eggg shuffle"


def drawn(seed: int, count: int, sides: int) -> int:
    """Return the count-th number of a seed's stream: 0 to sides - 1, all alike."""
    limit = (1 << 64) // sides * sides
    for attempt in range(64):
        text = b"%s %d %d %d" % (_PURPOSE, seed, count, attempt)
        number = int.from_bytes(sha256(text).digest()[:8], "big")
        if number < limit:
            return number % sides
    return 0


def shuffled(setup: Setup, seed: int) -> tuple[tuple[int, ...], int]:
    """Return a start with the first player's pieces of each row shuffled, mirrored for the second.

    The second value is how many dice were drawn.
    """
    found, dice, board, pieces = list(setup.start), 0, setup.board, setup.pieces
    for row in range(board.rows):
        inside = [
            square for square, cell in enumerate(board.cells)
            if cell[1] == row and pieces[setup.start[square]].owner == 0
        ]  # fmt: skip
        order = list(inside)
        for last in range(len(order) - 1, 0, -1):
            other = drawn(seed, dice, last + 1)
            dice += 1
            order[last], order[other] = order[other], order[last]
        for square, source in zip(inside, order, strict=True):
            code = found[square] = setup.start[source]
            mirror = board.at(board.cells[square][0], board.rows - 1 - row)
            if mirror >= 0 and pieces[setup.start[mirror]].owner == 1:
                found[mirror] = setup.code_of[pieces[code].kind, 1]
    return tuple(found), dice
