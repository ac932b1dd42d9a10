"""A program that plays on the plain wire of a server, for tests that do not run an event loop."""

from __future__ import annotations

import socket

from rogomatic.agent.screen.vt100 import Screen
from rogue.ui.renderer import OPENING

PATIENCE = 120.0  # seconds, however busy the machine


class Bot:
    """A player on the raw port: under a new name, or under one whose key is known."""

    def __init__(self, port: int, name: str, key: str = "", game: str = "") -> None:
        self.key = key
        self._screen = Screen()
        self._socket = socket.create_connection(("127.0.0.1", port), PATIENCE)
        self._socket.sendall(f"{name}\n{key}\n".encode() if key else f"{name}\n{game}\nmine\n".encode())
        got = b""
        while OPENING not in got or b"Hp: " not in got:
            data = self._socket.recv(65536)
            assert data, f"hung up after {got!r}"
            got += data
        if not key:
            self.key = got.split(b"only once:\r\n")[1].split(b"\r\n")[0].strip().decode()
        self._screen.feed(got.split(OPENING)[1])
        self.settle()

    def press(self, keys: bytes) -> None:
        """Send keys; what they draw is read later."""
        self._socket.sendall(keys)

    def wait_for(self, text: bytes) -> None:
        """Read until a text has come."""
        got = b""
        while text not in got:
            got += self._read()

    def settle(self) -> None:
        """Read until the cursor stands on the hero, as it does when the game waits for a command."""
        while self._screen.cells[self._screen.spot] != ord("@"):
            self._read()

    def _read(self) -> bytes:
        """Draw what comes next; raise AssertionError when nothing does."""
        data = self._socket.recv(65536)
        assert data, "hung up"
        self._screen.feed(data)
        return data

    def rest(self) -> bytes:
        """Return what comes until the server hangs up."""
        got = b""
        while data := self._socket.recv(65536):
            got += data
        return got

    def screen(self) -> tuple[list[str], int]:
        """Return the rows and where the cursor is."""
        return self._screen.picture(), self._screen.spot

    def close(self) -> None:
        self._socket.close()
