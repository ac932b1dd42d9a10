"""Monsters: which kinds come at which depth, how strong they are, what they are worth."""

from __future__ import annotations

from collections import Counter
from typing import Final

from rogue.levelgen.spawning import choose_letter, make_foe
from rogue.rules.fight import bolt_hit
from rogue.rules.monster_ai import bring_wanderer
from rogue.state.world import World
from rogue.tables.ruleset import ROGUE_54
from scripts.lib.census.figure import Figure, mean, share, shares
from scripts.lib.notation import read_world

# Depth -> per cent and the letters that have it (DEP-1 to DEP-32).
_LISTED: Final = {
    1: "20 KEBSH", 2: "18 KEBSH 10 I", 3: "16 KEBSH 10 IR", 4: "14 KEBSH 10 IRO", 5: "12 KEBSH 10 IROZ",
    6: "10 KEBSHIROZL", 7: "10 EBSHIROZLC", 8: "10 BSHIROZLCQ", 9: "10 SHIROZLCQA", 10: "10 HIROZLCQAN",
    11: "10 IROZLCQANY", 12: "10 ROZLCQANYF", 13: "10 OZLCQANYFT", 14: "10 ZLCQANYFTW", 15: "10 LCQANYFTWP",
    16: "10 CQANYFTWPX", 17: "10 QANYFTWPXU", 18: "10 ANYFTWPXUM", 19: "10 NYFTWPXUMV", 20: "10 YFTWPXUMVG",
    21: "10 FTWPXUMVGJ", 22: "10 TWPXUMVGJD", 23: "12 MVGJD 10 WPXU", 24: "14 MVGJD 10 PXU",
    25: "16 MVGJD 10 XU", 26: "18 MVGJD 10 U", 27: "20 MVGJD", 28: "22 VGJD 12 M", 29: "24 GJD 14 MV",
    30: "26 JD 16 MVG", 31: "28 D 18 MVGJ", 32: "20 MVGJD",
}  # fmt: skip
STAYS: Final = "ILNFXD"  # never wander (DEP-33)
DEEPER: Final = 40  # stands for "32 and deeper"
WORTH_DEPTH: Final = 22
TWO_ROOMS: Final = """
    -----     -----
    |...+#####+.@.|
    |...|     |...|
    -----     -----
"""


def _read(listed: str) -> dict[str, float]:
    words = listed.split()
    pairs = zip(words[::2], words[1::2], strict=True)
    return {letter: int(pct) / 100 for pct, letters in pairs for letter in letters}


KINDS_AT: Final = {depth: _read(listed) for depth, listed in _LISTED.items()}
"""Depth -> letter -> chance on the normal list."""


def wanderers_at(depth: int) -> dict[str, float]:
    """Return letter -> chance among wandering monsters (DEP-33)."""
    roam = {letter: part for letter, part in KINDS_AT[min(depth, 32)].items() if letter not in STAYS}
    return {letter: part / sum(roam.values()) for letter, part in roam.items()}


def kinds(levels: int, seed: int) -> list[Figure]:
    """Draw kinds from the normal list at every depth, ten times as many as levels (DEP-1 to DEP-32)."""
    rows = []
    for depth in (*KINDS_AT, DEEPER):
        world = World(ROGUE_54, seed + depth)
        drawn = [choose_letter(world, depth=depth) for _ in range(10 * levels)]
        number = min(depth, 32)
        rows += shares(f"DEP-{number}", "kinds", KINDS_AT[number], drawn, depth)
    return rows


def wanderers(levels: int, seed: int) -> list[Figure]:
    """Let wandering monsters come at every depth (DEP-33)."""
    rows = []
    for depth in (*KINDS_AT, DEEPER):
        world = read_world(TWO_ROOMS, seed=seed + depth, depth=depth)
        came = []
        for _ in range(5 * levels):
            bring_wanderer(world)
            (foe,) = world.level.foes
            came.append(foe.kind.letter)
            world.level.drop_foe(foe)
        rows += shares("DEP-33", "wanderers", wanderers_at(depth), came, depth)
    return rows


def hit_points(levels: int, seed: int) -> list[Figure]:
    """Make every kind at the depth of the amulet and three below it (MON-3)."""
    world = World(ROGUE_54, seed)
    rows = []
    for depth in (26, 29):
        for letter, kind in ROGUE_54.monsters.items():
            level = kind.level + depth - 26
            points = [make_foe(world, letter, 0, depth).hp for _ in range(levels)]
            rows.append(mean("MON-3", f"hit points of {letter}", 4.5 * level, points, depth))
            rows.append(share("MON-3", f"hit points of {letter} out of range", 0,
                              (not level <= n <= 8 * level for n in points), depth))  # fmt: skip
    return rows


def worth(levels: int, seed: int) -> list[Figure]:
    """Kill monsters and count the experience they give (CHK-22)."""
    dragons = _slain("D", levels, seed)
    griffins = _slain("G", levels, seed + 1)
    steps = {(value - 5000) % 20 for value in dragons} | {(value - 2000) % 20 for value in griffins}
    return [
        *shares("CHK-22", "a kestrel's worth", {1: 7 / 8, 2: 1 / 8}, _slain("K", levels, seed + 2)),
        *shares("CHK-22", "a hobgoblin's worth", {3: 7 / 8, 4: 1 / 8}, _slain("H", levels, seed + 3)),
        mean("CHK-22", "a dragon's bonus", 20 * _mean_sixth(10), [value - 5000 for value in dragons]),
        mean("CHK-22", "a dragon's worth", 5142, dragons),
        mean("CHK-22", "a griffin's bonus", 20 * _mean_sixth(13), [value - 2000 for value in griffins]),
        share("CHK-22", "bonus not in steps of 20", 0, (step != 0 for step in steps)),
    ]


def _slain(letter: str, times: int, seed: int) -> list[int]:
    """Return the points for each of many monsters of one kind, killed by a bolt that none survives."""
    world = read_world(TWO_ROOMS, seed=seed, depth=WORTH_DEPTH)
    player, level = world.player, world.level
    points = []
    for _ in range(times):
        player.exp, player.level = 0, 1
        foe = make_foe(world, letter, player.spot + 1)
        level.add_foe(foe)
        bolt_hit(world, foe, (6, 6), "ice", plus=10**4)
        points.append(player.exp)
        world.said.clear()
    return points


def _mean_sixth(dice: int) -> float:
    """Return the mean of a sixth, rounded down, of so many eight-sided dice."""
    sums = Counter({0: 1})
    for _ in range(dice):
        sums = Counter({
            total: sum(sums[total - face] for face in range(1, 9)) for total in range(1, max(sums) + 9)
        })  # fmt: skip
    return sum(total // 6 * ways for total, ways in sums.items()) / float(8**dice)
