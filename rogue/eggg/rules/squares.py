"""Boards as graphs of squares, made from the statements that describe them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product
from math import hypot, sqrt
from string import ascii_lowercase
from typing import Final

from rogue.shared.board_games import NO_SQUARE

STEPS: Final = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))
"""Column and row of one step in each direction, clockwise from up; hexagons lack the second and the sixth."""
UP, RIGHT, DOWN, LEFT = 0, 2, 4, 6
STRAIGHT: Final = (0, 2, 4, 6)
DIAGONAL: Final = (1, 3, 5, 7)
SIX_WAYS: Final = (0, 2, 3, 4, 6, 7)
MAX_SQUARES: Final = 400
_JOINING: Final = {"|": (0, 4), "-": (2, 6), "+": (0, 2, 4, 6), "/": (1, 5), "\\": (3, 7), "x": (1, 3, 5, 7)}
Cell = tuple[int, int]
"""Column and row, from 0; row 0 is the lowest."""


class Squares:
    """Graph of squares: the `Board` of a game, with rays and regions for its rules.

    rays    rays[direction][square]: the squares in a line from this square, nearest first
    ways    directions that exist
    """

    def __init__(
        self, shape: str, cells: Sequence[Cell], link: Callable[[int, int, int], int],
        ways: Sequence[int], near: Sequence[int], names: Sequence[str] = (),
    ) -> None:  # fmt: skip
        self.shape = shape
        self.cells = tuple(cells)
        self._index = {cell: square for square, cell in enumerate(cells)}
        self.columns = 1 + max((column for column, _ in cells), default=0)
        self.rows = 1 + max((row for _, row in cells), default=0)
        self.ways = tuple(ways)
        lean, squares = 0.5 if shape == "hexagons" else 0.0, range(len(cells))
        self.points = tuple((column + lean * row, float(row)) for column, row in cells)
        self.names = tuple(names) or tuple(f"{_letters(column)}{row + 1}" for column, row in cells)
        self.links = tuple(
            tuple(link(square, *STEPS[way]) if way in ways else NO_SQUARE for square in squares)
            for way in range(8)
        )
        self.neighbors = tuple(
            tuple(dict.fromkeys(self.links[way][square] for way in near if self.links[way][square] >= 0))
            for square in squares
        )
        self.rays = tuple(tuple(self._ray(way, square) for square in squares) for way in range(8))

    def _ray(self, way: int, square: int) -> tuple[int, ...]:
        found: list[int] = []
        here = self.links[way][square]
        while here >= 0 and here != square and here not in found:
            found.append(here)
            here = self.links[way][here]
        return tuple(found)

    def __len__(self) -> int:
        return len(self.cells)

    def at(self, column: int, row: int) -> int:
        """Return the square in a column and row, counted from 0.  If there is none, return NO_SQUARE."""
        return self._index.get((column, row), NO_SQUARE)

    def turns(self) -> list[tuple[int, ...]]:
        """Return each rotation and reflection of the board onto itself: the old square for each new one."""
        found = []
        right, top = self.columns - 1, self.rows - 1
        rays = {ray for of_way in self.rays for ray in of_way}
        for mirrored, flipped, swapped in product((False, True), repeat=3):
            cells = [(right - x if mirrored else x, top - y if flipped else y) for x, y in self.cells]
            turn = tuple(self.at(y, x) if swapped else self.at(x, y) for x, y in cells)
            if NO_SQUARE not in turn and {tuple(turn[square] for square in ray) for ray in rays} == rays:
                found.append(turn)
        return found

    def distance(self, one: int, other: int) -> float:
        scale = sqrt(3) / 2 if self.shape == "hexagons" else 1.0
        (column, row), (last, top) = self.points[one], self.points[other]
        return hypot(column - last, scale * (row - top))

    def place(self, words: tuple[str, ...], forward: int) -> frozenset[int]:
        """Return the squares of a place named by words such as "far row", "top", "left middle", or "row 3".

        forward  direction of the far row
        """
        sides = {"top": UP, "bottom": DOWN, "left": LEFT, "right": RIGHT, "far": forward, "home": forward ^ 4}
        if words[-1].isdecimal():
            axis, number = words[0] == "row", int(words[-1]) - 1
            return frozenset(square for square, cell in enumerate(self.cells) if cell[axis] == number)
        chosen = [self._side(sides[word]) for word in words if word in sides]
        if words[-1] in ("corner", "edge"):
            edges = [square for way in STRAIGHT for square in self._side(way)]
            chosen.append(frozenset(one for one in edges if edges.count(one) > (words[-1] == "corner")))
        if "middle" in words or "center" in words:
            chosen.append(self._middle(is_line=bool(chosen)))
        return frozenset.intersection(*chosen) if chosen else frozenset()

    def turned(self, squares: frozenset[int]) -> frozenset[int]:
        """Return the squares to which some squares go when the board is turned by 180 degrees."""
        cells = [self.cells[square] for square in squares]
        return frozenset(self.at(self.columns - 1 - column, self.rows - 1 - row) for column, row in cells)

    def _side(self, way: int) -> frozenset[int]:
        """Return the squares of the last row or column in a direction."""
        axis = way in (UP, DOWN)
        last = 0 if way in (DOWN, LEFT) else (self.columns, self.rows)[axis] - 1
        return frozenset(square for square, cell in enumerate(self.cells) if cell[axis] == last)

    def _middle(self, *, is_line: bool) -> frozenset[int]:
        """Return the squares in the middle.  If `is_line`, return the whole middle columns and rows."""
        middle = [(size // 2, (size - 1) // 2) for size in (self.columns, self.rows)]
        asked = any if is_line else all
        return frozenset(
            square for square, cell in enumerate(self.cells)
            if asked(part in parts for part, parts in zip(cell, middle, strict=True))
        )  # fmt: skip


def _letters(column: int) -> str:
    return (ascii_lowercase[column // 26 - 1] if column >= 26 else "") + ascii_lowercase[column % 26]


def grid(columns: int, rows: int, shape: str, *, hexagons: bool, by_lines: bool) -> Squares:
    """Return a grid of squares or hexagons.

    shape     "square", "torus", "cylinder", "ring", "hexagon", "triangle", ...
    by_lines  whether squares that touch at a corner are neighbors
    """
    cells = [(column, row) for row, column in product(range(rows), range(columns))]
    if shape == "hexagon":
        cells = hexagon_cells(columns)
    elif shape == "triangle":
        cells = [(column, row) for column, row in cells if column + row < columns]
    index = {cell: square for square, cell in enumerate(cells)}
    wraps = (shape in ("torus", "cylinder", "ring"), shape == "torus")

    def link(square: int, right: int, up: int) -> int:
        column, row = cells[square][0] + right, cells[square][1] + up
        cell = column % columns if wraps[0] else column, row % rows if wraps[1] else row
        return index.get(cell, NO_SQUARE)

    ways = SIX_WAYS if hexagons else range(8)
    near = SIX_WAYS if hexagons else range(8) if by_lines else STRAIGHT
    named = {"line": "lines", "ring": "ring" if rows == 1 else "squares"}.get(shape, "squares")
    return Squares("hexagons" if hexagons else named, cells, link, ways, near)


def hexagon_cells(size: int) -> list[Cell]:
    """Return the cells whose centers lie in or on a hexagon with sides of `size` - 1 cells."""
    side = size - 1
    found = [
        (q, r) for r, q in product(range(-side, side + 1), repeat=2)
        if max(abs(2 * q + r), abs(q + 2 * r), abs(q - r)) <= side
    ]  # fmt: skip
    left, low = min(q for q, _ in found), min(r for _, r in found)
    return [(q - left, r - low) for q, r in found]


def picture(rows: Sequence[str]) -> Squares:
    """Return the board in a picture.  Two "o" are neighbors if they are side by side or joined by a line."""
    signs = {(column, len(rows) - 1 - number): sign for number, row in enumerate(rows)
             for column, sign in enumerate(row)}  # fmt: skip
    cells = sorted((cell for cell, sign in signs.items() if sign == "o"), key=lambda cell: cell[::-1])
    index = {cell: square for square, cell in enumerate(cells)}

    def link(square: int, right: int, up: int) -> int:
        way = STEPS.index((right, up))
        column, row = cells[square][0] + right, cells[square][1] + up
        is_joined = way in STRAIGHT
        while way in _JOINING.get(signs.get((column, row), ""), ()):
            column, row, is_joined = column + right, row + up, True
        return index.get((column, row), NO_SQUARE) if is_joined else NO_SQUARE

    return Squares("picture", cells, link, range(8), range(8))


def heaps(count: int, shape: str, names: Sequence[str] = ()) -> Squares:
    """Return `count` squares without links to each other, which serve as heaps or as named choices."""
    cells = [(column, 0) for column in range(count)]
    return Squares(shape, cells, lambda *_: NO_SQUARE, (), (), names or [*map(_letters, range(count))])


def pits(count: int, *, stores: bool) -> Squares:
    """Return two rows of pits as a counterclockwise ring.  If `stores` is set, a store follows each row."""
    letters = [*map(_letters, range(count))]
    below = [(column + 1, 0) for column in range(count)]
    above = [(count - column, 1) for column in range(count)]
    cells = [*below, *[(count + 1, 0)] * stores, *above, *[(0, 1)] * stores]
    names = [*letters, *["A store"] * stores, *map(str.upper, letters), *["B store"] * stores]

    def link(square: int, right: int, _up: int) -> int:
        return (square + right) % len(cells)

    return Squares("pits", cells, link, (RIGHT, LEFT), (RIGHT, LEFT), names)
