"""The table of the keys of a description."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Final, NamedTuple, get_args

from rogue.shared.wording import listed
from rogue.tables import variant_rules
from rogue.tables.items import CLASSES
from rogue.tables.monster_minds import ActName, Cast, Cry, MindRules
from rogue.tables.monsters import HitEffect

SHOWN: Final = 40  # characters of a wrong value
FORM: Final = 1  # of the file
MAX_DEPTH: Final = 5  # levels of variants based on variants
BUTS: Final = ("slower", "faster", "stronger", "weaker", "tougher", "frailer")
TRAITS: Final = (
    *("mean", "flies", "greedy", "invisible", "regenerates"),
    *("gaze", "breathes", "rooted", "disguised", "silent"),
)
HITS: Final = (*[word for word in get_args(HitEffect) if word], "none")
_ELSEWHERE: Final = {
    "times": ("wander", "food"),
    "digging": (
        *("danger_pct", "missing_rooms", "dark", "maze_one_in", "secrets", "treasure_one_in"),
        *("max_traps", "gold_pct", "wanderers"),
    ),
    "bestiary": ("disguises",),
    "hunger": ("starves", "meal", "most", "hungry", "weak", "levels_without"),
}
"""Fields that [dungeon] and [food] name, or that are symbols of the map."""
TOPICS: Final[Mapping[str, type]] = {
    "times": variant_rules.DurationRules, "digging": variant_rules.LevelgenRules,
    "bestiary": variant_rules.MonsterRules, "looking": variant_rules.VisionRules,
    "fighting": variant_rules.CombatRules, "chasing": variant_rules.MonsterAiRules,
    "hunger": variant_rules.HungerRules, "magic": variant_rules.MagicRules,
    "pack": variant_rules.PackRules, "minds": MindRules,
}  # fmt: skip
"""Topic -> the class of its rules; the field of a ruleset has the topic's name."""
CHANCES: Final = frozenset(("wakes", "secret_door", "trap", "secret_passage", "faints", "enchant_hit"))
_RANGES: Final = {
    "treasure_tries": (1, 1000), "hasted_below": (1, 99), "off_guard": (0, 20), "regrows_pct": (0, 100),
    "hold_hurts": (0, 20), "life_die": (1, 20), "starved_gaze": (0, 1000), "most_extra_healing": (0, 20),
    "striking_hit": (-20, 100), "heals_every": (10, 1000), "treasure_foe_tries": (1, 1000),
}  # fmt: skip
_WORDS: Final = {
    "dark": variant_rules.RoomLight, "start": variant_rules.StartSquare, "thrown": variant_rules.ThrownDamage,
    "ties": variant_rules.StepTies, "stagger": variant_rules.StaggerFrom, "worth": variant_rules.WorthOf,
    "polymorph_known": variant_rules.PolymorphKnown, "bolts": variant_rules.BoltTarget,
}  # fmt: skip
_MAY_BE_NONE: Final = frozenset(("treasure_tries", "hasted_below", "starved_gaze"))
NONE: Final = "none"  # stands for a missing number


@dataclass(frozen=True, slots=True)
class Form:
    """The form of a value.

    words    the words that follow "it must be" in an error message
    fits     a function that returns whether a value has this form
    bounds   the minimum and the maximum of a number or of the length of a text, or None
    choices  the allowed words, or () if the value is not a choice between words
    """

    words: str
    fits: Callable[[Any], bool] = field(repr=False)
    bounds: tuple[int, int] | None = None
    choices: tuple[str, ...] = ()


def is_whole(value: Any, least: int, most: int) -> bool:
    """Return whether a value is an int within bounds, and not a bool."""
    return type(value) is int and least <= value <= most


def shown(value: Any) -> str:
    """Return a value as error messages quote it: short and printable.

    >>> shown("a\\x1bb"), shown(True), shown([1, "b"])
    ('"a?b"', 'true', '[1, "b"]')
    """
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, list) and any(isinstance(part, (dict, list)) for part in value):
        return "a list"
    if isinstance(value, list):
        text = f"[{', '.join(map(shown, value))}]"
    else:
        text = f'"{value}"' if isinstance(value, str) else str(value)
    plain = "".join([char if " " <= char <= "~" else "?" for char in text])
    return plain if len(plain) <= SHOWN else f"{plain[:SHOWN]}..."


def whole(least: int, most: int) -> Form:
    """Return the form of a whole number within bounds."""
    return Form(f"{least} to {most}", lambda value: is_whole(value, least, most), (least, most))


