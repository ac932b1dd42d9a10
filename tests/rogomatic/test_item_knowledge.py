"""What becomes known of things within one game."""

from __future__ import annotations

import pytest

from rogomatic.agent.beliefs import update
from rogomatic.agent.beliefs.item_knowledge import (
    CLASSES,
    HINTS,
    NAMES,
    SAID,
    SILENT,
    Lore,
    is_own_name,
    looks_of,
)
from rogomatic.agent.beliefs.model import Action
from rogomatic.agent.editions import EDITION_FACTS, Odds
from rogomatic.agent.sight.item_parser import read_thing
from rogomatic.agent.sight.message_parser import KINDS
from tests.support.agent_scenes import KIT, ROOM, Scene

STICKS = EDITION_FACTS["5.4"].items["stick"]
TABLES = [
    pytest.param(odds, id=f"{edition} {kind}")
    for edition, facts in EDITION_FACTS.items()
    for kind, odds in facts.items.items()
]
USES = {"quaff": "potion", "read": "scroll", "zap": "stick"}


@pytest.mark.parametrize("odds", TABLES)
def test_odds_sum_to_a_hundred(odds: Odds) -> None:
    assert sum(odds.values()) == 100


def test_what_is_said_on_use_gives_a_kind_of_thing_away() -> None:
    for verb, said in SAID.items():
        assert said.keys() <= KINDS
        assert set(said.values()) <= NAMES[USES[verb]]
    for verb, hints in HINTS.items():
        assert hints.keys() <= KINDS
        assert all(possible <= NAMES[USES[verb]] for possible in hints.values())
    assert all(possible <= NAMES[USES[verb]] for verb, possible in SILENT.items())


def test_a_kind_learnt_by_its_looks_is_known_again() -> None:
    lore = Lore()
    grey = read_thing("2 grey potions")
    assert lore.name_of(grey) == ""
    lore.tried.add(("potion", "grey"))
    lore.learn("potion", "grey", "healing")
    assert (lore.name_of(grey), lore.is_tried(grey)) == ("healing", False)
    assert lore.name_of(read_thing("a blue potion")) == ""


def test_a_true_name_given_as_a_label_counts_and_another_does_not() -> None:
    lore = Lore()
    assert lore.name_of(read_thing("a scroll called enchant armor")) == "enchant armor"
    assert lore.name_of(read_thing("a scroll called k3")) == ""
    assert looks_of(read_thing("a scroll called k3")) == "k3"


def test_the_last_kind_left_over_follows_by_elimination() -> None:
    lore = Lore()
    names = [*STICKS]
    for number, name in enumerate(names[:-1]):
        lore.learn("stick", f"wood {number}", name)
    assert lore.name_of(read_thing("a teak staff")) == names[-1]
    assert set(lore.open_kinds("stick")) == {names[-1]}


def test_what_is_open_follows_from_the_names_and_the_edition_as_they_are() -> None:
    lore = Lore()
    assert lore.open_kinds("stick") == STICKS
    lore.learn("stick", "teak", "light")
    assert "light" not in lore.open_kinds("stick")
    lore.learn("stick", "teak", "cold")
    assert "light" in lore.open_kinds("stick")
    assert "cold" not in lore.open_kinds("stick")
    lore.kinds = EDITION_FACTS["3.6"].items
    assert set(lore.open_kinds("stick")) == set(EDITION_FACTS["3.6"].items["stick"]) - {"cold"}


def test_chances_are_the_odds_of_what_is_open() -> None:
    lore = Lore()
    teak = read_thing("a teak staff")
    assert sum(lore.chances(teak).values()) == pytest.approx(1)
    assert lore.chances(teak)["polymorph"] == pytest.approx(0.15)
    lore.learn("stick", "ebony", "polymorph")
    assert "polymorph" not in lore.chances(teak)
    assert lore.chances(teak)["light"] == pytest.approx(12 / 85)
    assert lore.chances(read_thing("an ebony staff")) == {"polymorph": 1.0}
    assert lore.chances(read_thing("a mace")) == {"mace": 1.0}


def test_a_strange_feeling_leaves_two_kinds_or_the_other_one() -> None:
    lore = Lore()
    grey = read_thing("a grey potion")
    lore.narrow("potion", "grey", HINTS["quaff"]["strange-feeling"])
    assert lore.chances(grey) == {"monster detection": 0.5, "magic detection": 0.5}
    assert lore.name_of(grey) == ""
    lore.learn("potion", "blue", "magic detection")
    assert lore.name_of(grey) == "monster detection"


def test_narrowing_twice_leaves_what_fits_both_times() -> None:
    lore = Lore()
    lore.narrow("scroll", "a b", frozenset({"teleportation", "create monster"}))
    lore.narrow("scroll", "a b", frozenset({"teleportation", "enchant armor"}))
    assert lore.name_of(read_thing("a scroll titled 'a b'")) == "teleportation"


def test_an_edition_has_kinds_of_its_own() -> None:
    lore = Lore(kinds=EDITION_FACTS["5.2"].items)
    assert lore.chances(read_thing("a scroll titled 'a b'"))["identify"] == pytest.approx(0.27)
    assert "levitation" not in lore.chances(read_thing("a grey potion"))


def test_every_class_has_its_kinds_in_every_edition() -> None:
    assert {"potion", "scroll", "ring", "stick"} == CLASSES
    assert all(kinds.keys() == CLASSES for kinds in [facts.items for facts in EDITION_FACTS.values()])


def test_the_kind_by_which_a_scroll_is_called_is_no_title() -> None:
    scene = Scene(ROOM, pack=[*KIT, "f) A scroll called enchant armor"])
    update.note_sent(scene.b, Action("read", letter="f"), None)
    scene.show(ROOM, said=["Your armor glows silver for a moment"])
    assert scene.b.lore.names == {}
    assert scene.b.lore.has_met("scroll", "enchant armor")
    assert "enchant armor" not in scene.b.lore.open_kinds("scroll")


def test_a_name_of_the_agents_own_is_shown_as_one() -> None:
    assert [is_own_name(looks) for looks in ("k0", "k17", "kernite", "k", "klo vun")] == [
        True, True, False, False, False,
    ]  # fmt: skip
