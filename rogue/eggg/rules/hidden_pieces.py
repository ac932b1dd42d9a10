"""Rules of hidden pieces: what players know, how battles end, how sides are arranged."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import permutations
from typing import Final, NamedTuple

from rogue.eggg.language.description import refuse
from rogue.eggg.rules.movements import Movements
from rogue.eggg.rules.scene import put
from rogue.eggg.rules.setup import Setup
from rogue.shared.board_games import EMPTY, NO_SQUARE, Move, State
from rogue.shared.wording import counted, listed

SWAP, READY = "swap", "ready"
_TOLD: Final = 2  # battles beside the board


class PublicKnowledge(NamedTuple):
    """Facts about hidden pieces that all players know, kept as `State.table`.

    guesses  for each square, a bit set of the kinds that the piece on this square may have
    army     content codes of the pieces at the start
    battles  (code of the attacking piece, code of the defending piece, square) of each battle, oldest first
    """

    guesses: tuple[int, ...]
    army: tuple[int, ...]
    battles: tuple[tuple[int, int, int], ...] = ()


class HiddenPieces:
    """Hidden pieces of one game.  A piece is known as soon as the guess for its square has only one kind."""

    def __init__(self, setup: Setup, movements: Movements) -> None:
        said = setup.description.all("hidden")[0]
        is_plain = all(rule.is_plain for rules in movements.rules for rule in rules)
        if not setup.actions <= {"move", "pass"} or any(movements.promotions) or not is_plain:
            refuse(said, "hidden pieces can only move, without conditions, effects, or promotion")
        self._setup, self._movements = setup, movements
        self._pieces = setup.pieces
        self._covers = [setup.code_of.get((-1, one.owner), code) for code, one in enumerate(self._pieces)]
        self._able: dict[tuple[int, int, int], int] = {}
        self.is_arranged = bool(setup.description.all("setup"))

    def first_table(self, squares: Sequence[int]) -> PublicKnowledge:
        """Return the knowledge at the start: each piece may be any piece of its side."""
        kinds = dict[int, int]()
        for code in {*squares} - {EMPTY}:
            owner = self._pieces[code].owner
            kinds[owner] = kinds.get(owner, 0) | 1 << self._pieces[code].kind
        guesses = [kinds[self._pieces[code].owner] if code else 0 for code in squares]
        return PublicKnowledge(tuple(guesses), tuple(sorted(code for code in squares if code)))

    def seen(self, state: State, player: int) -> State:
        """Return a position as a player or a watcher (NOBODY) sees it."""
        last, squares = state.last, self.covered(state.squares, state.table, player)
        if last is not None:
            changes = [(at, squares[at] if code else code) for at, code in last.changes]
            last = last._replace(changes=tuple(changes))
        return state._replace(squares=squares, last=last)

    def covered(self, squares: Sequence[int], table: PublicKnowledge, player: int) -> tuple[int, ...]:
        """Return squares with a cover in place of each piece that a player does not know."""
        return tuple([
            self._covers[code] if guess & (guess - 1) and self._pieces[code].owner != player else code
            for code, guess in zip(squares, table.guesses, strict=True)
        ])  # fmt: skip

    def fought(self, state: State, move: Move) -> Move:
        """Return a move with its battle's result.  The loser is taken; if neither can win, both are taken."""
        start, to = move.start, move.to
        if start == NO_SQUARE or not state.squares[to]:
            return move
        is_lost, is_won = self._falls(state.squares[start], state.squares[to])
        if not is_lost:
            return move
        taken = (start, to) if is_won else (start,)
        return move._replace(changes=tuple((square, EMPTY) for square in taken), taken=taken)

    def _falls(self, attacker: int, defender: int) -> tuple[bool, bool]:
        """Return whether attacker and defender are taken.  If each can take the other, the attacker wins."""
        takes = self._movements.takes
        own, other = self._pieces[attacker].kind, self._pieces[defender].kind
        return (False, True) if other in takes[own] else (True, own not in takes[other])

    def noted(self, state: State, move: Move) -> PublicKnowledge:
        """Return the knowledge after a move, including the result of the move's battle."""
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
        battle = [(mover, state.squares[to], to)] if had_battle else []
        return table._replace(guesses=tuple(guesses), battles=(*table.battles, *battle))

    def _able_to(self, owner: int, start: int, to: int) -> int:
        """Return a bit set of a side's kinds that can move from `start` to `to` on an empty board."""
        found = self._able.get((owner, start, to))
        if found is None:
            able = [one for one in self._setup.codes(-1, owner) if to in self._movements.reach(one, start)]
            found = self._able[owner, start, to] = sum(1 << self._pieces[code].kind for code in able)
        return found

    def lines(self, view: State, _player: int) -> tuple[str, ...]:
        """Return lines about the latest battles, newest first, and about the losses of each side."""
        battles, players, kinds = view.table.battles, self._setup.players, self._setup.kinds
        lost = [self._pieces[code] for code in self._gone(view.table)]
        losses = [(name, [kinds[piece.kind] for piece in lost if piece.owner == player])
                  for player, name in enumerate(players)]  # fmt: skip
        told = [f"{name} has lost {counted(names)}." for name, names in losses if names]
        return (*map(self._told, reversed(battles[-_TOLD:])), *told)

    def _told(self, battle: tuple[int, int, int]) -> str:
        attacker, defender, square = battle
        names = [f"{self._setup.players[piece.owner]}'s {self._setup.kinds[piece.kind]}"
                 for piece in (self._pieces[attacker], self._pieces[defender])]  # fmt: skip
        falls, where = self._falls(attacker, defender), self._setup.board.names[square]
        if all(falls):
            return f"{listed(names)} fall on {where}."
        return f"{names[falls[0]]} takes {names[falls[1]]} on {where}."

    def _gone(self, table: PublicKnowledge) -> list[int]:
        return [code for *codes, _ in table.battles
                for code, is_lost in zip(codes, self._falls(*codes), strict=True) if is_lost]  # fmt: skip

    def seen_move(self, move: Move, _viewer: int) -> Move:
        """Return a move as all players see it.  A move that arranges a side shows nothing but its player."""
        if move.name not in (SWAP, READY):
            return move._replace(changes=()) if move.start != NO_SQUARE else move
        return Move(move.player, "")

    def completed(self, view: State, _player: int, draw: Callable[[int], int]) -> State:
        """Return a position with a piece under each cover, drawn from the remaining pieces of each side.

        Each covered square has a set of kinds that its piece can have.  Squares with the smallest sets are
        filled first.  If, of any two sets, one contains the other, then all fillings are equally likely.
        Otherwise, on rare occasions, a square gets a piece whose kind is not in its set.
        """
        squares = list(view.squares)
        table: PublicKnowledge = view.table
        left = Counter(table.army) - Counter(self._gone(table)) - Counter(squares)
        covers = [square for square, code in enumerate(squares) if code and self._pieces[code].kind < 0]
        for square in sorted(covers, key=lambda one: table.guesses[one].bit_count()):
            owner, guess = self._pieces[squares[square]].owner, table.guesses[square]
            own = [code for code in sorted(left.elements()) if self._pieces[code].owner == owner]
            fitting = [code for code in own if guess >> self._pieces[code].kind & 1] or own
            squares[square] = fitting[draw(len(fitting))]
            left[squares[square]] -= 1
        return view._replace(squares=tuple(squares))

    def first_step(self, squares: Sequence[int], player: int) -> int:
        """Return a player's first step: 0, or -1 - (number of own pieces) if players arrange their sides."""
        return -1 - sum(self._pieces[code].owner == player for code in squares) if self.is_arranged else 0

    def swaps(self, state: State, player: int) -> list[Move]:
        """Return the move "ready", and the swaps of two of the player's pieces of different kinds."""
        own = [(at, code) for at, code in enumerate(state.squares) if self._pieces[code].owner == player]
        pairs = permutations(own, 2) if state.step < -1 else ()
        return [Move(player, READY)] + [
            Move(player, SWAP, one, other, ((one, there), (other, here)))
            for (one, here), (other, there) in pairs if here != there
        ]  # fmt: skip

    def arranged(self, state: State, move: Move, begins: int, turn: int) -> State:
        """Return the position after a move from `swaps`.  When the last player is ready, play begins."""
        if move.name == SWAP:
            put(squares := list(state.squares), move.changes)
            return state._replace(squares=tuple(squares), step=state.step + 1)
        mover = (move.player + turn) % len(self._setup.players)
        step = 0 if mover == begins else self.first_step(state.squares, mover)
        return state._replace(mover=mover, step=step)
