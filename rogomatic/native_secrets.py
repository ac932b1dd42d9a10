"""What may be hidden, and what searches gain, natively for the compiled build, as plain loops find it."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i16, i64, u8

from rogomatic.native_map import (
    ACROSS,
    COLS,
    DOOR,
    FLOOR,
    LAST_WALKABLE,
    PASSAGE,
    STAIRS,
    UPRIGHT,
    box_at,
)

# Interpreted, native arrays are slower than lists; there the models that the docstrings name are used.
_SIDES: Final = 4  # per box: right, up, left, down
# To be copied, which is quicker than to fill arrays of fractions one by one.
_NOTHING: Final = vec[float]([0.0] * 2000)
_NO_CHANCE: Final = vec[float]([-1.0] * 2000)

Remainder = tuple[tuple[float, ...], tuple[float, ...]]
Evidence = tuple[int, float, Remainder, int]


def step_of(side: i64) -> i64:
    """Return the step to the right, up, to the left or down."""
    if side == 0:
        return 1
    if side == 1:
        return -COLS
    return -1 if side == 2 else COLS


def next_box(box: i64, side: i64) -> i64:
    """Return the box on that side of a box, -1 past the edge (terrain_map.beyond)."""
    if side == 0:
        return box + 1 if box % 3 < 2 else -1
    if side == 1:
        return box - 3 if box >= 3 else -1
    if side == 2:
        return box - 1 if box % 3 > 0 else -1
    return box + 3 if box < 6 else -1


@final
class Scan:
    """The squares of a terrain that are evidence of what is hidden (secret_clues._Scan).

    The ends of passages are found later (`note_passages`), when it is known which boxes hold a maze.
    """

    def __init__(self, code: bytes) -> None:
        size: i64 = len(code)
        self.code = vec[u8](code)
        self.open_doors: dict[int, int] = {}
        self.sides: dict[tuple[int, int], list[int]] = {}
        self.with_door: set[tuple[int, int]] = set()
        self.passages: dict[int, list[int]] = {}
        self._came = vec[u8]([u8(0)] * size)  # one more than the side from which an end of a passage is seen
        self._weights = _NOTHING[:size]
        self._order = vec[i16]()
        self._find()

    def _find(self) -> None:
        code = self.code
        size: i64 = len(code)
        keys = vec[i64]()
        walls = vec[i64]()
        seen = vec[u8]([u8(0)] * 36)
        shown = vec[u8]([u8(0)] * 36)
        order = vec[i64]()
        for spot in range(i64(COLS), size - 2 * COLS):
            kind = code[spot]
            if kind == 0 or kind > LAST_WALKABLE:
                continue
            box: i64 = box_at(spot)
            if kind == PASSAGE:
                known = self.passages.get(box)
                if known is None:
                    known = self.passages[box] = []
                known.append(spot)
                continue
            if kind == DOOR:
                self._note_door(spot)
                continue
            for side in range(i64(_SIDES)):
                there: i64 = spot + step_of(side)
                beside = code[there]
                if beside == FLOOR:
                    continue
                key: i64 = box * _SIDES + side
                if beside == (UPRIGHT if side == 0 or side == 2 else ACROSS):
                    if not seen[key]:
                        seen[key] = 1
                        order = append(order, key)
                    keys = append(keys, key)
                    walls = append(walls, there)
                elif beside == DOOR and not shown[key]:
                    shown[key] = 1
                    self.with_door.add((box, step_of(side)))
        for key in order:
            found: list[int] = []
            for at in range(i64(len(keys))):
                if keys[at] == key:
                    found.append(walls[at])
            self.sides[key // _SIDES, step_of(key % _SIDES)] = found

    def _note_door(self, spot: i64) -> None:
        """Note the square behind a door where nothing is seen (secret_clues._note_door)."""
        code = self.code
        for side in range(i64(_SIDES)):
            if code[spot + step_of(side)] == PASSAGE:
                return
        for side in range(i64(_SIDES)):
            step: i64 = step_of(side)
            before: i64 = i64(code[spot - step])
            if code[spot + step] == 0 and (before == FLOOR or STAIRS <= before <= LAST_WALKABLE):
                self.open_doors[spot + step] = step

    def note_passages(self, spots: list[int], weights: tuple[float, float, float, float]) -> bool:
        """Note what may be hidden at these squares of passages (secret_clues._note_passage); return whether
        one of them ends.

        weights  of a passage that does not end; of going on straight ahead or of turning where it ends; and
                 the part of these where another passage is just ahead
        """
        ends = False
        for spot in spots:
            ends |= self._note_passage(spot, weights)
        return ends

    def _note_passage(self, spot: i64, weights: tuple[float, float, float, float]) -> bool:
        code = self.code
        exits: i64 = 0
        blanks: i64 = 0
        out: i64 = 0  # the first step to a square that can be walked on
        for side in range(i64(_SIDES)):
            kind = code[spot + step_of(side)]
            if kind == 0:
                blanks += 1
            elif kind <= LAST_WALKABLE:
                if not exits:
                    out = step_of(side)
                exits += 1
        if not blanks:
            return False
        is_end = exits <= 1 and not self._goes_on(spot, exits, out)
        for side in range(i64(_SIDES)):
            step: i64 = step_of(side)
            there: i64 = spot + step
            if code[there] != 0:
                continue
            weight = weights[0]
            if is_end:
                weight = weights[1] if not exits or step == -out else weights[2]
                if not self._is_open(spot, step):
                    weight *= weights[3]
            if self._came[there] == 0:
                self._order = append(self._order, i16(there))
            elif weight <= self._weights[there]:
                continue
            self._came[there] = u8(side + 1)
            self._weights[there] = weight
        return is_end

    def _goes_on(self, spot: i64, exits: i64, out: i64) -> bool:
        """Return whether a passage goes on across a corner, but for beside its one straight exit."""
        for down in range(i64(2)):
            for right in range(i64(2)):
                step: i64 = (2 * down - 1) * COLS + 2 * right - 1
                kind = code_at(self.code, spot + step)
                if not 0 < kind <= LAST_WALKABLE:
                    continue
                apart: i64 = step - out
                if not exits or (apart != 1 and apart != -1 and apart != COLS and apart != -COLS):
                    return True
        return False

    def _is_open(self, spot: i64, step: i64) -> bool:
        """Return whether there is room for a passage this way (secret_clues._is_open)."""
        row: i64 = spot // COLS
        col: i64 = spot % COLS
        down: i64 = step // COLS  # -1 to the left, too, as in the model
        right: i64 = step if step == 1 or step == -1 else 0
        for distance in range(i64(1), i64(5)):
            if not 0 < row + down * distance < 23 or not 0 <= col + right * distance < COLS:
                return distance > 2
            kind = code_at(self.code, spot + step * distance)
            if 0 < kind <= LAST_WALKABLE:
                return False
        return True

    def beyond_ends(self, region_of: dict[int, int], remainder: Remainder) -> list[Evidence]:
        """Return the evidence of passages that end, or may have a hidden branch (secret_clues)."""
        regions = vec[i64]([i64(-1)] * 9)
        for box in range(i64(9)):
            regions[box] = region_of.get(box, -1)
        found: list[Evidence] = []
        for short in self._order:
            spot: i64 = i64(short)
            if spot in self.open_doors:
                continue
            region = ahead(regions, spot, i64(self._came[spot]) - 1)
            found.append((spot, self._weights[spot], remainder, region))
        return found


def code_at(code: vec[u8], spot: i64) -> i64:
    """Return what a square is."""
    return i64(code[spot])


def ahead(regions: vec[i64], spot: i64, first: i64) -> i64:
    """Return the region that a passage going on at `spot`, on that side first, leads to most likely
    (secret_clues._ahead).
    """
    box: i64 = box_at(spot)
    if regions[box] >= 0:
        return regions[box]
    for turn in range(i64(-1), i64(_SIDES)):
        side = first if turn < 0 else turn
        other: i64 = next_box(box, side)
        if other >= 0 and regions[other] >= 0:
            return regions[other]
    return -1


@final
class Gains:
    """Per square to search from, the chance to find something and the gold that one search promises.

    Worked out as `hidden_doors.hidden_odds` and `hidden_doors.around_clues` do.
    most  the most gold that one search promises anywhere
    """

    def __init__(
        self,
        clues: tuple[Evidence, ...],
        terrain: tuple[bytes, bytes, bytes],
        shut: set[int],
        worth: list[float],
        elsewhere: float,
    ) -> None:
        """Work it out.

        terrain    what each square is, whether it was looked at, how often it was searched
        shut       regions that need no search     worth  per region, the last what leads to none
        elsewhere  the chance that each region begins with
        """
        code, looked, searches = terrain
        size: i64 = len(code)
        self.most = 0.0
        self._near = vec[u8]([u8(0)] * size)
        self._chance = _NOTHING[:size]
        self._gold = _NOTHING[:size]
        last: i64 = len(worth) - 1
        sums = vec[float]([elsewhere] * (last + 1))
        spots = vec[i64]([i64(0)] * len(clues))
        chances = vec[float]([0.0] * len(clues))
        regions = vec[i64]([i64(0)] * len(clues))
        hides = vec[u8]([u8(0)] * size)
        live: i64 = 0
        for clue in clues:
            spot: i64 = clue[0]
            hides[spot] = 1
            if (looked[spot] or code[spot]) and not (shut and clue[3] in shut):
                weight, (left, found) = clue[1], clue[2]
                region: i64 = clue[3]
                if region < 0:
                    region = last
                count: i64 = searches[spot]
                sums[region] += weight * left[count]
                spots[live], chances[live], regions[live] = spot, weight * found[count], region
                live += 1
        chance = _NO_CHANCE[:size]
        gold = _NOTHING[:size]
        for at in range(live):
            here = spots[at]
            part = sums[regions[at]]
            share: float = chances[at]
            if regions[at] < last and part < 1.0:
                share /= part
            if share > chance[here]:
                chance[here], gold[here] = share, share * worth[regions[at]]
        self._gather(vec[u8](code), hides, chance, gold)

    def _gather(self, code: vec[u8], hides: vec[u8], chance: vec[float], gold: vec[float]) -> None:
        """Sum up chances and gold around each square that can be walked on next to a clue."""
        size: i64 = len(code)
        steps = vec[i64]([1, -COLS, -1, COLS, -COLS - 1, -COLS + 1, COLS - 1, COLS + 1])
        for spot in range(i64(COLS), size - 2 * COLS):
            kind = code[spot]
            if kind == 0 or kind > LAST_WALKABLE:
                continue
            near = False
            gain = total = 0.0
            for step in steps:
                there: i64 = spot + step
                if hides[there]:
                    near = True
                    if chance[there] >= 0.0:
                        gain += chance[there]
                        total += gold[there]
            if near:
                self._near[spot], self._chance[spot], self._gold[spot] = 1, gain, total
                self.most = max(self.most, total)

    def as_dict(self) -> dict[int, tuple[float, float]]:
        """Return them per square."""
        found: dict[int, tuple[float, float]] = {}
        for spot in range(i64(len(self._near))):
            if self._near[spot]:
                found[spot] = self._chance[spot], self._gold[spot]
        return found

    def best(self, reach: dict[int, int], spent: float, walk: float) -> tuple[int, float, float]:
        """Return where searching promises most, the chance there, and the gold per turn; -1 where nowhere
        (hidden_doors.best_place).
        """
        best: i64 = -1
        most = -1.0
        for square, cost in reach.items():
            spot: i64 = square
            if self._near[spot]:
                yields = spent * self._gold[spot] / (cost + walk)
                if yields > most:
                    best, most = spot, yields
        return best, self._chance[best] if best >= 0 else 0.0, most

    def most_yields(self, known: dict[int, int], walked: int, far: int, spent: float, walk: float) -> float:
        """Return the most gold per turn that any place can yield (hidden_doors.most_yields).

        known  cost per square from one where the hero came from at a cost of `walked`, else at least `far`
        """
        most = -1.0
        for spot in range(i64(len(self._near))):
            if self._near[spot]:
                bound: int = max(known.get(spot, far) - walked, 0) if known else 0
                most = max(most, spent * self._gold[spot] / (bound + walk))
        return most
