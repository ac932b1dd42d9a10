"""The action of one command, in words."""

from __future__ import annotations

from typing import Final

from rogomatic.agent.think.fight.magic_options import BOLTS, HEALS
from rogomatic.run.story.fight_instants import UNSEEN_FOE, Instant, Way
from rogomatic.run.story.unused_things import COMPARES, GAMBLES, ZAPS

HUNTS: Final = "hunt a sleeper"
"""Name of the rung that shoots at monsters that seem asleep."""
_LEAVES: Final = "leave an unseen attacker"
SHOOT: Final = "shoot"
"""Verb for throwing a missile that needs a bow, a crossbow, or a sling."""
WEIGHS: Final = (COMPARES, "hit what is adjacent")
"""Rungs that do what the comparison of all ways out has found to be best."""
_FIGHT: Final = "fight on the spot"
_VERBS: Final = {
    "quaff": "drank {thing}", "read": "read {thing}", "zap": "zapped {thing} at {foe}",
    "drop": "dropped {thing}", "eat": "ate {thing}", "wear": "put on {thing}", "put on": "put on {thing}",
    "wield": "took {thing} in hand", "strip": "took off its armor", "remove": "took off {thing}",
    "throw": "threw {thing} at {foe}", SHOOT: "shot {thing} at {foe}", "down": "took the stairs down",
    "up": "took the stairs up",
}  # fmt: skip
"""Verb of an action -> what the hero did, whichever rule it followed."""
RUNGS: Final = {
    "give up": "gave up", "ask the version": "looked up the rules",
    "read about the game": "looked up the rules", "check the inventory": "looked into its pack",
    "eat before a faint": "ate", COMPARES: "fought on the spot",
    "break a stalemate": "moved on, because no blow had had an effect for long", ZAPS: "zapped {foe}",
    "keep the gold": "quit", GAMBLES: "tried an unknown thing", "try a stick": "tried an unknown stick",
    "throw when confused": "threw something", "take the armor off": "took off its armor",
    "draw the blade": "took its blade in hand", SHOOT: "shot", "shoot on": "shot into the dark",
    "draw the bow": "took its bow in hand", "line up": "stepped aside to get {foe} into its line of fire",
    "hit what is adjacent": "fought {foe}",
    _LEAVES: "walked away from something that it could not see",
    "strike an unseen attacker": "struck around it at something that it could not see",
    "leave the line of fire": "stepped out of the line of fire",
    "let a foe come": "waited for {foe} to come", "hold the passage": "waited in a passage",
    "look twice": "waited to see whether {foe} slept",
    "step away from a sleeper": "stepped away from a sleeping monster", "eat when weak": "ate",
    "eat when hungry": "ate", "faint in peace": "waited to faint from hunger",
    "take a ring off": "took off a ring", "wait it out": "waited to see or to walk straight again",
    "wear the best armor": "put on armor", "read what is good": "read a scroll",
    "quaff what is good": "drank a potion", "put on a ring": "put on a ring",
    "spare the food": "took off a ring", "rest": "rested",
    HUNTS: "set out to shoot the sleeping {kind}",
    "have a weapon ready": "took a weapon in hand", "try a scroll": "read an unknown scroll",
    "try a potion": "drank an unknown potion", "light a dark room": "lit a dark room",
    "wait to faint on the stairs": "waited on the stairs to faint from hunger",
    "break a circle": "tried something new, because it had long found nothing",
    "room for the Amulet": "dropped something for the Amulet", "seize the Amulet": "went for the Amulet",
    "wake a sleeper": "attacked a sleeping monster", "make room": "dropped something",
    "fetch things": "set out to fetch things", "hurry down": "headed for the stairs down",
    "search in passing": "searched for hidden doors", "look around": "explored the level",
    "search before leaving": "searched for hidden doors", "go down": "headed for the stairs down",
    "search first": "searched for hidden doors", "look everywhere": "explored the level",
    "clear the way": "attacked a sleeping monster that barred the way",
    "force the way": "attacked {foe}, which barred the way",
    "search for secrets": "searched for hidden doors", "wander": "walked toward a distant place",
    "search here": "searched for hidden doors",
}  # fmt: skip
"""Rung -> what a hero did when this rung decided."""
_UNHURT: Final = ", because pursuers seldom strike a hero who runs"
_WALKS: Final = {
    "run to the stairs": "ran for the stairs", "fight on the stairs": "ran for the stairs to fight there",
    "fight in the door": "made for a door to fight there",
    "fight in the passage": "made for a passage to fight there",
    "run laps": f"ran in a circle{_UNHURT}", "run on": f"ran into the unknown{_UNHURT}",
    "step away": "stepped away",
}  # fmt: skip
"""Goal of a walk in a fight -> what the hero did."""
AIMS: Final = frozenset({
    "run to the stairs", "fight on the stairs", "fight in the door", "fight in the passage", "down", "hunt",
    "loot", "amulet",
})  # fmt: skip
"""Goals of walks that lead to a certain place, which the hero may fail to reach."""
_HOPES: Final = {
    **dict.fromkeys(HEALS, "to heal"),
    **dict.fromkeys((*BOLTS, "magic missile", "striking"), "to wound it"),
    "haste self": "to act twice as fast", "teleportation": "to get away", "hold monster": "to hold {foe}",
    "scare monster": "to keep {foe} off", "monster confusion": "to confuse {foe}",
    "slow monster": "to slow it", "teleport away": "to send it away",
    "polymorph": "to turn it into something weaker", "cancellation": "to end its magic",
    "drain life": "to drain its life",
}  # fmt: skip
"""Kind of an item -> the purpose for which it was used."""
_LEARNS: Final = "to find out what it does"
GUESSES: Final = {
    (GAMBLES, "quaff"): "hoping that it would heal",
    (GAMBLES, "read"): "hoping that it would take it away",
    (GAMBLES, "zap"): "hoping that it would help",
    (ZAPS, "zap"): "hoping that it would stop {foe}",
    ("try a stick", "zap"): _LEARNS, ("try a scroll", "read"): _LEARNS, ("try a potion", "quaff"): _LEARNS,
}  # fmt: skip
"""Rung and verb with which an unknown item was used -> what the hero hoped for, in words."""
TRIES: Final = ("quaff", "read", "zap", "drop")
"""Verbs of actions by which a hero tries to get away with the help of magic."""


