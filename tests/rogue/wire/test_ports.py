"""Ports with an echo behind them: connections are admitted, refused, and ended."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from rogue.wire.gatekeeper import Gatekeeper
from rogue.wire.lines import Line
from rogue.wire.ports import Ports
from rogue.wire.wire_limits import WireLimits

pytestmark = pytest.mark.slow

LIMITS = WireLimits(per_address=1, opening_seconds=0.05)
HERE = ("127.0.0.1",)


async def echo(line: Line) -> None:
    while not line.gone:
        line.write(await line.read())


async def opened(ports: Ports, name: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    return await asyncio.open_connection(HERE[0], ports.numbers[name])


@pytest.mark.slow
def test_a_line_is_served_and_the_next_of_its_address_is_refused(tmp_path: Path) -> None:
    async def scenario() -> None:
        lines: set[Line] = set()
        ports = Ports(Gatekeeper(tmp_path, LIMITS, lambda: 0.0), LIMITS, lines)
        await ports.listen("raw", HERE, 0, ports.raw(echo))
        await ports.listen("telnet", HERE, 0, ports.telnet(echo))
        reader, writer = await opened(ports, "raw")
        writer.write(b"hello")
        assert await reader.readexactly(5) == b"hello"
        other, _ = await opened(ports, "telnet")
        assert await other.read() == b"Too many connections from your address.\r\n"
        assert len(lines) == 1
        await ports.close(lambda: [line.close() for line in lines])
        assert await reader.read() == b""
        assert not lines

    asyncio.run(asyncio.wait_for(scenario(), 60))
