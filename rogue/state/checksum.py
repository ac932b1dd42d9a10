"""Checksums of a world: a quick one for every turn, another one over the complete state."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import Any, Final

from rogue.state.world import World
from rogue.tables.items import ItemKind
from rogue.tables.monsters import MonsterKind
from rogue.tables.ruleset import Ruleset

_LEFT_OUT: Final = frozenset(
    (
        *("said", "windows", "dirty", "cleared", "flushed"),  # the ui takes these at any time
        *("frames", "unread", "settled", "flying", "turn_checksums"),  # irrelevant between two keys
        "drawings",  # a counter
        *("foe_at", "thing_at", "rooms_at", "indoors", "open", "views"),  # derived from the rest
        *("ways", "terrain"),  # derived, too
    )
)
_LEFT_OUT_WHILE_NONE: Final = frozenset(("mind", "minds"))  # missing in most games (VMN-3)
_WEIGHTS: Final = (40503, 25717, 7919, 31337, 1009, 60493)


def snapshot(world: World) -> tuple[Any, ...]:
    """Return everything that decides how the game continues, as nested tuples of numbers, bytes, and text.

    Two worlds with equal snapshots respond to the same keys in the same way.  Raises TypeError for a value of
    an unknown type, which would be a defect of the program.
    """
    plain = _plain(world)
    assert isinstance(plain, tuple)
    return plain


def checksum(world: World) -> int:
    """Return a 64-bit checksum of `snapshot(world)`.  It is the same on every machine."""
    from hashlib import blake2b  # loaded on demand, so that short games start faster

    text = ascii(snapshot(world)).encode("ascii")
    return int.from_bytes(blake2b(text, digest_size=8).digest(), "big")


def turn_checksum(world: World) -> int:
    """Return a 16-bit checksum of a few values that change on nearly every turn.

    It is fast enough to be computed every turn.
    """
    player = world.player
    numbers = (world.rng.drawn, player.spot, player.hp, player.exp, player.purse, player.food)
    return sum(number * weight for number, weight in zip(numbers, _WEIGHTS, strict=True)) & 0xFFFF


def _plain(value: Any) -> Any:
    if value is None or isinstance(value, (int, str, bytes)):
        return value
    if isinstance(value, bytearray):
        return bytes(value)
    if isinstance(value, ItemKind):
        return f"{value.cls} {value.name}"
    if isinstance(value, MonsterKind):
        return value.letter
    if isinstance(value, Ruleset):
        return f"{value.edition} {value.digest}" if value.digest else value.edition
    if isinstance(value, (list, tuple)):
        return tuple([_plain(part) for part in value])
    if isinstance(value, (set, frozenset)):
        return tuple(sorted(_plain(part) for part in value))
    if isinstance(value, dict):
        return tuple(sorted((_plain(key), _plain(part)) for key, part in value.items()))
    names = fields_of(type(value))
    if names is None or callable(value):
        raise TypeError(f"no plain form for {value!r}")
    return tuple(
        [
            (name, _plain(part))
            for name in names
            if name not in _LEFT_OUT
            and not ((part := getattr(value, name)) is None and name in _LEFT_OUT_WHILE_NONE)
        ]
    )


def fields_of(cls: type) -> tuple[str, ...] | None:
    """Return the names of a class's fields in order, or None for a class that declares no fields.

    The names are taken from `FIELDS` if the class has it, otherwise from `__slots__`.  A compiled class has
    no `__slots__`.  If it is a dataclass, its fields are returned in the order of their declaration,
    otherwise in alphabetical order.
    """
    names: tuple[str, ...] | None = getattr(cls, "FIELDS", None) or getattr(cls, "__slots__", None)
    if names is None and hasattr(cls, "__mypyc_attrs__"):
        named = [field.name for field in fields(cls)] if is_dataclass(cls) else sorted(cls.__mypyc_attrs__)
        return tuple(named)
    return names
