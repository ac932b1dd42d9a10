"""Texts of moves, as people write them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from rogue.eggg.rules.hidden_pieces import READY
from rogue.eggg.rules.movements import WALK
from rogue.eggg.rules.setup import WALKS, Setup
from rogue.eggg.rules.word_moves import EXCHANGE, WORD
from rogue.shared.board_games import HIDDEN, NO_SQUARE, Move, State
from rogue.shared.wording import listed, with_article

_LISTED: Final = 12  # moves or squares in a refusal
_CASTLING: Final = {"O-O": 1, "O-O-O": -1}  # to the right, to the left
_IDLE: Final = re.compile(r"[\s\-=.]+")
_MARKS: Final = re.compile(r"^\d+\.+\s*|(\s+e\.?p\.?)?[\s+#!?]*$")


class MoveTexts:
    """Writer and reader of one game's moves as texts."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self._walks = bool(setup.description.all(*WALKS))
        self._must_capture = setup.description.says("series", "compulsory")
        codes = [] if setup.is_counting else [code for code in setup.start if code > 0]
        self._unlettered = _commonest([setup.pieces[code].kind for code in codes])
        self._has_choice = len(setup.kinds) > len(setup.players) or not setup.is_own

    def text(self, move: Move) -> str:
        """Return a move as a text that is unique in its position."""
        names, name = self.setup.board.names, move.name
        if name in ("pass", READY, ""):
            return name
        if name == EXCHANGE:
            hidden = f"{len(move.path)}" if HIDDEN in move.path else ""
            return f"{name} {hidden or ''.join(sorted(self._spelled(move.path), key=str.lower))}"
        if name == WORD:
            letters = self._spelled([code for _, code in move.changes])
            return f"{letters} {names[move.start]}-{names[move.to]}"
        if name == "take":
            return f"{move.choice} from {names[move.start]}"
        if name == "choose":
            return self.setup.kinds[move.choice - 1]
        if name == "sow":
            return names[move.start]
        if name == "remove":
            return f"x{names[move.to]}"
        kind = self._kind(move.choice)
        if move.start == NO_SQUARE:
            return f"{kind} {names[move.to]}" if self._has_choice and kind else names[move.to]
        path = "x".join([names[square] for square in move.path])
        walk = path or f"{names[move.start]}{'x' if move.taken else '-'}{names[move.to]}"
        text = f"{walk}={kind}" if kind else walk
        return text if name == WALK else f"{name} {text}"

    def _spelled(self, codes: Iterable[int]) -> str:
        return "".join([self.setup.pieces[code].letter for code in codes])

    def _kind(self, code: int) -> str:
        return self.setup.kinds[self.setup.pieces[code].kind] if code else ""

    def find(self, state: State, moves: Sequence[Move], text: str) -> Move | None:
        """Return the only move that fits a text (full, partial, or chess notation).  Else return None."""
        near = self._near(state, moves, text)
        return near[0] if len(near) == 1 else None

    def _near(self, state: State, moves: Sequence[Move], text: str) -> list[Move]:
        return self._read(state, moves, text) or self._read(state, moves, self._bare(text))

    def _bare(self, text: str) -> str:
        """Return chess notation in its short form.  For example, `1. Knight f3+!` becomes Nf3."""
        bare = _MARKS.sub("", text.strip()) if self._walks else text
        for piece in self.setup.pieces if self._walks else ():
            name = self.setup.kinds[piece.kind]
            if piece.kind >= 0 and bare.lower().startswith(f"{name.lower()} "):
                return piece.letter.upper() + bare[len(name) :].strip()
        return bare

    def _read(self, state: State, moves: Sequence[Move], text: str) -> list[Move]:
        wanted = plain(text)
        if wanted.startswith(EXCHANGE):
            wanted = EXCHANGE + "".join(sorted(wanted.removeprefix(EXCHANGE)))
        texts = [(plain(self.text(move)), move) for move in moves]
        exact = [move for told, move in texts if told == wanted]
        if side := _CASTLING.get(text.strip().upper().replace("0", "O"), 0):
            cells = self.setup.board.cells
            exact = [move for _, move in texts if move.name.lower() == "castling"
                     and (cells[move.to][0] - cells[move.start][0]) * side > 0]  # fmt: skip
        without = wanted.replace("x", "")
        given = text.strip()[:1]
        heads = [given] if self._kind_named(given) else ["", given.upper()]
        shorts = [[move for _, move in texts if self._is_short(state, move, head, without)] for head in heads]
        short = next(filter(None, shorts), [])
        codes, pieces = state.squares, self.setup.pieces  # the commonest kind is written without a letter
        short = [one for one in short if pieces[codes[one.start]].kind == self._unlettered] or short
        return exact[:1] or short or [move for told, move in texts if without and _is_end(without, told)]

    def _is_short(self, state: State, move: Move, head: str, wanted: str) -> bool:
        """Return whether `wanted`, such as Nbd2 or e8=Q, names `move`.  `head` is the letter of the piece."""
        if move.start < 0 or move.to < 0 or self.setup.is_counting or self.setup.has_letters:
            return False
        pieces, names = self.setup.pieces, self.setup.board.names
        if head and head != pieces[state.squares[move.start]].letter.upper():
            return False
        start, to = names[move.start], names[move.to]
        column = start.rstrip("0123456789")
        pattern = f"{head}({column})?({start[len(column) :]})?{to}"
        if move.choice:
            pattern += f"({pieces[move.choice].letter}|{self._kind(move.choice)})?"
        return re.fullmatch(pattern, wanted, re.IGNORECASE) is not None

    def _kind_named(self, text: str) -> str:
        """Return the kind of piece whose capital letter begins a text.  Return "" for other texts."""
        kinds = {piece.letter: self.setup.kinds[piece.kind] for piece in self.setup.pieces if piece.kind >= 0}
        return kinds.get(text[:1], "") if text[:1].isupper() else ""

    def refusal(self, state: State, player: int, text: str, moves: Sequence[Move]) -> str:
        """Return why a text is not a legal move, and what to do instead."""
        if moves and self._must_capture and all(move.taken for move in moves):
            what = "jump" if moves[0].path else "capture"
            return f"A {what} must be made: {self._some(moves, 'or')}."
        near = self._near(state, moves, text)
        if near and plain(text):
            return f"{text} may mean {self._some(near, 'or')}."
        names = self.setup.board.names
        words = re.findall(r"(?=([a-z]{1,2}\d+))", text.lower())
        squares = [names.index(word) for word in words if word in names]
        from_here = [move for move in moves if squares[1:] and move.start == squares[0]]
        meant = [move for move in from_here if move.to == squares[1]]
        if len(squares) == 1 and not self._kind_named(self._bare(text)):
            meant = [move for move in moves if move.to == squares[0]]
        if meant := meant or ("=" in text and self._near(state, moves, text.partition("=")[0])) or []:
            return f'"{text}" is not a move here, but {self._some(meant, "or")} is.'
        if from_here:
            kind = with_article(self.setup.kinds[self.setup.pieces[state.squares[squares[0]]].kind])
            ends = listed([*dict.fromkeys(names[move.to] for move in from_here)][:_LISTED])
            there = f"{names[squares[0]]} cannot go to {names[squares[1]]}; it can go to {ends}."
            return f"{kind[0].upper()}{kind[1:]} on {there}"
        reason = self._reason(state, player, squares, text) if squares else f'"{text}" is not a move here.'
        return f"{reason} Legal moves: {self._some(moves)}."

    def _reason(self, state: State, player: int, squares: Sequence[int], text: str) -> str:
        """Return why no move fits the named squares."""
        name, code = self.setup.board.names[squares[0]], state.squares[squares[0]]
        piece = self.setup.pieces[code] if 0 < code < len(self.setup.pieces) else None
        if len(squares) == 1 and (kind := self._kind_named(self._bare(text))) and self._walks:
            return f"No {kind} can go to {name}."
        if len(squares) == 1 and not (piece and piece.owner == player and self._walks):
            return f"{name} is taken." if piece and not self._walks else f"Nothing can go to {name}."
        if piece is None:
            return f"{name} is empty."
        on = f"The {self.setup.kinds[piece.kind] if piece.kind >= 0 else 'hidden piece'} on {name}"
        return f"{on} cannot move now." if piece.owner == player else f"{on} is not yours."

    def _some(self, moves: Sequence[Move], word: str = "and") -> str:
        """Return a text that names the first few moves, and tells how many more there are."""
        told = [self.text(move) for move in moves[:_LISTED]]
        more = len(moves) - len(told)
        return listed([*told, f"{more} more"] if more else told, word)


def _commonest(kinds: Sequence[int]) -> int:
    """Return the most frequent kind, or -1 if several are equally frequent.

    >>> _commonest([5, 5, 2]), _commonest([5, 2]), _commonest([5])
    (5, -1, 5)
    """
    counts = [*Counter(kinds).most_common(2), (-1, 0), (-1, 0)]
    return counts[0][0] if counts[0][1] > counts[1][1] else -1


def _is_end(part: str, told: str) -> bool:
    """Return whether a move's text `told`, without its "x" for captures, begins or ends with `part`."""
    bare = told.replace("x", "")
    return bare.startswith(part) or bare.endswith(part)


def plain(text: str) -> str:
    """Return a text in lower case, without blanks, hyphens, equals signs, and full stops.

    >>> plain("E2 - E4")
    'e2e4'
    """
    return _IDLE.sub("", text.lower())
