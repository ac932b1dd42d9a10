"""A review as lines of text."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterator

from rogomatic.review.findings import JudgedMove
from rogomatic.review.game_review import GameReview
from rogomatic.run.viewer.danger_graph import INDENT, LABEL, bars, turns_row
from rogue.shared.wording import listed, plural


def headline(review: GameReview) -> str:
    """Return a sentence with a game's accuracy and the number of findings of each kind."""
    count = sum(move.is_finding for move in review.moves)
    kinds = [_counted(kind, number) for kind, number in review.counts() if number]
    found = listed(kinds) if count else "no mistakes"
    moves = plural(len(review.moves), "move")
    return f"Accuracy {review.accuracy:.0f} %: {found} among {moves} that mattered."


def _counted(kind: str, number: int) -> str:
    """Return words that say how many moves of a kind there are.

    >>> _counted("blunder", 2), _counted("inaccuracy", 2), _counted("brilliant", 1)
    ('2 blunders', '2 inaccuracies', '1 brilliant move')
    """
    if kind == "brilliant":
        return plural(number, "brilliant move")
    return f"{number} inaccuracies" if kind == "inaccuracy" and number != 1 else plural(number, kind)


def review_lines(review: GameReview, width: int, see: Callable[[JudgedMove], str]) -> Iterator[str]:
    """Yield the lines of a review.  `see` returns the command that shows a move."""
    yield f"{review.title}: {plural(review.commands, 'command')}, {plural(review.turns, 'turn')}"
    end = f"The end: {review.ending}." if review.ending else "The game is not over."
    yield from textwrap.wrap(end, width, subsequent_indent=INDENT)
    yield from textwrap.wrap(headline(review), width, subsequent_indent=INDENT)
    if not review.moves:
        return
    yield ""
    yield "Chance to die within 200 turns, after the moves that mattered"
    columns = max(width - LABEL, 20)
    yield from bars(heights(review, columns))
    yield turns_row(0, max(review.turns, 1), columns)
    for number, move in enumerate(review.findings, start=1):
        yield ""
        text = " ".join((f"{title_of(move)}.", *filter(None, move.sentences(review.who))))
        yield from _wrapped(text, width, f"{number}. ")
        yield f"{INDENT}{see(move)}"


def _wrapped(text: str, width: int, indent: str) -> Iterator[str]:
    """Yield the lines of a text.  No line begins with a percent sign."""
    lines = textwrap.wrap(text.replace(" %", "\0%"), width, initial_indent=indent, subsequent_indent=INDENT)
    return (line.replace("\0", " ") for line in lines)


def title_of(move: JudgedMove) -> str:
    """Return a title for a move: its kind, its turn and level, and its cost.

    >>> from rogomatic.review.findings import Prospect
    >>> title_of(JudgedMove(1, 9, 2, 5, 12, "s", "", Prospect("", "", 0, 0, 1), None, 9.7, 3.0))
    'Mistake on turn 9, level 2 (9 ± 3 points)'
    """
    place = f"{move.kind.capitalize()} on turn {move.turn:,}, level {move.depth}"
    return f"{place} ({int(abs(move.lost))} ± {max(move.error, 1):.0f} points)"


def heights(review: GameReview, columns: int) -> list[float]:
    """Divide a game into `columns` parts.

    For each part, return the largest chance to die, in percent, that any judged move in this part had.
    """
    tall = [0.0] * columns
    for move in review.moves:
        at = min(move.turn * columns // max(review.turns, 1), columns - 1)
        tall[at] = max(tall[at], move.made.die_pct)
    return tall
