"""How each kind of monster thinks: its senses, fear, groups, special acts (VMN)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

Cast = Literal["mindless", "animal", "folk", "cunning"]
"""How a kind thinks (VMN-17)."""
Group = Literal["", "flock", "band"]
"""How monsters of the same letter hunt together (VMN-28 to VMN-33)."""
Cry = Literal["call", "screech", "war cry", "whinny", "howl"]
"""What a call sounds like from out of sight (MNP-1)."""
ActName = Literal[
    "arrow", "dart", "rock", "flame", "spit", "spray", "wail", "drain",
    "burble", "glare", "sing", "mend", "gather", "leap", "blink", "mist",
]  # fmt: skip
"""Act of a monster other than a blow (VMN-22)."""
Need = Literal["harm", "hinder", "heal", "mana", "escape", "position"]
"""The purpose of an act (VMN-24)."""
Trait = Literal["armor", "saves", "rust", "strength"]
"""A trait of the player that makes an act useless, and that a monster can learn of (VMN-23)."""


class KindAct(NamedTuple):
    """A special act, such as an arrow shot, as one kind of monster performs it.

    power   number of dice, turns, points, or squares, depending on the act (VMN-22)
    one_in  if the monster judges this act the best of those it could do now, it performs the act with a
            chance of 1 in `one_in`
    """

    name: ActName
    power: int
    one_in: int


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class MonsterMind:
    """How a kind of monster thinks.

    like           name of the kind that has this mind
    ears           the monster hears up to a distance of loudness * `ears` / 4 (VMN-11)
    nose           the monster follows a trail at most this many turns old; 0 if it cannot smell (VMN-15)
    flee, brave    fear begins at `flee` percent of the full hit points, and ends at `brave` percent (VMN-34)
    cry            what the monster's call sounds like
    pack           if not 0, the monster leads a pack in its room with a chance of 1 in `pack` (VMN-43)
    acts           what the monster can do besides blows
    store          the most points that the monster can save for its acts (VMN-21)
    regain         number of turns that it takes to regain one point, or 0 if it regains none (VMN-21)
    ambushes       whether the monster lies in wait next to doors (VMN-33)
    distant        whether the monster keeps its distance while it can act from afar (VMN-27)
    """

    like: str
    cast: Cast
    ears: int
    nose: int = 0
    flee: int = 0
    brave: int = 0
    group: Group = ""
    cry: Cry = "call"
    pack: int = 0
    acts: tuple[KindAct, ...] = ()
    store: int = 0
    regain: int = 0
    ambushes: bool = False
    distant: bool = False

    @property
    def learns(self) -> bool:
        """Whether the kind learns of the player's bow, stick, and scare monster scroll (VMN-17)."""
        return self.cast in ("folk", "cunning")


M = MonsterMind
A = KindAct

