"""Monsters of 5.2 and 3.6: how strong, when they wake, how they look and walk."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from rogue.levelgen.spawning import choose_letter, exp_bonus, make_foe
from rogue.rules import awareness, monster_ai, monster_death, monster_steps
from rogue.rules.awareness import choose_goal, rouse
from rogue.rules.monster_steps import random_spot
from rogue.state.entities import AWAKE, BLIND, CONFUSED, HASTED
from rogue.state.grid import spot_of
from rogue.state.world import World
from rogue.tables.glyphs import AMULET, FOOD
from rogue.tables.rogue36 import ROGUE_36
from rogue.tables.rogue52 import ROGUE_52
from rogue.tables.ruleset import ROGUE_54, Ruleset
from scripts.lib.notation import find_foe, plain_item, read_world
from tests.rogue.editions.monster_scenes import BESIDE, beside
from tests.support.odds import assert_share

older = pytest.mark.parametrize("rules", [ROGUE_52, ROGUE_36], ids=["5.2", "3.6"])
TOUGH = 10**6


def beside_tough(letter: str, rules: Ruleset, *, seed: int = 0, awake: bool = False) -> World:
    world = beside(letter, rules, seed=seed, awake=awake)
    world.player.hp = world.player.max_hp = TOUGH
    return world


def test_v52_8_depth_strengthens_them_and_hastes_none() -> None:
    for depth in (26, 31, 45):
        foe = make_foe(World(ROGUE_52, depth), "T", 100, depth)
        extra = depth - 26
        assert (foe.level, foe.armor) == (6 + extra, 4 - extra)
        assert foe.exp == 120 + 10 * extra + exp_bonus(6 + extra, foe.hp)
        assert not foe.flags & HASTED


def test_v36_5_depth_changes_nothing_but_the_choice_of_kinds() -> None:
    for depth in (1, 31, 45):
        foe = make_foe(World(ROGUE_36, depth), "T", 100, depth)
        assert (foe.level, foe.armor, foe.exp, foe.flags & HASTED) == (6, 4, 55, 0)
        assert 6 <= foe.hp <= 48


@older
def test_v52_9_what_a_mimic_looks_like(rules: Ruleset) -> None:
    def looks(depth: int) -> Counter[int]:
        world = World(rules, 1)
        return Counter(make_foe(world, "M", 100, depth).disguise for _ in range(3000))

    shallow, deep = looks(25), looks(26)
    assert (len(shallow), len(deep)) == (8, 9)
    assert set(deep) - set(shallow) == {AMULET}
    assert FOOD not in deep
    for found in (shallow, deep):
        for count in found.values():
            assert_share(count, 3000, 1 / len(found))


@older
def test_v52_13_a_leprechaun_leaves_gold_at_any_depth(rules: Ruleset) -> None:
    for letter_rules, there in ((rules, True), (ROGUE_54, False)):
        world = beside_tough("L", letter_rules)
        world.depth, world.deepest = 3, 9
        monster_death.kill_foe(world, find_foe(world, "L"))
        assert any(thing.kind.cls == "gold" for thing in world.level.things) is there


@older
def test_v52_6_no_corner_hides_a_neighbor(rules: Ruleset) -> None:
    def shown(edition: Ruleset) -> str:
        world = read_world("  #K\n     @##", rules=edition, row=5)
        foe = find_foe(world, "K")
        world.level.shift_foe(foe, world.player.spot - 81)
        world.level.cells[foe.spot] = ord("#")
        world.level.flags[foe.spot] = world.level.flags[world.player.spot]
        world.level.number[foe.spot] = world.level.number[world.player.spot]
        awareness.look(world)
        return chr(world.canvas.cells[foe.spot])

    assert shown(ROGUE_54) == " "
    assert shown(rules) == "K"


@older
def test_v52_6_a_passage_square_of_another_network_is_not_seen(rules: Ruleset) -> None:
    def shown(edition: Ruleset) -> str:
        world = read_world("#####\n\n##@##", rules=edition, row=5)
        other = spot_of(6, 2)
        for col in range(5):  # a second network right above the player
            spot = spot_of(6, col)
            world.level.cells[spot] = ord("#")
            world.level.flags[spot] = world.level.flags[world.player.spot]
            world.level.number[spot] = world.level.number[world.player.spot] + 1
        awareness.look(world)
        return chr(world.canvas.cells[other])

    assert shown(ROGUE_54) == "#"
    assert shown(rules) == " "


@older
def test_v52_6_from_a_door_every_network_is_seen(rules: Ruleset) -> None:
    world = read_world("------\n|....@#\n------\n", rules=rules, under="+")
    passage = world.player.spot + 1
    world.level.number[passage] = 7
    awareness.look(world)
    assert chr(world.canvas.cells[passage]) == "#"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rules", "share"), [(ROGUE_54, 2 / 3), (ROGUE_52, 2 / 3), (ROGUE_36, 0.66)], ids=["5.4", "5.2", "3.6"]
)
def test_v36_9_a_mean_sleeper_wakes_with_66_per_cent(rules: Ruleset, share: float) -> None:
    woken = 0
    for seed in range(1000):
        world = beside_tough("H", rules, seed=seed)
        awareness.wake_chance(world, find_foe(world, "H"))
        woken += find_foe(world, "H").has_flag(AWAKE)
    assert_share(woken, 1000, share)


def test_v36_9_a_chance_while_awake_changes_nothing() -> None:
    world = beside_tough("H", ROGUE_36, awake=True)
    foe = find_foe(world, "H")
    before = (foe.flags, foe.goal)
    for _ in range(20):
        awareness.wake_chance(world, foe)
    assert (foe.flags, foe.goal) == before


@pytest.mark.parametrize("gold", [0, 30])
def test_v36_8_the_dragon_goes_for_the_rooms_gold_and_never_breathes(gold: int) -> None:
    world = beside_tough("D", ROGUE_36)
    room = world.player.room
    assert room is not None
    room.gold, room.gold_spot = gold, spot_of(1, 1)
    dragon = find_foe(world, "D")
    awareness.wake_chance(world, dragon)
    assert dragon.has_flag(AWAKE) == bool(gold)
    assert dragon.goal == (spot_of(1, 1) if gold else None)
    hall = read_world("-----------\n|@.....D..|\n-----------", rules=ROGUE_36, awake=True)
    hall.player.hp = TOUGH
    for _ in range(60):
        monster_steps.place_foe(hall, find_foe(hall, "D"), spot_of(2, 7))
        monster_ai.move_foes(hall)
    assert hall.player.hp == TOUGH


def test_v36_8_the_orc_has_no_special_behaviour() -> None:
    world = beside_tough("O", ROGUE_36)
    room = world.player.room
    assert room is not None
    room.gold, room.gold_spot = 20, spot_of(1, 1)
    for _ in range(20):
        awareness.wake_chance(world, find_foe(world, "O"))
    assert not find_foe(world, "O").has_flag(AWAKE)


@pytest.mark.parametrize(
    ("rules", "times"), [(ROGUE_52, range(18, 41)), (ROGUE_36, range(20, 40))], ids=["5.2", "3.6"]
)
def test_v52_12_the_umber_hulks_gaze_confuses_longer(rules: Ruleset, times: range) -> None:
    found = set()
    for seed in range(600):
        world = beside_tough("U", rules, seed=seed, awake=True)
        awareness.wake_chance(world, find_foe(world, "U"))
        if world.player.has_flag(CONFUSED):
            (timer,) = world.timers
            found.add(timer.turns)
    assert found == set(times)


TWO_ROOMS = """
    -------     -------
    |.@...+#####+..!..|
    |.....|     |.....|
    -------     -------
