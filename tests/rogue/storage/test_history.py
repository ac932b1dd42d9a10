"""The history of a person's games: nothing is lost, and what is torn is skipped with a sentence."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rogue.cli import main
from rogue.storage.history import FinishedGame, add_game, game_of, games_of, history_lines, read_games, totals
from rogue.ui.end_screens import Outcome

pytestmark = pytest.mark.slow


ROOT = Path(__file__).resolve().parents[3]
GAME = FinishedGame(
    ended="2026-08-03T12:00:00", seed=7, edition="5.4", name="Ann", score=90, depth=3, deepest=5, level=4,
    turns=812, how="killed", killer="emu", marks=("helpers",), version="0.1.0",
)  # fmt: skip


def test_games_are_kept_in_order(tmp_path: Path) -> None:
    path = tmp_path / "new" / "history.jsonl"
    games = [GAME, replace(GAME, seed=2**63, name="Zoë\n", how="quit", killer="", marks=())]
    assert [add_game(path, game) for game in games] == ["", ""]
    assert read_games(path) == (games, [])
    assert len(path.read_bytes().splitlines()) == 2


def test_an_outcome_becomes_a_game() -> None:
    outcome = Outcome("killed", "emu", 90, 3, 5, 4, 812, 7, "Ann", 100, edition="5.4", marks=("helpers",))
    assert game_of(outcome, "2026-08-03T12:00:00", "0.1.0") == GAME


def test_a_torn_last_line_is_skipped_and_the_next_game_does_not_join_it(tmp_path: Path) -> None:
    path = tmp_path / "history.jsonl"
    add_game(path, GAME)
    with path.open("ab") as file:
        file.write(GAME.line().encode()[:40])
    games, troubles = read_games(path)
    assert games == [GAME]
    assert troubles == [f"{path}, line 2 was skipped: it is cut off"]
    add_game(path, GAME)
    games, troubles = read_games(path)
    assert games == [GAME, GAME]
    assert len(troubles) == 1


@pytest.mark.parametrize(
    "change",
    [{"v": 2}, {"seed": "x"}, {"seed": True}, {"marks": "x"}, {"marks": [1]}, {"more": 1}, {"name": None}],
)
def test_a_line_of_something_else_is_skipped(tmp_path: Path, change: dict[str, object]) -> None:
    path = tmp_path / "history.jsonl"
    path.write_text(json.dumps({**json.loads(GAME.line()), **change}) + "\n" + GAME.line() + "\n")
    games, troubles = read_games(path)
    assert games == [GAME]
    assert "line 1" in troubles[0]


@given(st.binary(max_size=80))
def test_no_bytes_make_reading_raise(data: bytes) -> None:
    assert games_of(data + b"\n" + GAME.line().encode(), "x").games[-1:] == [GAME]


def test_games_that_end_at_once_lose_nothing(tmp_path: Path) -> None:
    path = tmp_path / "history.jsonl"
    code = (
        "import sys\nfrom dataclasses import replace\nfrom pathlib import Path\n"
        "from rogue.storage.history import FinishedGame, add_game\nimport json\n"
        "data = json.loads(sys.argv[2])\ndata.pop('v')\ngame = FinishedGame(**data)\n"
        "for n in range(40):\n    assert not add_game(Path(sys.argv[1]), replace(game, turns=n))\n"
    )
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", code, str(path), GAME.line()]
    programs = [subprocess.Popen(command, env=env) for _ in range(3)]
    assert [program.wait(120) for program in programs] == [0, 0, 0]
    games, troubles = read_games(path)
    assert sorted(game.turns for game in games) == sorted([*range(40)] * 3)
    assert troubles == []


def test_a_place_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert add_game(tmp_path / "file" / "x", GAME).startswith("The game could not be added to ")


def test_the_table_and_its_totals() -> None:
    won = replace(GAME, how="won", killer="", score=9000, depth=1, deepest=26, marks=("wizard", "helpers"))
    lines = history_lines([GAME, won])
    assert lines[1].split("  ")[0] == "2026-08-03"
    assert "killed by an emu" in lines[1]
    assert lines[2].split() == ["7,", "helpers"]
    assert "1 of 26" in lines[3]
    assert "won, dungeon 7, wizard," in lines[3]
    assert " ".join(lines[-2:]) == (
        "Games: 2; 1 won, 1 killed, 0 quit.  Median score 90, best score 9,000; deepest level 26; "
        "1,624 turns."
    )
    assert totals([])["best_score"] == 0
    assert history_lines([]) == ["No game has been finished yet."]


@pytest.mark.parametrize("columns", [80, 100, 200])
def test_the_table_fits_the_window(columns: int) -> None:
    long = replace(
        GAME, seed=2**64 - 1, name="A" * 32, score=99999, turns=123456, killer="venus flytrap", depth=11,
        deepest=26, marks=("wizard", "helpers"),
    )  # fmt: skip
    lines = history_lines([GAME, long], columns)
    assert max(map(len, lines)) <= columns
    whole = " ".join(" ".join(lines).split())
    assert "18446744073709551615" in whole
    assert len([line for line in lines if line.startswith("2026-08-03  5.4")]) == 2


def test_a_name_in_the_file_moves_no_cursor() -> None:
    assert "\x1b" not in "".join(history_lines([replace(GAME, name="A\x1b[2J")]))


def test_the_command_prints_the_table_or_json(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ROGUE_HOME", str(tmp_path))
    add_game(tmp_path / "history.jsonl", GAME)
    with (tmp_path / "history.jsonl").open("a") as file:
        file.write("{")
    assert main(["--history"]) == 0
    shown = capsys.readouterr()
    assert "killed by an emu" in shown.out
    assert shown.err.startswith(f"rogue: {tmp_path / 'history.jsonl'}, line 2 was skipped: ")
    assert main(["--history", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["totals"]["games"] == 1
    assert data["games"][0]["seed"] == 7


def test_a_history_that_cannot_be_read_is_refused_by_its_name(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / "letter"
    home.write_text("Dear Ann,")
    monkeypatch.setenv("ROGUE_HOME", str(home))
    assert main(["--history"]) == 1
    assert capsys.readouterr().err == f"rogue: {home / 'history.jsonl'}: Not a directory\n"
