"""How monsters that watch the player predict the player's next step (VMN-46)."""

from __future__ import annotations

from typing import Final

from rogue.minds.geometry import sees, square_distance, ways_of
from rogue.state.entities import AWAKE, NO_HEADING, NO_STEP, UNASKED, LevelMinds, Monster
from rogue.state.grid import COLS, distance2
from rogue.state.world import World
from rogue.tables.glyphs import DOOR, STAIRS

STAYS: Final = 8
UNKNOWN: Final = NO_STEP
SYMBOLS: Final = 9
FEWEST_CASES: Final = 8  # required cases of a context
SURE_TENTHS: Final = 7  # required lower end of the interval, in tenths
MOST_MOVES: Final = 4  # maximum number of predicted moves
_SIGMAS2: Final = 38416  # the square of 1.96, in ten-thousandths
_SHORT: Final = 20  # number of contexts of one step
_TENTHS: Final = 10
_STEPS: Final = (-COLS, 1 - COLS, 1, 1 + COLS, COLS, COLS - 1, -1, -1 - COLS)
"""Octant, clockwise from up -> step."""


def octant(down: int, right: int) -> int:
    """Return the octant nearest to a direction in rows and columns.  Octant 0 is up, 1 up and right.

    >>> octant(-3, 1), octant(-3, 2), octant(0, 5), octant(4, 0), octant(1, -1)
    (0, 1, 2, 4, 5)
    """
    rows, cols = abs(down), abs(right)
    big, small = (rows, cols) if rows > cols else (cols, rows)
    if (big + small) * (big + small) < 2 * big * big:  # less than 22.5 degrees off a row or a column
        if rows > cols:
            return 0 if down < 0 else 4
        return 2 if right > 0 else 6
    if down < 0:
        return 1 if right > 0 else 7
    return 3 if right > 0 else 5


def watch_player(world: World) -> None:
    """Learn from the player's last step (VMN-46).  The next step is predicted only when a monster asks.

    The watcher is the nearest monster that saw the player before the step.  Nothing is learned unless the
    watcher still sees the player.  A step is recorded as a symbol relative to the line from the watcher to
    the player: 0 is straight away from the watcher, 1 to 7 follow clockwise, and 8 means that the player
    stayed.  The computation uses only integers, and no dice.
    """
    minds = world.minds
    assert minds is not None
    minds.heading = NO_HEADING
    old, hero = minds.watched, world.player.spot
    minds.watched = 0
    foe = _nearest_watcher(world, old) if old else None
    if foe is None or square_distance(old, hero) > 1 or not sees(world, foe.spot, hero):
        minds.last_step = minds.step_before = UNKNOWN
        minds.context = minds.longer_context = -1
        return
    step = STAYS if hero == old else _STEPS.index(hero - old)
    if minds.context >= 0:
        _learn(minds, _relative(step, minds.line))
    minds.step_before, minds.last_step = minds.last_step, step
    minds.line = _direction(foe.spot, hero)
    _set_contexts(minds, touches=hero in ways_of(world, foe.spot))
    minds.heading = UNASKED


def heading_of(minds: LevelMinds) -> int:
    """Return the octant of the player's predicted step.

    Return NO_HEADING if the prediction is not sure, or says that the player will stay.
    """
    if minds.heading == UNASKED:
        symbol = foreseen(minds)
        moves = symbol not in (STAYS, UNKNOWN)
        minds.heading = (symbol + minds.line) % len(_STEPS) if moves else NO_HEADING
    return minds.heading


