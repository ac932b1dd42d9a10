"""What holds in every game with monsters that think (MNC-14, MNC-15), and that they are fair."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from string import ascii_uppercase
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rogue.levelgen.level_builder import make_level
from rogue.levelgen.new_game import new_world
from rogue.minds import geometry, sound_and_scent
from rogue.minds.geometry import believe, drop_aim, holds_scare, path_between, ways_of
from rogue.rules import mind_tactics, monster_ai
from rogue.rules.awareness import rouse
from rogue.rules.mind_lore import give_up
from rogue.rules.mind_turn import ROWS
from rogue.state.checksum import snapshot
from rogue.state.entities import AWAKE, CONFUSED, LEVITATING, NEVER, Mind
from rogue.state.grid import spot_of
from rogue.state.serialize import decode, encode
from rogue.state.world import World
from rogue.tables.glyphs import STEP_OK
from rogue.tables.monster_minds import MindRules
from rogue.tables.ruleset import ROGUE_MINDS
from rogue.ui.session import Session
from scripts.lib.notation import hall
from tests.rogue.minds.mind_scenes import mind_of, minds_of, scene

KEYS = b"hjklyubnHJKLYUBNsss.. ,\x1b"


def wrong_in(world: World, steps: dict[int, int]) -> list[str]:
    """What must not be, after a turn; `steps` are the squares before and after of monsters that walked."""
    level, minds = world.level, minds_of(world)
    found = []
    for foe in level.foes:
        mind = mind_of(foe)
        kind = foe.kind.mind
        assert kind is not None
        if not STEP_OK[level.cells[foe.spot]] or level.foe_at[foe.spot] is not foe:
            found.append(f"{foe} stands where it cannot")
        if foe.spot == world.player.spot:
            found.append(f"{foe} stands on the player")
        if not 0 <= mind.store <= kind.store:
            found.append(f"{foe} has {mind.store} acts left")
    if any(stamp > world.turns for stamp in minds.scent):
        found.append("a stamp is later than the turn")
    found += [f"no step from {divmod(a, 80)} to {divmod(b, 80)}" for a, b in steps.items()
              if b not in ways_of(world, a)]  # fmt: skip
    return found


@settings(max_examples=12, deadline=None)
@given(seed=st.integers(0, 10**6), keys=st.lists(st.sampled_from(list(KEYS)), min_size=40, max_size=120))
def test_mnc_14_nobody_is_where_nobody_can_be(seed: int, keys: list[int]) -> None:
    game = Session(seed, "minds", wizard=True)
    game.feed(b"\x04\x04\x04\x04 ")
    for key in keys:
        game.feed(bytes([key]))
        assert wrong_in(game.world, {}) == []


@pytest.mark.parametrize("seed", range(6))
def test_mnc_14_every_step_is_a_legal_one(seed: int) -> None:
    """Every monster of a level is woken and knows where the player is; those that act twice are left out."""
    world = Session(seed, "minds", wizard=True).world
    world.player.hp = world.player.max_hp = 10**6
    for foe in world.level.foes:
        foe.flags |= AWAKE
        believe(mind_of(foe), world.player.spot, world.turns)
    foes = [foe for foe in world.level.foes if not foe.kind.erratic and foe.kind.letter not in "BGK"]
    for _ in range(60):
        before = {foe: foe.spot for foe in foes}
        world.turns += 1
        world.player.helpless = 0
        monster_ai.move_foes(world)
        moved = {was: foe.spot for foe, was in before.items() if foe.spot != was and foe in world.level.foes}
        assert wrong_in(world, moved) == []
        assert not any(holds_scare(world, foe.spot) for foe in foes)


def test_mnc_14_sleepers_draw_no_dice_but_at_the_beat() -> None:
    world = scene(hall("@..H.E"), awake=False)
    for foe in world.level.foes:
        foe.flags |= CONFUSED
    for turn in range(1, 10):
        world.turns = turn
        monster_ai.move_foes(world)
        assert world.rng.drawn == 0
    world.turns = 10
    monster_ai.move_foes(world)
    assert world.rng.drawn == 2


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2))
def test_mnc_15_saved_and_restored_at_any_key_it_is_the_same_game(seed: int) -> None:
    keys = b"\x04\x04\x04 " + b"lllljjjjhhhhkkkk" * 3
    game, again = (Session(seed, "minds", wizard=True) for _ in range(2))
    for number in range(len(keys)):
        key = keys[number : number + 1]
        game.feed(key)
        again.feed(key)
        again.feed(b" \x1b")
        game.feed(b" \x1b")
        if game.outcome is not None:
            break
        saved = encode(game.world)
        assert encode(decode(json.loads(json.dumps(saved)), game.world.rules)) == saved
        assert snapshot(again.world) == snapshot(game.world)


@pytest.mark.slow
def test_mnc_15_a_restored_world_goes_on_in_mid_chase() -> None:
    world = scene("""
        ------      ------
        |.@..|      |..H.|
        |....+##  ##+..E.|
        ------ #  # ------
               ####
    """)
    world.looked_room = world.player.room
    for _ in range(30):
        twin = decode(json.loads(json.dumps(encode(world))), world.rules)
        for one in (world, twin):
            one.turns += 1
            monster_ai.move_foes(one)
        assert [foe.spot for foe in twin.level.foes] == [foe.spot for foe in world.level.foes]
        assert twin.rng.state == world.rng.state


FAR = """
    -------                               -------
    |.....|                               |.....|
    |.....+###########################....|..{}..|
    |.....|                          #####+.....|
    -------                               -------
