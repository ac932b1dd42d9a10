"""The exchanged bestiary, and what the agent makes of it."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from rogomatic.agent.knobs import DEFAULT
from rogomatic.agent.memory.long_term_memory import Memory, default_memory
from rogomatic.agent.memory.monster_estimates import Experience
from rogomatic.agent.monster_manual import KINDS
from rogomatic.cli.agent_factory import AgentFactory
from rogomatic.run.runner.batch import InMemory, LearningBatch, run_batch
from rogue.tables.ruleset import ROGUE_54
from tests.support.exchanged_bestiary import Exchanged, exchanged

pytestmark = pytest.mark.slow

LESSONS = range(9_000_031, 9_000_034)  # enough for some kills of each common kind


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


def trained(seeds: Sequence[int]) -> Memory:
    """Return the memory after games with the exchanged bestiary."""
    batch = LearningBatch(seeds, default_memory())
    for _ in batch.rows(
        lambda some, memory: run_batch(some, InMemory(Exchanged(1)), AgentFactory(memory, DEFAULT, True))
    ):
        pass
    return batch.memory


def test_the_agent_learns_letters_and_strengths_that_no_manual_tells() -> None:
    """A few games: the monsters of the first levels are known by their letters and for what they do."""
    memory = trained(LESSONS)
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


def test_plain_rogue_is_plain_rogue() -> None:
    assert Exchanged(None)(3).feed(b"") == Exchanged(None)(3).feed(b"")
    assert Exchanged(None)(3).feed(b"v") != Exchanged(1)(4).feed(b"v")
