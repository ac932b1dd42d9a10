"""The page where people play or watch in a browser (extra `web`)."""

from __future__ import annotations

import asyncio
import json
import shlex
import sys
from collections.abc import Awaitable, Callable, Sequence
from http import HTTPStatus
from importlib import resources
from typing import Any, Final

from rogue.server.game_server import GameServer, how_it_ended
from rogue.server.watch_loop import watch
from rogue.shared.errors import LaunchError
from rogue.ui.keyboard import in_screen_letters
from rogue.wire.dialogue import GoneError
from rogue.wire.gatekeeper import MINUTE, RefusedError
from rogue.wire.lines import Line
from rogue.wire.wire_limits import Recent, household

try:
    from websockets.asyncio.server import Server, ServerConnection, serve
    from websockets.exceptions import ConnectionClosed
    from websockets.http11 import Request, Response

    from rogue.wire.web_line import PageConnection, WebLine, page_response
except ImportError as missing:
    raise LaunchError(
        "--web needs the library websockets; to install it: "
        f"{shlex.quote(sys.executable)} -m pip install websockets"
    ) from missing

MAX_MESSAGE: Final = 4096  # bytes of one message from a browser
MAX_WAITING: Final = 16  # messages that wait to be read; then TCP pushes back
OPEN_SECONDS: Final = 5.0
_FILES: Final = {
    "/": ("page.html", "text/html; charset=utf-8"),
    "/page.css": ("page.css", "text/css; charset=utf-8"),
    "/terminal.js": ("terminal.js", "text/javascript; charset=utf-8"),
    "/keys.js": ("keys.js", "text/javascript; charset=utf-8"),
    "/speech.js": ("speech.js", "text/javascript; charset=utf-8"),
    "/lobby.js": ("lobby.js", "text/javascript; charset=utf-8"),
}
_GAMES: Final = "/games.json"
_PLAY: Final = "/play"
_WATCH: Final = "/watch/"
_BEST: Final = 10
_SHOWN: Final = ("score", "player", "edition")
Take = Callable[[Line, Callable[[Line], Awaitable[None]]], Awaitable[None]]
"""Lets a line in, or says why not, and looks after it to its end."""


class WebPage:
    """The web page: a few files, the list of games, and two kinds of websocket."""

    def __init__(self, server: GameServer, take: Take, hosts: Sequence[str]) -> None:
        """Load the page's files.  `hosts` are the names, with ports, under which it is reached."""
        self._server = server
        self._take = take
        self._hosts = frozenset(hosts)
        self._asked = Recent(MINUTE)
        read = (resources.files("rogue.server") / "assets").joinpath
        self._files = {path: (read(name).read_bytes(), kind) for path, (name, kind) in _FILES.items()}

    def answer(self, request: Request, address: str = "") -> Response | None:
        """Return the response to a request, or None to open a websocket."""
        house, now = household(address), self._server.now()
        if self._asked.count(house, now) >= self._server.limits.requests_per_minute:
            return page_response(HTTPStatus.TOO_MANY_REQUESTS, b"Too many requests in a minute.\n")
        self._asked.add(house, now)
        host = request.headers.get("Host", "").lower()
        if host not in self._hosts:
            return page_response(HTTPStatus.MISDIRECTED_REQUEST, b"Another name: see --web-host.\n")
        path = request.path.partition("?")[0]
        if path == _PLAY or path.startswith(_WATCH):
            if request.headers.get("Origin", "").lower() not in (f"http://{host}", f"https://{host}"):
                return page_response(HTTPStatus.FORBIDDEN, b"Another origin.\n")
            return None
        if path == _GAMES:
            body = json.dumps(lobby_of(self._server)).encode("ascii")
            return page_response(HTTPStatus.OK, body, "application/json")
        found = self._files.get(path)
        if found is None:
            return page_response(HTTPStatus.NOT_FOUND, b"There is no such page.\n")
        return page_response(HTTPStatus.OK, *found)

    async def connected(self, connection: ServerConnection) -> None:
        """Play or watch on an open websocket."""
        assert connection.request is not None
        path = connection.request.path.partition("?")[0]
        serve_line = self._play if path == _PLAY else self._watch
        await self._take(WebLine(connection), serve_line)

    async def _play(self, line: Line) -> None:
        """Log in with a first message, then play as on other lines."""
        assert isinstance(line, WebLine)
        server = self._server

        async def log_in() -> str:
            try:
                said: Any = json.loads(await line.connection.recv())
                name, key = in_screen_letters(str(said["name"])).strip().lower(), str(said["key"])
            except (ConnectionClosed, ValueError, TypeError, KeyError) as error:
                raise GoneError from error
            if not key:
                key = await server.register(name, line.address)
                line.notify(key=key)
            else:
                await server.authenticate(name, key, line.address)
                line.notify(welcome=name)
            return name

        try:
            async with asyncio.timeout(server.limits.login_seconds):
                name = await log_in()
        except RefusedError as refusal:
            line.notify(refused=str(refusal))
            return
        except (GoneError, TimeoutError):
            return
        await server.serve_player(line, name)

    async def _watch(self, line: Line) -> None:
        """Show the game that the path names to a guest, whose keys are ignored."""
        assert isinstance(line, WebLine)
        request, server = line.connection.request, self._server
        number = request.path.removeprefix(_WATCH) if request is not None else ""
        game = next((one for one in server.public_games() if str(one.record.number) == number), None)
        if game is None:
            line.notify(refused="This game is not shown any more.")
        elif server.watching >= server.limits.watchers:
            line.notify(refused="All places for watchers are taken; try again later.")
        else:
            server.watching += 1
            try:
                await watch(server, line, game)
            finally:
                server.watching -= 1


