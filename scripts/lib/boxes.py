"""Boxes: finding the rooms of a picture by their walls."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from rogue.state.grid import COLS, DOWN, RIGHT, spot_of
from rogue.tables.glyphs import DOOR, LETTER, PLAYER, WALL_H, WALL_V

SECRET_DOOR: Final = ord("d")

WALLS: Final = frozenset((WALL_H, WALL_V))
STANDING: Final = frozenset((PLAYER, *(code for code in range(256) if LETTER[code])))
"""Characters of creatures, which hide the door that they stand in."""
_DOORS: Final = frozenset((DOOR, SECRET_DOOR))
_ALONG: Final = {RIGHT: {WALL_H} | _DOORS | STANDING, DOWN: {WALL_V} | _DOORS | STANDING}

Codes = Mapping[int, int]
"""Spot -> character, row by row, without blanks."""


class Box(NamedTuple):
    """A rectangle of walls; the walls belong to it."""

    top: int
    left: int
    height: int
    width: int

    def border(self) -> Iterator[int]:
        """Yield the squares of the walls, row by row."""
        for row in range(self.top, self.top + self.height):
            ends = row not in (self.top, self.top + self.height - 1)
            first = spot_of(row, self.left)
            yield from range(first, first + self.width, self.width - 1 if ends else 1)


def find_boxes(codes: Codes) -> list[Box]:
    """Return all rectangles of walls, in reading order of their top left corners.

    Raises ValueError for a wall or a door that belongs to none.
    """
    boxes = []
    borders: set[int] = set()
    for spot, code in codes.items():
        if code == WALL_H and spot not in borders:
            box = _box_at(codes, spot)
            if box is not None:
                boxes.append(box)
                borders.update(box.border())
    for spot, code in codes.items():
        if code in WALLS | _DOORS and spot not in borders:
            row, col = divmod(spot, COLS)
            raise ValueError(f"the {chr(code)!r} in row {row}, column {col} belongs to no room")
    return boxes


def _box_at(codes: Codes, corner: int) -> Box | None:
    """Return the narrowest rectangle of walls with that top left corner."""
    height = len(_line(codes, corner + DOWN, DOWN)) + 2
    bottom = corner + (height - 1) * COLS
    top_line, base_line = (_line(codes, start, RIGHT) for start in (corner, bottom))
    for width in range(3, min(len(top_line), len(base_line)) + 1):
        if codes[corner + width - 1] == WALL_H == codes[bottom + width - 1]:
            side = _line(codes, corner + width - 1 + DOWN, DOWN)
            # A column of monsters inside a room is no wall.
            if len(side) >= height - 2 and set(side[: height - 2]) - STANDING:
                return Box(*divmod(corner, COLS), height, width)
    return None


def _line(codes: Codes, spot: int, step: int) -> list[int]:
    """Return the characters from `spot` on that may be part of one wall."""
    found = []
    while (code := codes.get(spot)) is not None and code in _ALONG[step]:
        found.append(code)
        spot += step
    return found
