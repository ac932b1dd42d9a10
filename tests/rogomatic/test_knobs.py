"""The knobs: defaults inside their ranges, each with a meaning and a unit."""

from __future__ import annotations

import json
import pickle

import pytest

from rogomatic.agent.knobs import DEFAULT, KNOBS, RETIRED, Knobs, from_record, to_record
from rogomatic.breeding.genotypes import BRED
from rogomatic.run.storage.agent_files import knobs_to_text, read_knobs


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
