"""A server in this process, and clients on its real ports."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from rogue.server.game_server import GameServer
from rogue.server.game_store import GameStore, ServerLimits
from rogue.server.watch_loop import serve_watcher
from rogue.ui.renderer import OPENING
from rogue.wire.lines import Line
from rogue.wire.ports import Ports

PATIENCE = 240.0  # seconds until what does not happen is given up, however busy the machine
PASSES = 200  # of the loop; both ends of every line are in it, and an answer takes some five
OPEN = ServerLimits(per_address=1000, new_per_minute=100_000, connections=2000, opening_seconds=0.05)


def run(scenario: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Run a scenario to its end."""

    async def bounded() -> None:
        async with asyncio.timeout(PATIENCE):
            await scenario()

    asyncio.run(bounded())


async def until(is_so: Callable[[], bool]) -> None:
    """Wait until something is so; `run` gives up what never is."""
    while not is_so():
        await asyncio.sleep(0.01)


class Client:
    """A program at the other end of a line."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer
        self.got = b""

    def send(self, data: bytes) -> None:
        self.writer.write(data)

    async def until(self, end: bytes) -> bytes:
        """Return what came up to and with `end`."""
        while end not in self.got:
            data = await asyncio.wait_for(self.reader.read(65536), PATIENCE)
            assert data, f"hung up after {self.got!r}"
            self.got += data
        at = self.got.index(end) + len(end)
        found, self.got = self.got[:at], self.got[at:]
        return found

    async def ask(self, data: bytes, end: bytes) -> bytes:
        """Send bytes; return what came up to and with `end`."""
        self.send(data)
        return await self.until(end)

    async def reply(self, data: bytes) -> bytes:
        """Send bytes; return what comes until nothing does."""
        self.send(data)
        return await self.silence()

    async def press_until(self, keys: bytes, end: bytes) -> None:
        """Press keys that always draw something, again and again, until `end` has come."""
        while end not in self.got:
            self.send(keys)
            data = await asyncio.wait_for(self.reader.read(65536), PATIENCE)
            assert data, f"hung up after {self.got!r}"
            self.got += data

    async def rest(self) -> bytes:
        """Return what comes until the server hangs up."""
        while data := await asyncio.wait_for(self.reader.read(65536), PATIENCE):
            self.got += data
        found, self.got = self.got, b""
        return found

    async def silence(self) -> bytes:
        """Return what comes until nothing does while all that is under way in this process goes on."""
        silent = 0
        while silent < PASSES:
            reading = asyncio.ensure_future(self.reader.read(65536))
            while not reading.done() and silent < PASSES:
                await asyncio.sleep(0)
                silent += 1
            if not reading.done():
                reading.cancel()
                await asyncio.wait([reading])
                break
            if not reading.result():
                break
            self.got += reading.result()
            silent = 0
        found, self.got = self.got, b""
        return found

    async def register(self, name: str, edition: str = "", text: str = "mine") -> str:
        """Log in under a new name and begin a game; return the key."""
        await self.ask(f"{name}\n{edition}\n{text}\n".encode(), b"only once:\r\n")
        key = (await self.until(b"\r\n")).strip().decode()
        await self.until(b"random text): \r\n" + OPENING)
        return key

    async def log_in(self, name: str, key: str) -> None:
        """Log in again, to a game that goes on."""
        await self.ask(f"{name}\n{key}\n".encode(), b"key: \r\n" + OPENING)

    async def close(self) -> None:
        self.writer.close()


class Serving:
    """A server that runs, and its ports."""

    noisy = b"\x12" * 2000

    def __init__(self, server: GameServer, ports: Ports) -> None:
        self.server, self.ports = server, ports
        self.clients: list[Client] = []  # a client that nobody holds hangs up

    @property
    def lines(self) -> set[Line]:
        return self.server.lines

    async def enter(self, client: Client, name: str) -> str:
        return await client.register(name)

    async def ping(self, client: Client) -> None:
        await client.ask(b"v ", b"dungeon ?")

    async def client(self, port: str = "raw") -> Client:
        one = Client(*await asyncio.open_connection("127.0.0.1", self.ports.numbers[port]))
        self.clients.append(one)
        return one


@asynccontextmanager
async def serving(home: Path, limits: ServerLimits = OPEN, **changes: Any) -> AsyncIterator[Serving]:
    """Run a server with all its ports but the page's."""
    delay = changes.pop("watch_delay", 0.0)
    limits = replace(limits, **changes)
    store = GameStore(home, limits)
    server = GameServer(
        store, limits, asyncio.get_running_loop().time, delay, bytes
    )  # the same dungeons always
    ports = Ports(server.gate, limits, server.lines)
    here = ("127.0.0.1",)
    await ports.listen("telnet", here, 0, ports.telnet(server.serve_player, draws=True))
    await ports.listen("raw", here, 0, ports.raw(server.serve_player))
    await ports.listen(
        "watching", here, 0, ports.telnet(lambda line: serve_watcher(server, line), draws=True)
    )
    going = asyncio.create_task(server.keep_going())
    try:
        yield Serving(server, ports)
    finally:
        going.cancel()
        await ports.close(server.stop)
        store.close()
        server.log.close()
