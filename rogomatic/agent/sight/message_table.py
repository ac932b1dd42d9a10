"""The sentences of Rogue as patterns, one row for each kind of fact."""

from __future__ import annotations

from typing import Final

JOIN: Final = ".  "
"""Separator of two sentences in one line."""

Row = tuple[str, tuple[str, ...]]
"""Kind of fact, with the patterns of its sentences.

A word in braces is a hole, which matches a text that varies: {who} a monster, "it", or "something"; {Who} the
same with an article, at the beginning of a sentence; {item} any text; {pack} "a) thing"; {got} "thing (a)";
{ring} a ring with its hand; {band} a ring; {n} a number; {color} a color; {missile} a thrown item or a bolt;
{bolt} a bolt; {trap} a trap; {key} a key; {any} anything.  Case does not matter.  A full stop at the end is
optional.  If several patterns fit, the one with the most letters outside its holes is used.  If these are
equally many, a pattern without holes is used, or else the first pattern.
"""

COMBAT: Final[tuple[Row, ...]] = (
    ("you-hit", (
        "You scored an excellent hit on {who}", "You hit {who}", "You have injured {who}",
        "You swing and hit {who}", "You hit",
    )),
    ("you-miss", (
        "You miss {who}", "You swing and miss {who}", "You barely miss {who}",
        "You don't hit {who}", "You miss",
    )),
    ("monster-hits", (
        "{Who} scored an excellent hit on you", "{Who} hit you", "{Who} has injured you",
        "{Who} swings and hits you", "{Who} hit",
    )),
    ("monster-misses", (
        "{Who} misses you", "{Who} swings and misses you", "{Who} barely misses you",
        "{Who} doesn't hit you", "{Who} misses",
    )),
    ("missile-hits", ("The {missile} hits {who}",)),
    ("missile-misses", ("The {missile} misses {who}",)),
    ("other-missile-misses", ("You missed {who}",)),
    ("defeated", ("You have defeated {who}", "Defeated {who}")),
    ("level-up", ("Welcome to level {n}",)),
    ("hands-stop-glowing", ("Your hands stop glowing {color}",)),
    ("appears-confused", ("{Who} appears confused",)),
    ("mimic-shown", (
        "Wait!  That's a {who}!", "Wait! That's a {who}!", "Heavy!  That's a nasty critter!",
    )),
    ("held", ("You are being held",)),
    ("hands-free", ("You can move again",)),
    ("armor-rusts", ("Your armor appears to be weaker now. Oh my!", "Your armor weakens")),
    ("rust-no-effect", ("The rust vanishes instantly",)),
    ("frozen", ("You are frozen by {who}", "You are frozen")),
    ("transfixed", ("You are transfixed by the gaze of {who}", "You are transfixed")),
    ("poison-bite", (
        "You feel a bite in your leg and now feel weaker", "A bite has weakened you",
        "You feel a sting in your arm and now feel weaker", "A sting has weakened you",
    )),
    ("poison-bite-resisted", (
        "A bite momentarily weakens you", "Bite has no effect", "A sting momentarily weakens you",
        "Sting has no effect",
    )),
    ("drained", ("You suddenly feel weaker",)),
    ("gold-stolen", ("Your purse feels lighter",)),
    ("item-stolen", ("She stole {item}!",)),
    ("gaze-confuses", (
        "{Who}'s gaze has confused you", "Its gaze has confused you",
        "Something's gaze has confused you",
    )),
)  # fmt: skip

