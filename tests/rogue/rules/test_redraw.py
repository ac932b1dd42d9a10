"""A world drawn again: the player cannot tell it from the one before, and its odds are those of the game."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from rogue.rules.equipment import drop
from rogue.rules.potions import quaff
from rogue.rules.redraw import Witness, Witnessed, is_hidden, redraw_hidden
from rogue.state.checksum import snapshot
from rogue.state.entities import MARKED, Item
from rogue.state.world import World
from rogue.storage.session_copy import session_bytes, session_of
from rogue.storage.variant_files import rules_of
from rogue.tables.items import ItemClass
from rogue.ui.prompts import pack_lines
from rogue.ui.session import Session
from scripts.lib.notation import carry, find_foe, hall
from tests.support.minimal_world import started

WALK = b"hhhhjjjjllllkkkkyyuubbnnssshhhhhhjjjjjjllllllkkkkkk"
UNKNOWN: tuple[tuple[ItemClass, int], ...] = (("potion", 2), ("scroll", 1), ("ring", 1), ("stick", 1))
GAMES = [
    (seed, edition, keys) for seed in (41, 42) for edition in ("5.4", "3.6", "minds") for keys in (0, 50)
]


@cache
def walked(seed: int, edition: str, keys: int) -> bytes:
    """A game after some keys, with unknown things in the pack, as bytes."""
    session = Session(seed, edition, "terse,jump,inven=slow")
    session.feed(b"")
    world = session.world
    for (cls, count), letter in zip(UNKNOWN, "nopq", strict=True):
        item = Item(world.rules.kinds(cls)[seed % 4 + 1], count)
        item.letter, item.flags = letter, MARKED
        world.player.pack.append(item)
    for key in WALK[:keys]:
        session.feed(bytes([key]))
        if session.mode != "command":
            session.feed(b" ")
    return session_bytes(session)


def game(seed: int, edition: str, keys: int) -> Session:
    return session_of(walked(seed, edition, keys), rules_of(edition))


@pytest.mark.parametrize(("seed", "edition", "keys"), GAMES)
def test_the_player_sees_no_difference(seed: int, edition: str, keys: int) -> None:
    before, after = game(seed, edition, keys), game(seed, edition, keys)
    redraw_hidden(after.world, 7)
    assert after.world.canvas.cells == before.world.canvas.cells
    assert pack_lines(after.world) == pack_lines(before.world)
    for key in (b"i", b" ", b")", b"@", b";", b"\x12"):
        assert (after.feed(key), after.screen) == (before.feed(key), before.screen)


@pytest.mark.parametrize(("seed", "edition", "keys"), GAMES)
def test_worlds_that_look_the_same_become_the_same(seed: int, edition: str, keys: int) -> None:
    one, other = game(seed, edition, keys).world, game(seed, edition, keys).world
    redraw_hidden(other, 8)
    assert snapshot(one) != snapshot(other)
    redraw_hidden(one, 9)
    redraw_hidden(other, 9)
    assert snapshot(one) == snapshot(other)


@pytest.mark.parametrize(("seed", "edition", "keys"), GAMES)
def test_the_game_goes_on(seed: int, edition: str, keys: int) -> None:
    session = game(seed, edition, keys)
    redraw_hidden(session.world, 5)
    for key in WALK:
        session.feed(bytes([key]))
        session.feed(b" ")
    assert session.world.turns > 0


def seen_hall(row: str, **changes: object) -> World:
    """The world of a hall whose squares are all on the map."""
    world = started(hall(row), **changes)
    assert not any(is_hidden(world, foe.spot) for foe in world.level.foes)
    return world


def test_who_is_in_view_stays_with_its_wounds() -> None:
    world = seen_hall("@..S.", hp=5)
    foe = find_foe(world, "S")
    foe.max_hp, foe.hp = 7, 3
    totals = set()
    for seed in range(40):
        redraw_hidden(world, seed)
        assert [one.kind.letter for one in world.level.foes] == ["S"]
        assert foe.max_hp - foe.hp == 4
        totals.add(foe.max_hp)
    assert totals == {5, 6, 7, 8}


def test_who_was_seen_before_stays_and_others_go() -> None:
    picture = ["-----   -----", "|@..|   |S.Z|", "-----   -----"]
    for witnessed, left in ((Witnessed(), []), (Witnessed(frozenset((1,))), ["Z"])):
        world = started("\n".join(picture))
        world.turns = 0  # no wanderers yet
        world.canvas.clear()
        redraw_hidden(world, 1, witnessed)
        assert [one.kind.letter for one in world.level.foes if one.kind.letter in "SZ"] == left


@pytest.mark.slow
def test_unknown_potions_are_drawn_by_their_odds() -> None:
    world = seen_hall("@....")
    item = carry(world, "potion", "confusion")
    look, found = world.knowledge.looks[item.kind], Counter[str]()
    for seed in range(1000):
        redraw_hidden(world, seed)
        assert world.knowledge.looks[item.kind] == look
        found[item.kind.name] += 1
    open_kinds = [kind for kind in world.rules.potions if kind not in world.knowledge.true]
    whole = sum(kind.odds for kind in open_kinds)
    for kind in open_kinds:
        share, error = kind.odds / whole, (kind.odds / whole / 1000) ** 0.5
        assert abs(found[kind.name] / 1000 - share) < 4 * error + 1e-9, kind.name


def test_what_is_identified_or_in_use_keeps_its_kind() -> None:
    world = seen_hall("@....")
    potion = carry(world, "potion", "healing")
    world.knowledge.true.add(potion.kind)
    ring = carry(world, "ring", "protection")
    world.player.left = ring
    kinds, value = (potion.kind, ring.kind), ring.value
    for seed in range(30):
        redraw_hidden(world, seed)
        assert ((potion.kind, ring.kind), ring.value) == (kinds, value)


def test_what_was_used_up_keeps_its_kind() -> None:
    world, witness = seen_hall("@...."), Witness()
    drunk, dropped = (carry(world, "potion", name, count=2) for name in ("see invisible", "healing"))
    witness.note(world)
    quaff(world, drunk)
    drop(world, dropped)
    witnessed = witness.note(world)
    assert witnessed.used == {world.knowledge.looks[drunk.kind]}
    found = set()
    for seed in range(30):
        redraw_hidden(world, seed, witnessed)
        assert drunk.kind.name == "see invisible"
        found.add(dropped.kind.name)
    assert len(found) > 3
    assert "see invisible" not in found


@pytest.mark.slow
def test_unseen_rooms_are_peopled_by_the_rules() -> None:
    picture = ["-----   -----", "|@..|   |...|", "|...|   |...|", "-----   -----"]
    world = started("\n".join(picture))
    world.canvas.clear()
    room = world.level.rooms[1]
    gold = sleepers = 0
    for seed in range(1500):
        redraw_hidden(world, seed)
        gold += room.gold > 0
        sleepers += len(world.level.foes)
    assert abs(gold / 1500 - 0.5) < 0.06
    assert abs(sleepers / 1500 - (0.5 * 0.8 + 0.5 * 0.25)) < 0.07


def test_hidden_stairs_move_and_seen_ones_stay() -> None:
    picture = ["-----   -----", "|@.%|   |...|", "-----   -----"]
    world = started("\n".join(picture))
    stairs = world.level.stairs
    redraw_hidden(world, 3)
    assert world.level.stairs == stairs
    picture = ["-----   ------", "|@..|   |...%|", "-----   ------"]
    world = started("\n".join(picture))
    places = set()
    for seed in range(60):
        redraw_hidden(world, seed)
        assert world.level.cells[world.level.stairs] == ord("%")
        places.add(world.level.stairs)
    assert len(places) == 4


def test_traps_never_lie_where_the_player_stood() -> None:
    world = seen_hall("@.........", depth=9)
    trodden = frozenset(spot for spot in range(len(world.level.cells)) if world.level.cells[spot] == ord("."))
    count = 0
    for seed in range(60):
        redraw_hidden(world, seed, Witnessed(trodden=trodden - {max(trodden)}))
        traps = {spot for spot in trodden if world.level.is_hidden_trap(spot)}
        assert traps <= {max(trodden)}
        count += len(traps)
    assert count > 0
