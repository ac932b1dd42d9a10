"""The setup of a puzzle, with the values of its squares, letters, or levels."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from operator import ne
from string import ascii_uppercase
from typing import Any, Final

from rogue.eggg.language.checking import in_braces
from rogue.eggg.language.description import Description, Said, refuse
from rogue.eggg.language.syntax import Node
from rogue.eggg.rules.scene import Scene, Tables
from rogue.eggg.rules.setup import WALKS, Setup
from rogue.eggg.rules.values import Fixed, Sorted, Value, Values, words_in
from rogue.shared.board_games import EMPTY, NO_SQUARE
from rogue.shared.seeds import drawn

MAX_LEVELS: Final = 100


class PuzzleSetup(Setup):
    """Pieces, board, and levels of a puzzle.

    sorts     names of the sorts of squares, which stay the same when pieces move over them; the usual sort
              is first.  () if all squares are of one sort, which then has no name
    symbols   (content code, sort) -> symbol that is shown in place of the piece's letter
    starts    board at the start of each level
    grounds   sort of each square in each level
    solution  board at the end; () if the description gives no solution
    """

    joins_diagonally = False

    def __init__(self, description: Description) -> None:
        squares = description.first("squares")
        named = list(squares.found.get("NAMES", ())) if squares is not None else []
        self.holds_letters = squares is not None and squares.says("letter")
        has_pieces = bool(description.all("pieces"))
        self.colors = () if has_pieces else tuple(node.text for node in named)
        self.sorts = tuple(node.word for node in named) if has_pieces else ()
        super().__init__(description)
        self.symbols = self._symbols()
        count = self.description.found("rounds", "NUMBER")
        rows = [one for one in description.all("start") if one.says("level")]
        self.levels = len(rows) or (int(count.number) if count is not None else 1)
        if not 1 <= self.levels <= MAX_LEVELS or len(self.players) != 1:
            refuse(self._board_said(), f"a puzzle must have one player and 1 to {MAX_LEVELS} levels")
        plain = (0,) * len(self.board)
        self.starts, self.grounds = [self.start] * self.levels, [plain] * self.levels
        for said in rows:
            self._read_level(said)
        solution = self.description.first("solution")
        self.solution = self.filled(solution, self._rows(solution)) if solution is not None else ()

    def _kinds(self) -> tuple[tuple[str, ...], bool]:
        """Return the kinds of pieces.  Letters or colors of squares count as kinds."""
        if self.holds_letters:
            return tuple(ascii_uppercase), False
        if self.colors:
            return self.colors, False
        kinds, _ = super()._kinds()
        return kinds, False

    def _start(self) -> tuple[int, ...]:
        """Return the board at the start.

        In a puzzle in which squares have colors, all start with the last color unless another is named.
        """
        said = self.description.first("start", "THING")
        is_level = any(one.says("level") for one in self.description.all("start"))
        if not is_level and (not self.colors or self.description.first("start", "ROWS") is not None):
            return super()._start()
        if not self.colors:
            return (EMPTY,) * len(self.board)
        word = said.found["THING"].word if said is not None else ""
        kind = self.kind_of.get(word, len(self.colors) - 1)
        return (self.code_of[kind, 0],) * len(self.board)

    def _symbols(self) -> dict[tuple[int, int], str]:
        found: dict[tuple[int, int], str] = {}
        for said in self.description.all("letter"):
            place, text = said.found.get("PLACE"), said.found["TEXT"].word[:1]
            for node in said.found["PIECES"]:
                if node.word in self.sorts:
                    found[EMPTY, self.sorts.index(node.word)] = text
                elif place is not None:
                    if place.words[0] not in self.sorts or node.word not in self.kind_of:
                        refuse(said, '"at" needs a kind of square: Box at target is shown as "*"')
                    code = self.code_of[self.kind_of[node.word], 0]
                    found[code, self.sorts.index(place.words[0])] = text
        return found

    def _read_level(self, said: Said) -> None:
        """Read the board of a level, with the sort of each square."""
        number, board = int(said.found["NUMBER"].number), self.board
        codes = {text: pair for pair, text in self.symbols.items()}
        codes |= {piece.letter: (code, 0) for code, piece in enumerate(self.pieces) if code}
        rows = self._rows(said) if "ROWS" in said.found else []
        if not 1 <= number <= self.levels or len(rows) != board.rows:
            refuse(said, f"a level must have a number from 1 to {self.levels}, and {board.rows} rows")
        squares, ground = [EMPTY] * len(board), [0] * len(board)
        for down, row in enumerate(rows):
            if len(row) != board.columns:
                refuse(said, f"row {down + 1} has {len(row)} squares, but the board has {board.columns}")
            for column, cell in enumerate(row):
                square = board.at(column, board.rows - 1 - down)
                if cell and cell not in codes:
                    refuse(said, f"nothing is shown as {cell}; the signs are {' '.join(codes)}")
                squares[square], ground[square] = codes.get(cell, (EMPTY, 0))
        self.starts[number - 1], self.grounds[number - 1] = tuple(squares), tuple(ground)

    @property
    def walks(self) -> bool:
        """Whether pieces move."""
        return bool(self.description.all(*WALKS))


MOST_TRIES: Final = 10_000
LEVEL: Final = "level"


class PuzzleValues(Values):
    """Reader of the values of a puzzle.

    loop    [column, row] of the current square while a step is done for all squares, counted from top left
    chance  [seed, number of dice drawn so far]
    """

    def __init__(self, tables: Tables) -> None:
        super().__init__(tables)
        assert isinstance(tables.setup, PuzzleSetup)
        self.puzzle = tables.setup
        self.loop = [0, 0]
        self.chance = [0, 0]
        self._counters: dict[str, list[int]] = {}

    def level(self, scene: Scene) -> int:
        """Return the number of the level, counted from 1."""
        slot = self.quantities.get(LEVEL)
        return 1 if slot is None else int(scene.state.numbers[slot])

    def draw(self, sides: int) -> int:
        """Return a random number from 0 to sides - 1."""
        self.chance[1] += 1
        return drawn(self.chance[0], self.chance[1], sides)

    def value(self, node: Node) -> Sorted:
        """Return the sort of a value, and the function that computes it."""
        op = node.op
        if op == "body":
            return self._body(node)
        if op == "index":
            return "truth", self._cell(node)
        if op == "word" and node.word in self._counters:
            counter = self._counters[node.word]
            return "number", lambda _scene: counter[0]
        if op == "word" and node.word in ("x", "y"):
            loop, axis = self.loop, int(node.word == "y")
            return "number", lambda _scene: loop[axis]
        return super().value(node)

    def _cell(self, node: Node) -> Value:
        """Return a function that tells if grid[x][y] has a piece (in a game of colors, the first color)."""
        column, row = node.args[0], node.args[1]
        if column.op != "index" or column.args[0].word not in ("grid", "board"):
            refuse(self.said, "write a square of the grid as grid[x][y]")
        right, down = self._as(column.args[1], "number"), self._as(row, "number")
        board, colors = self.setup.board, bool(self.puzzle.colors)
        at = {(x, board.rows - 1 - y): square for square, (x, y) in enumerate(board.cells)}

        def is_set(scene: Scene) -> bool:
            square = at.get((right(scene), down(scene)), NO_SQUARE)
            return square >= 0 and (scene.squares[square] == 1 if colors else scene.squares[square] > 0)

        return is_set

    def _body(self, node: Node) -> Sorted:
        """Return the sort and value of a list of steps.  A step with x or y is done for every square."""
        outer, self._counters = self._counters, {**self._counters}
        own = {word: self._counters.setdefault(word, [0]) for word in _counted(node)}
        steps: list[Callable[[Scene], Any]] = []
        for step in node.args[:-1]:
            steps.append(self._step(step, own))
        last = node.args[-1]
        sort, result = self.value(last.args[0] if last.op == "return" else last)
        self._counters = outer

        def work(scene: Scene) -> Any:
            for counter in own.values():
                counter[0] = 0
            for step in steps:
                step(scene)
            return result(scene)

        return sort, work

    def _step(self, step: Node, own: dict[str, list[int]]) -> Callable[[Scene], None]:
        asked = self._as(step.args[0], "truth") if step.op == "if" else Fixed(True)
        change = step.args[1] if step.op == "if" else step
        if change.op not in ("++", "--"):
            refuse(self.said, "a step can only count, as in: Tot++ if grid[x][y]; return Tot > 12")
        counter, sign = own[change.args[0].word], 1 if change.op == "++" else -1
        loop, board = self.loop, self.setup.board
        is_loop = bool({"x", "y"} & words_in(step))
        cells = [(x, board.rows - 1 - y) for x, y in board.cells] if is_loop else [(0, 0)]

        def work(scene: Scene) -> None:
            before = tuple(loop)
            for loop[0], loop[1] in cells:
                if asked(scene):
                    counter[0] += sign
            loop[:] = before

        return work

    def _named(self, node: Node) -> Sorted:
        word = node.word
        if word == "square" and node.op == "word":
            return "square", lambda scene: scene.to
        if word in self.puzzle.sorts:
            return "squares", self._of_sort(self.puzzle.sorts.index(word))
        if word == LEVEL and node.op == "word":
            return "number", self.level
        if word == "letter" and node.op == "word":
            return "pieces", Fixed(self.setup.codes(-1, 0))
        if word == "chance" and len(node.args) == 2:
            some, of = (self._as(one, "number") for one in node.args)
            return "truth", lambda scene: self.draw(max(int(of(scene)), 1)) < some(scene)
        if word in ("filled", "wrong") and self.puzzle.solution:
            solution = self.puzzle.solution
            if word == "filled":
                return "truth", lambda scene: tuple(scene.squares) == solution
            return "squares", lambda scene: [at for at, code in enumerate(scene.squares)
                                             if code and code != solution[at]]  # fmt: skip
        return super()._named(node)

    def _of_sort(self, sort: int) -> Value:
        grounds = [frozenset(at for at, one in enumerate(ground) if one == sort)
                   for ground in self.puzzle.grounds]  # fmt: skip
        return lambda scene: grounds[min(self.level(scene), len(grounds)) - 1]

    def _defined(self, node: Node, said: Said) -> Sorted:
        """Return the value that a name stands for.  Each of "Row(1)", "Row(2)", ... has its own statement."""
        rows = self.setup.description.rows_of(node.word)
        if not rows or len(node.args) != 1:
            return super()._defined(node, said)
        which = self._as(node.args[0], "number")
        found = {number: self.read(one.found["BODY"], "truth", one) for number, one in rows.items()}
        never = Fixed(False)
        return "truth", lambda scene: found.get(int(which(scene)), never)(scene)

    def text(self, node: Node, said: Said) -> Callable[[Scene], str]:
        """Return a function that returns a text with values filled into its braces."""
        if node.op != "text":
            refuse(said, 'say needs a text, as in: say("Right.")')
        plain, holes = in_braces(node.word)
        pairs = [*zip(plain, [self._told(one, said) for one in holes], strict=False)]
        return lambda scene: "".join([*(text + get(scene) for text, get in pairs), plain[-1]])

    def _told(self, node: Node, said: Said) -> Callable[[Scene], str]:
        before, self.said = self.said, said
        sort, get = self.value(node)
        self.said = before
        names = self.setup.board.names
        if sort in ("squares", "square"):
            as_list = (lambda found: [found] if found >= 0 else []) if sort == "square" else list
            return lambda scene: ", ".join(names[one] for one in as_list(get(scene))) or "none"
        return lambda scene: str(get(scene))

    def shortfall(self, node: Node, said: Said) -> Callable[[Scene], float]:
        """Return a function that tells how far a condition is from being true; 0 if it is true."""
        if node.op in ("and", "or"):
            parts = [self.shortfall(one, said) for one in node.args]
            work: Callable[[Iterable[float]], float] = sum if node.op == "and" else min
            return lambda scene: work(part(scene) for part in parts)
        if node.op in ("=", "<", "<=", ">", ">=") and node.args[1].word not in self.setup.kind_of:
            left, right = (self.read(one, "number", said) for one in node.args)
            holds = self.read(node, "truth", said)
            return lambda scene: 0.0 if holds(scene) else float(abs(left(scene) - right(scene))) or 1.0
        if node.word == "filled" and self.puzzle.solution:
            return self._displaced()
        holds = self.read(node, "truth", said)
        return lambda scene: float(not holds(scene))

    def _displaced(self) -> Callable[[Scene], float]:
        """Return a function for the distance of the pieces from their places in the solution."""
        cells, solution = self.setup.board.cells, self.puzzle.solution
        if not self.puzzle.walks:
            return lambda scene: float(sum(map(ne, scene.squares, solution)))
        far: dict[tuple[int, int], int] = {}
        for home, code in enumerate(solution):
            for square, (x, y) in enumerate(cells if code else ()):
                apart = abs(x - cells[home][0]) + abs(y - cells[home][1])
                far[code, square] = min(apart, far.get((code, square), apart))
        return lambda scene: float(sum(far.get((code, at), 0) for at, code in enumerate(scene.squares)))


def _counted(node: Node) -> set[str]:
    """Return the names before ++ and -- in the steps."""
    own = {node.args[0].word} if node.op in ("++", "--") else set[str]()
    return own.union(*map(_counted, node.args))
