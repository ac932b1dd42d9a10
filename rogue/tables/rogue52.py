"""Edition 5.2, defined by its differences from 5.4."""

from dataclasses import replace
from typing import Final

from rogue.tables.glyphs import AMULET, ARMOR, GOLD, POTION, RING, SCROLL, STAIRS, STICK, WEAPON
from rogue.tables.items import SYLLABLES_52, ItemClass, ItemKind, stick, weapon
from rogue.tables.messages import WORDS_54, Pairs, Translation
from rogue.tables.monsters import INVISIBLE, MEAN
from rogue.tables.monsters import MonsterKind as K
from rogue.tables.ruleset import ROGUE_54, TRAPS
from rogue.tables.variant_rules import CAREFUL, Keymap

# fmt: off
MONSTERS: Final = (
    #  letter name             carry traits     exp   lvl ac  attacks, the rest by name
    K("A", "giant ant",         0,   MEAN,      9,    2,  3,  ((1, 6),), on_hit="weaken"),
    K("B", "bat",               0,   0,         1,    1,  3,  ((1, 2),), erratic=2),
    K("C", "centaur",           15,  0,         15,   4,  4,  ((1, 6), (1, 6))),
    K("D", "dragon",            100, MEAN,      6800, 10, -1, ((1, 8), (1, 8), (3, 10)), breathes=True),
    K("E", "floating eye",      0,   0,         5,    1,  9,  ((0, 0),), on_hit="transfix", silent=True),
    K("F", "violet fungi",      0,   MEAN,      80,   8,  3,  ((0, 0),), on_hit="hold", rooted=True),
    K("G", "gnome",             10,  0,         7,    1,  5,  ((1, 6),)),
    K("I", "invisible stalker", 0,   INVISIBLE, 120,  8,  3,  ((4, 4),), erratic=5),
    K("J", "jackal",            0,   MEAN,      2,    1,  7,  ((1, 2),)),
    K("K", "kobold",            0,   MEAN,      1,    1,  7,  ((1, 4),)),
    K("M", "mimic",             30,  0,         100,  7,  7,  ((3, 4),), disguised=True),
    K("P", "purple worm",       70,  0,         4000, 15, 6,  ((2, 12), (2, 4))),
    K("Q", "quasit",            30,  MEAN,      32,   3,  2,  ((1, 2), (1, 2), (1, 4))),
    K("R", "rust monster",      0,   MEAN,      20,   5,  2,  ((0, 0), (0, 0)), on_hit="rust armor"),
    K("U", "umber hulk",        40,  MEAN,      200,  8,  2,  ((3, 4), (3, 4), (2, 5)), gaze=True),
    K("X", "xorn",              0,   MEAN,      190,  7,  -2, ((1, 3), (1, 3), (1, 3), (4, 6))),
)
"""Kinds that are missing or different in 5.4; the other letters are the same (V52-8, V52-12)."""

CLASS_ODDS: Final[tuple[tuple[ItemClass, int], ...]] = (
    ("potion", 27),
    ("scroll", 30),
    ("food", 17),
    ("weapon", 8),
    ("armor", 8),
    ("ring", 5),
    ("stick", 5),
)

POTIONS: Final = (
    #        class     name                 odds worth
    ItemKind("potion", "confusion",         8,   5),
    ItemKind("potion", "paralysis",         10,  5),
    ItemKind("potion", "poison",            8,   5),
    ItemKind("potion", "gain strength",     15,  150),
    ItemKind("potion", "see invisible",     2,   100),
    ItemKind("potion", "healing",           15,  130),
    ItemKind("potion", "monster detection", 6,   130, effect="new monster detection"),
    ItemKind("potion", "magic detection",   6,   105),
    ItemKind("potion", "raise level",       2,   250),
    ItemKind("potion", "extra healing",     5,   200),
    ItemKind("potion", "haste self",        4,   190),
    ItemKind("potion", "restore strength",  14,  130),
    ItemKind("potion", "blindness",         4,   5),
    ItemKind("potion", "thirst quenching",  1,   5),
)
"""The potions of 5.2 (V52-14); haste self costs a turn."""

SCROLLS: Final = (
    #        class     name                  odds worth
    ItemKind("scroll", "monster confusion",  8,   140),
    ItemKind("scroll", "magic mapping",      5,   150, effect="mapping without traps"),
    ItemKind("scroll", "hold monster",       3,   180, effect="hold all near"),
    ItemKind("scroll", "sleep",              5,   5),
    ItemKind("scroll", "enchant armor",      8,   160),
    ItemKind("scroll", "identify",           27,  100),
    ItemKind("scroll", "scare monster",      4,   200),
    ItemKind("scroll", "gold detection",     4,   50),
    ItemKind("scroll", "teleportation",      7,   165),
    ItemKind("scroll", "enchant weapon",     10,  150),
    ItemKind("scroll", "create monster",     5,   75),
    ItemKind("scroll", "remove curse",       8,   105),
    ItemKind("scroll", "aggravate monsters", 4,   20),
    ItemKind("scroll", "blank paper",        1,   5),
    ItemKind("scroll", "genocide",           1,   300),
)
"""The scrolls of 5.2 (V52-15)."""

