"""Counters that limit how often something may happen, by the caller's clock."""

from __future__ import annotations

from collections import deque
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import Final

_NETWORK_BITS: Final = 64  # of an IPv6 address: one household


class Allowance:
    """A bucket of tokens: a number at once, and a number per second."""

    __slots__ = ("_at", "_left", "_most", "_rate")

    def __init__(self, rate: float, most: float, now: float) -> None:
        self._rate, self._most, self._left, self._at = rate, most, most, now

    def take(self, wanted: int, now: float) -> int:
        """Return how many of `wanted` are allowed now; they are spent."""
        self._refill(now)
        allowed = min(wanted, int(self._left))
        self._left -= allowed
        return allowed

    def seconds_until_one(self, now: float) -> float:
        """Return how long nothing more is allowed, 0 when something is."""
        self._refill(now)
        return max(0.0, (1 - self._left) / self._rate)

    def _refill(self, now: float) -> None:
        self._left = min(self._most, self._left + (now - self._at) * self._rate)
        self._at = now


class Recent:
    """Counts of events in the last `seconds`, for each name."""

    __slots__ = ("_seconds", "_times")

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._times: dict[str, deque[float]] = {}

    def count(self, name: str, now: float) -> int:
        """Return how often it has happened."""
        times = self._times.get(name)
        if times is None:
            return 0
        while times and now - times[0] > self._seconds:
            times.popleft()
        if not times:
            del self._times[name]
        return len(times)

    def add(self, name: str, now: float) -> None:
        """Note that it has happened once more."""
        if len(self._times) > _MANY_NAMES:
            for other in list(self._times):
                self.count(other, now)
        self._times.setdefault(name, deque()).append(now)


_MANY_NAMES: Final = 1000  # from so many on, those of which nothing is recent are looked for


def household(address: str) -> str:
    """Return what counts as one address: an IPv4 address, or the first half of an IPv6 one.

    >>> household("203.0.113.7"), household("::ffff:203.0.113.7"), household("2001:db8:1:2:3::9")
    ('203.0.113.7', '203.0.113.7', '2001:db8:1:2::/64')
    """
    try:
        found: IPv4Address | IPv6Address = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, IPv6Address):
        if found.ipv4_mapped is not None:
            return str(found.ipv4_mapped)
        shift = 128 - _NETWORK_BITS
        return f"{IPv6Address(int(found) >> shift << shift)}/{_NETWORK_BITS}"
    return str(found)