def cut_off(world: World, foe: Monster) -> int | None:
    """Return the square where a monster can intercept the walking player (VMN-47).  Return None if it cannot.

    The player is expected to walk straight on, for half the distance to the monster.  The returned square is
    the end of this walk.  If doors or stairs are on the way, the walk ends at the first of them.  If there
    are none, return None unless the walk brings the player nearer to the monster.
    """
    minds, kind, rules = world.minds, foe.kind.mind, world.rules.minds
    if minds is None or kind is None or rules is None or not kind.learns or not rules.foresight:
        return None
    heading = heading_of(minds)
    if heading == NO_HEADING:
        return None
    hero = spot = world.player.spot
    distance = square_distance(foe.spot, hero)
    for _ in range(min(distance // 2, MOST_MOVES)):
        near = spot + _STEPS[heading]
        if near not in ways_of(world, spot):
            break
        spot = near
        if world.level.cells[spot] in (DOOR, STAIRS):
            return spot
    return spot if square_distance(foe.spot, spot) < distance else None


def foreseen(minds: LevelMinds) -> int:
    """Return the predicted symbol of the next step.  Return UNKNOWN if the prediction is not sure."""
    likeliest, most, cases = _forecast(minds)
    if cases < FEWEST_CASES:
        return UNKNOWN
    place = _place(likeliest, most, cases, minds.context)
    sure = is_sure(minds.forecasts[place], minds.forecasts[place + 2 * _TENTHS])
    return likeliest if sure else UNKNOWN


def is_sure(hits: int, cases: int) -> bool:
    """Return whether the lower end of Wilson's 95 % interval for hits/cases is at least 0.7.

    >>> is_sure(8, 8), is_sure(9, 9), is_sure(80, 100), is_sure(78, 100)
    (False, True, True, False)
    """
    more = _TENTHS * hits - SURE_TENTHS * cases
    spread = _SIGMAS2 * SURE_TENTHS * (_TENTHS - SURE_TENTHS) * cases
    return more > 0 and 10_000 * more * more >= spread


def _nearest_watcher(world: World, spot: int) -> Monster | None:
    """Return the nearest monster that saw the player on `spot` last turn.  Return None if none did."""
    best, least, before = None, 0, world.turns - 1
    for foe in world.level.foes:
        mind = foe.mind
        if mind is None or mind.saw != before or not foe.flags & AWAKE:
            continue
        far = distance2(foe.spot, spot)
        if best is None or far < least:
            best, least = foe, far
    return best


def _learn(minds: LevelMinds, symbol: int) -> None:
    """Count a step in the present contexts.  If there was a forecast, count it as right or wrong."""
    likeliest, most, cases = _forecast(minds)
    if cases:
        place = _place(likeliest, most, cases, minds.context)
        minds.forecasts[place] += likeliest == symbol
        minds.forecasts[place + 2 * _TENTHS] += 1
    minds.steps[minds.context * SYMBOLS + symbol] += 1
    if minds.longer_context >= 0:
        minds.steps[minds.longer_context * SYMBOLS + symbol] += 1


def _forecast(minds: LevelMinds) -> tuple[int, int, int]:
    """Return (likeliest next step, its number of cases in the context, all cases in the context).

    Use the longer context if it has enough cases.  Otherwise, use the shorter context.
    """
    context = minds.longer_context
    row = _row(minds, context) if context >= 0 else []
    cases = sum(row)
    if cases < FEWEST_CASES:
        row = _row(minds, minds.context)
        cases = sum(row)
    most = max(row)
    return row.index(most), most, cases


def _row(minds: LevelMinds, context: int) -> list[int]:
    return minds.steps[context * SYMBOLS : context * SYMBOLS + SYMBOLS]


def _place(likeliest: int, most: int, cases: int, context: int) -> int:
    """Return the index of the counter for forecasts of this kind.

    `most` is the number of cases, out of `cases`, in which the step `likeliest` followed.  The index is
    10 * most // (cases + 1), plus 10 if the step that is forecast is the same as the last step.
    """
    tenth = min(_TENTHS * most // (cases + 1), _TENTHS - 1)
    return tenth + (_TENTHS if likeliest == context % _TENTHS else 0)


def _set_contexts(minds: LevelMinds, *, touches: bool) -> None:
    """Record the contexts in which the next step will be taken.

    The short context consists of the last step and `touches`.  The longer context also contains the step
    before the last one.
    """
    last, before = _relative(minds.last_step, minds.line), _relative(minds.step_before, minds.line)
    minds.context = touches * _TENTHS + last
    minds.longer_context = -1
    if UNKNOWN not in (last, before):
        minds.longer_context = _SHORT + (touches * SYMBOLS + last) * SYMBOLS + before


def _relative(step: int, line: int) -> int:
    return step if step >= STAYS else (step - line) % len(_STEPS)


def _direction(a: int, b: int) -> int:
    return octant(b // COLS - a // COLS, b % COLS - a % COLS)
