"""The language of descriptions: what parses, what is the same, what is inherited, what is refused."""

from __future__ import annotations

import os
import re
from functools import partial
from itertools import permutations, product
from pathlib import Path
from random import Random
from typing import Any, Final, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rogue.eggg.engines import made
from rogue.eggg.language.checking import problems_of
from rogue.eggg.language.description import Description, EgggError, described
from rogue.eggg.language.english import sentence
from rogue.eggg.language.holes import HOLES
from rogue.eggg.language.patterns import Matcher
from rogue.eggg.language.reference import entries, markdown
from rogue.eggg.language.sentences import SENTENCES, TAIL, Sentence
from rogue.eggg.language.tokens import fold, formatted, statements_of, tokens_of
from rogue.eggg.language.vocabulary import COMPARED, FUNCTIONS, SIGNS, Function
from rogue.eggg.library import checked, game_of, shipped_names, text_of
from rogue.shared.board_games import Game
from tests.support.hidden_games import is_in_turns

LATER: Final = Path(__file__).parent / "games"
BESIDE: Final = Path(__file__).parents[3] / "shared" / "eggg" / "paper"  # of the checkout
PAPER: Final = Path(os.environ.get("EGGG_PAPER", BESIDE))
TEXTS: Final = {path.stem: path.read_text("utf-8") for path in sorted(LATER.glob("*.egg"))}
BOARDS: Final = shipped_names("board games")
GAMES: Final = {fold(name): (text, f"{name}.egg") for name, text in TEXTS.items()}


def read(text: str, file: str = "x.egg") -> Description:
    """Return the description of a text, whose parents are those of the tests.  Raises EgggError."""
    return described(text, file, GAMES.get)


MOST_LINES: Final = {
    "": 7_060, "cards": 1_333, "puzzles": 639, "real_time": 671,
    "text_worlds": 989, "serving": 336, "players": 6_644,
}  # fmt: skip
"""Part of the modules that make a text a game, or play it -> the most lines of it; fewer are better."""


def test_the_language_stays_small(root: Path) -> None:
    assert len(SENTENCES) <= 60
    assert len(FUNCTIONS) <= 60
    lines = dict.fromkeys(MOST_LINES, 0)
    for path in (*(root / "rogue/eggg").rglob("*.py"), *(root / "rogomatic/eggg").rglob("*.py")):
        part = path.parent.name if path.is_relative_to(root / "rogue") else "players"
        lines[part if part in lines else ""] += path.read_text("utf-8").count("\n")
    assert [part for part, count in lines.items() if count > MOST_LINES[part]] == []


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("Ab\u1680cd", ["Ab", "cd"]),
        ("\u0628\u060c\u062a", ["\u0628", "\u060c", "\u062a"]),
        ("Ab\u180ecd", ["Ab", "\u180e", "cd"]),
        (
            "\u0939\u093f\u0928\u094d\u0926\u0940 Zoe\u0308's",
            ["\u0939\u093f\u0928\u094d\u0926\u0940", "Zoe\u0308's"],
        ),
    ],
)
def test_words_are_letters_and_their_marks(text: str, parts: list[str]) -> None:
    assert [token.text for token in tokens_of(text)] == parts


@pytest.mark.parametrize("row", SENTENCES, ids=[row.pattern for row in SENTENCES])
def test_each_example_fits_its_sentence(row: Sentence) -> None:
    example = row.example if row.group != "effects" else f"Serve means {row.example}"
    match = Matcher(tokens_of(example)).statement()
    assert match is not None
    if row.group == "effects":
        assert match.found["EFFECTS"].does.sentence == row
    else:
        assert match.sentence == row


@pytest.mark.parametrize("row", FUNCTIONS, ids=[row.name for row in FUNCTIONS])
def test_each_example_calls_its_function(row: Function) -> None:
    example: str = row.example
    assert row.name in {token.fold for token in tokens_of(example)}


@pytest.mark.slow
@pytest.mark.parametrize("name", shipped_names())
def test_each_shipped_game_is_a_game_and_explains_itself(name: str) -> None:
    description = checked(text_of(name), f"{name}.egg")
    game: Any = made(description)
    told = game.explained()
    secret = ("solution", "definition") if "puzzle" in game.traits else ()
    assert len(told) > len([one for one in description.said if one.name not in ("drawing", *secret)])
    assert all(line[0].isupper() or line[0].isdigit() for line in told)
    if is_in_turns(description):
        assert game.result(game.start()) is None
        assert game.moves(game.start(), game.start().mover)


