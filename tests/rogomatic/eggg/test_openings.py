"""Openings that are learned from matches, and played."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from rogomatic.eggg.eggg_command_line import main
from rogomatic.eggg.learn_command import OpeningsError, from_text, kept_file
from rogomatic.eggg.match_journal import SUFFIX, JournalHead, head_line, row_line
from rogomatic.eggg.openings import (
    LEAST_GAMES,
    MatchBeginning,
    MoveRecord,
    Openings,
    can_be_learned,
    openings_of,
    position_key,
    records_of,
)
from rogomatic.eggg.opponent import Seat
from rogomatic.eggg.opponents import make_opponent
from rogomatic.eggg.own_tables import load, whole_text
from rogomatic.eggg.solved_game import SolvedGame
from rogue.shared.seeds import Dice

FOUR = load("connect-four")
WON, LOST, EVEN = (1.0, 0.0), (0.0, 1.0), (0.5, 0.5)


def lines(move: str, *ends: tuple[tuple[float, ...], int]) -> list[MatchBeginning]:
    """Return lines that begin with a move of the first player, so many with each end."""
    return [
        MatchBeginning(number, end, (move, "b1", "g1")) for end, count in ends for number in range(count)
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("record", "better"),
    [
        ((14, 0, 6), 0.0368),
        ((10, 0, 10), 0.5),
        ((6, 0, 14), 0.9632),
        ((13, 2, 5), 0.0368),
        ((35, 0, 15), 0.0023),
    ],
)
def test_the_chance_is_that_of_a_chi_square_test(record: tuple[int, int, int], better: float) -> None:
    one = MoveRecord("x", (), "d1", *record)
    assert one.chance(better=True) == pytest.approx(better, abs=1e-4)
    assert one.chance(better=False) == pytest.approx(1 - better, abs=1e-4)


def test_moves_are_counted_in_every_position_that_was_often_reached() -> None:
    found = records_of(FOUR, [*lines("d1", (WON, 30), (LOST, 6)), *lines("a1", (LOST, LEAST_GAMES - 1))])
    start = position_key(FOUR.start())
    assert [(one.path, one.move, one.wins, one.losses) for one in found] == [
        ((), "d1", 30, 6), (("d1",), "b1", 6, 30), (("d1", "b1"), "g1", 30, 6),
    ]  # fmt: skip
    assert found[0].position == start
    assert len(records_of(FOUR, lines("d1", (WON, 30)), most=2)) == 2


def test_few_even_moves_pass_the_test_of_all_at_once() -> None:
    dice = Random(5)
    records = [
        MoveRecord(str(number), (), "d1", wins := sum(dice.random() < 0.5 for _ in range(40)), 0, 40 - wins)
        for number in range(400)
    ]
    real = [MoveRecord(f"real {number}", (), "d1", 36, 0, 4) for number in range(20)]
    strict, loose = openings_of([*records, *real]), openings_of([*records, *real], each=True)
    assert len(strict.better) - 20 <= 3
    assert {one.position for one in real} <= set(strict.better)
    assert len(loose.better) + len(loose.worse) > 30


@pytest.mark.slow
def test_the_machine_plays_what_is_better_and_avoids_what_is_worse() -> None:
    found = openings_of(
        records_of(FOUR, [*lines("c1", (WON, 40), (LOST, 5)), *lines("d1", (WON, 3), (LOST, 40))])
    )
    start = FOUR.start()
    solved = SolvedGame(FOUR, most=0)

    def machine(openings: Openings, number: int) -> str:
        seat = Seat(FOUR, 0, 60, Dice(number), solved, openings)
        return FOUR.text(make_opponent("alpha-beta", seat).choose(start))

    assert {machine(found, number) for number in range(5)} == {"c1"}
    without = {machine(Openings({}, found.worse), number) for number in range(12)}
    assert "d1" not in without
    assert "d1" in {machine(Openings({}, {}), number) for number in range(12)}
    seat = Seat(FOUR, 0, 60, Dice(1), solved, found)
    hint = make_opponent("alpha-beta", seat).hint(start)
    assert hint is not None
    assert (FOUR.text(hint.move), hint.reason) == ("c1", "It has scored 89 % in 45 matches.")


def journal(folder: Path, number: int, moves: list[str], *, resigns: bool = True) -> Path:
    """Write the journal of a match that its first player gives up."""
    head = JournalHead("Connect-Four", FOUR.digest, whole_text("connect-four")[1], number, "easy", (1,))
    turns = "".join(row_line(moves=[move]) for move in moves)
    path = folder / f"{number}{SUFFIX}"
    path.write_text(head_line(head) + turns + (row_line(resigned=0) if resigns else ""))
    return path


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ROGUE_HOME", str(tmp_path))
    (tmp_path / "matches").mkdir()
    return tmp_path


def learned(home: Path) -> bytes:
    (path,) = (home / "eggg-openings").iterdir()
    return path.read_bytes()


@pytest.mark.slow
def test_journals_are_learned_once_and_in_any_order(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    own = [journal(home / "matches", number, ["d", "c"]) for number in range(30)]
    journal(home / "matches", 99, ["d", "c"], resigns=False)
    (home / "matches" / f"0{SUFFIX}").write_text("damaged")
    assert main(["learn"]) == 0
    assert "Connect-Four: 29 matches, 1 better, 1 worse moves\n" in capsys.readouterr().out
    assert main(["learn", "--json"]) == 0
    row = json.loads(capsys.readouterr().out)
    assert (row["matches"], row["better"], row["worse"]) == (29, 1, 1)
    assert (
        kept_file(home / "eggg-openings", FOUR.digest).openings.worse[position_key(FOUR.start())]["d1"].losses
        == 29
    )
    before = learned(home)
    groups = [own[1:8], own[8:20], own[20:]]
    for order in (groups[::-1], (groups[1], groups[2], groups[0])):
        (path,) = (home / "eggg-openings").iterdir()
        path.unlink()
        for files in order:
            assert main(["learn", *map(str, files)]) == 0
        assert learned(home) == before
    theirs = home / "theirs.json"
    theirs.write_bytes(before)
    assert main(["learn", str(theirs)]) == 0
    assert learned(home) == before


WRONG = [
    ("lines", [[1e999, [1, 0], []]]),
    ("lines", [[1, [1], []]]),
    ("lines", [[1, [1, 7], []]]),
    ("lines", [[1, [10**400, 0], []]]),
    ("lines", [[1, [1, 0], [], 5]]),
    ("lines", [[1, [[], 0], []]]),
    ("text", 4),
    ("better", [["p", [], "d1", 0, 0, 0]]),
    ("better", [["p", [], "d1", 1e999, 0, 0]]),
    ("worse", [["p", [], "d1", 1]]),
    ("worse", {"p": 1}),
]


@pytest.mark.parametrize(("field", "value"), WRONG)
def test_a_file_of_others_that_is_wrong_is_said(
    home: Path, capsys: pytest.CaptureFixture[str], field: str, value: object
) -> None:
    text = whole_text("chess")[1]
    row = {"openings": 1, "digest": "x", "text": text, "lines": [], "better": [], "worse": []}
    theirs = home / "theirs.json"
    theirs.write_text(json.dumps({**row, field: value}))
    assert main(["learn", str(theirs)]) == 1
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_moves_that_are_numbers_and_games_of_more_than_two_teach_nothing(home: Path) -> None:
    row = {"openings": 1, "digest": "x", "better": [], "worse": []}
    theirs = home / "theirs.json"
    for name in ("chess", "hearts"):
        lines = [[seed, [1, 0], [1, 2]] for seed in range(20)]
        theirs.write_text(json.dumps({**row, "text": whole_text(name)[1], "lines": lines}))
        assert main(["learn", str(theirs)]) == 0


def test_an_empty_file_that_was_named_is_said(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wrong = home / "x.txt"
    for text in ("hello", '{"openings": 1, "digest": "x", "lines": [["no number", [1], []]]}'):
        wrong.write_text(text)
        assert main(["learn", str(wrong)]) == 1
        assert f"Cannot learn from {wrong}: " in capsys.readouterr().err
    assert main(["learn", str(home / "none")]) == 1
    assert "No such file" in capsys.readouterr().err
    assert main(["learn"]) == 0
    assert "no finished match" in capsys.readouterr().out
    with pytest.raises(OpeningsError):
        from_text('{"openings": 2}')


LEARNED = {
    "chess": True,
    "random-chess": True,
    "rock-paper-scissors": False,
    "skirmish": False,
    "boxes": False,
}


@pytest.mark.parametrize("name", LEARNED)
def test_openings_are_learned_where_positions_come_again(name: str) -> None:
    assert can_be_learned(load(name)) is LEARNED[name]
