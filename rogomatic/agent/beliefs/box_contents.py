"""The contents of the nine boxes of the map."""

from __future__ import annotations

from typing import Final, final

from rogomatic.agent.kernels import measure_box
from rogomatic.agent.kernels.level_grid import COLS, FLOOR, PASSAGE, Square

COUNT: Final = 9
# The rows and columns of the boxes that are map.  Typed without a length: a tuple of known length may be made
# anew at each use.
HEIGHTS: Final[tuple[tuple[int, int], ...]] = ((1, 8), (8, 16), (16, 23))
WIDTHS: Final[tuple[tuple[int, int], ...]] = ((0, 27), (27, 53), (53, 80))


@final
class Box:
    """What is known of one of the nine boxes of the map.

    This is how many floor squares and how many passage squares it has, and the rectangle that encloses the
    floor squares.
    """

    __slots__ = ("bottom", "floor", "left", "passages", "right", "top")

    def __init__(
        self,
        floor: int = 0,
        passages: int = 0,
        top: int = 99,
        left: int = 99,
        bottom: int = -1,
        right: int = -1,
    ) -> None:
        self.floor = floor
        self.passages = passages
        self.top = top
        self.left = left
        self.bottom = bottom
        self.right = right

    def add(self, spot: Square, kind: int) -> None:
        """Count a square that has become known."""
        if kind == PASSAGE:
            self.passages += 1
        elif kind == FLOOR:
            self.floor += 1
            row, col = spot // COLS, spot % COLS
            if row < self.top:
                self.top = row
            if row > self.bottom:
                self.bottom = row
            if col < self.left:
                self.left = col
            if col > self.right:
                self.right = col

    def fields(self) -> tuple[int, ...]:
        """Return the fields, in the order of the arguments."""
        return self.floor, self.passages, self.top, self.left, self.bottom, self.right

    def __reduce__(self) -> tuple[type, tuple[int, ...]]:
        return type(self), self.fields()


def measured(code: bytes, number: int) -> Box:
    """Return the contents of a box, counted anew."""
    (first_row, end_row), (first_col, end_col) = HEIGHTS[number // 3], WIDTHS[number % 3]
    floor, passages, top, left, bottom, right = measure_box(code, first_row, end_row, first_col, end_col)
    return Box(floor, passages, top, left, bottom, right)


def contents_of(code: bytes) -> list[Box]:
    """Return the nine boxes with their numbers of squares, but without the bounds of their floor."""
    boxes = []
    for first_row, end_row in HEIGHTS:
        for first_col, end_col in WIDTHS:
            lines = [code[row * COLS + first_col : row * COLS + end_col] for row in range(first_row, end_row)]
            box = b"".join(lines)
            boxes.append(Box(box.count(FLOOR), box.count(PASSAGE)))
    return boxes
