"""The knobs: defaults inside their ranges, each with a meaning and a unit."""

from __future__ import annotations

import pickle
from dataclasses import asdict

from rogomatic.breeding.genotypes import BRED
from rogomatic.knobs import DEFAULT, KNOBS, Knobs


def test_every_knob_has_a_range_and_its_default_is_inside() -> None:
    assert {name: knob.default for name, knob in KNOBS.items()} == asdict(DEFAULT)
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
    one = Knobs(rest_pct=55, last_turn=50_000)
    assert pickle.loads(pickle.dumps(one)) == one


def test_the_knobs_that_are_bred_are_knobs() -> None:
    assert set(BRED) <= set(KNOBS)
    assert len(set(BRED)) == len(BRED)
