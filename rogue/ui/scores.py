"""The score list as text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from textwrap import wrap
from typing import Final

from rogue.rules.item_names import article
from rogue.shared.errors import printable_line
from rogue.state.grid import COLS
from rogue.tables.messages import WORDS_54, Wording

SHOWN: Final = 10
NAME_MAX: Final = 32
_INDENT: Final = " " * 9  # indent of lines below a row
NO_ARTICLE: Final = frozenset(("starvation", "hypothermia", "signal"))


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """A game in the score list."""

    score: int
    name: str
    how: str  # "killed", "quit", or "won"
    killer: str  # without an article, "" if not killed
    level: int  # deepest level for a winner, else the last level
    amulet: bool = False  # carried at the end
    seed: int = 0
    time: str = ""  # when it ended, ISO 8601
    helped: bool = False  # with help from the game or an agent
    edition: str = ""  # "" if not recorded

    def text(self, tells_amulet: bool = True) -> str:
        """Return how and where the game ended.  With `tells_amulet`, mark a death with the Amulet."""
        if self.how == "killed":
            reason = "killed with Amulet" if self.amulet and tells_amulet else "killed"
            return f"{self.name}: {reason} on level {self.level} by {with_article(self.killer)}."
        reason = "A total winner" if self.how == "won" else "quit"
        return f"{self.name}: {reason} on level {self.level}."


def killed_by(killer: str) -> str:
    """Return the article of a killer, "" if it takes none.

    >>> killed_by("bat"), killed_by("emu"), killed_by("starvation")
    ('a', 'an', '')
    """
    return "" if killer in NO_ARTICLE else article(killer)


def with_article(killer: str) -> str:
    """Return a killer with its article, if it takes one."""
    return f"{killed_by(killer)} {killer}".lstrip()


def insert_row(rows: Sequence[ScoreRow], new: ScoreRow) -> list[ScoreRow]:
    """Return the list with a row inserted: highest score first, after equal scores (END-5)."""
    at = sum(row.score >= new.score for row in rows)
    return [*rows[:at], new, *rows[at:]]


def score_lines(
    rows: Sequence[ScoreRow],
    new: ScoreRow | None = None,
    *,
    seeds: bool = False,
    words: Wording = WORDS_54,
    edition: str = "5.4",
) -> list[str]:
    """Return the score list as an edition prints it: header, then the best ten scores above zero.

    In 5.4 blank lines surround the list.  `new` is the row to highlight (SCREEN.md 12.3).  `seeds` adds
    dungeon numbers, unlike the original game, and wraps the list to 80 columns for people.  Games of an
    edition other than `edition` are marked.
    """
    shown = [row for row in rows if row.score > 0][:SHOWN]
    form = "{}\t{}\t{}" if words.score_tabs else "{:2d} {:5d} {}"
    lines: list[str] = []
    for rank, row in enumerate(shown, 1):
        remark = _remark(row, seeds, edition)
        end = printable_line(row.text(words.tells_amulet))
        text = form.format(rank, row.score, end + f"  {remark}".rstrip())
        entry = _folded(text) if seeds else [text]
        lines += [f"\x1b[7m{line}\x1b[m" if row is new else line for line in entry]
    frame = [] if words.score_tabs else [""]
    return [*frame, words.score_title, words.score_columns, *lines, *frame]


def _folded(text: str) -> list[str]:
    """Return a row of the list in 80 columns, with the remark below it if it does not fit."""
    if len(text.expandtabs()) <= COLS:
        return [text]
    text, _, remark = text.partition("  (") if text.endswith(")") else (text, "", "")
    more = [f"{_INDENT}({remark}"] if remark else []
    return [*wrap(text, COLS, subsequent_indent=_INDENT, drop_whitespace=True, expand_tabs=False), *more]


def _remark(row: ScoreRow, seeds: bool, edition: str) -> str:
    parts = [f"Rogue {row.edition}"] if row.edition not in ("", edition) else []
    parts += [f"dungeon {row.seed}"] * seeds + ["with helpers"] * row.helped
    return printable_line(f"({', '.join(parts)})") if parts else ""