@pytest.mark.slow
@pytest.mark.parametrize("name", TEXTS)
def test_games_of_other_engines_are_checked(name: str) -> None:
    description = read(TEXTS[name], f"{name}.egg")
    assert problems_of(description) == []
    with pytest.raises(EgggError, match="is not a board game"):
        game_of(description)


STATEMENTS: Final = {
    "fragments": 19, "poker": 18, "rps": 8,
}  # fmt: skip
"""Listing of the paper -> statements in it."""


@pytest.mark.parametrize("name", STATEMENTS)
def test_the_listings_of_the_paper_parse(name: str) -> None:
    path = PAPER / f"{name}.egg"
    if not path.exists():
        pytest.skip("the listings of the paper are not there")
    statements = list(statements_of(path.read_text("utf-8"), path.name))
    assert [one.text for one in statements if Matcher(one.tokens).statement() is None] == []
    assert len(statements) == STATEMENTS[name]
    if name != "fragments":
        assert problems_of(read(path.read_text("utf-8"), path.name)) == []


@pytest.mark.slow
@pytest.mark.parametrize("name", ["chess", "go", "mancala", "nine-mens-morris"])
def test_order_case_and_number_mean_nothing(name: str) -> None:
    text, dice = text_of(name), Random(1)
    statements = [one.text for one in statements_of(text, name)]
    for _ in range(5):
        dice.shuffle(statements)
        described_so = "\n".join(f"{one}  # so" for one in statements)
        assert read(described_so).digest == read(text).digest
    assert read(text.replace("turns alternate", "the Turn ALTERNATES")).digest == read(text).digest


RESOLVED: Final = {"pong": 26, "bouncefast": 26, "twoplayertetris": 25, "sidetetris": 23}


@pytest.mark.parametrize("name", RESOLVED)
def test_likeness_takes_over_what_is_not_replaced(name: str) -> None:
    found = read(TEXTS[name], f"{name}.egg")
    assert len(found.said) == RESOLVED[name]
    assert found.lineage[-1] == "Tetris"


def test_no_takes_away_what_a_parent_says() -> None:
    found = checked(text_of("random-chess"))
    texts = [one.statement.text for one in found.said]
    assert not any("Castling" in text for text in texts)
    assert "board starts shuffled" in texts
    assert any(text.startswith("board starts [") for text in texts)


@pytest.mark.parametrize(("text", "levels"), [
    ('X is like Boxes\n3 x 1 grid\nlevel 1 starts ["@$o"]', ["1"]),
    ("X is like Boxes\nno level 6", ["1", "2", "3", "4", "5"]),
    ("X is like Boxes\nMan leaps (1, 2)", ["1", "2", "3", "4", "5", "6"]),
])  # fmt: skip
def test_levels_of_a_child_replace_all_of_its_parent(text: str, levels: list[str]) -> None:
    assert [one.subject.removeprefix("level ") for one in checked(text).all("start")] == levels


