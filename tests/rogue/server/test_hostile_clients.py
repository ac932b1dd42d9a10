"""Clients that mean harm: silence, floods, lines that are never read, crowds (SRV-13, SRV-14)."""

from __future__ import annotations

import asyncio
import socket
from contextlib import suppress
from pathlib import Path
from time import process_time
from typing import Any

import pytest

from rogue.server.game_store import ServerLog
from rogue.wire.telnet import OFFERS
from tests.rogue.server.serving import serving, until


async def test_silence_at_login_is_ended(tmp_path: Path) -> None:
    async with serving(tmp_path / "d", login_seconds=0.2) as here:
        for port in ("raw", "telnet"):
            client = await here.client(port)
            assert b"name" in await client.rest()
        assert here.server.lines == set()


@pytest.mark.parametrize("port", ["raw", "telnet"])
async def test_a_byte_now_and_then_does_not_hold_a_place(tmp_path: Path, port: str) -> None:
    """The time for the login counts as a whole."""
    async with serving(tmp_path / "d", login_seconds=0.4) as here:
        client = await here.client(port)
        for _ in range(200):
            client.send(b"a")
            with suppress(TimeoutError):
                if not await asyncio.wait_for(client.reader.read(4096), 0.05):
                    break
        else:
            raise AssertionError("it is still there after ten seconds")
        assert here.server.lines == set()


async def test_500_held_connections_delay_nobody_and_leave_nothing(tmp_path: Path) -> None:
    async with serving(tmp_path / "d") as here:
        crowd = [await here.client() for _ in range(500)]
        ann = await here.client()
        await ann.register("ann")
        worst = 0.0
        for _ in range(20):
            began = process_time()
            await ann.ask(b"v ", b"dungeon ?")
            worst = max(worst, process_time() - began)
        assert worst < 0.5  # seconds of work for server and client; it takes a thousandth
        assert len(here.server.lines) == 501
        for client in crowd:
            await client.close()
        await until(lambda: len(here.server.lines) == 1)


async def test_a_connection_that_is_dropped_at_once_leaves_nothing(tmp_path: Path) -> None:
    async with serving(tmp_path / "d") as here:
        for _ in range(200):
            client = await here.client()
            await client.close()
        client = await here.client()
        await client.register("ann")
        await until(lambda: len(here.server.lines) == 1)


