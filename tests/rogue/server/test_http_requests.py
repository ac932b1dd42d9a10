"""Requests of every method, and what is no request: each gets a status, and HEAD no body."""

from __future__ import annotations

import asyncio
import http.client
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

pytest.importorskip("websockets", reason="the extra `web` is not installed")

from rogue.wire.web_line import MAX_LINE, fault_of
from tests.eggg.room_serving import room_of, room_serving
from tests.rogue.server.browsing import with_page
from tests.rogue.server.serving import serving


async def ask(
    port: int, method: str, path: str, body: bytes | None = None
) -> tuple[int, bytes, dict[str, str]]:
    """Ask as a program does; return status, body and headers."""

    def asked() -> tuple[int, bytes, dict[str, str]]:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
        try:
            connection.request(method, path, body)
            answer = connection.getresponse()
            return answer.status, answer.read(), dict(answer.getheaders())
        finally:
            connection.close()

    return await asyncio.to_thread(asked)


async def said(port: int, data: bytes, *, hangs_up: bool = False) -> bytes:
    """Return all that is answered to bytes on a socket."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(data)
    if hangs_up:
        writer.write_eof()
    try:
        return await asyncio.wait_for(reader.read(), 120)
    finally:
        writer.close()


@asynccontextmanager
async def page_of(server: str, home: Path) -> AsyncIterator[int]:
    """Open the page of a server; yield its port."""
    if server == "rogue":
        async with serving(home) as here:
            yield await with_page(here)
    else:
        async with room_serving(room_of("chat")) as room:
            yield room.ports.numbers["web"]


@pytest.mark.parametrize(
    ("server", "path"),
    [
        *(("rogue", path) for path in ("/", "/lobby.js?x", "/games.json", "/nope", "/play")),
        *(("eggg", path) for path in ("/", "/room.js?x", "/nope", "/room")),
    ],
)
async def test_head_is_get_without_a_body(tmp_path: Path, server: str, path: str) -> None:
    async with page_of(server, tmp_path / "d") as port:
        got, head = await ask(port, "GET", path), await ask(port, "HEAD", path)
        assert head == (got[0], b"", got[2])
        assert got[1]
        assert int(got[2]["Content-Length"]) == len(got[1])
        assert got[0] == {"/nope": 404, "/play": 403, "/room": 403}.get(path, 200)


async def test_no_websocket_begins_by_head(tmp_path: Path) -> None:
    async with serving(tmp_path / "d") as here:
        port = await with_page(here)
        origin = f"Host: localhost:{port}\r\nOrigin: http://localhost:{port}\r\n"
        asked = "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        key = "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
        answer = await said(port, f"HEAD /play HTTP/1.1\r\n{origin}{asked}{key}".encode())
        assert answer.startswith(b"HTTP/1.1 426 ")
        assert answer.endswith(b"\r\n\r\n")


@pytest.mark.parametrize("body", [None, b"a=b", bytes(300_000)])
@pytest.mark.parametrize(
    ("method", "status"),
    [*((method, 405) for method in ("POST", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE")), ("BREW", 501)],
)
async def test_methods_are_listed(tmp_path: Path, method: str, status: int, body: bytes | None) -> None:
    async with serving(tmp_path / "d") as here:
        port = await with_page(here)
        got = await ask(port, method, "/", body)
        assert got[0] == status
        assert got[2]["Allow"] == "GET, HEAD"


FAULTS = {
    400: (
        b"\0", b"\x16\x03\x01\x02\x00\x01", b"\n", b"GET\r\n", b"GET /\r\n", b"GET / HTTP/1.1\n",
        b"GET  / HTTP/1.1\r\n", b"GET /caf\xc3\xa9 HTTP/1.1\r\n", b"GET nope HTTP/1.1\r\n",
        b"GET / HTTP/1.1\r\n\r\n",
        b"GET / FTP/1.0\r\n",
        b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", b"GET / HTTP/1.1\r\nHost: a\r\nno header\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: a\r\nOrigin: b\r\norigin: c\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc",
        b"GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    ),
    405: (b"OPTIONS * HTTP/1.1\r\n", b"CONNECT a:80 HTTP/1.1\r\n", b"POST / HTTP/1.0\r\n"),
    414: (b"GET /" + b"a" * MAX_LINE,),
    431: (b"GET / HTTP/1.1\r\nA: " + b"a" * MAX_LINE, b"GET / HTTP/1.1\r\n" + b"A: b\r\n" * 200),
    501: (b"get / HTTP/1.1\r\n", b"PROPFIND / HTTP/1.1\r\n"),
    505: (b"GET / HTTP/2.0\r\n", b"GET / HTTP/0.9\r\n"),
}  # fmt: skip
"""Status -> what gets it."""


@pytest.mark.parametrize(
    ("status", "data"), [(status, data) for status, all_ in FAULTS.items() for data in all_]
)
def test_what_is_no_request_is_told_so(status: int, data: bytes) -> None:
    fault = fault_of(data)
    assert fault is not None
    assert fault.value == status


@pytest.mark.parametrize("server", ["rogue", "eggg"])
async def test_a_fault_and_a_request_that_breaks_off_are_answered(tmp_path: Path, server: str) -> None:
    async with page_of(server, tmp_path / "d") as port:
        for status, (data, *_) in FAULTS.items():
            assert (await said(port, data, hangs_up=True)).startswith(b"HTTP/1.1 %d " % status)
        assert (await said(port, b"GET / HTTP/1.1\r\nHos", hangs_up=True)).startswith(b"HTTP/1.1 400 ")
        assert await said(port, b"", hangs_up=True) == b""


@pytest.mark.parametrize("hangs_up", [False, True])
async def test_a_request_may_come_in_pieces_behind_an_empty_line(tmp_path: Path, hangs_up: bool) -> None:
    async with serving(tmp_path / "d") as here:
        port = await with_page(here)
        data = f"\r\nHEAD /nope HTTP/1.1\r\nHost: localhost:{port}\r\n\r\n".encode()
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        for byte in data:
            writer.write(bytes([byte]))
            await asyncio.sleep(0.001)
        if hangs_up:
            writer.write_eof()
        answer = await asyncio.wait_for(reader.read(), 120)
        assert answer.startswith(b"HTTP/1.1 404 ")
        assert answer.endswith(b"\r\n\r\n")
        writer.close()
