"""Rules of board games, each shown by a position and its moves."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache

import pytest

from rogue.eggg.eggg_commands import perft, position_of
from rogue.eggg.language.description import EgggError
from rogue.eggg.library import checked, game_of, load, shipped_names
from rogue.eggg.rules.game_engine import BoardRules
from rogue.eggg.rules.scene import Scene
from rogue.shared.board_games import NOBODY, Move, SaidMovement, State
from rogue.shared.seeds import Dice

load_once = cache(load)


def make(text: str) -> BoardRules:
    return game_of(checked(text))


def position_text(rules: BoardRules, state: State) -> str:
    """Return the board and the mover of a position: r3k2r/8/8/8/8/8/8/R3K2R White; heaps as 3,4,5."""
    mover, board = rules.players[state.mover], rules.board
    if rules.setup.is_counting:
        return f"{','.join(map(str, state.squares))} {mover}"
    letters = [rules.pieces[code].letter for code in state.squares] + ["."]  # the last for no square
    rows = [
        "".join([letters[board.at(column, row)] for column in range(board.columns)])
        for row in range(board.rows - 1, -1, -1)
    ]
    return f"{re.sub('[.]+', lambda found: str(len(found[0])), '/'.join(rows))} {mover}"


def texts(game: BoardRules, state: State) -> list[str]:
    return sorted(game.text(move) for move in game.moves(state, state.mover))


def played(game: BoardRules, state: State, *moves: str) -> State:
    """Return the position after some moves, each of which must be legal."""
    for text in moves:
        move = game.find(state, state.mover, text)
        assert move is not None, (text, texts(game, state))
        state = game.after(state, (move,))
    return state


MOVES = [
    ("chess", "4k3/8/8/8/8/8/8/R3K2R White", "Castling e1-c1", True),
    ("chess", "4k3/8/8/8/8/8/8/R3K2R White moved a1", "Castling e1-c1", False),
    ("chess", "4k3/8/8/8/8/8/3r4/R3K2R White", "Castling e1-c1", False),
    ("chess", "4k3/8/8/8/8/8/1r6/R3K2R White", "Castling e1-c1", True),
    ("chess", "4k3/8/8/8/8/8/8/RN2K2R White", "Castling e1-c1", False),
    ("chess", "4k3/8/8/3pP3/8/8/8/4K3 White last d7-d5", "e5xd6", True),
    ("chess", "4k3/8/8/3pP3/8/8/8/4K3 White last d6-d5", "e5xd6", False),
    ("chess", "4k3/P7/8/8/8/8/8/4K3 White", "a7-a8=Knight", True),
    ("chess", "4k3/8/8/8/1b6/8/3N4/4K3 White", "d2-f3", False),
    ("checkers", "8/8/8/2m5/1M1M4/8/8/8 Black", "b4xd6", True),
    ("checkers", "8/8/8/2m5/1M1M4/8/8/8 Black", "d4-e5", False),
    ("checkers", "8/4m3/8/2m5/1M6/8/8/8 Black", "b4xd6xf8=King", True),
    ("international-draughts", "10/10/10/6m3/10/2m7/10/10/10/K9 Black", "c5-b4", True),
    ("international-draughts", "10/10/10/6m3/10/2m7/10/10/10/K9 White", "a1-b2", False),
    ("reversi", "8/8/8/3WB3/3BW3/8/8/8 Black", "d3", False),
    ("reversi", "8/8/8/3WB3/3BW3/8/8/8 Black", "c4", False),
    ("reversi", "8/8/8/3WB3/3BW3/8/8/8 Black", "c5", True),
    ("go", "9/9/9/9/9/9/9/1W7/W8 Black", "a1", False),
    ("go", "9/9/9/9/9/9/9/BW7/1BW6 Black", "a1", True),
    ("minixiangqi", "7/2g4/7/7/7/7/3G3 Red", "d1-c1", False),
    ("minixiangqi", "7/2g4/7/7/7/7/3G3 Red", "d1-e1", True),
    ("minixiangqi", "3g3/7/7/7/7/3S3/3HG2 Red", "d1-e3", False),
    ("minixiangqi", "3g3/7/7/7/7/4S2/3HG2 Red", "d1-c3", True),
    ("minixiangqi", "g6/7/r6/7/s6/7/C3G2 Red", "a1xa5", True),
    ("minixiangqi", "g6/7/r6/7/7/7/C3G2 Red", "a1xa5", False),
    ("breakthrough", "8/8/8/4p3/4P3/8/8/8 White", "e4-e5", False),
    ("breakthrough", "8/8/8/3pp3/4P3/8/8/8 White", "e4xd5", True),
    ("fox-and-geese", "2GGG2/7/7/3f3/3G3/7/3G3 Fox", "d4xd2", True),
    ("fox-and-geese", "2GGG2/7/7/3f3/3G3/7/3G3 Geese", "d3-d2", False),
]  # fmt: skip
"""Game, position, move, and whether it is legal."""


@pytest.mark.parametrize(("name", "position", "text", "is_legal"), MOVES)
def test_moves_are_legal_or_not(name: str, position: str, text: str, is_legal: bool) -> None:
    game = load_once(name)
    state = position_of(game, position)
    assert (text in texts(game, state)) == is_legal


RESULTS = [
    ("chess", "7k/6Q1/6K1/8/8/8/8/8 Black last g6-g7", (1.0, 0.0)),
    ("chess", "7k/5Q2/6K1/8/8/8/8/8 Black last f6-f7", (0.5, 0.5)),
    ("chess", "7k/8/6K1/8/8/8/8/8 Black", (0.5, 0.5)),
    ("chess", "7k/8/6K1/8/8/8/8/Q7 Black", None),
    ("tic-tac-toe", "XXX/OO1/3 Nought", (1.0, 0.0)),
    ("tic-tac-toe", "XOX/XOO/OXX Nought", (0.5, 0.5)),
    ("connect-four", "7/7/7/7/7/RRRR3 Yellow", (0.0, 1.0)),
    ("connect-four", "7/7/R6/1R5/2R4/3R3 Yellow", (0.0, 1.0)),
    ("checkers", "8/8/8/8/8/1m6/M7/8 Black", None),
    ("checkers", "8/8/8/8/2m5/1m6/M7/8 Black", (0.0, 1.0)),
    ("nim", "0,0,0 First", (0.0, 1.0)),
    ("breakthrough", "3P4/8/8/8/8/8/p7/8 Black", (1.0, 0.0)),
    ("breakthrough", "8/8/8/8/8/8/p7/8 Black", (0.0, 1.0)),
    ("domineering", f"{'UUUUUUUU/' * 7}U1U1U1U1 Upright", (0.0, 1.0)),
    ("fox-and-geese", "7/7/7/3f3/3G3/7/7 Fox", (0.0, 1.0)),
    ("minixiangqi", "3g3/2R1R2/7/7/7/3R3/3G3 Black", (1.0, 0.0)),
]  # fmt: skip
"""Game, position, and what the players get; None while the game goes on."""


@pytest.mark.parametrize(("name", "position", "payoffs"), RESULTS)
def test_games_end_as_they_should(name: str, position: str, payoffs: tuple[float, ...] | None) -> None:
    game = load_once(name)
    state = position_of(game, position)
    if payoffs is not None and game.name == "Nim":
        state = played(game, position_of(game, "0,0,1 Second"), "1 from c")
    assert game.result(state) == payoffs
    assert bool(game.moves(state, state.mover)) == (payoffs is None)
    assert game.to_move(state) == (() if payoffs is not None else (state.mover,))


def test_stones_between_are_flipped_in_all_directions() -> None:
    game = load_once("reversi")
    state = position_of(game, "8/8/1B1B1B2/2WWW3/1BW1WB2/2WWW3/1B1B1B2/8 Black")
    after = played(game, state, "d4")
    assert position_text(game, after).split()[0] == "8/8/1B1B1B2/2BBB3/1BBBBB2/2BBB3/1B1B1B2/8"


def test_who_cannot_place_passes_in_reversi() -> None:
    game = load_once("reversi")
    state = position_of(game, "8/8/8/8/8/8/8/BBBBBBW1 White")
    assert texts(game, state) == ["pass"]
    assert game.result(state) is None
    assert game.result(position_of(game, "8/8/8/8/8/8/8/BBBBBBB1 White")) == (1.0, 0.0)


def test_a_ko_may_not_be_taken_back_at_once() -> None:
    game = load_once("go")
    state = position_of(game, "9/9/9/9/9/9/2BW5/1BW1W4/2BW5 Black")
    state = played(game, state, "d2")
    assert position_text(game, state).split()[0].endswith("2BW5/1B1BW4/2BW5")
    told = (
        "c2 breaks a rule: A player may place only if, afterwards, the board stands as it never stood before."
    )
    assert game.refusal(state, 1, "c2") == told
    assert game.find(played(game, state, "a9", "b9"), 1, "c2") is not None


def test_area_and_komi_decide_go() -> None:
    game = load_once("go")
    state = played(game, game.start(), "e5", "pass", "pass")
    assert game.result(state) == (1.0, 0.0)
    assert (game.score(state, 0), game.score(state, 1)) == (81.0, 7.5)
    assert game.result(played(game, game.start(), "pass", "pass")) == (0.0, 1.0)


def test_a_mill_takes_a_man_that_is_in_no_mill() -> None:
    game = load_once("nine-mens-morris")
    state = played(game, game.start(), "a1", "a4", "d1", "b4", "g1")
    assert (state.mover, state.step) == (0, 1)
    assert texts(game, state) == ["xa4", "xb4"]
    state = played(game, state, "xa4")
    assert (state.mover, state.step, state.numbers[:2]) == (1, 0, (6, 7))


def test_three_men_may_fly() -> None:
    game = load_once("nine-mens-morris")
    state = position_of(game, "3M2M/1m3m1/2m4/M6/7/7/7 White")._replace(numbers=(0, 0))
    assert len(texts(game, state)) == 3 * (24 - 6)
    assert len(texts(game, state._replace(mover=1))) == 3 * (24 - 6)


def test_pits_are_sown_counterclockwise_and_a_store_moves_again() -> None:
    game = load_once("mancala")
    state = played(game, game.start(), "c")
    assert state.squares == (4, 4, 0, 5, 5, 5, 1, 4, 4, 4, 4, 4, 4, 0)
    assert state.mover == 0
    state = position_of(game, "1,0,0,0,0,4,0,3,3,3,3,5,3,0 South")
    assert played(game, state, "a").squares == (0, 0, 0, 0, 0, 4, 6, 3, 3, 3, 3, 0, 3, 0)


def test_an_arrow_is_shot_from_where_the_amazon_stands() -> None:
    game = load_once("amazons")
    state = played(game, game.start(), "d1-d3")
    assert (state.mover, state.step) == (0, 1)
    assert "Fire d1" in texts(game, state)
    assert "Fire e1" not in texts(game, state)
    assert played(game, state, "Fire d1").mover == 1


def test_longest_jumps_must_be_made() -> None:
    game = load_once("international-draughts")
    state = position_of(game, "10/10/10/10/4m5/10/2m3m3/1M3M4/10/10 White")
    assert texts(game, state) == ["b3xd5xf7"]


def test_a_flying_king_lands_anywhere_behind() -> None:
    game = load_once("international-draughts")
    state = position_of(game, "10/10/10/10/10/10/3m6/10/10/K9 White")
    assert texts(game, state) == ["a1xe5", "a1xf6", "a1xg7", "a1xh8", "a1xi9", "a1xj10"]


@pytest.mark.parametrize("seed", range(4))
def test_random_chess_shuffles_both_sides_alike(seed: int) -> None:
    game = load_once("random-chess")
    rows = position_text(game, game.start(seed)).split()[0].split("/")
    assert rows[0].upper() == rows[-1]
    assert sorted(rows[-1]) == sorted("RNBQKBNR")
    assert game.start(seed).squares == game.start(seed).squares
    assert len({game.start(one).squares for one in range(20)}) > 15


def test_choices_are_made_at_once() -> None:
    game = load_once("rock-paper-scissors")
    state = game.start()
    assert game.to_move(state) == (0, 1)
    choose = {
        text: [game.find(state, player, text) for player in (0, 1)] for text in ("Rock", "Paper", "Scissors")
    }

    def result(one: str, other: str) -> object:
        first, second = choose[one][0], choose[other][1]
        assert first is not None
        assert second is not None
        return game.result(game.after(state, (first, second)))

    assert result("Rock", "Scissors") == (1.0, 0.0)
    assert result("Rock", "Paper") == (0.0, 1.0)
    assert result("Rock", "Rock") == (0.5, 0.5)
    rock, paper = choose["Rock"][0], choose["Paper"][1]
    assert rock is not None
    assert paper is not None
    later = game.next_round(game.after(state, (rock, paper)))
    assert later is not None
    assert (later.rounds, later.scores, game.to_move(later)) == (1, (0.0, 1.0), (0, 1))


REFUSALS = [
    ("chess", "e2-e5", "A Pawn on e2 cannot go to e5; it can go to e3 and e4."),
    ("chess", "e7-e5", "The Pawn on e7 is not yours. Legal moves: ..."),
    ("chess", "e4-e5", "e4 is empty. Legal moves: ..."),
    ("chess", "a1", "The Rook on a1 cannot move now. Legal moves: ..."),
    ("chess", "Qh5", "No Queen can go to h5. Legal moves: ..."),
    ("chess", "exd5", "Nothing can go to d5. Legal moves: ..."),
    ("chess", "O-O", '"O-O" is not a move here. Legal moves: ...'),
    ("chess", "", '"" is not a move here. Legal moves: ...'),
    ("chess", "a", "a may mean a2-a3 or a2-a4."),
    ("chess", "E2 E4", ""),
    ("chess", "e2e4", ""),
    ("chess", "Nf3", ""), ("chess", "e2\0e4", '"e2\0e4" is not a move here, but e2-e4 is.'),
    ("chess", "Ngf3", ""),
    ("chess", "Nf3+", ""), ("chess", "Nf3!?", ""), ("chess", "1. Nf3", ""), ("chess", "1.e4#", ""),
    ("chess", "Knight f3", ""), ("chess", "knight g1-f3", ""), ("chess", "Pawn e4", ""),
    ("chess", "1. Qh5+", "No Queen can go to h5. Legal moves: ..."),
    ("chess", "Queen h5", "No Queen can go to h5. Legal moves: ..."),
    ("chess", "e4=K", '"e4=K" is not a move here, but e2-e4 is.'),
    ("nim", "2 from a", ""),
    ("nim", "9 from a", '"9 from a" is not a move here. Legal moves: ...'),
    ("reversi", "d4", "d4 is taken. Legal moves: e3, f4, c5 and d6."),
    ("reversi", "a1", "Nothing can go to a1. Legal moves: e3, f4, c5 and d6."),
    ("tic-tac-toe", "b2", ""), ("tic-tac-toe", "?b2", '"?b2" is not a move here, but b2 is.'),
    ("chess", "\u00f8e4", '"\u00f8e4" is not a move here, but e2-e4 is.'),
]  # fmt: skip


@pytest.mark.parametrize(("name", "text", "reason"), REFUSALS)
def test_illegal_moves_are_refused_with_a_reason(name: str, text: str, reason: str) -> None:
    game = load_once(name)
    told = game.refusal(game.start(), 0, text)
    assert told == reason or (reason.endswith("...") and told.startswith(reason[:-3]))


@pytest.mark.parametrize(
    ("position", "text", "move"),
    [
        ("4k3/1P6/8/8/8/8/3N1N2/4K3", "Nfd3", "f2-d3"), ("4k3/1P6/8/8/8/8/3N1N2/4K3", "Ne4", None),
        ("4k3/1P6/8/8/8/8/3N1N2/4K3", "b8=Q+", "b7-b8=Queen"), ("4k3/1P6/8/8/8/8/8/4K3", "b8=K", None),
        ("4k3/1P6/8/8/8/8/3N1N2/4K3", "b8=Q", "b7-b8=Queen"), ("4k3/1P6/8/8/8/8/8/4K3", "b8", None),
        ("4k3/8/8/2p5/1P1B4/8/8/4K3", "bxc5", "b4xc5"), ("4k3/8/8/2p5/1P1B4/8/8/4K3", "Bxc5", "d4xc5"),
        ("4k3/8/8/8/8/P7/8/1N2K3", "a4", "a3-a4"), ("4k3/8/8/8/8/3P4/8/1N2K3", "c3", "b1-c3"),
        ("4k3/8/8/8/8/8/2P5/1N2K3", "c3", "c2-c3"), ("4k3/8/8/8/8/8/2P5/1N2K3", "Nc3", "b1-c3"),
        ("4k3/8/8/8/8/8/8/4K2R", "Kg1", "Castling e1-g1"), ("4k3/8/8/8/8/8/8/4K2R", "rh4", "h1-h4"),
        ("4k3/8/8/8/8/8/8/4K2R", "castling", "Castling e1-g1"),
        ("4k3/8/8/8/8/8/8/R3K2R", "O-O", "Castling e1-g1"),
        ("4k3/8/8/8/8/8/8/R3K2R", "o-o-o", "Castling e1-c1"),
        ("4k3/8/8/8/8/8/8/R3K3", "0-0-0", "Castling e1-c1"), ("4k3/8/8/8/8/8/8/R3K3", "O-O", None),
    ],
)  # fmt: skip
def test_moves_are_also_read_as_chess_players_write_them(position: str, text: str, move: str | None) -> None:
    game = load_once("chess")
    state = position_of(game, f"{position} White")
    found = game.find(state, 0, text)
    assert (found and game.text(found)) == move


def test_a_guard_is_quoted() -> None:
    game = load_once("chess")
    state = position_of(game, "4k3/8/8/8/1b6/8/3N4/4K3 White")
    assert game.refusal(state, 0, "d2-f3") == (
        "d2-f3 breaks a rule: A player may move only if, afterwards, nothing attacks the King."
    )


def test_a_compulsory_jump_is_named() -> None:
    game = load_once("checkers")
    state = position_of(game, "8/8/8/2m5/1M1M4/8/8/8 Black")
    assert game.refusal(state, 0, "d4-e5") == "A jump must be made: b4xd6 or d4xb6."


def test_the_third_repetition_is_a_draw() -> None:
    game = load_once("chess")
    shuffle = ("g1-f3", "g8-f6", "f3-g1", "f6-g8")
    assert game.result(played(game, game.start(), *shuffle)) is None
    assert game.result(played(game, game.start(), *shuffle, *shuffle)) == (0.5, 0.5)


@pytest.mark.parametrize(("shape", "count"), [
    ("ring", 8), ("cylinder", 8), ("torus", 8), ("square", 6),
])  # fmt: skip
def test_rows_go_round_on_rings(shape: str, count: int) -> None:
    game = make(
        f"game is round\nplayers are X and O\n6 x 1 grid\nboard is {shape}\ngoal is line(3)\nmove is place"
    )
    state = played(game, game.start(), "a1", "c1", "f1", "d1", "b1")
    assert (game.result(state) == (1.0, 0.0)) == (shape != "square")
    assert count >= 6


@pytest.mark.parametrize(("shape", "size", "goal", "moves", "wins"), [
    ("cylinder", "3 x 6", 4, "a1 a2 b1 b2 c1", False), ("cylinder", "3 x 6", 3, "a1 a2 b1 b2 c1", True),
    ("torus", "2 x 4", 3, "a1 a2 b1", False), ("torus", "2 x 4", 4, "a1 b1 a2 b2 a3 b3 a4", True),
])  # fmt: skip
def test_a_line_round_a_ring_counts_once(shape: str, size: str, goal: int, moves: str, *, wins: bool) -> None:
    game = make(f"players are X and O\n{size} grid\nboard is {shape}\ngoal is line({goal})\nmove is place")
    assert (game.result(played(game, game.start(), *moves.split())) == (1.0, 0.0)) is wins


@pytest.mark.parametrize("goal", ["count(pieces) > count(opponent)", "score > 0", "count(pieces) > 0"])
def test_where_the_game_ends_is_said_the_goal_waits_for_it(goal: str) -> None:
    score = "score is count(pieces)\n" * ("score" in goal)
    game = make(
        f"players are Sun and Moon\n5 x 5 grid\nmove is place or pass\n{score}"
        f"goal is {goal}\ngame ends if passes is 2"
    )
    state = played(game, game.start(), "a1", "pass")
    assert game.result(state) is None
    assert game.result(played(game, state, "pass")) == (1.0, 0.0)


def test_a_goal_that_happens_does_not_wait_for_the_end() -> None:
    game = make(
        "players are X and O\n4 x 4 grid\nmove is place or pass\ngoal is line(2)\ngame ends if passes is 2"
    )
    assert game.result(played(game, game.start(), "a1", "pass", "a2")) == (1.0, 0.0)


WRONG = {
    'Camp is ["X"]\n3 x 3 grid\nmove is place if to is Camp': "Camp has 1 rows, but the board has 3",
    "heaps are 3 and 500\ngoal is last(take)": "there can be at most 26 of them, with 1 to 99 things each",
    "heaps are 3 and 5\ngoal is line(3)": "line needs a board with pieces, not heaps or pits",
    'pieces are A and B\n3 x 3 grid\nA is shown as "x"\nB is shown as "X"': "X already shows a",
    "heaps are 3 and 5\nboard is torus": "this has no meaning with heaps, pits, or choices",
    "3 x 3 grid\nmove is sow": "sow needs pits",
    "3 x 3 grid\nmove is choose": 'the move "choose" needs "turns synchronize"',
    "3 x 3 grid\ngoal is count(pieces)": "count is not a condition",
    "3 x 3 grid\ngoal is full": "full takes 1 value, as in full(board)",
    'pieces are A and B\nboard starts ["A2", "B"]\nmove is place': "row 2 has 1 squares, but the board has 3",
    "pieces are A and B\n3 x 3 grid\nA moves 1 forward\nB at far row becomes A": "",
    "99 x 99 grid": "a board must have 1 to 400 squares",
    "goal is stuck": "the board is missing, as in: 8 x 8 grid",
    "3 x 3 grid\nscore of First is 3\ngoal is most(score)": "this has no meaning in board games",
    "3 x 3 grid\nscore increases by 1\ngoal is most(score)": "no meaning in board games",
    "3 x 3 grid\ngoal of First is stuck\nSecond begins": "",
    "pieces are A and B\n3 x 3 grid\nboard starts A": "no meaning in board games",
    "heaps are 3\nTake flips flanked": "take cannot affect other squares",
    "each player has 3 pits of 3 seeds\nSow captures last": "sowing can only capture what is opposite",
    "3 x 3 grid\nF means G\nG means F\ngoal is F": "F is defined by itself",
    "3 x 3 grid\ngoal is count(pieces) = F0\nF50 is 1\n"
    + "\n".join(f"F{n} is F{n + 1}" for n in range(50)): "more than 40 definitions use each other",
    "3 x 3 grid\ngoal is F(1) = 1\nF(1) is 1\nF(2) is 2": "only values of puzzles and text worlds",
    "3 x 3 grid\ngoal is count(pieces) = random(1..6)": "random is only for puzzles and text worlds",
    "999 x 1 grid": "a board must have 1 to 400 squares",
    "heaps are 3 and 5\nmove is take 1..all from 2 heaps": 'expected "one heap" after ".. all from"',
    "5 x 5 grid\ncaptures are compulsory": "",
    "5 x 5 grid\njumps are compulsory": "no piece jumps",
}
"""Description -> what is said against it, "" for a game."""


@pytest.mark.parametrize("text", WRONG)
def test_what_does_not_go_together_is_refused(text: str) -> None:
    try:
        make(text)
        told = ""
    except EgggError as error:
        told = error.lines[0]
    assert WRONG[text] in told
    assert bool(told) == bool(WRONG[text])


def test_captures_can_be_compulsory() -> None:
    game = make("Losing is like chess\nno Castling\nno assert\ncaptures are compulsory\ngoal is stuck")
    state = played(game, game.start(), "b2-b4", "c7-c5")
    assert texts(game, state) == ["b4xc5"]
    assert game.refusal(state, 0, "a2-a3") == "A capture must be made: b4xc5."
    assert texts(game, position_of(game, "k7/8/8/8/3p4/8/4P3/K7 Black last e2-e4")) == texts(
        game, position_of(game, "k7/8/8/8/3p4/8/8/K7 Black")
    )
    assert "d4xe3" in texts(game, position_of(game, "k7/8/8/8/3pP3/8/8/K7 Black last e2-e4"))[0]


@pytest.mark.parametrize(("goal", "holds"), [
    ("count(pieces) = 0", True), ("stuck or line(3)", True), ("count(opponent) = 0", False),
    ("stuck(opponent)", False), ("count(pieces) = 3", False), ("checkmate(King)", False),
])  # fmt: skip
def test_who_wins_without_pieces_plays_a_giveaway_game(goal: str, holds: bool) -> None:
    game = make(f"Giveaway is like chess\nno goal\ngoal is {goal}")
    assert ("giveaway" in game.traits) is holds


CHECKS = """checks of player start at 0
Move means checks increases by 1 if attacked(opponent King)
goal is checks = 3"""


def test_attackers_are_the_enemies_of_the_piece() -> None:
    game = make(f"Checking is like chess\n{CHECKS}")
    for rows, move, checks in (
        ("4k3/8/8/8/8/8/8/R3K3 White", "a1-a8", 1),
        ("4k3/3q4/8/8/8/8/8/R3K3 White", "a1-a2", 0),  # no piece attacks its own king
        ("5k2/8/8/8/8/8/8/4K2R White", "Castling e1-g1", 1),  # a named movement is a move, too
    ):
        assert played(game, position_of(game, rows), move).numbers == (checks, 0)


@pytest.mark.parametrize(("goal", "end"), [("row 3", 2), ("column 1", 1), ("row(to) = 2", 1)])
def test_rows_and_columns_are_places(goal: str, end: int) -> None:
    where = goal if "to" in goal else f"reached(King, {goal})"
    game = make(
        'players are A and B\npieces are King\nboard starts ["2k", "3", "1K1"]\n'
        f"King moves 1 in any direction\nKing at column 2 becomes King\ngoal of A is {where}\n"
        "goal of B is stuck"
    )
    state = game.start()
    for number in range(end):
        assert game.result(state) is None
        state = played(game, state, ("b1-a2", "a2-a3")[number])
        state = state if number == end - 1 else played(game, state, "c3-c2")
    assert game.result(state) == (1.0, 0.0)


def test_views_hide_the_seed() -> None:
    game = load_once("random-chess")
    assert game.view(game.start(7), 0) == game.start(7)._replace(seed=-1)


def test_three_players_move_in_turn_and_a_name_may_be_a_number() -> None:
    game = make(
        "game is Three in One\nplayers are R, G and B\nturns alternate counterclockwise\n"
        "5 x 5 grid\ngoal is line(3)"
    )
    state = played(game, game.start(), "a1", "a2")
    assert (game.name, state.mover, len(game.players)) == ("Three in One", 1, 3)
    state = played(game, state, "a3", "b1", "b2", "b3", "c1")
    assert game.result(state) == (1.0, 0.0, 0.0)


def test_a_move_that_two_rules_allow_is_one_move() -> None:
    game = make("Flying is like checkers\nKing slides diagonally without capture")
    assert len(texts(game, position_of(game, "8/8/8/8/8/8/8/K6m Black"))) == 7
    both = make("Both is like chess\nRook moves 1 in any direction\nRook moves 1..2 orthogonally to capture")
    state = position_of(both, "4k3/8/8/8/8/p7/p7/R3K3 White")
    assert texts(both, state).count("a1xa2") == 1
    leaping = make("Leaping is like chess\nRook leaps (2, 0)")
    state = position_of(leaping, "4k3/8/8/8/8/8/p7/R3K3 White")
    assert texts(leaping, state).count("a1-a3") == 1
    ring = make('pieces are Rook\n8 x 1 grid\nboard is ring\nboard starts ["R3r3"]\nRook slides orthogonally')
    assert texts(ring, ring.start()) == ["a1-b1", "a1-c1", "a1-d1", "a1-f1", "a1-g1", "a1-h1", "a1xe1"]


def test_effects_have_conditions_and_what_happens_else() -> None:
    game = make(
        "players are A and B\n3 x 3 grid\ngoal is points > 2\npoints of player start at 0\npieces are Man\n"
        "Place means points increases by 2 if to is middle else (points increases by 1 and last vanishes if "
        "to is corner)"
    )
    state = played(game, game.start(), "a1", "b2")
    assert (state.numbers, position_text(game, state)) == ((1, 2), "3/1m1/M2 A")
    state = played(game, state, "c3")
    assert (state.numbers, position_text(game, state)) == ((2, 2), "2M/3/M2 B")


@pytest.mark.parametrize(("size", "rows"), [(3, '["mm", "3", "MM"]'), (4, '["m", "m2m", "3", "M2M", "M"]')])
def test_rows_of_hexagons_may_name_their_squares_only(size: int, rows: str) -> None:
    game = make(
        f"players are A and B\nboard is hexagon\nsquares are hexagons\n{size} x {size} grid\n"
        f"pieces are Man\nboard starts {rows}\nMan moves 1 in any direction\nloss is stuck"
    )
    start = game.start()
    assert start.squares == tuple({1: 2, 2: 1}.get(code, 0) for code in reversed(start.squares))
    assert position_of(game, position_text(game, start)).squares == start.squares


def test_a_goal_of_one_player_is_mirrored_for_the_other() -> None:
    game = make(
        'players are A and B\n3 x 3 grid\npieces are Man\nboard starts ["3", "3", "3"]\n'
        'Camp is ["2X", "3", "3"]\nmove is place\ngoal of A is count(Man, Camp) = 1 or count(A, top) = 2'
    )
    assert game.result(played(game, game.start(), "b2", "c3")) is None
    assert game.result(played(game, game.start(), "b2", "a1")) == (0.0, 1.0)
    assert game.result(played(game, game.start(), "b2", "b1", "a2", "c1")) == (0.0, 1.0)
    assert game.result(played(game, game.start(), "c3")) == (1.0, 0.0)


@pytest.mark.parametrize("asks", ["Free means not stuck\nmove is place if Free", "assert place: not stuck"])
def test_moves_that_ask_whether_there_are_moves_end(asks: str) -> None:
    game = make(f"3 x 3 grid\n{asks}")
    for state in (game.start(), game.after(game.start(), game.moves(game.start(), 0)[:1])):
        assert game.moves(state, state.mover)


@pytest.mark.parametrize(
    ("said", "count"),
    [
        ("goal is line(3)", 3), ("Goal is stuck or line(4)", 4), ("goal of X is line(5)", 5),
        ("goal is line(4) and (stuck or line(2))", 4), ("goal is line(1) or line(3)", 3),
        ("loss is line(3)", 0), ("goal is not line(3)", 0), ("goal is stuck\ndraw is line(3)", 0),
    ],
)  # fmt: skip
def test_the_row_that_wins_is_known(said: str, count: int) -> None:
    assert make(f"players are X and O\n5 x 5 grid\nmove is place\n{said}").row_goal == count


def test_movements_are_known_as_they_are_said() -> None:
    walks = ("King and Rook slide in any direction", "Rook moves 2 sideways", "Leap means Hare leaps (1, 2)")
    pieces = "players are White and Black\n8 x 8 grid\npieces are King, Rook and Hare\ngoal is stuck\n"
    anyhow = SaidMovement(len(walks[0]), slides=True, any_way=True)
    kinds = ((anyhow,), (anyhow, SaidMovement(len(walks[1]))), (SaidMovement(len(walks[2])),))
    assert make(pieces + "\n".join(walks)).movements_said == kinds


def test_captures_have_guards_of_their_own() -> None:
    game = make(
        'pieces are Man\n3 x 3 grid\nboard starts ["m2", "mm1", "MM1"]\nMan moves 1 in any direction\n'
        "assert capture: to is middle"
    )
    assert texts(game, game.start()) == ["a1xb2", "b1-c1", "b1-c2", "b1xb2"]


def test_a_walk_takes_what_it_flanks() -> None:
    game = make(
        'pieces are Man\n5 x 2 grid\nboard starts ["Mm2M", "Mmm2"]\nMan slides orthogonally without capture\n'
        "Move captures flanked\nloss is count(Man) < 2"
    )
    state = played(game, game.start(), "e2-c2")
    assert position_text(game, state) == "M1M2/Mmm2 Second"
    assert position_text(game, played(game, state, "c1-d1")) == "M1M2/Mm1m1 First"
    assert position_text(game, game.start()) == "Mm2M/Mmm2 First"


CONDITIONS = [
    "reached(Man, far row)", "line(3)", "line(3, last)", "stuck", "full(board)", "empty(edge)", "flanked",
    "surrounded(last)", "territory", "safe(Man)", "attacked(last)", "capture(Man)", "unmoved(last)",
    "prime(3)", "last", "most(pieces)", "repeated(3)", "new(board)", "first(capture)", "last(move)",
    "reaches(last, last)", "from is to", "count(pieces) > 3", 'lastmove("x")', "connect(top, bottom)",
    "checkmate(Man)", "not stuck or last is Man", "opponent stuck", "last is corner",
    "stuck if last else full(board)", "groups(Man) = lined(2, Man)",
    "row(last) + column(last) mod 2 = distance(last, last)", "neighbors(last) < sum(1, 2) and passes is 0",
]  # fmt: skip


@pytest.mark.parametrize("text", CONDITIONS)
def test_conditions_are_true_or_false(text: str) -> None:
    """Compiled code takes nothing else for a condition."""
    game = make(
        'pieces are Man\n3 x 3 grid\nboard starts ["mmm", "3", "MMM"]\nMan moves 1 in any direction\n'
        f"goal is {text}"
    )
    start = game.start()
    state = start._replace(mover=1, last=Move(0, "move", 0, 3, ((0, 0), (3, 1))))
    for ending in (*game._early_endings, *game._final_endings):
        for one in (start, state):
            scene = Scene(game.tables, [*one.squares], one, ending.player)
            assert isinstance(ending.condition(scene), bool)


def test_pieces_in_a_region_are_counted() -> None:
    game = make(
        'players are Black and White\npieces are Stone\n3 x 3 grid\nboard starts ["2s", "3", "S2"]\n'
        'Camp is ["2X", "3", "3"]\nStone moves 1 in any direction\ngoal of Black is count(Stone, Camp) = 1'
    )
    state = played(game, game.start(), "a1-b2", "c3-b3")
    assert game.result(state) is None
    assert game.result(played(game, state, "b2-c3")) == (1.0, 0.0)


@pytest.mark.parametrize("name", ["chess", "reversi", "mancala", "nim", "go", "nine-mens-morris"])
def test_positions_as_text_come_back(name: str) -> None:
    game = load_once(name)
    state = game.start()
    for ply in range(8):
        assert position_of(game, position_text(game, state)).squares == state.squares
        moves = game.moves(state, state.mover)
        state = game.after(state, (moves[ply % len(moves)],)) if moves else state


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", ["chess", "checkers", "reversi", "amazons", "minixiangqi", "hex", "domineering"]
)
def test_texts_of_moves_are_unique_and_read_back(name: str) -> None:
    game = load_once(name)
    state = game.start()
    for ply in range(12):
        moves = game.moves(state, state.mover)
        told = [game.text(move) for move in moves]
        assert len(set(told)) == len(moves)
        assert [game.find(state, state.mover, text) for text in told] == moves
        state = game.after(state, (moves[(7 * ply) % len(moves)],))


def test_a_knight_that_is_also_a_king_for_once() -> None:
    game = make("Leaper is like chess\nLeap means King leaps (1, 2) if unmoved")
    state = position_of(game, "4k3/8/8/8/8/8/P7/4K3 White")
    assert "Leap e1-f3" in texts(game, state)
    assert "Leap e1-f3" not in texts(game, position_of(game, "4k3/8/8/8/8/8/P7/4K3 White moved e1"))
    assert perft(game, state, 2) > perft(load_once("chess"), state, 2)


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", sorted({*shipped_names("board games")} - {"rock-paper-scissors", "random-chess"})
)
def test_random_moves_are_among_the_legal_ones(name: str) -> None:
    game, beside, dice = load(name), load(name), Dice(name)
    state = game.start()
    for _ in range(40):
        assert game.result(state) == beside.result(state)
        if game.result(state) is not None:
            break
        move = game.random_move(state, dice.below)
        assert move in beside.moves(state, state.mover)
        state = game.after(state, (move,))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "text", "move"),
    [
        ("tic-tac-toe", "3/1XO/3 Nought", ""), ("connect-four", "7/7/7/7/Y6/YRYRYRY Red", ""),
        ("reversi", "8/8/8/3WB3/3BW3/8/8/8 Black", ""), ("go", "9/9/9/9/9/9/2B6/1BWB5/9 Black", "c1"),
        ("chess", "4k3/8/8/8/4r3/8/3BN3/4K3 White", ""),
    ],
)  # fmt: skip
def test_every_legal_move_is_as_likely_as_another(name: str, text: str, move: str) -> None:
    game, dice = load(name), Dice(name)
    state = position_of(game, text)
    legal = game.moves(state, state.mover)
    assert not move or any(one.taken for one in legal if game.text(one) == move)
    drawn = Counter(load(name).random_move(state, dice.below) for _ in range(3))
    fresh = load(name)
    for _ in range(60 * len(legal)):
        again = state._replace(passes=state.passes)  # another object, of which nothing is known yet
        drawn[fresh.random_move(again, dice.below)] += 1
    assert drawn.keys() == set(legal)
    assert all(30 < count < 100 for count in drawn.values())


def test_a_chain_that_joins_two_sides_ends_hex_at_once() -> None:
    """A new chain is looked for only where the last stone joins something."""
    game, dice = make("Small Hex is like Hex\n5 x 5 grid"), Dice("hex")
    for _ in range(60):
        state = game.start()
        while (outcome := game.result(state)) is None:
            state = game.after(state, (game.random_move(state, dice.below),))
        for before in (False, True):
            scene = Scene(game.tables, list(state.squares), state._replace(last=None), NOBODY)
            if before:
                assert state.last is not None
                scene.squares[state.last.to] = 0
            sides = [
                frozenset(one for one, point in enumerate(game.board.cells) if point[axis] == end)
                for axis in (1, 0) for end in (4, 0)
            ]  # fmt: skip
            joined = []
            for player in (0, 1):
                scene.player = player
                joined.append(float(scene.connects(*sides[2 * player : 2 * player + 2])))
            assert tuple(joined) == ((0.0, 0.0) if before else outcome)


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("T is like Tic-Tac-Toe", 8), ("T is like Tic-Tac-Toe\n4 x 3 grid", 4),
        ("T is like Go\n5 x 5 grid", 8),
        ("T is like Tic-Tac-Toe\n6 x 6 grid", 0), ("T is like Tic-Tac-Toe\nmove is drop", 0),
        ("T is like Tic-Tac-Toe\nmove is place if row(to) > 1", 0), ("T is like Hex\n5 x 5 grid", 0),
        ("T is like Tic-Tac-Toe\nboard is cylinder", 4), ("T is like Breakthrough", 0), ("T is like Nim", 0),
    ],
)  # fmt: skip
def test_turned_positions_of_small_boards_are_the_same(text: str, count: int) -> None:
    game, dice = make(text), Dice(text)
    state, turns = game.start(), game.board.turns() if count else []
    assert len(turns) == count
    while game.result(state) is None:
        state = game.after(state, (game.random_move(state, dice.below),))
        turned = [state._replace(squares=tuple(state.squares[one] for one in turn)) for turn in turns]
        assert {game.key(one) for one in turned} <= {game.key(state)}
    plain = state._replace(squares=state.squares[::-1])
    assert (game.key(plain) == game.key(state)) == (count > 0 or plain.squares == state.squares)
