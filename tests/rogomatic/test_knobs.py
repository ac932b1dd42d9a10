"""The knobs: ranges, meanings, and those of an edition unless they were set for the game."""

from __future__ import annotations

import json
import pickle

import pytest

from rogomatic.agent.beliefs.knob_sets import STAGES, all_knobs, knobs_at, quest_knobs, tune
from rogomatic.agent.editions import BANDS, EDITION_FACTS, Edition
from rogomatic.agent.experts.leaving import is_hurried
from rogomatic.agent.knobs import DEFAULT, KNOBS, RETIRED, Knobs, from_record, to_record
from rogomatic.agent.memory.long_term_memory import Memory
from rogomatic.agent.player import Player
from rogomatic.breeding.genotypes import BRED
from rogomatic.run.runner.link import GAME_OPTIONS
from rogomatic.run.storage.agent_files import knobs_to_text, read_knobs
from rogue.ui.session import Session
from tests.support.agent_scenes import beliefs, status


def test_every_knob_has_a_range_and_its_default_is_inside() -> None:
    assert {name: knob.default for name, knob in KNOBS.items()} == DEFAULT.values()
    for name, knob in KNOBS.items():
        assert knob.least <= knob.default <= knob.most, name
        assert knob.least < knob.most, name


def test_every_knob_has_a_meaning_and_a_unit() -> None:
    for name, knob in KNOBS.items():
        assert len(knob.meaning.split()) >= 3, f"{name}: {knob.meaning!r} says too little"
        assert not knob.meaning.startswith(("and ", "the same")), f"{name}: its meaning must stand alone"


def test_the_end_of_a_name_says_the_unit() -> None:
    """So `knobs.rest_pct` is understood where it is used."""
    units: dict[str, set[str]] = {}
    for name, knob in KNOBS.items():
        units.setdefault(name[name.rindex("_") :], set()).add(knob.unit)
    assert units["_pct"] == {"%"}
    assert {end: len(one) for end, one in units.items()} == dict.fromkeys(units, 1)


def test_knobs_travel_to_other_processes() -> None:
    for one in (Knobs(rest_pct=55, idle_turns=900), Knobs(flee_pct=KNOBS["flee_pct"].default)):
        assert pickle.loads(pickle.dumps(one)) == one
        assert from_record(json.loads(json.dumps(to_record(one)))) == one
        assert read_knobs(knobs_to_text(one, {})).knobs == one


def test_overlaid_knobs_know_what_was_given_in_other_processes() -> None:
    one = Knobs(flee_pct=9).overlaid({"flee_pct": 3, "rest_pct": 40})
    there = pickle.loads(pickle.dumps(one))
    assert there == one
    assert there.overlaid({"flee_pct": 4, "rest_pct": 41}) == Knobs(flee_pct=9).overlaid({"rest_pct": 41})


def test_a_record_without_word_of_what_was_given_gives_what_differs() -> None:
    assert from_record(DEFAULT.values()) == DEFAULT
    assert from_record({**DEFAULT.values(), "flee_pct": 9}) == Knobs(flee_pct=9)
    assert to_record(Knobs(flee_pct=9)) == {**DEFAULT.values(), "flee_pct": 9}


@pytest.mark.parametrize("name", sorted(RETIRED))
def test_a_record_of_an_earlier_version_plays_alike_or_is_refused(name: str) -> None:
    record = {**DEFAULT.values(), "flee_pct": 9}
    assert from_record({**record, name: RETIRED[name]}) == Knobs(flee_pct=9)
    assert from_record({**record, name: RETIRED[name], "given": [name]}) == Knobs(flee_pct=9)
    with pytest.raises(TypeError):
        from_record({**record, name: RETIRED[name] + 1})


def test_a_record_gives_knobs_only() -> None:
    with pytest.raises(TypeError):
        from_record({"given": ["courage_pct"]})


def test_the_knobs_that_are_bred_are_knobs() -> None:
    assert set(BRED) <= set(KNOBS)
    assert len(set(BRED)) == len(BRED)


