"""Chance in games: a stream of dice from a seed, shuffled starts."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from itertools import product
from typing import Final

from rogue.eggg.rules.setup import Setup

_PURPOSE: Final = b"eggg shuffle"


def drawn(seed: int, count: int, sides: int) -> int:
    """Return the count-th number of a seed's stream: 0 to sides - 1, all alike."""
    limit = (1 << 64) // sides * sides
    for attempt in range(64):
        text = b"%s %d %d %d" % (_PURPOSE, seed, count, attempt)
        if (number := int.from_bytes(sha256(text).digest()[:8], "big")) < limit:
            return number % sides
    return 0


def shuffled(setup: Setup, seed: int, dice: int = 0) -> tuple[tuple[int, ...], int]:
    """Return a start with the first player's pieces of each row shuffled, mirrored for the second.

    Hidden pieces are shuffled for each player.  The second value is how many dice have been drawn.
    """
    found, board, pieces = list(setup.start), setup.board, setup.pieces
    for row, owner in product(range(board.rows), range(len(setup.players) if setup.is_hidden else 1)):
        inside = [
            square for square, cell in enumerate(board.cells)
            if cell[1] == row and pieces[setup.start[square]].owner == owner
        ]  # fmt: skip
        order, dice = mixed([setup.start[square] for square in inside], seed, dice)
        for square, code in zip(inside, order, strict=True):
            found[square] = code
            mirror = board.at(board.cells[square][0], board.rows - 1 - row)
            if not setup.is_hidden and mirror >= 0 and pieces[setup.start[mirror]].owner == 1:
                found[mirror] = setup.code_of.get((pieces[code].kind, 1), found[mirror])
    return tuple(found), dice


def mixed(things: Sequence[int], seed: int, dice: int) -> tuple[list[int], int]:
    """Return things in random order, and how many dice were drawn, with those before."""
    order = list(things)
    for last in range(len(order) - 1, 0, -1):
        other = drawn(seed, dice, last + 1)
        dice += 1
        order[last], order[other] = order[other], order[last]
    return order, dice
