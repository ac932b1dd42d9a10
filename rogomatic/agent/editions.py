"""What the agent knows about each edition of Rogue."""

from __future__ import annotations

import re
import string
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal, NamedTuple, final, get_args

from rogomatic.agent.kernels.value import Value

Dice = tuple[int, int]
"""Number of dice, and sides of each."""


class Arm(NamedTuple):
    """A weapon.

    wield     damage in melee
    thrown    damage when thrown
    launcher  name of the weapon that shoots this one, or "" if there is none
    missile   whether the weapon is a missile
    """

    wield: Dice
    thrown: Dice
    launcher: str = ""
    missile: bool = False


WEAPONS: Final = {  # crossbows and bolts in 5.2 and 3.6, rocks and slings in 3.6 only
    "mace": Arm((2, 4), (1, 3)), "long sword": Arm((3, 4), (1, 2)), "short bow": Arm((1, 1), (1, 1)),
    "arrow": Arm((1, 1), (2, 3), "short bow", missile=True), "dagger": Arm((1, 6), (1, 4), missile=True),
    "two handed sword": Arm((4, 4), (1, 2)), "dart": Arm((1, 1), (1, 3), missile=True),
    "shuriken": Arm((1, 2), (2, 4), missile=True), "spear": Arm((2, 3), (1, 6), missile=True),
    "crossbow": Arm((1, 1), (1, 1)), "crossbow bolt": Arm((1, 2), (2, 5), "crossbow", missile=True),
    "rock": Arm((1, 2), (1, 4), "sling", missile=True), "sling": Arm((0, 0), (0, 0)),
}  # fmt: skip
# Daggers, darts, and spears thrown by hand do their melee damage (V52-17).
WEAPONS_36: Final = WEAPONS | {
    "long sword": Arm((1, 10), (1, 2)), "arrow": Arm((1, 1), (1, 6), "short bow", missile=True),
    "two handed sword": Arm((3, 6), (1, 2)),
    "crossbow bolt": Arm((1, 2), (1, 10), "crossbow", missile=True),
    "dagger": Arm((1, 6), (1, 6), missile=True), "dart": Arm((1, 1), (1, 1), missile=True),
    "spear": Arm((1, 8), (1, 8), missile=True),
}  # fmt: skip
BOW: Final = "short bow"
LAUNCHERS: Final = frozenset(arm.launcher for arm in WEAPONS.values() if arm.launcher)
FISTS: Final[Dice] = (1, 4)

ARMOR_VALUE: Final = {  # as the status row counts: 10 - class, more is better
    "leather armor": 2, "ring mail": 3, "studded leather armor": 3, "scale mail": 4, "chain mail": 5,
    "splint mail": 6, "banded mail": 6, "plate mail": 7,
}  # fmt: skip


