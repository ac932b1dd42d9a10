"""The intentions of monsters, inferred from their messages or moves."""

from __future__ import annotations

from collections import Counter
from typing import Final

from rogomatic.agent.beliefs.known_monsters import Foe, Foes, distance_between
from rogomatic.agent.beliefs.model import Beliefs
from rogomatic.agent.editions import MIND_FACTS
from rogomatic.agent.sight.message_parser import Fact

FLEES: Final = "flees"
HUNTS: Final = "hunts in a pack"
SHOOTS: Final = "shoots"
INTENTS: Final = {
    "monster-flees": FLEES, "monster-vanished": FLEES, "monster-calls": HUNTS,
    "monster-gives-up": "has lost interest", "ambushed": "attacks", "monster-at-bay": "attacks",
    "shot-hits": SHOOTS, "shot-misses": SHOOTS, "wailed": SHOOTS, "wail-withstood": SHOOTS, "burbled": SHOOTS,
    "burble-withstood": SHOOTS, "act-works": SHOOTS, "act-holds": SHOOTS, "act-withstood": SHOOTS,
    "monster-gathers": SHOOTS, "monster-leaps": "attacks",
}  # fmt: skip
"""Kind of a message -> intention that it reveals."""
SHOTS: Final = frozenset(kind for kind, intent in INTENTS.items() if intent == SHOOTS)
KEPT_TURNS: Final = 60  # turns for which an observed intention is believed
STILL: Final = 2  # turns without a step after which an awake monster is waiting
_RETURNS: Final = 2  # consecutive approaching steps that show the end of a flight
_PACK: Final = 2  # monsters of one kind
_WAITS_TURNS: Final = 30  # turns for which an unseen pack or ambush is assumed to wait


def note_intent(beliefs: Beliefs, fact: Fact) -> None:
    """Record a reported intention for the nearest monster of the kind that the message names.

    Only games whose monsters think have such messages.  Before the first message, and in all other games, no
    monster is believed to flee, shoot, wait, or heal.
    """
    beliefs.foes_think = True
    known = [foe for foe in beliefs.foes.seen.values() if foe.kind.name == fact.who]
    known = known or [foe for foe in beliefs.foes.lurking.values() if foe.kind.name == fact.who]
    if fact.kind in ("monster-calls", "call-heard"):
        beliefs.foes.called_turn = beliefs.turn
        chosen = known
    else:
        chosen = sorted(known, key=lambda foe: distance_between(foe.spot, beliefs.me.spot))[:1]
    if fact.kind == "ambushed":
        beliefs.ambushers.add(fact.who)
    for foe in chosen:
        if fact.kind == "monster-mends":
            foe.wounds = 0
            continue
        foe.intent, foe.intent_turn, foe.awake, foe.returns = INTENTS[fact.kind], beliefs.turn, True, 0


def follow_intents(beliefs: Beliefs) -> None:
    """Lower the recorded damage of monsters in view that heal, and note which fleeing monsters come back."""
    for foe in beliefs.foes.seen.values():
        beats = beliefs.turn // MIND_FACTS.heal_turns - foe.healed_turn // MIND_FACTS.heal_turns
        foe.wounds = max(foe.wounds - beats * (1 + foe.kind.level // MIND_FACTS.heal_levels), 0)
        foe.healed_turn = beliefs.turn
        if foe.intent == FLEES and foe.still == 0 and foe.came_from >= 0:
            comes = distance_between(foe.spot, beliefs.me.spot) < distance_between(
                foe.came_from, beliefs.me.spot
            )
            foe.returns = foe.returns + 1 if comes else 0
            if foe.returns >= _RETURNS:
                foe.intent = ""


def is_fleeing(foe: Foe, turn: int) -> bool:
    """Return whether a foe keeps away from the hero because it flees or has lost interest."""
    return foe.intent in (FLEES, "has lost interest") and turn - foe.intent_turn <= KEPT_TURNS


def is_shooting(foe: Foe, turn: int) -> bool:
    """Return whether a foe fights from afar."""
    return foe.intent == SHOOTS and turn - foe.intent_turn <= KEPT_TURNS


def waiting_foes(beliefs: Beliefs) -> list[Foe]:
    """Return the foes out of view that probably wait for the hero.

    If some foes hunt as a group, return only these foes.  Otherwise, return foes of kinds that lie in ambush.
    """
    if not beliefs.foes_think:
        return []
    since = beliefs.turn - _WAITS_TURNS
    near = [
        foe
        for foe in beliefs.foes.lurking.values()
        if foe.awake and foe.seen_turn >= since and not is_fleeing(foe, beliefs.turn)
    ]
    many = Counter(foe.letter for foe in near if is_called(beliefs.foes, beliefs.turn))
    pack = [foe for foe in near if foe.intent == HUNTS or many[foe.letter] >= _PACK]
    return pack or [foe for foe in near if foe.kind.name in beliefs.ambushers]


def intent_of(foe: Foe, turn: int) -> str:
    """Return a foe's inferred intention in words."""
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
    """Return whether a monster has recently called others of its kind."""
    return foes.called_turn >= 0 and turn - foes.called_turn <= KEPT_TURNS
