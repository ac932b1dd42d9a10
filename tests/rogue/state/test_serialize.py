"""The codec: what is kept of a world and what is not; a world read back plays on as before (SAV-4, SAV-5)."""

from __future__ import annotations

import copy
import json
import random
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from rogue.state.checksum import checksum, fields_of
from rogue.state.entities import Item, Monster, PlayerCharacter
from rogue.state.grid import Room
from rogue.state.level import Level, PlayerMap
from rogue.state.rng import Rng
from rogue.state.serialize import (
    LEFT_OUT,
    PARTS,
    SHAPES,
    StateError,
    decode,
    drop_unsaved,
    encode,
    saved_fields,
)
from rogue.state.world import Identification, Options, Question, Timer, Window, World
from rogue.tables.edition_table import EDITIONS
from rogue.tables.ruleset import ROGUE_54
from rogue.ui.session import Session
from scripts.lib.random_keys import bursts

CLASSES = (World, PlayerCharacter, Monster, Item, Room, Level, PlayerMap, Identification, Options, Rng)


def played(seed: int, edition: str = "5.4", count: int = 15) -> Session:
    """A game after some random keys, at a command, with nothing left to read."""
    session = Session(seed, edition)
    for keys in bursts(seed, count):
        session.feed(keys)
        if session.outcome is not None:
            return played(seed + 1000, edition, count)
    session.feed(b"   \x1b   \x1b  ")
    return session if session.mode == "command" else played(seed + 1000, edition, count)


def again(world: World) -> World:
    """The world after a journey through text."""
    return decode(json.loads(json.dumps(encode(world))), world.rules)


@pytest.mark.parametrize("cls", CLASSES)
def test_every_field_is_kept_or_left_out_on_purpose(cls: Any) -> None:
    slots = set(fields_of(cls) or ())
    left_out = LEFT_OUT.get(cls, frozenset())
    assert left_out <= slots, "a row of LEFT_OUT for a field that there is not"
    assert set(SHAPES[cls]) <= slots - left_out, "a row of SHAPES for a field that is not kept"
    assert set(saved_fields(cls)) == slots - left_out


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_kept_field_has_a_form(edition: str) -> None:
    session = played(3, edition)
    data = encode(session.world)
    unused = {"mind", "minds"} if session.world.minds is None else set()
    assert set(data) == {*PARTS, "world", "rooms", "foes", "items"}
    for name, cls in PARTS.items():
        assert set(data[name]) == set(saved_fields(cls))
    assert set(data["world"]) | set(PARTS) == set(saved_fields(World)) - unused
    for name, some in (("rooms", Room), ("foes", Monster), ("items", Item)):
        assert data[name]
        assert all(set(row) == set(saved_fields(some)) - unused for row in data[name])
    assert list(Timer.__dataclass_fields__) == ["name", "turns", "before"]
    assert set(Window.__dataclass_fields__) == {"title", "marks", "bright"}
    assert set(Question.__dataclass_fields__) == {"about", "classes", "kind"}


@settings(max_examples=8)
@example(edition="minds", seed=0, count=13)  # a monster may be asked for the next step
@example(edition="minds", seed=19, count=60)  # a square beside the player is claimed
@given(edition=st.sampled_from(sorted(EDITIONS)), seed=st.integers(0, 99), count=st.integers(0, 400))
def test_sav_4_after_any_keys_a_saved_game_takes_the_next_200_alike(
    edition: str, seed: int, count: int
) -> None:
    first, keys = Session(seed, edition), b"".join(bursts(seed, 30))
    first.feed(keys[:count])
    first.feed(b"   \x1b   \x1b  ")  # what is open is closed
    assume(first.outcome is None and first.mode == "command" and not first.screen[0].strip())
    second = Session(0, edition)
    second.restore(json.loads(json.dumps(first.state())), options="")
    second.feed(b"")
    drop_unsaved(first.world)
    assert checksum(again(first.world)) == checksum(first.world) == checksum(second.world)
    assert second.redraw() == first.redraw()
    for at in range(count, count + 200, 10):
        assert second.feed(keys[at : at + 10]) == first.feed(keys[at : at + 10])
        assert checksum(second.world) == checksum(first.world)
        if first.outcome is not None:
            break


def test_writing_a_world_changes_nothing() -> None:
    world = played(5).world
    before = checksum(world)
    assert encode(world) == encode(world)
    assert checksum(world) == before


def test_what_is_shared_stays_one_thing() -> None:
    world = played(7).world
    foe = Monster(world.rules.monsters["O"], world.player.spot)
    foe.goal = world.level.things[0]
    foe.pack = [Item(world.rules.kind("food", "food"))]
    world.level.foes.append(foe)
    world.level.foe_at[foe.spot] = foe
    other = again(world)
    orc = other.level.foes[-1]
    assert orc.goal is other.level.things[0]
    assert orc is other.level.foe_at[orc.spot]
    assert other.player.wielded in other.player.pack
    assert other.player.room in (*other.level.rooms, *other.level.nets)
    assert orc.pack[0] not in other.level.things


