"""Guards of moves: what "assert" forbids."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from rogue.eggg.language.description import Said, refuse
from rogue.eggg.language.tokens import fold
from rogue.eggg.rules.effects import Condition
from rogue.eggg.rules.movements import WALK
from rogue.eggg.rules.scene import Scene, Tables, put
from rogue.eggg.rules.values import Values
from rogue.shared.board_games import NO_SQUARE, Move, State


class Guard(NamedTuple):
    """Condition of an "assert"; `kind` is that of "safe(KIND) afterwards", else -1."""

    name: str
    condition: Condition
    is_after: bool
    kind: int
    said: Said

    def watches(self, move: Move) -> bool:
        """Return whether the guard is asked about a move: by its name, as any walk, or as a capture."""
        is_sort = (self.name == WALK and move.start >= 0) or (self.name == "capture" and bool(move.taken))
        return is_sort or self.name in (move.name, fold(move.name))

    def passes(self, move: Move, scene: Scene) -> bool:
        """Return whether the guard lets a move pass."""
        scene.start, scene.to, scene.flanked_at = move.start, move.to, NO_SQUARE
        before = put(scene.squares, move.changes if self.is_after else ())
        is_fine = bool(self.condition(scene))
        put(scene.squares, before)
        return is_fine


def _names_dictionary(said: Said) -> bool:
    """Return whether a statement asks for words of the dictionary, which are the only ones that are found."""
    node = said.found["CONDITION"]
    return node.word == "in" and [one.word for one in node.args] == ["dictionary"]


class Guards:
    """Guards of one game."""

    def __init__(self, tables: Tables, values: Values) -> None:
        self.tables = tables
        description = tables.setup.description
        said = [one for one in description.all("guard") if not _names_dictionary(one)]
        self.guards = [self._guard(one, values) for one in said]
        if tables.setup.has_letters and len(said) == len(description.all("guard")):
            refuse(description.all("hand")[0], "nothing says which words: assert word: in(dictionary)")

    def _guard(self, said: Said, values: Values) -> Guard:
        node, is_after = said.found["CONDITION"], said.says("afterward")
        is_safe = is_after and node.op == "call" and node.word == "safe"
        kind = self.tables.setup.kind_of.get(node.args[0].word, -1) if is_safe else -1
        return Guard(said.found["ACTION"].word, values.condition(said), is_after, kind, said)

    def judge(self, state: State, player: int) -> Callable[[Move], bool]:
        """Return what tells whether no guard forbids a move of a player."""
        scene = Scene(self.tables, list(state.squares), state, player)
        judges = [self._judge(guard, scene) for guard in self.guards]
        return judges[0] if len(judges) == 1 else lambda move: all(judge(move) for judge in judges)

    def _judge(self, guard: Guard, scene: Scene) -> Callable[[Move], bool]:
        homes = self._homes(guard, scene.state, scene.player)
        if len(homes) == 1:
            return self._keeps_safe(guard, scene, homes[0])
        return lambda move: not guard.watches(move) or guard.passes(move, scene)

    def forbidding(self, move: Move, state: State) -> Guard | None:
        """Return the first guard that forbids a move."""
        scene = Scene(self.tables, list(state.squares), state, move.player)
        return next((one for one in self.guards if one.watches(move) and not one.passes(move, scene)), None)

    def _homes(self, guard: Guard, state: State, player: int) -> list[int]:
        """Return where the pieces stand that a guard keeps safe, [] if the tables do not know all attacks."""
        if guard.kind < 0 or self.tables.odd:
            return []
        code = self.tables.setup.code_of.get((guard.kind, player), 0)
        return [square for square, other in enumerate(state.squares) if other == code]

    def _keeps_safe(self, guard: Guard, scene: Scene, home: int) -> Callable[[Move], bool]:
        """Return what tells whether the piece at home is not attacked after a move.

        Unless it is attacked now, a move can only open the line to it on which it starts.
        """
        player, squares = scene.player, scene.squares
        in_danger = scene.is_attacked(home, player)
        lines_of = self.tables.lines_of(home)

        def keeps_safe(move: Move) -> bool:
            start, changes = move.start, move.changes
            if not in_danger and start != home and len(changes) == 2:
                lines = lines_of.get(start)
                if lines is None:
                    return True
                (_, left), (to, code) = changes
                moved, squares[start] = squares[start], left
                taken, squares[to] = squares[to], code
                is_safe = not scene.is_attacked_along(lines, player)
                squares[to] = taken
                squares[start] = moved
            else:
                before = put(squares, changes)
                is_safe = not scene.is_attacked(move.to if start == home else home, player)
                put(squares, before)
            return is_safe or not guard.watches(move)

        return keeps_safe
