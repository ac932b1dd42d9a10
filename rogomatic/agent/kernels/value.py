"""The base class of values: immutable objects that are compared by their fields."""

from __future__ import annotations

from mypy_extensions import mypyc_attr


@mypyc_attr(acyclic=True)
class Value:
    """Base class of immutable values that are made anew at every command.

    A subclass sets its fields in `__init__`.  Its method `fields` returns them in the order of the arguments
    of `__init__`.  Fields never change, so no value can contain itself.  A subclass may therefore exclude its
    instances from garbage collection.
    """

    __slots__ = ()

    def fields(self) -> tuple[object, ...]:
        """Return the fields, in the order of the arguments."""
        raise NotImplementedError

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return isinstance(other, Value) and type(self) is type(other) and self.fields() == other.fields()

    def __hash__(self) -> int:
        return hash(self.fields())

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(map(repr, self.fields()))})"

    def __reduce__(self) -> tuple[type, tuple[object, ...]]:
        return type(self), self.fields()
