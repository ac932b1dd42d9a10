"""Panel: the level as the agent believes it to be: explored, promising, suspected, loops.

Owns   the believed map as lines; which squares are suspected or on a loop, also for the live map.
Leaves the beliefs (beliefs.level), the odds (think.secrets), the loops (think.loops).
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from rogomatic.beliefs.level import ACROSS, DOOR, FLOOR, PASSAGE, STAIRS, TRAP, UNKNOWN, UPRIGHT, Level
from rogomatic.beliefs.model import Beliefs
from rogomatic.rules import Choice
from rogomatic.run.panels.lines import Line, Look
from rogomatic.run.panels.plan import squares_of
from rogomatic.run.panels.subject import Subject
from rogomatic.screen import COLS, ROWS, SIZE
from rogomatic.think.loops import ring_squares
from rogomatic.think.secrets import hidden_odds

LEGEND: Final = "?: something new   1-9: chance in % that a search finds something   bold: loop"
_SYMBOLS: Final = {
    UNKNOWN: " ", FLOOR: ".", PASSAGE: "#", DOOR: "+", STAIRS: "%", TRAP: "^", ACROSS: "-", UPRIGHT: "|",
}  # fmt: skip
_LEAST: Final = 0.005  # a chance below this is not shown
_MAP_ROWS: Final = ROWS - 2

Mark = tuple[str, Look]
"""What is drawn on a square: a symbol, "" for the one that is there, and a look."""


def chart(agent: Subject, choice: Choice | None, width: int, height: int) -> list[Line]:
    """Return the believed map, cut to a window around the hero where room is short; the legend if it fits."""
    b = agent.beliefs
    cells = _cells(b, squares_of(agent, choice))
    tall = min(height, _MAP_ROWS)
    row, col = divmod(max(b.me.spot, COLS), COLS)
    top = min(max(row - 1 - tall // 2, 0), _MAP_ROWS - tall) + 1
    left = min(max(col - width // 2, 0), max(COLS - width, 0))
    lines = [
        tuple(cells[start + left : start + min(left + width, COLS)])
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


def _cells(b: Beliefs, path: tuple[int, ...]) -> list[Mark]:
    """Return what stands on every square."""
    level = b.level
    cells: list[Mark] = [
        (_SYMBOLS[level.code[spot]], Look.PLAIN if level.been[spot] else Look.DIM) for spot in range(SIZE)
    ]
    for spot, chance in hidden_in(level).items():
        cells[spot] = (digit(chance), Look.HINT)
    for spot in loops_in(level):
        cells[spot] = (cells[spot][0], Look.STRONG)
    for spot in level.frontier:
        cells[spot] = ("?", Look.HINT)
    for spot in path:
        cells[spot] = (cells[spot][0], Look.PATH)
    for spot, symbol in level.things.items():
        cells[spot] = (symbol, Look.GOLD if symbol == "*" else Look.PLAIN)
    for spot, foe in (*b.foes.lurking.items(), *b.foes.seen.items()):
        cells[spot] = (foe.letter, Look.FOE if spot in b.foes.seen else Look.DIM)
    if b.me.spot >= 0:
        cells[b.me.spot] = ("@", Look.HERO)
    return cells
