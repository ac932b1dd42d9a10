"""Potions, one by one (POT).  Edges on both sides; the dice are real, so outcomes are ranges."""

from __future__ import annotations

from collections import Counter

import pytest

from rogue.rules import potions, turn_phases
from rogue.state.entities import (
    ALERT,
    BLIND,
    CONFUSED,
    DETECTS,
    HALLUCINATING,
    HASTED,
    LEVITATING,
    SEES_INVISIBLE,
)
from rogue.state.grid import spot_of
from rogue.state.level import SEEN
from rogue.state.world import Question, World
from rogue.tables.edition_table import EDITIONS
from rogue.tables.glyphs import FLOOR, MAGIC, STAIRS
from scripts.lib.notation import carry, find_foe, hall, plain_item, read_world
from tests.rogue.scenes import Scene, an_item, scene, using

ROOM = """
    --------      -----
    |.@....|      |...|
    |......+######+.T.|
    --------      -----
"""


def quaff(name: str, world: World | None = None, **options: object) -> World:
    """Quaff one potion of a kind; a cost of the turn is checked on the way."""
    if world is None:
        world = read_world(ROOM, **options)  # type: ignore[arg-type]
    potion = carry(world, "potion", name)
    assert potions.quaff(world, potion) is (name != "haste self")  # CMD-8
    return world


def knows(world: World, name: str) -> bool:
    return world.rules.kind("potion", name) in world.knowledge.true


def turns(world: World, name: str) -> list[int]:
    return [timer.turns for timer in world.timers if timer.name == name]


def test_every_kind_of_every_edition_has_exactly_one_effect() -> None:
    kinds = [kind for rules in EDITIONS.values() for kind in rules.potions]
    assert set(potions.EFFECTS) == {kind.effect or kind.name for kind in kinds}


SAID = [
    # potion, whether it is identified, what is said, and what while hallucinating where that differs
    ("confusion", True, "Wait, what's going on here. Huh? What? Who?", "What a tripy feeling!"),
    ("hallucination", True, "Oh, wow!  Everything seems so cosmic!", None),
    ("poison", True, "You feel very sick now", "You feel very sick now|Everything looks SO boring now."),
    ("gain strength", True, "You feel stronger, now.  What bulging muscles!", None),
    ("see invisible", False, "This potion tastes like slime-mold juice", None),
    ("healing", True, "You begin to feel better", None),
    ("monster detection", False, "", None),
    ("magic detection", False, "You have a strange feeling for a moment, then it passes",
     "You have a normal feeling for a moment, then it passes"),
    ("raise level", True, "You suddenly feel much more skillful|Welcome to level 2", None),
    ("extra healing", True, "You begin to feel much better",
     "Everything looks SO boring now.|You begin to feel much better"),
    ("haste self", True, "You feel yourself moving much faster", None),
    ("restore strength", False, "Hey, this tastes great.  It make you feel warm all over", None),
    ("blindness", True, "A cloak of darkness falls around you", "Oh, bummer!  Everything is dark!  Help!"),
    ("levitation", True, "You start to float in the air", "Oh, wow!  You're floating in the air!"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "identified", "said", "trip"), SAID, ids=[row[0] for row in SAID])
def test_nam_7_pot_17_what_is_told_or_asked(name: str, identified: bool, said: str, trip: str | None) -> None:
    world = quaff(name)
    kind = world.rules.kind("potion", name)
    assert knows(world, name) is identified
    assert world.question == (None if identified else Question("name", kind=kind))
    assert world.player.pack == []
    assert "|".join(world.said) == said
    tripping = read_world(ROOM)
    tripping.player.flags |= HALLUCINATING
    assert "|".join(quaff(name, tripping).said) == (said if trip is None else trip)
    assert knows(tripping, name) is (identified and name != "confusion")  # POT-1


def test_pot_1_confusion_lasts_and_adds_up() -> None:
    world = quaff("confusion")
    assert world.player.has_flag(CONFUSED)
    assert turns(world, "confusion")[0] in (19, 20)
    quaff("confusion", world)
    assert len(turns(world, "confusion")) == 1
    assert turns(world, "confusion")[0] in (38, 39, 40)
    assert world.said == [SAID[0][2]] * 2


@pytest.mark.parametrize(
    ("name", "mark", "timer", "low", "high"),
    [
        ("hallucination", HALLUCINATING, "hallucination", 808, 892),
        ("see invisible", SEES_INVISIBLE, "see invisible", 808, 892),
        ("blindness", BLIND, "blindness", 808, 892),
        ("levitation", LEVITATING, "levitation", 29, 31),
    ],
)
def test_chk_27_pot_2_14_15_spells_lengthen(name: str, mark: int, timer: str, low: int, high: int) -> None:
    world = quaff(name)
    assert world.player.has_flag(mark)
    assert low <= turns(world, timer)[0] <= high
    world.question = None
    quaff(name, world)
    assert len(turns(world, timer)) == 1
    assert 2 * low <= turns(world, timer)[0] <= 2 * high