STICKS: Final = (
    #     name             odds worth charges
    stick("light",         12,  250, (10, 19)),
    stick("striking",      9,   75,  wield=(1, 8)),
    stick("lightning",     3,   330),
    stick("fire",          3,   330),
    stick("cold",          3,   330),
    stick("polymorph",     15,  310),
    stick("magic missile", 10,  170),
    stick("haste monster", 9,   5),
    stick("slow monster",  11,  350),
    stick("drain life",    9,   300),
    stick("nothing",       1,   5),
    stick("teleport away", 5,   340),
    stick("teleport to",   5,   50),
    stick("cancellation",  5,   280),
)
"""The sticks of 5.2 (V52-16)."""

WEAPONS: Final = (
    #      name              odds worth wield   thrown  launcher     count
    weapon("mace",            10,  8,    (2, 4), (1, 3)),
    weapon("long sword",      10,  15,   (3, 4), (1, 2)),
    weapon("short bow",       10,  15,   (1, 1), (1, 1)),
    weapon("arrow",           10,  1,    (1, 1), (2, 3), "short bow", (8, 15), missile=True),
    weapon("dagger",          10,  2,    (1, 6), (1, 4), missile=True),
    weapon("two handed sword", 10,  75,   (4, 4), (1, 2)),
    weapon("dart",            10,  1,    (1, 1), (1, 3), count=(8, 15), missile=True),
    weapon("crossbow",        10,  30,   (1, 1), (1, 1)),
    weapon("crossbow bolt",   10,  1,    (1, 2), (2, 5), "crossbow", (8, 15), missile=True),
    weapon("spear",           10,  5,    (2, 3), (1, 6), missile=True),
)
"""The weapons of 5.2 (V52-18)."""

THRESHOLDS: Final = (
    10, 20, 40, 80, 160, 320, 640, 1280, 2560, 5120, 10240, 20480, 40920, 81920, 163840, 327680, 655360,
    1310720, 2621440,
)

DISGUISES: Final = (GOLD, POTION, SCROLL, STAIRS, WEAPON, ARMOR, RING, STICK, AMULET)
"""Disguises of a mimic.  The last occurs only at the amulet's depth (V52-9)."""
# fmt: on

TRAPS_52: Final = tuple(
    kind._replace(title="a beartrap") if kind.name == "bear trap" else kind for kind in TRAPS[:6]
)
"""Without rust traps and mysterious traps (V52-4)."""

_CONTROL_RUNS: Final = "\x08\x0a\x0b\x19\x15\x02\x0e"

KEYS_52: Final = Keymap(
    without="mFa,)]=@\x10\x1a" + _CONTROL_RUNS,
    other=(("f", CAREFUL), ("\x0c", "\x12"), ("\x12", "\x10")),
    bell_cancels=True,
    count_max=32767,  # no limit is documented; this is that of a 16-bit counter
    repeats_items=False,  # because the letters shift
)
"""The keys of 5.2 (V52-21)."""

# fmt: off
STINGS: Final[Pairs] = (
    ("You feel a bite in your leg and now feel weaker", "You feel a sting in your arm and now feel weaker"),
    ("A bite has weakened you", "A sting has weakened you"),
    ("A bite momentarily weakens you", "A sting momentarily weakens you"),
    ("Bite has no effect", "Sting has no effect"),
)
"""Messages of the giant ant."""

UNSAID: Final[Pairs] = (
    ("A secret door", ""),
    ("You ran out", ""),
    ("You moved onto {item}", ""),
    ("Moved onto {item}", ""),
)
"""Messages that only later editions have."""

SHARED: Final[Pairs] = (
    *STINGS,
    *UNSAID,
    ("Wait!  That's a {monster}!", "Wait! That's a {monster}!"),
    ("Your armor glows silver for a moment", "Your armor glows faintly for a moment"),
    ("The missile vanishes with a puff of smoke", "The missle vanishes with a puff of smoke"),
    ("Missile vanishes", "Missle vanishes"),
    ("You used to be wearing {letter}) {item}", "You used to be  wearing {letter}) {item}"),
    ("A poison dart trap", "A dart trap"),
)
"""Messages that 3.6 shares."""

