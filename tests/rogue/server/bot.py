"""A program that plays on the plain wire of a server, for tests that do not run an event loop."""

from __future__ import annotations

import socket
import time

from rogomatic.vt100 import Screen
from rogue.server.game_server import OPENING


class Bot:
    """A player on the raw port: under a new name, or under one whose key is known."""

    def __init__(self, port: int, name: str, key: str = "", game: str = "") -> None:
        self.key = key
        self._screen = Screen()
        self._socket = socket.create_connection(("127.0.0.1", port), 20)
        self._socket.sendall(f"{name}\n{key}\n".encode() if key else f"{name}\n{game}\nmine\n".encode())
        got = b""
        while OPENING not in got or b"Hp: " not in got:
            data = self._socket.recv(65536)
            assert data, f"hung up after {got!r}"
            got += data
        if not key:
            self.key = got.split(b"only once:\r\n")[1].split(b"\r\n")[0].strip().decode()
        self._screen.feed(got.split(OPENING)[1])
        self.wait_for(b"", 0.1)

    def press(self, keys: bytes) -> None:
        """Send keys; what they draw is read later."""
        self._socket.sendall(keys)

    def wait_for(self, text: bytes, seconds: float) -> None:
        """Read until a text has come, or for so long."""
        until, got = time.monotonic() + seconds, b""
        while (left := until - time.monotonic()) > 0 and not (text and text in got):
            self._socket.settimeout(left)
            try:
                data = self._socket.recv(65536)
            except TimeoutError:
                break
            if not data:
                break
            got += data
            self._screen.feed(data)

    def rest(self) -> bytes:
        """Return what comes until the server hangs up."""
        self._socket.settimeout(120)
        got = b""
        while data := self._socket.recv(65536):
            got += data
        return got

    def screen(self) -> tuple[list[str], int]:
        """Return the rows and where the cursor is."""
        return self._screen.picture(), self._screen.spot

    def close(self) -> None:
        self._socket.close()
