"""Notation: a world as a picture and back, for tests, examples and reports of defects.

    - | . + # %   walls, floor, door, passage, stairs      d p   secret door, secret passage square
    ^ t           seen and hidden trap                     @     the player
    A to Z        a monster                                * ! ? : ) ] = / ,   an item

Every rectangle of walls is a room; what lies outside is passage.  Below the player, a monster or an item
is the floor of a room, the door of a wall, or else a passage.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from string import ascii_lowercase
from textwrap import dedent
from typing import Any, Final, NamedTuple

from rogue.levelgen.new_game import give_kit
from rogue.state.checksum import checksum, snapshot
from rogue.state.entities import AWAKE, MARKED, Item, Monster
from rogue.state.grid import BOTTOM_ROW, COLS, TOP_ROW, Room, spot_of
from rogue.state.level import PASS, REAL, Level, number_passages
from rogue.state.world import Options, World
from rogue.tables.glyphs import (
    DOOR,
    FLOOR,
    LETTER,
    OBJECTS,
    PASSAGE,
    PLAYER,
    ROCK,
    STAIRS,
    TRAP,
    WALL_H,
    WALL_V,
)
from rogue.tables.items import SYMBOL_OF, ItemClass
from rogue.tables.ruleset import ROGUE_54, Ruleset
from scripts.lib.boxes import SECRET_DOOR, STANDING, WALLS, Box, find_boxes

__all__ = ["carry", "checksum", "draw", "find_foe", "hall", "plain_item", "read_world", "snapshot"]

HIDDEN_TRAP: Final = ord("t")
SECRET_PASSAGE: Final = ord("p")

_CLASS_OF: Final[dict[int, ItemClass]] = {symbol: cls for cls, symbol in SYMBOL_OF.items()}
_HIDDEN: Final = {
    WALL_H: SECRET_DOOR, WALL_V: SECRET_DOOR, ROCK: SECRET_PASSAGE, FLOOR: HIDDEN_TRAP,
}  # fmt: skip
_KNOWN: Final = (
    frozenset((FLOOR, DOOR, PASSAGE, STAIRS, TRAP, *_HIDDEN.values())) | WALLS | STANDING | OBJECTS
)


def hall(row: str) -> str:
    """Return the picture of a room with one row of floor.

    >>> hall("@F.")
    '-----\\n|@F.|\\n-----'
    """
    wall = "-" * (len(row) + 2)
    return f"{wall}\n|{row}|\n{wall}"


def draw(world: World) -> list[str]:
    """Return the true level as 22 lines, map rows 1 to 22, without blanks at their ends.

    Characters are those of `read_world`; a disguised monster shows its letter.
    """
    return [
        "".join(chr(_symbol(world, spot_of(row, col))) for col in range(COLS)).rstrip()
        for row in range(TOP_ROW, BOTTOM_ROW + 1)
    ]


def _symbol(world: World, spot: int) -> int:
    level = world.level
    foe = level.foe_at[spot]
    if spot == world.player.spot:
        return PLAYER
    if foe is not None:
        return ord(foe.kind.letter)
    symbol = level.cells[spot]
    if level.flags[spot] & REAL:
        return symbol
    return _HIDDEN.get(symbol, symbol)


def read_world(
    picture: str | list[str],
    *,
    row: int = TOP_ROW,
    col: int = 0,
    seed: int = 0,
    depth: int = 1,
    rules: Ruleset = ROGUE_54,
    kit: bool = False,
    under: str = "",
    awake: bool = False,
    hp: int | None = None,
    dark: bool = False,
    kinds: Mapping[Any, str] | None = None,
    traps: Mapping[tuple[int, int], str] | None = None,
    **options: Any,
) -> World:
    """Return the world of a picture; its top left corner is the square (`row`, `col`).

    A text loses its common indentation and a leading line break; a list of lines is taken as it is.  What
    the characters stand for says the head of this module.

    seed     of the dice, untouched so far        depth    also the deepest depth
    kit      the starting kit, with 32 arrows     under    symbol below the player, such as "%"
    awake    monsters are awake                   hp       of each monster; by default the mean of its kind
    dark     all rooms are dark                   traps    {(row, col): "bear trap"}; else a trapdoor
    kinds    {"!": "healing", (3, 7): "food"}: kinds of items, by symbol or square; else the first
    options  such as terse=True

    Lists of things and monsters are in reading order.  Monsters are made without dice.  Unknown kinds have
    fixed looks: the n-th color, stone, wood and syllable.  Nothing is on the canvas yet.
    Raises ValueError for a picture that makes no level, TypeError for an option that is none.

    >>> world = read_world('''
    ...     -----
    ...     |.@.+##
    ...     |.!B| #
    ...     -----
    ... ''', kinds={"!": "healing"}, hp=3)
    >>> world.player.spot == spot_of(2, 2), world.player.room
    (True, <room 0 at 1,0 4x5>)
    >>> world.level.foes, world.level.things
    ([<bat (3, 3) 3hp>], [<1 healing ->])
    """
    world = World(rules, seed, Options(**options))
    world.depth = world.deepest = depth
    _give_looks(world)
    if kit:
        give_kit(world, lambda least, most: (least + most) // 2)
    template = _template(picture if isinstance(picture, str) else tuple(picture), row, col, under)
    level = world.level
    _lay_rooms(level, template, dark)
    _lay_squares(level, template)
    number_passages(level)
    _lay_traps(world, template, traps or {})
    _lay_things(world, template, kinds or {})
    _lay_foes(world, template, awake, hp)
    world.player.spot = template.hero
    world.player.room = level.room_at(template.hero)
    return world


def find_foe(world: World, letter: str) -> Monster:
    """Return the only monster of that letter; ValueError when there is none or several."""
    (foe,) = (foe for foe in world.level.foes if foe.kind.letter == letter)
    return foe


class _Template(NamedTuple):
    """What a picture says of rooms and squares: many worlds are made of one picture."""

    hero: int
    boxes: tuple[Box, ...]
    exits: tuple[tuple[int, ...], ...]
    """The squares of the doors of each box."""
    cells: tuple[tuple[int, int], ...]
    passages: tuple[int, ...]
    hidden: tuple[int, ...]
    """Secret doors and secret squares of passages."""
    stairs: int
    traps: tuple[tuple[int, int], ...]
    """The squares of traps, with their characters, as things and foes are."""
    things: tuple[tuple[int, int], ...]
    foes: tuple[tuple[int, int], ...]
    """The last ones of a picture come first here, as in `things`."""


@lru_cache(maxsize=512)
def _template(picture: str | tuple[str, ...], row: int, col: int, under: str) -> _Template:
    codes = _place(picture, row, col)
    hero = next((spot for spot, code in codes.items() if code == PLAYER), 0)
    if under:
        codes[hero] = ord(under)
    boxes = tuple(find_boxes(codes))
    exits = tuple(tuple(spot for spot in box.border() if codes[spot] not in WALLS) for box in boxes)
    doors = {spot for some in exits for spot in some}
    floor = {spot for box in boxes for spot in _inside(box)}
    tops = {row for box in boxes for row in (box.top, box.top + box.height - 1)}
    cells: dict[int, int] = {}
    passages = []
    for spot, code in codes.items():
        if code in (WALL_H, WALL_V):
            cells[spot] = code
        elif code == SECRET_DOOR:
            cells[spot] = WALL_H if spot // COLS in tops else WALL_V
        elif spot in doors:
            cells[spot] = DOOR
        elif spot in floor:
            cells[spot] = STAIRS if code == STAIRS else FLOOR
        else:
            passages.append(spot)
            cells[spot] = {STAIRS: STAIRS, SECRET_PASSAGE: ROCK}.get(code, PASSAGE)
    secret = {SECRET_DOOR: codes.keys(), SECRET_PASSAGE: set(passages)}
    hidden = tuple(spot for spot, code in codes.items() if spot in secret.get(code, ()))
    stairs = max((spot for spot, code in codes.items() if code == STAIRS), default=0)
    traps = tuple((spot, code) for spot, code in codes.items() if code in (TRAP, HIDDEN_TRAP))
    backward = tuple(codes.items())[::-1]
    return _Template(
        hero, boxes, exits, tuple(cells.items()), tuple(passages), hidden, stairs, traps,
        tuple(one for one in backward if one[1] in OBJECTS),
        tuple(one for one in backward if LETTER[one[1]]),
    )  # fmt: skip


def _place(picture: str | tuple[str, ...], row: int, col: int) -> dict[int, int]:
    """Return spot -> character of every character that is not blank, row by row."""
    lines = dedent(picture.removeprefix("\n")).splitlines() if isinstance(picture, str) else picture
    codes: dict[int, int] = {}
    for at_row, line in enumerate(lines, row):
        for at_col, char in enumerate(line.rstrip(), col):
            if char == " ":
                continue
            if ord(char) not in _KNOWN:
                raise ValueError(f"row {at_row}, column {at_col}: {char!r} stands for nothing")
            if not (TOP_ROW <= at_row <= BOTTOM_ROW and 0 <= at_col < COLS):
                raise ValueError(f"row {at_row}, column {at_col} is outside the map")
            codes[spot_of(at_row, at_col)] = ord(char)
    return codes


def _give_looks(world: World) -> None:
    rules, knowledge = world.rules, world.knowledge
    looks = knowledge.looks
    looks.update(zip(rules.potions, rules.colors, strict=False))
    looks.update(zip(rules.scrolls, rules.syllables, strict=False))
    looks.update(zip(rules.sticks, rules.woods, strict=False))
    for kind, (stone, worth) in zip(rules.rings, rules.stones, strict=False):
        looks[kind] = stone
        knowledge.stone_worth[kind] = worth


def _inside(box: Box) -> Iterator[int]:
    for row in range(box.top + 1, box.top + box.height - 1):
        yield from range(spot_of(row, box.left + 1), spot_of(row, box.left + box.width - 1))


def _lay_rooms(level: Level, template: _Template, dark: bool) -> None:
    for room in level.rooms:
        room.gone = True
    for box, exits in zip(template.boxes, template.exits, strict=True):
        room = _free_room(level, box)
        room.gone = False
        room.dark = dark
        room.top, room.left, room.height, room.width = box
        room.exits = list(exits)


def _free_room(level: Level, box: Box) -> Room:
    """Return the room of the box's place on the map, or the first one not yet used."""
    place = box.top // 8 * 3 + min(max(box.left - 1, 0) // 26, 2)
    for room in (level.rooms[place], *level.rooms):
        if room.gone:
            return room
    raise ValueError("a level has nine rooms at most")


