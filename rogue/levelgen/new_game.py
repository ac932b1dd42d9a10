"""A new game: the player, the starting kit, random item names, the first level."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from string import ascii_lowercase
from typing import Final

from rogue.levelgen.level_builder import make_level
from rogue.levelgen.spawning import next_group
from rogue.state.entities import HARMLESS, KNOWN, MARKED, Item
from rogue.state.rng import Rng
from rogue.state.world import Options, World
from rogue.tables.ruleset import Ruleset
from rogue.tables.variant_rules import FULL_STRENGTH, KitItem

EXCEPTIONAL_ONE_IN: Final = 100  # chance to start with an exceptional strength (V36-4)


def new_world(rules: Ruleset, seed: int, options: Options | None = None) -> World:
    """Return a new game on level 1, of which nothing has been drawn on the screen yet.

    The same edition and seed give the same game.  If the rules have wandering monsters, the timer for the
    first of them is already running (WND-1).
    """
    world = World(rules, seed, options)
    player, rng = world.player, world.rng
    player.hp = player.max_hp = rules.hero.hit_points
    player.strength = player.best_strength = rules.hero.strength
    randomize_names(world)
    if rules.strength.exceptional and rng.one_in(EXCEPTIONAL_ONE_IN):
        player.strength = player.best_strength = FULL_STRENGTH + rng.between(1, 100)
    player.food = rng.between(*rules.times.food)
    give_kit(world, rng.between)
    make_level(world)
    if rules.digging.wanderers:
        world.start_timer("wander", rng.between(*rules.times.wander))
    return world


def give_kit(world: World, between: Callable[[int, int], int]) -> None:
    """Replace the player's pack with the starting kit (ITM-8, ITM-10).

    Where the kit does not fix the count of an item or the number of charges of a stick,
    `between(least, most)` chooses it.
    """
    player = world.player
    player.pack = []
    player.worn = player.wielded = None
    for letter, part in zip(ascii_lowercase, world.rules.hero.kit, strict=False):
        item = _kit_item(world, part, between)
        item.letter = letter
        item.flags |= KNOWN | MARKED
        player.pack.append(item)
        if item.kind in world.knowledge.looks:
            world.knowledge.true.add(item.kind)
        if part.in_use and part.cls == "armor":
            player.worn = item
        elif part.in_use:
            player.wielded = item


def _kit_item(world: World, part: KitItem, between: Callable[[int, int], int]) -> Item:
    kind = world.rules.kind(part.cls, part.name)
    item = Item(kind, count=between(*part.count))
    if kind.cls == "weapon":
        item.hit_plus, item.damage_plus = part.hit_plus, part.damage_plus
        if kind.grouped:
            item.group = next_group(world)
    elif kind.cls == "armor":
        item.value = kind.armor - part.hit_plus
    elif kind.cls == "ring":
        item.value = part.hit_plus
    elif kind.cls == "stick":
        item.value = between(*kind.charges) if part.charges is None else part.charges
    elif kind.cls == "food":
        item.flags |= HARMLESS
    return item


def randomize_names(world: World) -> None:
    """Assign each kind of potion, scroll, ring, and stick a unique look (NAM-1)."""
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
    """Return `count` different random words."""
    left = list(words)
    return [left.pop(rng.rnd(len(left))) for _ in range(count)]


def _draw_material(rng: Rng, rules: Ruleset) -> tuple[bool, str]:
    """Return whether a stick is of metal, and the word for its material, both drawn at random (NAM-1)."""
    metal = rng.one_in(2)
    return metal, rng.pick(rules.metals if metal else rules.woods)


def make_title(rng: Rng, rules: Ruleset) -> str:
    """Return a random scroll title (NAM-1).

    A word ends early if its next syllable would make the title too long.
    """
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
