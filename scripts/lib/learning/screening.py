"""Screening of knobs: each game draws one of two levels for every knob.

Levels are drawn for each band of depths separately.  A band is judged where the hero leaves it, by the purse
and the gold that the pack predicts, because later bands only add noise.  Games come in pairs: a knob that is
low in one game is high in the other.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple

from rogomatic.agent.beliefs.knob_sets import band_of, knobs_at
from rogomatic.agent.editions import BANDS, Edition
from rogomatic.agent.knobs import DEFAULT, KNOBS, Knobs
from rogomatic.agent.memory.long_term_memory import Memory
from scripts.lib.laboratory.moments import begin
from scripts.lib.learning.arrivals import Arrival, figures_of, gold_foretold, solve_prices

_FARTHEST: Final = 0.6  # part of the way to a better level that a knob is moved at most

Levels = Mapping[str, tuple[int, int]]
"""The low and the high level of each knob, on either side of its default."""


class ScreenedGame(NamedTuple):
    """A finished game.

    arrivals  first depth of a band -> the hero that came to it, or, falling, deeper into it
    """

    number: int
    score: int
    arrivals: Mapping[int, Arrival]


class Effect(NamedTuple):
    """Gain of a knob's high level over its low one in a band, in gold a game.

    error   of `gain`, one standard deviation
    shrunk  the expected gain, after shrinkage by the errors of all knobs
    """

    name: str
    gain: float
    error: float
    shrunk: float


def signs(levels: Levels, game: int) -> list[list[int]]:
    """Return the levels of a game for each band and knob: 1 for high, -1 for low.

    >>> some = {"rest_pct": (25, 60), "zap_pct": (4, 20)}
    >>> [[a + b for a, b in zip(*pair)] for pair in zip(signs(some, 6), signs(some, 7))]
    [[0, 0], [0, 0], [0, 0], [0, 0]]
    """
    dice, turned = random.Random(f"bands {game // 2}"), (1, -1)[game % 2]
    return [[dice.choice((-1, 1)) * turned for _ in levels] for _ in BANDS]


def around(levels: Levels, now: Knobs) -> dict[str, tuple[int, int]]:
    """Return levels moved from the defaults to these knobs, keeping ratios if all values are positive.

    >>> around({"rest_pct": (25, 60)}, DEFAULT)
    {'rest_pct': (25, 60)}
    """
    found = {}
    for name, both in levels.items():
        knob, here = KNOBS[name], getattr(now, name)
        plain = knob.default
        if min(plain, here, *both) > 0:
            low, high = (round(end * here / plain) for end in both)
        else:
            low, high = (here + end - plain for end in both)
        found[name] = max(_set(low, here, plain, -1), knob.least), min(_set(high, here, plain, 1), knob.most)
    return found


def _set(level: int, here: int, plain: int, outward: int) -> int:
    """Return a level, moved off a default that would count as not set."""
    return level + outward if level == plain != here else level


def knobs_of(levels: Levels, game: int, edition: Edition, least: int = 1) -> dict[int, Knobs]:
    """Return the knobs of a game by the first depth of each band.

    least  bands that begin at a smaller depth keep the knobs of normal play
    """
    chosen = {}
    for first, lots in zip(BANDS, signs(levels, game), strict=True):
        now = knobs_at(edition, first, DEFAULT)
        chosen[first] = now
        if first >= least:
            both = around(levels, now)
            values = {name: both[name][lot > 0] for name, lot in zip(levels, lots, strict=True)}
            chosen[first] = replace(now, **values)
    return chosen


def play_screened(
    levels: Levels, game: int, first_seed: int, memory: Memory, edition: Edition, least: int = 1
) -> ScreenedGame:
    """Play a game to its end with the knobs of each band; `least` as for knobs_of."""
    chosen = knobs_of(levels, game, edition, least)
    course = begin(first_seed + game // 2, memory, chosen[BANDS[0]], edition)
    player, depth = course.player, 0
    found: dict[int, tuple[int, int, tuple[float, ...]]] = {}
    while not course.over:
        course.step()
        me = player.beliefs.me
        if me.depth != depth:
            depth = me.depth
            player.play_by(chosen[band_of(depth)])
        if player.beliefs.waiting.kind == "command":
            for first in BANDS[1:]:
                if first <= depth and first not in found:
                    found[first] = depth, me.gold, figures_of(player.beliefs)
    score = player.report().score
    arrivals = {
        first: Arrival(game, depth, score - gold, figures) for first, (depth, gold, figures) in found.items()
    }
    return ScreenedGame(game, score, arrivals)


def effects(
    levels: Levels, games: Sequence[ScreenedGame], known: Collection[str] = (), least: int = 1
) -> dict[int, list[Effect]]:
    """Fit the effect of each knob in each band from the depth `least` on, by least squares.

    games  many more than knobs; a band that too few heroes reach is left out
    known  knobs whose gains do not count for the shrinkage of the others
    """
    import numpy as np

    everybody = {one.number: 0.0 for one in games}
    worths = [everybody, *[_worths(games, first) for first in BANDS[1:]], {}]
    found = {}
    for number, first in enumerate(BANDS):
        before, after = worths[number], worths[number + 1]
        there = [one for one in games if one.number in before]
        if first < least or len(there) < 2 * len(levels):
            continue
        came = np.array([after.get(one.number, one.score) for one in there], float)
        lots = np.array([signs(levels, one.number)[number] for one in there], float)
        had = [[1.0] if number == 0 else [1.0, before[one.number]] for one in there]
        gains, errors = _fitted(np.hstack([lots, had]), came, len(there) / len(games), len(levels))
        judged = np.array([name not in known for name in levels])
        truth = max(float(np.mean((gains**2 - errors**2)[judged])), 0.0)
        rows = np.column_stack([gains, errors, gains * truth / (truth + errors**2)]).tolist()
        found[first] = [Effect(name, *row) for name, row in zip(levels, rows, strict=True)]
    return found


def _worths(games: Sequence[ScreenedGame], first: int) -> dict[int, float]:
    """Return game -> purse on arrival at a depth plus the gold predicted from there."""
    there = [(one, one.arrivals[first]) for one in games if first in one.arrivals]
    if not there:
        return {}
    prices = solve_prices([arrival for _, arrival in there])
    return {
        one.number: one.score - arrival.gold + gold_foretold(prices, arrival.figures)
        for one, arrival in there
    }


def _fitted(design: Any, came: Any, share: float, knobs: int) -> tuple[Any, Any]:
    """Return gains from low to high and their errors, in gold a game.

    knobs  number of columns of the design that are knobs        share  of all games that reach the band
    """
    import numpy as np

    inverse = np.linalg.inv(design.T @ design)
    slopes = inverse @ design.T @ came
    rest = came - design @ slopes
    spread = float(rest @ rest) / (len(came) - design.shape[1])
    return 2 * share * slopes[:knobs], 2 * share * np.sqrt(np.diag(inverse)[:knobs] * spread)


def moved(levels: Levels, found: Sequence[Effect], step: float, now: Knobs = DEFAULT) -> Knobs:
    """Return the knobs of a band, each moved part of the way to its better level.

    step  part of the way per gold of the expected gain, at most _FARTHEST in all
    """
    both = around(levels, now)
    return replace(
        now, **{one.name: _moved(getattr(now, one.name), both[one.name], one, step) for one in found}
    )


def _moved(now: int, both: tuple[int, int], found: Effect, step: float) -> int:
    knob = KNOBS[found.name]
    end = both[found.gain > 0]
    part = min(step * abs(found.shrunk), _FARTHEST)
    there: float = now * (end / now) ** part if min(now, *both) > 0 else now + (end - now) * part
    return min(max(round(there), knob.least), knob.most)
