"""The playable editions by name."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from rogue.tables.ruleset import Ruleset


def _rogue_54() -> Ruleset:
    from rogue.tables.ruleset import ROGUE_54

    return ROGUE_54


def _rogue_52() -> Ruleset:
    from rogue.tables.rogue52 import ROGUE_52

    return ROGUE_52


def _rogue_36() -> Ruleset:
    from rogue.tables.rogue36 import ROGUE_36

    return ROGUE_36


def _minds() -> Ruleset:
    from rogue.tables.ruleset import ROGUE_MINDS

    return ROGUE_MINDS


class _Editions(Mapping[str, "Ruleset"]):
    """A mapping that builds an edition's tables on first use, because a game needs only one edition."""

    _builders: Final[Mapping[str, Callable[[], Ruleset]]] = {
        "5.4": _rogue_54,
        "5.2": _rogue_52,
        "3.6": _rogue_36,
        "minds": _minds,
    }

    def __getitem__(self, edition: str) -> Ruleset:
        return self._builders[edition]()

    def __iter__(self) -> Iterator[str]:
        return iter(self._builders)

    def __len__(self) -> int:
        return len(self._builders)


EDITIONS: Final[Mapping[str, Ruleset]] = _Editions()
