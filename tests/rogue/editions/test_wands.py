"""Sticks of 5.2 and 3.6 (V52-16, V52-28 to V52-30, V36-17 to V36-19, V36-30 to V36-33, V36-38)."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from rogue.rules import bolts, move, projectiles
from rogue.state.actors import AWAKE, BLIND, CANCELLED, HELD, Monster
from rogue.state.grid import LEFT, RIGHT, spot_of
from rogue.state.world import Ending, World
from rogue.tables.rogue36 import ROGUE_36
from rogue.tables.rogue52 import ROGUE_52
from rogue.tables.ruleset import ROGUE_54, Ruleset
from tests.rogue.editions.magic_scenes import HALL, knows, older, room, zap
from tests.support.notation import carry, find_foe, plain_item, read_world
from tests.support.odds import assert_mean, assert_share

TOUGH = 10**6


NEAR = "-------\n|.@H..|\n-------"


@older
def test_v52_16_striking_hits_a_neighbour(rules: Ruleset) -> None:
    losses: Counter[int] = Counter()
    for seed in range(900):
        world = room(rules, NEAR, seed=seed)
        world.player.strength, world.player.level = 10, 20
        foe = find_foe(world, "H")
        foe.hp = TOUGH
        zap("striking", world)
        losses[TOUGH - foe.hp] += 1
    assert max(losses) > 20  # 3d8+9, now and then
    assert min(losses) == 4
    assert_share(sum(count for loss, count in losses.items() if loss > 11), 900, 1 / 20)
    assert not knows(world, "stick", "striking")


@older
@pytest.mark.parametrize(("picture", "charges", "left"), [(NEAR, 1, {0}), (HALL, 5, {4}), (NEAR, 5, {3, 4})])
def test_v52_16_v36_31_what_striking_costs(
    rules: Ruleset, picture: str, charges: int, left: set[int]
) -> None:
    """A blow takes two charges, in 3.6 one; no charge is owed; who is farther off is not struck."""
    world = room(rules, picture)
    world.player.level = 20
    foe = find_foe(world, "H")
    foe.hp = foe.max_hp = TOUGH
    zap("striking", world, charges=charges)
    assert world.player.pack[0].value == (min(left) if rules is ROGUE_52 else max(left))
    assert (foe.hp < TOUGH) is (picture == NEAR)
    assert not foe.has_flag(AWAKE) or picture == NEAR


@pytest.mark.parametrize(("rules", "chance"), [(ROGUE_52, 1), (ROGUE_36, (1 + 3) / 20)], ids=["5.2", "3.6"])
def test_v36_17_a_zap_strikes_with_plus_3_only(rules: Ruleset, chance: float) -> None:
    hits = 0
    for seed in range(500):
        world = room(rules, NEAR, seed=seed)
        foe = find_foe(world, "H")
        foe.hp, foe.armor = TOUGH, 0
        zap("striking", world)
        hits += foe.hp < TOUGH
    assert_share(hits, 500, chance)


FREEING = ROGUE_52.replace(magic=replace(ROGUE_52.magic, beams_free=True))
BEAMS = [
    # rules, stick, whether it wakes a monster, whether one that is held stays held
    (ROGUE_54, "polymorph", False, None),  # STK-6
    (ROGUE_54, "teleport to", True, False),
    (ROGUE_54, "cancellation", False, None),
    (ROGUE_52, "polymorph", True, None),
    (ROGUE_52, "teleport away", True, True),  # V52-28
    (ROGUE_52, "teleport to", True, True),
    (ROGUE_52, "cancellation", True, True),
    (FREEING, "teleport away", True, False),
    (FREEING, "teleport to", True, False),
    (FREEING, "cancellation", True, False),
    (ROGUE_36, "polymorph", True, None),
    (ROGUE_36, "teleport away", True, None),
    (ROGUE_36, "teleport to", True, False),  # V36-38
    (ROGUE_36, "cancellation", False, None),  # V36-32
]


@pytest.mark.parametrize(("rules", "name", "wakes", "stays"), BEAMS)
def test_stk_6_v52_16_28_v36_32_38_what_beams_do_to_sleepers_and_to_the_held(
    rules: Ruleset, name: str, wakes: bool, stays: bool | None
) -> None:
    (foe,) = zap(name, room(rules, HALL)).level.foes
    assert foe.has_flag(AWAKE) is wakes
    assert foe.goal is None
    if stays is not None:
        world = room(rules, HALL)
        find_foe(world, "H").flags |= HELD
        (foe,) = zap(name, world).level.foes
        assert (foe.has_flag(AWAKE), foe.has_flag(HELD)) == (True, stays)


def test_v52_29_v36_32_polymorph_may_make_what_was_wiped_out_and_in_3_6_destroys_the_load() -> None:
    sparing = ROGUE_52.replace(magic=replace(ROGUE_52.magic, polymorph_revives=False))
    for rules, keeps, spares in ((sparing, True, True), (ROGUE_52, True, False), (ROGUE_36, False, False)):
        letters = set()
        for seed in range(40):
            world = room(rules, HALL, seed=seed)
            world.extinct = set(rules.order) - {"Z"}
            load = find_foe(world, "H").pack = [plain_item(world, "potion", "healing")]
            (foe,) = zap("polymorph", world).level.foes
            letters.add(foe.kind.letter)
            assert foe.pack == (load if keeps else [])
        assert (letters == {"Z"}) is spares


MIMIC = "------\n|@M..|\n------"


def mimic_in(rules: Ruleset) -> tuple[World, Monster]:
    """Return a hall with a mimic beside the player that looks like gold."""
    world = room(rules, MIMIC)
    mimic = find_foe(world, "M")
    mimic.disguise, mimic.hp = ord("*"), TOUGH
    return world, mimic


@pytest.mark.parametrize(
    ("rules", "unmasked"),
    [(ROGUE_36.replace(magic=replace(ROGUE_36.magic, cancellation_wakes=True)), True), (ROGUE_36, False)],
)
def test_v36_32_a_cancelled_mimic_keeps_its_disguise(rules: Ruleset, unmasked: bool) -> None:
    world, mimic = mimic_in(rules)
    zap("cancellation", world)
    assert mimic.has_flag(CANCELLED)
    assert (mimic.disguise == ord("M")) is unmasked


@pytest.mark.parametrize(("rules", "stops"), [(ROGUE_52, False), (ROGUE_36, True)], ids=["5.2", "3.6"])
def test_v36_33_a_disguised_mimic_stops_what_flies_and_is_not_stumbled_into(
    rules: Ruleset, stops: bool
) -> None:
    world, mimic = mimic_in(rules)
    assert (projectiles.fly(world, RIGHT, ord("*")) == mimic.spot) is stops
    assert (projectiles.beam_target(world, RIGHT) is mimic) is stops
    steps = {move.random_spot(world, world.player.spot) for _ in range(60)}
    assert (mimic.spot not in steps) is stops


@pytest.mark.parametrize(
    ("rules", "blind", "unmasks", "charges"),
    [
        (ROGUE_52, False, True, 1),
        (ROGUE_52, True, False, 2),
        (ROGUE_36, False, True, 1),
        (ROGUE_52.replace(magic=replace(ROGUE_52.magic, striking_unmasks=False)), False, False, 1),
    ],
)
def test_v52_30_v36_33_a_zap_of_striking_unmasks_for_one_charge(
    rules: Ruleset, blind: bool, unmasks: bool, charges: int
) -> None:
    world, mimic = mimic_in(rules)
    world.player.flags |= BLIND if blind else 0
    zap("striking", world)
    assert (mimic.disguise == ord("M")) is unmasks
    assert (mimic.hp < TOUGH) is blind
    assert world.player.pack[0].value == 5 - charges


def test_v52_16_polymorph_is_identified_if_the_kind_changed() -> None:
    for seed in range(60):
        world = room(ROGUE_52, HALL, seed=seed)
        world.player.flags |= BLIND  # it need not be seen
        zap("polymorph", world)
        changed = world.level.foes[0].kind.letter != "H"
        assert knows(world, "stick", "polymorph") is changed
    sparing = ROGUE_52.replace(magic=replace(ROGUE_52.magic, polymorph_revives=False))
    world = room(sparing, HALL)
    world.extinct = set(ROGUE_52.order) - {"H"}
    assert not knows(zap("polymorph", world), "stick", "polymorph")


@pytest.mark.parametrize(("rules", "plus"), [(ROGUE_52, 4), (ROGUE_36, 0)], ids=["5.2", "3.6"])
def test_v36_30_what_is_wielded_adds_nothing_to_a_magic_missile(rules: Ruleset, plus: int) -> None:
    losses = set()
    for seed in range(120):
        world = room(rules, HALL, seed=seed)
        world.player.strength = 10
        world.player.wielded = carry(world, "weapon", "mace")
        world.player.wielded.damage_plus = 4
        foe = find_foe(world, "H")
        foe.hp, foe.level = TOUGH, NEVER
        zap("magic missile", world)
        losses.add(TOUGH - foe.hp)
    assert losses == {2 + plus, 3 + plus, 4 + plus, 5 + plus}


@pytest.mark.parametrize(("rules", "left"), [(ROGUE_52, 10), (ROGUE_36, 20)], ids=["5.2", "3.6"])
def test_v36_19_drain_life_takes_shares_of_the_hit_points_before_halving(rules: Ruleset, left: int) -> None:
    world = room(rules, "---------\n|@..H..Z|\n---------")
    world.player.hp = 41
    for foe in world.level.foes:
        foe.hp = 100
    zap("drain life", world)
    assert world.player.hp == 20
    assert {100 - foe.hp for foe in world.level.foes} == {left}
    assert {foe.has_flag(AWAKE) for foe in world.level.foes} == {rules is ROGUE_52}


def test_v36_19_in_a_passage_the_neighbours_are_drained() -> None:
    world = room(ROGUE_36, "##H@H#H")
    world.player.hp = 30
    for foe in world.level.foes:
        foe.hp = 100
    zap("drain life", world)
    assert [foe.hp for foe in sorted(world.level.foes, key=lambda foe: foe.spot)] == [85, 85, 100]
    alone = zap("drain life", room(ROGUE_36, "##@###H"))
    assert (alone.player.hp, alone.said) == (60, ["You have a tingling feeling"])


ALWAYS = 60  # a level that saves against all magic
NEVER = -100


def fired(line: str, *, level: int = 1, foe_level: int = ALWAYS) -> World:
    """Return the world after a bolt to the right; the player and the others save by their levels."""
    walls = "-" * len(line)
    world = room(ROGUE_36, "\n".join((walls, line, walls)))
    world.player.level = level
    world.player.hp = world.player.max_hp = TOUGH
    for foe in world.level.foes:
        foe.hp, foe.level = TOUGH, foe_level
    bolts.fire(world, world.player.spot, RIGHT, "bolt")
    return world


@pytest.mark.parametrize(("line", "hit"), [("|@....H..|", True), ("|@.....H..|", False)])
def test_v36_18_the_players_own_square_is_the_first_of_six(line: str, hit: bool) -> None:
    world = fired(line, foe_level=NEVER)
    assert (find_foe(world, "H").hp < TOUGH) is hit


def test_v36_18_after_a_bounce_only_the_player_can_be_hit() -> None:
    world = fired("|@.H|", level=ALWAYS)  # the hobgoblin saves on the way out and is passed on the way back
    assert [text for text in world.said if "hobgoblin" in text] == ["The bolt whizzes past the hobgoblin"]
    assert world.said.count("The bolt bounces") == 1
    assert "The bolt whizzes by you" in world.said
    assert fired("|@.|", level=NEVER).player.hp < TOUGH


def test_v36_18_doors_turn_bolts_back_and_do_not_keep_them_for_ever() -> None:
    """BUG-34: between two doors a bolt would fly for ever."""
    world = read_world("--------\n|......|\n--------", rules=ROGUE_36)
    world.player.spot = spot_of(2, 3)
    world.player.level, world.player.hp = ALWAYS, 60
    for col in (2, 3, 4):
        world.level.cells[spot_of(2, col)] = ord("+")
    bolts.fire(world, world.player.spot, LEFT, "bolt")
    assert 1 < world.said.count("The bolt bounces") <= bolts.LENGTH + 1
    assert world.ending is None


def test_v36_18_an_own_bolt_can_kill() -> None:
    world = room(ROGUE_36, "----\n|@.|\n----")
    world.player.level, world.player.hp = NEVER, 5
    bolts.fire(world, world.player.spot, RIGHT, "ice")
    assert world.ending == Ending("killed", "bolt")


def test_bolts_do_6d6_in_3_6_too() -> None:
    losses = []
    for seed in range(300):
        world = room(ROGUE_36, "-------\n|@.H..|\n-------", seed=seed)
        foe = find_foe(world, "H")
        foe.hp, foe.level = TOUGH, NEVER
        world.player.strength = 10
        bolts.fire(world, world.player.spot, RIGHT, "flame")
        losses.append(TOUGH - foe.hp)
    assert_mean(losses, 21)
