"""Rules for special monsters: those that rust armor, wake, lie in wait, shoot, or strike unseen."""

from __future__ import annotations

from typing import Final

from rogomatic.agent.beliefs.foe_intents import is_shooting, waiting_foes
from rogomatic.agent.beliefs.known_monsters import Foe, distance_between
from rogomatic.agent.beliefs.model import Beliefs
from rogomatic.agent.beliefs.terrain_map import DOOR, KEY_OF, PASSAGE, Square
from rogomatic.agent.engine import refusals
from rogomatic.agent.engine.acts import quaff_healing, step_to, strike, take_armor_off
from rogomatic.agent.engine.rule_engine import Act, No
from rogomatic.agent.experts.movement import follow, stay
from rogomatic.agent.monster_manual import MEAN
from rogomatic.agent.think.fight.combat_odds import duel, touches
from rogomatic.agent.think.fight.fight_options import PHANTOM_DEPTH, has_struck_unseen, unseen_most
from rogomatic.agent.think.fight.magic_options import unseen_remedy
from rogomatic.agent.think.fight.threat import is_bound, threat_of
from rogomatic.agent.think.fight.walk_costs import roads
from rogomatic.agent.think.ground.exits import exits, way_out
from rogomatic.agent.think.ground.firing_lines import line_between
from rogomatic.agent.think.ground.pathfinding import FORBIDDEN, Roads, costs, find_path
from rogomatic.agent.think.items.item_value import armor_value

_WEAK: Final = 2  # maximum level of monsters to meet without armor
_RUSTED: Final = 1  # Arm of armor that rusts no further (ARM-7)
_UNSEEN_AVOID: Final = 12  # detour in squares to avoid it, divided among its possible squares
_AWAY_COST: Final = 40  # maximum path cost for stepping away from a sleeper


def strip_for_rust(beliefs: Beliefs) -> Act | No:
    """Take the armor off when a monster that rusts armor comes."""
    foes = threat_of(beliefs).foes
    rusts = [foe for foe in foes if foe.kind.special == "rust"]
    if not rusts:
        return refusals.NO_RUST
    worn = beliefs.worn()
    if worn is None:
        return refusals.NOT_WORN
    if worn[0] in beliefs.cursed:
        return refusals.SUIT_CURSED
    if not _can_rust(beliefs):
        return refusals.RUSTPROOF
    if has_struck_unseen(beliefs):
        return refusals.UNSEEN_NEAR
    if any(foe.kind.special != "rust" and foe.kind.level > _WEAK for foe in foes):
        return refusals.OTHERS_TOO
    if threat_of(beliefs).death_pct >= beliefs.knobs.strip_pct:
        return refusals.TOO_RISKY
    suit = beliefs.name_of(worn[1])
    return take_armor_off(worn[0], f"the {rusts[0].kind.name} would rust the {suit}")


def leave_unseen(beliefs: Beliefs) -> Act | No:
    """Escape from an invisible attacker, by the stairs if they are known."""
    calm = _why_not_haunted(beliefs)
    if calm is not None:
        return calm
    if beliefs.me.hp <= unseen_most(beliefs):
        healing = quaff_healing(beliefs)
        if isinstance(healing, Act):
            return healing
    if beliefs.on_stairs and not beliefs.is_floating and not is_bound(beliefs):
        keys, action = way_out(beliefs)
        return Act(keys, "something unseen strikes", action)
    remedy = unseen_remedy(beliefs)
    if remedy is not None:
        return remedy
    if is_bound(beliefs):
        return refusals.BOUND
    return _go_on(beliefs) or _strike_unseen(beliefs) or refusals.NO_PLACE


def _why_not_haunted(beliefs: Beliefs) -> No | None:
    """Return why the hero need not flee from an invisible attacker.  Return None if it should flee."""
    since = beliefs.turn - beliefs.foes.unseen_turn
    if beliefs.foes.unseen_turn < 0 or since > beliefs.knobs.haunted_turns:
        return refusals.NOT_UNSEEN
    if beliefs.is_blind:
        return refusals.BLIND
    if threat_of(beliefs).near:
        return refusals.BESIDE
    return refusals.NO_PHANTOM if beliefs.me.depth < PHANTOM_DEPTH else None


def _go_on(beliefs: Beliefs) -> Act | None:
    """Return a step toward an exit or, if that fails, toward unseen ground.  Return None if both fail."""
    ground = roads(beliefs).copy()
    _shun_unseen(beliefs, ground)
    leave = set() if beliefs.is_floating else exits(beliefs)
    for goals in (leave, beliefs.level.frontier):
        path = find_path(ground, beliefs.me.spot, goals) if goals else ()
        if path:
            return follow(beliefs, "leave an unseen attacker", path[:1], "something unseen strikes")
    return None


