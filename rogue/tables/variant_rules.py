"""Variant rules: what editions handle differently, by topic, keys included; the defaults are those of 5.4."""

from dataclasses import dataclass
from typing import Final, Literal

from rogue.tables.glyphs import FAKE_OBJECTS
from rogue.tables.items import ItemClass

Turns = tuple[int, int]
"""(least, most): every number between is equally likely."""

Share = tuple[int, int]
"""(hits, of): a chance."""

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
    """How many turns things last (RND-3)."""

    confusion: Turns = (19, 20)
    potion_confusion: Turns = (0, 0)  # more of it from a potion
    gaze_confusion: Turns = (0, 0)  # more of it from a gaze
    hallucination: Turns = (808, 892)
    see_invisible: Turns = (808, 892)
    blindness: Turns = (808, 892)
    levitation: Turns = (29, 31)
    monster_detection: Turns = (20, 20)
    haste: Turns = (4, 7)
    wander: Turns = (67, 73)  # until the next checks for wandering monsters (WND-1)
    food: Turns = (1300, 1300)  # what the player begins with, and what a meal is measured by (FOO-5)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class LevelgenRules:
    """How levels are made (GEN)."""

    danger_pct: int = 100  # how fast difficulty grows with depth (VAR-2)
    missing_rooms: Turns = (0, 3)  # how many of the nine have no room (GEN-3)
    dark: RoomLight = "usual"  # rooms by depth, none, or all (GEN-5)
    maze_one_in: int = 15  # dark rooms that are mazes, one in so many (GEN-6); 0: none
    secrets: bool = True  # secret doors and passages, by depth (GEN-28)
    secret_passages: bool = True
    treasure_one_in: int = 20  # levels with a treasure room, one in so many (GEN-33); 0: none
    treasure_tries: int | None = 20  # for a place of one of its items (GEN-41); None: no limit
    treasure_foe_tries: int = 10  # for a place of one of its monsters (GEN-42)
    max_traps: int = 10  # on a level (GEN-37)
    gold_pct: int = 100  # worth of a pile of gold
    wanderers: bool = True  # monsters wander in (WND)
    traps_apart: bool = False  # laid after the stairs, each on a square of its own
    foes_on_floor: bool = False  # a room's monster does not start on its gold
    start: StartSquare = "bare"  # the player's first square


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class MonsterRules:
    """What depth and the deepest level do to monsters (MON)."""

    grows: bool = True  # below the amulet's depth stronger; experience for hit points (MON-3, MON-4)
    hasted_below: int | None = 29  # MON-5
    loads_at_deepest: bool = True  # loads (MON-12) and hoards (SPC-6) at the deepest level only
    hoards_in_rooms: bool = False  # what a leprechaun leaves is the gold of a room (SPC-6); else a load
    disguises: tuple[int, ...] = FAKE_OBJECTS
    """What one that is disguised may look like; the last at the amulet's depth only (MON-7)."""
    wakes: Share = (2, 3)  # a mean sleeper that has its chance (MON-14)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class VisionRules:
    """What the player sees from near, and finds (VIS, SRC)."""

    corners_hide: bool = True  # a diagonal neighbour behind two solid corners (VIS-4)
    one_network: bool = False  # from a passage, only squares of the same network
    secret_door: Share = (1, 5)  # SRC-2
    trap: Share = (1, 2)
    secret_passage: Share = (1, 3)
    blind_search: bool = True
    disguises_fool: bool = True  # what flies, strikes or stumbles passes what is disguised (THR-2, STK-5)
    terse_hides_flight: bool = True  # thrown things are not shown in flight with option terse (VIS-17a)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class CombatRules:
    """Blows of both sides (CMB, SPC)."""

    off_guard: int = 4  # to-hit bonus against a player who is not alert (CMB-3)
    thrown: ThrownDamage = "by launcher"
    """When a thrown thing does its thrown damage: launcher wielded or none needed; always; launcher wielded,
    or no missile at all (THR-4)."""
    protection_adds: bool = True  # rings on both hands count (CMB-8)
    protection_saves: bool = True  # they help saves (CMB-18)
    regrows_pct: int = 0  # chance of a regenerating monster to heal a point with its attack
    regrows_beyond: bool = False  # beyond what it began with, too
    gaze_always: bool = False  # gazes confuse in sleep, when held and when cancelled, too (MON-17)
    hold_hurts: int = 1  # hit points that a hit which holds costs (SPC-12)
    life_die: int = 3  # what a vampire drains (SPC-10)
    steals_of_stacks: bool = True  # a nymph takes one of several single things; else nothing (SPC-8)
    steals_groups: bool = False  # a nymph takes all pieces of a group of weapons (SPC-8)
    dart_save: bool = True  # a poison dart can be withstood (TRP-8)
    starved_gaze: int | None = None  # helpless turns beyond which a floating eye kills a player without food


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class MonsterAiRules:
    """How monsters walk (CHS)."""

    fetches: bool = True  # they go for things that lie about (CHS-3)
    greedy_always_wake: bool = True  # greedy sleepers wake where there is no gold, too (MON-16)
    greedy_mean_wake: bool = False  # mean greedy sleepers wake where the mean do not, too (MON-16, BUG-37)
    greedy_give_up: bool = True  # greedy ones whose gold is gone come for the player (CHS-5)
    door_is_inside: bool = True  # who comes in by a door is in the room when its sleepers notice (VIS-9)
    blind_disturb: bool = True  # rooms notice a blind player come and go (VIS-9, VIS-11)
    blind_look: bool = True  # a look of a blind player gives the neighbours their chance (VIS-6)
    passages_are_rooms: bool = True  # a passage has exits to aim at, as a room has (CHS-7)
    rethinks: bool = False  # they choose their goal again in another room (CHS-4, BUG-11)
    move_last: bool = False  # they move when the player has healed and digested, not before (TRN-7)
    ties: StepTies = "any"  # which of the nearest squares (CHS-9)
    stagger: StaggerFrom = "any step"  # what a random step is drawn from (MOV-2)
    rooted_reach: bool = False  # what is rooted steps onto an aim beside it (CHS-14)
    stumbling_costs: bool = False  # a random step of the player to the own square costs a turn


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class HungerRules:
    """An empty stomach (FOO)."""

    faints: Share = (1, 5)  # chance per turn without food
    starves: bool = True
    meal: Turns | None = None  # turns of a meal; None: those of the start, 200 more or less
    most: int = 2000  # turns that the stomach holds (FOO-5)
    hungry: int = 300  # hungry below this many turns of food (FOO-2)
    weak: int = 150
    levels_without: int = 3  # with more levels without food the next item is food (ITM-1); 0: no such promise
    any_change_off_guard: bool = True  # every change of state; else every fainting does (CMB-9)


