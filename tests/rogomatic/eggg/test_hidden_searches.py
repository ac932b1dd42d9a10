"""Searches over guesses: what they find, whom they serve, what they may spend."""

from __future__ import annotations

from typing import Any, cast

import pytest

from rogomatic.eggg import hidden_tree_search, stakes_player
from rogomatic.eggg.arena import pair_games
from rogomatic.eggg.hidden_tree_search import HiddenTreeSearch
from rogomatic.eggg.move_choice import near_best
from rogomatic.eggg.opponent import Seat
from rogomatic.eggg.opponents import kinds_for, make_opponent
from rogomatic.eggg.solved_game import SolvedGame
from rogue.eggg.eggg_commands import position_of
from rogue.eggg.library import checked, game_of, load, load_any
from rogue.eggg.rules.game_engine import BoardRules
from rogue.shared.board_games import State
from rogue.shared.seeds import Dice


def started(game: BoardRules, rows: str) -> State:
    """Return the position with these rows, far one first, at the end of the arrangement."""
    squares = position_of(game, rows).squares
    assert game.hidden is not None
    return game.start()._replace(squares=squares, step=0, table=game.hidden.first_table(squares))


def best(game: BoardRules, state: State, budget: int) -> str:
    scored = HiddenTreeSearch(game, state.mover, Dice(3)).search(game.view(state, state.mover), budget)
    return game.text(near_best(scored)[0].move)


def test_hidden_games_have_the_search_over_guesses() -> None:
    assert kinds_for(load("skirmish")) == ("hidden-tree", "random")


@pytest.mark.slow
def test_a_decision_has_a_bound_whatever_the_level(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hidden_tree_search, "_MOST_WORK", 2_000)
    monkeypatch.setattr(stakes_player, "_MOST_DEALS", 20)
    guesses: list[int] = []
    for name in ("mau-mau", "texas-holdem"):
        game = cast("Any", load_any(name))
        completed = game.completed
        game.completed = lambda *view, of=completed: [guesses.append(1), of(*view)][1]
        seat = Seat(game, 0, 10**12, Dice(1), SolvedGame(game, most=0))
        move = make_opponent(kinds_for(game)[0], seat).choose(game.view(game.start(3), 0))
        assert game.text(move)
        assert 12 <= len(guesses) <= 400
        guesses.clear()


@pytest.mark.slow
def test_it_takes_the_piece_that_can_only_be_the_flag() -> None:
    game = load("skirmish")
    assert best(game, started(game, "f5/6/6/1M4/6/F5"), 100) == "b3-b4"
    assert best(game, started(game, "f5/M5/6/6/6/F5"), 100) == "a5xa6"


@pytest.mark.slow
def test_it_spares_its_marshal_where_most_covers_are_bombs() -> None:
    game = load("skirmish")
    assert "x" not in best(game, started(game, "bbbb1f/M5/6/6/2c3/F5"), 300)


def test_the_arrangement_that_is_dealt_is_kept() -> None:
    game = load("skirmish")
    view = game.view(game.start(1), 0)
    player = make_opponent("hidden-tree", Seat(game, 0, 50, Dice(1), SolvedGame(game)))
    assert game.text(player.choose(view)) == "ready"
    hint = player.hint(view)
    assert hint is not None
    assert hint.reason == "Your side is arranged at random, which nobody can predict."


@pytest.mark.slow
@pytest.mark.parametrize(("rows", "says"), [
    ("fb4/M5/6/6/6/F5", "It attacks a hidden piece. "), ("f5/M5/6/6/6/F5", "It attacks a flag. ")
])  # fmt: skip
def test_a_hint_names_no_piece_that_is_hidden(rows: str, says: str) -> None:
    game = load("skirmish")
    view = game.view(started(game, rows), 0)
    player = make_opponent("hidden-tree", Seat(game, 0, 50, Dice(1), SolvedGame(game)))
    hint = player.hint(view)
    assert hint is not None
    assert hint.reason.startswith(says)


@pytest.mark.slow
def test_three_players_each_seek_their_own_points() -> None:
    """The first player can make the second or the third lose, and the third one would then win."""
    game = game_of(checked("game is Three\nplayers are A, B and C\n3 x 3 grid\ngoal is line(3)\n"))
    state = game.start()
    for text in ("a1", "c3", "b3", "a2", "c2", "c1"):
        move = game.find(state, state.mover, text)
        assert move is not None
        state = game.after(state, (move,))
    assert best(game, state, 300) == "a3"


@pytest.mark.long
def test_it_beats_random_moves_at_the_skirmish() -> None:
    points = list(pair_games(load("skirmish"), ("hidden-tree", "random"), 4, (150, 0), seed=57))
    assert sum(points) >= 3
