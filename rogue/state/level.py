"""A level: terrain, rooms, items, monsters, the map that the player remembers."""

from __future__ import annotations

from typing import Final

from rogue.state.entities import Item, Monster
from rogue.state.grid import AROUND, COLS, CORNERS, HERE_AND_AROUND, MAP, ROWS, SIZE, STRAIGHT, Room
from rogue.tables.glyphs import DOOR, FLOOR, ROCK, STEP_OK, TRAP

REAL: Final = 1  # the square is what it seems to be (MAP-4)
PASS: Final = 2  # part of a passage network, mazes included
SEEN: Final = 4  # MAP-15

_ROCKS: Final = bytes([ROCK]) * SIZE
_REALS: Final = bytes([REAL]) * SIZE
_BLANK = bytes([ROCK]) * SIZE
_WITHOUT_RIGHT: Final = int.from_bytes((b"\xff" * (COLS - 1) + b"\0") * ROWS, "little")
_WITHOUT_LEFT: Final = int.from_bytes((b"\0" + b"\xff" * (COLS - 1)) * ROWS, "little")
"""The bytes of all squares but those of a column at the edge, which no step from the other edge leads to."""
_SHOWN: Final = bytes([0 if code == ROCK else 3 if code == DOOR else 1 for code in range(256)])
"""Symbol -> bits for a player in a room: 1 if it is perceived outside of passages, 2 if in a passage, too."""
_UNLESS_PASS: Final = bytes([2 if flags & PASS else 1 for flags in range(256)])
"""Flags of a square -> the bit of `_SHOWN` that counts there."""
_PASSES: Final = bytes([flags & PASS != 0 for flags in range(256)])
_ONES: Final = int.from_bytes(b"\1" * SIZE, "little")


class View:
    """What the player perceives next to a square.

    spots     the neighbors that the player perceives
    drawings  value of `PlayerMap.drawings` after the latest drawing of these neighbors that had no monsters
              and no hallucination
    floor     the symbol of dark floor in that drawing
    bare      whether a search has shown that no neighbor hides anything
    """

    __slots__ = ("bare", "drawings", "floor", "spots")

    def __init__(self, spots: list[int]) -> None:
        self.spots = spots
        self.drawings = -1
        self.floor = 0
        self.bare = False

    def __reduce__(self) -> tuple[type[View], tuple[list[int]]]:
        """Let a copy of the view begin without a record of drawn squares."""
        return View, (self.spots,)


def _around(here: int) -> bytes:
    """Return a byte for each square.  Its bits tell which steps of AROUND lead to squares in `here`.

    `here` has a byte for each square, too, which is 0 or 1.
    """
    left, right = (here & _WITHOUT_RIGHT) << 8, (here & _WITHOUT_LEFT) >> 8
    row = left | here << 1 | right << 2
    found = row << 8 * COLS | left << 3 | right << 4 | row >> 8 * COLS << 5
    return found.to_bytes(SIZE + COLS + 1, "little")


STEPS: Final = [tuple([step for bit, step in enumerate(AROUND) if bits >> bit & 1]) for bits in range(256)]
"""Byte of `Level.open` or `Level.indoors` -> the steps to the squares that its bits stand for, row by row."""
LEGAL_STEPS: Final = [
    tuple([step for step in steps if all(corner in steps for corner in CORNERS.get(step, ()))])
    for steps in STEPS
]
"""Byte of `Level.open` -> the legal steps, row by row."""