# An exceptional strength of 18/1 to 18/100 is the number 19 to 118.
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

FULL_STRENGTH: Final = 18
"""The strength that may have an exceptional part (V36-4)."""

_WEAK: Final = (-7, -6, -5, -4, -3, -2, -1, *[0] * 9)  # 0..15

EXCEPTIONAL_TO_HIT: Final = (*_WEAK, 0, *[1] * 52, *[2] * 49, 3)
"""To-hit bonus by 0..18 and 18/1..18/100: 2 above 18/50, 3 at 18/100."""

EXCEPTIONAL_DAMAGE: Final = (*_WEAK, 1, 1, 2, *[3] * 75, *[4] * 15, *[5] * 9, 6)
"""Damage bonus by 0..18 and 18/1..18/100: 3 to 18/75, 4 to 18/90, 5 to 18/99, 6 at 18/100."""

StrengthSteps = tuple[tuple[int, tuple[int, int]], ...]
"""(part at most, least and most of the new part); the first row that holds counts."""

STRENGTH_GAINS: Final[StrengthSteps] = ((0, (1, 50)), (50, (51, 74)), (75, (76, 89)), (90, (91, 91)))
"""The part after a point gained; from 91 on it is one more (V36-4)."""

STRENGTH_LOSSES: Final[StrengthSteps] = (
    (50, (0, 0)), (75, (1, 50)), (90, (51, 75)), (99, (76, 89)), (100, (91, 98)),
)
"""The part after a point lost (V36-4)."""
# fmt: on


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class StrengthRules:
    """How strength counts and changes (STR)."""

    to_hit: tuple[int, ...] = STRENGTH_TO_HIT  # by strength
    damage: tuple[int, ...] = STRENGTH_DAMAGE
    weakest: int = 3
    strongest: int = 31
    exceptional: bool = False
    """Above 18 comes an exceptional part of 1 to 100: strength 18/50 is the number 68."""


