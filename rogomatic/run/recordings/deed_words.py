"""The act of one command in words."""

from __future__ import annotations

import re
from typing import Final

from rogomatic.agent.think.fight.magic_options import BOLTS, HEALS
from rogomatic.agent.think.fight.position_options import FIGHT_HERE
from rogomatic.run.recordings.fight_instants import UNSEEN_FOE, Instant
from rogomatic.run.recordings.unused_things import COMPARES, GAMBLES, ZAPS

SHOOT: Final = "shoot"
"""Verb of a deed: to throw a missile that needs a bow, a crossbow, or a sling."""
WEIGHS: Final = (COMPARES, "hit what is adjacent")
"""Rungs that do what the comparison of all ways out has found best."""
_FIGHT: Final = "fight on the spot"
_VERBS: Final = {
    "quaff": "drink {thing}", "read": "read {thing}", "zap": "zap {thing} at {foe}", "drop": "drop {thing}",
    "eat": "eat {thing}", "wear": "put on {thing}", "put on": "put on {thing}",
    "wield": "take {thing} in hand", "strip": "take off its armor", "remove": "take off {thing}",
    "throw": "throw {thing} at {foe}", SHOOT: "shoot {thing} at {foe}", "down": "take the stairs down",
    "up": "take the stairs up",
}  # fmt: skip
"""Verb of an action -> what the hero did, whatever rule it followed."""
RUNGS: Final = {
    "give up": "give up", "ask the version": "look up the rules", "read about the game": "look up the rules",
    "check the inventory": "look into its pack", "eat before a faint": "eat", COMPARES: _FIGHT,
    "break a stalemate": "move on, as no blow had counted for long", ZAPS: "zap {foe}",
    "keep the gold": "quit", GAMBLES: "try an unknown thing", "try a stick": "try an unknown stick",
    "throw when confused": "throw something", "take the armor off": "take off its armor",
    "draw the blade": "take its blade in hand", "shoot": "shoot", "shoot on": "shoot into the dark",
    "draw the bow": "take its bow in hand", "line up": "step aside to get {foe} into its line of fire",
    "hit what is adjacent": "fight {foe}",
    "leave an unseen attacker": "walk away from something that it could not see",
    "strike an unseen attacker": "strike around it at something that it could not see",
    "leave the line of fire": "step out of the line of fire", "let a foe come": "wait for {foe} to come",
    "hold the passage": "wait in a passage", "look twice": "wait to see whether {foe} slept",
    "step away from a sleeper": "step away from a sleeping monster", "eat when weak": "eat",
    "eat when hungry": "eat", "faint in peace": "wait to faint from hunger",
    "take a ring off": "take off a ring", "wait it out": "wait to see or to walk straight again",
    "wear the best armor": "put on armor", "read what is good": "read a scroll",
    "quaff what is good": "drink a potion", "put on a ring": "put on a ring",
    "spare the food": "take off a ring", "rest": "rest", "hunt a sleeper": "go to shoot a sleeping monster",
    "have a weapon ready": "take a weapon in hand", "try a scroll": "read an unknown scroll",
    "try a potion": "drink an unknown potion", "light a dark room": "light a dark room",
    "wait to faint on the stairs": "wait on the stairs to faint from hunger",
    "break a circle": "try something new, as it had long found nothing",
    "room for the Amulet": "drop something for the Amulet", "seize the Amulet": "go for the Amulet",
    "wake a sleeper": "attack a sleeping monster", "make room": "drop something",
    "fetch things": "go to fetch things", "hurry down": "walk to the stairs down",
    "search in passing": "search for hidden doors", "look around": "explore the level",
    "search before leaving": "search for hidden doors", "go down": "walk to the stairs down",
    "search first": "search for hidden doors", "look everywhere": "explore the level",
    "clear the way": "attack a sleeping monster that barred the way",
    "force the way": "attack {foe}, which barred the way", "search for secrets": "search for hidden doors",
    "wander": "walk to a distant place", "search here": "search for hidden doors",
}  # fmt: skip
"""Rung -> what the hero does by it, behind the word "to"."""
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
_LEARNS: Final = "to find out what it does"
GUESSES: Final = {
    (GAMBLES, "quaff"): "hoping that it would heal",
    (GAMBLES, "read"): "hoping that it would take it away",
    (GAMBLES, "zap"): "hoping that it would help",
    (ZAPS, "zap"): "hoping that it would stop {foe}",
    ("try a stick", "zap"): _LEARNS, ("try a scroll", "read"): _LEARNS, ("try a potion", "quaff"): _LEARNS,
}  # fmt: skip
"""Rung and verb of the use of an unknown thing -> the hope, in words."""
TRIES: Final = ("quaff", "read", "zap", "drop")
"""Verbs of deeds by which a hero tries to get away by magic."""
_PASTS: Final = {
    "fight": "fought", "run": "ran", "leave": "left", "go": "went", "drink": "drank", "step": "stepped",
    "zap": "zapped", "read": "read", "shoot": "shot", "drop": "dropped", "throw": "threw", "put": "put",
    "take": "took", "strike": "struck", "eat": "ate", "give": "gave", "quit": "quit", "try": "tried",
    "light": "lit", "stand": "stood", "hold": "held",
}  # fmt: skip


def in_past(words: str) -> str:
    """Return what a hero does, in the past tense.

    >>> in_past("drink a potion, then run to the stairs"), in_past("move on"), in_past("go back and fight")
    ('drank a potion, then ran to the stairs', 'moved on', 'went back and fought')
    """
    verbs = "|".join(_PASTS)
    return re.sub(
        rf"(^|, then | and (?=(?:{verbs})\b))(\w+)", lambda found: found[1] + _past(found[2]), words
    )


def _past(verb: str) -> str:
    return _PASTS.get(verb) or verb + ("d" if verb.endswith("e") else "ed")


def way_in_words(one: Instant) -> str:
    """Return what the hero did by the rung of a command, behind the word "to"."""
    deed = one.deed
    if one.rung == COMPARES and one.ways and deed.verb != "fight":
        return way_name(one.ways[0].name)
    is_blow = deed.verb == "fight" and one.rung in (*WEIGHS, "break a stalemate")
    words = "fight {foe}" if is_blow else _VERBS.get(deed.verb) or RUNGS.get(one.rung, one.rung)
    return words.format(thing=deed.thing or "something", foe=_foe(one))


def way_name(name: str) -> str:
    """Return the name of a way out, in words of the account.

    >>> way_name("fight here"), way_name("fight here, then run to the stairs")
    ('fight on the spot', 'fight on the spot, then run to the stairs')
    """
    return name.replace(FIGHT_HERE, _FIGHT)


def _foe(one: Instant) -> str:
    known = one.deed.foe or (one.foes[0] if one.foes and not one.has_unseen else "")
    known = known or (one.still[0] if one.still and not one.has_unseen else "")
    return f"the {known}" if known else UNSEEN_FOE


def act_in_words(one: Instant) -> str:
    """Return what the hero did and hoped for, to follow the word "to"."""
    deed = one.deed
    if deed.verb not in TRIES or not deed.thing:
        return way_in_words(one)
    hope = f" {_HOPES[deed.name]}" if deed.name in _HOPES else _guess(one) * (not deed.name)
    return f"{_VERBS[deed.verb]}{hope}".format(thing=deed.thing, foe=_foe(one))


def _guess(one: Instant) -> str:
    """Return the hope that led to the use of an unknown thing, "" for none."""
    hope = GUESSES.get((one.rung, one.deed.verb), "")
    return hope and f", {hope}"
