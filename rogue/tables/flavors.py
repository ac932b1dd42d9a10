"""Words for what is not yet known: colours, stones, woods, metals, syllables."""

from typing import Final

# fmt: off
COLORS: Final = (
    "amber", "aquamarine", "black", "blue", "brown", "clear", "crimson", "cyan", "ecru", "gold", "green",
    "grey", "magenta", "orange", "pink", "plaid", "purple", "red", "silver", "tan", "tangerine", "topaz",
    "turquoise", "vermilion", "violet", "white", "yellow",
)
"""Colours of potions."""

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
"""Stones of rings, with what each adds to the worth."""

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
"""What scroll titles are made of: 147 syllables of one to four letters."""

SYLLABLES_52: Final = (
    *SYLLABLES, "bis", "dof", "fen", "hix", "kam", "lod", "nim", "rog", "sil", "tuk", "wab", "yor",
)
"""5.2 and 3.6 have 159."""

_SINCE_52: Final = frozenset((
    *("aquamarine", "crimson", "cyan"),
    *("germanium", "garnet", "peridot", "stibiotantalite", "taaffeite", "zircon"),
    *("avocado wood", "cinnabar", "dogwood", "driftwood", "eucalyptus", "fall", "hemlock", "ironwood"),
    *("kukui wood", "persimmon wood", "rosewood"),
    *("beryllium", "bone", "electrum", "magnesium", "mercury", "pewter", "platinum", "silicon", "titanium"),
    *("tungsten", "zinc"),
))
"""Words that 3.6 has not yet."""

COLORS_36: Final = tuple(word for word in COLORS if word not in _SINCE_52)
STONES_36: Final = tuple(stone for stone in STONES if stone[0] not in _SINCE_52)
WOODS_36: Final = tuple(word for word in WOODS if word not in _SINCE_52)
METALS_36: Final = tuple(word for word in METALS if word not in _SINCE_52)
"""24 colours, 20 stones, 22 woods and 11 metals."""
# fmt: on
