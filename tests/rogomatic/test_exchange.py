"""The exchanged bestiary, and what the agent makes of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from rogomatic.agent.memory.memory_format import digest_of
from rogomatic.agent.memory.monster_estimates import Experience
from rogomatic.agent.monster_manual import KINDS
from rogue.tables.ruleset import ROGUE_54
from scripts.lib.learning.exchange import Exchanged, exchanged
from scripts.lib.learning.trials import NEWBORN, Laboratory, difference, ratio

pytestmark = pytest.mark.slow

SEEDS = range(9_000_011, 9_000_018)
LESSONS = range(9_000_011, 9_000_016)  # enough for some kills of each common kind


@pytest.mark.parametrize("number", [1, 2])
def test_every_letter_name_and_strength_is_there_once(number: int) -> None:
    new = exchanged(number)
    assert sorted(new.monsters) == sorted(new.order) == sorted(ROGUE_54.monsters)
    assert {kind.name for kind in new.monsters.values()} == {kind.name for kind in ROGUE_54.monsters.values()}
    rows = sorted((kind.exp, kind.level, kind.attacks) for kind in new.monsters.values())
    assert rows == sorted((kind.exp, kind.level, kind.attacks) for kind in ROGUE_54.monsters.values())
    assert all(letter == kind.letter for letter, kind in new.monsters.items())
    assert len(new.wanderers) == 26
    assert new.wanderers.count(" ") == ROGUE_54.wanderers.count(" ")


def test_it_is_another_one_for_every_number_and_as_hard_by_depth() -> None:
    assert exchanged(1).order != exchanged(2).order
    new, old = exchanged(1), ROGUE_54
    for start in range(0, 24, 3):
        levels = [
            sorted(rules.monsters[letter].level for letter in rules.order[start : start + 3])
            for rules in (new, old)
        ]
        assert levels[0] == levels[1]
    assert sum(new.monsters[letter].name == old.monsters[letter].name for letter in old.monsters) < 6


def test_the_agent_learns_letters_and_strengths_that_no_manual_tells(tmp_path: Path) -> None:
    """A few games: the monsters of the first levels are known by their letters and for what they do."""
    lab = Laboratory(tmp_path, report=lambda _: None)
    memory = lab.train("new", NEWBORN, 1, LESSONS)
    new, mind = exchanged(1), Experience(memory)
    votes = mind.votes("5.4.5")
    book = memory.of("5.4")
    common = [letter for letter in new.order[:4] if book.of(new.monsters[letter].name)["hits"] > 3]
    assert len(common) >= 2
    for letter in common:
        truth = new.monsters[letter]
        named = {name: count for (one, name), count in votes.items() if one == letter}
        assert max(named, key=lambda name: named[name]) == truth.name
        learned, manual = mind.kind("5.4", truth.name, 1), KINDS[truth.name]
        assert abs(learned.level - truth.level) <= abs(manual.level - truth.level)
        assert learned.exp < 10


def test_training_is_kept_and_the_same_each_time(tmp_path: Path) -> None:
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
    first, again, other = (
        Laboratory(tmp_path / folder, report=lambda _: None).train("new", NEWBORN, 1, SEEDS[:1])
        for folder in ("one", "one", "two")
    )
    assert digest_of(first) == digest_of(again) == digest_of(other)


def test_tests_are_kept_and_gone_on_with(tmp_path: Path) -> None:
    lab = Laboratory(tmp_path, report=lambda _: None)
    first = lab.test("exam", NEWBORN, 1, range(5, 6))
    assert lab.test("exam", NEWBORN, 1, range(5, 7))[:1] == first
    assert len(lab.scores("exam")) == 2


def test_figures_of_the_experiments() -> None:
    one, other = [100, 200, 300, 400] * 25, [110, 220, 330, 440] * 25
    gain, (low, high) = difference(one, other)
    assert gain == 25
    assert 22 < low < 25 < high < 28
    share, (low, high) = ratio(one, other)
    assert share == pytest.approx(1 / 1.1)
    assert low == pytest.approx(high)


def test_plain_rogue_is_plain_rogue() -> None:
    assert Exchanged(None)(3).feed(b"") == Exchanged(None)(3).feed(b"")
    assert Exchanged(None)(3).feed(b"v") != Exchanged(1)(4).feed(b"v")