@final
class FoodRules(Value):
    """Food rules of a game, in turns.  The defaults are the rules of Rogue 5.4 and 3.6.

    begin       (least, most) turns of food at the start of a game
    meal        (least, most) turns of food in a meal
    most        turns of food in a full stomach
    hungry      the hero is hungry if fewer turns of food than this are left
    weak        the hero is weak if fewer turns of food than this are left
    starves_at  turns of food left (0 or a negative number) when the hero starves to death (FOO-3)
    meal_turns  turns that a meal lasts on average
    """

    __slots__ = ("begin", "hungry", "meal", "meal_turns", "most", "starves_at", "weak")

    def __init__(
        self,
        begin: tuple[int, int] = (1300, 1300),
        meal: tuple[int, int] = (1100, 1499),
        most: int = 2000,
        hungry: int = 300,
        weak: int = 150,
        starves_at: int = -850,
    ) -> None:
        self.begin = begin
        self.meal = meal
        self.meal_turns = (meal[0] + meal[1] + 1) // 2
        self.most = most
        self.hungry = hungry
        self.weak = weak
        self.starves_at = starves_at

    def fields(self) -> tuple[object, ...]:
        return self.begin, self.meal, self.most, self.hungry, self.weak, self.starves_at

    @property
    def meals(self) -> range:
        """Evenly spaced sample of the turns that a meal may last.  All values are equally likely.

        >>> USUAL_FOOD.meals[0], USUAL_FOOD.meals[1], USUAL_FOOD.meals[-1], len(USUAL_FOOD.meals)
        (1100, 1121, 1499, 20)
        """
        least, most = self.meal
        return range(least, most + 1, max((most - least) // 19, 1))

    def lower_bound(self, hunger: str) -> int | None:
        """Return the fewest turns of food that the status word `hunger` allows (FOO-2).

        Return None if the word is "Faint".
        """
        if not hunger:
            return self.hungry
        return self.weak if hunger == "Hungry" else 0 if hunger == "Weak" else None

    def upper_bound(self, hunger: str) -> int:
        """Return the most turns of food that the status word `hunger` allows."""
        if not hunger:
            return self.most
        return self.hungry if hunger == "Hungry" else self.weak if hunger == "Weak" else 0


USUAL_FOOD: Final = FoodRules()


Edition = Literal["5.4", "5.2", "3.6"]
"""Editions differ in letters, items, rules, and keys; 5.3 and all later versions play like 5.4."""
EDITIONS: Final[tuple[Edition, ...]] = get_args(Edition)
NEWEST_EDITION: Final[Edition] = "5.4"

Odds = dict[str, int]
"""Name of an item kind -> its share of 100 items of its class."""


@dataclass(frozen=True, slots=True, eq=False)
class EditionFacts:
    """Facts about one edition.

    versions  known versions with these rules, the oldest first
    letters  letter -> name of the monster
    items    class ("potion", "scroll", "ring", "stick") -> odds of its kinds
    weapons  name -> weapon
    knobs    first depth of a band of levels -> knobs of that band that differ from the defaults
    food     version -> food rules, only for versions whose food rules differ from those of Rogue 5.4

    off_guard_bonus      what monsters add to their chance to hit, in units of 1/20, if the hero is not alert
                         (CMB-9)
    hunger_distracts     whether hunger ends alertness (CMB-9), or only a faint ends it (V52-20)
    starves              whether an empty stomach kills in the end (FOO-3), which is false in 3.6 (V36-13)
    has_plain_levels     whether levels have neither mazes nor hidden passage squares (V52-1)
    has_shifting_letters whether pack letters are positions, so that they change with every new or lost item
    has_armor_class      whether the status row shows Ac (lower is better) instead of Arm (higher is better)
    has_one_strength     whether the status row shows the strength without the maximum strength
    leather_rusts        whether rust ruins leather armor too (V36-12)
    throws_by_hand       whether missiles do their thrown damage even if no launcher is in hand (V52-17)
    polymorph_wakes      whether a monster made by polymorph is awake (V52-16) instead of asleep (STK-12)
    bounces_are_bolts    whether the game's messages use the word "bolt" for everything that bounces
    bolts_turn_at_doors  whether a bolt begins on the hero's square and turns at doors (V36-18)
    drain_takes_all      how many hit points drain life takes from the monsters in all: if true, as many as
                         the hero has (V36-19), otherwise half as many (STK-4)
    staff_to_hit         what a staff of striking adds to the chance to hit, in units of 1/20
    blow_charges         charges that one blow with a staff of striking takes (V52-16, V36-31)
    zap_key              key that zaps in a chosen direction
    redraw_key           key that draws the screen again
    runs_by_control      whether control with a direction key starts a run, instead of `f` before the key
    """

    versions: tuple[str, ...]
    letters: Mapping[str, str]
    items: dict[str, Odds]
    weapons: dict[str, Arm]
    knobs: Mapping[int, Mapping[str, int]]
    food: Mapping[str, FoodRules]
    off_guard_bonus: int = 4
    hunger_distracts: bool = False
    starves: bool = True
    has_plain_levels: bool = True
    has_shifting_letters: bool = True
    has_armor_class: bool = True
    has_one_strength: bool = False
    leather_rusts: bool = False
    throws_by_hand: bool = False
    polymorph_wakes: bool = True
    bounces_are_bolts: bool = False
    bolts_turn_at_doors: bool = False
    drain_takes_all: bool = False
    staff_to_hit: int = 20
    blow_charges: int = 2
    zap_key: bytes = b"z"
    redraw_key: bytes = b"\x0c"
    runs_by_control: bool = False


def _letters(names: str) -> dict[str, str]:
    """Return letter -> name for 26 monster names in alphabetical order."""
    return dict(zip(string.ascii_uppercase, names.split(", "), strict=True))


_NEW_LETTERS: Final = _letters(
    "aquator, bat, centaur, dragon, emu, venus flytrap, griffin, hobgoblin, ice monster, jabberwock,"
    " kestrel, leprechaun, medusa, nymph, orc, phantom, quagga, rattlesnake, snake, troll,"
    " black unicorn, vampire, wraith, xeroc, yeti, zombie"
)
_OLD_LETTERS: Final = _letters(
    "giant ant, bat, centaur, dragon, floating eye, violet fungi, gnome, hobgoblin, invisible stalker,"
    " jackal, kobold, leprechaun, mimic, nymph, orc, purple worm, quasit, rust monster, snake, troll,"
    " umber hulk, vampire, wraith, xorn, yeti, zombie"
)

_POTIONS: Final[Odds] = {
    "confusion": 7, "hallucination": 8, "poison": 8, "gain strength": 13, "see invisible": 3, "healing": 13,
    "monster detection": 6, "magic detection": 6, "raise level": 2, "extra healing": 5, "haste self": 5,
    "restore strength": 13, "blindness": 5, "levitation": 6,
}  # fmt: skip
_SCROLLS: Final[Odds] = {
    "monster confusion": 7, "magic mapping": 4, "hold monster": 2, "sleep": 3, "enchant armor": 7,
    "identify potion": 10, "identify scroll": 10, "identify weapon": 6, "identify armor": 7,
    "identify ring, wand or staff": 10, "scare monster": 3, "food detection": 2, "teleportation": 5,
    "enchant weapon": 8, "create monster": 4, "remove curse": 7, "aggravate monsters": 3, "protect armor": 2,
}  # fmt: skip
_RINGS: Final[Odds] = {
    "protection": 9, "add strength": 9, "sustain strength": 5, "searching": 10, "see invisible": 10,
    "adornment": 1, "aggravate monster": 10, "dexterity": 8, "increase damage": 8, "regeneration": 4,
    "slow digestion": 9, "teleportation": 5, "stealth": 7, "maintain armor": 5,
}  # fmt: skip
_STICKS: Final[Odds] = {
    "light": 12, "invisibility": 6, "lightning": 3, "fire": 3, "cold": 3, "polymorph": 15,
    "magic missile": 10, "haste monster": 10, "slow monster": 11, "drain life": 9, "nothing": 1,
    "teleport away": 6, "teleport to": 6, "cancellation": 5,
}  # fmt: skip
_OLD_POTIONS: Final[Odds] = {
    "confusion": 8, "paralysis": 10, "poison": 8, "gain strength": 15, "see invisible": 2, "healing": 15,
    "monster detection": 6, "magic detection": 6, "raise level": 2, "extra healing": 5, "haste self": 4,
    "restore strength": 14, "blindness": 4, "thirst quenching": 1,
}  # fmt: skip
_SCROLLS_52: Final[Odds] = {
    "monster confusion": 8, "magic mapping": 5, "hold monster": 3, "sleep": 5, "enchant armor": 8,
    "identify": 27, "scare monster": 4, "gold detection": 4, "teleportation": 7, "enchant weapon": 10,
    "create monster": 5, "remove curse": 8, "aggravate monsters": 4, "blank paper": 1, "genocide": 1,
}  # fmt: skip
_SCROLLS_36: Final[Odds] = {
    "monster confusion": 8, "magic mapping": 5, "light": 10, "hold monster": 2, "sleep": 5,
    "enchant armor": 8, "identify": 21, "scare monster": 4, "gold detection": 4, "teleportation": 7,
    "enchant weapon": 10, "create monster": 5, "remove curse": 8, "aggravate monsters": 1, "blank paper": 1,
    "genocide": 1,
}  # fmt: skip
_RINGS_36: Final[Odds] = {
    "protection": 9, "add strength": 9, "sustain strength": 5, "searching": 10, "see invisible": 10,
    "adornment": 1, "aggravate monster": 11, "dexterity": 8, "increase damage": 8, "regeneration": 4,
    "slow digestion": 9, "teleportation": 9, "stealth": 7,
}  # fmt: skip
_OLD_STICKS: Final[Odds] = {
    "light": 12, "striking": 9, "lightning": 3, "fire": 3, "cold": 3, "polymorph": 15, "magic missile": 10,
    "haste monster": 9, "slow monster": 11, "drain life": 9, "nothing": 1, "teleport away": 5,
    "teleport to": 5, "cancellation": 5,
}  # fmt: skip

# Values from before a screening in 5.4 changed the defaults, which cost 66 +- 49 gold in 3.6.
_UNSCREENED: Final[Mapping[str, int]] = {
    "attack_pct": 6, "flee_pct": 3, "death_hp": 15, "leave_hp": 60, "again_pct": 70, "meet_pct": 40,
    "lap_pct": 60, "magic_pct": 60, "last_pct": 25, "round_pct": 100, "rest_pct": 40, "rested_pct": 70,
    "scout_rest_pct": 15, "lookout_pct": 70, "lookout_rested_pct": 95, "lookout_squares": 30,
    "lookout_turns": 250, "lookout_shots_pct": 150, "gather_squares": 10, "food_squares": 30,
    "quiver_count": 12, "look_yield_pct": 100, "search_yield_pct": 120, "pass_gain_pct": 15,
    "level_turns": 900, "plenty_turns": 2_000, "lean_turns": 300, "meal_gold": 800, "potion_turns": 1_300,
    "bow_squares": 4, "hunt_pct": 70, "hunt_squares": 40, "shun_squares": 12, "guarded_pct": 10,
    "zap_pct": 10, "gamble_pct": 85, "rest_squares": 60, "probe_squares": 30, "alert_turns": 120,
    "thrift_turns": 2_000, "lean_rest_pct": 50, "swept_turns": 60, "idle_turns": 200, "dance_turns": 100,
    "strong_rest_pct": 85, "risk_turns": 10, "fast_turns": 300, "bow_count": 5, "hunt_count": 6,
    "fit_pct": 66, "prey_loss_pct": 50, "help_pct": 51, "bolt_pct": 40, "shift_pct": 35, "away_squares": 3,
    "quiet_squares": 3, "step_count": 12, "haunted_turns": 80, "test_squares": 200, "gamble_level": 5,
}  # fmt: skip
_IN_36: Final[Mapping[str, int]] = {
    **_UNSCREENED,
    "full_depth": 26,  # gold lies in every second room however deep, and no monster grows (V36-1, V36-5)
    "help_pct": 45,  # an unknown stick helps in 50 of 101 cases there, in 5.4 in 51 of 100
    "look_yield_pct": 40,  # turns are cheap: from depth 7 on, food lasts 4,000 turns more than needed
    "search_yield_pct": 40,
    "lean_turns": 0,  # the hero never starves (V36-13), so deeper levels are worse even without food
    "restore_depth": 11,  # giant ants, which drain strength, appear down to depth 12
    "strip_pct": 5,
    "potion_squares": 200,  # no hallucination there, and a paralyzed hero cannot use the stairs
    "test_squares": 3,
}
BANDS: Final = (1, 4, 9, 13)  # the first depth of each band of levels that may have knobs of its own
# Part of the change suggested by a screening of each band; above depth 9 it gained nothing.
_BANDS_54: Final[Mapping[int, Mapping[str, int]]] = {
    9: {
        "flee_pct": 7, "death_hp": 13, "leave_hp": 76, "again_pct": 75, "unseen_pct": 7, "lap_pct": 35,
        "magic_pct": 46, "last_pct": 36, "round_pct": 76, "rest_pct": 33, "rested_pct": 65,
        "scout_rest_pct": 16, "lookout_pct": 69, "lookout_rested_pct": 93, "lookout_squares": 35,
        "lookout_turns": 296, "lookout_shots_pct": 153, "gather_squares": 15, "food_squares": 42,
        "quiver_count": 21, "look_yield_pct": 44, "search_yield_pct": 70, "pass_gain_pct": 9,
        "level_turns": 1_034, "plenty_turns": 1_833, "lean_turns": 341, "meal_gold": 1_139,
        "potion_turns": 1_579, "bow_squares": 3, "hunt_pct": 76, "hunt_squares": 39, "prey_squares": 31,
        "shun_squares": 7, "guarded_pct": 5, "spare_worth": 43, "zap_pct": 14, "gamble_pct": 88,
        "rest_squares": 66, "probe_squares": 35, "alert_turns": 254, "thrift_turns": 1_629,
        "lean_rest_pct": 37, "idle_turns": 241, "dance_turns": 81, "vigil_depth": 2, "strong_rest_pct": 82,
        "risk_turns": 9, "fast_turns": 277, "thief_count": 2, "fit_pct": 73, "prey_exp": 1,
        "prey_loss_pct": 66, "help_pct": 75, "bolt_pct": 24, "shift_pct": 30, "away_squares": 6,
        "haunted_turns": 91, "restore_depth": 2, "test_squares": 67, "potion_squares": 2, "gamble_level": 4,
        "strip_pct": 90,
    },
    13: {
        "death_hp": 14, "leave_hp": 76, "again_pct": 83, "unseen_pct": 9, "meet_pct": 50, "lap_pct": 38,
        "magic_pct": 49, "last_pct": 29, "round_pct": 106, "rest_pct": 27, "scout_rest_pct": 14,
        "lookout_pct": 66, "lookout_squares": 26, "lookout_turns": 302, "lookout_shots_pct": 124,
        "gather_squares": 11, "food_squares": 40, "quiver_count": 17, "look_yield_pct": 54,
        "search_yield_pct": 97, "pass_gain_pct": 7, "level_turns": 852, "plenty_turns": 1_988,
        "lean_turns": 405, "meal_gold": 1_043, "potion_turns": 1_359, "hunt_pct": 79, "hunt_squares": 46,
        "prey_squares": 32, "shun_squares": 7, "gamble_pct": 85, "rest_squares": 50, "probe_squares": 29,
        "alert_turns": 241, "thrift_turns": 1_448, "lean_rest_pct": 53, "swept_turns": 67, "idle_turns": 210,
        "dance_turns": 92, "strong_rest_pct": 74, "fast_turns": 325, "fit_pct": 69, "prey_loss_pct": 55,
        "help_pct": 65, "shift_pct": 31, "step_count": 15, "watch_count": 3, "haunted_turns": 80,
        "test_squares": 134,
    },
}  # fmt: skip

EDITION_FACTS: Final[dict[Edition, EditionFacts]] = {
    "5.4": EditionFacts(
        ("5.3", "5.4.4", "5.4.5"), _NEW_LETTERS,
        {"potion": _POTIONS, "scroll": _SCROLLS, "ring": _RINGS, "stick": _STICKS}, WEAPONS, _BANDS_54, {},
        hunger_distracts=True, has_plain_levels=False, has_shifting_letters=False, has_armor_class=False,
        polymorph_wakes=False, redraw_key=b"\x12", runs_by_control=True,
    ),
    "5.2": EditionFacts(
        ("5.2",), _OLD_LETTERS,
        {"potion": _OLD_POTIONS, "scroll": _SCROLLS_52, "ring": _RINGS, "stick": _OLD_STICKS},
        WEAPONS, dict.fromkeys(BANDS, _UNSCREENED),
        {"5.2": FoodRules(begin=(1170, 1429), meal=(970, 1628))},  # V52-5
        throws_by_hand=True,
    ),
    "3.6": EditionFacts(
        ("3.4", "3.6"), _OLD_LETTERS,
        {"potion": _OLD_POTIONS, "scroll": _SCROLLS_36, "ring": _RINGS_36, "stick": _OLD_STICKS},
        WEAPONS_36, dict.fromkeys(BANDS, _IN_36),
        {"3.4": FoodRules(begin=(1300, 1300), meal=(1300, 1300), most=1300)},  # any meal fills the stomach
        off_guard_bonus=0, starves=False, has_one_strength=True, leather_rusts=True, bounces_are_bolts=True,
        bolts_turn_at_doors=True, drain_takes_all=True, staff_to_hit=3, blow_charges=1, zap_key=b"p",
    ),
}  # fmt: skip

KNOWN_VERSIONS: Final = tuple(
    sorted(version for facts in EDITION_FACTS.values() for version in facts.versions)
)
"""Versions whose wording and status row the agent knows, the oldest first."""


@dataclass(frozen=True, slots=True, eq=False)
class MindFacts:
    """Facts about monsters that think.  In all other respects, such monsters follow the rules of Rogue 5.4.

    heal_turns   turns between two recoveries of a monster (VMN-41)
    heal_levels  at each recovery, a monster of level n recovers 1 + n // heal_levels hit points
    """

    heal_turns: int = 20
    heal_levels: int = 6


MIND_FACTS: Final = MindFacts()


def edition_of(version: str) -> Edition:
    """Return the edition whose rules a version follows.  `version` is the number that the key `v` shows.

    >>> edition_of("5.4.5"), edition_of("5.3"), edition_of("5.2.3"), edition_of("3.6.5")
    ('5.4', '5.4', '5.2', '3.6')
    """
    if version.startswith("3."):
        return "3.6"
    return "5.2" if version.startswith(("5.0", "5.1", "5.2")) else "5.4"


def letters_of(version: str) -> dict[str, str]:
    """Return letter -> monster name for a version number that the key `v` shows, such as "5.2.3".

    >>> letters_of("5.4.5")["A"], letters_of("5.2.3")["U"]
    ('aquator', 'umber hulk')
    """
    return dict(EDITION_FACTS[edition_of(version)].letters)


NEWEST: Final = KNOWN_VERSIONS[-1]
CLONE: Final = (
    "clone III"  # Rogue as the BSDs and Linux have it, written anew in 1986; it is read as the newest
)

_NUMBER: Final = re.compile(r"\d{1,3}(?:\.\d{1,3}){0,2}")


@lru_cache(maxsize=16)
def read_as(version: str) -> str:
    """Return the known version nearest to `version` by number, or the newest if `version` has no number.

    >>> read_as("5.4.5 release"), read_as("5.2.3"), read_as("3.5"), read_as("5.4.2"), read_as("")
    ('5.4.5', '5.2', '3.6', '5.4.4', '5.4.5')
    """
    if version == CLONE:
        return NEWEST
    if is_known(version):
        return max((known for known in KNOWN_VERSIONS if version.startswith(known)), key=len)
    found = _NUMBER.search(version)
    if not found:
        return NEWEST
    return min(reversed(KNOWN_VERSIONS), key=lambda known: abs(_rank(known) - _rank(found[0])))


def is_known(version: str) -> bool:
    """Return whether a version is known.  Later revisions of a known version count as known.

    >>> is_known("3.6.5"), is_known("5.4.5 release"), is_known("5.4"), is_known("5.20")
    (True, True, False, False)
    """
    return version == CLONE or any(
        re.match(re.escape(known) + r"(?!\d)", version) for known in KNOWN_VERSIONS
    )


def warning_of(version: str, known: str) -> str:
    """Return a warning that `version` is unknown and that the agent uses the rules of `known` instead.

    Return "" if `version` is a known version.
    """
    if is_known(version):
        return ""
    if not version:
        return f"The game did not state its version; the agent played it as Rogue {known}."
    return f"The version {version} is unknown; the agent played it as Rogue {known}."


def _rank(version: str) -> int:
    major, minor, patch = [*map(int, version.split(".")), 0, 0][:3]
    return (major * 1000 + minor) * 1000 + patch
