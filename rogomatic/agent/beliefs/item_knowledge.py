"""The knowledge of item kinds gained in this game."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from rogomatic.agent.editions import EDITION_FACTS, NEWEST_EDITION, Odds
from rogomatic.agent.sight.item_parser import Thing

CLASSES: Final = frozenset(EDITION_FACTS[NEWEST_EDITION].items)
NAMES: Final[dict[str, frozenset[str]]] = {
    kind: frozenset(name for facts in EDITION_FACTS.values() for name in facts.items[kind])
    for kind in CLASSES
}  # fmt: skip
"""Class -> its kinds in all editions."""

# Kind of message on use -> kind of the item.
_SAID_BY_POTION: Final = {
    "confusion": "confusion", "hallucination": "hallucination", "poison": "poison",
    "poison-resisted": "poison", "gain-strength": "gain strength", "see-invisible": "see invisible",
    "healing": "healing", "extra-healing": "extra healing", "raise-level": "raise level",
    "haste-self": "haste self", "haste-twice": "haste self", "restore-strength": "restore strength",
    "blindness": "blindness", "levitation": "levitation", "magic-detection": "magic detection",
    "monster-detection": "monster detection", "paralysis": "paralysis",
    "thirst-quenching": "thirst quenching",
}  # fmt: skip
_SAID_BY_SCROLL: Final = {
    "monster-confusion": "monster confusion", "magic-mapping": "magic mapping",
    "hold-monster-one": "hold monster", "hold-monster-many": "hold monster", "sleep": "sleep",
    "enchant-armor": "enchant armor", "scare-monster": "scare monster", "food-detection": "food detection",
    "food-detection-none": "food detection", "enchant-weapon": "enchant weapon",
    "create-monster-none": "create monster", "remove-curse": "remove curse",
    "aggravate-monsters": "aggravate monsters", "protect-armor": "protect armor",
    "gold-detection": "gold detection", "gold-detection-none": "gold detection", "light-room": "light",
    "light-corridor": "light", "blank-paper": "blank paper", "genocide": "genocide",
}  # fmt: skip
_SAID_BY_STICK: Final = {
    "light-room": "light", "light-corridor": "light", "missile-vanishes": "magic missile",
    "drain-too-weak": "drain life", "drain-nothing-near": "drain life",
    "you-hit": "striking", "you-miss": "striking",
}  # fmt: skip
SAID: Final[dict[str, dict[str, str]]] = {
    "quaff": _SAID_BY_POTION, "read": _SAID_BY_SCROLL, "zap": _SAID_BY_STICK,
}  # fmt: skip
"""Verb -> kind of fact -> kind of item."""

HINTS: Final[dict[str, dict[str, frozenset[str]]]] = {
    "quaff": {"strange-feeling": frozenset({"monster detection", "magic detection"})},
    "read": {"sense-of-loss": frozenset({"hold monster", "enchant weapon", "protect armor"})},
}  # fmt: skip
"""Verb -> kind of fact -> possible kinds of the item."""

SILENT: Final[dict[str, frozenset[str]]] = {
    "quaff": frozenset({"monster detection"}),
    "read": frozenset({"teleportation", "create monster", "enchant armor"}),
}  # fmt: skip
"""Verb -> kinds that an item may have if its use gives no message."""

Looks = tuple[str, str]
"""(class, color or title or stone or material)"""


@dataclass(slots=True)
class Lore:
    """Knowledge of the kinds of potions, scrolls, rings, and sticks.

    names    looks -> known kind
    tried    looks of items whose use did not reveal the kind
    called   (class, kind) of each kind that the game showed by its name instead of by its looks
    maybe    looks -> the kinds that the item may still be after its uses so far
    kinds    class -> the kinds of this edition with their odds
    letters  (letter, name of a monster) -> number of messages which showed that the letter means this monster
    version  a number that rises with every change of the other fields but `letters`
    """

    names: dict[Looks, str] = field(default_factory=dict)
    tried: set[Looks] = field(default_factory=set)
    maybe: dict[Looks, frozenset[str]] = field(default_factory=dict)
    kinds: dict[str, Odds] = field(default_factory=lambda: EDITION_FACTS[NEWEST_EDITION].items)
    letters: dict[tuple[str, str], int] = field(default_factory=dict)
    called: set[tuple[str, str]] = field(default_factory=set)
    version: int = field(default=0, repr=False, compare=False)
    # Cache of the open kinds per class since the last call of `learn`, with the kinds it was computed from.
    _open: dict[str, Odds] = field(default_factory=dict, repr=False, compare=False)
    _open_of: dict[str, Odds] | None = field(default=None, repr=False, compare=False)

    def name_of(self, thing: Thing) -> str:
        """Return the kind of an item, or "" if the kind is unknown and several kinds are possible."""
        kind, called = thing.kind, thing.called
        if thing.name or kind not in CLASSES:
            return thing.name
        known = self.names.get((kind, thing.looks))
        if known:
            return known
        if called and called in NAMES[kind]:
            return called
        left = self._left(thing) if self.maybe else self.open_kinds(kind)
        return next(iter(left)) if len(left) == 1 else ""

    def take_kinds(self, kinds: dict[str, Odds]) -> None:
        """Take the kinds of an edition or a variant."""
        self.version += 1
        self.kinds = kinds

    def learn(self, kind: str, looks: str, name: str) -> None:
        """Record which kind the items with these looks are.

        kind   the class of the items, such as "potion"
        name   the kind, such as "healing"
        looks  the looks, or, if the game names the items' kind instead of their looks, that name
        """
        if not looks or kind not in CLASSES:
            return
        self.version += 1
        if looks in NAMES[kind]:
            self.called.add((kind, name))
        else:
            self.names[kind, looks] = name
        self._open.clear()
        self.tried.discard((kind, looks))
        self.maybe.pop((kind, looks), None)

    def narrow(self, kind: str, looks: str, possible: frozenset[str]) -> None:
        """Record that items of the class `kind` with these looks are of one of the kinds in `possible`."""
        if looks and kind in CLASSES and (kind, looks) not in self.names:
            self.version += 1
            before = self.maybe.get((kind, looks), possible)
            self.maybe[kind, looks] = before & possible or possible

    def note_tried(self, kind: str, looks: str) -> None:
        """Record that an item with these looks was used without revealing its kind."""
        self.version += 1
        self.tried.add((kind, looks))

    def is_tried(self, thing: Thing) -> bool:
        """Return whether an item with these looks was used without revealing its kind."""
        return (thing.kind, looks_of(thing)) in self.tried

    def has_met(self, kind: str, name: str) -> bool:
        """Return whether the items called `name` in class `kind` have been identified in this game.

        An example is "healing" in class "potion".
        """
        return (kind, name) in self.called or any(
            one == kind and known == name for (one, _), known in self.names.items()
        )

    def open_kinds(self, kind: str) -> Odds:
        """Return kind -> odds for the kinds of a class that have not been identified yet.

        The caller must not change the result.
        """
        if self._open_of is not self.kinds:
            self._open.clear()
            self._open_of = self.kinds
        left = self._open.get(kind)
        if left is None:
            met = {name for (one, _), name in self.names.items() if one == kind}
            met |= {name for one, name in self.called if one == kind}
            left = {name: odds for name, odds in self.kinds[kind].items() if name not in met}
            self._open[kind] = left
        return left

    def chances(self, thing: Thing) -> dict[str, float]:
        """Return kind -> chance for an item.  Return {} if its possible kinds are not known."""
        name = self.name_of(thing)
        if name or thing.kind not in CLASSES:
            return {name: 1.0} if name else {}
        left = self._left(thing)
        total = sum(left.values())
        return {kind: odds / total for kind, odds in left.items()} if total else {}

    def _left(self, thing: Thing) -> Odds:
        """Return kind -> odds for the kinds that an unidentified item may have."""
        left = self.open_kinds(thing.kind)
        maybe = self.maybe.get((thing.kind, looks_of(thing)))
        if maybe is None:
            return left
        return {name: odds for name, odds in left.items() if name in maybe} or left


def is_own_name(looks: str) -> bool:
    """Return whether `looks` is a name such as "k7", which the agent gave to an unknown item."""
    return looks[:1] == "k" and looks[1:].isdigit()


def looks_of(thing: Thing) -> str:
    """Return the looks of an item, or the name given to it if the looks are not shown."""
    return thing.looks or thing.called
