"""What the foes are believed to want, by what the game says of them and how they move."""

from __future__ import annotations

from typing import Final

from rogomatic.beliefs.known_monsters import Foe, Foes, apart
from rogomatic.beliefs.model import Beliefs
from rogomatic.sight.message_parser import Fact

INTENTS: Final = {
    "monster-flees": "flees",
    "monster-vanished": "flees",
    "monster-calls": "hunts in a pack",
    "monster-gives-up": "has lost interest",
    "ambushed": "attacks",
    "shot-hits": "shoots",
    "shot-misses": "shoots",
    "wailed": "shoots",
    "wail-withstood": "shoots",
    "burbled": "shoots",
    "burble-withstood": "shoots",
}
"""Kind of a message -> what the monster in it is believed to want from then on."""
SHOTS: Final = frozenset(kind for kind, intent in INTENTS.items() if intent == "shoots")
KEPT_TURNS: Final = 60  # for which an intention that was shown is believed
STILL: Final = 2  # turns without a step, and one that is awake waits


def note_intent(b: Beliefs, fact: Fact) -> None:
    """Take what a message says of a monster as what the nearest of that name wants."""
    known = [foe for foe in b.foes.seen.values() if foe.kind.name == fact.who]
    known = known or [foe for foe in b.foes.lurking.values() if foe.kind.name == fact.who]
    if fact.kind == "monster-calls":
        b.foes.called_turn = b.turn
        chosen = known
    else:
        chosen = sorted(known, key=lambda foe: apart(foe.spot, b.me.spot))[:1]
    for foe in chosen:
        foe.intent, foe.intent_turn, foe.awake = INTENTS[fact.kind], b.turn, True


def note_call(b: Beliefs, fact: Fact) -> None:  # noqa: ARG001
    """Note a call: monsters that are not in view come together."""
    b.foes.called_turn = b.turn


def note_attack(foe: Foe, turn: int) -> None:
    """Note that a foe struck: whatever it wanted before, it attacks."""
    foe.intent, foe.intent_turn = "attacks", turn


def intent_of(foe: Foe, turn: int) -> str:
    """Return what a foe is believed to want, in words."""
    if foe.held:
        return "is held"
    if foe.awake is False:
        return "sleeps"
    if foe.intent and turn - foe.intent_turn <= KEPT_TURNS:
        return foe.intent
    if foe.awake is None:
        return "not known yet"
    return "waits" if foe.still >= STILL else "comes"


def is_called(foes: Foes, turn: int) -> bool:
    """Return whether there was a call not long ago."""
    return foes.called_turn >= 0 and turn - foes.called_turn <= KEPT_TURNS
