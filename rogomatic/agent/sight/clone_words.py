"""The messages of the BSD clone of Rogue, translated into the messages of Rogue 5.4."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from rogomatic.agent.editions import CLONE, NEWEST_EDITION
from rogomatic.agent.screen.vt100 import COLS, SIZE, Screen
from rogomatic.agent.sight.message_table import JOIN
from rogomatic.agent.sight.page_parser import GamePage

_LETTER: Final = re.compile(rb"[A-Z]")
_ROUND: Final = (-COLS - 1, -COLS, -COLS + 1, -1, 1, COLS - 1, COLS, COLS + 1)
_FLOOR: Final = ord(".")

# Known facts about the clone, in the form of a help page.  A meal adds to a third of the food left in the
# stomach, and an empty stomach kills at once.
CLONE_PAGE: Final = GamePage(
    "clone", "3", NEWEST_EDITION, begin=(1250, 1250), meal=(750, 1150), stomach=1800, hungry=300, weak=150,
    starves_at=0,
)  # fmt: skip

_BETWEEN: Final = "  "  # two sentences
_THROWN: Final = "arrow|dagger|dart|shuriken|mace|long sword|two-handed sword|short bow"

# Names of items in the clone -> in 5.4, where they differ.
_NAMES: Final = {
    "increase strength": "gain strength", "detect monster": "monster detection",
    "detect things": "magic detection", "confuse monster": "monster confusion",
    "aggravate monster": "aggravate monsters", "do nothing": "nothing",
}  # fmt: skip
_USES: Final = {
    "in hand": "(weapon in hand)", "being worn": "(being worn)", "on left hand": "(on left hand)",
    "on right hand": "(on right hand)",
}  # fmt: skip
_USE: Final = re.compile(rf" ?\b({'|'.join(_USES)})(?= *(?:\([a-z]\))?\.?$)")
_TITLED: Final = re.compile(r"\bentitled: +")
_OF: Final = re.compile(rf"\bof ({'|'.join(_NAMES)})\b")
_FIRE: Final = re.compile(r"^the fire ")  # a flame in 5.4
_HYPHENS: Final = (("two-handed sword", "two handed sword"), ("venus fly-trap", "venus flytrap"))

# Sentence of the clone -> of 5.4; the first complete match is used.
_SENTENCES: Final = tuple(
    (re.compile(pattern, re.IGNORECASE), known)
    for pattern, known in (
        (rf"the ({_THROWN})s? hit", r"The \1 hits it"),
        (rf"the ({_THROWN})s? misses", r"The \1 misses it"),
        (r"the (flame|ice) misses the (.+)", r"The \1 whizzes past the \2"),
        (r"the (flame|ice) hits", r"You are hit by the \1"),
        (r"the (flame|ice) misses", r"The \1 whizzes by you"),
        (r"the monster is frozen", "The monster freezes"),
        (r"the gaze of the (.+) has confused you", r"the \1's gaze has confused you"),
        (r"the .+'s bite has weakened you", "A bite has weakened you"),
        (r"you feel weaker", "You suddenly feel weaker"),
        (r"wait, that's an? (.+)!", r"Wait!  That's a \1!"),
        (r"you fell down a trap", "You fell into a trap!"),
        (r"you feel confused", "Wait, what's going on here. Huh? What? Who?"),
        (r"oh wow, everything seems so cosmic", "Oh, wow!  Everything seems so cosmic!"),
        (r"you feel stronger now, what bulging muscles!", "You feel stronger, now.  What bulging muscles!"),
        (
            r"this tastes great, you feel warm all over",
            "Hey, this tastes great.  It makes you feel warm all over",
        ),
        (r"hmm, this potion tastes like (.*)juice", r"This potion tastes like \1juice"),
        (r"you hear a maniacal laughter in the distance", "You hear maniacal laughter in the distance"),
        (r"your hands tingle", "You feel a strange sense of loss"),
        (r"your skin crawls", "You feel a strange sense of loss"),
        (r"your acne seems to have disappeared", "You feel a strange sense of loss"),
        (r"your hands glow (.*)for a moment", r"Your hands begin to glow \1"),
        (r"your (.+?) glows? (\S+) for a moment", r"Your \1 glows \2 for a moment"),
        (r"this is a scroll of identify", "This scroll is an identify scroll"),
        (r"this scroll seems to have a map on it", "Oh, now this scroll has a map on it"),
        (r"you feel as though someone is watching over you", "You feel as if somebody is watching over you"),
        (r"you can't read that", "Nothing to read"),
        (r"you can't drink that", "That's undrinkable"),
        (r"you can't eat that", "That's Inedible!"),
        (r"yuk, that food tasted awful", "Yuk, this food tastes awful"),
        (r"hungry", "Getting hungry"),
        (r"weak", "You are starting to feel weak"),
        (r"faint", "You faint"),
        (r"[a-z ]+ what\?|what would you like to identify\?|direction\?|call it:.*|file name\?", ""),
        (r"left or right hand\?|really quit\?|unknown character", ""),
        (r"was wearing (.+)", r"Was wearing a) \1"),
        (r"you're already wearing some|your already wearing some", "You are already wearing some"),
        (r"you can't wield (?:armor|rings)", "You can't wield armor"),
        (r"you can't, it appears to be cursed", "You can't.  It appears to be cursed"),
        (r"not wearing any(?: armor)?", "Not wearing armor"),
        (r"not wearing anything", "Wearing nothing"),
        (r"not wielding anything", "Wielding nothing"),
        (r"not wearing any rings", "No rings"),
        (r"wearing two rings already", "Wearing two"),
        (r"that's not a ring", "Not a ring"),
        (r"there's no ring on that hand", "Not wearing such a ring"),
        (r"that ring is already being worn", "In use"),
        (r"there's already a ring on that hand", "In use"),
        (r"removed (.+)", r"Was wearing \1"),
        (r"no such item(?:, try again)?", "That's not a valid item"),
        (r"pack too full", "No room"),
        (r"your pack is empty|you have nothing to drop", "You aren't carrying anything"),
        (r"there's already something there", "There is something there already"),
        (r"surely you already know what that's called", "That has already been identified"),
        (r"the trap failed", ""),
        (r"(\d+) pieces of gold", r"\1 gold pieces"),
        (r"trap door", "a trapdoor"),
        (r"((?:bear|teleport|poison dart|sleeping gas|rust) trap)", r"a \1"),
    )
)


def in_known_words(lines: Sequence[str]) -> list[str]:
    """Translate messages and pack lines of the clone into those of Rogue 5.4.

    >>> in_known_words(["you miss  the hobgoblin hit", "a scroll entitled: 'foo bar' (f)"])
    ['you miss.  the hobgoblin hit', "a scroll titled 'foo bar' (f)"]
    >>> in_known_words(["c) a +1,+1 mace in hand"])
    ['c) a +1,+1 mace (weapon in hand)']

    The clone (`rogue` of the BSDs and of Linux distributions, "Version III") is a rewrite of Rogue 5.3.  It
    has the same dungeon, keys, and items as Rogue 5.3, but its messages are worded differently.  They are in
    lower case, and two messages on one line are separated by two blanks, with no full stop.
    """
    lines = [line for line in lines if not line.startswith(_BETWEEN)]  # the top of a window
    return [JOIN.join(filter(None, map(_sentence, line.split(_BETWEEN)))) for line in lines]


def sensed_spots(screen: Screen, version: str) -> set[int]:
    """Return the spots of monsters that the hero has sensed but does not see.

    The cursor must be on the hero.  Rogue highlights such monsters, but the clone does not.  For the clone,
    every monster counts as sensed that is neither adjacent to the hero nor next to floor that is drawn, which
    is a sign of a lit room.
    """
    if version != CLONE:
        return screen.bright
    cells, hero = screen.cells, screen.spot
    letters = [found.start() for found in _LETTER.finditer(cells, COLS, SIZE - COLS)]
    far = [spot for spot in letters if spot - hero not in _ROUND]
    return {spot for spot in far if all(cells[spot + step] != _FLOOR for step in _ROUND)}


def _sentence(text: str) -> str:
    text = _FIRE.sub("the flame ", text.strip())
    for pattern, known in _SENTENCES:
        found = pattern.fullmatch(text.removesuffix("."))
        if found is not None:
            return _things(found.expand(known))
    return _things(text)


def _things(text: str) -> str:
    for theirs, ours in _HYPHENS:
        text = text.replace(theirs, ours)
    text = _TITLED.sub("titled ", text)
    text = _OF.sub(lambda found: f"of {_NAMES[found[1]]}", text)
    return _USE.sub(lambda found: f" {_USES[found[1]]}", text)
