"""What is said of blows."""

from __future__ import annotations

import pytest

from rogue.rules import fight
from rogue.tables.monsters import INVISIBLE
from tests.rogue.rules.fight_scenes import TOUGH, ring
from tests.support.notation import plain_item


def test_cmb_20_four_ways_to_hit_and_to_miss_and_none_draws_play_dice() -> None:
    world, foe = ring("H")
    foe.armor = 100
    for _ in range(100):
        foe.hp = TOUGH
        fight.attack(world, foe, None)
    assert set(world.said) == {
        "You scored an excellent hit on the hobgoblin",
        "You hit the hobgoblin",
        "You have injured the hobgoblin",
        "You swing and hit the hobgoblin",
    }
    world.said.clear()
    foe.armor = -100
    drawn = world.rng.drawn
    for _ in range(100):
        fight.attack(world, foe, None)
    assert world.rng.drawn == drawn + 100  # one to-hit die each
    assert set(world.said) == {
        "You miss the hobgoblin",
        "You swing and miss the hobgoblin",
        "You barely miss the hobgoblin",
        "You don't hit the hobgoblin",
    }


@pytest.mark.parametrize(
    ("cls", "name", "armor", "said"),
    [
        ("weapon", "dagger", 100, "The dagger hits the hobgoblin"),
        ("weapon", "dagger", -100, "The dagger misses the hobgoblin"),
        ("potion", "healing", 100, "You hit the hobgoblin"),
        ("potion", "healing", -100, "You missed the hobgoblin"),
    ],
)
def test_words_of_missiles(cls: str, name: str, armor: int, said: str) -> None:
    world, foe = ring("H")
    foe.armor = armor
    fight.attack(world, foe, plain_item(world, cls, name), thrown=True)  # type: ignore[arg-type]
    assert world.said == [said]


@pytest.mark.parametrize(
    ("mine", "its", "said"),
    [
        (100, -100, "You hit.  The hobgoblin misses"),
        (-100, -100, "You miss.  The hobgoblin misses"),
        (-100, 100, "You miss.  The hobgoblin hit"),
    ],
)
def test_terse_blow_and_answer_share_a_line(mine: int, its: int, said: str) -> None:
    world, foe = ring("H", terse=True)
    foe.armor, foe.level = mine, its
    fight.attack(world, foe, None)
    assert world.said == []
    fight.foe_attacks(world, foe)
    assert world.said == [said]


def test_terse_blow_and_kill_share_a_line() -> None:
    world, foe = ring("B", terse=True, hp=1)
    foe.armor = 100
    fight.attack(world, foe, None)
    assert world.said == ["You hit.  Defeated the bat"]


def test_unseen_monsters_are_something_or_it() -> None:
    for terse, hit, miss in ((False, "something", "Something"), (True, "You hit", "It misses")):
        world, foe = ring("H", terse=terse)
        foe.flags |= INVISIBLE
        foe.armor, foe.level = 100, -100
        fight.attack(world, foe, None)
        fight.foe_attacks(world, foe)
        assert hit in world.said[0]
        assert miss in world.said[-1]
