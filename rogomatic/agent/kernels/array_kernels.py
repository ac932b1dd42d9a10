"""The inner loops for compiled code, which use arrays but return exactly the results of plain_kernels."""

from __future__ import annotations

import re
from collections.abc import Collection, Container
from typing import Final

from librt.strings import BytesWriter, write_i16_le
from librt.vecs import append, vec
from mypy_extensions import i16, i32, i64, u8

from rogomatic.agent.kernels.cost_map import LARGE, Costs
from rogomatic.agent.kernels.level_grid import ACROSS, COLS, DOOR, FLOOR, FORBIDDEN, PASSAGE, TRAP, UPRIGHT
from rogomatic.agent.kernels.plain_kernels import SLACK, Ground, Spread, StreamTarget

__all__ = [
    "add_spreads", "after_harm", "find_path", "floor_worth", "held_fight", "mark_frontier", "measure_box",
    "path_costs", "read_stream", "sides_of_floor", "strike_down", "survival_by_blow", "survival_by_hit",
    "tail_of",
]  # fmt: skip

_EPSILON: Final = 2.0**-52


def strike_down(left: list[float], curve: Spread, harms: list[tuple[Spread, Spread]]) -> list[float]:
    """Return the distribution of the hero's hit points when a foe has died."""
    size: i64 = len(left)
    now = vec[float]([0.0] * size)
    done = vec[float]([0.0] * size)
    first: float = curve[0]
    for at in range(size):
        part: float = left[at]
        done[at] = (1.0 - first) * part
        now[at] = first * part
    for blow in range(i64(len(harms))):
        stands: float = curve[blow]
        after: float = curve[blow + 1] if blow + 1 < len(curve) else 0.0
        falls = (stands - after) / stands
        others, everybody = harms[blow]
        fallen = _struck(now, falls, others)
        for at in range(size):
            done[at] += fallen[at]
        now = _struck(now, 1.0 - falls, everybody)
    found: list[float] = []
    for at in range(size):
        found.append(done[at] + now[at])
    return found


def after_harm(left: list[float], part: float, harm: Spread) -> list[float]:
    """Return the distribution of hit points after damage `harm`, with all chances multiplied by `part`."""
    size: i64 = len(left)
    before = vec[float]([0.0] * size)
    for at in range(size):
        before[at] = left[at]
    return list(_struck(before, part, harm))


def _struck(left: vec[float], part: float, harm: Spread) -> vec[float]:
    size: i64 = len(left)
    before = vec[float]([0.0] * size)
    for at in range(size):
        before[at] = part * left[at]
    if not harm:
        return before
    found = vec[float]([0.0] * size)
    share: float = harm[0]
    for at in range(size):
        found[at] = share * before[at]
    for lost in range(i64(1), i64(len(harm))):
        share = harm[lost]
        if share:
            for at in range(size - lost):
                found[at] += share * before[at + lost]
    found[0] += exact_sum(before) - exact_sum(found)
    return found


def survival_by_hit(left: Spread, harm: Spread, cap: i64, most: i64, least: float) -> Spread:
    """Return the chances that a foe still stands after 0, 1, 2, ... hits."""
    health = _array(left, 0)
    harms = _array(harm, 0)
    stands = [1.0]
    damage = harms
    now = 1.0
    while now > least and len(stands) < most:
        if len(stands) > 1 and len(damage) > 1:
            damage = _added(damage, harms, cap)
        below = 0.0
        now = 0.0
        for at in range(i64(len(health))):
            if at < len(damage):
                below += damage[at]
            now += health[at] * below
        stands.append(now)
    return tuple(stands)


def survival_by_blow(by_hit: Spread, hit: float, most: i64, least: float) -> Spread:
    """Return the chances that a foe still stands after 0, 1, 2, ... blows."""
    stands = _array(by_hit, 0)
    curve = [1.0]
    hits = vec[float]([1.0])
    now = 1.0
    while now > least and len(curve) < most:
        size: i64 = len(hits)
        nexts = vec[float]([0.0] * min(size + 1, i64(len(stands))))
        for count in range(i64(len(nexts))):
            part = hits[count - 1] * hit if count else 0.0
            nexts[count] = part + hits[count] * (1.0 - hit) if count < size else part
        hits = nexts
        parts = vec[float]([0.0] * len(hits))
        for count in range(i64(len(hits))):
            parts[count] = hits[count] * stands[count]
        now = exact_sum(parts)
        curve.append(now)
    return tuple(curve)


