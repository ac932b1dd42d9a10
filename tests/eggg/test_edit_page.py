"""The page to write a game in: errors by line, the game beside it, saving, and messages that mean harm."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

import pytest

from tests.support import forked_program

pytest.importorskip("websockets", reason="the extra `web` is not installed")

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from rogomatic.eggg import own_tables
from rogomatic.eggg.serve_games_command import MAX_EDITED, table_of
from rogue.eggg.language.description import EgggError
from rogue.eggg.library import text_of
from rogue.wire.gatekeeper import Gatekeeper
from rogue.wire.ports import Ports
from rogue.wire.web_site import open_site
from tests.eggg.room_serving import OPEN
from tests.rogue.server.serving import PATIENCE
from tests.support.shared_browser import one, wait_for

pytestmark = pytest.mark.slow  # every case opens connections
HERE: Final = ("127.0.0.1",)


class Page:
    """A page without a browser."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.told = ""

    async def send(self, **message: Any) -> None:
        await self.socket.send(json.dumps(message))

    async def until(self, name: str) -> str:
        """Return the next message of a name; what is told meanwhile goes into `told`."""
        while True:
            data = await asyncio.wait_for(self.socket.recv(), PATIENCE)
            if isinstance(data, bytes):
                self.told += data.decode()
            elif name in (message := json.loads(data)):
                return str(message[name])

    async def until_told(self, text: str) -> None:
        while text not in self.told:
            data = await asyncio.wait_for(self.socket.recv(), PATIENCE)
            self.told += data.decode() if isinstance(data, bytes) else ""

    async def problems(self, text: str) -> Any:
        await self.send(text=text)
        return json.loads(await self.until("problems"))


@asynccontextmanager
async def site_of(name: str) -> AsyncIterator[int]:
    """Open the site; yield its port."""
    now = asyncio.get_running_loop().time
    ports = Ports(Gatekeeper(Path(), OPEN, now), OPEN, set())
    site = own_tables.edit_site(name, lambda game: table_of(game, 30.0), 7, now)
    opened, port, address = await open_site(site, ports.take, OPEN, now, HERE, 0, (), MAX_EDITED)
    ports.add("web", opened, port, address)
    assert ports.names == [f"page http://localhost:{port}/"]
    try:
        yield port
    finally:
        await ports.close(lambda: None)


@asynccontextmanager
async def page_of(name: str = "") -> AsyncIterator[Page]:
    async with site_of(name) as port, socket_to(port, f"http://127.0.0.1:{port}") as socket:
        yield Page(socket)


def socket_to(port: int, origin: str | None) -> Any:
    return connect(f"ws://127.0.0.1:{port}/edit", origin=origin)  # type: ignore[arg-type]


async def test_a_text_is_checked_and_played_as_it_is_typed() -> None:
    async with page_of() as page:
        text = await page.until("text")
        assert text.startswith("game is tic-tac-toe\n")
        assert await page.problems(text) == []
        await page.until_told("Your move, Cross.")
        assert page.told.split("\f")[1].startswith(" 3  .  .  .")
        found = await page.problems(f"{text}\n5 x 5 gird\n<b> leaps (1, 2)")
        assert [line for line, _ in found] == [10, 11]
        assert found[0][1].startswith('"5 x 5 gird": "gird" is not understood; did you mean grid?')
        page.told = ""
        await page.send(say="b2")
        await page.until_told("Your move, Cross.")  # the game before goes on
        page.told = ""
        assert await page.problems(text.replace("3 x 3", "4 x 4")) == []
        await page.until_told("Your move, Cross.")
        assert page.told.split("\f")[1].startswith(" 4  .  .  .  .")


async def test_errors_from_the_start_tell_of_no_game_before() -> None:
    async with page_of() as page:
        text = await page.until("text")
        for begins, says in ((f"{text}\n5 x 5 gird", "1 to fix"), (text, "no errors")):
            await page.send(text=begins)
            assert (await page.until("told")).endswith(says)
        await page.send(text=f"{text}\n5 x 5 gird")
        assert await page.until("told") == "1 to fix; the game is from the last valid text"


async def test_worlds_cards_and_real_time_games_are_known() -> None:
    async with page_of("chat") as page:
        text = await page.until("text")
        assert await page.problems(text) == []
        await page.until_told("Welcome to")
        await page.send(say="hello <b>")
        await page.until_told("Author says: hello <b>")
        page.told = ""
        assert await page.problems(text_of("blocks")) == []
        await page.until_told("Blocks is not played in turns; `")
        assert await page.problems("game is x\nplayers are A and B") != []