MINDS: Final[tuple[Row, ...]] = (
    ("shot-hits", ("{Who} hits you with {any}",)),
    ("shot-misses", ("{Who} misses you with {any}",)),
    ("wailed", ("{Who} wails, and your blood runs cold",)),
    ("wail-withstood", ("{Who} wails, but you pay no heed", "{Who} wails")),
    ("burbled", ("{Who} burbles, and your head spins",)),
    ("burble-withstood", ("{Who} burbles, but you keep your head", "{Who} burbles")),
    ("act-holds", ("{Who} glares, and you cannot move", "{Who} sings, and you stand spellbound")),
    ("act-works", (
        "{Who} reaches for your blood, and drinks", "{Who} spits, and you feel weaker",
        "{Who} sprays you, and your armor drips",
    )),
    ("act-withstood", (
        "{Who} glares, but you look away", "{Who} sings, but you stop your ears",
        "{Who} reaches for your blood, but you break free", "{Who} spits, but it does no harm",
        "{Who} sprays you, but misses your armor",
        "{Who} glares", "{Who} sings", "{Who} reaches for your blood", "{Who} spits", "{Who} sprays you",
    )),
    ("monster-mends", ("{Who} mends its wounds",)),
    ("monster-gathers", ("{Who} gathers its strength",)),
    ("monster-leaps", ("{Who} leaps at you", "{Who} leaps out of nowhere")),
    ("monster-vanished", ("{Who} is gone in a blink", "{Who} turns to mist")),
    ("monster-flees", ("{Who} turns tail",)),
    ("monster-at-bay", ("{Who} turns at bay",)),
    ("monster-calls", ("{Who} calls its kind", "{Who} finds your trail")),
    ("call-heard", (
        "You hear a screech", "You hear a war cry", "You hear a whinny", "You hear a howl",
        "You hear a call",
    )),
    ("monster-gives-up", ("{Who} loses interest in you",)),
    ("ambushed", ("{Who} was lying in wait",)),
    ("monster-stumbles", ("{Who} stumbles",)),
)  # fmt: skip

POTIONS: Final[tuple[Row, ...]] = (
    ("confusion", ("Wait, what's going on here. Huh? What? Who?", "What a tripy feeling!")),
    ("confusion-ends", ("You feel less confused now", "You feel less trippy now")),
    ("hallucination", ("Oh, wow!  Everything seems so cosmic!",)),
    ("hallucination-ends", ("Everything looks SO boring now",)),
    ("poison", ("You feel very sick now",)),
    ("poison-resisted", ("You feel momentarily sick",)),
    ("healing", ("You begin to feel better",)),
    ("extra-healing", ("You begin to feel much better",)),
    ("gain-strength", ("You feel stronger, now.  What bulging muscles!",)),
    ("monster-detection", ("You begin to sense the presence of monsters",)),
    ("magic-detection", ("You sense the presence of magic on this level",)),
    # potions of monster and of magic detection, when there is nothing to detect
    ("strange-feeling", (
        "You have a strange feeling for a moment, then it passes",
        "You have a normal feeling for a moment, then it passes",
        "You have a strange feeling for a moment",
    )),
    ("see-invisible", ("This potion tastes like {any} juice",)),
    ("raise-level", ("You suddenly feel much more skillful",)),
    ("haste-self", ("You feel yourself moving much faster",)),
    ("haste-twice", ("You faint from exhaustion",)),
    ("haste-ends", ("You feel yourself slowing down",)),
    ("restore-strength", (
        "Hey, this tastes great.  It make you feel warm all over",
        "Hey, this tastes great.  It makes you feel warm all over",
    )),
    ("blindness", (
        "A cloak of darkness falls around you", "Oh, bummer!  Everything is dark!  Help!",
    )),
    ("blindness-ends", ("The veil of darkness lifts", "Far out!  Everything is all cosmic again")),
    ("levitation", ("You start to float in the air", "Oh, wow!  You're floating in the air!")),
    ("levitation-ends", ("You float gently to the ground", "Bummer!  You've hit the ground")),
    ("paralysis", ("You can't move",)),
    ("thirst-quenching", ("This potion tastes extremely dull",)),
    ("unknown-potion", ("What an odd tasting potion!",)),
    ("not-drinkable", ("Yuk! Why would you want to drink that?", "That's undrinkable")),
)  # fmt: skip