async def test_a_flood_of_keys_is_slowed_down_and_others_are_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SRV-1, SRV-13."""
    async with serving(tmp_path / "d") as here:
        flood = await here.client()
        await flood.register("flood")
        flood.send(b"\r" * 1_000_000)
        other = await here.client()
        await other.register("ann")
        game = here.server.games["flood"]
        feed, fed = game.feed, 0

        def counted(keys: bytes) -> bytes:
            nonlocal fed
            fed += 1
            return feed(keys)

        monkeypatch.setattr(game, "feed", counted)
        meanwhile: list[int] = []
        while len(meanwhile) < 20 or fed < 5:
            before = fed
            await other.ask(b"v ", b"dungeon ?")
            meanwhile.append(fed - before)
            await asyncio.sleep(0.01)
        assert max(meanwhile) <= 20  # groups of keys


async def test_a_player_who_reads_nothing_is_fed_no_more_and_then_cut(tmp_path: Path) -> None:
    limits: dict[str, Any] = {
        "unsent_bytes": 4096,
        "unsent_seconds": 0.3,
        "keys_a_second": 1e6,
        "keys_at_once": 10**6,
    }
    async with serving(tmp_path / "d", **limits) as here:
        key = await (client := await here.client()).register("ann")
        await client.close()
        sock = socket.socket()
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        sock.connect(("127.0.0.1", here.ports.numbers["raw"]))
        sock.setblocking(False)
        loop = asyncio.get_running_loop()
        await loop.sock_sendall(sock, f"ann\n{key}\n".encode())
        await until(lambda: "ann" in here.server.games and here.server.games["ann"].line is not None)
        for _ in range(12_000):
            try:
                sock.send(b"\x12" * 2000)
            except BlockingIOError:
                pass
            except OSError:
                break
            await asyncio.sleep(0.01)
            if not here.server.games["ann"].line:
                break
        assert here.server.games["ann"].line is None
        sock.close()


async def test_connections_of_an_address_are_counted(tmp_path: Path) -> None:
    """SRV-14."""
    async with serving(tmp_path / "d", per_address=2) as here:
        kept = [await here.client() for _ in range(2)]
        for client in kept:
            await client.until(b"name")
        third = await here.client()
        assert b"Too many connections from your address" in await third.rest()
        await kept[0].close()
        await until(lambda: len(here.server.lines) == 1)
        await (await here.client()).until(b"name")
    async with serving(tmp_path / "e", new_per_minute=3) as here:
        for _ in range(3):
            await (await here.client()).close()
        assert b"in a minute" in await (await here.client()).rest()
    async with serving(tmp_path / "f", connections=1) as here:
        await (await here.client()).until(b"name")
        assert b"The server is full" in await (await here.client()).rest()


async def test_places_for_players_and_watchers_are_counted(tmp_path: Path) -> None:
    async with serving(tmp_path / "d", players=1, watchers=1) as here:
        await (await here.client()).register("ann")
        client = await here.client()
        client.send(b"bob\n")
        assert b"All places are taken" in await client.rest()
        await (await here.client("watching")).until(b"a) ann")
        assert b"All places for watchers" in await (await here.client("watching")).rest()


async def test_too_many_telnet_commands_end_a_line(tmp_path: Path) -> None:
    async with serving(tmp_path / "d") as here:
        client = await here.client("telnet")
        client.send(b"\xff\xfb\x27" * 10_000)
        assert len(await client.rest()) < 40_000
        client = await here.client("telnet")
        client.send(b"\xff\xfa\x18" + b"x" * 300)
        await client.rest()


async def test_an_urgent_interrupt_eats_no_key(tmp_path: Path) -> None:
    """SRV-7: IAC IP IAC DM, with DM urgent, on a real socket."""
    async with serving(tmp_path / "d") as here:
        sock = socket.create_connection(("127.0.0.1", here.ports.numbers["telnet"]))
        reader, writer = await asyncio.open_connection(sock=sock)
        writer.write(b"ann\r\n\r\nx\r\n")
        while b"Hp: 12(12)" not in await reader.read(65536):
            pass
        sock.send(b"\xff\xf4\xff")
        sock.send(b"\xf2", socket.MSG_OOB)
        sock.send(b"nv")
        found = b""
        while b"chongo" not in found:
            found += await asyncio.wait_for(reader.read(65536), 5)
        assert b"eally quit" in found
        writer.close()


async def test_a_small_window_is_told_and_its_keys_are_dropped(tmp_path: Path) -> None:
    async with serving(tmp_path / "d") as here:
        client = await here.client("telnet")
        assert (await client.until(OFFERS)) == OFFERS
        await client.ask(
            b"\xff\xfb\x1f\xff\xfa\x1f\x00\x28\x00\x18\xff\xf0ann\r\n\r\nx\r\n",
            b"at least 24 rows and 80 columns",
        )
        await client.reply(b"sss")
        assert here.server.games["ann"].turns == 0
        await client.ask(b"\xff\xfa\x1f\x00\x50\x00\x18\xff\xf0", b"Hp: 12(12)")
        await client.reply(b"s")
        assert here.server.games["ann"].turns == 1


async def test_a_game_that_fails_closes_its_own_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with serving(tmp_path / "d") as here:
        client = await here.client()
        await client.register("ann")
        other = await here.client()
        await other.register("bob")
        await client.silence()

        def fail(keys: bytes) -> bytes:
            raise RuntimeError("a defect")

        monkeypatch.setattr(here.server.games["ann"], "feed", fail)
        client.send(b"s")
        assert b"The game has failed" in await client.rest()
        await other.ask(b"v", b"dungeon ?")
    assert "failed: RuntimeError" in (tmp_path / "d" / "server.log").read_text()


async def test_a_player_has_room_for_so_much(tmp_path: Path) -> None:
    """SRV-11."""
    async with serving(tmp_path / "d", player_bytes=1500) as here:
        client = await here.client()
        await client.register("ann")
        await client.press_until(b"v ", b"no more room")


async def test_the_server_has_room_for_so_much(tmp_path: Path) -> None:
    """SRV-11."""
    async with serving(tmp_path / "d", server_bytes=1000) as here:
        (tmp_path / "d" / "big").write_bytes(bytes(2000))
        client = await here.client()
        client.send(b"ann\n\nmine\n")
        assert b"the server has no room for another game" in await client.rest()


def test_the_log_keeps_its_bound_and_loses_no_line_of_its_last_half(tmp_path: Path) -> None:
    """SRV-16."""
    path, old = tmp_path / "server.log", tmp_path / "server.log.old"
    log = ServerLog(path, 4000)
    for number in range(300):
        log.note("192.0.2.1", "ann", f"event {number}\n\x1b[2J")
        assert sum(file.stat().st_size for file in tmp_path.iterdir()) <= 4000
    log.close()
    lines = (old.read_text("ascii") + path.read_text("ascii")).splitlines()
    numbers = [int(line.split("event ")[1].split("[")[0].strip(" ?")) for line in lines]
    assert numbers == list(range(numbers[0], 300))
    assert len(lines) > 30
    assert all(line.isprintable() for line in lines)
    assert {file.name for file in tmp_path.iterdir()} == {path.name, old.name}
    assert path.stat().st_mode & 0o777 == 0o600


def test_the_log_follows_no_link_and_goes_on_where_it_was(tmp_path: Path) -> None:
    (tmp_path / "letter").write_text("Dear Ann")
    (tmp_path / "server.log").symlink_to(tmp_path / "letter")
    with pytest.raises(OSError, match=r"server\.log"):
        ServerLog(tmp_path / "server.log", 4000)
    for event in ("began", "ended"):
        log = ServerLog(tmp_path / "other.log", 4000)
        log.note("192.0.2.1", "", event)
        log.close()
    assert [line.split()[1:] for line in (tmp_path / "other.log").read_text().splitlines()] == [
        ["192.0.2.1", "-", "began"],
        ["192.0.2.1", "-", "ended"],
    ]
    assert (tmp_path / "letter").read_text() == "Dear Ann"
