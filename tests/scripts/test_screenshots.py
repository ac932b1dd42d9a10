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
    for name in ("README.md", "rogue/README.md", "rogomatic/README.md", "rogomatic/run/README.md")
}
SVG: Final = "{http://www.w3.org/2000/svg}"
TEXTS: Final = {  # what is to be read in each, whatever the game
    "plain": ("Why: hit what is adjacent:", "paused", "Level:"),
    "fight": ("Why", "Danger", "Hero", "Messages", "near death:", "Defeated the medusa"),
    "death": ("What happened", "killed by", "score"),
    "replay": ("Levels, near deaths, first fights", "fights", "The agent's rules"),
}
TIMES: Final = re.compile(r"\b20\d\d(?:\d{4}-\d{6})?\b")  # on the tombstone, and below the end
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


def picture(name: str) -> str:
    return (ROOT / "scripts" / "pictures" / f"{name}.svg").read_text("utf-8")


def words_of(name: str) -> str:
    """Return what is to be read in a picture, "" if it is none."""
    top = ElementTree.fromstring(picture(name))
    texts = top.iter(f"{SVG}text") if top.tag == f"{SVG}svg" else ()
    return " ".join("".join(one.itertext()).replace("\xa0", " ") for one in texts)


def test_every_picture_is_whole_and_shows_what_it_is_for() -> None:
    missing = {name: [text for text in texts if text not in words_of(name)] for name, texts in TEXTS.items()}
    assert {name: texts for name, texts in missing.items() if texts} == {}


@pytest.mark.long
def test_every_picture_is_what_the_program_shows_today(tmp_path: Path) -> None:
    line = [sys.executable, str(ROOT / "scripts" / "screenshots"), *TEXTS, "--folder", str(tmp_path)]
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(line, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    drawn = {name: (tmp_path / f"{name}.svg").read_text("utf-8") for name in TEXTS}
    stale = [name for name in TEXTS if TIMES.sub("", drawn[name]) != TIMES.sub("", picture(name))]
    assert stale == [], "scripts/screenshots draws them anew"


def test_no_picture_needs_a_network() -> None:
    addresses = {name: set(re.findall(r"[a-z]+://[^\s\"')]+", picture(name))) for name in TEXTS}
    loaded = re.compile(r"<(?:image|script|foreignObject)|@import|@font-face|href=")
    assert {name: found for name, found in addresses.items() if found != {"http://www.w3.org/2000/svg"}} == {}
    assert [f"{name}: {one}" for name in TEXTS for one in loaded.findall(picture(name))] == []


def test_no_picture_names_a_place_of_the_machine_that_drew_it() -> None:
    places = re.compile(r"\.venv|/home/|/work/|/tmp/")
    assert [f"{name}: {one}" for name in TEXTS for one in places.findall(picture(name))] == []
