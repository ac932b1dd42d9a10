"""Real-time games: recorded steps from falling blocks to Pong, pieces, paddles, scores."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Final

import pytest

from rogue.eggg.engines import ENGINES, engine_of, made
from rogue.eggg.language.description import EgggError, described
from rogue.eggg.language.tokens import fold
from rogue.eggg.library import checked, load_any, shipped_names
from rogue.eggg.real_time.real_time_engine import RealTimeRules, real_time_warnings
from rogue.shared.real_time_games import NO_PIECE, PART, STEPS_PER_SECOND, RealTimeGame, RealTimeState

FOLDER: Final = Path(__file__).parent / "games"
TEXTS: Final = {fold(path.stem): (path.read_text("utf-8"), path.name) for path in FOLDER.glob("*.egg")}
SHIPPED: Final = shipped_names(ENGINES[0].kind)
STEPS: Final = 600


def game_of(name: str) -> RealTimeRules:
    """Return a game of the tests, or a shipped one."""
    if name in SHIPPED and name not in TEXTS:
        found = load_any(name)
    else:
        found = made(described(*TEXTS[name], TEXTS.get))
    assert isinstance(found, RealTimeRules)
    return found


def digest(state: RealTimeState) -> str:
    """Return the first digits of a state's SHA-256."""
    return sha256(repr(tuple(state)).encode()).hexdigest()[:12]


def played(game: RealTimeGame, seed: int, steps: int = STEPS) -> RealTimeState:
    """Return the state after steps in which players press keys by fixed dice."""
    dice, state = Random(seed), game.start(seed)
    keys = [*game.keys, "1", "2"]
    for _ in range(steps):
        pressed = {player: [dice.choice(keys)] for player in range(len(game.players)) if dice.random() < 0.2}
        state = game.after_tick(state, pressed)
    return state


RECORDED: Final = {
    "tetris": "74739696738b",
    "sidetetris": "c651331eba0f",
    "twoplayertetris": "7f0e1b2e2268",
    "bouncetris": "863022c4073f",
    "bouncefast": "9a400421b5d9",
    "squarebounce": "502aa621ba6f",
    "pong": "3669b1647655",
}
"""The paper's chain of changes -> digest of the state after the recorded steps of three seeds."""


@pytest.mark.slow
@pytest.mark.parametrize("name", RECORDED)
def test_recorded_steps_lead_to_the_same_state(name: str) -> None:
    game = game_of(name)
    found = [digest(played(game, seed)) for seed in (1, 2, 3)]
    assert sha256(" ".join(found).encode()).hexdigest()[:12] == RECORDED[name]


@pytest.mark.slow
@pytest.mark.parametrize("name", SHIPPED)
def test_each_shipped_game_is_played_to_its_end(name: str) -> None:
    game = game_of(name)
    assert real_time_warnings(game) == []
    state = played(game, 1, 6_000)
    assert state.is_over
    assert game.result(state) is not None
    assert game.after_tick(state, {0: game.keys}) is state
    assert all(0 <= score < 100 for score in game.scores(state))


def test_a_view_has_no_seed_and_can_be_played_on() -> None:
    game = game_of("blocks")
    views = [
        game.view(game.start(seed)._replace(coming=2, flight=game.start(1).flight), 0) for seed in (1, 2)
    ]
    assert views[0] == views[1]
    assert game.after_tick(views[0], {0: ["Drop"]}).squares.count(0) == 196


def steps(game: RealTimeGame, state: RealTimeState, *keys: str, player: int = 0) -> RealTimeState:
    """Return the state after keys, one in each step."""
    for key in keys:
        state = game.after_tick(state, {player: [key]})
    return state


def rows(game: RealTimeGame, state: RealTimeState) -> list[str]:
    """Return the rows that have something, the upper first."""
    cells, columns = game.cells(state), game.columns
    found = ["".join(".X|"[(one > 0) + 2 * (one < 0)] for one in cells[at : at + columns])
             for at in range(0, len(cells), columns)]  # fmt: skip
    return [row for row in reversed(found) if set(row) != {"."}]


SHAPES: Final = 'game is Shapes\n6 x 8 grid\nT is ["XXX", ".X."]\npieces are T\n'
MOVES: Final = (
    "piece enters at top middle\nkeys are Left, Turn and Drop\nTick means piece moves 1 down\n"
    "Left means piece moves 1 left\nTurn means piece turns clockwise\nDrop means piece falls down\n"
    "piece sticks to bottom and pieces\nStick means full rows vanish and score increases by vanished and "
    "piece enters at top middle\ngame ends if piece is blocked\ngoal is maximize(score)\n"
)


def shapes(text: str = SHAPES + MOVES) -> RealTimeRules:
    """Return a small game."""
    game = made(checked(text))
    assert isinstance(game, RealTimeRules)
    return game


@pytest.mark.parametrize(("keys", "picture"), [
    ([], [".XXX..", "..X..."]),
    (["Left"], ["XXX...", ".X...."]),
    (["Left"] * 5, ["XXX...", ".X...."]),
    (["Turn"], ["...X..", "..XX..", "...X.."]),
    (["Turn"] * 4, [".XXX..", "..X..."]),
    (["Turn", "Left", "Left", "Turn"], ["..X...", ".XXX.."]),
])  # fmt: skip
def test_keys_move_and_turn_the_piece(keys: Sequence[str], picture: Sequence[str]) -> None:
    game = shapes()
    shown = rows(game, steps(game, game.start(), *keys))
    assert [row.strip(".") for row in shown] == [row.strip(".") for row in picture]


@pytest.mark.slow
def test_a_piece_turns_counterclockwise() -> None:
    game = shapes(SHAPES + MOVES.replace("clockwise", "counterclockwise"))
    assert rows(game, steps(game, game.start(), "Turn")) == rows(
        shapes(), steps(shapes(), shapes().start(), *["Turn"] * 3)
    )


