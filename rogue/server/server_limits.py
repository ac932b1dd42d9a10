"""Bounds of a server."""

from __future__ import annotations

from dataclasses import dataclass

from rogue.wire.wire_limits import WireLimits


@dataclass(frozen=True, slots=True)
class ServerLimits(WireLimits):
    """Bounds of a server, its connections included (SRV-2, SRV-9 to SRV-15)."""

    players: int = 20
    watchers: int = 50
    journals: int = 20  # of finished games, for each player
    player_bytes: int = 10 << 20
    server_bytes: int = 1 << 30
    log_bytes: int = 10 << 20
