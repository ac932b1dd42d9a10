"""What the README and the documents behind it show is what the code has."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest

from rogomatic import cli
from scripts.lib import generated_docs

LONGEST: Final = 120  # lines of a page that visitors see first


def test_generated_parts_are_current() -> None:
    """`.venv/bin/python -m scripts.lib.generated_docs` writes them."""
    texts = {path: path.read_text("utf-8") for path in generated_docs.documents()}
    written = [name for text in texts.values() for name in generated_docs.parts_of(text)]
    assert sorted(written) == sorted(generated_docs.PARTS)
    stale = [str(path) for path, text in texts.items() if generated_docs.renewed(text) != text]
    assert stale == [], "write them: .venv/bin/python -m scripts.lib.generated_docs"


@pytest.mark.parametrize("name", ["ladder", "knobs", "commands"])
def test_a_stale_part_is_noticed(name: str) -> None:
    text = f"Before.\n<!-- generated: {name} -->\n| some old row |\n<!-- end -->\nAfter.\n"
    renewed = generated_docs.renewed(text)
    assert "some old row" not in renewed
    assert renewed.startswith("Before.\n")
    assert renewed.endswith("<!-- end -->\nAfter.\n")
    assert generated_docs.renewed(renewed) == renewed


def test_the_front_pages_are_short(root: Path) -> None:
    lines = {
        name: len((root / name).read_text("utf-8").splitlines())
        for name in ("README.md", "rogomatic/README.md")
    }
    assert {name: count for name, count in lines.items() if count > LONGEST} == {}


def test_every_launcher_that_a_document_names_is_there(root: Path) -> None:
    tops = ("rogue", "rogomatic", "memory")
    documents = [*root.glob("*.md"), *(path for top in tops for path in (root / top).rglob("*.md"))]
    named = {
        (path.name, name)
        for path in documents
        for name in re.findall(r"\bscripts/([a-z][a-z-]*)\b(?!\.)", path.read_text("utf-8"))
    }
    assert len(named) > 10
    assert sorted((page, name) for page, name in named if not (root / "scripts" / name).exists()) == []


def test_the_help_lists_six_commands_first_and_others_after(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        cli.main(["--help"])
    first, _, more = capsys.readouterr().out.partition("\ncommands:\n")[2].partition("\nmore:\n")
    listed = [re.findall(r"^ +([a-z]+)  ", part, re.MULTILINE) for part in (first, more)]
    assert listed[0] == ["watch", "coach", "replay", "review", "batch", "variant"]
    names = [name for name, _, _ in generated_docs.commands_of(cli.parser()) if " " not in name]
    assert [*listed[0], *listed[1]] == names


def test_no_text_installs_a_package_from_an_index(root: Path) -> None:
    """The name is not ours there: extras are installed from the checkout."""
    tops = ("rogue", "rogomatic", "memory", "scripts")
    below = [path for top in tops for path in (root / top).rglob("*") if path.suffix in (".md", ".py")]
    sources = [*root.glob("*.md"), *below]
    wrong = re.compile(r"pip3? install [^\n]*rogue-rogomatic")
    assert len(sources) > 100
    assert [str(path) for path in sources if wrong.search(path.read_text("utf-8"))] == []


def test_the_glossary_is_in_order_and_says_each_word_once(root: Path) -> None:
    text = (root / "rogomatic/agent/README.md").read_text("utf-8").partition("## Glossary")[2]
    words = re.findall(r"^\| ([a-z ]+) \| ", text, re.MULTILINE)[1:]
    assert len(words) > 20
    assert words == sorted(set(words))
