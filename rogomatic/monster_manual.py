"""What a reader of the manual knows of each monster, and which letters an edition gives them."""

from __future__ import annotations

import string
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple, Protocol, get_args

Dice = tuple[int, int]
Edition = Literal["5.4", "5.2", "3.6"]
"""What differs in letters, things and keys; 5.3 and all later ones play like 5.4."""
EDITIONS: Final[tuple[Edition, ...]] = get_args(Edition)

OFF_GUARD: Final[dict[Edition, int]] = {"5.4": 4, "5.2": 4, "3.6": 0}
"""Twentieths by which foes hit a hero more often that is not alert (CMB-9); 3.6 has no such rule (V36-6)."""

PLAIN_LEVELS: Final[frozenset[Edition]] = frozenset({"5.2", "3.6"})
"""Where levels have neither mazes nor hidden squares of passages (V52-1)."""
HUNGER_DISTRACTS: Final[frozenset[Edition]] = frozenset({"5.4"})
"""Where to become hungry or weak ends being alert (CMB-9); elsewhere only a faint does (V52-20)."""
ZAPS_WAKE: Final[frozenset[Edition]] = frozenset({"5.2", "3.6"})
"""Where what polymorph makes is awake (V52-16); in 5.4 it sleeps (STK-12)."""

MEAN: Final = 1  # wakes when looked at from near
FLIES: Final = 2  # moves twice when far
GREEDY: Final = 4  # wakes at once, guards gold
UNSEEN: Final = 8  # not drawn
ROOTED: Final = 16  # never moves
WANDERS: Final = 32  # may come from anywhere
BREATHES: Final = 64  # strikes from afar
ERRATIC: Final = 128  # half of its steps are random


@dataclass(frozen=True, slots=True, eq=False)
class DamageDistribution:
    """What one hit takes, as it was found by experience: chances of 0, 1, 2, ... hit points.

    worst  what it takes at most; the little that is left beyond it comes of not being certain
    """

    chances: tuple[float, ...]
    worst: int


Attack = Dice | DamageDistribution


class Kind(NamedTuple):
    """One kind of monster: level, armour class (lower is better), attacks, special of a hit.

    edge  how much better it hits than its level implies

    The game never shows these figures.  They are what players wrote down, so they may be wrong for a foreign
    Rogue; `stranger` stands for a name that is not in the table, or a letter that is not known.
    """

    name: str
    level: int
    armor: int
    attacks: tuple[Attack, ...]
    traits: int
    exp: int
    special: str = ""
    edge: int = 0

    @property
    def worst(self) -> int:
        """The most hit points that one round of its attacks can take."""
        return sum(
            attack.worst if isinstance(attack, DamageDistribution) else attack[0] * attack[1]
            for attack in self.attacks
        )


M, W = MEAN, WANDERS

