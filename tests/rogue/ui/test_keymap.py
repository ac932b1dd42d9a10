"""Every command key: what it costs and that it is answered (KEY-1 to KEY-47, CMD).

One scene serves them all: a lit room with the kit (a food, b ring mail, c mace, d bow, e arrows) and
f healing, g haste self, h remove curse, i identify potion, j a ring, k a stick of nothing, all kinds known.
"""

from __future__ import annotations

import pytest

from rogue.state.entities import CURSED, HALLUCINATING
from rogue.state.grid import RIGHT
from rogue.ui.keymap import KEYS
from scripts.lib.notation import find_foe, hall, read_world
from tests.rogue.ui.quiet_room import dismiss, scene
from tests.support.session_driver import Hands

COSTS = [
    *(("KEY-1", key, 1) for key in "hjklyubn"),
    ("KEY-1", "kk", 1),  # the second meets the wall
    ("KEY-2", "L", 5),
    ("KEY-2", "3J", 1),
    ("KEY-3", "\x0c", 5),
    ("KEY-4", "7s", 7),
    ("KEY-4", "999.", 255),
    ("KEY-4", "4i", 0),
    ("KEY-5", "fl", 0),
    ("KEY-6", "Fl", 0),
    ("KEY-7", "tle", 1),
    ("KEY-7", "t\x1b", 0),
    ("KEY-7", "tl\x1b", 0),
    ("KEY-8", "zlk", 1),
    ("KEY-8", "zla", 0),
    ("KEY-8", "zl\x1b", 0),
    ("KEY-9", "ml", 1),
    ("KEY-9", "m\x1b", 0),
    ("KEY-10", "^l", 0),
    ("KEY-10", "^\x1b", 0),
    ("KEY-11", "s", 1),
    ("KEY-12", ".", 1),
    ("KEY-13", ",", 1),
    ("KEY-14", "qf", 1),
    ("KEY-14", "qc", 1),
    ("KEY-14", "qg", 0),
    ("KEY-14", "q\x1b", 0),
    ("KEY-15", "rh", 1),
    ("KEY-15", "rif", 1),
    ("KEY-15", "ri\x1b f", 0),
    ("KEY-16", "ea", 1),
    ("KEY-16", "ec", 1),
    ("KEY-16", "e\x1b", 0),
    ("KEY-17", "wd", 1),
    ("KEY-17", "wb", 0),
    ("KEY-17", "wc", 0),
    ("KEY-17", "w\x1b", 0),
    ("KEY-18", "Wb", 0),
    ("KEY-18", "W\x1b", 0),
    ("KEY-18", "T Wb", 4),
    ("KEY-18", "T Wa", 3),
    ("KEY-19", "T", 2),
    ("KEY-19", "T T", 2),
    ("KEY-20", "Pjl", 1),
    ("KEY-20", "Pj\x1b", 1),
    ("KEY-20", "Pa", 1),
    ("KEY-20", "P\x1b", 0),
    ("KEY-21", "R", 1),
    ("KEY-21", "Pjl R", 2),
    ("KEY-22", "dc", 1),
    ("KEY-22", "db", 2),
    ("KEY-22", "de d", 1),
    ("KEY-22", "d\x1b", 0),
    ("KEY-23", "sa", 2),
    ("KEY-23", "T a", 2),
    ("KEY-23", "a", 0),
    ("KEY-24", ">", 0),
    ("KEY-25", "<", 0),
    ("KEY-44", "+\x1b", 0),
    ("KEY-45", "    ", 0),
    ("KEY-46", "5\x1b", 0),
    ("KEY-46", "5\x1bxs", 1),
]


@pytest.mark.parametrize(("rule", "keys", "turns"), COSTS)
def test_cmd_4_5_6_what_a_key_costs(rule: str, keys: str, turns: int) -> None:
    hands = scene()
    for key in keys.encode():
        dismiss(hands)
        hands.type(bytes((key,)))
    dismiss(hands)
    world = hands.session.world
    assert (hands.session.mode, world.turns) == ("command", turns), rule
    assert world.ending is None


ANSWERS = [
    ("KEY-26", "i", "a) Some food"),
    ("KEY-27", "If", "f) 3 potions of healing"),
    ("KEY-28", "cf", "That has already been identified"),
    ("KEY-29", "D/", "of teleport away"),
    ("KEY-31", "?s", "s"),
    ("KEY-32", "/%", "'%'"),
    ("KEY-33", ")", "You are wielding (c) a +1,+1 mace"),
    ("KEY-34", "]", "You are wearing (b) +1 ring mail"),
    ("KEY-35", "=", "You are wearing nothing on left hand"),
    ("KEY-36", "@", "Level: 1  Gold: 0"),
    ("KEY-37", "v", "dungeon 0"),
    ("KEY-42", "Q", "Really quit?"),
    ("KEY-47", "q\x03", "Really quit?"),
]


@pytest.mark.parametrize(("rule", "keys", "text"), ANSWERS)
def test_cmd_18_information_is_given_and_costs_nothing(rule: str, keys: str, text: str) -> None:
    hands = scene()
    hands.type(keys.encode())
    shown = "\n".join(hands.terminal.display)
    assert text in shown, rule
    assert hands.session.world.turns == 0


