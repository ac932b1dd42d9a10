"""A match in a window, played with a cursor or typed moves, or replayed step by step."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from textwrap import wrap
from typing import Final

from rogomatic.eggg.board_picture import BoardPicture, Shown, draw_page, draw_part, log_size, scrolled
from rogomatic.eggg.match import GameMatch, candidates
from rogomatic.eggg.match_journal import MatchJournalError
from rogomatic.eggg.match_words import (
    DIGITS,
    LEAVE,
    LETTERS,
    NEW,
    answer,
    first_square,
    key_line,
    letters_of,
    piece_names,
    puzzle_move,
    rest_of_turn,
    rules_page,
    steered,
    word_of,
    word_of_key,
)
from rogomatic.run.viewer.canvas import Canvas, Line, Style, folded, line, put_text
from rogomatic.run.viewer.viewer_terminal import BLUR, INTERRUPT, Terminal, check_size
from rogue.shared.board_games import NO_SQUARE, NOBODY, Move, State

CLICK: Final = "click"
_WAIT_SECONDS: Final = 0.2
_STEPS: Final = {"KEY_UP": (0, 1), "KEY_DOWN": (0, -1), "KEY_LEFT": (-1, 0), "KEY_RIGHT": (1, 0)}
_TOP, _LEFT, _GAP = 1, 1, 3  # of the board, and columns beside it
_NARROWEST: Final = 20  # columns of the text beside a board
_LEAST_STEP: Final = 0.3  # columns or rows; hexagons lie half a column apart
_LONGEST: Final = 30  # characters of a typed move
_TOLD: Final = 6  # lines below the board
_CARD: Final = re.compile(r"(\b[2-9TJQKA][cdhs]\b)")


class MatchWindow:
    """The window of a match.  It shows what the person to move may see."""

    def __init__(self, terminal: Terminal, match: GameMatch, ended: Callable[[], str]) -> None:
        """Prepare the window of a match.

        ended  function that keeps the result of a round, and returns a sentence about it
        """
        self._terminal, self._match, self._ended = terminal, match, ended
        self._cursor, self._chosen = first_square(match), NO_SQUARE
        self._typed = ""
        self._onward = (1, 0)  # where the cursor goes behind a letter
        self._filled = NO_SQUARE  # whose letter was the key before
        self._choices: list[Move] = []
        self._page: list[str] = []  # over the whole window, while a person reads
        self._scroll = 0
        self._said = "Your move." if match.player is not None and not match.state.step else ""
        self._told_end = False
        self._picture: BoardPicture | None = None
        self._was_word = False  # whether the key before was a word: an Enter behind it does nothing more
        self._wants_more = False
        self._looks = NOBODY  # of several persons with secrets, the one who looks
        if self._next_person:
            self._said = ""
        self._look_for_end()

    @property
    def _next_person(self) -> str:
        """Name of the player who must press Enter before secrets are shown, or "" if no player must."""
        match, player = self._match, self._match.player
        is_open = not match.game.traits & {"hidden", "simultaneous"} or match.shown_to is not None
        if player in (None, self._looks) or is_open or len(match.persons) < 2:
            return ""
        return "" if player is None else match.game.players[player]

    @property
    def _fills(self) -> bool:
        """Whether a typed letter is written into a square now."""
        return "fills" in self._match.game.traits and self._match.outcome is None

    def run(self) -> bool:
        """Play until a person leaves.  Return whether that person wants another match."""
        self._terminal.name(f"eggg {self._match.game.name}")
        self._draw()
        while True:
            if self._match.outcome is None and self._match.player is None:
                self._think()
            elif key := self._terminal.key(_WAIT_SECONDS):
                if not self._take(key):
                    return self._wants_more
            elif not self._terminal.is_resized:
                continue
            self._draw()

    def _think(self) -> None:
        self._said = "The machine is thinking ..."
        with self._terminal.computing(self._draw):
            self._match.machine_moves()
        self._said = ""
        self._look_for_end()
        if not self._match.persons and self._terminal.key(_WAIT_SECONDS) in ("q", "Q", INTERRUPT):
            raise KeyboardInterrupt  # machines play alone

    def _look_for_end(self) -> None:
        match = self._match
        if match.outcome is not None and not self._told_end:
            self._told_end = True
            more = self._ended()
            has_rounds = "rounds" in match.game.traits and not match.is_over
            back = f"Q leaves, N begins another match{'' if match.hides else ', U takes back'}."
            follows = "Enter begins the next round." if has_rounds else back
            self._said = " ".join(filter(None, (match.verdict(), more, follows)))

    def _take(self, key: str) -> bool:
        """Handle a key.  Return whether to continue."""
        if key in (INTERRUPT, BLUR):
            return key == BLUR
        was_word, self._was_word = self._was_word, False
        if was_word and key == "\n" and not self._page:
            return True
        if self._next_person and not self._page:
            if key == "\n" and self._match.player is not None:
                self._looks, self._cursor = self._match.player, first_square(self._match)
                self._forget()
            return LETTERS.get(key.lower(), ("",))[0] not in LEAVE
        if self._page:
            first = scrolled(key, self._scroll)
            self._page, self._scroll = [] if first is None else self._page, first or 0
            return True
        filled, self._filled = self._filled, NO_SQUARE
        choices, self._choices = self._choices, []  # which any other key forgets
        if choices:
            self._said = ""
        if key in DIGITS[: len(choices)]:
            self._play(choices[int(key) - 1 : int(key)])
        elif not self._typed and self._fills and (key == "\b" or re.fullmatch("[A-Za-z]", key)):
            self._fill(key, filled)
        elif not self._typed and (move := puzzle_move(self._match, key, self._cursor)):
            self._play([move])
        elif key == "/" and self._match.puzzle:
            self._typed = key
        elif len(key) == 1 and not self._typed and (word := word_of_key(self._match, key)):
            self._was_word = word != "rules"
            return self._obey(word)
        elif key.startswith(CLICK):
            row, col = map(int, key.split()[1:3])
            square = self._picture.square_at(row - _TOP, col - _LEFT) if self._picture else NO_SQUARE
            if square >= 0:
                self._cursor = square
                self._choose_square()
        elif key in _STEPS:
            self._step(*_STEPS[key])
        elif key == "\n":
            return self._enter()
        elif key == "\x1b":
            self._forget()
        elif key == "\b":
            self._typed = self._typed[:-1]
        elif len(key) == 1 and key.isprintable() and len(self._typed) < _LONGEST:
            self._typed += key
        return True

    def _fill(self, key: str, filled: int) -> None:
        """Write a letter into the square under the cursor, or clear a square if the key is Backspace.

        Backspace clears the square `filled`, into which the previous key wrote a letter.  If `filled` is -1,
        Backspace clears the square under the cursor or, if that square is empty, the square before it.
        """
        if key == "\b" and filled >= 0:
            self._cursor = filled
        elif key == "\b" and not self._match.state.squares[self._cursor]:
            onward = self._onward
            self._step(-onward[0], -onward[1])
            self._onward = onward
        if move := puzzle_move(self._match, key, self._cursor):
            self._play([move])
        if key != "\b":
            self._filled = self._cursor
            self._step(*self._onward)

    def _forget(self) -> None:
        self._typed, self._chosen, self._choices, self._said = "", NO_SQUARE, [], ""

    def _obey(self, word: str) -> bool:
        """Carry out a command word.  Return whether to continue."""
        self._forget()
        self._said = "Looking for a good move ..." * (word == "hint")
        self._wants_more = word == NEW
        with self._terminal.computing(self._draw) if self._said else nullcontext():
            told = [] if word in (*LEAVE, NEW) else answer(self._match, word)
        if word == "rules":
            self._page, self._scroll = told, 0
        else:
            self._said = " ".join(told)
        if self._match.outcome is None:
            self._told_end = False
        self._look_for_end()
        return word not in (*LEAVE, NEW)

    def _enter(self) -> bool:
        """Use the typed text, begin a round, or choose a square.  Return whether to continue."""
        match, text = self._match, self._typed.lstrip("/")
        self._typed = ""
        if text and (word := word_of(match, text)):
            return self._obey(word)
        if match.outcome is not None:
            over = "The match is over: Q leaves, N begins another."
            self._said = "The next round." if match.begin_round() else over
            self._told_end = match.outcome is not None
        elif text and match.player is not None:
            if refusal := match.typed(match.player, text):
                self._said = refusal
            else:
                self._forget()
                self._look_for_end()
        else:
            self._choose_square()
        return True

    def _step(self, right: int, up: int) -> None:
        """Move the cursor to the nearest square in a direction.

        In a puzzle that is steered by arrow keys, make the move in this direction instead.
        """
        moves = steered(self._match)
        if moves is not None:
            self._play([moves[right, up]] if (right, up) in moves else [])
            return
        self._onward = (1, 0) if right else (0, -1)
        points = self._match.game.board.points
        if not points:
            return
        x, y = points[self._cursor]
        ahead: list[tuple[float, int]] = []
        for square, (column, row) in enumerate(points):
            along, across = (column - x) * right + (row - y) * up, (column - x) * up + (row - y) * right
            if along > _LEAST_STEP:
                ahead.append((abs(across) * 2 + along, square))
        self._cursor = min(ahead)[1] if ahead else self._cursor

    def _choose_square(self) -> None:
        """Choose the square under the cursor as the start or the end of a move."""
        moves, game = self._match.moves(), self._match.game
        if not game.board.names or "fills" in game.traits:
            how = "Type a move and press Enter." if not game.board.names else "A letter fills the square."
            self._said = how if moves else ""
            return
        onto = candidates(moves, self._chosen, self._cursor) if self._chosen >= 0 else []
        if onto:
            self._play(onto)
            return
        name = game.board.names[self._cursor]
        found = candidates(moves, self._cursor)
        if game.board.shape == "choices":
            found = [move for move in moves if game.text(move).lower() == name.lower()]
        before, self._chosen = self._chosen, NO_SQUARE
        if not moves or before == self._cursor:
            self._said = ""
        elif not found:
            text = f"{game.board.names[before]}-{name}" if before >= 0 else name
            player = moves[0].player
            self._said = game.refusal(self._match.seen(player), player, text)
        elif "counts" in game.traits or all(NO_SQUARE in (move.to, move.start) for move in found):
            self._play(found)
        else:
            self._chosen, self._said = self._cursor, f"{name}: where to?"

    def _play(self, found: Sequence[Move]) -> None:
        """Play the move in `found`.  If there are several moves, ask which of them is meant."""
        if len(found) > 1:
            self._choices = list(found[: len(DIGITS)])
            told = [f"{one} {self._match.game.text(move)}" for one, move in enumerate(self._choices, 1)]
            more = f", and {len(found) - len(told)} more: type one" if len(found) > len(told) else ""
            self._said = f"Which? Press its number: {', '.join(told)}{more}."
        elif found:
            self._forget()
            self._match.person_moves(found[0])
            self._look_for_end()

    def _draw(self) -> None:
        width, height = self._terminal.size
        canvas = Canvas(width, height)
        if small := check_size((width, height)):
            put_text(canvas, small)
        else:
            if not self._page:
                self._draw_match(canvas)
            if self._page:
                canvas = Canvas(width, height)
                self._scroll = draw_page(canvas, self._page, self._scroll)
            canvas.put(0, _LEFT, line((f"eggg: {self._match.game.name}", Style.TITLE)), width - 2)
        self._terminal.show(canvas)

    def _draw_match(self, canvas: Canvas) -> None:
        """Draw the board, the text beside it, and the text below it."""
        match, width, height = self._match, canvas.width, canvas.height
        player = NOBODY if match.player is None else match.player
        viewer = NOBODY if self._next_person else match.viewer
        view = match.seen(viewer)
        if not match.game.board.names:
            most = self._draw_said(canvas, view, _TOLD) - _TOP
            for row, text in enumerate(table_rows(match, view, viewer, width - 2, most), _TOP):
                canvas.put(row, _LEFT, _card_line(text), width - 2)
            return
        self._picture = draw_part(match.game, view, self._shown(), height - _TOP - 2, width - _LEFT - 1)
        board = self._picture.canvas
        end = self._draw_said(canvas, view, max(height - 1 - _TOP - board.height, 1))
        canvas.copy(board, _TOP, _LEFT, board.height)
        left = _LEFT + board.width + _GAP
        top, col = (_TOP + board.height + 1, _LEFT) if width - left < _NARROWEST else (_TOP, left)
        wide = width - col - 1
        seats = range(0 if match.puzzle else len(match.game.players))
        lines: list[Line] = [self._player_line(view, one, player) for one in seats]
        told = [*match.screen(viewer), *self._beside()]
        lines += [(), *(one for text in told for one in folded(text, wide))]
        moves = [one for text in match.told_moves(viewer)[-height:] for one in folded(text, wide)]
        room = max(end - top, 0)
        for row, one in enumerate([*lines[:room], *moves[max(len(lines) + len(moves) - room, 0) :]], top):
            canvas.put(row, col, one, wide)

    def _draw_said(self, canvas: Canvas, view: State, room: int) -> int:
        """Draw the typed text or an answer, and below it a line that names keys.  Return the first row used.

        An answer that needs more than `room` rows is shown on its own page.  Other long texts are cut off.
        """
        width, height = canvas.width, canvas.height
        said = f"> {self._typed}_" if self._typed else self._said or self._comment(view)
        below_board = folded(said, width - 2, Style.STRONG)
        if len(below_board) > room and self._said and not self._typed:
            self._page, self._scroll, self._said, below_board = [said], 0, "", []
        below_board = below_board[:room]
        first = height - 1 - max(len(below_board), 1) - (len(below_board) < room)
        for row, one in enumerate(below_board, first):
            canvas.put(row, _LEFT, one, width - 2)
        canvas.put(height - 1, 0, line((self._key_line(), Style.DIM)), width)
        return first

    def _key_line(self) -> str:
        return key_line(self._match)

    def _name_of(self, player: int) -> str:
        """Return who plays for a player: "machine" or "you"."""
        return "machine" if player in self._match.machines else "you"

    def _comment(self, view: State) -> str:
        if who := self._next_person:
            return f"{who} moves next. Press Enter when only {who} can see the screen."
        return rest_of_turn(self._match.game, view, self._match.moves())

    def _shown(self) -> Shown:
        match, last = self._match, self._match.state.last
        targets = [move.to for move in match.moves() if move.start == self._chosen >= 0]
        squares = [] if last is None else [one for one in (last.start, last.to) if one >= 0]
        has_cursor = match.player is not None and not self._next_person and steered(match) is None
        return Shown(self._cursor if has_cursor else NO_SQUARE, self._chosen, targets, squares)

    def _beside(self) -> list[str]:
        """Return the lines beside the board: piece names, the machines' seals and beliefs."""
        match = self._match
        seals = [f"Sealed: {seal.digest[:16]}... (V shows the last one)" for seal in match.seals.values()]
        beliefs = filter(None, (one.belief() for one in match.machines.values()))
        return [*piece_names(match.game), *seals, *beliefs]

    def _player_line(self, view: State, player: int, turn: int) -> Line:
        match, game = self._match, self._match.game
        score = game.score(view, player)
        points = "" if score is None else f"  {score:g}"
        rounds = f"  {match.state.scores[player]:g} won" if "rounds" in game.traits else ""
        is_here = player == turn or (turn == NOBODY and match.state.mover == player)
        letters = f"  {letters_of(game, player)}".rstrip()
        name = f"{'> ' if is_here else '  '}{game.players[player]} ({self._name_of(player)})"
        return line((f"{name}{letters}{points}{rounds}", Style.STRONG if is_here else Style.PLAIN))


