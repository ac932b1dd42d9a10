"""A review as a section of a game's web page."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import Final

from rogomatic.review.findings import FuturePicture, JudgedMove, Prospect, in_percent
from rogomatic.review.game_review import GameReview
from rogomatic.review.review_text import headline, heights, title_of
from rogue.shared.wording import plural, signed

_COLUMNS: Final = 200  # of the curve
_TALL: Final = 60  # units of the curve's height


def review_section(review: GameReview) -> Iterator[str]:
    """Yield the lines of the section: accuracy, danger by turn, and findings with their futures."""
    yield "<h2>Review</h2>"
    yield f"<p>{escape(headline(review))}</p>"
    if not review.moves:
        return
    yield from _curve(review)
    for number, move in enumerate(review.findings, start=1):
        yield from _finding(review, number, move)


def _curve(review: GameReview) -> Iterator[str]:
    """Yield a diagram, with a caption, that shows the chance to die in each part of the game."""
    tall = heights(review, _COLUMNS)
    worst = max(review.moves, key=lambda move: move.made.die_pct)
    said = (
        f"{in_percent(worst.made.die_pct)} at most, on turn {worst.turn:,} of {plural(review.turns, 'turn')}"
    )
    label = f"Chance to die within 200 turns, after the moves that mattered: {said}"
    bars = "".join(
        f"M{at} {_TALL}V{_TALL * (1 - share / 100):.1f}h1V{_TALL}" for at, share in enumerate(tall) if share
    )
    box = f'viewBox="0 0 {_COLUMNS} {_TALL}" preserveAspectRatio="none" role="img"'
    yield f'<figure class="chances"><svg {box} aria-label="{escape(label)}"><path d="{bars}"/></svg>'
    yield f"<figcaption>{escape(label)}</figcaption></figure>"


def _finding(review: GameReview, number: int, move: JudgedMove) -> Iterator[str]:
    made, better = move.sentences(review.who)
    yield f'<article class="finding {move.kind}"><h3>{number}. {escape(title_of(move))}</h3>'
    yield f"<p>{escape(made)} <strong>{escape(better)}</strong></p>"
    yield from _board("The board before the move", move.board)
    yield from _future(f"{review.who} {move.made.done}", move.made)
    if move.rival is not None:
        doing = f"{move.rival.doing[:1].upper()}{move.rival.doing[1:]}"
        yield from _future(doing, move.rival)
    yield "</article>"


def _board(label: str, rows: tuple[str, ...]) -> Iterator[str]:
    text = escape("\n".join(rows).strip("\n"))
    yield f'<div class="wide"><pre role="img" aria-label="{escape(label)}">{text}</pre></div>'


def _future(title: str, prospect: Prospect) -> Iterator[str]:
    """Yield the first steps of a future, folded up until the reader opens them."""
    gold = f"{signed(prospect.gold)} gold in 200 turns"
    yield f"<details><summary>{escape(title)}: {in_percent(prospect.die_pct)} to die, {gold}</summary>"
    for step, picture in enumerate(prospect.future, start=1):
        yield f"<p>Step {step}: {escape(picture.words)}</p>"
        yield from _board(_label(step, picture), picture.rows)
    yield "</details>"


def _label(step: int, picture: FuturePicture) -> str:
    return f"The board at step {step}: {picture.words}"
