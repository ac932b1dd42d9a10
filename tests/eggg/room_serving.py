"""A room in this process, and clients on its real ports."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial
from importlib.util import find_spec
from itertools import count
from pathlib import Path

from rogomatic.eggg import own_tables
from rogomatic.eggg.match_command import opponents_of
from rogomatic.eggg.real_time_server import RealTimeRoom
from rogomatic.eggg.seated_room import NewJournal
from rogomatic.eggg.table_room import TableRoom
from rogue.wire.lines import Line
from rogue.wire.ports import Ports
from rogue.wire.room_server import GuestRoom, RoomServer
from rogue.wire.wire_limits import WireLimits
from tests.rogue.server.serving import Client

OPEN = WireLimits(per_address=1000, new_per_minute=100_000, connections=2000, opening_seconds=0.05)


def table_of(
    name: str, choice_seconds: float = 30.0, new_journal: NewJournal = lambda _head: None
) -> TableRoom:
    """Return the table of a game, whose matches have the seeds 1, 2, ..."""
    game = own_tables.load(name)
    seeds = count(1)
    return TableRoom(
        game, lambda player, level, seed: opponents_of(game, level, seed)(player), partial(next, seeds),
        lambda: "ab" * 32, choice_seconds, new_journal,
    )  # fmt: skip


def room_of(name: str, folder: Path | None = None) -> GuestRoom:
    """Return the room of a shipped game."""
    game = own_tables.game_of(name)
    if own_tables.is_in_real_time(game):
        return RealTimeRoom(game, lambda: 1)
    return own_tables.world_room(game, 7, folder) if own_tables.is_world(game) else table_of(name)


class RoomServing:
    """A room that is served; see `tests.support.hostile_clients.Served`."""

    noisy = b"help\n" * 1000

    def __init__(self, server: RoomServer, ports: Ports, log: list[str]) -> None:
        self.server, self.ports, self.log = server, ports, log
        self.clients: list[Client] = []

    @property
    def lines(self) -> set[Line]:
        return self.server.lines

    async def client(self, port: str = "raw") -> Client:
        one = Client(*await asyncio.open_connection("127.0.0.1", self.ports.numbers[port]))
        self.clients.append(one)
        return one

    async def enter(self, client: Client, name: str) -> str:
        """Come in; return the key."""
        await client.ask(f"{name}\n".encode(), b"come back: ")
        return (await client.until(b"\r\n")).strip().decode()

    async def ping(self, client: Client) -> None:
        await client.ask(b"who\n", b"ann")


@asynccontextmanager
async def room_serving(room: GuestRoom, **changes: float) -> AsyncIterator[RoomServing]:
    """Serve a room on all its ports."""
    limits = replace(OPEN, **changes)  # type: ignore[arg-type]
    log: list[str] = []
    server = RoomServer(room, limits, asyncio.get_running_loop().time, log.append)
    ports = Ports(server.gate, limits, server.lines)
    here = ("127.0.0.1",)
    await ports.listen("telnet", here, 0, ports.telnet(server.serve))
    await ports.listen("raw", here, 0, ports.raw(server.serve))
    if find_spec("websockets") is not None:
        from rogue.wire.web_site import open_site

        site = own_tables.room_site(server.serve)
        ports.add("web", *await open_site(site, ports.take, limits, server.now, here, 0))
    going = asyncio.create_task(server.keep_going())
    try:
        yield RoomServing(server, ports, log)
    finally:
        await ports.close(server.stop)
        going.cancel()
        await server.close()
