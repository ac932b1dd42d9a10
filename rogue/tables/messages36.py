"""The words of Rogue 3.6: those of 5.2, with full stops here and there."""

from __future__ import annotations

from typing import Final

from rogue.tables.messages import Pairs, Translation
from rogue.tables.messages52 import SHARED, WORDS_52

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
"""Messages that end in a full stop here only."""

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
