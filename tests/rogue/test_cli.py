"""The command `rogue`: arguments, environment, plain mode on pipes, the score file (SAV-7)."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path

import pytest

from rogue.cli import Refused, choose_seed, is_plain_terminal, main, option_text, read_number
from rogue.play.scores import ScoreRow
from rogue.scorefile import ScoresUnreadable, add_score, read_scores

ROOT = Path(__file__).resolve().parents[2]
BOT = "terse,noflush,jump,seefloor,nopassgo,tombstone,inven=slow,name=rogo-ann,fruit=apricot"


def environment(folder: Path, options: str = BOT, **more: str) -> dict[str, str]:
    score = f"{options},score={folder}/s" if len(str(folder)) < 45 else options
    env = {**os.environ, "TERM": "vt100", "ROGUEOPTS": score, "XDG_DATA_HOME": str(folder)}
    env["PYTHONPATH"] = str(ROOT)
    env.pop("SEED", None)
    env.pop("ROGOSEED", None)
    return {**env, **more}


def run(keys: bytes, env: Mapping[str, str], *args: str) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "rogue", *args]
    return subprocess.run(
        command, input=keys, env=env, capture_output=True, timeout=20, check=False
    )


# -- on pipes


def test_a_game_on_pipes_from_the_greeting_to_the_score_list(tmp_path: Path) -> None:
    done = run(b"v;Qy\n", environment(tmp_path, ROGOSEED="101"), "-S")
    out = done.stdout
    assert done.returncode == 0
    assert done.stderr == b""
    assert out.startswith(
        b"Hello rogo-ann, just a moment while I dig the dungeon #101...\x1b(B\x1b)0"
    )
    assert out.index(b"ersion 5.4.5 ") < out.index(b"Illegal command ';'")
    assert b"You quit with 0 gold pieces" in out
    assert out.endswith(b"\r\x1b[24;1H\r\x1b[?1l\x1b>\r\n\nTop 10 Scores:\n   Score Name\n\n")


def test_the_end_of_input_ends_the_program_at_once(tmp_path: Path) -> None:
    done = run(b"v;", environment(tmp_path))
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"Top 10" not in done.stdout


def test_the_end_of_input_kills_the_player_with_capital_s(tmp_path: Path) -> None:
    done = run(b"v;", environment(tmp_path), "-S")
    assert done.returncode == 0
    assert b"Top 10 Scores:" in done.stdout


def test_an_escape_waits_for_the_key_that_it_takes_with_it(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "rogue"]
    game = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment(tmp_path), bufsize=0
    )
    assert game.stdin is not None
    assert game.stdout is not None
    for piece in (b"w", b"\x1b", b";", b";", b"v"):
        game.stdin.write(piece)
        time.sleep(0.03)
    game.stdin.close()
    out = game.stdout.read()
    assert game.wait(5) == 0
    game.stdout.close()
    assert b"Wield what? (* for list): " in out
    assert out.count(b"Illegal command ';'") == 1


def test_a_reader_that_leaves_is_no_error(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "rogue", "-S"]
    with subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(tmp_path),
    ) as game:
        assert game.stdin is not None
        assert game.stdout is not None
        assert game.stderr is not None
        game.stdout.read(10)
        game.stdout.close()
        game.stdin.write(b"v;v;v;")
        game.stdin.close()
        assert game.stderr.read() == b""
        assert game.wait(5) == 0


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_a_plain_game_with_the_score_list(tmp_path: Path, number: int) -> None:
    command = [sys.executable, "-m", "rogue", "-S"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment(tmp_path)
    ) as game:
        assert game.stdout is not None
        seen = b""
        while b"Level: 1" not in seen:
            seen += os.read(game.stdout.fileno(), 4096)
        game.send_signal(number)
        rest = game.stdout.read()
        assert game.wait(5) == 0
    assert b"Top 10 Scores:" in rest


# -- arguments


def test_a_saved_game_is_refused_in_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["game.sav"]) == 1
    assert capsys.readouterr().err == (
        "rogue: saved games cannot be restored: saving is not part of this version\n"
    )
    assert main(["-S", "--", "game.sav"]) == 1


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["-V"]) == 0
    assert "5.4.5" in capsys.readouterr().out


@pytest.mark.parametrize("argv", [["--seed", "x"], ["--seed", "-1"], ["--nonsense"], ["a", "b"]])
def test_wrong_usage_is_2(argv: list[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        main(argv)
    assert stop.value.code == 2


@pytest.mark.parametrize(
    ("asked", "name", "env", "seed"),
    [
        (5, "rogo-x", {"ROGOSEED": "6", "SEED": "7"}, 5),
        (None, "rogo-x", {"ROGOSEED": "6", "SEED": "7"}, 6),
        (None, "ann", {"ROGOSEED": "6", "SEED": "7"}, 7),
        (None, "rogo-x", {"ROGOSEED": "0x10"}, 16),
        (None, "rogo-x", {"ROGOSEED": "010"}, 8),
        (None, "rogo", {"SEED": "9"}, 9),
    ],
)
def test_where_the_dungeon_number_comes_from(
    asked: int | None, name: str, env: dict[str, str], seed: int
) -> None:
    assert choose_seed(asked, name, env) == seed


def test_without_a_number_dungeons_differ() -> None:
    assert len({choose_seed(None, "ann", {"ROGOSEED": "6"}) for _ in range(4)}) > 1


def test_a_variable_that_is_no_number_is_refused() -> None:
    with pytest.raises(Refused, match="SEED is 'ten'"):
        choose_seed(None, "ann", {"SEED": "ten"})


@pytest.mark.parametrize(
    ("text", "number"), [("0", 0), ("00", 0), ("-5", -5), ("08", None), ("", None)]
)
def test_numbers(text: str, number: int | None) -> None:
    assert read_number(text) == number


def test_options_come_from_login_environment_and_command_line() -> None:
    env = {"LOGNAME": "ann", "ROGUEOPTS": "terse"}
    assert option_text(None, env) == "name=ann,terse"
    assert option_text("Bo", env) == "name=ann,terse,name=Bo"


@pytest.mark.parametrize(
    ("term", "plain"),
    [
        ("vt100", True),
        ("vt220", True),
        ("dumb", True),
        ("", True),
        ("unknown", True),
        ("xterm", False),
        ("xterm-256color", False),
        ("linux", False),
        ("screen", False),
    ],
)
def test_which_terminals_are_plain(term: str, plain: bool) -> None:
    assert is_plain_terminal(term) == plain


def test_help_starts_quickly_and_loads_neither_game_nor_terminal() -> None:
    code = (
        "import sys\nfrom rogue.cli import main\n"
        "try:\n    main(['--help'])\nexcept SystemExit:\n    pass\n"
        "bad = [m for m in sys.modules if m.split('.')[0] in ('blessed', 'platformdirs')"
        " or m.startswith(('rogue.play', 'rogue.rules'))]\n"
        "sys.exit(len(bad))"
    )
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, check=False)
    assert done.returncode == 0
    assert b"--seed" in done.stdout


# -- the score file


def row(score: int, name: str = "Ann") -> ScoreRow:
    return ScoreRow(score, name, "killed", "bat", 3, seed=7, time="2026-08-03T12:00:00")


def test_scores_are_kept_and_read_back_best_first(tmp_path: Path) -> None:
    path = tmp_path / "new" / "scores.json"
    for score in (5, 900, 40):
        assert add_score(path, row(score)).trouble == ""
    assert [entry.score for entry in read_scores(path)] == [900, 40, 5]
    assert json.loads(path.read_text())["version"] == 1


def test_a_score_of_zero_is_not_entered(tmp_path: Path) -> None:
    path = tmp_path / "scores.json"
    assert add_score(path, row(0)) == ([], "")
    assert read_scores(path) == []
    assert not path.exists()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        '{"format": "rogue scores", "version": 2, "rows": []}',
        "ÿ\x00",
        '{"format": 1}',
        '{"format": "rogue scores", "version": 1, "rows": [{"score": "x"}]}',
        '{"format": "rogue scores", "version": 1, "rows": [3]}',
        "[" * 100000,
    ],
)
def test_a_damaged_file_is_reported_and_set_aside(tmp_path: Path, text: str) -> None:
    path = tmp_path / "scores.json"
    path.write_text(text, "latin-1")
    with pytest.raises(ScoresUnreadable):
        read_scores(path)
    rows, trouble = add_score(path, row(5))
    assert [entry.score for entry in rows] == [5]
    assert "scores.json.damaged-1" in trouble
    assert (tmp_path / "scores.json.damaged-1").read_text("latin-1") == text
    assert [entry.score for entry in read_scores(path)] == [5]


def test_a_place_that_cannot_be_written_is_reported_and_the_list_shown(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    rows, trouble = add_score(blocked / "scores.json", row(5))
    assert [entry.score for entry in rows] == [5]
    assert "could not be kept" in trouble


def test_a_lock_that_somebody_keeps_does_not_hold_up_the_end(tmp_path: Path) -> None:
    fcntl = pytest.importorskip("fcntl")
    path = tmp_path / "scores.json"
    with (tmp_path / "lock").open("a") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        started = time.monotonic()
        rows, trouble = add_score(path, row(5), tmp_path / "lock")
        assert time.monotonic() - started < 1
    assert [entry.score for entry in rows] == [5]
    assert trouble


def test_many_games_at_once_lose_no_score(tmp_path: Path) -> None:
    path = tmp_path / "scores.json"
    code = (
        "import sys\nfrom pathlib import Path\nfrom rogue.play.scores import ScoreRow\n"
        "from rogue.scorefile import add_score\n"
        "for n in range(5):\n"
        "    assert not add_score(Path(sys.argv[1]),"
        " ScoreRow(int(sys.argv[2]) * 5 + n + 1, 'Ann', 'quit', '', 1)).trouble\n"
    )
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    games = [
        subprocess.Popen([sys.executable, "-c", code, path, str(n)], env=env) for n in range(3)
    ]
    assert [game.wait(20) for game in games] == [0, 0, 0]
    assert sorted(entry.score for entry in read_scores(path)) == list(range(1, 16))
    assert not list(tmp_path.glob("*.new"))


def test_the_list_is_shown_on_request(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "scores.json"
    add_score(path, row(870))
    assert main(["-s", str(path)]) == 0
    assert " 1   870 Ann: killed on level 3 by a bat.\n" in capsys.readouterr().out
    path.write_text("{")
    assert main(["-s", str(path)]) == 1
    assert "is not a score list" in capsys.readouterr().err
    assert path.read_text() == "{"
