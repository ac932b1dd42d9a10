"""Potions and scrolls of 5.2 and 3.6 (V52-14, V52-15, V36-15, V36-16)."""

from __future__ import annotations

import json

import pytest

from rogue.rules import potions, scrolls, turn
from rogue.rules.scrolls import read
from rogue.state.actors import ALERT, AWAKE, BLIND, CONFUSED, DETECTS, GRABBED, HASTED, HELD, SEES_INVISIBLE
from rogue.state.grid import spot_of
from rogue.state.serialize import decode, encode
from rogue.state.world import Question, World
from rogue.tables.glyphs import GOLD
from rogue.tables.items import ItemClass
from rogue.tables.rogue36 import ROGUE_36
from rogue.tables.rogue52 import ROGUE_52
from rogue.tables.ruleset import ROGUE_54, Ruleset
from rogue.ui.session import Session
from tests.rogue.editions.magic_scenes import HALL, ROOM, knows, older, room, zap
from tests.support.notation import carry, draw, find_foe, plain_item, read_world
from tests.support.odds import assert_share


def quaff(name: str, world: World) -> World:
    assert potions.quaff(world, carry(world, "potion", name))
    return world


def perform(name: str, world: World) -> World:
    """Read a scroll."""
    assert read(world, carry(world, "scroll", name))
    return world


def turns_of(world: World, timer: str) -> int:
    (found,) = (running for running in world.timers if running.name == timer)
    return found.turns


@older
@pytest.mark.parametrize(
    ("cls", "name", "said", "known"),
    [
        ("potion", "paralysis", "You can't move", True),
        ("potion", "thirst quenching", "This potion tastes extremely dull", False),
        ("scroll", "blank paper", "This scroll seems to be blank", False),
        ("scroll", "gold detection", "You feel a pull downward", False),  # there is none
    ],
)
def test_v52_14_15_what_5_4_has_not(
    rules: Ruleset, cls: ItemClass, name: str, said: str, known: bool
) -> None:
    world = (quaff if cls == "potion" else perform)(name, room(rules))
    assert (world.said, knows(world, cls, name)) == ([said], known)
    assert (world.player.helpless, world.player.flags) == (2 if name == "paralysis" else 0, 0)
    assert (world.timers, world.windows) == ([], [])


@older
def test_v52_14_paralysis_makes_the_helpless_turns_two_and_ends_alertness(rules: Ruleset) -> None:
    world = room(rules)
    world.player.flags |= ALERT
    world.player.helpless = 9
    quaff("paralysis", world)
    assert world.player.helpless == 2
    assert not world.player.has_flag(ALERT)


@pytest.mark.parametrize(
    ("rules", "name", "mark", "turns"),
    [
        (ROGUE_52, "confusion", CONFUSED, range(18, 29)), (ROGUE_36, "confusion", CONFUSED, range(20, 28)),
        (ROGUE_52, "blindness", BLIND, range(765, 935)), (ROGUE_36, "blindness", BLIND, range(850, 851)),
        (ROGUE_52, "see invisible", SEES_INVISIBLE, range(765, 935)),
        (ROGUE_36, "see invisible", SEES_INVISIBLE, range(850, 851)),
    ],
)  # fmt: skip
def test_v52_14_what_lasts_and_is_not_prolonged(rules: Ruleset, name: str, mark: int, turns: range) -> None:
    found = set()
    for seed in range(250):
        world = quaff(name, room(rules, seed=seed))
        found.add(turns_of(world, name))
    assert found <= set(turns)
    assert min(found) - turns[0] <= 8 >= turns[-1] - max(found)
    before = turns_of(world, name)
    quaff(name, world)
    assert world.player.has_flag(mark)
    prolonged = rules is ROGUE_36 and name == "confusion"  # V36-36
    assert (turns_of(world, name) == before) is not prolonged


@older
def test_v52_14_haste_costs_its_turn(rules: Ruleset) -> None:
    world = room(rules)
    assert potions.quaff(world, carry(world, "potion", "haste self"))
    assert world.player.has_flag(HASTED)
    assert 4 <= turns_of(world, "haste") <= 7
    newer = room(ROGUE_54)
    assert not potions.quaff(newer, carry(newer, "potion", "haste self"))


