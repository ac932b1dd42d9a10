"""The page of a room: what is told, the latest picture, a line to type (extra `web`)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final

from rogue.wire.lines import Line
from rogue.wire.web_site import Content, files_of

_FILES: Final = {"/": "room.html", "/room.js": "room.js", "/room.css": "room.css"}
_SOCKET: Final = "/room"


class RoomSite:
    """The page, a `Site`."""

    def __init__(self, serve: Callable[[Line], Awaitable[None]]) -> None:
        """Load the files; `serve` takes each line."""
        self._files = files_of("rogue.eggg.serving", _FILES)
        self._serve = serve

    def content(self, path: str) -> Content | None:
        """Return what a path shows, None for nothing."""
        return self._files.get(path)

    def is_socket(self, path: str) -> bool:
        """Return whether a path opens a websocket."""
        return path == _SOCKET

    async def serve(self, line: Line) -> None:
        """Serve an open websocket to its end."""
        await self._serve(line)
