"""The laboratories: saved moments go on as their games did, and oracles change what they say they change."""

from __future__ import annotations

import inspect
from collections.abc import Callable

import pytest

from rogomatic.agent.knobs import DEFAULT
from rogomatic.agent.memory.long_term_memory import default_memory
from rogue.state.entities import AWAKE, CANCELLED, SEES_INVISIBLE
from rogue.state.world import World
from rogue.ui.session import Session
from scripts.lib.laboratory.exploring import exploring, quiet
from scripts.lib.laboratory.moments import Course, Saver, begin, complete
from scripts.lib.laboratory.openings import LAST_DEPTH, ON_ARRIVAL, compare_openings, opening
from scripts.lib.laboratory.oracles import ORACLES, Changed, ChangedGames, When
from scripts.lib.laboratory.scenes import ARRIVAL, FINDERS, is_lost, save_scenes
from scripts.lib.laboratory.trials import TRIALS, compare

MEMORY = default_memory()
SEED = 44  # a short game that goes deeper than level 2, and is lost
CROWDED = 2_500_017  # several foes on its first level
SHORT = 1_000_024  # a game that ends soon
ARRIVES = When(begins=False, arrives=True)
CLASSES = [("potion",), ("scroll",), ("ring",), ("stick",)]


def _to_the_end(course: Course) -> Course:
    while not course.over:
        course.step()
    return course


def test_a_moment_goes_on_as_the_game_did_and_with_other_dice_otherwise() -> None:
    course, saver = begin(SEED, MEMORY, DEFAULT), Saver(MEMORY, DEFAULT)
    while course.player.beliefs.turn < 250 or not course.can_be_saved:
        course.step()
    moment = saver.save(course, "anything")
    end = _to_the_end(course).player.report()
    assert end.turns > 300
    same = _to_the_end(Saver(MEMORY, DEFAULT).restore(moment))
    assert same.player.report() == end
    other = saver.restore(moment, play=1)
    assert other.game.world.rng.state != saver.restore(moment, play=2).game.world.rng.state
    assert _to_the_end(other).player.report() != end


def test_what_a_class_had_not_when_it_was_saved_begins_with_its_default() -> None:
    beliefs = begin(SEED, MEMORY, DEFAULT).player.beliefs
    del beliefs.watch.swept, beliefs.turn
    beliefs.deepest = 7
    complete(beliefs)
    assert (beliefs.watch.swept, beliefs.turn, beliefs.deepest) == (0, 0, 7)


@pytest.mark.parametrize("kind", ["fights", "levels", "rewind"])
def test_each_laboratory_saves_moments_of_a_game_and_plays_them(kind: str) -> None:
    moments = list(save_scenes(kind, [SEED], MEMORY))
    assert moments
    assert all(moment.scene == ARRIVAL for moment in moments) is (kind == "levels")
    found = TRIALS[kind](Saver(MEMORY, DEFAULT), moments[0], 1, 1)
    assert found["died"] in (0, 1)
    assert found == TRIALS[kind](Saver(MEMORY, DEFAULT), moments[0], 1, 1)


def test_each_kind_of_moment_can_be_found_and_played() -> None:
    assert set(FINDERS) == set(TRIALS)


def test_a_game_that_goes_on_is_not_lost() -> None:
    course = begin(SEED, MEMORY, DEFAULT)
    course.step()
    assert not is_lost(course.player)


def test_moments_of_one_game_count_as_one() -> None:
    rows = [{"died": 0.0}] * 4
    worse = [{"died": 1.0}, {"died": 1.0}, {"died": 0.0}, {"died": 0.0}]
    apart = compare(["a"] * 4, [1, 2, 3, 4], rows, worse)[0]
    together = compare(["a"] * 4, [1, 1, 2, 2], rows, worse)[0]
    assert apart.difference == together.difference == 0.5
    assert together.error > apart.error


def test_an_opening_ends_on_one_depth_or_shows_what_is_carried_on() -> None:
    row = opening(MEMORY, DEFAULT, SHORT)
    assert row["ended"] == sum(row[f"ended on {depth}"] for depth in range(1, LAST_DEPTH + 1))
    assert ("gold" in row) is not bool(row["ended"])
    assert row == opening(MEMORY, DEFAULT, SHORT)


def test_what_is_carried_counts_only_those_that_arrive() -> None:
    dead, rich, poor = {"ended": 1.0}, {"ended": 0.0, "gold": 300.0}, {"ended": 0.0, "gold": 100.0}
    found = compare_openings([1, 2], [dead, rich], [poor, rich])
    assert [(one.figure, one.first, one.second) for one in found] == [("ended", 0.5, 0), ("gold", 300, 200)]
    assert [one.group for one in found if one.figure == "gold"] == [ON_ARRIVAL]


