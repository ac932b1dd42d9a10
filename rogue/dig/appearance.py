"""Appearance: which colour, title, stone or material means which kind in this game.

Owns   drawing the words at the start of a game (NAM-1).
Leaves the words (tables.names), what the player learns (rules.identify).
"""

from __future__ import annotations

from collections.abc import Iterable

from rogue.state.rng import Rng
from rogue.state.world import World
from rogue.tables.ruleset import Ruleset


def assign(world: World) -> None:
    """Give every kind of potion, scroll, ring and stick its looks, none twice (NAM-1)."""
    rng, rules, knowledge = world.rng, world.rules, world.knowledge
    looks = knowledge.looks
    looks.update(zip(rules.potions, _draw(rng, rules.colors, len(rules.potions)), strict=True))
    titles: set[str] = set()
    for kind in rules.scrolls:
        title = make_title(rng, rules)
        while title in titles:
            title = make_title(rng, rules)
        titles.add(title)
        looks[kind] = title
    worth = dict(rules.stones)
    stones = _draw(rng, worth, len(rules.rings))
    for kind, stone in zip(rules.rings, stones, strict=True):
        looks[kind] = stone
        knowledge.stone_worth[kind] = worth[stone]
    used: set[str] = set()
    for kind in rules.sticks:
        metal, word = _draw_material(rng, rules)
        while word in used:
            metal, word = _draw_material(rng, rules)
        used.add(word)
        looks[kind] = word
        if metal:
            knowledge.metal.add(kind)


def _draw(rng: Rng, words: Iterable[str], count: int) -> list[str]:
    """Draw `count` different words."""
    left = list(words)
    return [left.pop(rng.rnd(len(left))) for _ in range(count)]


def _draw_material(rng: Rng, rules: Ruleset) -> tuple[bool, str]:
    """Toss a coin for metal or wood, then draw the word: (is it metal?, word)."""
    metal = rng.one_in(2)
    return metal, rng.pick(rules.metals if metal else rules.woods)


def make_title(rng: Rng, rules: Ruleset) -> str:
    """Draw a scroll's title; a word stops early when its next syllable would make the title too long."""
    title, longest = "", rules.longest_title
    for _ in range(rng.between(*rules.title_words)):
        word = ""
        for _ in range(rng.between(1, 3)):
            syllable = rng.pick(rules.syllables)
            if longest is not None and len(title) + len(word) + len(syllable) > longest:
                break
            word += syllable
        if word:
            title += word + " "
    return title.rstrip()