"""
AWAY = (spot_of(2, 2), spot_of(4, 5), spot_of(3, 6), spot_of(3, 9))


def moods(world: World, mood: str, believed: int) -> None:
    for foe in world.level.foes:
        mind = mind_of(foe)
        drop_aim(mind)
        foe.hp, foe.max_hp = 40, 40
        if mood != "idle":
            believe(mind, believed, world.turns)
        if mood == "afraid":
            mind.afraid = True
            foe.hp = 2
        if mood == "called":
            believe(mind, believed, world.turns + 20)


def walked(letter: str, mood: str, hero: int, loud: int, turns: int = 30) -> list[tuple[int, ...]]:
    picture = FAR.replace("{}", letter).replace("....|..", "    |..")
    world = scene(picture, hp=40, dark=True)
    world.player.spot = hero
    world.player.room = world.level.room_at(hero)
    moods(world, mood, spot_of(3, 20))
    found = []
    for _ in range(turns):
        world.turns += 1
        minds_of(world).make_noise(loud)
        monster_ai.move_foes(world)
        found.append((*(foe.spot for foe in world.level.foes), world.rng.drawn))
    return found


@pytest.mark.slow
@pytest.mark.parametrize("mood", ["hunting", "afraid", "called", "idle"])
def test_monsters_know_only_what_they_could_see_hear_or_smell(mood: str) -> None:
    """Games that differ only in where the player is, beyond all senses, show the same steps and dice."""
    unfair = []
    for letter in ascii_uppercase:
        turns = {"afraid": 30, "idle": 20}.get(mood, 12)  # before one comes into hearing
        games = [walked(letter, mood, hero, 0, turns) for hero in AWAY]
        if any(game != games[0] for game in games):
            unfair.append(letter)
    assert unfair == []


def test_what_they_could_hear_does_make_a_difference() -> None:
    """The same games differ when the player fights, so the test above can fail."""
    for hero in AWAY:
        assert walked("V", "idle", hero, 40, 20) != walked("V", "idle", hero, 0, 20)


def test_a_teleport_out_of_all_senses_is_not_noticed() -> None:
    """Who wakes remembers where the player was, not where a scroll has brought him in the same turn."""
    picture = FAR.replace("{}", "H").replace("....|..", "    |..")
    ends = []
    for away in AWAY:
        world = scene(picture, dark=True)
        hobgoblin = world.level.foes[0]
        mind_of(hobgoblin).aimed = NEVER
        believe(mind_of(hobgoblin), spot_of(4, 40), 0)
        world.player.spot = away
        world.player.room = world.level.room_at(away)
        world.player.flags |= LEVITATING
        for turn in range(1, 20):
            world.turns = turn
            monster_ai.move_foes(world)
        ends.append((hobgoblin.spot, world.rng.drawn))
    assert len(set(ends)) == 1


@pytest.mark.slow
def test_mnc_13_every_row_of_the_table_ends_a_step() -> None:
    """Rows 5 and 6 only go on; a player who walks from room to room among the woken meets the others, but for
    row 14, to lie in wait by memory alone, which has a picture of its own (VMN-33).
    """
    acted: Counter[int] = Counter()
    for seed in range(62_000, 62_048):
        for world in walked_through(seed, MindRules()):
            if world.turns == 60:
                for foe in world.level.foes[::5]:
                    foe.flags |= CONFUSED
                for foe in world.level.foes[1::5]:
                    give_up(world, foe)
            acted.update(mind_of(foe).row for foe in world.level.foes)
    assert set(range(1, len(ROWS) + 1)) - set(acted) <= {5, 6, 14}


PARTS: dict[str, Callable[[World, Mind], bool]] = {
    "hearing": lambda _, mind: mind.row == 13,
    "acts": lambda _, mind: mind.row == 9,
    "fear": lambda _, mind: mind.afraid,
    "groups": lambda world, mind: mind.row == 11 or mind.called == world.turns,
    "ambushes": lambda _, mind: mind.ambush > 0,
    "learning": lambda _, mind: mind.swings > 0,
}
"""Part of the rules -> what shows that it has acted; scent, companions, foresight have tests of their own."""


@pytest.mark.slow
@pytest.mark.parametrize("part", PARTS)
def test_mnc_26_each_part_can_be_switched_off(part: str) -> None:
    """What a part leaves behind does not appear without it, and does with it."""
    left = {}
    for on in (True, False):
        rules = replace(MindRules(), **{part: on})
        worlds = (world for seed in range(62_000, 62_012) for world in walked_through(seed, rules))
        left[on] = any(PARTS[part](world, mind_of(foe)) for world in worlds for foe in world.level.foes)
    assert left == {True: True, False: False}


def walked_through(seed: int, rules: MindRules, turns: int = 100) -> Iterator[World]:
    """A level after each turn of a player who walks from room to room and cannot be killed.

    The monsters are awake, and half of them are badly hurt in turn 50.
    """
    world = new_world(ROGUE_MINDS.replace(minds=rules), seed)
    world.depth, player = 2 + 2 * (seed % 8), world.player
    make_level(world)
    player.hp = player.max_hp = 10**6
    for foe in world.level.foes:
        rouse(world, foe)
        drop_aim(mind_of(foe))
    way: list[int] = []
    for number in range(1, turns + 1):
        if not way:
            room = [room for room in world.level.rooms if room.exits][number % 5]
            way = path_between(world, player.spot, room.exits[-1])
        if way and world.level.foe_at[way[0]] is None:
            player.spot = way.pop(0)
            player.room = world.level.room_at(player.spot)
            minds_of(world).moved += 1
            minds_of(world).make_noise(24 if number // 10 % 2 else 0)
        if number == 50:
            for foe in world.level.foes[::2]:
                foe.hp = max(1, foe.max_hp // 9)
        world.turns = number
        player.helpless = 0
        monster_ai.move_foes(world)
        yield world


def test_mnc_21_a_turn_costs_one_flood_and_a_monster_one_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a path, a flood by memory and a search for cover a monster makes one in its turn, or none."""
    made: Counter[str] = Counter()

    def counted(module: ModuleType, name: str) -> None:
        rule = getattr(module, name)

        def call(*args: Any, **named: Any) -> Any:
            made[name] += 1
            return rule(*args, **named)

        monkeypatch.setattr(module, name, call)

    searches = ((geometry, "path_between"), (mind_tactics, "step_to_cover"), (mind_tactics, "steps_from"))
    for module, name in ((sound_and_scent, "_begin_map"), *searches):
        counted(module, name)
    world = Session(62_003, "minds", wizard=True).world
    world.player.hp = world.player.max_hp = 10**6
    for number, foe in enumerate(world.level.foes):
        foe.flags |= AWAKE
        believe(mind_of(foe), world.player.spot, 0)
        foe.hp = 1 if number % 2 else foe.hp
    for _ in range(80):
        made.clear()
        world.turns += 1
        monster_ai.move_foes(world)
        moves = 2 * len(world.level.foes)  # flyers move twice
        assert made["_begin_map"] <= 2  # one more for a flight, which wants it unmoved
        assert made["path_between"] + made["step_to_cover"] <= moves
        assert made["steps_from"] <= moves
