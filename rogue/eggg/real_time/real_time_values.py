"""Values of real-time games: those of boards, plus scores, the server, what has vanished."""

from __future__ import annotations

from typing import Final

from rogue.eggg.language.syntax import Node
from rogue.eggg.rules.functions import Sorted
from rogue.eggg.rules.scene import Tables
from rogue.eggg.rules.values import Values

_OWN: Final = ("server", "vanished", "blocked")
_MOST: Final = {"highest": max, "most": max, "maximize": max, "least": min, "minimize": min}


class RealTimeValues(Values):
    """Reader of the values of a real-time game; scores come first in the numbers."""

    def __init__(self, tables: Tables) -> None:
        super().__init__(tables)
        self.quantities = {"score": 0, **{name: tables.players + at for at, name in enumerate(_OWN)}}
        self.shared = set(_OWN)
        self.beginning = [0] * (tables.players + len(_OWN))

    def add_quantity(self, word: str, value: int, *, is_shared: bool) -> None:
        """Give a number of the description its place."""
        if word not in self.quantities:
            self.quantities[word] = len(self.beginning)
            self.beginning += [0] * (1 if is_shared else self.tables.players)
            if is_shared:
                self.shared.add(word)
        slot = self.quantities[word]
        count = 1 if word in self.shared else self.tables.players
        self.beginning[slot : slot + count] = [value] * count

    def value(self, node: Node) -> Sorted:
        """Return the sort of a value with its function; "piece is blocked" is a condition."""
        if node.op == "=" and node.args[1].word == "blocked":
            slot = self.quantities["blocked"]
            return "truth", lambda scene: bool(scene.state.numbers[slot])
        if node.op == "call" and node.word in _MOST and len(node.args) == 1:
            number, choose = self._as(node.args[0], "number"), _MOST[node.word]
            players = range(self.tables.players)
            return "number", lambda scene: choose([scene.number_of(number, one) for one in players])
        if node.op == "word" and node.word == "server":
            slot = self.quantities["server"]
            return "who", lambda scene: scene.state.numbers[slot]
        if node.op == "word" and node.word == "score":
            return "number", self._quantity(node)
        return super().value(node)
