"""A match in a window: the board, a cursor, typed moves, what was played."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from rogomatic.eggg.board_picture import BoardPicture, Shown, draw_board
from rogomatic.eggg.match import candidates
from rogomatic.eggg.match_table import MatchTable
from rogomatic.run.viewer.canvas import Canvas, Line, Style, folded, line
from rogomatic.run.viewer.viewer_terminal import INTERRUPT, Terminal, check_size
from rogue.shared.board_games import NO_SQUARE, NOBODY, Move

CLICK: Final = "click"
_WAIT_SECONDS: Final = 0.2
_STEPS: Final = {"KEY_UP": (0, 1), "KEY_DOWN": (0, -1), "KEY_LEFT": (-1, 0), "KEY_RIGHT": (1, 0)}
_TOP, _LEFT, _GAP = 1, 1, 3  # of the board, and columns beside it
_NARROWEST: Final = 20  # columns of the text beside a board
_CHOICES: Final = 9  # that a digit picks
_PAGE: Final = 18  # lines of a page that a key scrolls
_LEAST_STEP: Final = 0.3  # columns or rows; hexagons lie half a column apart
_LONGEST: Final = 30  # characters of a typed move
HELP: Final = (
    "Arrows and Enter choose a square, then where to; so does a click. Or type a move, and Enter.",
    "U takes a move back, H hints, M lists the moves, ? tells the rules, V shows what was sealed, R resigns, "
    "S and Q leave; the match is kept. A small letter does, too, where no move begins with it.",
)
KEYS: Final = " Enter move, ? rules, H hint, U undo, M moves, R resign, S save, Q quit "


def _turned(across: float, along: float, right: int, up: int) -> tuple[float, float]:
    """Return how far a square lies ahead in a direction, and how far aside."""
    return across * right + along * up, across * up + along * right


class MatchWindow:
    """The window of a match, from the side of the person who is to move."""

    def __init__(self, terminal: Terminal, table: MatchTable, ended: Callable[[], str]) -> None:
        """Begin; `ended` keeps the result of a round, and returns a sentence about it."""
        self._terminal, self._table, self._ended = terminal, table, ended
        self._cursor = 0
        self._chosen = -1
        self._typed = ""
        self._choices: list[Move] = []
        self._text: list[str] = []  # over the list of moves
        self._page: list[str] = []  # over the whole window, while a person reads
        self._scroll = 0
        self._said = "Your move." if table.player is not None else ""
        self._told_end = False
        self._picture: BoardPicture | None = None
        self._drawn_size = (0, 0)

    def run(self) -> None:
        """Play until a person leaves."""
        self._terminal.name(f"eggg {self._table.match.game.name}")
        self._draw()
        while True:
            if self._table.match.outcome is None and self._table.player is None:
                self._think()
            elif key := self._terminal.key(_WAIT_SECONDS):
                if not self._take(key):
                    return
            elif self._terminal.size == self._drawn_size:
                continue
            self._draw()

    def _think(self) -> None:
        """Let the machine move."""
        self._said = "The machine thinks ..."
        self._draw()
        self._table.machine_moves()
        self._said = ""
        self._look_for_end()
        if not any(player not in self._table.match.machines for player in range(self._players)):
            key = self._terminal.key(_WAIT_SECONDS)  # machines alone: a key may end it
            if key in ("q", "Q", INTERRUPT):
                raise KeyboardInterrupt

    @property
    def _players(self) -> int:
        return len(self._table.match.game.players)

    def _look_for_end(self) -> None:
        match = self._table.match
        if match.outcome is not None and not self._told_end:
            self._told_end = True
            more = self._ended()
            follows = (
                "Enter begins the next round." if "rounds" in match.game.traits else "Q leaves, U takes back."
            )
            self._said = " ".join(filter(None, (match.verdict(), more, follows)))

    def _take(self, key: str) -> bool:
        """Handle a key; return whether to go on."""
        if self._page and key != INTERRUPT:
            self._read(key)
            return True
        command = self._command_of(key)
        if key == INTERRUPT or command == "q":
            return False
        if command == "s":
            return False
        if self._table.match.outcome is not None and key == "\n":
            self._begin_round()
        elif key.startswith(CLICK):
            self._click(key)
        elif self._choices and key.isdigit():
            self._pick(int(key))
        elif key in _STEPS:
            self._step(*_STEPS[key])
        elif key == "\n":
            self._enter()
        elif key == "\x1b":
            self._forget()
        elif key == "\b":
            self._typed = self._typed[:-1]
        elif command:
            self._obey(command)
        elif len(key) == 1 and key.isprintable() and len(self._typed) < _LONGEST:
            self._typed += key
        return True

    def _read(self, key: str) -> None:
        """Scroll the page, or close it by any other key."""
        step = {"KEY_DOWN": 1, "KEY_UP": -1, "KEY_PGDOWN": _PAGE, "KEY_PGUP": -_PAGE, " ": _PAGE}.get(key)
        if step is None:
            self._page = []
        else:
            self._scroll = max(self._scroll + step, 0)

    def _command_of(self, key: str) -> str:
        """Return the command that a key is: a capital, or a letter with which no legal move begins."""
        if self._typed or len(key) != 1 or key.lower() not in "uhmrsq?v":
            return ""
        if key.isupper() or key == "?":
            return key.lower()
        game = self._table.match.game
        begins = any(game.text(move).lower().startswith(key) for move in self._table.moves())
        return "" if begins else key

    def _forget(self) -> None:
        self._typed, self._chosen, self._choices, self._text = "", -1, [], []
        self._said = ""

    def _obey(self, command: str) -> None:
        table, game = self._table, self._table.match.game
        self._text, self._choices = [], []
        match command:
            case "u":
                self._said = table.undo() or "Taken back."
                self._told_end, self._chosen = False, -1
            case "h":
                self._hint()
            case "m":
                self._text = ["Legal moves: " + ", ".join(map(game.text, table.moves()))]
            case "?":
                self._page, self._scroll = [*HELP, "", *game.explained()], 0
            case "r" if table.match.outcome is None:
                table.resign()
                self._look_for_end()
            case "v":
                self._text = [f"{seal.text}: {seal.digest}" for seal in table.shown] or [
                    "Nothing is sealed here."
                ]

    def _hint(self) -> None:
        self._said = "Looking for a good move ..."
        self._draw()
        hint = self._table.hint()
        game = self._table.match.game
        self._said = "" if hint is None else f"Hint: {game.text(hint.move)}. {hint.reason}"

    def _begin_round(self) -> None:
        if self._table.begin_round():
            self._told_end, self._said, self._chosen = False, "The next round.", -1
        else:
            self._said = "The match is over; q leaves."

    def _step(self, right: int, up: int) -> None:
        """Move the cursor to the nearest square in a direction."""
        points = self._table.match.game.board.points
        x, y = points[self._cursor]
        ahead = [
            (abs(across) * 2 + along, square)
            for square, (column, row) in enumerate(points)
            for along, across in [
                ((column - x) * right + (row - y) * up, (column - x) * up + (row - y) * right)
            ]
            if along > 0.3
        ]
        self._cursor = min(ahead)[1] if ahead else self._cursor

    def _click(self, key: str) -> None:
        """Choose the square that was clicked."""
        row, col = map(int, key.split()[1:3])
        square = -1 if self._picture is None else self._picture.square_at(row - _TOP, col - _LEFT)
        if square >= 0:
            self._cursor = square
            self._enter()

    def _enter(self) -> None:
        """Play what was typed, or choose the square under the cursor."""
        table, game = self._table, self._table.match.game
        player = table.player
        if player is None:
            return
        if self._typed:
            move = game.find(table.match.state, player, self._typed)
            if move is None:
                self._said = game.refusal(table.match.state, player, self._typed)
                self._typed = ""
            else:
                self._play([move])
            return
        moves = table.moves()
        if self._chosen in (NO_SQUARE, self._cursor):
            self._begin_move(moves)
        else:
            self._end_move(moves)

    def _begin_move(self, moves: Sequence[Move]) -> None:
        game = self._table.match.game
        found = candidates(moves, self._cursor)
        if game.board.shape == "choices":
            found = [move for move in moves if self._is_choice(move)]
        name = game.board.names[self._cursor]
        if self._chosen == self._cursor:
            self._chosen = -1
        elif not found:
            self._said = self._held(name) or self._why_not(name)
        elif "counts" in game.traits or all(NO_SQUARE in (move.to, move.start) for move in found):
            self._play(found)
        else:
            self._chosen, self._said = self._cursor, f"{name}: where to?"

    def _is_choice(self, move: Move) -> bool:
        game = self._table.match.game
        return game.text(move).lower() == game.board.names[self._cursor].lower()

    def _held(self, name: str) -> str:
        """Return that the person's own piece under the cursor cannot move, "" for other squares."""
        game, player = self._table.match.game, self._table.player
        code = 0 if "counts" in game.traits else self._table.match.state.squares[self._cursor]
        is_own = code > 0 and game.pieces[code].owner == player
        return f"The {game.kinds[game.pieces[code].kind]} on {name} cannot move now." if is_own else ""

    def _why_not(self, name: str) -> str:
        table = self._table
        player = table.player
        return "" if player is None else table.match.game.refusal(table.match.state, player, name)

    def _end_move(self, moves: Sequence[Move]) -> None:
        game = self._table.match.game
        found = candidates(moves, self._chosen, self._cursor)
        if found:
            self._play(found)
            return
        if candidates(moves, self._cursor) and not candidates(moves, self._chosen, self._cursor):
            self._chosen = self._cursor
            return
        self._said = self._why_not(f"{game.board.names[self._chosen]}-{game.board.names[self._cursor]}")
        self._chosen = -1

    def _play(self, found: Sequence[Move]) -> None:
        """Play the only move, or ask which."""
        game = self._table.match.game
        if len(found) > 1:
            self._choices = list(found[:_CHOICES])
            self._text = [f"{number} {game.text(move)}" for number, move in enumerate(self._choices, 1)]
            self._said = "Which? Press its number."
            return
        self._forget()
        self._table.person_moves(found[0])
        self._look_for_end()

    def _pick(self, number: int) -> None:
        if 1 <= number <= len(self._choices):
            self._play([self._choices[number - 1]])

    def _draw(self) -> None:
        """Bring the window up to date."""
        width, height = self._drawn_size = self._terminal.size
        canvas = Canvas(width, height)
        if small := check_size((width, height)):
            canvas.put(0, 0, line(small), width)
            self._terminal.show(canvas)
            return
        if self._page:
            self._draw_page(canvas)
            return
        match = self._table.match
        player = self._table.player
        watcher = NOBODY if player is None else player
        view = match.game.view(match.state, player) if player is not None else match.state
        self._picture = draw_board(match.game, view, self._shown())
        board = self._picture.canvas
        for row in range(min(board.height, height - _TOP - 2)):
            for col in range(min(board.width, width - _LEFT)):
                at = row * board.width + col
                canvas.mark(row + _TOP, col + _LEFT, Style(board.looks[at]), chr(board.text[at]))
        self._draw_texts(canvas, watcher)
        self._terminal.show(canvas)

    def _draw_page(self, canvas: Canvas) -> None:
        """Draw the page that a person reads."""
        width, rows = canvas.width - 2, canvas.height - 3
        lines = [one for text in self._page for one in (folded(text, width) or [()])]
        self._scroll = min(self._scroll, max(len(lines) - rows, 0))
        canvas.put(0, _LEFT, line((f"eggg: {self._table.match.game.name}", Style.TITLE)), width)
        for row, one in enumerate(lines[self._scroll : self._scroll + rows], 1):
            canvas.put(row, _LEFT, one, width)
        more = "  up and down scroll" if len(lines) > rows else ""
        canvas.put(
            canvas.height - 1, 0, line((f" Enter goes back to the game{more} ", Style.DIM)), canvas.width
        )
        self._terminal.show(canvas)

    def _shown(self) -> Shown:
        match = self._table.match
        last = match.state.last
        targets = [move.to for move in self._table.moves() if move.start == self._chosen >= 0]
        squares = [] if last is None else [one for one in (last.start, last.to) if one >= 0]
        return Shown(self._cursor if self._table.player is not None else -1, self._chosen, targets, squares)

    def _draw_texts(self, canvas: Canvas, player: int) -> None:
        """Draw what stands beside and below the board."""
        game = self._table.match.game
        assert self._picture is not None
        left = _LEFT + self._picture.canvas.width + _GAP
        below = canvas.width - left < _NARROWEST
        row, col = (_TOP + self._picture.canvas.height + 1, _LEFT) if below else (_TOP, left)
        wide, last = canvas.width - col - 1, canvas.height - 3
        canvas.put(0, _LEFT, line((f"eggg: {game.name}", Style.TITLE)), canvas.width - 2)
        lines: list[Line] = [self._player_line(one, player) for one in range(len(game.players))]
        lines += [(), *(one for text in self._beside() for one in folded(text, wide))]
        for one in lines[: last - row]:
            canvas.put(row, col, one, wide)
            row += 1
        said = f"> {self._typed}_" if self._typed else self._said
        for number, one in enumerate(folded(said, canvas.width - 2, Style.STRONG)[:2]):
            canvas.put(canvas.height - 3 + number, _LEFT, one, canvas.width - 2)
        canvas.put(canvas.height - 1, 0, line((KEYS, Style.DIM)), canvas.width)

    def _beside(self) -> list[str]:
        """Return the text beside the board: what was asked for, else the moves so far."""
        if self._text:
            return self._text
        table = self._table
        told = table.match.told_moves()
        count = len(table.match.game.players)
        simultaneous = "simultaneous" in table.match.game.traits
        step = 1 if simultaneous else count
        rows = [f"{at // step + 1}. {'  '.join(told[at : at + step])}" for at in range(0, len(told), step)]
        seals = [f"Sealed: {seal.digest[:16]}... (v shows the last one)" for seal in table.seals]
        return [*seals, *table.beliefs(), *rows[-12:]]

    def _player_line(self, player: int, turn: int) -> Line:
        match, game = self._table.match, self._table.match.game
        who = "machine" if player in match.machines else "you"
        score = game.score(match.state, player)
        points = "" if score is None else f"  {score:g}"
        rounds = f"  {match.state.scores[player]:g} won" if "rounds" in game.traits else ""
        here = "> " if player == turn or (turn == NOBODY and match.state.mover == player) else "  "
        look = Style.STRONG if here == "> " else Style.PLAIN
        return line((f"{here}{game.players[player]} ({who}){points}{rounds}", look))
