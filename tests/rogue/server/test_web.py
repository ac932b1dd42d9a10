"""The page of a server: what it serves, whom it refuses, and all of it in a real browser if there is one."""

from __future__ import annotations

import asyncio
import json
import re
import socket
import urllib.error
import urllib.request
from contextlib import suppress
from functools import partial
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("websockets", reason="the extra `web` is not installed")

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.rogue.server.browsing import Background, has_width, screen, with_page
from tests.rogue.server.serving import PATIENCE, serving
from tests.support.shared_browser import one, wait_for


async def get(port: int, path: str, host: str = "") -> tuple[int, bytes, dict[str, str]]:
    """Ask for a page; return status, body and headers."""

    def ask() -> tuple[int, bytes, dict[str, str]]:
        request = urllib.request.Request(f"http://127.0.0.1:{port}{path}")
        if host:
            request.add_header("Host", host)
        try:
            with urllib.request.urlopen(request, timeout=120) as answer:
                return answer.status, answer.read(), dict(answer.headers)
        except urllib.error.HTTPError as error:
            return error.code, error.read(), dict(error.headers)

    return await asyncio.to_thread(ask)


def socket_to(port: int, path: str, origin: str | None = "") -> Any:
    """Return a websocket as a browser opens it."""
    said = f"http://127.0.0.1:{port}" if origin == "" else origin
    return connect(f"ws://127.0.0.1:{port}{path}", origin=said)  # type: ignore[arg-type]


async def until(socket: ClientConnection, end: bytes) -> bytes:
    """Return the bytes of a terminal up to a text."""
    got = b""
    while end not in got:
        data = await asyncio.wait_for(socket.recv(), PATIENCE)
        got += data if isinstance(data, bytes) else b""
    return got


async def keep_typing(socket: ClientConnection) -> None:
    """Send a key again and again, while the line is open."""
    with suppress(ConnectionClosed):
        while True:
            await socket.send(b"s")
            await asyncio.sleep(0.02)


@pytest.mark.parametrize("package", ["rogue.server", "rogue.eggg.serving"])
def test_a_page_asks_for_nothing_from_the_root(package: str) -> None:
    """A proxy may serve it under a path, such as https://rogue.example/games/."""
    folder = files(package) / "assets"
    texts = {file.name: file.read_text("utf-8") for file in folder.iterdir()}
    assert len([name for name in texts if name.endswith(".html")]) >= 1
    from_root = re.compile(r'(?:src|href)="/|(?:fetch|enter|openSocket)\(["`]/|location\.host|origin}/')
    assert [name for name, text in texts.items() if from_root.search(text)] == []
    assert sum("new URL(path, location.origin" in text for text in texts.values()) == 1


async def test_the_page_is_served_to_its_own_names_only(tmp_path: Path) -> None:
    async with serving(tmp_path / "d") as here:
        port = await with_page(here, "rogue.example")
        status, body, headers = await get(port, "/")
        assert status == 200
        assert b"<title>Rogue</title>" in body
        assert "script-src 'self'" in headers["Content-Security-Policy"]
        for path in ("/page.css", "/terminal.js", "/lobby.js?x"):
            assert (await get(port, path))[0] == 200
        for path in ("/../game_server.py", "/players", "/page.html", "//etc/passwd"):
            assert (await get(port, path))[0] == 404
        assert (await get(port, "/", "rogue.example"))[0] == 200
        assert (await get(port, "/", "evil.example"))[0] == 421


