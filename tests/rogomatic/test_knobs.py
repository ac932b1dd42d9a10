"""The knobs: defaults inside their ranges, each with a meaning and a unit."""

from __future__ import annotations

import pickle
from dataclasses import asdict
from pathlib import Path

from rogomatic import knobs
from rogomatic.knobs import DEFAULT, RANGES, Knobs
from rogomatic.learn.genotypes import BRED
from rogomatic.learn.meanings import meanings_of, unit_of


def test_every_knob_has_a_range_and_its_default_is_inside() -> None:
    assert set(RANGES) == set(asdict(DEFAULT))
    for name, value in asdict(DEFAULT).items():
        assert RANGES[name].least <= value <= RANGES[name].most, name
        assert RANGES[name].least < RANGES[name].most, name


def test_every_knob_has_a_meaning_and_a_unit() -> None:
    meanings = meanings_of(Path(knobs.__file__).with_name("knobs.py").read_text("utf-8"))
    assert list(meanings) == list(asdict(DEFAULT))
    for name, meaning in meanings.items():
        assert len(meaning.split()) >= 3, f"{name}: {meaning!r} says too little"
        assert not meaning.startswith(("and ", "the same")), f"{name}: its meaning must stand alone"
        assert unit_of(name), name


def test_knobs_travel_to_other_processes() -> None:
    one = Knobs(rest_pct=55, last_turn=50_000)
    assert pickle.loads(pickle.dumps(one)) == one


def test_the_knobs_that_are_bred_are_knobs() -> None:
    assert set(BRED) <= set(RANGES)
    assert len(set(BRED)) == len(BRED)
