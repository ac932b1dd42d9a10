"""The fields of a class with slots, whether it runs from its source or compiled.

Owns   their names and their order.
Leaves what is done with them (state.codec, state.fingerprint).
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass


def fields_of(cls: type) -> tuple[str, ...] | None:
    """Return the names of a class's fields in their order; None for a class without slots.

    Compiled classes have no `__slots__` and name their fields in the order in which they are first set;
    the order of the source is that of a dataclass, else the alphabet's.
    """
    names: tuple[str, ...] | None = getattr(cls, "__slots__", None)
    if names is None and hasattr(cls, "__mypyc_attrs__"):
        named = [field.name for field in fields(cls)] if is_dataclass(cls) else sorted(cls.__mypyc_attrs__)
        return tuple(named)
    return names
