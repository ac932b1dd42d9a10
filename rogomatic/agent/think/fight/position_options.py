"""The position options in a fight: places where the hero can fight or escape."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from rogomatic.agent.beliefs.model import Beliefs, Plan, PlanKind
from rogomatic.agent.beliefs.terrain_map import DOOR, PASSAGE
from rogomatic.agent.engine.rule_engine import Act
from rogomatic.agent.monster_manual import BREATHES, ERRATIC, ROOTED
from rogomatic.agent.think.fight.combat_odds import survival_curve, touches
from rogomatic.agent.think.fight.combat_sim import NEVER, Chase, FightCost, stand
from rogomatic.agent.think.fight.fight_options import (
    Case,
    Option,
    fight_cost_of,
    fight_cost_on_the_way,
    touched_chance,
)
from rogomatic.agent.think.fight.threat import is_bound, threat_of
from rogomatic.agent.think.fight.walk_costs import escape_roads
from rogomatic.agent.think.ground.exits import exits, way_out
from rogomatic.agent.think.ground.loops import lap, loop_squares
from rogomatic.agent.think.ground.pathfinding import FORBIDDEN, costs, find_path
from rogomatic.agent.think.items.item_value import arrow_letter, is_fainting, ready_missile, thrown_missile

FIGHT_HERE: Final = "fight here"
"""Name of the fight on the hero's square."""
LEAVES: Final = "leave the rest of the level"
"""What an option that leaves the level gives up."""
_MAY_LEAVE: Final = f"perhaps {LEAVES}"
_NEAR: Final = 8  # maximum path cost to a better square
_MAX_STATIONS: Final = 3
_MAX_PURSUERS: Final = 2  # more pursuers cut the hero off
HEALS_FAST: Final = 8  # experience level from which hit points regenerate fast (HPX-3)
_LAP_LEFT: Final = 6  # remaining squares of a lap at which the next one is planned
_LAP_AHEAD: Final = 30  # squares of a lap whose danger is evaluated
_WORTH_LAPS: Final = 0.1  # chance to die from which laps are considered,
_WORTH_THE_UNKNOWN: Final = 0.2  # and a run into the unknown
_BETTER: Final = 0.9  # maximum chance to die in the unknown, as a share of the fight's
_TWICE: Final = 2.0  # factor for a pursuer's danger if another foe bars the way,
_ANOTHER: Final = 0.05  # and the chance to die that this foe adds
_STEPS_AWAY: Final = 24  # maximum path cost out of the reach of foes that cannot follow
_AFIELD: Final = 1.0  # worth of being on the stairs, in hit points
_SHOTS_PER_3_TURNS: Final = 2  # shots at an approaching foe: one turn in three is lost
_FEWEST_SHOTS: Final = 2  # minimum shots that make waiting for a foe worthwhile
_FARTHEST: Final = 160  # maximum path cost of a planned flight


def places(case: Case) -> Iterator[Option]:
    """Yield the position options.  The first is the fight on the hero's square."""
    beliefs = case.beliefs
    yield Option(FIGHT_HERE, case.here)
    if beliefs.on_stairs and not beliefs.is_floating:
        keys, action = way_out(beliefs)
        act = Act(keys, "", action)
        yield Option("leave by the stairs", FightCost(), leave_price(beliefs), act=act, gives_up=LEAVES)
        if not is_fainting(beliefs):  # a fainting hero may be unable to leave
            yield _on_stairs(case, (), case.stay)
        return
    if is_bound(beliefs) or beliefs.is_blind:
        return
    if all(foe.kind.traits & ROOTED for foe in case.foes):
        yield from _out_of_reach(case)
    if len(case.foes) > 1:
        yield from _narrow_places(case)
    if not beliefs.is_floating:
        yield from _to_exits(case)
    if case.here.death_probability >= _WORTH_LAPS:
        yield from _laps(case)
    if case.here.death_probability >= _WORTH_THE_UNKNOWN:
        yield from _into_the_unknown(case)


def leave_price(beliefs: Beliefs) -> float:
    """Return the value of the rest of the level in hit points.  Return 0 if the hero has the Amulet."""
    return 0.0 if beliefs.has_amulet else float(beliefs.knobs.leave_hp)


def _on_stairs(case: Case, path: tuple[int, ...], there: Chase) -> Option:
    """Return the option to fight on the stairs, and to leave when one round could kill the hero.

    there  the chase if the hero walks `path` to the stairs and waits there

    On the stairs the hero can leave before every round without losing time, and no foe follows (TRN-11).  So
    the hero leaves before a round that may kill it, and before a foe can freeze it.
    """
    beliefs = case.beliefs
    most = threat_of(beliefs).round_most
    way_there = fight_cost_on_the_way(beliefs, there)
    fight = fight_cost_of(beliefs, there, hp=beliefs.me.hp - most)
    leave = 1.0 if beliefs.me.hp <= most else max(fight.death_probability, touched_chance(beliefs, there))
    cost = FightCost(way_there.death_probability, fight.loss, len(path) + fight.turns)
    cost = _met(case, cost, len(path))
    walk = _walk("fight on the stairs", path) if path else None
    name = "go to the stairs and fight there" if path else "fight on the stairs"
    return Option(name, cost, leave_price(beliefs) * leave, walk, gives_up=_MAY_LEAVE)


