"""The names of items or monsters, which depend on what the player knows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from rogue.rules.output import emit
from rogue.rules.vision import sees_foe
from rogue.state.entities import (
    BLIND,
    CURSED,
    DETECTS,
    HALLUCINATING,
    KNOWN,
    PROTECTED,
    UNARMORED,
    Item,
    Monster,
)
from rogue.state.world import Question, World
from rogue.tables.glyphs import LETTER
from rogue.tables.items import COLORS, KIND_CLASSES, ItemClass, ItemKind

TRUE_NAME_WANTED: Final = frozenset(("?", ";?", "?;", " ?", "? ", " ;?", "? ;"))
"""Answers to the name prompt that mean the kind's true name (VER-3)."""
_SORT: Final[dict[tuple[ItemClass, ...], str]] = {
    ("potion",): "potion", ("scroll",): "scroll", ("weapon",): "weapon", ("armor",): "suit of armor",
    ("ring", "stick"): "ring, wand or staff",
}  # fmt: skip


def item_name(world: World, item: Item, lower: bool = False, *, remark: bool = True) -> str:
    """Return an item's description as in the inventory (NAM-6).

    The description starts with a capital letter, but with a small letter if `lower` is true.  If `remark`
    is true, the description also says whether the item is worn or in hand.
    """
    name = _NAMERS[item.kind.cls](world, item) + _wizard_mark(world, item)
    if remark:
        name += _remark(world, item)
    return name[0].lower() + name[1:] if lower else capital(name)


def capital(text: str) -> str:
    """Return a nonempty text with a capital first letter."""
    return text[0].upper() + text[1:]


def foe_name(world: World, foe: Monster) -> str:
    """Return a monster's name such as `the bat`, or `something` for an unknown monster (NAM-13).

    A monster is unknown if it is neither seen nor detected.  In some editions, monsters are unknown only to a
    blind player.  In terse mode, an unknown monster is called `it`.  A hallucinating player reads the name
    of the monster whose letter is on the screen, or a random monster's name if no letter is there.
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
    """Return "potion", "scroll", "ring", "staff", or "wand".  For kinds of other classes, return the name."""
    if kind.cls == "stick":
        return "wand" if kind in world.knowledge.metal else "staff"
    return kind.cls if kind.cls in ("potion", "scroll", "ring") else kind.name


def _counted(count: int, words: str, an: bool = True) -> str:
    if count != 1:
        return f"{count} {words}s"
    return f"{article(words) if an else 'a'} {words}"


def _by_look(world: World, item: Item, figure: str = "", plus: str = "") -> str:
    """Name a potion, ring, or stick by its true name, the player's name for its kind, or its look (NAM-5).

    The text for a known bonus or a known number of charges can be passed in one of two ways: `plus` is put
    before the noun (such as "ring"), and `figure` is put after the name.
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
    """Return the mark of a cursed or protected item, for a wizard only (WIZ-4)."""
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
    "potion": _by_look, "scroll": _scroll, "food": _food, "weapon": _weapon, "armor": _armor,
    "ring": _ring, "stick": _stick, "amulet": _amulet, "gold": _gold,
}  # fmt: skip


def know(world: World, kind: ItemKind) -> None:
    """Identify a kind and forget the player's name for it (NAM-8)."""
    world.knowledge.true.add(kind)
    world.knowledge.called.pop(kind, None)


def identify(world: World, item: Item) -> None:
    """Identify an item fully.

    If the kinds of its class are unidentified at the start of the game, identify its kind too (SCR-6).
    """
    item.flags |= KNOWN
    if item.kind.cls in KIND_CLASSES:
        know(world, item.kind)


def answer(world: World, text: str) -> bool:
    """Answer the open question.  Return whether the question is settled.

    A `text` of "" means Escape.  If the question asks for a name for a kind, any answer settles it, but
    Escape leaves the kind unnamed (NAM-7).
    """
    question = world.question
    if question is None or question.about == "identify":
        return answer_identify(world, text)
    world.question = None
    if question.kind is not None:
        call(world, question.kind, text)
    return True


