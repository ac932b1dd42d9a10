"""Clients that mean harm, for every server: silence, floods, lines that are never read, crowds."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable, Coroutine
from contextlib import AbstractAsyncContextManager, suppress
from time import process_time
from typing import Any, Final, Protocol

from rogue.wire.lines import Line
from rogue.wire.ports import Ports
from tests.rogue.server.serving import PATIENCE, Client, until


class Served(Protocol):
    """A server that runs.

    noisy  what a client types to be told much
    """

    ports: Ports
    noisy: bytes

    @property
    def lines(self) -> set[Line]: ...
    async def client(self, port: str = "raw") -> Client: ...
    async def enter(self, client: Client, name: str) -> str: ...
    async def ping(self, client: Client) -> None: ...


Open = Callable[..., AbstractAsyncContextManager[Served]]
"""Opens a server whose limits are given by name."""


async def silence_at_login_is_ended(opened: Open) -> None:
    async with opened(login_seconds=0.2) as here:
        for port in ("raw", "telnet"):
            client = await here.client(port)
            assert b"name" in await client.rest()
        assert here.lines == set()


async def a_byte_now_and_then_does_not_hold_a_place(opened: Open) -> None:
    """The time for the login counts as a whole."""
    for port in ("raw", "telnet"):
        async with opened(login_seconds=0.4) as here:
            client = await here.client(port)
            for _ in range(200):
                client.send(b"a")
                with suppress(TimeoutError):
                    if not await asyncio.wait_for(client.reader.read(4096), 0.05):
                        break
            else:
                raise AssertionError("it is still there after ten seconds")
            assert here.lines == set()


async def many_held_connections_delay_nobody_and_leave_nothing(opened: Open) -> None:
    async with opened() as here:
        crowd = [await here.client() for _ in range(500)]
        ann = await here.client()
        await here.enter(ann, "ann")
        assert await _slowest_ping(here, ann) < 0.5  # seconds of work; it takes a thousandth
        assert len(here.lines) == 501
        for client in crowd:
            await client.close()
        await until(lambda: len(here.lines) == 1)


async def connections_that_are_dropped_at_once_leave_nothing(opened: Open) -> None:
    async with opened() as here:
        for _ in range(200):
            client = await here.client()
            await client.close()
        client = await here.client()
        await here.enter(client, "ann")
        await until(lambda: len(here.lines) == 1)


async def a_flood_does_not_delay_others(opened: Open) -> None:
    """Of returns, and of a line that never ends."""
    for flood in (b"\r" * 1_000_000, b"a" * 1_000_000, b"\xff\xfe\x00" * 300_000):
        async with opened() as here:
            client, ann = await here.client(), await here.client()
            await here.enter(client, "flood")
            await here.enter(ann, "ann")
            client.send(flood)
            assert await _slowest_ping(here, ann) < 0.5


async def a_guest_who_reads_nothing_is_cut(opened: Open) -> None:
    limits = {"unsent_bytes": 4096, "unsent_seconds": 0.3, "keys_a_second": 1e6, "keys_at_once": 10**6}
    async with opened(**limits) as here:
        sock, ann = socket.socket(), await here.client()
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        sock.connect(("127.0.0.1", here.ports.numbers["raw"]))
        client = Client(*await asyncio.open_connection(sock=sock))
        await here.enter(client, "deaf")
        await here.enter(ann, "ann")
        client.writer.transport.pause_reading()  # type: ignore[attr-defined]
        for _ in range(12_000):
            client.send(here.noisy)
            await asyncio.sleep(0.01)
            if len(here.lines) == 1:
                break
        assert len(here.lines) == 1
        await here.ping(ann)


async def connections_of_an_address_are_counted(opened: Open) -> None:
    async with opened(per_address=2) as here:
        kept = [await here.client() for _ in range(2)]
        for client in kept:
            await client.until(b"name")
        third = await here.client()
        assert b"Too many connections from your address" in await third.rest()
        await kept[0].close()
        await until(lambda: len(here.lines) == 1)
        await (await here.client()).until(b"name")
    async with opened(new_per_minute=3) as here:
        for _ in range(3):
            await (await here.client()).close()
        assert b"wait a minute" in await (await here.client()).rest()
    async with opened(connections=1) as here:
        await (await here.client()).until(b"name")
        assert b"The server is full" in await (await here.client()).rest()


async def too_many_telnet_commands_end_a_line(opened: Open) -> None:
    async with opened() as here:
        client = await here.client("telnet")
        client.send(b"\xff\xfb\x27" * 10_000)
        assert len(await client.rest()) < 40_000
        client = await here.client("telnet")
        client.send(b"\xff\xfa\x18" + b"x" * 300)
        await client.rest()


async def a_client_that_only_stops_sending_is_let_go(opened: Open) -> None:
    async with opened() as here:
        client = await here.client()
        await here.enter(client, "ann")
        client.writer.write_eof()
        await client.rest()
        await until(lambda: not here.lines)


async def _slowest_ping(here: Served, client: Client) -> float:
    worst = 0.0
    for _ in range(20):
        began = process_time()
        await asyncio.wait_for(here.ping(client), PATIENCE)
        worst = max(worst, process_time() - began)
    return worst


CASES: Final[tuple[Callable[[Open], Coroutine[Any, Any, None]], ...]] = (
    silence_at_login_is_ended, a_byte_now_and_then_does_not_hold_a_place,
    many_held_connections_delay_nobody_and_leave_nothing, connections_that_are_dropped_at_once_leave_nothing,
    a_flood_does_not_delay_others, a_guest_who_reads_nothing_is_cut, connections_of_an_address_are_counted,
    too_many_telnet_commands_end_a_line, a_client_that_only_stops_sending_is_let_go,
)  # fmt: skip