def _narrow_places(case: Case) -> Iterator[Option]:
    """Yield fights in nearby doors and passages, where foes come one by one."""
    beliefs, level = case.beliefs, case.beliefs.level
    ground = escape_roads(beliefs)
    found = 0
    for spot in costs(ground, beliefs.me.spot, _NEAR).spots():
        if spot == beliefs.me.spot or level.code[spot] not in (DOOR, PASSAGE):
            continue
        path = find_path(ground, beliefs.me.spot, {spot})
        cost = fight_cost_of(beliefs, case.walk(path))
        walk = _walk("fight in the door" if level.code[spot] == DOOR else "fight in the passage", path)
        yield Option(walk.kind, cost._replace(turns=cost.turns + len(path)), 0.0, walk)
        found += 1
        if found == _MAX_STATIONS:
            return


def _out_of_reach(case: Case) -> Iterator[Option]:
    """Yield a retreat of a few steps from foes that cannot follow."""
    beliefs = case.beliefs
    ground = escape_roads(beliefs)
    quiet = {
        spot
        for spot in costs(ground, beliefs.me.spot, _STEPS_AWAY).spots()
        if not any(touches(beliefs, foe.spot, spot) for foe in case.foes)
    }
    path = find_path(ground, beliefs.me.spot, quiet, _STEPS_AWAY) if quiet else ()
    if path:
        cost = fight_cost_on_the_way(beliefs, case.walk(path, wait=0))
        yield Option("step away", cost, 0.0, _walk("step away", path))


def path_to_exits(beliefs: Beliefs) -> tuple[int, ...]:
    """Return the hero's path to the stairs or a trapdoor, away from foes.  Return () if there is none."""
    goals = exits(beliefs)
    return find_path(escape_roads(beliefs), beliefs.me.spot, goals, _FARTHEST) if goals else ()


def run_cost(case: Case, run: Chase, squares: int, late: int = 0, hp: int | None = None) -> FightCost:
    """Return the cost of a run to an exit at a distance of `squares` squares.

    run   the chase during the run
    late  turns until the run begins
    hp    hit points when the run begins; None: the hero's present hit points
    """
    cost = fight_cost_on_the_way(case.beliefs, run, hp)
    return _met(case, cost._replace(turns=float(late + squares)), squares)


def _to_exits(case: Case) -> Iterator[Option]:
    """Yield a walk to the stairs or a trapdoor, to leave the level or to fight there."""
    beliefs = case.beliefs
    path = path_to_exits(beliefs)
    if not path:
        return
    walk, run = _walk("run to the stairs", path), case.walk(path, wait=0)
    cost = run_cost(case, run, len(path))
    yield Option(walk.kind, cost, leave_price(beliefs), walk, gives_up=LEAVES)
    if path[-1] == beliefs.level.stairs and not is_fainting(beliefs):
        if beliefs.on_first_levels:
            yield from _before_the_stairs(case, path)
            yield from _shots_first(case, path)
        yield _on_stairs(case, path, run if run.blocked else stand(beliefs.level, run))


def _met(case: Case, cost: FightCost, squares: int) -> FightCost:
    """Add the risk of meeting one more monster on a walk of `squares` squares, except on the first levels."""
    if case.beliefs.on_first_levels:
        return cost
    meet = 1 - (1 - case.beliefs.knobs.meet_pct / 10_000) ** squares
    both = min(_TWICE * case.here.death_probability + _ANOTHER, 1.0)
    return cost._replace(death_probability=1 - (1 - cost.death_probability) * (1 - meet * both))


def _before_the_stairs(case: Case, path: tuple[int, ...]) -> Iterator[Option]:
    """Yield a fight here with a later retreat to the stairs, if no foe can strike during the retreat."""
    beliefs = case.beliefs
    most = threat_of(beliefs).round_most
    if beliefs.me.hp <= most or any(foe.kind.traits & (BREATHES | ERRATIC) for foe in case.foes):
        return
    if any(foe.kind.special == "freeze" for foe in case.foes):
        return
    arrived = [replace(one.foe, spot=one.end) for one in case.stay.chasers]
    run = case.walk(path, arrived, wait=0)
    if run.blocked or any(one.before for one in run.chasers):
        return
    fight = fight_cost_of(beliefs, case.stay, hp=beliefs.me.hp - most)
    cost = FightCost(0.0, fight.loss, fight.turns)
    price = leave_price(beliefs) * fight.death_probability + _AFIELD
    yield Option("fight here, then run to the stairs", cost, price, gives_up=_MAY_LEAVE)