async def test_a_file_is_saved_unless_others_have_changed_it(tmp_path: Path) -> None:
    path = tmp_path / "my.egg"
    async with page_of(str(path)) as page:
        assert (await page.until("text")).startswith("game is tic-tac-toe")
        await page.send(text="3 x 3 gird", save=True)
        assert await page.until("saved") == "my.egg is saved."
        assert path.read_text() == "3 x 3 gird"
        path.write_text("mine")
        await page.send(text="game is x", save=True)
        assert await page.until("saved") == "my.egg was changed by another program; it was not overwritten."
        assert path.read_text() == "mine"
    async with page_of("tic-tac-toe") as page:
        await page.send(text="game is x", save=True)
        assert await page.until("saved") == "There is no file to save to. Use eggg serve --edit FILE."
    (tmp_path / "parent.egg").write_text("game is parent\nplayers are A and B\n3 x 3 grid\ngoal is line(3)")
    async with page_of(str(path)) as page:
        assert await page.until("text") == "mine"
        assert await page.problems("Child is like parent\n4 x 4 grid") == []


@pytest.mark.parametrize(
    "message",
    [
        *("", "{", "[]", "7", '{"text": 7}', '{"say": {}}', '{"save": 1}', '{"again": null, "text": null}'),
        *(b"\xff\x00", "[" * 100_000),
    ],
    ids=range(10),
)
async def test_a_message_that_is_none_does_no_harm(message: str | bytes) -> None:
    async with page_of() as page:
        text = await page.until("text")
        try:
            await page.socket.send(message)
            assert await page.problems(text) == []
        except ConnectionClosed:
            return
        await page.until_told("Your move, Cross.")


async def test_a_message_that_is_too_long_ends_the_line_and_long_texts_are_refused() -> None:
    async with page_of() as page:
        await page.until("text")
        assert "64 KiB" in (await page.problems("é" * 60_000))[0][1]
        assert (await page.problems("(" * 60_000))[0][0] in (0, 1)
        with pytest.raises(ConnectionClosed):
            await page.problems("x" * (MAX_EDITED + 1))


