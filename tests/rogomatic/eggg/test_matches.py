"""Matches: turns, undo, journals, boards, and play line by line."""

from __future__ import annotations

import io
import json
import os
import re
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any, Final, cast

import pytest

from rogomatic.eggg import own_tables
from rogomatic.eggg.board_picture import Shown, board_lines, draw_board
from rogomatic.eggg.eggg_command_line import main
from rogomatic.eggg.match import HIDES, NO_UNDO, GameMatch, candidates
from rogomatic.eggg.match_journal import JournalHead, MatchJournal, MatchJournalError, head_line, read_head
from rogomatic.eggg.match_window import MatchReplay, MatchWindow, table_rows
from rogomatic.eggg.match_words import WHICH, help_page, key_line, legend, rest_of_turn, word_of, word_of_key
from rogomatic.eggg.opponent import Seat
from rogomatic.eggg.opponents import LEVELS, make_opponent
from rogomatic.eggg.solved_game import SolvedGame
from rogomatic.run.viewer.canvas import Style
from rogomatic.run.viewer.viewer_terminal import INTERRUPT
from rogue.eggg.library import checked, game_of, load, load_any, shipped_names
from rogue.shared.board_games import Game
from rogue.shared.program_start import NO_INPUT
from rogue.shared.seeds import Dice
from tests.run.paper import Paper


def machine(game: Game, player: int) -> Any:
    solved = SolvedGame(game)
    kind = "random" if "simultaneous" not in game.traits else "habits"
    return make_opponent(kind, Seat(game, player, LEVELS["easy"], Dice(1, player), solved))


def against_machine(name: str) -> GameMatch:
    game = cast("Game", load_any(name))
    return GameMatch(game, 1, {1: machine(game, 1)})


def played(match: GameMatch, *texts: str) -> GameMatch:
    """Play moves of both sides by their texts."""
    for text in texts:
        (player,) = match.game.to_move(match.state)
        move = match.game.find(match.state, player, text)
        assert move is not None, text
        match.play([move])
    return match


def test_persons_and_machines_move_in_turn_and_undo_goes_back_to_the_person() -> None:
    match = against_machine("tic-tac-toe")
    assert (match.waits_for, match.undo_depth) == ((0,), 0)
    played(match, "b2")
    assert match.waits_for == ()
    match.play(match.replies().values())
    assert (match.waits_for, match.undo_depth) == ((0,), 2)
    match.undo()
    assert (match.turns, match.state) == ([], match.game.start(1))


def test_a_match_ends_by_the_rules_or_by_giving_up() -> None:
    match = played(against_machine("tic-tac-toe"), "a1", "b1", "a2", "b2", "a3")
    assert (match.verdict(), match.outcome, match.waits_for) == ("Cross wins.", (1.0, 0.0), ())
    other = against_machine("tic-tac-toe")
    other.resign()
    assert (other.verdict(), other.outcome) == ("Nought wins: Cross resigned.", (0.0, 1.0))


def test_choices_of_a_simultaneous_turn_are_made_by_both_and_cannot_be_undone() -> None:
    match = against_machine("rock-paper-scissors")
    assert match.waits_for == (0,)
    replies = match.replies()
    move = match.game.find(match.state, 0, "rock")
    assert move is not None
    match.play([move, *replies.values()])
    assert match.outcome is not None
    assert match.undo() == HIDES
    assert match.begin_round()
    assert (match.state.rounds, match.waits_for) == (1, (0,))


@pytest.mark.parametrize("number", range(4))
def test_what_was_sealed_is_played_also_after_seats_have_changed(number: int) -> None:
    game = load("rock-paper-scissors")
    seats = [Seat(game, player, 1, Dice(number), SolvedGame(game)) for player in (0, 1)]
    match = GameMatch(game, 1, {1: make_opponent("random", seats[1])})
    match.begin(len, lambda: "0" * 64)
    sealed = match.seals[1].text
    match.seat(0, make_opponent("random", seats[0]))
    assert match.machine_moves()
    assert [one.text for one in match.opened.values()] == [sealed]
    assert f"chooses {game.text(match.turns[0][1])} 000" in sealed
    match.begin_round()
    match.seat(0, None)
    assert list(match.seals) == [1]
    match.seat(1, None)
    assert match.seals == {}