def _shots_first(case: Case, path: tuple[int, ...]) -> Iterator[Option]:
    """Yield the option to shoot at a single approaching foe and then to fight it on the stairs."""
    beliefs, arrow = case.beliefs, arrow_letter(case.beliefs)
    held = beliefs.wielded()
    stuck = held is not None and held[0] in beliefs.cursed and not beliefs.throws_by_hand
    if threat_of(beliefs).near or len(case.foes) > 1 or not arrow or stuck:
        return
    (comer,) = case.stay.chasers
    draws = not (ready_missile(beliefs) or thrown_missile(beliefs))
    shots = (comer.arrival - draws) * _SHOTS_PER_3_TURNS // 3
    if comer.arrival == NEVER or shots < _FEWEST_SHOTS:
        return
    there = case.walk((beliefs.me.spot,) * comer.arrival + path)
    curve = survival_curve(beliefs, comer.foe, arrow)
    alive = curve[min(shots, len(curve) - 1)]
    way_there = fight_cost_on_the_way(beliefs, there)
    fight = fight_cost_of(beliefs, there, hp=beliefs.me.hp - comer.foe.kind.worst)
    cost = FightCost(
        alive * way_there.death_probability, alive * fight.loss, comer.arrival + alive * fight.turns
    )
    leave = 1.0 if comer.foe.kind.special == "freeze" else fight.death_probability
    price = leave_price(beliefs) * alive * leave
    yield Option("shoot, then run to the stairs", cost, price, gives_up=_MAY_LEAVE)


def _laps(case: Case) -> Iterator[Option]:
    """Yield a run around a loop, during which pursuers do not strike and the hero heals.

    At low experience levels, a hit point takes 7 turns or more to heal, so a second foe is likely to arrive
    and trap the hero before the run has healed much.  Therefore no laps are offered at these levels, and none
    at full hit points.
    """
    beliefs, foes = case.beliefs, case.foes
    if beliefs.me.level < HEALS_FAST or beliefs.me.hp >= beliefs.me.max_hp:
        return
    if any(foe.kind.traits & (BREATHES | ERRATIC) for foe in foes) or len(foes) > _MAX_PURSUERS:
        return
    path = _lap_on(beliefs) or lap(
        beliefs.level, beliefs.me.spot, [foe.spot for foe in foes], loop_squares(beliefs.level)
    )
    if path:
        lap_on = _walk("run laps", path)
        yield _for_a_while(case, "run in a circle", lap_on, beliefs.knobs.lap_pct, 0)


def _lap_on(beliefs: Beliefs) -> tuple[int, ...]:
    """Return the rest of the lap that the hero runs.  Return () if the lap is blocked or nearly over."""
    plan, spot = beliefs.plan, beliefs.me.spot
    if plan is None or plan.kind != "run laps" or spot not in plan.path:
        return ()
    path = plan.path[plan.path.index(spot) + 1 :]
    if len(path) < _LAP_LEFT or path[0] not in beliefs.level.neighbors(spot):
        return ()
    foes = beliefs.foes.seen
    beside = beliefs.level.neighbors(path[0])
    if any(foe in beside for foe in foes) or set(path[:3]) & set(foes):
        return ()
    return path


def _into_the_unknown(case: Case) -> Iterator[Option]:
    """Yield a run to unseen ground, where there may be stairs or a loop."""
    beliefs = case.beliefs
    if len(case.foes) > _MAX_PURSUERS:
        return
    ground = escape_roads(beliefs)
    shut = set(beliefs.foes.seen)
    for foe in case.foes:
        shut.update(ground.level.neighbors(foe.spot))
    for spot in shut:
        ground.avoid[spot] = FORBIDDEN
    path = find_path(ground, beliefs.me.spot, beliefs.level.frontier - shut, _FARTHEST)
    if path:
        walk, knobs = _walk("run on", path), beliefs.knobs
        run = _for_a_while(case, "run into the unknown", walk, knobs.again_pct, knobs.unseen_pct)
        if run.fight_cost.death_probability < _BETTER * case.here.death_probability:
            yield run


def _for_a_while(case: Case, name: str, walk: Plan, again_pct: int, more_pct: int) -> Option:
    """Return the option of a run that only delays the fight.

    Because the fight is still to come, the option's cost includes a share of the fight's cost.

    again_pct  share of the fight's cost, in percent
    more_pct   additional chance to die, in percent
    """
    cost = fight_cost_on_the_way(case.beliefs, case.walk(walk.path[:_LAP_AHEAD], wait=0))
    again = again_pct / 100
    risk = 1 - (1 - cost.death_probability) * (1 - again * case.here.death_probability) * (1 - more_pct / 100)
    cost = FightCost(risk, cost.loss + again * case.here.loss, float(len(walk.path)))
    return Option(name, cost, 0.0, walk)


def _walk(kind: PlanKind, path: tuple[int, ...]) -> Plan:
    return Plan(kind, path[-1], path)
