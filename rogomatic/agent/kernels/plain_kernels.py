"""The inner loops in plain Python."""

from __future__ import annotations

import re
from collections.abc import Collection, Container, Iterator
from itertools import accumulate, chain
from math import fsum  # rounds alike in every Python, as `sum` of fractions does not
from operator import add, mul
from struct import pack
from typing import Final, Protocol

from rogomatic.agent.kernels.cost_map import LARGE, Costs
from rogomatic.agent.kernels.level_grid import (
    ACROSS,
    AROUND,
    COLS,
    DOOR,
    DOWN,
    FLOOR,
    FORBIDDEN,
    LEFT,
    MAP_END,
    MAP_START,
    PASSAGE,
    ROWS,
    SIZE,
    STRAIGHT,
    TRAP,
    UNKNOWN,
    UP,
    UPRIGHT,
    Square,
)

__all__ = [
    "add_spreads", "after_harm", "find_path", "floor_worth", "held_fight", "mark_frontier", "measure_box",
    "path_costs", "read_stream", "sides_of_floor", "strike_down", "survival_by_blow", "survival_by_hit",
    "tail_of",
]  # fmt: skip

Spread = tuple[float, ...]


def add_spreads(a: Spread, b: Spread, cap: int) -> Spread:
    """Return the distribution of the sum of two values.  Sums above the cap count as the cap."""
    if len(a) == 1:
        return b
    size = len(a) + len(b) - 1
    total = [0.0] * (size if size <= cap + 1 else cap)
    row = [0.0, 0.0, *a, 0.0, 0.0]
    weights = _by_threes(b)
    # From the last to the first, so that each entry is summed in ascending order of `a`.
    for start in range(len(weights) - 3, -1, -3):
        end = start + len(a) + 2
        one, two, three = weights[start : start + 3]
        total[start:end] = _plus_three(total[start:end], row, three, two, one)
    if size > cap + 1:
        total.append(_over(a, b, cap))
    return tuple(total)


def _by_threes(weights: Spread) -> Spread:
    """Return the weights with zeros appended, so that their number is a multiple of three."""
    return weights + (0.0,) * (-len(weights) % 3)


def _plus_three(sums: list[float], row: list[float], one: float, two: float, three: float) -> list[float]:
    """Add three neighboring entries of `row`, times one weight each, to each sum, in this order.

    The result has two entries less than `row`.  One weight at a time would take 1.25 times as long.
    """
    return [
        old + one * first + two * second + three * third
        for old, first, second, third in zip(sums, row, row[1:], row[2:])
    ]


def _over(a: Spread, b: Spread, cap: int) -> float:
    """Return the chance that the sum of two values is at least the cap."""
    found = 0.0
    for start in range(max(cap - len(b) + 1, 0), len(a)):
        share = a[start]
        if share:
            for other in b[max(cap - start, 0) :]:
                found += share * other
    return found


def tail_of(spread: Spread, first: int) -> float:
    """Return the chance that a value with the distribution `spread` is `first` or more."""
    return fsum(spread[first:])


def survival_by_hit(left: Spread, harm: Spread, cap: int, most: int, least: float) -> Spread:
    """Return the chances that a foe still stands after 0, 1, 2, ... hits.

    left   chances that the foe has 1, 2, 3, ... hit points
    harm   distribution of the damage of a hit
    cap    damage that is always deadly
    most   maximum number of entries of the result
    least  the result ends with the first chance that is not above `least`
    """
    end = len(left) + 1 if len(left) < cap else None  # more damage is deadly in any case
    harm = harm[:end]
    stands = [1.0]
    damage: Spread = (1.0,)
    while stands[-1] > least and len(stands) < most:
        damage = add_spreads(damage, harm, cap)[:end]
        stands.append(_exceeds(left, damage))
    return tuple(stands)


