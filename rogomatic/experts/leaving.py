"""Leaving: when a level is done, when to hurry, and when to quit, which keeps all the gold (END-1, END-2)."""

from __future__ import annotations

from typing import Final

from rogomatic.beliefs.model import Action, Beliefs
from rogomatic.experts.movement import NO_WAY, go
from rogomatic.rule_engine import CALM, FLOATING, Act, No
from rogomatic.think.item_value import provisions, spare_food
from rogomatic.think.pathfinding import exits, is_seeking, way_out
from rogomatic.think.threat import is_pressing, threat_of

NO_STAIRS: Final = No("no stairs are known")
NOT_YET: Final = No("this level is not done")


def hurry_down(b: Beliefs) -> Act | No:
    """Go down on sight of the stairs: out of food, out of time, or too deep to look around."""
    if not is_hurried(b):
        return NOT_YET
    return _down(b, "no time to lose")


def go_down(b: Beliefs) -> Act | No:
    """The level has nothing more to offer."""
    return _down(b, "nothing left here is worth the way")


def is_hurried(b: Beliefs) -> bool:
    """Return whether the hero should not spend time on this level."""
    knobs, me = b.knobs, b.me
    if b.has_amulet:
        return True
    if is_seeking(b):
        return b.turn - b.watch.level_turn > knobs.level_turns
    if b.turn > knobs.dive_turn or me.depth > knobs.full_depth or me.depth <= knobs.skip_depth:
        return True
    left = provisions(b)
    if left <= knobs.lean_turns:
        return True
    since = b.watch.level_turn if me.depth > knobs.vigil_depth else max(b.watch.level_turn, me.ate_turn)
    return b.turn - since > knobs.level_turns * max(left / knobs.plenty_turns, 1.0)


def _down(b: Beliefs, because: str) -> Act | No:
    if b.is_floating:
        return FLOATING
    if b.on_stairs:
        keys, action = way_out(b)
        return Act(keys, because, action)
    goals = exits(b)
    if not goals:
        return NO_STAIRS
    walk = go(b, "down", goals, because)
    return walk if walk is not NO_WAY else NO_STAIRS


# -- quitting

IN_TIME: Final = No("there is time left")
FAIR: Final = No("the next round will not kill")
HOPE: Final = No("there is more to hope for than to lose")
QUEST: Final = No("the quest is worth any risk")
_STARVING: Final = 70  # turns before the hero starves (FOO-3)
_LIKELY: Final = 0.25  # chance to be that far, from which on it is time: the last turns bring little
_SUREST: Final = 95.0  # per cent: of those who seemed sure to die, so many did
_PHANTOM_DEPTH: Final = 13  # from here on what strikes unseen is a phantom (MON-1)
_UNSEEN_MAX: Final = 16  # hit points that it may take in one round
_UNSEEN_PCT: Final = 65  # per cent of those that it has struck so low that die
_HOPED_DEEP: Final = 170  # gold that a hero finds on the average that comes to depth 15 to 17
_LOST_PART: Final = 10  # of the gold, when the hero dies


def give_up(b: Beliefs) -> Act | No:
    """Quit: nothing new for very long, about to starve, or no end in sight; death would cost gold."""
    knobs, idle, stomach = b.knobs, b.watch.idle, b.me.stomach
    because = ""
    if idle >= knobs.hopeless_turns:
        because = f"nothing new for {idle} turns"
    elif max(b.turn, b.commands // 2) >= knobs.last_turn:
        because = f"no end after {b.turn} turns and {b.commands} commands"
    elif _is_starving(b) and stomach.share_below(b.food.starves_at + _STARVING) >= _LIKELY:
        because = f"starving, empty for {-stomach.most:.0f} turns at least"
    return Act(b"Qy", because, Action("quit")) if because else IN_TIME


def keep_gold(b: Beliefs) -> Act | No:
    """Death is all but certain and would cost a tenth of the gold: quit while all of it counts (END-2).

    Weighed up are that tenth, with the chance to die, and what a hero that lives may still find.
    """
    if b.has_amulet:
        return QUEST
    if not threat_of(b).near:
        return _quit_unseen(b)
    if not is_pressing(b):
        return FAIR
    die = min(threat_of(b).die_pct, _SUREST)
    if die * b.me.gold <= (100 - die) * _LOST_PART * b.knobs.hoped_gold:
        return HOPE
    return Act(b"Qy", f"{die:.0f}% to die, {b.me.gold // _LOST_PART} gold at stake", Action("quit"))


def _quit_unseen(b: Beliefs) -> Act | No:
    """Quit when something unseen has just struck whose next blow may kill, with no healing at hand."""
    is_struck = b.foes.unseen_turn >= 0 and b.turn - b.foes.unseen_turn <= 1
    if not is_struck or b.is_blind or b.me.depth < _PHANTOM_DEPTH or b.on_stairs:
        return CALM
    if b.me.hp > _UNSEEN_MAX or b.find("potion", "healing") or b.find("potion", "extra healing"):
        return FAIR
    if _UNSEEN_PCT * b.me.gold <= (100 - _UNSEEN_PCT) * _LOST_PART * _HOPED_DEEP:
        return HOPE
    return Act(b"Qy", f"something unseen strikes, {b.me.gold // _LOST_PART} gold at stake", Action("quit"))


def _is_starving(b: Beliefs) -> bool:
    """Return whether the hero will die of hunger; in 3.6 nobody does (V36-13)."""
    return b.me.hunger == "Faint" and spare_food(b) == 0 and b.edition != "3.6"