EXCEPTIONAL = StrengthRules(EXCEPTIONAL_TO_HIT, EXCEPTIONAL_DAMAGE, strongest=118, exceptional=True)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class MagicRules:
    """Potions, scrolls and sticks, where it is not a matter of one kind (POT, SCR, STK)."""

    potions_prolong: bool = True  # confusion, blindness, sight of the invisible; else a repeat is lost
    confusion_prolongs: bool = False  # confusion by a potion is prolonged even where potions_prolong is off
    teleport_frees: bool = True  # a teleport frees from a bear trap (CON-20)
    most_extra_healing: int = 2  # what extra healing can add to the maximum (POT-7)
    enchant_hit: Share = (1, 2)  # enchant weapon: to-hit, else damage (SCR-10)
    enchants_anything: bool = False  # enchant weapon works on whatever is wielded
    beams_wake: bool = False  # polymorph and cancellation (STK-6)
    cancellation_wakes: bool = True  # where beams wake, this one does, too, and ends disguises
    polymorph_keeps: bool = True  # the new monster has the old one's load; none of a kind that is no more
    polymorph_revives: bool = False  # any kind, those that are no more included
    beams_free: bool = True  # teleports and cancellation end a monster's being held (STK-6)
    striking_unmasks: bool = False  # a zap of striking reaches what is disguised, and only unmasks it
    striking_drains: bool = True  # a blow of a wielded staff of striking costs a charge, a zap that hits two
    polymorph_known: PolymorphKnown = "seen"  # what identifies it: a new monster seen, a new kind
    striking_hit: int = 100  # to-hit plus of a staff of striking
    missile_by_weapon: bool = True  # a magic missile has the damage plus of what is wielded (STK-14)
    bolts: BoltTarget = "switch"  # the target of a bolt, and where it starts (STK-22)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class PackRules:
    """The pack, and what its things are worth to a winner (ITM, END-4)."""

    letters_shift: bool = False  # letters follow the order of the pack (ITM-10)
    falls_anywhere: bool = True  # things fall under monsters and onto hidden traps, too (ITM-24)
    group_adds_one: bool = False  # whatever joins its group adds one to it (ITM-11)
    worth: WorthOf = "by sum"  # weapons, armour and rings


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class KitItem:
    """One thing of the starting kit (ITM-13)."""

    cls: ItemClass
    name: str
    count: Turns = (1, 1)
    hit_plus: int = 0  # of armour: how much better than its kind
    damage_plus: int = 0
    charges: int | None = None  # of a stick; None: as its kind says
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
    """How the player begins."""

    hit_points: int = 12
    strength: int = 16
    kit: tuple[KitItem, ...] = STARTING_KIT


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Keymap:
    """How the keys of an edition differ; control keys stand as their control characters."""

    without: str = ""  # keys of 5.4 that are illegal
    other: tuple[tuple[str, str], ...] = ()  # key, and what it does: a key of 5.4, or a name below
    costly: str = ""  # showing commands that cost a turn all the same
    bell_cancels: bool = False  # control-G at an item prompt does what Escape does
    count_max: int = 255  # CMD-3
    repeats_items: bool = True  # a count before a command that asks for an item repeats it with that item

    @property
    def stops_by_turn(self) -> bool:
        """Whether control-Z is a key of its own, which uses a turn (KEY-43)."""
        return "\x1a" not in self.without

    @property
    def run_prefix(self) -> str:
        """The key that makes the next direction a careful run, "" where control does it."""
        return next((key for key, does in self.other if does == CAREFUL), "")


CAREFUL: Final = "careful run"  # a direction follows; any other key does what it does alone
ZAP_ASTRAY: Final = "zap astray"  # a stick is asked for, the direction is random

KEYS_54: Final = Keymap()