# fmt: off
_MINDS: Final = (
    # like              cast        ears nose flee brave, the rest by name
    M("aquator",        "animal",   4,   40,  25,  60,
      acts=(A("spray", 1, 3),), store=1, regain=40),
    M("bat",            "animal",   8,   0,   50,  90),
    M("centaur",        "cunning",  6,   0,   25,  60,
      acts=(A("arrow", 1, 3), A("mend", 1, 3)), store=2, distant=True),
    M("dragon",         "cunning",  8,   100, 20,  50,
      acts=(A("flame", 6, 2), A("glare", 1, 2), A("gather", 1, 1)), store=3, regain=40),
    M("emu",            "animal",   4,   0,   33,  67, group="flock", cry="screech", pack=8),
    M("venus flytrap",  "mindless", 0),
    M("griffin",        "animal",   6,   60,  25,  60,
      acts=(A("leap", 10, 1),), store=1, regain=40),
    M("hobgoblin",      "folk",     4,   0,   20,  50,
      acts=(A("rock", 1, 4),), store=1, regain=100),
    M("ice monster",    "mindless", 2),
    M("jabberwock",     "animal",   4,   60,  0,   0,
      acts=(A("burble", 3, 1), A("leap", 8, 1)), store=3, regain=40),
    M("jackal",         "animal",   6,   100, 33,  67, group="flock", cry="howl", pack=8),
    M("kestrel",        "animal",   4,   0,   25,  60, group="flock", cry="screech", pack=8),
    M("leprechaun",     "cunning",  6,   0,   50,  80,
      acts=(A("blink", 12, 1),), store=1, regain=30, ambushes=True),
    M("medusa",         "cunning",  4,   0,   25,  60,
      acts=(A("glare", 2, 3), A("mend", 2, 2), A("gather", 1, 2)), store=2, regain=40),
    M("nymph",          "cunning",  6,   0,   50,  80,
      acts=(A("blink", 12, 1), A("sing", 1, 2)), store=2, regain=30, ambushes=True),
    M("orc",            "folk",     4,   20,  25,  60, group="band", cry="war cry", pack=6,
      acts=(A("dart", 1, 1),), store=2, regain=50, ambushes=True),
    M("phantom",        "cunning",  6,   0,   25,  60,
      acts=(A("wail", 1, 3), A("leap", 8, 2)), store=2, regain=30),
    M("quagga",         "animal",   6,   0,   33,  67, group="flock", cry="whinny", pack=7),
    M("rattlesnake",    "animal",   2,   40,  25,  60,
      acts=(A("spit", 1, 5),), store=1),
    M("snake",          "animal",   2,   40,  25,  60),
    M("troll",          "folk",     4,   80,  15,  50,
      acts=(A("rock", 2, 2), A("mend", 1, 2)), store=3, regain=60, ambushes=True),
    M("black unicorn",  "cunning",  8,   0,   33,  67,
      acts=(A("blink", 12, 1), A("mend", 2, 2)), store=3, regain=30),
    M("vampire",        "cunning",  8,   0,   33,  67,
      acts=(A("mist", 0, 1), A("drain", 2, 3)), store=2, regain=40, ambushes=True),
    M("wraith",         "cunning",  6,   0,   25,  60,
      acts=(A("wail", 1, 3), A("blink", 8, 2)), store=3, regain=30, distant=True),
    M("xeroc",          "mindless", 0),
    M("yeti",           "animal",   4,   60,  25,  60, group="flock", cry="howl", pack=6,
      acts=(A("leap", 6, 3),), store=1, regain=60),
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
class MindAct:
    """A special act of monsters, such as an arrow shot or a wail (VMN-22).

    needs       the purposes of the act; each purpose adds to the act's worth (VMN-24)
    worth       worth in tenths of a hit point; for most acts, this is the worth of each point of the act's
                power
    price       points that the monster spends on the act
    range       the greatest distance to the player in squares, if the act depends on it
    best        distance in squares from which a monster that keeps its distance performs the act
    sides       sides of each die for damage or healing
    clear_line  whether the act needs a line free of doors and monsters
    missile     whether the act hits like a blow, but from a distance
    fades       worth lost for each square of distance beyond `near` squares
    unseen      whether a monster can perform the act when it does not see the player
    judged_by   traits of the player that can make the act useless
    """

    needs: tuple[Need, ...]
    worth: int
    price: int = 1
    range: int = 0
    best: int = 1
    sides: int = 0
    clear_line: bool = False
    missile: bool = False
    fades: int = 0
    near: int = 0
    unseen: bool = False
    judged_by: tuple[Trait, ...] = ()


# fmt: off
ACTS: Final[dict[ActName, MindAct]] = {
    #          needs                    worth, the rest by name
    "arrow":  MindAct(("harm",),            35, range=7, best=4, sides=6, missile=True, fades=2, near=5,
                  judged_by=("armor",)),
    "dart":   MindAct(("harm",),            20, range=5, best=3, sides=3, missile=True, judged_by=("armor",)),
    "rock":   MindAct(("harm",),            20, range=5, best=3, sides=3, missile=True, judged_by=("armor",)),
    "flame":  MindAct(("harm",),            26, range=6, best=2, sides=6, clear_line=True, fades=10, near=2,
                  judged_by=("saves",)),
    "spit":   MindAct(("hinder",),          60, range=3, missile=True, judged_by=("armor", "strength")),
    "spray":  MindAct(("hinder",),          40, range=3, missile=True, judged_by=("armor", "rust")),
    "wail":   MindAct(("harm",),            18, range=5, best=3, sides=4, judged_by=("saves",)),
    "drain":  MindAct(("harm", "heal"),     18, range=4, best=2, sides=4, judged_by=("saves",)),
    "burble": MindAct(("hinder",),          20, range=5, best=3, judged_by=("saves",)),
    "glare":  MindAct(("hinder",),          60, range=5, best=3, judged_by=("saves",)),
    "sing":   MindAct(("hinder",),          60, range=5, best=3, judged_by=("saves",)),
    "mend":   MindAct(("heal",),            45, price=2, sides=8, unseen=True),
    "gather": MindAct(("mana",),            10, price=0, unseen=True),
    "leap":   MindAct(("position",),        25, unseen=True),
    "blink":  MindAct(("escape", "position"), 200),
    "mist":   MindAct(("escape",),          200),
}
# fmt: on


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class MindRules:
    """The abilities of thinking monsters (VMN-1).  Each can be switched off."""

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
    heals_every: int = 30  # turns (VMN-41)
