"""The chances of hidden doors or passages, which shrink with each vain search."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from rogomatic.agent.beliefs.cached_results import Bound, LevelResults
from rogomatic.agent.beliefs.terrain_map import AROUND, UNKNOWN, WALKABLE, Square, TerrainMap, box_of
from rogomatic.agent.kernels.cost_map import Costs
from rogomatic.agent.screen.vt100 import COLS, SIZE
from rogomatic.agent.think.ground.frontier_value import region_worths
from rogomatic.agent.think.ground.secret_clues import SecretSurvey, places_of, survey_of

_WALK_WEIGHT: Final = 8.0  # turns of search over which the cost of a walk is spread
_SPENT: Final = 4.2  # yield of that many turns, in units of the first turn's
_ELSEWHERE: Final = 0.15  # chance that a region is joined without any clue
_NO_WORTH: Final = 2.0  # worth of a search that leads to nothing unseen
_SQUARES: Final = SIZE + COLS + 1  # including the squares one step off the map
_IS_WALKABLE: Final = bytes(kind in WALKABLE for kind in range(256))

SecretOdds = tuple[list[float], list[float]]
"""For each square, the chance that a search next to it finds something on it, and the expected gold."""

Beside = tuple[tuple[Square, tuple[Square, ...]], ...]
"""(square, squares beside it that may hide something)"""


class SearchPlace(NamedTuple):
    """Square to search from.

    gain    chance that one search from the square finds something
    yields  gold per turn, counting the turns of the walk to the square
    """

    spot: Square
    gain: float
    yields: float


def best_place(level: TerrainMap, reach: Costs, meal: int = 0) -> SearchPlace | None:
    """Return the reachable SearchPlace with the most gold per turn, if any.  A meal is worth `meal` gold."""
    results = _brought_up_to_date(level, meal)
    gains, limit = results.gains, _SPENT * results.most_gain
    best, most = -1, -1.0
    for spot in reach.spots():
        gain = gains.get(spot)
        if gain is not None:
            turns = reach.get(spot, 0) + _WALK_WEIGHT
            if limit / turns <= most:
                break  # the squares that are left are at least as far
            yields = _SPENT * gain[1] / turns
            if yields > most:
                best, most = spot, yields
    return SearchPlace(best, gains[best][0], most) if best >= 0 else None


def place_here(level: TerrainMap, spot: Square, most: float, meal: int = 0) -> SearchPlace | None:
    """Return the hero's square `spot` as a SearchPlace if no square yields more gold per turn.

    most  upper limit of the yields of all squares
    """
    gain = _brought_up_to_date(level, meal).gains.get(spot)
    if gain is None or _SPENT * gain[1] / _WALK_WEIGHT < most:
        return None
    return SearchPlace(spot, gain[0], _SPENT * gain[1] / _WALK_WEIGHT)


def place_at(level: TerrainMap, spot: Square, meal: int = 0) -> SearchPlace:
    """Return the SearchPlace for a walkable square, as if the hero were on it."""
    around = tuple([spot + step for step in AROUND])
    chance, gold = _gains(hidden_odds(level, meal), ((spot, around),))[spot]
    return SearchPlace(spot, chance, _SPENT * gold / _WALK_WEIGHT)


def most_yields(level: TerrainMap, bound: Bound, meal: int = 0) -> float:
    """Return an upper limit of the gold per turn that any place yields.  Return -1 if there is no place."""
    results = _brought_up_to_date(level, meal)
    most = -1.0
    for spot, (_, worth) in results.gains.items():
        # A hero already there would find at most this, usually less than the best so far.
        if _SPENT * worth / _WALK_WEIGHT > most:
            yields = _SPENT * worth / (bound.to(spot) + _WALK_WEIGHT)
            if yields > most:
                most = yields
    return most


def most_at_once(level: TerrainMap, meal: int = 0) -> float:
    """Return the maximum gold per turn of any place, as if the hero were already there."""
    return _SPENT * _brought_up_to_date(level, meal).most_gain / _WALK_WEIGHT


def search_gains(level: TerrainMap) -> dict[int, tuple[float, float]]:
    """Return square -> (chance that a search from there finds something, expected gold).

    The expected gold does not count the worth of food that may be found.
    """
    return _brought_up_to_date(level, 0).gains


def _brought_up_to_date(level: TerrainMap, meal: int) -> LevelResults:
    """Return the level's results.  If the gains of searches are out of date, compute them first."""
    code, looked, searches = level.ground(), bytes(level.looked), bytes(level.searches)
    state = code, looked, searches
    results = level.results
    food = meal, level.food_seen
    if (
        results.gains_of == state
        and results.gains_food == food
        and (not results.gains_been or results.gains_been == level.been)
    ):
        return results
    survey = survey_of(code, level.depth, level.is_plain)
    results.gains = around_clues(level, meal)
    results.most_gain = max([worth for _, worth in results.gains.values()], default=0.0)
    results.gains_of, results.gains_food = state, food
    results.gains_been = bytes(level.been) if survey.mazes else b""
    return results


