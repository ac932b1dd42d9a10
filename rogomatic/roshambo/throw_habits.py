"""Forecasts of a side's next throw as log-odds, each based on one context, with a reason in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from rogomatic.roshambo.forecast_mixture import NO_ODDS, Odds, log_odds
from rogomatic.roshambo.throws import NAMES, THROWS

_PRIOR: Final = 0.4  # of each throw in a new context
_NONE: Final = 3  # stands for a throw before the first turn
_SEEN: Final = 3  # turns that keys look back


class Context(NamedTuple):
    """A kind of context, such as the last throw of a side.

    words  template of the reason; it contains names of throws, results, and moves
    fade   factor by which the counts of a context are multiplied in each turn in which this context occurs,
           before the new throw is counted
    base   what is counted: the throws themselves (""), or how far each throw is from the last throw of this
           side ("own") or of the other side ("other")
    """

    words: str
    fade: float
    base: str = ""


_LATE: Final = ", lately"
CONTEXTS: Final = (
    Context("{you} favor {throw}" + _LATE, 0.95),
    Context("{you} favor {throw}", 0.99),
    Context("after {your} {own} {you} throw {throw}", 1.0),
    Context("after {your} {own} {you} throw {throw}" + _LATE, 0.9),
    Context("after {my} {other} {you} throw {throw}", 1.0),
    Context("after {my} {other} {you} throw {throw}" + _LATE, 0.9),
    Context("after {your} last two throws {you} throw {throw}", 1.0),
    Context("after {my} last two throws {you} throw {throw}", 1.0),
    Context("after {your} {own} and {my} {other} {you} throw {throw}", 1.0),
    Context("after {your} {own} and {my} {other} {you} throw {throw}" + _LATE, 0.9),
    Context("after two such turns {you} throw {throw}", 1.0),
    Context("after two such turns {you} throw {throw}" + _LATE, 0.9),
    Context("after {your} last three throws {you} throw {throw}", 1.0),
    Context("after {my} last three throws {you} throw {throw}", 1.0),
    Context("after three such turns {you} throw {throw}", 0.9),
    Context("{you} consider how often {you} threw each", 1.0),
    Context("{you} consider how often {you} threw each" + _LATE, 0.9),
    Context("{you} consider how often {i} threw each", 1.0),
    Context("{you} throw {throw} every other turn", 1.0),
    Context("after {your} last two throws and {my} {other} {you} throw {throw}", 0.95),
    Context("{you} {own_move}", 0.95, "own"),
    Context("after a {result} {you} {own_move}", 1.0, "own"),
    Context("after a {result} {you} {own_move}" + _LATE, 0.9, "own"),
    Context("after two such results {you} {own_move}", 0.98, "own"),
    Context("after a {result} and such a move {you} {own_move}", 0.98, "own"),
    Context("after such a move {you} {own_move}", 0.95, "own"),
    Context("{you} {other_move}", 0.95, "other"),
    Context("after a {result} {you} {other_move}", 0.95, "other"),
    Context("after such a move of mine {you} {other_move}", 0.95, "other"),
)
MOVES: Final = (
    ("repeat {your} throw", "beat {your} own throw", "throw what {your} own throw beats"),
    ("copy {my} throw", "beat {my} throw", "throw what {my} throw beats"),
)
"""What a side does if its next throw is 0, 1, or 2 above its own last throw, or the other side's."""
_RESULTS: Final = ("tie", "win", "loss")
_PLAIN: Final = {"you": "you", "your": "your", "i": "I", "my": "my"}
_MIRRORED: Final = {"you": "I", "your": "my", "i": "you", "my": "your"}


def spoken(template: str, *, mirrored: bool = False, **words: str) -> str:
    """Return a text about a habit.  If `mirrored` is false, the text addresses the side with the habit.

    If `mirrored` is true, it addresses the other side.

    >>> spoken("{you} copy {my} throw"), spoken("{you} copy {my} throw", mirrored=True)
    ('you copy my throw', 'I copy your throw')
    """
    return template.format(**(_MIRRORED if mirrored else _PLAIN), **words)


_FADES: Final[tuple[float, ...]] = tuple(context.fade for context in CONTEXTS)
_BASES: Final = tuple(context.base for context in CONTEXTS)