def test_sav_5_a_run_a_count_a_fight_and_the_last_command_are_lost() -> None:
    world = played(8).world
    world.run, world.count, world.careful, world.run_steps = 1, 5, True, 3
    other = again(world)
    assert (other.run, other.count, other.careful, other.run_steps) == (0, 0, False, 0)
    assert (other.last, other.repeat, other.duel) == (None, None, None)


def test_bug_23_helpless_turns_are_kept() -> None:
    world = played(8).world
    world.player.helpless = 4
    assert again(world).player.helpless == 4


def test_questions_windows_and_timers_are_kept() -> None:
    world = played(9).world
    world.question = Question("identify", ("potion", "scroll"))
    world.owed = True
    world.windows = [Window("Magic", ((100, 36), (200, 43)), frozenset((200,)))]
    world.start_timer("haste", 5, before=True)
    other = again(world)
    assert (other.question, other.owed) == (world.question, True)
    assert (other.windows, other.timers) == (world.windows, world.timers)


def test_a_game_that_is_over_is_not_saved() -> None:
    world = played(10).world
    world.end("quit")
    with pytest.raises(ValueError, match="over"):
        encode(world)


LEAF = st.none() | st.booleans() | st.integers() | st.text(max_size=3)
JSON = LEAF | st.lists(LEAF, max_size=3) | st.dictionaries(st.text(max_size=3), LEAF, max_size=3)


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place in nested lists and dicts."""
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *[place for key, part in pairs for place in places(part, (*path, key))]]


STATE = json.dumps(encode(played(11).world))
PLACES = places(json.loads(STATE))
JUNK: tuple[Any, ...] = (
    *(None, True, -1, 0, 10**30, 1.5, "", "x", [], {}, [[]], [1, 2], "\x00", float("nan"), 1920),
)


@settings(max_examples=30, deadline=None)
@given(st.integers(1, len(PLACES) - 1), st.sampled_from(JUNK))
def test_a_state_with_a_wrong_value_is_refused_or_read_but_nothing_else(index: int, junk: Any) -> None:
    data = json.loads(STATE)
    *path, last = PLACES[index]
    inner = data
    for key in path:
        inner = inner[key]
    inner[last] = copy.copy(junk)
    with suppress(StateError):
        world = decode(data, ROGUE_54)
        assert encode(world).keys() == data.keys()


@settings(max_examples=15, deadline=None)
@given(JSON | st.dictionaries(st.sampled_from((*PARTS, "world", "rooms", "foes", "items")), JSON))
def test_anything_at_all_is_refused(data: Any) -> None:
    with pytest.raises(StateError):
        decode(data, ROGUE_54)


@pytest.mark.slow
def test_a_state_that_lacks_a_row_or_has_one_too_many_is_refused() -> None:
    dice = random.Random(1)
    for _ in range(60):
        data = json.loads(STATE)
        name = dice.choice(sorted(PARTS))
        row = data[name]
        if dice.random() < 0.5:
            row.pop(dice.choice(sorted(row)))
        else:
            row["more"] = 1
        with pytest.raises(StateError, match="fields"):
            decode(data, ROGUE_54)


@pytest.mark.parametrize("part", [("level", "things"), ("level", "foes"), ("player", "pack")])
def test_a_list_of_things_holds_nothing_else(part: tuple[str, str]) -> None:
    data = json.loads(STATE)
    data[part[0]][part[1]].append(None)
    with pytest.raises(StateError):
        decode(data, ROGUE_54)


@pytest.mark.parametrize("spot", [-1, 1920])
def test_nobody_stands_outside_the_map(spot: int) -> None:
    for mover in ("player", "foe"):
        data = json.loads(STATE)
        (data["player"] if mover == "player" else data["foes"][0])["spot"] = spot
        with pytest.raises(StateError):
            decode(data, ROGUE_54)


class Slots:
    __slots__ = ("b", "c")


class Compiled:
    """Looks as a compiled class does: its fields in the order in which they are first set."""

    __mypyc_attrs__ = ("c", "a", "b")


def test_slots_are_the_fields() -> None:
    assert fields_of(Slots) == ("b", "c")
    assert fields_of(Timer) == ("name", "turns", "before")


def test_a_compiled_class_has_them_in_the_order_of_the_alphabet() -> None:
    assert fields_of(Compiled) == ("a", "b", "c")


def test_that_is_the_order_of_the_sources_too() -> None:
    names = fields_of(World)
    assert names is not None
    assert list(names) == sorted(names)


def test_a_class_without_slots_has_none() -> None:
    assert fields_of(type("Loose", (), {})) is None
