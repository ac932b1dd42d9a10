"""Steps of monsters: what each kind does where a rule expects a certain step."""

from __future__ import annotations

from collections.abc import Mapping
from math import log2
from typing import Final

from rogomatic.predict.predictor import TENTHS, TrackRecord, likeliest

SYMBOLS: Final = 9
STAYS: Final = 8
LENGTHS: Final = 4  # the rule alone; its symbol; with the step before; with what it expected then
FEWEST_CASES: Final = 8  # of a context, from which its prediction may be used
_PRIOR_CASES: Final = 10  # of the overall rate of errors
_FIRST_ERRORS: Final = 0.05  # part of the steps, before any is known
_DECAY: Final = 0.995  # a step, of a length's score
_PRIOR_SCORES: Final = 3  # cases of minus one bit
_THOUSANDTHS: Final = 1000
_BASE: Final = 10  # of context numbers, whose digits are symbols plus 1

Table = Mapping[int, tuple[int, ...]]


def octant(down: int, right: int) -> int:
    """Return the direction nearest to a vector of rows and columns: 0 up, 1 up and right, and so on.

    >>> octant(-3, 1), octant(-3, 2), octant(0, 5), octant(4, 0), octant(1, -1)
    (0, 1, 2, 4, 5)
    """
    big, small = max(abs(down), abs(right)), min(abs(down), abs(right))
    if (big + small) ** 2 < 2 * big * big:  # less than 22.5 degrees off
        if abs(down) > abs(right):
            return 0 if down < 0 else 4
        return 2 if right > 0 else 6
    if down < 0:
        return 1 if right > 0 else 7
    return 3 if right > 0 else 5


def step_symbol(line: tuple[int, int], step: tuple[int, int]) -> int:
    """Return the symbol of a step; both are vectors of rows and columns, the line goes to the hero.

    A step is a symbol relative to the line from the monster to the hero: 0 straight at it, then clockwise
    round to 7, and 8 for staying.  The symbol that the rule expects is known beforehand; every context ends
    with it, so what is learned is how the kind departs from the rule.
    """
    if step == (0, 0):
        return STAYS
    return (octant(*step) - octant(*line)) % 8


def contexts_of(expected: int, last: int) -> list[int]:
    """Return the numbers of the contexts of a moment, the shortest first.

    expected  the symbol of the rule        last  `last_of` the step before, 0 if there is none

    >>> contexts_of(0, 0), contexts_of(8, last_of(0, 4))
    ([1], [9, 59, 159])
    """
    first = expected + 1
    if not last:
        return [first]
    return [first, last % _BASE * _BASE + first, last * _BASE + first]


def last_of(expected: int, step: int) -> int:
    """Return a number for what the rule expected and what came, never 0."""
    return (expected + 1) * _BASE + step + 1


class ErrorRate:
    """How often the rule was wrong, over all kinds."""

    def __init__(self) -> None:
        self.errors = 0
        self.cases = 0

    def rate(self) -> float:
        """Return the share of steps that were not what the rule expected."""
        return (self.errors + _FIRST_ERRORS * _PRIOR_CASES) / (self.cases + _PRIOR_CASES)


class Forecast:
    """What is expected of the next step.

    chances    of each symbol        top    the likeliest, the lowest among equals
    cases      of the context that spoke, 0 for the rule alone
    certainty  how far the top is to be trusted, 0 to 1
    """

    def __init__(self, chances: list[float], top: int, cases: int, certainty: float) -> None:
        self.chances = chances
        self.top = top
        self.cases = cases
        self.certainty = certainty


