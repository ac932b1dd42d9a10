"""Conversion of a running session to bytes, from which an equal session can be made."""

from __future__ import annotations

import io
import pickle
from collections.abc import Callable
from dataclasses import fields
from typing import Any, Final

from rogue.state.entities import Item, Monster
from rogue.state.grid import Room
from rogue.state.rng import Rng
from rogue.state.world import World
from rogue.tables.items import AMULET, CLASSES, GOLD, ItemKind
from rogue.tables.monsters import MonsterKind
from rogue.tables.ruleset import Ruleset
from rogue.ui.keymap import keys_of
from rogue.ui.session import Session
from rogue.ui.ui_state import QueuedMessage, UiState

_SINGLE: Final = (AMULET, GOLD)  # kinds outside the tables of an edition

_BEGUN: Final[dict[type, Callable[[Any], tuple[object, ...]]]] = {
    Session: lambda one: (0, one.world.rules),
    UiState: lambda one: (one.world, one.host),
    World: lambda one: (one.rules, 0),
    Rng: lambda _: (0,),
    Room: lambda one: (one.number,),
    Item: lambda one: (one.kind,),
    Monster: lambda one: (one.kind, one.spot),
    QueuedMessage: lambda one: (one.text,),
}


def session_bytes(session: Session) -> bytes:
    """Return a session as bytes, from which `session_of` makes an equal session.

    The bytes take a few dozen kilobytes.  They do not contain the rules, so `session_of` needs the rules of
    the original session.  For custom rules, see `rules_bytes`.
    """
    return _pickled(session, _constants(session.world.rules))


def session_of(data: bytes, rules: Ruleset) -> Session:
    """Return a new session made from bytes.  `rules` are the rules of the original session.

    The bytes must come from `session_bytes`.  Bytes from elsewhere may execute arbitrary code.
    """
    session: Session = _unpickled(data, _constants(rules))
    return session


def rules_bytes(rules: Ruleset) -> bytes:
    """Return rules as bytes for `rules_from`."""
    return _pickled(rules, _SINGLE)


def rules_from(data: bytes) -> Ruleset:
    """Return the rules from which `rules_bytes` made the bytes `data`.

    Bytes from any other source may execute arbitrary code.
    """
    rules: Ruleset = _unpickled(data, _SINGLE)
    return rules


def _pickled(thing: object, constants: tuple[object, ...]) -> bytes:
    data = io.BytesIO()
    is_plain = hasattr(Session.__init__, "__code__")
    pickler = (_Pickler if is_plain else _CompiledPickler)(data, pickle.HIGHEST_PROTOCOL)
    pickler.constants = {id(constant): number for number, constant in enumerate(constants)}
    pickler.dump(thing)
    return data.getvalue()


def _unpickled(data: bytes, constants: tuple[object, ...]) -> Any:
    unpickler = _Unpickler(io.BytesIO(data))
    unpickler.constants = constants
    return unpickler.load()


class _Pickler(pickle.Pickler):
    constants: dict[int, int]

    def persistent_id(self, thing: object) -> int | None:
        return self.constants.get(id(thing))


class _CompiledPickler(_Pickler):
    """A pickler for compiled classes, whose constructors need arguments.

    An object of a class in `_BEGUN` is restored in two steps: its constructor is called with placeholders,
    and then the stored state is set.  An object of a frozen class is restored by its constructor, called with
    the stored state.
    """

    def reducer_override(self, thing: Any) -> Any:
        begun = _BEGUN.get(type(thing))
        if begun is None:
            params = getattr(thing, "__dataclass_params__", None)
            if isinstance(thing, type) or params is None or not params.frozen:
                return NotImplemented
            return type(thing), tuple(getattr(thing, field.name) for field in fields(thing) if field.init)
        _, _, *state = thing.__reduce_ex__(pickle.HIGHEST_PROTOCOL)
        return (type(thing), begun(thing), *state)


class _Unpickler(pickle.Unpickler):
    constants: tuple[object, ...]

    def persistent_load(self, number: object) -> object:
        assert isinstance(number, int)
        return self.constants[number]


def _constants(rules: Ruleset) -> tuple[object, ...]:
    """Return the objects shared by all games of these rules, in a fixed order."""
    kinds: list[ItemKind | MonsterKind] = [*rules.monsters.values(), *_SINGLE]
    for cls in CLASSES:
        kinds += rules.kinds(cls)
    return (rules, rules.words, rules.words.phrases, keys_of(rules.keys), *kinds)
