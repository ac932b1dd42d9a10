"""The known defects of the original: what is kept is here, what is mended is not (BUG)."""

from __future__ import annotations

from collections import Counter

import pytest

from rogue.levelgen.spawning import make_foe
from rogue.rules import awareness, fight, monster_ai, monster_steps, pack, projectiles, turn
from rogue.rules.awareness import wake_chance
from rogue.state.entities import (
    ALERT,
    AWAKE,
    BLIND,
    CONFUSED,
    DETECTS,
    GRABBED,
    LEVITATING,
    TARGET,
)
from rogue.state.grid import LEFT, RIGHT, spot_of
from rogue.state.world import Command
from rogue.tables.monsters import MEAN
from scripts.lib.notation import carry, find_foe, hall, plain_item, read_world
from tests.support.minimal_world import started
from tests.support.session_driver import Hands


def test_bug_1_a_repeated_identify_scroll_asks_again() -> None:
    world = started()
    scroll = carry(world, "scroll", "identify potion", count=2)
    carry(world, "potion", "healing")
    turn.do(world, Command("r", letter=scroll.letter))
    turn.answer(world, "b")
    turn.do(world, Command("a"))  # nothing is left to be identified: it asks, and takes an Escape
    assert world.question is not None
    turn.answer(world, "")
    assert world.question is not None
    turn.answer(world, "b")
    assert world.question is None
    assert world.player.pack == [world.pack_item("b")]


def test_bug_11_chs_4_a_goal_is_not_chosen_again_in_another_room() -> None:
    picture = """
        -----   ------
        |@..|   |..!.|
        |...+###+....+##N
        -----   ------
    """
    world = started(picture)
    nymph, dice = find_foe(world, "N"), world.rng.state
    nymph.flags |= AWAKE
    for _ in range(4):
        monster_ai.move_foes(world)
    assert nymph.room is world.level.room_at(world.level.things[0].spot)
    assert (nymph.goal, world.rng.state) == (None, dice)
    awareness.rouse(world, nymph)  # by force
    assert nymph.goal is world.level.things[0]


def test_bug_14_15_26_the_grip_outlives_the_hold() -> None:
    world = started(hall("@F."), under="%", awake=True)
    world.player.hp = world.player.max_hp = 10**6
    foe = find_foe(world, "F")
    foe.level = 100
    for _ in range(3):
        fight.foe_attacks(world, foe)
    assert (world.player.grip, world.player.has_flag(GRABBED)) == (3, True)
    turn.do(world, Command(">"))
    assert (world.player.grip, world.player.has_flag(GRABBED)) == (3, False)
    assert make_foe(world, "F", 100).attacks == ((3, 1),)
    assert not started().player.has_flag(ALERT)


def test_bug_16_a_refused_f_of_the_big_kind_leaves_no_mark() -> None:
    world = started(hall("@H."), awake=True)
    world.player.hp = world.player.max_hp = 40
    turn.do(world, Command("F", step=LEFT))
    assert world.duel is None
    foe = find_foe(world, "H")
    foe.hp, foe.level, foe.attacks = 10**6, 100, ((9, 1),)
    turn.do(world, Command("f", step=RIGHT))
    assert world.duel is None
    assert 0 < world.player.hp <= 9


def test_bug_17_a_confused_fighter_strikes_its_target_or_nobody() -> None:
    struck: Counter[str] = Counter()
    for seed in range(80):
        world = started("-----\n|...|\n|.@E|\n|..S|\n-----", seed=seed, hp=10**6)
        world.player.hp = world.player.max_hp = 10**6
        world.player.flags |= CONFUSED
        for letter in "ES":
            find_foe(world, letter).flags &= ~(MEAN | AWAKE)
        turn.do(world, Command("f", step=RIGHT))
        for letter in "ES":
            struck[letter] += find_foe(world, letter).has_flag(AWAKE)
        assert world.duel is None
    assert struck["E"] > 10
    assert struck["S"] == 0


def test_bug_27_chs_11_gold_that_a_fetcher_took_is_still_guarded() -> None:
    world = started("--------------\n|@..........*|\n|........Y..O|\n--------------")
    gold = world.level.things[0]
    room = world.player.room
    assert room is not None
    room.gold, room.gold_spot = gold.value, gold.spot
    yeti, orc = find_foe(world, "Y"), find_foe(world, "O")
    yeti.flags |= AWAKE
    yeti.goal = gold
    while gold in world.level.things:
        monster_ai.move_foes(world)
    assert yeti.pack == [gold]
    assert room.gold == gold.value
    orc.flags &= ~AWAKE
    wake_chance(world, orc)
    assert orc.goal == room.gold_spot


def test_bug_28_a_square_of_no_room_is_no_room() -> None:
    world = started()
    nowhere = spot_of(15, 60)
    assert world.level.room_at(nowhere) is None
    world.player.spot = nowhere
    world.player.room = None
    awareness.look(world)
    foe = make_foe(world, "E", spot_of(12, 60))
    world.level.add_foe(foe)
    foe.flags |= AWAKE
    monster_ai.move_foes(world)
    assert foe.spot == spot_of(12, 60)
    pack.fall(world, plain_item(world, "potion"), nowhere)
    assert world.level.things == []


