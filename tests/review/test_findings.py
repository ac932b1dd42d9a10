"""Findings: what a move is called, the accuracy of a game, and its form as JSON."""

from __future__ import annotations

import json

import pytest

from rogomatic.review.findings import FuturePicture, JudgedMove, Prospect, accuracy
from rogomatic.review.game_review import GameReview, as_record, review_in, summary
from rogomatic.review.review_text import headline, review_lines

REST = Prospect("rested for 9 turns", "resting", 31.2, 4.0, 200, (FuturePicture(("a", "b"), "resting"),))
STAIRS = Prospect("took the stairs", "taking the stairs first", 6.1, 9.5, 200)


def move(lost: float, error: float = 1.0, number: int = 7, rival: Prospect | None = STAIRS) -> JudgedMove:
    where = " beside a sleeping snake with 5 of 12 hit points"
    return JudgedMove(number, 186, 3, 5, 12, "9s", where, REST, rival, lost, error, ("board",))


@pytest.mark.parametrize(
    ("lost", "error", "kind"),
    [
        (25, 3, "blunder"), (10, 3, "blunder"), (9.9, 3, "mistake"), (5, 2, "mistake"),
        (4.9, 2, "inaccuracy"), (2, 1, "inaccuracy"), (1.9, 0.5, "good"), (0, 0, "good"),
        (12, 6.1, "good"), (-4, 1, "good"), (-6, 1.9, "brilliant"), (-6, 2.1, "good"),
    ],
)  # fmt: skip
def test_a_move_is_called_by_what_it_lost(lost: float, error: float, kind: str) -> None:
    assert move(lost, error).kind == kind


def test_a_blunder_is_told_in_plain_sentences() -> None:
    assert move(25).sentences("You") == (
        "You rested for 9 turns beside a sleeping snake with 5 of 12 hit points: 31 % to die.",
        "Taking the stairs first: 6 %.",
    )
    assert move(-25).sentences("You")[1] == "The only good move. Taking the stairs first instead: 6 %."


def test_accuracy_counts_named_losses_only() -> None:
    assert accuracy([]) == accuracy([move(0), move(12, 7)]) == 100
    assert accuracy([move(10)]) == pytest.approx(67.03, abs=0.01)
    assert accuracy([move(10), move(0)]) == pytest.approx(83.5, abs=0.1)


REVIEW = GameReview(
    "Seed 7", "You", "killed by a kestrel", 53, 201, "basis", (move(25), move(0, 0, 9, None), move(3))
)


def test_a_review_survives_its_file() -> None:
    assert review_in(json.loads(json.dumps(as_record(REVIEW)))) == REVIEW


@pytest.mark.parametrize("change", [{"format": 0}, {"moves": [{}]}, {"more": 1}])
def test_what_is_no_review_is_refused(change: dict[str, object]) -> None:
    with pytest.raises((KeyError, TypeError, ValueError)):
        review_in({**as_record(REVIEW), **change})


def test_json_names_moves_by_what_they_cost() -> None:
    found = summary(REVIEW)
    assert (found["accuracy"], found["blunders"], found["inaccuracies"]) == (75.2, 1, 1)
    first, second, _ = found["moves"]
    wanted = {"command": 7, "turn": 186, "kind": "blunder", "lost": 25, "better": "taking the stairs first"}
    assert {name: first[name] for name in wanted} == wanted
    assert (second["kind"], second["better"]) == ("good", None)


def test_text_fits_and_names_each_finding() -> None:
    for width in range(62, 80):
        lines = list(review_lines(REVIEW, width, lambda one: f"see {one.turn}"))
        assert all(len(line) <= width and not line.lstrip().startswith("%") for line in lines)
    assert headline(REVIEW) == "Accuracy 75 %: 1 blunder and 1 inaccuracy among 3 moves that mattered."
    text = " ".join(line.strip() for line in lines)
    assert "1. Blunder on turn 186, level 3 (25 ± 1 points). You rested for 9 turns beside" in text
    assert text.count("see 186") == 2
