"""The command `rogue`: arguments, environment, the score file (SAV-7)."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from rogue.app.config import choose_seed, is_plain_terminal
from rogue.cli import main
from rogue.shared.errors import LaunchError
from rogue.storage.scorefile import add_score
from rogue.ui.end_screens import score_lines
from tests.rogue.storage.test_scorefile import row
from tests.support import forked_program

pytestmark = pytest.mark.slow


ROOT = Path(__file__).resolve().parents[2]


def rogue(
    folder: Path, *args: str, redirect: str = "</dev/null", **more: str
) -> subprocess.CompletedProcess[str]:
    """Run the command under a shell that redirects its input or output."""
    env = {**os.environ, "PYTHONPATH": str(ROOT), "XDG_DATA_HOME": str(folder), **more}
    shell = ["sh", "-c", f'exec "$@" {redirect}', "sh", sys.executable, "-m", "rogue", *args]
    return subprocess.run(shell, env=env, capture_output=True, text=True, timeout=120, check=False)


@pytest.mark.parametrize("argv", [["game.sav"], ["-S", "--", "game.sav"], ["-r", "game.sav"]])
def test_sav_7_a_path_is_a_saved_game(argv: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(argv) == 1
    assert capsys.readouterr().err == (
        "rogue: Sorry, failed to open rogue save file game.sav: No such file or directory.\n"
    )


def test_sav_7_the_letter_r_goes_on_with_the_known_file(tmp_path: Path) -> None:
    home = {"HOME": str(tmp_path), "ROGUEOPTS": "frut=fig,terse"}
    told = "rogue: Not understood in ROGUEOPTS: frut=fig\nrogue: The game is saved; "
    env = {**os.environ, "XDG_DATA_HOME": str(tmp_path), **home}
    for words in (("--seed", "7"), ("-r",), ("-r",)):
        game = forked_program.run(["rogue", *words], b"", env)
        assert game.stderr.decode().startswith(told)
        assert (b"dungeon #7" in game.stdout) is (words != ("-r",))  # only a new game greets
        assert b"Lvl: 1" in game.stdout or b"Level: 1" in game.stdout
    done = rogue(tmp_path, "-r", redirect="</dev/null 2>&1", **home)
    assert "Not understood" not in done.stdout  # where a program reads the screen
    done = rogue(tmp_path, "-r", HOME="/none", ROGUEOPTS="file=~/other")
    assert done.stderr.startswith("rogue: Sorry, failed to open rogue save file /none/other: ")


@pytest.mark.parametrize(("flag", "code"), [("-V", 2), ("--version", 0)])
def test_version(flag: str, code: int, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([flag]) == code
    assert capsys.readouterr().out.startswith("5.4.5 2026-08-03")


@pytest.mark.parametrize("flag", ["-h", "--help"])
def test_help_is_no_failure_and_names_the_coach(flag: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main([flag])
    assert ended.value.code == 0
    told = capsys.readouterr()
    assert told.out.startswith("usage: rogue ")
    assert "rogomatic coach" in told.out
    assert told.err == ""


def test_the_letter_d_dies_at_once_by_a_bat(tmp_path: Path) -> None:
    done = rogue(tmp_path, "-d", "--seed", "1", TERM="dumb")
    assert done.returncode == 0
    assert "/\\" in done.stdout
    assert "bat" in done.stdout
    assert "Top 10 Scores:" in done.stdout


@pytest.mark.parametrize(
    ("asked", "name", "env", "seed"),
    [
        (5, "rogo-x", {"ROGOSEED": "6", "SEED": "7"}, 5),
        (None, "rogo-x", {"ROGOSEED": "6", "SEED": "7"}, 6),
        (None, "ann", {"ROGOSEED": "6", "SEED": "7"}, 7),
        (None, "rogo-x", {"ROGOSEED": "0x10"}, 16),
        (None, "rogo-x", {"ROGOSEED": "010"}, 10),
        (None, "rogo", {"SEED": "9"}, 9),
    ],
)
def test_where_the_number_comes_from(asked: int | None, name: str, env: dict[str, str], seed: int) -> None:
    assert choose_seed(asked, name, env) == seed


def test_without_a_number_dungeons_differ() -> None:
    assert len({choose_seed(None, "ann", {"ROGOSEED": "6"}) for _ in range(4)}) > 1


def test_a_new_dungeon_has_a_number_that_can_be_told() -> None:
    seeds = [choose_seed(None, "ann", {}) for _ in range(64)]
    assert all(0 <= seed <= 999_999_999 for seed in seeds)
    assert max(seeds) > 99_999_999
    largest = 2**64 - 1
    assert choose_seed(largest, "ann", {}) == choose_seed(None, "ann", {"SEED": str(largest)}) == largest


def test_a_variable_that_is_no_number_is_refused() -> None:
    with pytest.raises(LaunchError, match="SEED cannot be used: 'ten' is not a seed"):
        choose_seed(None, "ann", {"SEED": "ten"})


@pytest.mark.parametrize(
    ("term", "plain"),
    [
        ("vt100", True),
        ("vt100-nav", True),
        ("vt220", False),
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
        " or m.startswith(('rogue.ui', 'rogue.rules'))]\n"
        "sys.exit(len(bad))"
    )
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, check=False)
    assert done.returncode == 0
    assert b"--seed" in done.stdout


def test_a_game_on_pipes_needs_no_curses(tmp_path: Path) -> None:
    code = "import sys\nsys.modules['curses'] = None\nfrom rogue.cli import main\nmain(['--seed', '5'])"
    env = {**os.environ, "PYTHONPATH": str(ROOT), "HOME": str(tmp_path), "TERM": "xterm"}
    words = [sys.executable, "-c", code]
    done = subprocess.run(words, env=env, capture_output=True, input=b"Qy", check=False)
    assert done.returncode == 0, done.stderr
    assert b"quit" in done.stdout


@pytest.mark.parametrize("args", [(), ("-s",)])
def test_a_closed_output_is_refused_in_a_sentence(tmp_path: Path, args: tuple[str, ...]) -> None:
    done = rogue(tmp_path, *args, redirect="</dev/null >&-")
    assert done.returncode == 1
    assert done.stderr == "rogue: the standard output is closed, so nothing can be shown\n"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no full device")
@pytest.mark.parametrize("args", [("--help",), ("replay", "--help")])
def test_help_that_cannot_be_written_is_no_success(tmp_path: Path, args: tuple[str, ...]) -> None:
    done = rogue(tmp_path, *args, redirect="</dev/null >/dev/full")
    assert (done.returncode, done.stderr) == (1, "rogue: No space left on device\n")


def test_a_closed_input_is_refused_in_a_sentence(tmp_path: Path) -> None:
    done = rogue(tmp_path, "--seed", "1", redirect="<&-")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "rogue: the standard input is closed, so no key can be read\n"


@pytest.mark.parametrize(
    ("args", "code", "shown"),
    [
        (("--sed", "4"), 2, ""),
        (("no such game",), 1, ""),
        (("replay", "no such journal"), 1, ""),
        (("--scores",), 0, "No game has scored yet.\n"),
    ],
)
def test_with_a_closed_standard_error_no_complaint_is_printed_elsewhere(
    tmp_path: Path, args: tuple[str, ...], code: int, shown: str
) -> None:
    done = rogue(tmp_path, *args, redirect="</dev/null 2>&-")
    assert (done.returncode, done.stdout) == (code, shown)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no full device")
@pytest.mark.parametrize("args", [("--seed", "1"), ("-s",)])
def test_a_full_disk_is_no_traceback(tmp_path: Path, args: tuple[str, ...]) -> None:
    done = rogue(tmp_path, *args, redirect="</dev/null >/dev/full")
    assert done.returncode == 1
    assert done.stderr == "rogue: No space left on device\n"


def test_a_variable_that_is_no_number_is_a_sentence_and_1(tmp_path: Path) -> None:
    done = rogue(tmp_path, SEED="abc")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("rogue: SEED cannot be used: 'abc' is not a seed: ")
    assert done.stderr.count("\n") == 1


def test_the_list_is_shown_on_request(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "scores.json"
    add_score(path, row(870))
    assert main(["-s", str(path)]) == 0
    assert " 1   870 Ann: killed on level 3 by a bat.\n" in capsys.readouterr().out
    path.write_text("{")
    assert main(["-s", str(path)]) == 1
    assert "is not a score list" in capsys.readouterr().err
    assert path.read_text() == "{"


def test_a_list_that_is_not_there_is_refused_only_if_it_was_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    missing = tmp_path / "scores.json"
    assert main(["-s", str(missing)]) == 1
    assert capsys.readouterr().err == f"rogue: {missing} does not exist\n"
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.delenv("ROGUEOPTS", raising=False)
    assert main(["-s"]) == 0
    assert capsys.readouterr().out == "No game has scored yet.\n"


def test_what_is_no_list_is_refused_in_plain_words(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said = []
    for content in (b"\xd0\xff", b"{", b"[]", b'{"format": "rogue scores", "version": 1}', b"[" * 100_000,
                    b'{"format": "rogue scores", "version": 1, "rows": [{"name": "x"}]}'):  # fmt: skip
        (tmp_path / "list").write_bytes(content)
        assert main(["--scores", str(tmp_path / "list")]) == 1
        said.append(capsys.readouterr().err.partition(" is not a score list: ")[2].strip())
    assert said == [
        "it is not text", "it is not JSON", "it is something else", "its rows are missing", "it is not JSON",
        "a row lacks a part",
    ]  # fmt: skip


def test_the_new_row_stands_in_standout() -> None:
    old, new = row(870, "Old"), row(42, "New")
    assert score_lines([old, new], new)[3:5] == [
        " 1   870 Old: killed on level 3 by a bat.",
        "\x1b[7m 2    42 New: killed on level 3 by a bat.\x1b[m",
    ]
    assert score_lines([old, new])[4] == " 2    42 New: killed on level 3 by a bat."


def test_a_new_row_behind_the_best_ten_marks_none() -> None:
    rows = [row(100 - number) for number in range(10)]
    new = row(1)
    assert score_lines([*rows, new], new) == score_lines(rows)


def test_a_game_that_cannot_begin_greets_nobody(tmp_path: Path) -> None:
    done = rogue(tmp_path, "--plain", "--journal", str(tmp_path / "none" / "game.jsonl"))
    assert (done.returncode, done.stdout) == (1, "")
    journal = tmp_path / "none" / "game.jsonl"
    assert done.stderr.startswith(f"rogue: The journal {journal} cannot be written: ")
