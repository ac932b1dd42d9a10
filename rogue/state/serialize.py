"""Serialization of a world to JSON values, with a format for each kind of field."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple, get_args

from rogue.shared.errors import RogueError
from rogue.state.checksum import fields_of
from rogue.state.entities import Item, LevelMinds, Mind, Monster, PlayerCharacter
from rogue.state.grid import COLS, SIZE, Room
from rogue.state.level import Level, PlayerMap
from rogue.state.rng import Rng
from rogue.state.world import About, Identification, ListStyle, Options, Question, Timer, Window, World
from rogue.tables.items import ItemKind
from rogue.tables.ruleset import Ruleset


class StateError(RogueError):
    """Raised for a value that is not the state of a game.  The text of the exception is the reason."""


def need(holds: bool, otherwise: str) -> None:
    """Raise StateError unless `holds` is true.  The text of the exception is `otherwise`."""
    if not holds:
        raise StateError(otherwise)


class ObjectTable:
    """Numbers for the objects to which several fields may refer: rooms, networks, items, monsters."""

    def __init__(self, rules: Ruleset, level: Level) -> None:
        self.rules = rules
        self.rooms: list[Room] = [*level.rooms, *level.nets]
        self.items: list[Item] = []
        self.foes: list[Monster] = []
        self._numbers: dict[int, int] = {id(room): number for number, room in enumerate(self.rooms)}

    def number(self, thing: Item | Monster) -> int:
        """Return the number of an item or a monster.  The first call for an object assigns the number."""
        things: list[Any] = self.items if isinstance(thing, Item) else self.foes
        if id(thing) not in self._numbers:
            self._numbers[id(thing)] = len(things)
            things.append(thing)
        return self._numbers[id(thing)]

    def room_number(self, room: Room) -> int | None:
        """Return the number of a room, or None for a room of a previous level."""
        return self._numbers.get(id(room))


class FieldFormat(NamedTuple):
    """The two functions that convert a field to JSON values and back.

    Every `read` raises StateError for values that its `write` would not produce.
    """

    write: Callable[[ObjectTable, Any], Any]
    read: Callable[[ObjectTable, Any], Any]


def number(value: Any, low: int = -(1 << 63), high: int = 1 << 63) -> int:
    """Return `value` if it is an int with low <= value < high, otherwise raise StateError."""
    need(type(value) is int and low <= value < high, "a number is missing or out of its range")
    assert isinstance(value, int)
    return value


def text(value: Any) -> str:
    """Return `value` if it is a str, otherwise raise StateError."""
    need(isinstance(value, str), "a text is missing")
    assert isinstance(value, str)
    return value


def rows(value: Any) -> list[Any]:
    """Return `value` if it is a list, otherwise raise StateError."""
    need(isinstance(value, list), "a list is missing")
    assert isinstance(value, list)
    return value


def pair(value: Any) -> list[Any]:
    """Return `value` if it is a list of two elements, otherwise raise StateError."""
    need(isinstance(value, list) and len(value) == 2, "a pair is missing")
    assert isinstance(value, list)
    return value


def _one_of(things: list[Any], value: Any) -> Any:
    return things[number(value, 0, len(things))]


def _optional(shape: FieldFormat) -> FieldFormat:
    return FieldFormat(
        lambda graph, value: None if value is None else shape.write(graph, value),
        lambda graph, value: None if value is None else shape.read(graph, value),
    )


def _list_of(shape: FieldFormat) -> FieldFormat:
    return FieldFormat(
        lambda graph, value: [shape.write(graph, part) for part in value],
        lambda graph, value: [shape.read(graph, part) for part in rows(value)],
    )


SPOTS: Final = FieldFormat(
    lambda _, spots: list(spots), lambda _, value: [number(n, 0, SIZE) for n in rows(value)]
)
NUMBERS: Final = FieldFormat(
    lambda _, spots: sorted(spots), lambda _, value: {number(n, 0, SIZE) for n in rows(value)}
)
STAMPS: Final = FieldFormat(
    lambda _, stamps: [[spot, stamp] for spot, stamp in enumerate(stamps) if stamp],
    lambda _, value: _read_stamps(value),
)
TEXTS: Final = FieldFormat(
    lambda _, texts: list(texts), lambda _, value: [text(part) for part in rows(value)]
)
TEXT_SET: Final = FieldFormat(
    lambda _, texts: sorted(texts), lambda _, value: {text(part) for part in rows(value)}
)


def _read_stamps(value: Any) -> list[int]:
    stamps = [0] * SIZE
    for spot, stamp in (pair(row) for row in rows(value)):
        stamps[number(spot, 0, SIZE)] = number(stamp, 0, 1 << 31)
    return stamps


def _read_truth(_graph: ObjectTable, value: Any) -> bool | None:
    need(value is None or isinstance(value, bool), "true or false is missing")
    return None if value is None else bool(value)


def _read_style(_graph: ObjectTable, value: Any) -> str:
    need(value in get_args(ListStyle), "the style of lists is unknown")
    return text(value)


def _read_dice(_graph: ObjectTable, value: Any) -> tuple[tuple[int, ...], ...]:
    return tuple([tuple([number(n) for n in pair(dice)]) for dice in rows(value)])


TRUTH: Final = FieldFormat(lambda _, value: value, _read_truth)
STYLE: Final = FieldFormat(lambda _, value: value, _read_style)
DICE: Final = FieldFormat(lambda _, value: [list(dice) for dice in value], _read_dice)


def _write_picture(_graph: ObjectTable, cells: bytearray) -> list[str]:
    characters = cells.decode("latin-1")
    return [characters[start : start + COLS].rstrip(" ") for start in range(0, SIZE, COLS)]


def _read_picture(_graph: ObjectTable, value: Any) -> bytearray:
    lines = [text(row) for row in rows(value)]
    need(len(lines) == SIZE // COLS and all(len(row) <= COLS for row in lines), "a map has the wrong size")
    need(all(row.isascii() for row in lines), "a map has an invalid character")
    return bytearray("".join([row.ljust(COLS) for row in lines]), "ascii")


def _write_bytes(_graph: ObjectTable, cells: bytearray) -> list[str]:
    return [cells[start : start + COLS].hex() for start in range(0, SIZE, COLS)]


def _read_bytes(_graph: ObjectTable, value: Any) -> bytearray:
    try:
        cells = bytearray.fromhex("".join([text(row) for row in rows(value)]))
    except ValueError as error:
        raise StateError(f"a map is damaged: {error}") from error
    need(len(cells) == SIZE, "a map has the wrong size")
    return cells


PICTURE: Final = FieldFormat(_write_picture, _read_picture)
BYTES: Final = FieldFormat(_write_bytes, _read_bytes)


def _write_kind(_graph: ObjectTable, kind: ItemKind) -> list[str]:
    return [kind.cls, kind.name]


def _read_kind(graph: ObjectTable, value: Any) -> ItemKind:
    cls, name = (text(part) for part in pair(value))
    try:
        return graph.rules.kind(cls, name)  # type: ignore[arg-type]
    except KeyError as error:
        raise StateError(f"there is no {cls} called {name!r} in this edition") from error


KIND: Final = FieldFormat(_write_kind, _read_kind)


def _kinds_to(read_value: Callable[[Any], Any]) -> FieldFormat:
    return FieldFormat(
        lambda graph, known: [[_write_kind(graph, kind), value] for kind, value in known.items()],
        lambda graph, value: {
            _read_kind(graph, key): read_value(part) for key, part in (pair(row) for row in rows(value))
        },
    )


KIND_TEXTS: Final = _kinds_to(text)
KIND_WORTHS: Final = _kinds_to(number)
KIND_SET: Final = FieldFormat(
    lambda graph, kinds: sorted(_write_kind(graph, kind) for kind in kinds),
    lambda graph, value: {_read_kind(graph, row) for row in rows(value)},
)


def _read_monster_kind(graph: ObjectTable, value: Any) -> Any:
    need(isinstance(value, str) and value in graph.rules.monsters, "there is no such monster in this edition")
    return graph.rules.monsters[value]


MONSTER_KIND: Final = FieldFormat(lambda _, kind: kind.letter, _read_monster_kind)

_AN_ITEM: Final = FieldFormat(
    lambda graph, item: graph.number(item), lambda graph, value: _one_of(graph.items, value)
)
_A_FOE: Final = FieldFormat(
    lambda graph, foe: graph.number(foe), lambda graph, value: _one_of(graph.foes, value)
)
ITEM: Final = _optional(_AN_ITEM)
ITEMS: Final = _list_of(_AN_ITEM)
FOES: Final = _list_of(_A_FOE)
ROOM: Final = _optional(
    FieldFormat(lambda graph, room: graph.room_number(room), lambda graph, value: _one_of(graph.rooms, value))
)


def _write_goal(graph: ObjectTable, goal: int | Item | None) -> Any:
    return goal if goal is None else ["spot", goal] if isinstance(goal, int) else ["item", graph.number(goal)]


def _read_goal(graph: ObjectTable, value: Any) -> int | Item | None:
    if value is None:
        return None
    kind, which = pair(value)
    if kind == "spot":
        return number(which, 0, SIZE)
    need(kind == "item", "a monster's goal is invalid")
    item: Item = _one_of(graph.items, which)
    return item


def _write_foe_at(graph: ObjectTable, squares: list[Monster | None]) -> list[list[int]]:
    return [[spot, graph.number(foe)] for spot, foe in enumerate(squares) if foe is not None]


def _read_foe_at(graph: ObjectTable, value: Any) -> list[Monster | None]:
    squares: list[Monster | None] = [None] * SIZE
    for spot, which in (pair(row) for row in rows(value)):
        squares[number(spot, 0, SIZE)] = _one_of(graph.foes, which)
    return squares


def _write_thing_at(graph: ObjectTable, things: dict[int, Item]) -> list[list[int]]:
    return [[spot, graph.number(item)] for spot, item in sorted(things.items())]


def _read_thing_at(graph: ObjectTable, value: Any) -> dict[int, Item]:
    pairs = (pair(row) for row in rows(value))
    return {number(spot, 0, SIZE): _one_of(graph.items, which) for spot, which in pairs}


GOAL: Final = FieldFormat(_write_goal, _read_goal)
FOE_AT: Final = FieldFormat(_write_foe_at, _read_foe_at)
THING_AT: Final = FieldFormat(_write_thing_at, _read_thing_at)


def _read_timer(_graph: ObjectTable, value: Any) -> Timer:
    row = rows(value)
    need(len(row) == 3 and isinstance(row[2], bool), "a timer is damaged")
    return Timer(text(row[0]), number(row[1]), row[2])


TIMERS: Final = _list_of(FieldFormat(lambda _, timer: [timer.name, timer.turns, timer.before], _read_timer))


def _read_window(_graph: ObjectTable, value: Any) -> Window:
    row = rows(value)
    need(len(row) == 3, "a picture is damaged")
    spots = [pair(mark) for mark in rows(row[1])]
    marks = tuple([(number(spot, 0, SIZE), number(symbol, 32, 127)) for spot, symbol in spots])
    return Window(text(row[0]), marks, frozenset([number(spot, 0, SIZE) for spot in rows(row[2])]))


WINDOWS: Final = _list_of(
    FieldFormat(
        lambda _, window: [window.title, [list(mark) for mark in window.marks], sorted(window.bright)],
        _read_window,
    )
)


def _write_question(graph: ObjectTable, question: Question) -> list[Any]:
    kind = None if question.kind is None else _write_kind(graph, question.kind)
    return [question.about, list(question.classes), kind]


def _read_question(graph: ObjectTable, value: Any) -> Question:
    row = rows(value)
    need(len(row) == 3 and row[0] in get_args(About), "a question is unknown")
    kind = None if row[2] is None else _read_kind(graph, row[2])
    classes = [text(cls) for cls in rows(row[1])]
    return Question(row[0], tuple(classes), kind)  # type: ignore[arg-type]


QUESTION: Final = _optional(FieldFormat(_write_question, _read_question))


SHAPES: Final[dict[type, dict[str, FieldFormat]]] = {
    World: {
        "owed": TRUTH, "said": TEXTS, "timers": TIMERS, "windows": WINDOWS, "question": QUESTION,
        "looked_room": ROOM, "extinct": TEXT_SET,
    },
    PlayerCharacter: {
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
    "player": PlayerCharacter, "canvas": PlayerMap, "knowledge": Identification, "options": Options,
    "rng": Rng, "deco": Rng, "level": Level,
}  # fmt: skip
"""The fields of a world that are saved as separate parts."""
LEFT_OUT: Final[dict[type, frozenset[str]]] = {
    World: frozenset((
        *("careful", "count", "duel", "last", "repeat", "run", "run_steps"),  # commands in progress (SAV-5)
        *("ending", "rules"),  # an ended game is not saved; the edition is saved by name
        *("flushed", "frames", "settled", "turn_checksums", "unread"),  # irrelevant between two keys
    )),
    Level: frozenset((
        *("rooms_at", "indoors", "open", "views"),  # derived from the rest
        *("nets", "rooms"),  # rooms are saved as a list
    )),
    LevelMinds: frozenset((
        *("claims", "heading"),  # valid for one turn
        *("terrain", "ways"),  # derived from the rest
    )),
    PlayerMap: frozenset(("cleared", "dirty", "drawings", "flying")),  # a restored game is redrawn
}  # fmt: skip
OPTIONAL: Final[dict[type, frozenset[str]]] = {World: frozenset(("minds",)), Monster: frozenset(("mind",))}
"""Class -> fields that hold an object or None, and are omitted for None (VMN-3)."""


def encode(world: World) -> dict[str, Any]:
    """Return a game as nested dicts and lists of numbers, booleans, and text.

    The world is unchanged.  Raises ValueError for a game that has ended.  Numbers, booleans, and text are
    saved directly.  Fields of other types need a row in `SHAPES`.  Fields that are not saved need a row in
    `LEFT_OUT`.  The dice continue from their state without a new seed (SAV-4), because the replay of a game
    must be the same with or without a save.
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
    """Return the world that `encode` converted to `data`.

    Raises StateError, with a reason, if `encode` cannot have returned `data`.
    """
    need(isinstance(data, dict), "the state is not a table")
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
    """Clear the present command, the last command, and what the monsters store for one turn only (SAV-5)."""
    world.interrupt()
    world.stop_duel()
    world.careful = False
    world.run_steps = 0
    world.repeat = None
    world.last = None
    if world.minds is not None:
        world.minds.end_turn()


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
    """Fill the new object `thing` from a row and return it.  Raise StateError if the row does not fit."""
    shapes = SHAPES[type(thing)]
    what = type(thing).__name__.lower()
    need(isinstance(row, dict), f"a {what} is not a table")
    optional = OPTIONAL.get(type(thing), frozenset())
    without = () if graph.rules.minds is not None else optional
    names = [name for name in saved_fields(type(thing)) if name not in leave and name not in without]
    need(set(row) == set(names), f"the fields of a {what} do not fit this version")
    for name in names:
        value = row[name]
        if name in optional:
            value = _read(graph, Mind() if name == "mind" else LevelMinds(), value)
        elif name in shapes:
            value = shapes[name].read(graph, value)
        else:
            wanted = type(getattr(thing, name))
            need(type(value) is wanted, f"{what}.{name} is not of type {wanted.__name__}")
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
    """Raise StateError for a combination of values that cannot occur in a game."""
    level, player = world.level, world.player
    in_pack = {id(item) for item in player.pack}
    in_use = (player.worn, player.wielded, player.left, player.right)
    need(all(item is None or id(item) in in_pack for item in in_use), "an item in use is not in the pack")
    standing = [player.spot, *(foe.spot for foe in level.foes)]
    need(all(0 <= spot < SIZE for spot in standing), "someone stands outside the map")
    need(level.room_at(player.spot) is not None, "the player stands in solid rock")
    need(world.depth >= 1 <= world.deepest and world.turns >= 0, "depth or turns are too low")
    need(all(level.foe_at[foe.spot] is foe for foe in level.foes), "a monster is not on its square")
    need(all(item.spot in level.thing_at for item in level.things), "an item is not on its square")
    minds = [foe.mind for foe in level.foes if foe.mind is not None]
    places = [spot for mind in minds for spot in (mind.aim, mind.back, mind.ambush)]
    centre = 0 if world.minds is None else world.minds.centre
    need(all(0 <= spot < SIZE for spot in (*places, centre)), "a monster's goal is outside the map")