async def test_the_journals_of_finished_games_are_served(tmp_path: Path) -> None:
    """SRV-17."""
    async with serving(tmp_path / "d") as here:
        port = await with_page(here)
        client = await here.client()
        await client.register("ann")
        await client.reply(b"s")
        assert (await get(port, "/1.jsonl"))[0] == 404  # it still goes on
        assert b"1.jsonl on the web page" in await client.ask(b"Qy\n", b"q to quit: ")
        for name in ("1.jsonl", "games.jsonl"):
            status, body, headers = await get(port, f"/{name}")
            assert (status, body) == (200, (tmp_path / "d" / "public" / name).read_bytes())
            assert headers["Content-Type"] == "application/x-ndjson"
        for path in ("/01.jsonl", "/0.jsonl", "/2.jsonl", "/1.json", "//1.jsonl", "/../public/1.jsonl",
                     "/../games/2.jsonl", "/%31.jsonl", "/public/1.jsonl", "/1.jsonl/"):  # fmt: skip
            assert (await get(port, path))[0] == 404, path
        here.server.store.rows[0]["score"] = 5
        assert json.loads((await get(port, "/games.json"))[1])["best"][0]["journal"] == "1.jsonl"
        (tmp_path / "d" / "public" / "1.jsonl").unlink()  # as of a player with many later games
        assert json.loads((await get(port, "/games.json"))[1])["best"][0]["journal"] == ""


@pytest.mark.parametrize(("short", "is_whole"), [("OPEN_SECONDS", True), ("ANSWER_SECONDS", False)])
async def test_a_long_journal_takes_its_time_and_counts_as_many_requests(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, short: str, is_whole: bool
) -> None:
    monkeypatch.setattr(f"rogue.wire.web_line.{short}", 0.1)
    async with serving(tmp_path / "d", requests_per_minute=100) as here:
        port = await with_page(here)
        (tmp_path / "d" / "public" / "1.jsonl").write_bytes(bytes(8 << 20))
        loop, got = asyncio.get_running_loop(), 0
        with socket.socket() as line:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 16)
            line.setblocking(False)
            await loop.sock_connect(line, ("127.0.0.1", port))
            await loop.sock_sendall(line, b"GET /1.jsonl HTTP/1.1\r\nHost: localhost:%d\r\n\r\n" % port)
            await asyncio.sleep(0.3)
            with suppress(ConnectionResetError):
                while data := await loop.sock_recv(line, 1 << 20):
                    got += len(data)
        assert (got > 8 << 20) is is_whole
        assert (await get(port, "/"))[0] == 429


async def test_a_websocket_outlives_the_time_of_answers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rogue.wire.web_line.ANSWER_SECONDS", 0.1)
    async with serving(tmp_path / "d") as here:
        port = await with_page(here)
        async with socket_to(port, "/play") as socket:
            await asyncio.sleep(0.2)
            await socket.send(json.dumps({"name": "ann", "key": ""}))
            assert "key" in json.loads(await socket.recv())


async def test_requests_of_an_address_are_counted(tmp_path: Path) -> None:
    async with serving(tmp_path / "d", requests_per_minute=2) as here:
        port = await with_page(here)
        assert [(await get(port, "/games.json"))[0] for _ in range(3)] == [200, 200, 429]


async def test_a_websocket_of_another_origin_is_refused(tmp_path: Path) -> None:
    async with serving(tmp_path / "d") as here:
        port = await with_page(here)
        for origin in ("http://evil.example", f"http://evil.example:{port}", None, "null"):
            with pytest.raises(InvalidStatus):
                async with socket_to(port, "/play", origin):
                    pass


async def test_a_new_player_gets_a_key_and_goes_on_with_it(tmp_path: Path) -> None:
    async with serving(tmp_path / "d") as here:
        port = await with_page(here)
        async with socket_to(port, "/play") as socket:
            await socket.send(json.dumps({"name": "ann", "key": ""}))
            key = json.loads(await socket.recv())["key"]
            await until(socket, b"5.4: ")
            await socket.send(b"\rmine\r")
            await until(socket, b"Hp: 12(12)")
            await socket.send(b"v")
            await until(socket, b"dungeon ?")
            await socket.send("sss")  # text is no key
            await socket.send(b"s")
            await until(socket, b"H")
        assert here.server.games["ann"].turns == 1
        async with socket_to(port, "/play") as socket:
            await socket.send(json.dumps({"name": "ann", "key": key}))
            assert json.loads(await socket.recv()) == {"welcome": "ann"}
            await until(socket, b"Hp: 12(12)")
        status, body, _ = await get(port, "/games.json")
        assert status == 200
        assert key not in body.decode()
        lobby = json.loads(body)
        assert all(row["dungeon"] == "?" for row in lobby["games"])


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ('{"name": "ann", "key": "wrong"}', "There is no player with this name"),
        ('{"name": "../x", "key": ""}', "A name has"),
        ('{"name": "bob", "key": "wrong"}', "key is wrong"),
        ('{"name": "bob", "key": ""}', "This name is taken"),
    ],
)
async def test_who_may_not_log_in_is_told_why(tmp_path: Path, said: str, why: str) -> None:
    async with serving(tmp_path / "d") as here:
        await here.server.register("bob", "127.0.0.1")
        port = await with_page(here)
        async with socket_to(port, "/play") as socket:
            await socket.send(said)
            assert why in json.loads(await socket.recv())["refused"]