def test_levels_without_foes_show_what_they_take_and_leave() -> None:
    moments = list(save_scenes("exploring", [SEED], MEMORY))
    assert [moment.depth for moment in moments] == list(range(2, 2 + len(moments)))
    saver = Saver(MEMORY, quiet(DEFAULT))
    lying = saver.restore(moments[0]).game.world.level.things
    row = exploring(saver, moments[0], 1)
    assert 50 < row["turns"] < 2_000
    assert 0 <= row["dark"] < row["turns"]
    assert row["gold"] + row["gold left"] == sum(one.value for one in lying if one.kind.cls == "gold")
    assert row["things"] + row["things left"] == sum(one.kind.cls != "gold" for one in lying)
    assert row["worth"] == row["gold"] + 40 * row["things"] - 0.2 * row["turns"]
    assert row == exploring(saver, moments[0], 1)
    assert exploring(saver, moments[0], 1, levels=2)["turns"] > row["turns"]


def _world() -> World:
    session = Session(CROWDED)
    session.feed(b"")
    return session.world


def _deep(world: World, depth: int) -> World:
    world.depth = depth
    return world


EFFECTS: dict[str, tuple[Callable[[World], object], int]] = {
    "full-map": (lambda world: world.canvas.cells.count(b"%"), 3),
    "no-rust": (lambda world: world.player.worn and world.player.worn.flags, 3),
    "more-armor": (lambda world: world.player.worn and world.player.worn.value, 5),
    "level-eight": (lambda world: world.player.level, 10),
    "full-health": (lambda world: world.player.hp, 3),
    "see-invisible": (lambda world: world.player.flags & SEES_INVISIBLE, 3),
}


@pytest.mark.parametrize("name", EFFECTS)
def test_an_oracle_changes_one_thing_on_arrival(name: str) -> None:
    look, depth = EFFECTS[name]
    world = _deep(_world(), depth)
    world.player.hp -= 5
    before = look(world)
    ORACLES[name](world, ARRIVES)
    assert look(world) != before
    assert not world.said


def test_an_oracle_for_foes_leaves_the_nearest_and_the_honest_alone() -> None:
    world = _world()
    foes = world.level.foes
    assert len(foes) > 1
    for foe in foes:
        foe.flags |= AWAKE
    ORACLES["one-foe"](world, ARRIVES)
    assert sum(foe.has_flag(AWAKE) for foe in foes) == 1
    ORACLES["no-thefts"](world, ARRIVES)
    assert not any(foe.has_flag(CANCELLED) for foe in foes)  # there are no thieves on level 1


def test_what_is_given_at_the_beginning_is_drawn_and_given_once() -> None:
    game = ChangedGames("more-hit-points")(SEED)
    assert isinstance(game, Changed)
    assert b"24(24)" in game.feed(b"")
    game.feed(b"s")
    assert game.game.world.player.max_hp == 24
    fed = ChangedGames("more-meals")(SEED)
    assert isinstance(fed, Changed)
    fed.feed(b"")
    assert b"4 rations" in fed.feed(b"i")


@pytest.mark.parametrize("classes", [("item", "potion", "scroll", "ring", "stick"), *CLASSES])
def test_what_is_known_from_the_beginning_is_all_of_its_class(classes: tuple[str, ...]) -> None:
    known = ChangedGames(f"known-{classes[0]}s")(SEED)
    assert isinstance(known, Changed)
    known.feed(b"")
    knowledge = known.game.world.knowledge
    kinds = {*knowledge.looks, *knowledge.stone_worth}
    assert knowledge.true == {kind for kind in kinds if kind.cls in classes}
    assert {kind.cls for kind in knowledge.true} == {*classes} - {"item"}


def test_every_oracle_says_what_it_shows() -> None:
    assert all("Shows" in (inspect.getdoc(change) or "") for change in ORACLES.values())
    assert isinstance(ChangedGames()(SEED), Session)


def test_moments_of_another_edition_are_saved_and_played_on_as_such() -> None:
    course, saver = begin(SEED, MEMORY, DEFAULT, "3.6"), Saver(MEMORY, DEFAULT)
    assert saver.save(course, ARRIVAL).edition == "3.6"  # which the agent does not know yet
    while not (course.player.beliefs.turn and course.can_be_saved):
        course.step()
    moment = saver.save(course, ARRIVAL)
    restored = saver.restore(moment, 1)
    assert (moment.edition, restored.game.world.rules.edition) == ("3.6", "3.6")
    assert restored.player.beliefs.knobs.full_depth > DEFAULT.full_depth
    oracle = ChangedGames("known-items", "3.6")(SEED)
    assert isinstance(oracle, Changed)
    assert oracle.game.world.rules.edition == "3.6"