def held_fight(
    curve: Spread, hit: float, hp: i64, grip: i64, most: i64, least: float, bound: float = -1.0
) -> tuple[float, float]:
    """Return (chance to die, expected loss in hit points) of a fight with a foe that holds the hero.

    Chances are added in the same order as in plain_kernels.
    """
    rows: i64 = max(hp, 1)
    place = vec[i64]([i64(0)] * ((most + 1) * rows))  # where each grip and loss is, by rounds: see below
    found: i64 = 1
    keys = vec[i64]([min(grip, most) * rows])
    shares = vec[float]([1.0])
    dead = die = loss = 0.0
    for count in range(i64(1), i64(len(curve))):
        start = found  # results of this round are stored relative to this index
        later = vec[i64]()
        parts = vec[float]()
        for at in range(i64(len(keys))):
            tight: i64 = keys[at] // rows
            lost: i64 = keys[at] % rows
            for miss in range(i64(2)):
                part: float = shares[at] * (1.0 - hit if miss else hit)
                now: i64 = lost + (tight if miss else 1)
                if now >= hp:
                    dead += part
                    continue
                key: i64 = (tight if miss else min(tight + 1, most)) * rows + now
                if place[key] >= start:
                    parts[place[key] - start] += part
                else:
                    place[key] = found
                    found += 1
                    later = append(later, key)
                    parts = append(parts, part)
        keys, shares = later, parts
        alive: float = curve[count]
        stands: float = curve[count + 1] if count + 1 < len(curve) else 0.0
        ends: float = alive - stands
        die += ends * dead
        if bound >= 0.0 and (die > bound + SLACK or die + stands < bound - SLACK):
            break
        lost_by = vec[float]([0.0] * len(keys))
        for at in range(i64(len(keys))):
            lost_by[at] = float(keys[at] % rows) * shares[at]
        loss += ends * (dead * float(hp) + exact_sum(lost_by))
        if alive < least:
            break
    return die, loss


def add_spreads(a: Spread, b: Spread, cap: i64) -> Spread:
    """Return the distribution of the sum of two values.  Sums above the cap count as the cap."""
    if len(a) == 1:
        return b
    return tuple(list(_added(_array(a, 0), _array(b, 0), cap)))  # noqa: C414  (an array is no sequence)


def tail_of(spread: Spread, first: i64) -> float:
    """Return the chance that a value with the distribution `spread` is `first` or more."""
    return exact_sum(_array(spread, first))


def _array(spread: Spread, first: i64) -> vec[float]:
    """Return the entries of `spread` from index `first` on."""
    size: i64 = max(i64(len(spread)) - first, i64(0))
    found = vec[float]([0.0] * size)
    for at in range(size):
        found[at] = spread[first + at]
    return found


def _added(a: vec[float], b: vec[float], cap: i64) -> vec[float]:
    last: i64 = min(i64(len(a) + len(b)) - 2, cap)
    size: i64 = len(b)
    total = vec[float]([0.0] * (last + 1))
    for start in range(i64(len(a))):
        share = a[start]
        if share:
            inside: i64 = min(max(last - start, i64(0)), size)
            for at in range(inside):
                total[start + at] += share * b[at]
            for at in range(inside, size):
                total[last] += share * b[at]
    return total


def exact_sum(values: vec[float]) -> float:
    """Return the exact sum, rounded once, as `math.fsum` does.

    `total` is a sum with rounding errors.  `rest` is the sum of these errors, exact to within `error`.  Add
    to `total` once the least possible `rest`, and once the greatest possible.  If both additions give the
    same number, this number is the exact sum, rounded once.
    """
    total = rest = lost = 0.0
    for value in values:
        before = total
        total = before + value
        part = total - before
        low = (before - (total - part)) + (value - part)
        rest += low
        lost += abs(low)
    error = lost * float(i64(len(values))) * _EPSILON
    least = total + (rest - error)
    return least if least == total + (rest + error) else _exact_sum(values)


