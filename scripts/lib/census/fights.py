"""Fights: who hits whom, saves, and what special attacks take, through the rules themselves."""

from __future__ import annotations

from typing import Final

from rogue.rules import fight, monster_ai, monster_steps, projectiles, traps
from rogue.state.entities import ALERT, Monster
from rogue.state.grid import COLS, RIGHT, spot_of
from rogue.state.world import World
from rogue.tables.glyphs import TRAP
from scripts.lib.census.figure import Figure, mean, share, shares
from scripts.lib.notation import find_foe, plain_item, read_world

TOUGH: Final = 10**6
SURE: Final = 60  # level of a monster that never misses
ROW, COL = 6, 10  # where the player of `_arena` stands
AT_DEPTH: Final = 10


def _arena(letter: str, seed: int, step: int = RIGHT, depth: int = 1) -> tuple[World, Monster]:
    """Return a wide lit room with a new player and one awake monster, `step` away; both outlast any blow."""
    wall, floor = "-" * 30, "|" + "." * 28 + "|"
    rows = [list(line) for line in (wall, *[floor] * 14, wall)]
    rows[ROW - 1][COL] = "@"
    row, col = divmod(spot_of(ROW, COL) + step, COLS)
    rows[row - 1][col] = letter
    picture = ["".join(line) for line in rows]
    world = read_world(picture, seed=seed, depth=depth, kit=True, awake=True, hp=TOUGH)
    world.player.hp = world.player.max_hp = TOUGH
    return world, find_foe(world, letter)


def _losses(world: World, foe: Monster, times: int) -> list[int]:
    """Return the player's loss of hit points in each of many attacks of a monster."""
    player = world.player
    lost = []
    for _ in range(times):
        player.hp = player.max_hp = TOUGH
        fight.foe_attacks(world, foe)
        lost.append(TOUGH - player.hp)
        world.said.clear()
    return lost


def foe_blows(levels: int, seed: int) -> list[Figure]:
    """Let monsters strike at a new player (CHK-17, CMB-24)."""
    rows = []
    for number, (letter, level, alert, chance) in enumerate(
        (("H", 1, False, 0.55), ("P", 8, False, 0.9), ("H", 1, True, 0.35), ("P", 8, True, 0.7))
    ):
        world, foe = _arena(letter, seed + number)
        world.player.flags |= ALERT if alert else 0
        lost = _losses(world, foe, 5 * levels)
        what = f"level {level} hits {'an alert' if alert else 'a new'} player"
        rows.append(share("CMB-24" if alert else "CHK-17", what, chance, (loss > 0 for loss in lost)))
    return rows


def mace_blows(levels: int, seed: int) -> list[Figure]:
    """Let a new player strike with the mace (CHK-18)."""
    rows = []
    for number, (letter, armor, chance) in enumerate((("K", 7, 0.45), ("B", 3, 0.25), ("D", -1, 0.05))):
        world, foe = _arena(letter, seed + number)
        lost = []
        for _ in range(5 * levels):
            foe.hp = TOUGH
            fight.attack(world, foe, world.player.wielded)
            lost.append(TOUGH - foe.hp)
            world.said.clear()
        rows.append(share("CHK-18", f"the mace hits class {armor}", chance, (loss > 0 for loss in lost)))
        if armor == 7:
            rows.append(mean("CHK-18", "damage of the mace", 7, (loss for loss in lost if loss)))
    return rows


def trap_hits(levels: int, seed: int) -> list[Figure]:
    """Step on arrow and dart traps (CHK-19)."""
    rows = []
    for number, (name, level, chance) in enumerate(
        (("arrow", 1, 0.55), ("poison dart", 1, 0.65), ("arrow", 10, 1.0), ("poison dart", 10, 1.0))
    ):
        world, _ = _arena("B", seed + number)
        player, spot = world.player, world.player.spot - 2
        player.level = level
        world.level.number[spot] = [str(kind.name) for kind in world.rules.traps].index(name)
        world.level.reveal(spot, TRAP)
        hits = []
        for _ in range(5 * levels):
            player.hp, player.strength = TOUGH, 16
            traps.spring(world, spot)
            hits.append(player.hp < TOUGH)
            world.said.clear()
        rows.append(share("CHK-19", f"{name} trap hits at level {level}", chance, hits))
    return rows


def player_saves(levels: int, seed: int) -> list[Figure]:
    """Let snakes bite and dragons' bolts meet players of several levels and rings (CHK-20)."""
    rows = []
    cases = ((1, 0, 0.35, 0.2), (5, 0, 0.45, 0.3), (10, 0, 0.6, 0.45), (5, 1, 0.45, 0.35), (5, 2, 0.45, 0.4))
    for number, (level, plus, poison, magic) in enumerate(cases):
        who = f"at level {level}" + (f" with protection +{plus}" if plus else "")
        world, foe = _arena("R", seed + number)
        _equip(world, level, plus)
        foe.level = SURE
        resisted = []
        for _ in range(3 * levels):
            world.player.strength = 16
            _losses(world, foe, 1)
            resisted.append(world.player.strength == 16)
        rows.append(share("CHK-20", f"saves against poison {who}", poison, resisted))
        world, foe = _arena("D", seed + 100 + number)
        _equip(world, level, plus)
        resisted = []
        for _ in range(3 * levels):
            world.player.hp = TOUGH
            projectiles.fire(world, foe.spot, -RIGHT, "flame", foe)
            resisted.append(world.player.hp == TOUGH)
            world.said.clear()
        rows.append(share("CHK-20", f"saves against magic {who}", magic, resisted))
    return rows


