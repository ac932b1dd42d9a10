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


def test_the_readme_is_short(root: Path) -> None:
    assert len((root / "README.md").read_text("utf-8").splitlines()) <= LONGEST


def test_every_launcher_that_a_document_names_is_there(root: Path) -> None:
    documents = [*root.glob("*.md"), *root.glob("rog*/*.md"), *root.glob("memory/*.md")]
    named = {
        (path.name, name)
        for path in documents
        for name in re.findall(r"\bscripts/([a-z][a-z-]*)\b(?!\.)", path.read_text("utf-8"))
    }
    assert len(named) > 10
    assert sorted((page, name) for page, name in named if not (root / "scripts" / name).exists()) == []


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
    assert len(words) > 30
    assert words == sorted(set(words))