# fmt: off
KINDS: Final[dict[str, Kind]] = {
    kind.name: kind
    for kind in (
        #     name                 lvl class attacks                    traits             exp   special
        Kind("aquator",            5,  2,  (),                          M | W,             24,   "rust"),
        Kind("bat",                1,  3,  ((1, 2),),                   W | FLIES | ERRATIC, 2),
        Kind("centaur",            4,  4,  ((1, 2), (1, 5), (1, 5)),    W,                 20),
        Kind("dragon",             10, -1, ((1, 8), (1, 8), (3, 10)),   M | BREATHES,      5150, "fire"),
        Kind("emu",                1,  7,  ((1, 2),),                   M | W,             3),
        Kind("venus flytrap",      8,  3,  ((1, 3),),                   M | ROOTED,        104,  "hold"),
        Kind("griffin",            13, 2,  ((4, 3), (3, 5)),            M | W | FLIES,     2195),
        Kind("hobgoblin",          1,  5,  ((1, 8),),                   M | W,             4),
        Kind("ice monster",        1,  9,  (),                          0,                 6,    "freeze"),
        Kind("jabberwock",         15, 6,  ((2, 12), (2, 4)),           W,                 3225),
        Kind("kestrel",            1,  7,  ((1, 4),),                   M | W | FLIES,     2),
        Kind("leprechaun",         3,  8,  ((1, 1),),                   0,                 12,
          "steal gold"),
        Kind("medusa",             8,  2,  ((3, 4), (3, 4), (2, 5)),    M | W,             224,  "gaze"),
        Kind("nymph",              3,  9,  (),                          0,                 39,   "steal"),
        Kind("orc",                1,  6,  ((1, 8),),                   W | GREEDY,        6),
        Kind("phantom",            8,  3,  ((4, 4),),                   W | UNSEEN,        144),
        Kind("quagga",             3,  3,  ((1, 5), (1, 5)),            M | W,             17),
        Kind("rattlesnake",        2,  3,  ((1, 6),),                   M | W,             10,   "weaken"),
        Kind("snake",              1,  5,  ((1, 3),),                   M | W,             3),
        Kind("troll",              6,  4,  ((1, 8), (1, 8), (2, 6)),    M | W,             124),
        Kind("black unicorn",      7,  -2, ((1, 9), (1, 9), (2, 9)),    M | W,             211),
        Kind("vampire",            8,  1,  ((1, 10),),                  M | W,             374,  "drain"),
        Kind("wraith",             5,  4,  ((1, 6),),                   W,                 59,   "drain"),
        Kind("xeroc",              7,  7,  ((4, 4),),                   0,                 121),
        Kind("yeti",               4,  6,  ((1, 6), (1, 6)),            W,                 53),
        Kind("zombie",             2,  8,  ((1, 8),),                   M | W,             8),
        # 5.2 and 3.6 only
        Kind("giant ant",          2,  3,  ((1, 6),),                   M | W,             10,   "weaken"),
        Kind("floating eye",       1,  9,  (),                          0,                 6,    "freeze"),
        Kind("violet fungi",       8,  3,  ((1, 3),),                   M | ROOTED,        104,  "hold"),
        Kind("gnome",              1,  5,  ((1, 6),),                   W,                 8),
        Kind("invisible stalker",  8,  3,  ((4, 4),),                   W | UNSEEN,        144),
        Kind("jackal",             1,  7,  ((1, 2),),                   M | W,             3),
        Kind("kobold",             1,  7,  ((1, 4),),                   M | W,             2),
        Kind("mimic",              7,  7,  ((3, 4),),                   0,                 121),
        Kind("purple worm",        15, 6,  ((2, 12), (2, 4)),           W,                 4225),
        Kind("quasit",             3,  2,  ((1, 2), (1, 2), (1, 4)),    M | W,             34),
        Kind("rust monster",       5,  2,  (),                          M | W,             24,   "rust"),
        Kind("umber hulk",         8,  2,  ((3, 4), (3, 4), (2, 5)),    M | W,             224,  "gaze"),
        Kind("xorn",               7,  -2, ((1, 3), (1, 3), (1, 3), (4, 6)), M | W,        211),
    )
}
# fmt: on

THEFTS: Final = frozenset({"steal", "steal gold"})
"""Specials of those who take something and vanish."""

STRANGER: Final = Kind("stranger", 4, 5, ((1, 8),), M | W, 10)
_DEEPER: Final = STRANGER._replace(level=6, armor=4, attacks=((1, 8), (1, 8), (2, 6)))
_DEEPEST: Final = STRANGER._replace(level=10, armor=2, attacks=((4, 3), (3, 5)))


def stranger(depth: int) -> Kind:
    """Return what to expect behind an unknown letter, at a depth.

    >>> stranger(3).level, stranger(12).level, stranger(26).level
    (4, 6, 10)
    """
    return STRANGER if depth < 10 else _DEEPER if depth < 19 else _DEEPEST


class MonsterSource(Protocol):
    """A source of what to expect of monsters."""

    def kind(self, edition: Edition, name: str, depth: int) -> Kind:
        """Return what to expect of a monster by its name, "" for one that cannot be named, at a depth."""

    def votes(self, version: str) -> dict[tuple[str, str], int]:
        """Return (letter, name) -> how much speaks for it, in a game whose `v` answers so."""


class Manual:
    """A monster_source who has read the manual and seen nothing."""

    def kind(self, edition: Edition, name: str, depth: int) -> Kind:  # noqa: ARG002
        """Return what the manual says of a name."""
        return KINDS.get(name) or stranger(depth)

    def votes(self, version: str) -> dict[tuple[str, str], int]:
        """Return the weight of the manual's word."""
        return dict.fromkeys(letters_of(version).items(), MANUALS_WORD)


MANUALS_WORD: Final = 2  # so many messages of the game weigh as much

