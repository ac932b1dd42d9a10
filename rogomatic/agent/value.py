"""Values: what is equal by its fields and never changed; compiled, far cheaper to make than a named tuple."""

from __future__ import annotations

from mypy_extensions import mypyc_attr


@mypyc_attr(acyclic=True)
class Value:
    """The parent of a class whose instances are made for every command.

    A child sets its fields in `__init__` and returns them, in the order of its arguments, from `fields`.
    Nobody sets them again, so none can come to hold itself: compiled, the garbage collector need not look at
    them where the child says so, too.
    """

    __slots__ = ()

    def fields(self) -> tuple[object, ...]:
        """Return what it was made of."""
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
