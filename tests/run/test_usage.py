"""What is said of a `rogomatic` command line that is wrong: what is wrong, and what is possible."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from rogomatic import cli


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("", "rogomatic: error: the command is missing: choose from watch, replay, "),
        ("watc", "rogomatic: error: there is no command 'watc'; did you mean watch?  Choose from "),
        ("dance", "rogomatic: error: there is no command 'dance': choose from watch, replay, "),
        ("--sed", "rogomatic: error: there is no option --sed"),
        ("watch --sped=9", "rogomatic watch: error: there is no option --sped; did you mean --speed?"),
        ("ladder up", "rogomatic ladder: error: the argument 'up' is one too many"),
        ("knobs", "rogomatic knobs: error: the action is missing: choose from show and diff"),
        ("memory", "rogomatic memory: error: the command is missing: choose from show, diff, "),
        ("roshambo ply", "rogomatic roshambo: error: there is no action 'ply'; did you mean play?"),
    ],
)
def test_misuse_says_what_is_possible(words: str, sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        cli.main(words.split())
    assert ended.value.code == 2
    said, usage, *_ = capsys.readouterr().err.splitlines()
    assert said.startswith(sentence)
    assert usage.startswith(f"usage: {sentence.partition(':')[0]} ")


VALUES = (
    *("watch --seed x", "watch --speed x", "replay --at zz", "batch --jobs 0", "batch --shard 3/2"),
    *("play h 0", "batch --edition 9", "plot x run.db", "evolve --games 0", "knobs show --depth 0"),
    "explain --turn -1",
)


@pytest.mark.parametrize("words", VALUES)
def test_a_wrong_value_is_one_sentence(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        cli.main(words.split())
    assert ended.value.code == 2
    said = capsys.readouterr().err
    assert (said.count("\n"), "usage" in said) == (1, False)


def test_with_a_closed_standard_error_a_command_does_its_work(root: Path) -> None:
    words = [sys.executable, "-m", "rogomatic", "batch", "--games", "2", "--limit-turns", "5", "--jobs"]
    for jobs in "12":
        line = ["sh", "-c", 'exec "$@" 2>&-', "sh", *words, jobs, "--first-seed", "41000"]
        done = subprocess.run(line, cwd=root, capture_output=True, text=True, check=False)
        assert (done.returncode, "2 games, 0 finished" in done.stdout) == (0, True)


def test_with_a_closed_standard_error_no_complaint_is_printed_elsewhere(root: Path) -> None:
    for words, code in ((["stats", "--json", "none.db"], 1), (["stats", "--jsn"], 2), (["stats"], 2)):
        line = ["sh", "-c", 'exec "$@" 2>&-', "sh", sys.executable, "-m", "rogomatic", *words]
        done = subprocess.run(line, cwd=root, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stdout) == (code, "")
