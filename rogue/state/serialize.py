"""Serialization of a game's world to JSON values, with a checksum."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import Any, Final

from rogue.state.entities import Item, LevelMinds, Mind, Monster, Player
from rogue.state.grid import SIZE, Room
from rogue.state.level import Level, PlayerMap
from rogue.state.rng import Rng
from rogue.state.serialize_fields import (
    BYTES,
    DICE,
    FOE_AT,
    FOES,
    GOAL,
    ITEM,
    ITEMS,
    KIND,
    KIND_SET,
    KIND_TEXTS,
    KIND_WORTHS,
    MONSTER_KIND,
    NUMBERS,
    PICTURE,
    QUESTION,
    ROOM,
    SPOTS,
    STAMPS,
    STYLE,
    TEXT_SET,
    TEXTS,
    THING_AT,
    TIMERS,
    TRUTH,
    WINDOWS,
    FieldFormat,
    ObjectTable,
    need,
)
from rogue.state.world import Identification, Options, World
from rogue.tables.items import ItemKind
from rogue.tables.monsters import MonsterKind
from rogue.tables.ruleset import Ruleset

_LEFT_OUT: Final = frozenset(
    (
        *("said", "windows", "dirty", "cleared", "flushed"),  # the ui takes these at any time
        *("frames", "unread", "flying", "turn_checksums"),  # irrelevant between two keys
        *("changes", "drawings", "_frozen", "_ground", "_marks"),  # counters and caches
        *("foe_at", "thing_at", "_rooms_at", "views", "ways"),  # derived from the rest
    )
)
_LEFT_OUT_WHILE_NONE: Final = frozenset(("mind", "minds"))  # missing in most games (VMN-3)
_WEIGHTS: Final = (40503, 25717, 7919, 31337, 1009, 60493)
SHAPES: Final[dict[type, dict[str, FieldFormat]]] = {
    World: {
        "owed": TRUTH, "said": TEXTS, "timers": TIMERS, "windows": WINDOWS, "question": QUESTION,
        "looked_room": ROOM, "extinct": TEXT_SET,
    },
    Player: {
        "room": ROOM, "pack": ITEMS, "worn": ITEM, "wielded": ITEM, "left": ITEM, "right": ITEM,
    },
    Monster: {"kind": MONSTER_KIND, "room": ROOM, "attacks": DICE, "pack": ITEMS, "goal": GOAL},
    Item: {"kind": KIND},
    Room: {"exits": SPOTS},
    Level: {
        "cells": PICTURE, "flags": BYTES, "number": BYTES, "foes": FOES, "foe_at": FOE_AT,
        "things": ITEMS, "thing_at": THING_AT,
    },
    PlayerMap: {"cells": PICTURE, "bright": NUMBERS, "glimpsed": NUMBERS, "trodden": NUMBERS},
    Identification: {
        "looks": KIND_TEXTS, "called": KIND_TEXTS, "metal": KIND_SET, "true": KIND_SET,
        "stone_worth": KIND_WORTHS,
    },
    Options: {"inven": STYLE},
    Mind: {"way": SPOTS},
    LevelMinds: {
        "noise": BYTES, "scent": STAMPS, "habits": TEXT_SET, "steps": STAMPS, "forecasts": STAMPS,
    },
    Rng: {},
}  # fmt: skip
"""Class -> field -> format, for fields other than numbers, booleans, and text."""
PARTS: Final[dict[str, type]] = {
    "player": Player, "canvas": PlayerMap, "knowledge": Identification, "options": Options, "rng": Rng,
    "deco": Rng, "level": Level,
}  # fmt: skip
"""The fields of a world that are saved as separate parts."""
LEFT_OUT: Final[dict[type, frozenset[str]]] = {
    World: frozenset((
        *("careful", "count", "duel", "last", "repeat", "run", "run_steps"),  # commands in progress (SAV-5)
        *("ending", "rules"),  # an ended game is not saved; the edition is saved by name
        *("flushed", "frames", "turn_checksums", "unread"),  # irrelevant between two keys
    )),
    Level: frozenset((
        *("_frozen", "_ground", "_marks", "_rooms_at", "changes", "views"),  # derived from the rest
        *("nets", "rooms"),  # rooms are saved as a list
    )),
    LevelMinds: frozenset(("claims", "heading", "ways")),  # valid for one turn, or derived from the rest
    PlayerMap: frozenset(("cleared", "dirty", "drawings", "flying")),  # a restored game is redrawn
}  # fmt: skip
OPTIONAL: Final[dict[type, frozenset[str]]] = {World: frozenset(("minds",)), Monster: frozenset(("mind",))}
"""Class -> fields that hold an object or None, and are omitted for None (VMN-3)."""


def snapshot(world: World) -> tuple[Any, ...]:
    """Return everything that decides how the game continues, as nested tuples of numbers, bytes, and text.

    Two worlds with equal snapshots respond to the same keys in the same way.  Raises TypeError for a value
    without a plain form, which would be a defect.
    """
    plain = _plain(world)
    assert isinstance(plain, tuple)
    return plain


def checksum(world: World) -> int:
    """Return a 64-bit checksum of the snapshot, the same on every machine."""
    from hashlib import blake2b  # loaded on demand, so that short games start faster

    text = ascii(snapshot(world)).encode("ascii")
    return int.from_bytes(blake2b(text, digest_size=8).digest(), "big")


def turn_checksum(world: World) -> int:
    """Return a 16-bit checksum of the values that nearly every turn changes, cheap enough for every turn."""
    player = world.player
    numbers = (world.rng.drawn, player.spot, player.hp, player.exp, player.purse, player.food)
    return sum(number * weight for number, weight in zip(numbers, _WEIGHTS, strict=True)) & 0xFFFF


def _plain(value: Any) -> Any:
    if value is None or isinstance(value, (int, str, bytes)):
        return value
    if isinstance(value, bytearray):
        return bytes(value)
    if isinstance(value, ItemKind):
        return f"{value.cls} {value.name}"
    if isinstance(value, MonsterKind):
        return value.letter
    if isinstance(value, Ruleset):
        return f"{value.edition} {value.digest}" if value.digest else value.edition
    if isinstance(value, (list, tuple)):
        return tuple([_plain(part) for part in value])
    if isinstance(value, (set, frozenset)):
        return tuple(sorted(_plain(part) for part in value))
    if isinstance(value, dict):
        return tuple(sorted((_plain(key), _plain(part)) for key, part in value.items()))
    names = fields_of(type(value))
    if names is None or callable(value):
        raise TypeError(f"no plain form for {value!r}")
    return tuple(
        [
            (name, _plain(part))
            for name in names
            if name not in _LEFT_OUT
            and not ((part := getattr(value, name)) is None and name in _LEFT_OUT_WHILE_NONE)
        ]
    )


def fields_of(cls: type) -> tuple[str, ...] | None:
    """Return the names of a class's fields in order, or None for a class without slots.

    A class whose stored fields differ names them in `FIELDS`.  Compiled classes have no `__slots__` and list
    their fields in the order of assignment; the order here is that of a dataclass, else alphabetical.
    """
    names: tuple[str, ...] | None = getattr(cls, "FIELDS", None) or getattr(cls, "__slots__", None)
    if names is None and hasattr(cls, "__mypyc_attrs__"):
        named = [field.name for field in fields(cls)] if is_dataclass(cls) else sorted(cls.__mypyc_attrs__)
        return tuple(named)
    return names


def encode(world: World) -> dict[str, Any]:
    """Return a world that has not ended as nested dicts and lists of numbers, booleans, and text.

    The world is unchanged.  Raises ValueError for a finished game.  A field of numbers or text is saved
    directly.  A reference has a row in `SHAPES`, and an unsaved field one in `LEFT_OUT`.  The dice continue
    from their state, because a game replayed from its keys must not notice a save.  Unlike in SAV-4, there is
    no new seed.
    """
    if world.ending is not None:
        raise ValueError("a game that is over cannot be saved")
    graph = ObjectTable(world.rules, world.level)
    data: dict[str, Any] = {name: _write(graph, getattr(world, name)) for name in PARTS}
    data["world"] = _write(graph, world, leave=PARTS)
    data["rooms"] = [_write(graph, room) for room in graph.rooms]
    data["foes"] = [_write(graph, foe) for foe in graph.foes]  # grows while goals are encoded
    data["items"] = [_write(graph, item) for item in graph.items]
    return data


def decode(data: Any, rules: Ruleset) -> World:
    """Return the world that `encode` turned into `data`.

    Raises StateError with a reason for any other value.
    """
    need(isinstance(data, dict), "the state is no table")
    need(set(data) == {"world", "rooms", "foes", "items", *PARTS}, "parts are missing")
    world = World(rules, 0)
    graph = ObjectTable(rules, world.level)
    _read_rooms(graph, world.level, data["rooms"])
    graph.items = [_read(graph, Item(rules.kinds("food")[0]), row) for row in _rows(data["items"])]
    any_kind = next(iter(rules.monsters.values()))
    graph.foes = [_read(graph, Monster(any_kind, 0), row) for row in _rows(data["foes"])]
    for name in PARTS:
        _read(graph, getattr(world, name), data[name])
    _read(graph, world, data["world"], leave=PARTS)
    _check(world)
    return world


def saved_fields(cls: type) -> tuple[str, ...]:
    """Return the saved fields of a class in order."""
    left_out = LEFT_OUT.get(cls, frozenset())
    return tuple(name for name in fields_of(cls) or () if name not in left_out)


def drop_unsaved(world: World) -> None:
    """Reset what a saved game omits: the run, count, and fight in progress, and the last command (SAV-5)."""
    world.interrupt()
    world.stop_duel()
    world.careful = False
    world.run_steps = 0
    world.repeat = None
    world.last = None


def _write(graph: ObjectTable, thing: Any, leave: Any = ()) -> dict[str, Any]:
    shapes = SHAPES[type(thing)]
    optional = OPTIONAL.get(type(thing), frozenset())
    row = {}
    for name in saved_fields(type(thing)):
        if name in leave:
            continue
        value = getattr(thing, name)
        if name in optional:
            if value is None:
                continue
            value = _write(graph, value)
        elif name in shapes:
            value = shapes[name].write(graph, value)
        elif type(value) not in (int, bool, str):
            raise TypeError(f"{type(thing).__name__}.{name} has no shape in the codec")
        row[name] = value
    return row


def _read(graph: ObjectTable, thing: Any, row: Any, leave: Any = ()) -> Any:
    """Fill a fresh object from a row, which must match the types of its fields."""
    shapes = SHAPES[type(thing)]
    what = type(thing).__name__.lower()
    need(isinstance(row, dict), f"a {what} is no table")
    optional = OPTIONAL.get(type(thing), frozenset())
    without = () if graph.rules.minds is not None else optional
    names = [name for name in saved_fields(type(thing)) if name not in leave and name not in without]
    need(set(row) == set(names), f"the fields of a {what} are not those of this version")
    for name in names:
        value = row[name]
        if name in optional:
            value = _read(graph, Mind() if name == "mind" else LevelMinds(), value)
        elif name in shapes:
            value = shapes[name].read(graph, value)
        else:
            wanted = type(getattr(thing, name))
            need(type(value) is wanted, f"{what}.{name} is no {wanted.__name__}")
            need(wanted is not int or abs(value) < 1 << 64, f"{what}.{name} is too large")
        setattr(thing, name, value)
    return thing


def _rows(rows: Any) -> list[Any]:
    need(isinstance(rows, list) and len(rows) < 10_000, "a list is missing")
    assert isinstance(rows, list)
    return rows


def _read_rooms(graph: ObjectTable, level: Level, rows: Any) -> None:
    rooms = [_read(graph, Room(0), row) for row in _rows(rows)]
    need(len(rooms) > len(level.rooms), "rooms are missing")
    level.nets = rooms[len(level.rooms) :]
    level.rooms = rooms[: len(level.rooms)]
    graph.rooms = rooms


def _check(world: World) -> None:
    """Raise StateError for a combination of values that no game can reach."""
    level, player = world.level, world.player
    in_pack = {id(item) for item in player.pack}
    in_use = (player.worn, player.wielded, player.left, player.right)
    need(all(item is None or id(item) in in_pack for item in in_use), "something in use is not in the pack")
    standing = [player.spot, *(foe.spot for foe in level.foes)]
    need(all(0 <= spot < SIZE for spot in standing), "someone stands outside the map")
    need(level.room_at(player.spot) is not None, "the player stands in solid rock")
    need(world.depth >= 1 <= world.deepest and world.turns >= 0, "depth or turns are below their least")
    need(all(level.foe_at[foe.spot] is foe for foe in level.foes), "a monster is not where it stands")
    need(all(item.spot in level.thing_at for item in level.things), "an item is not where it lies")
    minds = [foe.mind for foe in level.foes if foe.mind is not None]
    places = [spot for mind in minds for spot in (mind.aim, mind.back, mind.ambush)]
    centre = 0 if world.minds is None else world.minds.centre
    need(all(0 <= spot < SIZE for spot in (*places, centre)), "a monster thinks of a place outside the map")