def test_pot_3_poison_takes_one_to_three_strength_and_ends_the_trip() -> None:
    losses = set()
    for seed in range(40):
        world = read_world(ROOM, seed=seed)
        world.player.flags |= HALLUCINATING
        quaff("poison", world)
        losses.add(16 - world.player.strength)
        assert not world.player.has_flag(HALLUCINATING)
        assert world.said == ["You feel very sick now", "Everything looks SO boring now."]
    assert losses == {1, 2, 3}


QUAFF = using(potions.quaff)


def potion(name: str, **more: object) -> dict[str, object]:
    return {"carries": [an_item("potion", name)], **more}


VEIL, BORING, FEELING = (
    "The veil of darkness lifts", "Everything looks SO boring now.",
    "You have a strange feeling for a moment, then it passes",
)  # fmt: skip
DRUNK = [
    scene("CMD-9 no potion costs the turn", ROOM, QUAFF, {"carries": [an_item("scroll")]}, costs=True,
          counts=[1], said=["Yuk! Why would you want to drink that?"]),
    scene("CMD-9 terse", ROOM, QUAFF, {"carries": [an_item("scroll")], "terse": True},
          said=["That's undrinkable"]),
    scene("POT-3 sustained strength, the trip goes on", ROOM, QUAFF,
          potion("poison", left=an_item("ring", "sustain strength"), flags=HALLUCINATING),
          strength=16, flags=HALLUCINATING, knows=["poison"], said=["You feel momentarily sick"]),
    scene("POT-5 a ring's power starts no timer", ROOM, QUAFF,
          potion("see invisible", flags=SEES_INVISIBLE), timers={}),
    scene("POT-6 ends blindness", ROOM, QUAFF, potion("healing", flags=BLIND),
          flags=0, said=[VEIL, "You begin to feel better"]),
    scene("POT-7 ends blindness", ROOM, QUAFF, potion("extra healing", flags=BLIND),
          flags=0, said=[VEIL, "You begin to feel much better"]),
    scene("POT-7 ends the trip", ROOM, QUAFF, potion("extra healing", flags=HALLUCINATING),
          flags=0, timers={}, said=[BORING, "You begin to feel much better"]),
    scene("POT-8 no hidden monster, only a feeling", hall("@.B."), QUAFF,
          potion("monster detection"), flags=DETECTS, said=[FEELING]),
    scene("POT-8 a xeroc shows what it is", ROOM.replace("T", "X"), QUAFF,
          potion("monster detection", foe_disguise=ord("!")), foe_shown="X"),
    *(scene(f"{rule} {name} at {now} of {best}", ROOM, QUAFF,
            potion(name, strength=now, best_strength=best), strength=after, best_strength=after)
      for rule, name, now, best, after in (
          ("POT-4", "gain strength", 16, 16, 17), ("POT-4", "gain strength", 30, 30, 31),
          ("POT-4", "gain strength", 31, 31, 31), ("POT-13", "restore strength", 10, 16, 16),
          ("POT-13", "restore strength", 16, 16, 16), ("POT-13", "restore strength", 18, 18, 18),
      )),
    scene("ITM-14 ITM-19 one of a stack in hand", ROOM, QUAFF,
          {"wielded": an_item("potion", "healing", count=3)}, counts=[2], wielded=None),
]  # fmt: skip


@pytest.mark.parametrize("row", DRUNK)
def test_what_potions_do(row: Scene) -> None:
    assert row.seen() == row.then


def test_pot_5_see_invisible_shows_phantoms_and_ends_blindness() -> None:
    world = read_world(hall("@..P."), fruit="mango")
    phantom = find_foe(world, "P")
    quaff("blindness", world)
    quaff("see invisible", world)
    assert world.said[1:] == ["This potion tastes like mango juice", "The veil of darkness lifts"]
    assert not world.player.has_flag(BLIND)
    assert turns(world, "blindness") == []
    assert world.canvas.cells[phantom.spot] == ord("P")


