"""The window that shows a review."""

from __future__ import annotations

from contextlib import suppress

from rogomatic.review.game_review import GameReview
from rogomatic.review.review_screens import ReviewView, after_key, review_canvas
from rogomatic.run.viewer.canvas import Canvas, put_text
from rogomatic.run.viewer.controls import LOOK_SECONDS, Quit
from rogomatic.run.viewer.viewer_terminal import SmallWindowError, Terminal, check_size


def show_review(review: GameReview, terminal: Terminal) -> None:
    """Show a review until the user leaves.  Raises SmallWindowError if the window is too small at first."""
    if small := check_size(terminal.size):
        raise SmallWindowError(small)
    with terminal.taken(), suppress(Quit):
        terminal.forget_keys()
        terminal.name(f"rogomatic review: {review.title}")
        _walk_through(review, terminal)


def _walk_through(review: GameReview, terminal: Terminal) -> None:
    view: ReviewView | None = ReviewView()
    drawn: tuple[object, ...] = ()
    while view is not None:
        size = terminal.size
        if (size, view) != drawn:
            drawn = size, view
            terminal.show(_frame(review, view, *size))
        if key := terminal.key(LOOK_SECONDS):
            view = after_key(view, key, review)


def _frame(review: GameReview, view: ReviewView, width: int, height: int) -> Canvas:
    small = check_size((width, height))
    if not small:
        return review_canvas(review, view, width, height)
    canvas = Canvas(width, height)
    put_text(canvas, f"{small}  q quits.")
    return canvas