def _equip(world: World, level: int, plus: int) -> None:
    world.player.level = level
    if plus:
        world.player.left = plain_item(world, "ring", "protection", value=plus)


def foe_saves(levels: int, seed: int) -> list[Figure]:
    """Throw lightning at monsters of several levels (CHK-21)."""
    rows = []
    for number, (letter, level, chance) in enumerate(
        (("H", 1, 0.2), ("C", 4, 0.3), ("M", 8, 0.4), ("D", 10, 0.45), ("J", 15, 0.55))
    ):
        world, foe = _arena(letter, seed + number)
        resisted = []
        for _ in range(3 * levels):
            foe.hp = TOUGH
            projectiles.fire(world, world.player.spot, RIGHT, "bolt")  # the far wall is beyond its reach
            resisted.append(foe.hp == TOUGH)
            world.said.clear()
        rows.append(share("CHK-21", f"a level {level} monster saves", chance, resisted))
    return rows


def dragon_fire(levels: int, seed: int) -> list[Figure]:
    """Let a dragon take its step towards a player of level 10 from several places (CHK-24, CHS-18)."""
    rows = []
    met: list[bool] = []
    lost: list[int] = []
    for number, (down, right, chance) in enumerate(
        ((0, 1, 0.2), (0, 6, 0.2), (4, 4, 0.2), (6, 0, 0.2), (0, 7, 0.0), (1, 2, 0.0), (5, 5, 0.0))
    ):
        world, foe = _arena("D", seed + number, down * COLS + right)
        world.player.level = 10
        fires = []
        start = foe.spot
        for _ in range(2 * levels):
            world.player.hp = world.player.max_hp = TOUGH
            monster_ai.move_foes(world)
            fires.append(any("flame" in said for said in world.said))
            if fires[-1]:
                loss = TOUGH - world.player.hp
                met.append(loss == 0)
                lost += [loss] if loss else []
            world.said.clear()
            monster_steps.place_foe(world, foe, start)
        rows.append(share("CHK-24", f"dragon fire from {down} down, {right} right", chance, fires))
    return [
        *rows,
        share("CHK-24", "saves against dragon fire at level 10", 0.45, met),
        mean("CHK-24", "damage of dragon fire", 21, lost),
    ]


def thefts(levels: int, seed: int) -> list[Figure]:
    """Let leprechauns steal at depth 10 from players who always or never save (CHK-28)."""
    rows = []
    for number, (plus, what, expected) in enumerate(((30, "with", 76.5), (-30, "without", 382.5))):
        world, foe = _arena("L", seed + number, depth=AT_DEPTH)
        world.player.left = plain_item(world, "ring", "protection", value=plus)
        foe.level = 100
        stolen = []
        for _ in range(3 * levels):
            world.player.purse = TOUGH
            _losses(world, foe, 1)
            stolen.append(TOUGH - world.player.purse)
            world.level.add_foe(foe)
        rows.append(mean("CHK-28", f"gold stolen {what} a save", expected, stolen))
    return rows


def drains(levels: int, seed: int) -> list[Figure]:
    """Let wraiths and vampires hit (CHK-29, SPC-10, SPC-11)."""
    rows = []
    kinds = (("W", "wraith", 0.15, 10), ("V", "vampire", 0.3, 3))
    for number, (letter, name, chance, die) in enumerate(kinds):
        world, foe = _arena(letter, seed + number)
        foe.level = SURE
        player = world.player
        drained = []
        for _ in range(5 * levels):
            player.level, player.exp = 5, 100
            _losses(world, foe, 1)
            drained.append(TOUGH - player.max_hp)
        rows.append(share("CHK-29", f"hits of a {name} that drain", chance, (loss > 0 for loss in drained)))
        rule = "SPC-11" if letter == "W" else "SPC-10"
        faces = dict.fromkeys(range(1, die + 1), 1 / die)
        rows += shares(rule, f"drained by a {name}", faces, [loss for loss in drained if loss])
    return rows


def freezes(levels: int, seed: int) -> list[Figure]:
    """Let an ice monster hit (CHK-30)."""
    world, foe = _arena("I", seed)
    foe.level = SURE
    frozen = []
    for _ in range(5 * levels):
        world.player.helpless = 0
        _losses(world, foe, 1)
        frozen.append(world.player.helpless)
    return [
        mean("CHK-30", "turns frozen by a hit", 2.5, frozen),
        *shares("CHK-30", "turns frozen by a hit", {2: 0.5, 3: 0.5}, frozen),
    ]
