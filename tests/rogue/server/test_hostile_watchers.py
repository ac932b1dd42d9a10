"""Watchers that read nothing or type nothing: they delay nobody, and hold no place for long (SRV-15)."""

from __future__ import annotations

import asyncio
import socket
from pathlib import Path
from typing import Any

from rogue.wire.broadcast import Watcher
from tests.rogue.server.serving import Client, Serving, serving


async def ann(here: Serving) -> Client:
    """Return the player of a new game."""
    player = await here.client()
    await player.register("ann")
    return player


async def watcher_of_ann(here: Serving) -> Client:
    """Return who watches her game, having seen it."""
    client = await here.client("watching")
    await client.until(b"a) ann")
    await client.ask(b"a", b"Hp: 12(12)")
    return client


async def unread_watcher(here: Serving) -> tuple[socket.socket, Watcher]:
    """Return the socket of a watcher of her game that reads nothing, and what the server keeps of it."""
    sock = socket.socket()
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    sock.connect(("127.0.0.1", here.ports.numbers["watching"]))
    sock.setblocking(False)
    await asyncio.get_running_loop().sock_sendall(sock, b"a")
    watchers = here.server.games["ann"].broadcast.watchers
    while not watchers:
        await asyncio.sleep(0.01)
    line: Any = watchers[0].screen
    line._writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 2048)
    return sock, watchers[0]


async def test_a_watcher_who_reads_nothing_loses_frames_and_delays_nobody(tmp_path: Path) -> None:
    """SRV-15."""
    async with serving(tmp_path / "d", keys_a_second=1e6, keys_at_once=10**6) as here:
        player = await ann(here)
        sock, watcher = await unread_watcher(here)
        for _ in range(400):
            await player.reply(b"\x12" * 200)
            if watcher.lost:
                break
        assert watcher.lost
        assert watcher.screen.unsent < 1 << 20
        sock.close()


async def test_a_watcher_who_takes_nothing_is_cut_off(tmp_path: Path) -> None:
    limits: dict[str, Any] = {"keys_a_second": 1e6, "keys_at_once": 10**6, "unsent_seconds": 0.3}
    async with serving(tmp_path / "d", **limits) as here:
        player = await ann(here)
        sock, watcher = await unread_watcher(here)
        while not watcher.screen.unsent:
            await player.reply(b"\x12" * 200)
        while here.server.watching:
            await asyncio.sleep(0.01)
        assert here.server.games["ann"].broadcast.watchers == []
        assert len(here.server.lines) == 1
        sock.close()
    assert "does not read its output" in (tmp_path / "d" / "server.log").read_text()


async def test_a_watcher_who_types_nothing_in_the_list_is_sent_away(tmp_path: Path) -> None:
    async with serving(tmp_path / "d", idle_seconds=0.3) as here:
        client = await here.client("watching")
        assert b"You typed nothing for a long time." in await client.rest()
        assert here.server.watching == 0


async def test_nobody_watches_a_game_for_long_that_nobody_plays(tmp_path: Path) -> None:
    """Such a game would stay in memory for its watchers; one that is played is shown for hours, no longer."""
    async with serving(tmp_path / "d", idle_seconds=0.4) as here:
        player = await ann(here)
        client = await watcher_of_ann(here)
        await player.rest()
        assert b"Nobody is playing right now." in await client.rest()
        assert here.server.games["ann"].broadcast.watchers == []
    async with serving(tmp_path / "e", longest_seconds=0.4) as here:
        await ann(here)
        client = await watcher_of_ann(here)
        await client.until(b"q to quit")