def way_name(way: Way) -> str:
    """Return the name of a way out, in words that can follow "to".

    >>> way_name(Way("fight here", 9.0, is_here=True)), way_name(Way("run to the stairs", 9.0))
    ('fight on the spot', 'run to the stairs')
    """
    return _FIGHT if way.is_here else way.name


def deed_in_words(one: Instant) -> str:
    """Return what the hero did with a command and what it hoped for.  The words lack the subject "it"."""
    deed = one.deed
    if deed.verb in TRIES and deed.thing:
        hope = f" {_HOPES[deed.name]}" if deed.name in _HOPES else _guess(one) * (not deed.name)
        words = f"{_VERBS[deed.verb]}{hope}"
    elif one.rung == COMPARES and deed.goal in _WALKS:
        words = _WALKS[deed.goal]
    elif deed.verb == "fight" and one.rung == _LEAVES:
        words = "struck at something that it could not see, which barred its way"
    elif deed.verb == "fight" and one.rung in (*WEIGHS, "break a stalemate"):
        words = RUNGS["hit what is adjacent"]
    else:
        words = _VERBS.get(deed.verb) or RUNGS.get(one.rung, one.rung)
    known = _known_foe(one)
    foe = f"the {known}" if known else UNSEEN_FOE
    return words.format(thing=deed.thing or "something", foe=foe, kind=known or "monster")


def _known_foe(one: Instant) -> str:
    """Return the name of the monster that a command was about, or "" if that name is not known."""
    known = one.deed.foe or (one.foes[0] if one.foes and not one.has_unseen else "")
    return known or (one.still[0] if one.still and not one.has_unseen else "")


def _guess(one: Instant) -> str:
    """Return what the hero hoped for when it used an unknown item, or "" if its hope is not known."""
    hope = GUESSES.get((one.rung, one.deed.verb), "")
    return hope and f", {hope}"
