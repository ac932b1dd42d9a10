"""Observations of the environment: what an agent sees of a game, as numbers or an image."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rogue.state.entities import UNARMORED
from rogue.state.grid import COLS, KEY_STEP, MAP, ROWS
from rogue.state.level import PASS, REAL, Level
from rogue.state.world import World
from rogue.tables.glyphs import DOOR, PASSAGE, PLAYER, TRAP, WALL_H, WALL_V
from rogue.ui.input_modes import ESCAPE_KEY
from rogue.ui.keymap import CONTROL

_RETURN: Final = b"\r"
_ERASE: Final = b"\b"
_OUTSIDE: Final = b"!S"  # shell and saving, which do not exist in memory

ALL_KEYS: Final[tuple[bytes, ...]] = (
    *(bytes([key]) for key in range(0x20, 0x7F) if key not in _OUTSIDE),
    *(bytes([ord(key) & CONTROL]) for key in KEY_STEP if key not in "hj"),
    _ERASE,  # control-h: a careful run west, and backspace
    b"\n",  # control-j: a careful run south, and return
    *(b"\x10", b"\x12"),  # last message; redraw (control-l in the older editions)
    _RETURN,
    ESCAPE_KEY,
)
"""All useful keys for a game in memory: letters, digits, signs, careful runs, and answers."""

FEW_KEYS: Final[tuple[bytes, ...]] = (
    *(key.encode() for key in KEY_STEP),
    *(key.upper().encode() for key in KEY_STEP),
    *(b"s", b".", b",", b">", b"<"),
    *(b"e", b"q", b"r", b"w", b"W", b"T"),
    *(b"a", b"b", b"c", b"d", b"f", b"g"),
    b" ",
    ESCAPE_KEY,
)
"""A small set of keys for learning: enough to explore, fight, eat, and use items."""


ACTIONS: Final = {"all": ALL_KEYS, "few": FEW_KEYS}
"""Name of a set -> the key of each action."""


Cells = NDArray[np.uint8]
STATUS_START: Final = (ROWS - 1) * COLS
_ON_MAP: Final = slice(MAP.start, MAP.stop)
_BIGGEST: Final = 2**31 - 1
_ROW: Final = re.compile(
    rb"Level: (\d+)  Gold: (\d+) +Hp: *(\d+)\((\d+)\)  Str: *(\d+)(?:/(\d+))?(?:\((\d+)\))? *"
    rb"(Arm|Ac): *(-?\d+) *Exp: (\d+)/(\d+) *(\w*)"
)
_HUNGER: Final = {b"": 0, b"Hungry": 1, b"Weak": 2, b"Faint": 3, b"Fainting": 3}
GLYPH_ROWS: Final = 8
GLYPH_COLS: Final = 5
FIRST: Final = 0x20
_DRAWN: Final = """
..... ..#.. .#.#. .#.#. ..#.. ##..# .##.. ..#.. ...#. .#... ..... ..... ..... ..... ..... ....#
..... ..#.. .#.#. .#.#. .#### ##.#. #..#. ..#.. ..#.. ..#.. .#.#. ..#.. ..... ..... ..... ...#.
..... ..#.. ..... ##### #.#.. ...#. #.#.. ..... .#... ...#. ..#.. ..#.. ..... ..... ..... ...#.
..... ..#.. ..... .#.#. .###. ..#.. .#... ..... .#... ...#. ##### ##### ..... ##### ..... ..#..
..... ..... ..... ##### ..#.# .#... #.#.# ..... .#... ...#. ..#.. ..#.. ..... ..... ..... .#...
..... ..#.. ..... .#.#. ####. .#.## #..#. ..... ..#.. ..#.. .#.#. ..#.. ..#.. ..... ..... .#...
..... ..... ..... .#.#. ..#.. #..## .##.# ..... ...#. .#... ..... ..... ..#.. ..... ..#.. #....
..... ..... ..... ..... ..... ..... ..... ..... ..... ..... ..... ..... .#... ..... ..... .....

.###. ..#.. .###. .###. ...#. ##### ..##. ##### .###. .###. ..... ..... ...#. ..... .#... .###.
#...# .##.. #...# #...# ..##. #.... .#... ....# #...# #...# ..... ..... ..#.. ..... ..#.. #...#
#..## ..#.. ....# ....# .#.#. ####. #.... ...#. #...# #...# ..#.. ..#.. .#... ##### ...#. ....#
#.#.# ..#.. ..##. ..##. #..#. ....# ####. ...#. .###. .#### ..... ..... #.... ..... ....# ..##.
##..# ..#.. .#... ....# ##### ....# #...# ..#.. #...# ....# ..#.. ..#.. .#... ##### ...#. ..#..
#...# ..#.. #.... #...# ...#. #...# #...# ..#.. #...# ...#. ..... ..#.. ..#.. ..... ..#.. .....
.###. .###. ##### .###. ...#. .###. .###. ..#.. .###. .##.. ..... .#... ...#. ..... .#... ..#..
..... ..... ..... ..... ..... ..... ..... ..... ..... ..... ..... ..... ..... ..... ..... .....

