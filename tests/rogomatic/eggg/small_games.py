"""Small games written by hand, beside which descriptions are tested."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from math import dist
from typing import Any, Final

from rogue.shared.board_games import EMPTY, NO_SQUARE, NOBODY, Move, Piece, SaidMovement, State

STEPS: Final = ((1, 0), (0, 1), (1, 1), (1, -1), (-1, 0), (0, -1), (-1, -1), (-1, 1))
FIRST_WINS: Final = (1.0, 0.0)
SECOND_WINS: Final = (0.0, 1.0)
DRAWN: Final = (0.5, 0.5)


class Grid:
    """Rectangle of squares; square 0 is the lowest on the left."""

    shape = "squares"

    def __init__(self, columns: int, rows: int) -> None:
        self.columns, self.rows = columns, rows
        self.points = [(float(column), float(row)) for row in range(rows) for column in range(columns)]
        self.names = [f"{'abcdefghijklm'[int(column)]}{int(row) + 1}" for column, row in self.points]
        self.links = [[self._beside(square, dx, dy) for square in range(columns * rows)] for dx, dy in STEPS]
        self.neighbors = [
            [links[square] for links in self.links[:2] + self.links[4:6] if links[square] != NO_SQUARE]
            for square in range(columns * rows)
        ]

    def _beside(self, square: int, dx: int, dy: int) -> int:
        column, row = square % self.columns + dx, square // self.columns + dy
        inside = 0 <= column < self.columns and 0 <= row < self.rows
        return row * self.columns + column if inside else NO_SQUARE

    def distance(self, one: int, other: int) -> float:
        return dist(self.points[one], self.points[other])


class HandMade:
    """What games of two players by turns, all of which is seen, have in common."""

    name = "hand-made"
    digest = "0" * 64
    players: Sequence[str] = ("First", "Second")
    kinds: Sequence[str] = ("Stone",)
    pieces: Sequence[Piece] = (Piece(-1, NOBODY, "."), Piece(0, 0, "X"), Piece(0, 1, "o"))
    traits: frozenset[str] = frozenset({"places"})
    captures: Sequence[frozenset[int]] = (frozenset(),)
    movements_said: Sequence[Sequence[SaidMovement]] = ((),)
    row_goal = 0
    statements: Sequence[str] = ()
    about = "1 x 1 squares, First and Second"
    board = Grid(1, 1)

    def start(self, seed: int = 0) -> State:
        return State((EMPTY,) * len(self.board.names))

    def to_move(self, state: State) -> tuple[int, ...]:
        return () if self.result(state) else (state.mover,)

    def moves(self, state: State, player: int) -> list[Move]:
        raise NotImplementedError

    def random_move(self, state: State, draw: Callable[[int], int]) -> Move:
        moves = self.moves(state, state.mover)
        return moves[draw(len(moves))]

    def after(self, state: State, moves: Sequence[Move]) -> State:
        squares = list(state.squares)
        for square, content in moves[0].changes:
            squares[square] = content
        return State(tuple(squares), 1 - state.mover, ply=state.ply + 1, last=moves[0])

    def result(self, state: State) -> tuple[float, ...] | None:
        raise NotImplementedError

    def next_round(self, state: State) -> State | None:
        return None

    def view(self, state: State, player: int) -> State:
        return state

    def completed(self, view: State, player: int, draw: Callable[[int], int]) -> State:
        return view

    def seen(self, move: Move, player: int) -> Move:
        return move

    def screen(self, view: State, player: int) -> Sequence[str]:
        return ()

    def score(self, state: State, player: int) -> float | None:
        return None

    def key(self, state: State) -> Hashable:
        return state.squares, state.mover

    def reach(self, code: int, square: int) -> tuple[int, ...]:
        return ()

    def text(self, move: Move) -> str:
        return self.board.names[move.to]

    def find(self, state: State, player: int, text: str) -> Move | None:
        return next((move for move in self.moves(state, player) if self.text(move) == text), None)

    def refusal(self, state: State, player: int, text: str) -> str:
        return "" if text in map(self.text, self.moves(state, player)) else f"{text} is no move."

    def explained(self) -> Sequence[str]:
        return self.statements

    def described(self) -> dict[str, Any]:
        return {"name": self.name, "digest": self.digest, "like": [], "statements": list(self.statements)}


class LineGame(HandMade):
    """Stones in a row on a board, placed or dropped."""

    def __init__(self, columns: int = 3, rows: int = 3, length: int = 3, drops: bool = False) -> None:
        self.board = Grid(columns, rows)
        self._drops, self._length = drops, length
        self.name = f"{length} in a row"
        self.statements = (f"goal is line({length})",)
        self.row_goal = length

    def moves(self, state: State, player: int) -> list[Move]:
        if player != state.mover or self.result(state):
            return []
        squares, columns = state.squares, self.board.columns
        free = [square for square, held in enumerate(squares) if not held]
        if self._drops:
            free = [square for square in free if square < columns or squares[square - columns]]
        return [
            Move(player, "place", NO_SQUARE, one, ((one, player + 1),), choice=player + 1) for one in free
        ]

    def result(self, state: State) -> tuple[float, ...] | None:
        if state.last and any(self._row(state, step) >= self._length for step in range(4)):
            return FIRST_WINS if state.last.player == 0 else SECOND_WINS
        return DRAWN if all(state.squares) else None

    def _row(self, state: State, step: int) -> int:
        """Return how many stones stand in a row through the last one, in a direction and back."""
        assert state.last
        count = -1
        for links in (self.board.links[step], self.board.links[step + 4]):
            square = state.last.to
            while square != NO_SQUARE and state.squares[square] == state.last.player + 1:
                count += 1
                square = links[square]
        return count


class Nim(HandMade):
    """Heaps; the player who takes the last thing wins, or loses if `misere`."""

    traits = frozenset({"counts"})

    def __init__(self, *heaps: int, misere: bool = False) -> None:
        self._heaps, self._misere = heaps, misere
        self.board = Grid(len(heaps), 1)

    def start(self, seed: int = 0) -> State:
        return State(self._heaps)

    def moves(self, state: State, player: int) -> list[Move]:
        if player != state.mover:
            return []
        return [
            Move(player, "take", heap, NO_SQUARE, ((heap, left - taken),), choice=taken)
            for heap, left in enumerate(state.squares)
            for taken in range(1, left + 1)
        ]

    def result(self, state: State) -> tuple[float, ...] | None:
        if any(state.squares):
            return None
        first_took = state.mover == 1
        return FIRST_WINS if first_took != self._misere else SECOND_WINS

    def text(self, move: Move) -> str:
        return f"{move.choice} from {self.board.names[move.start]}"


class Ring(HandMade):
    """A walk around six squares that the player wins who enters the first one: a game with cycles."""

    board = Grid(6, 1)
    traits = frozenset({"walks"})

    def start(self, seed: int = 0) -> State:
        return State((0, 0, 1, 0, 0, 0))

    def moves(self, state: State, player: int) -> list[Move]:
        here = state.squares.index(1)
        ends = [(here + step) % 6 for step in (-1, 1)]
        return [Move(player, "move", here, end, ((here, 0), (end, 1))) for end in ends]

    def result(self, state: State) -> tuple[float, ...] | None:
        if not state.squares[0]:
            return None
        return FIRST_WINS if state.mover == 1 else SECOND_WINS


class Choices(HandMade):
    """Simultaneous choices: each beats the one before, around the circle."""

    players = ("Ann", "Bob")
    traits = frozenset({"simultaneous", "rounds"})
    digest = "ab" * 32

    def __init__(self, *names: str) -> None:
        self._names = names

    def to_move(self, state: State) -> tuple[int, ...]:
        return () if state.ply else (0, 1)

    def moves(self, state: State, player: int) -> list[Move]:
        return [Move(player, "choose", NO_SQUARE, number) for number in range(len(self._names))]

    def after(self, state: State, moves: Sequence[Move]) -> State:
        return State(tuple(move.to for move in moves), ply=1)

    def result(self, state: State) -> tuple[float, ...] | None:
        if not state.ply:
            return None
        lead = (state.squares[0] - state.squares[1]) % len(self._names)
        return FIRST_WINS if lead == 1 else SECOND_WINS if lead == len(self._names) - 1 else DRAWN

    def text(self, move: Move) -> str:
        return self._names[move.to]
