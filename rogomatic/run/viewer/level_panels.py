"""The panels of the level: its map as the agent believes it to be, and its figures."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from rogomatic.agent.beliefs.model import Beliefs
from rogomatic.agent.beliefs.terrain_map import (
    ACROSS,
    DOOR,
    FLOOR,
    PASSAGE,
    STAIRS,
    TRAP,
    UNKNOWN,
    UPRIGHT,
    WALKABLE,
    TerrainMap,
)
from rogomatic.agent.engine.rule_engine import Choice
from rogomatic.agent.experts.leaving import is_hurried
from rogomatic.agent.screen.vt100 import COLS, ROWS, SIZE
from rogomatic.agent.think.ground.hidden_doors import search_gains
from rogomatic.agent.think.ground.rings import ring_squares
from rogomatic.run.viewer.canvas import (
    Line,
    Mind,
    Style,
    Subject,
    cut,
    labelled,
)
from rogomatic.run.viewer.describe import place_in_words
from rogomatic.run.viewer.mind_panels import squares_of
from rogue.shared.wording import plural

DIGIT_GROUND: Final = b".#"  # symbols in whose place a chance may be drawn
CHART_LEGEND: Final = "?: new  1-9: % that a search finds  bold: loop  m closes"
LEGEND: Final = "?: something new   1-9: chance in % that a search there finds something   bold: loop"
_SYMBOLS: Final = bytes.maketrans(
    bytes((UNKNOWN, FLOOR, PASSAGE, DOOR, STAIRS, TRAP, ACROSS, UPRIGHT)), b" .#+%^-|"
)
_WALKED: Final = bytes.maketrans(bytes((0, 1)), bytes((Style.DIM, Style.PLAIN)))
_SAME: Final = re.compile(rb"(.)\1*", re.DOTALL)  # squares of one look in a row
_MIN: Final = 0.005  # a chance below this is not shown
_MAP_ROWS: Final = ROWS - 2


def chart(agent: Subject, choice: Choice | None, width: int, height: int) -> list[Line]:
    """Return the believed map around the hero, with a legend if it fits."""
    beliefs = agent.beliefs
    text, looks = _cells(beliefs, squares_of(agent, choice))
    tall = min(height, _MAP_ROWS)
    row, col = divmod(max(beliefs.me.spot, COLS), COLS)
    top = min(max(row - 1 - tall // 2, 0), _MAP_ROWS - tall) + 1
    left = min(max(col - width // 2, 0), max(COLS - width, 0))
    lines = [
        tuple(
            (text[part.start() : part.end()].decode("ascii"), Style(looks[part.start()]))
            for part in _SAME.finditer(looks, start + left, start + min(left + width, COLS))
        )
        for start in range(top * COLS, (top + tall) * COLS, COLS)
    ]
    if height > _MAP_ROWS:
        lines.append(((LEGEND[:width], Style.DIM),))
    return lines


def hidden_in(level: TerrainMap) -> dict[int, float]:
    """Return the squares where a search may find something, with the chance of each."""
    return {spot: gain for spot, (gain, _) in search_gains(level).items() if gain >= _MIN}


def loops_in(level: TerrainMap) -> frozenset[int]:
    """Return the doors and passage squares on loops."""
    return _loops_of(bytes(level.code))


@lru_cache(maxsize=4)
def _loops_of(code: bytes) -> frozenset[int]:
    """Work the loops out: once for a terrain, as panels ask at every frame."""
    level = TerrainMap(0)
    level.code[:] = code
    return frozenset(ring_squares(level))


def digit(chance: float) -> str:
    """Return a chance in per cent as one figure.

    >>> digit(0.031), digit(0.4)
    ('3', '9')
    """
    return str(min(max(round(100 * chance), 1), 9))


def _cells(beliefs: Beliefs, path: tuple[int, ...]) -> tuple[bytearray, bytearray]:
    """Return what stands on every square, and its look."""
    level = beliefs.level
    text = level.code[:SIZE].translate(_SYMBOLS)
    looks = level.been[:SIZE].translate(_WALKED)

    def mark(spot: int, look: Style, symbol: str = "") -> None:
        looks[spot] = look
        if symbol:
            text[spot] = ord(symbol)

    for spot, chance in hidden_in(level).items():
        if text[spot] in DIGIT_GROUND:
            mark(spot, Style.HINT, digit(chance))
    for spot in loops_in(level):
        mark(spot, Style.STRONG)
    for spot in level.frontier:
        mark(spot, Style.HINT, "?")
    for spot in path:
        mark(spot, Style.PATH)
    for spot, symbol in level.things.items():
        mark(spot, Style.GOLD if symbol == "*" else Style.PLAIN, symbol)
    for spot, foe in (*beliefs.foes.lurking.items(), *beliefs.foes.seen.items()):
        mark(spot, Style.FOE if spot in beliefs.foes.seen else Style.DIM, foe.letter)
    if beliefs.me.spot >= 0:
        mark(beliefs.me.spot, Style.HERO, "@")
    return text, looks


def level(agent: Mind, choice: Choice | None, width: int, height: int) -> list[Line]:  # noqa: ARG001
    """Return turns spent here, squares known and walked, suspicion, loops, turns without news."""
    beliefs, ground, watch = agent.beliefs, agent.beliefs.level, agent.beliefs.watch
    walkable = [spot for spot in range(COLS, SIZE - COLS) if ground.code[spot] in WALKABLE]
    known = SIZE - 2 * COLS - ground.code[COLS : SIZE - COLS].count(UNKNOWN)
    been = sum(ground.been[spot] for spot in walkable)
    turns = plural(beliefs.turn - watch.level_turn, "turn")
    pace = "in a hurry to go on" if is_hurried(beliefs) else "there is time to look around"
    lines = labelled("here", f"for {turns}, {pace}", width)
    lines += labelled("known", f"{plural(known, 'square')}, {been} of {len(walkable)} walked", width)
    front = len(ground.frontier)
    lines += labelled("unseen", f"{plural(front, 'square')} may show something new", width)
    lines += labelled("things", f"{len(ground.things)} in sight, {ground.gold_taken} gold taken", width)
    lines += labelled("hidden", _suspicion(beliefs), width, Style.HINT)
    lines += labelled("searched", f"for {plural(watch.swept, 'turn')}", width)
    loops = len(loops_in(ground))
    lines += labelled("loops", f"{plural(loops, 'square')} of passages" if loops else "none known", width)
    lines += labelled("no news", f"for {plural(watch.idle, 'turn')}", width)
    if watch.danced:
        text = f"{plural(watch.danced, 'turn')} without a blow that counts"
        lines += labelled("stand-off", text, width)
    return cut(lines, height)


def _suspicion(beliefs: Beliefs) -> str:
    """Return the best place to search."""
    odds = hidden_in(beliefs.level)
    if not odds:
        return "nothing suspected"
    spot = max(odds, key=lambda one: (odds[one], -one))
    return f"best searched for {place_in_words(beliefs, spot)}: {100 * odds[spot]:.0f}% a search"
