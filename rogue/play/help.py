"""Help: what each key does, in a line.

Owns   the list of keys with their words and its two columns (screen.md 10).
Leaves asking for a key and showing the window (play.info).
"""

from __future__ import annotations

from typing import Final, NamedTuple

from rogue.play.keys import shown_key
from rogue.state.grid import COLS, ROWS

TEXT_COLUMN: Final = 8
HALF: Final = COLS // 2
WINDOW_ROWS: Final = ROWS - 1


class Line(NamedTuple):
    """One key, what it takes, what it does."""

    key: str
    does: str
    takes: str = ""

    def text(self) -> str:
        """Return the line as shown; the words begin in column 8."""
        return f"{shown_key(ord(self.key))}{self.takes}".ljust(TEXT_COLUMN) + self.does


# fmt: off
HELP: Final = (
    Line("?", "explain a key, or all of them"),
    Line("/", "explain a symbol of the map"),
    Line("h", "step left"),
    Line("j", "step down"),
    Line("k", "step up"),
    Line("l", "step right"),
    Line("y", "step up and left"),
    Line("u", "step up and right"),
    Line("b", "step down and left"),
    Line("n", "step down and right"),
    Line("H", "run left"),
    Line("J", "run down"),
    Line("K", "run up"),
    Line("L", "run right"),
    Line("Y", "run up and left"),
    Line("U", "run up and right"),
    Line("B", "run down and left"),
    Line("N", "run down and right"),
    Line("\x08", "run left, stop near things"),
    Line("m", "step, pick nothing up", "<dir>"),
    Line("f", "fight until one is nearly dead", "<dir>"),
    Line("F", "fight to the death", "<dir>"),
    Line("t", "throw something", "<dir>"),
    Line("z", "zap a wand or staff", "<dir>"),
    Line("^", "name the trap beside you", "<dir>"),
    Line("s", "search around you"),
    Line(".", "rest for a turn"),
    Line(",", "pick up what lies here"),
    Line(">", "go down a staircase"),
    Line("<", "go up a staircase"),
    Line("i", "list the pack"),
    Line("I", "show one thing of the pack"),
    Line("q", "quaff a potion"),
    Line("r", "read a scroll"),
    Line("e", "eat food"),
    Line("w", "wield a weapon"),
    Line("W", "wear armor"),
    Line("T", "take armor off"),
    Line("P", "put on a ring"),
    Line("R", "remove a ring"),
    Line("d", "drop something"),
    Line("c", "call a thing by a name"),
    Line("a", "repeat the last command"),
    Line(")", "show the weapon in hand"),
    Line("]", "show the armor worn"),
    Line("=", "show the rings worn"),
    Line("@", "show the status as a message"),
    Line("D", "list what you have discovered"),
    Line("o", "look at or set options"),
    Line("\x12", "draw the screen again"),
    Line("\x10", "show the last message again"),
    Line("\x1b", "drop a count or a question"),
    Line("v", "show version and dungeon"),
    Line("Q", "quit the game"),
)
# fmt: on

ARROWS: Final = "Arrow and keypad keys step, too; with shift or control they run."

_BY_KEY: Final = {line.key: line for line in HELP}


def explain_key(key: int) -> str:
    """Return the help line of a key.

    >>> explain_key(ord("s")), explain_key(ord("Z"))
    ('s       search around you', "Unknown character 'Z'")
    """
    line = _BY_KEY.get(chr(key))
    return f"Unknown character '{shown_key(key)}'" if line is None else line.text()


def help_rows() -> list[str]:
    """Return all help in two columns, each filled downwards, for pages of 23 rows; a word about the
    arrow keys comes last.
    """
    rows: list[str] = []
    for start in range(0, len(HELP), 2 * WINDOW_ROWS):
        lines = [line.text() for line in HELP[start : start + 2 * WINDOW_ROWS]]
        left = lines[:WINDOW_ROWS]
        right = lines[WINDOW_ROWS:] + [""] * len(left)
        rows += [(a.ljust(HALF) + b).rstrip() for a, b in zip(left, right, strict=False)]
    return [*rows, "", ARROWS]
