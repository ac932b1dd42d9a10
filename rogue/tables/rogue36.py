"""Edition 3.6, defined by its differences from 5.2."""

from dataclasses import replace
from typing import Final

from rogue.tables.items import (
    COLORS_36,
    METALS_36,
    STONES_36,
    WOODS_36,
    ItemClass,
    ItemKind,
    armor,
    ring,
    stick,
    weapon,
)
from rogue.tables.messages import Pairs, Translation
from rogue.tables.monsters import GREEDY, MEAN, REGENERATES
from rogue.tables.monsters import MonsterKind as K
from rogue.tables.rogue52 import KEYS_52, ROGUE_52, SHARED, TRAPS_52, WORDS_52
from rogue.tables.variant_rules import EXCEPTIONAL, ZAP_ASTRAY, Keymap

# fmt: off
MONSTERS: Final = (
    #  letter name         carry traits              exp   lvl ac  attacks, the rest by name
    K("A", "giant ant",     0,   MEAN,               10,   2,  3,  ((1, 6),), on_hit="weaken"),
    K("D", "dragon",        100, GREEDY,             9000, 10, -1, ((1, 8), (1, 8), (3, 10))),
    K("F", "violet fungi",  0,   MEAN,               85,   8,  3,  ((0, 0),), on_hit="hold", rooted=True),
    K("G", "gnome",         10,  0,                  8,    1,  5,  ((1, 6),)),
    K("M", "mimic",         30,  0,                  140,  7,  7,  ((3, 4),), disguised=True),
    K("N", "nymph",         100, 0,                  40,   3,  9,  ((0, 0),), on_hit="steal item"),
    K("O", "orc",           15,  0,                  5,    1,  6,  ((1, 8),)),
    K("P", "purple worm",   70,  0,                  7000, 15, 6,  ((2, 12), (2, 4))),
    K("Q", "quasit",        30,  MEAN,               35,   3,  2,  ((1, 2), (1, 2), (1, 4))),
    K("R", "rust monster",  0,   MEAN,               25,   5,  2,  ((0, 0), (0, 0)), on_hit="rust armor"),
    K("S", "snake",         0,   MEAN,               3,    1,  5,  ((1, 3),)),
    K("T", "troll",         50,  REGENERATES | MEAN, 55,   6,  4,  ((1, 8), (1, 8), (2, 6))),
    K("U", "umber hulk",    40,  MEAN,               130,  8,  2,  ((3, 4), (3, 4), (2, 5)), gaze=True),
    K("V", "vampire",       20,  REGENERATES | MEAN, 380,  8,  1,  ((1, 10),)),
    K("X", "xorn",          0,   MEAN,               120,  7,  -2, ((1, 3), (1, 3), (1, 3), (4, 6))),
    K("Z", "zombie",        0,   MEAN,               7,    2,  8,  ((1, 8),)),
)
"""Kinds that differ from 5.2, in experience points (V36-5) or by V36-7 and V36-8."""

CLASS_ODDS: Final[tuple[tuple[ItemClass, int], ...]] = (
    ("potion", 27),
    ("scroll", 27),
    ("food", 18),
    ("weapon", 9),
    ("armor", 9),
    ("ring", 5),
    ("stick", 5),
)

FOODS: Final = (
    ItemKind("food", "food",  89, 2),
    ItemKind("food", "fruit", 11, 2),
)

POTIONS: Final = (
    #        class     name                 odds worth
    ItemKind("potion", "confusion",         8,   50),
    ItemKind("potion", "paralysis",         10,  50),
    ItemKind("potion", "poison",            8,   50),
    ItemKind("potion", "gain strength",     15,  150),
    ItemKind("potion", "see invisible",     2,   170),
    ItemKind("potion", "healing",           15,  130),
    ItemKind("potion", "monster detection", 6,   120, effect="sensing monsters"),
    ItemKind("potion", "magic detection",   6,   105),
    ItemKind("potion", "raise level",       2,   220),
    ItemKind("potion", "extra healing",     5,   180),
    ItemKind("potion", "haste self",        4,   200),
    ItemKind("potion", "restore strength",  14,  120),
    ItemKind("potion", "blindness",         4,   50),
    ItemKind("potion", "thirst quenching",  1,   50),
)