def table_rows(match: GameMatch, view: State, viewer: int, width: int, most: int) -> list[str]:
    """Return at most `most` lines of a card table.  If there are more, omit the oldest lines of the log."""
    rows = list(match.screen(viewer))
    log = log_size(view)
    head = [part for row in rows[: len(rows) - log] for part in wrap(row, width) or [""]]
    return [*head, *rows[len(rows) - log :][max(len(head) + log - most, 0) :]]


def _card_line(text: str) -> Line:
    """Return a line of a card table, with the cards in the colors of their suits."""
    look = Style.STRONG if text.startswith(">") else Style.PLAIN
    parts = _CARD.split(text)
    return tuple((part, look if not at % 2 else Style.DANGER if part[-1] in "dh" else Style.STRONG)
                 for at, part in enumerate(parts) if part)  # fmt: skip


_REPLAY_KEYS: Final = " Enter, Space, right next; B, left back; Home start; End end; ? rules; Q quit "
_QUIT: Final = frozenset({INTERRUPT, "q", "Q", "\x1b"})
_ONWARD, _BACK = ("\n", " ", "KEY_RIGHT", "KEY_DOWN"), ("\b", "b", "B", "KEY_LEFT", "KEY_UP")


class MatchReplay(MatchWindow):
    """The window of a replay, which steps through the lines of a journal."""

    def __init__(
        self, terminal: Terminal, match: GameMatch, lines: Sequence[str], who: Sequence[str]
    ) -> None:
        """Show the match before the first line.

        lines  lines of the journal after its head
        who    "machine" or "person" for each player
        """
        super().__init__(terminal, match, lambda: "")
        self._matches, self._lines, self._who, self._at = [match], lines, who, 0
        self._said = ""

    def _take(self, key: str) -> bool:
        if self._page:
            first = scrolled(key, self._scroll)
            self._page, self._scroll = [] if first is None else self._page, first or 0
            return key != INTERRUPT
        at, ends = self._at, {"KEY_HOME": 0, "KEY_END": len(self._lines)}
        if key in _QUIT:
            return False
        if key == "?":
            self._page, self._scroll = rules_page(self._match.game), 0
        elif key in (*ends, *_ONWARD, *_BACK):
            self._go(min(max(ends.get(key, at + (1 if key in _ONWARD else -1)), 0), len(self._lines)))
        return True

    def _go(self, step: int) -> None:
        """Show the match after `step` lines, or after the last line that can be played."""
        self._said = ""
        while len(self._matches) <= step:
            try:
                self._matches.append(self._matches[-1].after(self._lines[len(self._matches) - 1]))
            except MatchJournalError as error:
                self._said = f"The journal cannot be replayed further: {error}."
                break
        self._at = min(step, len(self._matches) - 1)
        self._match = self._matches[self._at]

    def _comment(self, _view: State) -> str:
        match, at = self._match, self._at
        told = match.told(match.turns[-1], match.viewer) if match.turns else ""
        end = match.verdict() or "The match is not finished." * (at == len(self._lines))
        return " ".join(filter(None, (f"Step {at} of {len(self._lines)}.", told and f"{told}.", end)))

    def _key_line(self) -> str:
        return _REPLAY_KEYS

    def _name_of(self, player: int) -> str:
        return self._who[player]

    def _shown(self) -> Shown:
        shown = super()._shown()
        shown.cursor = NO_SQUARE
        return shown
