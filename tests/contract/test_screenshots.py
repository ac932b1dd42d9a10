"""The pictures of the documents: they are there and whole, and the screens need nothing from a network."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Final
from xml.etree import ElementTree

import pytest

ROOT: Final = Path(__file__).resolve().parents[2]
SHOWN: Final = {  # document -> the pictures that it shows, as paths
    name: [
        ((ROOT / name).parent / target).resolve()
        for target in re.findall(r"!\[[^]]+\]\(([^)]+)\)", (ROOT / name).read_text("utf-8"))
    ]
    for name in ("README.md", "rogue/README.md", "rogomatic/README.md")
}
SVG: Final = "{http://www.w3.org/2000/svg}"
TEXTS: Final = {  # what is to be read in each, whatever the game
    "plain": ("Why: hit what is adjacent:", "paused", "Level:"),
    "watch": ("Why", "Danger", "Ladder", "Pack, wanted from 0 to 120", "Plan", "Hero"),
    "death": ("REST", "killed by", "score"),
    "replay": ("Levels, near deaths, first fights", "fights", "Ladder"),
}
YEAR: Final = re.compile(r"\b20\d\d\b")  # on the tombstone
FIGURE: Final = "scores.png"  # `rogomatic plot` draws it


def test_every_picture_is_shown_once_and_no_other() -> None:
    pictures = ROOT / "scripts" / "pictures"
    names = sorted([*(f"{name}.svg" for name in TEXTS), FIGURE])
    assert sorted(path for paths in SHOWN.values() for path in paths) == [pictures / name for name in names]
    assert sorted(path.name for path in pictures.iterdir()) == names
    assert SHOWN["README.md"], "the first page shows what it is about"


def test_the_figure_is_a_picture() -> None:
    data = (ROOT / "scripts/pictures" / FIGURE).read_bytes()
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    assert data.endswith(b"IEND\xaeB`\x82")


@pytest.mark.parametrize("name", TEXTS)
def test_a_picture_is_whole_and_shows_what_it_is_for(name: str) -> None:
    top = ElementTree.parse(ROOT / "scripts" / "pictures" / f"{name}.svg").getroot()
    assert top.tag == f"{SVG}svg"
    words = " ".join("".join(one.itertext()).replace("\xa0", " ") for one in top.iter(f"{SVG}text"))
    assert [text for text in TEXTS[name] if text not in words] == []


@pytest.mark.long
@pytest.mark.parametrize("name", TEXTS)
def test_a_picture_is_what_the_program_shows_today(name: str, tmp_path: Path) -> None:
    line = [sys.executable, str(ROOT / "scripts" / "screenshots"), name, "--folder", str(tmp_path)]
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(line, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    kept = (ROOT / "scripts" / "pictures" / f"{name}.svg").read_text("utf-8")
    drawn = (tmp_path / f"{name}.svg").read_text("utf-8")
    assert YEAR.sub("", drawn) == YEAR.sub("", kept), "scripts/screenshots draws it anew"


@pytest.mark.parametrize("name", TEXTS)
def test_a_picture_needs_no_network(name: str) -> None:
    text = (ROOT / "scripts" / "pictures" / f"{name}.svg").read_text()
    addresses = re.findall(r"[a-z]+://[^\s\"')]+", text)
    assert set(addresses) == {"http://www.w3.org/2000/svg"}
    assert re.findall(r"<(image|script|foreignObject)|@import|@font-face|href=", text) == []


@pytest.mark.parametrize("name", TEXTS)
def test_a_picture_names_no_place_of_the_machine_that_drew_it(name: str) -> None:
    text = (ROOT / "scripts" / "pictures" / f"{name}.svg").read_text()
    assert re.findall(r"\.venv|/home/|/work/|/tmp/", text) == []
