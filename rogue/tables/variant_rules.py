"""Rules that differ between editions, by topic, with the defaults of 5.4."""

from dataclasses import dataclass
from typing import Final, Literal

from rogue.tables.glyphs import FAKE_OBJECTS
from rogue.tables.items import ItemClass

Turns = tuple[int, int]
"""(least, most), both included: all numbers in the range are equally likely."""

Share = tuple[int, int]
"""(hits, of): a chance of `hits` in `of`."""

RoomLight = Literal["usual", "never", "always"]
StartSquare = Literal["bare", "true floor", "apparent floor"]
ThrownDamage = Literal["by launcher", "always", "never by hand"]
StepTies = Literal["any", "first"]
StaggerFrom = Literal["any step", "legal step"]
PolymorphKnown = Literal["seen", "changed"]
BoltTarget = Literal["switch", "once bounced"]
WorthOf = Literal["by sum", "by plus"]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class DurationRules:
    """Durations in turns (RND-3)."""

    confusion: Turns = (19, 20)
    potion_confusion: Turns = (0, 0)  # added for a potion
    gaze_confusion: Turns = (0, 0)  # added for a gaze
    hallucination: Turns = (808, 892)
    see_invisible: Turns = (808, 892)
    blindness: Turns = (808, 892)
    levitation: Turns = (29, 31)
    monster_detection: Turns = (20, 20)
    haste: Turns = (4, 7)
    wander: Turns = (67, 73)  # until the checks for wandering monsters resume (WND-1)
    food: Turns = (1300, 1300)  # food at the start, and the base of a meal (FOO-5)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class LevelgenRules:
    """Rules for the generation of levels (GEN)."""

    danger_pct: int = 100  # how fast difficulty grows with depth (VAR-2)
    missing_rooms: Turns = (0, 3)  # number of the nine boxes without a room (GEN-3)
    dark: RoomLight = "usual"  # dark rooms: by depth, none, or all (GEN-5)
    maze_one_in: int = 15  # one in n dark rooms is a maze (GEN-6); 0: none
    secrets: bool = True  # secret doors and passages, by depth (GEN-28)
    secret_passages: bool = True
    treasure_one_in: int = 20  # one in n levels has a treasure room (GEN-33); 0: none
    treasure_tries: int | None = 20  # tries to place one of its items (GEN-41); None: no limit
    treasure_foe_tries: int = 10  # tries to place one of its monsters (GEN-42)
    max_traps: int = 10  # per level (GEN-37)
    gold_pct: int = 100  # worth of a pile of gold, in percent
    wanderers: bool = True  # wandering monsters arrive (WND)
    traps_apart: bool = False  # placed after the stairs, each on its own square
    foes_on_floor: bool = False  # a room's monster does not start on its gold
    start: StartSquare = "bare"  # the player's first square


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class MonsterRules:
    """Rules for the strength, speed, items, disguises, and waking of monsters (MON)."""

    grows: bool = True  # stronger below the amulet's depth; experience for hit points (MON-3, MON-4)
    hasted_below: int | None = 29  # MON-5
    loads_at_deepest: bool = True  # items (MON-12) and hoards (SPC-6) only at the deepest level so far
    hoards_in_rooms: bool = False  # a leprechaun's gold joins its room (SPC-6), else its pack
    disguises: tuple[int, ...] = FAKE_OBJECTS
    """Symbols of disguised monsters.  The last occurs only at the amulet's depth (MON-7)."""
    wakes: Share = (2, 3)  # chance to wake of a mean sleeper (MON-14)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class VisionRules:
    """Rules for what the player sees nearby or finds (VIS, SRC)."""

    corners_hide: bool = True  # two solid corners hide a diagonal neighbor (VIS-4)
    one_network: bool = False  # a passage shows only squares of the same network
    secret_door: Share = (1, 5)  # SRC-2
    trap: Share = (1, 2)
    secret_passage: Share = (1, 3)
    blind_search: bool = True
    disguises_fool: bool = True  # missiles, zaps, and random steps ignore a disguised monster (THR-2, STK-5)
    terse_hides_flight: bool = True  # option terse hides thrown items in flight (VIS-17a)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class CombatRules:
    """Rules for blows by the player and by monsters (CMB, SPC)."""

    off_guard: int = 4  # to-hit bonus against a player who is not alert (CMB-3)
    thrown: ThrownDamage = "by launcher"
    """When a thrown item does its thrown damage.  "by launcher": if its launcher is wielded or it needs none.
    "always".  "never by hand": if its launcher is wielded, or it is not a missile (THR-4)."""
    protection_adds: bool = True  # rings on both hands count (CMB-8)
    protection_saves: bool = True  # rings of protection help saving throws (CMB-18)
    regrows_pct: int = 0  # chance in percent that a regenerating monster heals a point when it attacks
    regrows_beyond: bool = False  # even beyond its initial hit points
    gaze_always: bool = False  # gazes confuse even if the monster sleeps, is held, or is cancelled (MON-17)
    hold_hurts: int = 1  # hit points lost by each hit that holds (SPC-12)
    life_die: int = 3  # sides of the die for a vampire's drain (SPC-10)
    steals_of_stacks: bool = True  # a nymph takes one unit of a stack, else nothing (SPC-8)
    steals_groups: bool = False  # a nymph takes a whole group of weapons (SPC-8)
    dart_save: bool = True  # a saving throw against poison darts (TRP-8)
    starved_gaze: int | None = None  # helpless turns beyond which a floating eye kills a player without food


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class MonsterAiRules:
    """Rules for the movement of monsters (CHS)."""

    fetches: bool = True  # monsters fetch items (CHS-3)
    greedy_always_wake: bool = True  # greedy sleepers wake even without gold in the room (MON-16)
    greedy_mean_wake: bool = False  # mean greedy sleepers wake even if mean ones would not (MON-16, BUG-37)
    greedy_give_up: bool = True  # greedy monsters whose gold is gone chase the player (CHS-5)
    door_is_inside: bool = True  # the player is in the room before its sleepers notice (VIS-9)
    blind_disturb: bool = True  # sleepers notice a blind player entering or leaving (VIS-9, VIS-11)
    blind_look: bool = True  # a blind player's neighbors may wake (VIS-6)
    passages_are_rooms: bool = True  # passages have exits to aim at, as rooms do (CHS-7)
    rethinks: bool = False  # monsters choose a new goal in another room (CHS-4, BUG-11)
    move_last: bool = False  # monsters move after the player heals and digests, not before (TRN-7)
    ties: StepTies = "any"  # choice among equally near squares (CHS-9)
    stagger: StaggerFrom = "any step"  # set from which a random step is drawn (MOV-2)
    rooted_reach: bool = False  # a rooted monster steps onto an adjacent aim (CHS-14)
    stumbling_costs: bool = False  # a random step onto the player's own square costs a turn


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class HungerRules:
    """Rules for hunger (FOO)."""

    faints: Share = (1, 5)  # chance per turn without food
    starves: bool = True
    meal: Turns | None = None  # turns of a meal; None: `DurationRules.food`, give or take 200
    most: int = 2000  # capacity of the stomach in turns (FOO-5)
    hungry: int = 300  # hungry below this many turns of food (FOO-2)
    weak: int = 150
    levels_without: int = 3  # after more levels without food, the next item is food (ITM-1); 0: no such rule
    any_change_off_guard: bool = True  # off guard by every change of state, else by every faint (CMB-9)


