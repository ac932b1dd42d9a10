"""The results of what a hero did in a fight, in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, NamedTuple

from rogomatic.agent.beliefs.known_monsters import Foe
from rogomatic.agent.beliefs.model import Beliefs, PlanKind
from rogomatic.agent.beliefs.monster_tracking import target_of
from rogomatic.agent.engine.rule_engine import Choice
from rogomatic.agent.think.fight.magic_options import HEALS
from rogomatic.run.story.deed_words import HUNTS, SHOOT, TRIES
from rogomatic.run.story.fight_instants import EMPTY, MISSED, OWN_BOLT, Deed, Instant
from rogue.shared.wording import plural, with_article

_SHOT: Final = ("arrow", "crossbow bolt", "rock")  # missiles that need a bow, a crossbow, or a sling
_LEARNS: Final = ("quaff", "read", "zap")


class FightEnd(NamedTuple):
    """What happened in a fight after the last command.

    killer   what killed the hero
    learned  the kind of the item that the last command used, or "" if the kind is not known
    outcome  as in `Instant`
    killed   as in `Instant`
    """

    killer: str
    learned: str
    outcome: tuple[str, ...] = ()
    killed: tuple[str, ...] = ()


def deed_of(beliefs: Beliefs, choice: Choice) -> Deed:
    """Return the action of a choice, with the item and the target of the action.  This is a hot path."""
    action = choice.act.action
    thing = beliefs.pack.get(action.letter) if action.letter else None
    foe = target_of(beliefs, action) if action.verb in ("fight", "zap", "throw") else None
    if foe is None and choice.rung == HUNTS:
        foe = _prey(beliefs)
    name = "" if thing is None else beliefs.name_of(thing)
    noun = "" if thing is None else thing.material or thing.kind
    if noun in ("weapon", "armor", "food"):
        words = with_article(name or noun) if noun == "weapon" else name or noun
    else:
        words = (f"{with_article(noun)} of {name}" if name else f"an unknown {noun}") if noun else ""
    verb = SHOOT if action.verb == "throw" and name in _SHOT else action.verb
    plan = choice.act.plan
    walk: tuple[PlanKind | Literal[""], int] = ("", 0) if plan is None else (plan.kind, len(plan.path))
    return Deed(verb, words, name, "" if foe is None else foe.kind.name, noun, *walk)


def _prey(beliefs: Beliefs) -> Foe | None:
    """Return a monster that may be asleep.  Return None if there is none, or if there are several kinds."""
    asleep = [foe for foe in (*beliefs.foes.seen.values(), *beliefs.foes.lurking.values()) if not foe.awake]
    return asleep[0] if len({foe.kind.name for foe in asleep}) == 1 else None


def result_of(fight: Sequence[Instant], at: int, ending: FightEnd) -> str:
    """Return a clause on the result of the command at index `at`, or "" if there is nothing to say."""
    one, after = fight[at], fight[at + 1] if at + 1 < len(fight) else None
    deed, learned = one.deed, after.learned if after is not None else ending.learned
    parts = [_found_out(deed, learned)] if deed.verb in _LEARNS and not deed.name else []
    effect = _effect(one, after, deed.name or learned) if after is not None and deed.verb in TRIES else ""
    failed = _failure(after.outcome if after is not None else ending.outcome) if deed.verb == "zap" else ""
    parts += [one for one in (failed, effect) if one]
    killer = ending.killer
    if after is None and deed.foe and "polymorph" in (deed.name, learned) and killer not in ("", *one.foes):
        parts.append(f"the {deed.foe} probably became {with_article(killer)}")
    return ", and ".join(filter(None, parts))


def _found_out(deed: Deed, learned: str) -> str:
    """Return a clause on the kind of an item.  The kind was unknown when the hero used the item.

    >>> _found_out(Deed("zap", noun="wand"), "light"), _found_out(Deed("read", noun="scroll"), "")
    ('it was a wand of light', 'its kind remained unknown')
    """
    return f"it was {with_article(deed.noun)} of {learned}" if learned else "its kind remained unknown"


def _effect(one: Instant, after: Instant, name: str) -> str:
    """Return a clause on an effect of magic that was visible at the next command, `after`.

    Return "" if there was no visible effect.
    """
    if name == "teleportation" and one.deed.verb == "read":
        near = (
            f"{plural(after.apart, 'square')} from the nearest foe" if after.foes else "with no foe in view"
        )
        return f"it came out {near}"
    if one.deed.verb == "zap" and OWN_BOLT in after.blows:
        return "the bolt bounced and hit the hero"
    if name in HEALS:
        return f"it had {plural(after.hp, 'hit point')} then"
    new = {*after.foes}.difference(one.foes)
    is_gone = one.deed.foe in one.foes and after.foes.count(one.deed.foe) < one.foes.count(one.deed.foe)
    if name == "polymorph" and is_gone:
        became = with_article(new.pop()) if len(new) == 1 else "something unseen" if not new else ""
        return f"the {one.deed.foe} became {became}" if became else ""
    if name == "slow monster" and one.deed.foe in after.foes and EMPTY not in after.outcome:
        return f"from then on the {one.deed.foe} acted only every other turn"
    return f"the {one.deed.foe} was no longer in view" if one.deed.verb == "zap" and is_gone else ""


def _failure(outcome: Sequence[str]) -> str:
    """Return a clause on how a zap failed, or "" if no message says that the zap failed.

    >>> _failure(["no-charges"]), _failure(["bolt-misses-monster"]), _failure([])
    ('nothing happened, as it was empty', 'the bolt missed', '')
    """
    if EMPTY in outcome:
        return "nothing happened, as it was empty"
    return "the bolt missed" if MISSED in outcome else ""
