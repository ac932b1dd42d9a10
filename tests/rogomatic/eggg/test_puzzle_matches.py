"""Puzzles at the table: solutions, hints, undo over levels, keys of the window, journals."""

from __future__ import annotations

from typing import cast

import pytest

from rogomatic.eggg.match import HIDES, GameMatch
from rogomatic.eggg.match_window import MatchWindow
from rogomatic.eggg.match_words import answer, help_page, key_line, steered
from rogomatic.eggg.opponent import Seat
from rogomatic.eggg.opponents import LEVELS, kinds_for, make_opponent
from rogomatic.eggg.puzzle_solver import PuzzleSolver
from rogomatic.eggg.solved_game import SolvedGame
from rogomatic.run.viewer.viewer_terminal import INTERRUPT
from rogue.eggg.library import load_any
from rogue.shared.board_games import Game, PuzzleGame
from rogue.shared.seeds import Dice
from tests.run.paper import Paper


def puzzle(name: str) -> PuzzleGame:
    return cast("PuzzleGame", load_any(name))


def solver(game: PuzzleGame, level: str = "fair") -> PuzzleSolver:
    found = make_opponent(kinds_for(game)[0], Seat(game, 0, LEVELS[level], Dice(1), SolvedGame(game)))
    assert isinstance(found, PuzzleSolver)
    return found


def begun(name: str, seed: int = 1) -> GameMatch:
    """Return a match of a person alone, with the solver for hints."""
    game = puzzle(name)
    match = GameMatch(game, seed, {})
    match.begin(len, lambda: "", lambda _player: solver(game))
    return match


@pytest.mark.slow
@pytest.mark.parametrize("name", ["fifteen", "lights-out", "pegs", "crossword"])
def test_the_solver_solves_what_is_shipped(name: str) -> None:
    game = puzzle(name)
    state, player = game.start(2), solver(game)
    for _ in range(200):
        if game.result(state) is not None:
            break
        state = game.after(state, [player.choose(game.view(state, 0))])
    assert game.result(state) == (1.0,)


@pytest.mark.slow
@pytest.mark.parametrize("level", [*range(1, 6), pytest.param(6, marks=pytest.mark.long)])
def test_each_level_can_be_solved(level: int) -> None:
    game = puzzle("boxes")
    start = game.find(game.start(), 0, f"level {level}")
    assert start is not None
    state, player = game.after(game.start(), [start]), solver(game)
    for _ in range(60):
        if game.level(state) != level:
            break
        hint = player.hint(game.view(state, 0))
        assert hint is not None
        state = game.after(state, [hint.move])
    assert game.level(state) == level + 1


def test_hints_tell_how_long_a_solution_is() -> None:
    match = begun("boxes")
    assert answer(match, "hint") == ["c4-c5: It begins a solution of 7 moves."]
    assert answer(begun("deducto"), "hint") == ["No hint was found."]


def typed(match: GameMatch, *keys: str) -> Paper:
    """Return what the window shows while keys are pressed."""
    paper = Paper(keys, last=INTERRUPT)
    MatchWindow(paper.terminal, match, lambda: "").run()
    return paper


def test_arrows_push_and_undo_goes_back_over_levels() -> None:
    match = begun("boxes")
    keys = ["KEY_UP", *["KEY_RIGHT"] * 3, "KEY_UP", "KEY_RIGHT", "KEY_DOWN"]
    paper = typed(match, *keys)
    assert "Level 2 of 6" in paper.shown[-1]
    typed(match, "u")
    assert cast("PuzzleGame", match.game).level(match.state) == 1
    typed(match, *["u"] * 9)
    assert match.state == match.game.start(1)
    typed(match, "KEY_UP", "r")
    assert match.told_moves(match.viewer) == ["1. c4-c5", "2. level 1"]
    typed(match, *"level 3", "\n")
    assert "Level 3 of 6" in typed(match).shown[-1]


def test_arrows_slide_and_what_cannot_move_stays() -> None:
    match = begun("fifteen")
    before = match.state
    ways = steered(match)
    assert ways is not None
    keys = {(0, 1): "KEY_UP", (0, -1): "KEY_DOWN", (1, 0): "KEY_RIGHT", (-1, 0): "KEY_LEFT"}
    barred = next((key for way, key in keys.items() if way not in ways), None)
    typed(match, *([barred] if barred else []))
    assert match.state == before
    typed(match, keys[next(iter(ways))])
    assert match.state.ply == 1
    assert steered(begun("pegs")) is None