def test_moves_begin_on_a_square_or_enter_one_from_nowhere() -> None:
    chess, hexes = load("chess"), load("hex")
    start = chess.start()
    e2, e4 = chess.board.names.index("e2"), chess.board.names.index("e4")
    moves = chess.moves(start, 0)
    assert [chess.text(move) for move in candidates(moves, e2)] == ["e2-e3", "e2-e4"]
    assert [chess.text(move) for move in candidates(moves, e2, e4)] == ["e2-e4"]
    assert len(candidates(hexes.moves(hexes.start(), 0), 7)) == 1


HEAD = JournalHead("tic-tac-toe", "0" * 64, "game is tic-tac-toe", 1, "easy", (1,))


def journal_of(match: GameMatch, *texts: str) -> str:
    lines = [head_line(HEAD)]
    match.begin(lines.append, lambda: "")
    played(match, *texts)
    return "".join(lines)


def test_a_journal_plays_the_same_match() -> None:
    match = against_machine("tic-tac-toe")
    text = journal_of(match, "b2", "a1", "c3")
    again = against_machine("tic-tac-toe")
    seen: list[int] = []
    again.play_again(text, lambda: seen.append(len(again.turns)))
    assert (again.state, seen) == (match.state, [1, 2, 3])
    assert read_head(text) == HEAD


@pytest.mark.slow
def test_a_journal_that_was_cut_anywhere_is_played_up_to_there() -> None:
    text = journal_of(against_machine("tic-tac-toe"), "b2", "a1", "c3")
    first = text.index("\n") + 1
    for size in range(first, len(text) + 1):
        again = against_machine("tic-tac-toe")
        again.play_again(text[:size])
        assert len(again.turns) == text[first:size].count("\n")


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("[]", "this is not a journal"),
        ("{", "this is not a journal"),
        ('{"moves": ["b2", "a1"]}', "must be one move for each player"),
        ('{"moves": ["z9"]}', "z9 is not a legal move"),
        ('{"moves": [7]}', "7 is not a legal move"),
        ('{"undo": 1}', "no move to take back here"),
        ('{"round": 1}', "no round can begin here"),
        ("{}", "must be one move for each player"),
        ("[" * 100_000, "this is not a journal"),
    ],
    ids=range(9),
)
def test_a_line_that_cannot_be_played_is_named(line: str, says: str) -> None:
    with pytest.raises(MatchJournalError, match=rf"line 2: .*{says}"):
        against_machine("tic-tac-toe").play_again(f"{head_line(HEAD)}{line}\n")


@pytest.mark.parametrize(
    "change",
    [{"eggg": 2}, {"seed": "1"}, {"machines": ["x"]}, {"machines": 1}, {"more": 1}, {"text": None}],
    ids=str,
)
def test_a_first_line_of_another_form_is_refused(change: dict[str, object]) -> None:
    row = {**json.loads(head_line(HEAD)), **change}
    with pytest.raises(MatchJournalError, match="line 1"):
        read_head(json.dumps(row) + "\n")


@pytest.mark.slow
@pytest.mark.parametrize("name", shipped_names("board games"))
def test_every_shipped_game_has_a_board_with_a_place_for_each_square(name: str) -> None:
    game = load(name)
    picture = draw_board(game, game.start(1), Shown(cursor=0))
    places = list(picture.places.values())
    assert len(set(places)) == len(game.board.names) == len(places)
    assert picture.canvas.width <= 79
    assert picture.canvas.height <= 20
    for square, (row, col) in picture.places.items():
        assert picture.square_at(row, col) == square
    assert picture.canvas.looks[places[0][0] * picture.canvas.width + places[0][1]] == Style.GOAL


def test_a_board_has_letters_below_and_numbers_beside_it() -> None:
    chess = load("chess")
    lines = board_lines(chess, chess.start())
    assert lines[0] == " 8  r  n  b  q  k  b  n  r"
    assert lines[-1] == "    a  b  c  d  e  f  g  h"


