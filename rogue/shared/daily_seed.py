"""The daily dungeon, whose number depends only on the date."""

from __future__ import annotations

import hashlib
from datetime import date, timedelta
from functools import lru_cache
from typing import Final

FIRST_DAY: Final = date(2026, 1, 1)
LAST_YEAR: Final = 2050
_SEEDS: Final = 10**9  # nine digits, easy to pass on
_BYTES: Final = 8  # of the digest


def seed_of_day(day: date) -> int:
    """Return the number of a day's dungeon.  Everyone gets the same number.

    >>> seed_of_day(date(2026, 11, 26))
    634198918
    """
    digest = hashlib.sha256(f"rogue daily {day.isoformat()}".encode("ascii")).digest()
    return int.from_bytes(digest[:_BYTES], "big") % _SEEDS


def day_of_seed(seed: int) -> date | None:
    """Return the day whose dungeon has this number, or None if no day has it.

    >>> day_of_seed(seed_of_day(date(2026, 11, 26))), day_of_seed(42)
    (datetime.date(2026, 11, 26), None)
    """
    return _days().get(seed)


@lru_cache(maxsize=1)
def _days() -> dict[int, date]:
    """Return the day of each dungeon number.  If two days share a number, return the first day."""
    count = (date(LAST_YEAR + 1, 1, 1) - FIRST_DAY).days
    days = [FIRST_DAY + timedelta(number) for number in reversed(range(count))]
    return {seed_of_day(day): day for day in days}
