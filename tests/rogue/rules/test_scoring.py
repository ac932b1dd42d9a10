"""The worth of items and the final score (END-1 to END-4)."""

from __future__ import annotations

from typing import Any

import pytest

from rogue.rules.scoring import final_score, winnings, worth
from rogue.state.entities import KNOWN
from rogue.state.world import How, World
from rogue.tables.items import ItemClass
from scripts.lib.notation import carry, hall, read_world

ROOM = hall("@..")


@pytest.mark.parametrize(
    ("cls", "name", "fields", "gold"),
    [
        ("food", "food", {"count": 3}, 6),
        ("weapon", "mace", {"hit_plus": 1, "damage_plus": 1}, 56),  # 8 * (3 * 2 + 1)
        ("weapon", "arrow", {"count": 12, "group": 1}, 12),
        ("weapon", "mace", {"hit_plus": -1}, 0),  # 8 * (-3 + 1) counts as nothing
        ("armor", "ring mail", {"value": 6}, 335),  # 25 + 100 * 3 + 10 * 1
        ("armor", "leather armor", {"value": 10}, 0),  # 20 - 100 - 20
        ("armor", "leather armor", {"value": 9}, 10),
        ("amulet", "", {}, 1000),
        ("potion", "healing", {"count": 2}, 130),
        ("scroll", "scare monster", {"count": 3}, 300),
        ("potion", "blindness", {}, 2),  # 5 halved
    ],
)
def test_end_4_worth_of_unknown_things(cls: ItemClass, name: str, fields: dict[str, Any], gold: int) -> None:
    world = read_world(ROOM)
    assert worth(world, carry(world, cls, name, **fields)) == gold


@pytest.mark.parametrize(("cls", "name"), [("potion", "healing"), ("scroll", "sleep")])
def test_end_4_potions_and_scrolls_count_fully_when_the_kind_is_identified(cls: ItemClass, name: str) -> None:
    world = read_world(ROOM)
    item = carry(world, cls, name, count=3)
    world.knowledge.true.add(item.kind)
    assert worth(world, item) == 3 * item.kind.worth


@pytest.mark.parametrize(
    ("name", "value", "known", "gold"),
    [
        ("protection", 2, True, 650),  # 400 + stone 50 + 200
        ("protection", 2, False, 325),
        ("protection", -1, True, 10),
        ("protection", -1, False, 5),
        ("searching", 0, True, 470),
        ("searching", 0, False, 235),
    ],
)
def test_end_4_rings_with_their_stones(name: str, value: int, known: bool, gold: int) -> None:
    world = read_world(ROOM)
    ring = carry(world, "ring", name, value=value, flags=KNOWN if known else 0)
    world.knowledge.stone_worth[ring.kind] = 50
    assert worth(world, ring) == gold


@pytest.mark.parametrize(("known", "gold"), [(True, 430), (False, 215)])
def test_end_4_sticks_by_their_charges_halved_when_this_one_is_unknown(known: bool, gold: int) -> None:
    world = read_world(ROOM)
    stick = carry(world, "stick", "fire", value=5, flags=KNOWN if known else 0)
    world.knowledge.true.add(stick.kind)
    assert worth(world, stick) == gold


def ended(how: How, killer: str = "", purse: int = 0) -> World:
    world = read_world(ROOM)
    world.player.purse = purse
    carry(world, "amulet")
    world.end(how, killer)
    return world


@pytest.mark.parametrize(("purse", "score"), [(0, 0), (9, 9), (10, 9), (19, 18), (20, 18), (1000, 900)])
def test_end_1_death_takes_a_tenth(purse: int, score: int) -> None:
    assert final_score(ended("killed", "bat", purse)) == score


@pytest.mark.parametrize(
    ("how", "killer", "score"), [("quit", "", 100), ("killed", "signal", 100), ("won", "", 1100)]
)
def test_end_2_and_3_quitting_is_free_and_winning_adds_the_pack(how: How, killer: str, score: int) -> None:
    assert final_score(ended(how, killer, 100)) == score


def test_a_game_that_goes_on_counts_its_purse() -> None:
    world = read_world(ROOM)
    world.player.purse = 77
    assert final_score(world) == 77


def test_end_3_the_winners_list_names_everything_but_changes_nothing() -> None:
    world = read_world(ROOM, kit=True)
    world.player.purse = 5
    potion = carry(world, "potion", "healing", count=2)
    wand = carry(world, "stick", "cold", value=4)
    world.knowledge.called[potion.kind] = "x"
    world.end("won")
    score = final_score(world)
    lines = winnings(world)
    looks = world.knowledge.looks
    assert [line.letter for line in lines] == list("abcdefg")
    assert [line.worth for line in lines] == [2, 335, 56, 60, 32, 130, 205]
    assert [line.name for line in lines[5:]] == [
        f"2 potions of healing({looks[potion.kind]})",
        f"A staff of cold [4 charges]({looks[wand.kind]})",
    ]
    assert lines[1].name == "+1 ring mail [protection 4] (being worn)"
    assert sum(line.worth for line in lines) + 5 == score == final_score(world)
    assert world.knowledge.called == {potion.kind: "x"}
    assert not wand.has_flag(KNOWN)
