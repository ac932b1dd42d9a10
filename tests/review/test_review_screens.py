"""The screens of a review: what the keys do, and that all fits at both sizes."""

from __future__ import annotations

import os
import select
from dataclasses import replace

import pytest

from rogomatic.cli import own_game
from rogomatic.review.findings import FuturePicture, JudgedMove, Prospect
from rogomatic.review.game_review import GameReview
from rogomatic.review.review_html import review_section
from rogomatic.review.review_screens import ReviewView, after_key, review_canvas
from rogomatic.review.review_window import show_review
from tests.support.forked_program import OnTerminal

BOARD = ("", *[""] * 9, "   |..@S..%|", *[""] * 12, "Level: 3  Gold: 0")
SIZES = [(80, 24), (120, 40), (100, 60), (80, 34)]


def pictures(name: str, count: int) -> tuple[FuturePicture, ...]:
    return tuple(FuturePicture((f"{name} {step}", *BOARD[1:]), f"{name} does it") for step in range(count))


def finding(turn: int, lost: float) -> JudgedMove:
    made = Prospect("rested for 9 turns", "resting", 31.2, 4.0, 200, pictures("made", 3))
    rival = Prospect("took the stairs", "taking the stairs first", 6.1, 9.5, 200, pictures("rival", 2))
    where = " beside a sleeping snake with 5 of 12 hit points"
    return JudgedMove(turn, turn, 3, 5, 12, "9s", where, made, rival, lost, 1.0, BOARD)


REVIEW = GameReview(
    "Seed 7", "You", "killed by a kestrel", 53, 201, "", (finding(20, 25), finding(90, 6), finding(150, -9))
)


def pressed(*keys: str) -> ReviewView | None:
    view: ReviewView | None = ReviewView()
    for key in keys:
        assert view is not None
        view = after_key(view, key, REVIEW)
    return view


@pytest.mark.parametrize(
    ("keys", "view"),
    [
        (("KEY_UP",), ReviewView()),
        (("KEY_DOWN", "KEY_DOWN", "KEY_DOWN"), ReviewView(2)),
        (("KEY_DOWN", "\n"), ReviewView(1, is_open=True)),
        (("\n", "KEY_RIGHT", "KEY_RIGHT", "KEY_RIGHT"), ReviewView(is_open=True, step=2)),
        (("\n", "KEY_RIGHT", "KEY_RIGHT", "\t"), ReviewView(is_open=True, step=1, side="rival")),
        (("\n", "KEY_RIGHT", "n"), ReviewView(1, is_open=True)),
        (("\n", "KEY_RIGHT", "\x1b"), ReviewView()),
        (("\n", " "), ReviewView(is_open=True, is_bare=True)),
        (("\n", "KEY_LEFT", "?"), ReviewView(is_open=True)),
        (("\n", "q"), None),
    ],
    ids=str,
)
def test_keys_walk_through_the_findings(keys: tuple[str, ...], view: ReviewView | None) -> None:
    assert pressed(*keys) == view


@pytest.mark.slow
def test_keys_that_were_typed_before_the_window_do_not_leave_it() -> None:
    def main() -> None:
        print("reviewing", flush=True)
        select.select([0], [], [])
        show_review(REVIEW, own_game.terminal())

    child = OnTerminal(["rogomatic"], {**os.environ, "TERM": "xterm"}, main=main, encoding="utf-8")
    child.expect("reviewing")
    child.sendline("q")
    child.expect("Accuracy")
    child.send("\n")
    child.expect("Esc: list")
    child.send("q")
    assert child.wait() == 0


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_the_list_has_accuracy_danger_and_findings(width: int, height: int) -> None:
    rows = review_canvas(REVIEW, ReviewView(1), width, height).rows()
    text = "\n".join(rows)
    for part in ("Accuracy", "Chance to die", "killed by a kestrel", "> mistake", "  blunder", "  brilliant"):
        assert part in text
    assert "q: quit" in rows[-1]


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_a_finding_shows_board_sentences_and_both_futures(width: int, height: int) -> None:
    view = ReviewView(0, is_open=True)
    rows = review_canvas(REVIEW, view, width, height).rows()
    text = " ".join(" ".join(rows).split())
    assert "@S..%" in rows[10]
    assert "Level: 3" in rows[23]
    assert "1 of 3: Blunder on turn 20, level 3 (25 +/- 1 points)" in text
    assert "31 % to die." in text
    assert "Taking the stairs first: 6 %." in text
    assert "Esc: list" in text
    other = review_canvas(REVIEW, ReviewView(0, is_open=True, side="rival", step=1), width, height).rows()
    assert "rival does it" in " ".join(other)


def test_space_bares_the_board_of_a_small_window() -> None:
    rows = review_canvas(REVIEW, ReviewView(0, is_open=True, is_bare=True), 80, 24).rows()
    assert "Blunder" not in " ".join(rows)
    assert rows[0] == "made 0"


def test_the_section_of_a_page_has_findings_and_futures_and_nothing_unescaped() -> None:
    move = finding(20, 25)
    stranger = move.made._replace(done="typed <script>")
    review = GameReview("Seed 7", "You", "", 53, 201, "", (replace(move, made=stranger), finding(90, 0)))
    text = "\n".join(review_section(review))
    assert "<script>" not in text
    assert text.count("<article") == 1
    assert text.count("<details>") == 2
    assert "31 % at most, on turn 20" in text
    assert "Taking the stairs first: 6 % to die, +10 gold in 200 turns" in text


def test_boards_of_a_page_have_no_empty_rows_around_them() -> None:
    move = replace(finding(20, 25), board=("", "", " @", "", "Level: 1", ""))
    text = "\n".join(review_section(replace(REVIEW, moves=(move,))))
    assert '"The board before the move"> @\n\nLevel: 1</pre>' in text
