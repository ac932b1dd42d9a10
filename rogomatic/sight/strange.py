"""A screen that nothing known explains: what it looks like it is waiting for.

Owns   telling a strange question from a strange page and from no picture at all, by their looks.
Leaves what the game is known to wait for (prompts), the keys that leave such a screen (experts.replies).

These are guesses, for a game that has gone silent; nothing here is asked while the game answers.
"""

from __future__ import annotations

import re
from typing import Final, Literal, NamedTuple

from rogomatic.screen import COLS, ROWS, Screen

Kind = Literal["question", "return page", "page", "nothing"]


class Look(NamedTuple):
    """What a strange screen looks like, and the text that says so.

    kind  question     the cursor stands right behind a text
          return page  a text asks for return
          page         a text asks for any key, or says that there is more
          nothing      none of these
    """

    kind: Kind
    text: str = ""


_HERO: Final = ord("@")
_BEHIND: Final = 2  # blanks between a question and the cursor
_RETURN: Final = re.compile(r"\b(?:return|enter)\b", re.IGNORECASE)
_PAGE: Final = re.compile(
    r"\bmore\b|\bspace\b|\bcontinue\b|\b(?:any|a) key\b|\bkey to\b|\bpress\b|\bhit\b.*\bkey\b", re.IGNORECASE
)
_FOOT: Final = re.compile(r"^\W{0,3}(?:\w+ ){0,6}\w+\W{0,3}$")


def look_of(screen: Screen) -> Look:
    """Say what a silent screen looks like."""
    row = screen.text(screen.row)
    behind = bool(row) and len(row) <= screen.col <= len(row) + _BEHIND
    if screen.cells[screen.spot] == _HERO and screen.spot >= COLS:
        return Look("nothing")
    last = next((text for text in map(screen.text, range(ROWS - 1, -1, -1)) if text), "")
    for text in (row,) if behind else (screen.text(0), last):
        if not behind and not _FOOT.match(text):
            continue
        if _RETURN.search(text):
            return Look("return page", text)
        if _PAGE.search(text):
            return Look("page", text)
    return Look("question", row) if behind else Look("nothing")