SCROLLS: Final[tuple[Row, ...]] = (
    ("scroll-vanishes", ("As you read the scroll, it vanishes",)),
    ("monster-confusion", ("Your hands begin to glow {color}",)),
    ("magic-mapping", ("Oh, now this scroll has a map on it",)),
    ("hold-monster-one", ("The monster freezes",)),
    ("hold-monster-many", ("The monsters around you freeze",)),
    # hold monster with none near, enchant weapon with none in hand, protect armor with none on
    ("sense-of-loss", ("You feel a strange sense of loss",)),
    ("sleep", ("You fall asleep",)),
    ("enchant-armor", ("Your armor glows {color} for a moment",)),
    ("identify", ("This scroll is an {item} scroll",)),
    ("identify-insist", ("You must identify something",)),
    ("identify-wrong-type", ("You must identify a {item}",)),
    ("identify-nothing", ("You don't have anything in your pack to identify",)),
    ("scare-monster", ("You hear maniacal laughter in the distance",)),
    ("food-detection", ("Your nose tingles and you smell food",)),
    ("food-detection-none", ("Your nose tingles",)),
    ("gold-detection", ("You begin to feel greedy and you sense gold",)),
    ("gold-detection-none", ("You feel a pull downward", "You begin to feel a pull downward")),
    ("enchant-weapon", ("Your {item} glows {color} for a moment",)),
    ("create-monster-none", ("You hear a faint cry of anguish in the distance",)),
    ("remove-curse", (
        "You feel as if somebody is watching over you",
        "You feel in touch with the Universal Onenes",
        "You feel in touch with the Universal Oneness",
    )),
    ("aggravate-monsters", ("You hear a high pitched humming noise",)),
    ("protect-armor", ("Your armor is covered by a shimmering {color} shield",)),
    # scroll of light in 3.6, wand of light everywhere
    ("light-room", ("The room is lit by a shimmering {color} light", "The room is lit")),
    ("light-corridor", ("The corridor glows and then fades",)),
    ("blank-paper", ("This scroll seems to be blank",)),
    ("genocide", ("You have been granted the boon of genocide",)),
    ("genocide-bad-letter", ("Please specifiy a letter between 'A' and 'Z'",)),
    ("genocide-done", ("There will be no more {who}", "No more {who}")),
    ("unknown-scroll", ("What a puzzling scroll!",)),
    ("not-readable", ("There is nothing on it to read", "Nothing to read")),
)  # fmt: skip

STICKS_AND_RINGS: Final[tuple[Row, ...]] = (
    ("not-zappable", ("You can't zap with that!",)),
    ("no-charges", ("Nothing happens",)),
    ("drain-too-weak", ("You are too weak to use it",)),
    ("drain-nothing-near", ("You have a tingling feeling",)),
    ("missile-vanishes", (
        "The missile vanishes with a puff of smoke", "Missile vanishes",
        "The missle vanishes with a puff of smoke", "Missle vanishes",
    )),
    ("bolt-bounces", ("The {bolt} bounces",)),
    ("dragon-flame-bounces", ("The flame bounces off {who}", "The flame bouncesoff {who}")),
    ("bolt-misses-monster", ("The {bolt} whizzes past {who}", "{bolt} misses")),
    ("bolt-hits-you", ("You are hit by the {bolt}", "The {bolt} hits")),
    ("bolt-misses-you", ("The {bolt} whizzes by you",)),
    ("nothing-stick", ("What a bizarre schtick!",)),
    ("not-a-ring", ("It would be difficult to wrap that around a finger", "Not a ring")),
    ("two-rings-on", ("You already have a ring on each hand", "Wearing two")),
    ("ring-on", ("You are now wearing {got}", "{ring} ({key})")),
    ("ring-off", ("Was wearing {got}", "Was wearing {band}")),
    ("no-rings", ("You aren't wearing any rings", "No rings")),
    ("no-such-ring", ("Not wearing such a ring",)),
    ("which-hand-bad", ("Please type L or R", "L or R")),
)  # fmt: skip

