"""A finished game as text for its player: the map, the pack, what was discovered, the last messages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from rogue.rules.item_names import item_name
from rogue.state.grid import BOTTOM_ROW, COLS, TOP_ROW
from rogue.state.item import Item
from rogue.state.world import World, status_of
from rogue.tables.items import ItemClass
from rogue.ui.end_screens import Outcome
from rogue.ui.prompts import pack_lines
from rogue.ui.ui_state import status_row

MESSAGES: Final = 20  # the last ones
_CLASSES: Final[tuple[ItemClass, ...]] = ("potion", "scroll", "ring", "stick")


def dump_lines(world: World, outcome: Outcome, messages: Sequence[str], ended: str) -> Iterator[str]:
    """Yield the lines of the text.

    messages  what was said in the game, the oldest first      ended  when, ISO 8601
    """
    yield f"{outcome.row().text()}"
    marks = "".join(f", with {mark}" for mark in outcome.marks)
    yield f"Score {outcome.score}, {outcome.turns} turns, deepest level {outcome.deepest}{marks}"
    yield f"Rogue {outcome.edition}, dungeon {outcome.seed}, {ended.replace('T', ' ')}"
    yield from _section(f"Level {outcome.depth} as it was known", _map_of(world))
    yield from _section("Pack", pack_lines(world) or ["empty"])
    yield from _section("Discovered", discoveries(world) or ["nothing"])
    yield from _section("The last messages", messages[-MESSAGES:] or ["none"])


def _section(title: str, lines: Sequence[str]) -> Iterator[str]:
    yield from ("", title, "-" * len(title), *lines)


def _map_of(world: World) -> list[str]:
    """Return the rows of the map that show something, with the hero on it, and the status line."""
    cells = bytearray(world.canvas.cells)
    cells[world.player.spot] = ord("@")
    rows = [cells[row * COLS : (row + 1) * COLS].decode("ascii") for row in range(TOP_ROW, BOTTOM_ROW + 1)]
    shown = [row.rstrip() for row in rows]
    while shown and not shown[-1]:
        shown.pop()
    first = next((number for number, row in enumerate(shown) if row), 0)
    return [*shown[first:], "", status_row(status_of(world), world.rules.words).rstrip()]


def discoveries(world: World) -> list[str]:
    """Return a line for each kind that is known or has a name, class by class."""
    knowledge = world.knowledge
    return [
        item_name(world, Item(kind))
        for cls in _CLASSES
        for kind in world.rules.kinds(cls)
        if kind in knowledge.true or kind in knowledge.called
    ]
