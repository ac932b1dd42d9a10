"""What a description sets up before the first move: players, pieces, board, start."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NoReturn

from rogue.eggg.language.checking import Name, names_of
from rogue.eggg.language.description import Description, EgggError, Problem, Said
from rogue.eggg.language.holes import Choice, Place
from rogue.eggg.language.syntax import Node
from rogue.eggg.language.tokens import fold
from rogue.eggg.rules.squares import DOWN, LEFT, MAX_SQUARES, RIGHT, UP, Squares, grid, heaps, picture, pits
from rogue.shared.board_games import NO_SQUARE, NOBODY, Piece

MAX_PLAYERS: Final = 4
MAX_KINDS: Final = 26
MAX_HEAPS: Final = 26
MAX_HEAPED: Final = 99
_FORWARD: Final = (UP, DOWN, RIGHT, LEFT)
_ROW: Final = re.compile(r"\d+|.")
_LATER: Final = ("cards", "real time")
_LATER_NAMES: Final = ("phases", "kind", "port", "solution", "clue", "squares", "setup")
WALKS: Final = ("walk", "leap", "jump", "named walk")
"""Names of the sentences that let pieces move."""


def refuse(said: Said, text: str) -> NoReturn:
    """Raise EgggError for a statement."""
    raise EgggError([Problem(said.statement, text).line])


class Setup:
    """Players, pieces, board, and start of a game; codes of pieces are indexes into `pieces`."""

    def __init__(self, description: Description) -> None:
        self.description = description
        self.names: dict[str, Name] = names_of(description)
        self._refuse_later()
        self.players = self._players()
        self.forward = tuple(_FORWARD[player % 4] for player in range(len(self.players)))
        self.moves: tuple[Choice, ...] = self._found("move is", "MOVES") or ()
        self.actions = frozenset(choice.action for choice in self.moves)
        self.is_counting = bool(self.said("heaps") or self.said("pits"))
        self.kinds, self._is_own = self._kinds()
        self.kind_of = {fold(kind): number for number, kind in enumerate(self.kinds)}
        self.pieces = self._pieces()
        self._known: dict[tuple[int, int, bool], frozenset[int]] = {}
        self.code_of = {(piece.kind, piece.owner): code for code, piece in enumerate(self.pieces)}
        self.board = self._board()
        if len(self.board) > MAX_SQUARES:
            refuse(self._grid_said(), f"a board has at most {MAX_SQUARES} squares")
        self.start = self._start()
        self.regions = self._regions()

    def said(self, *names: str) -> list[Said]:
        """Return the statements that are some sentences, by their names."""
        return [one for one in self.description.said if one.match.sentence.name in names]

    def _found(self, key: str, hole: str) -> tuple[Choice, ...] | None:
        one = self.description.only(key)
        return one.match.found.get(hole) if one is not None else None

    def _refuse_later(self) -> None:
        """Raise EgggError, with all of them, if statements are checked only, not yet played."""
        later = [
            Problem(one.statement, "this sentence is checked; it cannot be played yet").line
            for one in self.description.said
            if one.match.sentence.group in _LATER
            or (one.match.sentence.name in _LATER_NAMES and "hexagon" not in one.match.said)
            or "hidden" in one.match.said or "level" in one.match.said
        ]  # fmt: skip
        if later:
            raise EgggError(later[:20])

    def _players(self) -> tuple[str, ...]:
        one = self.description.only("players")
        assert one is not None  # a default names them
        found = one.match.found
        if "NAMES" in found:
            names = tuple(token.text for token in found["NAMES"])
        else:
            count = max(found["RANGE"])
            names = ("First", "Second", "Third", "Fourth")[:count]
            if count > len(names):
                refuse(one, f"a board game has at most {MAX_PLAYERS} players")
        if not 1 <= len(names) <= MAX_PLAYERS:
            refuse(one, f"a board game has 1 to {MAX_PLAYERS} players")
        return names

    def player_named(self, word: str) -> int:
        """Return the number of a player by the folded name, NOBODY if there is none."""
        folded = [fold(name) for name in self.players]
        return folded.index(word) if word in folded else NOBODY

    def _kinds(self) -> tuple[tuple[str, ...], bool]:
        """Return the kinds of pieces, and whether each player has one kind of his own."""
        one = self.description.only("piece is")
        kinds = tuple(token.text for token in one.match.found["NAMES"]) if one is not None else ()
        movers = any(said.match.sentence.name in WALKS for said in self.description.said)
        if one is not None and len(kinds) > MAX_KINDS:
            refuse(one, f"a game has at most {MAX_KINDS} kinds of pieces: each has a letter")
        if not kinds:
            return ((*self.players,), True) if not movers else (("piece",), False)
        return kinds, len(kinds) == len(self.players) and not movers and "choose" not in self.actions

    def _pieces(self) -> tuple[Piece, ...]:
        letters = self._letters()
        found = [Piece(-1, NOBODY, ".")]
        for kind, letter in enumerate(letters):
            if "choose" in self.actions:
                found.append(Piece(kind, NOBODY, letter))
            elif self._is_own:
                found.append(Piece(kind, kind, letter))
            else:
                shown = (letter.upper(), letter.lower(), *"0123456789")
                found += [Piece(kind, owner, shown[owner]) for owner in range(len(self.players))]
        return tuple(found)

    def _letters(self) -> list[str]:
        """Return a letter for each kind: as shown, else the first of its name that is free."""
        shown = {
            token.fold: said.match.found["TEXT"].word[:1]
            for said in self.said("letter")
            for token in said.match.found["PIECES"]
        }
        used = {letter.lower() for letter in shown.values()}
        letters: list[str] = []
        for kind in self.kinds:
            choices = [*kind.replace("-", ""), *"zyxwvutsrqponmlkjihgfedcba"]
            letter = shown.get(fold(kind)) or next(one.upper() for one in choices if one.lower() not in used)
            used.add(letter.lower())
            letters.append(letter)
        return letters

    def _grid_said(self) -> Said:
        boards = [one for one in self.description.said if one.key in ("grid", "board is", "heap is", "pits")]
        return (boards or self.description.said)[0]

    def _board(self) -> Squares:
        of = self.description.only
        if (one := of("heap is")) is not None:
            self._bounded(one, one.match.found["NUMBERS"])
            return heaps(len(one.match.found["NUMBERS"]), "heaps")
        if "choose" in self.actions:
            return heaps(len(self.kinds), "choices", self.kinds)
        if (one := of("pits")) is not None:
            self._bounded(one, [one.match.found["NUMBER"], one.match.found["seeds"]])
            return pits(int(one.match.found["NUMBER"].number), stores="store" in one.match.said)
        one, sized, squares = of("board is"), of("grid"), of("square is")
        if one is not None and "ROWS" in one.match.found:
            rows = [node.word for node in one.match.found["ROWS"]]
            if not any("o" in row for row in rows):
                refuse(one, 'a picture of a board has a point "o" for each place')
            return picture(rows)
        columns, count = sized.match.found["SIZE"] if sized is not None else self._size_of_start()
        if not columns * count:
            refuse(
                self._grid_said(), "no board is said: 8 x 8 grid, heaps are 3 and 4, or board starts [...]"
            )
        if columns * count > MAX_SQUARES * 4:
            refuse(sized or self._grid_said(), f"a board has 1 to {MAX_SQUARES} squares")
        shape = one.match.found.get("SHAPE", "square") if one is not None else "square"
        hexagons = squares is not None and "hexagon" in squares.match.said
        texts = " ".join(said.statement.folded for said in self.description.said)
        by_lines = any(
            word in texts for word in ("line (", "flanked", "lined (", "any direction", "diagonally")
        )
        return grid(columns, count, shape, hexagons=hexagons, by_lines=by_lines)

    @staticmethod
    def _bounded(said: Said, numbers: Sequence[Node]) -> None:
        """Refuse heaps and pits that are too many, too large, or no whole numbers."""
        if len(numbers) > MAX_HEAPS or not all(0 < one.number <= MAX_HEAPED for one in numbers):
            refuse(said, f"there are at most {MAX_HEAPS} of them, with 1 to {MAX_HEAPED} things each")
        if any(one.number.denominator > 1 for one in numbers):
            refuse(said, "only whole numbers can be taken or sown")

    def _size_of_start(self) -> tuple[int, int]:
        one = self.description.only("board start")
        rows = self._rows(one) if one is not None else []
        return (max(map(len, rows), default=0), len(rows)) if rows else (0, 0)

    def _rows(self, said: Said) -> list[list[str]]:
        """Return the rows of a board, the far one first, with a name or a letter for each square."""
        rows = []
        for node in said.match.found.get("ROWS", ()):
            cells: list[str] = []
            if node.op == "list":
                cells = ["" if inner.word in (".", "") else inner.word for inner in node.args]
            rows.append(cells or self.cells_of(node.word if node.op == "text" else ""))
        return rows

    @staticmethod
    def cells_of(row: str) -> list[str]:
        """Return the letters of a row of a board, "" for each empty square; a number is so many of them."""
        cells: list[str] = []
        for part in _ROW.findall(row):
            cells += [""] * int(part) if part.isdigit() and len(part) < 4 else ["" if part in ".- " else part]
        return cells

    def _start(self) -> tuple[int, ...]:
        one = self.description.only("board start")
        if (heap := self.description.only("heap is")) is not None:
            return tuple(int(node.number) for node in heap.match.found["NUMBERS"])
        if (pit := self.description.only("pits")) is not None:
            stores = "store" in pit.match.said
            count, seeds = int(pit.match.found["NUMBER"].number), int(pit.match.found["seeds"].number)
            return (*(seeds,) * count, *(0,) * stores) * 2
        squares = [0] * len(self.board)
        if one is None or self.board.shape == "choices":
            return tuple(squares)
        return self.filled(one, self._rows(one), squares)

    def filled(self, said: Said, rows: Sequence[Sequence[str]], squares: list[int]) -> tuple[int, ...]:
        """Return the squares that rows of letters or names stand for.  Raises EgggError."""
        codes = {piece.letter: code for code, piece in enumerate(self.pieces)}
        for number, row in enumerate(rows):
            is_short = len(row) < self.board.columns and self.board.shape in ("squares", "lines")
            if is_short or len(row) > self.board.columns:
                refuse(said, f"row {number + 1} has {len(row)} squares, and the board {self.board.columns}")
            for column, cell in enumerate(row):
                if not cell:
                    continue
                square = self.board.at(column, len(rows) - 1 - number)
                code = codes.get(cell) or self.code_of.get((self.kind_of.get(fold(cell), -1), NOBODY), 0)
                if square == NO_SQUARE:
                    refuse(said, f"row {number + 1} puts {cell} where there is no square")
                if not code:
                    refuse(said, f"no piece is shown as {cell}; the letters are {' '.join([*codes][1:])}")
                squares[square] = code
        if len(rows) != self.board.rows and rows:
            refuse(said, f"there are {len(rows)} rows, and the board has {self.board.rows}")
        return tuple(squares)

    def _regions(self) -> dict[str, frozenset[int]]:
        """Return the squares of each region that a picture of X and . or digits shows."""
        found = {}
        for said in self.said("drawing"):
            rows, token = self._rows(said), said.match.found["NAME"]
            if token.fold not in self.kind_of and len(rows) != self.board.rows:
                refuse(said, f"{token.text} has {len(rows)} rows, and the board {self.board.rows}")
            cells = [
                self.board.at(column, len(rows) - 1 - number)
                for number, row in enumerate(rows) for column, cell in enumerate(row) if cell
            ]  # fmt: skip
            found[token.fold] = frozenset(square for square in cells if square >= 0)
        return found

    def shape_of(self, kind: int) -> list[tuple[int, int]]:
        """Return the cells of a piece's shape from its first one: ((0, 0),) if none is said."""
        for said in self.said("drawing"):
            if said.match.found["NAME"].fold == fold(self.kinds[kind]):
                rows = self._rows(said)
                cells = [
                    (c, len(rows) - 1 - r) for r, row in enumerate(rows) for c, cell in enumerate(row) if cell
                ]
                low = min(cells, key=lambda cell: (cell[1], cell[0]), default=(0, 0))
                return [(c - low[0], r - low[1]) for c, r in cells]
        return [(0, 0)]

    def place(self, place: Place, player: int, said: Said) -> frozenset[int]:
        """Return the squares of a place as a player calls it."""
        if place.words[0] in self.regions:
            return self.regions[place.words[0]]
        whose = self.player_named(place.whose.word) if place.whose is not None else player
        found = self.board.place(place.words, self.forward[max(whose, 0)])
        if not found:
            refuse(said, f"no square is {' '.join(place.words)}")
        return found

    def codes(self, kind: int, player: int, *, enemies: bool = False) -> frozenset[int]:
        """Return the codes of a kind (-1: of all) that a player owns, his enemies, or anybody (NOBODY)."""
        key = (kind, player, enemies)
        if key not in self._known:
            self._known[key] = frozenset(
                code for code, piece in enumerate(self.pieces)
                if code and kind in (-1, piece.kind)
                and (player == NOBODY or _is_whose(piece.owner, player, enemies=enemies))
            )  # fmt: skip
        return self._known[key]


def _is_whose(owner: int, player: int, *, enemies: bool) -> bool:
    return owner not in (player, NOBODY) if enemies else owner == player