def test_v52_14_monster_detection_is_identified_if_new_monsters_appear() -> None:
    seen = quaff("monster detection", room(ROGUE_52, HALL))
    assert not knows(seen, "potion", "monster detection")
    hidden = quaff("monster detection", room(ROGUE_52, HALL + "\n\n-----\n|.K.|\n-----"))
    assert knows(hidden, "potion", "monster detection")
    assert hidden.player.has_flag(DETECTS)
    assert 18 <= turns_of(hidden, "detect monsters") <= 21
    newer = quaff("monster detection", room(ROGUE_54, HALL + "\n\n-----\n|.K.|\n-----"))
    assert not knows(newer, "potion", "monster detection")


def test_monster_detection_of_3_6_shows_them_once() -> None:
    world = quaff("monster detection", room(ROGUE_36, HALL))
    (window,) = world.windows
    assert window.title == "You begin to sense the presence of monsters."
    assert window.marks == ((find_foe(world, "H").spot, ord("H")),)
    assert not world.player.has_flag(DETECTS)
    assert world.timers == []
    assert knows(world, "potion", "monster detection")
    nobody = quaff("monster detection", room(ROGUE_36))
    assert (nobody.windows, len(nobody.said)) == ([], 1)
    assert not knows(nobody, "potion", "monster detection")


@pytest.mark.parametrize(("rules", "most"), [(ROGUE_52, 2), (ROGUE_36, 1)], ids=["5.2", "3.6"])
def test_v36_15_extra_healing_adds_at_most_1_in_3_6(rules: Ruleset, most: int) -> None:
    added = set()
    for seed in range(60):
        world = room(rules, seed=seed)
        world.player.level = 5
        quaff("extra healing", world)
        added.add(world.player.max_hp - 60)
        assert world.player.hp == world.player.max_hp
    assert max(added) == most


@older
@pytest.mark.parametrize("cls", ["potion", "weapon", "armor", "ring", "stick", "food"])
def test_v52_15_one_identify_for_every_kind_of_item(rules: Ruleset, cls: ItemClass) -> None:
    world = room(rules)
    item = carry(world, cls)
    perform("identify", world)
    assert world.question == Question("identify")
    turn.answer(world, item.letter)
    assert world.question is None
    assert knows(world, "scroll", "identify")
    if cls in ("potion", "ring", "stick"):
        assert item.kind in world.knowledge.true


@older
def test_v52_15_gold_detection(rules: Ruleset) -> None:
    world = perform("gold detection", room(rules, "-----\n|@*.|\n-----"))
    (window,) = world.windows
    assert window.marks == ((spot_of(2, 2), GOLD),)
    assert knows(world, "scroll", "gold detection")


@older
@pytest.mark.parametrize("key", ["K", "k"])
def test_v52_15_genocide_wipes_out_a_kind_for_ever(rules: Ruleset, key: str) -> None:
    picture = "--------\n|@.KK.H|\n--------\n\n-----\n|.K.|\n-----"
    world = room(rules, picture)
    find_foe(world, "H").pack.append(plain_item(world, "potion"))
    world.level.foes[0].pack.append(plain_item(world, "potion"))
    perform("genocide", world)
    assert knows(world, "scroll", "genocide")
    assert world.question == Question("genocide")
    turn.answer(world, key)
    assert world.question is None
    assert [foe.kind.letter for foe in world.level.foes] == ["H"]
    assert world.level.things == []  # what they carried is gone
    assert world.extinct == {"K"}
    assert world.said[-1] == "There will be no more kobolds"
    assert world.player.exp == 0


def test_v52_15_only_a_letter_will_do_and_escape_spares_all() -> None:
    world = perform("genocide", room(ROGUE_52, HALL))
    turn.answer(world, "3")
    assert world.said[-1] == "Please specifiy a letter between 'A' and 'Z'"
    assert world.question == Question("genocide")
    turn.answer(world, "")
    assert world.question is None
    assert not world.extinct
    assert len(world.level.foes) == 1


