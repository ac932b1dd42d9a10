"""Alpha-beta, tree search, and the choice among the moves that they score."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

import pytest

from rogomatic.eggg.alpha_beta import AlphaBeta
from rogomatic.eggg.arena import pair_games
from rogomatic.eggg.evaluators import evaluator_for
from rogomatic.eggg.move_choice import ScoredMove, choose_move, near_best
from rogomatic.eggg.opponent import Seat
from rogomatic.eggg.opponents import kinds_for
from rogomatic.eggg.searcher import MoveSearch, Searcher
from rogomatic.eggg.solved_game import SolvedGame
from rogomatic.eggg.tree_search import TreeSearch
from rogue.eggg.eggg_commands import position_of
from rogue.eggg.library import load
from rogue.shared.board_games import NO_SQUARE, Game, Move, State
from rogue.shared.seeds import Dice
from tests.rogomatic.eggg.small_games import HandMade, LineGame, Nim

FOUR = LineGame(7, 6, 4, drops=True)
SEARCHES: list[Callable[[Game], MoveSearch]] = [
    lambda game: AlphaBeta(game, evaluator_for(game)),
    lambda game: TreeSearch(game, Dice(1)),
]
both = pytest.mark.parametrize("make", SEARCHES, ids=["alpha-beta", "tree"])


def played(game: HandMade, *texts: str) -> State:
    """Return the position after some moves."""
    state = game.start()
    for text in texts:
        move = game.find(state, state.mover, text)
        assert move
        state = game.after(state, (move,))
    return state


def best(make: Callable[[Game], MoveSearch], game: HandMade, state: State, budget: int) -> str:
    return game.text(near_best(make(game).search(state, budget))[0].move)


@pytest.mark.slow
@both
@pytest.mark.parametrize(
    ("moves", "wanted"),
    [
        (["a1", "a2", "b1", "b2", "c1", "g1"], "d1"),  # four in a row
        (["a1", "g1", "a2", "g2", "a3", "g3"], "a4"),  # four in a column, though the other threatens the same
        (["d1", "a1", "d2", "a2", "d3"], "d4"),  # the only defense
    ],
)
def test_wins_in_one_are_taken_or_met(
    make: Callable[[Game], MoveSearch], moves: list[str], wanted: str
) -> None:
    assert best(make, FOUR, played(FOUR, *moves), 300) == wanted


@pytest.mark.slow
@both
def test_an_open_three_is_prevented_two_moves_before(make: Callable[[Game], MoveSearch]) -> None:
    # Two in the middle of the empty bottom row become an open three, which nobody stops.
    assert best(make, FOUR, played(FOUR, "c1", "c2", "d1"), 1_500) in ("b1", "e1")


@both
def test_forced_ends_are_proven(make: Callable[[Game], MoveSearch]) -> None:
    game = Nim(1, 2, 3)
    scored = make(game).search(game.start(), 5_000)
    assert {one.proven for one in scored} == {0.0}, "the exclusive or of the heaps is 0"
    game = Nim(1, 2, 4)
    best_one = near_best(make(game).search(game.start(), 5_000))[0]
    assert (best_one.proven, game.text(best_one.move)) == (1.0, "1 from c1")


@pytest.mark.slow
@both
def test_games_repeat_by_their_seed(make: Callable[[Game], MoveSearch]) -> None:
    state = played(FOUR, "d1", "d2", "c1")
    assert make(FOUR).search(state, 300) == make(FOUR).search(state, 300)


@pytest.mark.slow
def test_alpha_beta_finds_what_plain_minimax_finds() -> None:
    game = LineGame()

    def minimax(state: State) -> float:
        outcome = game.result(state)
        if outcome is not None:
            return outcome[0]
        values = [minimax(game.after(state, (move,))) for move in game.moves(state, state.mover)]
        return max(values) if state.mover == 0 else min(values)

    for moves in (["b2", "a1", "c3"], ["a1", "b2", "c3"], ["a1", "c3", "c1"], ["b1", "a1", "b2"]):
        state = played(game, *moves)
        found = near_best(AlphaBeta(game, evaluator_for(game)).search(state, 20_000))[0]
        value = minimax(game.after(state, (found.move,)))
        assert value == minimax(state), moves
        assert found.proven in (None, value if state.mover == 0 else 1 - value)


def test_three_players_each_play_for_themselves() -> None:
    class Third(Nim):
        players = ("Ann", "Bob", "Cy")

        def after(self, state: State, moves: Sequence[Move]) -> State:
            return super().after(state, moves)._replace(mover=(state.mover + 1) % 3)

        def result(self, state: State) -> tuple[float, ...] | None:
            if any(state.squares):
                return None
            return tuple(float(player == (state.mover - 1) % 3) for player in range(3))

    game = Third(1, 1, 2)
    assert kinds_for(game) == ("tree", "random")
    # After it each of the three takes one thing, and Ann takes the last.
    scored = TreeSearch(game, Dice(3)).search(game.start(), 3_000)
    assert [(game.text(one.move), one.proven) for one in scored if one.proven == 1] == [("1 from c1", 1.0)]


def test_the_nodes_of_a_search_are_counted() -> None:
    class Counting(LineGame):
        calls = 0

        def after(self, state: State, moves: object) -> State:
            self.calls += 1
            return super().after(state, moves)  # type: ignore[arg-type]

    game = Counting(7, 6, 4, drops=True)
    AlphaBeta(game, evaluator_for(game)).search(game.start(), 200)
    assert game.calls == 200


def move(to: int) -> Move:
    return Move(0, "place", NO_SQUARE, to)


def test_the_choice_is_by_squares_while_moves_are_near() -> None:
    scored = [
        ScoredMove(move(1), 0.50, 40, 0.1),
        ScoredMove(move(2), 0.48, 30, 0.1),
        ScoredMove(move(3), 0.4, 10),
    ]
    dice = Dice(53)
    counts = Counter(choose_move(scored, dice).to for _ in range(1_000))
    assert counts[1] / counts[2] == pytest.approx(30**2 / 20**2, rel=0.2)
    assert counts[3] == 0, "the least weight counts nothing"
    sure = [scored[0]._replace(error=0.001), scored[1]._replace(error=0.001)]
    assert {choose_move(sure, dice).to for _ in range(50)} == {1}, "20 standard errors ahead"


@pytest.mark.parametrize(
    ("proven", "played_moves"),
    [
        ((1.0, None, None), {0}), ((0.0, None, 0.0), {1}), ((0.0, 0.5, None), {1}), ((0.0, 0.5, 0.0), {1}),
    ],
)  # fmt: skip
def test_sure_moves_come_first_losses_last(proven: tuple[float | None, ...], played_moves: set[int]) -> None:
    scored = [
        ScoredMove(move(number), 0.4 if certain is None else certain, 100 - number, 0.3, certain)
        for number, certain in enumerate(proven)
    ]
    assert {choose_move(scored, Dice(number)).to for number in range(20)} == played_moves


@pytest.mark.slow
def test_hints_say_why() -> None:
    def reason(game: HandMade, *moves: str, make: Callable[[Game], MoveSearch] = SEARCHES[0]) -> str:
        return (
            Searcher(Seat(game, 0, 150, Dice(1), SolvedGame(game)), make(game))
            .hint(played(game, *moves))
            .reason
        )

    assert reason(LineGame(), "a1", "b2", "a2") == "It keeps the draw; nobody can win by force."
    assert reason(LineGame(), "a1", "b1", "a2", "b2") == "It wins."
    assert reason(Nim(3, 4, 5)) == "It wins in 11 moves."
    assert reason(Nim(2, 2)) == "Every move loses; this one lasts 4 moves."
    assert reason(FOUR, "a1", "g1", "a2", "g2", "a3", "g3") == "It wins by force."
    threatened = reason(FOUR, "d1", "a1", "d2", "a2", "d3", make=SEARCHES[1])
    assert threatened == "Every other move loses by force."
    assert reason(FOUR) == "Looking 2 moves ahead, it leaves you ahead."
    assert " random games" in reason(FOUR, make=SEARCHES[1])


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "position", "told"),
    [
        ("chess", "4k3/8/8/3q4/4P3/8/8/4K3 White", "e4xd5: It captures a queen. Looking "),
        ("reversi", "8/8/8/3WB3/3BW3/8/8/8 Black", "It flips 1 stone. "),
        ("atari-go", "9/9/9/9/9/9/9/BWB6/1B7 Black", "It wins by force."),
    ],
)
def test_hints_name_what_is_captured(name: str, position: str, told: str) -> None:
    game = load(name)
    view = position_of(game, position)
    search = AlphaBeta(game, evaluator_for(game)) if name != "reversi" else TreeSearch(game, Dice(1))
    hint = Searcher(Seat(game, 0, 60, Dice(1), SolvedGame(game, most=0)), search).hint(view)
    assert told in f"{game.text(hint.move)}: {hint.reason}"


@pytest.mark.slow
def test_more_random_games_make_a_tree_stronger() -> None:
    won, games = 0.0, 4
    for number in range(games):
        trees = [TreeSearch(FOUR, Dice(number, budget)) for budget in (60, 3)]
        seats = [
            Searcher(Seat(FOUR, 0, budget, Dice(number, budget), SolvedGame(FOUR, most=0)), tree)
            for tree, budget in zip(trees, (60, 3), strict=True)
        ]
        state, swap = FOUR.start(), number % 2
        while (outcome := FOUR.result(state)) is None:
            state = FOUR.after(state, (seats[state.mover ^ swap].choose(state),))
        won += outcome[swap]
    assert won >= 0.75 * games


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["tree", "alpha-beta"])
def test_random_moves_are_beaten(kind: str) -> None:
    assert sum(pair_games(FOUR, (kind, "random"), 4, (40, 40), seed=1)) == 4
