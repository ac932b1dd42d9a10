"""The simulation of a fight: first the chase, then the blows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import fsum
from typing import Final, NamedTuple

from rogomatic.agent.beliefs.known_monsters import Foe, distance_between
from rogomatic.agent.beliefs.terrain_map import DOOR, DOWN, PASSAGE, UP, Square, TerrainMap, box_of
from rogomatic.agent.kernels import after_harm, strike_down
from rogomatic.agent.monster_manual import ERRATIC, FLIES, ROOTED, Attack
from rogomatic.agent.screen.vt100 import COLS
from rogomatic.agent.think.fight.combat_odds import Spread, a_round
from rogomatic.agent.think.ground.exits import doors_of
from rogomatic.agent.think.ground.pathfinding import past

NEVER: Final = 99  # arrival round of a foe that never arrives
_CELLS: Final = 24  # approximate maximum of cells in a distribution of hit points
_ROUNDS: Final = 40  # maximum simulated rounds with one foe
_LITTLE: Final = 4e-3  # probability below which the simulation stops


Round = tuple[tuple[tuple[Attack, ...], int], ...]
"""Blows of one round: for each foe, its attacks and the chance of each to hit, in twentieths."""


class Fighter(NamedTuple):
    """Foe in a simulated fight.

    chance  chance of each of the foe's attacks to hit, in twentieths
    curve   chance that the foe still stands after 0, 1, 2, ... blows of the hero
    start   number of rounds that pass in the fight until the foe's first blow
    before  number of rounds in which the foe strikes before the fight begins, such as while the hero walks
    free    number of shots that the hero has at the foe while the foe approaches
    pace    the foe strikes once every `pace` turns
    """

    attacks: tuple[Attack, ...]
    chance: int
    curve: Spread
    start: int = 0
    before: int = 0
    free: int = 0
    pace: int = 1


class FightCost(NamedTuple):
    """Cost of a fight: the chance to die (0 to 1), the expected loss in hit points, the expected turns."""

    death_probability: float = 0.0
    loss: float = 0.0
    turns: float = 0.0


@lru_cache(maxsize=4096)
def simulate_fight(hp: int, fighters: tuple[Fighter, ...], front: int = NEVER) -> FightCost:
    """Return the cost of a fight to the death.  The hero kills the foes one by one, in the order given.

    front  number of foes that can be adjacent to the hero at the same time

    In each turn, the hero strikes once, and then each foe next to the hero makes one round of attacks.  After
    each turn, the simulation updates the probability distribution of the hero's hit points.  The probability
    of reaching 0 is the chance to die.  To keep the computing time independent of the number of hit points,
    hit points are grouped into cells of equal size.  For a single adjacent foe, the result agrees with
    `combat_odds.duel`.
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
    """Return the distribution of the hero's hit points when the target dies, and the mean turn of this death.

    left    the distribution of the hero's hit points at the turn `clock`, counted in cells
    others  the foes that strike before the target dies
    unit    hit points in a cell
    """
    curve = target.curve[target.free :] or (0.0,)
    harms, lasted = _harms(curve, target, others, round(clock), unit)
    return strike_down(left, curve, harms), clock + lasted


