"""Every message of Rogue 5.4.5 is said by our game: the words, the row, terse, verbose and hallucinating."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from rogue.tables.items import COLORS
from tests.support.message_scenes import SCENES
from tests.support.staged_screens import MORE, Scene, play

FACTS = Path(__file__).resolve().parents[2] / "data" / "messages.toml"

REASONS = {
    "trap-names": "the values of {trap} in trap-found and trap-asked",
    "teleportation": "has no text: the hero moves",
    "teleport": "has no text: the hero moves",
    "no-such-ring": "cannot be: R takes off the ring of a hand that carries one",
    "striking": "has no text, and no such staff",
    "score-title": "outside the screen: tests/rogue/terminal/test_pipe_mode.py, ui/test_end_screens.py",
    "score-columns": "outside the screen: as score-title",
    "score-line": "outside the screen: as score-title",
    "more": "stands behind every message that waits: all scenes that end in it",
    "bye": "sent on a signal, not on a key: tests/rogue/terminal/test_pipe_mode.py",
    "unknown-potion": "for a kind that does not exist: none can be made here",
    "unknown-scroll": "for a kind that does not exist: none can be made here",
}
"""Messages without a scene of their own, and why."""
SECTIONS = {
    "stdout": "printed by the program around the game, mostly on stderr: tests of cli, launch and savefile",
    "wizard": "wizard mode: tests/rogue/ui/test_wizard.py; internal complaints are exceptions here",
}
"""Sections without scenes, and why."""
UNSAID = {"Wally the Wonder Badger"}  # the killer of a game that ends in no known way


def readings(scene: Scene) -> Iterator[tuple[bool, bool, tuple[str, ...]]]:
    """Yield terse?, hallucinating?, and the texts of each reading of a scene."""
    yield False, False, scene.text
    yield True, False, scene.text if scene.terse is None else scene.terse
    if scene.trip:
        yield False, True, scene.trip
        yield True, True, scene.terse_trip or scene.trip


def says(shown: str, text: str) -> bool:
    """Tell whether a row is `text`, or has it among its sentences; a More may stand behind it."""
    colors = f"({'|'.join(COLORS)})"
    words = re.escape(text.removesuffix(MORE)).replace(r"\{color\}", colors)
    words = words.replace(r"\{Color\}", f"(?i:{colors})")
    more = f"({re.escape(MORE)})" + ("" if text.endswith(MORE) else "?")
    return re.fullmatch(rf"(.*\.  )?{words}(\.  .*)?{more}", shown) is not None


def unsaid(scene: Scene, terse: bool, trip: bool, texts: tuple[str, ...]) -> str:
    """Play a scene until it has said all texts; return what it did not say and what it said, or ""."""
    missing, seen = set(texts), set[str]()
    for seed in range(scene.tries):
        shown = set(play(scene, terse=terse, trip=trip, seed=seed))
        seen |= shown
        missing -= {text for text in missing if any(says(row, text) for row in shown)}
        if not missing:
            return ""
    return f"{sorted(missing)} not in {sorted(seen)}"


@pytest.mark.slow
@pytest.mark.parametrize("terse", [False, True], ids=["verbose", "terse"])
@pytest.mark.parametrize("trip", [False, True], ids=["sober", "hallucinating"])
def test_every_scene_says_its_texts(terse: bool, trip: bool) -> None:
    wrong = {}
    for scene in SCENES:
        for is_terse, is_trip, texts in readings(scene):
            if (is_terse, is_trip) == (terse, trip) and (said := unsaid(scene, terse, trip, texts)):
                wrong[scene.id] = said
    assert wrong == {}


class Fact(NamedTuple):
    """A message as the list of facts has it."""

    id: str
    section: str
    entry: dict[str, Any]

    def wordings(self, *fields: str) -> list[str]:
        """Return the texts of some fields, one or several each; those not there are left out."""
        found: list[str] = []
        for field in fields:
            value = self.entry.get(field, [])
            found += [value] if isinstance(value, str) else value
        # The article of a killer is a, an or none.
        return [text.replace("by a {killer}", "by {killer}") for text in found if text not in UNSAID]


@cache
def facts() -> list[Fact]:
    """Return all messages of 5.4.5."""
    sections = tomllib.loads(FACTS.read_text("utf-8"))
    return [
        Fact(entry["id"], section, entry)
        for section, entries in sections.items()
        if section != "meta"
        for entry in entries
        if "rogue545" not in entry.get("absent", [])
    ]


def test_every_message_has_a_scene_or_a_reason() -> None:
    with_scenes = {scene.id for scene in SCENES}
    listed = {fact.id for fact in facts()}
    left_out = {fact.id for fact in facts() if fact.section in SECTIONS} | REASONS.keys()
    assert sorted(listed - with_scenes - left_out) == []
    assert sorted(with_scenes - listed) == []
    assert sorted(REASONS.keys() - listed) == []


def fits(text: str, wording: str) -> bool:
    """Tell whether a text fills the placeholders of a wording."""
    text, wording = (part.strip("| ").removesuffix(MORE.strip()).rstrip() for part in (text, wording))
    words = re.sub(r"\\\{[^}]*\}", ".+", re.escape(wording))
    return re.fullmatch(words, text) is not None


@pytest.mark.parametrize(
    ("read", "fields", "default"),
    [
        (lambda scene: scene.text, ("text", "with_hand"), ()),
        (lambda scene: scene.terse, ("terse", "terse_again", "with_hand_terse"), ("text", "with_hand")),
        (lambda scene: scene.trip, ("trip",), ()),
        (lambda scene: scene.terse_trip, ("trip_terse",), ()),
    ],
    ids=["verbose", "terse", "hallucinating", "terse-hallucinating"],
)
def test_scenes_and_facts_have_the_same_words(
    read: Callable[[Scene], tuple[str, ...] | None], fields: tuple[str, ...], default: tuple[str, ...]
) -> None:
    """Each wording of a message is said in its scenes, and its scenes say nothing else."""
    wrong = []
    for name in dict.fromkeys(scene.id for scene in SCENES):
        said = [text for scene in SCENES if scene.id == name for text in read(scene) or ()]
        mine = [fact for fact in facts() if fact.id == name]
        wordings = [text for fact in mine for text in fact.wordings(*fields)]
        wrong += [(name, wording) for wording in wordings if not any(fits(text, wording) for text in said)]
        known = [text for fact in mine for text in fact.wordings(*fields) or fact.wordings(*default)]
        wrong += [(name, text) for text in said if not any(fits(text, wording) for wording in known)]
    assert wrong == []


def test_the_meanings_of_symbols_are_all_asked_for() -> None:
    (fact,) = (fact for fact in facts() if fact.id == "identify-answer")
    said = {text.partition(": ")[2] for scene in SCENES if scene.id == fact.id for text in scene.text}
    assert set(fact.entry["meanings"]) <= said