def _exact_sum(values: vec[float]) -> float:
    """Return the exact sum, rounded once, by Shewchuk's algorithm with partial sums that do not overlap."""
    partials = vec[float]([0.0] * 40)
    count: i64 = 0
    for value in values:
        one: float = value
        kept: i64 = 0
        for at in range(count):
            other: float = partials[at]
            if abs(one) < abs(other):
                one, other = other, one
            total: float = one + other
            low: float = other - (total - one)
            if low:
                partials[kept] = low
                kept += 1
            one = total
        partials[kept] = one
        count = kept + 1
    if not count:
        return 0.0
    count -= 1
    high: float = partials[count]
    rest = 0.0
    while count > 0 and rest == 0.0:
        count -= 1
        other = partials[count]
        total = high + other
        rest = other - (total - high)
        high = total
    below = partials[count - 1] if count > 0 else 0.0
    if (rest < 0.0 and below < 0.0) or (rest > 0.0 and below > 0.0):
        # Halfway between two numbers: the remainder decides.
        twice = 2.0 * rest
        total = high + twice
        if total - high == twice:
            high = total
    return high


STEPS: Final = vec[i64]([1, -COLS, -1, COLS, -COLS - 1, -COLS + 1, COLS - 1, COLS + 1])


def mark_frontier(
    frontier: set[int], tips: set[int], dirty: set[int], code: bytes, been: bytearray, looked: bytearray
) -> None:
    """Update the frontier around squares that have changed."""
    size: i64 = len(code)
    end = size - 2 * COLS  # end of the map; the last row and a margin row follow
    marked = vec[u8]([u8(0)] * size)
    for spot in dirty:
        above: i64 = spot - COLS - 1
        for _ in range(3):
            for there in range(above, above + 3):
                if 0 <= there < size and not marked[there]:
                    marked[there] = 1
                    inside = COLS <= there < end and 0 < code[there] <= TRAP
                    if inside and not been[there] and _shows_more(code, looked, there, end):
                        frontier.add(there)
                        if code[there] == PASSAGE:
                            tips.add(there)
                    else:
                        frontier.discard(there)
            above += COLS
    for spot in list(tips):  # few
        if code[spot] != PASSAGE or spot not in frontier:
            tips.discard(spot)


def _shows_more(code: bytes, looked: bytearray, spot: i64, end: i64) -> bool:
    """Return whether something unseen is next to a square."""
    here: i64 = code[spot]
    if _is_unseen(code, looked, spot + 1, end) or _is_unseen(code, looked, spot - 1, end):
        return True
    above, below = spot - COLS, spot + COLS
    if _is_unseen(code, looked, above, end) or _is_unseen(code, looked, below, end):
        return True
    if here in (PASSAGE, DOOR):
        return False
    if _is_unseen(code, looked, above - 1, end) or _is_unseen(code, looked, above + 1, end):
        return True
    return _is_unseen(code, looked, below - 1, end) or _is_unseen(code, looked, below + 1, end)


def _is_unseen(code: bytes, looked: bytearray, spot: i64, end: i64) -> bool:
    return COLS <= spot < end and not code[spot] and not looked[spot]


def measure_box(
    code: bytes, first_row: i64, end_row: i64, first_col: i64, end_col: i64
) -> tuple[int, int, int, int, int, int]:
    """Count the floor squares and the passage squares in a box.

    Return the two counts, followed by the four bounds of the floor.
    """
    floor: i64 = 0
    passages: i64 = 0
    top: i64 = 99
    left: i64 = 99
    bottom: i64 = -1
    right: i64 = -1
    for row in range(first_row, end_row):
        start: i64 = row * COLS
        for col in range(first_col, end_col):
            kind: i64 = code[start + col]
            if kind == FLOOR:
                floor += 1
                top, bottom = min(top, row), row
                left, right = min(left, col), max(right, col)
            elif kind == PASSAGE:
                passages += 1
    return floor, passages, top, left, bottom, right


def sides_of_floor(code: bytes, top: i64, left: i64, bottom: i64, right: i64) -> tuple[int, int]:
    """Return (sides with a door, sides with a wall) of a rectangle, both as bits."""
    doors: i64 = 0
    walls: i64 = 0
    for col in range(left, right + 1):
        kind: i64 = code[(top - 1) * COLS + col]
        if kind == DOOR:
            doors |= 1
        elif kind == ACROSS:
            walls |= 1
        kind = code[(bottom + 1) * COLS + col]
        if kind == DOOR:
            doors |= 2
        elif kind == ACROSS:
            walls |= 2
    for row in range(top, bottom + 1):
        kind = code[row * COLS + left - 1]
        if kind == DOOR:
            doors |= 4
        elif kind == UPRIGHT:
            walls |= 4
        kind = code[row * COLS + right + 1]
        if kind == DOOR:
            doors |= 8
        elif kind == UPRIGHT:
            walls |= 8
    return doors, walls