class Level:
    """The terrain, items, and monsters of a level.

    New monsters and items go to the front of their lists (MAP-13).

    open      a byte per square, with one bit for each passable neighbor, or b"" if it must be computed
              first; code that opens, closes, or uncovers a square on a level in play, or that sets PASS
              there, must set it to b""
    indoors   computed with `open`: bits for the neighbors that a player in a room perceives
    rooms_at  square -> what `room_at` returns, or None if that must be found first
    views     square -> what the player perceives from it; code that writes to `cells`, that sets PASS or
              clears REAL, or that numbers a passage on a level in play must call `drop_views`
    """

    __slots__ = (
        "cells", "flags", "foe_at", "foes", "indoors", "nets", "number", "open", "rooms", "rooms_at",
        "stairs", "thing_at", "things", "views",
    )  # fmt: skip

    def __init__(self) -> None:
        self.cells = bytearray(_ROCKS)  # terrain or object symbol per spot (MAP-3)
        self.flags = bytearray(_REALS)  # REAL, PASS, SEEN
        self.number = bytearray(SIZE)  # network number of a PASS square, kind of a trap
        self.rooms: list[Room] = [Room(number) for number in range(9)]
        self.nets: list[Room] = [Room(0, gone=True, dark=True)]  # index 0 is unused
        self.foes: list[Monster] = []
        self.foe_at: list[Monster | None] = [None] * SIZE
        self.things: list[Item] = []
        self.thing_at: dict[int, Item] = {}
        self.stairs = 0
        self.open = self.indoors = b""
        self.rooms_at: list[Room | None] = [None] * SIZE
        self.views: dict[int, View] = {}

    def apparent(self, spot: int, fooled: bool = True) -> int:
        """Return the symbol of the monster, item, or terrain that a square seems to hold (MAP-6).

        For a monster, return the symbol of its disguise, or its letter if `fooled` is false (V36-33).
        """
        foe = self.foe_at[spot]
        if foe is None:
            return self.cells[spot]
        return foe.disguise if fooled else ord(foe.kind.letter)

    def diagonal_ok(self, spot: int, step: int) -> bool:
        """Return whether a step from `spot` cuts no corner (MAP-8).  Straight steps cut none."""
        corners = CORNERS.get(step)
        if corners is None:
            return True
        cells = self.cells
        return STEP_OK[cells[spot + corners[0]]] == 1 == STEP_OK[cells[spot + corners[1]]]

    def legal_steps(self, spot: int) -> tuple[int, ...]:
        """Return the steps that the terrain allows from a square of the map, row by row (MAP-8)."""
        return LEGAL_STEPS[(self.open or self.find_open())[spot]]

    def find_open(self) -> bytes:
        """Compute `open` and `indoors`.  Return `open`."""
        shown = int.from_bytes(self.cells.translate(_SHOWN), "little")
        shown &= int.from_bytes(self.flags.translate(_UNLESS_PASS), "little")
        self.indoors = _around((shown | shown >> 1) & _ONES)
        self.open = _around(int.from_bytes(self.cells.translate(STEP_OK), "little"))
        return self.open

    def room_at(self, spot: int) -> Room | None:
        """Return the room or passage network of a square (MAP-12), or None if the square is solid rock."""
        room = self.rooms_at[spot]
        if room is None:
            room = self.rooms_at[spot] = self._find_room(spot)
        return room

    def _find_room(self, spot: int) -> Room | None:
        if self.flags[spot] & PASS:
            number = self.number[spot]
            return self.nets[number] if number < len(self.nets) else None
        for room in self.rooms:
            if not room.gone and room.holds(spot):
                return room
        return None

    def is_hidden_trap(self, spot: int) -> bool:
        """Return whether a square looks like floor but hides a trap (MAP-4)."""
        return self.flags[spot] & (REAL | PASS) == 0 and self.cells[spot] == FLOOR

    def trap_kind(self, spot: int) -> int:
        """Return the kind of the trap on `spot`, hidden or not, as an index of `Ruleset.traps`."""
        return self.number[spot]

    def reveal(self, spot: int, symbol: int) -> None:
        """Reveal the hidden door, passage square, or trap on `spot`, which shows `symbol` from now on."""
        self.cells[spot] = symbol
        self.open = b""
        self.drop_views(spot)
        self.flags[spot] |= REAL
        if symbol == TRAP:
            self.flags[spot] |= SEEN

    def drop_views(self, spot: int) -> None:
        """Drop what the player perceives from a changed square and from its neighbors."""
        views = self.views
        for step in HERE_AND_AROUND:
            if spot + step in views:
                del views[spot + step]

    def mark_seen(self, spot: int) -> None:
        """Record that the player knows a square (MAP-15)."""
        self.flags[spot] |= SEEN

    def add_foe(self, foe: Monster) -> None:
        """Add a monster to the level, on `foe.spot` and at the front of the list."""
        self.foes.insert(0, foe)
        self.foe_at[foe.spot] = foe
        foe.room = self.room_at(foe.spot)

    def drop_foe(self, foe: Monster) -> None:
        """Remove a monster from the level.  The caller updates the display."""
        self.foes.remove(foe)
        if self.foe_at[foe.spot] is foe:
            self.foe_at[foe.spot] = None

    def shift_foe(self, foe: Monster, spot: int) -> None:
        """Move a monster to another square."""
        if self.foe_at[foe.spot] is foe:
            self.foe_at[foe.spot] = None
        foe.spot = spot
        self.foe_at[spot] = foe
        foe.room = self.rooms_at[spot] or self.room_at(spot)

    def add_thing(self, item: Item, spot: int) -> None:
        """Put an item on the floor.  The square then shows the item's symbol."""
        item.spot = spot
        item.letter = ""
        self.things.insert(0, item)
        self.thing_at[spot] = item
        self.cells[spot] = item.symbol
        self.drop_views(spot)

    def take_thing(self, item: Item) -> None:
        """Remove an item from a square, which then shows floor again, or the symbol of a passage (CHS-11)."""
        self.things.remove(item)
        del self.thing_at[item.spot]
        self.cells[item.spot] = ord("#") if self.flags[item.spot] & PASS else ord(".")
        self.drop_views(item.spot)


