"""When the status line is drawn, how lists are shown, what an item prompt takes (OPT-4 to OPT-6)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rogue.state.world import World
from scripts.lib.notation import carry, read_world
from tests.support.session_driver import Hands

ROOM = "-----\n|@..|\n|...|\n-----"
STATUS_AT = b"\x1b[24;"


def scene(options: str = "", things: int = 0) -> Hands:
    hands = Hands(options)
    hands.enter(read_world(ROOM, kit=True, inven=hands.session.options.inven))
    for _ in range(things):
        carry(hands.session.world, "armor", "plate mail")
    return hands


CHANGES: list[tuple[str, Callable[[World], None]]] = [
    ("hit points", lambda world: setattr(world.player, "hp", 7)),
    ("experience", lambda world: setattr(world.player, "exp", 7)),
    ("gold", lambda world: setattr(world.player, "purse", 7)),
    ("armor", lambda world: setattr(world.player, "worn", None)),
    ("strength", lambda world: setattr(world.player, "strength", 7)),
    ("depth", lambda world: setattr(world, "depth", 7)),
    ("hunger", lambda world: setattr(world.player, "hunger", 1)),
]


@pytest.mark.parametrize(("what", "change"), CHANGES, ids=[what for what, _ in CHANGES])
def test_opt_4_the_status_line_is_drawn_when_it_changed(what: str, change: Callable[[World], None]) -> None:
    hands = scene()
    before = hands.row(23)
    hands.type(b"s")
    assert STATUS_AT not in hands.sent
    change(hands.session.world)
    hands.type(b"s")
    assert hands.row(23) != before, what


def test_opt_4_a_change_of_the_maximum_alone_is_not_drawn() -> None:
    hands = scene()
    before = hands.row(23)
    hands.session.world.player.max_hp += 5
    hands.session.world.player.hp = 12
    hands.type(b"@ ")  # no turn, so no healing
    hands.type(b" ")
    assert hands.row(23) == before


def test_opt_5_overwrite_lies_over_the_right_part_of_the_map() -> None:
    hands = scene("inven=overwrite")
    hands.type(b"i")
    first = hands.row(0)
    assert first.startswith(" ")
    assert first.strip() == "a) Some food"
    assert hands.row(1).startswith("-----")  # the map is still there on the left
    hands.type(b" ")
    assert hands.row(0) == ""


def test_opt_5_slow_shows_a_line_at_a_time_and_clear_an_empty_screen() -> None:
    slow = scene("inven=slow")
    slow.type(b"i")
    assert slow.row(0) == "a) Some food --More--"
    assert slow.row(1).startswith("-----")
    clear = scene("inven=clear")
    clear.type(b"i")
    assert [clear.row(line)[:2] for line in range(5)] == ["a)", "b)", "c)", "d)", "e)"]
    assert not any("|" in clear.row(line) for line in range(24))


def test_opt_5_lists_longer_than_the_screen_are_paged() -> None:
    hands = scene("inven=clear", things=20)
    hands.type(b"i")
    assert hands.session.mode == "page"
    first = hands.row(0)
    hands.type(b" ")
    assert hands.session.mode == "page"
    assert hands.row(0) != first
    hands.type(b" ")
    assert hands.session.mode == "command"


def test_opt_6_what_an_item_prompt_takes() -> None:
    hands = scene("inven=slow")
    assert hands.answer(b"w*").startswith("c) A +1,+1 mace")  # weapons only: no food, no mail
    hands.type(b" ")
    assert hands.answer(b" ").startswith("Which object do you want to wield?") or "--More--" in hands.row()
    while hands.session.mode == "more":
        hands.type(b" ")
    assert hands.session.mode == "item"
    hands.type(b"z")
    while hands.session.mode == "more":
        assert hands.row().startswith("'z' is not a valid item")
        hands.type(b" ")
    assert hands.session.mode == "item"
    hands.type(b"a")  # food does not fit the list but may be chosen
    assert hands.row().startswith("You are now wielding some food (a)")
