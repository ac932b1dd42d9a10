"""Boards drawn as text, with the place of each square."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from rogomatic.eggg.ring_places import EDGE, MOST_COLUMNS, NARROW, WIDE, ring_spots, ring_width
from rogomatic.run.viewer.canvas import Canvas, Style, folded, line
from rogue.shared.board_games import HIDDEN, Game, State, marked
from rogue.shared.card_games import LOG_LINES, CardTable

_RIGHT, _UP = 2, 0  # directions in `Board.links`
_HEXAGON: Final = 4  # an even number, as rows are shifted by half of it
_PIT: Final = 6  # columns of a pit
_LABEL: Final = 6  # columns before a heap or a choice
_OWN: Final = {0: Style.HERO, 1: Style.FOE, 2: Style.THING, 3: Style.STAIRS}
_HIGH, _BESIDE = 15, 54  # rows with no room for text below; columns that leave room beside in a window of 80


@dataclass(slots=True)
class Shown:
    """The marks that a board shows besides its pieces.

    cursor   square under the cursor, or -1 if there is no cursor
    chosen   square of the piece that is to move, or -1 if no piece is chosen
    targets  squares to which the chosen piece may go
    last     squares of the previous move, in order
    """

    cursor: int = -1
    chosen: int = -1
    targets: Collection[int] = ()
    last: Sequence[int] = ()


@dataclass(slots=True)
class BoardPicture:
    """A board on a canvas.  `places[square]` is the row and column of the square's symbol."""

    canvas: Canvas
    places: Mapping[int, tuple[int, int]] = field(default_factory=dict)

    def square_at(self, row: int, col: int) -> int:
        """Return the square whose symbol is here or one column to the left or right, or -1 if none is."""
        near = [square for square, (y, x) in self.places.items() if y == row and abs(x - col) <= 1]
        return min(near, key=lambda square: abs(self.places[square][1] - col), default=-1)


def log_size(view: State) -> int:
    """Return how many lines at the end of a card game's screen show the log.  Return 0 without cards."""
    return len(view.table.log[-LOG_LINES:]) if isinstance(view.table, CardTable) else 0


def lines_without_log(game: Game, view: State, screen: Sequence[str]) -> list[str]:
    """Return the lines of the board, then the lines of `screen` without the log at its end."""
    return [*board_lines(game, view), *screen[: len(screen) - log_size(view)]]


_PAGE: Final = 18  # lines that a key scrolls
_SCROLLS: Final = {"KEY_DOWN": 1, "KEY_UP": -1, "KEY_PGDOWN": _PAGE, "KEY_PGUP": -_PAGE, " ": _PAGE}
_LEAVES: Final = frozenset("\n\x1b?qQ")


def scrolled(key: str, scroll: int) -> int | None:
    """Return the index of a page's top line after a key press.  Return None if the key leaves the page."""
    return None if key in _LEAVES else max(scroll + _SCROLLS.get(key, 0), 0)


def draw_page(canvas: Canvas, page: Sequence[str], scroll: int) -> int:
    """Draw a page that starts at line `scroll`, and explain the keys below.  Return the top line's index."""
    width, rows = canvas.width - 2, canvas.height - 3
    lines = [one for text in page for one in (folded(text, width) or [()])]
    first = max(min(scroll, len(lines) - rows), 0)
    for row, one in enumerate(lines[first : first + rows], 1):
        canvas.put(row, 1, one, width)
    more = "; Down or Space shows more" if first + rows < len(lines) else "; up scrolls" if first else ""
    canvas.put(canvas.height - 1, 1, line((f"Enter returns to the game{more}", Style.DIM)), width)
    return first


def draw_board(game: Game, view: State, shown: Shown) -> BoardPicture:
    """Return the picture of the board in a player's view."""
    if not game.board.names:
        return BoardPicture(Canvas(1, 0))
    counts = game.board.shape in ("heaps", "pits", "choices")
    draw = _draw_row if counts else _draw_ring if game.board.shape == "ring" else _draw_grid
    return draw(game, view, shown)


def _draw_ring(game: Game, view: State, shown: Shown) -> BoardPicture:
    """Draw a ring of squares as two rows.  A long ring is drawn along four sides, clockwise."""
    names = game.board.names
    across, wide = ring_width(len(names))
    spots = ring_spots(len(names), across, wide)
    low, end = max(row for row, _, _, _ in spots), EDGE + wide * across
    canvas, places = Canvas(end + 3, low + 2), dict[int, tuple[int, int]]()
    for square, (row, col, above, beside) in enumerate(spots):
        symbol, look = _symbol(game, view, square)
        canvas.mark(row, col, look, symbol)
        name = names[square][:-1]
        if len(name) < wide or beside or not square % 2:  # so that names do not touch
            canvas.put(row + above, col + beside, ((name, Style.DIM),), 2)
        places[square] = (row, col)
    for row in range(1, low + 1):
        signs = "/\\" if row == 1 else "\\/" if row == low else "||"
        for col, sign in zip((1, end), signs, strict=True):
            canvas.mark(row, col, Style.DIM, sign)
    _mark(canvas, places, shown)
    return BoardPicture(canvas, places)


