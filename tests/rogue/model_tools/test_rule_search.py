"""Looking up rules: by number, by section, by words."""

from __future__ import annotations

import pytest

from rogue.model_tools.rule_search import MAX_FOUND, NO_WORDS, look_up, rule_page, rules_in
from scripts.lib.rulebook import numbers_of_page


def test_every_rule_of_the_page_is_found() -> None:
    assert set(numbers_of_page()) == set(rules_in(rule_page()))


@pytest.mark.parametrize(
    ("asked", "begins", "has"),
    [
        ("CMB-4", "CMB-4 The damage of a hit is the sum", "subtracted at once"),
        ("cmb-4", "CMB-4 The damage of a hit is the sum", ""),
        ("MTB-L", "MTB-L | leprechaun", "steals gold"),
        ("RND", "RND: random numbers. Rules: RND-1, RND-2", "RND-9"),
        ("zzyzx", "No rule contains 'zzyzx'", NO_WORDS),
        ("  ", NO_WORDS, ""),
    ],
)
def test_an_answer_begins_with_the_rule(asked: str, begins: str, has: str) -> None:
    answer = look_up(asked, rule_page())
    assert answer.startswith(begins)
    assert has in answer


def test_words_find_the_rules_that_have_all_of_them() -> None:
    lines = look_up("leprechaun GOLD", rule_page()).split("\n")
    assert any(line.startswith("MTB-L") for line in lines)
    assert all("leprechaun" in line.lower() and "gold" in line.lower() for line in lines)


def test_many_rules_are_counted_and_named() -> None:
    lines = look_up("the", rule_page()).split("\n")
    assert len(lines) == MAX_FOUND + 1
    assert " more: " in lines[-1]
