"""A wizard makes items: their kinds, blessings, charges (WIZ-2, WIZ-3)."""

from __future__ import annotations

import pytest

from rogue.rules import wizard_mode
from rogue.state.item import CURSED
from rogue.ui import wizard
from tests.rogue.ui.wizard_session import ROOM, Wizard, last
from tests.support.notation import read_world
from tests.support.session_driver import MORE

pytestmark = pytest.mark.slow


def test_wiz_2_creating_asks_for_kind_entry_and_blessing() -> None:
    hands = Wizard(ROOM)
    hands.type(b"C")
    assert hands.row() == "Type of item:"
    hands.type(b")")
    assert hands.row() == "Which ) (weapon) do you want? (0-8)"
    hands.type(b"1")
    assert hands.row() == "Blessing? (+,-,n)"
    hands.type(b"x")
    assert hands.row() == "Blessing? (+,-,n)"
    hands.type(b"+")
    assert hands.row().endswith("long sword (f)")
    assert hands.world.turns == 0


def test_wiz_2_wrong_answers_are_asked_again_and_escape_gives_up() -> None:
    hands = Wizard(ROOM)
    assert hands.answers(b"Cq") == ["Invalid type, try again", "Type of item:"]
    assert hands.answers(b"!z") == ["Invalid potion, try again", "Which ! (potion) do you want? (0-d)"]
    hands.type(b"\x1b")
    assert (hands.row(), hands.session.mode, len(hands.world.player.pack)) == ("", "command", 5)


@pytest.mark.parametrize(
    ("symbol", "cls"),
    [
        ("!", "potion"),
        ("?", "scroll"),
        (":", "food"),
        ("=", "ring"),
        ("/", "stick"),
        ("]", "armor"),
        (")", "weapon"),
    ],
)
def test_wiz_2_itm_30_every_entry_of_every_table_can_be_made(symbol: str, cls: str) -> None:
    for entry, kind in enumerate(Wizard().world.rules.kinds(cls)):  # type: ignore[arg-type]
        hands = Wizard(ROOM)
        before = sum(item.count for item in hands.world.player.pack if item.kind is kind)
        hands.type(b"C" + symbol.encode() + wizard.ENTRIES[entry].encode())
        assert (hands.session.mode == "letter") is wizard_mode.takes_blessing(kind)
        hands.answers(b"n" if wizard_mode.takes_blessing(kind) else b"")
        assert sum(item.count for item in hands.world.player.pack if item.kind is kind) > before


def test_wiz_2_gold_goes_into_the_purse() -> None:
    hands = Wizard(ROOM)
    hands.type(b"C*")
    assert hands.row() == "How much?"
    assert hands.answers(b"1x0\n") == ["'1x0' is not a number", "How much?"]
    hands.type(b"\x15120\n")
    assert hands.world.player.purse == 120
    assert "Gold: 120" in hands.row(23)


def test_cmd_3_a_count_before_c_makes_several_things() -> None:
    hands = Wizard(ROOM)
    hands.type(b"2C!0")
    assert hands.row().endswith("(f)" + MORE)
    hands.type(b" !0")
    assert last(hands.world).count == 2
    assert hands.session.mode == "command"


@pytest.mark.parametrize("blessing", ["+", "-", "n"])
@pytest.mark.parametrize("entry", [0, 3])
def test_wiz_3_blessings_of_weapons(blessing: wizard_mode.Blessing, entry: int) -> None:
    seen = set()
    for seed in range(60):
        world = read_world(ROOM, seed=seed)
        kind = world.rules.weapons[entry]
        wizard_mode.create(world, kind, blessing)
        item = last(world)
        seen.add((item.hit_plus, item.damage_plus))
        assert bool(item.flags & CURSED) is (blessing == "-")
    sign = {"+": 1, "-": -1, "n": 0}[blessing]
    if sign:
        assert seen == {(sign * hit, sign * damage) for hit in (1, 2, 3) for damage in (1, 2, 3)}
    else:
        assert seen == {(0, 0)}


@pytest.mark.parametrize(("blessing", "change"), [("+", {-1, -2, -3}), ("-", {1, 2, 3}), ("n", {0})])
def test_wiz_3_blessings_of_armour(blessing: wizard_mode.Blessing, change: set[int]) -> None:
    seen = set()
    for seed in range(40):
        world = read_world(ROOM, seed=seed)
        wizard_mode.create(world, world.rules.kind("armor", "chain mail"), blessing)
        seen.add(last(world).value - 5)
        assert bool(last(world).flags & CURSED) is (blessing == "-")
    assert seen == change


@pytest.mark.parametrize(("blessing", "values"), [("+", {1, 2}), ("-", {-1}), ("n", {1, 2})])
def test_wiz_3_blessings_of_valued_rings(blessing: wizard_mode.Blessing, values: set[int]) -> None:
    seen = set()
    for seed in range(40):
        world = read_world(ROOM, seed=seed)
        wizard_mode.create(world, world.rules.kind("ring", "protection"), blessing)
        seen.add(last(world).value)
        assert bool(last(world).flags & CURSED) is (blessing == "-")
    assert seen == values


def test_wiz_3_a_ring_that_is_always_cursed_stays_so() -> None:
    world = read_world(ROOM)
    wizard_mode.create(world, world.rules.kind("ring", "teleportation"))
    assert last(world).flags & CURSED


def test_wiz_2_a_stick_gets_ten_thousand_charges_and_nothing_else_does() -> None:
    hands = Wizard(ROOM)
    hands.answers(b"C/3")
    hands.type(b"~")
    assert hands.row() == "Charge what? (* for list):"
    hands.answers(b"f")
    assert last(hands.world).value == 10_000
    mail = hands.world.player.worn
    assert mail is not None
    before = mail.value
    assert hands.answers(b"~b") == ["That holds no charges"]
    assert mail.value == before


def test_wiz_2_nine_levels_and_the_arms_of_a_wizard() -> None:
    hands = Wizard(ROOM)
    texts = hands.answers(b"\t")
    player = hands.world.player
    assert texts == [f"Welcome to level {level}" for level in range(2, 11)]
    assert player.level == 10
    sword, mail = player.wielded, player.worn
    assert sword is not None
    assert mail is not None
    assert (sword.kind.name, sword.hit_plus, sword.damage_plus) == ("two handed sword", 1, 1)
    assert (mail.kind.name, mail.value) == ("plate mail", -5)
    assert "Arm: 15" in hands.row(23)
