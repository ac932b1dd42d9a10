"""Limits of connections, with the counters that enforce them."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import Final

_NETWORK_BITS: Final = 64  # of an IPv6 address: one household
_MANY_NAMES: Final = 1000  # from this many names on, names without recent events are removed


@dataclass(frozen=True, slots=True)
class WireLimits:
    """Limits for all connections (SRV-2, SRV-9 to SRV-15)."""

    connections: int = 200
    per_address: int = 4
    new_per_minute: int = 10  # connections of an address
    requests_per_minute: int = 600  # for the page, of an address
    login_seconds: float = 60.0
    opening_seconds: float = 1.0  # for the answers of a telnet client
    nop_seconds: float = 60.0
    wrong_keys: int = 5  # from an address in `wrong_seconds`; then it is blocked for as long
    wrong_seconds: float = 600.0
    idle_seconds: float = 900.0
    longest_seconds: float = 8 * 3600.0
    keys_a_second: float = 100.0
    keys_at_once: int = 200
    unsent_bytes: int = 64 << 10  # above this, no more keys are fed
    unsent_seconds: float = 60.0


class Allowance:
    """A token bucket that holds at most `most` tokens and gets `rate` new tokens per second."""

    __slots__ = ("_at", "_left", "_most", "_rate")

    def __init__(self, rate: float, most: float, now: float) -> None:
        self._rate, self._most, self._left, self._at = rate, most, most, now

    def take(self, wanted: int, now: float) -> int:
        """Take up to `wanted` tokens, and return the number taken."""
        self._refill(now)
        allowed = min(wanted, int(self._left))
        self._left -= allowed
        return allowed

    def seconds_until_one(self, now: float) -> float:
        """Return the seconds until the next token is available."""
        self._refill(now)
        return max(0.0, (1 - self._left) / self._rate)

    def _refill(self, now: float) -> None:
        self._left = min(self._most, self._left + (now - self._at) * self._rate)
        self._at = now


class Recent:
    """For each name, the number of events in the last `seconds` seconds."""

    __slots__ = ("_seconds", "_times")

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._times: dict[str, deque[float]] = {}

    def count(self, name: str, now: float) -> int:
        """Return the number of recent events for a name."""
        times = self._times.get(name)
        if times is None:
            return 0
        while times and now - times[0] > self._seconds:
            times.popleft()
        if not times:
            del self._times[name]
        return len(times)

    def add(self, name: str, now: float) -> None:
        """Count an event for a name."""
        if len(self._times) > _MANY_NAMES:
            for other in list(self._times):
                self.count(other, now)
        self._times.setdefault(name, deque()).append(now)


def household(address: str) -> str:
    """Return the network that counts as one client: an IPv4 address, or the first half of an IPv6 address.

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
