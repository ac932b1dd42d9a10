"""Puzzles: exact counts, buttons, letters, levels, pushing, mixing, and what is refused."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import comb
from random import Random
from typing import Final

import pytest

from rogue.eggg.engines import made
from rogue.eggg.language.description import EgggError
from rogue.eggg.library import checked, load_any, shipped_names
from rogue.eggg.puzzles.puzzle_engine import Puzzle, puzzle_warnings
from rogue.shared.board_games import State

SHIPPED: Final = shipped_names("puzzles")
Grid = list[int]
"""Colors of 25 squares, row by row from below: 1 white, 2 black."""


def puzzle(name: str) -> Puzzle:
    """Return a shipped puzzle."""
    found = load_any(name)
    assert isinstance(found, Puzzle)
    return found


def played(game: Puzzle, state: State, *texts: str) -> State:
    """Return the state after moves by their texts."""
    for text in texts:
        move = game.find(state, 0, text)
        assert move is not None, game.refusal(state, 0, text)
        state = game.after(state, (move,))
    return state


DEDUCTO: Final = puzzle("deducto")
TEST: Final = DEDUCTO.find(DEDUCTO.start(), 0, "Test")


def keeps(level: int, grid: Sequence[int]) -> bool:
    """Return whether a grid keeps the rule of a level."""
    start = DEDUCTO.start()
    assert TEST is not None
    state = start._replace(squares=tuple(grid), numbers=(start.numbers[0], level))
    told = DEDUCTO.after(state, (TEST,)).table
    assert told in ("The grid keeps the rule.", "The grid breaks the rule.")
    return str(told) == "The grid keeps the rule."


def grids(white: int, seed: int) -> Grid:
    """Return a random grid with a number of white squares."""
    grid = [1] * white + [2] * (25 - white)
    Random(seed).shuffle(grid)
    return grid


@pytest.mark.parametrize(
    ("level", "count"), [(1, 16_777_216), (2, 16_777_216), (6, 11_453_105), (11, 4_457_400)]
)
def test_rules_about_the_total_keep_the_known_number_of_grids(level: int, count: int) -> None:
    total = 0
    for white in range(26):
        found = {keeps(level, grids(white, seed)) for seed in range(4)}
        assert len(found) == 1
        total += comb(25, white) * found.pop()
    assert total == count


def test_the_rule_about_upper_and_lower_squares_keeps_the_known_number_of_grids() -> None:
    total = 0
    for top in range(11):
        for low in range(11):
            grid = [1] * low + [2] * (10 - low) + [2] * 5 + [1] * top + [2] * (10 - top)
            total += comb(10, top) * comb(10, low) * 2**5 * keeps(8, grid)
    assert total == 13_821_120


def lines(grid: Grid) -> list[list[int]]:
    return [grid[at : at + 5] for at in range(0, 25, 5)]


def mirrored(grid: Grid) -> bool:
    return all(row == row[::-1] for row in lines(grid))


def turned(grid: Grid) -> bool:
    """Return whether rows from above are columns from the left."""
    above = lines(grid)[::-1]
    return all(above[y][x] == above[x][y] for x in range(5) for y in range(5))


def has_four(grid: Grid) -> bool:
    white = {(at % 5, at // 5) for at, color in enumerate(grid) if color == 1}
    return any(all((x + right * step, y + up * step) in white for step in range(4))
               for x, y in white for right, up in ((1, 0), (0, 1), (1, 1), (1, -1)))  # fmt: skip


def is_one_group(grid: Grid) -> bool:
    left = {(at % 5, at // 5) for at, color in enumerate(grid) if color == 1}
    groups = 0
    while left:
        waiting, groups = [left.pop()], groups + 1
        while waiting:
            x, y = waiting.pop()
            near = {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)} & left
            left -= near
            waiting += near
    return groups == 1


BY_HAND: Final[dict[int, Callable[[Grid], bool]]] = {
    3: lambda grid: grid[12] == 1,
    4: lambda grid: [grid[at] for at in (0, 4, 20, 24)] == [1] * 4,
    5: mirrored,
    7: lambda grid: [lines(grid)[::-1][at][at] for at in range(5)] == [1] * 5,
    9: has_four,
    10: is_one_group,
    12: turned,
}
"""Level -> its rule by other means."""


@pytest.mark.slow
@pytest.mark.parametrize("level", BY_HAND)
def test_other_rules_agree_with_what_is_written_by_hand(level: int) -> None:
    dice, rule = Random(level), BY_HAND[level]
    start = played(DEDUCTO, DEDUCTO.start(level))._replace(numbers=(0, level))
    example = played(DEDUCTO, start, "Example").squares
    found = {True: 0, False: 0}
    for _ in range(120):
        grid = list(example) if dice.random() < 0.4 else [dice.choice((1, 2)) for _ in range(25)]
        for square in range(25):
            if dice.random() < 0.05:
                grid[square] = 3 - grid[square]
        assert keeps(level, grid) is rule(grid)
        found[rule(grid)] += 1
    assert min(found.values()) > 5
    assert rule(list(example))


def test_squares_flip_and_grids_are_judged() -> None:
    state = played(DEDUCTO, DEDUCTO.start(), "c3")
    assert state.squares[12] == 1
    assert played(DEDUCTO, state, "c3").squares == DEDUCTO.start().squares
    assert DEDUCTO.find(state, 0, "VoteYes") is None
    assert "VoteYes breaks a rule" in DEDUCTO.refusal(state, 0, "VoteYes")


def test_five_right_votes_lead_to_the_next_level() -> None:
    state = DEDUCTO.start(3)
    for streak in range(5):
        assert state.numbers == (streak, 1)
        state = played(DEDUCTO, state, "Understand")
        state = played(DEDUCTO, state, "VoteYes" if keeps(1, state.squares) else "VoteNo")
    assert state.numbers == (0, 2)
    assert state.squares == DEDUCTO.start().squares
    assert DEDUCTO.screen(state, 0)[0] == "Level 2 of 12"
    assert DEDUCTO.find(state, 0, "level 1") is not None
    assert DEDUCTO.find(state, 0, "level 3") is None
    state = played(DEDUCTO, state, "Understand")
    wrong = "VoteNo" if keeps(2, state.squares) else "VoteYes"
    assert played(DEDUCTO, state, wrong).table == "Wrong. Look at more grids."


@pytest.mark.slow
def test_understood_grids_keep_the_rule_half_of_the_time() -> None:
    kept = sum(keeps(5, played(DEDUCTO, DEDUCTO.start(seed)._replace(numbers=(0, 5)), "Understand").squares)
               for seed in range(60))  # fmt: skip
    assert 18 <= kept <= 42


@pytest.mark.slow
def test_letters_fill_a_crossword() -> None:
    game = puzzle("crossword")
    state = played(game, game.start(), "a5=h", "b5=x")
    assert played(game, state, "Check").table == "Wrong: b5."
    assert played(game, state, "Erase").squares.count(0) == 24
    assert played(game, state, "clear a5", "Check").table == "Wrong: b5."
    assert "Across 1, from a5: It beats." in game.screen(state, 0)
    assert "Down 5, from e5: Fashion." in game.screen(state, 0)
    for row, word in zip((5, 4, 3, 2, 1), ("HEART", "EMBER", "ABUSE", "RESIN", "TREND"), strict=True):
        for column, letter in zip("abcde", word, strict=True):
            if game.find(state, 0, f"{column}{row}={letter}"):
                state = played(game, state, f"{column}{row}={letter}")
    assert game.result(state) == (1.0,)
    assert not any("HEART" in told for told in game.described()["sentences"])


def boxes(game: Puzzle, state: State) -> list[str]:
    """Return the rows of a level as they are shown."""
    shown = [game.symbol(state, at) or game.pieces[code].letter for at, code in enumerate(state.squares)]
    return ["".join(shown[at : at + game.board.columns]) for at in range(0, len(shown), game.board.columns)][
        ::-1
    ]


def test_boxes_are_pushed_never_pulled() -> None:
    game = puzzle("boxes")
    state = played(game, game.start(), "c4-c5", "c5-d5", "d5-e5")
    assert boxes(game, state)[2] == "#...@$..#"
    assert boxes(game, played(game, state, "e5-d5"))[2] == "#..@.$..#"
    state = played(game, state, "e5-f5", "f5-g5")
    assert game.find(state, 0, "g5-h5") is None
    assert boxes(game, state)[2] == "#.....@$#"


def test_a_solved_level_is_followed_by_the_next() -> None:
    game = puzzle("boxes")
    state = played(game, game.start(), "c4-c5", "c5-d5", "d5-e5", "e5-f5", "f5-f6", "f6-g6")
    assert boxes(game, state)[3] == "#.....o.#"
    state = played(game, state, "g6-g5")
    assert game.level(state) == 2
    assert state.table == "Level 2 begins."
    assert boxes(game, played(game, state, "level 1"))[3] == "#.@...o.#"
    last = played(game, state, "level 6")
    assert boxes(game, last)[3] == "#..o@o..#"
    assert game.result(last) is None


TARGETS: Final = """1 player
5 x 3 grid
pieces are Man, Box and Wall
squares are floor or target
Man is shown as "@"
Box is shown as "$"
Wall is shown as "#"
target is shown as "o"
Box at target is shown as "*"
Man at target is shown as "+"
Man moves 1 orthogonally
Man moves 1 orthogonally pushing Box
level 1 starts ["#####", "+*$.#", "#####"]
goal is count(Box, target) = count(Box)
"""


def test_a_man_and_a_box_are_shown_on_targets() -> None:
    game = made(checked(TARGETS))
    assert isinstance(game, Puzzle)
    state = game.start()
    assert boxes(game, state)[1] == "+*$.#"
    assert game.moves(state, 0) == []
    assert game.result(state) == (0.0,)


@pytest.mark.slow
def test_mixed_puzzles_begin_unsolved_by_their_seed() -> None:
    for name in ("fifteen", "lights-out"):
        game = puzzle(name)
        starts = {game.start(seed).squares for seed in range(5)}
        assert len(starts) == 5
        assert game.start(1) == game.start(1)
        assert all(game.shortfall(game.start(seed)) > 0 for seed in range(5))


def test_a_light_turns_its_neighbors() -> None:
    game = puzzle("lights-out")
    start = game.start(1)
    state = played(game, start, "c3")
    pairs = enumerate(zip(start.squares, state.squares, strict=True))
    assert [at for at, (one, other) in pairs if one != other] == [7, 11, 12, 13, 17]
    assert played(game, state, "c3").squares == start.squares


def test_a_peg_jumps_over_another_one() -> None:
    game = puzzle("pegs")
    state = played(game, game.start(), "d2xd4")
    assert state.squares.count(1) == 31
    assert game.shortfall(state) < game.shortfall(game.start())


@pytest.mark.slow
@pytest.mark.parametrize("name", SHIPPED)
def test_each_puzzle_goes_on_at_random(name: str) -> None:
    game, dice = puzzle(name), Random(1)
    assert puzzle_warnings(game) == []
    state = game.start(2)
    for _ in range(40):
        if game.result(state) is not None:
            break
        moves = game.moves(state, 0)
        assert len({game.text(move) for move in moves}) == len(moves)
        move = game.random_move(state, dice.randrange)
        assert game.find(state, 0, game.text(move)) == move
        state = game.after(state, (move,))
        assert game.view(state, 0).seed == -1


BASE: Final = "1 player\n3 x 3 grid\nsquares are red or blue\ngoal is count(red) = 0\nbuttons are Go\n"
REFUSED: Final = {
    "Go means board becomes 3": "a board can only become random",
    "Go means Go": "Go cannot be used as an effect",
    "Go means say(3)": "say needs a text",
    "Go means piece moves 1 up": "this effect is for another kind of game",
    "Go means say(\"x\")\nacross 1 is \"x\"": "no word begins at number 1",
    "Go means say(\"x\")\nR is Tot++ if grid[x]; return Tot > 1\nloss is R": "write a square of the grid as",
    "Go means say(\"x\")\nlevel 1 starts [\"...\"]": "a level must have a number from 1 to 1, and 3 rows",
}  # fmt: skip
"""What a button does -> what is said of it."""


@pytest.mark.parametrize("text", REFUSED)
def test_what_cannot_be_played_is_refused_with_the_reason(text: str) -> None:
    with pytest.raises(EgggError, match=REFUSED[text].replace("[", r"\[")):
        made(checked(BASE + text))


@pytest.mark.slow
def test_no_board_is_found_for_what_cannot_be() -> None:
    game = made(checked(BASE + "Go means board becomes random(count(red) > 9)"))
    assert isinstance(game, Puzzle)
    state = played(game, game.start()._replace(squares=(1,) * 9), "Go")
    assert state.squares == (1,) * 9
    assert state.table == "No such board was found."


def test_puzzles_of_a_kind_are_listed_together() -> None:
    assert SHIPPED == ["boxes", "crossword", "deducto", "fifteen", "lights-out", "pegs"]


def test_a_letter_is_shown_as_it_is_said() -> None:
    text = '1 player\npieces are Ball\nBall is shown as "o"\n3 x 1 grid\nBall moves 1 orthogonally\n'
    game = made(checked(f'{text}level 1 starts ["o.."]\ngoal is count(Ball, right) = 1'))
    assert isinstance(game, Puzzle)
    assert [piece.letter for piece in game.pieces] == [".", "o"]
    assert game.start().squares == (1, 0, 0)
