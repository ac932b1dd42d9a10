"""The act of one command in words."""

from __future__ import annotations

from typing import Final

from rogomatic.agent.think.fight.magic_options import BOLTS, HEALS
from rogomatic.agent.think.fight.position_options import FIGHT_HERE
from rogomatic.agent.think.fight.threat import rounded
from rogomatic.run.recordings.fight_instants import UNSEEN_FOE, Instant
from rogomatic.run.recordings.unused_things import COMPARES, GAMBLES, ZAPS

SHOOT: Final = "shoot"
"""Verb of a deed: to throw a missile that needs a bow, a crossbow, or a sling."""
AWAITS: Final = "let a foe come"  # a rung that searches, which takes a turn as well
STRIKES: Final = ("fight", "throw", SHOOT)
"""Verbs of deeds that strike a foe."""
_VERBS: Final = {
    "quaff": "drink {thing}", "read": "read {thing}", "zap": "zap {thing} at {foe}", "drop": "drop {thing}",
    "eat": "eat {thing}", "wear": "put on {thing}", "put on": "put on {thing}",
    "wield": "take {thing} in hand", "strip": "take off its armor", "remove": "take off {thing}",
    "throw": "throw {thing} at {foe}", SHOOT: "shoot {thing} at {foe}",
    "fight": "strike at {foe}", "rest": "rest", "search": "search for hidden doors", "wait": "wait",
    "down": "take the stairs down", "up": "take the stairs up",
}  # fmt: skip
"""Verb of an action -> what the hero did."""
_HOPES: Final = {
    **dict.fromkeys(HEALS, "to heal"),
    **dict.fromkeys((*BOLTS, "magic missile", "striking"), "to wound it"),
    "haste self": "to act twice as fast", "teleportation": "to get away", "hold monster": "to hold {foe}",
    "scare monster": "to keep {foe} off", "monster confusion": "to confuse {foe}",
    "slow monster": "to slow it", "teleport away": "to send it away",
    "polymorph": "to turn it into something weaker", "cancellation": "to end its magic",
    "drain life": "to drain its life",
}  # fmt: skip
"""Kind of a thing -> what it was used for."""
_LEARNS: Final = "in order to find out what it does"
GUESSES: Final = {
    (GAMBLES, "quaff"): "in the hope that it would heal",
    (GAMBLES, "read"): "in the hope that it would take it away",
    (GAMBLES, "zap"): "in the hope that it would help",
    (ZAPS, "zap"): "in the hope that it would stop {foe}",
    ("try a stick", "zap"): _LEARNS, ("try a scroll", "read"): _LEARNS, ("try a potion", "quaff"): _LEARNS,
}  # fmt: skip
"""Rung and verb of the use of an unknown thing -> the hope, in words."""
TRIES: Final = ("quaff", "read", "zap", "drop")
"""Verbs of deeds by which a hero tries to get away by magic."""


def act_in_words(one: Instant) -> str:
    """Return what the hero did and hoped for, to follow the word "to", with its estimated chance to die."""
    deed = one.deed
    if deed.verb in TRIES:
        return magic_in_words(one)
    if one.rung == COMPARES and one.ways and one.ways[0].name != FIGHT_HERE:
        return f"{one.ways[0].name} ({rounded(one.ways[0].percent)} to die)"
    if one.rung == AWAITS:
        return f"wait{_because(one)}"
    is_blow = deed.verb in STRIKES
    odds = f" ({rounded(one.percent)} to die)" if one.foes and is_blow else ""
    seen = f"the {deed.foe or one.foes[0]}" if deed.foe or (one.foes and not one.has_unseen) else UNSEEN_FOE
    act = _VERBS.get(deed.verb, one.rung).format(thing=deed.thing or "something", foe=seen)
    return f"{act}{odds}{'' if is_blow else _because(one)}"


def magic_in_words(one: Instant) -> str:
    """Return the use of a potion, a scroll, or a stick with its hope, behind the word "to"."""
    deed = one.deed
    foe = f"the {deed.foe or one.foes[0]}" if deed.foe or one.foes else UNSEEN_FOE
    hope = f" {_HOPES[deed.name]}" if deed.name in _HOPES else _guess(one) * (not deed.name)
    return f"{_VERBS[deed.verb]}{hope or _because(one)}".format(thing=deed.thing, foe=foe)


def _guess(one: Instant) -> str:
    """Return the hope that led to the use of an unknown thing, "" for none."""
    hope = GUESSES.get((one.rung, one.deed.verb), "")
    return hope and f", {hope}"


def _because(one: Instant) -> str:
    return f": {one.because}" if one.because else ""
