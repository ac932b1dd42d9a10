"""Dialogs as rows of a table: keys, the text in row 0 after each, and what holds in the end."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

import pytest

from tests.rogue.scenes import view
from tests.support.session_driver import Hands, calm

VIEWS: Final[dict[str, Callable[[Hands], object]]] = {
    "mode": lambda hands: hands.session.mode,
    "closed": lambda hands: hands.session.closed,
    "request": lambda hands: hands.session.request,
    "agree": lambda hands: hands.agree(),
    "cursor": lambda hands: hands.cursor,
    "on_hero": lambda hands: hands.cursor == hands.hero,
    "last_row": lambda hands: hands.row(23),
    "marks": lambda hands: hands.session.outcome and hands.session.outcome.marks,
    "ended": lambda hands: hands.session.outcome and hands.session.outcome.how,
}
"""What a row may expect beside what a scene may (tests.rogue.scenes)."""


class Dialog(NamedTuple):
    """The start of a dialog, its keys with the texts that answer them, and attributes at the end."""

    start: Callable[[], Hands]
    steps: tuple[tuple[bytes, str], ...]
    then: Mapping[str, object]

    def seen(self) -> tuple[list[str], dict[str, object]]:
        """Return row 0 after each step, and what the row expects of the end."""
        hands = self.start()
        rows = []
        for keys, _ in self.steps:
            hands.type(keys)
            rows.append(hands.row())
        world = hands.session.world
        return rows, {name: VIEWS[name](hands) if name in VIEWS else view(world, name) for name in self.then}

    def wanted(self) -> tuple[list[str], dict[str, object]]:
        """Return what `seen` should."""
        return [row for _, row in self.steps], dict(self.then)


def dialog(name: str, start: Callable[[], Hands], *steps: tuple[bytes, str], **then: object) -> Any:
    """Return the row of a parametrized test with a Dialog."""
    return pytest.param(Dialog(start, steps, then), id=name)


def game(
    options: str = "", *items: tuple[Any, str, str], edition: str = "5.4", seed: int = 3, **fields: object
) -> Callable[[], Hands]:
    """Return what starts a game without monsters, with more items (class, kind, letter) in the pack.

    fields  attributes of the player
    """

    def start() -> Hands:
        hands = calm(Hands(options, seed, edition))
        for item in items:
            hands.give(*item)
        for name, value in fields.items():
            setattr(hands.session.world.player, name, value)
        return hands

    return start
