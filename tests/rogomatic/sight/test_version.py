"""Versions: the known ones, and what any other is read as."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rogomatic.agent.editions import KNOWN_VERSIONS, NEWEST, is_known, read_as, warning_of
from rogomatic.agent.sight.message_parser import read_message

READ_AS = [
    ("3.6", "3.6"), ("3.6.5", "3.6"), ("5.2.3", "5.2"), ("5.3", "5.3"), ("5.4.4", "5.4.4"),
    ("5.4.5", "5.4.5"), ("5.4.5 release", "5.4.5"),
    ("3.5", "3.6"), ("4.0", "3.6"), ("4.9", "5.2"), ("5.1.9", "5.2"), ("5.4.3", "5.4.4"), ("5.4", "5.4.4"),
    ("5.4.6", "5.4.5"), ("9.0-1", "5.4.5"), ("5.20", "5.4.5"), ("beta", "5.4.5"), ("", "5.4.5"),
]  # fmt: skip


@pytest.mark.parametrize(("version", "known"), READ_AS)
def test_a_version_is_read_as_the_nearest_known_one(version: str, known: str) -> None:
    assert read_as(version) == known


@pytest.mark.parametrize("version", KNOWN_VERSIONS)
def test_a_known_version_is_no_reason_to_warn(version: str) -> None:
    assert is_known(version)
    assert warning_of(version, version) == warning_of(version + ".9", version) == ""


def test_the_warning_says_both_versions() -> None:
    assert warning_of("6.0", "5.4.5") == "The version 6.0 is unknown; the agent played it as Rogue 5.4.5."
    assert warning_of("", "3.6") == "The game did not state its version; the agent played it as Rogue 3.6."


@given(st.text(max_size=20))
def test_any_text_is_read_as_a_known_version(text: str) -> None:
    assert read_as(text) in KNOWN_VERSIONS
    assert is_known(text) == (warning_of(text, NEWEST) == "")


@pytest.mark.parametrize(
    ("line", "version"),
    [
        ("Rogue version 6.0 (me was here)", "6.0"),
        ("Super-Rogue version 9.0", "9.0"),
        ("UltraRogue version 1.0.7 by somebody.", "1.0.7"),
        ("Version 9.0-1. (bugs and all)", "9.0-1"),
    ],
)
def test_games_that_name_themselves_otherwise_are_known(line: str, version: str) -> None:
    (fact,) = read_message(line)
    assert (fact.kind, fact.item) == ("version", version)
    assert read_as(version) in (NEWEST, KNOWN_VERSIONS[0])
