"""A game in the middle of anything, as bytes and back: the same keys go on to the same game.

The tables of an edition are not copied: kinds of monsters and items compare by identity.
"""

from __future__ import annotations

import io
import pickle
from typing import Final

from rogue.storage.variant_files import BEST, load_variant
from rogue.tables.editions import EDITIONS
from rogue.tables.items import AMULET, GOLD, ItemClass, ItemKind
from rogue.tables.monsters import MonsterKind
from rogue.tables.ruleset import Ruleset
from rogue.ui.keymap import keys_of
from rogue.ui.session import Session

_CLASSES: Final[tuple[ItemClass, ...]] = ("potion", "scroll", "food", "weapon", "armor", "ring", "stick")


def session_bytes(session: Session) -> bytes:
    """Return a session as bytes for `session_of`, a few tens of KB."""
    data = io.BytesIO()
    pickler = _Pickler(data, pickle.HIGHEST_PROTOCOL)
    pickler.constants = {id(thing): number for number, thing in enumerate(_constants(session.world.rules))}
    pickler.dump(session)
    return data.getvalue()


def session_of(data: bytes, rules: Ruleset) -> Session:
    """Return a new session as it was; `rules` are those of the game that was given.

    The bytes must come from `session_bytes`: others may do anything, as with every pickle.
    """
    unpickler = _Unpickler(io.BytesIO(data))
    unpickler.constants = _constants(rules)
    session: Session = unpickler.load()
    return session


class _Pickler(pickle.Pickler):
    constants: dict[int, int]

    def persistent_id(self, thing: object) -> int | None:
        return self.constants.get(id(thing))


class _Unpickler(pickle.Unpickler):
    constants: tuple[object, ...]

    def persistent_load(self, number: object) -> object:
        assert isinstance(number, int)
        return self.constants[number]


def rules_of(edition: str | Ruleset) -> Ruleset:
    """Return the rules of an edition or of a variant that ships.  Raises ValueError for an unknown name."""
    if isinstance(edition, Ruleset):
        return edition
    if edition in BEST:
        return load_variant(edition, {}).rules
    rules = EDITIONS.get(edition)
    if rules is None:
        raise ValueError(f"no edition {edition!r}; there are: {', '.join((*EDITIONS, *BEST))}")
    return rules


def _constants(rules: Ruleset) -> tuple[object, ...]:
    """Return what all games of these rules share, always in the same order."""
    kinds: list[ItemKind | MonsterKind] = [*rules.monsters.values(), AMULET, GOLD]
    for cls in _CLASSES:
        kinds += rules.kinds(cls)
    return (rules, rules.words, rules.words.phrases, keys_of(rules.keys), *kinds)
