"""The progress monitor, which breaks stalemates or circles."""

from __future__ import annotations

from typing import Final

from rogomatic.agent.beliefs.model import Beliefs
from rogomatic.agent.engine import refusals
from rogomatic.agent.engine.acts import strike, use
from rogomatic.agent.engine.rule_engine import Act, No, Rule
from rogomatic.agent.experts.movement import go
from rogomatic.agent.think.fight.combat_odds import duel, touches
from rogomatic.agent.think.fight.threat import is_bound, threat_of

_BOLD_TURNS: Final = 100  # first turns of a period in which this rule acts
_WANDER_TURNS: Final = 40
_EVEN_ODDS: Final = 0.5
_SCROLLS: Final = ("magic mapping", "teleportation", "")  # "": unknown kind
_USE_SCROLLS: Final = 2  # period from which scrolls and traps are used
_ATTACK: Final = 3  # period from which sleepers are attacked
_ANY_ODDS: Final = 6  # period from which any odds are accepted


def stalemate_breaker(measures: tuple[Rule, ...], when_bound: Rule) -> Rule:
    """Return a rule that breaks a stalemate.

    If the hero is held, trapped, or confused, the rule uses `when_bound`; otherwise it uses the first of
    `measures` that does not refuse.
    """

    def break_stalemate(beliefs: Beliefs) -> Act | No:
        """If the hero and the monsters in view have reached a stalemate, break it.

        Go down the stairs, strike a monster, or walk away from the monsters.
        """
        if not threat_of(beliefs).foes:
            return refusals.NONE_AFTER_US
        if beliefs.watch.danced < beliefs.knobs.dance_turns:
            return refusals.NOT_LONG
        because = f"{beliefs.watch.danced} turns facing foes without a result"
        return _first(beliefs, (when_bound,) if is_bound(beliefs) else measures, because)

    return break_stalemate


def circle_breaker(go_down: Rule, wander: Rule) -> Rule:
    """Return a rule that breaks a circle.  This rule tries the rule `go_down` first and `wander` last."""

    def break_circle(beliefs: Beliefs) -> Act | No:
        """Break a circle by measures that are bolder each time.

        A period is `idle_turns` turns without progress.  From the second period on, the hero goes down if it
        can.  If it cannot, it walks to far squares.  From the third period on, it also reads scrolls and
        steps onto teleport traps.  From the fourth period on, it also attacks sleepers: first only those that
        it will probably beat, and later any.  It goes down in any turn, but this rule takes the other
        measures only in the first turns of each period; in the other turns, the rungs below it act.
        """
        if beliefs.watch.idle < beliefs.knobs.idle_turns:
            return refusals.NOT_IDLE
        if is_bound(beliefs):
            return refusals.BOUND
        stretch, turns = divmod(beliefs.watch.idle, beliefs.knobs.idle_turns)
        measures: tuple[Rule, ...] = (go_down,)
        if turns < _BOLD_TURNS and stretch >= _USE_SCROLLS:
            measures += (_read_any, _seek_trap)
        if turns < _BOLD_TURNS and stretch >= _ATTACK:
            measures += (_attack_sleeper,)
        if turns < _WANDER_TURNS:
            measures += (wander,)
        return _first(beliefs, measures, f"nothing new for {beliefs.watch.idle} turns")

    return break_circle


def _first(beliefs: Beliefs, measures: tuple[Rule, ...], because: str) -> Act | No:
    """Return the act of the first measure that does not refuse, with `because` before the act's reason."""
    for measure in measures:
        answer = measure(beliefs)
        if isinstance(answer, Act):
            return answer.with_reason(f"{because}: {answer.because}", (because,))
    return refusals.NOTHING_BOLDER


def _read_any(beliefs: Beliefs) -> Act | No:
    """Read a scroll that may reveal a way out or teleport the hero."""
    if beliefs.is_blind or beliefs.foes.seen:
        return refusals.NO_SCROLL
    for wanted in _SCROLLS:
        if wanted == "magic mapping" and beliefs.level.mapped:
            continue
        for letter, thing in beliefs.pack.of_kind("scroll"):
            if beliefs.name_of(thing) == wanted:
                return use("read", letter, wanted or "a scroll may help")
    return refusals.NO_SCROLL


def _seek_trap(beliefs: Beliefs) -> Act | No:
    """Step onto a teleport trap."""
    goals = {spot for spot, name in beliefs.level.traps.items() if name == "teleport trap"}
    return go(beliefs, "trap", goals, "to the teleport trap") if goals else refusals.NO_TRAP


def _attack_sleeper(beliefs: Beliefs) -> Act | No:
    """Attack the least dangerous sleeper, because the sleeper may block the way."""
    most = 1.0 if beliefs.watch.idle >= _ANY_ODDS * beliefs.knobs.idle_turns else _EVEN_ODDS
    sleepers = [foe for foe in (*beliefs.foes.seen.values(), *beliefs.foes.lurking.values()) if not foe.awake]
    for risk, spot, name in sorted((duel(beliefs, foe)[0], foe.spot, foe.kind.name) for foe in sleepers):
        if risk > most:
            break
        beside = touches(beliefs, beliefs.me.spot, spot)
        if beside and spot in beliefs.foes.seen:
            step = spot - beliefs.me.spot
            return strike(step, f"the {name} may be in the way")
        goals = set(beliefs.level.neighbors(spot))
        walk = refusals.NO_SLEEPER if beside else go(beliefs, "sleeper", goals, f"to the {name}")
        if isinstance(walk, Act):
            return walk
    return refusals.NO_SLEEPER
