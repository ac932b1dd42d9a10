"""The commands of `rogomatic` when a standard stream is closed."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from rogomatic import cli

CLOSED = "rogomatic: the standard output is closed, so nothing can be shown\n"


def commands_of(parser: argparse.ArgumentParser, *words: str) -> Iterator[tuple[str, ...]]:
    """Yield the words of every command that has no others below it."""
    parts = [one for one in parser._actions if isinstance(one, argparse._SubParsersAction)]
    if not parts:
        yield words
    for part in parts:
        for name, child in part.choices.items():
            yield from commands_of(child, *words, name)


COMMANDS = list(commands_of(cli.parser()))
SHOWN = (
    *("ladder", "knobs show", "memory show", "memory diff shipped shipped", "memory export --out -"),
    *("explain --seed 3 --turn 5", "replay --seed 3 --export txt", "roshambo --matches 1 --turns 10"),
    *(
        "batch --games 1 --limit-turns 5",
        "batch --games 1 -q",
        "variant coffee --games 2",
        "play localhost 1",
    ),
    *("stats run.db", "compare run.db run.db", "plot scores run.db", "explain journal", "--version"),
)


def test_the_commands_are_found() -> None:
    assert {("watch",), ("memory", "show"), ("roshambo", "play")} <= set(COMMANDS)


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_help_on_a_closed_output_is_one_sentence(
    words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdout", None)
    assert cli.main([*words, "--help"]) == 1
    assert capsys.readouterr().err == CLOSED


@pytest.mark.parametrize("words", SHOWN)
def test_a_closed_output_is_one_sentence_before_any_work(
    words: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdout", None)
    assert cli.main(words.split()) == 1
    assert capsys.readouterr().err == CLOSED


def test_a_result_in_a_file_needs_no_output(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", None)
    out = tmp_path / "run.db"
    assert cli.main(["batch", "--games", "2", "--limit-turns", "5", "--out", str(out)]) == 0
    monkeypatch.undo()
    assert cli.main(["stats", str(out)]) == 0


def test_players_need_an_input(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    assert cli.main(["roshambo", "play"]) == 1
    assert capsys.readouterr().err == "rogomatic: the standard input is closed, so no key can be read\n"


@pytest.mark.slow
@pytest.mark.parametrize("more", [[], ["--jobs", "2", "--pty"]])
def test_without_streams_no_file_takes_their_place(more: list[str], tmp_path: Path, root: Path) -> None:
    out = tmp_path / "run.db"
    words = ["batch", "--games", "2", "--limit-turns", "5", "--first-seed", "41000", "--out", str(out), *more]
    line = ["sh", "-c", 'exec "$@" <&- >&- 2>&-', "sh", sys.executable, "-m", "rogomatic", *words]
    assert subprocess.run(line, cwd=root, env=dict(os.environ), check=False).returncode == 0
    assert cli.main(["stats", str(out)]) == 0
