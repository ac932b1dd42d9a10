"""Blows in 5.2 and 3.6: what a monster's hit does, odds, saves, thrown things, striking."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from rogue.rules import fight, traps
from rogue.rules.attributes import player_saves
from rogue.rules.monster_specials import TRANSFIXED_DEAD, rust_armor
from rogue.state.entities import ALERT, BLIND, GRABBED, Item
from rogue.state.world import World
from rogue.tables.rogue36 import ROGUE_36
from rogue.tables.rogue52 import ROGUE_52
from rogue.tables.ruleset import ROGUE_54, Ruleset
from scripts.lib.notation import carry, find_foe, hall, plain_item, read_world
from tests.rogue.scenes import Scene, an_item, scene
from tests.support.odds import assert_share

pytestmark = pytest.mark.slow


older = pytest.mark.parametrize("rules", [ROGUE_52, ROGUE_36], ids=["5.2", "3.6"])
TOUGH = 10**6
SURE = 100  # a level that never misses
NEVER = -100  # a level that never hits


def faced(letter: str, rules: Ruleset, *, seed: int = 0, level: int = SURE) -> World:
    """Return the player with the kit beside an awake monster of a level of its own."""
    world = read_world(hall(f".@{letter}."), rules=rules, seed=seed, kit=True, awake=True)
    world.player.hp = world.player.max_hp = TOUGH
    find_foe(world, letter).level = level
    return world


def struck(letter: str, rules: Ruleset, *, seed: int = 0, level: int = SURE) -> World:
    """Return the world after one attack of a monster."""
    world = faced(letter, rules, seed=seed, level=level)
    fight.foe_attacks(world, find_foe(world, letter))
    return world


def attack(world: World) -> bool:
    (foe,) = world.level.foes
    return fight.foe_attacks(world, foe)


def hit_hit_miss(world: World) -> None:
    """Let the only monster hit twice and then miss."""
    (foe,) = world.level.foes
    attack(world)
    attack(world)
    foe.level = NEVER
    attack(world)


def facing(rules: Ruleset, level: int = SURE, **more: Any) -> dict[str, object]:
    return {"rules": rules, "kit": True, "awake": True, "hp": TOUGH, "foe_level": level, **more}


def rings(left: int | None, right: int | None) -> dict[str, Any]:
    pluses = {"left": left, "right": right}
    return {
        hand: an_item("ring", "protection", value=plus) for hand, plus in pluses.items() if plus is not None
    }


EYE, ANT, FUNGI = hall(".@E."), hall(".@A."), hall(".@F.")
GAZED = ["You are transfixed by the gaze of the floating eye"]
HITS = [
    *(row for edition, rules in (("5.2", ROGUE_52), ("3.6", ROGUE_36)) for row in (
        scene(f"V52-12 sustained strength and ants of {edition}", ANT, attack,
              facing(rules, left=an_item("ring", "sustain strength")), strength=16),
        scene(f"V52-12 transfixed in {edition}", EYE, attack, facing(rules), said=GAZED, hp=TOUGH),
        scene(f"V52-12 told once in {edition}", EYE, attack, facing(rules, helpless=2), said=[]),
        scene(f"V52-12 a miss in {edition}", EYE, attack, facing(rules, NEVER), said=[], helpless=0),
        scene(f"V52-12 the blind in {edition}", EYE, attack, facing(rules, flags=BLIND), helpless=0),
        scene(f"V52-12 violet fungi hold, a hit costs nothing in {edition}", FUNGI, attack, facing(rules),
              flags=GRABBED, grip=1, hp=TOUGH),
        scene(f"V52-12 a miss costs the grip in {edition}", FUNGI, hit_hit_miss, facing(rules), grip=2,
              hp=TOUGH - 2),
    )),
    scene("V52-12 a hit costs a point in 5.4", FUNGI, attack, facing(ROGUE_54), hp=TOUGH - 1),
    # BUG-34: only who does not starve for ten thousand turns ends by the gaze.
    scene("V52-12 5,000 turns", EYE, attack, facing(ROGUE_52, food=0, helpless=5000), fate=None),
    scene("V52-12 BUG-34 the limit", EYE, attack, facing(ROGUE_52, food=0, helpless=TRANSFIXED_DEAD),
          fate=("killed", "floating eye")),
    *(scene(f"V36-6 {helpless} turns, food {food}", EYE, attack,
            facing(ROGUE_36, helpless=helpless, food=food), fate=("killed", "floating eye") if dead else None)
      for helpless, food, dead in ((99, 0, True), (97, 0, False), (99, 1, False), (500, 1, False))),
    scene("maintain armor stops rust in 5.2", hall(".@R."), attack,
          facing(ROGUE_52, left=an_item("ring", "maintain armor")), worn_value=6, protected=[]),
    *(scene(f"rings of protection {left} and {right} in {edition}", EYE,
            lambda world: fight.armor_class(world.player, world.rules.fighting.protection_adds),
            facing(rules, **rings(left, right)), costs=armor)
      for left, right, *armors in ((2, 1, 3, 4), (None, 1, 5, 5), (2, None, 4, 4), (-1, 2, 5, 7))
      for edition, rules, armor in (("5.2", ROGUE_52, armors[0]), ("3.6", ROGUE_36, armors[1]))),
]  # fmt: skip


@pytest.mark.parametrize("row", HITS)
def test_hits_of_monsters(row: Scene) -> None:
    assert row.seen() == row.then


@older
def test_v52_12_the_floating_eye_transfixes_for_2_or_3_turns(rules: Ruleset) -> None:
    turns = Counter(struck("E", rules, seed=seed).player.helpless for seed in range(300))
    assert set(turns) == {2, 3}
    assert_share(turns[2], 300, 1 / 2)


@pytest.mark.parametrize(("rules", "leather"), [(ROGUE_52, 8), (ROGUE_36, 9)], ids=["5.2", "3.6"])
def test_v52_12_v36_12_rust_monsters_rust_armor(rules: Ruleset, leather: int) -> None:
    world = struck("R", rules)
    assert world.player.worn is not None
    assert world.player.worn.value == 7
    for _ in range(5):
        rust_armor(world)
    assert world.player.worn.value == 9
    world.player.worn = plain_item(world, "armor", "leather armor")
    rust_armor(world)
    assert world.player.worn.value == leather


@pytest.mark.parametrize(("rules", "chance"), [(ROGUE_52, 8 / 20), (ROGUE_36, 4 / 20)], ids=["5.2", "3.6"])
def test_protection_does_not_help_saves_in_3_6(rules: Ruleset, chance: float) -> None:
    world = faced("H", rules)
    world.player.left = plain_item(world, "ring", "protection", value=4)
    assert_share(sum(player_saves(world, "magic") for _ in range(3000)), 3000, chance)


def damage_thrown(rules: Ruleset, thing: str, wielded: str = "", cls: str = "weapon") -> set[int]:
    """Return the hit points that a thrown thing can cost, launcher or not, without a strength bonus."""
    found = set()
    for seed in range(150):
        world = read_world(hall("@H."), rules=rules, seed=seed)
        world.player.level, world.player.strength = SURE, 10
        foe = find_foe(world, "H")
        foe.hp = TOUGH
        if wielded:
            world.player.wielded = plain_item(world, "weapon", wielded, damage_plus=20)
        fight.attack(world, foe, plain_item(world, cls, thing), thrown=True)  # type: ignore[arg-type]
        found.add(TOUGH - foe.hp)
    return found


def dice(count: int, sides: int, plus: int = 0) -> set[int]:
    return set(range(count + plus, count * sides + plus + 1))


@pytest.mark.parametrize(
    ("thing", "wielded", "in52", "in36"),
    [
        ("arrow", "", dice(2, 3), dice(1, 1)),
        ("arrow", "short bow", dice(2, 3, 20), dice(1, 6, 20)),
        ("arrow", "crossbow", dice(2, 3), dice(1, 1)),
        ("crossbow bolt", "crossbow", dice(2, 5, 20), dice(1, 10, 20)),
        ("crossbow bolt", "", dice(2, 5), dice(1, 2)),
        ("dagger", "", dice(1, 4), dice(1, 6)),
        ("dart", "", dice(1, 3), dice(1, 1)),
        ("spear", "", dice(1, 6), dice(1, 8)),
        ("mace", "", dice(1, 3), dice(1, 3)),
        ("long sword", "", dice(1, 2), dice(1, 2)),
    ],
)  # fmt: skip
def test_v52_17_what_thrown_things_do(thing: str, wielded: str, in52: set[int], in36: set[int]) -> None:
    """V52-17: thrown dice always; 3.6: wield damage of missiles that are not launched."""
    assert damage_thrown(ROGUE_52, thing, wielded) == in52
    assert damage_thrown(ROGUE_36, thing, wielded) == in36


@older
def test_v52_17_thrown_sticks_do_1_and_other_things_nothing(rules: Ruleset) -> None:
    assert damage_thrown(rules, "light", cls="stick") == {1}
    assert damage_thrown(rules, "healing", cls="potion") == {0}


def test_rocks_need_a_sling_in_3_6() -> None:
    assert damage_thrown(ROGUE_36, "rock", "sling") == dice(1, 4, 20)
    assert damage_thrown(ROGUE_36, "rock") == dice(1, 2)


def in_hand(rules: Ruleset, charges: int, *, armor: int, seed: int = 0) -> tuple[Item, int]:
    """Strike once with a wielded staff of striking; return it and the hit points it took."""
    world = read_world(hall("@H."), rules=rules, seed=seed)
    world.player.strength = 10
    foe = find_foe(world, "H")
    foe.hp, foe.armor = TOUGH, armor
    staff = world.player.wielded = carry(world, "stick", "striking", value=charges)
    fight.attack(world, foe, staff)
    return staff, TOUGH - foe.hp


@older
def test_v52_16_a_wielded_staff_of_striking_spends_a_charge_per_blow(rules: Ruleset) -> None:
    losses = set()
    for seed in range(200):
        staff, loss = in_hand(rules, 4, armor=40, seed=seed)
        assert staff.value == (3 if rules is ROGUE_52 else 4)  # V36-31
        losses.add(loss)
    assert losses == dice(1, 8, 3)


@older
def test_v52_16_without_charges_it_is_powerless(rules: Ruleset) -> None:
    assert {in_hand(rules, 0, armor=40, seed=seed)[1] for seed in range(30)} == {0}
    assert in_hand(rules, 0, armor=40)[0].value == 0


def gained(letter: str, level: int, hurt: int = 15) -> Callable[[Ruleset, int], int]:
    """Return a trial: the hit points that a monster regains over its attack, when it lacks so many."""

    def trial(rules: Ruleset, seed: int) -> int:
        world = faced(letter, rules, seed=seed, level=level)
        foe = find_foe(world, letter)
        foe.hp, foe.max_hp = 5, 5 + hurt
        fight.foe_attacks(world, foe)
        assert world.ending is None
        return foe.hp - 5

    return trial


def weakened(rules: Ruleset, seed: int) -> int:
    return 16 - struck("A", rules, seed=seed).player.strength  # level 1 saves against poison with 7/20


def struck_by_staff(rules: Ruleset, seed: int) -> int:
    return int(in_hand(rules, 5, armor=0, seed=seed)[1] > 0)


def drained(rules: Ruleset, seed: int) -> int:
    return TOUGH - struck("V", rules, seed=seed).player.max_hp


def hit_at_level_1(rules: Ruleset, seed: int) -> int:
    world = struck("H", rules, seed=seed, level=1)
    assert not world.player.has_flag(ALERT)
    return int(world.player.hp < TOUGH)


TRIALS: dict[str, tuple[Callable[[Ruleset, int], int], int, float, float, set[int]]] = {
    # rule -> trial, tries, shares of those that happen in 5.2 and 3.6, what else may come of one
    "V52-12 ant": (
        lambda rules, seed: 16 - struck("A", rules, seed=seed).player.strength,
        800,
        0.65,
        0.65,
        {1},
    ),
    "V52-12 vampire": (drained, 1200, 0.3, 0, {1, 2, 3, 4, 5}),
    "V36-7 troll hits": (gained("T", SURE), 900, 0, 0.33, {1}),
    "V36-7 troll misses": (gained("T", NEVER), 900, 0, 0.33, {1}),
    "V36-7 vampire hits": (gained("V", SURE), 900, 0, 0.33, {1}),
    "V36-7 vampire misses": (gained("V", NEVER), 900, 0, 0.33, {1}),
    "V36-7 beyond what it had": (gained("T", SURE, hurt=0), 900, 0, 0.33, {1}),
    "V36-6 no alert rule": (hit_at_level_1, 1000, (1 + 6 + 4) / 20, (1 + 6) / 20, {1}),
    "V36-17 striking": (
        lambda rules, seed: int(in_hand(rules, 5, armor=0, seed=seed)[1] > 0),
        400,
        1,
        0.2,
        {1},
    ),
}


@older
@pytest.mark.parametrize("rule", TRIALS)
def test_how_often_it_happens(rule: str, rules: Ruleset) -> None:
    trial, tries, in52, in36, values = TRIALS[rule]
    share = in52 if rules is ROGUE_52 else in36
    found = Counter(trial(rules, seed) for seed in range(tries))
    assert_share(tries - found.pop(0, 0), tries, share)
    assert set(found) == (values if share else set())


@pytest.mark.parametrize(("rules", "chance"), [(ROGUE_52, 13 / 20), (ROGUE_36, 1)], ids=["5.2", "3.6"])
def test_dart_traps_of_3_6_always_weaken(rules: Ruleset, chance: float) -> None:
    weakened = hit = 0
    for seed in range(600):
        world = read_world(hall(".@."), rules=rules, seed=seed)
        world.player.hp = TOUGH
        traps.EFFECTS["poison dart"](world)
        hit += world.player.hp < TOUGH
        weakened += world.player.strength == 15
    assert_share(weakened, hit, chance)
