"""A served match in real time: seats, keys, watchers, machines, slow and hostile clients."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from io import StringIO
from typing import Any, Final

import pytest

from rogomatic.eggg import own_tables
from rogomatic.eggg.match_journal import JournalHead
from rogomatic.eggg.real_time_match import RealTimeMatch
from rogomatic.eggg.real_time_server import LIVE, RealTimeRoom, RealTimeServer
from rogue.shared.real_time_games import RealTimeGame
from rogue.wire.lines import LineKind
from rogue.wire.ports import Ports
from rogue.wire.wire_limits import WireLimits
from tests.rogue.server.serving import Client, until
from tests.rogue.server.serving import run as run_whole

LIMITS: Final = WireLimits(per_address=1000, new_per_minute=100_000, connections=2000, opening_seconds=0.05)


class PaperLine:
    """A line in this process: bytes that were sent, and keys that come."""

    def __init__(self, kind: LineKind = "telnet") -> None:
        self.kind: LineKind = kind
        self.address, self.gone, self.is_in = "127.0.0.1", False, False
        self.size, self.has_alternate_screen, self.unsent = (24, 80), False, 0
        self.takes_utf8 = True
        self.sent = b""
        self._keys: asyncio.Queue[bytes] = asyncio.Queue()

    def type(self, data: bytes) -> None:
        self._keys.put_nowait(data)

    async def read(self) -> bytes:
        data = await self._keys.get()
        self.gone = self.gone or not data
        return data

    def write(self, data: bytes) -> None:
        self.sent += data

    def notify(self, **what: str) -> None: ...
    def close(self) -> None:
        self.gone = True

    async def part(self) -> None:
        self.close()

    def abort(self) -> None:
        self.gone = True
        self.type(b"")


class Table:
    """A server whose steps are made by hand."""

    def __init__(self, name: str, limits: WireLimits = LIMITS) -> None:
        self.now = 0.0
        self.journals: list[tuple[JournalHead, StringIO]] = []
        self.room = RealTimeRoom(game_of(name), lambda: 7, self._journal)
        self.server = RealTimeServer(self.room, own_tables.keyboard, limits, lambda: self.now, print)
        self.tasks: list[asyncio.Task[None]] = []

    def _journal(self, head: JournalHead) -> Any:
        self.journals.append((head, StringIO()))
        return self.journals[-1][1]

    @property
    def match(self) -> RealTimeMatch:
        return self.room.match

    async def come(self, kind: LineKind = "telnet", answers: str = "") -> PaperLine:
        """Come in under a new name, or with the answers of one who comes back."""
        line = PaperLine(kind)
        self.tasks.append(asyncio.create_task(self.server.serve(line)))
        line.type((answers or f"n{len(self.tasks)}\r\r").encode())
        await self.settle()
        return line

    @staticmethod
    async def settle() -> None:
        for _ in range(20):
            await asyncio.sleep(0)

    async def pass_time(self, steps: int = 1) -> None:
        for _ in range(steps):
            await self.settle()
            self.now += 0.05
            await self.server._go_on()
            self.server._cut_slow()


def game_of(name: str) -> RealTimeGame:
    game = own_tables.game_of(name)
    assert own_tables.is_in_real_time(game)
    return game


def run(scenario: Callable[[Table], Awaitable[None]], name: str = "pong") -> None:
    async def whole() -> None:
        table = Table(name)
        await scenario(table)
        for task in table.tasks:
            task.cancel()

    asyncio.run(whole())


@pytest.mark.slow
def test_two_people_play_and_others_watch() -> None:
    async def scenario(table: Table) -> None:
        west = await table.come()
        await table.pass_time(3)
        assert b"Waiting for East. M lets the" in west.sent
        assert table.match.state.step == 0
        east, eve = await table.come(), await table.come()
        west.type(b"\x1b[A\x1b[O")  # a lost focus pauses nothing here
        east.type(b"\x1b[B\x1b[B")
        eve.type(b"\x1b[B")
        await table.pass_time(4)
        assert table.match.state.step == 4
        assert table.match.state.paddles == (4, 1)
        assert b"West (you)" in west.sent
        assert b"East (you)" in east.sent
        assert b"(you)" not in eve.sent
        west.type(b"?q")  # leaves the rules
        await table.pass_time(4)
        assert b"n1 leaves." not in eve.sent
        west.type(b"q")
        await table.pass_time(4)
        assert b"Waiting for West. S takes" in eve.sent
        assert b"n1 leaves." in eve.sent
        step = table.match.state.step
        eve.type(b"s")
        await table.pass_time(2)
        assert table.match.state.step > step
        assert b"(you)" in eve.sent

    run(scenario)


@pytest.mark.slow
def test_the_machine_plays_where_nobody_is_until_somebody_comes() -> None:
    async def scenario(table: Table) -> None:
        west = await table.come()
        west.type(b"m")
        await table.pass_time(3)
        assert b"East (machine)" in west.sent
        assert table.match.state.step > 0
        east = await table.come()
        await table.pass_time(4)
        assert b"S takes a seat." in east.sent
        east.type(b"s")
        await table.pass_time(2)
        assert b"you)" in east.sent
        assert table.match.machines == {}

    run(scenario)


@pytest.mark.slow
def test_who_comes_back_with_the_key_gets_the_seat_again() -> None:
    async def scenario(table: Table) -> None:
        west, east = await table.come(), await table.come()
        key = west.sent.split(b"come back: ")[1].split()[0].decode()
        west.type(b"")  # hangs up
        await table.pass_time(2)
        step = table.match.state.step
        east.type(b"m")
        await table.pass_time(5)
        assert table.match.state.step > step
        assert 0 in table.match.machines
        west = await table.come("telnet", f"n1\r{key}\r")
        await table.pass_time(3)
        assert b"West (you)" in west.sent
        assert table.match.machines == {}
        other = await table.come("telnet", f"n1\r{key}\r")
        await table.pass_time(3)
        assert west.gone
        assert b"West (you)" in other.sent

    run(scenario)


@pytest.mark.slow
def test_a_served_match_is_journaled() -> None:
    async def scenario(table: Table) -> None:
        west = await table.come()
        assert not table.journals
        east = await table.come()
        west.type(b"\x1b[A")
        east.type(b"\x1b[B\x1b[B")
        await table.pass_time(30)
        table.room.match.leave()
        ((head, file),) = table.journals
        again = RealTimeMatch(game_of("pong"), head.seed, {})
        again.play_again(f"head\n{file.getvalue()}")
        assert again.state == table.match.state
        assert again.state.paddles != again.game.start(7).paddles

    run(scenario)


@pytest.mark.slow
def test_another_match_begins_after_the_end() -> None:
    async def scenario(table: Table) -> None:
        line = await table.come()
        for _ in range(60):
            line.type(b" ")
            await table.pass_time()
        assert table.match.is_over
        assert b"The game is over with" in line.sent
        await table.pass_time(220)
        assert not table.match.is_over

    run(scenario, "blocks")


def test_the_page_gets_pictures_and_sends_keys_one_by_one() -> None:
    async def scenario(table: Table) -> None:
        page = await table.come("web")
        await table.pass_time(2)
        assert LIVE in page.sent.split(b"\f")[0]
        assert page.sent.count(b"\f") % 2 == 0
        assert b"eggg: Blocks" in page.sent
        assert b"\x1b" not in page.sent

    run(scenario, "blocks")


@pytest.mark.slow
def test_a_client_that_reads_slowly_loses_frames_then_the_line() -> None:
    async def scenario(table: Table) -> None:
        line = await table.come()
        await table.pass_time(2)
        before = len(line.sent)
        line.unsent = LIMITS.unsent_bytes
        await table.pass_time(20)
        assert len(line.sent) == before
        table.now += LIMITS.unsent_seconds
        await table.pass_time(2)
        assert line.gone

    run(scenario, "blocks")


@asynccontextmanager
async def serving() -> AsyncIterator[tuple[RealTimeServer, Callable[[str], Awaitable[Client]]]]:
    """Serve Pong on real ports."""
    limits = replace(LIMITS, keys_at_once=50)
    room = RealTimeRoom(game_of("pong"), lambda: 7)
    server = RealTimeServer(room, own_tables.keyboard, limits, asyncio.get_running_loop().time, print)
    ports = Ports(server.gate, limits, server.lines)
    await ports.listen("telnet", ("127.0.0.1",), 0, ports.telnet(server.serve))
    await ports.listen("raw", ("127.0.0.1",), 0, ports.raw(server.serve))
    going = asyncio.create_task(server.keep_going())

    async def client(port: str) -> Client:
        return Client(*await asyncio.open_connection("127.0.0.1", ports.numbers[port]))

    try:
        yield server, client
    finally:
        await ports.close(server.stop)
        going.cancel()


@pytest.mark.slow
@pytest.mark.parametrize("flood", [b"\r", b"m", b"\x1b[", b"\xff\xfb\x27", b"\x1b]0;", b"9" * 9])
def test_a_flood_harms_nobody(flood: bytes) -> None:
    async def scenario() -> None:
        async with serving() as (server, client):
            west, noisy = await client("telnet"), await client("raw")
            await west.ask(b"Ann\r\n\r\n", b"eggg: Pong")
            noisy.send(b"Bob\n\n")
            noisy.send(flood * 30_000)
            await noisy.until(b"eggg: Pong")
            before = server.room.match.state.step
            await until(lambda: server.room.match.state.step > before + 10)
            west.send(b"\x1b[A")
            await west.until(b"|")
            await noisy.close()
            await until(lambda: len(server.lines) == 1)

    run_whole(scenario)
