"""The words of Rogue 5.2, as differences from 5.4."""

from __future__ import annotations

from typing import Final

from rogue.tables.messages import WORDS_54, Pairs, Translation

# fmt: off
STINGS: Final[Pairs] = (
    ("You feel a bite in your leg and now feel weaker", "You feel a sting in your arm and now feel weaker"),
    ("A bite has weakened you", "A sting has weakened you"),
    ("A bite momentarily weakens you", "A sting momentarily weakens you"),
    ("Bite has no effect", "Sting has no effect"),
)
"""The giant ant's."""

UNSAID: Final[Pairs] = (
    ("A secret door", ""),
    ("You ran out", ""),
    ("You moved onto {item}", ""),
    ("Moved onto {item}", ""),
)
"""What only later editions say."""

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
"""What 3.6 words so, too."""

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
    row_limit=10_000,  # none
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
