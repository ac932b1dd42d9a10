"""Games of letters, where words are laid from hands that are drawn from a bag."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain, combinations
from typing import Any, Final, NamedTuple

from rogue.eggg.rules.setup import Setup
from rogue.eggg.rules.squares import RIGHT, STRAIGHT, Squares
from rogue.shared.board_games import HIDDEN, NO_SQUARE, NOBODY, Move, State
from rogue.shared.seeds import drawn, mixed
from rogue.shared.wording import plural

WORD: Final = "word"
_END: Final = 0  # key of the tree of letters where a word ends
Tree = dict[int, Any]


class _Search(NamedTuple):
    """Search for words on a line.

    codes   letters on the line; 0 means an empty square
    fits    codes that make words across the line; None means any code
    left    number of each letter in hand, by code; blanks last
    anchor  index of a square that every word must cover
    found   (index of the first square, letters) of each word
    """

    codes: Sequence[int]
    fits: Sequence[frozenset[int] | None]
    left: list[int]
    anchor: int
    found: list[tuple[int, tuple[int, ...]]]

    def drawn(self, code: int) -> int:
        """Return the code of the tile in hand that can show a letter, perhaps a blank; 0 means no tile."""
        return code if self.left[code] else len(self.left) - 1 if self.left[-1] else 0


class WordFinder:
    """Finder of the words of a dictionary on one board.  Lines of axis 0 are rows, lines of axis 1 columns.

    After Appel and Jacobson: The World's Fastest Scrabble Program, 1988.
    """

    def __init__(
        self, board: Squares, words: Iterable[str], codes: Mapping[str, int], blank: int = 0
    ) -> None:
        """Make a finder of words in small letters.  `codes` has the code of each letter.

        A blank laid as a letter has the code `blank` + the code of the letter.
        """
        self.words = frozenset(words)
        self._board, self._blank = board, blank
        self._letters = {code: letter for letter, code in codes.items()}
        self._tree: Tree = {}
        for word in sorted(self.words):
            if codes.keys() >= set(word):
                node = self._tree
                for letter in word:
                    node = node.setdefault(codes[letter], {})
                node[_END] = True
        rows = [[board.at(column, row) for column in range(board.columns)] for row in range(board.rows)]
        self._lines = (rows, [list(column)[::-1] for column in zip(*rows, strict=True)])
        self._places = [{square: (line, number) for line in lines for number, square in enumerate(line)}
                        for lines in self._lines]  # fmt: skip

    def moves(self, squares: Sequence[int], hand: Iterable[int], player: int, axis: int) -> list[Move]:
        """Return a move for each word that a player can lay on a line of an axis.

        A move changes all squares of its word.  Its path has the squares of the word and of words across it.
        """
        left = [0] * (max(self._letters) + 2)
        for code in hand:
            left[code] += 1
        anchors, found = self._anchors(squares), list[Move]()
        for line in self._lines[axis]:
            if not anchors.isdisjoint(line):
                for begin, word in self._on_line(line, axis, squares, left, anchors):
                    found.append(self._move(line[begin : begin + len(word)], word, squares, player, axis))
        return found

    def _anchors(self, squares: Sequence[int]) -> frozenset[int]:
        """Return the empty squares beside letters.  On an empty board, return the middle."""
        links = [self._board.links[way] for way in STRAIGHT]
        beside = {link[square] for square, code in enumerate(squares) if code for link in links} - {NO_SQUARE}
        free = frozenset(square for square in beside if not squares[square])
        return free if any(squares) else self._board.place(("middle",), RIGHT)

    def _on_line(
        self, line: Sequence[int], axis: int, squares: Sequence[int], left: list[int], anchors: frozenset[int]
    ) -> list[tuple[int, tuple[int, ...]]]:
        """Return (index of the first square, letters) of each word that fits on a line."""
        codes, found = [self._plain(squares[square]) for square in line], list[tuple[int, tuple[int, ...]]]()
        fits = [None if codes[number] else self._fitting(squares, square, axis, left)
                for number, square in enumerate(line)]  # fmt: skip
        free = 0  # squares before an anchor that are neither taken nor anchors
        for number, square in enumerate(line):
            if square not in anchors:
                free = 0 if codes[number] else free + 1
                continue
            search = _Search(codes, fits, left, number, found)
            before = number
            while before and codes[before - 1]:
                before -= 1
            node: Tree | None = self._tree
            for code in codes[before:number]:
                node = node.get(code) if node else None
            if before < number and node:
                self._extend(search, node, number, tuple(codes[before:number]))
            elif before == number:
                self._begin(search, self._tree, (), free)
            free = 0
        return found

    def _begin(self, search: _Search, node: Tree, prefix: tuple[int, ...], free: int) -> None:
        """Find the words that begin with `prefix`.  At most `free` more letters come before the anchor."""
        self._extend(search, node, search.anchor, prefix)
        for code, child in node.items() if free else ():
            if code != _END and (held := search.drawn(code)):
                search.left[held] -= 1
                self._begin(search, child, (*prefix, code if held == code else held + code), free - 1)
                search.left[held] += 1

    def _extend(self, search: _Search, node: Tree, at: int, prefix: tuple[int, ...]) -> None:
        """Find the words that continue `prefix` from the square with index `at`."""
        here = search.codes[at] if at < len(search.codes) else 0
        if here:
            if here in node:
                self._extend(search, node[here], at + 1, (*prefix, here))
            return
        if _END in node and at > search.anchor:
            search.found.append((at - len(prefix), prefix))
        if at == len(search.codes):
            return
        fits, left = search.fits[at], search.left
        for code, child in node.items():
            if code != _END and (fits is None or code in fits) and (held := search.drawn(code)):
                left[held] -= 1
                self._extend(search, child, at + 1, (*prefix, code if held == code else held + code))
                left[held] += 1

    def _across(self, squares: Sequence[int], square: int, axis: int) -> list[int]:
        """Return the squares of the word that contains a square and crosses the lines of an axis."""
        line, number = self._places[1 - axis][square]
        begin, end = number, number + 1
        while begin and squares[line[begin - 1]]:
            begin -= 1
        while end < len(line) and squares[line[end]]:
            end += 1
        return line[begin:end]

    def _fitting(
        self, squares: Sequence[int], square: int, axis: int, left: Sequence[int]
    ) -> frozenset[int] | None:
        """Return the letters in hand that make a word across a square.  None means that any letter fits."""
        run = self._across(squares, square, axis)
        if len(run) == 1:
            return None
        letters = [self._letters.get(self._plain(squares[one]), "") for one in run]
        before, behind = "".join(letters[: run.index(square)]), "".join(letters[run.index(square) :])
        held = [one for one in self._letters.items() if left[one[0]] or left[-1]]
        return frozenset(code for code, letter in held if f"{before}{letter}{behind}" in self.words)

    def _plain(self, code: int) -> int:
        """Return the code of the letter that a tile on a square shows, even if the tile is a blank."""
        return code - self._blank if code > self._blank > 0 else code

    def _move(
        self, line: list[int], word: Sequence[int], squares: Sequence[int], player: int, axis: int
    ) -> Move:
        runs = [self._across(squares, square, axis) for square in line if not squares[square]]
        path = tuple(chain(line, *(run for run in runs if len(run) > 1)))
        changes = tuple([(at, squares[at] or code) for at, code in zip(line, word, strict=True)])
        return Move(player, WORD, line[0], line[-1], changes, (), path)


EXCHANGE: Final = "exchange"


class LetterTable(NamedTuple):
    """Letters of the players, kept as `State.table`.  In a view, unseen letters are HIDDEN.

    hands   sorted content codes of the letters of each player
    bag     content codes still to be drawn, the next one first
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
        """Shuffle the bag, and deal.  Return the hands, and how many random numbers were drawn so far."""
        bag, dice = mixed(self._setup.bag, seed, dice)
        hands = []
        for _ in self._setup.players:
            hands.append(tuple(sorted(bag[: self.size])))
            del bag[: self.size]
        return LetterTable(tuple(hands), tuple(bag)), dice

    def exchanges(self, state: State, player: int) -> list[Move]:
        """Return a move for each set of letters to exchange.  A set is not larger than the bag."""
        hand, bag = state.table.hands[player], state.table.bag
        counts = range(1, min(len(hand), len(bag)) + 1)
        chosen = dict.fromkeys(letters for count in counts for letters in combinations(hand, count))
        return [Move(player, EXCHANGE, NO_SQUARE, NO_SQUARE, (), (), letters) for letters in chosen]

    def after(self, state: State, move: Move) -> tuple[LetterTable, int]:
        """Return the hands after a move, and how many random numbers were drawn so far."""
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
        """Return what `viewer` sees of a position.  The viewer is a player, or NOBODY for a watcher."""
        hands = [hand if player == viewer else (HIDDEN,) * len(hand)
                 for player, hand in enumerate(state.table.hands)]  # fmt: skip
        last = state.last and self.seen_move(state.last, viewer)
        table = LetterTable(tuple(hands), (HIDDEN,) * len(state.table.bag))
        return state._replace(table=table, last=last)

    def seen_move(self, move: Move, viewer: int) -> Move:
        """Return a move as a player sees it.  Other players' exchanges show only the number of letters."""
        if move.name != EXCHANGE or move.player == viewer:
            return move
        return move._replace(path=(HIDDEN,) * len(move.path))

    def completed(self, view: State, player: int, draw: Callable[[int], int]) -> State:
        """Return a position in which the letters that a player does not see are mixed at random."""
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
        """Return the lines beside the board: the player's letters, and the sizes of the other hands."""
        hands, players = view.table.hands, self._setup.players
        own = () if player == NOBODY else (f"Letters: {self.spelled(hands[player])}",)
        rest = [(players[one], len(hand)) for one, hand in enumerate(hands) if one != player]
        others = [f"{name} has {plural(count, 'letter')}." for name, count in rest]
        said = [one.statement.text for one in self._setup.description.all("score") if "PLACE" in one.found]
        marks = (f"On + (letters) and * (words): {', '.join(said)}.",) if said else ()
        return (*own, *others, f"In the bag: {len(view.table.bag)}.", *marks)

    def spelled(self, codes: Iterable[int]) -> str:
        """Return letters as a text, in alphabetical order."""
        return "".join(sorted([self._setup.pieces[code].letter for code in codes]))

    def refusal(self, text: str, hand: Iterable[int], best: str, swap: str) -> str:
        """Return why no move matches a text.  `best` and `swap` are examples of possible moves."""
        word = next(iter(text.split()), "")
        if word.lower() == EXCHANGE:
            how = f"To exchange letters, name some of yours, {self.spelled(hand)}: {swap}."
            return how if swap else "You cannot exchange letters now."
        if not word.isalpha():
            told = f'"{text}" is not a move.' if text else "An empty line is not a move."
        elif word.lower() not in self.finder.words:
            told = f"{word.upper()} is not in the dictionary."
        else:
            told = f"{word.upper()} cannot be placed there with {self.spelled(hand)}."
        return f"{told} Type a word with its first and last square: {best}." if best else told
