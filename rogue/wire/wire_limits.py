"""Bounds of connections."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class WireLimits:
    """Bounds of all connections (SRV-2, SRV-9 to SRV-15)."""

    connections: int = 200
    per_address: int = 4
    new_per_minute: int = 10  # connections of an address
    requests_per_minute: int = 600  # for the page, of an address
    login_seconds: float = 60.0
    opening_seconds: float = 1.0  # for the answers of a telnet client
    nop_seconds: float = 60.0
    wrong_keys: int = 5  # from an address in `wrong_seconds`, which then is closed for as long
    wrong_seconds: float = 600.0
    idle_seconds: float = 900.0
    longest_seconds: float = 8 * 3600.0
    keys_a_second: float = 100.0
    keys_at_once: int = 200
    unsent_bytes: int = 64 << 10  # beyond that nothing more is fed
    unsent_seconds: float = 60.0
