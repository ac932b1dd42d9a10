"""Archery: targets, missiles, squares to shoot from."""

from __future__ import annotations

from typing import Final

from rogomatic.agent.beliefs.known_monsters import Foe, distance_between
from rogomatic.agent.beliefs.model import Beliefs
from rogomatic.agent.engine import refusals
from rogomatic.agent.engine.acts import step_to, strike, throw, use
from rogomatic.agent.engine.rule_engine import Act, No
from rogomatic.agent.experts.movement import go
from rogomatic.agent.monster_manual import ROOTED
from rogomatic.agent.screen.vt100 import COLS
from rogomatic.agent.think.fight.combat_odds import duel, touches
from rogomatic.agent.think.fight.combat_sim import next_step
from rogomatic.agent.think.fight.targets import (
    AVOIDED,
    bars,
    is_hunted,
    is_stuck,
    is_target,
    is_thief,
    shooting_squares,
)
from rogomatic.agent.think.fight.threat import threat_of
from rogomatic.agent.think.ground.firing_lines import line_between, line_to
from rogomatic.agent.think.items.item_value import (
    arrow_count,
    arrow_letter,
    best_blade,
    bow_letter,
    is_bow,
    missile,
    shots_left,
)
from rogue.shared.wording import plural

_FARTHEST: Final = 24  # maximum distance of a throw, in squares
_STALLED: Final = 3  # turns without a step after which a foe has no path to the hero


def shoot(beliefs: Beliefs) -> Act | No:
    """Shoot the nearest foe in line that is approaching or is better killed from a distance."""
    if not beliefs.foes.seen:
        return refusals.NO_LINE
    found = _target(beliefs)
    if found is None:
        return refusals.NO_LINE
    foe, step = found
    distance = distance_between(foe.spot, beliefs.me.spot)
    if distance == 1 and touches(beliefs, foe.spot, beliefs.me.spot):
        held, blade = beliefs.wielded(), best_blade(beliefs)
        if held is None or not is_bow(held[1]) or (blade and _pays(beliefs, foe, blade)):
            return refusals.STRIKE
    letter = missile(beliefs)
    if not letter:
        return refusals.NO_MISSILE
    return throw(step, letter, f"the {foe.kind.name}, {plural(distance, 'square')} away")


def clear_way(beliefs: Beliefs) -> Act | No:
    """Attack a sleeper that may block the way, if all else is explored and no stairs are known."""
    if threat_of(beliefs).near:
        return refusals.BESIDE
    if beliefs.level.stairs >= 0:
        return refusals.STAIRS_KNOWN
    if not beliefs.level.frontier and beliefs.watch.swept < beliefs.knobs.swept_turns:
        return refusals.NOT_SEARCHED
    known = (*beliefs.foes.seen.values(), *beliefs.foes.lurking.values())
    foes = [foe for foe in known if not foe.awake or foe.kind.traits & ROOTED]
    for foe in sorted(foes, key=lambda one: (one.kind.level, one.spot)):
        if 100 * duel(beliefs, foe)[0] > (
            beliefs.knobs.last_pct if foe.kind.special != "freeze" else beliefs.knobs.attack_pct
        ):
            continue
        if foe.spot in beliefs.foes.seen:
            step, letter = line_to(beliefs, foe.spot), missile(beliefs)
            if step and letter:
                return throw(step, letter, f"the {foe.kind.name} is in the way")
            if step and touches(beliefs, beliefs.me.spot, foe.spot):
                return strike(step, f"the {foe.kind.name} is in the way")
        beside = set(beliefs.level.neighbors(foe.spot))
        if beliefs.me.spot not in beside:
            walk = go(beliefs, "clear", beside, f"the {foe.kind.name} may be in the way")
            if isinstance(walk, Act):
                return walk
    return refusals.NOT_IN_WAY


