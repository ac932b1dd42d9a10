"""The phrase books of 5.2 and 3.6: every message of 5.4 in their words (SCREEN.md 5; data/messages.toml)."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final

import pytest

from rogue.tables.edition_table import EDITIONS
from rogue.tables.messages import Translation
from rogue.ui.ui_state import raised

FACTS: Final = Path(__file__).resolve().parents[2] / "data" / "messages.toml"
SAMPLES: Final = {
    "who": "the bat", "Who": "The bat", "monster": "bat", "weapon": "mace", "armor": "ring mail",
    "item": "a +1,+1 mace", "Item": "A +1,+1 mace", "letter": "c", "n": "12", "bolt": "flame",
    "Bolt": "Flame", "key": "x", "call": "fizz", "fruit": "mango", "meaning": "passage", "purpose": "eat",
    "Purpose": "Eat", "trap": "an arrow trap", "Trap": "An arrow trap", "verb": "wielding", "kind": "potion",
}  # fmt: skip
COLORS: Final = {
    "hands-stop-glowing": "red", "monster-confusion": "red", "enchant-armor": "silver", "light-room": "blue",
    "enchant-weapon": "blue",
}  # fmt: skip

BY_RULE: Final = {
    # said by a template of the edition, or by a form of its own
    "other-missile-hits", "other-missile-misses", "monster-detection-none", "bad-letter", "item-line", "item",
    "version",
    # said of other monsters or things, which the edition's own tables name
    "mimic-shown", "gaze-confuses", "identify",
    # the marks behind messages and windows
    "more", "more-window", "magic-detection",
    # the end, and outside the screen
    "won-gold", "score-title", "score-columns", "score-line", "bye",
}  # fmt: skip
"""An edition words these in another place than in its book."""
CANNOT_ARISE: Final = {
    "frozen", "hallucination", "hallucination-ends", "levitation", "levitation-ends", "hold-monster-one",
    "hold-monster-many", "hold-monster-none", "food-detection", "food-detection-none", "protect-armor",
    "protect-armor-none", "rust", "mystery", "nothing-here", "current-thing", "current-nothing", "levitating",
    "no-monster-there", "nothing-to-repeat", "status-as-message", "no-tombstone", "discovered",
    "discovered-bad", "discovered-none", "trap-asked", "trap-asked-none", "rust-no-effect",
}  # fmt: skip
"""The edition lacks the thing, the key or the option that leads there."""
OTHERWISE: Final = {
    # 3.6 has other words, a rule of its own, a dragon that has no fire
    "way-up-blocked", "identify-insist", "dragon-flame-bounces", "identify-wrong-type",
    # quitting and saving have one wording in every edition
    "quit", "save-yes-no", "save-overwrite", "save-overwrite-yes-no",
}  # fmt: skip
"""The edition says these after all."""
NAMES: Final = {"5.2": "rogue52", "3.6": "rogue36"}
"""Edition -> its name in the list."""


def book(edition: str) -> Translation:
    return EDITIONS[edition].words.phrases


def turned(edition: str, text: str) -> str:
    return book(edition).turned(raised(text))


@pytest.mark.parametrize(
    ("said", "in52", "in36"),
    [
        ("You hit", "You hit", "You hit."),
        ("You hit the bat", "You hit the bat", "You hit the bat"),
        ("the bat hit", "The bat hit", "The bat hit."),
        ("it hit", "It hit", "It hit."),
        ("Defeated the black unicorn", "Defeated black unicorn", "Defeated black unicorn."),
        ("Defeated it", "Defeated it", "Defeated it."),
        ("You have defeated it", "You have defeated it", "You have defeated it."),
        ("The arrow misses it", "The arrow misses it", "The arrow misses the it"),
        ("wearing +1 ring mail", "Wearing +1 ring mail", "Wearing ring mail."),
        ("wearing -2 plate mail", "Wearing -2 plate mail", "Wearing plate mail."),
        ("wielding a mace (c)", "Wielding a mace (c)", "Wielding a mace"),
        ("A sling (f)", "A sling (f)", "A sling. (f)"),
        ("You now have a sling (f)", "You now have a sling (f)", "You now have a sling (f)"),
        ("a jade ring (on left hand) (j)", "A jade ring (on left hand) (j)", ""),
        ("You moved onto a mace", "", ""),
        ("A secret door", "", ""),
        ("Flame misses", "Flame misses", "flame misses"),
        ("The flame bounces", "The flame bounces", "The bolt bounces"),
        ("You found an arrow trap", "You found you found an arrow trap", "You found an arrow trap."),
        ("a poison dart trap", "A dart trap", "A dart trap."),
        ("Illegal command '^P'", "Illegal command '^P'", "Illegal command '^P'."),
        ("20 gold pieces", "20 gold pieces", "20 gold pieces."),
        ("Your way is magically blocked", "Your way is magically blocked", "I see no way up."),
    ],
)  # fmt: skip
def test_a_message_in_both_older_editions(said: str, in52: str, in36: str) -> None:
    assert turned("5.2", said) == in52
    assert turned("3.6", said) == in36
    assert turned("5.4", said) == raised(said)


def test_no_pair_stands_twice() -> None:
    for edition in EDITIONS:
        said = [pair[0] for pair in book(edition).pairs]
        assert len(said) == len(set(said))


def test_every_open_pair_is_reached() -> None:
    """No pair hides another: each, filled in, comes out as its own."""
    shapes = {"n": "12", "plus": "+1", "letter": "c", "hand": "left", "who": "the bat"}
    for edition in EDITIONS:
        for said, shown in book(edition).pairs:
            filled = {name: shapes.get(name, "mace") for name in re.findall(r"\{(\w+)\}", said)}
            assert book(edition).turned(said.format(**filled)) == shown.format(**filled), said


def entries() -> Iterator[tuple[str, dict[str, Any]]]:
    listed = tomllib.loads(FACTS.read_text())
    for group in listed:
        if group in ("meta", "stdout", "wizard"):
            continue
        for entry in listed[group]:
            yield entry["id"], entry


def filled(text: str, entry_id: str, of_36: bool = False) -> str:
    samples = SAMPLES | {"color": COLORS.get(entry_id, "plaid")}
    if of_36 and entry_id.startswith("armor-"):
        samples["item"] = "+1 ring mail"
    return re.sub(r"\{(\w+)\}", lambda found: samples.get(found[1], found[0]), text)


def pairs(entry: dict[str, Any], name: str) -> Iterator[tuple[str, str]]:
    """What 5.4 says and what the edition says, verbose and terse, as far as a field tells."""
    wanted = entry.get(name)
    if wanted is None or "text" not in entry:
        said = entry.get("rogue52", "") if name == "rogue36" and "text" not in entry else ""
    else:
        said = entry["text"]
    if said and wanted is not None and not isinstance(said, list):
        yield said, wanted
    terse = entry.get(f"{name}_terse", wanted if entry["id"] in ("no-room", "trap-asked-none") else None)
    said = entry.get("terse") or (entry.get("rogue52_terse") if name == "rogue36" else None)
    if terse is not None and said:
        yield said, terse


@cache
def reworded(edition: str) -> dict[str, bool]:
    """Return, by the message, whether the edition's book words it as the list does."""
    right: dict[str, bool] = {}
    of_36 = edition == "3.6"
    for entry_id, entry in entries():
        for said, wanted in pairs(entry, NAMES[edition]):
            same = turned(edition, filled(said, entry_id, of_36)) == filled(wanted, entry_id, of_36)
            right[entry_id] = right.get(entry_id, True) and same
    return right


