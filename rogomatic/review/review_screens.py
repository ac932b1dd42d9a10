"""The screens of a review."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final, Literal

from rogomatic.agent.screen.vt100 import COLS, ROWS
from rogomatic.review.findings import FuturePicture, JudgedMove, Kind, Prospect, in_percent
from rogomatic.review.game_review import GameReview
from rogomatic.review.review_text import headline, heights, title_of
from rogomatic.run.viewer.canvas import Canvas, Line, Style, folded, line
from rogomatic.run.viewer.danger_graph import LABEL, bars, turns_row
from rogomatic.run.viewer.frame import MAP_LOOKS
from rogue.shared.wording import signed

Side = Literal["made", "rival"]
LOOKS: Final[dict[Kind, Style]] = {
    "blunder": Style.DANGER, "mistake": Style.GOLD, "inaccuracy": Style.STRONG, "brilliant": Style.STAIRS,
    "good": Style.PLAIN,
}  # fmt: skip
_SIDE_COLUMNS: Final = 30  # minimum width of a column beside the board
_BELOW_ROWS: Final = 9  # minimum height of the space below the board
_HERO: Final = "@"
_LIST_KEYS: Final = "up, down: choose   Enter: open   q: quit"
_FINDING_KEYS: Final = "arrows: steps, findings   Tab: other future   space: text   Esc: list   q: quit"


@dataclass(frozen=True, slots=True)
class ReviewView:
    """What is shown of a review.

    finding  index of the chosen finding
    is_open  whether the finding's board is shown instead of the list
    side     the move whose future is shown: the move that was made, or its rival
    step     index of the shown picture among the pictures of this future
    is_bare  whether to hide the text.  This matters if the window is so small that the text covers part of
             the board.
    """

    finding: int = 0
    is_open: bool = False
    side: Side = "made"
    step: int = 0
    is_bare: bool = False


def after_key(view: ReviewView, key: str, review: GameReview) -> ReviewView | None:
    """Return what to show after a key.  Return None if the user leaves."""
    count = len(review.findings)
    if key in ("q", "Q"):
        return None
    if not view.is_open:
        if key in ("KEY_DOWN", "j", "n") or key in ("KEY_UP", "k", "p"):
            return _chosen(view, 1 if key in ("KEY_DOWN", "j", "n") else -1, count)
        return replace(view, is_open=True) if key in ("\n", "KEY_RIGHT", "l") and count else view
    if key in ("\x1b", "\b"):
        return replace(view, is_open=False, step=0, side="made")
    if key in ("n", "KEY_PGDOWN", "KEY_DOWN", "p", "KEY_PGUP", "KEY_UP"):
        moved = _chosen(view, 1 if key in ("n", "KEY_PGDOWN", "KEY_DOWN") else -1, count)
        return replace(moved, step=0, side="made")
    if key == " ":
        return replace(view, is_bare=not view.is_bare)
    if key == "\t":
        return _stepped(replace(view, side="rival" if view.side == "made" else "made"), 0, review)
    if key in ("KEY_RIGHT", "l", "KEY_LEFT", "h"):
        return _stepped(view, 1 if key in ("KEY_RIGHT", "l") else -1, review)
    return view


def _chosen(view: ReviewView, by: int, count: int) -> ReviewView:
    return replace(view, finding=min(max(view.finding + by, 0), max(count - 1, 0)))


def _stepped(view: ReviewView, by: int, review: GameReview) -> ReviewView:
    last = max(len(_future(_prospect(review.findings[view.finding], view.side))) - 1, 0)
    return replace(view, step=min(max(view.step + by, 0), last))


def review_canvas(review: GameReview, view: ReviewView, width: int, height: int) -> Canvas:
    """Return the window's content for a view of a review."""
    canvas = Canvas(width, height)
    if view.is_open:
        _draw_finding(canvas, review, view)
    else:
        _draw_list(canvas, review, view)
    return canvas


def _draw_list(canvas: Canvas, review: GameReview, view: ReviewView) -> None:
    """Draw the accuracy, the danger by turn, and the list of findings."""
    width = canvas.width
    title = f"{review.title}: {review.ending}" if review.ending else review.title
    lines = [*folded(title, width, Style.TITLE), *folded(headline(review), width, Style.STRONG), line("")]
    columns = max(width - LABEL, 20)
    lines.append(line(("Chance to die within 200 turns, after the moves that mattered", Style.DIM)))
    lines += [line(text) for text in bars(heights(review, columns))]
    lines += [line(turns_row(0, max(review.turns, 1), columns)), line("")]
    room = canvas.height - len(lines) - 1
    lines += _finding_list(review, view.finding, room, width)
    for row, text in enumerate(lines[: canvas.height - 1]):
        canvas.put(row, 0, text, width)
    canvas.put(canvas.height - 1, 0, line((_LIST_KEYS, Style.DIM)), width)