def survival_by_blow(by_hit: Spread, hit: float, most: int, least: float) -> Spread:
    """Return the chances that a foe still stands after 0, 1, 2, ... blows.

    by_hit  the same after 0, 1, 2, ... hits
    hit     chance that a blow hits
    most    maximum number of entries of the result
    least   the result ends with the first chance that is not above `least`
    """
    curve = [1.0]
    hits = [1.0]  # distribution of hits among the blows so far
    miss = 1 - hit
    while curve[-1] > least and len(curve) < most:
        hits = [fewer * hit + share * miss for fewer, share in zip([0.0, *hits], [*hits, 0.0])][: len(by_hit)]
        curve.append(fsum(map(mul, hits, by_hit)))
    return tuple(curve)


def _exceeds(left: Spread, damage: Spread) -> float:
    """Return the chance that the foe has more hit points than the damage.  `left` begins at 1 hit point."""
    stands_after = 0.0
    for share, below in zip(left, accumulate(damage + (0.0,) * (len(left) - len(damage)))):
        stands_after += share * below
    return stands_after


SLACK: Final = 1e-9
"""More than all rounding errors of a chance."""


def held_fight(
    curve: Spread, hit: float, hp: int, grip: int, most: int, least: float, bound: float = -1.0
) -> tuple[float, float]:
    """Return (chance to die, expected loss in hit points) of a fight with a foe that holds the hero.

    Each hit by the foe costs one hit point and adds 1 to the grip.  Each miss costs as many hit points as the
    grip (SPC-12).

    curve  chance that the foe still stands after 0, 1, 2, ... blows
    hit    chance that the foe hits
    hp     hit points of the hero
    grip   number of the foe's hits so far
    most   the count of the foe's hits stops at this number; further hits leave it unchanged
    least  the foe counts as dead once the chance that it stands is below `least`
    bound  if this is not negative, only whether the chance to die is above `bound` must be right
    """
    # One number for the hit points lost (the higher bits) and the grip -> chance, without dead heroes
    now: dict[int, float] = {min(grip, most): 1.0}
    bits = most.bit_length()
    point = 1 << bits
    last, end, tightest = (hp - 1) << bits, hp << bits, point - 1
    dead = die = loss = 0.0
    miss = 1 - hit
    for count, alive in enumerate(curve[1:], start=1):
        later: dict[int, float] = {}
        for state, share in now.items():
            tight = state & tightest
            if state >= last:
                dead += share * hit
            else:
                key = state + point + (tight < most)
                later[key] = later.get(key, 0.0) + share * hit
            key = state + (tight << bits)
            if key >= end:
                dead += share * miss
            else:
                later[key] = later.get(key, 0.0) + share * miss
        now = later
        stands = curve[count + 1] if count + 1 < len(curve) else 0.0
        ends = alive - stands
        die += ends * dead
        if bound >= 0.0 and (die > bound + SLACK or die + stands < bound - SLACK):
            break
        loss += ends * (dead * hp + fsum([(state >> bits) * share for state, share in now.items()]))
        if alive < least:
            break
    return die, loss


def strike_down(left: list[float], curve: Spread, harms: list[tuple[Spread, Spread]]) -> list[float]:
    """Return the distribution of the hero's hit points when a foe has died.

    left   distribution before the fight
    curve  chance that the foe still stands after 0, 1, 2, ... blows
    harms  for each round, two distributions of damage: without this foe, and with it; () is no damage
    """
    done = [(1 - curve[0]) * part for part in left]  # the foe fell to the shots
    left = [curve[0] * part for part in left]
    for blow, (others, everybody) in enumerate(harms):
        stands = curve[blow]
        after = curve[blow + 1] if blow + 1 < len(curve) else 0.0
        falls = (stands - after) / stands  # the chance that this blow kills the foe
        if others:
            done = _sums(done, after_harm(left, falls, others))
        else:
            done = [old + falls * share for old, share in zip(done, left)]
        left = _struck(left, 1 - falls, everybody)
    return _sums(done, left)


def _struck(left: list[float], part: float, harm: Spread) -> list[float]:
    """Do the same as `after_harm`, but also accept () for no damage."""
    return after_harm(left, part, harm) if harm else [part * share for share in left]