class ThrowHabits:
    """Counts of the next throws of one side, in each kind of context."""

    def __init__(self) -> None:
        self._tables: list[dict[int, list[float]]] = [{} for _ in CONTEXTS]
        self._keys: Sequence[int] = ()
        self._shifts: Sequence[int] = ()  # the last throw of the base of each context
        self._lasts = (_NONE, _NONE)
        self._own = [0] * THROWS  # how often each throw was thrown
        self._other = [0] * THROWS

    def learn(self, own: int, other: int) -> None:
        """Count the throws of a turn: `own` of this side, and `other` of the other side."""
        for table, key, fade, shift in zip(self._tables, self._keys, _FADES, self._shifts, strict=True):
            counts = table.get(key)
            if counts is None:
                counts = table[key] = [_PRIOR] * THROWS
            elif fade < 1:
                rest = _PRIOR * (1 - fade)
                counts[:] = [count * fade + rest for count in counts]
            counts[(own - shift) % THROWS] += 1
        self._own[own] += 1
        self._other[other] += 1

    def forecasts(self, own: Sequence[int], other: Sequence[int]) -> list[Odds]:
        """Return the log-odds of this side's next throw in each context, given all throws of both sides."""
        self._keys = self._keys_of(own, other)
        if own:
            self._lasts = own[-1], other[-1]
        lasts = {"": 0, "own": self._lasts[0] % _NONE, "other": self._lasts[1] % _NONE}
        self._shifts = [lasts[base] for base in _BASES]
        found: list[Odds] = []
        for table, key, shift in zip(self._tables, self._keys, self._shifts, strict=True):
            counts = table.get(key)
            found.append(NO_ODDS if counts is None else log_odds(counts[0], counts[1], counts[2], shift))
        return found

    def words(self, number: int, throw: int, *, mirrored: bool = False) -> str:
        """Return why a context predicts a throw.  Return "" before the first turn.

        The text addresses this side.  If `mirrored` is true, the text addresses the other side.
        """
        own, other = self._lasts
        if own == _NONE:
            return ""
        moves = [
            spoken(moves[(throw - last) % THROWS], mirrored=mirrored)
            for moves, last in zip(MOVES, (own, other), strict=True)
        ]
        return spoken(
            CONTEXTS[number].words, mirrored=mirrored, throw=NAMES[throw], own=NAMES[own], other=NAMES[other],
            result=_RESULTS[(own - other) % THROWS], own_move=moves[0], other_move=moves[1],
        )  # fmt: skip

    def _keys_of(self, own: Sequence[int], other: Sequence[int]) -> tuple[int, ...]:
        """Return, for each kind of context, the key of the present context in the table of this kind."""
        near = [*[_NONE] * (_SEEN - len(own)), *own[-_SEEN:]]
        far = [*[_NONE] * (_SEEN - len(other)), *other[-_SEEN:]]
        own_3, own_2, own_1 = near
        other_3, other_2, other_1 = far
        both = own_1 * 4 + other_1
        two = (both * 4 + own_2) * 4 + other_2
        result, earlier = (own_1 - other_1) % THROWS, (own_2 - other_2) % THROWS
        move = (own_1 - own_2) % THROWS
        mine, theirs = _order_of(self._own), _order_of(self._other)
        return (
            0, 0, own_1, own_1, other_1, other_1, own_1 * 4 + own_2, other_1 * 4 + other_2,
            both, both, two, two, (own_1 * 4 + own_2) * 4 + own_3, (other_1 * 4 + other_2) * 4 + other_3,
            (two * 4 + own_3) * 4 + other_3, mine, mine, theirs, len(own) % 2, both * 4 + own_2,
            0, result, result, result * 3 + earlier, result * 3 + move, move,
            0, result, (other_1 - other_2) % THROWS,
        )  # fmt: skip


def _order_of(counts: Sequence[int]) -> int:
    """Return a code number for the order of the counts.

    Two lists get the same number if the same counts are the greatest and the same counts are the least.

    >>> _order_of([5, 5, 2]), _order_of([1, 1, 1])
    (35, 63)
    """
    most, least = max(counts), min(counts)
    bits = [count == most for count in counts] + [count == least for count in counts]
    return sum(bit << place for place, bit in enumerate(bits))