def test_bug_29_one_thing_shows_its_own_letter() -> None:
    hands = Hands("terse,inven=slow")
    world = hands.session.world
    world.player.pack = [item for item in world.player.pack if item.letter == "d"]
    assert hands.answer(b"i").startswith("d) A +1,+0 short bow")


def test_bug_30_f_round_a_corner_uses_a_turn() -> None:
    world = started("##\n@Z", hp=50)
    monster_steps.place_foe(world, find_foe(world, "Z"), spot_of(1, 1))
    world.level.cells[spot_of(1, 0)] = ord(" ")
    world.player.spot = spot_of(2, 0)
    world.level.cells[spot_of(2, 1)] = ord("#")
    world.level.views.clear()
    find_foe(world, "Z").flags &= ~AWAKE
    world.player.flags |= DETECTS
    turn.do(world, Command("f", step=-79))
    assert (world.turns, world.duel) == (1, None)
    assert find_foe(world, "Z").hp == 50


def test_bug_34_a_bolt_between_two_doors_ends() -> None:
    world = started("@", row=5, col=20)
    for col in (19, 21):
        world.level.cells[spot_of(5, col)] = ord("+")
    world.player.hp = world.player.max_hp = 10**6
    projectiles.fire(world, world.player.spot, RIGHT, "bolt")
    assert world.ending is None


def test_stk_28_23_a_bolt_strikes_the_player_once_at_most() -> None:
    losses: Counter[bool] = Counter()
    for seed in range(200):
        world = read_world(hall("@.."), seed=seed)
        world.player.hp = world.player.max_hp = 1000
        projectiles.fire(world, world.player.spot, RIGHT, "ice")
        lost = 1000 - world.player.hp
        assert lost == 0 or 6 <= lost <= 36
        losses[lost > 0] += 1
    assert losses[True] > 100


@pytest.mark.parametrize("ring", [None, "stealth"])
def test_bug_37_a_mean_orc_wakes_as_the_mean_do(ring: str | None) -> None:
    woken = 0
    for seed in range(60):
        world = started(hall("@O."), seed=seed)
        orc = find_foe(world, "O")
        orc.flags = (orc.flags | MEAN) & ~AWAKE
        if ring:
            world.player.left = carry(world, "ring", ring)
        wake_chance(world, orc)
        woken += orc.has_flag(AWAKE)
    assert woken == 0 if ring else 25 < woken < 55


def test_mon_19_a_woken_monster_stays_awake() -> None:
    world = started("-----   -----\n|@..|   |.Z.|\n-----   -----", awake=True)
    for _ in range(300):
        turn.do(world, Command("."))
    assert find_foe(world, "Z").has_flag(AWAKE)


def test_mon_20_a_room_gives_one_chance_on_entering_and_one_on_leaving(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    chances: list[str] = []
    monkeypatch.setattr(awareness, "wake_chance", lambda _world, foe: chances.append(foe.kind.letter))
    world = started("------------\n|Z........Q+#@\n------------")
    chances.clear()
    turn.do(world, Command("h"))
    assert chances == []
    turn.do(world, Command("h"))
    assert sorted(chances) == ["Q", "Q", "Z"]  # the room's and, of the neighbor, the next look's
    chances.clear()
    turn.do(world, Command("l"))
    assert sorted(chances) == ["Q", "Z"]


def test_mon_21_a_disguised_xeroc_wakes_only_as_a_neighbor() -> None:
    entered = looked = 0
    for seed in range(60):
        world = read_world(hall("@X."), seed=seed)
        foe = find_foe(world, "X")
        foe.disguise = ord("!")
        foe.flags |= MEAN  # else it would never wake by being looked at
        awareness.wake_room(world, world.level.rooms[0])
        entered += foe.has_flag(AWAKE)
        awareness.look(world)
        looked += foe.has_flag(AWAKE)
    assert entered == 0
    assert 25 <= looked <= 55


def test_chs_22_monsters_know_where_an_unseen_player_is() -> None:
    world = started(hall("@..........Z"), awake=True, dark=True)
    world.player.flags |= BLIND | LEVITATING
    foe = find_foe(world, "Z")
    for col in range(11, 1, -1):
        monster_ai.move_foes(world)
        assert foe.spot == spot_of(2, col)


@pytest.mark.parametrize("letter", list("ABCEFGHIJKLMNOPQRSTUVWXYZ"))
def test_chs_26_only_the_dragon_strikes_from_afar(letter: str) -> None:
    for seed in range(12):
        world = read_world(hall(f"@.....{letter}.."), awake=True, seed=seed)
        player, foe = world.player, find_foe(world, letter)
        player.hp = player.max_hp = 1000
        before = (player.hp, player.flags, player.strength, player.helpless)
        while abs(foe.spot - player.spot) > 3 and foe.has_flag(AWAKE):
            spot = foe.spot
            monster_ai.move_foes(world)
            assert (player.hp, player.flags, player.strength, player.helpless) == before
            if foe.spot == spot and letter in "FBP":
                break


def test_cmb_12_chs_21_a_target_is_marked_until_the_fight_ends() -> None:
    world = started(hall("@E."), hp=10**6)
    world.player.hp = world.player.max_hp = 50
    turn.do(world, Command("f", step=RIGHT))
    assert world.duel is None
    assert not find_foe(world, "E").has_flag(TARGET)