@pytest.mark.parametrize("said", [b"\x00", "", "[]", '{"name": 1}', "[" * 2000])
async def test_a_login_that_is_none_ends_the_line(tmp_path: Path, said: str | bytes) -> None:
    async with serving(tmp_path / "d") as here:
        port = await with_page(here)
        async with socket_to(port, "/play") as socket:
            await socket.send(said)
            (told,) = [json.loads(data) async for data in socket]
            assert list(told) == ["refused"]


async def test_a_guest_watches_and_changes_nothing(tmp_path: Path) -> None:
    async with serving(tmp_path / "d") as here:
        port = await with_page(here)
        player = await here.client()
        await player.register("ann")
        await player.silence()
        async with socket_to(port, "/watch/1") as socket:
            await until(socket, b"Hp: 12(12)")
            await socket.send(b"ssss>")
            player.send(b"i")
            await until(socket, b"food")
        assert here.server.games["ann"].turns == 0
        async with socket_to(port, "/watch/7") as socket:
            assert "no longer be watched" in json.loads(await socket.recv())["refused"]


async def test_no_guest_watches_a_game_for_long_that_nobody_plays(tmp_path: Path) -> None:
    """Keys of a guest are no play either."""
    async with serving(tmp_path / "d", idle_seconds=0.4) as here:
        port = await with_page(here)
        player = await here.client()
        await player.register("ann")
        async with socket_to(port, "/watch/1") as socket:
            await until(socket, b"Hp: 12(12)")
            assert here.server.watching == 1
            player.send(b"S")
            assert b"Your game is saved" in await player.rest()
            typing = asyncio.create_task(keep_typing(socket))
            async for _ in socket:  # up to the end of the line
                pass
            typing.cancel()
        game = here.server.games["ann"]
        assert here.server.now() - game.last_key > here.server.limits.idle_seconds
        assert (game.broadcast.watchers, here.server.watching) == ([], 0)


# -- in a browser