def _lay_squares(level: Level, template: _Template) -> None:
    for spot, cell in template.cells:
        level.cells[spot] = cell
    for spot in template.passages:
        level.flags[spot] |= PASS
    for spot in template.hidden:
        level.flags[spot] &= ~REAL
    level.stairs = template.stairs or level.stairs


def _lay_traps(world: World, template: _Template, kinds: Mapping[tuple[int, int], str]) -> None:
    level = world.level
    for spot, code in template.traps:
        if level.cells[spot] != FLOOR:
            raise ValueError(f"row {spot // COLS}, column {spot % COLS}: a trap needs a room's floor")
        names: list[str] = [kind.name for kind in world.rules.traps]
        level.number[spot] = names.index(kinds.get(divmod(spot, COLS), names[0]))
        if code == TRAP:
            level.reveal(spot, TRAP)
        else:
            level.flags[spot] &= ~REAL


def _lay_things(world: World, template: _Template, kinds: Mapping[Any, str]) -> None:
    for spot, code in template.things:
        name = kinds.get(divmod(spot, COLS), kinds.get(chr(code), ""))
        world.level.add_thing(plain_item(world, _CLASS_OF[code], name), spot)


def _lay_foes(world: World, template: _Template, awake: bool, hp: int | None) -> None:
    for spot, code in template.foes:
        foe = Monster(world.rules.monsters[chr(code)], spot)
        foe.hp = foe.max_hp = foe.level * 9 // 2 if hp is None else hp
        if awake:
            foe.flags |= AWAKE
        world.level.add_foe(foe)


def plain_item(world: World, cls: ItemClass, name: str = "", **fields: Any) -> Item:
    """Make an item without pluses and without dice: the least count and charges of its kind.

    Without a name it is the first kind of its class.  `fields` are set on it: count=2, flags=CURSED.
    KeyError for a name that is none, AttributeError for a field that is none.
    """
    kind = world.rules.kind(cls, name) if name else world.rules.kinds(cls)[0]
    item = Item(kind, count=kind.count[0])
    if kind.grouped:
        world.groups += 1
        item.group = world.groups
    item.value = {"armor": kind.armor, "stick": kind.charges[0], "gold": 10}.get(cls, 0)
    if kind.valued:
        item.value = 1
    for field, value in fields.items():
        setattr(item, field, value)
    return item


def carry(world: World, cls: ItemClass, name: str = "", **fields: Any) -> Item:
    """Put a `plain_item` at the end of the player's pack, under the lowest free letter, and return it."""
    item = plain_item(world, cls, name, **fields)
    used = {other.letter for other in world.player.pack}
    item.letter = next(letter for letter in ascii_lowercase if letter not in used)
    item.flags |= MARKED
    world.player.pack.append(item)
    return item