def after_harm(left: list[float], part: float, harm: Spread) -> list[float]:
    """Return the distribution of hit points after damage `harm`, with all chances multiplied by `part`.

    The indexes of `left`, `harm`, and the result count single hit points, or else units of several hit points
    each (always the same number).
    """
    left = [part * share for share in left]
    size = len(left)
    row = [*left, 0.0, 0.0]
    found = [0.0] * size
    weights = _by_threes(harm[:size])
    for lost in range(0, len(weights), 3):
        one, two, three = weights[lost : lost + 3]
        found[: size - lost] = _plus_three(found, row, one, two, three)
        del row[:3]
    found[0] += fsum(left) - fsum(found)
    return found


def _sums(one: list[float], other: list[float]) -> list[float]:
    """Return the sums of two lists of the same length, entry by entry."""
    return list(map(add, one, other))


# For each square, the square and its neighbors, as far as they are on the map.
_NEAR: Final = [
    tuple([spot + step for step in (0, *AROUND) if MAP_START <= spot + step < MAP_END])
    for spot in range(SIZE + COLS)
]


def mark_frontier(
    frontier: set[int], tips: set[int], dirty: set[int], code: bytes, been: bytearray, looked: bytearray
) -> None:
    """Update the frontier around squares that have changed.

    frontier  squares from which something new may be seen
    tips      those of them in passages
    dirty     squares that have changed, and the neighbors of squares that are no longer known
    code      kind of terrain of each square
    been      whether the hero has stood on each square
    looked    whether the hero has stood next to each blank square
    """
    # A change beside a square can only take it out of the frontier.
    near = frontier.intersection(chain.from_iterable([_NEAR[spot] for spot in dirty]))
    asked = [spot for spot in near | dirty if UNKNOWN < code[spot] <= TRAP and not been[spot]]
    if len(asked) < _MANY:
        found = [spot for spot in asked if _shows_more(code, looked, spot)]
    else:
        straight, around = _all_that_show_more(code, looked)
        found = [
            spot
            for spot in asked
            if (straight if code[spot] in (PASSAGE, DOOR) else around)[spot - MAP_START]
        ]
    frontier -= near
    frontier.update(found)
    tips -= near
    tips.update([spot for spot in found if code[spot] == PASSAGE])


_MANY: Final = 15
_IS_UNKNOWN: Final = bytes([kind == UNKNOWN for kind in range(256)])
_ROW_BITS: Final = 8 * COLS


def _all_that_show_more(code: bytes, looked: bytearray) -> tuple[bytes, bytes]:
    """Return for each square of the map whether something unseen is straight beside it, and around it."""
    unknown = int.from_bytes(code[MAP_START:MAP_END].translate(_IS_UNKNOWN), "little")
    unseen = unknown & ~int.from_bytes(looked[MAP_START:MAP_END], "little")
    straight = unseen << 8 | unseen >> 8 | unseen << _ROW_BITS | unseen >> _ROW_BITS
    to_left, to_right = _ROW_BITS - 8, _ROW_BITS + 8
    corners = unseen << to_left | unseen << to_right | unseen >> to_left | unseen >> to_right
    return straight.to_bytes(SIZE, "little"), (straight | corners).to_bytes(SIZE, "little")


def _shows_more(code: bytes, looked: bytearray, spot: Square) -> bool:
    """Return whether something unseen is next to a square."""
    steps = STRAIGHT
    if code[spot] not in (PASSAGE, DOOR):
        above, row, below = spot + UP + LEFT, spot + LEFT, spot + DOWN + LEFT
        is_known = not (
            UNKNOWN in code[above : above + 3]
            or UNKNOWN in code[row : row + 3]
            or UNKNOWN in code[below : below + 3]
        )
        if is_known:
            return False
        steps = AROUND
    for step in steps:
        near = spot + step
        if code[near] == UNKNOWN and not looked[near] and MAP_START <= near < MAP_END:
            return True
    return False