def _strike_unseen(beliefs: Beliefs) -> Act | None:
    """Return a blow at an adjacent square that may hold an unseen monster.  Return None if there is none."""
    for spot in sorted(beliefs.foes.unseen_spots):
        step = spot - beliefs.me.spot
        if step in KEY_OF:
            return strike(step, "something unseen bars the way")
    return None


def step_away(beliefs: Beliefs) -> Act | No:
    """Step away from a dangerous sleeper that may wake."""
    spot = beliefs.me.spot
    foes = [foe for foe in beliefs.foes.seen.values() if foe.awake is False and foe.kind.traits & MEAN]
    if threat_of(beliefs).near:
        return refusals.BESIDE
    if not any(
        touches(beliefs, foe.spot, spot) and 100 * duel(beliefs, foe)[0] >= beliefs.knobs.guarded_pct
        for foe in foes
    ):
        return refusals.NO_BAD_SLEEPER
    if is_bound(beliefs):
        return refusals.BOUND
    ground = roads(beliefs)
    reach = costs(ground, spot, _AWAY_COST).spots()
    quiet = {one for one in reach if all(distance_between(foe.spot, one) > 2 for foe in foes)}
    path = find_path(ground, spot, quiet)
    return follow(beliefs, "step away", path, "a sleeper that may wake") if path else refusals.NO_PLACE


def _shun_unseen(beliefs: Beliefs, ground: Roads) -> None:
    """Raise the cost of squares where an unseen monster may stand or strike."""
    spots = sorted(beliefs.foes.unseen_spots)
    for spot in spots:
        for near in beliefs.level.neighbors(spot):
            ground.avoid[near] = min(ground.avoid[near] + _UNSEEN_AVOID // len(spots), FORBIDDEN - 1)
    for spot in spots:
        more = min(ground.avoid[spot] + _UNSEEN_AVOID, FORBIDDEN - 1)
        ground.avoid[spot] = FORBIDDEN if len(spots) == 1 else more


def _can_rust(beliefs: Beliefs) -> bool:
    """Return whether the armor in use can rust (ARM-7).  In 3.6, leather can rust, too (V36-12)."""
    worn = beliefs.worn()
    if worn is None or armor_value(worn[1]) <= _RUSTED:
        return False
    if worn[1].name == "leather armor" and not beliefs.facts_of_edition.leather_rusts:
        return False
    return not any(beliefs.name_of(ring) == "maintain armor" for _, ring in beliefs.rings())


_A_WHILE: Final = 5  # turns of waiting at a time
_SHOT_SQUARES: Final = range(3, 8)  # distances from which it shoots and there is time to step aside


def hold_the_passage(beliefs: Beliefs) -> Act | No:
    """Wait in a passage or door, so that monsters lying in wait come one by one."""
    if threat_of(beliefs).foes:
        return refusals.AFTER_US
    foes = waiting_foes(beliefs)
    if not foes:
        return refusals.NOBODY_WAITS
    if beliefs.level.code[beliefs.me.spot] not in (PASSAGE, DOOR):
        return refusals.OPEN
    if is_bound(beliefs):
        return refusals.BOUND
    because = f"let the {foes[0].kind.name} come here"
    return stay(beliefs, "search", _A_WHILE, because)


def leave_the_line(beliefs: Beliefs) -> Act | No:
    """Step out of the line of fire of a monster that shoots."""
    threat = threat_of(beliefs)
    shooters = [foe for foe in threat.coming if _has_in_line(beliefs, foe, beliefs.me.spot)]
    if not shooters:
        return refusals.NO_SHOTS
    if threat.near:
        return refusals.BESIDE
    if is_bound(beliefs):
        return refusals.BOUND
    if beliefs.is_blind:
        return refusals.BLIND
    found = [
        spot
        for spot in beliefs.level.neighbors(beliefs.me.spot)
        if spot not in beliefs.foes.seen
        and not beliefs.level.avoid[spot]
        and not _is_shot_at(beliefs, spot, shooters)
    ]
    if not found:
        return refusals.NO_COVER
    spot = min(found, key=lambda one: (sum(distance_between(foe.spot, one) for foe in shooters), one))
    step = spot - beliefs.me.spot
    return step_to(step, f"out of the {shooters[0].kind.name}'s line of fire")


def _has_in_line(beliefs: Beliefs, foe: Foe, spot: Square) -> bool:
    """Return whether a square is in the line of fire of a foe that shoots."""
    if not is_shooting(foe, beliefs.turn) or distance_between(foe.spot, spot) not in _SHOT_SQUARES:
        return False
    return line_between(beliefs, spot, foe.spot) != 0


def _is_shot_at(beliefs: Beliefs, spot: Square, shooters: list[Foe]) -> bool:
    """Return whether a shooter can shoot at a square or stands next to that square."""
    return any(
        line_between(beliefs, spot, foe.spot) != 0 or distance_between(foe.spot, spot) < _SHOT_SQUARES[0] - 1
        for foe in shooters
    )