@pytest.mark.slow
def test_letters_go_into_the_square_of_the_cursor() -> None:
    match = begun("crossword")
    paper = typed(match, *"heaxt", "1", *"/hint", "\n")
    assert "H  E  A  X  T" in paper.shown[-1]
    assert "Wrong: d5." in paper.shown[-1]
    assert "It begins a solution of" in paper.shown[-1]
    typed(match, "KEY_DOWN", "q", "a", "\b")
    assert match.told_moves(match.viewer)[-3:] == ["7. a4=Q", "8. a3=A", "9. clear a3"]
    paper = typed(match, "h", "\b", *"ab", "\b", "\b")
    assert match.told_moves(match.viewer)[-1] in paper.shown[-1], "the oldest moves have no room"
    assert [one.partition(". ")[2] for one in match.told_moves(match.viewer)[-5:]] == [
        "clear a5",
        "a5=A",
        "b5=B",
        "clear b5",
        "clear a5",
    ]


def test_a_digit_in_a_typed_word_chooses_nothing() -> None:
    match = begun("crossword")
    assert "A letter fills the square." in typed(match, "\n").shown[-1]
    typed(match, "\n", *"/level 2", "\n")
    assert match.told_moves(match.viewer) == []
    heaps = GameMatch(cast("Game", load_any("nim")), 1, {})
    assert "Which? Press its number: 1 1 from a" in typed(heaps, "\n").shown[-1]
    typed(heaps, "\n", "x", "\b", *"2 from c", "\n")
    assert heaps.told_moves(heaps.viewer) == ["1. 2 from c"]


def test_digits_press_buttons_and_chance_is_not_taken_back() -> None:
    match = begun("deducto")
    paper = typed(match, "1", "2", "3", "U")
    assert match.told_moves(match.viewer) == ["1. Example", "2. Test", "3. Understand"]
    assert HIDES.split(":")[0] in paper.shown[-1]
    assert "4 VoteYes" in paper.shown[-1]
    rules = "\n".join(answer(match, "rules"))
    assert not any(word in rules for word in ("Tot", "grid[", "A row may be longer"))


def test_a_new_level_begins_its_list_of_moves() -> None:
    match, game = begun("boxes"), puzzle("boxes")
    typed(match, "KEY_UP")
    assert len(match.told_moves(match.viewer)) == 1
    while game.level(match.state) == 1:
        hint = match.hint()
        assert hint is not None
        match.person_moves(hint.move)
    assert match.told_moves(match.viewer) == []
    typed(match, "u")
    assert match.told_moves(match.viewer) != []


@pytest.mark.parametrize(
    ("game", "line", "page"),
    [
        ("boxes", "Arrows move, ? rules, H hint, U undo, R restart", "R, level 1 restarts this level"),
        ("deducto", "digits press, ? rules, R restart", "Digits press buttons: 1 Example"),
        ("crossword", "/ begins words: /hint, /undo, /quit", "Letters fill the square under the cursor"),
    ],
)
def test_the_help_of_a_puzzle_names_the_keys_that_work(game: str, line: str, page: str) -> None:
    match = begun(game)
    assert line in key_line(match)
    assert len(key_line(match)) <= 80
    assert page in "\n".join(help_page(match))


def test_the_end_is_told() -> None:
    match = begun("lights-out")
    while match.outcome is None:
        hint = match.hint()
        assert hint is not None
        match.person_moves(hint.move)
    assert match.verdict() == "It is solved."
    assert match.undo() == ""
    assert match.verdict() == ""


@pytest.mark.slow
def test_a_journal_of_a_puzzle_leads_to_the_same_state() -> None:
    for name, keys in (("boxes", ["KEY_UP", "r"]), ("deducto", ["1", "3", "4"]), ("crossword", ["h", "e"])):
        lines = ["head\n"]
        match = GameMatch(puzzle(name), 3, {})
        match.begin(lines.append, lambda: "")
        typed(match, *keys)
        again = GameMatch(puzzle(name), 3, {})
        again.play_again("".join(lines))
        assert again.state == match.state
        assert len(again.turns) == len(keys)
