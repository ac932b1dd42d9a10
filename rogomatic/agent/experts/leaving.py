"""Leaving the level when it has nothing more to offer, or leaving the game to keep the gold."""

from __future__ import annotations

from typing import Final

from rogomatic.agent.beliefs.model import Beliefs
from rogomatic.agent.engine import refusals
from rogomatic.agent.engine.acts import leave_game
from rogomatic.agent.engine.rule_engine import Act, No
from rogomatic.agent.experts.movement import go
from rogomatic.agent.think.fight.fight_options import PHANTOM_DEPTH, UNSEEN_MOST, has_struck_unseen
from rogomatic.agent.think.fight.magic_options import has_sure_remedy
from rogomatic.agent.think.fight.threat import is_pressing, threat_of
from rogomatic.agent.think.ground.exits import exits, is_seeking, way_out
from rogomatic.agent.think.items.food_value import hides_food
from rogomatic.agent.think.items.item_value import is_fainting, provisions

_DIVE_TURN: Final = 40_000  # from this turn on the hero only goes down


def hurry_down(beliefs: Beliefs) -> Act | No:
    """Go down once the stairs are seen, if food or time is short or the level too deep."""
    if not is_hurried(beliefs):
        return refusals.NO_HURRY
    return _down(beliefs, "no time to lose")


def go_down(beliefs: Beliefs) -> Act | No:
    """Leave a level that has nothing more to offer."""
    return _down(beliefs, "nothing left here is worth the walk")


def is_hurried(beliefs: Beliefs) -> bool:
    """Return whether the hero should spend no more time on this level than it must."""
    knobs, me = beliefs.knobs, beliefs.me
    if beliefs.has_amulet:
        return True
    if is_seeking(beliefs):
        return beliefs.turn - beliefs.watch.level_turn > knobs.level_turns
    if beliefs.turn > _DIVE_TURN or me.depth > knobs.full_depth:
        return True
    left = provisions(beliefs)
    if left <= knobs.lean_turns and not hides_food(beliefs):
        return True
    spent, allowed = beliefs.turn - beliefs.watch.level_turn, knobs.level_turns
    if me.depth <= knobs.vigil_depth and me.ate_turn > beliefs.watch.level_turn:
        spent = beliefs.turn - me.ate_turn
    return spent > allowed and spent > allowed * (left / knobs.plenty_turns)


def _down(beliefs: Beliefs, because: str) -> Act | No:
    if beliefs.is_floating:
        return refusals.FLOATING
    if beliefs.on_stairs:
        keys, action = way_out(beliefs)
        return Act(keys, because, action)
    goals = exits(beliefs)
    if not goals:
        return refusals.NO_STAIRS
    return go(beliefs, "down", goals, because)


HOPELESS_TURNS: Final = 4_000  # turns without progress after which the hero quits
_LAST_TURN: Final = 60_000  # the turn in which the hero quits
_STARVING: Final = 70  # turns before the hero starves (FOO-3)
_HARMLESS: Final = 3.0  # chance to die in percent below which visible foes are ignored
_LIKELY: Final = 0.25  # chance to starve from which quitting is due
_SUREST: Final = 95.0  # percent: observed death rate when death seemed certain
_UNSEEN_PCT: Final = 65  # percent: death rate of heroes that it has struck this low
_HOPED_DEEP: Final = 170  # mean gold of a hero that reaches depth 15 to 17
_LOST_PART: Final = 10  # one in this many gold pieces is lost at death


def give_up(beliefs: Beliefs) -> Act | No:
    """Quit if the game makes no progress or if the hero is about to starve.

    Quitting keeps the gold that death would cost.
    """
    idle, stomach = beliefs.watch.idle, beliefs.me.stomach
    because = ""
    if idle >= HOPELESS_TURNS:
        because = f"nothing new for {idle:,} turns"
    elif beliefs.turn >= _LAST_TURN or beliefs.commands >= 2 * _LAST_TURN:
        because = f"not over after {beliefs.turn:,} turns and {beliefs.commands:,} commands"
    elif (
        is_fainting(beliefs)
        and beliefs.facts_of_edition.starves
        and stomach.share_below(beliefs.food.starves_at + _STARVING) >= _LIKELY
    ):
        if not beliefs.resigns:
            return refusals.FIGHTS_ON
        because = f"starving, stomach empty for at least {-stomach.most:,.0f} turns"
    return leave_game(because) if because else refusals.IN_TIME


def keep_gold(beliefs: Beliefs) -> Act | No:
    """When death is likely, quit if the expected loss of gold outweighs the gold that the hero may find.

    Death costs a tenth of the gold held; quitting costs nothing (END-2).
    """
    if beliefs.has_amulet:
        return refusals.QUEST
    threat = threat_of(beliefs)
    if not threat.near or threat.death_pct < _HARMLESS:
        answer = _quit_unseen(beliefs)
        if isinstance(answer, Act) or not threat.near:
            return answer
    if not is_pressing(beliefs):
        return refusals.NOT_PRESSING
    death_pct = min(threat.death_pct, _SUREST)
    if death_pct * beliefs.me.gold <= (100 - death_pct) * _LOST_PART * beliefs.knobs.hoped_gold:
        return refusals.HOPE
    return _resign(beliefs, f"{death_pct:.0f}% to die, {beliefs.me.gold // _LOST_PART} gold at stake")


def _quit_unseen(beliefs: Beliefs) -> Act | No:
    """Quit if an invisible attacker may kill the hero next turn and the hero has no way to prevent that."""
    if not has_struck_unseen(beliefs):
        return refusals.NOT_STRUCK
    if beliefs.is_blind:
        return refusals.BLIND
    if beliefs.me.depth < PHANTOM_DEPTH:
        return refusals.NO_PHANTOM
    if beliefs.on_stairs:
        return refusals.ON_STAIRS
    if beliefs.me.hp > UNSEEN_MOST:
        return refusals.NOT_PRESSING
    if not threat_of(beliefs).near and has_sure_remedy(beliefs):
        return refusals.REMEDY
    if beliefs.find("potion", "healing") or beliefs.find("potion", "extra healing"):
        return refusals.HEALING
    if _UNSEEN_PCT * beliefs.me.gold <= (100 - _UNSEEN_PCT) * _LOST_PART * _HOPED_DEEP:
        return refusals.HOPE
    return _resign(beliefs, f"something unseen strikes, {beliefs.me.gold // _LOST_PART} gold at stake")


def _resign(beliefs: Beliefs, because: str) -> Act | No:
    """Quit to keep the gold.  Refuse if the agent is set to play on."""
    return leave_game(because) if beliefs.resigns else refusals.FIGHTS_ON
