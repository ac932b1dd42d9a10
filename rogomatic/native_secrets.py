"""What searches for hidden things gain, natively for the compiled build, as plain loops find it."""

from __future__ import annotations

from typing import Final, final

from librt.strings import read_i16_le
from librt.vecs import vec
from mypy_extensions import i64, u8

from rogomatic.cost_map import Costs
from rogomatic.native_clues import COUNTS, NOTHING, Clues
from rogomatic.native_map import COLS, LAST_WALKABLE, STEPS

_NO_CHANCE: Final = vec[float]([-1.0] * 2000)  # to be copied, as NOTHING is


@final
class Gains:
    """Per square to search from, the chance to find something and the gold that one search promises.

    Worked out as `hidden_doors.hidden_odds` and `hidden_doors.around_clues` do.
    most  the most gold that one search promises anywhere
    """

    def __init__(
        self,
        clues: Clues,
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
        self._chance = NOTHING[:size]
        self._gold = NOTHING[:size]
        last: i64 = len(worth) - 1
        sums = vec[float]([elsewhere] * (last + 1))
        every: i64 = len(clues.spots)
        lefts, founds = clues.remainders.left, clues.remainders.found
        spots = vec[i64]([i64(0)] * every)
        chances = vec[float]([0.0] * every)
        regions = vec[i64]([i64(0)] * every)
        hides = vec[u8]([u8(0)] * size)
        live: i64 = 0
        for number in range(every):
            spot: i64 = i64(clues.spots[number])
            hides[spot] = 1
            region: i64 = i64(clues.regions[number])
            if (looked[spot] or code[spot]) and not (shut and region in shut):
                weight: float = clues.weights[number]
                if region < 0:
                    region = last
                searched: i64 = searches[spot]
                left: i64 = i64(clues.kinds[number]) * COUNTS + searched
                vain: float = 1.0 - weight + weight * lefts[left]
                sums[region] += weight * lefts[left] / vain
                spots[live], chances[live], regions[live] = spot, weight * founds[left] / vain, region
                live += 1
        chance = _NO_CHANCE[:size]
        gold = NOTHING[:size]
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
        steps = STEPS
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

    def at(self, spot: int) -> tuple[float, float]:
        """Return the chance on a square, and the gold."""
        return self._chance[spot], self._gold[spot]

    def best(self, reach: Costs, spent: float, walk: float) -> tuple[int, float, float]:
        """Return where searching promises most, the chance there, and the gold per turn; -1 where nowhere
        (hidden_doors.best_place).
        """
        best: i64 = -1
        most = -1.0
        order = reach.order
        for at in range(0, i64(len(order)), 2):
            spot: i64 = i64(read_i16_le(order, at))
            if self._near[spot]:
                yields = spent * self._gold[spot] / (reach.get(spot, 0) + walk)
                if yields > most:
                    best, most = spot, yields
        return best, self._chance[best] if best >= 0 else 0.0, most

    def most_yields(self, known: Costs | None, walked: int, far: int, spent: float, walk: float) -> float:
        """Return the most gold per turn that any place can yield (hidden_doors.most_yields).

        known  what it costs from a square where the hero came from at a cost of `walked`, None: nothing;
               what is not in it costs at least `far`
        """
        most = -1.0
        for spot in range(i64(len(self._near))):
            # Who stands there already finds no more than that, mostly less than the best so far.
            if self._near[spot] and spent * self._gold[spot] / walk > most:
                bound: int = 0 if known is None else max(known.get(spot, far) - walked, 0)
                most = max(most, spent * self._gold[spot] / (bound + walk))
        return most
