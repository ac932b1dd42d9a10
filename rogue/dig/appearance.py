"""Appearance: which colour, title, stone or material means which kind in this game.

Owns   drawing the words at the start of a game (NAM-1).
Leaves the words (tables.names), what the player learns (rules.identify).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from rogue.state.rng import Rng
from rogue.state.world import World
from rogue.tables.names import COLORS, METALS, STONES, SYLLABLES, WOODS

LONGEST_TITLE: Final = 40
"""A word of a title stops early when the next syllable would pass this many characters."""


def assign(world: World) -> None:
    """Give every kind of potion, scroll, ring and stick its looks, none twice (NAM-1)."""
    rng, rules, knowledge = world.rng, world.rules, world.knowledge
    looks = knowledge.looks
    looks.update(zip(rules.potions, _draw(rng, COLORS, len(rules.potions)), strict=True))
    titles: set[str] = set()
    for kind in rules.scrolls:
        title = make_title(rng, rules.title_words)
        while title in titles:
            title = make_title(rng, rules.title_words)
        titles.add(title)
        looks[kind] = title
    stones = _draw(rng, [name for name, _ in STONES], len(rules.rings))
    worth = dict(STONES)
    for kind, stone in zip(rules.rings, stones, strict=True):
        looks[kind] = stone
        knowledge.stone_worth[kind] = worth[stone]
    used: set[str] = set()
    for kind in rules.sticks:
        metal, word = _draw_material(rng)
        while word in used:
            metal, word = _draw_material(rng)
        used.add(word)
        looks[kind] = word
        if metal:
            knowledge.metal.add(kind)


def _draw(rng: Rng, words: Iterable[str], count: int) -> list[str]:
    """Draw `count` different words."""
    left = list(words)
    return [left.pop(rng.rnd(len(left))) for _ in range(count)]


def _draw_material(rng: Rng) -> tuple[bool, str]:
    """Toss a coin for metal or wood, then draw the word: (is it metal?, word)."""
    metal = rng.one_in(2)
    return metal, rng.pick(METALS if metal else WOODS)


def make_title(rng: Rng, words: tuple[int, int]) -> str:
    """Draw a scroll's title of so many words (least, most), at most 40 characters long."""
    title = ""
    for _ in range(rng.between(*words)):
        word = ""
        for _ in range(rng.between(1, 3)):
            syllable = rng.pick(SYLLABLES)
            if len(title) + len(word) + len(syllable) > LONGEST_TITLE:
                break
            word += syllable
        if word:
            title += word + " "
    return title.rstrip()
