"""The prompt parser, which finds out what input the game waits for."""

from __future__ import annotations

import re
from typing import Final, Literal, NamedTuple

from rogomatic.agent.screen.vt100 import COLS, ROWS, SIZE, Screen
from rogomatic.agent.sight.last_pages import read_tombstone

Kind = Literal[
    "command", "more", "return", "item", "direction", "call", "hand", "monster", "yes", "dead", "none"
]  # fmt: skip

MARKER: Final = b";"  # illegal in every edition: the complaint shows that earlier keys are done
SPACE_LEAVES: Final = "space"
Asked = Literal["", "item", "monster"]
LookKind = Literal["question", "return page", "page", "nothing"]


class Waiting(NamedTuple):
    """Input that the game waits for.

    kind    command  any command
            more     a space.  `detail` is the message before the --More--, or "" if the --More-- is at the
                     foot of a window
            return   a return, or a space if `detail` is "space"
            dead     the same as return, on a page that says how the hero died
            item     a pack letter.  `detail` is its purpose, in small letters ("quaff", "zap with")
            call     a name and a return.  `detail` is what has been typed so far
            hand     l or r
            monster  the letter of a kind of monster
            yes      y or n.  `detail` is the question
            direction  the key of a direction
            none     nothing is known yet
    sure    whether the screen cannot change before the game gets another key
    again   for a --More-- whose message rejects an answer: the kind of question that the game asks again
            after the space

    A half-drawn screen can look the same as a finished one.  So if a screen is not sure, use it only when no
    key is typed ahead or the game has fallen silent.  Otherwise it may be out of date: for example, the game
    may show an item prompt that a key typed ahead is about to answer.
    """

    kind: Kind
    detail: str = ""
    sure: bool = False
    again: Asked = ""


NOTHING: Final = Waiting("none")
COMMAND: Final = Waiting("command", sure=True)
# 3.4 draws a door over a hero that stands in it and begins to see invisible monsters.  While the hero is
# hasted, it leaves the cursor after the complaint.
_ODD_COMMAND: Final = Waiting("command")

_HERO_CODE: Final = ord("@")
# How the games complain about the marker; the last form is that of the BSD clone, which names no key.
_COMPLAINTS: Final = ("Illegal command ';'", "Illegal command ';'.", "unknown command")
_MORES: Final[tuple[bytes, ...]] = (b"--More--", b"-more-")
_SPACES: Final = (b"--Press space to continue--", b"--press space to continue--")
_SELECT: Final = b"--select item--"  # the foot of a list below an item prompt, in a recent clone
# The second is that of 4.3BSD, where every key ends the game except r, which starts another.
_RETURNS: Final = (b"[Press return to continue]", b"[Hit any key to quit, 'r' to replay]")
_DEAD: Final = (b"________)/\\\\_//", b"Killed by ", b"killed by ")

_ITEM: Final = re.compile(
    r"(?:Which object do you want to (.+)\?|([A-Za-z][a-z ]*) what\?) \(\* for list\): ?$"
    r"|([a-z][a-z ]*) what\?$|what would you like to (identify)\?$"
)
_PACK_LINE: Final = re.compile(r"[a-z][)}] .")
_CALL: Final = re.compile(r"(?:.*  )?(?:What do you want to call it\?|[Cc]all it:)(?: (.*))?$")
_DIRECTION: Final = re.compile(r"(?:Which direction\?|[Dd]irection:|direction\?) ?$")
_HAND: Final = re.compile(r"(?:Left hand or right hand|Left or [Rr]ight ring|left or right hand)\? ?$")
_MONSTER: Final = re.compile(
    r"(?:Which monster do you wish to wipe out\?|Which monster\?"
    r"|Please specifi?y a letter between 'A' and 'Z') ?$"
)
_YES: Final = re.compile(
    r"[Rr]eally quit\?$|Save file \(.*\)\? ?$|File exists\.  Do you wish to overwrite it\?$"
)
# Messages that reject an answer, after which the question returns; the longest first.
_REFUSALS: Final[tuple[tuple[str, Asked], ...]] = (
    ("a letter between 'A' and 'Z'", "monster"),
    ("not a valid item", "item"),
    ("Please specify a letter", "item"),
)
# Titles of detection windows, during which the cursor may be on the hero's cell.
_TITLES: Final = (
    "You sense the presence of",
    "Your nose tingles and",
    "You begin to sense",
    "You begin to feel greedy",
)