def floor_worth(
    code: bytes, looked: bytearray, spot: i64, edges: tuple[int, int, int, int], values: tuple[float, ...]
) -> float:
    """Return the expected worth, in gold, of the unseen squares around a floor square."""
    top: i64 = edges[0]
    left: i64 = edges[1]
    bottom: i64 = edges[2]
    right: i64 = edges[3]
    total = 0.0
    for step in STEPS:
        there: i64 = spot + step
        if not code[there] and not looked[there]:
            row: i64 = there // COLS
            col: i64 = there % COLS
            at: i64 = 4
            if row < top:
                at = 1
            elif row > bottom:
                at = 7
            if col > right:
                at += 1
            if col < left:
                at -= 1
            total += values[at]
    return total


# The queue is a ring buffer.  No square is in it twice, so it has room for all.  An entry is a square plus
# `ROOM` times the number of times that it must still be put back.
ROOM: Final = 2048
RING: Final = ROOM - 1
_QUEUE: Final = vec[i32]([i32(0)] * ROOM)  # template: copying it is faster than filling a new one


def find_path(
    level: Ground, avoid: bytearray, start: i64, goals: Container[int], among: Collection[int], most: i64
) -> tuple[int, ...]:
    """Return the cheapest path from `start` to the nearest of `goals`."""
    size: i64 = len(avoid)
    ground = vec[u8](level.code)
    wait = vec[u8](avoid)  # FORBIDDEN, too, from when a square stands in the queue
    marked = vec[u8]([u8(0)] * size)
    came = vec[u8]([u8(0)] * size)  # index of the step; a byte array is the fastest to create
    queue, steps = _QUEUE[:ROOM], STEPS
    for goal in among:
        if 0 <= goal < size:
            marked[goal] = 1
    marked[start], wait[start] = 0, FORBIDDEN
    queue[0] = i32(start)
    head: i64 = 0
    tail: i64 = 1
    while head < tail and most > 0:
        most -= 1
        end = tail
        while head < end:
            here: i64 = i64(queue[head & RING])
            head += 1
            if here >= ROOM:
                queue[tail & RING] = i32(here - ROOM)
                tail += 1
                continue
            if marked[here] and here in goals:
                return _back(came, steps, start, here)
            onward = _onward(ground, wait, here)
            at: i64 = 0
            while onward:
                if onward & 1:
                    there: i64 = here + steps[at]
                    queue[tail & RING] = i32(i64(wait[there]) * ROOM + there)
                    wait[there] = FORBIDDEN
                    came[there] = u8(at)
                    tail += 1
                onward >>= 1
                at += 1
    return ()


def path_costs(level: Ground, avoid: bytearray, start: i64, most: i64) -> Costs:
    """Return the cost of the path to each square that can be reached at a cost below `most`."""
    ground = vec[u8](level.code)
    wait = vec[u8](avoid)  # FORBIDDEN, too, from when a square stands in the queue
    near = vec[u8]([u8(0)] * len(avoid))
    large: dict[int, int] = {}
    order = BytesWriter()
    queue, steps = _QUEUE[:ROOM], STEPS
    wait[start] = FORBIDDEN
    queue[0] = i32(start)
    head: i64 = 0
    tail: i64 = 1
    now: i64 = 0
    while head < tail and now < most:
        end = tail
        cost = u8(min(now + 1, LARGE))
        while head < end:
            here: i64 = i64(queue[head & RING])
            head += 1
            if here >= ROOM:
                queue[tail & RING] = i32(here - ROOM)
                tail += 1
                continue
            near[here] = cost
            if cost == LARGE:
                large[here] = now
            write_i16_le(order, i16(here))
            onward = _onward(ground, wait, here)
            at: i64 = 0
            while onward:
                if onward & 1:
                    there: i64 = here + steps[at]
                    queue[tail & RING] = i32(i64(wait[there]) * ROOM + there)
                    wait[there] = FORBIDDEN
                    tail += 1
                onward >>= 1
                at += 1
        now += 1
    return Costs(bytes(near), large, order.getvalue())