ERRORS: Final = {
    "game is x\nKniht leaps (1, 2)\npieces are Knight\ngoal is stuck": [
        'x.egg:2: "Kniht leaps (1, 2)": unknown piece Kniht; did you mean Knight? pieces are named in '
        "line 3"
    ],
    "Knight leps (1, 2)": [
        'x.egg:1: "Knight leps (1, 2)": "leps" is not understood; did you mean leaps? '
        'The nearest sentence is: PIECES leaps PAIR ..., as in "Knight leaps (1, 2)"'
    ],
    "gaol is line(3)": [
        'x.egg:1: "gaol is line(3)": no other statement uses gaol; did you mean goal?'
    ],
    "goal is lin(3)": ['x.egg:1: "goal is lin(3)": unknown word lin; did you mean line?'],
    "goal is line(3, 4, 5)": [
        'x.egg:1: "goal is line(3, 4, 5)": line(...) takes 1 to 2 values, as in line(4)'
    ],
    "turn is move Man and place Hole": [
        'x.egg:1: "turn is move Man and place Hole": a turn only names moves; say in the move what is '
        'placed: "move is move or place Hole"'
    ],
    "move is move Man or place Hole": [
        'x.egg:1: "move is move Man or place Hole": say in separate sentences how pieces move: "Rook '
        'slides orthogonally"; "move is move"'
    ],
    "Place flips neighbors(to) if tides > 0": [
        'x.egg:1: "Place flips neighbors(to) if tides > 0": this cannot have "if", but an effect can: '
        '"Place means neighbors(to) flip if stones > 0"'
    ],
    "pieces are \u265e and Z": [
        'x.egg:1: "pieces are ♞ and Z": a name must begin with a letter; a sign can show it: pieces are '
        'Thumb and Man; Thumb is shown as "@"'
    ],
    "turns alternate\nturns alternate": [
        'x.egg:2: "turns alternate": line 1 already decides this; keep only one'
    ],
    "3x3 grid\ngoal is line(3)\n4x4 grid\ngoal is line(4)": [
        'x.egg:3: "4x4 grid": line 1 already decides this; keep only one',
        'x.egg:4: "goal is line(4)": line 2 already decides this; keep only one',
    ],
    "pieces are King, Rook and King": ['x.egg:1: "pieces are King, Rook and King": King is named twice'],
    "X is like Nothing": [
        'x.egg:1: "X is like Nothing": there is no game Nothing; `eggg list` lists the games'
    ],
    "jumps are compulsry": [
        'x.egg:1: "jumps are compulsry": "compulsry" is not understood; did you mean compulsory? '
        'The nearest sentence is: [longest] jumps are compulsory, as in "jumps are compulsory"'
    ],
    "Hop means King leaps (1, 2) if hops > 0 and hops decreases by 1": [
        'x.egg:1: "Hop means King leaps (1, 2) if hops > 0 and hops decreases by 1": '
        'put effects before "if": "Hop means King leaps (1, 2) and hops decreases by 1 if hops > 0"'
    ],
    "King leaps (1, 2) once": [
        'x.egg:1: "King leaps (1, 2) once": count uses with a number: write "uses of player start at 1" '
        'and "Limited means King leaps (1, 2) and uses decreases by 1 if uses > 0"'
    ],
    "Jump means King moves 1 forward if unmoved 3 times": [
        'x.egg:1: "Jump means King moves 1 forward if unmoved 3 times": count uses with a number: write '
        '"uses of player start at 3" and "Jump means King moves 1 forward and uses decreases by 1 if '
        'unmoved and uses > 0"'
    ],
    "Pawn moves 1 forward witout capture": [
        'x.egg:1: "Pawn moves 1 forward witout capture": "witout" is not understood; did you mean without? '
        "The nearest sentence is: PIECES (moves [RANGE] | slides) DIRECTIONS ..., as in "
        '"Rook slides orthogonally"'
    ],
    "four in a row wins": [
        'x.egg:1: "four in a row wins": pieces in a row are a function: "goal is line(4)"'
    ],
    "pieces are King\nKing leaps (1, 2) if once": [
        'x.egg:2: "King leaps (1, 2) if once": count uses with a number: "uses of player start at 1"'
    ],
    "White wins if stuck": [
        'x.egg:1: "White wins if stuck": write a goal: "goal is line(3)", "goal of White is stuck"'
    ],
    "The King may jump like a Knight": [
        'x.egg:1: "The King may jump like a Knight": only games can be "like" others; say how: "Knight '
        'leaps (1, 2)"'
    ],
    "12 squares in a ring": [
        'x.egg:1: "12 squares in a ring": give the squares as a grid, "12 x 1 grid", and their layout as '
        '"board is ring"'
    ],
    "grid is 8 x 8": [
        'x.egg:1: "grid is 8 x 8": expected "like" or "shown" or rows, ["...", "..."] or another name '
        'than grid after "grid is". The nearest sentence is: SIZE grid, as in "8 x 8 grid"'
    ],
    "King leaps (1, 2, 3)": [
        'x.egg:1: "King leaps (1, 2, 3)": expected a pair of numbers, (1, 2) after "2 , 3". The nearest '
        'sentence is: PIECES leaps PAIR ..., as in "Knight leaps (1, 2)"'
    ],
    "keys are Left": ['x.egg:1: "keys are Left": no statement says what Left does; add "Left means ..."'],
    "pieces are Rook\nrooks of player start at 2\ngoal is rook = 0": [
        'x.egg:2: "rooks of player start at 2": rooks is already a piece in line 1; '
        '"Rook" and "rooks" are the same name'
    ],
    "hands are [Three, Pair]\nhand is 3 cards": [
        'x.egg:1: "hands are [Three, Pair]": Three is a number and cannot be a name; use a longer word, '
        "such as Three-Alike"
    ],
    "Two is (A, s) and (A, s)": [
        'x.egg:1: "Two is (A, s) and (A, s)": Two is a number and cannot be a name; use a longer word, '
        "such as Two-Alike"
    ],
    'Bid means tell everybody player "bids"': [
        'x.egg:1: "Bid means tell everybody player "bids"": put values in braces in one text: tell '
        'everybody "{player} bids {number}."'
    ],
    "King slides 1..all forward": [
        'x.egg:1: "King slides 1..all forward": slides means any number of squares; for a limit, use '
        '"Rook moves 1..3 forward"'
    ],
    "players are A and B\ntrump is Heart": [
        'x.egg:2: "trump is Heart": no other statement uses trump; did you mean jumps?'
    ],
    "players are A and B\ngame is Trumps\ntrump is Heart": [
        'x.egg:3: "trump is Heart": no other statement uses trump; did you mean jumps?'
    ],
    'Bid means tell everybody "{}"': [
        'x.egg:1: "Bid means tell everybody "{}"": {}: expected a value',
        'x.egg:1: "Bid means tell everybody "{}"": no other statement uses Bid',
    ],
    "no Castling": ['x.egg:1: "no Castling": there is no parent to remove it from'],
    "Fee(gold) is 3\ngoal is most(Fee)": ['x.egg:1: "Fee(gold) is 3": gold is not used after Fee(...)'],
    "Pong is like Tetris\nno Lefft": [
        'x.egg:2: "no Lefft": the parent says nothing about Lefft; did you mean left?'
    ],
    "pieces are King\nKing flies in any direction": [
        'x.egg:2: "King flies in any direction": expected "is" or "means" or "are" after "flies in any". '
        'The nearest sentence is: PIECES (moves [RANGE] | slides) DIRECTIONS ..., as in "Rook slides '
        'orthogonally"'
    ],
    "pieces are Runner\ngoal is Runner at far row": [
        'x.egg:2: "goal is Runner at far row": expected the end of the sentence after "goal is Runner". '
        'The nearest sentence is: (goal | loss) [of PLAYER] is CONDITION, as in "goal is line(3)"; the '
        "nearest condition is: reached(Pawn, far row)"
    ],
    "loss is score below 3": [
        'x.egg:1: "loss is score below 3": compare numbers with <, <=, =, >=, or >: "count(pieces) < 3"'
    ],
    "players are A and B\ngoal is opponent is stuck or line(3)": [
        'x.egg:2: "goal is opponent is stuck or line(3)": put its value in parentheses: "goal is '
        'stuck(opponent) or line(3)"'
    ],
    "pieces are King\ngoal is King is captured": [
        'x.egg:2: "goal is King is captured": put its value in parentheses: "goal is capture(King)"'
    ],
    "goal is checkmate": ['x.egg:1: "goal is checkmate": checkmate takes 1 value, as in checkmate(King)'],
    "goal is opponent has no moves": [
        'x.egg:1: "goal is opponent has no moves": use stuck for no moves: "goal is stuck(opponent)"'
    ],
    f"goal is count(pieces) = {'9' * 5000}": [
        f'x.egg:1: "goal is count(pieces) = {"9" * 43}...": a number can have at most 30 digits'
    ],
    f"{'9' * 5000} x 3 grid": [f'x.egg:1: "{"9" * 67}...": a number can have at most 30 digits'],
    'questions are "7 times 8?", "Who?"': [  # not advice about "times"
        'x.egg:1: "questions are "7 times 8?", "Who?"": number the texts: Question(1) is "Who?"'
    ],
    "one of player starts at 1": [
        'x.egg:1: "one of player starts at 1": one is a number and cannot be a name; use a longer word, such '
        "as one-Alike"
    ],
    "keys are Left and Right\nLeft means pieces slide left\nRight means Man moves 1 right": [
        'x.egg:2: "Left means pieces slide left": name the pieces that move: "Man and King slide '
        'orthogonally"'
    ],
    "Stick means game ends": [
        'x.egg:1: "Stick means game ends": an effect cannot end the game; write "game ends if passes is 2"'
    ],
    "move is roll dice": [
        'x.egg:1: "move is roll dice": board games have no dice; `eggg words dice` tells what has chance'
    ],
    "commands are Go\nGo(1) means x becomes 1": [
        'x.egg:2: "Go(1) means x becomes 1": the parentheses after Go can only have names'
    ],
    'Solution is "a" if round = 1': [
        'x.egg:1: "Solution is "a" if round = 1": expected "like" or rows, ["...", "..."] or "shown" or '
        'another name than Solution after "Solution is". The nearest sentence is: solution is ROWS, as in '
        '"solution is ["HEART", "EMBER"]"'
    ],
    "foo bar": ['x.egg:1: "foo bar": this resembles no sentence; `eggg words` lists the sentences'],
    "": ["x.egg: the description is empty; name at least the players, board, and goal"],
}  # fmt: skip
"""Description -> its error messages."""


