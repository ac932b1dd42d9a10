"""The walking helpers' memory of monsters in view: position, time of the last move."""

from __future__ import annotations

from typing import Any, Final

from rogue.rules.vision import sees_foe, sees_spot
from rogue.state.grid import AROUND, COLS, SIZE, Room, distance2, is_close
from rogue.state.level import Level
from rogue.state.serialize import need
from rogue.state.world import World

STILL: Final = 10  # turns without a move until a monster counts as asleep again
_NEVER: Final = -1


class Sight:
    """A monster in view.  `distance` is in steps from the player."""

    __slots__ = ("distance", "name", "spot")

    def __init__(self, distance: int, spot: int, name: str) -> None:
        self.distance = distance
        self.spot = spot
        self.name = name


class Lookout:
    """Notes on the monsters that the player has seen on a level.

    A monster that does not move counts as asleep.  A monster counts as awake for `STILL` turns if it appears
    on a square that was in view and empty, or if it is in view while the player loses hit points.

    A monster that comes into view may be one that was noted before on a square that is now out of view.  To
    avoid counting it twice, the old note is removed: among the notes on squares out of view that have the
    same letter, the one nearest to the monster.
    """

    __slots__ = ("_at", "_hp", "_level", "_room", "depth", "letters", "moved", "told")

    def __init__(self) -> None:
        self.depth = 0
        self.letters: dict[int, int] = {}  # square -> letter of the monster there
        self.moved: dict[int, int] = {}  # square -> turn in which its monster was last seen awake
        self.told: set[int] = set()  # squares of monsters already announced to the player
        self._level: Level | None = None
        self._room: Room | None = None  # the player's lit room at the last look
        self._at = 0
        self._hp = 0

    def look(self, world: World) -> None:
        """Record the monsters in view.  Call this after each turn."""
        if self._level is not world.level:
            self._enter(world)
        now = {sight.spot: world.canvas.cells[sight.spot] for sight in monsters_in_view(world)}
        gone = [spot for spot in self.letters if now.get(spot, 0) != self.letters[spot]]
        for spot in gone:
            if spot in now or sees_spot(world, spot):
                self._forget(spot)
        hurt = world.player.hp < self._hp
        for spot in sorted(now.keys() - self.letters.keys()):
            self._forget_old_square(spot, now)
        for spot, letter in now.items():
            if hurt or (spot not in self.letters and self._was_in_view(world, spot)):
                self.moved[spot] = world.turns
            self.letters[spot] = letter
        player = world.player
        room = player.room
        self._at, self._hp = player.spot, player.hp
        self._room = None if room is None or room.dark else room

    def _enter(self, world: World) -> None:
        """Begin notes on a new level.  But if notes on this depth were restored from a file, keep them."""
        if self._level is not None or self.depth != world.depth:
            self.letters.clear()
            self.moved.clear()
            self.told.clear()
        self._level, self.depth = world.level, world.depth
        self._room, self._at, self._hp = None, 0, world.player.hp

    def _forget_old_square(self, spot: int, now: dict[int, int]) -> None:
        """Forget the old square of the monster that came into view on `spot`.

        The old square is taken to be the nearest noted square with the same letter.
        """
        noted = [old for old, letter in self.letters.items() if letter == now[spot] and old not in now]
        if noted:
            self._forget(min(noted, key=lambda old: distance2(old, spot)))

    def _forget(self, spot: int) -> None:
        del self.letters[spot]
        self.moved.pop(spot, None)
        self.told.discard(spot)

    def _was_in_view(self, world: World, spot: int) -> bool:
        if self._at == 0:
            return False
        room = self._room
        return is_close(spot, self._at) or (room is not None and world.level.room_at(spot) is room)

    def is_awake(self, world: World, spot: int) -> bool:
        """Return whether the monster on a square counts as awake."""
        return self.awake_turns(world, spot) > 0

    def awake_turns(self, world: World, spot: int) -> int:
        """Return for how many more turns the monster on a square counts as awake if it does not move."""
        return max(0, STILL - (world.turns - self.moved[spot])) if spot in self.moved else 0

    def near(self, world: World) -> set[int]:
        """Return the squares with a monster that is drawn or noted, and all neighbors of these squares."""
        drawn = {spot for spot in range(COLS, SIZE - COLS) if name_at(world, spot)}
        held = drawn.union(self.letters)
        return held.union(spot + step for spot in held for step in AROUND)

    def rows(self) -> list[list[int]]:
        """Return the notes as rows of numbers.

        A row has the square, the letter, the turn of the last move, and 1 if the monster was announced.
        """
        return [
            [spot, letter, self.moved.get(spot, _NEVER), int(spot in self.told)]
            for spot, letter in sorted(self.letters.items())
        ]

    def take_rows(self, rows: Any, depth: int) -> None:
        """Restore the notes that `Lookout.rows` returned.  Raises StateError for any other value."""
        need(isinstance(rows, list) and len(rows) <= SIZE, "the notes on monsters are not a list")
        self.depth = depth
        for row in rows:
            need(
                isinstance(row, list) and len(row) == 4 and all(type(value) is int for value in row),
                "a note on a monster is invalid",
            )
            spot, letter, moved, told = row
            need(COLS <= spot < SIZE - COLS and 65 <= letter <= 90, "a note on a monster is invalid")
            self.letters[spot] = letter
            if moved != _NEVER:
                self.moved[spot] = moved
            if told:
                self.told.add(spot)


def monsters_in_view(world: World) -> list[Sight]:
    """Return the monsters that the player sees now, nearest first.

    Remembered or detected monsters are left out.
    """
    row, col = divmod(world.player.spot, COLS)
    found: list[tuple[int, int, str]] = []
    for monster in world.level.foes:
        name = name_at(world, monster.spot)
        if name and sees_foe(world, monster):
            there = divmod(monster.spot, COLS)
            found.append((max(abs(there[0] - row), abs(there[1] - col)), monster.spot, name))
    return [Sight(distance, spot, name) for distance, spot, name in sorted(found)]


def name_at(world: World, spot: int) -> str:
    """Return the name of the monster whose letter is drawn on a square, or "" if there is none."""
    kind = world.rules.monsters.get(chr(world.canvas.cells[spot]))
    return "" if kind is None else kind.name
