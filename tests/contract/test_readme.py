"""What the README shows is what the code has."""

from __future__ import annotations

from pathlib import Path

import pytest

from rogomatic import cli


def test_the_table_of_rungs_is_printed_by_the_code(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["ladder"]) == 0
    table = capsys.readouterr().out
    assert table.count("\n") > 20
    assert table in (root / "README.md").read_text()


def test_the_first_two_commands_are_watching_and_testing(root: Path) -> None:
    lines = (root / "README.md").read_text().splitlines()
    commands = [line for line in lines if line.startswith("$ scripts/")]
    assert commands[0].startswith("$ scripts/rogomatic watch")
    assert commands[1].startswith("$ scripts/test")