GEAR: Final[tuple[Row, ...]] = (
    ("armor-on", ("You are now wearing {item}", "Wearing {item}")),
    ("armor-already", (
        "You are already wearing some.  You'll have to take it off first",
        "You are already wearing some",
    )),
    ("not-wearable", ("You can't wear that",)),
    ("armor-off", (
        "You used to be wearing {pack}", "You used to be  wearing {pack}", "Was wearing {pack}",
    )),
    ("no-armor", ("You aren't wearing any armor", "Not wearing armor")),
    ("wielding", ("You are now wielding {item}", "Wielding {item}")),
    ("no-armor-as-weapon", ("You can't wield armor",)),
    ("in-use", ("That's already in use", "In use")),
    ("cursed", (
        "You can't.  It appears to be cursed", "You can't drop it.  It appears to be cursed",
        "It appears to be cursed", "You can't seem to get it off.  It is cursed", "Can't get it off",
        "You can't change weapons, the thing is cursed",
    )),
    ("missile-lost", (
        "The {item} vanishes as it hits the ground", "Your {item} vanishes as it hits the ground",
        "{item} vanishes as it hits the ground",
    )),
)  # fmt: skip

DUNGEON: Final[tuple[Row, ...]] = (
    ("trapdoor", ("You fell into a trap!",)),
    ("beartrap", ("You are caught in a bear trap",)),
    ("beartrap-stuck", ("You are still stuck in the bear trap",)),
    ("gas", ("A strange white mist envelops you and you fall asleep",)),
    ("arrow-hits", ("Oh no! An arrow shot you",)),
    ("arrow-kills", ("An arrow killed you", "The arrow killed you")),
    ("arrow-misses", ("An arrow shoots past you",)),
    ("dart-misses", ("A small dart whizzes by your ear and vanishes",)),
    ("dart-hits", ("A small dart just hit you in the shoulder",)),
    ("dart-kills", ("A poisoned dart killed you", "The dart killed you")),
    ("rust", ("A gush of water hits you on the head",)),
    ("mystery", (
        "You are suddenly in a parallel dimension", "The light in here suddenly seems {color}",
        "You feel a sting in the side of your neck",
        "Multi-colored lines swirl around you, then fade", "A {color} light flashes in your eyes",
        "A spike shoots past your ear!", "{color} sparks dance across your armor",
        "You suddenly feel very thirsty", "You feel time speed up suddenly",
        "Time now seems to be going slower", "You pack turns {color}!", "Your pack turns {color}!",
    )),
    ("secret-door", ("A secret door",)),
    ("trap-found", ("You found {trap}", "You found you found {trap}", "{trap}")),
    ("trap-asked", ("You have found {trap}",)),
    ("trap-asked-none", ("You have found no trap there", "No trap there")),
    ("no-way-down", ("I see no way down",)),
    ("no-way-up", ("I see no way up",)),
    ("way-up-blocked", ("Your way is magically blocked",)),
    ("went-up", ("You feel a wrenching sensation in your gut",)),
    ("levitating", (
        "You can't.  You're floating off the ground!", "You're floating off the ground!",
    )),
)  # fmt: skip

FOOD_AND_PACK: Final[tuple[Row, ...]] = (
    ("hungry", (
        "You are starting to get hungry", "Getting hungry", "You are getting the munchies",
        "Getting the munchies",
    )),
    ("weak", (
        "You are starting to feel weak", "You are so hungry, you are starting to feel weak",
        "You are weak from hunger",
        "The munchies are interfering with your motor capabilities",
        "The munchies are interfering with your motor capabilites",
    )),
    ("faint", (
        "You feel too weak from lack of food.  You faint", "You feel so weak from lack of food.  You faint",
        "You faint",
        "The munchies overpower your motor capabilities.  You freak out", "You freak out",
    )),
    ("eat-good", ("Yum, that tasted good", "Oh, wow, that tasted good")),
    ("eat-bad", ("Yuk, this food tastes awful", "Bummer, this food tastes awful")),
    ("eat-fruit", ("My, that was a yummy {item}",)),
    ("not-food", ("Ugh, you would get ill if you ate that", "That's Inedible!")),
    ("picked-up", ("You now have {got}", "You now have")),
    ("gold", ("You found {n} gold pieces", "{n} gold pieces")),
    ("gold-counterfeit", ("That gold must have been counterfeit",)),
    ("no-room", ("There's no room in your pack", "No room", "You can't carry anything else")),
    ("moved-onto", ("You moved onto {item}", "Moved onto {item}")),
    ("scare-scroll-dust", ("The scroll turns to dust as you pick it up",)),
    ("nothing-here", ("There is nothing here to pick up", "Nothing here")),
    ("dropped", ("Dropped {item}",)),
    ("drop-occupied", ("There is something there already",)),
    ("empty", ("You are empty handed", "Empty handed")),
    ("nothing-appropriate", ("You don't have anything appropriate", "Nothing appropriate")),
    ("carrying-nothing", ("You aren't carrying anything",)),
    ("ran-out", ("You ran out",)),
    ("bad-letter", (
        "'{key}' is not a valid item", "That's not a valid item",
        "Please specify a letter between 'a' and '{key}'",
    )),
    ("single-item-missing", ("'{key}' not in pack", "Range is 'a' to '{key}'")),
    ("current-thing", ("You are wielding ({pack}", "You are wearing ({pack}")),
    ("current-nothing", (
        "You are {item} nothing", "Wielding nothing", "Wearing nothing",
        "You are wearing nothing on {any} hand", "Wearing nothing (L)", "Wearing nothing (R)",
    )),
)  # fmt: skip

