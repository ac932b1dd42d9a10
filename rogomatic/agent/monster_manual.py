"""The monster manual: published figures for each kind of monster."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple, Protocol

from rogomatic.agent.editions import Dice, Edition, letters_of

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
    """Damage of one hit, as learned from games.

    chances  chances of 0, 1, 2, ... hit points of damage
    worst    largest damage to expect; `chances` also gives a small chance to more damage than this, in case
             the estimate is wrong
    """

    chances: tuple[float, ...]
    worst: int


Attack = Dice | DamageDistribution


class Kind(NamedTuple):
    """Kind of monster: level, armor class (lower is better), attacks, and the special effect of its hit.

    edge  bonus to hit, in twentieths, beyond what the monster's level implies

    The game never shows these figures.  Those of the manual come from lists that players wrote, so they may
    be wrong for some editions.
    If a monster's name or letter is unknown, its `name` here is "unknown monster".
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
        """Maximum damage of one round of attacks, in hit points."""
        return sum(
            attack.worst if isinstance(attack, DamageDistribution) else attack[0] * attack[1]
            for attack in self.attacks
        )


M, W = MEAN, WANDERS

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
}  # fmt: skip

THEFTS: Final = frozenset({"steal", "steal gold"})
"""Special effects of monsters that steal and vanish."""

STRANGER: Final = Kind("unknown monster", 4, 5, ((1, 8),), M | W, 10)
_DEEPER: Final = STRANGER._replace(level=6, armor=4, attacks=((1, 8), (1, 8), (2, 6)))
_DEEPEST: Final = STRANGER._replace(level=10, armor=2, attacks=((4, 3), (3, 5)))


def stranger(depth: int) -> Kind:
    """Return the estimate for a monster with an unknown letter, by dungeon level.

    >>> stranger(3).level, stranger(12).level, stranger(26).level
    (4, 6, 10)
    """
    return STRANGER if depth < 10 else _DEEPER if depth < 19 else _DEEPEST


class MonsterSource(Protocol):
    """Interface of the objects that estimate the figures of monsters."""

    def kind(self, edition: Edition, name: str, depth: int) -> Kind:
        """Return the estimate for a monster that is met at `depth`.  If its name is unknown, `name` is ""."""

    def votes(self, version: str) -> dict[tuple[str, str], int]:
        """Return a dict from (letter, name) to the number of messages that showed this meaning.

        The letter stands for the monster of that name.  The manual counts as MANUALS_WORD messages.
        """


class Manual:
    """Monster source that knows only the manual."""

    def kind(self, edition: Edition, name: str, depth: int) -> Kind:  # noqa: ARG002
        """Return the manual's entry for a name.  If there is none, return `stranger(depth)`."""
        return KINDS.get(name) or stranger(depth)

    def votes(self, version: str) -> dict[tuple[str, str], int]:
        """Return (letter, name) -> MANUALS_WORD for each monster of the version."""
        return dict.fromkeys(letters_of(version).items(), MANUALS_WORD)


MANUALS_WORD: Final = 2  # so many messages of the game weigh as much

# A to Z