def test_key_30_the_options_cost_nothing() -> None:
    hands = scene()
    hands.type(b"o")
    assert hands.session.mode == "options"
    hands.type(b"\x1b")
    dismiss(hands)
    hands.type(b" ")
    assert (hands.session.mode, hands.session.world.turns) == ("command", 0)


def test_key_38_the_last_message_comes_again() -> None:
    hands = scene()
    assert hands.answer(b")j") == ""
    assert hands.answer(b"\x10").startswith("You are wielding (c)")
    assert hands.session.world.turns == 1  # the step, not the key


@pytest.mark.parametrize("rule_and_key", ["KEY-40 !", "KEY-41 S"])
def test_leaving_keys_cost_no_turn(rule_and_key: str) -> None:
    hands = scene()
    hands.type(rule_and_key[-1].encode())
    while hands.session.mode not in ("command", "closed"):
        hands.type(b" " if hands.session.mode == "more" else b"\x1b")
    assert hands.session.world.turns == 0


def test_key_42_and_47_a_no_goes_on_and_a_yes_ends_the_game() -> None:
    hands = scene()
    hands.type(b"Qn")
    assert (hands.session.mode, hands.session.world.turns) == ("command", 0)
    hands.type(b"q\x03n")
    assert (hands.session.mode, hands.session.world.turns) == ("item", 0)
    hands.type(b"\x1b")
    hands.type(b"r\x03y")
    assert hands.session.outcome is not None
    assert hands.session.outcome.how == "quit"


def test_key_43_bug_30_suspending_uses_a_turn() -> None:
    hands = scene()
    hands.type(b"\x1a")
    dismiss(hands)
    assert hands.session.world.turns == 1


def test_key_5_6_blows_cost_a_turn_each() -> None:
    for key in (b"f", b"F"):
        hands = scene(hall("@E."))
        world = hands.session.world
        foe = find_foe(world, "E")
        foe.hp = 10**6
        foe.armor = -100  # the player never hits
        world.player.hp = world.player.max_hp = 30
        hands.type(key + b"l")
        dismiss(hands)
        assert world.turns > 1
        assert world.player.hp < 30
        assert (world.ending is None) is (key == b"f")  # f stops in time


def test_key_17_19_22_what_a_curse_holds_costs_the_turn() -> None:
    for keys in (b"w", b"T", b"db", b"dc", b"tlc"):
        hands = scene()
        for item in hands.session.world.player.pack[1:3]:
            item.flags |= CURSED
        assert hands.answer(keys) == "You can't.  It appears to be cursed"
        assert hands.session.world.turns == 1


def test_key_22_an_occupied_square_is_free_and_asks_nothing() -> None:
    hands = scene(under="%")
    assert hands.answer(b"d") == "There is something there already"
    assert (hands.session.mode, hands.session.world.turns) == ("command", 0)


def test_cmd_19_all_other_keys_are_illegal_free_and_end_a_count() -> None:
    legal = set(b"hjklyubnHJKLYUBN\x08\x0a\x0b\x0c\x19\x15\x02\x0e0123456789")
    legal |= set(b"fFtzm^s.,qrewWTPRda><iIcDo?/)]=@v\x10\x12!SQ\x1a \x1b\x03")
    illegal = {key for key in range(256) if KEYS[key].kind == "illegal"} | {ord("+")}
    assert illegal | legal == set(range(256))
    assert not illegal & legal
    hands = scene()
    hands.type(b"5;s")
    assert hands.session.world.turns == 1
    hands.type(b"5 s")
    assert hands.session.world.turns == 2


def test_cmd_19_the_complaint_names_the_key() -> None:
    hands = scene()
    assert hands.answer(b"x") == "Illegal command 'x'"
    assert hands.session.world.turns == 0


def test_cmd_13_the_direction_comes_first() -> None:
    hands = scene()
    hands.type(b"t")
    assert hands.session.mode == "direction"
    hands.type(b"l")
    assert hands.session.mode == "item"
    hands.type(b"e")
    arrows = hands.session.world.pack_item("e")
    assert arrows is not None
    assert arrows.count == 31
    hands.type(b"z")
    assert hands.session.mode == "direction"


def test_cmd_14_a_visible_trap_is_named_by_any_name_while_hallucinating() -> None:
    picture = "------\n|@^..|\n|.t..|\n------"
    world = read_world(picture, traps={(2, 2): "bear trap", (3, 2): "rust"})
    hands = Hands()
    hands.enter(world)
    assert hands.answer(b"^l") == "You have found a bear trap"
    hands.type(b"^n")  # hidden
    assert hands.row() == "You have found no trap there"
    world.player.flags |= HALLUCINATING
    dice = world.rng.state
    names = set()
    for _ in range(200):
        hands.type(b"^l")
        names.add(hands.row())
    assert names == {f"You have found {trap.title}" for trap in world.rules.traps}
    assert (world.turns, world.rng.state) == (0, dice)


@pytest.mark.parametrize(("turns", "thing"), [(2, "after m"), (1, "after landing")])
def test_cmd_16_comma_takes_what_lies_here(turns: int, thing: str) -> None:
    hands = scene(hall("@!.."))
    world = hands.session.world
    if thing == "after m":
        assert hands.answer(b"ml").startswith("You moved onto")
    else:
        world.player.spot += RIGHT
    before = len(world.player.pack)
    hands.type(b",")
    assert len(world.player.pack) == before + 1
    assert (world.turns, world.level.things) == (turns, [])