# An exceptional strength of 18/1 to 18/100 is stored as 19 to 118.
# fmt: off
STRENGTH_TO_HIT: Final = (
    -7, -6, -5, -4, -3, -2, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3,
)
"""To-hit bonus by strength 0..31 (STR-3)."""

STRENGTH_DAMAGE: Final = (
    -7, -6, -5, -4, -3, -2, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    1, 1, 2, 3, 3, 4, 5, 5, 5, 5, 5, 5, 5, 5, 5, 6,
)
"""Damage bonus by strength 0..31 (STR-4)."""

MEAL: Final = (-200, 199)
"""(least, most) turns that a meal adds to `DurationRules.food`, if `HungerRules.meal` is None (FOO-5)."""
FULL_STRENGTH: Final = 18
"""The strength that may have an exceptional part (V36-4)."""

_WEAK: Final = (-7, -6, -5, -4, -3, -2, -1, *[0] * 9)  # 0..15

EXCEPTIONAL_TO_HIT: Final = (*_WEAK, 0, *[1] * 52, *[2] * 49, 3)
"""To-hit bonus by 0..18 and 18/1..18/100: 2 above 18/50, 3 at 18/100."""

EXCEPTIONAL_DAMAGE: Final = (*_WEAK, 1, 1, 2, *[3] * 75, *[4] * 15, *[5] * 9, 6)
"""Damage bonus by 0..18 and 18/1..18/100: 3 to 18/75, 4 to 18/90, 5 to 18/99, 6 at 18/100."""

StrengthSteps = tuple[tuple[int, tuple[int, int]], ...]
"""Rows of (maximum part, (least, most) of the new part).  The first row with part <= maximum applies."""

STRENGTH_GAINS: Final[StrengthSteps] = ((0, (1, 50)), (50, (51, 74)), (75, (76, 89)), (90, (91, 91)))
"""The exceptional part after a point gained; from 91 on it grows by one (V36-4)."""

