"""The chances of hidden doors or passages, which shrink with each vain search."""

from __future__ import annotations

from typing import Final, NamedTuple

from rogomatic.agent.beliefs.cached_results import Bound
from rogomatic.agent.beliefs.terrain_map import Square, TerrainMap, box_of
from rogomatic.agent.kernels.cost_map import Costs
from rogomatic.agent.screen.vt100 import COLS, SIZE
from rogomatic.agent.think.ground.frontier_value import region_worths
from rogomatic.agent.think.ground.secret_clues import SecretSurvey, survey_of

_WALK_WEIGHT: Final = 8.0  # turns of search over which the cost of a walk is spread
_SPENT: Final = 4.2  # yield of that many turns, in units of the first turn's
_ELSEWHERE: Final = 0.15  # chance that a region is joined without any clue
_NO_WORTH: Final = 2.0  # worth of a search that leads to nothing unseen
_SQUARES: Final = SIZE + COLS + 1  # including the squares one step off the map

SecretOdds = tuple[list[float], list[float]]
"""For each square, the chance that a search next to it finds something on it, and the expected gold."""


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
    gains = _gains(level, meal)
    limit = _SPENT * max(gains.values(), default=0.0)
    best, most = -1, -1.0
    for spot in reach.spots():
        gold = gains.get(spot)
        if gold is not None:
            turns = reach.get(spot, 0) + _WALK_WEIGHT
            if limit / turns <= most:
                break  # the squares that are left are at least as far
            yields = _SPENT * gold / turns
            if yields > most:
                best, most = spot, yields
    if best < 0:
        return None
    chances, _ = level.results.odds
    return SearchPlace(best, _around(chances, [best])[best], most)


def place_here(level: TerrainMap, spot: Square, most: float, meal: int = 0) -> SearchPlace | None:
    """Return the hero's square `spot` as a SearchPlace if no square yields more gold per turn.

    most  upper limit of the yields of all squares
    """
    gold = _gains(level, meal).get(spot)
    return None if gold is None or _SPENT * gold / _WALK_WEIGHT < most else place_at(level, spot, meal)


def place_at(level: TerrainMap, spot: Square, meal: int = 0) -> SearchPlace:
    """Return the SearchPlace for a walkable square, as if the hero were on it."""
    chances, golds = _odds(level, meal)
    gold = _around(golds, [spot])[spot]
    return SearchPlace(spot, _around(chances, [spot])[spot], _SPENT * gold / _WALK_WEIGHT)


def most_yields(level: TerrainMap, bound: Bound, meal: int = 0) -> float:
    """Return an upper limit of the gold per turn that any place yields.  Return -1 if there is no place."""
    most = -1.0
    for spot, gold in _gains(level, meal).items():
        # A hero already there would find at most this, usually less than the best so far.
        if _SPENT * gold / _WALK_WEIGHT > most:
            yields = _SPENT * gold / (bound.to(spot) + _WALK_WEIGHT)
            if yields > most:
                most = yields
    return most


def most_at_once(level: TerrainMap, meal: int = 0) -> float:
    """Return the maximum gold per turn of any place, as if the hero were already there."""
    return _SPENT * max(_gains(level, meal).values(), default=0.0) / _WALK_WEIGHT


def search_chances(level: TerrainMap) -> dict[int, float]:
    """Return square -> chance that a search from there finds something, for squares beside clues."""
    chances, _ = _odds(level, 0)
    return _around(chances, _survey(level).places)


def _gains(level: TerrainMap, meal: int) -> dict[int, float]:
    """Return square -> expected gold of a search from there.  Compute it again only if the odds change."""
    _, golds = _odds(level, meal)
    gains = level.results.gains
    if gains is None:
        gains = level.results.gains = _around(golds, _survey(level).places)
    return gains


def _odds(level: TerrainMap, meal: int) -> SecretOdds:
    """Return the odds of hidden things.  Compute them again only if they are out of date."""
    results = level.results
    state, food = (level.ground(), bytes(level.looked), bytes(level.searches)), (meal, level.food_seen)
    is_current = results.odds_of == state and results.odds_food == food
    if not is_current or (results.odds_been and results.odds_been != level.been):
        results.odds, results.gains = hidden_odds(level, meal), None
        results.odds_of, results.odds_food = state, food
        results.odds_been = bytes(level.been) if _survey(level).mazes else b""
    return results.odds


def _around(values: list[float], places: list[int]) -> dict[int, float]:
    """Return square -> sum of the values of the eight squares around it, added in the order of `AROUND`."""
    return {
        spot: values[spot + 1] + values[spot - COLS] + values[spot - 1] + values[spot + COLS]
        + values[spot - COLS - 1] + values[spot - COLS + 1]
        + values[spot + COLS - 1] + values[spot + COLS + 1]
        for spot in places
    }  # fmt: skip


def _survey(level: TerrainMap) -> SecretSurvey:
    return survey_of(level.ground(), level.depth, level.is_plain)


def hidden_odds(level: TerrainMap, meal: int = 0) -> SecretOdds:
    """Return, for each square, the chance that a search on an adjacent square finds something there.

    Also return the gold that is expected from this search.  If a hidden door is next to the hero, one search
    finds the door with chance 1/5.  For a hidden passage square, the chance is 1/3 (SRC-2).

    Rooms lie in nine boxes.  Each box is joined to a neighboring box, and a room has at most one door per
    side (GEN-22, GEN-30c).  Every room can be reached, so a connection that is not found in one place must be
    in another place (GEN-30b).
    """
    survey = _survey(level)
    code, looked, searches = level.ground(), level.looked, level.searches
    open_mazes, worth = _open_mazes(level, survey), _worths(level, survey, meal)
    sums = [_ELSEWHERE] * len(worth)
    found: list[tuple[int, float, int]] = []  # square, chance, region
    for spots, weight, remainder, region in survey.clues:
        if open_mazes and region in open_mazes:
            continue
        total, before = sums[region], -1
        share = part = 0.0
        for spot in spots:
            # Squares that the hero has not been next to need a look, not a search.
            if code[spot] or looked[spot]:
                count = searches[spot]
                if count != before:
                    # Bayes: searches were in vain because they missed something or because nothing is hidden.
                    still = weight * remainder.left[count]
                    vain = 1.0 - weight + still
                    share, part = still / vain, weight * remainder.found[count] / vain
                    before = count
                total += share
                found.append((spot, part, region))
        sums[region] = total
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
