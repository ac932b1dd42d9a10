"""Warnings about games whose ends are likely mistakes."""

from __future__ import annotations

import pytest

from rogue.eggg import warnings_of_games
from rogue.eggg.engines import warnings_of
from rogue.eggg.library import checked, description_of

REAL_TIME = (
    'game is x\n1 player\n5 x 5 grid\nDot is ["X"]\npieces are Dot\nkeys are Left\ngoal is most(score)\n'
)
BOARD = "game is x\nplayers are X and O\nmove is place\n"
WARNED = {
    "3 x 3 grid\ngoal is count(pieces) > 0": "each of 30 random games ended within 1 move",
    "3 x 3 grid\ngoal is line(3)\nloss is line(3)\ndraw is full(board)": (
        "line 5 says the same about the goal"
    ),
    "3 x 3 grid\ngoal is line(3)\ndraw is line(3)": "line 5 says the same about the goal",
    "5 x 1 grid\ngoal is last(place)": "X won each of 30 random games",
    "10 x 26 grid\ngoal is line(3)": "the board is too large for a terminal of 80 x 24, where it will scroll",
    "50 x 4 grid\ngoal is line(3)": "the board is too large for a terminal of 80 x 24, where it will scroll",
}
"""Statements -> what is warned of."""


@pytest.mark.slow
@pytest.mark.parametrize("text", WARNED)
def test_likely_mistakes_are_told(text: str) -> None:
    assert any(WARNED[text] in told for told in warnings_of(checked(BOARD + text)))


@pytest.mark.parametrize(("most", "told"), [
    (1_000_000, ["text: X won each of 30 random games"]), (300, ["text: X won each of 19 random games"]),
    (100, ["text: the game has too many moves to be tried in random games"]),
])  # fmt: skip
def test_large_games_are_tried_less_often(
    most: int, told: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(warnings_of_games, "MOST_LISTED", most)
    assert warnings_of(checked(f"{BOARD}5 x 1 grid\ngoal is last(place)")) == told


@pytest.mark.slow
@pytest.mark.parametrize(("text", "told"), [
    ("piece enters at top", 'the piece never moves; add "Tick means piece moves 1 down"'),
    ("piece enters at top\nTick means piece moves 1 down", "the game did not end within 4,000 steps"),
])  # fmt: skip
def test_likely_mistakes_in_real_time_are_told(text: str, told: str) -> None:
    warned = warnings_of(checked(f"{REAL_TIME}{text}\nLeft means score increases by 1"))
    assert warned[0] == f"text: {told}"


@pytest.mark.slow
@pytest.mark.parametrize("text", [
    "3 x 3 grid\ngoal of X is line(3)\nloss of O is line(3)", "3 x 3 grid\ngoal is line(3)",
    "19 x 20 grid\ngoal is line(3)", "37 x 4 grid\ngoal is line(3)",
])  # fmt: skip
def test_what_is_no_mistake_is_not_told(text: str) -> None:
    assert warnings_of(checked(BOARD + text)) == []


@pytest.mark.slow
@pytest.mark.parametrize("name", ["tic-tac-toe", "atari-go", "rock-paper-scissors", "nim", "fox-and-geese"])
def test_shipped_games_have_no_warnings(name: str) -> None:
    assert warnings_of(description_of(name)) == []