# A to Z
_NEW: Final = (
    "aquator, bat, centaur, dragon, emu, venus flytrap, griffin, hobgoblin, ice monster, jabberwock,"
    " kestrel, leprechaun, medusa, nymph, orc, phantom, quagga, rattlesnake, snake, troll,"
    " black unicorn, vampire, wraith, xeroc, yeti, zombie"
)
_OLD: Final = (
    "giant ant, bat, centaur, dragon, floating eye, violet fungi, gnome, hobgoblin, invisible stalker,"
    " jackal, kobold, leprechaun, mimic, nymph, orc, purple worm, quasit, rust monster, snake, troll,"
    " umber hulk, vampire, wraith, xorn, yeti, zombie"
)


def edition_of(version: str) -> Edition:
    """Return the edition that a version, as the game's `v` names it, plays like.

    >>> edition_of("5.4.5"), edition_of("5.3"), edition_of("5.2.3"), edition_of("3.6.5")
    ('5.4', '5.4', '5.2', '3.6')
    """
    if version.startswith("3."):
        return "3.6"
    return "5.2" if version.startswith(("5.0", "5.1", "5.2")) else "5.4"


def letters_of(version: str) -> dict[str, str]:
    """Return letter -> name for an edition as the game's `v` names it ("5.4.5", "5.2.3", "3.6.5").

    >>> letters_of("5.4.5")["A"], letters_of("5.2.3")["U"]
    ('aquator', 'umber hulk')
    """
    names = _NEW if edition_of(version) == "5.4" else _OLD
    return dict(zip(string.ascii_uppercase, names.split(", "), strict=True))


class Arm(NamedTuple):
    """A weapon by name: dice in hand, dice thrown, what must be in hand to throw it well."""

    wield: Dice
    thrown: Dice
    launcher: str = ""
    missile: bool = False


WEAPONS: Final = {
    "mace": Arm((2, 4), (1, 3)),
    "long sword": Arm((3, 4), (1, 2)),
    "short bow": Arm((1, 1), (1, 1)),
    "arrow": Arm((1, 1), (2, 3), "short bow", missile=True),
    "dagger": Arm((1, 6), (1, 4), missile=True),
    "two handed sword": Arm((4, 4), (1, 2)),
    "dart": Arm((1, 1), (1, 3), missile=True),
    "shuriken": Arm((1, 2), (2, 4), missile=True),
    "spear": Arm((2, 3), (1, 6), missile=True),
    # 5.2 and 3.6 only
    "crossbow": Arm((1, 1), (1, 1)),
    "crossbow bolt": Arm((1, 2), (2, 5), "crossbow", missile=True),
    # 3.6 only
    "rock": Arm((1, 2), (1, 4), "sling", missile=True),
    "sling": Arm((0, 0), (0, 0)),
}
_WEAPONS_36: Final = WEAPONS | {
    "long sword": Arm((1, 10), (1, 2)),
    "arrow": Arm((1, 1), (1, 6), "short bow", missile=True),
    "two handed sword": Arm((3, 6), (1, 2)),
    "crossbow bolt": Arm((1, 2), (1, 10), "crossbow", missile=True),
    # thrown by hand they do what they do in it (V52-17)
    "dagger": Arm((1, 6), (1, 6), missile=True),
    "dart": Arm((1, 1), (1, 1), missile=True),
    "spear": Arm((1, 8), (1, 8), missile=True),
}
_WEAPONS_OF: Final[dict[Edition, dict[str, Arm]]] = {"5.4": WEAPONS, "5.2": WEAPONS, "3.6": _WEAPONS_36}


def weapons_of(edition: Edition) -> dict[str, Arm]:
    """Return what a reader of the manual knows of the weapons of an edition, by name.

    >>> weapons_of("5.4")["long sword"].wield, weapons_of("3.6")["long sword"].wield
    ((3, 4), (1, 10))
    """
    return _WEAPONS_OF[edition]


BOW: Final = "short bow"
LAUNCHERS: Final = frozenset(arm.launcher for arm in WEAPONS.values() if arm.launcher)
FISTS: Final[Dice] = (1, 4)
HAND_THROWN: Final[frozenset[Edition]] = frozenset({"5.2"})
"""Where missiles do their thrown dice with no launcher in hand, too (V52-17)."""

ARMOR_VALUE: Final = {  # as the status row counts: 10 - class, more is better
    "leather armor": 2,
    "ring mail": 3,
    "studded leather armor": 3,
    "scale mail": 4,
    "chain mail": 5,
    "splint mail": 6,
    "banded mail": 6,
    "plate mail": 7,
}