def measure_box(
    code: bytes, first_row: int, end_row: int, first_col: int, end_col: int
) -> tuple[int, int, int, int, int, int]:
    """Count the floor squares and the passage squares in a box.

    Return the two counts, followed by the bounds of the floor.  The bounds are top, left, bottom, right.  If
    the box has no floor, they are 99, 99, -1, -1.
    """
    lines = [code[row * COLS + first_col : row * COLS + end_col] for row in range(first_row, end_row)]
    box, size = b"".join(lines), end_col - first_col
    floor, passages = box.count(FLOOR), box.count(PASSAGE)
    if not floor:
        return 0, passages, 99, 99, -1, -1
    top, bottom = box.find(FLOOR) // size, box.rfind(FLOOR) // size
    with_floor = [line for line in lines[top : bottom + 1] if FLOOR in line]
    left = min([line.find(FLOOR) for line in with_floor])
    right = max([line.rfind(FLOOR) for line in with_floor])
    return floor, passages, first_row + top, first_col + left, first_row + bottom, first_col + right


def sides_of_floor(code: bytes, top: int, left: int, bottom: int, right: int) -> tuple[int, int]:
    """Return (sides with a door, sides with a wall) of a rectangle, both as bits.

    The bits are 1 (above), 2 (below), 4 (left), and 8 (right).
    """
    above, first, below = (top - 1) * COLS, top * COLS, (bottom + 1) * COLS
    up, down = code[above + left : above + right + 1], code[below + left : below + right + 1]
    on_left, on_right = (
        code[first + left - 1 : below : COLS],
        code[first + right + 1 : below + right + 1 : COLS],
    )
    doors = (DOOR in up) + 2 * (DOOR in down) + 4 * (DOOR in on_left) + 8 * (DOOR in on_right)
    walls = (ACROSS in up) + 2 * (ACROSS in down) + 4 * (UPRIGHT in on_left) + 8 * (UPRIGHT in on_right)
    return doors, walls


