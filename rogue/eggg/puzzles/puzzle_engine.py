"""Puzzles: games for one player, made from descriptions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from rogue.eggg.language.description import Description, Said, refuse
from rogue.eggg.language.syntax import Node
from rogue.eggg.puzzles.puzzle_values import LEVEL, MOST_TRIES, PuzzleSetup, PuzzleValues
from rogue.eggg.rules.defaults import Default
from rogue.eggg.rules.effects import ActReader
from rogue.eggg.rules.game_engine import BoardRules, TurnStep
from rogue.eggg.rules.move_text import MoveTexts
from rogue.eggg.rules.scene import Scene
from rogue.shared.board_games import EMPTY, NO_SQUARE, Move, State

_SECRET: Final = ("solution", "definition", "H36", "H37")
_MIXING: Final = 120  # moves
Act = Callable[["ChangedBoard"], None]


class ChangedBoard(Scene):
    """Board that effects are changing.  `told` has the texts that the effects say."""

    __slots__ = ("told",)

    def __init__(self, rules: Puzzle, state: State, to: int = NO_SQUARE) -> None:
        super().__init__(rules.tables, list(state.squares), state, 0)
        self.to = to
        self.told: list[str] = []

    @property
    def scene(self) -> Scene:
        """The board itself."""
        return self

    def change(self, slot: int, value: int) -> None:
        """Set the number in a slot."""
        numbers = (*self.state.numbers[:slot], value, *self.state.numbers[slot + 1 :])
        self.state = self.state._replace(numbers=numbers)


class PuzzleTexts(MoveTexts):
    """Writer and reader of the moves of a puzzle."""

    def text(self, move: Move) -> str:
        """Return a move as text, such as "level 3", "a1", "a1=H", "clear a1", a walk, or a button's name."""
        if move.name == LEVEL:
            return f"level {move.choice}"
        if move.name == "letter":
            name = self.setup.board.names[move.to]
            return f"{name}={self.setup.kinds[move.choice - 1]}" if move.choice else f"clear {name}"
        if move.name == "choose":
            return self.setup.board.names[move.to]
        return super().text(move) if move.start >= 0 else move.name