@pytest.mark.parametrize("text", ERRORS)
def test_errors_quote_the_statement_and_help(text: str) -> None:
    try:
        found = [problem.line for problem in problems_of(read(text))]
    except EgggError as error:
        found = list(error.lines)
    assert found == ERRORS[text]


@pytest.mark.slow
def test_all_errors_are_told_at_once_but_at_most_twenty() -> None:
    with pytest.raises(EgggError) as caught:
        read("\n".join(f"{number} gird" for number in range(30)))
    assert len(caught.value.lines) == 21
    assert caught.value.lines[-1] == "x.egg: and 10 more"


def test_a_word_finds_what_it_is_part_of() -> None:
    for shape in ("cylinder", "ring"):
        found = [one.form for one in entries(shape)]
        assert "board is (SHAPE | ROWS)" in found
        assert "SHAPE" in found
    assert "QUANTITY starts at VALUE" in [one.form for one in entries("once")]
    assert not any("direction" in one.form.lower() for one in entries("ring"))


def test_a_circle_of_likeness_is_an_error() -> None:
    games = {"red": ("Red is like Blue", "red.egg"), "blue": ("Blue is like Red", "blue.egg")}
    with pytest.raises(EgggError, match="the parents form a circle"):
        described("Red is like Blue", "red.egg", games.get)


