"""Levels: what `levelgen` makes at one depth, counted."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import product
from math import comb, sqrt
from typing import Final
from unittest.mock import patch

from rogue.levelgen import floor_plan
from rogue.levelgen.floor_plan import box_of
from rogue.levelgen.level_builder import fill_treasure_room, lay_traps, make_level
from rogue.levelgen.spawning import inside
from rogue.state.grid import Room
from rogue.state.level import REAL, Level
from rogue.state.world import World
from rogue.tables.ruleset import ROGUE_54
from scripts.lib.census.figure import Figure, mean, share, shares
from scripts.lib.census.monsters import KINDS_AT
from scripts.lib.notation import read_world

BANDS: Final = (1, 2, 5, 6, 10, 11, 12, 20, 26)
"""The depths whose levels are counted: each stands for a change that the figures name."""
CONNECTIONS: Final = {8: 0.292, 9: 0.333, 10: 0.272, 11: 0.097, 12: 0.007}  # CHK-2
TRAPS: Final = {1: 0.1, 2: 0.2, 5: 0.5, 6: 0.6, 10: 1.5, 11: 1.5, 12: 2.0, 20: 3.0, 26: 3.5}  # CHK-9
ITEMS: Final = 9 * 0.36  # CHK-7
ROOMY: Final = 20  # squares of a treasure room in which every thing surely finds a place
SURE_TRAPS: Final = 10  # from this depth on every level has a trap (GEN-36)
FIRST_SHARED: Final = 8  # from this depth on two traps may fall on one square

Tally = dict[str, list[float]]


def at_depth(depth: int, levels: int, seed: int) -> list[Figure]:
    """Make levels of one depth and count what they hold."""
    counts: Tally = defaultdict(list)
    letters: list[str] = []
    world = World(ROGUE_54, seed)
    with _counted_digs() as digs:
        for _ in range(levels):
            world.depth = world.deepest = depth
            world.levels_without_food = 0
            digs.clear()
            make_level(world)
            _count_rooms(world.level, counts)
            _count_contents(world.level, counts, letters)
            _count_secrets(world.level, counts, digs)
    return [
        *_room_figures(depth, counts),
        *_content_figures(depth, counts),
        *shares(f"DEP-{depth}", "kinds on levels", KINDS_AT[depth], letters, depth),
        *_secret_figures(depth, counts),
    ]


@contextmanager
def _counted_digs() -> Iterator[Counter[int]]:
    """Count how often each passage square is dug: crossings draw again (GEN-27)."""
    digs: Counter[int] = Counter()
    dig = floor_plan.put_passage

    def counted(world: World, spot: int) -> None:
        digs[spot] += 1
        dig(world, spot)

    with patch.object(floor_plan, "put_passage", counted):
        yield digs


def _count_rooms(level: Level, counts: Tally) -> None:
    there = [room for room in level.rooms if not room.gone]
    plain = [room for room in there if not room.maze]
    counts["rooms"].append(len(there))
    counts["width"] += [room.width for room in plain]
    # A room under a maze may be lower (GEN-8).
    counts["height"] += [r.height for r in plain if r.number > 2 and not level.rooms[r.number - 3].maze]
    counts["top"] += [room.height for room in plain if box_of(room.number)[0] == 0]
    counts["dark"] += [room.dark or room.maze for room in there]
    counts["maze"] += [room.maze for room in there if room.dark or room.maze]


def _count_contents(level: Level, counts: Tally, letters: list[str]) -> None:
    gold = [thing.value for thing in level.things if thing.kind.cls == "gold"]
    items = sum(thing.kind.cls not in ("gold", "amulet") for thing in level.things)
    counts["piles"].append(len(gold))
    counts["gold"] += gold
    hoard = _treasure_room(level)
    counts["treasure"].append(hoard is not None)
    if hoard is None:
        counts["foes"].append(len(level.foes))
        counts["items"].append(items)
        letters += [foe.kind.letter for foe in level.foes]
        counts["carried"] += [bool(foe.pack) - foe.kind.carry / 100 for foe in level.foes]
    elif len(inside(hoard)) >= ROOMY:
        counts["hoard"].append(items)
    hidden = (spot for room in level.rooms if not room.gone for spot in inside(room))
    counts["traps"].append(sum(level.is_hidden_trap(spot) for spot in hidden))


def _treasure_room(level: Level) -> Room | None:
    """Only a treasure room begins with two monsters (GEN-17, GEN-42)."""
    for room in level.rooms:
        if not room.gone and sum(level.foe_at[spot] is not None for spot in inside(room)) > 1:
            return room
    return None


def _count_secrets(level: Level, counts: Tally, digs: Counter[int]) -> None:
    doors = [spot for room in level.rooms if not room.maze for spot in room.exits]
    counts["doors"] += [not level.flags[spot] & REAL for spot in doors]
    counts["squares"] += [not level.flags[spot] & REAL for spot, times in digs.items() if times == 1]


def _room_figures(depth: int, counts: Tally) -> list[Figure]:
    deep = min(1.0, (depth - 1) / 10)
    rows = [
        *shares("CHK-1", "rooms", dict.fromkeys((6, 7, 8, 9), 0.25), counts["rooms"], depth),
        mean("CHK-1", "rooms", 7.5, counts["rooms"], depth),
        mean("CHK-3", "room width", 14.5, counts["width"], depth),
        mean("CHK-3", "room height, lower boxes", 5.5, counts["height"], depth),
        mean("CHK-3", "room height, top boxes", 4.87, counts["top"], depth),
        *shares("GEN-7", "width", dict.fromkeys(range(4, 26), 1 / 22), counts["width"], depth),
        *shares("GEN-7", "height", dict.fromkeys(range(4, 8), 1 / 4), counts["height"], depth),
        *shares("GEN-7", "height, top", {4: 9 / 23, 5: 8 / 23, 6: 6 / 23}, counts["top"], depth),
        share("CHK-4", "rooms dark or maze", deep, map(bool, counts["dark"]), depth),
    ]
    if deep:
        rows.append(share("CHK-4", "mazes among those", 1 / 15, map(bool, counts["maze"]), depth))
    return rows


def _content_figures(depth: int, counts: Tally) -> list[Figure]:
    binomial = {n: comb(9, n) * 0.36**n * 0.64 ** (9 - n) for n in range(10)}
    least, most = 2, 51 + 10 * depth
    rows = [
        mean("CHK-5", "gold piles", 3.75, counts["piles"], depth),
        mean("CHK-5", "value of gold", 26.5 + 5 * depth, counts["gold"], depth),
        share("RND-7", "gold out of range", 0, (not least <= n <= most for n in counts["gold"]), depth),
        share("RND-7", "gold, lower half", 0.5, (n - least < 25 + 5 * depth for n in counts["gold"]), depth),
        mean("CHK-6", "monsters, no treasure room", 3.94, counts["foes"], depth),
        mean("MON-12", "monsters' items above the chance", 0, counts["carried"], depth),
        mean("CHK-7", "items, no treasure room", 3.24, counts["items"], depth),
        *shares("CHK-7", "items", binomial, counts["items"], depth),
        share("CHK-8", "levels with treasure room", 0.05, map(bool, counts["treasure"]), depth),
    ]
    if counts["hoard"]:
        # Nine tries of 36 % and one of 2..9; there may be few such levels.
        spread = sqrt(ITEMS * 0.64 + (8**2 - 1) / 12)
        rows.append(
            mean("CHK-8", "items with treasure room", ITEMS + 5.5, counts["hoard"], depth, spread=spread)
        )
    if depth < FIRST_SHARED:
        rows.append(mean("CHK-9", "traps on levels", TRAPS[depth], counts["traps"], depth))
    return rows


def _secret_figures(depth: int, counts: Tally) -> list[Figure]:
    deep = min(1.0, (depth - 1) / 10)
    return [
        share("CHK-10", "secret doors", deep / 5, map(bool, counts["doors"]), depth),
        share("CHK-10", "secret passage squares", deep / 40, map(bool, counts["squares"]), depth),
    ]


def connections(levels: int, seed: int) -> list[Figure]:
    """Draw which places are joined, ten times as often as levels are made (CHK-2)."""
    world = World(ROGUE_54, seed)
    joined = [len(floor_plan.connections(world)) for _ in range(10 * levels)]
    return [
        *shares("CHK-2", "connections", CONNECTIONS, joined),
        mean("CHK-2", "connections", 9.195, joined),
    ]


def hall(height: int, width: int, seed: int, depth: int = 1) -> World:
    """Return a level that is one room, walls included, with the player in its first corner."""
    wall, floor = "-" * width, "|" + "." * (width - 2) + "|"
    rows = [wall, "|@" + floor[2:], *[floor] * (height - 3), wall]
    return read_world(rows, seed=seed, depth=depth)


def traps(levels: int, seed: int) -> list[Figure]:
    """Lay traps in a hall so wide that two hardly ever share a square (CHK-9, GEN-36, TRP-11)."""
    rows = []
    kinds: list[str] = []
    for depth in BANDS:
        world = hall(20, 78, seed + depth, depth)
        level, room = world.level, world.level.rooms[0]
        floor, numbers = inside(room), []
        clean = bytes(level.flags)
        for _ in range(2 * levels):
            lay_traps(world)
            found = [spot for spot in floor if not level.flags[spot] & REAL]
            numbers.append(len(found))
            kinds += [world.rules.traps[level.trap_kind(spot)].name for spot in found]
            level.flags[:] = clean
            level.views.clear()
        rows.append(mean("CHK-9", "traps", TRAPS[depth], numbers, depth))
        if depth >= SURE_TRAPS:
            most = depth // 4
            rows += shares("GEN-36", "traps", dict.fromkeys(range(1, most + 1), 1 / most), numbers, depth)
    names = [kind.name for kind in ROGUE_54.traps]
    return [*rows, *shares("TRP-11", "traps", dict.fromkeys(names, 1 / 8), kinds)]


def treasure_rooms(levels: int, seed: int) -> list[Figure]:
    """Fill rooms of three sizes (CHK-8, GEN-41, GEN-42)."""
    rows = []
    for height, width in ((4, 4), (4, 6), (7, 25)):
        squares = (height - 2) * (width - 2)
        more = min(squares - 2, 8)
        items, foes = [], []
        for number in range(levels):
            world = hall(height, width, seed + number, depth=5)
            fill_treasure_room(world, next(room for room in world.level.rooms if not room.gone))
            items.append(len(world.level.things))
            foes.append(len(world.level.foes))
        size = f"{squares} squares"
        rows.append(mean("CHK-8", f"items of a treasure room, {size}", 2 + (more - 1) / 2, items))
        rows += shares("GEN-41", f"items, {size}", {2 + n: 1 / more for n in range(more)}, items)
    pairs = [max(2 + a, 2 + b + 2) for a, b in product(range(8), repeat=2)]
    return [*rows, mean("GEN-42", "monsters of a large treasure room", sum(pairs) / len(pairs), foes)]