"""


@pytest.mark.parametrize(
    ("rules", "goes"), [(ROGUE_54, False), (ROGUE_52, True), (ROGUE_36, False)], ids=["5.4", "5.2", "3.6"]
)
def test_v52_11_in_another_room_the_goal_is_chosen_again(rules: Ruleset, goes: bool) -> None:
    """A nymph that comes for the player steps out of the passage, into a room where something lies."""
    picture = TWO_ROOMS.replace("#####+", "####N+")
    world = read_world(picture, rules=rules, awake=True)
    nymph = find_foe(world, "N")
    nymph.goal = None
    monster_steps.place_foe(world, nymph, spot_of(2, 11))
    world.player.spot = spot_of(3, 16)
    world.player.room = world.level.room_at(spot_of(2, 2))  # counted elsewhere, so that she fetches
    world.player.flags |= BLIND  # and does not see her
    monster_ai.move_foes(world)
    assert divmod(nymph.spot, 80) == (2, 12)
    assert (nymph.goal is world.level.things[0]) is goes


def test_v36_10_nothing_is_fetched() -> None:
    for rules, fetched in ((ROGUE_52, True), (ROGUE_36, False)):
        world = read_world(TWO_ROOMS.replace("..!..", "N.!.."), rules=rules)
        nymph = find_foe(world, "N")
        assert (choose_goal(world, nymph) is not None) is fetched
        rouse(world, nymph)
        assert (nymph.goal is not None) is fetched


@pytest.mark.parametrize(
    ("rules", "ends"), [(ROGUE_52, {(2, 2), (4, 2)}), (ROGUE_36, {(2, 2)})], ids=["5.2", "3.6"]
)
def test_v36_10_of_equal_squares_the_first_is_kept(rules: Ruleset, ends: set[tuple[int, int]]) -> None:
    picture = """
        -----
        |...|
        |HZ@|
        |...|
        -----
    """
    found = set()
    for seed in range(30):
        world = read_world(picture, rules=rules, seed=seed)
        foe = find_foe(world, "H")
        foe.flags |= AWAKE
        monster_ai.move_foes(world)
        found.add(divmod(foe.spot, 80))
    assert found == ends


@pytest.mark.parametrize(("letter", "share"), [("B", 1 / 2), ("I", 1 / 5)])
def test_v36_11_random_steps_are_uniform_over_the_legal_squares(letter: str, share: float) -> None:
    """In a dead end of a passage a random step can only lead out of it; in 5.4 most would stay."""
    assert ROGUE_36.monsters[letter].erratic == round(1 / share)
    picture = "@###################{}#"
    world = read_world(picture.replace("{}", letter), rules=ROGUE_36)
    here = find_foe(world, letter).spot
    spots = Counter(random_spot(world, here) - here for _ in range(800))
    assert set(spots) == {-1, 1}
    assert_share(spots[1], 800, 1 / 2)


def test_v36_11_the_players_own_square_is_one_of_the_candidates() -> None:
    world = read_world("##@##", rules=ROGUE_36)
    here = world.player.spot
    spots = Counter(random_spot(world, here) - here for _ in range(1500))
    assert set(spots) == {-1, 0, 1}
    for count in spots.values():
        assert_share(count, 1500, 1 / 3)


def test_v36_11_no_random_step_onto_scare_monster_or_a_letter() -> None:
    world = read_world("K@?", rules=ROGUE_36, kinds={"?": "scare monster"})
    assert {random_spot(world, world.player.spot) for _ in range(100)} == {world.player.spot}


@pytest.mark.slow
def test_v36_11_confused_monsters_stagger_with_80_per_cent() -> None:
    steps = 0
    for seed in range(1000):
        world = read_world("#H###@", rules=ROGUE_36, seed=seed, awake=True)
        foe = find_foe(world, "H")
        foe.flags |= CONFUSED
        monster_ai.move_foes(world)
        steps += foe.spot % 80 == 0
    assert_share(steps, 1000, 0.8 / 2)


@pytest.mark.slow
def test_the_genocided_are_left_out_of_every_choice() -> None:
    """V52-15: the kind never appears again."""
    world = World(ROGUE_52, 1)
    world.extinct = set("KJBSHE")
    drawn = {choose_letter(world, depth=1) for _ in range(300)}
    assert drawn
    assert not drawn & world.extinct
    world.extinct = set(ROGUE_52.order)
    assert choose_letter(world, depth=1) in ROGUE_52.order  # nothing is left: the game goes on (BUG-34)
    world.extinct = set(ROGUE_52.order) - {"D"}
    assert choose_letter(world, depth=1) == "D"


@older
def test_bug_34_no_wanderer_comes_where_only_the_players_room_is_left(rules: Ruleset) -> None:
    world = read_world(BESIDE.replace("{}", "."), rules=rules)
    monster_ai.bring_wanderer(world)
    assert world.level.foes == []
    wide = read_world(BESIDE.replace("{}", ".") + "\n    -----\n    |...|\n    -----", rules=rules)
    monster_ai.bring_wanderer(wide)
    assert len(wide.level.foes) == 1


def test_an_edition_of_ones_own_takes_single_rules() -> None:
    """V52-6 alone: a 5.4 in which corners hide nothing."""
    rules = ROGUE_54.replace(looking=replace(ROGUE_54.looking, corners_hide=False))
    assert rules.looking.one_network is ROGUE_54.looking.one_network
    assert plain_item(World(rules, 1), "potion", "healing").kind is ROGUE_54.kind("potion", "healing")