class Puzzle(BoardRules):
    """Game for one player, a `PuzzleGame` of `rogue.shared.board_games`.  Raises EgggError."""

    setup: PuzzleSetup
    values: PuzzleValues
    setup_class = PuzzleSetup
    values_class = PuzzleValues

    def __init__(self, whole: Description, said: Description, defaults: Sequence[Default] = ()) -> None:
        super().__init__(whole, said, [row for row in defaults if row.name not in _SECRET])
        self.levels = self.setup.levels
        self._texts = PuzzleTexts(self.setup)
        self._starts_mixed, self._is_shuffled = self._is_shuffled, False
        self._reader = ActReader(self.values, self._effect)
        keys = whole.found("keys", "NAMES", ())
        self.buttons = tuple(node.text for node in keys)
        meanings = whole.by_head("meaning")
        self._acts = {node.text: self._meaning(meanings[node.word]) for node in keys}
        self._choose = self._meaning(meanings["choose"]) if "choose" in meanings else None
        conditions = [(one.found["CONDITION"], one) for one in whole.all("ending") if one.says("goal")]
        self._is_open = any(self._finals(node) for node, _ in conditions)
        self._shortfalls = [] if self._is_open else [self.values.shortfall(*pair) for pair in conditions]
        self.marks = tuple(f"{sign} {self.setup.sorts[sort]}"
                           for (code, sort), sign in self.setup.symbols.items() if not code)  # fmt: skip
        self._clues = list(self._find_clues())

    def _make_steps(self) -> tuple[TurnStep, ...]:
        """Return the steps of a turn.  For several levels, add a quantity: the number of the level."""
        if self.setup.levels > 1 and LEVEL not in self.values.quantities:
            self.values.quantities[LEVEL] = len(self._beginning)
            self.values.shared.add(LEVEL)
            self._beginning = (*self._beginning, 1)
        return super()._make_steps() if self.setup.walks else (TurnStep((), None),)

    def _free_stacks(self) -> list[list[list[Move]]]:
        return []

    def _finds_rounds(self) -> bool:
        return False

    def _find_traits(self) -> frozenset[str]:
        """Return the traits of the game.  "chance" means that moves depend on random numbers."""
        words = {token.fold for said in self.description.said for token in said.statement.tokens}
        has = {"fills": self.setup.holds_letters, "walks": self.setup.walks,
               "chance": bool(words & {"random", "chance"})}  # fmt: skip
        return frozenset({"puzzle", *(name for name, holds in has.items() if holds)})

    @property
    def about(self) -> str:
        board, levels = self.board, self.levels
        return f"{board.columns} x {board.rows} {board.shape}{f', {levels} levels' if levels > 1 else ''}"

    def _meaning(self, said: Said) -> Act:
        effects = said.found.get("EFFECTS")
        if effects is None:
            refuse(said, "a button needs an effect, as in: Choose means square flips")
        return self._reader.read(effects, said)

    def _effect(self, node: Node, said: Said) -> Act | None:
        """Return the function that carries out a special effect of puzzles, or None for any other effect."""
        if node.word == "say" and len(node.args) == 1:
            text = self.values.text(node.args[0], said)
            return lambda moment: moment.told.append(text(moment))
        found: dict[str, Any] = node.does.found if node.op == "does" else {}
        name = node.does.sentence.name if node.op == "does" else ""
        if name == "change" and found["QUANTITY"].word in ("board", "grid"):
            return self._new_board(found["SUM"], said)
        if name not in ("flip", "vanishing", "capture") or "SUM" not in found:
            return None
        squares = self.values.read(found["SUM"], "squares", said)
        colors = len(self.setup.colors)

        def change_squares(moment: ChangedBoard) -> None:
            for square in list(squares(moment)):
                flips = name == "flip" and colors
                moment.squares[square] = moment.squares[square] % colors + 1 if flips else EMPTY

        return change_squares

    def _new_board(self, node: Node, said: Said) -> Act:
        """Return a function that replaces the board by a random board on which a condition holds."""
        if node.word != "random" or len(node.args) != 1 or not self.setup.colors:
            refuse(said, "a board can only become random, as in: board becomes random(line(4, white))")
        holds, values, colors = self.values.condition(said, node.args[0]), self.values, len(self.setup.colors)
        count = len(self.board)

        def act(moment: ChangedBoard) -> None:
            before = list(moment.squares)
            for _ in range(MOST_TRIES):
                bits = values.draw(colors**count)
                for square in range(count):
                    bits, color = divmod(bits, colors)
                    moment.squares[square] = color + 1
                if holds(moment):
                    return
            moment.squares[:] = before
            moment.told.append("No such board was found.")

        return act

    def start(self, seed: int = 0) -> State:
        """Return the first level.  If the board starts shuffled, random moves mix the board."""
        state = super().start(seed)._replace(squares=self.setup.starts[0], table="")
        return self._mixed(state) if self._starts_mixed else state

    def _mixed(self, state: State) -> State:
        state = state._replace(squares=self.setup.solution or state.squares)
        self.values.chance[:] = [state.seed, state.dice]
        before: tuple[int, ...] = ()
        for _ in range(_MIXING):
            moves = list(self._plain_moves(state))
            fresh = [move for move in moves if self._after_plain(state, move).squares != before] or moves
            if not fresh:
                break
            before, state = state.squares, self._after_plain(state, fresh[self.values.draw(len(fresh))])
        start = super().start(state.seed)
        return start._replace(squares=state.squares, dice=self.values.chance[1], table="")

    def moves(self, state: State, player: int) -> list[Move]:
        """Return the legal moves: walks, squares to choose, letters, buttons, and levels to begin."""
        if player or self.result(state) is not None:
            return []
        return [*self._plain_moves(state), *self._level_moves(state)]

    def _plain_moves(self, state: State) -> Iterator[Move]:
        """Yield the moves within the current level."""
        if self.setup.walks:
            yield from self._turn_of(state, 0).all()
        judge = self._guards.judge(state, 0) if self._guards.guards else None
        for move in self._squares_and_buttons(state):
            if judge is None or judge(move):
                yield move

    def _squares_and_buttons(self, state: State) -> Iterator[Move]:
        squares = range(len(self.board))
        if self._choose is not None:
            yield from (Move(0, "choose", NO_SQUARE, square) for square in squares)
        if self.setup.holds_letters:
            for square in squares:
                for code in range(len(self.kinds) + 1):
                    if state.squares[square] != code:
                        yield Move(0, "letter", NO_SQUARE, square, ((square, code),), (), (), code)
        yield from (Move(0, name) for name in self.buttons)

    def _level_moves(self, state: State) -> Iterator[Move]:
        """Yield the moves that begin a level.

        If the goal is to make a quantity as large or small as possible, levels after this one may not begin.
        """
        if self.setup.levels > 1:
            most = self.level(state) if self._is_open else self.setup.levels
            yield from (Move(0, LEVEL, choice=number) for number in range(1, most + 1))

    def random_move(self, state: State, draw: Callable[[int], int]) -> Move:
        moves = list(self._plain_moves(state)) or self.moves(state, 0)
        return moves[draw(len(moves))]

    def level(self, state: State) -> int:
        return self.values.level(Scene(self.tables, [], state, 0))

    def after(self, state: State, moves: Sequence[Move]) -> State:
        move, before = moves[0], self.level(state)
        if move.name == LEVEL:
            return self._begun(state._replace(ply=state.ply + 1, last=move), move.choice, "")
        after = self._after_plain(state, move)
        solved = self.levels > 1 and not self._is_open and self._is_solved(after)
        level = self.level(after) + solved
        if before != level <= self.levels:
            return self._begun(after, level, after.table)
        return self._numbered(after, level) if level != before else after

    def _after_plain(self, state: State, move: Move) -> State:
        act = self._choose if move.name == "choose" else self._acts.get(move.name)
        if move.start >= 0:
            return super().after(state, (move,))._replace(table="")
        moment = ChangedBoard(self, state, move.to)
        for square, code in move.changes:
            moment.squares[square] = code
        self.values.chance[:] = [state.seed, state.dice]
        if act is not None:
            act(moment)
        return moment.state._replace(
            squares=tuple(moment.squares), ply=state.ply + 1, last=move, passes=0,
            dice=self.values.chance[1], table=" ".join(moment.told),
        )  # fmt: skip

    def _numbered(self, state: State, level: int) -> State:
        slot = self.values.quantities[LEVEL]
        return state._replace(numbers=(*state.numbers[:slot], level, *state.numbers[slot + 1 :]))

    def _begun(self, state: State, level: int, told: str) -> State:
        begun = self._numbered(state, level)._replace(squares=self.setup.starts[level - 1], touched=0)
        return begun._replace(table=f"{told} Level {level} begins.".strip())

    def _is_solved(self, state: State) -> bool:
        scene = Scene(self.tables, list(state.squares), state, 0)
        return any(ending.is_goal and ending.condition(scene) for ending in self._early_endings)

    def _payoffs(self, state: State) -> tuple[float, ...] | None:
        if self.levels > 1:
            return (1.0,) if self.level(state) > self.levels else None
        if self._is_solved(state):
            return (1.0,)
        scene = Scene(self.tables, list(state.squares), state, 0)
        is_lost = any(not ending.is_goal and ending.condition(scene) for ending in self._early_endings)
        return (0.0,) if is_lost or not any(True for _ in self._plain_moves(state)) else None

    def screen(self, view: State, player: int) -> Sequence[str]:
        """Return lines with the level, quantities, buttons, the last move's text, and the clues."""
        assert player < len(self.players)
        level, levels = self.level(view), self.levels
        told = [f"Level {min(level, levels)} of {levels}"] if levels > 1 else []
        buttons = [f"{number} {name}" for number, name in enumerate(self.buttons, 1)]
        return [*told, *self._quantity_lines(view), *buttons, *filter(None, (view.table,)), *self._clues]

    def refusal(self, state: State, player: int, text: str) -> str:
        free = self._texts.find(state, [*self._squares_and_buttons(state)], text)
        guard = self._guards.forbidding(free, state) if free is not None else None
        if guard is None or self.result(state) is not None:
            return super().refusal(state, player, text)
        return f"{text} breaks a rule: {self.in_words(guard.said)}"

    def in_words(self, said: Said) -> str:
        """Return a statement as a sentence.  Return "" for solutions and definitions, which are secret."""
        return "" if said.name in _SECRET else super().in_words(said)

    def symbol(self, view: State, square: int) -> str:
        ground = self.setup.grounds[min(self.level(view), self.levels) - 1]
        return self.setup.symbols.get((view.squares[square], ground[square]), "")

    def shortfall(self, state: State) -> float:
        scene = Scene(self.tables, list(state.squares), state, 0)
        return min((short(scene) for short in self._shortfalls), default=0.0)

    def _find_clues(self) -> Iterator[str]:
        """Yield the clues in the usual numbering.  A clue tells the square where its word begins."""
        board, solution, numbers = self.board, self.setup.solution, dict[int, str]()
        for row in range(board.rows - 1, -1, -1):
            for column in range(board.columns):
                begins = any(
                    _is_full(solution, board.at(column + right, row + up))
                    and not _is_full(solution, board.at(column - right, row - up))
                    for right, up in ((1, 0), (0, -1))
                )  # fmt: skip
                square = board.at(column, row)
                if begins and _is_full(solution, square):
                    numbers[len(numbers) + 1] = board.names[square]
        for said in self.description.all("clue"):
            number = int(said.found["NUMBER"].number)
            way = "across" if said.says("across") else "down"
            if number not in numbers:
                refuse(said, f"no word begins at number {number}; the numbers end at {len(numbers)}")
            yield f"{way.capitalize()} {number}, from {numbers[number]}: {said.found['TEXT'].word}"


def _is_full(solution: Sequence[int], square: int) -> bool:
    return square >= 0 and bool(solution) and bool(solution[square])


def puzzle_warnings(game: Puzzle) -> list[str]:
    """Return warnings about likely mistakes in a puzzle."""
    start = game.start(1)
    if game.result(start) is not None:
        return ["the puzzle is solved, or stuck, at the start"]
    return [] if game.description.all("ending") else ["no statement says when the puzzle is solved"]
