"""Moves that are no walks: placing, dropping, removing, taking, sowing, choosing, passing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final, NamedTuple

from rogue.eggg.language.description import Said
from rogue.eggg.language.holes import Choice
from rogue.eggg.rules.conditions import Conditions, Value, words_in
from rogue.eggg.rules.move_effects import OnBoard
from rogue.eggg.rules.movements import WALK, Movements
from rogue.eggg.rules.scene import Scene
from rogue.eggg.rules.setup import refuse
from rogue.shared.board_games import EMPTY, NO_SQUARE, NOBODY, Move

_OF_A_SQUARE_TEXT: Final = "to from flanked row column neighbor surrounded between beyond"
_OF_A_SQUARE: Final = frozenset(_OF_A_SQUARE_TEXT.split())
Maker = Callable[["Actions", "Action", Scene, int], Iterable[Move]]


class Action(NamedTuple):
    """Alternative of "move is".

    before   condition that is asked once, beyond squares; None without one
    at       condition of each square
    if_stuck whether it may be done only by a player who can do nothing else
    kinds    kinds of pieces that are placed, else those that are removed
    numbers  least and most that are taken; -1 is all
    """

    name: str
    before: Value | None
    at: Value | None
    if_stuck: bool
    kinds: tuple[int, ...]
    codes: Value
    numbers: tuple[int, int]


class Actions:
    """Maker of the moves of a game's actions."""

    def __init__(
        self, conditions: Conditions, movements: Movements, effects: dict[str, list[OnBoard]]
    ) -> None:
        self.conditions = conditions
        self.setup = conditions.setup
        self.movements = movements
        self._placing_effects = {name: effects[name] for name in ("place", "drop") if effects.get(name)}
        self.makers: dict[str, Maker] = {
            "place": Actions.place, "drop": Actions.drop, "remove": Actions.remove, "take": Actions.take,
            "sow": Actions.sow, "choose": Actions.choose, "pass": Actions.skip,
        }  # fmt: skip
        self.columns = self._columns()
        self._has_stores = any("store" in said.match.said for said in self.setup.said("pits"))
        besides = self.setup.said("besides")
        self._sowing_captures = any(said.match.found["ACTION"].fold == "sow" for said in besides)
        self._plain: dict[tuple[str, int], list[Move]] = {}
        self._codes: dict[tuple[tuple[int, ...], int], list[int]] = {}
        self.shapes = list(map(self.setup.shape_of, range(len(self.setup.kinds))))

    def _columns(self) -> list[list[int]]:
        cells = self.setup.board.cells
        columns = sorted({column for column, _ in cells})
        order = sorted(range(len(cells)), key=lambda square: cells[square][1])
        return [[square for square in order if cells[square][0] == column] for column in columns]

    def read(self, choice: Choice, said: Said) -> Action:
        """Return an alternative of "move is".  Raises EgggError for what cannot be played."""
        if choice.action != WALK and choice.action not in self.makers:
            refuse(said, f"{choice.action} is checked; it cannot be played yet")
        self._fits(choice.action, said)
        words = words_in(choice.condition)
        if_stuck = "stuck" in words
        value = None
        if choice.condition is not None and not if_stuck:
            value = self.conditions.condition(choice.condition, said)
        is_of_squares = bool(words & _OF_A_SQUARE)
        kinds: tuple[int, ...] = tuple(range(len(self.setup.kinds)))
        codes: Value = lambda scene: self.setup.codes(-1, scene.player, enemies=True)  # noqa: E731
        if choice.on and choice.action == "remove":
            codes = self.conditions.codes(choice.on[0], said)
        elif choice.on and choice.action in ("place", "drop"):
            kind = self.setup.kind_of.get(choice.on[0].word, -1)
            if kind < 0:
                refuse(said, f"{choice.on[0].text} is no kind of piece")
            kinds = (kind,)
        numbers = (int(choice.on[0].number), int(choice.on[1].number)) if choice.action == "take" else (1, 1)
        before, at = (None, value) if is_of_squares else (value, None)
        return Action(choice.action, before, at, if_stuck, kinds, codes, numbers)

    def _fits(self, action: str, said: Said) -> None:
        """Refuse an action that the board or the turns do not allow."""
        shape = self.setup.board.shape
        wanted = {"sow": "pits", "take": "heaps"}.get(action, "")
        if wanted and shape != wanted:
            refuse(said, f"to {action}, there must be {wanted}")
        if self.setup.is_counting and not wanted and action != "pass":
            refuse(said, f"{action} is no move with {shape}")
        together = any("synchronize" in one.match.said for one in self.setup.description.all("turns"))
        if together != (action == "choose"):
            refuse(said, "players choose at once where turns synchronize, and do nothing else there")

    def moves(self, action: Action, scene: Scene, player: int) -> list[Move]:
        """Return the moves of an action, before guards."""
        options = self.options(action, scene, player)
        return list(self.finished(action, scene, options)) if self.is_open(action) else options

    def options(self, action: Action, scene: Scene, player: int) -> list[Move]:
        """Return the moves of an action before the condition of squares, before the effects of placing."""
        scene.start = scene.to = NO_SQUARE
        if action.before is not None and not action.before(scene):
            return []
        if action.name == WALK:
            return self.movements.moves(scene, player)
        found = self.makers[action.name](self, action, scene, player)
        return found if isinstance(found, list) else list(found)

    def is_open(self, action: Action) -> bool:
        """Return whether the options of an action must be finished."""
        return action.at is not None or action.name in self._placing_effects

    def finished(self, action: Action, scene: Scene, options: Iterable[Move]) -> Iterator[Move]:
        """Yield the options for which the condition of squares holds, with their effects."""
        holds, effects = action.at, self._placing_effects.get(action.name, [])
        for move in options:
            scene.start, scene.to = move.start, move.to
            if move.start < 0 and move.choice:
                scene.code = move.choice
            if holds is None or holds(scene):
                yield self._with_effects(scene, move, effects) if effects and len(move.changes) == 1 else move

    def codes_of(self, action: Action, player: int) -> list[int]:
        """Return the content codes of the pieces that a player may place."""
        codes = self._codes.get((action.kinds, player))
        if codes is None:
            of = self.setup.code_of
            codes = [code for kind in action.kinds if (code := of.get((kind, player), 0))]
            self._codes[action.kinds, player] = codes
        return codes

    def place(self, action: Action, scene: Scene, player: int) -> list[Move]:
        """Return a move for each empty square, or fitting place of a shape."""
        places = [square for square, other in enumerate(scene.squares) if not other]
        found: list[Move] = []
        for code in self.codes_of(action, player):
            shape = self.shapes[self.setup.pieces[code].kind]
            if len(shape) > 1:
                for to in places:
                    found += self._shaped(scene, player, to, code, shape)
            else:
                found += self._placed(player, "place", places, code)
        return found

    def _shaped(
        self, scene: Scene, player: int, to: int, code: int, shape: list[tuple[int, int]]
    ) -> Iterator[Move]:
        board = self.setup.board
        column, row = board.cells[to]
        squares = [board.at(column + right, row + up) for right, up in shape]
        if all(one >= 0 and not scene.squares[one] for one in squares):
            yield Move(player, "place", NO_SQUARE, to, tuple((one, code) for one in squares), (), (), code)

    def stones(self, action: Action, player: int) -> list[Move]:
        """Return the moves that place or drop a stone of the first kind, by square."""
        return self._placed(
            player, action.name, range(len(self.setup.board)), self.codes_of(action, player)[0]
        )

    def _placed(self, player: int, name: str, places: Iterable[int], code: int) -> list[Move]:
        """Return the moves that place a piece on some squares."""
        plain = self._plain.get((name, code))
        if plain is None:
            squares = range(len(self.setup.board))
            plain = [Move(player, name, NO_SQUARE, to, ((to, code),), (), (), code) for to in squares]
            self._plain[name, code] = plain
        return [plain[to] for to in places]

    @staticmethod
    def _with_effects(scene: Scene, move: Move, effects: list[OnBoard]) -> Move:
        scene.to = move.to
        changes, taken = list(move.changes), list[int]()
        scene.squares[move.to] = move.choice
        for effect in effects:
            more, lost = effect(scene)
            changes += more
            taken += lost
        scene.squares[move.to] = EMPTY
        return move._replace(changes=tuple(changes), taken=tuple(taken)) if len(changes) > 1 else move

    def drop(self, action: Action, scene: Scene, player: int) -> list[Move]:
        """Return a move for each column that is not full: its lowest empty square."""
        squares = scene.squares
        places: list[int] = []
        for column in self.columns:
            for to in column:
                if not squares[to]:
                    places.append(to)
                    break
        return [
            move
            for code in self.codes_of(action, player)
            for move in self._placed(player, "drop", places, code)
        ]

    def remove(self, action: Action, scene: Scene, player: int) -> Iterator[Move]:
        """Yield a move for each piece that may be taken off."""
        codes = action.codes(scene)
        for to, code in enumerate(scene.squares):
            if code in codes:
                yield Move(player, "remove", NO_SQUARE, to, ((to, EMPTY),), (to,))

    def take(self, action: Action, scene: Scene, player: int) -> Iterator[Move]:
        """Yield a move for each number that can be taken from each heap."""
        least, most = action.numbers
        for heap, size in enumerate(scene.squares):
            for number in range(max(least, 1), (size if most < 0 else min(size, most)) + 1):
                yield Move(player, "take", heap, NO_SQUARE, ((heap, size - number),), (), (), number)

    def sow(self, _action: Action, scene: Scene, player: int) -> Iterator[Move]:
        """Yield a move for each own pit with seeds, sown into the next ones but for the enemy's store."""
        size = len(scene.squares) // 2
        has_stores = self._has_stores
        own = size * player
        barred = (own + size + size - 1) % (2 * size) if has_stores else NO_SQUARE
        for start in range(own, own + size - has_stores):
            seeds = scene.squares[start]
            if not seeds:
                continue
            squares = list(scene.squares)
            squares[start], to = 0, start
            while seeds:
                to = (to + 1) % (2 * size)
                if to != barred:
                    squares[to] += 1
                    seeds -= 1
            taken = self._captured(squares, to, own, size) if has_stores else ()
            changes = tuple((one, new) for one, new in enumerate(squares) if new != scene.squares[one])
            yield Move(player, "sow", start, to, changes, taken)

    def _captured(self, squares: list[int], to: int, own: int, size: int) -> tuple[int, ...]:
        """Move the seeds opposite to an own pit that was empty into the store, if the description says so."""
        opposite, store = 2 * size - 2 - to, own + size - 1
        if not self._sowing_captures or not own <= to < store or squares[to] != 1 or not squares[opposite]:
            return ()
        squares[store] += squares[opposite] + 1
        squares[opposite] = squares[to] = 0
        return (opposite,)

    def choose(self, _action: Action, _scene: Scene, player: int) -> Iterator[Move]:
        """Yield a move for each piece that can be chosen."""
        for code, piece in enumerate(self.setup.pieces):
            if code and piece.owner == NOBODY:
                yield Move(player, "choose", NO_SQUARE, code - 1, (), (), (), code)

    def skip(self, _action: Action, _scene: Scene, player: int) -> Iterator[Move]:
        """Yield the move that does nothing."""
        yield Move(player, "pass", NO_SQUARE, NO_SQUARE)
