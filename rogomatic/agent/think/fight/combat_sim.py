"""The model of a fight: which foe strikes when, until one side is dead."""

from __future__ import annotations

from functools import lru_cache
from math import fsum
from typing import Final, NamedTuple

from rogomatic.agent.kernels import after_harm, strike_down
from rogomatic.agent.monster_manual import Attack
from rogomatic.agent.think.fight.combat_odds import a_round
from rogomatic.agent.think.fight.spreads import Spread

NEVER: Final = 99  # stands for the round of arrival of a foe that never arrives
_CELLS: Final = 24  # the spread of hit points has about so many entries at most
_ROUNDS: Final = 40  # of the fight with one foe that are followed
_LITTLE: Final = 4e-3  # a rest this small is not followed any further


Round = tuple[tuple[tuple[Attack, ...], int], ...]
"""The blows of one round: the attacks of each foe, and its chance in 20 to hit with each of them."""


class Fighter(NamedTuple):
    """One foe in a fight.

    attacks, chance  its attacks, and its chance in 20 to hit with each of them
    curve   the chance that it still stands after 0, 1, 2, ... blows of the hero
    start   rounds of the fight that pass before its first
    before  rounds that it has struck before the fight begins, on the hero's way
    free    shots of the hero at it on its way
    pace    it acts in every turn, or in every second one
    """

    attacks: tuple[Attack, ...]
    chance: int
    curve: Spread
    start: int = 0
    before: int = 0
    free: int = 0
    pace: int = 1


class FightCost(NamedTuple):
    """What a fight costs: the chance to die (0 to 1), hit points expected to be lost, turns."""

    death_probability: float = 0.0
    loss: float = 0.0
    turns: float = 0.0


@lru_cache(maxsize=4096)
def simulate_fight(hp: int, fighters: tuple[Fighter, ...], front: int = NEVER) -> FightCost:
    """Return the cost of a fight to the end, the foes being struck in the order given.

    front  how many of them can stand next to the hero at a time

    A turn is a blow of the hero and then a round of each foe that stands next to it.  The hero strikes the
    foes one after the other.  While it is busy with one the others strike too, so several foes are one
    problem: the spread of the hero's hit points is carried through all rounds, and the part that reaches 0 is
    death.  For one foe that stands there already this is `combat_odds.duel`.  Hit points are kept in cells of
    equal size, so that the work does not grow with them.
    """
    hp = max(hp, 1)
    unit = 1 + (hp - 1) // _CELLS
    left = _start(hp, unit)
    for one in fighters:
        for _ in range(one.before):
            left = after_harm(left, 1.0, _harm(((one.attacks, one.chance),), unit))
    clock = 0.0
    for number, target in enumerate(fighters):
        busy = fighters[number : number + front] if target.start < NEVER else ()
        if busy:
            clock = max(clock, float(target.start))
            left, clock = _strike_down(left, target, busy[1:], clock, unit)
    mean = fsum(cells * share for cells, share in enumerate(left)) * unit
    return FightCost(min(left[0], 1.0), max(hp - mean, 0.0), clock)


def _strike_down(
    left: list[float], target: Fighter, others: tuple[Fighter, ...], clock: float, unit: int
) -> tuple[list[float], float]:
    """Return the spread of hit points and the mean time when the target is dead.

    left    the chance of each number of cells of hit points at the time `clock`, in turns
    others  the foes that strike meanwhile    unit  hit points in a cell
    """
    curve = target.curve[target.free :] or (0.0,)
    harms, lasted = _harms(curve, target, others, round(clock), unit)
    return strike_down(left, curve, harms), clock + lasted


def _harms(
    curve: Spread, target: Fighter, others: tuple[Fighter, ...], first: int, unit: int
) -> tuple[list[tuple[Spread, Spread]], float]:
    """Return, for each round until the target is dead, what the others take and what all take, () for nobody;
    and how many rounds that lasts on average.
    """
    harms: list[tuple[Spread, Spread]] = []
    lasted, settled = 0.0, False
    for blow in range(min(len(curve), _ROUNDS)):
        if curve[blow] < _LITTLE:
            break
        lasted += curve[blow]
        if settled:  # all strike in every round from now on
            harms.append(harms[-1])
            continue
        turn = first + blow
        strikers = _strikers(others, turn)
        others_harm = _harm(strikers, unit) if strikers else ()
        strikers = (*_strikers((target,), turn), *strikers)
        harms.append((others_harm, _harm(strikers, unit) if strikers else ()))
        settled = all(one.pace == 1 and turn >= one.start for one in (target, *others))
    return harms, lasted


def _strikers(fighters: tuple[Fighter, ...], turn: int) -> Round:
    """Return the attacks, and their chances in 20, of the fighters that strike in this turn of the fight."""
    return tuple([(one.attacks, one.chance) for one in fighters if _strikes(one, turn)])


def _strikes(one: Fighter, turn: int) -> bool:
    return turn >= one.start and (turn - one.start) % one.pace == 0


def _start(hp: int, unit: int) -> list[float]:
    """Return the spread of cells for exact hit points: parts of a cell are shared between two."""
    whole, rest = divmod(hp, unit)
    left = [0.0] * (whole + 2)
    left[whole] = 1 - rest / unit
    left[whole + 1] = rest / unit
    return left


@lru_cache(maxsize=2048)
def _harm(there: Round, unit: int) -> Spread:
    """Return the spread of cells that one round of these foes takes."""
    total: Spread = (1.0,)
    for attacks, chance in there:
        one = _in_cells(a_round(attacks, chance), unit)
        summed = [0.0] * (len(total) + len(one) - 1)
        for value, part in enumerate(total):
            for more, share in enumerate(one):
                summed[value + more] += part * share
        total = tuple(summed)
    return total


def _in_cells(spread: Spread, unit: int) -> Spread:
    """Return a spread of hit points as one of cells with the same mean."""
    if unit == 1:
        return spread
    found = [0.0] * (len(spread) // unit + 2)
    for value, share in enumerate(spread):
        whole, rest = divmod(value, unit)
        found[whole] += share * (1 - rest / unit)
        found[whole + 1] += share * rest / unit
    while not found[-1]:
        found.pop()
    return tuple(found)
