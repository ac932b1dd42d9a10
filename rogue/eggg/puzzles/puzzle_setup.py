"""What the description of a puzzle sets up: squares of several sorts, letters, levels, the solution."""

from __future__ import annotations

from string import ascii_uppercase
from typing import Final

from rogue.eggg.language.description import Description, Said, refuse
from rogue.eggg.rules.setup import WALKS, Setup
from rogue.shared.board_games import EMPTY

MAX_LEVELS: Final = 100


class PuzzleSetup(Setup):
    """Pieces, board, and levels of a puzzle.

    sorts     names of the sorts of squares on which pieces stand, the usual one first; () for one sort
    symbols   what is shown for (content code, sort), where it is not the piece's letter
    starts    the board of each level
    grounds   sort of each square, by level
    solution  what the board looks like in the end, () if nothing is said of it
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
            refuse(self._board_said(), f"a puzzle is for one player, and has at most {MAX_LEVELS} levels")
        plain = (0,) * len(self.board)
        self.starts, self.grounds = [self.start] * self.levels, [plain] * self.levels
        for said in rows:
            self._read_level(said)
        solution = self.description.first("solution")
        self.solution = self.filled(solution, self._rows(solution)) if solution is not None else ()

    def _kinds(self) -> tuple[tuple[str, ...], bool]:
        """Return the kinds of pieces: letters or colors, where the squares are such."""
        if self.holds_letters:
            return tuple(ascii_uppercase), False
        if self.colors:
            return self.colors, False
        kinds, _ = super()._kinds()
        return kinds, False

    def _start(self) -> tuple[int, ...]:
        """Return the board at the start; squares with colors have the last one unless another is said."""
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
        """Return (piece or EMPTY, sort of square) -> the symbol that is shown there."""
        found: dict[tuple[int, int], str] = {}
        for said in self.description.all("letter"):
            place, text = said.found.get("PLACE"), said.found["TEXT"].word[:1]
            for node in said.found["PIECES"]:
                if node.word in self.sorts:
                    found[EMPTY, self.sorts.index(node.word)] = text
                elif place is not None:
                    if place.words[0] not in self.sorts or node.word not in self.kind_of:
                        refuse(said, 'a piece is shown at a sort of squares: Box at target is shown as "*"')
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
            refuse(said, f"a level has a number from 1 to {self.levels}, and {board.rows} rows")
        squares, ground = [EMPTY] * len(board), [0] * len(board)
        for down, row in enumerate(rows):
            if len(row) != board.columns:
                refuse(said, f"row {down + 1} has {len(row)} squares, and the board {board.columns}")
            for column, cell in enumerate(row):
                square = board.at(column, board.rows - 1 - down)
                if cell and cell not in codes:
                    refuse(said, f"nothing is shown as {cell}; there are {' '.join(codes)}")
                squares[square], ground[square] = codes.get(cell, (EMPTY, 0))
        self.starts[number - 1], self.grounds[number - 1] = tuple(squares), tuple(ground)

    @property
    def walks(self) -> bool:
        """Whether pieces move."""
        return bool(self.description.all(*WALKS))