def test_a_ring_is_drawn_as_one() -> None:
    ring = game_of(checked("game is ring\n7 x 1 grid\nboard is ring\ngoal is line(4)\nplayers are X and O"))
    state = ring.start()
    for text in ("a1", "g1"):
        move = ring.find(state, state.mover, text)
        assert move is not None
        state = ring.after(state, (move,))
    lines = ["   a  b  c  d", " / X  .  .  .  \\", " |             |", " \\ O  .  .     /", "   g  f  e"]
    assert board_lines(ring, state) == lines


@pytest.mark.parametrize(("count", "rows"), [(72, 5), (73, 5), (80, 8), (103, 20), (104, 20)])
def test_a_long_ring_goes_along_four_sides(count: int, rows: int) -> None:
    ring = game_of(checked(f"game is Ring of Four\n{count} x 1 grid\nboard is ring\ngoal is line(4)"))
    picture = draw_board(ring, ring.start(), Shown())
    assert (ring.name, len(board_lines(ring, ring.start()))) == ("Ring of Four", rows)
    assert picture.canvas.width <= 78
    spots = [picture.places[square] for square in range(count)]
    steps = [abs(row - y) + abs(col - x) for (row, col), (y, x) in pairwise(spots)]
    assert len(set(spots)) == count
    assert max(steps) <= 2


