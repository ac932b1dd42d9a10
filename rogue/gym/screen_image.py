"""The screen as a picture: light characters on black, the cursor as a bar below its cell."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from rogue.gym.screen_font import FIRST, GLYPH_COLS, GLYPH_ROWS, glyphs
from rogue.state.grid import COLS, ROWS

CELL_HEIGHT: Final = 12
CELL_WIDTH: Final = 8
HEIGHT: Final = ROWS * CELL_HEIGHT
WIDTH: Final = COLS * CELL_WIDTH
_LEFT: Final = 1  # dots between the edge of a cell and its glyph
_TOP: Final = 2
_INK: Final = np.array([204, 204, 204], np.uint8)
_CURSOR: Final = np.array([255, 255, 255], np.uint8)


@lru_cache
def _stencils() -> NDArray[np.bool_]:
    """Return one cell for each byte: where its character has ink."""
    cells = np.zeros((256, CELL_HEIGHT, CELL_WIDTH), np.bool_)
    for number, rows in enumerate(glyphs(), FIRST):
        ink = np.array([[dot == "#" for dot in row] for row in rows])
        cells[number, _TOP : _TOP + GLYPH_ROWS, _LEFT : _LEFT + GLYPH_COLS] = ink
    return cells


def screen_image(cells: bytes, cursor: tuple[int, int]) -> NDArray[np.uint8]:
    """Return a picture of HEIGHT x WIDTH x 3 of a screen of 1,920 characters."""
    codes = np.frombuffer(cells, np.uint8).reshape(ROWS, COLS)
    ink = _stencils()[codes].transpose(0, 2, 1, 3).reshape(HEIGHT, WIDTH)
    image: NDArray[np.uint8] = ink[:, :, None] * _INK
    row, col = cursor
    image[(row + 1) * CELL_HEIGHT - 1, col * CELL_WIDTH : (col + 1) * CELL_WIDTH] = _CURSOR
    return image
