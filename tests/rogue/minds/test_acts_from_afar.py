"""What monsters that think do from afar, and when (VMN-21 to VMN-27; MNC-11, MNC-12)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from statistics import median
from typing import Any

import pytest

from rogue.minds.geometry import ways_of
from rogue.rules import fight, mind_acts, mind_choice
from rogue.rules.mind_turn import think
from rogue.state.entities import BLIND, CANCELLED, CONFUSED, RUSTPROOF, SCROLL, SUSTAINED, TARGET, Monster
from rogue.state.grid import spot_of
from rogue.state.world import Duel, World
from rogue.tables.ruleset import ROGUE_MINDS
from scripts.lib.notation import carry, find_foe
from tests.rogue.minds.mind_scenes import mind_of, minds_of, path_of, place_of, scene, turn

HALL = """
    ----------------------
    |....................|
    |.@{}|
    |....................|
    ----------------------
"""
BEYOND_A_DOOR = """
    --------
    |......|
    |..C...+##@##
    |......|
    --------
"""


def hall(letter: str, apart: int, **more: Any) -> World:
    return scene(HALL.format(f"{'.' * (apart - 1)}{letter}".ljust(18, ".")), **more)


def worth(world: World, foe: Monster, number: int = 0) -> int:
    """What an act is worth, by its place in the list of the kind."""
    kind = foe.kind.mind
    assert kind is not None
    return mind_choice.act_worth(world, foe, kind.acts[number])


@pytest.mark.parametrize(("letter", "apart", "tenths"), [
    ("C", 1, 0), ("C", 2, 21), ("C", 5, 21), ("C", 6, 19), ("C", 7, 18), ("C", 8, 0),
    ("O", 5, 12), ("O", 6, 0), ("T", 5, 24), ("T", 6, 0), ("H", 5, 12),
    ("D", 2, 156), ("D", 3, 146), ("D", 6, 116), ("D", 7, 0),
    ("W", 5, 18), ("W", 6, 0), ("J", 5, 60), ("J", 6, 0), ("V", 3, 0),
    ("R", 3, 36), ("R", 4, 0), ("A", 3, 24), ("P", 4, 18),
])  # fmt: skip
def test_vmn_22_worth_by_the_table(letter: str, apart: int, tenths: int) -> None:
    world = hall(letter, apart)
    assert worth(world, find_foe(world, letter)) == tenths


@pytest.mark.parametrize(("spared", "pct"), [(0, 100), (1, 75), (2, 56), (3, 42), (9, 42)])
def test_vmn_24_what_he_withstands_is_tried_less(spared: int, pct: int) -> None:
    world = hall("J", 3)
    mind_of(find_foe(world, "J")).spared = spared
    assert worth(world, find_foe(world, "J")) == 60 * pct // 100


def test_vmn_24_fear_the_last_point_a_low_hero_and_the_scroll() -> None:
    world = hall("D", 2, hp=60)
    dragon, player = find_foe(world, "D"), world.player
    mind = mind_of(dragon)
    mind.afraid = True
    assert worth(world, dragon) == 156 // 2
    mind.afraid, mind.store = False, 1
    assert worth(world, dragon) == 156 // 2
    player.hp, player.max_hp = 34, 100
    assert worth(world, dragon) == 156 // 2
    player.hp = 33
    assert worth(world, dragon) == 156 * 3 // 2
    player.hp, mind.store, mind.lore = 34, 3, SCROLL
    assert worth(world, dragon) == 156 * 3 // 2


@pytest.mark.parametrize(("afraid", "apart", "tenths"), [
    (True, 3, 200), (True, 4, 0), (False, 1, 0), (True, 1, 200),
])  # fmt: skip
def test_vmn_22_magic_is_for_flight(afraid: bool, apart: int, tenths: int) -> None:
    world = hall("V", apart)
    mind_of(find_foe(world, "V")).afraid = afraid
    assert worth(world, find_foe(world, "V")) == tenths


@pytest.mark.parametrize(("hp", "dice"), [(40, 6), (20, 4), (4, 2), (39, 5), (1, 2)])
def test_mnc_12_flame_goes_by_hit_points(hp: int, dice: int) -> None:
    world = hall("D", 3, hp=40)
    find_foe(world, "D").hp = hp
    assert mind_choice.flame_dice(find_foe(world, "D"), 6) == dice


def fired(world: World, turns: int) -> int:
    """How many acts the oldest monster has done in so many chances."""
    foe = world.level.foes[-1]
    before = mind_of(foe).store
    for _ in range(turns):
        mind_acts.try_act(world, foe)
    return before - mind_of(foe).store


def test_mnc_12_the_fourth_flame_needs_the_beat() -> None:
    world = hall("D", 3, hp=40)
    assert fired(world, 200) == 3
    assert world.player.hp < world.player.max_hp


def test_vmn_21_the_cancelled_and_the_empty_do_nothing() -> None:
    world = hall("D", 3)
    dragon = find_foe(world, "D")
    dragon.flags |= CANCELLED
    assert fired(world, 50) == 0
    dragon.flags &= ~CANCELLED
    mind_of(dragon).store = 0
    assert fired(world, 50) == 0


@pytest.mark.slow
def test_vmn_25_beside_him_the_blow_has_to_be_beaten() -> None:
    world = hall("D", 1, hp=40)
    assert mind_choice.blow_worth(find_foe(world, "D")) == 255 * 60 // 100
    acts = sum(mind_acts.try_act(world, find_foe(world, "D")) for _ in range(60))
    assert acts == 2  # the last point of its store is worth half
    far, near = 0, 0
    for seed in range(150):
        for apart in (1, 2):
            there = hall("D", apart, hp=40, seed=seed)
            done = mind_acts.try_act(there, find_foe(there, "D"))
            far += done and apart == 2
            near += done and apart == 1
    assert near < far


def test_mnc_11_doors_stop_arrows() -> None:
    world = scene(BEYOND_A_DOOR)
    centaur = find_foe(world, "C")
    shot_at = []
    for col in (10, 9, 8, 7):
        world.player.spot = spot_of(3, col)
        world.player.room = world.level.room_at(world.player.spot)
        if worth(world, centaur) > 0:
            shot_at.append(col)
    assert shot_at == [7]


def test_vmn_22_nobody_shoots_out_of_the_dark() -> None:
    """The player would not see who does it; a wail is heard wherever it comes from."""
    lit, dark = hall("C", 4), hall("C", 4)
    for room in dark.level.rooms:
        room.dark = True
    assert worth(lit, find_foe(lit, "C")) > 0
    assert worth(dark, find_foe(dark, "C")) == 0
    wraith = hall("W", 4)
    for room in wraith.level.rooms:
        room.dark = True
    assert worth(wraith, find_foe(wraith, "W")) > 0


def test_vmn_22_friends_are_not_shot() -> None:
    world = hall("C", 5)
    other = hall("C", 5)
    between = Monster(world.rules.monsters["H"], find_foe(world, "C").spot - 2)
    world.level.add_foe(between)
    assert worth(world, find_foe(world, "C")) == 0
    assert worth(other, find_foe(other, "C")) == 21


@pytest.mark.slow
def test_mnc_11_a_centaur_shoots_both_arrows_before_it_comes() -> None:
    arrivals, shots = [], []
    for seed in range(30):
        world = hall("C", 16, seed=seed)
        centaur = find_foe(world, "C")
        now = 0
        while centaur.spot not in (world.player.spot + step for step in (1, -79, 81)) and now < 40:
            turn(world)
            now += 1
        arrivals.append(now)
        shots.append(2 - mind_of(centaur).store)
    assert min(arrivals) > 15
    assert 17 <= median(arrivals) <= 24
    assert set(shots) == {2}


@pytest.mark.parametrize("condition", [BLIND, CONFUSED])
def test_vmn_27_it_keeps_four_squares_off_unless_he_is_weak(condition: int) -> None:
    for flag, place in ((0, (3, 6)), (condition, (3, 4))):
        places = set()
        for seed in range(8):
            world = hall("C", 3)
            world.player.flags |= flag
            world.rng.state = seed
            mind = mind_of(find_foe(world, "C"))
            mind.spared = 3
            think(world, find_foe(world, "C"))
            if mind.store == 2:  # it has not shot, but moved
                places.add(place_of(find_foe(world, "C")))
        assert places == {place}


def test_vmn_27_without_arrows_it_comes() -> None:
    world = hall("C", 4)
    mind_of(find_foe(world, "C")).store = 0
    assert path_of(world, 2) == [(3, 5), (3, 4)]


def test_vmn_26_an_act_ends_run_count_and_the_fight_with_another() -> None:
    world = hall("D", 3, hp=40)
    world.run, world.count, world.player.quiet = 1, 5, 9
    other = Monster(world.rules.monsters["H"], spot_of(2, 3))
    world.level.add_foe(other)
    other.flags |= TARGET
    world.duel = Duel(other, 1, to_death=False)
    fired(world, 60)
    assert (world.run, world.count, world.player.quiet, world.duel) == (0, 0, 0, None)


def test_vmn_26_who_dies_of_it_is_killed_by_the_kind() -> None:
    for letter, name in (("C", "centaur"), ("D", "dragon"), ("W", "wraith")):
        world = hall(letter, 4, hp=40)
        for _ in range(300):
            world.player.hp = min(world.player.hp, 1)
            mind_of(find_foe(world, letter)).store = 2
            mind_acts.try_act(world, find_foe(world, letter))
        assert world.ending is not None
        assert (world.ending.how, world.ending.killer) == ("killed", name)


def alone(world: World, letter: str, name: str) -> Monster:
    """The monster of a letter, which can do only one of its acts."""
    foe = find_foe(world, letter)
    mind = foe.kind.mind
    assert mind is not None
    own = next(own for own in mind.acts if own.name == name)
    foe.kind = replace(foe.kind, mind=replace(mind, acts=(own,)))
    return foe


@pytest.mark.slow
@pytest.mark.parametrize(("letter", "name", "texts"), [
    ("C", "arrow", {"The centaur hits you with an arrow", "The centaur misses you with an arrow"}),
    ("O", "dart", {"The orc hits you with a dart", "The orc misses you with a dart"}),
    ("H", "rock", {"The hobgoblin hits you with a rock", "The hobgoblin misses you with a rock"}),
    ("T", "rock", {"The troll hits you with a rock", "The troll misses you with a rock"}),
    ("W", "wail", {"The wraith wails, and your blood runs cold", "The wraith wails, but you pay no heed"}),
    ("J", "burble", {"The jabberwock burbles, and your head spins",
                     "The jabberwock burbles, but you keep your head"}),
    ("M", "glare", {"The medusa glares, and you cannot move", "The medusa glares, but you look away"}),
    ("N", "sing", {"The nymph sings, and you stand spellbound", "The nymph sings, but you stop your ears"}),
    ("V", "drain", {"The vampire reaches for your blood, and drinks",
                    "The vampire reaches for your blood, but you break free"}),
    ("R", "spit", {"The rattlesnake spits, and you feel weaker",
                   "The rattlesnake spits, but it does no harm"}),
    ("A", "spray", {"The aquator sprays you, and your armor drips",
                    "The aquator sprays you, but misses your armor",
                    "Your armor appears to be weaker now. Oh my!"}),
])  # fmt: skip
def test_mnp_1_every_act_is_told(letter: str, name: str, texts: set[str]) -> None:
    said: set[str] = set()
    for seed in range(80):
        world = hall(letter, 3, seed=seed)
        world.player.worn = carry(world, "armor", "plate mail")  # a troll misses it now and then
        foe = alone(world, letter, name)
        for _ in range(20):
            world.player.helpless = 0
            mind_acts.try_act(world, foe)
        said |= set(world.said)
        assert world.minds is not None
        assert world.minds.habits == {f"{letter} {name}"}
    assert said == texts


@pytest.mark.parametrize(("letter", "name", "text"), [
    ("T", "mend", "The troll mends its wounds"), ("U", "mend", "The black unicorn mends its wounds"),
    ("D", "gather", "The dragon gathers its strength"), ("Y", "leap", "The yeti leaps at you"),
    ("G", "leap", "The griffin leaps at you"),
])  # fmt: skip
def test_mnp_1_and_what_a_monster_does_for_itself(letter: str, name: str, text: str) -> None:
    world = hall(letter, 5, hp=60)
    foe = alone(world, letter, name)
    foe.hp = 20
    mind = mind_of(foe)
    mind.store = max(mind.store - 1, 1) if name == "gather" else mind.store
    before = foe.hp, mind.store, foe.spot
    while not mind_acts.try_act(world, foe):
        assert world.rng.drawn < 200
    assert world.said == [text]
    after = foe.hp, mind.store, foe.spot
    grown = [then < now for then, now in zip(before, after, strict=True)]
    assert grown[:2] == [name == "mend", name == "gather"]
    assert (after[2] != before[2]) is (name == "leap")
    assert name != "leap" or foe.spot in ways_of(world, world.player.spot)


@pytest.mark.slow
def test_vmn_22_the_same_act_has_its_power_by_kind() -> None:
    """VMN-21: a rock of a troll is twice that of a hobgoblin."""
    hurts = {}
    for letter in "HT":
        found = set()
        for seed in range(120):
            world = hall(letter, 3, seed=seed)
            before = world.player.hp
            if mind_acts.try_act(world, alone(world, letter, "rock")):
                found.add(before - world.player.hp)
        hurts[letter] = max(found)
    assert hurts == {"H": 3, "T": 6}


def test_vmn_21_an_act_costs_its_price() -> None:
    for name, price in (("mend", 2), ("rock", 1)):
        world = hall("T", 3, hp=60)
        troll = alone(world, "T", name)
        troll.hp = 20
        while not mind_acts.try_act(world, troll):
            assert world.rng.drawn < 100
        assert mind_of(troll).store == 3 - price
    poor = alone(hall("T", 3, hp=60), "T", "mend")
    poor.hp, mind_of(poor).store = 20, 1
    assert not any(mind_acts.try_act(world, poor) for _ in range(20))


def choices(letter: str, apart: int, hp: int, store: int, *, games: int = 60, **state: bool) -> Iterator[str]:
    """Yield the acts that a monster chooses in some games."""
    for seed in range(games):
        world = hall(letter, apart, hp=100, seed=seed)
        foe = find_foe(world, letter)
        mind = mind_of(foe)
        foe.hp, mind.store, mind.afraid = hp, store, state.get("afraid", False)
        own = mind_choice.choose_act(world, foe, in_sight=state.get("in_sight", True))
        if own is not None:
            yield own.name


def chosen(letter: str, apart: int, hp: int, store: int, **state: bool) -> set[str]:
    return set(choices(letter, apart, hp, store, **state))


@pytest.mark.parametrize(("letter", "apart", "hp", "store", "state", "names"), [
    ("T", 3, 100, 3, {}, {"rock"}),  # nothing to mend
    ("T", 3, 20, 3, {}, {"mend", "rock"}),  # with the player near, either
    ("U", 5, 20, 3, {}, {"mend"}),  # healing is worth more
    ("T", 3, 20, 1, {}, {"rock"}),  # but it has to be paid
    ("D", 4, 100, 3, {}, {"flame"}),
    ("D", 5, 20, 1, {}, {"glare"}),
    ("D", 8, 100, 2, {}, {"gather"}),
    ("D", 2, 100, 0, {}, set()),  # pressed
    ("U", 2, 30, 3, {"afraid": True}, {"blink"}),  # flight first
    ("U", 9, 30, 3, {"afraid": True}, {"mend"}),  # far away it heals
    ("U", 9, 30, 3, {"afraid": True, "in_sight": False}, {"mend"}),
    ("N", 3, 100, 2, {}, {"sing"}),
    ("P", 4, 100, 2, {}, {"wail", "leap"}),
    ("P", 4, 100, 2, {"in_sight": False}, {"leap"}),
    ("W", 1, 100, 3, {}, {"blink"}),  # a better position
    ("W", 4, 100, 3, {}, {"wail"}),
    ("V", 4, 100, 2, {}, {"drain"}),
    ("M", 4, 100, 2, {}, {"glare"}),
    ("M", 9, 100, 1, {}, {"gather"}),
    ("C", 4, 20, 3, {}, {"mend"}),
    ("J", 4, 100, 2, {}, {"burble"}),
])  # fmt: skip
def test_mnc_33_needs_are_weighed_against_each_other(
    letter: str, apart: int, hp: int, store: int, state: dict[str, bool], names: set[str]
) -> None:
    assert chosen(letter, apart, hp, store, **state) == names


@pytest.mark.slow
def test_mnc_33_every_act_of_every_kind_is_chosen_somewhere() -> None:
    missing = []
    for letter, kind in ROGUE_MINDS.monsters.items():
        assert kind.mind is not None
        for own in kind.mind.acts:
            cases = product((1, 3, 4, 6, 9), (100, 30), (1, kind.mind.store), (False, True))
            if not any(
                own.name in choices(letter, apart, hp, store, games=10, afraid=afraid)
                for apart, hp, store, afraid in cases
            ):
                missing.append((letter, own.name))
    assert missing == []
    assert (
        sum(len(kind.mind.acts) > 1 for kind in ROGUE_MINDS.monsters.values() if kind.mind is not None) >= 6
    )


def test_vmn_23_a_ring_that_sustains_strength_is_noticed() -> None:
    world = hall("R", 1)
    snake = find_foe(world, "R")
    ring = carry(world, "ring", "sustain strength")
    world.player.left = ring
    before = mind_choice.blow_worth(snake)
    while mind_of(snake).lore == 0:
        fight.foe_attacks(world, snake)
        assert world.rng.drawn < 1000
    mind_of(snake).hits = mind_of(snake).swings = 0
    assert mind_of(snake).lore == SUSTAINED
    assert mind_choice.blow_worth(snake) == before - 20 * 60 // 100
    assert worth(hall_with(snake, 3), snake) == 0


def hall_with(foe: Monster, apart: int) -> World:
    """A room in which a monster of another one stands some squares from the player."""
    world = hall("R", apart)
    other = find_foe(world, "R")
    world.level.drop_foe(other)
    foe.spot = other.spot
    world.level.add_foe(foe)
    return world


def test_vmn_23_so_is_armor_that_does_not_rust() -> None:
    world = hall("A", 3)
    world.player.worn = carry(world, "armor", "leather armor")
    aquator = find_foe(world, "A")
    assert worth(world, aquator) > 0
    while not mind_of(aquator).lore & RUSTPROOF:
        mind_of(aquator).store = 1
        mind_acts.try_act(world, aquator)
        assert world.rng.drawn < 1000
    assert worth(world, aquator) == 0


def test_vmn_27_ranges_follow_from_the_acts_that_are_left() -> None:
    world = hall("C", 4)
    centaur, wraith = find_foe(world, "C"), find_foe(hall("W", 4), "W")
    assert (mind_choice.best_range(centaur), mind_choice.best_range(wraith)) == (4, 3)
    assert (mind_choice.least_range(world, centaur), mind_choice.least_range(world, wraith)) == (2, 2)
    mind_of(centaur).store = 0
    assert (mind_choice.best_range(centaur), mind_choice.least_range(world, centaur)) == (1, 0)
    mind_of(centaur).afraid = True
    assert mind_choice.least_range(world, centaur) == 8
    assert mind_choice.best_range(find_foe(hall("T", 4), "T")) == 1


def test_vmn_22_one_leaps_out_of_nowhere() -> None:
    """A yeti that hears the player behind a wall is beside the player at once."""
    world = scene("""
        -----   -------
        |.@.|   |.....|
        |...|   |Y....|
        --+--   ---+---
          ##########
    """, dark=True, knows=False)  # fmt: skip
    yeti = find_foe(world, "Y")
    while "The yeti leaps out of nowhere" not in world.said:
        minds_of(world).make_noise(40)
        turn(world)
        assert world.turns < 12
    assert yeti.spot in ways_of(world, world.player.spot)


def test_vmn_22_a_glare_and_a_song_hold_for_some_turns() -> None:
    for letter, name, turns in (("M", "glare", 2), ("N", "sing", 1)):
        world = hall(letter, 3)
        foe = alone(world, letter, name)
        while not world.player.helpless:
            mind_of(foe).store = 2
            mind_acts.try_act(world, foe)
            assert world.rng.drawn < 300
        assert world.player.helpless == turns
        assert worth(world, foe) == 0


def test_vmn_22_a_burble_confuses_for_some_turns() -> None:
    turns = set()
    for seed in range(60):
        world = hall("J", 3, seed=seed)
        alone(world, "J", "burble")
        fired(world, 20)
        turns |= {timer.turns for timer in world.timers}
    assert turns == {3, 4, 5}


@pytest.mark.parametrize(("letter", "text"), [
    ("L", "The leprechaun is gone in a blink"), ("V", "The vampire turns to mist"),
])  # fmt: skip
def test_vmn_22_magic_takes_it_out_of_sight(letter: str, text: str) -> None:
    picture = HALL.format(f"..{letter}".ljust(18, ".")) + "    -----\n    |...|\n    |...|\n    -----\n"
    world = scene(picture)
    thief = find_foe(world, letter)
    mind_of(thief).afraid = True
    while not mind_acts.try_act(world, thief):
        assert world.rng.drawn < 1000
    assert place_of(thief)[0] in (7, 8)
    assert world.said == [text]


def test_vmn_22_arrows_that_miss_fall_and_rocks_shatter() -> None:
    for letter, lying in (("C", True), ("T", False)):
        fallen = set()
        for seed in range(20):
            world = hall(letter, 4, seed=seed)
            fired(world, 20)
            fallen |= {thing.kind.name for thing in world.level.things}
        assert fallen == ({"arrow"} if lying else set())