@pytest.mark.parametrize(("text", "said"), [
    ("goal is line(4)", "The goal: 4 stand in a row."),
    ("assert Place: not surrounded(to) afterwards",
     "A player may place only if, afterwards, the square that is entered is not surrounded."),
    ("draw is full(board)", "A draw: the board is full."),
    ("goal is most(score)", "The goal: the player has the most points."),
    ("goal is count(Box, top) = count(Box)",
     "The goal: the number of Box at the top equals the number of Box."),
    ("Rook slides orthogonally", "Rook slides orthogonally."),
    ("goal is count(Rook, corners) = 2", "The goal: the number of Rook at corners is 2."),
    ('level 2 starts ["R..", "..."]', "Level 2 starts as it is shown."),
    ("goal is maximize(level)", "The goal: the player has the highest level."),
    ("loss is opponent stuck", "A loss: the opponent has no legal move."),
    ("Rook slides forward if beyond is Rook and empty(between)",
     "Rook slides forward if the nearest piece beyond the square entered is Rook and the square passed by "
     "this move is empty."),
    ("Check means wrong(solution) vanish", "Check means the squares that differ from the solution vanish."),
    ("Rook, Bishop and Spy moves 1 forward", "Rook, Bishop and Spy move 1 forward."),
    ("Buy(number, stock) means cash decreases by number", "Buy NUMBER STOCK means cash decreases by number."),
    ("Tester(1) is Tot++ if grid[x][y]; return Tot > 12",
     "Tester of 1: Tot is more than 12, where Tot counts each x and y if the grid at x, y is set."),
    ("Tester(5) is Odd++ if grid[x][y] != grid[4 - x][y]; return Odd = 0",
     "Tester of 5: Odd is 0, where Odd counts each x and y if the grid at x, y is not the grid "
     "at 4 minus x, y."),
    ("board is ring", "The board is a ring, a row joined at its ends."),
    ("goal is not (stuck or line(3) and count(Rook) < 2)",
     "The goal: the player has a legal move, and either no 3 stand in a row or the number of Rook "
     "is at least 2."),
    ("goal is 2 * (row(to) - 1) = least(3, row(from) mod 2)",
     "The goal: 2 times the difference of the row of the square that is entered and 1 is the least of 3, "
     "and the row of the square that is left modulo 2."),
    ("move is place if (stuck or unmoved) or pass if full(board)",
     "A move: place if the player has no legal move or the piece has never moved; or pass if the "
     "board is full."),
    ("score is row(to)", "The score is the row of the square that is entered, counted from the bottom."),
    ("goal is column(to) = sum(row(to), row(from))",
     "The goal: the column of the square that is entered equals the sum of the row of the square that is "
     "entered, and the row of the square that is left."),
    ("Stick means full columns vanish and score increases by vanished",
     "Stick means full columns vanish and the score increases by the number of lines that vanished."),
    ("goal is (stuck or full(board)) and first(capture)",
     "The goal: either the player has no legal move or the board is full, and the player makes the first "
     "capture."),
    ("goal is (stuck and (unmoved or full(board)) or new(board)) and blocked",
     "The goal: either the player has no legal move, and either the piece has never moved or the board is "
     "full; or the board stands as it never stood before; and also blocked."),
    ("Rooks moves 1 forward", "Rooks move 1 forward."),
    ("2..6 players", "2 to 6 players."),
    ('across 1 is "Who?"', 'Across 1 is "Who?"'),
    ('T is ["XXX", ".X."]', "T is drawn in the description."),
])  # fmt: skip
def test_statements_become_sentences(text: str, said: str) -> None:
    assert sentence(read(f"pieces are Rook\n{text}").said[-1]) == said