# For each column, the eight steps as (step, rows, columns).  Those past column 0 or 79 wrap around.
_ROWS_AND_COLS: Final = tuple(
    tuple((step, (col + step) // COLS, (col + step) % COLS - col) for step in AROUND) for col in range(COLS)
)


def floor_worth(
    code: bytes, looked: bytearray, spot: Square, edges: tuple[int, int, int, int], values: tuple[float, ...]
) -> float:
    """Return the expected worth, in gold, of the unseen squares around a floor square.

    edges   first row, first column, last row, and last column of the room's floor
    values  worth of an unseen square, for each of nine positions relative to the floor: above left, above,
            above right, left, within, right, below left, below, below right
    """
    top, left, bottom, right = edges
    total = 0.0
    row, col = spot // COLS, spot % COLS
    up, down, on_left, on_right = top - row, bottom - row, left - col, right - col  # steps to the edges
    for step, rows, cols in _ROWS_AND_COLS[col]:
        there = spot + step
        if not code[there] and not looked[there]:
            at = 1 if rows < up else 7 if rows > down else 4
            total += values[at + (cols > on_right) - (cols < on_left)]
    return total


class Ground(Protocol):
    """Squares of a level.

    code   kind of each square
    links  for each square, the squares one legal step away; None until `link` computes these squares
    """

    code: bytearray
    links: list[tuple[int, ...] | None]

    def link(self, spot: Square) -> tuple[int, ...]:
        """Compute and return the squares one legal step from `spot`."""


_IS_COSTLY: Final = bytes([cost > 0 for cost in range(256)])


def find_path(
    level: Ground,
    avoid: bytearray,
    start: int,
    goals: Container[int],
    among: Collection[int],
    most: int,
) -> tuple[int, ...]:
    """Return the cheapest path from `start` to the nearest of `goals`, without `start`.

    The path is () if none is found.

    avoid  extra cost of a step onto each spot.  A spot of cost FORBIDDEN is never entered
    among  squares that include all goals
    most   paths that cost `most` or more are not found

    Costs are whole numbers.  A square with the extra cost n goes back to the end of the queue n times.  So no
    priority queue is needed, and the time is linear in squares plus costs.
    """
    links = level.links
    came, wait = _before_search(avoid, start)
    layer = [start]
    while layer and most > 1:
        most -= 1
        later: list[int] = []
        for spot in layer:
            if spot in wait:
                later.append(spot)
                left = wait[spot] - 1
                if left:
                    wait[spot] = left
                else:
                    del wait[spot]
                    if spot in among and spot in goals:
                        return _back(came, start, spot)
                continue
            for near in links[spot] or level.link(spot):
                if came[near] is None:
                    # The wait belongs to the square, so the first neighbor to queue it comes through first.
                    came[near] = spot
                    if near in among and near not in wait and near in goals:
                        return _back(came, start, near)
                    later.append(near)
        layer = later
    return ()


def path_costs(level: Ground, avoid: bytearray, start: int, most: int) -> Costs:
    """Return the cost of the path to each square that can be reached at a cost below `most`."""
    links = level.links
    came, wait = _before_search(avoid, start)
    near = bytearray(len(avoid))
    large: dict[int, int] = {}
    order: list[int] = []
    layer = [start]
    now, cost = 0, 1  # the cost so far, and its form in `near`
    while layer and now < most:
        later: list[int] = []
        is_last = now + 1 == most
        for spot in layer:
            if spot in wait:
                later.append(spot)
                left = wait[spot] - 1
                if left:
                    wait[spot] = left
                else:
                    del wait[spot]
                continue
            near[spot] = cost
            order.append(spot)
            if is_last:
                continue
            for there in links[spot] or level.link(spot):
                if came[there] is None:
                    came[there] = spot
                    later.append(there)
        if cost == LARGE:
            large |= {spot: now for spot in layer if near[spot]}
        else:
            cost += 1
        layer = later
        now += 1
    return Costs(bytes(near), large, pack(f"<{len(order)}h", *order))


def _before_search(avoid: bytearray, start: int) -> tuple[list[int | None], dict[int, int]]:
    """Return (predecessor of each square, extra cost of each costly square) before a search.

    The predecessor is None if the search may queue the square.
    """
    came: list[int | None] = [None] * len(avoid)  # a list is faster to read than a byte array
    wait: dict[int, int] = {}
    is_costly = avoid.translate(_IS_COSTLY)
    spot = is_costly.find(1)
    while spot >= 0:  # they are few
        wait[spot] = avoid[spot]
        if avoid[spot] == FORBIDDEN:
            came[spot] = start
        spot = is_costly.find(1, spot + 1)
    came[start] = start
    wait.pop(start, None)
    return came, wait


def _back(came: list[int | None], start: int, goal: int) -> tuple[int, ...]:
    """Return the squares of the path that the search has found, in walking order, without `start`."""
    path: list[int] = []
    here: int | None = goal
    while here is not None and here != start:
        path.append(here)
        here = came[here]
    return tuple(reversed(path))


_ESC: Final = b"\x1b"
# Marks with 1 whatever is neither a printable character nor an Escape.
_IS_STRANGE: Final = bytes([not 0x20 <= byte < 0x7F and byte != _ESC[0] for byte in range(256)])
_CLEAR: Final = -1
# What follows an Escape: a sequence that moves the cursor -> its spot; the beginning of such a sequence.
_MOVES: Final = {
    b"[K": _CLEAR,
    **{b"[%d;%dH" % (row + 1, col + 1): row * COLS + col for row in range(ROWS) for col in range(COLS)},
}
_STARTS: Final = {move[:-1]: spot for move, spot in _MOVES.items() if spot != _CLEAR}


class StreamTarget:
    """Terminal on which `read_stream` draws.

    The kernel may write to the map, which is rows 1 to 22, without calls, unless the terminal is careful or
    shows something in standout.  It then adds the spots to `noted` and calls `settle` at the end.

    area        the characters of all cells; those of row 0 may be out of date
    bright      spots in standout
    is_careful  whether characters are not simply written over others
    noted       spots of the map that were written to
    """

    __slots__ = ("area", "bright", "is_careful", "noted")

    area: bytearray
    bright: set[int]
    is_careful: bool
    noted: set[int]

    def without_half(self, data: bytes) -> bytes:
        """Store an incomplete sequence or character at the end of `data`.  Return the rest of `data`."""
        raise NotImplementedError

    def settle(self, spot: Square, printed: bytes) -> None:
        """Take note of the text last written without a call, and of a move to a spot (-1 for none)."""
        raise NotImplementedError

    def leave_top(self) -> None:
        """Take note that the cursor has left row 0."""
        raise NotImplementedError

    def put(self, text: bytes) -> None:
        """Write printable characters at the cursor."""
        raise NotImplementedError

    def clear_rest(self) -> None:
        """Erase the rest of the row, beginning at the cursor."""
        raise NotImplementedError

    def go_to(self, spot: Square) -> None:
        """Move the cursor to a spot."""
        raise NotImplementedError

    def put_on_top(self, spot: Square, text: bytes) -> None:
        """Do the same as `put_at` for a text that fits on row 0, if the terminal is not careful."""
        raise NotImplementedError

    def put_at(self, spot: Square, text: bytes) -> None:
        """Write printable characters at a spot, to which the cursor moves first."""
        raise NotImplementedError

    def obey(self, token: bytes) -> None:
        """Execute a control sequence."""
        raise NotImplementedError


def read_stream(
    terminal: StreamTarget,
    data: bytes,
    tokens: re.Pattern[bytes],
    rows: int,
    cols: int,
) -> None:
    """Draw the characters of a stream on a terminal, and obey its control sequences.

    tokens  pattern that matches everything but runs of printable characters
    """
    parts = data.split(_ESC)
    if parts[-1] not in _MOVES:
        data = terminal.without_half(data)
        parts = data.split(_ESC)
    is_unusual = rows != ROWS or cols != COLS or terminal.is_careful or terminal.bright
    if is_unusual or 1 in data.translate(_IS_STRANGE):
        _draw_any(terminal, data, tokens)
        return
    if parts[0]:
        terminal.put(parts[0])
    _draw_usual(terminal, iter(parts[1:]), tokens)


def _draw_usual(terminal: StreamTarget, rest: Iterator[bytes], tokens: re.Pattern[bytes]) -> None:
    """Draw what follows each Escape of a stream without other control characters."""
    area, noted = terminal.area, terminal.noted
    here, printed = -1, b""  # the cursor and the last text, if the terminal does not know them yet
    is_below = False  # whether the terminal knows that the cursor has left row 0
    for part in rest:
        spot = _MOVES.get(part)
        if spot is None:
            numbers, final, text = part.partition(b"H")
            spot = _STARTS.get(numbers)
            if spot is None or not final:
                terminal.settle(here, printed)
                here, printed, is_below = -1, b"", False
                if part.startswith(b"[K"):
                    terminal.clear_rest()
                    terminal.put(part[2:])
                    continue
                _draw_any(terminal, _ESC + _ESC.join([part, *rest]), tokens)
                return
            if spot >= MAP_END or spot % COLS + len(text) >= COLS:
                terminal.put_at(spot, text)
                here, printed, is_below = -1, b"", False
                continue
            if spot < COLS:
                terminal.put_on_top(spot, text)
                here, printed, is_below = -1, b"", False
                continue
            here, printed = spot, text
            for byte in text:
                area[here] = byte
                noted.add(here)
                here += 1
        elif spot == _CLEAR:
            terminal.settle(here, printed)
            here, printed, is_below = -1, b"", False
            terminal.clear_rest()
            continue
        else:
            here = spot
        if not is_below and here >= COLS:
            terminal.leave_top()
            is_below = True
    terminal.settle(here, printed)


def _draw_any(terminal: StreamTarget, data: bytes, tokens: re.Pattern[bytes]) -> None:
    """Draw a stream with any control sequences."""
    parts = tokens.split(data)
    parts.append(b"")
    for text, token in zip(parts[::2], parts[1::2]):
        if text:
            terminal.put(text)
        if token:
            terminal.obey(token)