def lobby_of(server: GameServer) -> dict[str, Any]:
    """Return the lobby: the running games, and the best finished ones."""
    best = sorted(server.store.rows, key=lambda row: -int(row["score"]))[:_BEST]
    return {
        "games": [server.game_row(game) for game in server.public_games()],
        "best": [{**{name: row[name] for name in _SHOWN}, "end": how_it_ended(row)} for row in best],
    }


async def open_web(
    server: GameServer, take: Take, addresses: Sequence[str], port: int, names: Sequence[str]
) -> tuple[list[Server], int]:
    """Open the page on every address, and return its servers and port.  Raises OSError."""
    pages: list[WebPage] = []

    def answer(connection: ServerConnection, request: Request) -> Response | None:
        peer = connection.remote_address
        response = pages[0].answer(request, str(peer[0]) if peer else "")
        if response is None and is_head(connection):
            return page_response(HTTPStatus.UPGRADE_REQUIRED, b"Here is a websocket.\n")
        return response

    def answered(connection: ServerConnection, _: Request, response: Response) -> Response:
        if is_head(connection):
            response.body = b""
        return response

    async def connected(connection: ServerConnection) -> None:
        await pages[0].connected(connection)

    opened: list[Server] = []
    for address in addresses:
        try:
            one = await serve(
                connected, address, port, process_request=answer, process_response=answered,
                create_connection=PageConnection, compression=None, max_size=MAX_MESSAGE,
                max_queue=MAX_WAITING, open_timeout=OPEN_SECONDS, server_header=None,
            )  # fmt: skip
        except OSError:
            if address != "::1" or not opened:
                raise
            continue
        port = next(iter(one.sockets)).getsockname()[1]
        opened.append(one)
    hosts = [f"{name}:{port}" for name in ("localhost", *map(_bracketed, addresses), *names)]
    pages.append(WebPage(server, take, [*hosts, *(name.lower() for name in names)]))
    return opened, port


def is_head(connection: ServerConnection) -> bool:
    """Return whether a request is a HEAD request."""
    return isinstance(connection, PageConnection) and connection.is_head


def _bracketed(address: str) -> str:
    return f"[{address}]" if ":" in address else address
