"""A bot that mixes many forecasts of the next throw, with weights learned from the opponent's throws."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Final

from rogomatic.roshambo.context_bots import BestContext, MarkovVotes, PredictorBot
from rogomatic.roshambo.forecast_mixture import ForecastMixture, Odds, best_answer
from rogomatic.roshambo.guess_records import SPEEDS, GuessRecords
from rogomatic.roshambo.history_matcher import HistoryMatcher
from rogomatic.roshambo.throw_habits import CONTEXTS, MOVES, ThrowHabits, spoken
from rogomatic.roshambo.throws import NAMES, THROWS, Bot, Past, points
from rogue.shared.seeds import Dice

_LENGTHS: Final = (1, 2, 3, 4, 5, 6, 8, 10, 13, 16, 20)  # lengths of throw sequences to match in the past
_LONGEST: Final = (20, 6, 3)  # number of longest matches used per kind of guess
_ROWS: Final = ("my throws", "your throws", "the throws of both")
_CONTEXT_WEIGHT: Final = 0.3  # at first
_GUESS_WEIGHT: Final = 0.12  # at first
_RATE: Final = 0.02
_FADE: Final = 0.99  # decay per turn of a candidate's score
_SEATS: Final = 2  # points of view of the mixtures


class _PastRows:
    """For several lengths n: the most recent earlier place with the same n symbols as at the end."""

    def __init__(self, symbols: int) -> None:
        self._symbols = symbols
        self._places: list[dict[int, int]] = [{} for _ in _LENGTHS]
        self._row = self._size = 0

    def add(self, symbol: int) -> list[int]:
        """Append a symbol.

        For each length that has a match, return the place where the latest match of this length ends.
        """
        self._row = (self._row * self._symbols + symbol) % self._symbols ** _LENGTHS[-1]
        self._size += 1
        found: list[int] = []
        for length, places in zip(_LENGTHS, self._places, strict=True):
            if length > self._size:
                break
            row = self._row % self._symbols**length
            found.append(places.get(row, -1))
            places[row] = self._size - 1
        while found and found[-1] < 0:
            found.pop()
        return found


def _matcher() -> Bot:
    return HistoryMatcher()


def _contexts() -> Bot:
    return PredictorBot(BestContext(THROWS), by_value=True)


def _votes() -> Bot:
    return PredictorBot(MarkovVotes(THROWS), by_value=False)


_LINES: Final = tuple(product(range(THROWS), range(THROWS)))  # factors of the last throws of both
_MOVED: Final = ((1, 0), (0, 1))  # those that depend on a single throw
_LIKE: Final = (("Iocaine Powder", _matcher), ("MegaHAL", _contexts), ("ROFLBOT", _votes))
_FURTHER: Final = ("", ", and go one step further", ", and go two steps further")
_KINDS: Final = tuple(product(_ROWS, _LONGEST))
_FIRST_THEIRS: Final = 2 * len(_KINDS)  # the numbers of the first guesses of each sort
_FIRST_OURS: Final = _FIRST_THEIRS + len(CONTEXTS)
_FIRST_LINE: Final = _FIRST_OURS + len(CONTEXTS)
_FIRST_LIKE: Final = _FIRST_LINE + len(_LINES)
GUESSES: Final = _FIRST_LIKE + len(_LIKE)


class MixingPlayer:
    """A bot that mixes forecasts from several sources.

    Among the sources are contexts, matches in the past, and bots that play as if they were the opponent.  The
    bot has several candidates for its throw: the best throw against the mixture; the two rotations of that
    throw; the throw that beats an opponent who foresees the bot's throw; and, for each decay rate in
    `SPEEDS`, the throw that beats the best single guess.  The bot throws the candidate with the best recent
    record.  If no record is above zero, it throws at random.
    """

    def __init__(self) -> None:
        self._rows = (_PastRows(THROWS), _PastRows(THROWS), _PastRows(THROWS * THROWS))
        self._theirs, self._ours = ThrowHabits(), ThrowHabits()
        self._seat = Past()  # the match as the other side sees it
        self._like = [make() for _, make in _LIKE]
        self._records = GuessRecords(GUESSES)
        weights = [_GUESS_WEIGHT] * GUESSES + [_CONTEXT_WEIGHT] * len(CONTEXTS)
        self._mixture = ForecastMixture(weights, _RATE)
        self._expected = ForecastMixture([_CONTEXT_WEIGHT] * len(CONTEXTS), _RATE)
        self._guesses: list[int] = []
        self._candidates: list[int] = []  # throws: of both mixtures, of each speed, of two rotations
        self._earned = [0.0] * (_SEATS + len(SPEEDS) + THROWS - 1)
        self._chances: Odds = (0.0, 0.0, 0.0)
        self._speaker = -1  # the candidate that threw, -1 for the dice

    def choose(self, past: Past, dice: Dice) -> int:
        """Learn from the last turn, and return the next throw."""
        ends: list[list[int]] = [[], [], []]
        if past.own:
            own, other = past.own[-1], past.other[-1]
            self._learn(own, other)
            symbols = (own, other, own * THROWS + other)
            ends = [rows.add(symbol) for rows, symbol in zip(self._rows, symbols, strict=True)]
        theirs = self._theirs.forecasts(past.other, past.own)
        ours = self._ours.forecasts(past.own, past.other)
        self._guesses = self._matched(past, ends, dice)
        self._guesses += [(best_answer(odds) - 1) % THROWS for odds in theirs]
        self._guesses += [best_answer(odds) for odds in ours]
        self._guesses += self._on_lines(past)
        self._guesses += [bot.choose(self._seat, dice) for bot in self._like]
        self._chances = self._mixture.mix([*self._records.forecasts(self._guesses), *theirs])
        return self._chosen(best_answer(self._expected.mix(ours)), dice)

    def _learn(self, own: int, other: int) -> None:
        """Learn from the throws of a turn."""
        self._seat.add(other, own)
        self._theirs.learn(other, own)
        self._ours.learn(own, other)
        self._mixture.learn(other)
        self._expected.learn(own)
        self._records.learn(self._guesses, other)
        self._earned = [
            earned * _FADE + points(throw, other)
            for earned, throw in zip(self._earned, self._candidates, strict=True)
        ]

    def _matched(self, past: Past, ends: Sequence[Sequence[int]], dice: Dice) -> list[int]:
        """Return guesses of the opponent's next throw.

        If the latest throws occurred earlier, guess the throw that the opponent made after them, and the
        throw that beats the bot's throw after them.  If not, guess at random.
        """
        found: list[int] = []
        for places, longest in product(ends, _LONGEST):
            fitting = min(len(places), _LENGTHS.index(longest) + 1)
            if fitting:
                next_turn = places[fitting - 1] + 1
                found += [past.other[next_turn], (past.own[next_turn] + 1) % THROWS]
            else:
                found += [dice.below(THROWS), dice.below(THROWS)]
        return found

    def _on_lines(self, past: Past) -> list[int]:
        """Return guesses that are linear combinations of the last throws of both sides, modulo 3."""
        other, own = (past.other[-1], past.own[-1]) if past.own else (0, 0)
        return [(first * other + second * own) % THROWS for first, second in _LINES]

    def _chosen(self, expected: int, dice: Dice) -> int:
        """Return the candidate with the best record.

        `expected` is the throw that an opponent would make if they foresaw our throw.
        """
        answer = best_answer(self._chances)
        best = [(self._guesses[guess] + turn + 1) % THROWS for guess, turn in self._records.best()]
        rotations = [(answer + turn) % THROWS for turn in range(1, THROWS)]
        self._candidates = [answer, (expected + 1) % THROWS, *best, *rotations]
        most = max(self._earned)
        self._speaker = self._earned.index(most) if most > 0 else -1
        return self._candidates[self._speaker] if most > 0 else dice.below(THROWS)

    def reason(self) -> str:
        """Return the reason for the last throw, addressed to the other side."""
        if self._speaker < 0:
            return "nothing has paid off lately: the dice chose"
        expected = (self._candidates[self._speaker] - 1) % THROWS
        return f"I expected {NAMES[expected]}: {self._words(expected)}"

    def _words(self, expected: int) -> str:
        """Return the reason why the bot expected the throw `expected` from the other side."""
        number = self._speaker - _SEATS
        if self._speaker == 1:
            own = (expected - 1) % THROWS
            return f"you expect that {self._ours.words(self._expected.loudest(own), own, mirrored=True)}"
        if 0 <= number < len(SPEEDS):
            return self._words_of_guess(self._records.best()[number][0], expected)
        likeliest = (self._candidates[0] - 1) % THROWS
        loudest = self._mixture.loudest(likeliest)
        if loudest < GUESSES:
            words = self._words_of_guess(loudest, likeliest)
        else:
            words = self._theirs.words(loudest - GUESSES, likeliest)
        return words if likeliest == expected else f"{words}, but you know that I know"

    def _words_of_guess(self, number: int, expected: int) -> str:
        """Return why the guess `number`, which may be rotated, predicts the throw `expected`."""
        guess = self._guesses[number]
        if _FIRST_LINE <= number < _FIRST_LIKE and _LINES[number - _FIRST_LINE] in _MOVED:
            moves = MOVES[_MOVED.index(_LINES[number - _FIRST_LINE])]
            return f"you {spoken(moves[(expected - guess) % THROWS])}"
        return f"{self._plain_words(number, guess)}{_FURTHER[(expected - guess) % THROWS]}"

    def _plain_words(self, number: int, guess: int) -> str:
        """Return the reason for a guess that is not rotated."""
        if number < _FIRST_THEIRS:
            (row, longest), is_ours = _KINDS[number // 2], number % 2
            words = "expect me to throw" if is_ours else "throw"
            return f"you {words} as when up to {longest} of {row} were the same"
        if number < _FIRST_OURS:
            return self._theirs.words(number - _FIRST_THEIRS, guess)
        if number < _FIRST_LINE:
            words = self._ours.words(number - _FIRST_OURS, (guess - 1) % THROWS, mirrored=True)
            return f"you expect that {words}"
        if number < _FIRST_LIKE:
            return (
                f"you favor {NAMES[guess]}" if number == _FIRST_LINE else "you add up the last throws of both"
            )
        return f"you play like {_LIKE[number - _FIRST_LIKE][0]}"
