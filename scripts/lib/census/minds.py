"""Monsters that think: companions, waking by loudness, wanderers, recovery, how many there are."""

from __future__ import annotations

from typing import Final

from rogue.levelgen.level_builder import make_level
from rogue.levelgen.new_game import new_world
from rogue.levelgen.spawning import make_mates
from rogue.rules import awareness, monster_ai, turn
from rogue.state.entities import Monster
from rogue.state.world import World
from rogue.tables.ruleset import ROGUE_MINDS
from scripts.lib.census.figure import Figure, mean, share, shares
from scripts.lib.census.turns import next_comer
from scripts.lib.notation import read_world

PACKS: Final = {"E": 8, "K": 8, "O": 6, "Q": 7, "Y": 6}
"""Letter -> one in so many leads a pack (VMN-43)."""
WAKES: Final = {6: 1 / 3, 7: 1 / 2, 14: 1 / 2, 15: 2 / 3, 40: 2 / 3}
"""Loudness -> the chance of a monster that has its chance to wake (MON-14, VMN-44)."""
HEALS: Final = {"H": (210, 7), "T": (180, 24), "O": (150, 5), "C": (150, 5), "D": (150, 10)}
"""Letter -> turns, and hit points that it gets back in them (VMN-41)."""
GROUP_MAX: Final = 5
SHALLOW: Final = 2
MIDDLE: Final = 3
DEEP: Final = 8


def companions(levels: int, seed: int) -> list[Figure]:
    """Make packs for groups at depths 2, 3 and 8 (VMN-43)."""
    rows = []
    for letter, one_in in PACKS.items():
        for depth in (SHALLOW, MIDDLE, DEEP):
            world = _empty(seed, depth)
            room = next(room for room in world.level.rooms if not room.gone and not room.maze)
            foe = Monster(world.rules.monsters[letter], (room.top + 1) * 80 + room.left + 1)
            found = [len(make_mates(world, foe)) > 0 for _ in range(5 * levels)]
            chance = 1 / one_in if depth >= MIDDLE else 0.0
            rows += shares("VMN-43", f"packs of {letter}", {True: chance, False: 1 - chance}, found, depth)
    return rows


def waking(levels: int, seed: int) -> list[Figure]:
    """Draw whether sleepers wake, by the loudness of the turn (VMN-44)."""
    world = _empty(seed, 1)
    rows = []
    for loud, chance in WAKES.items():
        assert world.minds is not None
        world.minds.loud = loud
        woken = [awareness.wakes(world) for _ in range(20 * levels)]
        rows.append(share("VMN-44", f"wakes at loudness {loud}", chance, woken))
    return rows


def recovery(_levels: int, seed: int) -> list[Figure]:
    """Let time pass over monsters that are hurt and asleep (VMN-41); no dice decide."""
    rows = []
    for letter, (turns, points) in HEALS.items():
        world = read_world(f"------\n|@..{letter}|\n------", rules=ROGUE_MINDS, seed=seed, awake=False)
        (foe,) = world.level.foes
        foe.hp, foe.max_hp = 1, 100
        for number in range(1, turns + 1):
            world.turns = number
            monster_ai.move_foes(world)
        rows.append(mean("VMN-41", f"hit points back, {letter}, {turns} turns", points, [foe.hp - 1]))
    return rows


def wanderers(levels: int, seed: int) -> list[Figure]:
    """Begin games without monsters and rest until two wandering ones have come (VMN-42)."""
    gaps, aims = [], []
    for number in range(levels):
        world = new_world(ROGUE_MINDS, seed + number)
        world.level.foes.clear()
        world.level.foe_at[:] = [None] * len(world.level.foe_at)
        turn.begin(world)
        first = next_comer(world)
        gaps.append(next_comer(world) - first)
        monster_ai.bring_wanderer(world)
        aims += [foe.mind.aim != 0 for foe in world.level.foes if foe.mind is not None]
    return [
        mean("VMN-42", "turns to the next wanderer", 213, gaps),
        share("VMN-42", "next wanderer before 187 turns", 0, (gap < 187 for gap in gaps)),
        share("VMN-42", "wanderers that come with an aim", 0, aims),
    ]


def numbers(levels: int, seed: int) -> list[Figure]:
    """Make levels in games and count monsters where there is no treasure room (MNC-19)."""
    counts = []
    depths = range(MIDDLE, 12)
    for number in range(max(1, levels // len(depths))):
        world = new_world(ROGUE_MINDS, seed + number)
        for depth in depths:
            world.depth = depth
            make_level(world)
            if not _has_treasure_room(world):
                counts.append(len(world.level.foes))
    return [mean("MNC-19", "monsters of a level, depths 3 to 11", 3.94, counts)]


def _has_treasure_room(world: World) -> bool:
    """Return whether different kinds begin in one room, or more of one kind than a group has (GEN-42)."""
    groups: dict[int, list[str]] = {}
    for foe in world.level.foes:
        room = world.level.room_at(foe.spot)
        groups.setdefault(0 if room is None else room.top * 80 + room.left, []).append(foe.kind.letter)
    return any(len(set(group)) > 1 or len(group) > GROUP_MAX for group in groups.values())


def _empty(seed: int, depth: int) -> World:
    """Return a level without monsters."""
    world = new_world(ROGUE_MINDS, seed)
    world.depth = depth
    make_level(world)
    for foe in list(world.level.foes):
        world.level.drop_foe(foe)
    return world
