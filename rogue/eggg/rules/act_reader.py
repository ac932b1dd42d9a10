"""Effects that change a thing in place, as those of real-time games or puzzles do."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic, Protocol, TypeVar

from rogue.eggg.language.description import Said, refuse
from rogue.eggg.language.syntax import Node
from rogue.eggg.rules.move_effects import Effects
from rogue.eggg.rules.scene import Scene
from rogue.eggg.rules.values import Values


class Changing(Protocol):
    """Thing that effects change; conditions are asked of its scene."""

    @property
    def scene(self) -> Scene: ...
    def change(self, slot: int, value: int) -> None:
        """Set a number."""


Thing = TypeVar("Thing", bound=Changing)


class ActReader(Generic[Thing]):
    """Reader of effects; `own` reads one that only this kind of game has, or returns None."""

    def __init__(self, values: Values, own: Callable[[Node, Said], Callable[[Thing], None] | None]) -> None:
        self._values, self._own = values, own
        self._effects = Effects(values)
        self._within: list[Said] = []

    def read(self, node: Node, said: Said) -> Callable[[Thing], None]:
        """Return what effects do.  Raises EgggError for what cannot be played."""
        if node.op == "and":
            return _in_order([self.read(part, said) for part in node.args])
        if node.op == "if":
            asked = self._values.condition(said, node.args[0])
            then = self.read(node.args[1], said)
            other = self.read(node.args[2], said) if len(node.args) > 2 else lambda _thing: None
            return lambda thing: then(thing) if asked(thing.scene) else other(thing)
        if (act := self._own(node, said)) is not None:
            return act
        return self._number(node, said) if node.op == "does" else self._named(node, said)

    def _named(self, node: Node, said: Said) -> Callable[[Thing], None]:
        """Return what a name means."""
        inner = self._values.setup.names.get(node.word)
        effects = inner.said.match.found.get("EFFECTS") if inner is not None else None
        if inner is None or effects is None or node.args or inner.said in self._within:
            refuse(said, f"{node.text or node.op} is no effect that can be played")
        self._within.append(inner.said)
        act = self.read(effects, inner.said)
        self._within.pop()
        return act

    def _number(self, node: Node, said: Said) -> Callable[[Thing], None]:
        """Return what changes a number."""
        if node.does.sentence.name != "change":
            refuse(said, "this effect is for games of another kind")
        change = self._effects.number(node.does, said)

        def act(thing: Thing) -> None:
            changed = change(thing.scene)
            if changed is not None:
                thing.change(*changed)

        return act


def _in_order(parts: Sequence[Callable[[Thing], None]]) -> Callable[[Thing], None]:
    def act(thing: Thing) -> None:
        for part in parts:
            part(thing)

    return act
