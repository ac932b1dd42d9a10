"""What the player has found out: the lists of the `D` command.

Owns   which kinds are listed and in which words (screen.md 11).
Leaves asking for the class and showing the list (play.info, play.lists).
"""

from __future__ import annotations

from typing import Final

from rogue.rules.describe import item_name
from rogue.state.item import Item
from rogue.state.world import World
from rogue.tables.items import ItemClass

CLASSES: Final[dict[str, ItemClass]] = {"!": "potion", "?": "scroll", "=": "ring", "/": "stick"}
ALL: Final = "*"


def discovered(world: World, choice: str) -> list[str] | None:
    """Return the lines for one of `!?=/` or, parted by empty lines, for `*`; else None."""
    if choice == ALL:
        lines: list[str] = []
        for cls in CLASSES.values():
            lines += ([""] if lines else []) + _of_class(world, cls)
        return lines
    cls_asked = CLASSES.get(choice)
    return None if cls_asked is None else _of_class(world, cls_asked)


def _of_class(world: World, cls: ItemClass) -> list[str]:
    """A line for each kind that is known or has a name, in random order (NAM-11).

    It is the line of one piece that is not identified itself.
    """
    knowledge = world.knowledge
    lines = [
        item_name(world, Item(kind))
        for kind in world.rules.kinds(cls)
        if kind in knowledge.true or kind in knowledge.called
    ]
    if lines:
        return [lines.pop(world.deco.rnd(len(lines))) for _ in range(len(lines))]
    start = "Nothing" if world.options.terse else "Haven't discovered anything"
    return [f"{start} about any {cls}s"]
