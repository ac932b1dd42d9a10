"""How an edition words what it says: a phrase book, and the forms of lines and screens."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Any, Final

from rogue.tables.items import ItemClass

Pairs = tuple[tuple[str, str], ...]
"""Texts as edition 5.4 says them, each with what another edition says; "" leaves it unsaid."""

_PLACE: Final = re.compile(r"\{(\w+)\}")
_SHAPES: Final = {"n": r"-?\d+", "plus": r"[+-]\d+", "letter": "[a-z]", "hand": "left|right"}
"""What a placeholder of that name stands for; any other stands for any text."""
_MAX_KNOWN: Final = 4096  # turned messages that a book keeps
_HELLO: Final = "Hello {name}, just a moment while I dig the dungeon #{seed}..."


class Translation:
    """Pairs of phrases, applied to whole messages.

    A pair without a placeholder comes before those with one; of these the one with the most letters of
    its own comes first.

    >>> book = Translation((("You hit {who}", "You hit {who}."), ("Ouch", "")))
    >>> book.turned("You hit the bat"), book.turned("Ouch"), book.turned("You miss")
    ('You hit the bat.', '', 'You miss')
    """

    def __init__(self, pairs: Pairs = ()) -> None:
        self.pairs = pairs
        # Made when it is first asked; a cached property is worked out at every use in compiled code.
        self._fixed: dict[str, str] = {}
        self._open: list[tuple[re.Pattern[str], str]] = []
        self._known: dict[str, str] = {}

    def __repr__(self) -> str:
        return f"<{len(self.pairs)} phrases>"

    def turned(self, text: str) -> str:
        """Return a message of 5.4 in the words of this book; "" when it is not said at all."""
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
        """Sort the pairs: those without a placeholder, then those with one in the order they are tried in."""
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
    """Everything that an edition words or places in its own way; the defaults are those of 5.4.

    Texts with braces are templates of `str.format`.
    """

    phrases: Translation

    # The message row and the windows (SCREEN.md 5).
    more: str = " --More--"  # behind a message
    foot: str = " --More--"  # below a window
    row_limit: int = 70  # parts of a message that together reach this many columns are split (OPT-3)
    joins_blows: bool = True  # terse: the player's blow, the kill and the answer make one message
    rest_keeps_message: bool = True  # resting does not wipe the message of before

    # The status line (SCREEN.md 2).
    raw_armor: bool = False  # `Ac` and the armour class, not `Arm` and ten minus it
    best_strength: bool = True  # in brackets behind the present one
    hunger: tuple[str, ...] = ("", "Hungry", "Weak", "Faint")
    hunger_blanks: bool = True  # written even when no word follows

    # Items (SCREEN.md 7).
    list_stop: str = ""  # ends a line of a list
    styles: bool = True  # lists in the style of option inven, else line by line with option step
    plus_first: bool = False  # a ring's plus stands before its name
    armor_figure: str | None = "protection"  # in the brackets behind known armour; None: no brackets
    short_pluses: bool = False  # a weapon's second plus is left out when it is 0
    an_anywhere: bool = True  # weapons and sticks take `an` before a vowel, too
    callable: tuple[ItemClass, ...] = ("potion", "scroll", "ring", "stick", "weapon", "armor")
    old_name_always: bool = False  # calling a thing first shows its look, if it has no name yet
    asks_names: bool = True  # after use the game asks for a name by itself, whatever the options say
    true_name_answer: bool = True  # a question mark at that prompt stands for the true name (VER-3)

    # Messages that depend on more than their words.
    unseen: str = "something"  # who strikes unseen, verbose
    unseen_when_blind: bool = False  # only a blind player does not know who it is
    thing_hits: str = "You hit {who}"  # a thrown thing that is no weapon
    thing_misses: str = "You missed {who}"
    bolt_passes: str = "The {bolt} whizzes past {who}"
    thing_lost: str = "The {noun} vanishes as it hits the ground"  # no weapon, and no room for it
    no_foes_sensed: str = "You have a strange feeling for a moment, then it passes"
    bad_letter: str = "'{key}' is not a valid item"
    pack_range: bool = False  # `I` names the range of letters after a wrong one

    # Prompts and answers (SCREEN.md 6, 8, 10).
    terse_capital: bool = True  # `Quaff what?`, not `quaff what?`
    version: str = "{version} dungeon {seed} (chongo was here)"
    prompt_stays: bool = False  # an item prompt that was answered stands until a message follows
    wear_asks_first: bool = True  # which armour, before it is seen that some is worn
    identify_insists: bool = True  # Escape is no answer to what to identify
    help_capital: bool = False  # the key of a single help line is raised like any message
    escape_cuts_lists: bool = True  # Escape at a More ends a list that is shown line by line

    # Names (VAR-7).
    amulet: str = "the Amulet of Yendor"
    welcome: str = "Hello {name}, welcome to the Dungeons of Doom.  Press ? for help"  # to a person

    # The end (SCREEN.md 12).
    hello: str = _HELLO
    hello_seeded: str = _HELLO  # when the player chose the seed
    quit_screen: bool = True  # quitting shows a last screen
    gold_pieces: str = "Gold Pieces"  # in the winner's table
    score_title: str = "Top 10 Scores:"
    score_columns: str = "   Score Name"
    score_tabs: bool = False  # between the columns of the list, which has no empty lines around it
    tells_amulet: bool = True  # a death with the Amulet is a kind of its own in the list

    def replace(self, **changes: Any) -> Wording:
        """Return this wording with some fields exchanged."""
        return replace(self, **changes)


WORDS_54: Final = Wording(Translation())
