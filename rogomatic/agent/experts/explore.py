"""Exploration: the next squares to look from, the next squares to search from."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from rogomatic.agent.beliefs.model import Beliefs
from rogomatic.agent.beliefs.terrain_map import DOOR, PASSAGE, STRAIGHT, WALKABLE, Square, TerrainMap, box_of
from rogomatic.agent.engine import refusals
from rogomatic.agent.engine.acts import strike, throw
from rogomatic.agent.engine.rule_engine import Act, No
from rogomatic.agent.experts.movement import follow, go, may_run, path_to, placed, run, stay
from rogomatic.agent.think.fight.combat_odds import duel
from rogomatic.agent.think.fight.threat import threat_of
from rogomatic.agent.think.fight.walk_costs import bold_roads, roads
from rogomatic.agent.think.ground.frontier_value import Frontier, next_look
from rogomatic.agent.think.ground.hidden_doors import (
    SearchPlace,
    best_place,
    most_at_once,
    most_yields,
    place_at,
    place_here,
)
from rogomatic.agent.think.ground.pathfinding import (
    EVERYWHERE,
    bounds,
    find_path,
    hero_path,
    next_door,
    reach,
)
from rogomatic.agent.think.items.food_value import hides_food, meal_worth
from rogomatic.agent.think.items.item_value import missile, spare_food

_PROMISES: Final = {DOOR: "what lies behind a door", PASSAGE: "where a passage leads"}
_LIKELY: Final = "a likely place for something hidden"
_SEARCH_CHUNK: Final = 5  # turns per command
_FIRST_SECRETS: Final = 2  # nothing is hidden above this depth (GEN-28)
_WANDER_COMMANDS: Final = 25  # commands after which an aimless walk gets a new goal


def look_around(beliefs: Beliefs) -> Act | No:
    """Walk to the nearest square from which something worth the walk may come into view."""
    if not beliefs.level.frontier:
        return refusals.ALL_SEEN
    goals, path = _worthwhile(beliefs)
    return _look(beliefs, goals, path)


def look_everywhere(beliefs: Beliefs) -> Act | No:
    """Walk to the nearest square with a view of unseen ground, whatever that ground is worth."""
    return _look(beliefs, beliefs.level.frontier) if beliefs.level.frontier else refusals.ALL_SEEN


def _look(beliefs: Beliefs, goals: Collection[int], path: tuple[int, ...] = ()) -> Act | No:
    """Walk to one of the squares `goals`.  If `path` is given, follow it."""
    if not path:
        if not goals:
            return refusals.NOT_WORTH_LOOKING
        path = path_to(beliefs, "explore", goals)
        if not path:
            return refusals.NO_WAY
    if may_run(beliefs, path):
        return run(beliefs, path, "explore", "along the passage")
    level, goal = beliefs.level, path[-1]
    inside = "a dark part of a room" if box_of(goal) in level.forgotten else "a part of a room not seen yet"
    what = _PROMISES.get(level.code[goal], inside)
    return placed(beliefs, follow(beliefs, "explore", path, what), what)


def _worthwhile(beliefs: Beliefs) -> tuple[Collection[int], tuple[int, ...]]:
    """Return the frontier squares worth the walk, and a path to one of them.

    The path is () if none was computed.
    """
    plan = beliefs.plan
    if (
        plan is not None
        and plan.kind == "explore"
        and plan.goal in beliefs.level.frontier
        and not beliefs.foes.seen
    ):
        return {plan.goal}, ()
    outlook, ground = Frontier(beliefs.level, meal_worth(beliefs)), roads(beliefs)
    least = beliefs.knobs.look_yield_pct / 100
    path = next_door(ground, beliefs.me.spot, outlook)
    if not path or outlook.worth(path[0]) < least:
        if not outlook.may_pay(least, bounds(beliefs, ground)):
            return (), ()
        path = hero_path(beliefs, ground, outlook)
        if not path:
            return (), ()
    path = next_look(beliefs.level, outlook, ground, beliefs.me.spot, path)
    if outlook.worth(path[-1]) >= least * ground.cost_of(path):
        return {path[-1]}, path
    costs = reach(beliefs, ground)
    worth = outlook.worth
    goals = {spot for spot in outlook.promising() if worth(spot) >= least * costs.get(spot, EVERYWHERE)}
    return goals, ()


def search_on(beliefs: Beliefs) -> Act | No:
    """Search before leaving the level, while searching promises enough gold per turn and food is left."""
    if beliefs.level.stairs < 0:
        return refusals.NO_STAIRS
    if beliefs.level.depth < _FIRST_SECRETS:
        return refusals.NONE_HIDDEN
    meals = _meals(beliefs)
    return _search(beliefs, beliefs.knobs.search_yield_pct // meals) if meals else refusals.SEARCH_FOOD


def search_in_passing(beliefs: Beliefs) -> Act | No:
    """Search a dead end at once if something is very likely hidden there, to save a second walk."""
    knobs, level = beliefs.knobs, beliefs.level
    if level.depth < _FIRST_SECRETS:
        return refusals.NONE_HIDDEN
    if not _is_dead_end(level, beliefs.me.spot):
        return refusals.NO_DEAD_END
    meals = _meals(beliefs) or int(level.stairs < 0)  # it may be the only way on
    if not meals:
        return refusals.SEARCH_FOOD
    place = place_at(level, beliefs.me.spot, meal_worth(beliefs))
    if 100 * place.gain < knobs.pass_gain_pct or 100 * place.yields < knobs.search_yield_pct // meals:
        return refusals.POOR
    return _search_at(beliefs, place)


def _is_dead_end(level: TerrainMap, spot: Square) -> bool:
    """Return whether a square is the end of a passage, or a door with nothing seen behind it."""
    code = level.code
    if code[spot] == DOOR:
        return all(code[spot + step] != PASSAGE for step in STRAIGHT)
    return code[spot] == PASSAGE and sum([code[spot + step] in WALKABLE for step in STRAIGHT]) <= 1


def search_first(beliefs: Beliefs) -> Act | No:
    """Spend some turns searching before walking off to look at squares that promise nothing."""
    if beliefs.level.depth < _FIRST_SECRETS:
        return refusals.NONE_HIDDEN
    if beliefs.watch.swept >= beliefs.knobs.swept_turns:
        return refusals.SEARCHED
    look = look_everywhere(beliefs)
    if isinstance(look, No):
        return look
    return _search(beliefs, 0)


def _meals(beliefs: Beliefs) -> int:
    """Return the number of meals in the pack, but at least 1 if there is probably food on the level."""
    return spare_food(beliefs) or int(hides_food(beliefs))


def search_secrets(beliefs: Beliefs) -> Act | No:
    """Search where a hidden door or passage is most likely."""
    return _search(beliefs, 0)


def _search(beliefs: Beliefs, least_pct: int) -> Act | No:
    """Search at the best place.  Refuse if that promises less than `least_pct` / 100 gold per turn."""
    plan = beliefs.plan
    if plan is not None and plan.kind == "search" and plan.goal != beliefs.me.spot:
        walk = go(beliefs, "search", {plan.goal}, _LIKELY)
        if isinstance(walk, Act):
            return placed(beliefs, walk, _LIKELY)
    level, meal = beliefs.level, meal_worth(beliefs)
    if least_pct and 0 < 100 * most_at_once(level, meal) < least_pct:
        return refusals.POOR
    ground = roads(beliefs)
    place = None
    if least_pct:
        most = most_yields(level, bounds(beliefs, ground), meal)
        if 0 <= 100 * most < least_pct:
            return refusals.POOR
        place = place_here(level, beliefs.me.spot, most, meal)
    if place is None:
        place = best_place(level, reach(beliefs, ground), meal)
    if place is None:
        return refusals.NOWHERE
    if 100 * place.yields < least_pct:
        return refusals.POOR
    if place.spot == beliefs.me.spot:
        return _search_at(beliefs, place)
    walk = go(beliefs, "search", {place.spot}, _LIKELY)
    return placed(beliefs, walk, _LIKELY) if isinstance(walk, Act) else walk


def _search_at(beliefs: Beliefs, place: SearchPlace) -> Act:
    """Search where the hero stands."""
    because = f"something may be hidden: {100 * place.gain:.1f}% per turn to find it"
    return stay(beliefs, "search", _SEARCH_CHUNK, because)


def force_way(beliefs: Beliefs) -> Act | No:
    """Fight monsters that block the way.  The longer the search has lasted, the more risk is accepted."""
    if threat_of(beliefs).foes:
        return refusals.AFTER_US
    level, swept = beliefs.level, beliefs.watch.swept
    if level.stairs < 0 and swept < beliefs.knobs.swept_turns:
        return refusals.NOT_SEARCHED
    foes = beliefs.foes.lurking | beliefs.foes.seen
    risk_pct = beliefs.knobs.last_pct + swept // beliefs.knobs.risk_turns
    cold_pct = risk_pct - beliefs.knobs.last_pct
    weak = [
        spot
        for spot, foe in foes.items()
        if 100 * duel(beliefs, foe)[0] <= (cold_pct if foe.kind.special == "freeze" else risk_pct)
    ]
    goals = {level.stairs} if level.stairs >= 0 else level.frontier.union(weak)
    path = find_path(bold_roads(beliefs, weak), beliefs.me.spot, goals) if weak else ()
    if not path or not any(spot in foes for spot in path):
        return refusals.UNBARRED
    if path[0] not in beliefs.foes.seen:
        return follow(beliefs, "force", path, "a foe may bar the way")
    step, letter, name = path[0] - beliefs.me.spot, missile(beliefs), beliefs.foes.seen[path[0]].kind.name
    if letter:
        return throw(step, letter, f"the {name} bars the way")
    return strike(step, f"the {name} bars the way")


def wander(beliefs: Beliefs) -> Act | No:
    """Walk to a distant square, a different one each time."""
    ground = roads(beliefs)
    costs = reach(beliefs, ground).as_dict()
    far = sorted(costs, key=lambda spot: (costs[spot], spot))
    if len(far) < 2:
        return refusals.NOWHERE_ELSE
    goal = far[beliefs.commands // _WANDER_COMMANDS * 17 % (len(far) - 1) + 1]
    path = hero_path(beliefs, ground, {goal})
    return follow(beliefs, "wander", path, "another place may help") if path else refusals.NO_WAY


def search_here(beliefs: Beliefs) -> Act | No:
    """Search where the hero stands, as the last resort."""
    return stay(beliefs, "search", _SEARCH_CHUNK, "nothing better to do")