SCROLLS: Final = (
    #        class     name                  odds worth
    ItemKind("scroll", "monster confusion",  8,   170),
    ItemKind("scroll", "magic mapping",      5,   180, effect="mapping without traps"),
    ItemKind("scroll", "light",              10,  100),
    ItemKind("scroll", "hold monster",       2,   200, effect="hold all near"),
    ItemKind("scroll", "sleep",              5,   50),
    ItemKind("scroll", "enchant armor",      8,   130),
    ItemKind("scroll", "identify",           21,  100),
    ItemKind("scroll", "scare monster",      4,   180),
    ItemKind("scroll", "gold detection",     4,   110),
    ItemKind("scroll", "teleportation",      7,   175),
    ItemKind("scroll", "enchant weapon",     10,  150),
    ItemKind("scroll", "create monster",     5,   75),
    ItemKind("scroll", "remove curse",       8,   105),
    ItemKind("scroll", "aggravate monsters", 1,   60),
    ItemKind("scroll", "blank paper",        1,   50),
    ItemKind("scroll", "genocide",           1,   200),
)
"""The scrolls of 3.6 (V36-16)."""

RINGS: Final = (
    #    name                 odds worth food
    ring("protection",         9,   200,  (0, 1, 1), valued=True),
    ring("add strength",       9,   200,  (0, 1, 1), valued=True),
    ring("sustain strength",   5,   180,  (1, 1, 1)),
    ring("searching",          10,  200,  (1, 33, 100)),
    ring("see invisible",      10,  175,  (0, 1, 1)),
    ring("adornment",          1,   100,  (0, 1, 1)),
    ring("aggravate monster",  11,  100,  (0, 1, 1), cursed=True),
    ring("dexterity",          8,   220,  (0, 1, 1), valued=True),
    ring("increase damage",    8,   220,  (0, 1, 1), valued=True),
    ring("regeneration",       4,   260,  (2, 1, 1)),
    ring("slow digestion",     9,   240,  (-1, 50, 100)),
    ring("teleportation",      9,   100,  (0, 1, 1), cursed=True),
    ring("stealth",            7,   100,  (0, 1, 1)),
)
"""The rings of 3.6 (V36-14), without maintain armor."""

STICKS: Final = (
    #     name             odds worth charges
    stick("light",         12,  120, (10, 19)),
    stick("striking",      9,   115, wield=(1, 8)),
    stick("lightning",     3,   200),
    stick("fire",          3,   200),
    stick("cold",          3,   200),
    stick("polymorph",     15,  210),
    stick("magic missile", 10,  170),
    stick("haste monster", 9,   50),
    stick("slow monster",  11,  220),
    stick("drain life",    9,   210, effect="drain around"),
    stick("nothing",       1,   70),
    stick("teleport away", 5,   140),
    stick("teleport to",   5,   60),
    stick("cancellation",  5,   130),
)

WEAPONS: Final = (
    #      name              odds worth wield    thrown   launcher     count
    weapon("mace",             1, 8,    (2, 4),  (1, 3)),
    weapon("long sword",       1, 15,   (1, 10), (1, 2)),
    weapon("short bow",        1, 75,   (1, 1),  (1, 1)),
    weapon("arrow",            1, 1,    (1, 1),  (1, 6), "short bow", (8, 15), missile=True),
    weapon("dagger",           1, 2,    (1, 6),  (1, 4), missile=True),
    weapon("rock",             1, 1,    (1, 2),  (1, 4), "sling", (8, 15), missile=True),
    weapon("two handed sword", 1, 30,   (3, 6),  (1, 2)),
    weapon("sling",            1, 1,    (0, 0),  (0, 0)),
    weapon("dart",             1, 1,    (1, 1),  (1, 3), count=(8, 15), missile=True),
    weapon("crossbow",         1, 15,   (1, 1),  (1, 1)),
    weapon("crossbow bolt",    1, 1,    (1, 2),  (1, 10), "crossbow", (8, 15), missile=True),
    weapon("spear",            1, 2,    (1, 8),  (1, 6), missile=True),
)
"""All weapons are equally likely."""

ARMORS: Final = (
    #     name                    odds worth class
    armor("leather armor",         20,  5,    8),
    armor("ring mail",             15,  30,   7),
    armor("studded leather armor", 15,  15,   7),
    armor("scale mail",            13,  3,    6),
    armor("chain mail",            12,  75,   5),
    armor("splint mail",           10,  80,   4),
    armor("banded mail",           10,  90,   4),
    armor("plate mail",            5,   400,  3),
)
"""Leather armor rusts too (V36-12)."""
# fmt: on

TRAPS_36: Final = tuple(TRAPS_52[number] for number in (0, 3, 2, 1, 4, 5))

