"""Twenty simple bots, the usual opponents in tournaments."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from rogomatic.roshambo.throws import ROCK, SCISSORS, THROWS, Past
from rogue.shared.seeds import Dice

_DIGITS: Final = 1200
_STRINGS: Final = 13
_FOURS: Final = 4  # length of the sequences that occur once in a string
_LETTERS: Final = """A match at rock, paper and scissors looks like a test of luck, and between two honest
dice it is one. Between two people it is not, since nobody can be random at will. We fear to repeat ourselves,
we leave a throw that has just lost, and we come back too soon to the one that won. A machine needs no insight
into any of this. It keeps a count of what came after what, and the counts say where the habit lies, long
before the one who has the habit could name it. Then the game changes. Whoever feels that he is read will turn
his habit round, and the reader who goes on trusting old counts is led by the nose. So a good player asks not
only what the other does, but what the other thinks that he himself will do, and what follows from that. There
is no need to climb for ever: after three such steps the circle is closed, as the fourth is again the first.
What is left is to notice which of these steps has paid of late. In the dungeon it is the same: a troll that
comes straight at you is an open book, a bat is a pair of dice."""


TEXT: Final = tuple(ord(letter) % 3 for letter in " ".join(_LETTERS.split())[:1000])
_CLEAR_LEAD: Final = 1.1  # factor by which the commonest rotation must lead
_HOPELESS: Final = -40  # points below which the rotation watcher throws at random


def digits_of_pi(count: int) -> list[int]:
    """Return the first `count` digits of pi, including the 3.

    >>> digits_of_pi(10)
    [3, 1, 4, 1, 5, 9, 2, 6, 5, 3]
    """
    unit = 10 ** (count + 10)
    sixteenth = 4 * _arccot(5, unit) - _arccot(239, unit)
    return [int(digit) for digit in str(4 * sixteenth)[:count]]


def _arccot(number: int, unit: int) -> int:
    """Return arccot(number) * unit as an integer."""
    term = total = unit // number
    odd, sign = 1, 1
    while term:
        term //= number * number
        odd, sign = odd + 2, -sign
        total += sign * (term // odd)
    return total


def de_bruijn_string(dice: Dice) -> list[int]:
    """Return a random cyclic de Bruijn sequence.

    It has 81 throws in which every possible run of four throws occurs exactly once.  The sequence is an
    Eulerian circuit of a graph.  Each node of the graph is a run of three throws, and each edge is a run of
    four throws.
    """
    places = 3 ** (_FOURS - 1)
    roads: list[list[int]] = []
    for _ in range(places):
        first, second = dice.below(3), dice.below(2)
        order = [first, (first + 1 + second) % 3, (first + 2 - second) % 3]
        roads.append(order)
    trip: list[int] = []
    waiting = [0]
    while waiting:
        place = waiting[-1]
        if roads[place]:
            waiting.append((place * 3 + roads[place].pop()) % places)
        else:
            trip.append(waiting.pop())
    return [place % 3 for place in reversed(trip)][1:]


DE_BRUIJN: Final = tuple(throw for number in range(_STRINGS) for throw in de_bruijn_string(Dice(4, number)))
PI: Final = tuple(digit % 3 for digit in digits_of_pi(_DIGITS) if digit)


ThrowRule = Callable[[Past, Dice], int]


class RuleBot:
    """A bot that follows a rule.  A rule is a function that returns a throw, given past throws and dice.

    The rules are modeled on descriptions of the dummy bots of the First International RoShamBo Programming
    Competition (1999).  Most rules that need earlier throws begin with a random throw.
    """

    def __init__(self, rule: ThrowRule) -> None:
        self._rule = rule

    def choose(self, past: Past, dice: Dice) -> int:
        """Return the throw that the rule chooses."""
        return self._rule(past, dice)


class SumThatReacts:
    """A bot whose throw is usually computed from the last turn.

    The throw is (own last throw + other side's last throw + gear) modulo 3.  Here the gear is a number that
    changes after losses.
    """

    def __init__(self) -> None:
        self._gear = 0
        self._changed = 0  # turns and score at the last change of gear
        self._score = 0

    def choose(self, past: Past, dice: Dice) -> int:
        """Shift the gear if the bot is losing, then return a throw."""
        if not past.own:
            return random_throw(past, dice)
        since, behind = len(past.own) - self._changed, self._score - past.score
        if behind >= 3 and (since <= 20 or behind * 10 >= since):
            self._gear += 2
            self._changed, self._score = len(past.own), past.score
        if dice.below(100) < 80:
            return (past.own[-1] + past.other[-1] + self._gear) % THROWS
        return random_throw(past, dice)


def random_throw(_past: Past, dice: Dice) -> int:
    """Throw at random."""
    return dice.below(THROWS)


def always_rock(_past: Past, _dice: Dice) -> int:
    """Throw rock."""
    return ROCK


def rotate_up(past: Past, _dice: Dice) -> int:
    """Throw rock, paper, scissors in turn."""
    return len(past.own) % THROWS


def rotate_down(past: Past, _dice: Dice) -> int:
    """Throw rock, scissors, paper in turn."""
    return -len(past.own) % THROWS


def mostly_scissors(_past: Past, dice: Dice) -> int:
    """Throw rock 20 %, paper 20 %, and scissors 60 % of the time."""
    return min(dice.below(5), SCISSORS)


def beat_last(past: Past, dice: Dice) -> int:
    """Beat the other side's last throw."""
    return (past.other[-1] + 1) % THROWS if past.other else random_throw(past, dice)


def copy_last(past: Past, dice: Dice) -> int:
    """Copy the other side's last throw."""
    return past.other[-1] if past.other else random_throw(past, dice)


def beat_favourite(past: Past, _dice: Dice) -> int:
    """Beat the other side's most frequent throw.

    If several throws are equally frequent, beat the one with the highest number.
    """
    counts = _counts(past.other)
    favourite = max(range(THROWS), key=lambda throw: (counts[throw], throw))
    return (favourite + 1) % THROWS


def never_again(past: Past, dice: Dice) -> int:
    """Throw one of the two throws that differ from the bot's last throw."""
    return (past.own[-1] + 1 + dice.below(2)) % THROWS if past.own else random_throw(past, dice)


def seldom_again(past: Past, dice: Dice) -> int:
    """Repeat the bot's last throw 12 % of the time, and throw each other throw 44 % of the time."""
    if not past.own:
        return random_throw(past, dice)
    drawn = dice.below(100)
    return (past.own[-1] + (0 if drawn < 12 else 1 if drawn < 56 else 2)) % THROWS


def even_out(past: Past, dice: Dice) -> int:
    """Throw the bot's rarest throw 80 % of the time, and each other throw 10 %.

    If two throws are equally rare, throw each of them 45 % of the time, and the third 10 %.
    """
    rarest = _rarest(past.own)
    drawn = dice.below(100)
    if len(rarest) == 1:
        return (rarest[0] + (0 if drawn < 80 else 1 if drawn < 90 else 2)) % THROWS
    if len(rarest) == 2:
        third = THROWS - sum(rarest)
        return rarest[drawn >= 45] if drawn < 90 else third
    return random_throw(past, dice)


def beat_rarest(past: Past, dice: Dice) -> int:
    """Beat the other side's rarest throw.

    If two of its throws are equally rare, choose whichever of these two beats the other one.
    """
    rarest = _rarest(past.other)
    if len(rarest) == 1:
        return (rarest[0] + 1) % THROWS
    if len(rarest) == 2:
        return rarest[1] if (rarest[0] + 1) % THROWS == rarest[1] else rarest[0]
    return random_throw(past, dice)


def foxtrot(past: Past, dice: Dice) -> int:
    """In odd turns, throw at random.

    In even turns, add the turn's number to the bot's last throw, modulo 3, and throw the result.
    """
    turn = len(past.own) + 1
    return random_throw(past, dice) if turn % 2 else (past.own[-1] + turn) % THROWS


def de_bruijn(past: Past, _dice: Dice) -> int:
    """Throw the throws of de Bruijn sequences, one after the other.

    In such a sequence, every possible run of four throws occurs equally often.
    """
    return DE_BRUIJN[len(past.own) % len(DE_BRUIJN)]


def pi_digits(past: Past, _dice: Dice) -> int:
    """Throw the nonzero digits of pi modulo 3."""
    return PI[len(past.own) % len(PI)]


def fixed_text(past: Past, _dice: Dice) -> int:
    """Go through a fixed text.  In each turn, throw the code of the next character, modulo 3."""
    return TEXT[len(past.own) % len(TEXT)]


def watch_rotations(past: Past, dice: Dice) -> int:
    """Beat the throw that the other side's most frequent rotation leads to.

    A rotation is the change from one throw to the next.  If this rotation has no clear lead, choose the throw
    that loses only if the other side makes its rarest rotation.
    """
    if len(past.other) < 2 or past.score < _HOPELESS:
        return random_throw(past, dice)
    steps = [(later - earlier) % THROWS for earlier, later in zip(past.other, past.other[1:], strict=False)]
    counts = _counts(steps)
    ordered = sorted(range(THROWS), key=lambda step: (-counts[step], step))
    last = past.other[-1]
    if counts[ordered[0]] > counts[ordered[1]] * _CLEAR_LEAD:
        return (last + ordered[0] + 1) % THROWS
    return (last + ordered[2] + 2) % THROWS  # beats one of the remaining two and ties with the other


def copy_with_drift(past: Past, dice: Dice) -> int:
    """Copy the other side's last throw half of the time.

    Rotate all throws by an amount that begins at 0 and grows by 2 after every 111 turns.
    """
    if not past.own:
        return random_throw(past, dice)
    throw = past.other[-1] if dice.below(2) else random_throw(past, dice)
    return (throw + 2 * (len(past.own) // 111)) % THROWS


def sum_with_drift(past: Past, dice: Dice) -> int:
    """Half of the time, throw the sum of both sides' last throws.

    Rotate the sum by an amount that begins at 0 and grows by 2 after every 200 turns.
    """
    if not past.own or dice.below(2):
        return random_throw(past, dice)
    return (past.own[-1] + past.other[-1] + 2 * (len(past.own) // 200)) % THROWS


def _counts(throws: list[int]) -> list[int]:
    return [throws.count(throw) for throw in range(THROWS)]


def _rarest(throws: list[int]) -> list[int]:
    counts = _counts(throws)
    return [throw for throw in range(THROWS) if counts[throw] == min(counts)]


RULES: Final[tuple[ThrowRule, ...]] = (
    random_throw, always_rock, rotate_up, rotate_down, mostly_scissors, beat_last, copy_last, beat_favourite,
    never_again, seldom_again, even_out, beat_rarest, foxtrot, de_bruijn, pi_digits, fixed_text,
    watch_rotations, copy_with_drift, sum_with_drift,
)  # fmt: skip
"""The rules of S1 to S19, in order.  S20 keeps a state, and is a class."""