@pytest.mark.slow
@pytest.mark.parametrize(("size", "key", "label", "square"), [
    ("10 x 26", "KEY_UP", " 26  S  .", "a26"), ("1 x 110", "KEY_UP", " 110  S", "a110"),
    ("90 x 3", "KEY_RIGHT", "  1  .", "cl1"),
])  # fmt: skip
def test_a_large_board_scrolls_with_the_cursor(size: str, key: str, label: str, square: str) -> None:
    text = f"game is Large\nplayers are Sun and Moon\n{size} grid\nmove is place\ngoal is line(5)"
    match = GameMatch(game_of(checked(text)), 1, {})
    paper = Paper([*[key] * max(map(int, size.split(" x "))), "\n"], last=INTERRUPT)
    MatchWindow(paper.terminal, match, lambda: "").run()
    first, last = paper.shown[0].splitlines(), paper.shown[-1].splitlines()
    assert any(row.split()[:2] == ["1", "."] for row in first)
    assert any(row.startswith(label) for row in last)
    assert any(row.rstrip().endswith("S") for row in last)
    assert match.told_moves(match.viewer) == [f"1. {square}"]
    rows = board_lines(match.game, match.state)
    numbers = [row.split()[0] for row in rows[:-1]]
    assert numbers == [str(row) for row in range(match.game.board.rows, 0, -1)]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return where matches are kept; the computer players of these matches think little."""
    monkeypatch.setenv("ROGUE_HOME", str(tmp_path))
    monkeypatch.setattr("rogomatic.eggg.match_command.budget_of", lambda *_: 20)
    return tmp_path


def run(monkeypatch: pytest.MonkeyPatch, capsys: Any, keys: str, *words: str) -> tuple[int, str]:
    monkeypatch.setattr(sys, "stdin", io.StringIO(keys))
    try:
        code = main(list(words))
    except SystemExit as stop:
        code = int(stop.code or 0)
    shown = capsys.readouterr()
    return code, shown.out + shown.err


@pytest.mark.parametrize("words", ["tic-tac-toe --plain", "poker", "pong", "--resume", ""])
def test_play_on_a_closed_input_is_one_sentence(
    words: str, home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    assert main(["play", *words.split()]) == 1
    assert capsys.readouterr() == ("", f"eggg: {NO_INPUT}\n")
    assert not (home / "matches").exists()


def test_who_only_watches_needs_no_input(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for words in ("play nim --as none --against random", "replay"):
        monkeypatch.setattr(sys, "stdin", None)
        assert main(words.split()) == 0
    assert "wins." in capsys.readouterr().out


@pytest.mark.slow
def test_a_match_is_played_kept_resumed_and_shown_again(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    code, shown = run(
        monkeypatch, capsys, "b2\nmoves\nz9\nhint\nundo\nb2\n", "play", "tic-tac-toe", "--seed", "1"
    )
    assert code == 0
    assert "The match is saved. Continue it:" in shown
    (journal,) = (home / "matches").iterdir()
    code, shown = run(monkeypatch, capsys, "resign\n", "play", "--resume", str(journal))
    assert (code, "Nought wins: Cross resigned.\n" in shown) == (0, True)
    code, shown = run(monkeypatch, capsys, "", "play", "--resume")
    assert (code, "Cross resigned." in shown, "You score" in shown) == (0, True, False), "kept once"
    broken = home / "broken.jsonl"
    broken.write_text(journal.read_text()[:-9])
    code, shown = run(monkeypatch, capsys, "", "verify", str(broken))
    assert (code, shown.endswith("But the last line is cut off and was skipped.\n")) == (1, True)
    code, shown = run(monkeypatch, capsys, "", "replay")
    assert (code, shown.rstrip().endswith("Nought wins: Cross resigned.")) == (0, True)


def test_a_match_is_played_to_its_end_where_nothing_can_be_kept(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("ROGUE_HOME", str(home / "file"))
    (home / "file").write_text("")
    code, shown = run(monkeypatch, capsys, "b2\nresign\n", "play", "tic-tac-toe", "--seed", "1")
    assert code == 0
    assert "Nought wins: Cross resigned." in shown
    assert "eggg-opponents.json cannot be written: File exists." in shown
    assert "eggg: the match is not kept: " in shown
    assert "Replay it" not in shown


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no full device")
def test_a_journal_is_complete_once_there_is_room_again(tmp_path: Path) -> None:
    (tmp_path / "folder").write_text("")
    journal = MatchJournal(tmp_path / "folder/a/x.match.jsonl", "head\n")
    journal.write("one\n")
    assert journal.trouble == "Not a directory"
    (tmp_path / "folder").unlink()
    journal.write("two\n")
    disk = os.dup(journal._file)
    os.dup2(os.open("/dev/full", os.O_WRONLY), journal._file)
    journal.write("three\n")
    assert journal.trouble == "No space left on device"
    os.dup2(disk, journal._file)
    journal.write("four\n")
    journal.close()
    assert (journal.trouble, journal.path.read_text()) == ("", "head\none\ntwo\nthree\nfour\n")


@pytest.mark.parametrize("name", ["rock-paper-scissors"])
def test_a_sealed_choice_is_shown_before_and_opened_after(
    name: str, home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    _, shown = run(monkeypatch, capsys, "rock\n", "play", name, "--against", "easy")
    sealed = shown.split("Sealed: ")[1].split("\n")[0]
    opened = shown.split("Opened: ")[1].split("\n")[0]
    code, verdict = run(monkeypatch, capsys, "", "verify", opened, sealed, "--game", name)
    assert (code, "chose" in verdict) == (0, True)


@pytest.mark.slow
def test_games_of_one_name_are_told_apart_when_openings_are_learned(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    digests = []
    for size in ("3 x 3", "4 x 4"):
        path = home / "t.egg"
        path.write_text(f"game is T\n{size} grid\nplayers are A and B\ngoal is line(3)\n")
        digests.append(load_any(str(path)).digest)
        run(monkeypatch, capsys, "a1\nresign\n", "play", str(path), "--against", "easy", "--seed", "1")
    _, shown = run(monkeypatch, capsys, "", "learn")
    assert all(f"T ({digest[:8]}): 1 match, " in shown for digest in digests)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        (["play"], 2, "Name a game"),
        (["play", "chess", "--as", "Red"], 2, "has no player 'Red': choose from White and Black"),
        (["play", "chess", "--against", "esay"], 2, "did you mean easy?"),
        (["play", "ches"], 1, "did you mean chess?"),
        (["play", "chess", "--resume"], 2, "--resume continues a journal"),
        (["play", "--resume"], 1, "No match has been played yet."),
        (["replay"], 1, "No match has been played yet."),
        (["replay", "/no/such/file"], 1, "/no/such/file cannot be read"),
        (["replay", "/dev/zero"], 1, "it is not a regular file"),
        (["verify", "/dev/zero"], 1, "it is not a regular file"),
        (["play", "--resume", "/dev/zero"], 1, "it is not a regular file"),
        *(
            (["play", game, "--as", "all"], 2, "see each other's secrets. Play in a window")
            for game in ("poker", "letters", "skirmish", "ghosts", "rock-paper-scissors")
        ),
    ],
)
def test_what_cannot_be_played_is_refused(
    words: list[str], code: int, says: str, home: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    found, shown = run(monkeypatch, capsys, "", *words)
    assert found == code
    assert says in shown
    assert not (home / "matches").exists()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "lines", "shows"),
    [
        ("chess", "Nf3\n", "\nWhite> "), ("chess", "?\n", "  H, hint    suggests a move"),
        ("chess", "help\n", "A piece is shown by the first free letter"), ("chess", "m\n", "Legal moves: "),
        ("chess", "U\n", NO_UNDO), ("nim", "verify\n", "Nothing was sealed"),
        ("nim", "R\n", "wins: First resigned"), ("boxes", "resign\n", "It was given up."),
        ("skirmish", "", "\nArrange your side: swap two of your pieces, as in swap "),
        ("mancala", "M\n", "Legal moves: a, b"),
        ("mancala", "", "store\n        4     4     4     4     4     4     0\n\nSouth>"),
        ("mancala", "?\n", "\n\nTo move, type the move and press Enter: a.\n"),
        ("boxes", "?\n", "\n\nTo move, type the move and press Enter: "),
        ("rock-paper-scissors", "rock\nV\n", " has the digest that was shown before, "),
        ("letters", "m\n", " more; pass."),
        ("nim", "1 from a\nu\n", "Taken back."),
        ("tic-tac-toe", "hint\n", ": It keeps the draw"),
        ("tic-tac-toe", "\nz9\n", '"z9" is not a move here. Legal moves: '),
        ("chess", "s\nNf3\n", "The match is saved"),
    ],
)  # fmt: skip
def test_lines_take_the_words_and_letters_of_the_window(
    game: str, lines: str, shows: str, home: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    code, shown = run(monkeypatch, capsys, lines, "play", game, "--against", "easy", "--seed", "1")
    assert code == 0
    assert shows in shown
    assert "To change it" not in shown


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "text", "word"),
    [
        ("chess", "h", "hint"), ("chess", "H", "hint"), ("rock-paper-scissors", "r", WHICH),
        ("chess", "r", "resign"), ("chess", "u", "undo"), ("chess", " Undo ", "undo"),
        ("chess", "?", "rules"), ("hex", "h", "hint"), ("hex", "m", "moves"), ("chess", "exit", "quit"),
        ("chess", "", ""),
    ],
)  # fmt: skip
def test_a_letter_and_enter_are_a_word_unless_they_are_a_move(game: str, text: str, word: str) -> None:
    assert word_of(against_machine(game), text) == word


def test_a_letter_plays_no_move_that_it_begins() -> None:
    ring = game_of(checked("game is ring\n8 x 1 grid\nboard is ring\ngoal is line(4)\nplayers are X and O"))
    match = GameMatch(ring, 1, {})
    assert (word_of(match, "h", at_once=True), word_of(match, "h"), word_of(match, "h1")) == ("", "hint", "")


@pytest.mark.parametrize(
    ("key", "word", "line"), [("q", "", "quit"), ("Q", "quit", "quit"), ("?", "rules", "rules")]
)
def test_a_small_letter_begins_a_word_where_words_are_laid(key: str, word: str, line: str) -> None:
    match = against_machine("letters")
    assert (word_of(match, key, at_once=True), word_of(match, key)) == (word, line)


def test_a_journal_of_another_description_is_refused(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    run(monkeypatch, capsys, "", "play", "tic-tac-toe")
    (journal,) = (home / "matches").iterdir()
    journal.write_text(journal.read_text().replace("line(3)", "line(2)"))
    code, shown = run(monkeypatch, capsys, "", "replay", str(journal))
    assert (code, "the description has changed since the match" in shown) == (1, True)


MILL = "a1 a4 d1 b4 g1"


def test_quantities_whose_pieces_and_the_rest_of_a_turn_are_told() -> None:
    game = load("nine-mens-morris")
    match = GameMatch(game, 1, {})
    assert "Stones: White 9, Black 9" in match.screen(0)
    played(match, *MILL.split())
    view = match.seen(0)
    told = "Your turn continues: remove a Man of Black, such as x"
    assert rest_of_turn(game, view, match.moves()).startswith(told)
    shown = window_on(match)
    for part in (
        told,
        "> White (you)  M",
        "  Black (you)  m",
        "Stones: White 6, Black 7",
        " a  b  c  d  e  f  g",
    ):
        assert part in shown


def test_a_phase_of_cards_is_no_rest_of_a_turn() -> None:
    match = GameMatch(cast("Game", load_any("poker")), 1, {})
    played(match, "check", "check", "keep", "keep")
    assert match.seen(0).step > 0
    assert rest_of_turn(match.game, match.seen(0), match.moves()) == ""


@pytest.mark.parametrize(
    ("game", "told"),
    [
        ("chess", ["White: KQRBNP; Black: kqrbnp.", "K King, Q Queen, R Rook, B Bishop, N Knight, P Pawn."]),
        ("go", ["Black: B; White: W."]), ("letters", []), ("nim", []), ("poker", []), ("crossword", []),
        ("boxes", ["@ Man, $ Box, # Wall, o target."]), ("fifteen", []),
        ("ghosts", ["White: GE, hidden #; Black: ge, hidden ?.", "G Good, E Evil."]),
    ],
)  # fmt: skip
def test_a_legend_tells_whose_pieces_are_whose(game: str, told: list[str]) -> None:
    assert legend(cast("Game", load_any(game))) == told


@pytest.mark.slow
@pytest.mark.parametrize("game", ["poker", "letters", "crossword", "boxes", "chess"])
def test_a_key_leaves_or_begins_anew_once_a_match_is_over(game: str) -> None:
    match = GameMatch(cast("Game", load_any(game)), 1, {})
    assert word_of_key(match, "n") == ""
    match.resign()
    assert [word_of_key(match, key) for key in "qnr"] == ["quit", "new", ""]
    assert "N new" in key_line(match)
    assert not MatchWindow(Paper(["q"], last=" ").terminal, match, lambda: "").run()


def window_on(match: GameMatch) -> str:
    """Return what a window shows of a match."""
    paper = Paper([], last=INTERRUPT)
    MatchWindow(paper.terminal, match, lambda: "").run()
    return paper.shown[-1]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "has", "has_not"),
    [
        ("chess", "; with Enter: R resign, S/Q save", "verify"),
        ("skirmish", "M moves, S/Q save; with Enter: R resign", "undo"),
        ("rock-paper-scissors", "V verify", "undo"),
        ("tic-tac-toe", "U undo", "N new"),
        ("poker", "; with Enter: R resign, S/Q save", "undo"),
        ("fifteen", " Arrows move, ? rules, H hint, U undo, S/Q save; with Enter: R resign ", "moves"),
        ("lights-out", "S/Q save; with Enter: R resign", "moves"),
        ("boxes", "R restart, S save, Q quit", "resign"),
    ],
)
def test_the_line_of_keys_names_what_works_now(game: str, has: str, has_not: str) -> None:
    shown = key_line(against_machine(game))
    assert has in shown
    assert has_not not in shown
    assert len(shown) <= 80


def test_the_line_of_keys_of_a_match_that_is_over_asks_for_no_move() -> None:
    match = against_machine("tic-tac-toe")
    match.resign()
    assert key_line(match) == " ? rules, U undo, N new, S save, Q quit "


@pytest.mark.parametrize(
    ("game", "has", "has_not"),
    [
        ("hearts", ["Name a card"], ["raise", "U, undo", "V, verify", "squares"]),
        ("texas-holdem", ["call", "resigns the match"], ["Name a card", "undo"]),
        ("chess", ["choose squares", "U, undo"], ["V, verify"]),
        ("rock-paper-scissors", ["V, verify"], ["U, undo"]),
    ],
)
def test_the_page_of_help_tells_what_its_match_has(game: str, has: list[str], has_not: list[str]) -> None:
    page = "\n".join(help_page(against_machine(game)))
    keys = page[page.index("The defaults that apply:") :]
    assert not [one for one in has if one not in keys]
    assert not [one for one in has_not if one in keys]


def test_a_round_of_cards_that_was_given_up_asks_for_nothing() -> None:
    match = against_machine("poker")
    match.begin(len, lambda: "0" * 64)
    while match.player is None:
        match.machine_moves()
    asked = "\n".join(match.screen(0))
    match.resign()
    assert "You may" in asked
    assert "You may" not in "\n".join(match.screen(0))


@pytest.mark.slow
def test_lines_tell_each_play_of_cards_once(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["play", "polignac", "--plain", "--against", "easy", "--seed", "4"]
    _, shown = run(monkeypatch, capsys, "1\n2\n3\n", *words)
    plays = re.findall(r"^(?:.*> )?(\w+ plays \S+)$", shown, re.MULTILINE)
    assert len(plays) > 8
    assert len(set(plays)) == len(plays)
    assert not re.search(r"^\w+: \w+$", shown, re.MULTILINE)


def in_window(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any, keys: list[str], *words: str
) -> Paper:
    """Play in a window on paper."""
    paper = Paper(keys, last=INTERRUPT)
    monkeypatch.setattr("rogomatic.eggg.match_command._has_terminal", lambda: True)
    monkeypatch.setattr("rogomatic.eggg.own_tables.terminal", lambda *_: None)
    monkeypatch.setattr("rogomatic.eggg.own_tables.in_terminal", lambda run, *_: run(paper.terminal))
    assert main(["play", *words]) == 0
    capsys.readouterr()
    return paper


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "keys", "shows"),
    [
        ("tic-tac-toe", ["KEY_RIGHT", "KEY_UP", "\n"], "1. b2"),
        ("tic-tac-toe", ["b", "2", "\n"], "1. b2"),
        ("chess", ["e", "2", "e", "5", "\n"], "A Pawn on e2 cannot go to e5"),
        ("chess", [*["KEY_RIGHT"] * 4, "KEY_UP", "\n", "KEY_UP", "KEY_UP", "\n"], "1. e2-e4"),
        ("chess", ["\n"], "The Rook on a1 cannot move now."),
        ("chess", ["?"], "Enter returns to the game"),
        ("chess", ["M"], "Legal moves: "),
        ("chess", ["U"], NO_UNDO),
        ("nim", ["\n", "1"], "1. 1 from a"),
        ("mancala", ["\n"], "1. a"),
        ("rock-paper-scissors", ["\n", "V"], "chooses"),
        ("tic-tac-toe", ["R", "\n"], "Nought wins: Cross resigned."),
        ("tic-tac-toe", ["click 3 7"], "1. b1"),
        ("chess", ["N", "f", "3", "\n"], "1. g1-f3"),
        ("chess", ["R", "h", "3", "\n"], "No Rook can go to h3."),
        ("chess", ["R", "\n"], "Black wins: White resigned."),
        ("fifteen", ["r"], "> r_"),
        ("fifteen", ["R", "\n"], "It was given up."),
        ("poker", [*"raise 3", "\n"], '"raise 3" is not a move here.'),
        ("poker", [*"Qs 7d", "\n"], '"Qs 7d" is not a move here.'),
        ("poker", [*"stand", "\n"], '"stand" is not a move'),
        ("checkers", ["M", "\n"], "Legal moves: "),
        ("chess", ["KEY_UP", "V", "\n"], "Nothing was sealed"),
        ("skirmish", ["M"], "Legal moves: "),
        ("chess", ["H"], ": Looking"),
        ("checkers", [*"moves", "\n"], "Legal moves: "),
    ],
)
def test_what_keys_do_in_the_window(
    game: str, keys: list[str], shows: str, home: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    paper = in_window(home, monkeypatch, capsys, keys, game, "--against", "easy", "--seed", "1")
    assert any(shows in text for text in paper.shown), paper.shown[-1]


@pytest.mark.parametrize(("keys", "matches"), [("rnq", 1), ("resign\nqn", 1), ("resign\nnresign\nnq", 3)])
def test_another_match_begins_after_the_end(
    keys: str, matches: int, home: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    paper = in_window(home, monkeypatch, capsys, [*keys], "tic-tac-toe", "--against", "easy")
    assert len(list((home / "matches").iterdir())) == matches
    assert any("N begins another" in " ".join(text.split()) for text in paper.shown) == ("resign" in keys)


@pytest.mark.parametrize("name", ["tic-tac-toe", "skirmish", "poker"])
def test_a_match_is_shown_again_step_by_step(name: str) -> None:
    lines: list[str] = []
    match = against_machine(name)
    match.begin(lines.append, lambda: "0" * 64)
    while len(lines) < 4:
        if not match.machine_moves():
            match.person_moves(match.moves()[0])
    match.resign()
    again = GameMatch(match.game, 1, {})
    again.shown_to, again.shows_all = 0, True
    keys = ["b", " ", "\n", "b", "KEY_END", "KEY_HOME", "?", "q", "q", " "]
    paper = Paper(keys, last=INTERRUPT)
    MatchReplay(paper.terminal, again, [*map(str.strip, lines), "{}"], ["person", "machine"]).run()
    steps = [re.search(r"Step (\d) of 6", text) for text in paper.shown]
    assert [step and step[1] for step in steps] == [*"00121", None, "0", None, "0"]
    assert "The journal cannot be replayed further" in paper.shown[5]
    assert all("(machine)" in text for text in paper.shown if name != "poker" and "Step" in text)


@pytest.mark.slow
def test_a_long_answer_is_a_page_and_covers_no_board() -> None:
    match = against_machine("letters")
    match.begin(len, lambda: "0" * 64)
    paper = Paper(["M", "x", "\x1b"], last=INTERRUPT)
    MatchWindow(paper.terminal, match, lambda: "").run()
    assert "Legal moves: " in paper.shown[1]
    assert "exchange" in paper.shown[1]
    assert paper.shown[2] == paper.shown[1]
    assert "a  b  c  d" in paper.shown[3]


TALL: Final = f"""game is Tall
players are Red and Blue
turns alternate
pieces are Rook and King
8 x 30 grid
board starts ["rkrrrrrr", {'"8", ' * 28}"RKRRRRRR"]
each player places pieces at start
pieces are hidden from opponent
ranks are [King, Rook]
higher rank captures lower
Rook slides orthogonally
King moves 1 in any direction
goal is capture(King)
"""


@pytest.mark.slow
def test_a_comment_without_room_is_cut_and_keeps_nobody_in_the_window() -> None:
    game = cast("Game", game_of(checked(TALL)))
    match = GameMatch(game, 1, {1: machine(game, 1)})
    match.begin(len, lambda: "0" * 64)
    paper = Paper(["\x1b", "?", "\n", "q"], last=INTERRUPT)
    MatchWindow(paper.terminal, match, lambda: "").run()
    assert "Arrange your side" in paper.shown[1]
    assert ["Enter returns" in text for text in paper.shown] == [False, False, True, False]


def test_a_table_without_room_drops_the_oldest_of_its_log() -> None:
    match = GameMatch(own_tables.load("hearts"), 1, {})
    table = match.state.table
    match._states[-1] = match.state._replace(table=table._replace(log=tuple(f"line {n}" for n in range(9))))
    whole = table_rows(match, match.state, 0, 78, 30)
    assert whole[-8:] == [f"line {n}" for n in range(1, 9)]
    assert table_rows(match, match.state, 0, 78, len(whole) - 3) == [*whole[:-8], *whole[-5:]]
    assert max(map(len, table_rows(match, match.state, 0, 40, 30))) <= 40
