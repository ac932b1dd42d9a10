"""The page where people play or watch in a browser (extra `web`)."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from rogue.server.game_server import GameServer, how_it_ended
from rogue.server.watch_loop import watch
from rogue.ui.keyboard import in_screen_letters
from rogue.wire.dialogue import GoneError
from rogue.wire.gatekeeper import RefusedError
from rogue.wire.lines import Line
from rogue.wire.web_site import ConnectionClosed, Content, FileSite, Take, WebLine, open_site, path_of

if TYPE_CHECKING:
    from websockets.asyncio.server import Server

_FILES: Final = {
    "/": "page.html", "/page.css": "page.css", "/terminal.js": "terminal.js", "/keys.js": "keys.js",
    "/speech.js": "speech.js", "/lobby.js": "lobby.js",
}  # fmt: skip
_GAMES: Final = "/games.json"
_PLAY: Final = "/play"
_WATCH: Final = "/watch/"
_BEST: Final = 10
_SHOWN: Final = ("score", "player", "edition")


class WebPage(FileSite):
    """The web page: its files, the list of games, journals, and websockets to play or to watch."""

    def __init__(self, server: GameServer) -> None:
        """Load the page's files."""
        super().__init__("rogue.server", _FILES, _PLAY, self._open)
        self._server = server

    def content(self, path: str) -> Content | None:
        """Return the bytes and the media type at a path, or None if there is nothing at the path."""
        if path == _GAMES:
            return json.dumps(lobby_of(self._server)).encode("ascii"), "application/json"
        if (data := self._server.store.public_file(path.removeprefix("/"))) is not None:
            return data, "application/x-ndjson"
        return super().content(path)

    def is_socket(self, path: str) -> bool:
        """Return whether a path opens a websocket."""
        return super().is_socket(path) or path.startswith(_WATCH)

    async def _open(self, line: Line) -> None:
        assert isinstance(line, WebLine)
        await (self._play if path_of(line) == _PLAY else self._watch)(line)

    async def _play(self, line: WebLine) -> None:
        """Log in or register the player that the first message names.  Then let the player play."""
        server = self._server

        async def log_in() -> str:
            try:
                said: Any = json.loads(await line.connection.recv())
                name, key = in_screen_letters(str(said["name"])).strip().lower(), str(said["key"])
            except ConnectionClosed as error:
                raise GoneError from error
            except (ValueError, TypeError, KeyError, RecursionError) as error:
                raise RefusedError('The first message must be {"name": ..., "key": ...}.') from error
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

    async def _watch(self, line: WebLine) -> None:
        """Show the game whose number is in the path.  The watcher's only command is to leave."""
        server, number = self._server, path_of(line).removeprefix(_WATCH)
        game = next((one for one in server.public_games() if str(one.record.number) == number), None)
        if game is None:
            line.notify(refused="This game can no longer be watched.")
        elif server.watching >= server.limits.watchers:
            line.notify(refused="All places for watchers are taken; try again later.")
        else:
            server.watching += 1
            try:
                await watch(server, line, game)
            finally:
                server.watching -= 1


def lobby_of(server: GameServer) -> dict[str, Any]:
    """Return the lobby as JSON values: the running games, and the best finished games."""
    best = server.store.best(count=_BEST)
    return {
        "games": [server.game_row(game) for game in server.public_games()],
        "best": [
            {
                **{name: row[name] for name in _SHOWN},
                "end": how_it_ended(row),
                "journal": server.store.public_journal(row["game"]),
            }
            for row in best
        ],
    }


async def open_web(
    server: GameServer, take: Take, addresses: Sequence[str], port: int, names: Sequence[str]
) -> tuple[list[Server], int, str]:
    """Open the page on every address.  Return its servers, port, and URL.  Raises OSError."""
    server.has_page = True
    return await open_site(WebPage(server), take, server.limits, server.now, addresses, port, names)