STRENGTH_LOSSES: Final[StrengthSteps] = (
    (50, (0, 0)), (75, (1, 50)), (90, (51, 75)), (99, (76, 89)), (100, (91, 98)),
)
"""The exceptional part after a point lost (V36-4)."""
# fmt: on


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class StrengthRules:
    """Rules for strength (STR)."""

    to_hit: tuple[int, ...] = STRENGTH_TO_HIT  # by strength
    damage: tuple[int, ...] = STRENGTH_DAMAGE
    weakest: int = 3
    strongest: int = 31
    exceptional: bool = False
    """Whether strength above 18 is an exceptional part of 1 to 100: 18/50 is stored as 68."""


EXCEPTIONAL = StrengthRules(EXCEPTIONAL_TO_HIT, EXCEPTIONAL_DAMAGE, strongest=118, exceptional=True)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class MagicRules:
    """Rules that concern several kinds of potions, scrolls, or sticks (POT, SCR, STK)."""

    potions_prolong: bool = True  # a repeat prolongs confusion, blindness, and see invisible, else it is lost
    confusion_prolongs: bool = False  # potions prolong confusion even without potions_prolong
    teleport_frees: bool = True  # a teleport frees the player from a bear trap (CON-20)
    most_extra_healing: int = 2  # maximum gain in maximum hit points from extra healing (POT-7)
    enchant_hit: Share = (1, 2)  # chance that enchant weapon improves to-hit, else damage (SCR-10)
    enchants_anything: bool = False  # enchant weapon works on any wielded item
    beams_wake: bool = False  # polymorph and cancellation wake (STK-6)
    cancellation_wakes: bool = True  # cancellation wakes if beams_wake, and ends disguises
    polymorph_keeps: bool = True  # the new monster keeps the old one's items; never an extinct kind
    polymorph_revives: bool = False  # any kind, extinct ones included
    beams_free: bool = True  # teleports and cancellation free a held monster (STK-6)
    striking_unmasks: bool = False  # a zap of striking only unmasks a disguised monster
    striking_drains: bool = True  # a blow with a staff of striking costs a charge, a zap that hits two
    polymorph_known: PolymorphKnown = "seen"  # a new monster in sight, or a new kind, identifies it
    striking_hit: int = 100  # to-hit bonus of a staff of striking
    missile_by_weapon: bool = True  # a magic missile gets the damage bonus of the wielded weapon (STK-14)
    bolts: BoltTarget = "switch"  # a bolt's target and starting square (STK-22)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class PackRules:
    """Rules for the pack, and for what its items are worth to a winner (ITM, END-4)."""

    letters_shift: bool = False  # letters follow the order of the pack (ITM-10)
    falls_anywhere: bool = True  # items also fall under monsters and onto hidden traps (ITM-24)
    group_adds_one: bool = False  # a stack that joins its group adds only one (ITM-11)
    worth: WorthOf = "by sum"  # of weapons, armor, and rings


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class KitItem:
    """An item of the starting kit (ITM-10)."""

    cls: ItemClass
    name: str
    count: Turns = (1, 1)
    hit_plus: int = 0  # for armor: improvement over its kind
    damage_plus: int = 0
    charges: int | None = None  # of a stick; None: by its kind
    in_use: bool = False  # worn or in hand


STARTING_KIT: Final = (
    KitItem("food", "food"),
    KitItem("armor", "ring mail", hit_plus=1, in_use=True),
    KitItem("weapon", "mace", hit_plus=1, damage_plus=1, in_use=True),
    KitItem("weapon", "short bow", hit_plus=1),
    KitItem("weapon", "arrow", count=(25, 39)),
)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class HeroRules:
    """The player at the start of the game."""

    hit_points: int = 12
    strength: int = 16
    kit: tuple[KitItem, ...] = STARTING_KIT


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Keymap:
    """The keys that differ between editions.  A control key is written as its control character."""

    without: str = ""  # keys of 5.4 that are illegal
    other: tuple[tuple[str, str], ...] = ()  # key, action: a key of 5.4 or a name below
    costly: str = ""  # information commands that cost a turn
    bell_cancels: bool = False  # control-G at an item prompt acts as Escape
    count_max: int = 255  # CMD-3
    repeats_items: bool = True  # a count repeats a command that asks for an item, with the same item

    @property
    def stops_by_turn(self) -> bool:
        """Whether control-Z is a command that uses a turn (KEY-43)."""
        return "\x1a" not in self.without

    @property
    def run_prefix(self) -> str:
        """The key that the player types before a direction key to start a careful run.

        It is "" if careful runs are started with control keys instead.
        """
        return next((key for key, does in self.other if does == CAREFUL), "")


CAREFUL: Final = "careful run"  # a direction follows; any other key keeps its own meaning
ZAP_ASTRAY: Final = "zap astray"  # asks for a stick and zaps in a random direction

KEYS_54: Final = Keymap()
