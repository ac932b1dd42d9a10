"""Minds of monsters: what each kind perceives, dares and can do from afar (VMN)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

Cast = Literal["mindless", "animal", "folk", "cunning"]
"""How a kind thinks (VMN-17)."""
Group = Literal["", "flock", "band"]
"""How those of a letter hunt together (VMN-28 to VMN-33)."""
ActName = Literal["arrow", "dart", "rock", "flame", "wail", "burble", "blink", "mist"]
"""What a monster does from afar (VMN-22)."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class MonsterMind:
    """How one kind of monster thinks.

    like           the kind whose mind this is
    ears           quarters of the loudness that it hears: 4 hears as far as loudness says (VMN-11)
    nose           the oldest step of the trail that it follows, in turns; 0: it smells nothing (VMN-15)
    flee, brave    per cent of its hit points at which fear begins and ends (VMN-34)
    companion      chances of one more of them and of two in a room, one in so many; 0: none (VMN-43)
    act            what it does from afar
    store, regain  how often, and the turns that give one back; 0: none is given back (VMN-21)
    ambushes       it waits beside a door (VMN-33)
    distant        it keeps away while it can shoot (VMN-27)
    """

    like: str
    cast: Cast
    ears: int
    nose: int = 0
    flee: int = 0
    brave: int = 0
    group: Group = ""
    companion: tuple[int, int] = (0, 0)
    act: ActName | None = None
    store: int = 0
    regain: int = 0
    ambushes: bool = False
    distant: bool = False

    @property
    def learns(self) -> bool:
        """Whether it learns of bow, stick and scroll (VMN-17)."""
        return self.cast in ("folk", "cunning")


M = MonsterMind

# fmt: off
_MINDS: Final = (
    # like              cast        ears nose flee brave, the rest by name
    M("aquator",        "animal",   4,   40,  25,  60),
    M("bat",            "animal",   8,   0,   50,  90),
    M("centaur",        "cunning",  6,   0,   25,  60, act="arrow", store=2, distant=True),
    M("dragon",         "cunning",  8,   100, 20,  50, act="flame", store=3, regain=40),
    M("emu",            "animal",   4,   0,   33,  67, group="flock", companion=(6, 0)),
    M("venus flytrap",  "mindless", 0),
    M("griffin",        "animal",   6,   60,  25,  60),
    M("hobgoblin",      "folk",     4,   0,   20,  50),
    M("ice monster",    "mindless", 2),
    M("jabberwock",     "animal",   4,   60,  0,   0,  act="burble", store=1, regain=40),
    M("kestrel",        "animal",   4,   0,   25,  60, group="flock", companion=(6, 0)),
    M("leprechaun",     "cunning",  6,   0,   50,  80, act="blink", store=1, regain=30, ambushes=True),
    M("medusa",         "cunning",  4,   0,   25,  60),
    M("nymph",          "cunning",  6,   0,   50,  80, act="blink", store=1, regain=30, ambushes=True),
    M("orc",            "folk",     4,   20,  25,  60, group="band", companion=(8, 16), act="dart", store=2,
      ambushes=True),
    M("phantom",        "cunning",  6,   0,   25,  60),
    M("quagga",         "animal",   6,   0,   33,  67, group="flock", companion=(10, 20)),
    M("rattlesnake",    "animal",   2,   40,  25,  60),
    M("snake",          "animal",   2,   40,  25,  60),
    M("troll",          "folk",     4,   80,  15,  50, act="rock", store=2, ambushes=True),
    M("black unicorn",  "cunning",  8,   0,   33,  67, act="blink", store=2, regain=30),
    M("vampire",        "cunning",  8,   0,   33,  67, act="mist", store=1, regain=60, ambushes=True),
    M("wraith",         "cunning",  6,   0,   25,  60, act="wail", store=2, regain=30),
    M("xeroc",          "mindless", 0),
    M("yeti",           "animal",   4,   60,  25,  60, group="flock", companion=(12, 0)),
    M("zombie",         "mindless", 4,   60),
)
# fmt: on
MINDS: Final = {mind.like: mind for mind in _MINDS}
"""Name of a kind of 5.4 -> its mind."""

SAME_MIND: Final = {
    "giant ant": "snake",
    "floating eye": "ice monster",
    "violet fungi": "venus flytrap",
    "gnome": "hobgoblin",
    "invisible stalker": "phantom",
    "jackal": "emu",
    "kobold": "orc",
    "mimic": "xeroc",
    "purple worm": "jabberwock",
    "quasit": "leprechaun",
    "rust monster": "aquator",
    "umber hulk": "medusa",
    "xorn": "black unicorn",
}
"""Name of a kind of 5.2 and 3.6 that 5.4 has not -> the kind of 5.4 that thinks like it."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Act:
    """One act from afar (VMN-22).

    range       squares; 0: no matter how far
    clear_line  it needs a line without doors and others
    apart       it is not done where a blow can be struck
    dice        damage; (0, 0): none, or by another rule
    worth       in tenths of a hit point, times the belief to hit where it is swung
    fades       worth lost for each square beyond `near`
    one_in      it is done once in so many times that it is best
    """

    range: int
    worth: int
    one_in: int
    clear_line: bool = False
    apart: bool = False
    swung: bool = False
    dice: tuple[int, int] = (0, 0)
    fades: int = 0
    near: int = 0
    escape: bool = False


# fmt: off
ACTS: Final[dict[ActName, Act]] = {
    #          range worth one in, the rest by name
    "arrow":  Act(7,  35,  2, clear_line=True, apart=True, swung=True, dice=(1, 6), fades=2, near=5),
    "dart":   Act(5,  20,  3, clear_line=True, apart=True, swung=True, dice=(1, 3)),
    "rock":   Act(5,  35,  3, clear_line=True, apart=True, swung=True, dice=(1, 6)),
    "flame":  Act(6,  26,  3, clear_line=True, fades=10, near=2),
    "wail":   Act(5,  18,  3, dice=(1, 4)),
    "burble": Act(5,  60,  2),
    "blink":  Act(12, 200, 1, escape=True),
    "mist":   Act(0,  200, 1, escape=True),
}
# fmt: on


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class MindRules:
    """What monsters that think can do, each to be switched off (VMN-1)."""

    hearing: bool = True
    scent: bool = True
    acts: bool = True
    fear: bool = True
    groups: bool = True  # calls, waiting, surrounding
    ambushes: bool = True
    learning: bool = True
    companions: bool = True
    foresight: bool = True  # folk and the cunning cut the player off (VMN-47)
    heals_every: int = 20  # turns (VMN-41)
