"""A link to a game on a server."""

from __future__ import annotations

import select
import socket
import time
from collections.abc import Callable
from typing import Final

from rogomatic.run.runner.link import GameStartError, Gone

WIRE: Final = b"\x1b[?7h\x1b[?1h\x1b="  # the end of the output before the first screen
QUIET_SECONDS: Final = 0.003  # seconds of silence that end an answer, without proof
LOGIN_SECONDS: Final = 30.0
_READ: Final = 65536
_ASKS_NAME: Final = b"Your name"
_ASKS_KEY: Final = b"Your key: "
_SHOWS_KEY: Final = b"shown only once:"
_ASKS_GAME: Final = b"Return for 5.4: "
_ASKS_TEXT: Final = b"Your text"


class ServerLink:
    """A connection to one game on a server.

    is_new  whether the game was begun now, not continued
    """

    is_waiting = is_busy = False  # nothing proves either over a network
    turns = None

    def __init__(
        self, host: str, port: int, name: str, key: str, game: str, keep: Callable[[str], None]
    ) -> None:
        """Connect, and log in as `name`.

        If `name` has a game on the server, continue it; otherwise begin a new one.

        key   secret with which `name` logs in; "" if the name is new
        keep  function that receives the secret of a new name as soon as the server sends it
        game  edition and options of a new game

        Raises GameStartError.
        """
        self.is_new = False
        self._drawn = b""
        self._gone: Gone = ""
        self.last_words = ""
        self.waited = 0.0
        try:
            self._socket = socket.create_connection((host, port), LOGIN_SECONDS)
            self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        except OSError as error:
            raise GameStartError(f"cannot reach {host} port {port}: {error.strerror or error}") from error
        try:
            self._log_in(name, key, game, keep)
        except BaseException:
            self._socket.close()
            raise

    def _log_in(self, name: str, key: str, game: str, keep: Callable[[str], None]) -> None:
        self._until(_ASKS_NAME)
        self._type(name)
        found = self._until(_ASKS_KEY, _SHOWS_KEY)
        if found == _ASKS_KEY:
            if not key:
                raise GameStartError(f"{name} is taken, and its key is not known here; use another --name")
            self._type(key)
        else:
            self._until(b"\r\n")
            keep(self._until(b"\r\n", text=True).decode("ascii", "replace").strip())
        if self._until(_ASKS_GAME, WIRE) == _ASKS_GAME:
            self.is_new = True
            self._type(game)
            self._until(_ASKS_TEXT)
            self._type("")
            self._until(WIRE)

    def _type(self, line: str) -> None:
        try:
            self._socket.sendall(line.encode("ascii", "replace") + b"\n")
        except OSError as error:
            raise GameStartError(f"the server closed the connection: {error.strerror}") from error

    def _until(self, *ends: bytes, text: bool = False) -> bytes:
        """Read until one of the byte strings in `ends` arrives.

        Return that byte string or, if `text` is True, the bytes before it.
        """
        until = time.monotonic() + LOGIN_SECONDS
        while True:
            places = {end: self._drawn.find(end) for end in ends}
            found = [end for end in ends if places[end] >= 0]
            if found:
                first = min(found, key=lambda end: places[end])
                before, self._drawn = self._drawn[: places[first]], self._drawn[places[first] + len(first) :]
                return before if text else first
            if time.monotonic() > until:
                raise GameStartError("the server does not answer like a Rogue server")
            data = self._read(1.0)
            if self._gone:
                said = self._drawn.decode("ascii", "replace").split("\r\n")
                words = next((row.strip() for row in reversed(said) if row.strip()), "nothing")
                raise GameStartError(f"the server closed the connection and said: {words}")
            self._drawn += data

    def _read(self, seconds: float) -> bytes:
        """Return the bytes that arrive within some seconds.  A hangup sets `gone`."""
        try:
            if not select.select([self._socket], [], [], seconds)[0]:
                return b""
            data = self._socket.recv(_READ)
        except OSError as error:
            self._gone, self.last_words = "died", f"The connection broke: {error.strerror}."
            return b""
        if not data:
            self._gone, self.last_words = "closed", "The server closed the connection."
        return data

    @property
    def gone(self) -> Gone:
        return "" if self._drawn else self._gone

    def send(self, keys: bytes) -> None:
        try:
            self._socket.sendall(keys)
        except OSError as error:
            self._gone, self.last_words = "died", f"The connection broke: {error.strerror}."

    def receive(self, seconds: float) -> bytes:
        drawn, self._drawn = self._drawn, b""
        if not drawn and not self._gone:
            drawn = self._read(seconds)
        while drawn and not self._gone:
            more = self._read(QUIET_SECONDS)
            if not more:
                self.waited += QUIET_SECONDS
                break
            drawn += more
        return drawn

    def close(self, over: bool) -> float:
        if over and not self._gone:
            self.send(b"\r")  # the last page is read; what follows is for people
        self._socket.close()
        return 0.0
