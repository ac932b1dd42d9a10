"""The setup of a game before the first move: players, pieces, board, start."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Final

from rogue.eggg.language.checking import Name, names_of
from rogue.eggg.language.description import Description, Said, refuse
from rogue.eggg.language.holes import SaidAction
from rogue.eggg.language.syntax import Node
from rogue.eggg.language.tokens import fold
from rogue.eggg.language.vocabulary import NUMBERED
from rogue.eggg.rules.squares import DOWN, LEFT, MAX_SQUARES, RIGHT, UP, Squares, grid, heaps, picture, pits
from rogue.shared.board_games import NO_SQUARE, NOBODY, Piece

MAX_KINDS: Final = 26
MAX_HEAPED: Final = 99
MAX_HAND: Final = 9
MOST_PLAYERS: Final = 4
_FORWARD: Final = (UP, DOWN, RIGHT, LEFT)
_BLANK: Final = "blank"
_NO_BOARD: Final = "the board is missing, as in: 8 x 8 grid, heaps are 3 and 4, or board starts [...]"
_ROW: Final = re.compile(r"\d+|.")
_COVERS: Final = "#?%&"  # letters of hidden pieces, by owner
_BY_LINES: Final = ("line (", "flanked", "lined (", "any direction", "diagonally")
WALKS: Final = ("walk", "leap", "jump", "named walk")
"""Names of the sentences that let pieces move."""


class Setup:
    """Players, pieces, board, and start of a game; codes of pieces are indexes into `pieces`."""

    joins_diagonally = True
    """Whether squares that touch at a corner are neighbors in games with rows or diagonals."""

    def __init__(self, description: Description) -> None:
        self.description = description
        self.names: dict[str, Name] = names_of(description)
        self.players = players_of(description, 1, MOST_PLAYERS, "a board game")
        self.forward = tuple(_FORWARD[player % 4] for player in range(len(self.players)))
        self.moves: tuple[SaidAction, ...] = self.description.found("move", "MOVES", ())
        self.actions = frozenset(choice.action for choice in self.moves)
        self.is_counting = bool(description.all("heaps", "pits"))
        self.is_simultaneous = description.says("turns", "synchronize")
        self.is_hidden = description.says("hidden", "piece")
        self.has_letters = description.says("hand", "letter")
        self.kinds, self.is_own = self._kinds()
        self.kind_of = {fold(kind): number for number, kind in enumerate(self.kinds)}
        self.pieces = self._pieces()
        self.blank = 0
        self.bag = self._bag() if self.has_letters else ()
        self.worths = self._worths()
        self.hand_size = int(self.description.found("hand", "NUMBER").number) if self.has_letters else 0
        self._known: dict[tuple[int, int, bool], frozenset[int]] = {}
        codes = range(len(self.pieces) - 1, -1, -1)
        self.code_of = {(self.pieces[code].kind, self.pieces[code].owner): code for code in codes}
        self.board = self._board()
        if len(self.board) > MAX_SQUARES:
            refuse(self._board_said(), f"a board can have at most {MAX_SQUARES} squares")
        self.start = self._start()
        self.regions = {} if description.all("falling") else self._regions()
        self.premiums = self._premiums()

    def said_score(self) -> Said | None:
        """Return the statement that defines the score.  Return None if there is none."""
        scores = [one for one in self.description.all("score") if not one.says("increase")]
        return next((one for one in scores if "VALUE" in one.found), None)

    def player_named(self, word: str) -> int:
        """Return the number of the player whose folded name is `word`.  If there is none, return NOBODY."""
        folded = [fold(name) for name in self.players]
        return folded.index(word) if word in folded else NOBODY

    def _kinds(self) -> tuple[tuple[str, ...], bool]:
        """Return the kinds of pieces, and whether each player has just one kind, with the player's number."""
        kinds = tuple(node.text for node in self.description.found("pieces", "NAMES", ()))
        if self.has_letters:
            names = [node.args[1] for node in self.description.found("deck", "COUNTS", ())]
            return tuple([node.text.upper() for node in names if node.word != _BLANK]), False
        has_walks = bool(self.description.all(*WALKS))
        if len(kinds) > MAX_KINDS:
            refuse(self.description.all("pieces")[0],
                   f"a game can have at most {MAX_KINDS} kinds of pieces, one per letter")  # fmt: skip
        if not kinds:
            return (("piece",), False) if has_walks else (self.players, True)
        return kinds, len(kinds) == len(self.players) and not has_walks and "choose" not in self.actions

    def _pieces(self) -> tuple[Piece, ...]:
        found = [Piece(-1, NOBODY, ".")]
        for kind, letter in enumerate(self._letters()):
            if "choose" in self.actions or self.is_own or self.has_letters:
                found.append(Piece(kind, kind if self.is_own else NOBODY, letter))
            else:
                shown = (letter.upper(), letter.lower(), *"0123456789") if len(self.players) > 1 else letter
                found += [Piece(kind, owner, shown[owner]) for owner in range(len(self.players))]
        if self.is_hidden:
            found += [Piece(-1, owner, _COVERS[owner]) for owner in range(len(self.players))]
        return tuple(found)

    def _bag(self) -> tuple[int, ...]:
        """Return the codes of the letters in a full bag.  Raises EgggError."""
        said, counts = self.description.first("deck", "COUNTS"), self.description.found("deck", "COUNTS", ())
        for node in counts:
            letter, number = node.args[1].word, node.args[0].number
            is_one = letter == _BLANK or (len(letter) == 1 and "a" <= letter <= "z")
            if said and not (is_one and 0 < number <= MAX_HEAPED):
                refuse(said, f"a bag has 1 to {MAX_HEAPED} of a letter, as in: bag is 12 E, 9 A and 2 blanks")
        if said is None or not 0 < self.description.found("hand", "NUMBER").number <= MAX_HAND:
            refuse(self.description.all("hand")[0], f"a hand must have 1 to {MAX_HAND} letters from a bag")
        counts = sorted(counts, key=lambda node: node.args[1].word == _BLANK)
        if counts[-1].args[1].word == _BLANK:
            self.blank = len(self.pieces)
            laid = [piece._replace(letter=piece.letter.lower()) for piece in self.pieces[1:]]
            self.pieces = (*self.pieces, Piece(-1, NOBODY, "_"), *laid)
        return tuple([code for code, node in enumerate(counts, 1) for _ in range(int(node.args[0].number))])

    def held(self, code: int) -> int:
        """Return the code that a laid tile had in hand.  A blank laid as a letter had the blank's code."""
        return self.blank if code > self.blank > 0 else code

    def _premiums(self) -> dict[int, tuple[int, int]]:
        """Return {square: (factor for a new letter on this square, factor for words through this square)}."""
        found: dict[int, tuple[int, int]] = {}
        for said in self.description.all("score"):
            if "PLACE" in said.found:
                if not self.has_letters:
                    refuse(said, "squares can double letters or words only in games with hands of letters")
                times = 3 if said.says("triple") else 2
                for square in self.place(said.found["PLACE"].words, 0, said):
                    letter, word = found.get(square, (1, 1))
                    found[square] = (letter, times) if said.says("word") else (times, word)
        return found

    def _worths(self) -> list[int]:
        """Return each letter's value: the count of the commonest letter / the letter's count, rounded."""
        counts = Counter(self.bag)
        most = max(counts.values(), default=0)
        found = [0, *((2 * most + counts[code]) // (2 * counts[code]) for code in sorted(counts))]
        return [*found[: self.blank], *[0] * (len(self.pieces) - self.blank)] if self.blank else found

    def kinds_of(self, nodes: Sequence[Node]) -> list[int]:
        """Return the kinds that words name.  Words that name no kind are skipped."""
        return [self.kind_of[node.word] for node in nodes if node.word in self.kind_of]

    def _letters(self) -> list[str]:
        """Return a letter for each kind: the given letter, or the first free letter of the kind's name."""
        shown: dict[str, str] = {}
        for said in self.description.all("letter"):
            text = said.found["TEXT"].word[:1]
            for node in said.found["PIECES"] if "PLACE" not in said.found else ():
                case = str.lower if len(self.players) > 1 else str
                same = [word for word, one in shown.items() if case(one) == case(text) and word != node.word]
                shown[node.word] = refuse(said, f"{text} already shows {same[0]}") if same else text
        used = {letter.lower() for letter in shown.values()}
        letters: list[str] = []
        for kind in self.kinds:
            choices = [*kind.replace("-", ""), *"zyxwvutsrqponmlkjihgfedcba"]
            letter = shown.get(fold(kind)) or next(one.upper() for one in choices if one.lower() not in used)
            used.add(letter.lower())
            letters.append(letter)
        return letters

    def _board_said(self) -> Said:
        return (self.description.all("grid", "board", "heaps", "pits") or list(self.description.said))[0]

    def _board(self) -> Squares:
        chooses = self.is_simultaneous and "choose" in self.actions
        ungridded = chooses or bool(self.description.all("heaps", "pits"))
        for said in self.description.all("grid", "board", "squares") if ungridded else ():
            refuse(said, "this has no meaning with heaps, pits, or choices, which have no grid")
        if numbers := self.description.found("heaps", "NUMBERS"):
            return heaps(len(numbers), "heaps")
        if "choose" in self.actions:
            return heaps(len(self.kinds), "choices", self.kinds)
        if pit := self.description.first("pits"):
            return pits(self._counted(pit, "NUMBER"), stores=pit.says("store"))
        if drawn := self.description.first("board", "ROWS"):
            rows = [node.word for node in drawn.found["ROWS"].args]
            if not any("o" in row for row in rows):
                refuse(drawn, 'a picture of a board must have an "o" for each point')
            return picture(rows)
        rows_said = self.description.first("start", "ROWS")
        start = self._rows(rows_said) if rows_said else []
        size = self.description.found("grid", "SIZE")
        drawn_size = max(map(len, start), default=0), len(start)
        columns, count = map(int, size.word.split("x")) if size else drawn_size
        if not size and not columns * count:
            refuse(self._board_said(), _NO_BOARD)
        if not 0 < columns * count <= MAX_SQUARES * 4 or max(columns, count) > MAX_SQUARES:
            refuse(self._board_said(), f"a board must have 1 to {MAX_SQUARES} squares")
        shape = self.description.found("board", "SHAPE")
        texts = " ".join(said.statement.folded for said in self.description.said)
        return grid(columns, count, shape.word if shape else "square",
                    hexagons=self.description.says("squares", "hexagon"),
                    by_lines=self.joins_diagonally and any(word in texts for word in _BY_LINES))  # fmt: skip

    @staticmethod
    def _counted(said: Said, hole: str) -> int:
        """Return the number of heaps, pits, or seeds.  Raise EgggError for numbers too large or not whole."""
        nodes = said.found[hole]
        count = int(nodes.number) if isinstance(nodes, Node) else len(nodes)
        for node in (nodes,) if isinstance(nodes, Node) else nodes:
            if node.number.denominator > 1:
                refuse(said, "only whole numbers can be taken or sown")
            if not 0 < node.number <= MAX_HEAPED or count > (MAX_HEAPED if hole == "seeds" else MAX_KINDS):
                refuse(said, f"there can be at most {MAX_KINDS} of them, with 1 to {MAX_HEAPED} things each")
        return count

    def _rows(self, said: Said) -> list[list[str]]:
        """Return the rows of a board, the far row first, with a name, a letter, or "" for each square."""
        return [
            ["" if inner.word in (".", "") else inner.word for inner in node.args]
            if node.op == "list" and node.args else self.cells_of(node.word if node.op == "text" else "")
            for node in said.found["ROWS"].args
        ]  # fmt: skip

    @staticmethod
    def cells_of(row: str) -> list[str]:
        """Return the letters in a row of a board, with "" for empty squares.  3 means three empty squares."""
        cells: list[str] = []
        for part in _ROW.findall(row):
            is_count = part.isdecimal() and len(part) < 4
            cells += [""] * int(part) if is_count else ["" if part in ".- " else part]
        return cells

    def _start(self) -> tuple[int, ...]:
        if heap := self.description.first("heaps"):
            return tuple(int(node.number) for node in heap.found["NUMBERS"][: self._counted(heap, "NUMBERS")])
        if pit := self.description.first("pits"):
            seeds = (self._counted(pit, "seeds"),) * self._counted(pit, "NUMBER")
            return (*seeds, *(0,) * pit.says("store")) * 2
        said = self.description.first("start", "ROWS")
        if said is None or self.board.shape == "choices":
            return (0,) * len(self.board)
        return self.filled(said, self._rows(said))

    def filled(self, said: Said, rows: Sequence[Sequence[str]]) -> tuple[int, ...]:
        """Return the contents of the squares, read from rows of letters or names.  Raises EgggError."""
        board, squares = self.board, [0] * len(self.board)
        codes = {piece.letter: code for code, piece in enumerate(self.pieces) if piece.kind >= 0}
        for number, row in enumerate(rows, 1):
            inside = [board.at(column, len(rows) - number) for column in range(board.columns)]
            places = [square for square in inside if square >= 0]
            is_whole = len(row) == board.columns or (len(row) < board.columns and board.shape == "picture")
            if not is_whole and len(row) != len(places):
                wanted = len(places) or board.columns
                refuse(said, f"row {number} has {len(row)} squares, but the board has {wanted}")
            for square, cell in zip(inside if is_whole else places, row, strict=False):
                code = codes.get(cell) or self.code_of.get((self.kind_of.get(fold(cell), -1), NOBODY), 0)
                if cell and square == NO_SQUARE:
                    refuse(said, f"row {number} puts {cell} where there is no square")
                if cell and not code:
                    refuse(said, f"no piece is shown as {cell}; the letters are {' '.join(codes)}")
                if cell:
                    squares[square] = code
        if len(rows) != board.rows and rows:
            refuse(said, f"there are {len(rows)} rows, but the board has {board.rows}")
        return tuple(squares)

    def _regions(self) -> dict[str, frozenset[int]]:
        """Return {folded name: squares} for each region that the description draws."""
        found = {}
        for said in self.description.all("drawing"):
            node, rows = said.found["NAME"], self._rows(said)
            if node.word not in self.kind_of and len(rows) != self.board.rows:
                refuse(said, f"{node.text} has {len(rows)} rows, but the board has {self.board.rows}")
            squares = [self.board.at(*cell) for cell in _cells(rows)]
            found[node.word] = frozenset(square for square in squares if square >= 0)
        return found

    def shape_of(self, kind: int) -> list[tuple[int, int]]:
        """Return a kind's cells relative to the first cell of its lowest row.  The default is [(0, 0)]."""
        for said in self.description.all("drawing"):
            if said.found["NAME"].word == fold(self.kinds[kind]):
                cells = _cells(self._rows(said))
                low = min(cells, key=lambda cell: (cell[1], cell[0]), default=(0, 0))
                return [(column - low[0], row - low[1]) for column, row in cells]
        return [(0, 0)]

    def place(self, words: tuple[str, ...], player: int, said: Said) -> frozenset[int]:
        """Return the squares of a place from a player's point of view.  Raises EgggError."""
        found = self.regions.get(words[0]) or self.board.place(words, self.forward[max(player, 0)])
        return found or refuse(said, f"the board has no {' '.join(words)}")

    def codes(self, kind: int, player: int, *, enemies: bool = False) -> frozenset[int]:
        """Return the codes of pieces of a kind (-1 means any) that `player` owns (NOBODY means any owner).

        If `enemies` is set, return the codes of those that the player's enemies own instead.
        """
        key = (kind, player, enemies)
        if key not in self._known:
            self._known[key] = frozenset(
                code for code, piece in enumerate(self.pieces)
                if code and kind in (-1, piece.kind)
                and (player == NOBODY or (piece.owner != NOBODY and (piece.owner == player) is not enemies))
            )  # fmt: skip
        return self._known[key]


def players_of(description: Description, least: int, most: int, kind: str) -> tuple[str, ...]:
    """Return the names of the fewest players allowed.  Raises EgggError for too few or too many."""
    said = description.all("players")[0]  # a default names them
    names = tuple(node.text for node in said.found.get("NAMES", ()))
    count = len(names) or bounds(said.found["RANGE"])[0]
    names = names or NUMBERED[: max(count, least)]
    if not 0 < count <= most or len(names) < least:
        refuse(said, f"{kind} must have {least} to {most} players")
    return names


def beginner(description: Description, players: Sequence[str]) -> int:
    """Return the player whom the description lets begin.  By default, this is the first player."""
    node, folded = description.found("begins", "PLAYER"), [fold(name) for name in players]
    return folded.index(node.word) if node is not None and node.word in folded else 0


def bounds(node: Node) -> tuple[int, int]:
    """Return the least and the greatest value of a number or a range.  A result of -1 means "all"."""
    ends = node.args if node.op == "range" else (node, node)
    least, most = (-1 if end.op == "word" else int(end.number) for end in ends)
    return least, most


def _cells(rows: Sequence[Sequence[str]]) -> list[tuple[int, int]]:
    """Return (column, row) of each cell that a drawing fills."""
    return [
        (column, len(rows) - 1 - number)
        for number, row in enumerate(rows) for column, cell in enumerate(row) if cell
    ]  # fmt: skip
