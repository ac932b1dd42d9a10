"""The 26 kinds of monster, one for each letter, with numbers for each kind, such as its level."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from rogue.tables.monster_minds import MonsterMind

Dice = tuple[int, int]
"""(count, sides): 2d4 is (2, 4)."""


def doubled_mean(attacks: tuple[Dice, ...]) -> int:
    """Return twice the mean damage of all `attacks` together, in hit points.  This is a whole number.

    >>> doubled_mean(((2, 4), (0, 0)))
    10
    """
    return sum([count * (sides + 1) for count, sides in attacks if sides])


MEAN: Final = 1  # wakes with a chance of 2/3 when the player is near (MON-14)
FLIES: Final = 2  # moves twice when far from the player (CHS-2)
GREEDY: Final = 4  # heads for the room's gold (MON-16)
INVISIBLE: Final = 8  # drawn only if the player sees invisible monsters
REGENERATES: Final = 16  # heals when it attacks, in some editions; never in 5.4 (BUG-32)

HitEffect = Literal[
    "",
    "rust armor",
    "freeze",
    "transfix",
    "steal gold",
    "steal item",
    "weaken",
    "drain life",
    "drain level",
    "hold",
]


@dataclass(frozen=True, slots=True, eq=False)
class MonsterKind:
    """A kind of monster.  Kinds compare by identity."""

    letter: str
    name: str
    carry: int  # chance in percent to carry an item, or to fetch one (ITM-31)
    traits: int  # MEAN, FLIES, ...
    exp: int  # experience points before bonuses (MON-4)
    level: int
    armor: int  # armor class, lower is better
    attacks: tuple[Dice, ...]
    on_hit: HitEffect = ""  # special effect of a hit (SPC)
    erratic: int = 0  # one step in n is random (CHS-12); 0: none
    gaze: bool = False  # MON-17
    breathes: bool = False  # CHS-18
    rooted: bool = False  # never steps (CHS-14)
    disguised: bool = False  # looks like an object (MON-7)
    silent: bool = False  # its hits and misses are never reported (SPC-4)
    speed: Literal["slow", "usual", "fast"] = "usual"  # initial speed (VAR-3)
    pack: tuple[int, int] = (1, 1)  # (least, most) that arrive together (VAR-3)
    mind: MonsterMind | None = None  # its mind, in games where monsters think (VMN)
    like: str = ""  # for a variant's kind, the edition's kind that it is based on, else ""


K = MonsterKind

# fmt: off
MONSTERS: Final = (
    #  letter name         carry traits           exp   lvl ac  attacks, the rest by name
    K("A", "aquator",       0,   MEAN,                20,   5,  2,  ((0, 0), (0, 0)), on_hit="rust armor"),
    K("B", "bat",           0,   FLIES,               1,    1,  3,  ((1, 2),), erratic=2),
    K("C", "centaur",       15,  0,                   17,   4,  4,  ((1, 2), (1, 5), (1, 5))),
    K("D", "dragon",        100, MEAN,                5000, 10, -1, ((1, 8), (1, 8), (3, 10)), breathes=True),
    K("E", "emu",           0,   MEAN,                2,    1,  7,  ((1, 2),)),
    K("F", "venus flytrap", 0,   MEAN,                80,   8,  3,  ((0, 0),), on_hit="hold", rooted=True),
    K("G", "griffin",       20,  MEAN | FLIES | REGENERATES, 2000, 13, 2,  ((4, 3), (3, 5))),
    K("H", "hobgoblin",     0,   MEAN,                3,    1,  5,  ((1, 8),)),
    K("I", "ice monster",   0,   0,                   5,    1,  9,  ((0, 0),), on_hit="freeze", silent=True),
    K("J", "jabberwock",    70,  0,                   3000, 15, 6,  ((2, 12), (2, 4))),
    K("K", "kestrel",       0,   MEAN | FLIES,        1,    1,  7,  ((1, 4),)),
    K("L", "leprechaun",    0,   0,                   10,   3,  8,  ((1, 1),), on_hit="steal gold"),
    K("M", "medusa",        40,  MEAN,                200,  8,  2,  ((3, 4), (3, 4), (2, 5)), gaze=True),
    K("N", "nymph",         100, 0,                   37,   3,  9,  ((0, 0),), on_hit="steal item"),
    K("O", "orc",           15,  GREEDY,              5,    1,  6,  ((1, 8),)),
    K("P", "phantom",       0,   INVISIBLE,           120,  8,  3,  ((4, 4),), erratic=5),
    K("Q", "quagga",        0,   MEAN,                15,   3,  3,  ((1, 5), (1, 5))),
    K("R", "rattlesnake",   0,   MEAN,                9,    2,  3,  ((1, 6),), on_hit="weaken"),
    K("S", "snake",         0,   MEAN,                2,    1,  5,  ((1, 3),)),
    K("T", "troll",         50,  REGENERATES | MEAN,  120,  6,  4,  ((1, 8), (1, 8), (2, 6))),
    K("U", "black unicorn", 0,   MEAN,                190,  7,  -2, ((1, 9), (1, 9), (2, 9))),
    K("V", "vampire",       20,  REGENERATES | MEAN,  350,  8,  1,  ((1, 10),), on_hit="drain life"),
    K("W", "wraith",        0,   0,                   55,   5,  4,  ((1, 6),), on_hit="drain level"),
    K("X", "xeroc",         30,  0,                   100,  7,  7,  ((4, 4),), disguised=True),
    K("Y", "yeti",          30,  0,                   50,   4,  6,  ((1, 6), (1, 6))),
    K("Z", "zombie",        0,   MEAN,                6,    2,  8,  ((1, 8),)),
)
# fmt: on

ORDER: Final = "KEBSHIROZLCQANYFTWPXUMVGJD"
"""Letters in the order of depth (MON-10)."""

WANDERERS: Final = "KEBSH ROZ CQA Y TWP UMVGJ "
"""Letters of wandering monsters in the order of depth.  A blank is drawn again (MON-1)."""