def pair(least: int, most: int) -> Form:
    """Return the form of two whole numbers [a, b], each within bounds."""

    def fits(value: Any) -> bool:
        return _is_list(value, 2, 2) and all(is_whole(part, least, most) for part in value)

    return Form(f"two numbers [a, b], each {least} to {most}", fits, (least, most))


def span(least: int, most: int) -> Form:
    """Return the form of two whole numbers [a, b] within bounds, where a is not above b."""
    both = pair(least, most)
    return Form(
        f"{both.words}, with a not above b",
        lambda value: both.fits(value) and value[0] <= value[1],
        (least, most),
    )


def chance() -> Form:
    """Return the form of a chance [a, b], which means a / b."""
    return Form(
        "a chance [hits, of] with numbers up to 1000, such as [1, 5]",
        lambda value: span(0, 1000).fits(value) and value[1] > 0,
    )


def word(*choices: str) -> Form:
    """Return the form of a choice between words."""
    names = listed([f'"{choice}"' for choice in choices], "or")
    return Form(names, lambda value: isinstance(value, str) and value in choices, choices=choices)


def truth() -> Form:
    """Return the form of a truth value."""
    return Form("true or false", lambda value: isinstance(value, bool))


def text(
    longest: int, says: str = "printable ASCII characters", pattern: str = r"[ -~]*", shortest: int = 0
) -> Form:
    """Return the form of a text that has a limited length and matches `pattern`.

    The parameter `says` describes the pattern in words, for error messages.
    """

    def fits(value: Any) -> bool:
        is_text = isinstance(value, str) and shortest <= len(value) <= longest
        return is_text and re.fullmatch(pattern, value) is not None

    return Form(f"a text of {shortest} to {longest} {says}", fits, (shortest, longest))


def list_of(form: Form, least: int, most: int) -> Form:
    """Return the form of a list whose values all have the form `form`."""
    return Form(
        f"a list of {least} to {most} values, each {form.words}",
        lambda value: _is_list(value, least, most) and all(map(form.fits, value)),
    )


def either(first: Form, second: Form) -> Form:
    """Return the form of a value that has one of two forms."""
    return Form(f"{first.words}, or {second.words}", lambda value: first.fits(value) or second.fits(value))


def table() -> Form:
    """Return the form of a table, whose keys are checked separately."""
    return Form("a table", lambda value: isinstance(value, dict))


def tables(least: int, most: int) -> Form:
    """Return the form of a list of tables, whose keys are checked separately."""
    return Form(
        f"a list of {least} to {most} tables",
        lambda value: _is_list(value, least, most) and all(isinstance(part, dict) for part in value),
    )


def _is_list(value: Any, least: int, most: int) -> bool:
    return isinstance(value, list) and least <= len(value) <= most


NAME: Final = text(16, "of the characters a-z, 0-9, and -", r"[a-z0-9-]+", 1)
KIND_NAME: Final = text(18, "of the characters a-z, space, and -", r"[a-z][a-z -]*[a-z]", 2)
_LETTER: Final = text(1, "capital letter", "[A-Z]", 1)
DICE: Final = text(
    5, 'characters such as "2d4", with 0 to 20 dice and sides', r"(1?[0-9]|20)d(1?[0-9]|20)", 3
)


class Key(NamedTuple):
    """A key of a description.

    name     the key
    form     the form of its value
    usual    the value in edition 5.4, or "" if there is no single value
    meaning  the meaning of the value, in words
    """

    name: str
    form: Form
    usual: str
    meaning: str


def _keys(*rows: Key) -> Mapping[str, Key]:
    return {row.name: row for row in rows}


TOP: Final = _keys(
    Key("like", text(16, "of a-z, 0-9, -, and .", r"[a-z0-9.-]+", 1), '"5.4"', "an edition or a variant"),
    Key("name", NAME, "", "its name (default: the name of the file)"),
    Key("version", text(8, "digits and periods", r"[0-9.]+", 1), '"1"', "version of this description"),
    Key("author", text(40), '""', "its author"),
    Key("about", text(70), '""', "a description in one line"),
    Key("form", whole(FORM, FORM), "1", "format of this file"),
    Key("dungeon", table(), "", "the levels"),
    Key("hero", table(), "", "the start of the game"),
    Key("food", table(), "", "hunger"),
    Key("monsters", table(), "", "a letter = { what differs }"),
    Key("minds", table(), "", "a name = { how monsters with this mind think }"),
    Key("items", table(), "", 'CLASS."NAME" = { what differs }'),
    Key("odds", table(), "", "of the classes of items"),
    Key("rules", table(), "", "how things work, by topic"),
    Key("words", table(), "", "the messages"),
)

