"""Knobs as text: there and back, and what is refused in which words."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rogomatic.agent.knobs import DEFAULT, KNOBS, RETIRED, Knobs
from rogomatic.run.storage.agent_files import KnobTextError, changed_knobs, knobs_to_text, read_knobs

some_knobs = st.fixed_dictionaries(
    {}, optional={name: st.integers(least, most) for name, (_, least, most, *_) in KNOBS.items()}
).map(lambda values: Knobs(**values))


@settings(max_examples=20, deadline=None)
@given(some_knobs, st.dictionaries(st.sampled_from(["command", "score"]), st.text()))
def test_text_and_back(knobs: Knobs, provenance: dict[str, str]) -> None:
    again = read_knobs(knobs_to_text(knobs, provenance))
    assert again.knobs == knobs
    clean = {name: text.encode("utf-8", "replace").decode() for name, text in provenance.items()}
    assert again.provenance == clean


def test_only_what_differs_from_the_default_is_written() -> None:
    text = knobs_to_text(replace(DEFAULT, rest_pct=55), {"command": 'say "so"'})
    assert text.splitlines()[-6:] == [
        "", "[knobs]", "rest_pct = 55", "", "[provenance]", 'command = "say \\"so\\""',
    ]  # fmt: skip
    assert changed_knobs(DEFAULT) == {}


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("form = 1\n[knobs]\nrest_pc = 40", "There is no knob 'rest_pc'; the nearest name is rest_pct."),
        ("form = 1\n[knobs]\nzzz = 40", "There is no knob 'zzz'."),
        ("form = 1\n[knobs]\nrest_pct = 96", "rest_pct = 96 is out of range: it must be from 20 to 95."),
        ("form = 1\n[knobs]\nrest_pct = 19", "rest_pct = 19 is out of range: it must be from 20 to 95."),
        ("form = 1\n[knobs]\nrest_pct = true", "rest_pct is not a whole number."),
        ("form = 1\n[knobs]\nrest_pct = 40.0", "rest_pct is not a whole number."),
        ("form = 2", "It has form 2; this version reads form 1."),
        ("", "It has no form number; this version reads form 1."),
        ("form = 1\nknobs = 3", "knobs is not a table."),
        ("form = 1\n[gnobs]", "It has an unknown part 'gnobs'."),
        ("form = 1\n[knobs", "It is not TOML"),
        (f"form = {'9' * 5000}", "It is not TOML"),
        (f"form = 0x{'f' * 5000}", "It is not TOML"),
        (f"form = 1\n[provenance]\nrest_pct = 0x{'f' * 5000}", "It is not TOML: see line 3."),
        (f"form = 1\n[knobs]\nrest_pct = {'[' * 100_000}", "It is not TOML"),
    ],
)
def test_refusals(text: str, sentence: str) -> None:
    with pytest.raises(KnobTextError) as refusal:
        read_knobs(text)
    assert str(refusal.value).startswith(sentence)


@pytest.mark.parametrize("name", sorted(RETIRED))
def test_a_retired_knob_is_ignored_and_named(name: str) -> None:
    read = read_knobs(f"form = 1\n[knobs]\n{name} = 60\nrest_pct = 55")
    assert name not in KNOBS
    assert (read.knobs, read.retired) == (Knobs(rest_pct=55), (name,))


@pytest.mark.parametrize("value", [20, 95])
def test_both_ends_of_a_range_are_inside(value: int) -> None:
    assert read_knobs(f"form = 1\n[knobs]\nrest_pct = {value}").knobs == replace(DEFAULT, rest_pct=value)
