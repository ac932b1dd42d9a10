"""The check value: equal for equal games, different for any change."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rogue.levelgen.new_game import new_world
from rogue.rules.output import emit
from rogue.state.checksum import checksum, snapshot
from rogue.state.entities import CONFUSED
from rogue.state.serialize import saved_fields
from rogue.state.world import Duel, Question, World
from rogue.tables.glyphs import FLOOR
from rogue.tables.ruleset import ROGUE_54
from scripts.lib.notation import plain_item, read_world

ROOM = """
    ------
    |.@.B|
    |.!..+#
    ------
"""


def pair() -> tuple[World, World]:
    return read_world(ROOM, kit=True), read_world(ROOM, kit=True)


def test_equal_games_agree() -> None:
    one, other = pair()
    assert snapshot(one) == snapshot(other)
    assert checksum(one) == checksum(other)
    assert checksum(new_world(ROGUE_54, 8)) == checksum(new_world(ROGUE_54, 8))
    assert checksum(new_world(ROGUE_54, 8)) != checksum(new_world(ROGUE_54, 9))


def test_it_has_64_bits() -> None:
    values = [checksum(new_world(ROGUE_54, seed)) for seed in range(20)]
    assert all(0 <= value < 2**64 for value in values)
    assert max(values) >= 2**60
    assert len(set(values)) == 20


CHANGES: list[Callable[[World], object]] = [
    lambda w: w.rng.rnd(6),
    lambda w: w.deco.rnd(6),
    lambda w: setattr(w, "turns", 1),
    lambda w: setattr(w.player, "food", 1299),
    lambda w: setattr(w.player, "purse", 1),
    lambda w: setattr(w.player, "wielded", None),
    lambda w: w.player.pack.reverse(),
    lambda w: setattr(w.player.pack[4], "count", 31),
    lambda w: setattr(w.level.foes[0], "hp", 1),
    lambda w: setattr(w.level.foes[0], "flags", CONFUSED),
    lambda w: setattr(w.level.foes[0], "goal", w.level.things[0]),
    lambda w: w.level.foes[0].pack.append(plain_item(w, "ring")),
    lambda w: w.level.shift_foe(w.level.foes[0], w.level.foes[0].spot - 1),
    lambda w: w.level.take_thing(w.level.things[0]),
    lambda w: setattr(w.level.rooms[0], "dark", True),
    lambda w: w.level.flags.__setitem__(100, 0),
    lambda w: w.canvas.put(200, FLOOR),
    lambda w: w.canvas.put_bright(200, 32),
    lambda w: w.start_timer("haste", 4),
    lambda w: w.knowledge.true.add(w.rules.potions[0]),
    lambda w: w.knowledge.called.__setitem__(w.rules.potions[0], "juice"),
    lambda w: w.end("killed", "bat"),
    lambda w: setattr(w, "question", Question("identify", ("potion",))),
    lambda w: setattr(w, "duel", Duel(w.level.foes[0], 1, True)),
    lambda w: setattr(w.options, "terse", True),
]
WHOLES: dict[str, Callable[[World], object]] = {
    "world": lambda w: w,
    "player": lambda w: w.player,
    "foe": lambda w: w.level.foes[0],
    "item": lambda w: w.player.pack[0],
    "room": lambda w: w.level.rooms[0],
    "options": lambda w: w.options,
    "dice": lambda w: w.rng,
}


@pytest.mark.parametrize("change", CHANGES)
def test_every_change_shows(change: Callable[[World], object]) -> None:
    one, other = pair()
    change(other)
    assert checksum(one) != checksum(other)


@pytest.mark.parametrize("whole", WHOLES)
def test_every_saved_number_shows(whole: str) -> None:
    world = read_world(ROOM, kit=True)
    owner = WHOLES[whole](world)
    numbers = [name for name in saved_fields(type(owner)) if isinstance(getattr(owner, name), int)]
    before = checksum(world)
    for name in numbers:
        value = getattr(owner, name)
        setattr(owner, name, value + 1)
        assert checksum(world) != before, name
        setattr(owner, name, value)
    assert numbers
    assert checksum(world) == before


def test_what_play_takes_at_its_own_time_does_not_count() -> None:
    one, other = pair()
    emit(other, "Hello")
    other.canvas.dirty.add(100)
    other.canvas.cleared = not other.canvas.cleared
    other.level.room_at(300)
    assert checksum(one) == checksum(other)


def test_what_has_no_plain_form_is_refused() -> None:
    world = read_world(ROOM)
    setattr(world, "last", print)  # noqa: B010 - a wrong type on purpose
    with pytest.raises(TypeError, match="no plain form"):
        snapshot(world)