def number_passages(level: Level) -> None:
    """Find the passage networks and store them in `level.nets` (GEN-29).  Also fill `level.rooms_at`.

    A flood fill starts from every exit of every room.  Every door and secret door that it reaches becomes an
    exit of the network.  The number of exits is unlimited (BUG-3).
    """
    level.nets = [Room(0, gone=True, dark=True)]
    level.rooms_at = _squares_of_rooms(level.rooms)
    grid = level.flags.translate(_PASSES)
    passes, seen = list(grid), [0] * SIZE
    for room in level.rooms:
        for start in room.exits:
            if not seen[start]:
                _flood(level, start, passes, seen)
    if int.from_bytes(grid, "little") & ~int.from_bytes(bytes(seen), "little"):
        for spot in MAP:
            if passes[spot] > seen[spot]:
                level.rooms_at[spot] = None


def _squares_of_rooms(rooms: list[Room]) -> list[Room | None]:
    """Return the room of each square that is in no passage.  If several rooms hold it, the first counts."""
    found: list[Room | None] = [None] * SIZE
    for room in reversed(rooms):
        if not room.gone:
            left, width = room.left, min(room.width + 1, COLS - room.left)
            for row in range(room.top, min(room.top + room.height + 1, ROWS)):
                found[row * COLS + left : row * COLS + left + width] = [room] * width
    return found


def _flood(level: Level, start: int, passes: list[int], seen: list[int]) -> None:
    """Number one network.  `passes` and `seen` have a 1 for each passage square and for each square found."""
    net = Room(len(level.nets), gone=True, dark=True)
    level.nets.append(net)
    cells, stack = level.cells, [start]
    seen[start] = 1
    while stack:
        spot = stack.pop()
        if passes[spot]:
            level.number[spot] = net.number
            level.rooms_at[spot] = net
        elif _is_exit(level, spot):
            net.exits.append(spot)
        for step in STRAIGHT:
            near = spot + step
            if not seen[near] and (passes[near] or (cells[near] != ROCK and _is_exit(level, near))):
                seen[near] = 1
                stack.append(near)


def _is_exit(level: Level, spot: int) -> bool:
    """Return whether a square is a door, or a secret door: a wall symbol without the REAL flag."""
    if level.flags[spot] & PASS:
        return False
    symbol = level.cells[spot]
    return symbol == DOOR or (not level.flags[spot] & REAL and symbol in b"|-")


class PlayerMap:
    """The map that the player remembers: one symbol per square, which may be highlighted.

    The player's `@` is not among the cells, because it is drawn on top of them (VIS-2).  `drawings` counts
    how often a symbol has changed.
    """

    __slots__ = ("bright", "cells", "cleared", "dirty", "drawings", "flying", "glimpsed", "trodden")

    def __init__(self) -> None:
        self.cells = bytearray(_BLANK)
        self.bright: set[int] = set()  # squares drawn highlighted (detected monsters)
        self.dirty: set[int] = set()  # squares changed since the renderer last took them
        self.cleared = True  # whether the map was cleared since the renderer last looked
        self.flying: dict[int, int] = {}  # square -> symbol of an item in flight
        self.glimpsed: set[int] = set()  # floor seen near the player; used only by the helpers
        self.trodden: set[int] = set()  # squares the player stood on; used only by the helpers
        self.drawings = 0

    def snapshot(self) -> PlayerMap:
        """Return a copy that shows the items in flight.  The record of changed squares moves to the copy."""
        copy = PlayerMap()
        copy.cells[:] = self.cells
        copy.bright.update(self.bright)
        copy.dirty, self.dirty = self.dirty, copy.dirty
        copy.cleared, self.cleared = self.cleared, False
        for spot, symbol in self.flying.items():
            copy.put(spot, symbol)
            copy.dirty.add(spot)
        self.dirty.update(self.flying)  # redrawn after the item has passed
        return copy

    def put(self, spot: int, symbol: int) -> None:
        """Draw `symbol` on `spot`, not highlighted."""
        if self.cells[spot] != symbol:
            self.cells[spot] = symbol
            self.drawings += 1
            self.dirty.add(spot)
        if self.bright and spot in self.bright:
            self.bright.discard(spot)
            self.dirty.add(spot)

    def put_row(self, start: int, symbols: bytearray) -> None:
        """Draw symbols from the spot `start` on, on a map without highlighted squares."""
        stop = start + len(symbols)
        if self.cells[start:stop] != symbols:
            self.cells[start:stop] = symbols
            self.drawings += 1
            self.dirty.update(range(start, stop))

    def put_bright(self, spot: int, symbol: int) -> None:
        """Draw `symbol` on `spot`, highlighted."""
        if self.cells[spot] != symbol or spot not in self.bright:
            self.cells[spot] = symbol
            self.drawings += 1
            self.bright.add(spot)
            self.dirty.add(spot)

    def note_place(self, spot: int) -> None:
        """Record the player's square and the floor next to it.  The map may lose this floor later (VIS-7)."""
        self.trodden.add(spot)
        self.glimpsed.add(spot)
        self.glimpsed.update(spot + step for step in AROUND if self.cells[spot + step] == FLOOR)

    def clear(self) -> None:
        """Erase the map, for a new level."""
        self.cells[:] = _BLANK
        self.drawings += 1
        self.bright.clear()
        self.dirty.clear()
        self.flying.clear()
        self.glimpsed.clear()
        self.trodden.clear()
        self.cleared = True
