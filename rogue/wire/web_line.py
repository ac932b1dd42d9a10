"""The connection to a browser, with a check of its requests (needs the package's optional extra `web`)."""

from __future__ import annotations

import asyncio
import json
import re
from contextlib import suppress
from http import HTTPStatus
from typing import Final

from websockets.asyncio.server import ServerConnection
from websockets.datastructures import Headers
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Response

from rogue.wire.lines import LineKind
from rogue.wire.telnet import DEFAULT_SIZE

OPEN_SECONDS: Final = 5.0  # for the head of a request
PART_SECONDS: Final = 5.0
ANSWER_SECONDS: Final = 60.0  # for a browser to take an answer
ALLOWED: Final = "GET, HEAD"
MAX_LINE: Final = 8192  # bytes
MAX_HEADERS: Final = 128
MAX_HEAD: Final = 64 << 10  # bytes
_KNOWN: Final = (b"POST", b"PUT", b"DELETE", b"CONNECT", b"OPTIONS", b"TRACE", b"PATCH")
_TOKEN: Final = rb"[!#$%&'*+.^_`|~0-9A-Za-z-]"
_REQUEST_LINE: Final = re.compile(rb"(%b+) (/[!-~]*|\*|[A-Za-z0-9.:\[\]+/-][!-~]*) HTTP/(\d\.\d)" % _TOKEN)
_HEADER: Final = re.compile(rb"(%b+):[ \t]*([\t -~\x80-\xff]*)" % _TOKEN)
_FIRST: Final = re.compile(_TOKEN)
_ONCE: Final = (b"host", b"origin")  # headers that must not be repeated
_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_END: Final = b"\r\n\r\n"
_WORDS: Final = {
    HTTPStatus.BAD_REQUEST: b"This is not a request that can be read.\n",
    HTTPStatus.METHOD_NOT_ALLOWED: b"Only GET and HEAD are answered here.\n",
    HTTPStatus.NOT_IMPLEMENTED: b"There is no such method here.\n",
}


class WebLine:
    """A connection to a browser over a websocket.  The browser sends keys and receives terminal bytes."""

    kind: LineKind = "web"

    def __init__(self, connection: ServerConnection) -> None:
        self.gone = False
        self.is_in = False
        self.connection = connection
        peer = connection.remote_address
        self.address = str(peer[0]) if peer else "?"
        self._out = bytearray()
        self._is_answered = False  # even an empty answer counts: it says that nothing changed
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
    def takes_utf8(self) -> bool:
        return True

    @property
    def unsent(self) -> int:
        return len(self._out) + self.connection.transport.get_write_buffer_size()

    async def read(self) -> bytes:
        try:
            data = await self.connection.recv()
        except ConnectionClosed:
            self.gone = True
            return b""
        return data if isinstance(data, bytes) else b""  # text frames hold no keys

    def write(self, data: bytes) -> None:
        if not self.gone:
            self._out += data
            self._is_answered = True
            self._wake.set()

    def notify(self, **what: str) -> None:
        """Send a message to the web page itself, not to the terminal that the page shows."""
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
        """Send the queued bytes in order, until the line is closed."""
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


def page_response(status: HTTPStatus, body: bytes, kind: str = "text/plain; charset=utf-8") -> Response:
    """Return a response with a body of media type `kind`, and with the headers that all responses share."""
    headers = Headers(
        {
            "Content-Type": kind,
            "Content-Length": str(len(body)),
            "Content-Security-Policy": _POLICY,
            "X-Content-Type-Options": "nosniff",
            "Referrer-Policy": "no-referrer",
            "Cache-Control": "no-store",
            "Connection": "close",
        }
    )
    if status in (HTTPStatus.METHOD_NOT_ALLOWED, HTTPStatus.NOT_IMPLEMENTED):
        headers["Allow"] = ALLOWED
    if status is HTTPStatus.UPGRADE_REQUIRED:
        headers["Upgrade"] = "websocket"
    return Response(status.value, status.phrase, headers, body)


def fault_of(data: bytes) -> HTTPStatus | None:
    """Return the HTTP status that refuses a request, or None if the bytes so far have no fault.

    >>> fault_of(b"GET / HTTP/1.1\\r\\n"), fault_of(b"POST / HTTP/1.1\\r\\n"), fault_of(b"GET /\\r\\n")
    (None, <HTTPStatus.METHOD_NOT_ALLOWED: 405>, <HTTPStatus.BAD_REQUEST: 400>)
    """
    if not _FIRST.match(data) and data not in (b"", b"\r"):
        return HTTPStatus.BAD_REQUEST
    line, newline, rest = data.partition(b"\n")
    if len(line) > MAX_LINE:
        return HTTPStatus.REQUEST_URI_TOO_LONG
    if not newline:
        return None
    return _fault_of_line(line) or _fault_of_headers(rest, must_name_host=line.endswith(b"1.1\r"))