DUNGEON: Final = _keys(
    Key("amulet_level", whole(1, 99), "26", "where the Amulet lies"),
    Key("order", text(26, "capital letters", "[A-Z]+", 5), '"KEBSHIROZLCQANYFTWPXUMVGJD"',
        "monsters by depth, each letter once"),
    Key("danger", whole(25, 400), "100", "how fast difficulty grows with depth, in percent"),
    Key("missing_rooms", span(0, 8), "[0, 3]", "how many of the nine rooms a level lacks"),
    Key("dark", word("usual", "never", "always"), '"usual"', "rooms without light"),
    Key("mazes", whole(0, 100), "15", "one in this many dark rooms is a maze; 0: none"),
    Key("secrets", word("usual", "none"), '"usual"', "hidden doors and passages"),
    Key("treasure_rooms", whole(0, 100), "20", "one in this many levels has one; 0: none"),
    Key("most_traps", whole(0, 20), "10", "maximum on a level"),
    Key("gold", whole(0, 1000), "100", "value of gold, in percent"),
    Key("items", whole(0, 100), "36", "chance of each of the nine items of a level, in percent"),
    Key("wanderers", whole(0, 1000), "70", "turns until a wandering monster may come; 0: none"),
)  # fmt: skip

HERO: Final = _keys(
    Key("hit_points", whole(1, 99), "12", "at the start"),
    Key("strength", whole(3, 18), "16", "at the start"),
    Key("kit", tables(1, 20), "", 'the pack: [ { item = "mace", plus = [1, 1] }, ... ]'),
)

KIT: Final = _keys(
    Key("item", text(32, shortest=1), "", "the name of an item of any class"),
    Key("count", either(whole(1, 99), span(1, 99)), "1", "how many"),
    Key("plus", pair(-3, 9), "[0, 0]", "to hit and damage; armor and rings use only the first"),
    Key("charges", whole(0, 99), "", "of a wand or staff"),
    Key(
        "use",
        truth(),
        "",
        "worn or in hand (default: the first armor, and the first weapon not for throwing)",
    ),
)

_TURNS: Final = either(whole(1, 100_000), span(1, 100_000))
FOOD: Final = _keys(
    Key("start", _TURNS, "1300", "turns of food that you begin with"),
    Key("meal", _TURNS, "", "turns that a meal lasts (default: those of the start, 200 more or less)"),
    Key("most", whole(1, 100_000), "2000", "turns that the stomach holds"),
    Key("hungry", whole(1, 100_000), "300", "you are hungry below this many turns"),
    Key("weak", whole(1, 100_000), "150", "you are weak below this many turns"),
    Key("starves", truth(), "true", "whether you can starve"),
    Key("at_least_every", whole(0, 20), "3", "after so many levels without food the next has it; 0: no rule"),
)

MONSTER: Final = _keys(
    Key("like", text(18, shortest=1), "", "the monster that this one is like: a name or letter"),
    Key(
        "but",
        list_of(word(*BUTS), 1, 12),
        "",
        "changes from that one: a step of speed, dice by half, or level by 2 and armor by 1",
    ),
    Key("name", KIND_NAME, "", "its name"),
    Key("level", whole(1, 30), "", "how tough it is"),
    Key("armor", whole(-10, 10), "", "lower is better"),
    Key("attacks", list_of(DICE, 1, 6), "", "damage of each attack, in dice"),
    Key("hit", word(*HITS), "", "what a hit does besides damage"),
    Key("traits", list_of(word(*TRAITS), 0, len(TRAITS)), "", "all its traits"),
    Key("erratic", whole(0, 20), "", "one in this many steps is random; 0: none"),
    Key("speed", word("slow", "usual", "fast"), '"usual"', "how often it acts"),
    Key("pack", either(truth(), span(1, 8)), "", "how many come together; true: [2, 4]"),
    Key("carries", whole(0, 100), "", "chance of carrying an item, in percent"),
    Key("exp", whole(0, 50_000), "", "experience points for killing it"),
    Key("after", _LETTER, "", "the letter that it follows in the order"),
    Key("wanders", truth(), "", "whether it may be a wandering monster"),
    Key("mind", text(18, shortest=1), "", "its mind: a name in [minds], or a monster's name"),
    Key("gone", truth(), "", "true: remove it from the game"),
)