def test_pot_6_healing_stays_within_the_maximum_or_raises_it_by_one() -> None:
    outcomes = set()
    for seed in range(60):
        world = read_world(ROOM, seed=seed)
        player = world.player
        player.level, player.hp, player.max_hp = 2, 16, 20
        quaff("healing", world)
        outcomes.add((player.hp, player.max_hp))
    assert outcomes == {(18, 20), (19, 20), (20, 20), (21, 21)}
    world = read_world(ROOM)
    assert quaff("healing", world).player.hp == world.player.max_hp == 13


def test_pot_7_extra_healing_adds_one_or_two_to_the_maximum() -> None:
    """Level 1 from 12(12): 1d8 = 1, 2 brings 13; 3 to 8 brings 14: 3/4 of 400, 5 sigma = 43."""
    counts: Counter[int] = Counter()
    for seed in range(400):
        world = read_world(ROOM, seed=seed)
        quaff("extra healing", world)
        assert world.player.hp == world.player.max_hp
        counts[world.player.max_hp] += 1
    assert set(counts) == {13, 14}
    assert abs(counts[14] - 300) <= 43


def test_pot_8_unseen_monsters_are_highlighted_for_twenty_turns() -> None:
    world = quaff("monster detection")
    troll = find_foe(world, "T")
    assert world.canvas.cells[troll.spot] == ord("T")
    assert world.canvas.bright == {troll.spot}
    assert world.player.has_flag(DETECTS)
    assert (turns(world, "detect monsters"), world.said) == ([20], [])
    world.question = None
    quaff("monster detection", world)
    assert turns(world, "detect monsters") == [20, 20]


def test_pot_18_what_was_remembered_below_a_detected_monster_comes_back() -> None:
    world = read_world(ROOM)
    troll = find_foe(world, "T")
    world.canvas.put(troll.spot, ord("!"))
    quaff("monster detection", world)
    assert troll.under == ord("!")
    turn_phases.end_detection(world)
    assert world.canvas.cells[troll.spot] == ord("!")


def test_pot_9_magic_detection_shows_lying_and_carried_magic() -> None:
    world = read_world(ROOM)
    spot = spot_of(3, 5)
    world.level.add_thing(plain_item(world, "ring"), spot)
    world.level.add_thing(plain_item(world, "food"), spot_of(3, 6))
    troll = find_foe(world, "T")
    troll.pack.append(plain_item(world, "weapon", "mace", hit_plus=1))
    quaff("magic detection", world)
    (window,) = world.windows
    assert window.marks == ((spot, MAGIC), (troll.spot, MAGIC))
    assert window.title == "You sense the presence of magic on this level."
    assert knows(world, "magic detection")
    assert world.said == []


def test_pot_9_food_and_plain_weapons_are_not_magic() -> None:
    world = read_world(ROOM)
    for col, cls in enumerate(("food", "weapon", "armor"), 2):
        world.level.add_thing(plain_item(world, cls), spot_of(3, col))  # type: ignore[arg-type]
    quaff("magic detection", world)
    assert world.windows == []
    assert not knows(world, "magic detection")


def test_pot_10_raise_level() -> None:
    world = quaff("raise level")
    assert (world.player.level, world.player.exp) == (2, 11)
    assert 13 <= world.player.max_hp <= 22


@pytest.mark.slow
def test_chk_26_haste_lasts_four_to_seven_turns_equally_often() -> None:
    """400 potions, each length 100 times, 5 sigma = 43."""
    counts: Counter[int] = Counter()
    for seed in range(400):
        world = quaff("haste self", seed=seed)
        counts[turns(world, "haste")[0]] += 1
    assert set(counts) == {4, 5, 6, 7}
    assert all(abs(count - 100) <= 43 for count in counts.values())


def test_pot_11_bug_35_a_second_haste_ends_in_exhaustion() -> None:
    faints = set()
    for seed in range(80):
        world = quaff("haste self", seed=seed)
        world.player.flags |= ALERT
        quaff("haste self", world)
        faints.add(world.player.helpless)
        assert not world.player.flags & (HASTED | ALERT)
        assert turns(world, "haste") == []
        assert world.said[1] == "You faint from exhaustion"
    assert faints == set(range(8))


@pytest.mark.parametrize(("shown", "seen"), [(STAIRS, SEEN), (FLOOR, 0)])
def test_con_3_stairs_on_show_when_hallucination_begins_stay_stairs(shown: int, seen: int) -> None:
    world = read_world(hall("@.%.."))
    world.canvas.put(world.level.stairs, shown)
    quaff("hallucination", world)
    assert world.level.flags[world.level.stairs] & SEEN == seen


def test_con_3_stairs_stood_on_when_hallucination_begins_stay_stairs() -> None:
    world = read_world(hall("@...."), under="%")
    quaff("hallucination", world)
    assert world.level.flags[world.player.spot] & SEEN