KINDS: Final = ("rook", "man", "amazon", "x")


@pytest.mark.parametrize(("text", "said"), [
    ("Amazon slides in any direction", "An Amazon slides in any direction."),
    ("the Rook slides orthogonally", "The Rook slides orthogonally."),
    ("Rooks move 1 forward", "Rooks move 1 forward."),
    ("Rook and Man move 1 forward", "Rook and Man move 1 forward."),
    ("X moves 1 forward", "X moves 1 forward."),
    ("Man jumps diagonally over own Man", "A Man jumps diagonally over an own Man."),
    ("Man at far row becomes Rook or Amazon", "A Man at the far row becomes a Rook or an Amazon."),
    ("Rook captures Man and Amazon", "A Rook captures a Man and an Amazon."),
    ('Rook is shown as "N"', 'Rook is shown as "N".'),
    ("move is move or place Man", "A move: move or place a Man."),
    ("goal is beyond is Rook and to is not Man",
     "The goal: the nearest piece beyond the square entered is a Rook and the square that is entered is not "
     "a Man."),
    ("goal is safe(Man) and reached(Amazon, top)",
     "The goal: nothing attacks the Man and an Amazon reaches the top."),
    ("goal is count(opponent Man) = 0 or count(Rook, top) > 1",
     "The goal: the number of the opponent's Men is 0 or the number of Rooks at the top is more than 1."),
    ("goal is checkmate(Rook)", "The goal: the enemy Rook is in checkmate."),
    ("Swap means player removes 0..3 cards or 4 cards if Ace",
     "Swap means the player removes 0 to 3 cards, or 4 cards if an Ace is kept."),
    ("Trick means score of player increases by count(Heart) + count(Queen of Spades)",
     "Trick means the score of the player increases by the number of Hearts plus the number of Queens of "
     "Spades."),
])  # fmt: skip
def test_kinds_of_pieces_and_cards_have_articles(text: str, said: str) -> None:
    assert sentence(read(f"pieces are Rook, Man, Amazon and X\n{text}").said[-1], KINDS) == said


TRUTHS: Final = {
    "the player has no legal move": "a", "the player has a legal move": "not a", "the board is full": "b",
    "the board is not full": "not b", "the piece has never moved": "c", "the piece has moved": "not c",
}  # fmt: skip


def read_back(told: str) -> str:
    """Return a condition in words as one of Python, semicolons read first, then commas."""
    for mark in ("; ", ", ", " "):
        joints = [joint for joint in ("and", "or") if f"{mark}{joint} " in told]
        assert len(joints) < 2, told
        for joint in joints:
            return f" {joint} ".join(f"({read_back(one)})" for one in told.split(f"{mark}{joint} "))
    return TRUTHS[told.removeprefix("either ")]


@pytest.mark.parametrize("outer", ["{} and {}", "{} or {}"])
@pytest.mark.parametrize("inner", ["a and b", "a or b", "not a and b", "a or not b"])
@pytest.mark.parametrize("not_inner", ["", "not "])
@pytest.mark.parametrize("leaf", ["c", "not c"])
def test_nested_conditions_have_one_reading(outer: str, inner: str, not_inner: str, leaf: str) -> None:
    own = {"a": "stuck", "b": "full(board)", "c": "unmoved"}
    for first, second in permutations((f"{not_inner}({inner})", leaf)):
        for form in ("{}", "not ({})"):
            meant = form.format(outer.format(first, second))
            text = re.sub(r"\b[abc]\b", lambda found: own[found[0]], meant)
            told = sentence(read(f"goal is {text}").said[-1]).removeprefix("The goal: ").removesuffix(".")
            for values in product((False, True), repeat=3):
                truths = dict(zip("abc", values, strict=True))
                assert eval(read_back(told), truths.copy()) == eval(meant, truths), told


