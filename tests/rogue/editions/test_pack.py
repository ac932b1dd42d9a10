"""Pack and winnings of 5.2 and 3.6 (V52-19, V36-21)."""

from __future__ import annotations

import pytest

from rogue.rules import equipment, pack, turn
from rogue.rules.monster_death import kill_foe
from rogue.rules.scoring import worth
from rogue.state.world import Command, World
from rogue.tables.items import ItemClass
from rogue.tables.rogue36 import ROGUE_36
from rogue.tables.rogue52 import ROGUE_52
from rogue.tables.ruleset import Ruleset
from scripts.lib.notation import carry, find_foe, plain_item, read_world

older = pytest.mark.parametrize("rules", [ROGUE_52, ROGUE_36], ids=["5.2", "3.6"])
ROOM = "-------\n|.....|\n|..@..|\n-------"


def letters(world: World) -> list[str]:
    return [f"{item.letter} {item.kind.name}" for item in world.player.pack]


@older
def test_v52_19_at_most_22_units(rules: Ruleset) -> None:
    world = read_world(ROOM, rules=rules)
    for _ in range(22):
        assert pack.add(world, plain_item(world, "potion", "healing"))
    assert not pack.add(world, plain_item(world, "potion", "healing"))
    assert pack.units(world.player) == 22


@older
def test_v52_19_letters_follow_the_order_of_the_pack(rules: Ruleset) -> None:
    world = read_world(ROOM, rules=rules, kit=True)
    pack.add(world, plain_item(world, "potion", "healing"))
    assert letters(world) == ["a food", "b ring mail", "c mace", "d short bow", "e arrow", "f healing"]
    pack.add(world, plain_item(world, "weapon", "spear"))
    assert letters(world)[4:] == ["e arrow", "f spear", "g healing"]
    pack.take(world, world.player.pack[0])
    assert letters(world) == ["a ring mail", "b mace", "c short bow", "d arrow", "e spear", "f healing"]
    equipment.drop(world, world.player.pack[4])
    assert letters(world)[-1] == "e healing"


@older
def test_v52_19_a_repetition_follows_its_item(rules: Ruleset) -> None:
    world = read_world(ROOM, rules=rules, kit=True)
    pack.add(world, plain_item(world, "potion", "thirst quenching", count=3))
    turn.do(world, Command("q", letter="f", times=3))
    assert "thirst quenching" not in " ".join(letters(world))
    assert world.said.count("This potion tastes extremely dull") == 3
    world.repeat = world.last = Command("e", letter="c", times=4)
    pack.take(world, world.player.pack[0])
    assert (world.last.letter, world.repeat.letter) == ("b", "b")
    pack.take(world, world.player.pack[1])
    assert (world.last.letter, world.repeat.letter) == ("", "")


@older
def test_v52_19_what_joins_its_group_adds_exactly_one(rules: Ruleset) -> None:
    world = read_world(ROOM, rules=rules, kit=True)
    arrows = world.player.pack[4]
    more = plain_item(world, "weapon", "arrow", count=8, group=arrows.group)
    assert pack.add(world, more)
    assert arrows.count == 33
    pack.add(world, plain_item(world, "potion", "healing", count=2))
    pack.add(world, plain_item(world, "potion", "healing", count=2))
    assert world.player.pack[-1].count == 4


@pytest.mark.parametrize(
    ("cls", "name", "fields", "gold"),
    [
        ("weapon", "long sword", {}, 15),
        ("weapon", "long sword", {"hit_plus": 1, "damage_plus": 2}, 15 * 31),
        ("weapon", "arrow", {"count": 12, "hit_plus": 1}, 12 * 11),
        ("weapon", "mace", {"hit_plus": -3}, 8 * -29),
        ("armor", "plate mail", {}, 400),
        ("armor", "plate mail", {"value": 1}, 400 * 21),
        ("armor", "ring mail", {"value": 9}, 30 * -19),
        ("ring", "protection", {"value": 2}, 200 + 40),
        ("ring", "protection", {"value": -1}, 50),
        ("ring", "dexterity", {"value": -1}, 50),
        ("ring", "searching", {}, 200),
        ("potion", "healing", {"count": 3}, 3 * 130),  # nothing is halved
        ("scroll", "genocide", {}, 200),
        ("stick", "light", {"value": 12}, 120 + 20 * 12),
        ("food", "food", {"count": 2}, 4),
        ("amulet", "", {}, 1000),
    ],
)
def test_v36_21_worth(cls: ItemClass, name: str, fields: dict[str, int], gold: int) -> None:
    world = read_world(ROOM, rules=ROGUE_36)
    assert worth(world, carry(world, cls, name, **fields)) == gold


def test_what_is_unknown_is_worth_half_in_5_2() -> None:
    world = read_world(ROOM, rules=ROGUE_52)
    assert worth(world, carry(world, "potion", "healing", count=2)) == 130


def test_v36_23_nothing_falls_under_a_monster_or_on_a_hidden_trap() -> None:
    picture = "-----\n|.t.|\n|.ZK|\n|@M.|\n-----"
    for rules, squares in ((ROGUE_52, 8), (ROGUE_36, 4)):
        found = set()
        for seed in range(120):
            world = read_world(picture, rules=rules, seed=seed)
            foe = find_foe(world, "Z")
            foe.pack = [plain_item(world, "potion", "healing")]
            kill_foe(world, foe)
            (potion,) = world.level.things
            found.add(potion.spot)
        assert len(found) == squares


def test_v36_23_a_missile_falls_beside_the_monster_that_it_missed() -> None:
    for seed in range(60):
        world = read_world("-----\n|...|\n|@.Z|\n|...|\n-----", rules=ROGUE_36, seed=seed, kit=True)
        foe = find_foe(world, "Z")
        pack.fall(world, plain_item(world, "weapon", "arrow"), foe.spot)
        assert world.level.foe_at[world.level.things[0].spot] is None
