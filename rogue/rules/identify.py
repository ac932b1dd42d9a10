"""Identification: kinds learned, single items identified, names given by the player."""

from __future__ import annotations

from typing import Final

from rogue.rules.item_names import item_name
from rogue.rules.output import emit
from rogue.state.item import KNOWN, Item
from rogue.state.world import Question, World
from rogue.tables.items import ItemClass, ItemKind

KIND_CLASSES: Final = frozenset(("potion", "scroll", "ring", "stick"))
"""Classes whose kinds are unknown at first (NAM-1); weapons and armor are identified one by one."""

TRUE_NAME_WANTED: Final = frozenset(("?", ";?", "?;", " ?", "? ", " ;?", "? ;"))
"""Answers to the name prompt that mean the kind's true name (VER-3)."""

_SORT: Final[dict[tuple[ItemClass, ...], str]] = {
    ("potion",): "potion",
    ("scroll",): "scroll",
    ("weapon",): "weapon",
    ("armor",): "suit of armor",
    ("ring", "stick"): "ring, wand or staff",
}


def know(world: World, kind: ItemKind) -> None:
    """Identify a kind and forget its called name (NAM-8)."""
    world.knowledge.true.add(kind)
    world.knowledge.called.pop(kind, None)


def identify(world: World, item: Item) -> None:
    """Identify an item fully, including its kind where kinds can be unknown (SCR-6)."""
    item.flags |= KNOWN
    if item.kind.cls in KIND_CLASSES:
        know(world, item.kind)


def answer(world: World, text: str) -> bool:
    """Answer the open question, with "" for Escape.  Return whether the question is settled.

    A question for a name is always settled; Escape leaves the kind unnamed (NAM-7).
    """
    question = world.question
    if question is None or question.about == "identify":
        return answer_identify(world, text)
    world.question = None
    if question.kind is not None:
        call(world, question.kind, text)
    return True


def ask_identify(world: World, classes: tuple[ItemClass, ...]) -> None:
    """Ask which item to identify.  With an empty pack, only report that."""
    if world.player.pack:
        world.question = Question("identify", classes=classes)
    else:
        emit(world, "You don't have anything in your pack to identify")


def answer_identify(world: World, letter: str) -> bool:
    """Answer the identify question with a pack letter, "*", or "" for Escape (SCR-6, SCR-17).

    Return whether the question is settled.  A wrong letter and Escape are rejected with a message and the
    question stays; Escape makes the reading free.  "*" (a request for the list) settles the question only if
    nothing in the pack fits: the scroll is wasted, but not the turn (CMD-7).
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
    """Return the message for a key that is not a letter of the pack, which must not be empty."""
    last = max(item.letter for item in world.player.pack)
    return world.rules.words.bad_letter.format(key=key, last=last)


def _is_wanted(item: Item, question: Question) -> bool:
    return not question.classes or item.kind.cls in question.classes


def name_after_use(world: World, kind: ItemKind) -> None:
    """Ask for a name for a kind just used, unless it is identified or already named (NAM-7, V52-22)."""
    knowledge = world.knowledge
    if not (world.rules.words.asks_names or world.options.askme):
        return
    if kind not in knowledge.true and kind not in knowledge.called:
        world.question = Question("name", kind=kind)


def can_call(world: World, item: Item) -> bool:
    """Return whether an item can be given a name.  Emit the reason if not, else its old name (NAM-10)."""
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
    """Return the name that the player gave to an item or its kind, "" for none."""
    if item.kind.cls in KIND_CLASSES:
        return world.knowledge.called.get(item.kind, "")
    return item.label


def call(world: World, target: Item | ItemKind, text: str) -> None:
    """Name an item (or its kind, where kinds can be unknown) or a kind.  "" changes nothing.

    For a kind, as asked after use, a question mark means its true name; the kind is then named that way but
    not identified (NAM-7, VER-3).
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
