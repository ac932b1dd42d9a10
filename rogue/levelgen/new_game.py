"""A new game: the player and the kit, the words of this game, the first level, the first clock."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from rogue.levelgen.item_factory import next_group
from rogue.levelgen.level_builder import make_level
from rogue.state.actors import Player
from rogue.state.item import HARMLESS, KNOWN, MARKED, Item
from rogue.state.rng import Rng
from rogue.state.world import Options, World
from rogue.tables.ruleset import Ruleset
from rogue.tables.strength_bonuses import FULL

EXCEPTIONAL_ONE_IN: Final = 100  # games that begin with an exceptional strength (V36-4)
MEAN_ARROWS: Final = 32


def new_world(rules: Ruleset, seed: int, options: Options | None = None) -> World:
    """Return a game at its beginning, on level 1, with nothing shown yet.

    The same edition and seed give the same game.  The delay of the wandering monsters runs (WND-1).
    """
    world = World(rules, seed, options)
    player, rng = world.player, world.rng
    randomize_names(world)
    if rules.strength.exceptional and rng.one_in(EXCEPTIONAL_ONE_IN):
        player.strength = player.best_strength = FULL + rng.between(1, 100)
    player.food = rng.between(*rules.times.food)
    give_kit(player, rules, arrows=25 + rng.rnd(15), group=next_group(world))
    make_level(world)
    world.start_timer("wander", rng.between(*rules.times.wander))
    return world


def give_kit(player: Player, rules: Ruleset, arrows: int = MEAN_ARROWS, group: int = 1) -> None:
    """Replace the player's pack by the starting kit; ring mail is worn, the mace is in hand.

    `group` is the stack number of the arrows (ITM-4).
    """
    food = Item(rules.kind("food", "food"))
    food.flags |= HARMLESS
    mail = Item(rules.kind("armor", "ring mail"))
    mail.value = mail.kind.armor - 1
    mace = Item(rules.kind("weapon", "mace"))
    mace.hit_plus = mace.damage_plus = 1
    bow = Item(rules.kind("weapon", "short bow"))
    bow.hit_plus = 1
    quiver = Item(rules.kind("weapon", "arrow"), count=arrows, group=group)
    player.pack = [food, mail, mace, bow, quiver]
    for letter, item in zip("abcde", player.pack, strict=True):
        item.letter = letter
        item.flags |= KNOWN | MARKED
    player.worn = mail
    player.wielded = mace


def randomize_names(world: World) -> None:
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
