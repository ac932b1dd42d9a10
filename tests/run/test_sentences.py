"""What a rule says of itself."""

from __future__ import annotations

from rogomatic.experts import food
from rogomatic.ladder import LADDER
from rogomatic.run.show.sentences import sentence_of


class Compiled:
    """Looks as a compiled function does."""

    __doc__ = ""
    __module__ = food.__name__
    __name__ = "eat_when_weak"

    def __call__(self) -> None:
        raise AssertionError("only its sentence is asked for")


def test_every_rung_has_a_sentence() -> None:
    assert all(sentence_of(rung.rule) for rung in LADDER)


def test_that_of_a_compiled_rule_is_in_its_source() -> None:
    assert sentence_of(Compiled()) == (food.eat_when_weak.__doc__ or "").splitlines()[0]


def test_a_rule_without_a_source_has_none() -> None:
    rule = Compiled()
    rule.__module__ = "nowhere"
    assert sentence_of(rule) == ""