class KindSteps:
    """The steps of one kind of monster, counted by context.

    overall   the errors of the rule over all kinds; it is added to
    counts    context -> steps by symbol, of this game and of earlier ones
    own       the same of this game only
    """

    def __init__(self, overall: ErrorRate, steps: Table, forecasts: Table) -> None:
        """Begin with what earlier games have shown (`counts`, and `forecasts` as this class gives them)."""
        self._overall = overall
        self.counts: dict[int, list[int]] = {context: list(row) for context, row in steps.items()}
        self.own: dict[int, list[int]] = {}
        self._record = TrackRecord()
        self._own_record = TrackRecord()
        self._scores = [-_PRIOR_SCORES * _THOUSANDTHS * 1.0] * LENGTHS
        self._weights = [_PRIOR_SCORES * 1.0] * LENGTHS
        self._errors = 0
        self._cases = 0
        for context, row in steps.items():
            if 0 < context < _BASE:
                self._cases += sum(row)
                self._errors += sum(row) - row[context - 1]
        overall.cases += self._cases
        overall.errors += self._errors
        for place, (hits, misses) in forecasts.items():
            probability, agrees = (place % TENTHS + 0.5) / TENTHS, place >= TENTHS
            self._record.note(probability, agrees, True, hits)
            self._record.note(probability, agrees, False, misses)

    def rule(self, expected: int) -> list[float]:
        """Return the chances of the rule alone: its step, and each other one with its share of the errors."""
        rate = (self._errors + _PRIOR_CASES * self._overall.rate()) / (self._cases + _PRIOR_CASES)
        chances = [rate / (SYMBOLS - 1)] * SYMBOLS
        chances[expected] = 1 - rate
        return chances

    def distribution(self, expected: int, last: int) -> tuple[list[float], int]:
        """Return the chances of each symbol, and the cases of the context that they come from."""
        rule = self.rule(expected)
        best, speaker = self._scores[0] / self._weights[0], 0
        contexts = contexts_of(expected, last)
        for length, context in enumerate(contexts, 1):
            if context in self.counts:
                mean = self._scores[length] / self._weights[length]
                if mean >= best:
                    best, speaker = mean, length
        if not speaker:
            return rule, 0
        row = self.counts[contexts[speaker - 1]]
        return _mixed(row, rule), sum(row)

    def forecast(self, expected: int, last: int) -> Forecast:
        """Return what is expected of the next step."""
        chances, cases = self.distribution(expected, last)
        top = likeliest(chances)
        return Forecast(chances, top, cases, self._record.certainty(chances[top], top == expected))

    def observe(self, expected: int, last: int, step: int) -> None:
        """Learn from a step."""
        chances, _ = self.distribution(expected, last)
        top = likeliest(chances)
        for record in (self._record, self._own_record):
            record.note(chances[top], top == expected, step == top)
        rule = self.rule(expected)
        self._score(0, rule[step])
        for length, context in enumerate(contexts_of(expected, last), 1):
            row = self.counts.get(context)
            if row is not None:
                self._score(length, _mixed(row, rule)[step])
                row[step] += 1
            else:
                self.counts[context] = [int(step == symbol) for symbol in range(SYMBOLS)]
            self.own.setdefault(context, [0] * SYMBOLS)[step] += 1
        self._cases += 1
        self._overall.cases += 1
        if step != expected:
            self._errors += 1
            self._overall.errors += 1

    def own_tables(self) -> tuple[dict[int, tuple[int, ...]], dict[int, tuple[int, ...]]]:
        """Return what this game has shown: context -> steps; tenth -> forecasts that came true, and others.

        Forecasts that agreed with the rule are behind those that did not.
        """
        steps = {context: tuple(row) for context, row in sorted(self.own.items())}
        rows = enumerate(self._own_record.rows())
        return steps, {place: (hits, cases - hits) for place, (hits, cases) in rows if cases}

    def _score(self, length: int, chance: float) -> None:
        bits = round(_THOUSANDTHS * log2(chance))
        self._scores[length] = self._scores[length] * _DECAY + bits
        self._weights[length] = self._weights[length] * _DECAY + 1


def _mixed(row: list[int], rule: list[float]) -> list[float]:
    """Return the chances of a context: its counts, and one more case that is shared out as by the rule."""
    cases = sum(row) + 1
    return [(count + share) / cases for count, share in zip(row, rule, strict=True)]


class StepRow:
    """The steps of one monster as a row of symbols: what the rule expects is given, what it does observed."""

    def __init__(self, kind: KindSteps) -> None:
        self._kind = kind
        self._expected = 0
        self._last = 0

    def given(self, symbol: int) -> None:
        """Take in what the rule expects next."""
        self._expected = symbol

    def observe(self, symbol: int) -> None:
        """Take in the step, and learn from it."""
        self._kind.observe(self._expected, self._last, symbol)
        self._last = last_of(self._expected, symbol)

    def cut(self) -> None:
        """Begin anew: the monster was out of sight."""
        self._last = 0

    def distribution(self) -> list[float]:
        """Return the probability of each symbol."""
        return self._kind.distribution(self._expected, self._last)[0]

    def top(self) -> int:
        """Return the likeliest symbol, the lowest among equals."""
        return likeliest(self.distribution())

    def certainty(self) -> float:
        """Return how far the likeliest symbol is to be trusted, 0 to 1."""
        return self._kind.forecast(self._expected, self._last).certainty
