"""Names of items in the pack, of monsters on the map, of colors."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from rogue.rules.vision import sees_foe
from rogue.state.actors import BLIND, DETECTS, HALLUCINATING, UNARMORED, Monster
from rogue.state.item import CURSED, KNOWN, PROTECTED, Item
from rogue.state.world import World
from rogue.tables.glyphs import LETTER
from rogue.tables.items import COLORS, ItemClass, ItemKind


def item_name(world: World, item: Item, lower: bool = False, *, remark: bool = True) -> str:
    """Return an item's description as in the inventory.  `remark` adds how it is in use (NAM-6).

    The first letter is a capital, or lower case with `lower` (for use inside a sentence).
    """
    name = _NAMERS[item.kind.cls](world, item) + _wizard_mark(world, item)
    if remark:
        name += _remark(world, item)
    first = name[0].lower() if lower else name[0].upper()
    return first + name[1:]


def foe_name(world: World, foe: Monster) -> str:
    """Return `the bat`, or `something` (terse `it`) if neither seen nor detected (NAM-13).

    In some editions only a blind player cannot tell the kind.  While hallucinating, the kind is that of the
    letter on the screen, or a random one.
    """
    words = world.rules.words
    if words.unseen_when_blind:
        unknown = world.player.has_flag(BLIND)
    else:
        unknown = not sees_foe(world, foe) and not world.player.has_flag(DETECTS)
    if unknown:
        return "it" if world.options.terse else words.unseen
    kind = foe.kind
    if world.player.has_flag(HALLUCINATING):
        shown = world.canvas.cells[foe.spot]
        letter = chr(shown) if LETTER[shown] else world.deco.pick(sorted(world.rules.monsters))
        kind = world.rules.monsters.get(letter, kind)
    return f"the {kind.name}"


def random_color(world: World) -> str:
    """Return a random color word, drawn from the decoration dice."""
    return world.deco.pick(COLORS)


def color(world: World, usual: str) -> str:
    """Return `usual`, or a random color word while hallucinating (CON-3)."""
    return random_color(world) if world.player.has_flag(HALLUCINATING) else usual


def article(word: str) -> str:
    """Return the indefinite article for a word.

    >>> article("bat"), article("arrow"), article("+0,+0 arrow")
    ('a', 'an', 'a')
    """
    return "an" if word[:1].lower() in tuple("aeiou") else "a"


def noun_of(world: World, kind: ItemKind) -> str:
    """Return potion, scroll, ring, staff, or wand for items of these classes, else the kind's name."""
    if kind.cls == "stick":
        return "wand" if kind in world.knowledge.metal else "staff"
    return kind.cls if kind.cls in ("potion", "scroll", "ring") else kind.name


def _counted(count: int, words: str, an: bool = True) -> str:
    if count != 1:
        return f"{count} {words}s"
    return f"{article(words) if an else 'a'} {words}"


def _by_look(world: World, item: Item, figure: str = "", plus: str = "") -> str:
    """Name a potion, ring, or stick by its true name, its called name, or its look (NAM-5).

    `figure` (after the name) or `plus` (before the noun) holds the known number of this item.
    """
    kind, knowledge = item.kind, world.knowledge
    look, noun = knowledge.looks[kind], noun_of(world, kind)
    an = kind.cls != "stick" or world.rules.words.an_anywhere
    if kind in knowledge.true:
        return f"{_counted(item.count, plus + noun, an)} of {kind.name}{figure}({look})"
    if kind in knowledge.called:
        return f"{_counted(item.count, plus + noun, an)} called {knowledge.called[kind]}{figure}({look})"
    return _counted(item.count, f"{look} {noun}", an)


def _ring(world: World, item: Item) -> str:
    if not (item.kind.valued and item.has_flag(KNOWN)):
        return _by_look(world, item)
    if world.rules.words.plus_first:
        return _by_look(world, item, plus=f"{item.value:+d} ")
    return _by_look(world, item, f" [{item.value:+d}]")


def _stick(world: World, item: Item) -> str:
    if not item.has_flag(KNOWN):
        return _by_look(world, item)
    unit = "" if world.options.terse else " charges"
    return _by_look(world, item, f" [{item.value}{unit}]")


def _scroll(world: World, item: Item) -> str:
    kind, knowledge = item.kind, world.knowledge
    scrolls = _counted(item.count, "scroll")
    if kind in knowledge.true:
        return f"{scrolls} of {kind.name}"
    if kind in knowledge.called:
        return f"{scrolls} called {knowledge.called[kind]}"
    return f"{scrolls} titled '{knowledge.looks[kind]}'"


def _food(world: World, item: Item) -> str:
    if item.kind.does == "fruit":
        return _counted(item.count, world.options.fruit)
    name = item.kind.name
    return f"some {name}" if item.count == 1 else f"{item.count} rations of {name}"


def _weapon(world: World, item: Item) -> str:
    words, pluses = world.rules.words, ""
    if item.has_flag(KNOWN):
        second = "" if words.short_pluses and not item.damage_plus else f",{item.damage_plus:+d}"
        pluses = f"{item.hit_plus:+d}{second} "
    return _counted(item.count, pluses + item.kind.name, words.an_anywhere) + _label(item)


def _armor(world: World, item: Item) -> str:
    if not item.has_flag(KNOWN):
        return item.kind.name + _label(item)
    words = world.rules.words
    name = f"{item.kind.armor - item.value:+d} {item.kind.name}"
    if words.armor_figure is None:
        return name + _label(item)
    word = "" if world.options.terse else words.armor_figure + " "
    return f"{name} [{word}{item.value if words.raw_armor else UNARMORED - item.value}]" + _label(item)


def _amulet(world: World, _item: Item) -> str:
    return world.rules.words.amulet


def _gold(_world: World, item: Item) -> str:
    return f"{item.value} Gold pieces"


def _label(item: Item) -> str:
    return f" called {item.label}" if item.label else ""


def _wizard_mark(world: World, item: Item) -> str:
    """Return the mark of a cursed or protected item, for a wizard only."""
    if not world.wizard or item.kind.cls not in ("weapon", "armor"):
        return ""
    if item.has_flag(CURSED):
        return " (cursed)"
    return " (protected)" if item.has_flag(PROTECTED) else ""


def _remark(world: World, item: Item) -> str:
    player = world.player
    if item is player.worn:
        return " (being worn)"
    if item is player.wielded:
        return " (weapon in hand)"
    if item is player.left:
        return " (on left hand)"
    return " (on right hand)" if item is player.right else ""


_NAMERS: Final[dict[ItemClass, Callable[[World, Item], str]]] = {
    "potion": _by_look,
    "scroll": _scroll,
    "food": _food,
    "weapon": _weapon,
    "armor": _armor,
    "ring": _ring,
    "stick": _stick,
    "amulet": _amulet,
    "gold": _gold,
}
