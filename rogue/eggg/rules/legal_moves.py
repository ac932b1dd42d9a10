"""Legal moves of a turn: those that its actions offer, unless a guard forbids them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from rogue.eggg.language.description import Said, refuse
from rogue.eggg.language.tokens import fold
from rogue.eggg.rules.actions import Action, Actions
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


Options = list[tuple[Action, list[Move]]]


class Turn:
    """Moves of a player by some actions; of `options` some may be illegal, or lack effects.

    A condition of moves that asks for these moves finds none.
    """

    def __init__(self, actions: Actions, guards: Guards, choices: Sequence[Action], scene: Scene) -> None:
        self.scene = scene
        self._actions = actions
        self._choices = choices
        self._options: Options | None = None
        self._judge = guards.judge(scene.state, scene.player) if guards.guards else None
        self._moves: list[Move] | None = None
        self._is_stuck: bool | None = None
        self._is_busy = False

    @property
    def options(self) -> Options:
        """The options, by action."""
        if self._options is None:
            self._is_busy = True
            options, scene = self._actions.options, self.scene
            choices = [one for one in self._choices if not one.if_stuck]
            self._options = [(one, options(one, scene, scene.player)) for one in choices]
            self._is_busy = False
        return self._options

    def legal(self, action: Action, moves: Sequence[Move]) -> Iterator[Move]:
        """Return those of some options of an action that are legal, with their effects."""
        found: Iterable[Move] = moves
        if self._actions.is_open(action):
            found = self._actions.finished(action, self.scene, moves)
        return iter(found) if self._judge is None else filter(self._judge, found)

    def all(self) -> list[Move]:
        """Return all moves."""
        if self._moves is None and not self._is_busy:
            options, found = self.options, list[Move]()
            self._is_busy = True
            for action, moves in options:
                found += self.legal(action, moves)
            for action in self._choices if not found else ():
                if action.if_stuck:
                    found += self._actions.moves(action, self.scene, self.scene.player)
            self._moves, self._is_busy = found, False
        return self._moves or []

    def is_stuck(self) -> bool:
        """Return whether there is no move but to pass."""
        if self._is_stuck is None and not self._is_busy:
            options = self.options
            self._is_busy = True
            is_free = any(self._has(action, moves) for action, moves in options if action.name != "pass")
            self._is_busy = False
            self._is_stuck = not is_free and all(move.name == "pass" for move in self.all())
        return self._is_stuck is not False

    def is_empty(self) -> bool:
        """Return whether there is no move; the last options, such as to pass, are looked at first."""
        if self._is_stuck is False:
            return False
        return not any(self._has(*group) for group in reversed(self.options)) and not self.all()

    def _has(self, action: Action, moves: Sequence[Move]) -> bool:
        return next(self.legal(action, moves), None) is not None
