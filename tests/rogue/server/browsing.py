"""A server with its page in a thread of its own, and a browser to look at it, if there is one."""

from __future__ import annotations

import asyncio
import shutil
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.rogue.server.serving import PATIENCE, Serving, serving

HERE = ("127.0.0.1",)


async def with_page(here: Serving, *names: str) -> int:
    """Open the page; return its port."""
    from rogue.server.web_server import open_web

    opened, port = await open_web(here.server, here.ports.take, HERE, 0, names)
    here.ports.add("web", opened, port)
    return port


class Background:
    """A server with a page, in a thread of its own."""

    def __init__(self, home: Path) -> None:
        self.ports: dict[str, int] = {}
        self._ready = threading.Event()
        self._home = home
        self._thread = threading.Thread(target=lambda: asyncio.run(self._serve()))
        self._thread.start()
        assert self._ready.wait(PATIENCE)

    async def _serve(self) -> None:
        self._loop, self._stop = asyncio.get_running_loop(), asyncio.Event()
        async with serving(self._home) as here:
            await with_page(here)
            self.ports, self.server = here.ports.numbers, here.server
            self._ready.set()
            await self._stop.wait()

    def close(self) -> None:
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join(PATIENCE)


def page_of_server(tmp_path: Path) -> Iterator[Background]:
    """A server in the background, for a fixture."""
    one = Background(tmp_path / "d")
    try:
        yield one
    finally:
        one.close()


def browser_here() -> Iterator[Any]:
    """A browser, for a fixture."""
    webdriver = pytest.importorskip("selenium.webdriver", reason="no selenium drives a browser")
    driver, chrome = shutil.which("chromedriver"), shutil.which("chromium") or shutil.which("google-chrome")
    if not driver or not chrome:
        pytest.skip("there is no Chromium with its driver here")
    options = webdriver.ChromeOptions()
    options.binary_location = chrome
    for flag in ("--headless=new", "--no-sandbox", "--disable-gpu", "--window-size=1100,800"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    one = webdriver.Chrome(options=options, service=webdriver.ChromeService(driver))
    try:
        yield one
    finally:
        one.quit()


def wait_for(browser: Any, found: Callable[[Any], Any]) -> Any:
    """Return what is found, as soon as it is."""
    from selenium.webdriver.support.wait import WebDriverWait

    return WebDriverWait(browser, PATIENCE, 0.05).until(found)


def has_width(width: int, browser: Any) -> bool:
    return bool(browser.execute_script("return outerWidth") == width)


def screen(browser: Any) -> str:
    return str(browser.execute_script("return terminal.text"))


def one(browser: Any, where: str) -> Any:
    return browser.find_element("css selector", where)
