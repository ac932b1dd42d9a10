"""Turns: what time brings - hunger, healing, wandering monsters, waking, searching, potions wearing off."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from rogue.levelgen.new_game import new_world
from rogue.rules import attributes, awareness, hunger, potions, traps, turn
from rogue.rules.item_names import know
from rogue.state.entities import AWAKE, BLIND, HALLUCINATING, HASTED, SEES_INVISIBLE
from rogue.state.level import REAL
from rogue.state.world import Command, World
from rogue.tables.ruleset import ROGUE_54
from scripts.lib.census.figure import Figure, mean, share, shares
from scripts.lib.notation import carry, find_foe, plain_item, read_world

REST: Final = Command(".")
CELL: Final = """
    -----
    |.@.|
    |...|
    -----
"""
TOUGH: Final = 10**6


def _until(world: World, is_reached: Callable[[], bool]) -> int:
    """Rest until something is so or the game is over; return how many turns have ended by then."""
    while world.ending is None and not is_reached():
        turn.do(world, REST)
    return world.turns


def starvation(levels: int, seed: int) -> list[Figure]:
    """Rest without eating until death, with several dice; each turn must be met exactly (CHK-14)."""
    turns: dict[str, list[int]] = {"hungry": [], "weak": [], "food 0": [], "dead": []}
    for number in range(max(2, levels // 100)):
        world = read_world(CELL, seed=seed + number)
        player = world.player
        turn.begin(world)
        turns["hungry"].append(_until(world, lambda p=player: p.hunger >= 1))  # type: ignore[misc]
        turns["weak"].append(_until(world, lambda p=player: p.hunger >= 2))  # type: ignore[misc]
        turns["food 0"].append(_until(world, lambda p=player: p.food <= 0))  # type: ignore[misc]
        turns["dead"].append(_until(world, lambda: False))
    stated = {"hungry": 1001, "weak": 1151, "food 0": 1300, "dead": 2152}
    return [mean("CHK-14", f"turn of: {what}", stated[what], counted) for what, counted in turns.items()]


def rest_cures(levels: int, seed: int) -> list[Figure]:
    """Rest until the wounds are healed (CHK-15, HPX-2, HPX-3)."""
    rows = [mean("CHK-15", "turns from 1 to 12 points at level 1", 209, [_healing(seed, 1, 12)])]
    for level, turns in zip(range(1, 8), (19, 17, 15, 13, 11, 9, 7), strict=True):
        rows.append(mean("HPX-2", f"turns for a point at level {level}", turns, [_healing(seed, level, 2)]))
    for level in (8, 9, 12, 15):
        world = read_world(CELL, seed=seed + level)
        player = world.player
        player.level, player.max_hp = level, TOUGH
        points = []
        for _ in range(levels):
            player.hp = 1
            for _ in range(3):
                attributes.heal(world)
            points.append(player.hp - 1)
        dice = dict.fromkeys(range(1, level - 6), 1 / (level - 7))
        rows += shares("HPX-3", f"points in 3 turns at level {level}", dice, points)
    return rows


def _healing(seed: int, level: int, goal: int) -> int:
    world = read_world(CELL, seed=seed)
    player = world.player
    player.level, player.hp, player.max_hp = level, 1, goal
    turn.begin(world)
    return _until(world, lambda: player.hp == goal)


def thresholds(_levels: int, seed: int) -> list[Figure]:
    """Earn points and see when the level comes; exact (CHK-23)."""
    rows = []
    for level, points in ((8, 640), (10, 2600), (12, 13000), (21, 8_000_000)):
        reached = []
        for earned in (points - 1, points):
            world = read_world(CELL, seed=seed)
            attributes.gain_experience(world, earned)
            reached.append(world.player.level)
        rows.append(mean("CHK-23", f"level just below {points} points", level - 1, reached[:1]))
        rows.append(mean("CHK-23", f"level with {points} points", level, reached[1:]))
    return rows


def ring_food(levels: int, seed: int) -> list[Figure]:
    """Digest with rings on (CHK-31)."""
    rows = []
    for left, right, use in (
        ("", "", 1.0), ("slow digestion", "", 0.5), ("slow digestion", "slow digestion", 0.0),
        ("regeneration", "", 3.0),
    ):  # fmt: skip
        world = read_world(CELL, seed=seed)
        player = world.player
        player.left = plain_item(world, "ring", left) if left else None
        player.right = plain_item(world, "ring", right) if right else None
        used = []
        for _ in range(5 * levels):
            player.food = 1000
            hunger.digest(world)
            used.append(1000 - player.food)
        worn = " and ".join(filter(None, (left, right))) or "no ring"
        rows.append(mean("CHK-31", f"food per turn with {worn}", use, used))
    return rows


def wandering(levels: int, seed: int) -> list[Figure]:
    """Begin games without monsters and rest until two wandering ones have come (CHK-16)."""
    firsts, gaps = [], []
    for number in range(levels):
        world = new_world(ROGUE_54, seed + number)
        world.level.foes.clear()
        world.level.foe_at[:] = [None] * len(world.level.foe_at)
        turn.begin(world)
        first = next_comer(world)
        firsts.append(first)
        gaps.append(next_comer(world) - first)
    return [
        mean("CHK-16", "turn of the first wanderer", 94, firsts),
        share("CHK-16", "first wanderer before turn 71", 0, (at < 71 for at in firsts)),
        share("CHK-16", "first wanderer up to turn 77", _early(), (at <= 77 for at in firsts)),
        mean("CHK-16", "turns to the next wanderer", 93, gaps),
        share("CHK-16", "next wanderer before 70 turns", 0, (gap < 70 for gap in gaps)),
        share("CHK-16", "next wanderer up to 76 turns", _early(), (gap <= 76 for gap in gaps)),
    ]


def _early() -> float:
    """Return the chance of a wanderer in the 7 turns in which the first check can fall.

    The check falls on each of them alike; the next check, 4 turns later, still counts for 3 of the 7.
    """
    return 1 / 6 + 5 / 6 * 1 / 6 * 3 / 7


def next_comer(world: World) -> int:
    """Rest until a monster comes and send it away; return the number of the turn in which it came."""
    turns = _until(world, lambda: bool(world.level.foes))
    (foe,) = world.level.foes
    world.level.drop_foe(foe)
    return turns + 1  # it comes at the beginning of a turn


def waking(levels: int, seed: int) -> list[Figure]:
    """Look at a sleeping mean neighbor until it wakes (CHK-25)."""
    world = read_world("----\n|@H|\n----", seed=seed)
    foe = find_foe(world, "H")
    looks = []
    for _ in range(5 * levels):
        foe.flags &= ~AWAKE
        count = 0
        while not foe.flags & AWAKE:
            awareness.look(world)
            count += 1
        looks.append(count)
    return [mean("CHK-25", "looks until a neighbor wakes", 1.5, looks)]


def searches(levels: int, seed: int) -> list[Figure]:
    """Search beside one hidden thing until it is found (CHK-32)."""
    rows = []
    for what, expected, picture in (
        ("door", 5, "----\n|.@d#\n|..|\n----"),
        ("trap", 2, "----\n|@.|\n|t.|\n----"),
        ("passage square", 3, "###@p#"),
    ):
        world = read_world(picture, seed=seed)
        level = world.level
        (spot,) = (spot for spot, flags in enumerate(level.flags) if not flags & REAL)
        hidden = level.cells[spot]
        counts = []
        for _ in range(3 * levels):
            level.flags[spot] &= ~REAL
            level.cells[spot] = hidden
            level.views.clear()
            count = 0
            while not level.flags[spot] & REAL:
                traps.search(world)
                count += 1
            counts.append(count)
            world.said.clear()
        rows.append(mean("CHK-32", f"searches for a {what}", expected, counts))
    return rows


def haste(levels: int, seed: int) -> list[Figure]:
    """Drink haste self and count the actions beyond one a turn (CHK-26)."""
    extra: list[int] = []
    for number in range(levels):
        world = read_world(CELL, seed=seed + number)
        turn.begin(world)
        turn.do(world, Command("q", letter=carry(world, "potion", "haste self").letter))
        actions, started = 0, world.turns
        while world.player.flags & HASTED:
            turn.do(world, REST)
            actions += 1
        extra.append(actions - (world.turns - started))
    return shares("CHK-26", "extra actions of a haste potion", dict.fromkeys((3, 4, 5, 6), 1 / 4), extra)


def long_potions(levels: int, seed: int) -> list[Figure]:
    """Drink what lasts long; a hundredth of the potions is waited for (CHK-27)."""
    rows = []
    for name, timer, mark in (
        ("hallucination", "hallucination", HALLUCINATING), ("blindness", "blindness", BLIND),
        ("see invisible", "see invisible", SEES_INVISIBLE),
    ):  # fmt: skip
        lasting, off = [], []
        for number in range(levels):
            world = read_world(CELL, seed=seed + number)
            potion = carry(world, "potion", name)
            know(world, potion.kind)  # no question for a name
            turn.begin(world)
            potions.quaff(world, potion)
            (turns,) = (fuse.turns for fuse in world.timers if fuse.name == timer)
            lasting.append(turns)
            if number % 100 == 0:
                off.append(_until(world, lambda p=world.player, m=mark: not p.flags & m) - turns)  # type: ignore[misc]
        rows += [
            mean("CHK-27", f"turns of {name}", 850, lasting),
            share("CHK-27", f"{name} outside 808 to 892", 0, (not 808 <= turns <= 892 for turns in lasting)),
            mean("CHK-27", f"turns waited beyond the timer of {name}", 0, off),
        ]
    return rows
