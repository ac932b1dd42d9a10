"""A server with its page in a thread of its own."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path
from typing import Any

from tests.rogue.server.serving import PATIENCE, Serving, serving

HERE = ("127.0.0.1",)


async def with_page(here: Serving, *names: str) -> int:
    """Open the page; return its port."""
    from rogue.server.web_server import open_web

    here.ports.add("web", *await open_web(here.server, here.ports.take, HERE, 0, names))
    return here.ports.numbers["web"]


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


def has_width(width: int, browser: Any) -> bool:
    return bool(browser.execute_script("return outerWidth") == width)


def screen(browser: Any) -> str:
    return str(browser.execute_script("return terminal.text"))
