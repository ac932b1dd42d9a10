"""The fields of a class, from its source and compiled."""

from __future__ import annotations

from rogue.state.serialize import fields_of
from rogue.state.world import Timer, World


class Slots:
    __slots__ = ("b", "c")


class Compiled:
    """Looks as a compiled class does: its fields in the order in which they are first set."""

    __mypyc_attrs__ = ("c", "a", "b")


def test_slots_are_the_fields() -> None:
    assert fields_of(Slots) == ("b", "c")
    assert fields_of(Timer) == ("name", "turns", "before")


def test_a_compiled_class_has_them_in_the_order_of_the_alphabet() -> None:
    assert fields_of(Compiled) == ("a", "b", "c")


def test_that_is_the_order_of_the_sources_too() -> None:
    names = fields_of(World)
    assert names is not None
    assert list(names) == sorted(names)


def test_a_class_without_slots_has_none() -> None:
    assert fields_of(type("Loose", (), {})) is None