async def test_a_game_that_fails_is_put_away(monkeypatch: pytest.MonkeyPatch) -> None:
    async with page_of() as page:
        text = await page.until("text")
        with monkeypatch.context() as patch:
            patch.setattr("rogomatic.eggg.table_room.TableRoom.hear", lambda *_: 1 // 0)
            await page.send(text=text)
            await page.until_told("because of a bug. ZeroDivisionError")
        await page.send(text=text, again=True)
        await page.until_told("Your move, Cross.")


async def test_a_file_in_another_encoding_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "my.egg"
    path.write_text("\ufeffgame is café", "utf-8")
    async with page_of(str(path)) as page:
        assert await page.until("text") == "game is café"
    async with site_of(str(path)) as port:
        path.write_bytes("game is café".encode("latin-1"))
        async with socket_to(port, f"http://127.0.0.1:{port}") as socket:
            with pytest.raises(ConnectionClosed):
                await socket.recv()
    with pytest.raises(EgggError, match=r"my\.egg:1: this is not UTF-8 text"):
        async with site_of(str(path)):
            pass


async def test_another_page_cannot_reach_the_file(tmp_path: Path) -> None:
    async with site_of(str(tmp_path / "my.egg")) as port:
        for origin in ("http://evil.example", None, "null"):
            with pytest.raises(InvalidStatus):
                async with socket_to(port, origin):
                    pass


def test_a_room_in_a_browser_remembers_its_guest(browser: Any) -> None:
    """A reload keeps the seat without a question; the key is typed unseen."""
    words = ["rogomatic.eggg", "serve", "nim", "--port", "0", "--web", "0"]
    program = forked_program.Popen(words, os.environ, stderr=subprocess.PIPE)
    try:
        assert program.stderr is not None
        page = program.stderr.readline().split()[-1].decode()
        browser.get(page)
        wait_for(browser, lambda seen: "This is Nim. Your name: " in one(seen, "#told").text)
        assert browser.title == "Nim - eggg"
        one(browser, "#line").send_keys("Ann\nsay h\u00f6 \u20ac\n")
        wait_for(browser, lambda seen: "Ann says: h\u00f6 \u20ac" in one(seen, "#told").text)
        for _ in range(2):
            browser.refresh()
            wait_for(browser, lambda seen: "Ann is back." in one(seen, "#told").text)
        one(browser, "#line").send_keys("who\n")
        wait_for(browser, lambda seen: "Here: Ann (First)." in one(seen, "#told").text)
        browser.execute_script("sessionStorage.clear()")
        browser.refresh()
        wait_for(browser, lambda seen: "Your name: " in one(seen, "#told").text)
        one(browser, "#line").send_keys("Ann\n")
        wait_for(browser, lambda seen: one(seen, "#line").get_attribute("type") == "password")
        assert [row for row in browser.get_log("browser") if row["level"] != "INFO"] == []
    finally:
        program.terminate()
        assert program.wait(60) == 0


def test_the_page_in_a_browser(browser: Any, tmp_path: Path) -> None:
    """Wide and narrow: nothing is cut off, and no text of a description becomes markup."""
    words = ["rogomatic.eggg", "serve", "--edit", str(tmp_path / "my.egg"), "--web", "0"]
    program = forked_program.Popen(words, os.environ, stderr=subprocess.PIPE)
    try:
        assert program.stderr is not None
        page = program.stderr.readline().split()[-1].decode()
        for width in (1280, 390):
            browser.set_window_size(width, 844)
            browser.get(page)
            wait_for(browser, lambda seen: "Your move, Cross." in one(seen, "#told").text)
            one(browser, "#line").send_keys("b2\n")
            wait_for(browser, lambda seen: "Nought: " in one(seen, "#told").text)
            one(browser, "#text").send_keys("\n<i>gird</i>")
            wait_for(browser, lambda seen: "<i>gird</i>" in one(seen, "#problems").text)
            assert browser.find_elements("css selector", "i") == []
            assert len(browser.find_elements("css selector", "#numbers .bad")) == 1
            assert browser.execute_script("return document.documentElement.scrollWidth <= innerWidth")
            browser.refresh()
            wait_for(browser, lambda seen: "<i>gird</i>" in one(seen, "#problems").text)  # it is kept
            browser.execute_script("sessionStorage.clear()")
            assert [row for row in browser.get_log("browser") if row["level"] != "INFO"] == []
        one(browser, "#text").send_keys("<b>")
        wait_for(browser, lambda seen: "<b>" in one(seen, "#problems").text)
        (tmp_path / "my.egg").write_text("game is Nim\n")
        browser.refresh()
        wait_for(browser, lambda seen: one(seen, "#text").get_attribute("value") == "game is Nim\n")
    finally:
        program.terminate()
        assert program.wait(60) == 0


def paddle(browser: Any) -> list[bool]:
    """Return in which rows the paddle of West is."""
    return [row.strip().startswith("|||") for row in one(browser, "#picture").text.splitlines()]


def test_a_real_time_game_is_played_by_touch(browser: Any) -> None:
    words = ["rogomatic.eggg", "serve", "pong", "--port", "0", "--web", "0"]
    program = forked_program.Popen(words, os.environ, stderr=subprocess.PIPE)
    try:
        assert program.stderr is not None
        size = {"width": 360, "height": 740, "deviceScaleFactor": 1, "mobile": True}
        browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
        browser.get(program.stderr.readline().split()[-1].decode())
        wait_for(browser, lambda seen: "Your name: " in one(seen, "#told").text)
        one(browser, "#line").send_keys("Ann\n")
        wait_for(browser, lambda seen: "Press Enter." in one(seen, "#told").text)
        one(browser, "#line").send_keys("\n")
        wait_for(browser, lambda seen: "Waiting for East." in one(seen, "#picture").text)
        picture = "document.getElementById('picture')"
        assert browser.execute_script(f"return {picture}.scrollWidth <= {picture}.clientWidth")
        keys = {
            key.get_attribute("aria-label"): key
            for key in browser.find_elements("css selector", "#pad button")
        }
        assert set(keys) == {"left", "up", "down", "right", "Space", "Enter", "Machine"}
        assert not one(browser, "#line").is_displayed()
        keys["Machine"].click()
        wait_for(browser, lambda seen: "The machine plays East" in one(seen, "#picture").text)
        before = paddle(browser)
        keys["down"].click()
        wait_for(browser, lambda seen: paddle(seen) != before)
    finally:
        program.terminate()
        assert program.wait(60) == 0