def _draw_row(game: Game, view: State, shown: Shown) -> BoardPicture:
    """Draw one heap or choice per line.  Draw pits in rows."""
    board, shape = game.board, game.board.shape
    places: dict[int, tuple[int, int]] = {}
    canvas = Canvas(MOST_COLUMNS, board.rows * 3 if shape == "pits" else len(board.names) + 1)
    for square, name in enumerate(board.names):
        col, row = (round(part) for part in board.points[square])
        label, spot = (square, 1), (square, _LABEL)
        text = (name, f"{square + 1}")
        if shape == "heaps":
            text = (f"{view.squares[square]:>3}  {'|' * view.squares[square]}", name)
        elif shape == "pits":
            spot = ((board.rows - 1 - row) * 3 + 1, col * _PIT + 2)
            label = (spot[0] - 1, spot[1])
            text = (f"{view.squares[square]}", name.split()[-1])
        canvas.put(*label, ((text[1], Style.DIM),), _PIT)
        canvas.put(*spot, ((text[0], Style.STRONG),), len(text[0]))
        places[square] = spot
    _mark(canvas, places, shown)
    return BoardPicture(canvas, places)


def _draw_grid(game: Game, view: State, shown: Shown) -> BoardPicture:
    """Draw a board of squares, hexagons, crossings, or points that are joined by lines."""
    board = game.board
    widest = max(x for x, _ in board.points)
    wish = _HEXAGON if board.shape == "hexagons" else WIDE
    most, edge = MOST_COLUMNS if board.rows < _HIGH else _BESIDE, max(EDGE, len(str(board.rows)) + 1)
    wide = wish if edge + wish * (widest + 1) <= most else NARROW
    canvas = Canvas(round(edge + wide * (widest + 1)) + 1, board.rows + 1)
    places = {
        square: (board.rows - 1 - int(y), round(edge + wide * x) + 1)
        for square, (x, y) in enumerate(board.points)
    }
    if board.shape == "picture":
        _draw_joints(game, canvas, places)
    for square, (row, col) in places.items():
        symbol, look = _symbol(game, view, square)
        canvas.mark(row, col, look, symbol)
    _draw_edges(game, canvas, places)
    _mark(canvas, places, shown)
    return BoardPicture(canvas, places)


def _symbol(game: Game, view: State, square: int) -> tuple[str, Style]:
    code = view.squares[square]
    if sign := marked(game, view, square):
        return sign, Style.STAIRS if code else Style.GOLD
    if code == HIDDEN:
        return "?", Style.DIM
    if not code:
        return "+" if game.board.shape == "lines" else ".", Style.DIM
    piece = game.pieces[code]
    if piece.letter == ".":
        return ".", Style.DIM
    return piece.letter[:1], _OWN.get(piece.owner, Style.GOLD)


def _draw_joints(game: Game, canvas: Canvas, places: Mapping[int, tuple[int, int]]) -> None:
    for way, sign in ((_RIGHT, "-"), (_UP, "|")):
        for square, other in enumerate(game.board.links[way]):
            if other < 0:
                continue
            (row, col), (top, end) = places[square], places[other]
            for at in range(col + 1, end) if way == _RIGHT else ():
                canvas.mark(row, at, Style.DIM, sign)
            for at in range(top + 1, row) if way == _UP else ():
                canvas.mark(at, col, Style.DIM, sign)


def _draw_edges(game: Game, canvas: Canvas, places: Mapping[int, tuple[int, int]]) -> None:
    """Write the numbers of the rows and the letters of the columns."""
    columns = set[str]()
    for square, name in sorted(enumerate(game.board.names), key=lambda one: -places[one[0]][0]):
        row, col = places[square]
        number = name.lstrip("abcdefghijklmnopqrstuvwxyz")
        column, digits = name[: -len(number)], max(2, len(str(game.board.rows)))
        canvas.put(row, 0, ((f"{number:>{digits}}", Style.DIM),), digits)
        if column not in columns:  # its lowest square
            canvas.put(game.board.rows, col, ((column[:2], Style.DIM),), 2)
            columns.add(column)


def _mark(canvas: Canvas, places: Mapping[int, tuple[int, int]], shown: Shown) -> None:
    for squares, look in (
        (shown.last, Style.TITLE), (shown.targets, Style.PATH), ((shown.chosen,), Style.HINT),
        ((shown.cursor,), Style.GOAL),
    ):  # fmt: skip
        for square in squares:
            if square in places:
                canvas.mark(*places[square], look)


def draw_part(game: Game, view: State, shown: Shown, rows: int, columns: int) -> BoardPicture:
    """Return the part of a board around the cursor or the last move.  `rows` and `columns` limit its size."""
    picture, focus = draw_board(game, view, shown), [-1, *shown.last, *[shown.cursor] * (shown.cursor >= 0)]
    whole, (row, col) = picture.canvas, picture.places.get(focus[-1], (0, 0))
    if whole.height <= rows and whole.width <= columns:
        return picture
    top, left = max(min(row - rows // 2, whole.height - rows), 0), col - columns // 2
    left = max(min(left, whole.width - columns), 0)
    down = [*range(top, min(top + rows, whole.height) - 1), whole.height - 1]
    across = [*range(EDGE), *range(left + EDGE, min(left + columns, whole.width))]
    part = Canvas(len(across), len(down))
    for to, spot in enumerate(y * whole.width + x for y in down for x in across):
        part.text[to], part.looks[to] = whole.text[spot], whole.looks[spot]
        part.others.update({to: whole.others[spot]} if spot in whole.others else {})
    seen = {one: (down.index(y), across.index(x)) for one, (y, x) in picture.places.items()
            if y in down and x in across}  # fmt: skip
    return BoardPicture(part, seen)


def board_lines(game: Game, view: State) -> list[str]:
    """Return a board as lines of plain text."""
    return draw_board(game, view, Shown()).canvas.rows()
