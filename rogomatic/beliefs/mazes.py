"""Mazes: what takes the place of a room and is drawn like passages (GEN-11, GEN-12, GEN-17).

Owns   telling a maze from passages that cross each other, the squares that it has for certain.
Leaves the boxes that mazes lie in (boxes), the squares (level), what may be hidden (think.secrets).
"""

from __future__ import annotations

from typing import Final

from rogomatic.beliefs.level import DOOR, PASSAGE, STRAIGHT
from rogomatic.screen import COLS

_FORKS: Final = 3  # crossings that show of a maze, and squares of it
_SQUARES: Final = 15
_STRAYS: Final = 20  # of so many squares one may be off the lattice


def is_maze(code: bytes | bytearray, spots: list[int]) -> bool:
    """Tell whether passages lie on the lattice of a maze: crossings two squares apart, walls between, so
    that one of four kinds of square (by even and odd rows and columns) is never open, but for a few
    squares of passages that lead there.
    """
    if sum(_is_fork(code, spot) for spot in spots) < _FORKS or len(spots) < _SQUARES:
        return False
    kinds = [0, 0, 0, 0]
    for spot in spots:
        kinds[spot // COLS % 2 * 2 + spot % 2] += 1
    return min(kinds) * _STRAYS <= len(spots)


def maze_cells(box: int) -> tuple[int, ...]:
    """Return the squares that a maze in this box has for certain, all joined by the squares between them
    (GEN-11, GEN-12).

    >>> len(maze_cells(3)), maze_cells(3)[:2] == (8 * 80, 8 * 80 + 2), maze_cells(5)[-1] == 14 * 80 + 77
    (52, True, True)
    """
    row, col = divmod(box, 3)
    top, left = max(8 * row, 1), (0, 27, 53)[col]
    return tuple((top + 2 * down) * COLS + left + 2 * across for down in range(4) for across in range(13))


def _is_fork(code: bytes | bytearray, spot: int) -> bool:
    return sum(code[spot + step] in (PASSAGE, DOOR) for step in STRAIGHT) > 2
