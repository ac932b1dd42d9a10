"""What the README and the documents behind it show is what the code has."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest

from rogomatic import cli

LONGEST: Final = 150  # lines of the README; all else stands in the README of each half


def test_the_table_of_rungs_is_printed_by_the_code(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["ladder"]) == 0
    table = capsys.readouterr().out
    assert table.count("\n") > 20
    assert table in (root / "rogomatic" / "README.md").read_text("utf-8")


def test_the_first_two_commands_are_watching_and_testing(root: Path) -> None:
    lines = (root / "README.md").read_text("utf-8").splitlines()
    assert len(lines) <= LONGEST
    commands = [line for line in lines if line.startswith("$ scripts/")]
    assert commands[0].startswith("$ scripts/rogomatic watch")
    assert commands[1].startswith("$ scripts/test")


def test_every_command_of_the_agent_is_explained(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        cli.main(["--help"])
    listed = re.findall(r"^    ([a-z]+)  ", capsys.readouterr().out, re.MULTILINE)
    assert len(listed) > 10
    told = (root / "rogomatic" / "README.md").read_text("utf-8")
    assert [command for command in listed if f"`{command}`" not in told] == []


def test_no_document_and_no_sentence_installs_what_an_index_has_under_our_name(root: Path) -> None:
    """The name is not ours there: extras are installed from the checkout."""
    tops = ("rogue", "rogomatic", "memory", "scripts")
    below = [path for top in tops for path in (root / top).rglob("*") if path.suffix in (".md", ".py")]
    sources = [*root.glob("*.md"), *below]
    wrong = re.compile(r"pip3? install [^\n]*rogue-rogomatic")
    assert len(sources) > 100
    assert [str(path) for path in sources if wrong.search(path.read_text("utf-8"))] == []


def test_the_glossary_is_in_order_and_says_each_word_once(root: Path) -> None:
    text = (root / "rogomatic" / "README.md").read_text("utf-8").partition("## Glossary")[2]
    words = re.findall(r"^\| ([a-z ]+) \| ", text, re.MULTILINE)[1:]
    assert len(words) == 40
    assert words == sorted(set(words))