COMMANDS: Final[tuple[Row, ...]] = (
    ("illegal", ("Illegal command '{key}'",)),
    ("no-monster-there", ("I see no monster there", "No monster there")),
    ("nothing-to-repeat", ("You haven't typed a command yet",)),
    ("call-was", ('Was called "{item}"', 'Called "{item}"', 'Was called ""', 'Called ""')),
    ("call-refused", ("You can't call that anything",)),
    ("call-known", ("That has already been identified",)),
    ("identify-answer", ("'{key}': {who}", "'{key}' : {who}")),
    ("help-unknown", ("Unknown character '{key}'",)),
    ("discovered-bad", (
        "Please type one of !?=/ (ESCAPE to quit)", "Please type one of !?=/M (ESCAPE to quit)", "Not a type",
    )),
    ("discovered-none", (
        "Haven't discovered anything about any {item}", "Nothing about any {item}",
    )),
    ("save-yes-no", ("Please answer Y or N",)),
    ("save-file-name", ("File name: {item}",)),
    ("hello", (
        "Hello {any}, just a moment while I dig the dungeon #{n}...",
        "Hello {any}, just a moment while I dig the dungeon...",
        "Hello {any}, welcome to dungeon #{n}",
    )),
    ("prompt", (
        "{any} what? (* for list):{any}", "Which object do you want to {any}? (* for list):{any}",
        "What do you want to call it?{any}", "Call it:{any}", "Which direction?{any}",
        "Direction:{any}", "Left hand or right hand?{any}", "Left or right ring?{any}",
        "What do you want identified?{any}", "Character you want help for (* for all):{any}",
        "What type? (* for all){any}",
        "For what type of object do you want a list? (* for all){any}", "Really quit?{any}",
        "Save file ({any})?{any}", "File exists.  Do you wish to overwrite it?{any}", "File name:",
        "Which item do you wish to inventory:{any}", "Item:{any}", "Which monster{any}?{any}",
        "Wizard's password:{any}",
    )),
    ("version", (
        "Rogue version {item} release {any} dungeon {n} (chongo was here)",
        "Rogue version {item} release {any}", "Rogue version {item} (mctesq was here)",
        "Version {item} (mctesq was here)", "rogue-clone: Version {item}. (Tim Stoehr was here){any}",
        "Version {item}", "Rogue version {item}", "{any} version {item}", "Rogue {item}",
    )),
    ("variant", ("{item} {any}, like Rogue {any}",)),
)  # fmt: skip

TABLE: Final[tuple[Row, ...]] = (
    COMBAT + MINDS + POTIONS + SCROLLS + STICKS_AND_RINGS + GEAR + DUNGEON + FOOD_AND_PACK + COMMANDS
)

HARMLESS: Final = frozenset(
    {
        "hello", "prompt", "illegal", "unknown-potion", "unknown-scroll", "nothing-to-repeat",
        "no-monster-there", "help-unknown", "help-line", "discovered-bad", "save-yes-no",
        "save-file-name", "which-hand-bad", "mystery", "genocide-bad-letter", "eat-bad", "eat-good",
        "eat-fruit", "call-was", "current-nothing",
    }
)  # fmt: skip
