"""The kinds of trap, in the order of their numbers (TRP-3 to TRP-11)."""

from typing import Final, Literal, NamedTuple

TrapName = Literal[
    "trapdoor", "arrow", "sleeping gas", "bear trap", "teleport", "poison dart", "rust", "mysterious"
]


class TrapKind(NamedTuple):
    """One kind of trap."""

    name: TrapName
    title: str  # as search and `^` name it


TRAPS: Final = (
    TrapKind("trapdoor", "a trapdoor"),
    TrapKind("arrow", "an arrow trap"),
    TrapKind("sleeping gas", "a sleeping gas trap"),
    TrapKind("bear trap", "a bear trap"),
    TrapKind("teleport", "a teleport trap"),
    TrapKind("poison dart", "a poison dart trap"),
    TrapKind("rust", "a rust trap"),
    TrapKind("mysterious", "a mysterious trap"),
)

TRAPS_52: Final = tuple(
    kind._replace(title="a beartrap") if kind.name == "bear trap" else kind for kind in TRAPS[:6]
)
"""Neither rust nor mysteries (V52-4)."""

TRAPS_36: Final = tuple(TRAPS_52[number] for number in (0, 3, 2, 1, 4, 5))
