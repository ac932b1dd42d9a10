"""Hidden pieces: battles, what is known, guesses, and how sides are arranged."""

from __future__ import annotations

from collections import Counter
from typing import Final

import pytest

from rogue.eggg.eggg_commands import position_of
from rogue.eggg.language.description import EgggError
from rogue.eggg.library import checked, game_of, load
from rogue.eggg.rules.game_engine import BoardRules
from rogue.shared.board_games import NOBODY, State
from rogue.shared.seeds import Dice

OPEN: Final = "Open-Skirmish is like Skirmish\nno hidden\nno setup\n"


def skirmish() -> BoardRules:
    return load("skirmish")


def played(game: BoardRules, state: State, *texts: str) -> State:
    """Return the position after moves by their texts."""
    for text in texts:
        move = game.find(state, state.mover, text)
        assert move is not None, text
        state = game.after(state, (move,))
    return state


def started(game: BoardRules, rows: str) -> State:
    """Return the position with these rows, far one first, at the end of the arrangement."""
    squares = position_of(game, rows).squares
    assert game.hidden is not None
    return game.start()._replace(squares=squares, step=0, table=game.hidden.first_table(squares))


@pytest.mark.parametrize(
    ("attacker", "defender", "left", "told"),
    [
        ("M", "g", "M", "Red's Marshal takes Blue's General on b2."),
        ("G", "m", "m", "Blue's Marshal takes Red's General on b2."),
        ("C", "c", ".", "Red's Captain and Blue's Captain fall on b2."),
        ("P", "m", "P", "Red's Spy takes Blue's Marshal on b2."),
        ("M", "p", "M", "Red's Marshal takes Blue's Spy on b2."),
        ("I", "b", "I", "Red's Miner takes Blue's Bomb on b2."),
        ("M", "b", "b", "Blue's Bomb takes Red's Marshal on b2."),
        ("S", "f", "S", "Red's Scout takes Blue's Flag on b2."),
    ],
)
def test_a_battle_is_won_by_rank_or_a_statement(attacker: str, defender: str, left: str, told: str) -> None:
    game = skirmish()
    start = started(game, f"fffffs/6/6/6/{attacker}{defender}4/FFFFFS")
    state = played(game, start, "a2xb2")
    square = game.board.names.index("b2")
    assert game.pieces[state.squares[square]].letter == left
    for viewer in (0, 1, NOBODY):
        assert game.view(state, viewer).squares[square] == state.squares[square]
        assert game.screen(game.view(state, viewer), viewer)[0] == told
    assert state.counts == (0,)


def test_what_a_move_tells_is_known_and_goes_with_the_piece() -> None:
    game = skirmish()
    state = started(game, "fbbpig/mccsis/6/6/MCCSIS/FBBPIG")
    assert {game.pieces[code].letter for code in game.view(state, 1).squares} == set("#.fbpigmcs")
    far = game.view(played(game, state, "d2-d4", "a5-a4"), 1)
    assert game.pieces[far.squares[game.board.names.index("d4")]].letter == "S", "only a Scout goes so far"
    near = played(game, state, "a2-a3", "a5-a4")
    for number in range(40):
        guess = game.completed(game.view(near, 1), 1, Dice(number).below)
        assert game.pieces[guess.squares[game.board.names.index("a3")]].letter in "MGCISP", "it has moved"
        assert Counter(guess.squares) == Counter(near.squares)


def test_guesses_are_even() -> None:
    game = skirmish()
    state = started(game, "fb4/6/6/6/M5/FS4")
    moved = played(game, state, "a2-a3")
    seen = Counter(
        game.completed(game.view(moved, 1), 1, Dice(number).below).squares for number in range(300)
    )
    assert len(seen) == 4, "a Marshal or a Scout has moved; the others stand in two orders"
    assert max(seen.values()) < 110


def test_sides_are_shuffled_by_rows_and_arranged_in_secret() -> None:
    game = skirmish()
    starts = {game.start(seed).squares for seed in range(9)}
    assert len(starts) == 9
    home = [square for square, name in enumerate(game.board.names) if name.endswith("1")]
    rows = {"".join(sorted(game.pieces[squares[one]].letter for one in home)) for squares in starts}
    assert rows == {"BBFGIP"}
    start = game.start(1)
    swaps = [move for move in game.moves(start, 0) if move.name == "swap"]
    after = game.after(start, (swaps[0],))
    assert (after.mover, after.ply, game.view(after, 1).squares) == (0, 0, game.view(start, 1).squares)
    assert game.text(game.seen(swaps[0], 1)) == ""
    assert "swap two of yours" in game.refusal(start, 0, "a2-a3")
    while (move := game.moves(after, 0)[-1]).name == "swap":
        after = game.after(after, (move,))
    assert after.step == -1, "a side has twelve swaps"
    assert played(game, after, "ready", "ready").step == 0


def test_where_all_is_seen_ranks_say_who_may_take_whom() -> None:
    game = game_of(checked(f'{OPEN}board starts ["6", "6", "6", "6", "MgCc2", "5f"]'))
    assert {game.text(move) for move in game.moves(game.start(), 0) if move.taken} == {"a2xb2"}


@pytest.mark.parametrize(
    "more", ["Scout at far row becomes Spy", "move is place or move", "Spy jumps diagonally over opponent"]
)
def test_hidden_pieces_only_walk(more: str) -> None:
    with pytest.raises(EgggError, match="hidden pieces can only move"):
        game_of(checked(f"Other is like Skirmish\n{more}\n"))


@pytest.mark.parametrize(
    ("rows", "move", "result"),
    [
        ("5e/6/6/gE4/1G4/4GE", "b3xa3", (1.0, 0.0)),
        ("4ge/6/6/eG4/1G4/4GE", "b3xa3", None),
        ("5g/6/6/eG4/1G4/4GE", "b3xa3", (0.0, 1.0)),
        ("3eg1/5G/6/6/6/4GE", "f5-f6", (1.0, 0.0)),
        ("3eg1/5E/6/6/6/4GE", "f5-f6", None),
    ],
)
def test_a_goal_that_asks_for_hidden_kinds_is_decided_by_the_whole_position(
    rows: str, move: str, result: tuple[float, float] | None
) -> None:
    game = load("ghosts")
    state = started(game, rows)
    found = game.find(game.view(state, 0), 0, move)
    assert found is not None
    after = game.after(state, (found,))
    assert game.result(after) == result
    assert game.result(game.view(after, 1)) is None
    assert game.moves(game.view(after, 1), 1)
