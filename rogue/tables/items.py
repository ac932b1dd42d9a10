"""The item kinds of all seven classes, with the words for unidentified kinds."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, Literal

from rogue.tables import glyphs
from rogue.tables.monsters import Dice

ItemClass = Literal["potion", "scroll", "food", "weapon", "armor", "ring", "stick", "amulet", "gold"]
CLASSES: Final[tuple[ItemClass, ...]] = ("potion", "scroll", "food", "weapon", "armor", "ring", "stick")
"""The classes that have tables of kinds."""
KIND_CLASSES: Final[tuple[ItemClass, ...]] = ("potion", "scroll", "ring", "stick")
"""Classes whose kinds are unknown at first (NAM-1).  Weapons and armor are identified one by one."""

SYMBOL_OF: Final[dict[ItemClass, int]] = {
    "potion": glyphs.POTION, "scroll": glyphs.SCROLL, "food": glyphs.FOOD, "weapon": glyphs.WEAPON,
    "armor": glyphs.ARMOR, "ring": glyphs.RING, "stick": glyphs.STICK, "amulet": glyphs.AMULET,
    "gold": glyphs.GOLD,
}  # fmt: skip


@dataclass(frozen=True, slots=True, eq=False)
class ItemKind:
    """A kind of item.  Kinds compare by identity.

    Most fields after `worth` apply to only one or two classes of items.
    """

    cls: ItemClass
    name: str
    odds: int  # share within its class, in percent in most tables
    worth: int  # in gold, to a winner (END-4)
    wield: Dice = (0, 0)  # damage in hand (CMB-6)
    thrown: Dice = (0, 0)  # damage thrown (THR-4)
    launcher: str = ""  # name of the weapon to wield for the `thrown` damage
    missile: bool = False
    count: tuple[int, int] = (1, 1)  # (least, most) in a new stack (ITM-3)
    grouped: bool = False  # stacks only with its own group (ITM-4)
    armor: int = 0  # class of new armor, lower is better
    rusts: bool = True
    food_use: tuple[int, int, int] = (0, 1, 1)  # ring: (units, in n of, m turns); negative saves food (FOO-1)
    valued: bool = False  # ring with a bonus (ITM-6)
    cursed: bool = False  # ring that is always cursed
    charges: tuple[int, int] = (0, 0)
    effect: str = ""  # name of its effect, if it differs from `name`
    free: bool = False  # quaffing costs no time (CMD-8)
    does: str = field(init=False)  # name of its effect

    def __post_init__(self) -> None:
        """Store the name of the kind's effect, because the rules ask for it every turn."""
        object.__setattr__(self, "does", self.effect or self.name)

    @property
    def symbol(self) -> int:
        """The map symbol of the kind's class, as a character code."""
        return SYMBOL_OF[self.cls]


def weapon(name: str, odds: int, worth: int, wield: Dice, thrown: Dice, launcher: str = "",
           count: tuple[int, int] = (1, 1), *, missile: bool = False) -> ItemKind:  # fmt: skip
    """Return a row for a table of weapons.

    If `count` allows more than one, several such weapons are made together, and they form a group (ITM-4).
    """
    return ItemKind("weapon", name, odds, worth, wield, thrown, launcher, missile, count, count != (1, 1))


def armor(name: str, odds: int, worth: int, value: int, *, rusts: bool = True) -> ItemKind:
    """Return a row for a table of armor.  `value` is the armor class (lower is better)."""
    return ItemKind("armor", name, odds, worth, armor=value, rusts=rusts)


def ring(name: str, odds: int, worth: int, food_use: tuple[int, int, int], *, valued: bool = False,
         cursed: bool = False) -> ItemKind:  # fmt: skip
    """Return a row for a table of rings."""
    return ItemKind("ring", name, odds, worth, food_use=food_use, valued=valued, cursed=cursed)


def stick(name: str, odds: int, worth: int, charges: tuple[int, int] = (3, 7), *, wield: Dice = (0, 0),
          effect: str = "") -> ItemKind:  # fmt: skip
    """Return a row for a table of sticks."""
    return ItemKind("stick", name, odds, worth, wield, charges=charges, effect=effect)


# fmt: off
CLASS_ODDS: Final[tuple[tuple[ItemClass, int], ...]] = (
    ("potion", 26),
    ("scroll", 36),
    ("food", 16),
    ("weapon", 7),
    ("armor", 7),
    ("ring", 4),
    ("stick", 4),
)
"""Odds of each class for a new item, in percent (ITM-1)."""

WEAPONS: Final = (
    #      name              odds worth wield   thrown  launcher     count
    weapon("mace",            11,  8,    (2, 4), (1, 3)),
    weapon("long sword",      11,  15,   (3, 4), (1, 2)),
    weapon("short bow",       12,  15,   (1, 1), (1, 1)),
    weapon("arrow",           12,  1,    (1, 1), (2, 3), "short bow", (8, 15), missile=True),
    weapon("dagger",          8,   3,    (1, 6), (1, 4), count=(2, 5), missile=True),
    weapon("two handed sword", 10,  75,   (4, 4), (1, 2)),
    weapon("dart",            12,  2,    (1, 1), (1, 3), count=(8, 15), missile=True),
    weapon("shuriken",        12,  5,    (1, 2), (2, 4), count=(8, 15), missile=True),
    weapon("spear",           12,  5,    (2, 3), (1, 6), missile=True),
)