@cache
def left_unsaid(edition: str) -> dict[str, bool]:
    """Return, by the message that the edition lacks, whether its book leaves it unsaid."""
    unsaid: dict[str, bool] = {}
    for entry_id, entry in entries():
        if NAMES[edition] not in entry.get("absent", ()) or "text" not in entry:
            continue
        texts = entry["text"] if isinstance(entry["text"], list) else [entry["text"]]
        if entry_id == "ring-on":
            texts = ["You are now wearing a jade ring (on left hand) ({letter})"]
        unsaid[entry_id] = not any(turned(edition, filled(text, entry_id)) for text in texts)
    return unsaid


def wrong_in(*books: dict[str, bool]) -> set[str]:
    return {entry_id for book in books for entry_id, right in book.items() if not right}


@pytest.mark.parametrize(("edition", "least"), [("5.2", 20), ("3.6", 80)])
def test_every_listed_wording_comes_out(edition: str, least: int) -> None:
    assert wrong_in(reworded(edition)) <= BY_RULE
    assert len(reworded(edition)) > least


@pytest.mark.parametrize("edition", NAMES)
def test_what_an_edition_does_not_say_is_unsaid(edition: str) -> None:
    assert wrong_in(left_unsaid(edition)) <= CANNOT_ARISE | OTHERWISE


def test_every_exception_is_needed() -> None:
    assert wrong_in(*map(reworded, NAMES)) == BY_RULE
    assert wrong_in(*map(left_unsaid, NAMES)) == CANNOT_ARISE | OTHERWISE
