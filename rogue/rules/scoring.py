"""Scoring: the worth of items in gold, the final score."""

from __future__ import annotations

from typing import Final, NamedTuple

from rogue.rules.item_names import identify, item_name
from rogue.state.entities import KNOWN, Item
from rogue.state.world import World

DEATH_TAKES_ONE_IN: Final = 10  # floor(purse / 10) is lost (END-1)
UNTAXED: Final = "signal"  # the killer whose death costs no gold
POOR_RING: Final = 10  # worth of a valued ring without a bonus
POOR_RING_BY_PLUS: Final = 50


class Winning(NamedTuple):
    """A line of the winner's list."""

    letter: str
    worth: int
    name: str


def worth(world: World, item: Item) -> int:
    """Return how many gold pieces an item is worth to a winner (END-4, V36-21)."""
    kind, known = item.kind, item.has_flag(KNOWN)
    if world.rules.pack.worth == "by plus":
        return _worth_by_plus(item)
    gold = kind.worth
    if kind.cls == "food":
        gold *= item.count
    elif kind.cls == "weapon":
        gold *= 3 * (item.hit_plus + item.damage_plus) + item.count
    elif kind.cls == "armor":
        gold += 100 * (9 - item.value) + 10 * (kind.armor - item.value)
    elif kind.cls in ("potion", "scroll"):
        gold *= item.count
        known = kind in world.knowledge.true
    elif kind.cls == "ring":
        gold = _ring_worth(world, item)
    elif kind.cls == "stick":
        gold += 20 * item.value
    halved = not known and kind.cls in ("potion", "scroll", "ring", "stick")
    return max(0, gold // 2 if halved else gold)


def _worth_by_plus(item: Item) -> int:
    """Return how many gold pieces an item is worth by its bonuses (V36-21).

    Unknown items have their full worth, and a ring's stone adds nothing.  Negative bonuses can make the worth
    negative.
    """
    kind = item.kind
    gold = kind.worth
    if kind.cls == "weapon":
        return gold * (1 + 10 * (item.hit_plus + item.damage_plus)) * item.count
    if kind.cls == "armor":
        return gold * (1 + 10 * (kind.armor - item.value))
    if kind.cls == "ring":
        if kind.valued and item.value <= 0:
            return POOR_RING_BY_PLUS
        return gold + (20 * item.value if kind.valued else 0)
    if kind.cls == "stick":
        return gold + 20 * item.value
    return gold * item.count


def _ring_worth(world: World, item: Item) -> int:
    if item.kind.valued and item.value <= 0:
        return POOR_RING
    gold = item.kind.worth + world.knowledge.stone_worth[item.kind]
    return gold + 100 * item.value if item.kind.valued else gold


def winnings(world: World) -> list[Winning]:
    """Return the winner's list: every item with its worth and its fully identified name (END-3).

    The items stay unidentified in the world, because identification would change their worth.
    """
    pack, knowledge = world.player.pack, world.knowledge
    worths = [worth(world, item) for item in pack]
    marks = [item.flags for item in pack]
    true, called = set(knowledge.true), dict(knowledge.called)
    for item in pack:
        identify(world, item)
    names = [item_name(world, item) for item in pack]
    for item, flags in zip(pack, marks, strict=True):
        item.flags = flags
    knowledge.true, knowledge.called = true, called
    letters = [item.letter for item in pack]
    return [Winning(*line) for line in zip(letters, worths, names, strict=True)]


def final_score(world: World) -> int:
    """Return the score of a finished game.  Score a running game as if the player quit (END-1 to END-3)."""
    purse, ending = world.player.purse, world.ending
    if ending is None or ending.how == "quit" or ending.killer == UNTAXED:
        return purse
    if ending.how == "won":
        return purse + sum(worth(world, item) for item in world.player.pack)
    return purse - purse // DEATH_TAKES_ONE_IN