ARMORS: Final = (
    #     name                     odds worth class
    armor("leather armor",          20,  20,   8, rusts=False),
    armor("ring mail",              15,  25,   7),
    armor("studded leather armor",  15,  20,   7),
    armor("scale mail",             13,  30,   6),
    armor("chain mail",             12,  75,   5),
    armor("splint mail",            10,  80,   4),
    armor("banded mail",            10,  90,   4),
    armor("plate mail",             5,   150,  3),
)

POTIONS: Final = (
    #        class     name                          odds worth
    ItemKind("potion", "confusion",                  7,   5),
    ItemKind("potion", "hallucination",              8,   5),
    ItemKind("potion", "poison",                     8,   5),
    ItemKind("potion", "gain strength",              13,  150),
    ItemKind("potion", "see invisible",              3,   100),
    ItemKind("potion", "healing",                    13,  130),
    ItemKind("potion", "monster detection",          6,   130),
    ItemKind("potion", "magic detection",            6,   105),
    ItemKind("potion", "raise level",                2,   250),
    ItemKind("potion", "extra healing",              5,   200),
    ItemKind("potion", "haste self",                 5,   190, free=True),
    ItemKind("potion", "restore strength",           13,  130),
    ItemKind("potion", "blindness",                  5,   5),
    ItemKind("potion", "levitation",                 6,   75),
)

SCROLLS: Final = (
    #        class     name                          odds worth
    ItemKind("scroll", "monster confusion",          7,   140),
    ItemKind("scroll", "magic mapping",              4,   150),
    ItemKind("scroll", "hold monster",               2,   180),
    ItemKind("scroll", "sleep",                      3,   5),
    ItemKind("scroll", "enchant armor",              7,   160),
    ItemKind("scroll", "identify potion",            10,  80),
    ItemKind("scroll", "identify scroll",            10,  80),
    ItemKind("scroll", "identify weapon",            6,   80),
    ItemKind("scroll", "identify armor",             7,   100),
    ItemKind("scroll", "identify ring, wand or staff", 10,  115),
    ItemKind("scroll", "scare monster",              3,   200),
    ItemKind("scroll", "food detection",             2,   60),
    ItemKind("scroll", "teleportation",              5,   165),
    ItemKind("scroll", "enchant weapon",             8,   150),
    ItemKind("scroll", "create monster",             4,   75),
    ItemKind("scroll", "remove curse",               7,   105),
    ItemKind("scroll", "aggravate monsters",         3,   20),
    ItemKind("scroll", "protect armor",              2,   250),
)

RINGS: Final = (
    #    name                 odds worth food
    ring("protection",         9,   400,  (1, 1, 1), valued=True),
    ring("add strength",       9,   400,  (1, 1, 1), valued=True),
    ring("sustain strength",   5,   280,  (1, 1, 1)),
    ring("searching",          10,  420,  (1, 1, 3)),
    ring("see invisible",      10,  310,  (1, 1, 5)),
    ring("adornment",          1,   10,   (0, 1, 1)),
    ring("aggravate monster",  10,  10,   (0, 1, 1), cursed=True),
    ring("dexterity",          8,   440,  (1, 1, 3), valued=True),
    ring("increase damage",    8,   400,  (1, 1, 3), valued=True),
    ring("regeneration",       4,   460,  (2, 1, 1)),
    ring("slow digestion",     9,   240,  (-1, 1, 2)),
    ring("teleportation",      5,   30,   (0, 1, 1), cursed=True),
    ring("stealth",            7,   470,  (1, 1, 1)),
    ring("maintain armor",     5,   380,  (1, 1, 1)),
)

STICKS: Final = (
    #     name               odds worth charges
    stick("light",            12,  250, (10, 19)),
    stick("invisibility",     6,   5),
    stick("lightning",        3,   330),
    stick("fire",             3,   330),
    stick("cold",             3,   330),
    stick("polymorph",        15,  310),
    stick("magic missile",    10,  170),
    stick("haste monster",    10,  5),
    stick("slow monster",     11,  350),
    stick("drain life",       9,   300),
    stick("nothing",          1,   5),
    stick("teleport away",    6,   340),
    stick("teleport to",      6,   50),
    stick("cancellation",     5,   280),
)

FOODS: Final = (
    ItemKind("food", "food",  90, 2),
    ItemKind("food", "fruit", 10, 2),  # shown by the name in the option `fruit`
)

AMULET: Final = ItemKind("amulet", "amulet of Yendor", 0, 1000)
GOLD: Final = ItemKind("gold", "gold", 0, 0)
# fmt: on