def waiting(screen: Screen) -> Waiting:
    """Return the input that the game waits for.

    When keys are sent, the owner of the screen sets `top_written` and `drawn` to False, so that an answered
    prompt is not read again.
    """
    spot = screen.spot
    if COLS <= spot < SIZE - COLS and _complained(screen):
        return COMMAND if screen.area[spot] == _HERO_CODE else _ODD_COMMAND
    cells = screen.snapshot()
    behind = spot + 1 if screen.col == COLS - 1 and cells[spot] in b"-]" else spot
    for more in _MORES:
        if cells.endswith(more, 0, behind):
            return _more(screen, cells, behind - len(more))
    if cells.endswith(_SPACES, 0, behind):
        return Waiting("more", sure=screen.drawn)
    if cells.endswith(_RETURNS, 0, behind):
        dead = any(sign in cells for sign in _DEAD)
        return Waiting("dead" if dead else "return", sure=screen.drawn)
    top = screen.text(0)
    if cells.endswith(_SELECT, 0, behind):
        found = _ITEM.match(top.partition("  ")[0])
        return _asks_item(found) if found else NOTHING
    if screen.row == 0:
        if _complained(screen) and screen.col == len(top):
            return _ODD_COMMAND
        return _prompt(top, screen.col, screen.top_written)
    if top.endswith("--More--") and top.startswith(_TITLES):
        return Waiting("more", message_before_more(top))
    return NOTHING


def shows_hero(screen: Screen) -> bool:
    """Return whether the cursor is on the hero, as it is while the game waits for a command."""
    return COLS <= screen.spot < SIZE - COLS and screen.symbol == _HERO_CODE


def hero_spot(screen: Screen, before: int) -> int:
    """Return the spot of the cursor if it is on the map, else the spot of an `@`, else `before`."""
    spot = screen.spot
    if spot >= COLS:
        return spot
    shown = screen.snapshot().find(_HERO_CODE, COLS, SIZE - COLS)
    return shown if shown >= 0 else before


def without_marker(keys: bytes) -> bytes:
    """Return typed keys without the marker at the end.  If there is no other key, return the marker.

    >>> without_marker(b"4j;"), without_marker(b" ;"), without_marker(b";"), without_marker(b"t;a")
    (b'4j', b' ', b';', b't;a')
    """
    return keys.removesuffix(MARKER) or keys


def messages(screen: Screen, now: Waiting) -> list[str]:
    """Return the new messages: the earlier texts of row 0, and the text before a --More--.

    If a --More-- was added to an earlier text, the text is returned only once.  The game's complaint that the
    marker key is not a command is left out.  On a full page, each pack line is a message.
    """
    lines: list[str] = []
    for line in screen.take_lines():
        if line not in _COMPLAINTS and not line.startswith(_COMPLAINTS) and not _has_more(line):
            lines.append(line)
    if now.kind == "more":
        if not now.detail:
            lines += pack_page(screen)
        elif lines[-1:] != [now.detail]:
            lines.append(now.detail)
    return lines


def pack_page(screen: Screen) -> list[str]:
    """Return the pack lines above the cursor, from a list on a full screen or in a window."""
    foot = screen.text(screen.row).lower().rfind(_SPACES[1].decode())
    left = max(0, foot - 1)  # a window has a blank before its foot
    first = 0 if left else 1  # a page as wide as the screen has its title on row 0
    rows = (screen.text(row)[left:].strip() for row in range(first, screen.row))
    return [row.replace("} ", ") ", 1) if row[1:2] == "}" else row for row in rows if _PACK_LINE.match(row)]


