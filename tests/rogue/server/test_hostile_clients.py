"""Clients that mean harm: silence, floods, lines that are never read, crowds (SRV-13, SRV-14)."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from rogue.server.game_store import ServerLog
from rogue.ui.renderer import OPENING
from rogue.wire.telnet import OFFERS
from tests.rogue.server.serving import Client, serving
from tests.support.hostile_clients import CASES, Open


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.__name__)
async def test_a_hostile_client_harms_nobody(tmp_path: Path, case: Callable[[Open], Any]) -> None:
    """SRV-13, SRV-14: nor is anything written but the folders of the servers."""
    folders = count()
    await case(lambda **limits: serving(tmp_path / str(next(folders)), **limits))
    assert {path.name for path in tmp_path.iterdir()} == set(map(str, range(next(folders))))


async def test_only_a_flood_of_keys_is_slowed_down(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
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


async def test_places_for_players_and_watchers_are_counted(tmp_path: Path) -> None:
    async with serving(tmp_path / "d", players=1, watchers=1) as here:
        await (await here.client()).register("ann")
        client = await here.client()
        client.send(b"bob\n")
        assert b"All places are taken" in await client.rest()
        await (await here.client("watching")).until(b"a) ann")
        assert b"All places for watchers" in await (await here.client("watching")).rest()


async def test_the_last_place_goes_to_one_of_two_who_log_in_at_once(tmp_path: Path) -> None:
    async with serving(tmp_path / "d", players=1) as here:
        ann, bob = await here.client(), await here.client()
        for one, name in ((ann, b"ann"), (bob, b"bob")):
            await one.ask(name + b"\n", b"Return for 5.4: ")
        await ann.ask(b"\nmine\n", OPENING)
        assert b"All places are taken" in await bob.reply(b"\nmine\n")
        assert list(here.server.games) == ["ann"]


async def test_a_name_goes_to_one_of_two_who_come_at_once(tmp_path: Path) -> None:
    async with serving(tmp_path / "d") as here:
        both = [await here.client() for _ in range(2)]
        for one in both:
            one.send(b"ann\n")
        heard = [(await one.until(b"This name ")) and await one.until(b".") for one in both]
        assert sorted(heard) == [b"has just been taken.", b"was free and is now yours."]


async def test_an_urgent_interrupt_eats_no_key(tmp_path: Path) -> None:
    """SRV-7: IAC IP IAC DM, with DM urgent, on a real socket."""
    async with serving(tmp_path / "d") as here:
        sock = socket.create_connection(("127.0.0.1", here.ports.numbers["telnet"]))
        client = Client(*await asyncio.open_connection(sock=sock))
        await client.ask(b"ann\r\n\r\nx\r\n", b"Hp: 12(12)")
        sock.send(b"\xff\xf4\xff")
        sock.send(b"\xf2", socket.MSG_OOB)
        sock.send(b"nv")
        assert b"eally quit" in await client.until(b"chongo")
        await client.close()


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
        assert b"The game failed" in await client.rest()
        await other.ask(b"v", b"dungeon ?")
    assert "failed: RuntimeError" in (tmp_path / "d" / "server.log").read_text()


async def test_a_player_has_room_for_so_much(tmp_path: Path) -> None:
    """SRV-11."""
    async with serving(tmp_path / "d", player_bytes=1500) as here:
        client = await here.client()
        await client.register("ann")
        await client.press_until(b"v ", b"used up its room")


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


@pytest.mark.parametrize("in_the_way", [True, False])
def test_the_log_touches_no_other_file_if_it_cannot_be_renamed(tmp_path: Path, in_the_way: bool) -> None:
    """SRV-16: a folder has the new name, or somebody has moved the log away."""
    log = ServerLog(tmp_path / "server.log", 400)
    log.note("192.0.2.1", "ann", "logged in " + "!" * 120)
    if in_the_way:
        (tmp_path / "server.log.old").mkdir()
    else:
        (tmp_path / "server.log").rename(tmp_path / "moved")
    with (tmp_path / "game").open("wb") as game:
        for number in range(4):
            log.note("192.0.2.1", "ann", f"event {number}")
            with (tmp_path / f"other{number}").open("wb") as other:  # gets the lowest free number
                log.note("192.0.2.1", "ann", f"event {number}")
                other.write(b"key")
        game.write(b"key")
    log.close()
    assert {path.read_bytes() for path in tmp_path.glob("[go][at]*")} == {b"key"}
    assert (tmp_path / "server.log").read_text().count("event") == (0 if in_the_way else 4)


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
