"""The knobs: defaults inside their ranges."""

from __future__ import annotations

from dataclasses import asdict

import pytest

from rogomatic.knobs import DEFAULT, RANGES, Knobs, clamped


def test_every_knob_has_a_range_and_its_default_is_inside() -> None:
    assert set(RANGES) == set(asdict(DEFAULT))
    for name, value in asdict(DEFAULT).items():
        assert RANGES[name].least <= value <= RANGES[name].most, name


@pytest.mark.parametrize("name", sorted(RANGES))
def test_clamping_brings_both_ends_in(name: str) -> None:
    least, most = RANGES[name]
    assert getattr(clamped(Knobs(**{name: least - 1})), name) == least
    assert getattr(clamped(Knobs(**{name: most + 1})), name) == most
    assert clamped(DEFAULT) == DEFAULT
