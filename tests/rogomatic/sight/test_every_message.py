"""Every text that a Rogue can show in row 0, in each edition and form, is understood."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

import pytest

from rogomatic.agent.sight.message_parser import read_message

LIST: Final = Path(__file__).resolve().parents[2] / "data" / "messages.toml"

EDITIONS: Final = ("rogue545", "rogue2008", "rogue544", "rogue53", "rogue52", "rogue36")
FORMS: Final = ("", "_terse", "_second", "_corridor", "_again", "_unseen")
EVERYWHERE: Final = (
    "text", "terse", "trip", "trip_terse", "with_hand", "with_hand_terse", "terse_again", "terse_unseen",
)  # fmt: skip
ELSEWHERE: Final = ("stdout", "window", "wizard")
"""Printed outside of row 0, or in wizard mode only, in which the agent never plays."""
NOT_HEARD: Final = {
    "save-failed": "words of the operating system; the agent never saves",
    "press-return": "a prompt of its own row, which the prompts recognise",
}
SAMPLES: Final = {
    "n": "7", "item": "a mace", "Item": "A mace", "letter": "f", "monster": "hobgoblin", "who": "the bat",
    "Who": "The bat", "key": "x", "file": "/tmp/x", "name": "rogo-x", "color": "blue", "Color": "Blue",
    "weapon": "arrow", "bolt": "flame", "Bolt": "Flame", "version": "5.4.5", "kind": "potion",
    "trap": "an arrow", "Trap": "An arrow", "fruit": "apricot", "armor": "ring mail", "verb": "wielding",
    "Verb": "Wielding", "purpose": "quaff", "Purpose": "Quaff", "call": "fizz", "meaning": "bat",
    "type": "potion", "tab": "       ", "what": "move left", "hunger": "Hungry", "seed": "7",
    "date": "2026-08-03",
}  # fmt: skip
SAMPLES_OF: Final = {"ring-off": {"item": "a ring of searching(ruby)"}}
"""Where a sentence is for one class of things only."""


@lru_cache
def listed() -> list[dict[str, Any]]:
    """Return the rows of the list."""
    sections = tomllib.loads(LIST.read_text("utf-8"))
    return [row for section in sections.values() if isinstance(section, list) for row in section]


def entries() -> list[dict[str, Any]]:
    """Return the list's rows about row 0."""
    return [row for row in listed() if row.get("kind") not in ELSEWHERE and row["id"] not in NOT_HEARD]


def filled(row: str, text: str) -> str:
    """Put samples in the place of what varies; a trap that only has its kind gets the word behind it."""
    samples = SAMPLES | SAMPLES_OF.get(row, {})
    text = re.sub(r"\{[Tt]rap\}(?! trap)", lambda found: found[0] + " trap", text)
    return re.sub(r"\{(\w+)\}", lambda found: samples[found[1]], text)


def texts_of(entry: dict[str, Any], edition: str) -> Iterator[str]:
    """Yield what an edition can show for a row, in every form."""
    if edition in entry.get("absent", ()):
        return
    own = [edition + form for form in FORMS if edition + form in entry]
    keys = [key for key in EVERYWHERE if key in entry and key.removesuffix("_terse") not in own]
    for key in (*own, *keys):
        shown = entry[key]
        yield from (shown,) if isinstance(shown, str) else shown


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_message_is_understood(edition: str) -> None:
    strange: list[str] = []
    count = 0
    for entry in entries():
        for text in texts_of(entry, edition):
            count += 1
            facts = read_message(filled(entry["id"], text))
            if any(fact.kind == "unknown" for fact in facts):
                strange.append(f"{entry['id']}: {text}")
    assert count > 200
    assert not strange


def test_what_is_not_heard_reads_as_unknown() -> None:
    """An exception that the table has learned since is none any more."""
    read = {
        row["id"]: read_message(filled(row["id"], row["text"])) for row in listed() if row["id"] in NOT_HEARD
    }
    assert {name: facts[0].kind for name, facts in read.items()} == dict.fromkeys(NOT_HEARD, "unknown")
