"""Checksum: a check value over everything that counts in a game."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import Any, Final

from rogue.state.world import World
from rogue.tables.items import ItemKind
from rogue.tables.monsters import MonsterKind
from rogue.tables.ruleset import Ruleset

_LEFT_OUT: Final = frozenset(
    (
        *("said", "windows", "dirty", "cleared", "flushed"),  # ui takes these at times of its own
        *("frames", "unread", "flying", "turn_checksums"),  # between two keys they decide nothing
        *("foe_at", "thing_at", "_rooms_at", "ways"),  # follow from the rest
    )
)
_LEFT_OUT_WHILE_NONE: Final = frozenset(("mind", "minds"))  # most games have no such thing (VMN-3)


def snapshot(world: World) -> tuple[Any, ...]:
    """Return all that decides how the game goes on, as nested tuples of numbers, bytes and text.

    Two worlds with equal snapshots answer the same keys in the same way.  TypeError for a value without plain
    form, which would be a defect.
    """
    plain = _plain(world)
    assert isinstance(plain, tuple)
    return plain


def checksum(world: World) -> int:
    """Return a check value of 64 bits over the snapshot, the same on every machine."""
    from hashlib import blake2b  # a short game needs none: it starts sooner without

    text = ascii(snapshot(world)).encode("ascii")
    return int.from_bytes(blake2b(text, digest_size=8).digest(), "big")


def turn_checksum(world: World) -> int:
    """Return a check value of 16 bits over what nearly every turn changes; cheap, for every turn."""
    player = world.player
    numbers = (world.rng.drawn, player.spot, player.hp, player.exp, player.purse, player.food)
    return sum(number * weight for number, weight in zip(numbers, _WEIGHTS, strict=True)) & 0xFFFF


_WEIGHTS: Final = (40503, 25717, 7919, 31337, 1009, 60493)


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
    """Return the names of a class's fields in their order; None for a class without slots.

    Compiled classes have no `__slots__` and name their fields in the order in which they are first set;
    the order of the source is that of a dataclass, else the alphabet's.
    """
    names: tuple[str, ...] | None = getattr(cls, "__slots__", None)
    if names is None and hasattr(cls, "__mypyc_attrs__"):
        named = [field.name for field in fields(cls)] if is_dataclass(cls) else sorted(cls.__mypyc_attrs__)
        return tuple(named)
    return names
