"""The page for writing a game, with the game shown beside its text (needs the extra `web`)."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from rogue.eggg.engines import made
from rogue.eggg.language.description import EgggError
from rogue.eggg.language.tokens import MAX_DESCRIPTION
from rogue.eggg.library import checked, text_of
from rogue.eggg.text_worlds.text_world import TextWorld
from rogue.shared.board_games import Described
from rogue.shared.errors import CommandError, reason_of
from rogue.shared.files import read_all, write_atomically
from rogue.shared.wording import plural
from rogue.wire.lines import Line
from rogue.wire.room_server import ALL_GUESTS, FAILED, LOOK_SECONDS, GuestRoom, Told, for_page
from rogue.wire.web_site import ConnectionClosed, FileSite, WebLine

_STARTER: Final = "tic-tac-toe"
_NAME: Final = "Author"
_FILES: Final = {"/": "edit.html", "/edit.js": "edit.js", "/room.js": "room.js", "/room.css": "room.css"}
_PLACE: Final = re.compile(r"[^:]*:(\d+): (.*)", re.DOTALL)
MakeRoom = Callable[[Described], GuestRoom]
"""Function that returns the room of a game.  Raises EgggError, or CommandError for a game not played here."""


class EditSite(FileSite):
    """Page for writing a game.  This page is a `Site`."""

    def __init__(self, make_room: MakeRoom, name: str, now: Callable[[], float]) -> None:
        """Load the files of the page.  `name` is a shipped game or a file.  The file need not exist yet.

        Raises EgggError for an unknown game, and EgggError or OSError for a file that cannot be read.
        """
        super().__init__("rogue.eggg.serving", _FILES, "/edit", self._edit)
        self._path = Path(name) if "/" in name or "." in name else None
        is_new = not name or (self._path is not None and not self._path.exists())
        self._starter = text_of(_STARTER if is_new else name)
        self._make_room, self._now = make_room, now

    async def _edit(self, line: Line) -> None:
        assert isinstance(line, WebLine)
        await _Session(line, self._make_room, self._path, self._now).run(self._starter)


class _Session:
    """One open page: the text on it, and the room of the game that is shown beside the text."""

    def __init__(
        self, line: WebLine, make_room: MakeRoom, path: Path | None, now: Callable[[], float]
    ) -> None:
        self._line, self._make_room, self._path, self._now = line, make_room, path, now
        self._saved = b""  # what the file has
        self._digest = ""  # of the game that is played
        self._room: GuestRoom | None = None
        self._guest = 0

    async def run(self, starter: str) -> None:
        """Handle messages until the page is closed.  `starter` is the text of a new file."""
        # The page is gone or is not ours, or the file can no longer be read.
        with suppress(ConnectionClosed, ValueError, RecursionError, OSError):
            name = "" if self._path is None else self._path.name
            self._line.notify(text=self._first_text(starter), file=name)
            while True:
                message: Any = None
                with suppress(TimeoutError):
                    message = json.loads(await asyncio.wait_for(self._line.connection.recv(), LOOK_SECONDS))
                await self._careful(self._take(message if isinstance(message, dict) else {}))

    def _first_text(self, starter: str) -> str:
        """Return the text of the file, or `starter` if there is no file yet.  Raises ValueError, OSError."""
        if self._path is None or not self._path.exists():
            return starter
        self._saved = read_all(self._path, MAX_DESCRIPTION)
        return self._saved.decode("utf-8-sig")

    async def _careful(self, doing: Awaitable[None]) -> None:
        """Await an action.  If the action raises an exception, close the game and tell the page."""
        try:
            await doing
        except Exception as error:
            self._room = None
            self._line.write(for_page(Told(ALL_GUESTS, f"{FAILED} {error!r}")))

    async def _take(self, message: dict[str, Any]) -> None:
        said, text = message.get("say"), message.get("text")
        if isinstance(text, str):
            await self._read(text, again="again" in message)
        if isinstance(text, str) and "save" in message:
            self._line.notify(saved=self._save(text))
        if (room := self._room) is not None:
            if isinstance(said, str):
                room.hear(self._guest, said)
            room.look_at_clock(self._now())
            await self._go_on(room)

    async def _read(self, text: str, *, again: bool) -> None:
        """Tell the page the problems of a text.

        If there are none, begin the text's game.  If that game runs already, restart it only if `again`.
        """
        folder = None if self._path is None else self._path.parent
        try:
            description = await asyncio.to_thread(checked, text, "page", folder)
            game = await asyncio.to_thread(made, description)
        except EgggError as error:
            places = [(_PLACE.fullmatch(line), line) for line in error.lines]
            rows = [(int(one[1]), one[2]) if one else (0, line) for one, line in places]
            besides = "; the game is from the last valid text" if self._room is not None else ""
            self._line.notify(problems=json.dumps(rows), told=f"{len(rows)} to fix{besides}")
            return
        told = f"{description.name}: {plural(len(description.said), 'statement')}, no errors"
        self._line.notify(problems="[]", told=told)
        if again or description.digest != self._digest:
            self._digest = description.digest
            self._begin(game)

    def _begin(self, game: Described) -> None:
        """Begin a game with the person at the page, and machines in all other seats."""
        self._line.notify(clear="")
        try:
            self._room = self._make_room(game)
        except CommandError as refusal:
            self._room = None
            self._line.write(for_page(Told(ALL_GUESTS, str(refusal))))
            return
        self._guest = self._room.enter(_NAME, "")
        if not isinstance(game, TextWorld):
            self._room.hear(self._guest, "machine easy")

    def _save(self, text: str) -> str:
        """Write the file, unless another program has changed it.  Return a message for the page."""
        if self._path is None:
            return "There is no file to save to. Use eggg serve --edit FILE."
        data = text.encode("utf-8", "replace")
        try:
            if self._path.exists() and read_all(self._path, MAX_DESCRIPTION) != self._saved:
                return f"{self._path.name} was changed by another program; it was not overwritten."
            write_atomically(self._path, data, 0o644)
        except (OSError, CommandError) as error:
            return f"{self._path.name} was not saved: {reason_of(error)}."
        self._saved = data
        return f"{self._path.name} is saved."

    async def _go_on(self, room: GuestRoom) -> None:
        """Let the machines move.  Send the page the messages of the room."""
        while True:
            for told in room.take_told():
                if told.guest in (self._guest, ALL_GUESTS):
                    self._line.write(for_page(told))
            if (work := room.work()) is None:
                return
            await asyncio.to_thread(work)
