"""The tombstone, and the other words at the end of a game.

Owns   the picture row by row, where its texts stand, the article of a killer (screen.md 12.1,
       12.2).
Leaves when it is shown (play.ends), the winner's screens (play.winner), the score list
       (play.scores).
"""

from __future__ import annotations

from typing import Final, NamedTuple

from rogue.rules.describe import article


class Text(NamedTuple):
    """A piece of a picture."""

    row: int
    col: int
    text: str


NO_ARTICLE: Final = frozenset(("starvation", "hypothermia", "signal"))
MIDDLE: Final = 28  # texts on the stone are centred here
WIDTH: Final = 18  # of the stone, between its edges
FIRST_ROW: Final = 8
GRASS: Final = r"________)/\\_//(\/(/\)/\//\/|_)_______"
STONE: Final = (
    (23, "__________"),
    (22, "/          \\"),
    (21, "/    REST    \\"),
    (20, "/      IN      \\"),
    (19, "/     PEACE      \\"),
    (18, "/                  \\"),
    (18, "|                  |"),
    (18, "|                  |"),
    (18, "|                  |"),
    (18, "|                  |"),
    (18, "|                  |"),
    (17, "*|     *  *  *      | *"),
    (9, GRASS),
)
NAME_ROW: Final = 14
BY_COLUMN: Final = 22  # where `killed by a` begins


def tombstone(name: str, gold: int, killer: str, year: int) -> list[Text]:
    """Return the picture, one text per row from top to bottom."""
    rows = dict(enumerate(STONE, FIRST_ROW))
    word = killed_by(killer)
    written = {
        NAME_ROW: name,
        NAME_ROW + 1: f"{gold} Au",
        NAME_ROW + 3: killer,
        NAME_ROW + 4: f"{year:04d}",
    }
    for row, text in written.items():
        text = text[:WIDTH]
        rows[row] = _inscribed(rows[row], MIDDLE - (len(text) + 1) // 2, text)
    by = f"killed by {word}".rstrip()
    rows[NAME_ROW + 2] = _inscribed(rows[NAME_ROW + 2], BY_COLUMN, by)
    return [Text(row, col, text) for row, (col, text) in rows.items()]


def _inscribed(line: tuple[int, str], col: int, text: str) -> tuple[int, str]:
    """Return a line of the stone with `text` on it, from column `col` of the screen."""
    left, stone = line
    at = col - left
    return left, stone[:at] + text + stone[at + len(text) :]


def killed_by(killer: str) -> str:
    """Return the article of a killer, "" for those that take none.

    >>> killed_by("bat"), killed_by("emu"), killed_by("starvation")
    ('a', 'an', '')
    """
    return "" if killer in NO_ARTICLE else article(killer)


def with_article(killer: str) -> str:
    """Return a killer with its article, if it takes one."""
    return f"{killed_by(killer)} {killer}".lstrip()


def killed_line(killer: str, gold: int) -> str:
    """Return the line that stands for the tombstone when the player does not want one."""
    return f"Killed by {with_article(killer)} with {gold} gold"


def quit_line(gold: int) -> str:
    """Return the line at the end of a game that the player quit."""
    return f"You quit with {gold} gold pieces"
