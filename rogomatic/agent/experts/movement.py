"""Carrying out a walk or a wait in the smallest number of commands that is safe."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final, Literal

from rogomatic.agent.beliefs.model import Action, Beliefs, Plan, PlanKind
from rogomatic.agent.beliefs.terrain_map import FOOD, GOLD, KEY_OF, PASSAGE, TRAP, box_of
from rogomatic.agent.engine import refusals
from rogomatic.agent.engine.rule_engine import Act, No
from rogomatic.agent.think.fight.walk_costs import roads
from rogomatic.agent.think.ground.pathfinding import EVERYWHERE, hero_path

REST_CHUNK: Final = 2  # turns of rest per command
RUN_COUNT: Final = 60
_CALLED: Final = {
    GOLD: "gold", "!": "a potion", "?": "a scroll", FOOD: "food", ")": "a weapon", "]": "armor",
    "=": "a ring", "/": "a wand or staff", ",": "the Amulet",
}  # fmt: skip


def go(
    beliefs: Beliefs, kind: PlanKind, goals: Collection[int], because: str, most: int = EVERYWHERE
) -> Act | No:
    """Walk to one of `goals`.

    If the hero is already on a walk of this kind to one of them, continue it; otherwise start a new one,
    provided that it costs less than `most`.
    """
    path = path_to(beliefs, kind, goals, most)
    return follow(beliefs, kind, path, because) if path else refusals.NO_WAY


def path_to(
    beliefs: Beliefs, kind: PlanKind, goals: Collection[int], most: int = EVERYWHERE
) -> tuple[int, ...]:
    """Return the path of the walk that `go` makes.  Return () if there is none."""
    return _kept(beliefs, kind, goals) or hero_path(beliefs, roads(beliefs), goals, most)


def follow(beliefs: Beliefs, kind: PlanKind, path: tuple[int, ...], because: str) -> Act:
    """Walk along the first straight part of a path.  If foes are in view or may appear, do not walk far."""
    step = path[0] - beliefs.me.spot
    count = _straight_steps(beliefs, path) if len(path) > 1 else 1
    key = KEY_OF[step]
    keys = b"%d%s" % (count, key) if count > 1 else key
    return Act(keys, because, Action("walk", step, count), Plan(kind, path[-1], path))


def _straight_steps(beliefs: Beliefs, path: tuple[int, ...]) -> int:
    """Return the number of steps of a path to walk by one command."""
    spot, code = beliefs.me.spot, beliefs.level.code
    step = path[0] - spot
    watchful = beliefs.foes.seen or beliefs.is_confused or beliefs.is_blind
    most = 1 if watchful or beliefs.digits_walk else beliefs.knobs.step_count
    is_lit = code[spot] != PASSAGE and not beliefs.is_blind and box_of(spot) not in beliefs.level.forgotten
    if is_lit and code[path[0]] != PASSAGE and most > beliefs.knobs.watch_count:
        most = beliefs.knobs.watch_count  # a foe is visible from afar there but does not end a count
    if most > len(path):
        most = len(path)
    count = 1
    while count < most and path[count] - path[count - 1] == step and code[path[count]] != TRAP:
        count += 1
    return count


def stay(beliefs: Beliefs, verb: Literal["rest", "search"], turns: int, because: str) -> Act:
    """Search for `turns` turns without moving, to find something or to rest."""
    if beliefs.digits_walk:
        return Act(b"s", because, Action(verb))
    return Act(b"%ds" % turns, because, Action(verb, times=turns))


def placed(beliefs: Beliefs, act: Act, what: str) -> Act:
    """Return the walk `act` with a new reason: the text `what`, then the walk's length and direction."""
    return act if act.plan is None else act.to_reach(what, beliefs.me.spot)


def walk_to_things(beliefs: Beliefs, goals: set[int]) -> Act | No:
    """Return the walk to the nearest of the items at `goals`.  The reason for the walk names the item."""
    walk = go(beliefs, "loot", goals, "something lies there") if goals else refusals.NO_THINGS
    if isinstance(walk, No) or walk.plan is None:
        return walk
    return placed(beliefs, walk, _CALLED.get(beliefs.level.things.get(walk.plan.goal, ""), "something"))


def run(beliefs: Beliefs, path: tuple[int, ...], kind: PlanKind, because: str) -> Act:
    """Run along an unknown passage.

    If the run just tried had no effect, take a single step instead, because some versions of the game have no
    run command.
    """
    step = path[0] - beliefs.me.spot
    key = KEY_OF[step]
    if beliefs.watch.refused and beliefs.action == Action("walk", step, RUN_COUNT):
        return Act(key, because, Action("walk", step), Plan(kind, path[-1], path))
    keys = bytes([key[0] & 0x1F]) if beliefs.facts_of_edition.runs_by_control else b"f" + key
    return Act(keys, because, Action("walk", step, RUN_COUNT), Plan(kind, path[-1], path))


def may_run(beliefs: Beliefs, path: tuple[int, ...]) -> bool:
    """Return whether a run is safe and useful: the next step enters a passage, and no monster is in view."""
    if len(path) != 1 or beliefs.foes.seen or beliefs.is_confused or beliefs.is_blind:
        return False
    step = path[0] - beliefs.me.spot
    return beliefs.level.code[path[0]] == PASSAGE and step in (-1, 1, -80, 80)


def _kept(beliefs: Beliefs, kind: PlanKind, goals: Collection[int]) -> tuple[int, ...]:
    """Return the rest of the present walk.  Return () if that walk is no longer useful."""
    plan = beliefs.plan
    if plan is None or plan.kind != kind or plan.goal not in goals or beliefs.foes.seen:
        return ()
    path, spot = plan.path, beliefs.me.spot
    if spot in path:
        path = path[path.index(spot) + 1 :]
    if not path or path[0] not in beliefs.level.neighbors(spot):
        return ()
    return path if not beliefs.level.avoid[path[0]] or len(path) == 1 else ()
