"""Chances to the point: the last number that counts and the first that does not (RND-5)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest

from rogue.levelgen import level_builder
from rogue.levelgen.floor_plan import is_secretive
from rogue.levelgen.spawning import give_item, make_foe, make_of
from rogue.rules import (
    attributes,
    awareness,
    fight,
    hunger,
    monster_ai,
    monster_specials,
    projectiles,
    traps,
    wands,
)
from rogue.rules.output import add_text
from rogue.state.entities import AWAKE, CONFUSED, CURSED, Item
from rogue.state.grid import AROUND, RIGHT, spot_of
from rogue.state.level import PASS, REAL
from rogue.state.rng import Rng
from rogue.state.world import World
from scripts.lib.notation import carry, find_foe, hall, plain_item, read_world
from tests.support.fixed_dice import Fixed

HALL = """
    ---------
    |.......|
    |..@....|
    |.......|
    ---------
"""


def made(shown: int, cls: str, name: str) -> Item:
    world = read_world(HALL)
    world.rng = Fixed(shown)
    return make_of(world, world.rules.kind(cls, name))  # type: ignore[arg-type]


@pytest.mark.parametrize(("shown", "sign"), [(0, -1), (9, -1), (10, 1), (14, 1), (15, 0), (99, 0)])
def test_itm_3_ten_in_a_hundred_weapons_are_cursed_five_better(shown: int, sign: int) -> None:
    mace = made(shown, "weapon", "mace")
    assert (mace.hit_plus > 0) - (mace.hit_plus < 0) == sign
    assert mace.has_flag(CURSED) is (sign < 0)


@pytest.mark.parametrize(("shown", "sign"), [(0, 1), (19, 1), (20, -1), (27, -1), (28, 0), (99, 0)])
def test_itm_5_twenty_in_a_hundred_armors_are_cursed_eight_better(shown: int, sign: int) -> None:
    mail = made(shown, "armor", "ring mail")
    assert (mail.value > 7) - (mail.value < 7) == sign
    assert mail.has_flag(CURSED) is (sign > 0)


def drained(world: World, letter: str) -> bool:
    world.player.exp = 10**6
    world.player.level = 5
    monster_specials.take_effect(world, make_foe(read_world(HALL), letter, spot_of(2, 2)))
    return world.player.max_hp < 10**6


def disgusted(world: World) -> bool:
    hunger.eat(world, carry(world, "food", "food"))
    return any("awful" in text for text in world.said)


def carries(world: World) -> bool:
    foe = make_foe(read_world(HALL), "O", spot_of(2, 2))
    give_item(world, foe)
    return bool(foe.pack)


def fetches(world: World) -> bool:
    there = read_world("-----   ------\n|@..|   |.O!.|\n-----   ------")
    there.rng = world.rng
    return awareness.choose_goal(there, find_foe(there, "O")) is not None


def wakes(world: World) -> bool:
    foe = make_foe(read_world(HALL), "E", spot_of(2, 2))
    awareness.wake_chance(world, foe)
    return not foe.has_flag(AWAKE)  # 0 of three lets it sleep


def faints(world: World) -> bool:
    world.player.food = -5
    hunger.digest(world)
    return world.player.helpless > 0


def wanderer_comes(world: World) -> bool:
    world.wander_on, world.wander_count = True, 3
    monster_ai.check_wanderers(world)
    return not world.wander_on


def finds(symbol: str) -> Callable[[World], bool]:
    def look(world: World) -> bool:
        world.level.flags[spot_of(5, 13)] |= PASS
        world.level.flags[spot_of(5, 12)] |= PASS
        spot = {"door": spot_of(1, 3), "trap": spot_of(2, 3), "passage": spot_of(5, 12)}[symbol]
        world.level.flags[spot] &= ~REAL
        world.player.spot = {"door": spot_of(2, 3), "trap": spot_of(3, 3), "passage": spot_of(5, 13)}[symbol]
        traps.search(world)
        return bool(world.level.flags[spot] & REAL)

    return look


@pytest.mark.parametrize(
    ("rule", "happens", "last"),
    [
        ("SPC-10", lambda world: drained(world, "V"), 29),
        ("SPC-11", lambda world: drained(world, "W"), 14),
        ("FOO-5", disgusted, 28),
        ("FOO-3", faints, 0),
        ("MON-12", carries, 14),
        ("CHS-3", fetches, 14),
        ("MON-14", wakes, 0),
        ("WND-2", wanderer_comes, 0),
        ("SRC-2 door", finds("door"), 0),
        ("SRC-2 trap", finds("trap"), 0),
        ("SRC-2 passage", finds("passage"), 0),
    ],
)
def test_the_last_number_that_counts(rule: str, happens: Callable[[World], bool], last: int) -> None:
    for shown, wanted in ((0, True), (last, True), (last + 1, False)):
        world = read_world(HALL)
        world.player.hp = world.player.max_hp = 10**6
        world.rng = Fixed(shown)
        assert happens(world) is wanted, (rule, shown)


@pytest.mark.parametrize("depth", range(1, 13))
def test_gen_28_secrets_by_depth(depth: int) -> None:
    world = read_world(HALL, depth=depth)
    secret = 0
    for shown in range(10):
        world.rng = Fixed(shown)
        secret += is_secretive(world)
    assert secret == min(depth - 1, 10)


@pytest.mark.parametrize(
    ("level", "armor", "bonus"), [(1, 6, 4), (1, 6, 0), (10, 3, 0), (1, -2, 0), (20, 10, 5)]
)
def test_cmb_2_of_twenty_numbers_as_many_hit_as_the_sum(level: int, armor: int, bonus: int) -> None:
    world = read_world(HALL)
    hits = 0
    for shown in range(20):
        world.rng = Fixed(shown)
        hits += fight.swing(world, level, armor, bonus)
    assert hits == min(max(level + armor + bonus, 0), 20)


@pytest.mark.parametrize(("level", "poison", "magic"), [(1, 7, 4), (2, 8, 5), (10, 12, 9), (21, 17, 14)])
def test_cmb_18_19_rnd_6_of_twenty_numbers_as_many_save(level: int, poison: int, magic: int) -> None:
    world = read_world(HALL)
    made = Counter[str]()
    for shown in range(20):
        world.rng, world.player.level = Fixed(shown), level
        made["poison"] += attributes.saves(world, level, 0)
        made["magic"] += attributes.saves(world, level, 3)
        for plus in (2, -1):
            world.player.left = plain_item(world, "ring", "protection", value=plus)
            made[f"magic with {plus}"] += attributes.player_saves(world, "magic")
            made[f"poison with {plus}"] += attributes.player_saves(world, "poison")
    assert made == {
        "poison": poison, "poison with 2": poison, "poison with -1": poison,
        "magic": magic, "magic with 2": magic + 2, "magic with -1": magic - 1,
    }  # fmt: skip


@pytest.mark.parametrize(("hp", "left", "share"), [(2, 1, 0), (9, 4, 2), (40, 20, 10)])
def test_stk_4_drain_life_to_the_point(hp: int, left: int, share: int) -> None:
    world = read_world(hall("@EE."), hp=100)
    world.player.hp = hp
    wands.zap(world, carry(world, "stick", "drain life"), RIGHT)
    assert world.player.hp == left
    assert {foe.hp for foe in world.level.foes} == {100 - share}


@pytest.mark.parametrize("away", [1, 2, 4])
@pytest.mark.parametrize("step", AROUND)
def test_chs_18_fire_flies_straight_at_the_player(
    step: int, away: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    flights: list[tuple[int, int]] = []

    def fired(_world: World, start: int, step: int, *_: object) -> None:
        flights.append((start, step))

    monkeypatch.setattr(projectiles, "fire", fired)
    rows = ["-" * 13, *(["|" + "." * 11 + "|"] * 11), "-" * 13]
    rows[6] = "|.....@.....|"
    world = read_world("\n".join(rows))
    world.rng = Fixed(0)
    dragon = make_foe(read_world(HALL), "D", world.player.spot - away * step)
    world.level.add_foe(dragon)
    dragon.flags |= AWAKE
    monster_ai.move_foes(world)
    assert flights == [(world.player.spot - away * step, step)]


def test_chs_18_a_dragon_that_does_not_breathe_steps_or_strikes() -> None:
    world = read_world(hall("@..D."), awake=True)
    world.player.hp = world.player.max_hp = 1000
    world.rng = Fixed(1)
    monster_ai.move_foes(world)
    assert find_foe(world, "D").spot == spot_of(2, 3)


def test_chs_18_an_open_sentence_is_finished_before_the_fire() -> None:
    world = read_world(hall("@..D."), awake=True, terse=True)
    world.player.hp = world.player.max_hp = 1000
    add_text(world, "You miss")
    world.rng = Fixed(0)
    monster_ai.move_foes(world)
    assert world.said[0] == "You miss"
    assert len(world.said) > 1


@pytest.mark.parametrize("depth", range(1, 10))
def test_gen_36_of_ten_numbers_the_depth_brings_traps(depth: int, monkeypatch: pytest.MonkeyPatch) -> None:
    trapped = 0
    monkeypatch.setattr(level_builder, "free_spot", lambda *_: spot_of(2, 2))
    for shown in range(10):
        world = read_world(HALL, depth=depth)
        world.rng = Fixed(shown)
        level_builder.lay_traps(world)
        trapped += world.level.is_hidden_trap(spot_of(2, 2))
    assert trapped == depth


class Asked(Rng):
    """Dice that note which chances in a hundred they were asked for."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.chances: list[int] = []

    def percent(self, chance: int) -> bool:
        self.chances.append(chance)
        return super().percent(chance)


def test_gen_17_34_the_chances_that_fill_a_level() -> None:
    seen = set()
    for seed in range(20):
        world = read_world(HALL, seed=seed)
        dice = world.rng = Asked(seed)
        level_builder.people_rooms(world)
        assert dice.chances[:1] == [80 if world.level.rooms[0].gold else 25]
        seen.add(dice.chances[0])
        dice.chances.clear()
        level_builder.scatter_items(world)
        assert dice.chances.count(36) == 9
    assert seen == {25, 80}


@pytest.mark.parametrize("confused", [False, True])
def test_mon_17_the_gaze_lengthens_what_confusion_there_is(confused: bool) -> None:
    world = read_world(hall("@M."), awake=True)
    if confused:
        world.player.flags |= CONFUSED
        world.start_timer("confusion", 7)
    world.rng = Fixed(0)  # no save
    awareness.wake_chance(world, find_foe(world, "M"))
    assert world.player.has_flag(CONFUSED)
    assert [(timer.name, timer.turns) for timer in world.timers] == [("confusion", 26 if confused else 19)]
