"""Moves of one player in one position, made when they are asked for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rogue.eggg.rules.actions import Action, Actions
from rogue.eggg.rules.guards import Guards
from rogue.eggg.rules.scene import Scene
from rogue.shared.board_games import Move

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
