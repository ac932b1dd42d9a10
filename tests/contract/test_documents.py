"""The documents of the project: what they point to is there, and what the code cites of them, too."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
SKIPPED: Final = {".venv", ".git", "build", "node_modules"}
DOCUMENTS: Final = sorted(
    path for path in ROOT.rglob("*.md") if not SKIPPED.intersection(path.relative_to(ROOT).parts)
)
LINK: Final = re.compile(r"\]\(([^)#\s]*)(?:#([^)\s]+))?\)")
HEADING: Final = re.compile(r"^#+ (.+)$", re.MULTILINE)
CITED: Final = {  # page -> how the code names it
    "rogue/SCREEN.md": r"SCREEN\.md",
    "rogomatic/HANDSHAKE.md": r"HANDSHAKE\.md",
}
SECTIONS: Final = r",?\s+(?:section )?((?:\d+(?:\.\d+)?(?:, step \d+)?(?:, | to | and )?)+)"


def anchor(heading: str) -> str:
    """Return the anchor of a heading, as the sites that show Markdown make it.

    >>> anchor("How it thinks: `v`")
    'how-it-thinks-v'
    """
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def sections_of(text: str) -> set[str]:
    """Return the numbers that begin the headings of a page."""
    return set(re.findall(r"^#+ (\d+(?:\.\d+)?) ", text, re.MULTILINE))


def broken_links(document: Path) -> Iterator[str]:
    """Yield the links of a document that lead nowhere."""
    for target, section in LINK.findall(re.sub(r"`[^`\n]*`", "", document.read_text("utf-8"))):
        if re.match(r"[a-z]+:", target):
            continue
        path = document.parent / target if target else document
        if not path.exists():
            yield target
        elif section and section not in map(anchor, HEADING.findall(path.read_text("utf-8"))):
            yield f"{target}#{section}"


def test_links_lead_somewhere() -> None:
    linked = [document for document in DOCUMENTS if LINK.search(document.read_text("utf-8"))]
    assert len(linked) > 3
    assert [f"{document}: {link}" for document in DOCUMENTS for link in broken_links(document)] == []


def cited_sections(name: str) -> set[str]:
    """Return the numbers of the sections that the code cites of a page, which it calls by that pattern."""
    cited = re.compile(name + SECTIONS)
    return {
        number
        for top in ("rogue", "rogomatic", "tests")
        for path in (ROOT / top).rglob("*.py")
        for listed in cited.findall(path.read_text("utf-8"))
        for number in re.findall(r"\d+(?:\.\d+)?", re.sub(r", step \d+", "", listed))
    }


def test_every_cited_section_is_there() -> None:
    cited = {page: cited_sections(name) for page, name in CITED.items()}
    assert [page for page, found in cited.items() if len(found) <= 3] == []
    there = {page: sections_of((ROOT / page).read_text("utf-8")) for page in CITED}
    assert [f"{page} {one}" for page in CITED for one in sorted(cited[page] - there[page])] == []


def test_no_document_names_a_place_of_one_machine() -> None:
    places = re.compile(r"/work/\S*|/home/\w+|\.\./shared\S*")
    found = {document.name: places.findall(document.read_text("utf-8")) for document in DOCUMENTS}
    assert {name: named for name, named in found.items() if named} == {}


def test_everything_named_in_find_your_way_exists() -> None:
    """A module may be named by the end of its path."""
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    table = text.split("## Find your way", 1)[1].split("\n## ", 1)[0]
    paths = [
        f"/{path.relative_to(ROOT)}" for top in ("rogue", "rogomatic") for path in (ROOT / top).rglob("*")
    ]
    named = re.findall(r"`([\w/]+\.py)`", table)
    folders = re.findall(r"`((?:rogue|rogomatic)/[\w/]*)/`", table)
    assert len(named) > 10
    assert len(folders) > 5
    found = {name: [path for path in paths if path.endswith(f"/{name}")] for name in (*named, *folders)}
    assert [name for name in found if not found[name]] == []
    functions = re.findall(r"`(\w+)` in `([\w/]+\.py)`", table)
    assert functions
    sources = {name: (ROOT / found[name][0][1:]).read_text("utf-8") for _, name in functions}
    assert [
        word for word, name in functions if not re.search(rf"^(?:def|class) {word}\b", sources[name], re.M)
    ] == []
