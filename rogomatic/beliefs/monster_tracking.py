"""Who is met: letters that came into view or went out of it, and what the messages say of them."""

from __future__ import annotations

from collections import Counter
from typing import Final

from rogomatic.beliefs import terrain_map as ground
from rogomatic.beliefs.known_monsters import apart
from rogomatic.beliefs.message_effects import target
from rogomatic.beliefs.model import Beliefs
from rogomatic.beliefs.monster_letters import note_dead, note_strikers
from rogomatic.beliefs.wand_inference import note_pace, note_zap
from rogomatic.monster_manual import Kind

_THEFTS: Final = {"gold-stolen": "steal gold", "item-stolen": "steal"}


def meet(b: Beliefs, gone: list[int], come: list[tuple[int, str, Kind]], passed: int, entered: bool) -> None:
    """Take in the letters that left their squares and those that came, after so many turns.

    entered  the hero has just come into what it sees: who is there may have slept all the time
    """
    note_dead(b)
    _bury(b, gone)
    b.foes.follow(gone, come, b.turn, passed, entered)
    _note_walkers(b, come)
    _unmask(b, come)
    _rouse(b)
    note_zap(b, come)
    note_pace(b, passed)


def track_unseen(b: Beliefs, before: int, passed: int) -> None:
    """Narrow down where something stands that strikes unseen: who strikes does not walk in that turn."""
    foes, deed, spot = b.foes, b.deed, b.me.spot
    beside = set(b.level.neighbours(spot))
    struck = any(fact.kind in ("monster-hits", "monster-misses") and not fact.who for fact in b.facts)
    met = any(fact.kind in ("you-hit", "you-miss") and not fact.who for fact in b.facts)
    if (met or (deed.verb == "walk" and before == spot and struck)) and spot + deed.step in beside:
        foes.unseen_spots = frozenset({spot + deed.step})
    elif struck:
        known = foes.unseen_spots & beside if passed == 1 else beside
        foes.unseen_spots = frozenset(known or beside)
    elif foes.unseen_spots and passed:
        near = {one for old in foes.unseen_spots for one in (old, *b.level.neighbours(old))}
        foes.unseen_spots = frozenset(near & beside) if passed == 1 else frozenset()


def _bury(b: Beliefs, gone: list[int]) -> None:
    """Drop the foes that were said to be dead, or that vanished with what they stole."""
    names = Counter(fact.who for fact in b.facts if fact.kind == "defeated")
    thefts = {_THEFTS[fact.kind] for fact in b.facts if fact.kind in _THEFTS}
    for spot in gone if thefts else ():
        if spot in b.foes.seen and b.foes.seen[spot].kind.special in thefts:
            names[b.foes.seen[spot].kind.name] = 1
    for spot in sorted(gone, key=lambda one: apart(one, b.me.spot)):
        foe = b.foes.seen.get(spot)
        if foe is not None:
            name = foe.kind.name if names[foe.kind.name] else ""
            if names[name] > 0:
                names[name] -= 1
                b.foes.forget(spot)
                gone.remove(spot)
                b.me.held = b.me.held and foe.kind.special != "hold"
    heir = target(b)
    if heir is not None and names[heir.kind.name] > 0:
        # The letter is still there: another of its kind has stepped into the place of the dead.
        heir.wounds, heir.zapped = 0, frozenset()


def _note_walkers(b: Beliefs, come: list[tuple[int, str, Kind]]) -> None:
    """Nobody is made in a passage or a door: who stands there has walked, unless a scroll made it."""
    if b.deed.verb == "read":
        return
    for spot, _, _ in come:
        if b.level.code[spot] in (ground.PASSAGE, ground.DOOR) and b.foes.seen[spot].awake is None:
            b.foes.seen[spot].awake = True


def _unmask(b: Beliefs, come: list[tuple[int, str, Kind]]) -> None:
    """What looked like a thing has turned out to be a monster: nothing lies there (CMB-13)."""
    if any(fact.kind == "mimic-shown" for fact in b.facts):
        for spot, _, _ in come:
            if spot in b.level.things and apart(spot, b.me.spot) <= 1:
                b.foes.seen[spot].posed_as = b.level.things[spot]
                b.level.lift(spot)


def _rouse(b: Beliefs) -> None:
    """Who struck is awake, also one that came into view with its blow, or whose name a dream hides."""
    names = {fact.who for fact in b.facts if fact.kind in ("monster-hits", "monster-misses") and fact.who}
    near = [foe for foe in b.foes.seen.values() if apart(foe.spot, b.me.spot) <= 1]
    if names and near and not b.is_hallucinating:
        note_strikers(b, names, near)
    if not names or (b.is_hallucinating and any(foe.awake for foe in near)):
        return
    for foe in near:
        if b.is_hallucinating or foe.kind.name in names:
            foe.awake, foe.held = True, False
