"""A web site that also accepts websocket connections (needs the package's optional extra `web`)."""

from __future__ import annotations

import re
import shlex
import sys
from collections.abc import Awaitable, Callable, Mapping, Sequence
from http import HTTPStatus
from importlib import resources
from typing import Final, Protocol

from rogue.shared.errors import LaunchError
from rogue.wire.gatekeeper import MINUTE
from rogue.wire.lines import Line
from rogue.wire.ports import bracketed, page_address
from rogue.wire.wire_limits import Recent, WireLimits, household

try:
    from websockets.asyncio.server import Server, ServerConnection, serve
    from websockets.exceptions import ConnectionClosed
    from websockets.http11 import Request, Response

    from rogue.wire.web_line import PageConnection, WebLine, page_response
except ImportError as missing:
    raise LaunchError(
        "--web needs the library websockets.  Install it with: "
        f"{shlex.quote(sys.executable)} -m pip install websockets"
    ) from missing

__all__ = ("ConnectionClosed", "FileSite", "WebLine", "open_site", "path_of")
MAX_MESSAGE: Final = 4096  # bytes of one message from a browser
MAX_WAITING: Final = 16  # queued messages before TCP flow control sets in
_USUAL_PORT: Final = re.compile(r":(?:80|443)$")
_PART: Final = 64 << 10  # bytes of an answer that count as another request
Content = tuple[bytes, str]
"""Bytes of a response, and their media type."""
Take = Callable[[Line, Callable[[Line], Awaitable[None]]], Awaitable[None]]
"""Function that admits a line, or tells the client why not, and serves the line to its end."""
_TYPES: Final = {"html": "text/html", "css": "text/css", "js": "text/javascript"}


class Site(Protocol):
    """Protocol of a site's content."""

    def content(self, path: str) -> Content | None:
        """Return the content at a path, or None if there is none."""

    def is_socket(self, path: str) -> bool:
        """Return whether a path opens a websocket."""

    @property
    def serve(self) -> Callable[[Line], Awaitable[None]]:
        """The handler that serves an open websocket to its end."""


class FileSite:
    """A site that consists of one websocket and of the files in the folder `assets` of a package."""

    def __init__(
        self, package: str, names: Mapping[str, str], socket: str, serve: Callable[[Line], Awaitable[None]]
    ) -> None:
        """Load the files.  `names` maps paths to file names.  `serve` serves the websocket at `socket`."""
        self.serve = serve
        folder = resources.files(package) / "assets"
        self._socket = socket
        self._files = {
            path: ((folder / name).read_bytes(), f"{_TYPES[name.rpartition('.')[2]]}; charset=utf-8")
            for path, name in names.items()
        }

    def content(self, path: str) -> Content | None:
        """Return the content at a path, or None if there is none."""
        return self._files.get(path)

    def is_socket(self, path: str) -> bool:
        """Return whether a path opens a websocket."""
        return path == self._socket


class RequestCheck:
    """Refuses requests with a wrong host or a foreign origin, and clients that send too many requests."""

    def __init__(
        self, site: Site, limits: WireLimits, now: Callable[[], float], hosts: Sequence[str]
    ) -> None:
        """Prepare the check.  `hosts` are the accepted values of the header Host."""
        self._site = site
        self._limits = limits
        self._now = now
        self._hosts = frozenset(hosts)
        self._asked = Recent(MINUTE)

    def answer(self, request: Request, address: str = "") -> Response | None:
        """Return the response to a request from an address, or None if a websocket should be opened."""
        house, now = household(address), self._now()
        if self._asked.count(house, now) >= self._limits.requests_per_minute:
            return page_response(HTTPStatus.TOO_MANY_REQUESTS, b"Too many requests in a minute.\n")
        self._asked.add(house, now)
        host = request.headers.get("Host", "").lower()
        if host not in self._hosts:
            return page_response(HTTPStatus.MISDIRECTED_REQUEST, b"Another name: see --web-host.\n")
        path = request.path.partition("?")[0]
        if self._site.is_socket(path):
            if request.headers.get("Origin", "").lower() not in (f"http://{host}", f"https://{host}"):
                return page_response(HTTPStatus.FORBIDDEN, b"Another origin.\n")
            return None
        found = self._site.content(path)
        if found is None:
            return page_response(HTTPStatus.NOT_FOUND, b"There is no such page.\n")
        for _ in range(len(found[0]) // _PART):
            self._asked.add(house, now)
        return page_response(HTTPStatus.OK, *found)


def hosts_of(addresses: Sequence[str], port: int, names: Sequence[str] = ()) -> list[str]:
    """Return the values of the header Host that are accepted.

    Browsers omit port 80, and port 443 of a TLS proxy.

    >>> hosts_of(["::1"], 8036), hosts_of([], 8036, ["a.example:443"])[-1]
    (['localhost:8036', '[::1]:8036'], 'a.example')
    >>> hosts_of([], 80)
    ['localhost:80', 'localhost']
    """
    named = [f"{name}:{port}" for name in ("localhost", *map(bracketed, addresses), *names)]
    found = [host.lower() for host in (*named, *names)]
    return list(dict.fromkeys([*found, *(_USUAL_PORT.sub("", host) for host in found)]))


async def open_site(
    site: Site, take: Take, limits: WireLimits, now: Callable[[], float],
    addresses: Sequence[str], port: int, names: Sequence[str] = (), max_message: int = MAX_MESSAGE,
) -> tuple[list[Server], int, str]:  # fmt: skip
    """Open a site on every address.  Return its servers, port, and URL.  Raises OSError."""
    checks: list[RequestCheck] = []

    def answer(connection: ServerConnection, request: Request) -> Response | None:
        peer = connection.remote_address
        response = checks[0].answer(request, str(peer[0]) if peer else "")
        if response is None and is_head(connection):
            return page_response(HTTPStatus.UPGRADE_REQUIRED, b"Here is a websocket.\n")
        return response

    def answered(connection: ServerConnection, _: Request, response: Response) -> Response:
        if is_head(connection):
            response.body = b""
        return response

    async def connected(connection: ServerConnection) -> None:
        await take(WebLine(connection), site.serve)

    opened: list[Server] = []
    for address in addresses:
        try:
            one = await serve(
                connected, address, port, process_request=answer, process_response=answered,
                create_connection=PageConnection, compression=None, max_size=max_message,
                max_queue=MAX_WAITING, open_timeout=None, server_header=None,
            )  # fmt: skip
        except OSError:
            if address != "::1" or not opened:
                raise
            continue
        port = next(iter(one.sockets)).getsockname()[1]
        opened.append(one)
    checks.append(RequestCheck(site, limits, now, hosts_of(addresses, port, names)))
    return opened, port, page_address(addresses, port, names)


def path_of(line: WebLine) -> str:
    """Return the path at which a websocket was opened, or "" if it is unknown."""
    request = line.connection.request
    return request.path.partition("?")[0] if request is not None else ""


def is_head(connection: ServerConnection) -> bool:
    """Return whether the request on a connection is a HEAD request."""
    return isinstance(connection, PageConnection) and connection.is_head