def _finding_list(review: GameReview, chosen: int, room: int, width: int) -> list[Line]:
    """Return a line for each finding.  If room is short, omit the findings far from the chosen finding."""
    findings = review.findings
    first = min(max(chosen - room // 2, 0), max(len(findings) - room, 0))
    shown = list(enumerate(findings))[first : first + max(room, 0)]
    return [_finding_line(review, move, number == chosen, width) for number, move in shown]


def _finding_line(review: GameReview, move: JudgedMove, is_chosen: bool, width: int) -> Line:
    mark = ">" if is_chosen else " "
    kind = f"{move.kind:<11}"
    rest = f"turn {move.turn:>6,} {-int(move.lost):>+4}  {review.who} {move.made.done}{move.where}"
    look = Style.STRONG if is_chosen else Style.PLAIN
    return line((f"{mark} ", look), (kind, LOOKS[move.kind]), (rest[: width - len(kind) - 2], look))


def _prospect(move: JudgedMove, side: Side) -> Prospect:
    return move.rival if side == "rival" and move.rival is not None else move.made


def _future(prospect: Prospect) -> tuple[FuturePicture, ...]:
    return prospect.future


def _draw_finding(canvas: Canvas, review: GameReview, view: ReviewView) -> None:
    """Draw a board, and its text beside, below, or over it."""
    move = review.findings[view.finding]
    rows = _board(move, view)
    _draw_board(canvas, rows)
    canvas_below, canvas_beside = canvas.height - ROWS, canvas.width - COLS
    if canvas_beside >= _SIDE_COLUMNS:
        lines = list(_told(review, view, canvas_beside - 2))
        for row, text in enumerate(lines[: canvas.height - 1]):
            canvas.put(row, COLS + 2, text, canvas_beside - 2)
    elif canvas_below >= _BELOW_ROWS:
        for row, text in enumerate(list(_told(review, view, canvas.width))[: canvas_below - 1]):
            canvas.put(ROWS + row, 0, text, canvas.width)
    elif not view.is_bare:
        _draw_over(canvas, list(_told(review, view, canvas.width)), rows)
    hint_row = canvas.height - 1
    if canvas_below > 0:
        canvas.put(hint_row, 0, line((_FINDING_KEYS, Style.DIM)), canvas.width)


def _draw_over(canvas: Canvas, lines: list[Line], rows: tuple[str, ...]) -> None:
    """Draw lines over the upper or the lower half of the board, whichever does not contain the hero."""
    lines = [*lines, line((_FINDING_KEYS, Style.DIM))]
    hero = next((row for row, text in enumerate(rows[1:-1], start=1) if _HERO in text), 1)
    top = 0 if hero > ROWS // 2 else ROWS - 1 - len(lines)
    for row, text in enumerate(lines):
        canvas.put(top + row, 0, text, canvas.width)


def _board(move: JudgedMove, view: ReviewView) -> tuple[str, ...]:
    future = _future(_prospect(move, view.side))
    return future[view.step].rows if view.step < len(future) else move.board


def _draw_board(canvas: Canvas, rows: tuple[str, ...]) -> None:
    for row, text in enumerate(rows[: canvas.height]):
        canvas.put(row, 0, line(text), COLS)
        if 0 < row < ROWS - 1:
            start = row * canvas.width
            size = min(COLS, canvas.width)
            canvas.looks[start : start + size] = canvas.text[start : start + size].translate(MAP_LOOKS)


def _told(review: GameReview, view: ReviewView, width: int) -> Iterator[Line]:
    """Yield the text on the chosen finding, and on the step that is shown."""
    move = review.findings[view.finding]
    count = f"{view.finding + 1} of {len(review.findings)}: "
    yield from folded(f"{count}{_in_ascii(title_of(move))}", width, LOOKS[move.kind])
    made, better = move.sentences(review.who)
    yield from folded(made, width)
    if better:
        yield from folded(f"{better} {_gold(move)}".rstrip(), width)
    prospect = _prospect(move, view.side)
    future = _future(prospect)
    if future:
        step = future[min(view.step, len(future) - 1)]
        whose = review.who if view.side == "made" else "Better" if move.lost > 0 else "Instead"
        place = f"{whose}, step {view.step + 1} of {len(future)}: "
        yield from folded(f"{place}{step.words} ({in_percent(prospect.die_pct)} to die)", width, Style.DIM)


def _in_ascii(text: str) -> str:
    """Replace the plus-minus sign, which not every terminal can show."""
    return text.replace("±", "+/-")


def _gold(move: JudgedMove) -> str:
    """Return a sentence that tells how much gold the move and its rival gain.

    Return "" if the two amounts differ by less than one piece.
    """
    if move.rival is None or abs(move.rival.gold - move.made.gold) < 1:
        return ""
    return f"Gold in 200 turns: {signed(move.made.gold)}, or {signed(move.rival.gold)} instead."
