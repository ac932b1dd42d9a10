"""Ways of 5.2: whom the player wakes, in what order a turn goes, what nymphs take (V52-24 on)."""

from __future__ import annotations

import re

import pytest

from rogue.rules import attributes, awareness, hunger, monster_ai, move, pack, turn_phases
from rogue.rules.monster_specials import take_effect
from rogue.state.entities import AWAKE, BLIND
from rogue.state.grid import LEFT, RIGHT, spot_of
from rogue.tables.items import ItemClass
from rogue.tables.monsters import GREEDY, MEAN
from rogue.tables.rogue36 import ROGUE_36
from rogue.tables.rogue52 import ROGUE_52
from rogue.tables.ruleset import ROGUE_54, Ruleset
from scripts.lib.notation import carry, find_foe, read_world
from tests.rogue.editions.monster_scenes import beside


def wakes(rules: Ruleset, letter: str, passing: bool) -> bool:
    """Return whether the blind ever wake a monster, beside them or when they come in and go."""
    woken = 0
    for seed in range(20):
        picture = f"   -------\n##@+....{letter}|\n   -------"
        world = read_world(picture, rules=rules, seed=seed) if passing else beside(letter, rules, seed=seed)
        world.player.flags |= BLIND
        if passing:
            assert move.step(world, RIGHT)
            assert move.step(world, LEFT)
        else:
            awareness.look(world)
        woken += find_foe(world, letter).has_flag(AWAKE)
    return woken > 0


@pytest.mark.parametrize(
    ("letter", "passing", "in54", "in52", "in36"),
    [
        ("H", False, True, False, True),
        ("O", False, True, False, False),
        ("H", True, True, False, False),  # V36-27
        ("O", True, True, False, False),
    ],
)
def test_v52_24_v36_27_who_wakes(letter: str, passing: bool, in54: bool, in52: bool, in36: bool) -> None:
    found = tuple(wakes(rules, letter, passing) for rules in (ROGUE_54, ROGUE_52, ROGUE_36))
    assert found == (in54, in52, in36)


def test_v52_24_who_sees_wakes_them() -> None:
    world = beside("O", ROGUE_52)
    awareness.look(world)
    assert find_foe(world, "O").has_flag(AWAKE)


def test_v52_25_v36_34_healing_and_digestion_precede_the_monsters(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for rules, order in (
        (ROGUE_54, ["move_foes", "heal", "digest"]),
        (ROGUE_52, ["heal", "digest", "move_foes"]),
        (ROGUE_36, ["heal", "digest", "move_foes"]),  # V36-34
    ):
        seen: list[str] = []
        for module, name in ((monster_ai, "move_foes"), (attributes, "heal"), (hunger, "digest")):
            monkeypatch.setattr(module, name, lambda _world, name=name, seen=seen: seen.append(name))
        turn_phases.after_turn(beside(".", rules))
        assert seen == order


@pytest.mark.parametrize("stealth", [False, True])
def test_v52_26_who_is_mean_and_greedy_always_wakes(stealth: bool) -> None:
    goals = set()
    for seed in range(30):
        world = beside("O", ROGUE_52, seed=seed)
        orc, room = find_foe(world, "O"), world.player.room
        assert orc.has_flag(GREEDY)
        assert room is not None
        orc.flags |= MEAN
        room.gold, room.gold_spot = 30, spot_of(1, 6)
        if stealth:
            world.player.left = carry(world, "ring", "stealth")
        awareness.look(world)
        assert orc.has_flag(AWAKE)
        goals.add(orc.goal)
    assert goals == ({spot_of(1, 6)} if stealth else {None, spot_of(1, 6)})


def test_bug_37_in_5_4_it_wakes_as_the_mean_do() -> None:
    woken = 0
    for seed in range(30):
        world = beside("O", ROGUE_54, seed=seed)
        orc = find_foe(world, "O")
        orc.flags |= MEAN
        awareness.look(world)
        woken += orc.has_flag(AWAKE)
    assert 0 < woken < 30


PATCH = """
    -------     -------
    |.....+##@##+.....|
    |....F|     |.....|
    -------     -------
"""


def test_v52_31_a_violet_fungus_steps_only_onto_an_exit_beside_it() -> None:
    for rules, steps in ((ROGUE_54, False), (ROGUE_52, True), (ROGUE_36, False)):
        world = read_world(PATCH.replace("F|", "F+").replace("+##", "|##", 1), rules=rules, awake=True)
        fungus = find_foe(world, "F")
        start, door = spot_of(3, 5), spot_of(3, 6)
        assert fungus.room is not None
        fungus.room.exits = [door]
        for _ in range(3):
            monster_ai.move_foes(world)
            assert fungus.spot == (door if steps else start)


def test_v52_31_farther_off_it_does_not() -> None:
    world = read_world(PATCH.replace("....F|", ".F...|"), rules=ROGUE_52, awake=True)
    monster_ai.move_foes(world)
    assert find_foe(world, "F").spot == spot_of(3, 2)


@pytest.mark.parametrize(("rules", "left"), [(ROGUE_54, 2), (ROGUE_52, 3), (ROGUE_36, 2)])
def test_v52_27_bug_38_a_nymph_takes_nothing_of_a_stack_and_says_one(rules: Ruleset, left: int) -> None:
    world = beside("N", rules)
    potions = carry(world, "potion", "healing", count=3)
    assert not take_effect(world, find_foe(world, "N"))
    assert world.player.pack == [potions]
    assert potions.count == left
    assert pack.units(world.player) == left  # BUG-38
    assert not world.level.foes
    assert any(re.match("She stole an? ", text) for text in world.said)


def test_v52_27_she_takes_a_whole_group_and_what_is_single() -> None:
    things: list[tuple[ItemClass, str, int, int]] = [("weapon", "arrow", 7, 3), ("potion", "healing", 1, 0)]
    for cls, name, count, group in things:
        world = beside("N", ROGUE_52)
        carry(world, cls, name, count=count, group=group, hit_plus=1)
        assert not take_effect(world, find_foe(world, "N"))
        assert world.player.pack == []