PHRASES: Final[Pairs] = (
    *SHARED,
    ("Defeated the {monster}", "Defeated {monster}"),
    ("The flame bounces off the dragon", "The flame bouncesoff the dragon"),
    ("There's no room in your pack", "You can't carry anything else"),
    ("No room", "You can't carry anything else"),
    ("You found {trap} trap", "You found you found {trap} trap"),
    ("You found a trapdoor", "You found you found a trapdoor"),
    ("You found a beartrap", "You found you found a beartrap"),
    ("You have found {trap}", "You found {trap}"),
    ("You have found no trap there", "No trap there"),
)
# fmt: on

WORDS_52: Final = WORDS_54.replace(
    phrases=Translation(PHRASES),
    more="--More--",
    foot="--Press space to continue--",
    row_limit=10_000,  # no limit
    joins_blows=False,
    rest_keeps_message=False,
    raw_armor=True,
    styles=False,
    plus_first=True,
    armor_figure="armor class",
    callable=("potion", "scroll", "ring", "stick"),
    old_name_always=True,
    asks_names=False,
    true_name_answer=False,
    unseen="it",
    unseen_when_blind=True,
    bolt_passes="The {bolt} whizzes past the {monster}",
    no_foes_sensed="You have a strange feeling for a moment",
    bad_letter="Please specify a letter between 'a' and '{last}'",
    pack_range=True,
    version="{version}. (mctesq was here)",
    prompt_stays=True,
    wear_asks_first=False,
    help_capital=True,
    escape_cuts_lists=False,
    hello="Hello {name}, just a moment while I dig the dungeon...",
    hello_seeded="Hello {name}, welcome to dungeon #{seed}",
    score_title="Top Ten Rogueists:",
    score_columns="Rank\tScore\tName",
    score_tabs=True,
    tells_amulet=False,
)

ROGUE_52: Final = ROGUE_54.replace(
    edition="5.2",
    version="Rogue version 5.2.3",
    monsters=ROGUE_54.monsters | {kind.letter: kind for kind in MONSTERS},
    order="KJBSHEAOZGLCRQNYTWFIXUMVPD",
    wanderers="KJBSH AOZG CRQ YTW IXU VP ",
    class_odds=CLASS_ODDS,
    potions=POTIONS,
    scrolls=SCROLLS,
    weapons=WEAPONS,
    sticks=STICKS,
    traps=TRAPS_52,  # V52-4
    thresholds=THRESHOLDS,
    pack_units=22,  # V52-19
    item_odds=35,  # V52-3
    syllables=SYLLABLES_52,
    title_words=(2, 5),
    words=WORDS_52,
    keys=KEYS_52,
    times=replace(
        ROGUE_54.times,
        confusion=(18, 21),  # V52-5: all ranges are wider
        potion_confusion=(0, 7),
        gaze_confusion=(0, 19),  # V52-12
        see_invisible=(765, 934),
        blindness=(765, 934),
        monster_detection=(18, 21),
        wander=(63, 76),
        food=(1170, 1429),
    ),
    digging=replace(
        ROGUE_54.digging,
        maze_one_in=0,  # V52-1
        secret_passages=False,
        treasure_tries=None,  # V52-3
        treasure_foe_tries=11,
        traps_apart=True,  # V52-2
        foes_on_floor=True,
        start="true floor",
    ),
    bestiary=replace(
        ROGUE_54.bestiary,
        hasted_below=None,  # V52-8
        loads_at_deepest=False,  # V52-10, V52-13
        disguises=DISGUISES,
    ),
    looking=replace(
        ROGUE_54.looking,
        corners_hide=False,  # V52-6
        one_network=True,
        blind_search=False,  # V52-7
        terse_hides_flight=False,
    ),
    fighting=replace(
        ROGUE_54.fighting,
        thrown="always",  # V52-17
        hold_hurts=0,  # V52-12
        life_die=5,
        steals_of_stacks=False,  # V52-27
        steals_groups=True,
    ),
    chasing=replace(
        ROGUE_54.chasing,
        rethinks=True,  # V52-11
        greedy_mean_wake=True,  # V52-26
        blind_disturb=False,  # V52-24
        blind_look=False,
        move_last=True,  # V52-25
        rooted_reach=True,  # V52-31
    ),
    hunger=replace(ROGUE_54.hunger, any_change_off_guard=False),  # V52-20
    magic=replace(
        ROGUE_54.magic,
        potions_prolong=False,  # V52-14
        beams_wake=True,  # V52-16
        beams_free=False,  # V52-28
        polymorph_revives=True,  # V52-29
        striking_unmasks=True,  # V52-30
        polymorph_known="changed",
    ),
    pack=replace(
        ROGUE_54.pack,
        letters_shift=True,  # V52-19
        group_adds_one=True,
    ),
)
"""Rogue 5.2, as corrected in 5.2.3."""