.###. ..#.. ####. .###. ###.. ##### ##### .###. #...# .###. ..### #...# #.... #...# #...# .###.
#...# .#.#. #...# #...# #..#. #.... #.... #...# #...# ..#.. ...#. #..#. #.... ##.## ##..# #...#
#.### #...# #...# #.... #...# #.... #.... #.... #...# ..#.. ...#. #.#.. #.... #.#.# ##..# #...#
#.#.# #...# ####. #.... #...# ####. ####. #.### ##### ..#.. ...#. ##... #.... #.#.# #.#.# #...#
#.### ##### #...# #.... #...# #.... #.... #...# #...# ..#.. ...#. #.#.. #.... #...# #..## #...#
#.... #...# #...# #...# #..#. #.... #.... #...# #...# ..#.. #..#. #..#. #.... #...# #..## #...#
.###. #...# ####. .###. ###.. ##### #.... .###. #...# .###. .##.. #...# ##### #...# #...# .###.
..... ..... ..... ..... ..... ..... ..... ..... ..... ..... ..... ..... ..... ..... ..... .....

####. .###. ####. .#### ##### #...# #...# #...# #...# #...# ##### .###. #.... .###. ..#.. .....
#...# #...# #...# #.... ..#.. #...# #...# #...# #...# #...# ....# .#... .#... ...#. .#.#. .....
#...# #...# #...# #.... ..#.. #...# #...# #...# .#.#. .#.#. ...#. .#... .#... ...#. #...# .....
####. #...# ####. .###. ..#.. #...# #...# #.#.# ..#.. ..#.. ..#.. .#... ..#.. ...#. ..... .....
#.... #.#.# #.#.. ....# ..#.. #...# .#.#. #.#.# .#.#. ..#.. .#... .#... ...#. ...#. ..... .....
#.... #..#. #..#. ....# ..#.. #...# .#.#. ##.## #...# ..#.. #.... .#... ...#. ...#. ..... .....
#.... .##.# #...# ####. ..#.. .###. ..#.. #...# #...# ..#.. ##### .###. ....# .###. ..... .....
..... ..... ..... ..... ..... ..... ..... ..... ..... ..... ..... ..... ..... ..... ..... #####

.#... ..... #.... ..... ....# ..... ..##. ..... #.... ..#.. ...#. #.... .##.. ..... ..... .....
..#.. ..... #.... ..... ....# ..... .#... ..... #.... ..... ..... #.... ..#.. ..... ..... .....
..... .###. ####. .#### .#### .###. ####. .#### ####. .##.. ..##. #..#. ..#.. ##.#. ####. .###.
..... ....# #...# #.... #...# #...# .#... #...# #...# ..#.. ...#. #.#.. ..#.. #.#.# #...# #...#
..... .#### #...# #.... #...# ##### .#... #...# #...# ..#.. ...#. ##... ..#.. #.#.# #...# #...#
..... #...# #...# #.... #...# #.... .#... .#### #...# ..#.. ...#. #.#.. ..#.. #.#.# #...# #...#
..... .#### ####. .#### .#### .###. .#... ....# #...# .###. ...#. #..#. .###. #...# #...# .###.
..... ..... ..... ..... ..... ..... ..... .###. ..... ..... .##.. ..... ..... ..... ..... .....