KEYS_36: Final = Keymap(
    without=KEYS_52.without + ".D^",
    other=(*KEYS_52.other, (" ", "."), ("z", ZAP_ASTRAY), ("p", "z"), ("\0", "Q")),
    costly="voc",
    bell_cancels=True,
    count_max=KEYS_52.count_max,
    repeats_items=False,
)
"""The keys of 3.6 (V36-20)."""

# fmt: off
STOPPED: Final = (
    # fights
    "You hit", "{who} hit", "You have defeated {who}", "Defeated it", "{who} appears confused",
    "You can move again", "You are transfixed by the gaze of the floating eye", "You suddenly feel weaker",
    "{who}'s gaze has confused you",
    # potions
    "You feel very sick now", "You begin to feel better", "You begin to feel much better",
    "You have a strange feeling for a moment, then it passes", "This potion tastes like {fruit} juice",
    "You feel yourself moving much faster", "You faint from exhaustion", "You feel yourself slowing down",
    "Hey, this tastes great.  It make you feel warm all over", "A cloak of darkness falls around you",
    "You can't move", "This potion tastes extremely dull",
    # scrolls
    "As you read the scroll, it vanishes", "Oh, now this scroll has a map on it", "You fall asleep",
    "You hear maniacal laughter in the distance", "Your {weapon} glows blue for a moment",
    "You feel a strange sense of loss", "You hear a faint cry of anguish in the distance",
    "You feel as if somebody is watching over you", "You hear a high pitched humming noise",
    "This scroll seems to be blank",
    # sticks
    "Nothing happens", "The room is lit by a shimmering blue light", "You are too weak to use it",
    # gear
    "You can't wear that", "That's already in use", "In use", "You can't.  It appears to be cursed",
    # traps
    "An arrow shoots past you", "A small dart whizzes by your ear and vanishes",
    "You found {trap} trap", "You found a trapdoor", "You found a beartrap", "A trapdoor", "A beartrap",
    "A sleeping gas trap", "An arrow trap", "A teleport trap", "A dart trap",
    # food, pack
    "Ugh, you would get ill if you ate that", "You found {n} gold pieces", "{n} gold pieces",
    "The scroll turns to dust as you pick it up", "You are empty handed", "Empty handed",
    "You aren't carrying anything",
    # stairs, keys
    "I see no way down", "I see no way up", "You feel a wrenching sensation in your gut",
    "Illegal command '{key}'",
)
"""Messages that end in a full stop only in 3.6."""

PHRASES: Final[Pairs] = (
    *((said, shown) for said, shown in SHARED if said != "A poison dart trap"),
    *((said, said + ".") for said in STOPPED),
    ("A poison dart trap", "A dart trap."),
    ("The {weapon} hits it", "The {weapon} hits the it"),
    ("The {weapon} misses it", "The {weapon} misses the it"),
    ("Defeated the {monster}", "Defeated {monster}."),
    ("You feel a pull downward", "You begin to feel a pull downward"),
    ("There will be no more {monster}s", ""),
    ("No more {monster}s", ""),
    ("The flame bounces", "The bolt bounces"),
    ("The ice bounces", "The bolt bounces"),
    ("Bolt misses", "bolt misses"),
    ("Flame misses", "flame misses"),
    ("Ice misses", "ice misses"),
    ("You are now wearing {item} (on {hand} hand) ({letter})", ""),
    ("{item} (on {hand} hand) ({letter})", ""),
    ("Was wearing {item}({letter})", "Was wearing {item}"),
    ("You are now wearing {plus} {armor}", "You are now wearing {armor}."),
    ("Wearing {plus} {armor}", "Wearing {armor}."),
    ("You are now wielding {item} ({letter})", "You are now wielding {item}"),
    ("Wielding {item} ({letter})", "Wielding {item}"),
    ("The {weapon} vanishes as it hits the ground", "Your {weapon} vanishes as it hits the ground."),
    ("An arrow killed you", "The arrow killed you."),
    ("A poisoned dart killed you", "The dart killed you."),
    ("You now have {item} ({letter})", "You now have {item} ({letter})"),
    ("{item} ({letter})", "{item}. ({letter})"),
    ("There's no room in your pack", "You can't carry anything else."),
    ("No room", "You can't carry anything else."),
    ("Your way is magically blocked", "I see no way up."),
    ("You don't have anything in your pack to identify", ""),
    ("'%': a staircase", "'%' : passage leading down"),
    ("',': the Amulet of Yendor", "',' : The Amulet of Yendor"),
    ("'{key}': {meaning}", "'{key}' : {meaning}"),
    ("Left or right ring? ", "Left or Right ring? "),
)
# fmt: on