def line_up(beliefs: Beliefs) -> Act | No:
    """Step aside to get an approaching foe into line."""
    threat = threat_of(beliefs)
    if threat.near:
        return refusals.BESIDE
    if len(threat.coming) != 1:
        return refusals.SEVERAL_COMING if threat.coming else refusals.NOT_COMING
    if not missile(beliefs):
        return refusals.NO_MISSILE
    if beliefs.is_confused:
        return refusals.CONFUSED
    if beliefs.on_first_levels and beliefs.on_stairs and threat.death_pct >= beliefs.knobs.flee_pct:
        return refusals.STAIRS_BETTER
    foe = threat.coming[0]
    distance = distance_between(foe.spot, beliefs.me.spot)
    if distance < 3:
        return refusals.TOO_NEAR
    if foe.still > 3:
        return refusals.STANDING
    if line_to(beliefs, foe.spot):
        return refusals.IN_LINE
    # A foe moves diagonally first, then straight at the hero.
    down = abs(foe.spot // COLS - beliefs.me.spot // COLS)
    right = abs(foe.spot % COLS - beliefs.me.spot % COLS)
    least = max(distance - 2, abs(down - right) if beliefs.on_first_levels else 0)
    links = beliefs.level.neighbors(beliefs.me.spot)
    best, best_distance = 0, least
    for spot in links:
        after = next_step(beliefs.level, foe.spot, spot)
        free = spot not in beliefs.foes.seen and not beliefs.level.avoid[spot]
        if free and distance_between(after, spot) > best_distance and line_between(beliefs, spot, after):
            best, best_distance = spot, distance_between(after, spot)
    if not best:
        return refusals.NO_STEP
    step = best - beliefs.me.spot
    return step_to(step, f"get the {foe.kind.name} into line")


def draw_bow(beliefs: Beliefs) -> Act | No:
    """Wield the bow for a foe that is still some distance away."""
    threat = threat_of(beliefs)
    if threat.near:
        return refusals.BESIDE
    if not threat.coming:
        return refusals.NOT_COMING
    held, bow = beliefs.wielded(), bow_letter(beliefs)
    if not bow:
        return refusals.NO_BOW
    if arrow_count(beliefs) < 2:
        return refusals.FEW_ARROWS
    if held and held[0] == bow:
        return refusals.BOW_IN_HAND
    if held and held[0] in beliefs.cursed:
        return refusals.HELD_CURSED
    if _target(beliefs) is None:
        return refusals.NO_LINE
    foe = min(threat.coming, key=lambda one: (distance_between(one.spot, beliefs.me.spot), one.spot))
    if distance_between(foe.spot, beliefs.me.spot) < beliefs.knobs.bow_squares and foe.still < _STALLED:
        return refusals.TOO_NEAR
    return use("wield", bow, f"time to shoot at the {foe.kind.name} before it arrives")


def draw_blade(beliefs: Beliefs) -> Act | No:
    """Wield the blade when a foe has arrived, if the fight is safer with the blade than with arrows."""
    near = threat_of(beliefs).near
    if not near:
        return refusals.NONE_BESIDE
    held = beliefs.wielded()
    if held and held[0] in beliefs.cursed:
        return refusals.HELD_CURSED
    if held and not is_bow(held[1]):
        return refusals.NO_BOW_IN_HAND
    blade = best_blade(beliefs)
    if not blade:
        return refusals.NO_BLADE
    foe = max(near, key=lambda one: (one.kind.level, one.spot))
    if not _pays(beliefs, foe, blade):
        return refusals.NO_CHANGE
    name = beliefs.name_of(beliefs.pack[blade])
    return use("wield", blade, f"the {foe.kind.name} has arrived, and the {name} hits harder than a bow")


def _target(beliefs: Beliefs) -> tuple[Foe, int] | None:
    """Return the nearest foe to shoot at, with the direction to it.  If no target is in line, return None."""
    best: tuple[Foe, int] | None = None
    nearest = _FARTHEST
    for foe in beliefs.foes.seen.values():
        distance = distance_between(foe.spot, beliefs.me.spot)
        step = line_to(beliefs, foe.spot) if distance < nearest else 0
        if step and _is_wanted(beliefs, foe, distance):
            best, nearest = (foe, step), distance
    return best


def _is_wanted(beliefs: Beliefs, foe: Foe, distance: int) -> bool:
    if foe.awake:
        return True
    if distance < 2 or foe.awake is None or beliefs.is_hallucinating:
        return False
    return is_target(beliefs, foe, distance, missile(beliefs))


def _pays(beliefs: Beliefs, foe: Foe, blade: str) -> bool:
    """Return whether spending one round on wielding the blade makes the fight safer."""
    arrow = missile(beliefs)
    if not arrow:
        return True
    if is_thief(foe):
        return False  # it may steal in any of its turns
    by_arrow, by_blade = duel(beliefs, foe, arrow), duel(beliefs, foe, blade, free=-1)
    return (by_blade[0], by_blade[1]) < (by_arrow[0], by_arrow[1])


def hunt(beliefs: Beliefs) -> Act | No:
    """Shoot a sleeping monster from a safe distance.

    Before the first shot, wield the bow if it is needed, and walk to a square in line with the sleeper.
    """
    seen, lurking = beliefs.foes.seen, beliefs.foes.lurking
    if not seen and not lurking:
        return refusals.NO_PREY
    foes = [foe for foe in seen.values() if is_hunted(foe)]
    foes += [foe for foe in lurking.values() if foe.kind.name in AVOIDED and is_hunted(foe)]
    if is_stuck(beliefs):
        foes += [foe for foe in (*seen.values(), *lurking.values()) if bars(beliefs, foe)]
    if not foes:
        return refusals.NO_PREY
    if threat_of(beliefs).foes:
        return refusals.AFTER_US
    if beliefs.is_blind:
        return refusals.BLIND
    if beliefs.is_hallucinating:
        return refusals.HALLUCINATING
    arrow = missile(beliefs) or arrow_letter(beliefs)
    if beliefs.me.hp * 100 < beliefs.me.max_hp * beliefs.knobs.hunt_pct:
        foes = [foe for foe in foes if foe.kind.special == "steal gold"]  # targets that do no damage
    if not foes:
        return refusals.UNFIT_TO_HUNT
    if not arrow or shots_left(beliefs, arrow) < beliefs.knobs.hunt_count:
        foes = [
            foe
            for foe in foes
            if is_thief(foe) and arrow and shots_left(beliefs, arrow) >= beliefs.knobs.thief_count
        ]
    if not foes:
        return refusals.FEW_MISSILES
    for foe in foes:
        goals = shooting_squares(beliefs, foe, arrow)
        if goals:
            act = _shot(beliefs, foe) if beliefs.me.spot in goals else _approach(beliefs, foe, goals)
            if isinstance(act, Act):
                return act
    return refusals.NO_STAND


def shoot_on(beliefs: Beliefs) -> Act | No:
    """Keep shooting along the same line at a monster that went out of view in the dark."""
    if beliefs.action.verb != "throw":
        return refusals.NOT_THROWN
    if threat_of(beliefs).foes:
        return refusals.AFTER_US
    step, letter = beliefs.action.step, missile(beliefs)
    if not letter:
        return refusals.NO_MISSILE
    for foe in beliefs.foes.lurking.values():
        far = distance_between(foe.spot, beliefs.me.spot)
        if beliefs.turn - foe.seen_turn < far and line_to(beliefs, foe.spot) == step:
            return throw(step, letter, f"the {foe.kind.name} is coming in the dark")
    return refusals.NOT_GONE


def _approach(beliefs: Beliefs, foe: Foe, goals: set[int]) -> Act | No:
    """Walk to a square from which to shoot the sleeper.  If the bow is needed, wield it first."""
    name = foe.kind.name
    walk = go(beliefs, "hunt", goals, f"into line with the sleeping {name}", most=beliefs.knobs.hunt_squares)
    return _draw_bow(beliefs, name) if isinstance(walk, Act) and not missile(beliefs) else walk


def _shot(beliefs: Beliefs, foe: Foe) -> Act | No:
    """Shoot at a sleeper that is out of view in the dark.  If the bow is needed, wield it first."""
    letter, step = missile(beliefs), line_to(beliefs, foe.spot)
    if not letter:
        return _draw_bow(beliefs, foe.kind.name)
    if not step or foe.spot in beliefs.foes.seen:
        return refusals.NO_STAND
    return throw(step, letter, f"the {foe.kind.name} sleeps there in the dark")


def _draw_bow(beliefs: Beliefs, name: str) -> Act | No:
    held, bow = beliefs.wielded(), bow_letter(beliefs)
    if not bow:
        return refusals.NO_BOW
    if held and held[0] in beliefs.cursed:
        return refusals.HELD_CURSED
    return use("wield", bow, f"to shoot the sleeping {name}")


_ARROWS_WORTH_DRAWING: Final = 3  # minimum number of arrows to wield the bow


def throw_confused(beliefs: Beliefs) -> Act | No:
    """Throw something at an adjacent monster while the hero is confused.

    While the hero is confused, 4 of 5 steps go astray (MOV-2), but only 1 of 5 throws goes astray (STK-2).
    """
    near = threat_of(beliefs).near
    if not near:
        return refusals.NONE_BESIDE
    if not beliefs.is_confused:
        return refusals.NOT_CONFUSED
    foe = max(near, key=lambda one: (one.kind.level, one.spot))
    letter = missile(beliefs)
    if letter:
        return throw(
            foe.spot - beliefs.me.spot, letter, f"steps go astray, and the {foe.kind.name} is beside the hero"
        )
    held, bow = beliefs.wielded(), bow_letter(beliefs)
    if not bow:
        return refusals.NO_MISSILE
    if arrow_count(beliefs) < _ARROWS_WORTH_DRAWING:
        return refusals.FEW_ARROWS
    if held and held[0] in beliefs.cursed:
        return refusals.HELD_CURSED
    return use("wield", bow, "confused: arrows go astray less than steps")