def test_a_range_of_squares_is_refused() -> None:
    with pytest.raises(EgggError, match="in real time, a move must have one number"):
        shapes(SHAPES + MOVES.replace("moves 1 left", "moves 1..3 left"))


def test_the_clock_moves_the_piece_and_it_sticks_at_the_bottom() -> None:
    game = shapes()
    state = steps(game, game.start(), *[""] * 10)
    assert state.flight.y == game.start().flight.y - PART
    state = steps(game, game.start(), "Drop")
    assert rows(game, state)[-2:] == [".XXX..", "..X..."]
    assert state.flight.kind == 0


def test_full_rows_vanish_and_what_lies_above_falls() -> None:
    game = shapes(
        SHAPES.replace('T is ["XXX", ".X."]\npieces are T', 'L is ["XXX", "X.."]\npieces are L') + MOVES
    )
    start = game.start()
    filled = (1, 1, 0, 1, 1, 1) + (0, 0, 0, 1, 1, 1) + (1,) + (0,) * 35
    state = steps(game, start._replace(squares=filled), "Left", "Drop")
    assert game.scores(state) == (0,)
    state = steps(game, start._replace(squares=(1, 1, 0, 1, 1, 1, *filled[6:])), "", "Drop")
    assert game.scores(state) == (0,)
    corner = (0, 1, 1, 1, 1, 1) + (0, 0, 0, 1, 1, 1) + (0,) * 36
    state = steps(game, start._replace(squares=corner), "Left", "Drop")
    assert game.scores(state) == (2,)
    assert not any(state.squares)


def test_the_game_ends_when_no_piece_can_enter() -> None:
    game = shapes()
    state = steps(game, game.start(), *["Drop"] * 4)
    assert state.is_over
    assert game.result(state) == (1.0,)


def test_only_the_server_steers_and_chooses() -> None:
    game = game_of("thrown-blocks")
    state = game.start(1)
    assert state.wait == 3 * STEPS_PER_SECOND
    assert state.flight.kind == NO_PIECE
    assert steps(game, state, "2", player=1).flight.kind == NO_PIECE
    state = steps(game, state, "2")
    assert game.kinds[state.flight.kind] == "O"
    assert steps(game, state, "Drop", player=1).flight == steps(game, state, "").flight
    state = steps(game, state, "Drop")
    assert game.server(state) == 1
    assert rows(game, state) == ["." * 18 + "XX"] * 2
    assert steps(game, state, *[""] * 60).flight.kind != NO_PIECE


def pong(y: int, drift: int = 0, paddles: tuple[int, int] = (3, 3)) -> list[RealTimeState]:
    """Return the states of Pong after a ball from the middle at a height, in parts of a square."""
    game = game_of("pong")
    start = game.start()
    flight = start.flight._replace(x=10 * PART, y=y, drift=(0, drift))
    states = [start._replace(flight=flight, paddles=paddles)]
    for _ in range(60):
        states.append(game.after_tick(states[-1], {}))
    return states


@pytest.mark.slow
@pytest.mark.parametrize(("row", "drift"), [(3, -128), (4, 0), (5, 128)])
def test_a_paddle_returns_the_ball_at_an_angle(row: int, drift: int) -> None:
    game = game_of("pong")
    back = next(state for state in pong(row * PART) if game.server(state) == 1)
    assert back.flight.drift == (0, drift)
    assert game.scores(back) == (0, 0)


@pytest.mark.slow
def test_a_missed_ball_is_a_point_for_who_has_sent_it_and_the_other_serves() -> None:
    game = game_of("pong")
    after = next(state for state in pong(8 * PART) if any(game.scores(state)))
    assert game.scores(after) == (1, 0)
    assert game.server(after) == 1
    assert after.flight.x == 18 * PART
    assert not any(after.squares)
    west = next(state for state in pong(4 * PART, 0, (7, 3)) if any(game.scores(state)))
    assert game.scores(west) == (0, 1)


@pytest.mark.slow
def test_the_ball_bounces_off_top_and_bottom() -> None:
    heights = [state.flight.y for state in pong(8 * PART, 200, (3, 7))[:20]]
    assert max(heights) > 8 * PART + 200 - PART
    assert heights[-1] < max(heights)


@pytest.mark.slow
@pytest.mark.parametrize(("key", "low"), [("Up", 7), ("Down", 0)])
def test_a_paddle_stays_on_the_board(key: str, low: int) -> None:
    game = game_of("pong")
    assert steps(game, game.start(), *[key] * 9, player=1).paddles == (3, low)


REFUSED: Final = {
    "Left means piece moves 1 left": ("Left means piece moves 1 diagonally", "move left, right, up, down"),
    "goal is maximize(score)": ("goal is score = 3", "a real-time game.s goal must compare scores"),
    "piece sticks to bottom and pieces": ("piece sticks to corners", "corner cannot stop a piece"),
    "pieces are T": ("pieces are T and U", "U has no shape, as in: U is"),
    "Drop means piece falls down": ("Drop means Drop", "Drop cannot be used as an effect"),
}
"""Statement of a small game -> another one, and what is said of it."""


@pytest.mark.parametrize("said", REFUSED)
def test_what_cannot_be_played_is_refused_with_the_reason(said: str) -> None:
    other, reason = REFUSED[said]
    with pytest.raises(EgggError, match=reason):
        made(checked((SHAPES + MOVES).replace(said, other)))


def test_the_engine_is_chosen_by_what_is_said() -> None:
    assert engine_of(checked(SHAPES + MOVES)).kind == "real-time games"
    assert {"blocks", "pong"} <= set(SHIPPED)
