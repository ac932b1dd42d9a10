"""A server of one match in real time, whose guests press keys."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any, Final, cast

from rogomatic.eggg.real_time_room import RealTimeRoom
from rogomatic.run.viewer.canvas import Canvas, changes, palette_of
from rogomatic.run.viewer.viewer_terminal import KeyDecoder, Terminal, key_name
from rogue.shared.real_time_games import STEPS_PER_SECOND
from rogue.wire.dialogue import Dialogue
from rogue.wire.lines import Line
from rogue.wire.room_server import ALL_GUESTS, RoomServer, Told, for_page
from rogue.wire.wire_limits import Allowance, WireLimits

LIVE: Final = b"\x0e"
"""Tells the page that keys are sent one by one."""
_COLORS: Final = 8
_FIRST_FRAME: Final = "\x1b[?25l\x1b[m\x1b[H\x1b[2J"
_LAST_FRAME: Final = b"\x1b[m\x1b[?25h\x1b[H\x1b[2J"


class LineTerminal:
    """A guest's screen: what a window shows goes out as the shortest text, unless the client reads slowly."""

    def __init__(self, line: Line, limits: WireLimits) -> None:
        self._line, self._limits = line, limits
        self._shown: Canvas | None = None
        self._palette = palette_of(_COLORS)

    @property
    def size(self) -> tuple[int, int]:
        """Columns and rows of the guest's window."""
        rows, columns = self._line.size
        return columns, rows

    def show(self, frame: Canvas) -> None:
        """Send what has changed; a client that reads nothing loses frames."""
        if self._line.unsent > self._limits.unsent_bytes:
            return
        before, self._shown = self._shown, frame
        if self._line.kind == "web":
            text = "\n".join(frame.rows())
            if before is None or text != "\n".join(before.rows()):
                self._line.write(for_page(Told(ALL_GUESTS, text, is_picture=True)))
            return
        is_new = before is None or (before.width, before.height) != (frame.width, frame.height)
        text = changes(frame, None if is_new else before, self._palette)
        self._line.write(f"{_FIRST_FRAME * is_new}{text}".encode("ascii"))


class RealTimeServer(RoomServer):
    """The lines of all guests of a match, who type names and then press keys."""

    room: RealTimeRoom

    def __init__(
        self, room: RealTimeRoom, decoder: Callable[[], KeyDecoder],
        limits: WireLimits, now: Callable[[], float], log: Callable[[str], object],
    ) -> None:  # fmt: skip
        """Prepare a server; `decoder` makes what reads the keys of a line."""
        super().__init__(room, replace(limits, unsent_bytes=limits.unsent_bytes // 4), now, log)
        self._decoder, self._due = decoder, 0.0

    async def _join(self, talk: Dialogue[Any], call: Callable[[], int], greeting: str = "") -> int:
        """Let a guest in, who has read the greeting before the board covers it."""
        if greeting:
            await talk.ask(f"{greeting}  Enter goes on. ")
        return await super()._join(talk, call)

    async def _attend(self, talk: Dialogue[Any], guest: int) -> None:
        """Take the keys of a guest until the guest leaves or a limit is reached."""
        line = talk.line
        line.write(LIVE * (line.kind == "web"))
        self.room.open_window(guest, cast("Terminal", LineTerminal(line, self.limits)))
        try:
            await self._take_keys(talk, guest)
        finally:
            if line.kind != "web" and not line.gone:
                line.write(_LAST_FRAME)

    async def _take_keys(self, talk: Dialogue[Any], guest: int) -> None:
        line, keyboard, limits, stays = talk.line, self._decoder(), self.limits, True
        allowance = Allowance(limits.keys_a_second, limits.keys_at_once, self.now())
        until = self.now() + limits.longest_seconds
        while stays and not line.gone and self._talks.get(guest) is talk and self.now() < until:
            late = keyboard.deadline
            patience = limits.idle_seconds if late is None else max(late - self.now(), 0.0)
            try:
                data = await asyncio.wait_for(line.read(), patience)
            except TimeoutError:
                if late is None:
                    return
                strokes = keyboard.flush()
            else:
                strokes = keyboard.feed(data[: allowance.take(len(data), self.now())], self.now())
            for key in map(key_name, strokes):
                stays = stays and await self._use(partial(self.room.hear, guest, key))

    async def _rest(self) -> None:
        """Wait for the next step; time that was lost is not made up."""
        self._due = max(self._due + 1 / STEPS_PER_SECOND, self.now())
        await asyncio.sleep(max(self._due - self.now(), 0.0))

    def _send(self, talk: Dialogue[Any], told: Told) -> None:
        """Send a text in place of the board."""
        talk.line.write(_LAST_FRAME if talk.line.kind != "web" else b"")
        super()._send(talk, told)