LEAVES: Final = ("3", "Rook", "own Rook", "far row", "2..4", "x", "corners", "7 cards", "grid[x][2]", "-y")


def nested(dice: Random, depth: int, *, is_true: bool) -> str:
    """Return a condition, or another value, of random functions and signs in each other."""
    inner = partial(nested, dice, depth - 1)
    if not depth and not is_true:
        return dice.choice(LEAVES)
    if depth and dice.random() < 0.3:
        joints = ("and", "or") if is_true else tuple(SIGNS)
        return f"({inner(is_true=is_true)} {dice.choice(joints)} {inner(is_true=is_true)})"
    if is_true and dice.random() < 0.4:
        compared = (
            f"{inner(is_true=False)} {dice.choice([*COMPARED])} {inner(is_true=False)}" if depth else "x < 2"
        )
        return dice.choice(
            (f"not ({compared})", f"({compared})", f"not ({inner(is_true=True)})" if depth else "new")
        )
    row = dice.choice([one for one in FUNCTIONS if ("truth" in one.gives) is is_true])
    count = dice.choice([len(takes) for takes, gives in zip(row.takes, row.gives, strict=True)
                         if (gives == "truth") is is_true])  # fmt: skip
    values = [inner(is_true=False) if depth else "Rook" for _ in range(count)]
    return f"{row.name}({', '.join(values)})" if values else row.name


def test_nested_values_become_sentences_without_calls() -> None:
    for seed in range(60_000, 60_050):
        dice = Random(seed)
        value, condition = nested(dice, 3, is_true=False), nested(dice, 3, is_true=True)
        for text in (
            f"goal is {condition}",
            f"Fee is {value}",
            f"Serve means stones becomes {value} if {condition}",
            f"Rook slides forward and captures {value} if {condition}",
            f'Serve means say("{{{value}}}")',
            f"turn is place and remove if {condition}",
            f"move is place if {condition} or pass",
        ):
            told = sentence(read(text).said[-1])
            assert not set("()[]#^|<>=*/+") & set(told), (seed, told)
            assert "not not" not in told, (seed, told)


def test_errors_of_words_names_and_kinds_come_at_once() -> None:
    """What a statement that is not understood may have named is no second error."""
    begun = "players are White and Black\n3 x 3 grid\n"
    with pytest.raises(EgggError) as refused:
        checked(f"{begun}goal is lin(3)\nfoo bar\nmove is plac\nstocks ara Acme\ndraw is count(Acme) = 2")
    assert [line.partition(": ")[0] for line in refused.value.lines] == [
        f"text:{row}" for row in (3, 4, 5, 6)
    ]
    with pytest.raises(EgggError) as refused:
        checked(f"{begun}goal is lin(3)\ntick is 1 seconds")
    assert [line.partition(": ")[0] for line in refused.value.lines] == ["text:3", "text:4"]
    with pytest.raises(EgggError, match="no game Nothing") as refused:
        checked("X is like Nothing\ngoal is lin(3)\nKing leaps (1, 2)")
    assert len(refused.value.lines) == 1


def test_a_name_with_two_meanings_is_told_once() -> None:
    walks = "Hop means King leaps (1, 2)\nHop means King leaps (1, 3)"
    with pytest.raises(EgggError) as refused:
        checked(f"pieces are King\n8 x 8 grid\nhops of player start at 1\n{walks}\ngoal is hops = 0")
    assert [line for line in refused.value.lines if "quantity" in line] == [
        'text:4: "Hop means King leaps (1, 2)": Hop is already a quantity in line 3; "hops" and "Hop" are '
        "the same name"
    ]


def test_a_title_keeps_its_articles() -> None:
    assert read("game is four in a row\n3 x 3 grid").name == "four in a row"


