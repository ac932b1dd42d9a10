"""Legal moves of a turn: those that its actions offer, unless a guard forbids them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from rogue.eggg.language.description import Said, refuse
from rogue.eggg.language.holes import SaidAction
from rogue.eggg.language.tokens import fold, words
from rogue.eggg.rules.effects import Condition, OnBoard
from rogue.eggg.rules.movements import WALK, Movements
from rogue.eggg.rules.scene import Scene, Tables, put
from rogue.eggg.rules.setup import bounds
from rogue.eggg.rules.values import Value, Values, words_in
from rogue.eggg.rules.word_moves import EXCHANGE, WORD, LetterHands
from rogue.shared.board_games import EMPTY, HIDDEN, NO_SQUARE, NOBODY, Move, State

_OF_A_SQUARE: Final = words("to from flanked row column neighbor surrounded between beyond")
PLACING: Final = frozenset({"place", "drop"})
Maker = Callable[["Actions", "MoveAction", Scene, int], list[Move]]


class MoveAction(NamedTuple):
    """Alternative in a "move is" statement.

    before    condition that is evaluated once, before the moves are listed; None means no condition
    at        condition that is evaluated for each move; None means no condition
    if_stuck  whether only a player with no other move may choose this action
    stones    codes of the pieces that each player may place
    codes     function that returns the codes of the pieces that may be removed
    numbers   least and greatest number of things to take; -1 means all things
    axis      axis of words: 0 for rows, 1 for columns
    """

    name: str
    before: Value | None
    at: Value | None
    if_stuck: bool
    stones: list[list[int]]
    codes: Value
    numbers: tuple[int, int]
    axis: int = 0


class Actions:
    """Maker of the moves that a game's actions offer."""

    def __init__(
        self, values: Values, movements: Movements, effects: dict[str, list[OnBoard]],
        letters: LetterHands | None = None,
    ) -> None:  # fmt: skip
        self.values = values
        self._letters = letters
        self.setup = values.setup
        self.movements = movements
        self._effects = {name: effects[name] for name in (*PLACING, WALK) if effects.get(name)}
        self.makers: dict[str, Maker] = {
            "place": Actions.place, "drop": Actions.place, "remove": Actions.remove, "take": Actions.take,
            "sow": Actions.sow, "choose": Actions.choose, WORD: Actions.lay,
            "pass": lambda _self, _action, _scene, player: [Move(player, "pass")],
            WALK: lambda _self, _action, scene, player: movements.moves(scene, player),
            EXCHANGE: lambda _self, _action, scene, player: letters.exchanges(scene.state, player)
            if letters is not None else [],
        }  # fmt: skip
        self.columns = self._columns()
        self._plain: dict[tuple[str, int], list[Move]] = {}
        self.shapes = list(map(self.setup.shape_of, range(len(self.setup.kinds))))
        self._has_stores = self.setup.description.says("pits", "store")
        besides = [said.found["MOVE"].word for said in self.setup.description.all("besides")]
        self._captures = self._has_stores and "sow" in besides

    def _columns(self) -> list[list[int]]:
        cells = self.setup.board.cells
        columns = sorted({column for column, _ in cells})
        order = sorted(range(len(cells)), key=lambda square: cells[square][1])
        return [[square for square in order if cells[square][0] == column] for column in columns]

    def read(self, choice: SaidAction, said: Said) -> MoveAction:
        """Return an alternative of "move is".  Raises EgggError for an action that cannot be played."""
        self._refuse_unfit(choice.action, said)
        named, node = words_in(choice.condition), choice.condition
        asked = self.values.condition(said, node) if node is not None and "stuck" not in named else None
        before, at = (None, asked) if named & _OF_A_SQUARE else (asked, None)
        kinds = range(len(self.setup.kinds))
        codes: Value = lambda scene: self.setup.codes(-1, scene.player, enemies=True)  # noqa: E731
        if choice.on and choice.action == "remove":
            codes = self.values.read(choice.on[0], "pieces", said)
        elif choice.on and choice.action in PLACING:
            kind = self.setup.kind_of.get(choice.on[0].word, -1)
            if kind < 0:
                refuse(said, f"{choice.on[0].text} is not a kind of piece")
            kinds = range(kind, kind + 1)
        numbers = bounds(choice.on[0]) if choice.action == "take" else (1, 1)
        of, players = self.setup.code_of, range(len(self.setup.players))
        stones = [[of[kind, one] for kind in kinds if (kind, one) in of] for one in players]
        axis = int(choice.action == WORD and choice.on[0].word == "column")
        return MoveAction(choice.action, before, at, "stuck" in named, stones, codes, numbers, axis)

    def _refuse_unfit(self, action: str, said: Said) -> None:
        """Raise EgggError for an action that the board or the order of turns does not allow."""
        if action not in self.makers:
            refuse(said, f"{action} is not supported yet")
        shape, wanted = self.setup.board.shape, {"sow": "pits", "take": "heaps"}.get(action, "")
        if wanted and shape != wanted:
            refuse(said, f"{action} needs {wanted}")
        if action in (WORD, EXCHANGE) and (self._letters is None or shape != "squares"):
            refuse(said, f"{action} needs hands of letters and a board of squares")
        if self.setup.is_counting and not wanted and action != "pass":
            refuse(said, f"{action} is not possible with {shape}")
        if self.setup.is_simultaneous != (action == "choose"):
            refuse(said, 'the move "choose" needs "turns synchronize", which allows no other move')

    def moves(self, action: MoveAction, scene: Scene, player: int) -> list[Move]:
        """Return the moves of an action, with their effects.  Guards may still forbid some."""
        options = self.options(action, scene, player)
        return list(self.finished(action, scene, options)) if self.is_open(action) else options

    def options(self, action: MoveAction, scene: Scene, player: int) -> list[Move]:
        """Return the moves of an action before `finished` checks `action.at` and adds effects."""
        scene.start = scene.to = NO_SQUARE
        if action.before is not None and not action.before(scene):
            return []
        return self.makers[action.name](self, action, scene, player)

    def is_open(self, action: MoveAction) -> bool:
        """Return whether `finished` has anything to check or to add to the options of an action."""
        return action.at is not None or action.name in self._effects

    def finished(self, action: MoveAction, scene: Scene, options: Iterable[Move]) -> Iterator[Move]:
        """Yield the options that satisfy `action.at`, with their effects."""
        holds, effects = action.at, self._effects.get(action.name, [])
        for move in options:
            scene.start, scene.to = move.start, move.to
            if move.start < 0 and move.choice:
                scene.code = move.choice
            if holds is None or holds(scene):
                yield _with_effects(scene, move, effects) if effects else move

    def place(self, action: MoveAction, scene: Scene, player: int) -> list[Move]:
        """Return the moves onto empty squares.  If pieces drop, these are the lowest ones of the columns."""
        squares, found = scene.squares, list[Move]()
        if action.name == "place":
            places = [square for square, other in enumerate(squares) if not other]
        else:
            lowest = [next((one for one in column if not squares[one]), NO_SQUARE) for column in self.columns]
            places = [square for square in lowest if square >= 0]
        for code in action.stones[player]:
            shape = self.shapes[self.setup.pieces[code].kind]
            if len(shape) > 1 and action.name == "place":
                for to in places:
                    found += self._shaped(scene, player, to, code, shape)
            else:
                plain = self.plain(player, action.name, code)
                found += [plain[to] for to in places]
        return found

    def plain(self, player: int, name: str, code: int) -> list[Move]:
        """Return the moves that place a piece, indexed by square."""
        found = self._plain.get((name, code))
        if found is None:
            squares = range(len(self.setup.board))
            found = [Move(player, name, NO_SQUARE, to, ((to, code),), (), (), code) for to in squares]
            self._plain[name, code] = found
        return found

    def _shaped(
        self, scene: Scene, player: int, to: int, code: int, shape: list[tuple[int, int]]
    ) -> Iterator[Move]:
        board = self.setup.board
        column, row = board.cells[to]
        squares = [board.at(column + right, row + up) for right, up in shape]
        if all(one >= 0 and not scene.squares[one] for one in squares):
            yield Move(player, "place", NO_SQUARE, to, tuple((one, code) for one in squares), (), (), code)

    def remove(self, action: MoveAction, scene: Scene, player: int) -> list[Move]:
        """Return a move for each piece that may be removed."""
        codes = action.codes(scene)
        places = [to for to, code in enumerate(scene.squares) if code in codes]
        return [Move(player, "remove", NO_SQUARE, to, ((to, EMPTY),), (to,)) for to in places]

    def take(self, action: MoveAction, scene: Scene, player: int) -> list[Move]:
        """Return a move for each number that can be taken from each heap."""
        least, most = action.numbers
        return [
            Move(player, "take", heap, NO_SQUARE, ((heap, size - number),), (), (), number)
            for heap, size in enumerate(scene.squares)
            for number in range(max(least, 1), (size if most < 0 else min(size, most)) + 1)
        ]

    def sow(self, _action: MoveAction, scene: Scene, player: int) -> list[Move]:
        """Return a move for each pit of the player that has seeds.  Sowing skips the enemy's store."""
        size, found = len(scene.squares) // 2, list[Move]()
        own = size * player
        barred = (own + size + size - 1) % (2 * size) if self._has_stores else NO_SQUARE
        for start in range(own, own + size - self._has_stores):
            squares, to, seeds = list(scene.squares), start, scene.squares[start]
            squares[start] = 0
            while seeds:
                to = (to + 1) % (2 * size)
                if to != barred:
                    squares[to] += 1
                    seeds -= 1
            if scene.squares[start]:
                taken = self._taken_opposite(squares, to, own, size) if self._captures else ()
                changes = tuple((one, new) for one, new in enumerate(squares) if new != scene.squares[one])
                found.append(Move(player, "sow", start, to, changes, taken))
        return found

    @staticmethod
    def _taken_opposite(squares: list[int], to: int, own: int, size: int) -> tuple[int, ...]:
        """If the last seed is alone in an own pit, capture the seeds opposite.  Return (opposite,) or ()."""
        opposite, store = 2 * size - 2 - to, own + size - 1
        if not own <= to < store or squares[to] != 1 or not squares[opposite]:
            return ()
        squares[store] += squares[opposite] + 1
        squares[opposite] = squares[to] = 0
        return (opposite,)

    def choose(self, _action: MoveAction, _scene: Scene, player: int) -> list[Move]:
        """Return a move for each piece that can be chosen."""
        codes = [code for code, piece in enumerate(self.setup.pieces) if code and piece.owner == NOBODY]
        return [Move(player, "choose", NO_SQUARE, code - 1, (), (), (), code) for code in codes]

    def lay(self, action: MoveAction, scene: Scene, player: int) -> list[Move]:
        """Return a move for each word that can be laid."""
        hand, letters = scene.state.table.hands[player], self._letters
        if letters is None or HIDDEN in hand:
            return []
        return letters.finder.moves(scene.squares, hand, player, action.axis)


