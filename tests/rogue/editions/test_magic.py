"""Potions and scrolls of 5.2 and 3.6 (V52-14, V52-15, V36-15, V36-16)."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace

import pytest

from rogue.rules import monster_steps, potions, projectiles, scrolls, turn, wands
from rogue.rules.scrolls import read
from rogue.state.entities import (
    ALERT,
    AWAKE,
    BLIND,
    CANCELLED,
    CONFUSED,
    DETECTS,
    GRABBED,
    HASTED,
    HELD,
    SEES_INVISIBLE,
    Monster,
)
from rogue.state.grid import LEFT, RIGHT, spot_of
from rogue.state.serialize import decode, encode
from rogue.state.world import Ending, Question, World
from rogue.tables.glyphs import GOLD
from rogue.tables.items import ItemClass
from rogue.tables.rogue36 import ROGUE_36
from rogue.tables.rogue52 import ROGUE_52
from rogue.tables.ruleset import ROGUE_54, Ruleset
from rogue.ui.session import Session
from scripts.lib.notation import carry, draw, find_foe, hall, plain_item, read_world
from tests.support.odds import assert_mean, assert_share

older = pytest.mark.parametrize("rules", [ROGUE_52, ROGUE_36], ids=["5.2", "3.6"])
ROOM = """
    ---------
    |.......|
    |...@...|
    |.......|
    ---------
