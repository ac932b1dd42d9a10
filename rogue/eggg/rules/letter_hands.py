"""Hands of letters from a bag: dealt, laid, exchanged, hidden."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from itertools import combinations
from typing import Final, NamedTuple

from rogue.eggg.rules.chance import drawn, mixed
from rogue.eggg.rules.setup import Setup
from rogue.eggg.rules.word_moves import WordFinder
from rogue.shared.board_games import HIDDEN, NO_SQUARE, NOBODY, Move, State
from rogue.shared.wording import plural

EXCHANGE: Final = "exchange"


class LetterTable(NamedTuple):
    """What players hold, kept as `State.table`; in a view others' letters and those in the bag are HIDDEN.

    hands   content codes of the letters of each player, sorted
    bag     content codes that are still to be drawn, the next one first
    """

    hands: tuple[tuple[int, ...], ...]
    bag: tuple[int, ...]


class LetterHands:
    """Hands of letters of one game."""

    def __init__(self, setup: Setup, words: Iterable[str]) -> None:
        self._setup, self.size = setup, setup.hand_size
        codes = {kind.lower(): code for code, kind in enumerate(setup.kinds, 1)}
        self.finder = WordFinder(setup.board, words, codes, setup.blank)

    def dealt(self, seed: int, dice: int) -> tuple[LetterTable, int]:
        """Return hands from a mixed bag, and how many dice have been drawn."""
        bag, dice = mixed(self._setup.bag, seed, dice)
        hands = []
        for _ in self._setup.players:
            hands.append(tuple(sorted(bag[: self.size])))
            del bag[: self.size]
        return LetterTable(tuple(hands), tuple(bag)), dice

    def exchanges(self, state: State, player: int) -> list[Move]:
        """Return the ways to exchange letters, at most as many as are in the bag."""
        hand, bag = state.table.hands[player], state.table.bag
        counts = range(1, min(len(hand), len(bag)) + 1)
        chosen = dict.fromkeys(letters for count in counts for letters in combinations(hand, count))
        return [Move(player, EXCHANGE, NO_SQUARE, NO_SQUARE, (), (), letters) for letters in chosen]

    def after(self, state: State, move: Move) -> tuple[LetterTable, int]:
        """Return the hands after a move, and how many dice have been drawn."""
        table: LetterTable = state.table
        bag, dice, back = list(table.bag), state.dice, move.path if move.name == EXCHANGE else ()
        laid = [self._setup.held(code) for square, code in move.changes if not state.squares[square]]
        hand = list(table.hands[move.player])
        for code in back or laid:
            hand.remove(code)
        wanted = self.size - len(hand)
        new, bag = bag[:wanted], bag[wanted:]
        for code in back:
            bag.insert(drawn(state.seed, dice, len(bag) + 1), code)
            dice += 1
        hands = list(table.hands)
        hands[move.player] = tuple(sorted([*hand, *new]))
        return LetterTable(tuple(hands), tuple(bag)), dice

    def seen(self, state: State, viewer: int) -> State:
        """Return a position as a player sees it (NOBODY: a watcher)."""
        hands = [hand if player == viewer else (HIDDEN,) * len(hand)
                 for player, hand in enumerate(state.table.hands)]  # fmt: skip
        last = state.last and self.seen_move(state.last, viewer)
        table = LetterTable(tuple(hands), (HIDDEN,) * len(state.table.bag))
        return state._replace(table=table, last=last)

    def seen_move(self, move: Move, viewer: int) -> Move:
        """Return what a player sees of a move: of others' exchanges how many letters they are."""
        if move.name != EXCHANGE or move.player == viewer:
            return move
        return move._replace(path=(HIDDEN,) * len(move.path))

    def completed(self, view: State, player: int, draw: Callable[[int], int]) -> State:
        """Return a position in which the letters that a player does not see are mixed."""
        known = view.table.hands[player] if player != NOBODY else ()
        whole = Counter(self._setup.bag) + Counter(map(self._setup.held, filter(None, self._setup.start)))
        pool = sorted((whole - Counter(map(self._setup.held, view.squares)) - Counter(known)).elements())
        hands = []
        for holder, hand in enumerate(view.table.hands):
            guess = () if holder == player else [pool.pop(draw(len(pool))) for _ in hand]
            hands.append(hand if holder == player else tuple(sorted(guess)))
        bag = [pool.pop(draw(len(pool))) for _ in view.table.bag]
        return view._replace(table=LetterTable(tuple(hands), tuple(bag)))

    def lines(self, view: State, player: int) -> tuple[str, ...]:
        """Return what stands beside the board: a player's letters, and how many the others have."""
        hands, players = view.table.hands, self._setup.players
        own = () if player == NOBODY else (f"Letters: {self.spelled(hands[player])}",)
        rest = [(players[one], len(hand)) for one, hand in enumerate(hands) if one != player]
        others = [f"{name} has {plural(count, 'letter')}." for name, count in rest]
        said = [one.statement.text for one in self._setup.description.all("score") if "PLACE" in one.found]
        marks = (f"On + (letters) and * (words): {', '.join(said)}.",) if said else ()
        return (*own, *others, f"In the bag: {len(view.table.bag)}.", *marks)

    def spelled(self, codes: Iterable[int]) -> str:
        """Return letters as text, in their order."""
        return "".join(sorted([self._setup.pieces[code].letter for code in codes]))

    def refusal(self, text: str, hand: Iterable[int], best: str, swap: str) -> str:
        """Return why no move can be made as a text says, with a word and an exchange that can."""
        word = next(iter(text.split()), "")
        if word.lower() == EXCHANGE:
            how = f"name some of your letters, {self.spelled(hand)}: {swap}" if swap else "none can be now"
            return f"To exchange letters, {how}."
        if not word.isalpha():
            told = f'"{text}" is not a move.' if text else "An empty line is not a move."
        elif word.lower() not in self.finder.words:
            told = f"{word.upper()} is not in the dictionary."
        else:
            told = f"{word.upper()} cannot be laid so with {self.spelled(hand)}."
        return f"{told} A word is said with its first and its last square: {best}." if best else told
