"""Ranking of hands by patterns of cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, product
from typing import Final, NamedTuple

from rogue.eggg.language.description import Said, refuse
from rogue.eggg.language.syntax import Node
from rogue.shared.board_games import HIDDEN
from rogue.shared.card_games import ACE, rank_text

_DIGIT: Final = 3  # bits that count the cards of one rank or suit, of at most seven cards
_SUITS_AT: Final = _DIGIT * (ACE + 1)
_RANKS: Final = (1 << _SUITS_AT) - 1
_ANY: Final = -1
_MOST: Final = 8  # values that decide: the class, and a rank for each of seven cards

Place = tuple[int, ...]
"""Class of a hand (a greater class is better), and the ranks that decide within the class."""


class Term(NamedTuple):
    """Card of a pattern: a rank, a distance from this rank, a suit.  A name "" means any rank or any suit."""

    rank: str
    shift: int
    suit: str


class Pattern(NamedTuple):
    """Pattern of a hand.

    ranks  named ranks of the pattern, in the order of their appearance
    needs  for each named rank, pairs (distance from the rank, number of cards)
    """

    name: str
    terms: tuple[Term, ...]
    ranks: tuple[str, ...]
    needs: tuple[tuple[tuple[int, int], ...], ...]


def pattern_of(said: Said) -> Pattern:
    """Return the pattern of a statement such as "Pair is (R, s) and (R, s)".  Raises EgggError."""
    body = said.found["BODY"]
    pairs = body.args if body.op == "and" else (body,)
    terms = tuple(_term(pair, said) for pair in pairs)
    ranks = tuple(dict.fromkeys(term.rank for term in terms if term.rank))
    shifts = [Counter([term.shift for term in terms if term.rank == rank]) for rank in ranks]
    return Pattern(said.found["HEAD"].text, terms, ranks, tuple(tuple(one.items()) for one in shifts))


def _term(pair: Node, said: Said) -> Term:
    """Return a card of a pattern.  Equal capitals stand for equal values, a small letter for any value."""
    if pair.op != "pair" or len(pair.args) != 2:
        refuse(said, "a hand must be a pattern of pairs, as in: (R, s) and (R-1, s)")
    rank, suit = pair.args
    shift = 0
    if rank.op in ("+", "-") and len(rank.args) == 2 and rank.args[1].op == "number":
        shift = int(rank.args[1].number) * (1 if rank.op == "+" else -1)
        rank = rank.args[0]
    for node in (rank, suit):
        if node.op != "word" or len(node.text) != 1:
            refuse(said, "use a single letter for a rank or suit: a capital if equal, else a small one")
    return Term(rank.text if rank.text.isupper() else "", shift, suit.text if suit.text.isupper() else "")


class Ranking:
    """Ranking of hands of one size, the best pattern first.

    All suits are equal.  The highest rank also counts as the rank below the lowest.
    """

    def __init__(self, patterns: Sequence[Pattern], size: int, cards: Sequence[int]) -> None:
        self.patterns, self.size, self.cards = tuple(patterns), size, tuple(cards)
        self._lowest = min(cards, default=0) // 4
        self._codes = [0] * (max(cards, default=0) + 1)
        for one in cards:
            self._codes[one] = (1 << _DIGIT * (one // 4)) + (1 << _SUITS_AT + _DIGIT * (one % 4))
        self._flushes = {size << _DIGIT * suit for suit in range(4)} if size > 1 else set[int]()
        self._by_ranks: dict[int, int] = {}
        self._by_flush: dict[int, int] = {}
        suits = [({term.suit for term in one.terms}, len(one.terms)) for one in patterns]
        self._is_simple = all(  # a table serves patterns that ask of suits only whether all are one
            some == {""} or (len(some) == 1 and count == size) for some, count in suits
        )

    def strength(self, hand: Sequence[int]) -> int:
        """Return a number, greater for better hands.  If a hand has too many cards, its best cards count."""
        if len(hand) > self.size:
            return max(map(self._of_size, combinations(hand, self.size)))
        return self._of_size(hand)

    def _of_size(self, hand: Sequence[int]) -> int:
        if not self._is_simple:
            return _packed(self.place(hand))
        codes = self._codes
        code = sum([codes[one] for one in hand])
        table = self._by_flush if code >> _SUITS_AT in self._flushes else self._by_ranks
        ranks = code & _RANKS
        found = table.get(ranks)
        if found is None:
            found = table[ranks] = _packed(self.place(hand))
        return found

    def place(self, hand: Sequence[int]) -> Place:
        """Return the class of a hand, and the ranks that decide between hands of this class."""
        return self._read(hand)[0]

    def pinned(self, hand: Sequence[int]) -> tuple[int, ...]:
        """Return the cards of a hand that stand for a named rank or suit in the hand's pattern."""
        return self._read(hand)[1]

    def _read(self, hand: Sequence[int]) -> tuple[Place, tuple[int, ...]]:
        """Return (place, pinned cards) of a hand by the first pattern that fits."""
        for number, pattern in enumerate(self.patterns):
            bound = self._best(pattern, hand)
            if bound is not None:
                return (len(self.patterns) - number, *bound[0]), bound[1]
        return (0, *sorted([one // 4 for one in hand], reverse=True)), ()

    def name(self, hand: Sequence[int]) -> str:
        """Return the name and the main ranks of a hand: "Full House 9 4".  Return "" if no pattern fits."""
        if HIDDEN in hand or not hand:
            return ""
        parts = combinations(hand, min(self.size, len(hand)))
        place = max(map(self.place, parts))
        if not place[0]:
            return ""
        pattern = self.patterns[len(self.patterns) - place[0]]
        ranks = place[1 : 1 + max(len(pattern.ranks), 1)]
        texts = [rank_text(ACE if one < self._lowest else one) for one in ranks]
        return " ".join([pattern.name.replace("-", " "), *texts])

    def _best(self, pattern: Pattern, hand: Sequence[int]) -> tuple[Place, tuple[int, ...]] | None:
        """Find the best way in which a hand fits a pattern.  Return None if the hand does not fit.

        Return the ranks that decide between such hands, and the cards that stand for a named rank or suit.
        """
        have = Counter([one // 4 for one in hand])
        choices = [self._choices(needs, have) for needs in pattern.needs]
        found: list[tuple[Place, tuple[int, ...]]] = []
        for values in product(*choices) if len(hand) >= len(pattern.terms) else ():
            if len(set(values)) < len(values):
                continue
            ranks = dict(zip(pattern.ranks, values, strict=True))
            wanted = [self._rank(ranks[one.rank] + one.shift) if one.rank else _ANY for one in pattern.terms]
            bound = next(_assigned(pattern.terms, wanted, list(hand), {}), None)
            if bound is not None:
                named = [one for one, term in zip(bound, pattern.terms, strict=True) if term.rank]
                rest = sorted([one // 4 for one in hand if one not in named], reverse=True)
                pairs = zip(bound, pattern.terms, strict=True)
                pinned = tuple(one for one, term in pairs if term.rank or term.suit)
                found.append(((*values, *rest), pinned))
        return max(found, default=None)

    def _choices(self, needs: Sequence[tuple[int, int]], have: Mapping[int, int]) -> list[int]:
        """Return the ranks that a named rank (a letter) can stand for, given the cards that a hand has."""
        found = [*have, *[self._lowest - 1] * (ACE in have)]
        for shift, count in needs:
            found = [one for one in found if have.get(self._rank(one + shift), 0) >= count]
        return found

    def _rank(self, value: int) -> int:
        return ACE if value == self._lowest - 1 else value


def _assigned(
    terms: Sequence[Term], wanted: Sequence[int], hand: list[int], suits: Mapping[str, int]
) -> Iterator[list[int]]:
    """Yield the ways to assign a card of the hand to each card of a pattern."""
    if not terms:
        yield []
        return
    suit = suits.get(terms[0].suit, -1)
    for one in hand:
        if wanted[0] not in (_ANY, one // 4) or suit not in (-1, one % 4):
            continue
        known = {**suits, terms[0].suit: one % 4} if terms[0].suit else suits
        left = [other for other in hand if other != one]
        for rest in _assigned(terms[1:], wanted[1:], left, known):
            yield [one, *rest]
        if wanted[0] != _ANY and not terms[0].suit:
            return  # the other cards of that rank would do as well


def _packed(place: Place) -> int:
    """Return a place as one number.  Numbers have the same order as places."""
    number = 0
    for at in range(_MOST):
        number = number << 4 | (place[at] if at < len(place) else 0)
    return number