def _with_effects(scene: Scene, move: Move, effects: list[OnBoard]) -> Move:
    """Return a move with its effects, which are evaluated on the board after the move."""
    changes, taken = list(move.changes), list(move.taken)
    before = put(scene.squares, move.changes)
    if move.start >= 0:
        scene.flanked_at = NO_SQUARE
    for effect in effects:
        more, lost = effect(scene)
        changes += more
        taken += lost
    put(scene.squares, before)
    if len(changes) == len(move.changes):
        return move
    return move._replace(changes=tuple(changes), taken=tuple(taken))


class Guard(NamedTuple):
    """Condition of an "assert".  `kind` is the kind that must be safe afterwards, such as the king, or -1."""

    name: str
    condition: Condition
    is_after: bool
    kind: int
    said: Said

    def watches(self, move: Move) -> bool:
        """Return whether the guard is for a move.  "move" means every walk, and "capture" every capture."""
        is_sort = (self.name == WALK and move.start >= 0) or (self.name == "capture" and bool(move.taken))
        return is_sort or self.name in (move.name, fold(move.name))

    def passes(self, move: Move, scene: Scene) -> bool:
        """Return whether the guard allows a move."""
        scene.start, scene.to, scene.flanked_at = move.start, move.to, NO_SQUARE
        before = put(scene.squares, move.changes if self.is_after else ())
        is_fine = bool(self.condition(scene))
        put(scene.squares, before)
        return is_fine