WORDS_36: Final = WORDS_52.replace(
    phrases=Translation(PHRASES),
    best_strength=False,
    hunger=("", "Hungry", "Weak", "Fainting"),
    hunger_blanks=False,
    list_stop=".",
    armor_figure=None,
    short_pluses=True,
    an_anywhere=False,
    thing_hits="You hit the {monster}.",
    thing_misses="You missed the {monster}.",
    thing_lost="{item} vanishes as it hits the ground.",
    no_foes_sensed="You have a strange feeling for a moment, then it passes",
    terse_capital=False,
    identify_insists=False,
    help_capital=False,
    quit_screen=False,
    gold_pieces="Gold Peices",
    score_title="Top Ten Adventurers:",
)

ROGUE_36: Final = ROGUE_52.replace(
    edition="3.6",
    version="Rogue version 3.6.5",
    monsters=ROGUE_52.monsters | {kind.letter: kind for kind in MONSTERS},
    order="KJBSHEAOZGLCRQNYTWFIXUMVDP",
    wanderers="KJBSH AOZG CRQ Y W IXU V  ",
    class_odds=CLASS_ODDS,
    foods=FOODS,
    potions=POTIONS,
    scrolls=SCROLLS,
    weapons=WEAPONS,
    armors=ARMORS,
    rings=RINGS,
    sticks=STICKS,
    traps=TRAPS_36,
    colors=COLORS_36,
    stones=STONES_36,
    woods=WOODS_36,
    metals=METALS_36,
    longest_title=None,
    words=WORDS_36,
    keys=KEYS_36,
    times=replace(
        ROGUE_52.times,
        confusion=(20, 20),
        see_invisible=(850, 850),
        blindness=(850, 850),
        wander=(70, 70),
        food=(1300, 1300),
    ),
    digging=replace(
        ROGUE_52.digging,
        treasure_one_in=0,  # V36-1
        treasure_foe_tries=10,  # unused
        start="apparent floor",  # V36-3
    ),
    bestiary=replace(
        ROGUE_52.bestiary,
        grows=False,  # V36-5
        hoards_in_rooms=True,  # V36-24
        wakes=(66, 100),  # V36-9
    ),
    looking=replace(
        ROGUE_52.looking,
        trap=(51, 100),
        disguises_fool=False,  # V36-33
    ),
    fighting=replace(
        ROGUE_52.fighting,
        off_guard=0,  # V36-6
        thrown="never by hand",
        protection_adds=False,
        protection_saves=False,
        regrows_pct=33,  # V36-7
        regrows_beyond=True,
        gaze_always=True,  # V36-29
        steals_of_stacks=True,  # V36-35
        dart_save=False,
        starved_gaze=100,
    ),
    chasing=replace(
        ROGUE_52.chasing,
        fetches=False,  # V36-10
        greedy_always_wake=False,  # V36-8
        greedy_mean_wake=False,  # without treasure rooms
        greedy_give_up=False,  # V36-25
        door_is_inside=False,  # V36-26
        blind_look=True,  # V36-27
        passages_are_rooms=False,  # V36-22
        rethinks=False,
        ties="first",
        stagger="legal step",  # V36-11
        rooted_reach=False,  # V36-38
        stumbling_costs=True,  # V36-28
    ),
    hunger=replace(
        ROGUE_52.hunger,
        faints=(21, 100),
        starves=False,  # V36-13
    ),
    strength=EXCEPTIONAL,  # V36-4
    magic=replace(
        ROGUE_52.magic,
        confusion_prolongs=True,  # V36-36
        teleport_frees=False,  # V36-37
        most_extra_healing=1,  # V36-15
        enchant_hit=(49, 100),  # V36-16
        enchants_anything=True,
        striking_hit=3,  # V36-17
        missile_by_weapon=False,  # V36-30
        striking_drains=False,  # V36-31
        cancellation_wakes=False,  # V36-32
        polymorph_keeps=False,
        polymorph_revives=False,  # has no effect without polymorph_keeps
        beams_free=True,  # V36-38
        striking_unmasks=False,  # has no effect with V36-33
        bolts="once bounced",  # V36-18
    ),
    pack=replace(
        ROGUE_52.pack,
        falls_anywhere=False,  # V36-23
        worth="by plus",  # V36-21
    ),
)
"""Rogue 3.6, as corrected in 3.6.5."""
