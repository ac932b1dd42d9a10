"""The 26 kinds of monster, ordered by depth, including their minds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

Cast = Literal["mindless", "animal", "folk", "cunning"]
"""How a kind thinks (VMN-17)."""
Group = Literal["", "flock", "band"]
"""How monsters of the same letter hunt together (VMN-28 to VMN-33)."""
ActName = Literal["arrow", "dart", "rock", "flame", "wail", "burble", "blink", "mist"]
"""Ranged act of a monster (VMN-22)."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class MonsterMind:
    """The way a kind of monster thinks.

    like           name of the kind with this mind
    ears           hearing in quarters of the loudness: 4 hears to the full range (VMN-11)
    nose           age in turns of the oldest trail it follows; 0: no sense of smell (VMN-15)
    flee, brave    percentages of its hit points at which fear begins and ends (VMN-34)
    pack           chance, one in n, that it leads a pack in its room; 0: never (VMN-43)
    act            its ranged act
    store, regain  number of acts, and turns to regain one; 0: never (VMN-21)
    ambushes       whether it lies in wait beside doors (VMN-33)
    distant        whether it keeps its distance while it can shoot (VMN-27)
    """

    like: str
    cast: Cast
    ears: int
    nose: int = 0
    flee: int = 0
    brave: int = 0
    group: Group = ""
    pack: int = 0
    act: ActName | None = None
    store: int = 0
    regain: int = 0
    ambushes: bool = False
    distant: bool = False

    @property
    def learns(self) -> bool:
        """Whether it learns about bow, stick, and scroll (VMN-17)."""
        return self.cast in ("folk", "cunning")


M = MonsterMind

# fmt: off
_MINDS: Final = (
    # like              cast        ears nose flee brave, the rest by name
    M("aquator",        "animal",   4,   40,  25,  60),
    M("bat",            "animal",   8,   0,   50,  90),
    M("centaur",        "cunning",  6,   0,   25,  60, act="arrow", store=2, distant=True),
    M("dragon",         "cunning",  8,   100, 20,  50, act="flame", store=3, regain=40),
    M("emu",            "animal",   4,   0,   33,  67, group="flock", pack=8),
    M("venus flytrap",  "mindless", 0),
    M("griffin",        "animal",   6,   60,  25,  60),
    M("hobgoblin",      "folk",     4,   0,   20,  50),
    M("ice monster",    "mindless", 2),
    M("jabberwock",     "animal",   4,   60,  0,   0,  act="burble", store=1, regain=40),
    M("jackal",         "animal",   6,   100, 33,  67, group="flock", pack=8),
    M("kestrel",        "animal",   4,   0,   25,  60, group="flock", pack=8),
    M("leprechaun",     "cunning",  6,   0,   50,  80, act="blink", store=1, regain=30, ambushes=True),
    M("medusa",         "cunning",  4,   0,   25,  60),
    M("nymph",          "cunning",  6,   0,   50,  80, act="blink", store=1, regain=30, ambushes=True),
    M("orc",            "folk",     4,   20,  25,  60, group="band", pack=5, act="dart", store=2,
      ambushes=True),
    M("phantom",        "cunning",  6,   0,   25,  60),
    M("quagga",         "animal",   6,   0,   33,  67, group="flock", pack=5),
    M("rattlesnake",    "animal",   2,   40,  25,  60),
    M("snake",          "animal",   2,   40,  25,  60),
    M("troll",          "folk",     4,   80,  15,  50, act="rock", store=2, ambushes=True),
    M("black unicorn",  "cunning",  8,   0,   33,  67, act="blink", store=2, regain=30),
    M("vampire",        "cunning",  8,   0,   33,  67, act="mist", store=1, regain=60, ambushes=True),
    M("wraith",         "cunning",  6,   0,   25,  60, act="wail", store=2, regain=30),
    M("xeroc",          "mindless", 0),
    M("yeti",           "animal",   4,   60,  25,  60, group="flock", pack=6),
    M("zombie",         "mindless", 4,   60),
)
# fmt: on
MINDS: Final = {mind.like: mind for mind in _MINDS}
"""Name of a kind -> its mind."""

SAME_MIND: Final = {
    "giant ant": "snake", "floating eye": "ice monster", "violet fungi": "venus flytrap",
    "gnome": "hobgoblin", "invisible stalker": "phantom", "kobold": "orc",
    "mimic": "xeroc", "purple worm": "jabberwock", "quasit": "leprechaun", "rust monster": "aquator",
    "umber hulk": "medusa", "xorn": "black unicorn",
}  # fmt: skip
"""Name of another kind of 5.2 or 3.6 -> the kind whose mind it has."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Act:
    """A ranged act (VMN-22).

    range       in squares; 0: unlimited
    clear_line  whether it needs a line free of doors and monsters
    out_of_reach  whether it is impossible within reach of a blow
    dice        damage; (0, 0): none, or by another rule
    worth       in tenths of a hit point, times the expected chance to hit if `swung`
    fades       worth lost per square beyond `near`
    one_in      the act is done one in n times when it is best
    """

    range: int
    worth: int
    one_in: int
    clear_line: bool = False
    out_of_reach: bool = False
    swung: bool = False
    dice: tuple[int, int] = (0, 0)
    fades: int = 0
    near: int = 0
    escape: bool = False


# fmt: off
ACTS: Final[dict[ActName, Act]] = {
    #          range worth one in, the rest by name
    "arrow":  Act(7,  35,  2, clear_line=True, out_of_reach=True, swung=True, dice=(1, 6), fades=2, near=5),
    "dart":   Act(5,  20,  3, clear_line=True, out_of_reach=True, swung=True, dice=(1, 3)),
    "rock":   Act(5,  35,  3, clear_line=True, out_of_reach=True, swung=True, dice=(1, 6)),
    "flame":  Act(6,  26,  3, clear_line=True, fades=10, near=2),
    "wail":   Act(5,  18,  3, dice=(1, 4)),
    "burble": Act(5,  60,  2),
    "blink":  Act(12, 200, 1, escape=True),
    "mist":   Act(0,  200, 1, escape=True),
}
# fmt: on


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class MindRules:
    """The abilities of monsters that think (VMN-1).

    Each ability can be switched off.
    """

    hearing: bool = True
    scent: bool = True
    acts: bool = True
    fear: bool = True
    groups: bool = True  # calls, waits, surrounds
    ambushes: bool = True
    learning: bool = True
    companions: bool = True
    steady_blows: bool = True  # erratic monsters always strike when they can
    foresight: bool = True  # folk and cunning monsters cut the player off (VMN-47)
    heals_every: int = 20  # turns (VMN-41)


Dice = tuple[int, int]
"""(count, sides): 2d4 is (2, 4)."""


def doubled_mean(attacks: tuple[Dice, ...]) -> int:
    """Return twice the mean damage of all attacks, which is a whole number.

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
"""Letters of wandering monsters in the order of depth; a blank is rerolled (MON-1)."""