# fmt: off
COLORS: Final = (
    "amber", "aquamarine", "black", "blue", "brown", "clear", "crimson", "cyan", "ecru", "gold", "green",
    "grey", "magenta", "orange", "pink", "plaid", "purple", "red", "silver", "tan", "tangerine", "topaz",
    "turquoise", "vermilion", "violet", "white", "yellow",
)
"""Colors of potions."""

WOODS: Final = (
    "avocado wood", "balsa", "bamboo", "banyan", "birch", "cedar", "cherry", "cinnabar", "cypress", "dogwood",
    "driftwood", "ebony", "elm", "eucalyptus", "fall", "hemlock", "holly", "ironwood", "kukui wood",
    "mahogany", "manzanita", "maple", "oaken", "persimmon wood", "pecan", "pine", "poplar", "redwood",
    "rosewood", "spruce", "teak", "walnut", "zebrawood",
)
"""Woods of staffs."""

METALS: Final = (
    "aluminum", "beryllium", "bone", "brass", "bronze", "copper", "electrum", "gold", "iron", "lead",
    "magnesium", "mercury", "nickel", "pewter", "platinum", "steel", "silver", "silicon", "tin", "titanium",
    "tungsten", "zinc",
)
"""Metals of wands."""

STONES: Final = (
    ("agate", 25), ("alexandrite", 40), ("amethyst", 50), ("carnelian", 40), ("diamond", 300),
    ("emerald", 300), ("germanium", 225), ("granite", 5), ("garnet", 50), ("jade", 150), ("kryptonite", 300),
    ("lapis lazuli", 50), ("moonstone", 50), ("obsidian", 15), ("onyx", 60), ("opal", 200), ("pearl", 220),
    ("peridot", 63), ("ruby", 350), ("sapphire", 285), ("stibiotantalite", 200), ("tiger eye", 50),
    ("topaz", 60), ("turquoise", 70), ("taaffeite", 300), ("zircon", 80),
)
"""Stones of rings, each with its addition to the worth."""

SYLLABLES: Final = (
    "a", "e", "i", "o", "u", "y", "af", "ak", "as", "be", "ca", "ci", "cu", "du", "eb", "el", "en", "et",
    "ez", "go", "hu", "ig", "in", "ja", "ma", "mu", "oc", "om", "op", "oz", "pe", "su", "tu", "ve", "vo",
    "we", "za", "ze", "bak", "ban", "bat", "bem", "biv", "bom", "bop", "cat", "cil", "cox", "dal", "dan",
    "din", "dun", "dur", "fik", "fox", "ged", "gol", "gos", "got", "hen", "hep", "hod", "hol", "hov", "hub",
    "hun", "jel", "jem", "jes", "jir", "jog", "jol", "jul", "kud", "kuv", "las", "lex", "lot", "max", "mex",
    "mim", "miv", "mop", "mor", "mud", "mug", "mup", "mut", "nad", "nak", "nis", "nos", "nub", "nul", "nus",
    "pel", "pem", "pet", "pil", "pip", "pod", "pol", "pur", "qar", "qet", "qov", "qug", "qul", "rat", "rud",
    "sat", "sem", "sos", "tev", "tom", "ton", "vab", "vel", "vem", "wel", "wem", "wok", "xes", "xix", "xon",
    "xun", "zap", "zen", "zid", "brit", "brum", "clel", "drir", "drot", "gran", "grer", "kwat", "kwen",
    "prur", "sher", "shon", "skus", "snal", "snol", "thas", "tren", "vlas",
)
"""Syllables of scroll titles: 147, each with one to four letters."""

SYLLABLES_52: Final = (
    *SYLLABLES, "bis", "dof", "fen", "hix", "kam", "lod", "nim", "rog", "sil", "tuk", "wab", "yor",
)
"""The 159 syllables of 5.2 and 3.6."""

_SINCE_52: Final = frozenset((
    *("aquamarine", "crimson", "cyan"),
    *("germanium", "garnet", "peridot", "stibiotantalite", "taaffeite", "zircon"),
    *("avocado wood", "cinnabar", "dogwood", "driftwood", "eucalyptus", "fall", "hemlock", "ironwood"),
    *("kukui wood", "persimmon wood", "rosewood"),
    *("beryllium", "bone", "electrum", "magnesium", "mercury", "pewter", "platinum", "silicon", "titanium"),
    *("tungsten", "zinc"),
))
"""Words that 3.6 does not have yet."""

COLORS_36: Final = tuple(word for word in COLORS if word not in _SINCE_52)
STONES_36: Final = tuple(stone for stone in STONES if stone[0] not in _SINCE_52)
WOODS_36: Final = tuple(word for word in WOODS if word not in _SINCE_52)
METALS_36: Final = tuple(word for word in METALS if word not in _SINCE_52)
"""Words of 3.6: 24 colors, 20 stones, 22 woods, and 11 metals."""
# fmt: on