"""
HALL = "------------\n|.@......H.|\n|..........|\n------------"


def room(rules: Ruleset, picture: str = ROOM, *, seed: int = 0, depth: int = 1, awake: bool = False) -> World:
    world = read_world(picture, rules=rules, seed=seed, depth=depth, awake=awake)
    world.player.hp = world.player.max_hp = 60
    return world


def zap(name: str, world: World, step: int = RIGHT, charges: int = 5) -> World:
    assert wands.zap(world, carry(world, "stick", name, value=charges), step)
    return world


def knows(world: World, cls: ItemClass, name: str) -> bool:
    return world.rules.kind(cls, name) in world.knowledge.true


def quaff(name: str, world: World) -> World:
    assert potions.quaff(world, carry(world, "potion", name))
    return world


def perform(name: str, world: World) -> World:
    """Read a scroll."""
    assert read(world, carry(world, "scroll", name))
    return world


def turns_of(world: World, timer: str) -> int:
    (found,) = (running for running in world.timers if running.name == timer)
    return found.turns


@older
@pytest.mark.parametrize(
    ("cls", "name", "said", "known"),
    [
        ("potion", "paralysis", "You can't move", True),
        ("potion", "thirst quenching", "This potion tastes extremely dull", False),
        ("scroll", "blank paper", "This scroll seems to be blank", False),
        ("scroll", "gold detection", "You feel a pull downward", False),  # there is none
    ],
)
def test_v52_14_15_what_5_4_has_not(
    rules: Ruleset, cls: ItemClass, name: str, said: str, known: bool
) -> None:
    world = (quaff if cls == "potion" else perform)(name, room(rules))
    assert (world.said, knows(world, cls, name)) == ([said], known)
    assert (world.player.helpless, world.player.flags) == (2 if name == "paralysis" else 0, 0)
    assert (world.timers, world.windows) == ([], [])


@older
def test_v52_14_paralysis_makes_the_helpless_turns_two_and_ends_alertness(rules: Ruleset) -> None:
    world = room(rules)
    world.player.flags |= ALERT
    world.player.helpless = 9
    quaff("paralysis", world)
    assert world.player.helpless == 2
    assert not world.player.has_flag(ALERT)


@pytest.mark.parametrize(
    ("rules", "name", "mark", "turns"),
    [
        (ROGUE_52, "confusion", CONFUSED, range(18, 29)), (ROGUE_36, "confusion", CONFUSED, range(20, 28)),
        (ROGUE_52, "blindness", BLIND, range(765, 935)), (ROGUE_36, "blindness", BLIND, range(850, 851)),
        (ROGUE_52, "see invisible", SEES_INVISIBLE, range(765, 935)),
        (ROGUE_36, "see invisible", SEES_INVISIBLE, range(850, 851)),
    ],
)  # fmt: skip
def test_v52_14_what_lasts_and_is_not_prolonged(rules: Ruleset, name: str, mark: int, turns: range) -> None:
    found = set()
    for seed in range(250):
        world = quaff(name, room(rules, seed=seed))
        found.add(turns_of(world, name))
    assert found <= set(turns)
    assert min(found) - turns[0] <= 8 >= turns[-1] - max(found)
    before = turns_of(world, name)
    quaff(name, world)
    assert world.player.has_flag(mark)
    prolonged = rules is ROGUE_36 and name == "confusion"  # V36-36
    assert (turns_of(world, name) == before) is not prolonged


@older
def test_v52_14_haste_costs_its_turn(rules: Ruleset) -> None:
    world = room(rules)
    assert potions.quaff(world, carry(world, "potion", "haste self"))
    assert world.player.has_flag(HASTED)
    assert 4 <= turns_of(world, "haste") <= 7
    newer = room(ROGUE_54)
    assert not potions.quaff(newer, carry(newer, "potion", "haste self"))


def test_v52_14_monster_detection_is_identified_if_new_monsters_appear() -> None:
    seen = quaff("monster detection", room(ROGUE_52, HALL))
    assert not knows(seen, "potion", "monster detection")
    hidden = quaff("monster detection", room(ROGUE_52, HALL + "\n\n-----\n|.K.|\n-----"))
    assert knows(hidden, "potion", "monster detection")
    assert hidden.player.has_flag(DETECTS)
    assert 18 <= turns_of(hidden, "detect monsters") <= 21
    newer = quaff("monster detection", room(ROGUE_54, HALL + "\n\n-----\n|.K.|\n-----"))
    assert not knows(newer, "potion", "monster detection")


def test_monster_detection_of_3_6_shows_them_once() -> None:
    world = quaff("monster detection", room(ROGUE_36, HALL))
    (window,) = world.windows
    assert window.title == "You begin to sense the presence of monsters."
    assert window.marks == ((find_foe(world, "H").spot, ord("H")),)
    assert not world.player.has_flag(DETECTS)
    assert world.timers == []
    assert knows(world, "potion", "monster detection")
    nobody = quaff("monster detection", room(ROGUE_36))
    assert (nobody.windows, len(nobody.said)) == ([], 1)
    assert not knows(nobody, "potion", "monster detection")


@pytest.mark.parametrize(("rules", "most"), [(ROGUE_52, 2), (ROGUE_36, 1)], ids=["5.2", "3.6"])
def test_v36_15_extra_healing_adds_at_most_1_in_3_6(rules: Ruleset, most: int) -> None:
    added = set()
    for seed in range(60):
        world = room(rules, seed=seed)
        world.player.level = 5
        quaff("extra healing", world)
        added.add(world.player.max_hp - 60)
        assert world.player.hp == world.player.max_hp
    assert max(added) == most


@older
@pytest.mark.parametrize("cls", ["potion", "weapon", "armor", "ring", "stick", "food"])
def test_v52_15_one_identify_for_every_kind_of_item(rules: Ruleset, cls: ItemClass) -> None:
    world = room(rules)
    item = carry(world, cls)
    perform("identify", world)
    assert world.question == Question("identify")
    turn.answer(world, item.letter)
    assert world.question is None
    assert knows(world, "scroll", "identify")
    if cls in ("potion", "ring", "stick"):
        assert item.kind in world.knowledge.true


@older
def test_v52_15_gold_detection(rules: Ruleset) -> None:
    world = perform("gold detection", room(rules, hall("@*.")))
    (window,) = world.windows
    assert window.marks == ((spot_of(2, 2), GOLD),)
    assert knows(world, "scroll", "gold detection")


@older
@pytest.mark.parametrize("key", ["K", "k"])
def test_v52_15_genocide_wipes_out_a_kind_for_ever(rules: Ruleset, key: str) -> None:
    picture = "--------\n|@.KK.H|\n--------\n\n-----\n|.K.|\n-----"
    world = room(rules, picture)
    find_foe(world, "H").pack.append(plain_item(world, "potion"))
    world.level.foes[0].pack.append(plain_item(world, "potion"))
    perform("genocide", world)
    assert knows(world, "scroll", "genocide")
    assert world.question == Question("genocide")
    turn.answer(world, key)
    assert world.question is None
    assert [foe.kind.letter for foe in world.level.foes] == ["H"]
    assert world.level.things == []  # what they carried is gone
    assert world.extinct == {"K"}
    assert world.said[-1] == "There will be no more kobolds"
    assert world.player.exp == 0


def test_v52_15_only_a_letter_will_do_and_escape_spares_all() -> None:
    world = perform("genocide", room(ROGUE_52, HALL))
    turn.answer(world, "3")
    assert world.said[-1] == "Please specifiy a letter between 'A' and 'Z'"
    assert world.question == Question("genocide")
    turn.answer(world, "")
    assert world.question is None
    assert not world.extinct
    assert len(world.level.foes) == 1


def test_v52_15_genocide_frees_who_is_held() -> None:
    world = room(ROGUE_52, hall(".@F"))
    world.player.flags |= GRABBED
    world.player.grip = 3
    perform("genocide", world)
    turn.answer(world, "F")
    assert not world.player.has_flag(GRABBED)
    assert world.player.grip == 0


@pytest.mark.parametrize("edition", ["5.2", "3.6"])
def test_v52_15_the_player_is_asked_which_monster(edition: str) -> None:
    session = Session(5, edition)
    session.feed(b"")
    world = session.world
    world.player.pack.clear()
    carry(world, "scroll", "genocide")
    session.feed(b"ra ")
    assert session.screen[0].startswith("Which monster do you wish to wipe out? ")
    session.feed(b"3 ")
    assert session.screen[0].startswith("Which monster do you wish to wipe out? ")
    before = world.turns
    session.feed(b"j")
    assert world.extinct == {"J"}
    assert world.turns == before + 1
    assert session.mode == "command"


def test_v52_15_a_game_is_saved_while_the_question_stands() -> None:
    world = perform("genocide", room(ROGUE_52, HALL))
    world.extinct.add("Z")
    again = decode(json.loads(json.dumps(encode(world))), ROGUE_52)
    assert again.question == Question("genocide")
    assert again.extinct == {"Z"}
    turn.answer(again, "h")
    assert again.level.foes == []


@older
def test_v52_15_hold_monster_holds_sleepers_too_and_is_never_identified(rules: Ruleset) -> None:
    picture = "-----------\n|@.K..K...|\n|...H.....|\n-----------"
    world = room(rules, picture)
    for foe in world.level.foes:
        foe.flags |= AWAKE if foe.kind.letter == "H" else 0
    perform("hold monster", world)
    held = {divmod(foe.spot, 80) for foe in world.level.foes if foe.has_flag(HELD)}
    assert held == {(2, 3)}  # columns 1 to 3
    assert not knows(world, "scroll", "hold monster")
    assert world.said == []
    close = perform("hold monster", room(rules, hall("@HK"), awake=True))
    assert all(foe.has_flag(HELD) and not foe.has_flag(AWAKE) for foe in close.level.foes)


@pytest.mark.parametrize(("rules", "shown"), [(ROGUE_54, "^"), (ROGUE_52, "t"), (ROGUE_36, "t")], ids=str)
def test_v52_15_magic_mapping_leaves_hidden_traps_hidden(rules: Ruleset, shown: str) -> None:
    world = perform("magic mapping", room(rules, "-----\n|@t.d\n-----"))
    assert draw(world)[1] == f"|@{shown}.+"
    assert knows(world, "scroll", "magic mapping")


def test_v36_16_the_scroll_of_light_is_as_the_stick() -> None:
    for use in (perform, zap):
        world = read_world(ROOM, rules=ROGUE_36, dark=True)
        use("light", world)
        assert world.player.room is not None
        assert not world.player.room.dark
        assert world.said == ["The room is lit by a shimmering blue light"]
        passage = read_world("##@##", rules=ROGUE_36)
        use("light", passage)
        assert passage.said == ["The corridor glows and then fades"]
    assert knows(perform("light", room(ROGUE_36)), "scroll", "light")


@pytest.mark.parametrize(("rules", "share"), [(ROGUE_52, 0.5), (ROGUE_36, 0.49)], ids=["5.2", "3.6"])
def test_v36_16_enchant_weapon(rules: Ruleset, share: float) -> None:
    world = room(rules)
    mace = world.player.wielded = carry(world, "weapon", "mace")
    for _ in range(3000):
        scrolls.EFFECTS["enchant weapon"](world)
    assert mace.hit_plus + mace.damage_plus == 3000
    assert_share(mace.hit_plus, 3000, share)


def test_v36_16_enchant_weapon_works_on_whatever_is_wielded() -> None:
    for rules, plus in ((ROGUE_52, 0), (ROGUE_36, 1)):
        world = room(rules)
        staff = world.player.wielded = carry(world, "stick", "nothing")
        perform("enchant weapon", world)
        assert staff.hit_plus + staff.damage_plus == plus


TOUGH = 10**6


NEAR = hall(".@H..")


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
def test_stk_6_v52_16_28_v36_32_38_beams_on_sleepers_and_on_the_held(
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


def test_v52_29_v36_32_polymorph_makes_any_kind_and_may_destroy_the_load() -> None:
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


MIMIC = hall("@M..")


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
def test_v36_33_a_disguised_mimic_stops_projectiles(rules: Ruleset, stops: bool) -> None:
    world, mimic = mimic_in(rules)
    assert (projectiles.fly(world, RIGHT, ord("*")) == mimic.spot) is stops
    assert (projectiles.beam_target(world, RIGHT) is mimic) is stops
    steps = {monster_steps.random_spot(world, world.player.spot) for _ in range(60)}
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
    world = room(rules, hall("@..H..Z"))
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
    projectiles.fire(world, world.player.spot, RIGHT, "bolt")
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
    world = read_world(hall("......"), rules=ROGUE_36)
    world.player.spot = spot_of(2, 3)
    world.player.level, world.player.hp = ALWAYS, 60
    for col in (2, 3, 4):
        world.level.cells[spot_of(2, col)] = ord("+")
    projectiles.fire(world, world.player.spot, LEFT, "bolt")
    assert 1 < world.said.count("The bolt bounces") <= projectiles.LENGTH + 1
    assert world.ending is None


def test_v36_18_an_own_bolt_can_kill() -> None:
    world = room(ROGUE_36, hall("@."))
    world.player.level, world.player.hp = NEVER, 5
    projectiles.fire(world, world.player.spot, RIGHT, "ice")
    assert world.ending == Ending("killed", "bolt")


def test_bolts_do_6d6_in_3_6_too() -> None:
    losses = []
    for seed in range(300):
        world = room(ROGUE_36, hall("@.H.."), seed=seed)
        foe = find_foe(world, "H")
        foe.hp, foe.level = TOUGH, NEVER
        world.player.strength = 10
        projectiles.fire(world, world.player.spot, RIGHT, "flame")
        losses.append(TOUGH - foe.hp)
    assert_mean(losses, 21)
