"""What may be hidden, natively for the compiled build, as plain loops find it."""

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
COUNTS: Final = 251  # searches of a square, from none on
# What may be hidden: which of the remainders it is that searches leave.
A_DOOR: Final = 0
A_PASSAGE: Final = 1
AN_END: Final = 2
# To be copied, which is quicker than to fill arrays of fractions one by one.
NOTHING: Final = vec[float]([0.0] * 2000)

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
class Remainders:
    """What searches leave of each kind of hidden thing (secret_clues.Remainder)."""

    def __init__(self, kinds: tuple[Remainder, Remainder, Remainder]) -> None:
        self.kinds = kinds
        self.left = vec[float]()
        self.found = vec[float]()
        for left, found in kinds:
            for count in range(COUNTS):
                self.left = append(self.left, left[count])
                self.found = append(self.found, found[count])


@final
class Clues:
    """What `secret_clues.SecretEvidence` has as tuples: per clue the square, the chance before any search,
    what is hidden, and the region.
    """

    def __init__(self, remainders: Remainders) -> None:
        self.remainders = remainders
        self.spots = vec[i16]()
        self.weights = vec[float]()
        self.kinds = vec[u8]()
        self.regions = vec[i16]()

    def add(self, spot: i64, weight: float, kind: i64, region: i64) -> None:
        """Add a clue."""
        self.spots = append(self.spots, i16(spot))
        self.weights = append(self.weights, weight)
        self.kinds = append(self.kinds, u8(kind))
        self.regions = append(self.regions, i16(region))

    def outside(self, first: i64, last: i64) -> Clues:
        """Return those outside the rectangle between two squares (terrain_map.is_within)."""
        found = Clues(self.remainders)
        for at in range(i64(len(self.spots))):
            spot: i64 = i64(self.spots[at])
            if first // COLS <= spot // COLS <= last // COLS and first % COLS <= spot % COLS <= last % COLS:
                continue
            found.add(spot, self.weights[at], i64(self.kinds[at]), i64(self.regions[at]))
        return found

    def as_tuples(self) -> tuple[Evidence, ...]:
        """Return them as the model has them."""
        kinds, found = self.remainders.kinds, list[Evidence]()
        for at in range(i64(len(self.spots))):
            remainder = kinds[int(self.kinds[at])]
            found.append((int(self.spots[at]), self.weights[at], remainder, int(self.regions[at])))
        return tuple(found)


@final
class Scan:
    """The squares of a terrain that are evidence of what is hidden (secret_clues._Scan).

    The ends of passages are found later (`note_passages`), when it is known which boxes hold a maze.
    """

    def __init__(self, code: bytes) -> None:
        size: i64 = len(code)
        self.code = vec[u8](code)
        self.passages: dict[int, list[int]] = {}
        self._behind = vec[i16]()  # squares behind doors where nothing is seen
        self._stepped = vec[u8]([u8(0)] * size)  # one more than the side of the door that such a square is on
        self._keys = vec[i16]()  # per square of wall beside a room: four times the box and the side
        self._walls = vec[i16]()
        self._sides = vec[i64]()  # such keys, each once
        self._lengths = vec[i64]([i64(0)] * 36)
        self._with_door = vec[u8]([u8(0)] * 36)
        self._came = vec[u8]([u8(0)] * size)  # one more than the side from which an end of a passage is seen
        self._weights = NOTHING[:size]
        self._order = vec[i16]()
        self._find()

    def _find(self) -> None:
        code = self.code
        size: i64 = len(code)
        keys = vec[i16]()
        walls = vec[i16]()
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
                    if not self._lengths[key]:
                        self._sides = append(self._sides, key)
                    self._lengths[key] += 1
                    keys = append(keys, i16(key))
                    walls = append(walls, i16(there))
                elif beside == DOOR:
                    self._with_door[key] = 1
        self._keys, self._walls = keys, walls

    def _note_door(self, spot: i64) -> None:
        """Note the square behind a door where nothing is seen (secret_clues._note_door)."""
        code = self.code
        for side in range(i64(_SIDES)):
            if code[spot + step_of(side)] == PASSAGE:
                return
        for side in range(i64(_SIDES)):
            there: i64 = spot + step_of(side)
            before: i64 = i64(code[spot - step_of(side)])
            if code[there] == 0 and (before == FLOOR or STAIRS <= before <= LAST_WALKABLE):
                if not self._stepped[there]:
                    self._behind = append(self._behind, i16(there))
                self._stepped[there] = u8(side + 1)

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
        right: i64 = step if step == 1 or step == -1 else 0
        down: i64 = 0 if right else step // COLS
        for distance in range(i64(1), i64(5)):
            if not 0 < row + down * distance < 23 or not 0 <= col + right * distance < COLS:
                return distance > 2
            kind = code_at(self.code, spot + step * distance)
            if 0 < kind <= LAST_WALKABLE:
                return False
        return True

    def clues(
        self,
        region_of: dict[int, int],
        remainders: Remainders,
        chances: tuple[float, float, float, float],
        least: float,
    ) -> Clues:
        """Return the evidence: of doors with nothing behind them, of passages that end or may have a hidden
        branch, of the walls of rooms (secret_clues).

        chances  of an open door; of a wall towards unseen rooms, towards known ones, with a door
        least    only passages with a better chance count, and a door is hidden there; 0: all that there is
        """
        regions = vec[i64]([i64(-1)] * 10)  # the last one stands for what is past the edge
        for box, region in region_of.items():
            regions[box] = region
        found = Clues(remainders)
        if not least:
            for short in self._behind:
                spot: i64 = i64(short)
                side: i64 = i64(self._stepped[spot]) - 1
                other: i64 = next_box(box_at(spot - step_of(side)), side)
                found.add(spot, chances[0], A_PASSAGE, regions[other] if other >= 0 else -1)
        for short in self._order:
            here: i64 = i64(short)
            weight: float = self._weights[here]
            if not self._stepped[here] and weight > least:
                to: i64 = ahead(regions, here, i64(self._came[here]) - 1)
                found.add(here, weight, A_DOOR if least else AN_END, to)
        self._add_walls(found, regions, chances)
        return found

    def _add_walls(self, found: Clues, regions: vec[i64], chances: tuple[float, float, float, float]) -> None:
        for key in self._sides:
            other: i64 = next_box(key // _SIDES, key % _SIDES)
            if other < 0:
                continue
            chance = chances[3] if self._with_door[key] else chances[1] if regions[other] >= 0 else chances[2]
            each: float = chance / float(self._lengths[key])
            for at in range(i64(len(self._keys))):
                if i64(self._keys[at]) == key:
                    found.add(i64(self._walls[at]), each, A_DOOR, regions[other])


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
