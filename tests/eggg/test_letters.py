"""Games of letters: every word that can be laid, its points, hands and the bag."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import product
from random import Random

import pytest

from rogue.eggg.engines import made, words_for
from rogue.eggg.language.description import EgggError
from rogue.eggg.library import checked, game_of, load
from rogue.eggg.rules.game_engine import BoardRules
from rogue.shared.board_games import HIDDEN, NOBODY, Move, State
from rogue.shared.seeds import Dice

letters = cache(lambda: load("letters"))
SMALL = "Small-Letters is like Letters\n6 x 5 grid\n"
Laid = dict[tuple[int, int], str]
"""Column and row -> letter."""


def letters_on(game: BoardRules, squares: tuple[int, ...]) -> Laid:
    return {game.board.cells[at]: game.pieces[code].letter for at, code in enumerate(squares) if code}


def cells_through(board: Laid, cell: tuple[int, int], step: tuple[int, int]) -> list[tuple[int, int]]:
    """Return the cells with letters in a row through a cell."""
    x, y = cell
    while (x - step[0], y - step[1]) in board:
        x, y = x - step[0], y - step[1]
    found = []
    while (x, y) in board:
        found.append((x, y))
        x, y = x + step[0], y + step[1]
    return found


def run_through(board: Laid, cell: tuple[int, int], step: tuple[int, int]) -> str:
    return "".join(board[one] for one in cells_through(board, cell, step))


def words_laid(game: BoardRules, state: State, words: frozenset[str]) -> Iterator[tuple[str, int]]:
    """Yield the text and the points of each word that can be laid, by trying each word on each place."""
    shown, hand = letters_on(game, state.squares), state.table.hands[state.mover]
    board = {cell: letter.lower() for cell, letter in shown.items()}
    have = Counter(game.pieces[code].letter.lower() for code in hand)
    columns, rows = game.board.columns, game.board.rows
    worth = {piece.letter: game.setup.worths[code] for code, piece in enumerate(game.pieces) if code}
    names = dict(zip(game.board.cells, game.board.names, strict=True))
    there = have + Counter(board.values())
    short = [word for word in words if len(word) <= columns and (Counter(word) - there).total() <= have["_"]]
    for word, x, y, step in product(short, range(columns), range(rows), ((1, 0), (0, -1))):
        cells = [(x + step[0] * at, y + step[1] * at) for at in range(len(word))]
        new = {cell: letter for cell, letter in zip(cells, word, strict=True) if cell not in board}
        after = {**board, **new}
        lacking = Counter(new.values()) - have
        if not new or cells[-1] not in names or lacking.total() > have["_"]:
            continue
        points = {
            **{cell: worth[letter] for cell, letter in shown.items()},
            **points_of(new, have, worth, game),
        }
        if run_through(after, cells[0], step) != word or run_through(after, cells[-1], step) != word:
            continue
        beside = {(a + dx, b + dy) for a, b in new for dx, dy in ((0, 1), (1, 0), (0, -1), (-1, 0))}
        middle = set(product({columns // 2, (columns - 1) // 2}, {rows // 2, (rows - 1) // 2}))
        runs = [cells, *(cells_through(after, cell, (-step[1], -step[0])) for cell in new)]
        runs = [run for number, run in enumerate(runs) if not number or len(run) > 1]
        made_words = ["".join(after[cell] for cell in run) for run in runs]
        touches = beside & board.keys() if board else middle & new.keys()
        if touches and words.issuperset(made_words):
            total = sum(sum(points[cell] for cell in run) * times(game, new, run) for run in runs)
            told = "".join(one.upper() if points[cell] or (cell in board and shown[cell].isupper()) else one
                           for cell, one in zip(cells, word, strict=True))  # fmt: skip
            yield f"{told} {names[cells[0]]}-{names[cells[-1]]}", total


def points_of(
    new: Laid, have: Counter[str], worth: dict[str, int], game: BoardRules
) -> dict[tuple[int, int], int]:
    """Return the points of new letters: twice at an edge, none for blanks."""
    left, found = Counter(have), dict[tuple[int, int], int]()
    for (x, y), letter in new.items():
        is_edge = x in (0, game.board.columns - 1) or y in (0, game.board.rows - 1)
        found[x, y] = worth[letter.upper()] * (1 + is_edge) if left[letter] else 0
        left[letter] -= 1
    return found


def times(game: BoardRules, new: Laid, run: list[tuple[int, int]]) -> int:
    """Return how often a word counts, by the squares of its new letters."""
    columns, rows = game.board.columns, game.board.rows
    found = 1
    for x, y in new.keys() & set(run):
        is_middle = x in (columns // 2, (columns - 1) // 2) and y in (rows // 2, (rows - 1) // 2)
        found *= (1 + is_middle) * (3 if x in (0, columns - 1) and y in (0, rows - 1) else 1)
    return found


@pytest.mark.slow
@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.long) for seed in (1, 2))])
def test_every_word_that_can_be_laid_is_found_with_its_points(seed: int) -> None:
    description = checked(SMALL)
    game, words, dice = game_of(description), words_for(description), Random(seed)
    state = game.start(seed)
    while game.result(state) is None and state.ply < 3:
        moves = game.moves(state, state.mover)
        laid = [move for move in moves if move.name == "word"]
        found = {game.text(move): game.after(state, (move,)).numbers[state.mover] for move in laid}
        before = state.numbers[state.mover]
        expected = dict(words_laid(game, state, words))
        assert {text: points - before for text, points in found.items()} == expected
        assert len(laid) == len(expected)
        state = game.after(state, (dice.choice(laid or moves),))


def test_letters_are_worth_how_rare_they_are() -> None:
    game = letters()
    worths = {piece.letter: game.setup.worths[code] for code, piece in enumerate(game.pieces) if code}
    assert [worths[letter] for letter in "EAONLGBKZ_e"] == [1, 1, 2, 2, 3, 4, 6, 12, 12, 0, 0]


@pytest.mark.parametrize(("hands", "texts", "scores"), [
    # g 4, r 2, e 1, a 1, t 2, twice in the middle
    (("GREATIO", "SSSSSSS"), ["great h8-l8"], [20, 0]),
    # the blank for r is worth nothing
    (("G_EATIO", "SSSSSSS"), ["GrEAT h8-l8"], [16, 0]),
    # the middle counts once: t 2, o 2, n 2, e 1 down from the t; then n 2, o 2 with the old t: 6, n 2 and e 1
    (("GREATIO", "ONESSSS"), ["great h8-l8", "tone l8-l5"], [20, 7]),
])  # fmt: skip
def test_words_are_counted_as_by_hand(hands: tuple[str, str], texts: list[str], scores: list[int]) -> None:
    game = letters()
    assert with_hands(game, hands, texts).numbers == tuple(scores)


def test_corners_triple_and_edges_double() -> None:
    game = game_of(checked(SMALL))
    texts = ["toe b3-d3", "ear d3-d1", "star a1-d1"]
    toe = (2 + 2 + 1) * 2 * 2  # two squares are in the middle
    ear = 1 + 1 + 2 * 2  # the r is laid at the edge
    star = (3 * 2 + 2 * 2 + 1 * 2 + 2) * 3  # at the edge, but for the old r; the s is in the corner
    assert with_hands(game, ("TOESTAX", "ARXXXXX"), texts).numbers == (toe + star, ear)
    assert with_hands(game, ("TOE_TAX", "ARXXXXX"), texts).numbers == (toe + star - 3 * 2 * 3, ear)


def with_hands(game: BoardRules, hands: tuple[str, str], texts: list[str]) -> State:
    """Return a game with these hands after some moves."""
    codes = {piece.letter: code for code, piece in enumerate(game.pieces)}
    start = game.start(1)
    held = tuple(tuple(sorted(codes[letter] for letter in hand)) for hand in hands)
    state = start._replace(table=start.table._replace(hands=held))
    for text in texts:
        state = played(game, state, text)
    return state


def played(game: BoardRules, state: State, text: str) -> State:
    move = game.find(state, state.mover, text)
    assert move is not None
    return game.after(state, (move,))


@pytest.mark.slow
def test_hands_are_filled_exchanged_and_hidden() -> None:
    game = letters()
    start = game.start(196)
    whole = Counter(game.setup.bag)
    assert sorted(game.pieces[code].letter for code in start.table.hands[0]) == sorted("AEGRTB_")
    laid = played(game, start, "great h8-l8")
    assert (laid.numbers, len(laid.table.hands[0]), len(laid.table.bag)) == ((20, 0), 7, 81)
    exchanges = [move for move in game.moves(laid, 1) if move.name == "exchange"]
    after = game.after(laid, (exchanges[-1],))
    assert (after.passes, len(after.table.hands[1]), len(after.table.bag)) == (1, 7, 81)
    for state in (start, laid, after):
        hands, bag, squares = state.table.hands, state.table.bag, filter(None, state.squares)
        assert Counter([*hands[0], *hands[1], *bag, *squares]) == whole
    marks = [game.symbol(laid, game.board.names.index(name)) for name in ("a1", "a8", "h8", "h7")]
    assert marks == ["*", "+", "", ""]
    assert game.symbol(start, game.board.names.index("h8")) == "*"
    assert game.text(game.seen(exchanges[-1], 0)) == "exchange 7"
    assert game.text(game.seen(exchanges[-1], 1)) != "exchange 7"
    view = game.view(after, 0)
    assert (view.table.hands[1], set(view.table.bag)) == ((HIDDEN,) * 7, {HIDDEN})
    assert HIDDEN in game.view(after, NOBODY).table.hands[0]
    guess = game.completed(view, 0, Dice(1).below)
    assert guess.table.hands[0] == view.table.hands[0]
    assert (
        Counter([*guess.table.hands[0], *guess.table.hands[1], *guess.table.bag])
        + Counter(code for code in guess.squares if code)
        == whole
    )


@pytest.mark.slow
def test_a_round_ends_by_passes_or_when_nothing_is_left() -> None:
    game = letters()
    state = game.start(196)
    for _ in range(4):
        assert game.result(state) is None
        state = played(game, state, "pass")
    assert game.result(state) == (0.5, 0.5)
    laid = played(game, game.start(196), "great h8-l8")
    empty = laid._replace(table=laid.table._replace(hands=((), laid.table.hands[1]), bag=()))
    assert game.result(empty) == (1.0, 0.0)
    assert not [move for move in game.moves(laid._replace(table=empty.table), 1) if move.name == "exchange"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            "zzz h8-j8",
            "ZZZ is not in the dictionary. Type a word with its first and last square: ",
        ),
        ("dragon h8-m8", "DRAGON cannot be placed there with"),
        ("exchange Q", "To exchange letters, name some of yours, "),
        ("exchange 3", "To exchange"),
        ("exchange", "To exchange letters, name some of yours, ABEGRT_: exchange "),
    ],
)
def test_a_refusal_says_what_is_wrong_with_a_word(text: str, told: str) -> None:
    game = letters()
    assert game.refusal(game.start(196), 0, text).startswith(told)


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ("no word", "say which words count: assert word: in"),
        ("bag is 12 E and 3 Zebras", "a bag has 1 to 99 of a letter"),
        ("hand is 30 letters", "a hand must have 1 to 9 letters from a bag"),
        ("squares are hexagons", "word needs hands of letters and a board of squares"),
    ],
)
def test_what_cannot_be_played_is_refused(more: str, told: str) -> None:
    with pytest.raises(EgggError, match=told):
        game_of(checked(f"Other is like Letters\n{more}\n"))


def test_letters_may_lie_on_the_board_at_the_start() -> None:
    rows = '"6", "6", "2CAT1", "6", "6"'
    text = f"Begun is like Letters\nno hidden\n6 x 5 grid\nboard starts [{rows}]\n"
    game = game_of(checked(text))
    start = game.start(3)
    assert {"hidden", "letters"} <= game.traits
    assert all(len(move.path) > 1 for move in game.moves(start, 0) if move.name == "word")
    guess = game.completed(game.view(start, 0), 0, Dice(2).below)
    assert Counter(guess.table.hands[1]) + Counter(guess.table.bag) == (
        Counter(start.table.hands[1]) + Counter(start.table.bag))  # fmt: skip


def test_as_many_play_as_are_asked_for() -> None:
    description = checked("Three is like Letters\n")
    assert len(made(description, 3).start(1).table.hands) == 3  # type: ignore[attr-defined]
    assert game_of(description).players == ("First", "Second")


@pytest.mark.slow
def test_a_word_is_read_in_any_case() -> None:
    game = letters()
    start = game.start(196)
    found: set[Move | None] = {game.find(start, 0, text) for text in ("GREAT h8-l8", "great H8l8")}
    assert [move.name for move in found if move] == ["word"]
    assert game.find(start, 0, "exchange b_a") is not None
    assert game.find(start, 0, "exchange bea") == game.find(start, 0, "Exchange ABE") is not None
    assert game.refusal(start, 0, "dragon").startswith("DRAGON cannot be placed there with")


@pytest.mark.slow
def test_letters_can_be_counted() -> None:
    plain = "no corner\nno middle\nno edge\n"
    game = game_of(checked(f"Short is like Letters\n{plain}score increases by count(letter)\n"))
    start = game.start(196)
    move = game.find(start, 0, "great h8-l8")
    assert move is not None
    assert game.score(game.after(start, (move,)), 0) == 5
