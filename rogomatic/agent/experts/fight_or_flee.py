"""Fight or flee: the choice among fighting here, fighting elsewhere, escape, magic."""

from __future__ import annotations

from typing import Final

from rogomatic.agent.beliefs.model import Beliefs
from rogomatic.agent.engine import refusals
from rogomatic.agent.engine.acts import use, zap
from rogomatic.agent.engine.rule_engine import Act, No
from rogomatic.agent.experts.movement import follow
from rogomatic.agent.knobs import Knobs
from rogomatic.agent.think.fight.combat_odds import survival_curve
from rogomatic.agent.think.fight.fight_options import Option, case_of, has_struck_unseen
from rogomatic.agent.think.fight.magic_options import may_hang, remedies
from rogomatic.agent.think.fight.position_options import places
from rogomatic.agent.think.fight.threat import is_grave, is_pressing, rounded, threat_of
from rogomatic.agent.think.ground.firing_lines import line_to
from rogue.shared.wording import plural

_PATIENCE: Final = 2  # factor for the length of a stalemate while the next round could kill


def choose_station(beliefs: Beliefs) -> Act | No:
    """Return the act of the cheapest option against the pursuers.

    Refuse with NO_DANGER if the foes are not dangerous, and with LONG after a long stalemate.  If the
    cheapest option is to fight here, refuse with the reason for that option, so that the rungs below act.
    """
    if not is_worth_a_thought(beliefs):
        return refusals.NO_DANGER
    if beliefs.watch.danced >= beliefs.knobs.dance_turns * (_PATIENCE if is_pressing(beliefs) else 1):
        return refusals.LONG
    found = options(beliefs)
    best, reasons = found[0], reasons_of(found, beliefs.knobs)
    if best.walk is not None:
        act = follow(beliefs, best.walk.kind, best.walk.path, reasons[0])
    elif best.act is not None:
        act = best.act
    else:
        return No(reasons[0], best.name)
    return act.with_reason(reasons[0], reasons[1:])


def reasons_of(found: tuple[Option, ...], knobs: Knobs) -> tuple[str, ...]:
    """Return the reason for choosing the best option in `found`, worded in several ways, longest first.

    The longest wording names the two best options, and says why the second is not better.
    """
    best, risk = found[0], _risk(found[0])
    if len(found) == 1:
        return risk + _loss(best), risk, best.name
    other = found[1]
    but = _but(other.drawback(best, knobs))
    in_short = f"{_percent(other)}{_but(other.drawback(best, knobs, weighed=False))}"
    return (
        f"{risk}{_loss(best)}; next best: {_risk(other)}{_loss(other)}{but}",
        f"{risk}; next best: {_risk(other)}{but}",
        f"{risk}; next: {other.name}, {in_short}",
        f"{risk}; else {in_short}",
        risk,
        best.name,
    )


def _risk(option: Option) -> str:
    return f"{option.name}, {_percent(option)} to die"


def _loss(option: Option) -> str:
    return f", {plural(round(option.fight_cost.loss), 'hit point')} lost"


def _but(drawback: str) -> str:
    return f", but {drawback}" if drawback else ""


def _percent(option: Option) -> str:
    return rounded(100 * option.fight_cost.death_probability)


def is_worth_a_thought(beliefs: Beliefs) -> bool:
    """Return whether the foes in view are dangerous, alone or together with an unseen attacker."""
    threat = threat_of(beliefs)
    if not threat.near and not threat.coming:
        return False
    return threat.death_pct >= beliefs.knobs.flee_pct or is_pressing(beliefs) or has_struck_unseen(beliefs)


def options(beliefs: Beliefs) -> tuple[Option, ...]:
    """Return the options against the pursuers, best first.

    Among equally good options, those that stand at a place or flee to one come before those that use magic.
    """
    case = case_of(beliefs, threat_of(beliefs).foes)
    found = [*places(case), *remedies(case)]
    return tuple(sorted(found, key=lambda one: one.cost(beliefs.knobs)))


def gamble_when_dying(beliefs: Beliefs) -> Act | No:
    """Try unknown sticks, potions, or scrolls when death is likely."""
    near = threat_of(beliefs).near
    if not near:
        return refusals.NONE_BESIDE
    if not is_grave(beliefs):
        return refusals.ODDS_GOOD
    if not is_pressing(beliefs):
        return refusals.NOT_PRESSING
    if len(near) == 1 and 100 * survival_curve(beliefs, near[0])[1] < beliefs.knobs.gamble_pct:
        return refusals.BLOW
    foe = max(near, key=lambda one: (one.kind.level, one.spot))
    step, answer = line_to(beliefs, foe.spot), refusals.NO_GAMBLE
    for kind in ("stick", "potion", "scroll"):
        for letter, thing in beliefs.pack.of_kind(kind):
            if beliefs.name_of(thing) or beliefs.lore.is_tried(thing) or thing.charges == 0:
                continue
            if kind == "stick" and step and not may_hang(beliefs, thing):
                return zap(beliefs, step, letter, "it may help")
            if kind == "potion":
                if beliefs.me.level >= beliefs.knobs.gamble_level:
                    return use("quaff", letter, "it may heal")
                answer = refusals.GAMBLE_YOUNG
            if kind == "scroll" and not beliefs.is_blind:
                return use("read", letter, "it may take the hero away")
    return answer
