"""The page of a room: what is told, the latest picture, a line to type (extra `web`)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final

from rogue.wire.lines import Line
from rogue.wire.web_site import FileSite

_FILES: Final = {"/": "room.html", "/room.js": "room.js", "/room.css": "room.css"}


class RoomSite(FileSite):
    """The page, a `Site`."""

    def __init__(self, serve: Callable[[Line], Awaitable[None]]) -> None:
        """Load the files; `serve` takes each line."""
        super().__init__("rogue.eggg.serving", _FILES, "/room")
        self.serve = serve
