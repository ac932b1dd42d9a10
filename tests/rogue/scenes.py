"""Scenes as rows of a table: a world, what is done in it, and what holds afterward."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

import pytest

from rogue.rules import turn
from rogue.state.entities import (
    AWAKE,
    CONFUSED,
    CURSED,
    HASTED,
    HELD,
    PROTECTED,
    SLOWED,
    Item,
    Monster,
    PlayerCharacter,
)
from rogue.state.grid import COLS
from rogue.state.world import Command, World
from scripts.lib.notation import carry, draw, plain_item, read_world

Deed = str | Command | Callable[[World], object]
"""Command keys, a command with its answers, or a function of the rules."""
HANDS: Final = ("worn", "wielded", "left", "right")
VIEWS: Final[dict[str, Callable[[World], object]]] = {
    "at": lambda world: divmod(world.player.spot, COLS),
    "cursed": lambda world: [item.letter for item in world.player.pack if item.has_flag(CURSED)],
    "protected": lambda world: [item.letter for item in world.player.pack if item.has_flag(PROTECTED)],
    "foes": lambda world: "".join(foe.kind.letter for foe in world.level.foes),
    "shown": lambda world: "\n".join(_rows(world)).strip("\n").split("\n"),
    "foe_hps": lambda world: [foe.hp for foe in world.level.foes],
    "hurt": lambda world: any(foe.hp < foe.max_hp for foe in world.level.foes),
    "foe_shown": lambda world: chr(world.canvas.cells[world.level.foes[0].spot]),
    "sleepers": lambda world: _letters(world, lambda foe: not foe.has_flag(AWAKE)),
    "confused": lambda world: _letters(world, lambda foe: foe.has_flag(CONFUSED)),
    "held": lambda world: _letters(world, lambda foe: foe.has_flag(HELD)),
    "held_at": lambda world: [divmod(foe.spot, COLS) for foe in world.level.foes if foe.has_flag(HELD)],
    "foe_pace": lambda world: world.level.foes[0].flags & (HASTED | SLOWED),
    "foe_at": lambda world: [divmod(foe.spot, COLS) for foe in world.level.foes],
    "pack": lambda world: [item.kind.name for item in world.player.pack],
    "counts": lambda world: [item.count for item in world.player.pack],
    "letters": lambda world: "".join(item.letter for item in world.player.pack),
    "things": lambda world: [item.kind.name for item in world.level.things],
    "fate": lambda world: world.ending and (world.ending.how, world.ending.killer),
    "messages": lambda world: len(world.said),
    "first_said": lambda world: world.said[0],
    "said_after": lambda world: world.said[1:],
    "last_said": lambda world: world.said[-1],
    "drawn": lambda world: world.rng.drawn,
    "dark": lambda world: world.player.room and world.player.room.dark,
    "charges": lambda world: world.player.pack[0].value,
    "knows": lambda world: sorted(kind.name for kind in world.knowledge.true),
    "called": lambda world: list(world.knowledge.called.values()),
    "marks": lambda world: [mark for window in world.windows for mark in window.marks],
    "drawn_row": lambda world: draw(world)[1],
    "pluses": lambda world: _plus_of(world.player.wielded),
    "timers": lambda world: {timer.name: timer.turns for timer in world.timers},
    "asks": lambda world: world.question and world.question.about,
    "worn": lambda world: _kind_name(world.player.worn),
    "worn_value": lambda world: None if world.player.worn is None else world.player.worn.value,
    "wielded": lambda world: _kind_name(world.player.wielded),
    "left": lambda world: _kind_name(world.player.left),
    "right": lambda world: _kind_name(world.player.right),
}
"""What a row may expect beside attributes."""


class Scene(NamedTuple):
    """A picture, what is done there, and attributes before and after."""

    picture: str
    deed: Deed
    given: Mapping[str, Any]
    then: Mapping[str, Any]

    def start(self) -> World:
        """Return the world before the deed."""
        given = dict(self.given)
        before = {name: given.pop(name) for name in self.given if _is_attribute(name)}
        world = read_world(self.picture, **given)
        if not callable(self.deed):
            turn.begin(world)
        for name, value in before.items():
            _set(world, name, value)
        return world

    def seen(self) -> dict[str, object]:
        """Return, after the deed, what the row expects; "costs" is what a function of the rules returned."""
        world, costs = self.start(), None
        if callable(self.deed):
            costs = self.deed(world)
        else:
            for key in (self.deed,) if isinstance(self.deed, Command) else map(Command, self.deed):
                turn.do(world, key)
        return {name: costs if name == "costs" else view(world, name) for name in self.then}


def scene(name: str, picture: str, deed: Deed, given: Mapping[str, Any] | None = None, **then: Any) -> Any:
    """Return the row of a parametrized test with a Scene.

    given  what `read_world` takes, and attributes that `view` shows; flags are added to those there are;
           `an_item` makes what lies "below" the player, "carries", "worn", "wielded", "left", and "right"
    """
    return pytest.param(Scene(picture, deed, given or {}, then), id=name)


def an_item(cls: str, kind: str = "", **fields: object) -> tuple[str, str, dict[str, object]]:
    """Return an item as a row gives it, the first of its class without a `kind`."""
    return cls, kind, fields


def using(deed: Callable[..., object], letter: str = "a", *more: object) -> Callable[[World], object]:
    """Return a deed that does something with the item of a letter, and with more, such as a direction."""

    def use(world: World) -> object:
        item = world.pack_item(letter)
        assert item is not None
        return deed(world, item, *more)

    return use


def view(world: World, name: str) -> object:
    """Return one of VIEWS, or an attribute of the world, of the player, or of the only monster ("foe_hp")."""
    if name in VIEWS:
        return VIEWS[name](world)
    (owner,), name = _owners(world, name)
    return getattr(owner, name)


def _kind_name(item: Item | None) -> str | None:
    return None if item is None else item.kind.name


def _plus_of(item: Item | None) -> int:
    return 0 if item is None else item.hit_plus + item.damage_plus


def _rows(world: World) -> list[str]:
    cells = world.canvas.cells.decode("ascii")
    return [cells[at : at + COLS].rstrip() for at in range(0, len(cells), COLS)]


def _letters(world: World, is_so: Callable[[Monster], bool]) -> str:
    return "".join(foe.kind.letter for foe in world.level.foes if is_so(foe))


def _is_attribute(name: str) -> bool:
    attributes = {*World.__slots__, *PlayerCharacter.__slots__} - {"seed", "rules", "depth"}
    return name in attributes or name.startswith("foe_") or name in ("below", "carries")


def _owners(world: World, name: str) -> tuple[list[Any], str]:
    if name.startswith("foe_"):
        return list(world.level.foes), name.removeprefix("foe_")
    return [world.player if name in PlayerCharacter.__slots__ else world], name


def _set(world: World, name: str, value: Any) -> None:
    if name == "carries":
        for cls, kind, fields in value:
            carry(world, cls, kind, **fields)
        return
    if name == "below":
        cls, kind, fields = value
        world.level.add_thing(plain_item(world, cls, kind, **fields), world.player.spot)
        return
    if name in HANDS and value is not None:
        cls, kind, fields = value
        value = carry(world, cls, kind, **fields)
    owners, name = _owners(world, name)
    for owner in owners:
        setattr(owner, name, owner.flags | value if name == "flags" else value)
        if name == "hp" and isinstance(owner, Monster):
            owner.max_hp = value