def _harms(
    curve: Spread, target: Fighter, others: tuple[Fighter, ...], first: int, unit: int
) -> tuple[list[tuple[Spread, Spread]], float]:
    """Return (damage by the others, damage by all) for each round, and the mean number of rounds.

    Each damage is a distribution over cells, or () if no foe strikes in the round.
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
    """Return (attacks, chance to hit in twentieths) of each fighter that strikes in this turn."""
    return tuple([(one.attacks, one.chance) for one in fighters if _strikes(one, turn)])


def _strikes(one: Fighter, turn: int) -> bool:
    return turn >= one.start and (turn - one.start) % one.pace == 0


def _start(hp: int, unit: int) -> list[float]:
    """Return `hp` as a distribution over cells.  The chance is split between the two nearest cells."""
    whole, rest = divmod(hp, unit)
    left = [0.0] * (whole + 2)
    left[whole] = 1 - rest / unit
    left[whole + 1] = rest / unit
    return left


@lru_cache(maxsize=2048)
def _harm(there: Round, unit: int) -> Spread:
    """Return the distribution of the damage of one round of these attacks, in cells."""
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
    """Convert a distribution over hit points into a distribution over cells.

    A cell stands for `unit` hit points.  The mean stays the same.
    """
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


_WAIT: Final = 12  # rounds simulated after the hero has stopped


class Chaser(NamedTuple):
    """Foe in a chase.

    before   rounds in which the foe strikes while the hero walks
    arrival  rounds after the walk until the foe is next to the hero; NEVER if no path or free square is found
    end      square of the foe at its arrival
    """

    foe: Foe
    before: int
    arrival: int
    end: int


class Chase(NamedTuple):
    """Outcome of a walk: the chasers sorted by arrival, and the hero's last square.

    front    number of foes that end next to the hero, at least 1
    blocked  whether a foe stood in the way, so that the hero did not reach the end
    """

    chasers: tuple[Chaser, ...]
    spot: Square
    front: int
    blocked: bool = False


def chase(
    level: TerrainMap, start: int, path: Sequence[int], foes: Iterable[Foe], wait: int = _WAIT
) -> Chase:
    """Return the outcome if the hero walks `path` from `start` and then waits at its end for `wait` turns.

    Foes that are asleep, held, or rooted stay in place.  No two foes share a square.  If a foe blocks the
    only path, the hero stops and fights there.
    """
    order = list(foes)
    if len(order) > 1:
        order.sort(key=lambda foe: (distance_between(foe.spot, start), foe.spot))
    at = [foe.spot for foe in order]
    before = [0] * len(order)
    doors = doors_of(level)
    here, blocked = start, False
    for turn in range(len(path)):
        spot = past(level, here, path, turn, at)
        if spot < 0:
            blocked = True
            break
        here = spot
        for number, foe in enumerate(order):
            before[number] += _move(level, foe, number, at, spot, turn, doors)
    beside = level.neighbors(here)
    front = sum([spot in beside for spot in at])
    found = [Chaser(foe, before[number], NEVER, at[number]) for number, foe in enumerate(order)]
    return stand(level, Chase(tuple(found), here, max(front, 1), blocked), max(wait, _WAIT * blocked))


def stand(level: TerrainMap, there: Chase, wait: int = _WAIT) -> Chase:
    """Return the outcome if the hero waits for `wait` turns at the end of a walk.

    there  the chase during the walk; no foe has arrived yet
    """
    if not wait:
        return there
    order, at = [one.foe for one in there.chasers], [one.end for one in there.chasers]
    arrival = [NEVER] * len(order)
    spot, beside, doors = there.spot, level.neighbors(there.spot), doors_of(level)
    for turn in range(wait):
        moved = False
        for number, foe in enumerate(order):
            if at[number] in beside:
                arrival[number] = min(arrival[number], turn)
                continue
            was = at[number]
            _move(level, foe, number, at, spot, turn, doors)
            moved = moved or at[number] != was
        if not moved:
            break
    front = 0
    found: list[Chaser] = []
    for number, one in enumerate(there.chasers):
        front += at[number] in beside
        found.append(Chaser(one.foe, one.before, arrival[number], at[number]))
    if len(found) > 1:
        found.sort(key=lambda one: one.arrival)
    return Chase(tuple(found), spot, max(front, 1), there.blocked)


def next_step(level: TerrainMap, at: int, spot: Square, taken: Sequence[int] = ()) -> int:
    """Return the square to which a pursuer on `at` moves next if the hero is on `spot`.

    This is `at` itself if the pursuer stays where it is.
    """
    return _step(level, at, spot, taken, doors_of(level))


def _move(
    level: TerrainMap, foe: Foe, number: int, at: list[int], spot: Square, turn: int, doors: Sequence[int]
) -> int:
    """Move one foe, or let it strike.  Return 1 if it strikes, 0 if not."""
    if foe.awake is False or foe.held or (foe.slowed and turn % 2):
        return 0
    if spot in level.neighbors(at[number]):
        return 1
    if foe.kind.traits & ROOTED:
        return 0
    at[number] = _step(level, at[number], spot, at, doors)
    if foe.kind.traits & (FLIES | ERRATIC) == FLIES and spot not in level.neighbors(at[number]):
        at[number] = _step(level, at[number], spot, at, doors)
    return 0


def _step(level: TerrainMap, at: int, spot: Square, taken: Sequence[int], doors: Sequence[int]) -> int:
    """Return the free square next to `at` that is nearest to the pursuer's target.

    Return `at` if no free square is nearer than `at`.
    """
    aim = _aim(level, at, spot, doors)
    row, col = aim // COLS, aim % COLS
    down, right = row - at // COLS, col - at % COLS
    # No other square beside `at` is as near to the target as the one in its direction.
    best = at + (DOWN if down > 0 else UP if down < 0 else 0) + (right > 0) - (right < 0)
    links = level.neighbors(at)
    if best in links and best not in taken and best != spot:
        return best
    best, nearest = at, down * down + right * right
    for near in links:
        down, right = near // COLS - row, near % COLS - col
        far = down * down + right * right
        if far < nearest and near not in taken and near != spot:
            best, nearest = near, far
    return best


def _aim(level: TerrainMap, at: int, spot: Square, doors: Sequence[int]) -> int:
    """Return a pursuer's target: the hero, or the exit of the pursuer's room that is nearest to the hero."""
    code = level.code
    inside = code[at] not in (PASSAGE, DOOR)
    if not inside or (code[spot] != PASSAGE and box_of(spot) == box_of(at)):
        return spot
    box = box_of(at)
    best, nearest = spot, -1
    for door in doors:
        if box_of(door) == box:
            far = _straight(door, spot)
            if nearest < 0 or far < nearest:  # ties go to the first
                best, nearest = door, far
    return best


def _straight(a: int, b: int) -> int:
    """Return the squared Euclidean distance between two squares."""
    down, right = a // COLS - b // COLS, a % COLS - b % COLS
    return down * down + right * right
