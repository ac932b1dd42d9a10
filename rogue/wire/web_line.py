"""A browser at the other end of a websocket (extra `web`)."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from typing import Final

from websockets.asyncio.server import ServerConnection
from websockets.exceptions import ConnectionClosed

from rogue.wire.lines import LineKind
from rogue.wire.telnet import DEFAULT_SIZE

PART_SECONDS: Final = 5.0


class WebLine:
    """A browser at the other end of a websocket: keys come in, bytes of a terminal go out."""

    kind: LineKind = "web"

    def __init__(self, connection: ServerConnection) -> None:
        self.gone = False
        self.is_in = False
        self.connection = connection
        peer = connection.remote_address
        self.address = str(peer[0]) if peer else "?"
        self._out = bytearray()
        self._is_answered = False  # with nothing, too: the page is told that all is as before
        self._texts: list[str] = []
        self._wake = asyncio.Event()
        self._sender = asyncio.create_task(self._send())

    @property
    def size(self) -> tuple[int, int]:
        return DEFAULT_SIZE

    @property
    def has_alternate_screen(self) -> bool:
        return False

    @property
    def unsent(self) -> int:
        return len(self._out) + self.connection.transport.get_write_buffer_size()

    async def read(self) -> bytes:
        try:
            data = await self.connection.recv()
        except ConnectionClosed:
            self.gone = True
            return b""
        return data if isinstance(data, bytes) else b""  # text is no key

    def write(self, data: bytes) -> None:
        if not self.gone:
            self._out += data
            self._is_answered = True
            self._wake.set()

    def notify(self, **what: str) -> None:
        """Send the page a message beside the terminal."""
        self._texts.append(json.dumps(what))
        self._wake.set()

    def close(self) -> None:
        self.gone = True
        self._wake.set()

    async def part(self) -> None:
        self.close()
        with suppress(TimeoutError, ConnectionClosed, OSError):
            await asyncio.wait_for(self._sender, PART_SECONDS)
        await self.connection.close()

    def abort(self) -> None:
        self.gone = True
        self._sender.cancel()
        self.connection.transport.abort()

    async def _send(self) -> None:
        """Send what was written, in order, until the line is closed and all is out."""
        with suppress(ConnectionClosed):
            while True:
                await self._wake.wait()
                self._wake.clear()
                while self._texts:
                    await self.connection.send(self._texts.pop(0))
                while self._is_answered:
                    data, self._out, self._is_answered = bytes(self._out), bytearray(), False
                    await self.connection.send(data)
                if self.gone and not self._out and not self._texts:
                    return