MIND: Final = _keys(
    Key("like", KIND_NAME, "", "the mind that this one is like (default: mindless)"),
    Key("kind", word(*get_args(Cast)), '"mindless"', "what kind of mind it is"),
    Key("ears", whole(0, 16), "4", "how far it hears, in quarters of the loudness"),
    Key("nose", whole(0, 1000), "0", "age of the oldest trail that it follows, in turns; 0: none"),
    Key("flee", whole(0, 100), "0", "percent of hit points at which fear begins; 0: never"),
    Key("return", whole(0, 100), "0", "percent of hit points at which fear ends"),
    Key("group", word("none", "flock", "band"), '"none"', "a flock waits in the open, a band comes at once"),
    Key("cry", word(*get_args(Cry)), '"call"', "what its call sounds like"),
    Key("pack", whole(0, 100), "0", "one in so many leads a pack of three to five; 0: none"),
    Key("acts", table(), "", "ACT = [power, one in so many], such as { arrow = [1, 2], mend = [2, 3] }"),
    Key("store", whole(0, 20), "0", "points for acts"),
    Key("regain", whole(0, 1000), "0", "turns until a point is restored; 0: never"),
    Key("lies_in_wait", truth(), "false", "whether it waits beside doors"),
    Key("distant", truth(), "false", "whether it keeps its distance"),
)
MIND_ACTS: Final = _keys(
    *(Key(act, pair(0, 20), "", "power, and a chance of one in so many") for act in get_args(ActName))
)

_WORTH: Final = whole(0, 5000)
_COMMON: Final = (
    Key("odds", whole(0, 1000), "", "its weight in its class; other weights do not change"),
    Key("worth", _WORTH, "", "gold when it is sold at the end"),
    Key("gone", truth(), "", "true: remove it from the game"),
)
_LIKE: Final = Key("like", text(32, shortest=1), "", "for a new name: the item with the same effect")
_SPAN20: Final = span(1, 20)
ITEM: Final[Mapping[str, Mapping[str, Key]]] = {
    "potion": _keys(_LIKE, *_COMMON),
    "scroll": _keys(_LIKE, *_COMMON),
    "food": _keys(_LIKE, *_COMMON),
    "weapon": _keys(
        Key("like", text(32, shortest=1), "", "for a new name: the item with the same numbers"),
        *_COMMON,
        Key("wield", DICE, "", "damage in hand"),
        Key("throw", DICE, "", "damage when thrown"),
        Key("count", either(whole(1, 20), _SPAN20), "", "how many are found together"),
        Key("launcher", text(32), "", "the weapon that shoots it"),
    ),
    "armor": _keys(
        Key("like", text(32, shortest=1), "", "for a new name: the item with the same numbers"),
        *_COMMON,
        Key("class", whole(-10, 10), "", "lower protects better"),
        Key("rusts", truth(), "", "whether rust harms it"),
    ),
    "ring": _keys(
        _LIKE,
        *_COMMON,
        Key("cursed", truth(), "", "whether it is always cursed"),
        Key("food", whole(-2, 5), "", "turns of food that it uses in a turn"),
    ),
    "stick": _keys(_LIKE, *_COMMON, Key("charges", either(whole(0, 99), span(0, 99)), "", "when new")),
}

ODDS: Final = _keys(*(Key(cls, whole(0, 100), "", "percent of all items") for cls in CLASSES))

WORDS: Final = _keys(
    Key("amulet", text(30, shortest=3), '"the Amulet of Yendor"', "its name"),
    Key("welcome", text(70), "", "the greeting; {name} stands for your name"),
    Key("say", table(), "", '"a message, with its {places}" = "its replacement"'),
)


def _form_of(name: str, usual: Any) -> Form:
    if isinstance(usual, bool):
        return truth()
    if name in _WORDS:
        return word(*get_args(_WORDS[name]))
    if name in CHANCES:
        return chance()
    if isinstance(usual, tuple):
        return span(0, 10_000)
    number = whole(*_RANGES[name])
    return either(number, word(NONE)) if name in _MAY_BE_NONE else number


def _usual(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if value is None:
        return f'"{NONE}"'
    return f'"{value}"' if isinstance(value, str) else str(list(value) if isinstance(value, tuple) else value)


def _topic_keys(topic: str) -> Mapping[str, Key]:
    cls = TOPICS[topic]
    usual = {field.name: getattr(cls(), field.name) for field in fields(cls)}
    return _keys(*(
        Key(name, _form_of(name, value), _usual(value), "")
        for name, value in usual.items() if name not in _ELSEWHERE.get(topic, ())
    ))  # fmt: skip


RULES: Final[Mapping[str, Mapping[str, Key]]] = {topic: _topic_keys(topic) for topic in TOPICS}
THINK: Final = Key("on", truth(), "", "whether monsters think (default: true if this table exists)")
"""The key of [rules.minds] that is not a field, because most editions have no such rules at all."""