def ask_identify(world: World, classes: tuple[ItemClass, ...]) -> None:
    """Ask which item to identify (SCR-6).  If the pack is empty, only report this."""
    if world.player.pack:
        world.question = Question("identify", classes=classes)
    else:
        emit(world, "You don't have anything in your pack to identify")


def answer_identify(world: World, letter: str) -> bool:
    """Answer the identify question with a pack letter, "*", or "" for Escape (SCR-6, SCR-17).

    Return whether the question is settled.  A message rejects a wrong letter.  Most editions reject Escape
    too and ask again, but once Escape has been pressed, reading the scroll no longer uses a turn.  "*" asks
    for a list of the items that fit.  If no item fits, "*" settles the question: the scroll is wasted, but no
    turn is used (CMD-7).
    """
    question = world.question
    if question is None or question.about != "identify":
        return False
    if letter == "*":
        if any(_is_wanted(item, question) for item in world.player.pack):
            return False
        emit(world, "You don't have anything appropriate", terse="Nothing appropriate")
        world.question = None
        world.owed = False
        return True
    if not letter and not world.rules.words.identify_insists:
        world.question = None
        return True
    if not letter:
        emit(world, "You must identify something")
        world.owed = False
        return False
    item = world.pack_item(letter)
    if item is None:
        emit(world, bad_letter(world, letter))
        return False
    if not _is_wanted(item, question):
        emit(world, f"You must identify a {_SORT[question.classes]}")
        return False
    world.question = None
    identify(world, item)
    emit(world, item_name(world, item))
    return True


def bad_letter(world: World, key: str) -> str:
    """Return the message for a key that is not a letter of the pack.  The pack must not be empty."""
    last = max(item.letter for item in world.player.pack)
    return world.rules.words.bad_letter.format(key=key, last=last)


def _is_wanted(item: Item, question: Question) -> bool:
    return not question.classes or item.kind.cls in question.classes


def name_after_use(world: World, kind: ItemKind) -> None:
    """Ask for a name for a kind just used, unless the kind is identified or has a name (NAM-7, V52-22)."""
    knowledge = world.knowledge
    if not (world.rules.words.asks_names or world.options.askme):
        return
    if kind not in knowledge.true and kind not in knowledge.called:
        world.question = Question("name", kind=kind)


def can_call(world: World, item: Item) -> bool:
    """Return whether the player can name an item (NAM-10).

    Emit the old name if there is one, or the reason why the item cannot be named.
    """
    kind, knowledge = item.kind, world.knowledge
    if kind.cls not in world.rules.words.callable:
        emit(world, "You can't call that anything")
        return False
    if kind in knowledge.true:
        emit(world, "That has already been identified")
        return False
    name = called_name(world, item)
    if not name and world.rules.words.old_name_always:
        name = knowledge.looks[kind]
    if name:
        emit(world, f'Was called "{name}"', terse=f'Called "{name}"')
    return True


def called_name(world: World, item: Item) -> str:
    """Return the name that the player gave to an item or its kind, or "" if there is none."""
    if item.kind.cls in KIND_CLASSES:
        return world.knowledge.called.get(item.kind, "")
    return item.label


def call(world: World, target: Item | ItemKind, text: str) -> None:
    """Set the player's name for a kind of item.  If the kind is always known, name only the one item.

    The text "" changes nothing.  If the game has asked for a name after an item was used, `target` is the
    kind of that item.  In that case, in some editions, the text "?" makes the true name of the kind the
    player's name for it, without identifying the kind (NAM-7, VER-3).
    """
    if not text:
        return
    if not isinstance(target, Item):
        wanted = world.rules.words.true_name_answer and text in TRUE_NAME_WANTED
        world.knowledge.called[target] = target.name if wanted else text
    elif target.kind.cls in KIND_CLASSES:
        world.knowledge.called[target.kind] = text
    else:
        target.label = text