def test_v52_15_genocide_frees_who_is_held() -> None:
    world = room(ROGUE_52, "-----\n|.@F|\n-----")
    world.player.flags |= GRABBED
    world.player.grip = 3
    perform("genocide", world)
    turn.answer(world, "F")
    assert not world.player.has_flag(GRABBED)
    assert world.player.grip == 0


@pytest.mark.parametrize("edition", ["5.2", "3.6"])
def test_v52_15_the_player_is_asked_which_monster(edition: str) -> None:
    session = Session(5, edition)
    session.feed(b"")
    world = session.world
    world.player.pack.clear()
    carry(world, "scroll", "genocide")
    session.feed(b"ra ")
    assert session.screen[0].startswith("Which monster do you wish to wipe out? ")
    session.feed(b"3 ")
    assert session.screen[0].startswith("Which monster do you wish to wipe out? ")
    before = world.turns
    session.feed(b"j")
    assert world.extinct == {"J"}
    assert world.turns == before + 1
    assert session.mode == "command"


def test_v52_15_a_game_is_saved_while_the_question_stands() -> None:
    world = perform("genocide", room(ROGUE_52, HALL))
    world.extinct.add("Z")
    again = decode(json.loads(json.dumps(encode(world))), ROGUE_52)
    assert again.question == Question("genocide")
    assert again.extinct == {"Z"}
    turn.answer(again, "h")
    assert again.level.foes == []


@older
def test_v52_15_hold_monster_holds_sleepers_too_and_is_never_identified(rules: Ruleset) -> None:
    picture = "-----------\n|@.K..K...|\n|...H.....|\n-----------"
    world = room(rules, picture)
    for foe in world.level.foes:
        foe.flags |= AWAKE if foe.kind.letter == "H" else 0
    perform("hold monster", world)
    held = {divmod(foe.spot, 80) for foe in world.level.foes if foe.has_flag(HELD)}
    assert held == {(2, 3)}  # columns 1 to 3
    assert not knows(world, "scroll", "hold monster")
    assert world.said == []
    close = perform("hold monster", room(rules, "-----\n|@HK|\n-----", awake=True))
    assert all(foe.has_flag(HELD) and not foe.has_flag(AWAKE) for foe in close.level.foes)


@pytest.mark.parametrize(("rules", "shown"), [(ROGUE_54, "^"), (ROGUE_52, "t"), (ROGUE_36, "t")], ids=str)
def test_v52_15_magic_mapping_leaves_hidden_traps_hidden(rules: Ruleset, shown: str) -> None:
    world = perform("magic mapping", room(rules, "-----\n|@t.d\n-----"))
    assert draw(world)[1] == f"|@{shown}.+"
    assert knows(world, "scroll", "magic mapping")


def test_v36_16_the_scroll_of_light_is_as_the_stick() -> None:
    for use in (perform, zap):
        world = read_world(ROOM, rules=ROGUE_36, dark=True)
        use("light", world)
        assert world.player.room is not None
        assert not world.player.room.dark
        assert world.said == ["The room is lit by a shimmering blue light"]
        passage = read_world("##@##", rules=ROGUE_36)
        use("light", passage)
        assert passage.said == ["The corridor glows and then fades"]
    assert knows(perform("light", room(ROGUE_36)), "scroll", "light")


@pytest.mark.parametrize(("rules", "share"), [(ROGUE_52, 0.5), (ROGUE_36, 0.49)], ids=["5.2", "3.6"])
def test_v36_16_enchant_weapon(rules: Ruleset, share: float) -> None:
    world = room(rules)
    mace = world.player.wielded = carry(world, "weapon", "mace")
    for _ in range(3000):
        scrolls.EFFECTS["enchant weapon"](world)
    assert mace.hit_plus + mace.damage_plus == 3000
    assert_share(mace.hit_plus, 3000, share)


def test_v36_16_enchant_weapon_works_on_whatever_is_wielded() -> None:
    for rules, plus in ((ROGUE_52, 0), (ROGUE_36, 1)):
        world = room(rules)
        staff = world.player.wielded = carry(world, "stick", "nothing")
        perform("enchant weapon", world)
        assert staff.hit_plus + staff.damage_plus == plus