..... ..... ..... ..... .#... ..... ..... ..... ..... ..... ..... ...## ..#.. ##... .....
..... ..... ..... ..... .#... ..... ..... ..... ..... ..... ..... ..#.. ..#.. ..#.. .....
####. .#### #.##. .#### ####. #...# #...# #...# #...# #...# ##### ..#.. ..#.. ..#.. .#..#
#...# #...# ##..# #.... .#... #...# #...# #...# .#.#. #...# ...#. .#... ..#.. ...#. #.##.
#...# #...# #.... .###. .#... #...# #...# #.#.# ..#.. #...# ..#.. ..#.. ..#.. ..#.. .....
####. .#### #.... ....# .#..# #...# .#.#. #.#.# .#.#. .#### .#... ..#.. ..#.. ..#.. .....
#.... ....# #.... ####. ..##. .#### ..#.. .#.#. #...# ....# ##### ...## ..#.. ##... .....
#.... ....# ..... ..... ..... ..... ..... ..... ..... .###. ..... ..... ..... ..... .....
"""
CELL_HEIGHT: Final = 12
CELL_WIDTH: Final = 8
HEIGHT: Final = ROWS * CELL_HEIGHT
WIDTH: Final = COLS * CELL_WIDTH
_LEFT: Final = 1  # pixels between the edge of a cell and its glyph
_TOP: Final = 2
_INK: Final = np.array([204, 204, 204], np.uint8)
_CURSOR: Final = np.array([255, 255, 255], np.uint8)


class Status(NamedTuple):
    """The status line as numbers.

    strength       the strength on the status line.  Edition 3.6 can show a strength as 18/50, which becomes
                   68 here (18 + 50)
    best_strength  the best strength on the status line.  If the status line shows no best strength, this
                   field equals `strength`
    armor          as 5.4 shows it, also for other editions: higher is better
    hunger         0 not hungry, 1 hungry, 2 weak, 3 fainting
    """

    depth: int = 0
    gold: int = 0
    hp: int = 0
    max_hp: int = 0
    strength: int = 0
    best_strength: int = 0
    armor: int = 0
    level: int = 0
    experience: int = 0
    hunger: int = 0


LOWEST: Final = np.array([-_BIGGEST if name == "armor" else 0 for name in Status._fields], np.int32)
HIGHEST: Final = np.array([3 if name == "hunger" else _BIGGEST for name in Status._fields], np.int32)


def read_status_row(row: bytes) -> Status | None:
    """Return a screen's last row as numbers, or None if it is not a status line.

    >>> read_status_row(b"Level: 1  Gold: 0      Hp: 12(12)  Str: 16(16)  Arm: 4   Exp: 1/0  Hungry").hunger
    1
    """
    found = _ROW.match(row)
    if found is None:
        return None
    depth, gold, hp, max_hp, strength, above, best, kind, armor, level, experience, hunger = found.groups()
    strong = int(strength) + int(above or 0)
    return Status(
        int(depth),
        int(gold),
        int(hp),
        int(max_hp),
        strong,
        strong if best is None else int(best),
        int(armor) if kind == b"Arm" else UNARMORED - int(armor),
        int(level),
        int(experience),
        _HUNGER.get(hunger, 0),
    )


def as_cells(screen: bytes | bytearray) -> Cells:
    """Return a screen of 1,920 bytes as a new array of 24 x 80 numbers."""
    return np.frombuffer(bytearray(screen), np.uint8).reshape(ROWS, COLS)


def true_map(world: World) -> Cells:
    """Return the whole level as 24 x 80 symbols, including everything hidden, invisible, or out of sight."""
    level = world.level
    cells = as_cells(level.cells)
    flat = cells.reshape(-1)
    hidden = np.frombuffer(bytes(level.flags), np.uint8) & REAL == 0
    for spot in np.flatnonzero(hidden[_ON_MAP]) + MAP.start:
        flat[spot] = _unhidden(level, int(spot))
    for foe in level.foes:
        flat[foe.spot] = ord(foe.kind.letter)
    flat[world.player.spot] = PLAYER
    return cells


def _unhidden(level: Level, spot: int) -> int:
    if level.is_hidden_trap(spot):
        return TRAP
    if level.flags[spot] & PASS:
        return PASSAGE
    symbol = level.cells[spot]
    return DOOR if symbol in (WALL_H, WALL_V) else symbol


def numbers_of(status: Status) -> NDArray[Any]:
    """Return a status as an array in the order of its fields."""
    return np.array(status, np.int32)


def glyphs() -> list[list[str]]:
    """Return the glyphs of all characters in the order of their codes; the first is that of the space.

    A glyph is a list of rows of pixels, in which `#` is a pixel with ink.

    >>> glyphs()[ord("T") - FIRST][:2]
    ['#####', '..#..']
    """
    found = []
    for strip in _DRAWN.strip("\n").split("\n\n"):
        rows = strip.split("\n")
        for at in range(0, len(rows[0]), GLYPH_COLS + 1):
            found.append([row[at : at + GLYPH_COLS] for row in rows])
    return found


@lru_cache
def _stencils() -> NDArray[np.bool_]:
    """Return an image for each of 256 character codes.  True is a pixel with ink."""
    cells = np.zeros((256, CELL_HEIGHT, CELL_WIDTH), np.bool_)
    for number, rows in enumerate(glyphs(), FIRST):
        ink = np.array([[dot == "#" for dot in row] for row in rows])
        cells[number, _TOP : _TOP + GLYPH_ROWS, _LEFT : _LEFT + GLYPH_COLS] = ink
    return cells


def screen_image(cells: bytes, cursor: tuple[int, int]) -> NDArray[np.uint8]:
    """Return a HEIGHT x WIDTH x 3 image of 1,920 characters.  The character at `cursor` is underlined."""
    codes = np.frombuffer(cells, np.uint8).reshape(ROWS, COLS)
    ink = _stencils()[codes].transpose(0, 2, 1, 3).reshape(HEIGHT, WIDTH)
    image: NDArray[np.uint8] = ink[:, :, None] * _INK
    row, col = cursor
    image[(row + 1) * CELL_HEIGHT - 1, col * CELL_WIDTH : (col + 1) * CELL_WIDTH] = _CURSOR
    return image