def test_lobby_games_and_reloading_in_a_browser(background: Background, browser: Any, tmp_path: Path) -> None:
    from tests.rogue.server.bot import Bot

    bot = Bot(background.ports["raw"], "bot")
    browser.get(f"http://127.0.0.1:{background.ports['web']}/")
    wait_for(browser, lambda _: "bot" in one(browser, "#games").text)

    one(browser, "#games button").click()  # watching a program play
    wait_for(browser, lambda _: "Hp: 12(12)" in screen(browser))
    bot.press(b"i")
    wait_for(browser, lambda _: "food" in screen(browser))
    assert screen(browser).split("\n") == background.server.games["bot"]._recorded.session.screen
    one(browser, "#screen").send_keys("sss")  # a guest's keys go nowhere
    one(browser, "#back").click()

    one(browser, "#name").send_keys("ann")
    one(browser, "#enter button").click()
    wait_for(browser, lambda _: "Return for 5.4" in screen(browser))
    one(browser, "#screen").send_keys("\n")
    wait_for(browser, lambda _: "Your text" in screen(browser))
    one(browser, "#screen").send_keys("hello\n")
    wait_for(browser, lambda _: "Hp: 12(12)" in screen(browser))
    wait_for(browser, lambda _: "ann" in background.server.games)
    game = background.server.games["ann"]
    one(browser, "#screen").send_keys("s" * 10)  # ten moves
    wait_for(browser, lambda _: game.turns == 10)
    assert background.server.games["bot"].turns == 0

    before = game._recorded.session.screen
    browser.refresh()  # in mid-game
    wait_for(browser, lambda _: screen(browser).split("\n") == before)
    one(browser, "#screen").send_keys("s")
    wait_for(browser, lambda _: game.turns == 11)

    phone = {"width": 390, "height": 844, "deviceScaleFactor": 2, "mobile": True}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", phone)
    wait_for(browser, lambda _: browser.execute_script("return innerWidth") == 390)
    width = browser.execute_script("return document.documentElement.scrollWidth")
    shown = browser.execute_script("return document.documentElement.clientWidth")
    assert width <= shown
    last = browser.execute_script("return byId('screen').scrollWidth <= byId('screen').clientWidth + 1")
    assert last
    size = "return parseFloat(getComputedStyle(byId('screen')).fontSize)"
    small = browser.execute_script(size)
    one(browser, "#zoom").click()  # larger letters, around the cursor
    assert browser.execute_script(size) > 1.5 * small
    at = browser.execute_script("return document.querySelector('.cursor').getBoundingClientRect().x")
    assert 0 <= at < 390
    assert one(browser, "#last").text.startswith("Level: 1")
    assert browser.execute_script("return document.documentElement.scrollWidth") <= shown
    one(browser, "#zoom").click()
    assert browser.execute_script(size) == small
    assert not one(browser, "#last").is_displayed()
    buttons = browser.find_elements("css selector", "#pad button")
    next(button for button in buttons if button.text == "search").click()
    wait_for(browser, lambda _: game.turns == 12)
    one(browser, "#other").send_keys("s")  # what a phone's own keyboard types
    wait_for(browser, lambda _: game.turns == 13)
    one(browser, "#back").click()
    wait_for(browser, lambda _: game.line is None)
    assert one(browser, "#name").get_attribute("value") == "ann"  # a page that was reloaded knows them still
    assert len(one(browser, "#key").get_attribute("value")) == 19
    told = [entry for entry in browser.get_log("browser") if entry["level"] == "SEVERE"]
    assert told == []
    bot.close()


def test_what_is_told_above_the_screen_is_seen_in_small_windows(background: Background, browser: Any) -> None:
    browser.get(f"http://127.0.0.1:{background.ports['web']}/")
    wait_for(browser, lambda _: one(browser, "#games").text == "Nobody is playing right now.")
    assert one(browser, "#best").text == "No game has scored yet."
    for scheme, paper in (("light", "rgb(250, 250, 250)"), ("dark", "rgb(17, 17, 17)")):
        media = {"features": [{"name": "prefers-color-scheme", "value": scheme}]}
        browser.execute_cdp_cmd("Emulation.setEmulatedMedia", media)
        assert one(browser, "body").value_of_css_property("background-color") in (
            paper, paper.replace("rgb", "rgba").replace(")", ", 1)"),
        )  # fmt: skip
    browser.set_window_size(600, 500)
    one(browser, "#name").send_keys("bob")
    one(browser, "#enter button").click()
    wait_for(browser, lambda _: one(browser, "#title").text.startswith("Your key, shown only once: "))
    wait_for(browser, lambda _: "Return for 5.4" in screen(browser))
    in_view = (
        "const at = byId('title').getBoundingClientRect(); return 0 <= at.top && at.bottom <= innerHeight"
    )
    assert browser.execute_script(in_view)
    for width, height in ((600, 500), (1000, 600), (1700, 1100)):
        browser.set_window_size(width, height)
        wait_for(browser, partial(has_width, width))
        for part in ("document.documentElement", "byId('screen')"):  # with a scroll bar at the side, too
            assert browser.execute_script(f"return {part}.scrollWidth <= {part}.clientWidth"), (width, part)
    font = browser.execute_script("return parseFloat(getComputedStyle(byId('screen')).fontSize)")
    assert font > 20
