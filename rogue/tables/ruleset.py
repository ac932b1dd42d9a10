"""The ruleset of an edition: one frozen value with all rules, including its tables."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Final, Literal, NamedTuple

from rogue.tables import items, monsters
from rogue.tables.items import ItemClass, ItemKind
from rogue.tables.messages import WORDS_54, Wording
from rogue.tables.monster_minds import MINDS, SAME_MIND, MindRules, MonsterMind
from rogue.tables.monsters import MonsterKind
from rogue.tables.variant_rules import (
    KEYS_54,
    CombatRules,
    DurationRules,
    HeroRules,
    HungerRules,
    Keymap,
    LevelgenRules,
    MagicRules,
    MonsterAiRules,
    MonsterRules,
    PackRules,
    StrengthRules,
    VisionRules,
)

TrapName = Literal[
    "trapdoor", "arrow", "sleeping gas", "bear trap", "teleport", "poison dart", "rust", "mysterious"
]


class TrapKind(NamedTuple):
    """A kind of trap."""

    name: TrapName
    title: str  # its name for search and `^`


TRAPS: Final = (
    TrapKind("trapdoor", "a trapdoor"),
    TrapKind("arrow", "an arrow trap"),
    TrapKind("sleeping gas", "a sleeping gas trap"),
    TrapKind("bear trap", "a bear trap"),
    TrapKind("teleport", "a teleport trap"),
    TrapKind("poison dart", "a poison dart trap"),
    TrapKind("rust", "a rust trap"),
    TrapKind("mysterious", "a mysterious trap"),
)
"""In the order of their numbers (TRP-3 to TRP-11)."""


@dataclass(frozen=True, slots=True, repr=False)
class Ruleset:
    """All rules and tables that differ between editions."""

    edition: str
    version: str  # answer to `v`, without the dungeon number
    monsters: dict[str, MonsterKind]  # by letter
    order: str  # letters by depth (MON-10)
    wanderers: str
    class_odds: tuple[tuple[ItemClass, int], ...]  # ITM-1
    potions: tuple[ItemKind, ...]
    scrolls: tuple[ItemKind, ...]
    foods: tuple[ItemKind, ...]
    weapons: tuple[ItemKind, ...]
    armors: tuple[ItemKind, ...]
    rings: tuple[ItemKind, ...]
    sticks: tuple[ItemKind, ...]
    traps: tuple[TrapKind, ...]
    thresholds: tuple[int, ...]  # experience points for level 2, 3, ... (HPX-5)
    times: DurationRules
    digging: LevelgenRules
    bestiary: MonsterRules
    looking: VisionRules
    fighting: CombatRules
    chasing: MonsterAiRules
    hunger: HungerRules
    strength: StrengthRules
    magic: MagicRules
    pack: PackRules
    amulet_depth: int = 26
    pack_units: int = 26
    item_odds: int = 36  # in percent per try, nine tries a level (GEN-34)
    colors: tuple[str, ...] = items.COLORS  # of potions (NAM-1)
    stones: tuple[tuple[str, int], ...] = items.STONES  # of rings, with their worth
    woods: tuple[str, ...] = items.WOODS
    metals: tuple[str, ...] = items.METALS
    syllables: tuple[str, ...] = items.SYLLABLES
    title_words: tuple[int, int] = (2, 4)  # words in a scroll's title
    longest_title: int | None = 40  # characters
    words: Wording = WORDS_54
    keys: Keymap = KEYS_54
    hero: HeroRules = HeroRules()  # noqa: RUF009  (frozen)
    minds: MindRules | None = None  # rules of monsters that think; None: as in 5.4 (VMN-1)
    variant: str = ""  # the name of a variant of `edition`, "" for the edition itself
    variant_version: str = ""
    digest: str = ""  # digest of the variant's rules: 64 hexadecimal digits, "" for an edition
    page: tuple[str, ...] = ()  # lines of a variant's help page on its differences

    def __repr__(self) -> str:
        return f"<edition {self.full_name}>"

    @property
    def full_name(self) -> str:
        """The name of the edition, such as "5.4".  A variant adds its name and version: "5.4 coffee-1"."""
        return f"{self.edition} {self.variant}-{self.variant_version}" if self.variant else self.edition

    def difficulty(self, depth: int) -> int:
        """Return 1 + (depth - 1) * danger_pct // 100, which the rules use as the depth (VAR-2).

        >>> ROGUE_54.difficulty(7)
        7
        """
        return 1 + (depth - 1) * self.digging.danger_pct // 100

    def replace(self, **changes: Any) -> Ruleset:
        """Return a copy of this edition with some fields replaced."""
        return replace(self, **changes)

    def with_minds(self) -> Ruleset:
        """Return a copy of these rules in which monsters think, each with the mind of its kind (VMN-1).

        >>> ROGUE_54.with_minds().monsters["Q"].mind.group
        'flock'
        """
        thinking = {}
        for letter, kind in self.monsters.items():
            name = kind.like or kind.name
            thinking[letter] = with_mind(kind, MINDS[SAME_MIND.get(name, name)])
        return replace(self, monsters=thinking, minds=MindRules())

    def without_minds(self) -> Ruleset:
        """Return a copy of these rules in which monsters do not think."""
        plain = {letter: replace(kind, mind=None) for letter, kind in self.monsters.items()}
        return replace(self, monsters=plain, minds=None)

    def kinds(self, cls: ItemClass) -> tuple[ItemKind, ...]:
        """Return the table of the kinds of a class of items.

        >>> ROGUE_54.kinds("food")[1].name
        'fruit'
        """
        if cls == "amulet":
            return (items.AMULET,)
        if cls == "gold":
            return (items.GOLD,)
        table: tuple[ItemKind, ...] = getattr(self, _TABLES[cls])
        return table

    def kind(self, cls: ItemClass, name: str) -> ItemKind:
        """Return a kind by class and name.  Raises KeyError if the edition does not have it."""
        for kind in self.kinds(cls):
            if kind.name == name:
                return kind
        raise KeyError(f"no {cls} is called {name!r} in edition {self.edition}")


def with_mind(kind: MonsterKind, mind: MonsterMind) -> MonsterKind:
    """Return a copy of `kind` that thinks with `mind`.

    The act of breathing flames is added for kinds that breathe fire, and removed for all others.

    >>> with_mind(ROGUE_54.monsters["S"], MINDS["dragon"]).mind.acts[0].name
    'glare'
    """
    flames = [own for own in mind.acts if own.name == "flame"]
    if kind.breathes and not flames:
        fire = MINDS["dragon"]
        acts = (*mind.acts, *[own for own in fire.acts if own.name == "flame"])
        mind = replace(mind, acts=acts, store=max(mind.store, fire.store), regain=mind.regain or fire.regain)
    elif flames and not kind.breathes:
        mind = replace(mind, acts=tuple([own for own in mind.acts if own.name != "flame"]))
    return replace(kind, mind=mind)


_TABLES: Final = {
    "potion": "potions", "scroll": "scrolls", "food": "foods", "weapon": "weapons", "armor": "armors",
    "ring": "rings", "stick": "sticks",
}  # fmt: skip

THRESHOLDS: Final = (
    10, 20, 40, 80, 160, 320, 640, 1300, 2600, 5200, 13000, 26000, 50000, 100000, 200000, 400000, 800000,
    2000000, 4000000, 8000000,
)  # fmt: skip

ROGUE_54: Final = Ruleset(
    edition="5.4",
    version="Rogue version 5.4.5 release 2026-08-03",
    monsters={kind.letter: kind for kind in monsters.MONSTERS},
    order=monsters.ORDER,
    wanderers=monsters.WANDERERS,
    class_odds=items.CLASS_ODDS,
    potions=items.POTIONS,
    scrolls=items.SCROLLS,
    foods=items.FOODS,
    weapons=items.WEAPONS,
    armors=items.ARMORS,
    rings=items.RINGS,
    sticks=items.STICKS,
    traps=TRAPS,
    thresholds=THRESHOLDS,
    times=DurationRules(),
    digging=LevelgenRules(),
    bestiary=MonsterRules(),
    looking=VisionRules(),
    fighting=CombatRules(),
    chasing=MonsterAiRules(),
    hunger=HungerRules(),
    strength=StrengthRules(),
    magic=MagicRules(),
    pack=PackRules(),
)

ROGUE_MINDS: Final = ROGUE_54.with_minds().replace(
    edition="minds",
    version=f"{ROGUE_54.version} minds",
    times=DurationRules(wander=(187, 193)),  # VMN-42
    words=WORDS_54.replace(welcome="Hello {name}, the monsters of these dungeons think.  Press ? for help"),
)
