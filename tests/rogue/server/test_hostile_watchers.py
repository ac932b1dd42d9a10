"""Watchers that read nothing or type nothing: they delay nobody, and hold no place for long (SRV-15)."""

from __future__ import annotations

import asyncio
import socket
from pathlib import Path
from typing import Any

from tests.rogue.server.serving import run, serving


def test_a_watcher_who_reads_nothing_loses_frames_and_delays_nobody(tmp_path: Path) -> None:
    """SRV-15."""

    async def scenario() -> None:
        async with serving(tmp_path / "d", keys_a_second=1e6, keys_at_once=10**6) as here:
            player = await here.client()
            await player.register("ann")
            await player.silence()
            sock = socket.socket()
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
            sock.connect(("127.0.0.1", here.ports.numbers["watching"]))
            sock.setblocking(False)
            loop = asyncio.get_running_loop()
            await asyncio.sleep(0.3)
            await loop.sock_sendall(sock, b"a")
            await asyncio.sleep(0.3)
            (watcher,) = here.server.games["ann"].broadcast.watchers
            for _ in range(400):
                player.send(b"\x12" * 200)
                await player.silence(0.01)
                if watcher.lost:
                    break
            assert watcher.lost
            assert watcher.screen.unsent < 1 << 20
            sock.close()

    run(scenario)


def test_a_watcher_who_takes_nothing_is_cut_off(tmp_path: Path) -> None:
    async def scenario() -> None:
        limits: dict[str, Any] = {"keys_a_second": 1e6, "keys_at_once": 10**6, "unsent_seconds": 0.3}
        async with serving(tmp_path / "d", **limits) as here:
            player = await here.client()
            await player.register("ann")
            await player.silence()
            sock = socket.socket()
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
            sock.connect(("127.0.0.1", here.ports.numbers["watching"]))
            sock.setblocking(False)
            loop = asyncio.get_running_loop()
            while here.server.watching < 1:
                await asyncio.sleep(0.01)
            await loop.sock_sendall(sock, b"a")
            while not (watchers := here.server.games["ann"].broadcast.watchers):
                await asyncio.sleep(0.01)
            (line,) = [one.screen for one in watchers]
            while not line.unsent:
                player.send(b"\x12" * 200)
                await player.silence(0.01)
            while here.server.watching:
                await asyncio.sleep(0.01)
            assert here.server.games["ann"].broadcast.watchers == []
            assert len(here.server.lines) == 1
            sock.close()
        assert "takes nothing any more" in (tmp_path / "d" / "server.log").read_text()

    run(scenario)


def test_a_watcher_who_types_nothing_in_the_list_is_sent_away(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path / "d", idle_seconds=0.3) as here:
            client = await here.client("watching")
            assert b"Nothing was typed for a long time." in await client.rest()
            assert here.server.watching == 0

    run(scenario)


def test_nobody_watches_a_game_for_long_that_nobody_plays(tmp_path: Path) -> None:
    """Such a game would stay in memory for its watchers; one that is played is shown for hours, no longer."""

    async def scenario() -> None:
        async with serving(tmp_path / "d", idle_seconds=0.4) as here:
            player = await here.client()
            await player.register("ann")
            client = await here.client("watching")
            await client.until(b"a) ann")
            client.send(b"a")
            await client.until(b"Hp: 12(12)")
            await player.rest()
            assert b"Nobody plays just now." in await client.rest()
            assert here.server.games["ann"].broadcast.watchers == []
        async with serving(tmp_path / "e", longest_seconds=0.4) as here:
            player = await here.client()
            await player.register("ann")
            client = await here.client("watching")
            await client.until(b"a) ann")
            client.send(b"a")
            await client.until(b"Hp: 12(12)")
            await client.until(b"q to leave")

    run(scenario)