def _names_dictionary(said: Said) -> bool:
    """Return whether a statement demands words of the dictionary: `WordFinder` finds only these anyway."""
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
            refuse(description.all("hand")[0], "say which words count: assert word: in(dictionary)")

    def _guard(self, said: Said, values: Values) -> Guard:
        node, is_after = said.found["CONDITION"], said.says("afterward")
        is_safe = is_after and node.op == "call" and node.word == "safe"
        kind = self.tables.setup.kind_of.get(node.args[0].word, -1) if is_safe else -1
        return Guard(said.found["ACTION"].word, values.condition(said), is_after, kind, said)

    def judge(self, state: State, player: int) -> Callable[[Move], bool]:
        """Return a function that tells whether all guards allow a move of a player."""
        scene = Scene(self.tables, list(state.squares), state, player)
        judges = [self._judge(guard, scene) for guard in self.guards]
        return judges[0] if len(judges) == 1 else lambda move: all(judge(move) for judge in judges)

    def _judge(self, guard: Guard, scene: Scene) -> Callable[[Move], bool]:
        code = self.tables.setup.code_of.get((guard.kind, scene.player), 0)
        homes = [at for at, other in enumerate(scene.squares) if other == code] if guard.kind >= 0 else []
        if len(homes) == 1 and not self.tables.odd:
            return self._keeps_safe(guard, scene, homes[0])
        return lambda move: not guard.watches(move) or guard.passes(move, scene)

    def forbidding(self, move: Move, state: State) -> Guard | None:
        """Return the first guard that forbids a move.  If no guard does, return None."""
        scene = Scene(self.tables, list(state.squares), state, move.player)
        return next((one for one in self.guards if one.watches(move) and not one.passes(move, scene)), None)

    def _keeps_safe(self, guard: Guard, scene: Scene, home: int) -> Callable[[Move], bool]:
        """Return a function that tells whether the piece at `home` is safe after a move.

        If the piece is safe and does not move, only emptying a square on a line to `home` can endanger it.
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


Options = list[tuple[MoveAction, list[Move]]]


class Turn:
    """Moves of a player by some actions.  Some of `options` may be illegal, or may still lack their effects.

    A condition may ask for the moves while they are being computed.  The condition then sees no moves.
    """

    def __init__(self, actions: Actions, guards: Guards, choices: Sequence[MoveAction], scene: Scene) -> None:
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
        """The options of each action, without the actions that only a stuck player may take."""
        if self._options is None:
            self._is_busy = True
            options, scene = self._actions.options, self.scene
            choices = [one for one in self._choices if not one.if_stuck]
            found = self._options = [(one, options(one, scene, scene.player)) for one in choices]
            if self._actions.movements.must_capture:
                taking = [(one, [move for move in moves for made in self.legal(one, (move,)) if made.taken])
                          for one, moves in found]  # fmt: skip
                self._options = taking if any(moves for _, moves in taking) else found
            self._is_busy = False
        return self._options

    def legal(self, action: MoveAction, moves: Sequence[Move]) -> Iterator[Move]:
        """Return the legal moves among some options of an action, with their effects."""
        found: Iterable[Move] = moves
        if self._actions.is_open(action):
            found = self._actions.finished(action, self.scene, moves)
        return iter(found) if self._judge is None else filter(self._judge, found)

    def all(self) -> list[Move]:
        """Return all legal moves."""
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
        """Return whether there is no move except to pass."""
        if self._is_stuck is None and not self._is_busy:
            options = self.options
            self._is_busy = True
            is_free = any(self._has(action, moves) for action, moves in options if action.name != "pass")
            self._is_busy = False
            self._is_stuck = not is_free and all(move.name == "pass" for move in self.all())
        return self._is_stuck is not False

    def is_empty(self) -> bool:
        """Return whether there is no move, not even to pass."""
        if self._is_stuck is False:
            return False
        return not any(self._has(*group) for group in reversed(self.options)) and not self.all()

    def _has(self, action: MoveAction, moves: Sequence[Move]) -> bool:
        return next(self.legal(action, moves), None) is not None
