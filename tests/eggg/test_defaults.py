"""Each default of a description: where it decides something, and the statement that overrules it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

import pytest

from rogue.eggg.language.description import Description, described
from rogue.eggg.library import checked, game_of, load_any, text_of
from rogue.eggg.rules.defaults import DEFAULTS, Default, changes, completed
from rogue.shared.board_games import Game

WALK: Final = "pieces are Rook, Knight, King, Man and Spy\n8 x 8 grid\nRook slides orthogonally\n"
TOGETHER: Final = "pieces are A and B\nturns synchronize\nmove is choose"
CARDS: Final = "2..3 players\ngame is Shuffle(deck) and Deal(cards, 5) and bet(money) and compare(hand)\n"
TRICKS: Final = "game is Shuffle(deck) and Deal(cards, 5) and play(trick)\n"
CHESS: Final = text_of("chess").replace("assert move: safe(King) afterwards\n", "")
BASES: Final = {
    "A match is one game.": "3 x 3 grid",
    "One person plays.": 'solution is ["A"]',
    "Up to 20 people take part.": "text game",
    "Time passes even if nobody is connected.": "text game\nplayers are 0..20\ntick is 1 seconds",
    "Two play, First and Second.": "3 x 3 grid",
    "Turns alternate, in the order in which the players are named.": "3 x 3 grid",
    "The first named player begins.": "players are Black and White\n3 x 3 grid",
    "A move moves a piece.": WALK,
    "A move places a piece on an empty square.": "3 x 3 grid",
    "A move takes any number of things from one heap.": "heaps are 3 and 4",
    "A move sows the seeds of one of the player's pits.": "each player has 3 pits of 4 seeds",
    "There is one kind of piece, each player's own, shown by the player's letter.": "3 x 3 grid",
    "A piece is shown by the first free letter of its name, small for the second player.": WALK,
    "All players have the same choices.": TOGETHER,
    "The board is a rectangle of squares.": "3 x 3 grid",
    "A piece captures an enemy by moving onto it; it cannot move onto a piece of its own side.": WALK,
    "A jump lands just behind the piece, and takes it.": WALK + "Man jumps diagonally over opponent",
    "Jumps may be declined.": WALK + "Man jumps diagonally over opponent",
    "Promotion ends a series of jumps.": WALK + "Man jumps diagonally\nMan at far row becomes King",
    "If a piece can become one of several pieces, its player chooses.": CHESS,
    "The piece that can be mated may not be left under attack.": CHESS,
    "The other player has the same goal, seen from the other side.": (
        "players are White and Black\n3 x 3 grid\ngoal of Black is line(3)"
    ),
    "There is no goal: nobody wins.": "3 x 3 grid",
    "A player who cannot move passes; if nobody can move, the game ends.": WALK,
    "A full board without a winner is a draw.": "3 x 3 grid\nmove is place",
    "It is a draw if a position occurs three times, or after 200 moves without a capture.": WALK,
    "There are rounds: money and scores carry over, and the first move passes to the next player.": CARDS,
    "The smallest number of players in the range takes part.": CARDS,
    "Turns alternate, clockwise.": CARDS,
    "The deck has 52 cards; suits are equal, and an ace is also below a two.": CARDS,
    "Every player starts with 100.": CARDS,
    "Every player pays an ante of 1 in each round.": CARDS,
    "Players who can must follow the suit that was led.": TRICKS,
    "The score is the number that decides the game.": "3 x 3 grid\ngoal is most(pieces)",
    "Choices are made at the same time, and seals prove it.": TOGETHER,
    "All squares start as the kind that is named last.": "1 player\n3 x 3 grid\nsquares are red or blue",
    "The clock moves twice a second.": "piece sticks to bottom",
}
"""Sentence of a default -> a description in which it decides."""
OVERRULED: Final = [row for row in DEFAULTS if row.change]


def used(description: Description) -> list[Default]:
    return completed(description)[1]


@pytest.mark.parametrize("row", OVERRULED, ids=[row.says for row in OVERRULED])
def test_a_default_decides_until_it_is_overruled(row: Default) -> None:
    base = BASES[row.says]
    assert row in used(described(base, "base.egg"))
    change = changes(row, completed(described(base, "base.egg"))[0])
    child = described(f"Child is like Base\n{change}", "x.egg", {"base": (base, "base.egg")}.get)
    assert row not in used(child)


@cache
def explanations() -> list[Sequence[str]]:
    """Return how games of every kind explain themselves."""
    boards, others = "chess hex gomoku checkers skirmish", "rock-paper-scissors blocks bounce-blocks mammon"
    more = "mancala boxes lights-out pegs poker hearts letters"
    return [load_any(name).explained() for name in f"{boards} {others} {more}".split()]


def test_what_changes_a_default_is_shown_where_it_can_apply() -> None:
    for name in ("amazons", "checkers", "fox-and-geese", "nine-mens-morris"):
        assert not [line for line in load_any(name).explained() if " captures " in line]


@pytest.mark.parametrize("name", ["amazons", "domineering", "nine-mens-morris"])
def test_who_loses_without_a_move_does_not_draw_on_a_full_board(name: str) -> None:
    assert not [line for line in load_any(name).explained() if "full board" in line]
    full = game_of(checked("players are X and O\n2 x 1 grid\nmove is place\nloss is stuck"))
    state = full.start()
    for _ in range(2):
        state = full.after(state, (full.moves(state, state.mover)[0],))
    assert full.result(state) == (0.0, 1.0)


@pytest.mark.slow
def test_other_defaults_say_what_cannot_be_changed() -> None:
    fixed = {row.says for row in DEFAULTS if not row.change}
    assert fixed - {name for name in fixed for explained in explanations() if name in explained} == set()


def test_the_guard_of_a_mate_is_assumed() -> None:
    assumed = game_of(checked(CHESS))
    start = assumed.start()
    assert len(assumed.moves(start, 0)) == 20
    assert (
        "The piece that can be mated may not be left under attack. To change it: assert move: safe(King)."
        in (assumed.explained())
    )


def test_rules_are_a_game_of_the_interface() -> None:
    game: Game = game_of(checked(text_of("hex")))
    assert game.traits == {"places"}
    assert game.described()["digest"] == game.digest
    assert len(game.digest) == 64


HINTS: Final = {
    "tic-tac-toe": ("Nought begins", 'X is shown as "N"'),
    "chess": ("Black begins", "King captures Pawn", "Pawn at far row becomes Queen"),
    "fox-and-geese": ("Fox begins", "Fox jumps far diagonally over opponent"),
    "nim": ("Second begins",),
}
"""Game -> statements that change its defaults, in its own names."""


@pytest.mark.parametrize("name", HINTS)
def test_what_changes_a_default_has_the_names_of_the_game(name: str) -> None:
    game = load_any(name)
    assert {*HINTS[name]} <= {str(row["change"]) for row in game.described()["defaults"]}
    for change in HINTS[name]:
        assert any(line.endswith(f"To change it: {change}.") for line in game.explained())
        checked(f"Mine is like {name}\n{change}")