def message_before_more(line: str) -> str:
    """Return a text of row 0 without its --More--.

    >>> message_before_more("You hit.  The bat misses --More--")
    'You hit.  The bat misses'
    """
    return line.removesuffix("--More--").removesuffix("-more-").rstrip()


def _complained(screen: Screen) -> bool:
    """Return whether row 0 holds a new message in which the game rejects the marker key."""
    if not screen.top_written:
        return False
    top = screen.text(0)
    return top in _COMPLAINTS or top.rstrip(" .") in _COMPLAINTS


def _has_more(line: str) -> bool:
    """Return whether a line ends with --More--, which the right edge may cut off."""
    return line.endswith(("--More--", "-more-")) or (
        len(line) == COLS and re.search(r" ?--?M?o?r?e?$", line) is not None
    )


def _more(screen: Screen, cells: bytes, start: int) -> Waiting:
    """Return the input for a --More-- at the spot `start`, which may be below row 0."""
    if cells.endswith(_MORES[1], 0, start + len(_MORES[1])) and read_tombstone(screen) is not None:
        return Waiting("dead", SPACE_LEAVES, sure=screen.drawn)
    if start > COLS:
        return Waiting("more", sure=screen.drawn)
    detail = cells[:start].decode("ascii").rstrip()
    again: Asked = next((asked for words, asked in _REFUSALS if words in detail), "")
    return Waiting("more", detail, screen.top_written, again)


def _prompt(top: str, col: int, written: bool) -> Waiting:
    """Return the input for a prompt on row 0.  Return NOTHING unless the cursor is right after a prompt."""
    if not len(top) <= col <= len(top) + 1:
        return NOTHING
    found = _ITEM.match(top)
    if found:
        return _asks_item(found)
    found = _CALL.match(top)
    if found:
        typed = found[1] or ""
        return Waiting("call", typed, sure=written and typed.endswith(";"))
    if _DIRECTION.match(top):
        return Waiting("direction")
    if _HAND.match(top):
        return Waiting("hand")
    if _MONSTER.match(top):
        return Waiting("monster")
    if _YES.match(top):
        return Waiting("yes", top)
    return NOTHING


def _asks_item(found: re.Match[str]) -> Waiting:
    return Waiting("item", next(filter(None, found.groups())).lower())


class UnknownScreen(NamedTuple):
    """Kind of a screen that is not understood, with the text that shows the kind.

    kind  question     the cursor is right after a text
          return page  a text asks for return
          page         a text asks for any key, or says that there is more
          nothing      none of these
    """

    kind: LookKind
    text: str = ""


_BEHIND: Final = 2  # blanks between a question and the cursor
_ASKS_RETURN: Final = re.compile(r"\b(?:return|enter)\b", re.IGNORECASE)
_ASKS_KEY: Final = re.compile(
    r"\bmore\b|\bspace\b|\bcontinue\b|\b(?:any|a) key\b|\bkey to\b|\bpress\b|\bhit\b.*\bkey\b", re.IGNORECASE
)
_FOOT: Final = re.compile(r"^\W{0,3}(?:\w+ ){0,6}\w+\W{0,3}$")


def look_of(screen: Screen) -> UnknownScreen:
    """Return the kind of a screen that is not understood and no longer changes."""
    row = screen.text(screen.row)
    behind = bool(row) and len(row) <= screen.col <= len(row) + _BEHIND
    if screen.cells[screen.spot] == _HERO_CODE and screen.spot >= COLS:
        return UnknownScreen("nothing")
    last = next((text for text in map(screen.text, range(ROWS - 1, -1, -1)) if text), "")
    for text in (row,) if behind else (screen.text(0), last):
        if not behind and not _FOOT.match(text):
            continue
        if _ASKS_RETURN.search(text):
            return UnknownScreen("return page", text)
        if _ASKS_KEY.search(text):
            return UnknownScreen("page", text)
    return UnknownScreen("question", row) if behind else UnknownScreen("nothing")
