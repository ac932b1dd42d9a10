"""The wording of an edition: translations of messages, formats of lines, texts of screens or prompts."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Any, Final

from rogue.tables.items import ItemClass

Pairs = tuple[tuple[str, str], ...]
"""Pairs of a text in edition 5.4 with its text in another edition; "" means that there is no message."""

_PLACE: Final = re.compile(r"\{(\w+)\}")
_SHAPES: Final = {"n": r"-?\d+", "plus": r"[+-]\d+", "letter": "[a-z]", "hand": "left|right"}
"""Placeholder name -> pattern that it matches; any other placeholder matches any text."""
_MAX_KNOWN: Final = 4096  # limit of the cache of translated messages
_HELLO: Final = "Hello {name}, just a moment while I dig the dungeon #{seed}..."


class Translation:
    """A table that translates whole messages of 5.4 to another edition.  Each row is a pair of texts.

    Pairs without a placeholder take precedence.  Among the other pairs that match, the pair with the most
    literal characters is used.

    >>> book = Translation((("You hit {who}", "You hit {who}."), ("Ouch", "")))
    >>> book.turned("You hit the bat"), book.turned("Ouch"), book.turned("You miss")
    ('You hit the bat.', '', 'You miss')
    """

    def __init__(self, pairs: Pairs = ()) -> None:
        self.pairs = pairs
        # Cached on first use; a cached property would not always be.
        self._fixed: dict[str, str] = {}
        self._open: list[tuple[re.Pattern[str], str]] = []
        self._known: dict[str, str] = {}

    def __repr__(self) -> str:
        return f"<{len(self.pairs)} phrases>"

    def turned(self, text: str) -> str:
        """Return a 5.4 message in this edition's words, or "" if this edition does not show the message."""
        if not self.pairs:
            return text
        turned = self._known.get(text)
        if turned is None:
            if len(self._known) >= _MAX_KNOWN:
                self._known.clear()
            turned = self._known[text] = self._turn(text)
        return turned

    def _turn(self, text: str) -> str:
        if not self._fixed and not self._open:
            self._sort()
        fixed = self._fixed.get(text)
        if fixed is not None:
            return fixed
        for pattern, shown in self._open:
            found = pattern.fullmatch(text)
            if found:
                return shown.format(**found.groupdict())
        return text

    def _sort(self) -> None:
        self._fixed = {said: shown for said, shown in self.pairs if not _PLACE.search(said)}
        wanted = [pair for pair in self.pairs if _PLACE.search(pair[0])]
        wanted.sort(key=lambda pair: -len(_PLACE.sub("", pair[0])))
        self._open = [(_pattern(said), shown) for said, shown in wanted]


def _pattern(said: str) -> re.Pattern[str]:
    parts = _PLACE.split(said)  # text, name, text, name, ..., text
    for at in range(1, len(parts), 2):
        parts[at] = f"(?P<{parts[at]}>{_SHAPES.get(parts[at], '.+')})"
    parts[::2] = map(re.escape, parts[::2])
    return re.compile("".join(parts))


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Wording:
    """The wording and layout of an edition.  The defaults are those of 5.4.

    Texts with braces are templates for `str.format`.
    """

    phrases: Translation

    # The message row and the windows (SCREEN.md 5).
    more: str = " --More--"  # after a message
    foot: str = " --More--"  # below a window
    row_limit: int = 70  # message parts that reach this many columns together are split (OPT-3)
    joins_blows: bool = True  # terse: the player's blow, the kill, and the reply form one message
    rest_keeps_message: bool = True  # resting does not erase the previous message

    # The status line (SCREEN.md 2).
    raw_armor: bool = False  # `Ac` with the armor class, not `Arm` with 10 minus the class
    best_strength: bool = True  # shown in parentheses after the present strength
    hunger: tuple[str, ...] = ("", "Hungry", "Weak", "Faint")
    hunger_blanks: bool = True  # shown even if no word follows

    # Items (SCREEN.md 7).
    list_stop: str = ""  # end of a list's line
    styles: bool = True  # lists follow option inven, else option step shows them line by line
    plus_first: bool = False  # a ring's bonus comes before its name
    armor_figure: str | None = "protection"  # label in the brackets after known armor; None: no brackets
    short_pluses: bool = False  # a weapon's damage bonus is omitted if 0
    an_anywhere: bool = True  # weapons and sticks also take `an` before a vowel
    callable: tuple[ItemClass, ...] = ("potion", "scroll", "ring", "stick", "weapon", "armor")
    old_name_always: bool = False  # naming an unnamed item first shows its look
    asks_names: bool = True  # after use the game asks for a name regardless of the options
    true_name_answer: bool = True  # a question mark at that prompt means the true name (VER-3)

    # Messages that depend on more than their words.
    unseen: str = "something"  # name of an unseen attacker, without option terse
    unseen_when_blind: bool = False  # only a blind player cannot name an attacker
    thing_hits: str = "You hit {who}"  # a thrown item other than a weapon
    thing_misses: str = "You missed {who}"
    bolt_passes: str = "The {bolt} whizzes past {who}"
    thing_lost: str = "The {noun} vanishes as it hits the ground"  # no weapon, no free square
    no_foes_sensed: str = "You have a strange feeling for a moment, then it passes"
    bad_letter: str = "'{key}' is not a valid item"
    pack_range: bool = False  # `I` shows the valid letters after a wrong one

    # Prompts and answers (SCREEN.md 6, 8, 10).
    terse_capital: bool = True  # `Quaff what?`, not `quaff what?`
    version: str = "{version} dungeon {seed} (chongo was here)"
    prompt_stays: bool = False  # an answered item prompt stays until the next message
    wear_asks_first: bool = True  # asks for the armor before any worn armor is checked
    identify_insists: bool = True  # Escape does not answer the identify question
    help_capital: bool = False  # the key in a single help line is capitalized like any message
    escape_cuts_lists: bool = True  # Escape at `--More--` ends a list shown line by line

    # Names (VAR-7).
    amulet: str = "the Amulet of Yendor"
    welcome: str = "Hello {name}, welcome to the Dungeons of Doom.  Press ? for help"  # interactive games

    # The end (SCREEN.md 12).
    hello: str = _HELLO
    hello_seeded: str = _HELLO  # if the player chose the seed
    quit_screen: bool = True  # quitting shows a last screen
    gold_pieces: str = "Gold Pieces"  # in the winner's table
    score_title: str = "Top 10 Scores:"
    score_columns: str = "   Score Name"
    score_tabs: bool = False  # tabs between the columns, no blank lines around the list
    tells_amulet: bool = True  # the list marks a death with the Amulet separately

    def replace(self, **changes: Any) -> Wording:
        """Return a copy of this wording with some fields replaced."""
        return replace(self, **changes)


WORDS_54: Final = Wording(Translation())
