"""Effects of a text world: numbers that change, texts that players are told."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, Final
from unicodedata import normalize

from rogue.eggg.language.description import Said, refuse
from rogue.eggg.language.patterns import Match
from rogue.eggg.language.syntax import Node
from rogue.eggg.rules.effects import in_order
from rogue.eggg.rules.values import combined
from rogue.eggg.text_worlds.world_scene import (
    EVERYBODY,
    RefusedError,
    SeatNumber,
    WorldScene,
    kept,
    number_of,
)
from rogue.eggg.text_worlds.world_values import PLAYER, Value, WorldValues, each, within
from rogue.shared.wording import folded_name, name_refusal

Effect = Callable[[WorldScene], None]
Make = Callable[[Node, frozenset[str]], Effect]
"""Makes an effect on whom, or what, a node names, where some names have values."""
_SIGNS: Final = {"increase": 1, "decrease": -1}


class Guarded:
    """Effects of a name, with the conditions under which they happen.

    before  condition and statement of each "assert"
    after   the same of each "assert ... afterwards"
    """

    def __init__(self, effect: Effect, guards: Iterable[tuple[Value, Said]]) -> None:
        self.effect = effect
        self.before = [one for one in guards if not one[1].says("afterward")]
        self.after = [one for one in guards if one[1].says("afterward")]

    def __call__(self, scene: WorldScene) -> None:
        """Carry the effects out; if a condition does not hold, do nothing."""
        values, names, told = dict(scene.values), list(scene.names), len(scene.told)
        if all(condition(scene) for condition, _ in self.before):
            self.effect(scene)
            if not all(condition(scene) for condition, _ in self.after):
                scene.values, scene.names = values, names
                del scene.told[told:]


class WorldEffects:
    """Reader of the effects of one description.  Raises EgggError for what makes no sense."""

    def __init__(self, values: WorldValues) -> None:
        self._values = values
        self._known: dict[str, Guarded] = {}

    def of(self, name: str) -> Guarded | None:
        """Return what happens by a folded name, None if the description does not say."""
        said = self._values.heads.get(name)
        effects = said.found.get("EFFECTS") if said is not None else None
        if said is None or effects is None:
            return None
        if name not in self._known:
            read = partial(self._effect, said, effects, frozenset(self._values.parameters(name)))
            self._known[name] = Guarded(self._values.entered(name, read), list(self._guards(name)))
        return self._known[name]

    def _guards(self, name: str) -> Iterable[tuple[Value, Said]]:
        own = self._values.parameters(name)
        for said in self._values.description.all("guard"):
            if said.found["ACTION"].word == name:
                yield self._values.read(said, said.found["CONDITION"], own), said

    def _effect(self, said: Said, node: Node, own: frozenset[str]) -> Effect:
        if node.op == "and":
            return in_order([self._effect(said, inner, own) for inner in node.args])
        if node.op == "if":
            asked = self._values.read(said, node.args[0], own)
            ways = [self._effect(said, inner, own) for inner in node.args[1:]]
            return combined("if", (asked, *ways, in_order(()))[:3])
        if node.op == "does" and node.does.sentence.name == "change":
            return self._change(said, node.does, own)
        if node.op == "does" and node.does.sentence.name == "telling":
            return self._telling(said, node.does, own)
        if node.word == "say" and len(node.args) == 1 and node.word not in self._values.heads:
            text = self._values.read(said, node.args[0], own)
            return lambda scene: scene.tell(scene.bound[PLAYER], text(scene))
        inner = self.of(node.word) if node.op in ("word", "call") else None
        if inner is None:
            refuse(said, f"{node.text or 'one of these effects'} does nothing in a text world")
        given = self._values.given(said, node, own)
        return lambda scene: within(scene, given, inner)

    def _looped(self, node: Node, make: Make, own: frozenset[str]) -> Effect:
        """Return an effect that is made once, or for each of a list that a node names."""
        if node.op != "qualified" or node.word != "each":
            return make(node, own)
        name = node.args[0].word
        effect, members = make(node.args[0], own | {name}), self._values.members(name)

        def looped(scene: WorldScene) -> None:
            for _ in each(scene, [name], [members(scene) if members is not None else ()]):
                effect(scene)

        return looped

    def _change(self, said: Said, match: Match, own: frozenset[str]) -> Effect:
        """Return what changes a quantity, or the name of a player."""
        values, node = self._values, match.found["QUANTITY"]

        def make(inner: Node, known: frozenset[str]) -> Effect:
            value = values.read(said, match.found["SUM"], known)
            if node.word == "name" and inner.word == PLAYER:
                return lambda scene: _rename(values, scene, value)
            key = values.key(said, node._replace(args=node.args and (inner, *node.args[1:])), known)
            sign = next((_SIGNS[word] for word in _SIGNS if word in match.said), 0)

            def change(scene: WorldScene) -> None:
                at, new = key(scene), value(scene)
                scene.step()
                before = number_of(scene.values.get(at, 0))
                scene.values[at] = kept(before + sign * number_of(new) if sign else new)

            return change

        if node.word not in values.inside and node.word != "name":
            refuse(said, f'{node.text} is not a number; say "{node.text} starts at 0"')
        return self._looped(node.args[0] if node.args else Node("word"), make, own)

    def _telling(self, said: Said, match: Match, own: frozenset[str]) -> Effect:
        """Return what tells players a text; who tells one who is away hears of it."""
        is_each = match.found["PLAYER"].op == "qualified"

        def make(whom: Node, known: frozenset[str]) -> Effect:
            text = self._values.read(said, match.found["SUM"], known)
            if whom.word == "everybody":
                return lambda scene: scene.tell(EVERYBODY, text(scene))
            who = self._values.read(said, whom, known)

            def tell(scene: WorldScene) -> None:
                seat: Any = who(scene)
                if isinstance(seat, SeatNumber):
                    scene.tell(seat, text(scene))
                if not is_each and seat in scene.state.away and scene.mover in scene.state.here:
                    scene.tell(scene.mover, f"{scene.shown(seat)} is away and hears nothing.")

            return tell

        return self._looped(match.found["PLAYER"], make, own)


def _rename(values: WorldValues, scene: WorldScene, value: Value) -> None:
    """Give the player another name, and tell it.  Raises RefusedError for a name that nobody may have."""
    seat, name = scene.bound[PLAYER], normalize("NFKC", scene.shown(value(scene)))
    others = [folded_name(one) for number, one in enumerate(scene.names) if number != seat]
    if refusal := name_refusal(name, values.means, others):
        raise RefusedError(refusal)
    scene.tell(EVERYBODY, f"{scene.names[seat]} is now called {name}.")
    scene.names[seat] = name