KNOB_BANDS = {edition: facts.knobs for edition, facts in EDITION_FACTS.items()}
EDGES = sorted({0, 26, *BANDS, *(first - 1 for first in BANDS)})  # depths at both sides of every band's edge


def test_every_edition_changes_knobs_within_their_ranges_and_no_others() -> None:
    wrong = [
        (edition, first, name)
        for edition, bands in KNOB_BANDS.items()
        for first, changes in bands.items()
        for name, value in changes.items()
        if not KNOBS[name].least <= value <= KNOBS[name].most or value == KNOBS[name].default
    ]
    assert not wrong
    assert all(first in BANDS for bands in KNOB_BANDS.values() for first in bands)


@pytest.mark.slow
@pytest.mark.parametrize("edition", KNOB_BANDS)
def test_what_was_set_stays_set(edition: Edition) -> None:
    """On every level, at every stage of the quest."""
    wrong = []
    for name, one in KNOBS.items():
        for value in {one.least, one.default, one.default + 1, one.most} - {one.most + 1}:
            for depth in EDGES:
                at = knobs_at(edition, depth, Knobs(**{name: value}))
                wrong += [
                    (name, depth, stage, value)
                    for stage in STAGES
                    for seen in (at, quest_knobs(at, stage))
                    if getattr(seen, name) != value
                ]
    assert not wrong


def test_what_a_file_sets_is_set_as_by_a_call() -> None:
    for name, one in KNOBS.items():
        for value in {one.least, one.default, one.most}:
            said, own = read_knobs(f"form = 1\n[knobs]\n{name} = {value}").knobs, Knobs(**{name: value})
            assert (said, said.given) == (own, own.given)


def test_what_was_not_set_changes_as_it_does_without_anything_set() -> None:
    usual, own = knobs_at("3.6", 4, DEFAULT), knobs_at("3.6", 4, Knobs(flee_pct=DEFAULT.flee_pct))
    assert usual.full_depth == own.full_depth == 26
    assert own.flee_pct == DEFAULT.flee_pct != usual.flee_pct
    assert own.values() == {**usual.values(), "flee_pct": DEFAULT.flee_pct}


def test_the_knobs_of_an_edition_are_kept_once_with_those_of_the_game() -> None:
    own = Knobs(rest_pct=33)
    b = beliefs(row=status(depth=15))
    b.edition = "3.6"
    tune(b, own)
    assert any(b.knobs is one for one in all_knobs(own))
    assert b.knobs.rest_pct == 33


def test_5_4_has_knobs_of_its_own_from_depth_9_and_again_from_13() -> None:
    at = {depth: knobs_at("5.4", depth, DEFAULT) for depth in (1, 8, 9, 12, 13, 26)}
    assert at[1] == at[8] == DEFAULT
    assert at[9] is at[12]
    assert at[13] is at[26]
    assert len({at[8].rest_pct, at[9].rest_pct, at[13].rest_pct}) == 3
    assert knobs_at("5.4", 20, Knobs(rest_pct=55)).rest_pct == 55


def test_other_knobs_count_from_the_next_command_on() -> None:
    game, player = Session(5, "3.6", GAME_OPTIONS), Player(Memory(), DEFAULT, 5)
    keys = b""
    while not player.moves:
        keys = player.feed(game.feed(keys))
    assert player.beliefs.knobs is knobs_at("3.6", 1, DEFAULT)
    other = Knobs(rest_pct=33)
    player.play_by(other)
    while player.moves == 1:
        keys = player.feed(game.feed(keys))
    assert player.beliefs.knobs is knobs_at("3.6", 1, other)
    assert player.beliefs.knobs.rest_pct == 33


def test_deep_levels_of_3_6_are_looked_through() -> None:
    hurried = {}
    editions: tuple[Edition, ...] = ("5.4", "3.6")
    for edition in editions:
        b = beliefs(row=status(depth=16))
        b.edition = edition
        tune(b, DEFAULT)
        hurried[edition] = is_hurried(b)
    assert hurried == {"5.4": True, "3.6": False}
