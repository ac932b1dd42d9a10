"""Hidden pieces: who knows what, how battles end, how a side is arranged in secret."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import permutations
from typing import NamedTuple

from rogue.eggg.language.description import refuse
from rogue.eggg.rules.movements import Movements
from rogue.eggg.rules.setup import Setup
from rogue.shared.board_games import EMPTY, NO_SQUARE, Move, State
from rogue.shared.wording import listed

SWAP, READY = "swap", "ready"


class PublicKnowledge(NamedTuple):
    """What all know of hidden pieces, kept as `State.table`.

    guesses  bit set of the kinds that the piece on each square may be of
    army     content codes of the pieces at the start
    gone     content codes of what was taken, in order; battles show both pieces
    """

    guesses: tuple[int, ...]
    army: tuple[int, ...]
    gone: tuple[int, ...] = ()


class HiddenPieces:
    """Hidden pieces of one game; a piece is known once its square has a guess of one kind."""

    def __init__(self, setup: Setup, movements: Movements) -> None:
        said = setup.description.all("hidden")[0]
        if not setup.actions <= {"move", "pass"} or any(movements.promotions):
            refuse(said, "hidden pieces walk; they are neither placed nor become others")
        self._setup, self._movements = setup, movements
        self._pieces = setup.pieces
        self._covers = [setup.cover_of(code) for code in range(len(self._pieces))]
        self._able: dict[tuple[int, int, int], int] = {}
        self.is_arranged = bool(setup.description.all("setup"))

    def first_table(self, squares: Sequence[int]) -> PublicKnowledge:
        """Return what is known at the start: each piece may be any of its side."""
        kinds = dict[int, int]()
        for code in {*squares} - {EMPTY}:
            owner = self._pieces[code].owner
            kinds[owner] = kinds.get(owner, 0) | 1 << self._pieces[code].kind
        guesses = [kinds[self._pieces[code].owner] if code else 0 for code in squares]
        return PublicKnowledge(tuple(guesses), tuple(sorted(code for code in squares if code)))

    def seen(self, state: State, player: int) -> State:
        """Return a position as a player sees it (NOBODY: a watcher)."""
        last, squares = state.last, self.covered(state.squares, state.table, player)
        if last is not None:
            changes = [(at, squares[at] if code else code) for at, code in last.changes]
            last = last._replace(changes=tuple(changes))
        return state._replace(squares=squares, last=last)

    def covered(self, squares: Sequence[int], table: PublicKnowledge, player: int) -> tuple[int, ...]:
        """Return squares with a cover for each piece that a player does not know."""
        return tuple([
            self._covers[code] if guess & (guess - 1) and self._pieces[code].owner != player else code
            for code, guess in zip(squares, table.guesses, strict=True)
        ])  # fmt: skip

    def fought(self, state: State, move: Move) -> Move:
        """Return a move with the end of its battle: who loses is taken, both if neither takes the other."""
        start, to = move.start, move.to
        if start == NO_SQUARE or not state.squares[to]:
            return move
        own, other = (self._pieces[state.squares[square]].kind for square in (start, to))
        if other in self._movements.takes[own]:
            return move
        is_lost = own in self._movements.takes[other]
        changes, taken = (((start, EMPTY),), (start,)) if is_lost else (
            ((start, EMPTY), (to, EMPTY)), (start, to))  # fmt: skip
        return move._replace(changes=changes, taken=taken)

    def noted(self, state: State, move: Move) -> PublicKnowledge:
        """Return what is known after a move that has been fought."""
        table: PublicKnowledge = state.table
        guesses, start, to = list(table.guesses), move.start, move.to
        if start == NO_SQUARE:
            return table
        mover, had_battle = state.squares[start], bool(state.squares[to])
        for at, code in ((to, state.squares[to]), (start, mover)) if had_battle else ():
            guesses[at] = 1 << self._pieces[code].kind
        if (to, mover) in move.changes:
            guesses[to] = guesses[start] & self._able_to(self._pieces[mover].owner, start, to)
        for square, code in move.changes:
            guesses[square] = guesses[square] if code else 0
        gone = [state.squares[one] for one in move.taken]
        return table._replace(guesses=tuple(guesses), gone=(*table.gone, *gone))

    def _able_to(self, owner: int, start: int, to: int) -> int:
        """Return the kinds of a side that could have gone from a square to another, as bits."""
        found = self._able.get((owner, start, to))
        if found is None:
            codes = self._setup.codes(-1, owner)
            able = [code for code in codes if to in self._movements.reach(code, start)]
            found = self._able[owner, start, to] = sum(1 << self._pieces[code].kind for code in able)
        return found

    def lines(self, view: State, _player: int) -> tuple[str, ...]:
        """Return how a battle has just ended as a line; none after other moves."""
        last, pieces = view.last, self._pieces
        if last is None or not last.taken:
            return ()
        codes = (*view.table.gone[-len(last.taken) :], view.squares[last.to])
        names = [f"{self._setup.players[pieces[code].owner]}'s {self._setup.kinds[pieces[code].kind]}"
                 for code in codes if code]  # fmt: skip
        where = self._setup.board.names[last.to]
        both = f"{listed(names)} fall on {where}."
        return (both if len(last.taken) > 1 else f"{names[1]} takes {names[0]} on {where}.",)

    def seen_move(self, move: Move, _viewer: int) -> Move:
        """Return what all see of a move: nothing of how sides are arranged."""
        if move.name not in (SWAP, READY):
            return move._replace(changes=()) if move.start != NO_SQUARE else move
        return Move(move.player, "", NO_SQUARE, NO_SQUARE)

    def completed(self, view: State, _player: int, draw: Callable[[int], int]) -> State:
        """Return a position with a piece under each cover, drawn from those that are left of each side.

        Squares with the fewest kinds to choose from come first: where one set of kinds lies in the next,
        each filling is as likely as another.  Where sets overlap otherwise, a piece may rarely miss its set.
        """
        squares = list(view.squares)
        table: PublicKnowledge = view.table
        left = Counter(table.army) - Counter(table.gone) - Counter(squares)
        covers = [square for square, code in enumerate(squares) if code and self._pieces[code].kind < 0]
        for square in sorted(covers, key=lambda one: table.guesses[one].bit_count()):
            owner, guess = self._pieces[squares[square]].owner, table.guesses[square]
            own = [code for code in sorted(left.elements()) if self._pieces[code].owner == owner]
            fitting = [code for code in own if guess >> self._pieces[code].kind & 1] or own
            squares[square] = fitting[draw(len(fitting))]
            left[squares[square]] -= 1
        return view._replace(squares=tuple(squares))

    def first_step(self, squares: Sequence[int], player: int) -> int:
        """Return the step in which a player begins to arrange a side: a swap for each piece, then ready."""
        return -1 - sum(self._pieces[code].owner == player for code in squares) if self.is_arranged else 0

    def swaps(self, state: State, player: int) -> list[Move]:
        """Return the ways to swap two pieces of different kinds, after the way to be ready."""
        own = [(at, code) for at, code in enumerate(state.squares) if self._pieces[code].owner == player]
        pairs = permutations(own, 2) if state.step < -1 else ()
        return [Move(player, READY, NO_SQUARE, NO_SQUARE)] + [
            Move(player, SWAP, one, other, ((one, there), (other, here)))
            for (one, here), (other, there) in pairs if here != there
        ]  # fmt: skip

    def arranged(self, state: State, move: Move, begins: int, turn: int) -> State:
        """Return a position after a move of `swaps`; others arrange their sides in turn, then play begins."""
        if move.name == SWAP:
            squares = list(state.squares)
            for square, code in move.changes:
                squares[square] = code
            return state._replace(squares=tuple(squares), step=state.step + 1)
        mover = (move.player + turn) % len(self._setup.players)
        step = 0 if mover == begins else self.first_step(state.squares, mover)
        return state._replace(mover=mover, step=step)
