"""The agent's own table of monsters."""

from __future__ import annotations

import string

import pytest

from rogomatic.agent.editions import EDITION_FACTS, LAUNCHERS, WEAPONS, Edition, edition_of, letters_of
from rogomatic.agent.monster_manual import KINDS
from rogue.tables.edition_table import EDITIONS


@pytest.mark.parametrize("version", ["5.4.5", "5.3", "5.2.3", "3.6.5", ""])
def test_every_letter_of_every_edition_has_a_kind(version: str) -> None:
    names = letters_of(version)
    assert list(names) == list(string.ascii_uppercase)
    assert all(name in KINDS for name in names.values())
    assert len(set(names.values())) == 26


def test_letters_begin_the_names_except_those_that_do_not() -> None:
    odd = {letter for letter, name in letters_of("5.4.5").items() if name[0] != letter.lower()}
    assert odd == {"F", "U"}


def test_figures_make_sense() -> None:
    for kind in KINDS.values():
        assert 1 <= kind.level <= 15
        assert -2 <= kind.armor <= 9
        assert all(isinstance(attack, tuple) and min(attack) > 0 for attack in kind.attacks)


@pytest.mark.parametrize(
    ("version", "edition"),
    [("5.4.5", "5.4"), ("5.4.4", "5.4"), ("5.3", "5.4"), ("", "5.4"), ("5.2.3", "5.2"), ("3.6.5", "3.6")],
)
def test_a_version_plays_like_an_edition(version: str, edition: str) -> None:
    assert edition_of(version) == edition


@pytest.mark.parametrize("edition", ["5.4", "5.2", "3.6"])
def test_weapons_do_what_the_game_has_them_do(edition: Edition) -> None:
    for kind in EDITIONS[edition].weapons:
        arm = EDITION_FACTS[edition].weapons[kind.name]
        by_hand = edition == "3.6" and kind.missile and not kind.launcher  # V52-17
        assert arm.wield == kind.wield, kind.name
        assert arm.thrown == (kind.wield if by_hand else kind.thrown), kind.name


def test_launchers_are_weapons() -> None:
    assert frozenset({"short bow", "crossbow", "sling"}) == LAUNCHERS
    assert set(WEAPONS) >= LAUNCHERS