def _fault_of_line(line: bytes) -> HTTPStatus | None:
    found = _REQUEST_LINE.fullmatch(line.removesuffix(b"\r"))
    if found is None or not line.endswith(b"\r"):
        return HTTPStatus.BAD_REQUEST
    method, target, version = found.groups()
    if version not in (b"1.0", b"1.1"):
        return HTTPStatus.HTTP_VERSION_NOT_SUPPORTED
    if method in _KNOWN:
        return HTTPStatus.METHOD_NOT_ALLOWED
    if method not in (b"GET", b"HEAD"):
        return HTTPStatus.NOT_IMPLEMENTED
    return None if target.startswith(b"/") else HTTPStatus.BAD_REQUEST


def _fault_of_headers(data: bytes, *, must_name_host: bool) -> HTTPStatus | None:
    """Return the HTTP status that refuses headers, or None if they are valid or incomplete."""
    lines = data.split(b"\r\n")
    if len(data) > MAX_HEAD or len(lines) > MAX_HEADERS or any(len(line) > MAX_LINE for line in lines):
        return HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE
    if not _is_whole(data):
        return None
    found = [_HEADER.fullmatch(line) for line in lines[: lines.index(b"")]]
    named = [(one[1].lower(), one[2].strip()) for one in found if one]
    names = [name for name, _ in named]
    has_body = b"transfer-encoding" in names or any(
        name == b"content-length" and value != b"0" for name, value in named
    )
    if len(named) < len(found) or has_body or any(names.count(name) > 1 for name in _ONCE):
        return HTTPStatus.BAD_REQUEST
    return HTTPStatus.BAD_REQUEST if must_name_host and b"host" not in names else None


def _is_whole(headers: bytes) -> bool:
    return headers.startswith(b"\r\n") or _END in headers


class PageConnection(ServerConnection):
    """A connection that checks each request before the library `websockets` reads it.

    The library closes the connection if the method is not GET, so this class itself handles all other
    methods: it refuses them, and passes HEAD on as GET.

    is_head  whether the request is HEAD; the response to HEAD is the response to GET without the body
    """

    is_head = False
    _head: bytes | None = b""  # the request so far; None after passing it to the library
    _is_refused = False
    _late: asyncio.TimerHandle | None = None
    _is_plain = False  # a complete request has come, not for a websocket

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Abort the connection if no complete request arrives within OPEN_SECONDS.

        The library's own timeout is not used, because it would also include the time that it takes to send
        the response.
        """
        super().connection_made(transport)
        self._hang_up_after(OPEN_SECONDS)

    def _hang_up_after(self, seconds: float) -> None:
        """Abort the connection after `seconds` seconds, unless it has become a websocket.

        A later call replaces the limit of an earlier call.
        """
        if self._late is not None:
            self._late.cancel()
        self._late = self.loop.call_later(seconds, self._hang_up)

    def _hang_up(self) -> None:
        if self.response is None or self.response.status_code != HTTPStatus.SWITCHING_PROTOCOLS:
            self.transport.abort()

    def data_received(self, data: bytes) -> None:
        """Collect and check the head of a request.  Pass the head and all later bytes to `websockets`."""
        if self._is_refused:
            return
        if self._head is None:
            super().data_received(data)
            return
        self._head = (self._head + data).removeprefix(b"\r\n")
        fault = fault_of(self._head)
        if fault is not None:
            self._refuse(fault)
        elif _is_whole(self._head.partition(b"\n")[2]) and b"\n" in self._head:
            head, self._head = self._head, None
            self._hang_up_after(ANSWER_SECONDS)
            self.is_head = head.startswith(b"HEAD ")
            self._is_plain = b"\nupgrade:" not in head.lower()
            super().data_received(b"GET" + head.removeprefix(b"HEAD") if self.is_head else head)

    def eof_received(self) -> bool | None:  # type: ignore[override]  # asyncio takes both
        """Refuse an incomplete request.  Return True if a page was requested and not sent yet.

        True keeps the connection open until the page has been sent.
        """
        if self._head and not self._is_refused:
            self._refuse(HTTPStatus.BAD_REQUEST)
        if self._is_plain and self.response is None:
            return True
        super().eof_received()
        return None

    def _refuse(self, status: HTTPStatus) -> None:
        """Send a response, then read until the client closes the connection.

        If the connection were closed at once, a client that is still sending could miss the response.
        """
        self._is_refused = True
        body = _WORDS.get(status, f"{status.phrase}.\n".encode("ascii"))
        response = page_response(status, body)
        if self._head and self._head.startswith(b"HEAD "):
            response.body = b""
        self.transport.write(response.serialize())
        if self.transport.can_write_eof():
            self.transport.write_eof()