def _onward(ground: vec[u8], wait: vec[u8], here: i64) -> i64:
    """Return, as bits, the steps that are legal (`Ground.link`) and lead to a square not in the queue."""
    col: i64 = here % COLS
    right = 0 < ground[here + 1] <= TRAP and col < COLS - 1
    left = 0 < ground[here - 1] <= TRAP and col > 0
    onward: i64 = 0
    if right and wait[here + 1] != FORBIDDEN:
        onward = 1
    if left and wait[here - 1] != FORBIDDEN:
        onward |= 4
    above = here - COLS
    if 0 < ground[above] <= TRAP:
        if wait[above] != FORBIDDEN:
            onward |= 2
        if left and wait[above - 1] != FORBIDDEN and 0 < ground[above - 1] <= TRAP:
            onward |= 16
        if right and wait[above + 1] != FORBIDDEN and 0 < ground[above + 1] <= TRAP:
            onward |= 32
    below = here + COLS
    if 0 < ground[below] <= TRAP:
        if wait[below] != FORBIDDEN:
            onward |= 8
        if left and wait[below - 1] != FORBIDDEN and 0 < ground[below - 1] <= TRAP:
            onward |= 64
        if right and wait[below + 1] != FORBIDDEN and 0 < ground[below + 1] <= TRAP:
            onward |= 128
    return onward


def _back(came: vec[u8], steps: vec[i64], start: i64, goal: i64) -> tuple[int, ...]:
    """Return the squares of the path that the search has found, in walking order, without `start`."""
    path: list[int] = []
    while goal != start:
        path.append(goal)
        goal -= steps[i64(came[goal])]
    path.reverse()
    return tuple(path)


_TEXT: Final = -1  # a run of printable characters
_OTHER: Final = -2  # any other token
_CLEAR: Final = -3  # `ESC [ K`: the rest of the row is erased


def read_stream(terminal: StreamTarget, data: bytes, tokens: re.Pattern[bytes], rows: i64, cols: i64) -> None:
    """Draw the characters of a stream on a terminal, and obey its control sequences."""
    data = terminal.without_half(data)
    at: i64 = 0
    size: i64 = len(data)
    while at < size:
        end, row, col = _piece(data, at, rows, cols)
        if row == _TEXT:
            terminal.put(data[at:end])
        elif row == _CLEAR:
            terminal.clear_rest()
        elif row != _OTHER:
            terminal.go_to(row * cols + col)
        else:
            found = tokens.match(data, at)
            assert found is not None  # every nonprintable byte begins a token
            end = found.end()
            terminal.obey(found[0])
        at = end


def _piece(data: bytes, at: i64, rows: i64, cols: i64) -> tuple[i64, i64, i64]:
    """Return (end, row, column) of the piece of the stream that begins at `at`.

    A piece is a run of plain text or a control token.  A token that moves the cursor (`ESC [ H` or
    `ESC [ row ; column H`) has the row and column of its target.  For every other piece, the row is _TEXT,
    _CLEAR, or _OTHER.  The end of an _OTHER token is not known.
    """
    size: i64 = len(data)
    end = at
    while end < size and 0x20 <= data[end] < 0x7F:
        end += 1
    if end > at:
        return end, _TEXT, 0
    numbers: tuple[i64, i64] = (0, 0)
    row: i64 = 0
    if size - at >= 3 and data[at] == 0x1B and data[at + 1] == 0x5B:
        if data[at + 2] == 0x4B:
            return at + 3, _CLEAR, 0
        if data[at + 2] == 0x48:
            return at + 3, 0, 0
    if size - at >= 6 and data[at] == 0x1B and data[at + 1] == 0x5B:
        end, row = _number(data, at + 2)
        if data[end] == 0x3B:
            numbers = _number(data, end + 1)
            end = numbers[0]
            if data[end] == 0x48 and 0 < row <= rows and 0 < numbers[1] <= cols:
                return end + 1, row - 1, numbers[1] - 1
    return at, _OTHER, 0


def _number(data: bytes, at: i64) -> tuple[i64, i64]:
    """Return (end, value) of a number with up to three digits that ends before the last byte."""
    last: i64 = min(len(data) - 1, at + 3)
    number: i64 = 0
    while at < last and 0x30 <= data[at] <= 0x39:
        number = number * 10 + data[at] - 0x30
        at += 1
    return at, number
