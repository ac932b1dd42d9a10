"""Potions and scrolls of 5.2 and 3.6 (V52-14, V52-15, V36-15, V36-16)."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
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
from scripts.lib.notation import carry, find_foe, hall, plain_item, read_world
from tests.rogue.scenes import Scene, an_item, scene, using
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


QUAFF, READ, ZAP = using(potions.quaff), using(scrolls.read), using(wands.zap, "a", RIGHT)
EDITIONS = {"5.2": ROGUE_52, "3.6": ROGUE_36, "5.4": ROGUE_54}
HIDDEN = HALL + "\n\n-----\n|.K.|\n-----"
CROWD = "-----------\n|@.K..K...|\n|...H.....|\n-----------"
LIGHT, GLOW = "The room is lit by a shimmering blue light", "The corridor glows and then fades"


def thing(edition: str, cls: str, name: str, **more: object) -> dict[str, object]:
    return {"rules": EDITIONS[edition], "carries": [an_item(cls, name)], **more}


def genocide(*answers: str) -> Callable[[World], None]:
    def read_and_answer(world: World) -> None:
        READ(world)
        for answer in answers:
            turn.answer(world, answer)

    return read_and_answer


MAGIC = [
    *(row for old in ("5.2", "3.6") for row in (
        scene(f"V52-14 paralysis in {old}", ROOM, QUAFF,
              thing(old, "potion", "paralysis", helpless=9, flags=ALERT), helpless=2, flags=0, timers={},
              windows=[], knows=["paralysis"], said=["You can't move"]),
        scene(f"V52-14 thirst quenching in {old}", ROOM, QUAFF, thing(old, "potion", "thirst quenching"),
              helpless=0, flags=0, timers={}, windows=[], knows=[],
              said=["This potion tastes extremely dull"]),
        scene(f"V52-15 blank paper in {old}", ROOM, READ, thing(old, "scroll", "blank paper"), timers={},
              windows=[], knows=[], said=["This scroll seems to be blank"]),
        scene(f"V52-15 no gold in {old}", ROOM, READ, thing(old, "scroll", "gold detection"), timers={},
              windows=[], knows=[], said=["You feel a pull downward"]),
        scene(f"V52-15 gold in {old}", hall("@*."), READ, thing(old, "scroll", "gold detection"),
              marks=[(spot_of(2, 2), GOLD)], knows=["gold detection"]),
        scene(f"V52-14 haste costs its turn in {old}", ROOM, QUAFF, thing(old, "potion", "haste self"),
              costs=True, flags=HASTED),
        scene(f"V52-15 monsters within two columns are held in {old}", CROWD, READ,
              thing(old, "scroll", "hold monster"), held_at=[(2, 3)], knows=[], said=[]),
        scene(f"V52-15 and fall asleep in {old}", hall("@HK"), READ,
              thing(old, "scroll", "hold monster", awake=True), held="HK", sleepers="HK"),
    )),
    *(scene(f"V52-15 magic mapping of {edition} and a hidden trap", "-----\n|@t.d\n-----", READ,
            thing(edition, "scroll", "magic mapping"), knows=["magic mapping"], drawn_row=f"|@{shown}.+")
      for edition, shown in (("5.4", "^"), ("5.2", "t"), ("3.6", "t"))),
    scene("V52-14 haste is free in 5.4", ROOM, QUAFF, thing("5.4", "potion", "haste self"), costs=False),
    scene("V52-14 no new monster appears", HALL, QUAFF, thing("5.2", "potion", "monster detection"),
          knows=[], flags=DETECTS),
    scene("V52-14 one does", HIDDEN, QUAFF, thing("5.2", "potion", "monster detection"),
          knows=["monster detection"], flags=DETECTS),
    scene("V52-14 one does in 5.4", HIDDEN, QUAFF, thing("5.4", "potion", "monster detection"), knows=[]),
    scene("V36-15 3.6 shows them once", HALL, QUAFF, thing("3.6", "potion", "monster detection"),
          marks=[(spot_of(2, 9), ord("H"))], flags=0, timers={}, knows=["monster detection"]),
    scene("V36-15 nobody to show", ROOM, QUAFF, thing("3.6", "potion", "monster detection"), windows=[],
          messages=1, knows=[]),
    scene("V52-15 only a letter will do", HALL, genocide("3"), thing("5.2", "scroll", "genocide"),
          asks="genocide", last_said="Please specifiy a letter between 'A' and 'Z'"),
    scene("V52-15 Escape spares all", HALL, genocide("3", ""), thing("5.2", "scroll", "genocide"), asks=None,
          extinct=set(), foes="H"),
    scene("V52-15 genocide frees who is held", hall(".@F"), genocide("F"),
          thing("5.2", "scroll", "genocide", flags=GRABBED, grip=3), flags=0, grip=0),
    *(scene(f"V36-16 light of a {cls}", picture, deed, thing("3.6", cls, "light", dark=True), dark=False,
            knows=["light"], said=[LIGHT])
      for cls, picture, deed in (("scroll", ROOM, READ), ("stick", ROOM, ZAP))),
    *(scene(f"V36-16 light of a {cls} in a passage", "##@##", deed, thing("3.6", cls, "light"), said=[GLOW])
      for cls, deed in (("scroll", READ), ("stick", ZAP))),
    *(scene(f"V36-16 enchant weapon and a stick in {edition}", ROOM, READ,
            thing(edition, "scroll", "enchant weapon", wielded=an_item("stick", "nothing")), pluses=plus)
      for edition, plus in (("5.2", 0), ("3.6", 1))),
]  # fmt: skip


@pytest.mark.parametrize("row", MAGIC)
def test_what_potions_and_scrolls_do(row: Scene) -> None:
    assert row.seen() == row.then


def test_v52_14_how_long_haste_and_detection_last() -> None:
    assert 18 <= turns_of(quaff("monster detection", room(ROGUE_52, HALL)), "detect monsters") <= 21
    for rules in (ROGUE_52, ROGUE_36):
        assert 4 <= turns_of(quaff("haste self", room(rules)), "haste") <= 7


def test_v36_15_the_title_of_a_picture_of_monsters() -> None:
    (window,) = quaff("monster detection", room(ROGUE_36, HALL)).windows
    assert window.title == "You begin to sense the presence of monsters."


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


@pytest.mark.parametrize(("rules", "share"), [(ROGUE_52, 0.5), (ROGUE_36, 0.49)], ids=["5.2", "3.6"])
def test_v36_16_enchant_weapon(rules: Ruleset, share: float) -> None:
    world = room(rules)
    mace = world.player.wielded = carry(world, "weapon", "mace")
    for _ in range(3000):
        scrolls.EFFECTS["enchant weapon"](world)
    assert mace.hit_plus + mace.damage_plus == 3000
    assert_share(mace.hit_plus, 3000, share)


TOUGH = 10**6


NEAR = hall(".@H..")


@pytest.mark.slow
@older
def test_v52_16_striking_hits_a_neighbor(rules: Ruleset) -> None:
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
def test_v52_16_v36_31_costs_of_striking(rules: Ruleset, picture: str, charges: int, left: set[int]) -> None:
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
def test_v52_30_v36_33_striking_unmasks_once(
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


def test_v36_19_in_a_passage_the_neighbors_are_drained() -> None:
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