def around_clues(level: TerrainMap, meal: int = 0) -> dict[int, tuple[float, float]]:
    """Return square -> (chance, gold) of a search, computed without a cache.  A meal is worth `meal` gold."""
    return _gains(hidden_odds(level, meal), _beside(level.ground(), level.depth, level.is_plain))


def _gains(odds: SecretOdds, beside: Beside) -> dict[int, tuple[float, float]]:
    """Return square -> (chance that a search from there finds something on the squares beside it, gold)."""
    chances, golds = odds
    gains: dict[int, tuple[float, float]] = {}
    for spot, clues in beside:
        chance = gold = 0.0
        for clue in clues:
            part = chances[clue]
            if part:
                chance += part
                gold += golds[clue]
        gains[spot] = chance, gold
    return gains


def hidden_odds(level: TerrainMap, meal: int = 0) -> SecretOdds:
    """Return, for each square, the chance that a search on an adjacent square finds something there.

    Also return the gold that is expected from this search.  If a hidden door is next to the hero, one search
    finds the door with chance 1/5.  For a hidden passage square, the chance is 1/3 (SRC-2).

    Rooms lie in nine boxes.  Each box is joined to a neighboring box, and a room has at most one door per
    side (GEN-22, GEN-30c).  Every room can be reached, so a connection that is not found in one place must be
    in another place (GEN-30b).
    """
    survey = survey_of(level.ground(), level.depth, level.is_plain)
    code, looked, searches = level.ground(), level.looked, level.searches
    open_mazes, worth = _open_mazes(level, survey), _worths(level, survey, meal)
    sums = [_ELSEWHERE] * len(worth)
    found: list[tuple[int, float, int]] = []  # square, chance, region
    for spot, weight, remainder, region in survey.clues:
        # Squares that the hero has not been next to need a look, not a search.
        if (code[spot] != UNKNOWN or looked[spot]) and not (open_mazes and region in open_mazes):
            count = searches[spot]
            # Bayes: searches were in vain either because they missed something or because nothing is hidden.
            still = weight * remainder.left[count]
            vain = 1.0 - weight + still
            sums[region] = sums[region] + still / vain
            found.append((spot, weight * remainder.found[count] / vain, region))
    most = [min(total, 1.0) for total in sums[:-1]] + [1.0]
    chances, golds = [0.0] * _SQUARES, [0.0] * _SQUARES
    for spot, part, region in found:
        chance = part / most[region]
        if chance > chances[spot]:
            chances[spot], golds[spot] = chance, chance * worth[region]
    return chances, golds


def _open_mazes(level: TerrainMap, survey: SecretSurvey) -> set[int]:
    """Return the regions of mazes whose unseen squares can be reached without a search."""
    if not survey.mazes:
        return set()
    open_boxes = {box_of(spot) for spot in level.frontier if level.neighbors(spot)}
    first = len(survey.rooms) - len(survey.mazes)
    return {first + number for number, box in enumerate(survey.mazes) if box in open_boxes}


def _worths(level: TerrainMap, survey: SecretSurvey, meal: int) -> list[float]:
    """Return the worth of each region in gold.  The last number is for squares without a region."""
    return [*region_worths(level, survey.rooms, meal), _NO_WORTH]


@lru_cache(maxsize=16)
def _beside(code: bytes, depth: int, is_plain: bool) -> Beside:
    """Return the walkable squares beside clues, each with these clues, in rising order."""
    marks = bytearray(_SQUARES)
    for spot, _, _, _ in survey_of(code, depth, is_plain).clues:
        marks[spot] = 1
    clues = int.from_bytes(marks, "little")  # a byte per square
    wide = clues | clues << 8 | clues >> 8
    near = wide | wide << 8 * COLS | wide >> 8 * COLS
    walkable = int.from_bytes(code.translate(_IS_WALKABLE), "little")
    places = places_of((near & walkable).to_bytes(len(code), "little"), 1)
    return tuple([(spot, tuple([spot + step for step in AROUND if marks[spot + step]])) for spot in places])
