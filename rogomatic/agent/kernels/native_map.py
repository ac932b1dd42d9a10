"""Inner loops over the terrain map and the screen for the compiled build, bit for bit like plain ones."""

from __future__ import annotations

from typing import Final

from librt.strings import BytesWriter, read_i64_le
from librt.vecs import vec
from mypy_extensions import i64, u8

COLS: Final = 80
WORD: Final = 8  # cells that are compared at once
FLOOR: Final = 1  # terrain (terrain_map), for all native modules
PASSAGE: Final = 2
DOOR: Final = 3
STAIRS: Final = 4
LAST_WALKABLE: Final = 5  # of the terrain from 1 on that can be walked on
ACROSS: Final = 6
UPRIGHT: Final = 7
STEPS: Final = vec[i64]([1, -COLS, -1, COLS, -COLS - 1, -COLS + 1, COLS - 1, COLS + 1])


def box_at(spot: i64) -> i64:
    """Return the box that a square lies in (terrain_map.box_of)."""
    col: i64 = spot % COLS
    across: i64 = 0
    if col >= 53:
        across = 2
    elif col >= 27:
        across = 1
    return spot // COLS // 8 * 3 + across


def update_frontier(frontier: set[int], dirty: set[int], code: bytes, been: bytes, looked: bytes) -> None:
    """Bring the frontier up to date around squares that have changed (terrain_map.update_frontier)."""
    size: i64 = len(code)
    end = size - 2 * COLS  # of the map; behind it are the last row and one of margin
    marked = vec[u8]([u8(0)] * size)
    for spot in dirty:
        above: i64 = spot - COLS - 1
        for _ in range(3):
            for there in range(above, above + 3):
                if 0 <= there < size and not marked[there]:
                    marked[there] = 1
                    inside = COLS <= there < end and 0 < code[there] <= LAST_WALKABLE
                    if inside and not been[there] and _shows_more(code, looked, there, end):
                        frontier.add(there)
                    else:
                        frontier.discard(there)
            above += COLS


def _shows_more(code: bytes, looked: bytes, spot: i64, end: i64) -> bool:
    """Return whether something unseen is next to a square of the map (terrain_map)."""
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


def _is_unseen(code: bytes, looked: bytes, spot: i64, end: i64) -> bool:
    return COLS <= spot < end and not code[spot] and not looked[spot]


def differences(now: bytes, before: bytes, touched: i64, first: i64, end: i64) -> list[int]:
    """Return, rising, the spots `first` .. `end` - 1 where two screens differ (vt100.Screen.take_changes).

    touched  a bit for each row that is compared
    """
    found: list[int] = []
    start = first
    while start < end:
        stop: i64 = min((start // COLS + 1) * COLS, end)
        if touched >> (start // COLS) & 1:
            at = start
            while at < stop:
                if at + WORD <= stop and read_i64_le(now, at) == read_i64_le(before, at):
                    at += WORD
                    continue
                if now[at] != before[at]:
                    found.append(at)
                at += 1
        start = stop
    return found


def last_escape(data: bytes) -> i64:
    """Return where the last Escape of a stream stands, -1 if there is none."""
    at: i64 = len(data) - 1
    while at >= 0 and data[at] != 0x1B:
        at -= 1
    return at


def unless_drawn(cells: bytes, seen: bytes) -> bytes:
    """Return what was seen, 0 where the cells are not blank (vt100)."""
    left = BytesWriter()
    for at in range(i64(len(cells))):
        left.append(u8(seen[at]) if cells[at] == 0x20 else u8(0))
    return left.getvalue()
