"""Rows of throws that are the same in every match."""

from __future__ import annotations

from typing import Final

from rogue.shared.seeds import Dice

_DIGITS: Final = 1200
_STRINGS: Final = 13
_FOURS: Final = 4  # all rows of so many throws come once in a string
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


def digits_of_pi(count: int) -> list[int]:
    """Return digits of pi, beginning with the 3.

    >>> digits_of_pi(10)
    [3, 1, 4, 1, 5, 9, 2, 6, 5, 3]
    """
    unit = 10 ** (count + 10)
    sixteenth = 4 * _arccot(5, unit) - _arccot(239, unit)
    return [int(digit) for digit in str(4 * sixteenth)[:count]]


def _arccot(number: int, unit: int) -> int:
    """Return the arc cotangent of a whole number, multiplied by the unit."""
    term = total = unit // number
    odd, sign = 1, 1
    while term:
        term //= number * number
        odd, sign = odd + 2, -sign
        total += sign * (term // odd)
    return total


def de_bruijn_string(dice: Dice) -> list[int]:
    """Return a random cyclic de Bruijn sequence: 81 throws that hold each row of four once.

    It is an Eulerian circuit of a graph; nodes are rows of three throws, edges are rows of four.
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
TEXT: Final = tuple(ord(letter) % 3 for letter in " ".join(_LETTERS.split())[:1000])
