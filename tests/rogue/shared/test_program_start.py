"""How a program starts: the home folder of a user, and standard streams that are closed."""

from __future__ import annotations

import os
import pwd
import sys
from pathlib import Path

import pytest

from rogue.cli import COMMANDS, main
from rogue.shared import program_start
from rogue.shared.program_start import CLOSED, INTERRUPTED, NO_HOME, NO_INPUT, run_script, settle_home


@pytest.mark.parametrize("home", [None, "", "relative", "./here", "~", "~/x", "/dev/null", "/dev/null/x"])
def test_a_home_that_is_no_absolute_folder_is_that_of_the_user_database(home: str | None) -> None:
    env = {} if home is None else {"HOME": home}
    settle_home(env)
    assert env == {"HOME": pwd.getpwuid(os.getuid()).pw_dir}


@pytest.mark.parametrize("home", ["/", "/usr", "/nonexistent", "/a b"])
def test_an_absolute_home_stays(home: str) -> None:
    env = {"HOME": home}
    settle_home(env)
    assert env == {"HOME": home}


@pytest.mark.parametrize("error", [PermissionError, NotADirectoryError])
def test_a_home_that_cannot_be_searched_is_not_used(
    error: type[OSError], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As of another user, after `sudo -u ann`, whose own home may be no better."""
    mine = pwd.getpwuid(os.getuid()).pw_dir
    for closed, used in (({"/h/."}, mine), ({"/h/.", f"{mine}/."}, NO_HOME)):

        def stat(path: str, closed: set[str] = closed) -> None:
            if path in closed:
                raise error

        with monkeypatch.context() as patch:
            patch.setattr(os, "stat", stat)
            env = {"HOME": "/h"}
            settle_home(env)
        assert env == {"HOME": used}


@pytest.mark.parametrize("known", [None, "", "home", "/dev/null"])
def test_a_user_without_a_home_gets_a_missing_one(known: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    def of_user(_number: int) -> pwd.struct_passwd:
        if known is None:
            raise KeyError
        return pwd.struct_passwd(("ann", "x", 1, 1, "", known, ""))

    monkeypatch.setattr(pwd, "getpwuid", of_user)
    env: dict[str, str] = {}
    settle_home(env)
    assert env == {"HOME": NO_HOME}


def test_relative_xdg_folders_are_not_used() -> None:
    env = {"HOME": "/h", "XDG_DATA_HOME": "data", "XDG_STATE_HOME": "", "XDG_CONFIG_HOME": "~/c"}
    settle_home(env)
    assert env == {"HOME": "/h"}
    env["XDG_CACHE_HOME"] = "/cache"
    settle_home(env)
    assert env["XDG_CACHE_HOME"] == "/cache"


@pytest.mark.parametrize("name", ["ROGUE_HOME", "ROGOMATIC_HOME"])
def test_our_own_variables_are_made_absolute(name: str) -> None:
    here = str(Path.cwd())
    for text, folder in (
        ("/x", "/x"),
        ("~", "/h"),
        ("~/x", "/h/x"),
        ("", ""),
        (".", here),
        ("x", f"{here}/x"),
    ):
        env = {"HOME": "/h", name: text}
        settle_home(env)
        assert env[name] == folder
    with pytest.raises(OSError, match=f"{name} is '~nobody/x': only ~ and ~/ can stand for a home folder"):
        settle_home({"HOME": "/h", name: "~nobody/x"})


JOURNAL = str(Path(__file__).resolve().parents[2] / "journals" / "quit.jsonl")
SHOWN = {
    "": [
        ["--help"],
        ["--version"],
        ["-V"],
        ["--scores"],
        ["--history"],
        ["--history", "--json"],
        ["--plain"],
    ],
    "daily": [["--help"], ["--list"], ["--list", "--json"], ["--plain"]],
    "mcp": [["--help"]],
    "replay": [["--help"], [JOURNAL]],
    "serve": [["--help"]],
    "variant": [["list"], ["show", "coffee"], ["check", "coffee"], ["new", "mine"], ["--help"]],
    "verify": [["--help"], [JOURNAL], ["--json", JOURNAL]],
}
"""What has something to show, by the command that shows it."""
LINES = [[*filter(None, [command]), *words] for command, lines in SHOWN.items() for words in lines]


def test_every_command_has_its_lines() -> None:
    assert set(SHOWN) == {"", *COMMANDS}


@pytest.mark.parametrize("words", LINES, ids=" ".join)
def test_a_closed_output_is_one_sentence(
    words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "stdout", None)
    monkeypatch.setattr(sys, "stdin", open(os.devnull))  # noqa: SIM115  (the test ends soon)
    assert main(words) == 1
    assert capsys.readouterr().err == f"rogue: {CLOSED}\n"
    assert list(tmp_path.iterdir()) == []


def test_closed_input_is_told(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    assert main(["--plain"]) == 1
    assert capsys.readouterr() == ("", f"rogue: {NO_INPUT}\n")


def _ends(error: BaseException | int | None) -> int:
    def script() -> int | None:
        if isinstance(error, BaseException):
            raise error
        return error

    return run_script("script", script)


@pytest.mark.parametrize(
    ("error", "code", "said"),
    [
        (None, 0, ""),
        (3, 3, ""),
        (KeyboardInterrupt(), INTERRUPTED, ""),
        (OSError(28, "No space left on device"), 1, "script: No space left on device\n"),
        (FileNotFoundError(2, "No such file or directory", "x"), 1, "script: x: No such file or directory\n"),
    ],
)
def test_a_script_ends_with_a_sentence_and_a_code(
    error: BaseException | int | None,
    code: int,
    said: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(program_start, "drop_output", lambda: None)
    assert _ends(error) == code
    assert capsys.readouterr() == ("", said)


def test_a_script_with_a_closed_output_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdout", None)
    assert run_script("script", lambda: print("shown")) == 1
    assert capsys.readouterr().err == f"script: {CLOSED}\n"
