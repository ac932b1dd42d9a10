"""The last act of a hero, with its last try to get away."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Final, NamedTuple

from rogomatic.agent.beliefs.model import FREE_VERBS, Beliefs
from rogomatic.agent.beliefs.monster_tracking import target_of
from rogomatic.agent.engine.rule_engine import Choice
from rogomatic.agent.think.fight.magic_options import BOLTS, HEALS
from rogomatic.agent.think.fight.threat import rounded
from rogomatic.run.recordings.fight_instants import HIDDEN, OWN_BOLT, UNSEEN_FOE, Deed, Instant
from rogomatic.run.recordings.ways_out import way_instead
from rogue.shared.wording import plural, plural_of, with_article

_VERBS: Final = {
    "quaff": "drink {thing}", "read": "read {thing}", "zap": "zap {thing} at {foe}", "drop": "drop {thing}",
    "eat": "eat {thing}", "wear": "put on {thing}", "put on": "put on {thing}",
    "wield": "take {thing} in hand", "strip": "take off its armor", "remove": "take off {thing}",
    "throw": "shoot or throw at {foe}",
    "fight": "strike at {foe}", "rest": "rest", "search": "search for hidden doors", "wait": "wait",
    "down": "take the stairs down", "up": "take the stairs up",
}  # fmt: skip
"""Verb of an action -> what the hero did."""
_HOPES: Final = {
    **dict.fromkeys(HEALS, "to heal"),
    **dict.fromkeys((*BOLTS, "magic missile", "striking"), "to wound {foe}"),
    "haste self": "to act twice as fast", "teleportation": "to get away", "hold monster": "to hold {foe}",
    "scare monster": "to keep {foe} off", "monster confusion": "to confuse {foe}",
    "slow monster": "to slow {foe}", "teleport away": "to send {foe} away",
    "polymorph": "to turn {foe} into something weaker", "cancellation": "to end the magic of {foe}",
    "drain life": "to drain the life of {foe}",
}  # fmt: skip
"""Kind of a thing -> what it was used for."""
_GUESSES: Final = {
    "it may heal": "in the hope that it would heal",
    "it may take us away": "in the hope that it would take it away",
    "find out": "in order to find out what it does",
    "it may help": "in the hope that it would help", "it may stop": "in the hope that it would stop {foe}",
}  # fmt: skip
"""Beginning of the reason to use an unknown thing -> the hope, in words."""
_MORE: Final = {1: "once more", 2: "twice more"}
_LEARNS: Final = ("quaff", "read", "zap")
_TRIES: Final = (*_LEARNS, "drop")


class Ending(NamedTuple):
    """The part of a game behind the last command.

    learned  the kind of the item that the last command used, "" if it is not known
    blows    what took hit points since then, by name, the last blow included
    """

    killer: str
    learned: str
    blows: tuple[str, ...]


def deed_of(beliefs: Beliefs, choice: Choice) -> Deed:
    """Return the act of a choice.  Hot: for every command."""
    action = choice.act.action
    thing = beliefs.pack.get(action.letter) if action.letter else None
    foe = target_of(beliefs, action) if action.verb in ("fight", "zap", "throw") else None
    name = "" if thing is None else beliefs.name_of(thing)
    noun = "" if thing is None else thing.material or thing.kind
    if noun in ("weapon", "armor", "food"):
        words = with_article(name or noun) if noun == "weapon" else name or noun
    else:
        words = (f"{with_article(noun)} of {name}" if name else f"an unknown {noun}") if noun else ""
    return Deed(action.verb, words, name, "" if foe is None else foe.kind.name)


def last_act(fight: Sequence[Instant], ending: Ending) -> list[str]:
    """Return a sentence on the last escape by magic and the last act, [] without either."""
    own = [at for at, one in enumerate(fight) if one.is_own and one.deed.verb not in ("", *FREE_VERBS)]
    if not own:
        return []
    tries = [at for at in own if fight[at].deed.verb in _TRIES and fight[at].deed.thing and fight[at].foes]
    told = [(at, "Its last try by magic") for at in tries[-1:] if at != own[-1]]
    return [" ".join(_told(fight, at, ending, what) for at, what in [*told, (own[-1], "Its last act")])]


def _told(fight: Sequence[Instant], at: int, ending: Ending, what: str) -> str:
    """Return one act: the turn, the hit points, the purpose, and what came of it."""
    one = fight[at]
    act = f"{what}, on turn {one.turn:,} with {plural(one.hp, 'hit point')} left, was to {_act(one)}"
    came = _result(fight, at, ending)
    return f"{act}{f'; {came}' if came else ''}."


def _act(one: Instant) -> str:
    """Return what the hero did and hoped for, with the chance to die that it saw."""
    deed, way = one.deed, way_instead(one, one.ways)
    if deed.verb in _TRIES:
        foe = f"the {deed.foe or one.foes[0]}" if deed.foe or one.foes else UNSEEN_FOE
        hope = f" {_HOPES[deed.name]}" if deed.name in _HOPES else _guess(one) * (not deed.name)
        return f"{_VERBS[deed.verb]}{hope or _because(one)}".format(thing=deed.thing, foe=foe)
    if way is not None:
        return f"{way.name} ({rounded(way.percent)} to die)"
    is_blow = deed.verb in ("fight", "throw")
    odds = f" ({rounded(one.percent)} to die)" if one.foes and is_blow else ""
    seen = f"the {deed.foe or one.foes[0]}" if deed.foe or (one.foes and not one.has_unseen) else UNSEEN_FOE
    act = _VERBS.get(deed.verb, one.rung).format(thing=deed.thing, foe=seen)
    return f"{act}{odds}{'' if is_blow else _because(one)}"


def _guess(one: Instant) -> str:
    """Return the hope that led to the use of an unknown thing, "" for none."""
    return next((f", {hope}" for why, hope in _GUESSES.items() if one.because.startswith(why)), "")


def _because(one: Instant) -> str:
    return f": {one.because}" if one.because else ""


def _result(fight: Sequence[Instant], at: int, ending: Ending) -> str:
    """Return what came of an act, "" if there is nothing to say."""
    one, after = fight[at], fight[at + 1] if at + 1 < len(fight) else None
    deed, learned = one.deed, after.learned if after is not None else ending.learned
    parts = [_found_out(deed, learned)] if deed.verb in _LEARNS and not deed.name else []
    effect = _effect(one, after, deed.name or learned) if after is not None and deed.verb in _TRIES else ""
    parts += [effect] if effect else []
    killer, later = ending.killer, fight[at + 1 + bool(effect) :]
    if after is None and deed.foe and "polymorph" in (deed.name, learned) and killer not in one.foes:
        parts.append(f"the {deed.foe} probably became {with_article(killer)}")
    if deed.verb not in ("fight", "throw"):
        parts.append(
            _hit_later([one, *later], killer, [*ending.blows, *chain(*[now.blows for now in later])])
        )
    parts = [*filter(None, parts)]
    return ", and ".join(filter(None, [", ".join(parts[:-1]), *parts[-1:]]))


def _hit_later(fight: Sequence[Instant], killer: str, blows: Sequence[str]) -> str:
    """Return how often the killer hit behind the first command, "" if it was not there.

    blows  by name; if some hide who struck, all are counted together
    """
    is_hidden = any(who in HIDDEN for who in blows)
    hits = len(blows) if is_hidden else blows.count(killer)
    often = _MORE.get(hits, f"{hits} more times")
    if not hits or killer not in fight[0].foes:
        return ""
    if is_hidden:
        return f"it was hit {often}"
    is_several = hits > 1 and any(now.foes.count(killer) > 1 for now in fight)
    return f"{plural_of(killer) if is_several else f'the {killer}'} hit it {often}"


def _found_out(deed: Deed, learned: str) -> str:
    """Return what an unknown thing was.

    >>> _found_out(Deed("zap", "an unknown wand"), "light"), _found_out(Deed("read", "an unknown scroll"), "")
    ('it was a wand of light', 'its kind remained unknown')
    """
    kind = deed.thing.removeprefix("an unknown ")
    return f"it was {with_article(kind)} of {learned}" if learned else "its kind remained unknown"


def _effect(one: Instant, after: Instant, name: str) -> str:
    """Return what could be seen of magic at the next command, "" for nothing."""
    if name == "teleportation" and one.deed.verb == "read":
        near = (
            f"{plural(after.apart, 'square')} from the nearest foe" if after.foes else "with no foe in view"
        )
        return f"it came out {near}"
    if one.deed.verb == "zap" and OWN_BOLT in after.blows:
        return "the bolt bounced and hit it"
    if name in HEALS:
        return f"it had {plural(after.hp, 'hit point')} then"
    is_gone = one.deed.foe in one.foes and one.deed.foe not in after.foes
    return f"the {one.deed.foe} was no longer in view" if one.deed.verb == "zap" and is_gone else ""