@pytest.mark.slow
@pytest.mark.parametrize("name", [*shipped_names(), *TEXTS])
def test_the_canonical_form_means_the_same(name: str) -> None:
    text = TEXTS.get(name) or text_of(name)
    once = formatted(text)
    assert formatted(once) == once
    known = read if name in TEXTS else checked
    assert known(once).digest == known(text).digest
    assert all(len(line) <= 79 or set(line) & {'"', "#"} for line in once.split("\n"))


def turns_of(text: str) -> Game:
    """Return the game in turns of a text.  Raises EgggError for other texts."""
    description = checked(text)
    if not is_in_turns(description):
        raise EgggError([f"{description.name} is not played in turns"])
    return cast("Game", made(description))


def errors_of(text: str) -> tuple[str, ...] | None:
    """Return the errors of a description, None if it makes a game."""
    try:
        turns_of(text)
    except EgggError as error:
        return error.lines
    return None


@settings(max_examples=40)
@given(st.one_of(st.binary(max_size=300).map(lambda data: data.decode("latin-1")), st.text(max_size=300)))
def test_any_text_gives_errors_or_a_game(text: str) -> None:
    lines = errors_of(text)
    assert all(line.isprintable() for line in lines or ())


WORDS: Final = sorted({token.text for name in BOARDS for token in tokens_of(text_of(name))})


@settings(max_examples=40)
@given(st.lists(st.lists(st.sampled_from(WORDS), max_size=9).map(" ".join), max_size=12).map("\n".join))
def test_known_words_in_any_order_give_errors_or_a_game(text: str) -> None:
    if errors_of(text) is not None:
        return
    game = turns_of(text)
    state = game.start()
    for player in game.to_move(state):
        assert game.moves(state, player)


@pytest.mark.slow
@pytest.mark.parametrize(
    "text", ["(" * 60_000, "not " * 9_000, "x " * 30_000, "[" * 400, "a and " * 10_000, "-" * 399]
)
def test_long_nonsense_is_refused_in_time(text: str) -> None:
    with pytest.raises(EgggError):
        game_of(checked(text))


def test_the_manual_has_the_sentences_of_the_code(root: Path) -> None:
    """`eggg words --markdown` writes them."""
    text = (root / "rogue" / "eggg" / "README.md").read_text("utf-8")
    assert text.partition("<!-- from: eggg words --markdown -->\n")[2].strip() == markdown(entries())


def test_the_examples_of_the_manual_are_games(root: Path) -> None:
    examples = (root / "rogue" / "eggg" / "README.md").read_text("utf-8").split("```text\n")[1:]
    assert len(examples) == 2
    for example in examples:
        game = game_of(checked(example.partition("```")[0]))
        assert game.moves(game.start(), 0)


@pytest.mark.parametrize("name", HOLES)
def test_each_capital_that_is_explained_is_used(name: str) -> None:
    assert any(name in row.pattern for row in SENTENCES) or name in TAIL


PLAYED: Final = [name for name in BOARDS if " like " not in text_of(name)]
SAID: Final = {name: [one.text for one in statements_of(text_of(name), name)] for name in PLAYED}
STRANGE: Final = sorted({text for texts in SAID.values() for text in texts})


@pytest.mark.slow
@settings(max_examples=40)
@given(st.data())
def test_mixed_games_are_refused_or_can_be_played(data: st.DataObject) -> None:
    """Statements of other games beside or instead of a game's own make no game that breaks in play."""
    statements = list(SAID[data.draw(st.sampled_from(PLAYED))])
    for _ in range(data.draw(st.integers(1, 4))):
        if data.draw(st.booleans()):
            statements.pop(data.draw(st.integers(0, len(statements) - 1)))
        statements.append(data.draw(st.sampled_from(STRANGE)))
    text = "\n".join(statements)
    if errors_of(text) is not None:
        return
    game = turns_of(text)
    state = game.start(1)
    for _ in range(8):
        choices = [game.moves(state, player) for player in game.to_move(state)]
        if not choices:
            break
        assert all(choices)
        assert all(game.text(move) for move in choices[0][:3])
        state = game.after(state, [moves[len(moves) // 2] for moves in choices])


@pytest.mark.parametrize(
    ("file", "name"), [("quiz.egg", "quiz"), ("my game.v2.egg", "my game"), (".egg", "game")]
)
def test_a_description_without_a_name_is_named_by_its_file(file: str, name: str) -> None:
    text = "networked multiplayer text game\nport 10900\nplayers are 0..20"
    assert checked(text, file).name == name
    assert checked(f"game is Lobby\n{text}", file).name == "Lobby"
