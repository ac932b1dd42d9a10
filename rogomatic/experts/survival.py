"""Survival: ways out of a fight that is going badly.

Owns   leaving by the stairs, running to them, laps round a ring, running into the unknown.
Leaves magic in need (rescue), fighting itself (melee, missiles), resting afterwards (rest).
"""

from __future__ import annotations

from typing import Final

from rogomatic.beliefs.model import Beliefs
from rogomatic.bestiary import BREATHES, ERRATIC
from rogomatic.experts.walk import follow
from rogomatic.rules import Act, No
from rogomatic.think.danger import flight_pct, touches
from rogomatic.think.loops import lap, ring_squares
from rogomatic.think.paths import FORBIDDEN, way
from rogomatic.think.plight import is_bound, is_pressing, is_rested, is_safer, should_leave, stay_pct
from rogomatic.think.quest import exits, way_out
from rogomatic.think.roads import escape_roads

CALM: Final = No("nobody is after us")
FAIR: Final = No("the odds are good enough")
NOT_THERE: Final = No("not on the stairs")
NO_STAIRS: Final = No("no way to any stairs is known")
WORSE: Final = No("running would be worse")
BOUND: Final = No("held fast")
FLOATING: Final = No("floating in the air")
NO_RING: Final = No("no ring to run around is known")
_MOST_PURSUERS: Final = 2  # more of them cut the hero off
_LAP_LEFT: Final = 6  # squares of a lap from which the next one is looked for
_LAP_AHEAD: Final = 30  # squares of a lap whose danger is weighed up
_FARTHEST: Final = 160  # cost of the way that a flight is planned for


def leave_by_stairs(b: Beliefs) -> Act | No:
    """On the stairs, and this fight should not go on: nobody follows, and it costs no time."""
    if not b.on_stairs:
        return NOT_THERE
    threat = b.threat
    if not threat.near and not threat.coming:
        return CALM
    if b.is_floating:
        return FLOATING
    freezing = any(foe.kind.special == "freeze" for foe in threat.near + threat.coming)
    if not is_pressing(b) and threat.die_pct < (b.knobs.flee_pct if freezing else stay_pct(b)):
        return FAIR
    keys, deed = way_out(b)
    return Act(keys, f"{threat.die_pct:.0f}% to die here, {threat.round_most} in one round", deed)


def run_to_stairs(b: Beliefs) -> Act | No:
    """Walk to known stairs, when that is safer than the fight."""
    threat = b.threat
    if not threat.near and not threat.coming:
        return CALM
    if is_bound(b):
        return BOUND
    if not should_leave(b) or (b.plan is not None and b.plan.why == "lap" and not is_pressing(b)):
        return FAIR
    if b.level.stairs < 0 or b.is_floating or b.on_stairs:
        return NO_STAIRS
    found = _safer_way(b, exits(b), _FARTHEST)
    if isinstance(found, No):
        return found
    path, toll = found
    return follow(b, "flee", path, f"{threat.die_pct:.0f}% to die fighting, {toll:.0f}% running {len(path)}")


def fight_on_stairs(b: Beliefs) -> Act | No:
    """Have the fight on the stairs, from where it can be left; a pursuer behind us seldom strikes."""
    threat = b.threat
    if not threat.near and not threat.coming:
        return CALM
    if is_bound(b) or b.is_blind or b.is_floating:
        return BOUND
    if threat.die_pct < b.knobs.stairs_pct or b.level.stairs < 0 or b.on_stairs:
        return FAIR
    found = _safer_way(b, {b.level.stairs}, b.knobs.stairs_squares)
    if isinstance(found, No):
        return found
    path, toll = found
    return follow(b, "to the stairs", path, f"{threat.die_pct:.0f}% to die here, {toll:.0f}% on the way")


def _safer_way(b: Beliefs, goals: set[int], farthest: int) -> tuple[tuple[int, ...], float] | No:
    """Return the way to the nearest goal and the chance to die on it, if it is safer than the fight."""
    path = way(escape_roads(b), b.me.spot, goals, farthest)
    if not path:
        return NO_STAIRS
    toll = flight_pct(b, path, [*b.threat.near, *b.threat.coming])
    return (path, toll) if is_safer(b, toll) else WORSE


def run_laps(b: Beliefs) -> Act | No:
    """Run round a ring of rooms: pursuers do not strike, and the hero heals while they do not."""
    threat = b.threat
    foes = [*threat.near, *threat.coming]
    if not foes:
        return CALM
    if b.on_stairs:
        return FAIR
    if is_bound(b) or b.is_blind:
        return BOUND
    running = b.plan is not None and b.plan.why == "lap"
    if running and (is_rested(b) or threat.die_pct < b.knobs.attack_pct):
        return FAIR
    if not running and not should_leave(b):
        return FAIR
    if any(foe.kind.traits & (BREATHES | ERRATIC) for foe in foes) or len(foes) > _MOST_PURSUERS:
        return WORSE
    path = _lap_on(b) or lap(b.level, b.me.spot, [foe.spot for foe in foes], ring_squares(b.level))
    if not path:
        return NO_RING
    toll = flight_pct(b, path[:_LAP_AHEAD], foes)
    if not is_safer(b, toll):
        return WORSE
    return follow(
        b, "lap", path, f"{threat.die_pct:.0f}% to die fighting, {toll:.0f}% on a lap of {len(path)}"
    )


def _lap_on(b: Beliefs) -> tuple[int, ...]:
    """Return what is left of the lap while nobody stands in its way, () if a new one is needed."""
    plan, spot = b.plan, b.me.spot
    if plan is None or plan.why != "lap" or spot not in plan.path:
        return ()
    path = plan.path[plan.path.index(spot) + 1 :]
    if len(path) < _LAP_LEFT or path[0] not in (b.level.links[spot] or b.level.link(spot)):
        return ()
    ahead = path[:3]
    foes = b.foes.seen
    if any(step == foe or touches(b, foe, step) for foe in foes for step in ahead[:1]) or set(ahead) & set(
        foes
    ):
        return ()
    return path


def run_on(b: Beliefs) -> Act | No:
    """Run into the unknown: there may be stairs or a ring, and a pursuer right behind does not strike."""
    threat = b.threat
    foes = [*threat.near, *threat.coming]
    if not foes:
        return CALM
    if is_bound(b) or b.is_blind:
        return BOUND
    if b.on_stairs or threat.die_pct < b.knobs.run_on_pct or not should_leave(b):
        return FAIR
    if len(foes) > _MOST_PURSUERS:
        return WORSE
    ground = escape_roads(b)
    shut = set(b.foes.seen)
    for foe in foes:
        shut.update(ground.links[foe.spot] or ground.link(foe.spot))
    for spot in shut:
        ground.avoid[spot] = FORBIDDEN
    path = way(ground, b.me.spot, b.level.frontier - shut, _FARTHEST)
    if not path or not is_safer(b, flight_pct(b, path, foes)):
        return WORSE
    return follow(b, "run on", path, f"{threat.die_pct:.0f}% to die fighting, unseen ground in {len(path)}")
