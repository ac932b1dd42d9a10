"""Panel: the level as the agent believes it to be: explored, promising, suspected, loops.

Owns   the believed map as lines; which squares are suspected or on a loop, also for the live map.
Leaves the beliefs (beliefs.level), the odds (think.secrets), the loops (think.loops).
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from rogomatic.beliefs.level import ACROSS, DOOR, FLOOR, PASSAGE, STAIRS, TRAP, UNKNOWN, UPRIGHT, Level
from rogomatic.beliefs.model import Beliefs
from rogomatic.rules import Choice
from rogomatic.run.show.panels.lines import Line, Look
from rogomatic.run.show.panels.plan import squares_of
from rogomatic.run.show.panels.subject import Subject
from rogomatic.screen import COLS, ROWS, SIZE
from rogomatic.think.loops import ring_squares
from rogomatic.think.secrets import hidden_odds

LEGEND: Final = "?: something new   1-9: chance in % that a search finds something   bold: loop"
_SYMBOLS: Final = bytes.maketrans(
    bytes((UNKNOWN, FLOOR, PASSAGE, DOOR, STAIRS, TRAP, ACROSS, UPRIGHT)), b" .#+%^-|"
)
_WALKED: Final = bytes.maketrans(bytes((0, 1)), bytes((Look.DIM, Look.PLAIN)))
_SAME: Final = re.compile(rb"(.)\1*", re.DOTALL)  # squares of one look in a row
_LEAST: Final = 0.005  # a chance below this is not shown
_MAP_ROWS: Final = ROWS - 2



def chart(agent: Subject, choice: Choice | None, width: int, height: int) -> list[Line]:
    """Return the believed map, cut to a window around the hero where room is short; the legend if it fits."""
    b = agent.beliefs
    text, looks = _cells(b, squares_of(agent, choice))
    tall = min(height, _MAP_ROWS)
    row, col = divmod(max(b.me.spot, COLS), COLS)
    top = min(max(row - 1 - tall // 2, 0), _MAP_ROWS - tall) + 1
    left = min(max(col - width // 2, 0), max(COLS - width, 0))
    lines = [
        tuple(
            (text[part.start() : part.end()].decode("ascii"), Look(looks[part.start()]))
            for part in _SAME.finditer(looks, start + left, start + min(left + width, COLS))
        )
        for start in range(top * COLS, (top + tall) * COLS, COLS)
    ]
    if height > _MAP_ROWS:
        lines.append(((LEGEND[:width], Look.DIM),))
    return lines


def hidden_in(level: Level) -> dict[int, float]:
    """Return the squares that may hide something, with the chance that one search beside them finds it."""
    return {spot: odds.chance for spot, odds in hidden_odds(level).items() if odds.chance >= _LEAST}


def loops_in(level: Level) -> frozenset[int]:
    """Return the doors and passage squares on loops."""
    return _loops_of(bytes(level.code))


@lru_cache(maxsize=4)
def _loops_of(code: bytes) -> frozenset[int]:
    """Work the loops out: once for a terrain, as panels ask at every frame."""
    level = Level(0)
    level.code[:] = code
    return frozenset(ring_squares(level))


def digit(chance: float) -> str:
    """Return a chance in per cent as one figure.

    >>> digit(0.031), digit(0.4)
    ('3', '9')
    """
    return str(min(max(round(100 * chance), 1), 9))


def _cells(b: Beliefs, path: tuple[int, ...]) -> tuple[bytearray, bytearray]:
    """Return what stands on every square, and its look."""
    level = b.level
    text = level.code[:SIZE].translate(_SYMBOLS)
    looks = level.been[:SIZE].translate(_WALKED)

    def mark(spot: int, look: Look, symbol: str = "") -> None:
        looks[spot] = look
        if symbol:
            text[spot] = ord(symbol)

    for spot, chance in hidden_in(level).items():
        mark(spot, Look.HINT, digit(chance))
    for spot in loops_in(level):
        mark(spot, Look.STRONG)
    for spot in level.frontier:
        mark(spot, Look.HINT, "?")
    for spot in path:
        mark(spot, Look.PATH)
    for spot, symbol in level.things.items():
        mark(spot, Look.GOLD if symbol == "*" else Look.PLAIN, symbol)
    for spot, foe in (*b.foes.lurking.items(), *b.foes.seen.items()):
        mark(spot, Look.FOE if spot in b.foes.seen else Look.DIM, foe.letter)
    if b.me.spot >= 0:
        mark(b.me.spot, Look.HERO, "@")
    return text, looks
