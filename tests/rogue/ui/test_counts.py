"""A count before a command: what repeats it, and what ends it (CMD-3)."""

from __future__ import annotations

import pytest

from rogue.state.actors import AWAKE
from rogue.state.grid import spot_of
from rogue.state.level import REAL
from tests.rogue.ui.quiet_room import dismiss, scene
from tests.support.notation import find_foe


def test_cmd_3_what_ends_a_count() -> None:
    found = scene()
    found.session.world.level.flags[spot_of(1, 3)] &= ~REAL  # a secret door in the wall above
    found.session.world.level.changes += 1
    found.session.world.player.spot = spot_of(2, 3)
    found.type(b"200s")
    assert "A secret door" in "\n".join([found.row(), *found.session.world.said])
    assert 0 < found.session.world.turns < 200
    attacked = scene("-------\n|@...H|\n-------")
    find_foe(attacked.session.world, "H").flags |= AWAKE
    attacked.type(b"200.")
    assert 3 <= attacked.session.world.turns < 8


@pytest.mark.parametrize(("keys", "left"), [(b"2qf", 1), (b"3qf", 0)])
def test_cmd_3_a_counted_quaff_drinks_without_asking_again(keys: bytes, left: int) -> None:
    hands = scene()
    hands.type(keys)
    dismiss(hands)
    world = hands.session.world
    entry = world.pack_item("f")
    assert (entry.count if entry else 0) == left
    assert world.turns == 3 - left


@pytest.mark.parametrize(("keys", "turns"), [(b"9ea", 1), (b"9wd", 1), (b"9,", 1), (b"9T", 2), (b"9Pjl", 1)])
def test_cmd_3_other_commands_drop_the_count(keys: bytes, turns: int) -> None:
    hands = scene()
    hands.type(keys)
    dismiss(hands)
    assert hands.session.world.turns == turns
