"""A server of one real-time match, whose guests press keys."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any, Final, cast

from rogomatic.eggg.look_ahead import QUICKNESS, LookAhead
from rogomatic.eggg.match_journal import head_of
from rogomatic.eggg.real_time_match import RealTimeMatch
from rogomatic.eggg.real_time_window import RealTimeWindow
from rogomatic.eggg.seated_room import NewJournal, SeatedRoom
from rogomatic.run.viewer.canvas import Canvas, changes, palette_of
from rogomatic.run.viewer.viewer_terminal import KeyDecoder, Terminal, key_name
from rogue.shared.board_games import NOBODY
from rogue.shared.real_time_games import STEPS_PER_SECOND, RealTimeGame
from rogue.shared.seeds import Dice
from rogue.shared.wording import listed
from rogue.wire.dialogue import Dialogue
from rogue.wire.lines import Line
from rogue.wire.room_server import ALL_GUESTS, RoomServer, Told, for_page
from rogue.wire.wire_limits import Allowance, WireLimits

AGAIN_SECONDS: Final = 10.0  # after which another match begins
_NEWS_SECONDS: Final = 5.0  # that a text stands beside the board
_WATCHED: Final = 4  # steps from one picture of a watcher to the next
_QUIT: Final = frozenset({"q", "Q", "\x03", "\x04"})
_MACHINE, _SIT = "m", "s"
_LEVEL: Final = "fair"  # of the machines


class RealTimeRoom(SeatedRoom):
    """A `GuestRoom` for a real-time match.  Guests press keys, and `look_at_clock` plays a step.

    match  match that the guests see.  The match stands still while a seat has no player.
    """

    def __init__(
        self, game: RealTimeGame, draw_seed: Callable[[], int], new_journal: NewJournal = lambda _head: None
    ) -> None:
        super().__init__(tuple(game.players), 0.0, new_journal)
        self._game, self._draw_seed, self.name = game, draw_seed, game.name
        self._windows: dict[int, tuple[Terminal, RealTimeWindow]] = {}
        self._news, self._news_until = "", 0.0
        self._over_since: float | None = None
        self._looks = 0  # at the clock
        self._prepare()

    def _prepare(self) -> None:
        """Set up a match, which begins as soon as every seat has its player."""
        self._seed, self._is_begun = self._draw_seed(), False
        self.match = RealTimeMatch(self._game, self._seed, {})
        for seat in self.levels:
            self.seated(seat)
        self.go_on()

    def seated(self, seat: int) -> None:
        """Put the holder of a seat, a machine or a guest, into the match."""
        machines = {one: other for one, other in self.match.machines.items() if one != seat}
        if seat in self.levels:
            dice = Dice(self._seed, "player", seat)
            machines[seat] = LookAhead(self._game, seat, QUICKNESS[self.levels[seat]], dice)
        self.match.machines = machines
        guest = self.holder(seat)
        if guest in self._windows:
            self.open_window(guest, self._windows[guest][0])

    def open_window(self, guest: int, terminal: Terminal) -> None:
        """Open the window in which a guest sees the match."""
        seat = self.people[guest].seat
        persons = [seat] if seat != NOBODY else []
        window = RealTimeWindow(terminal, self.match, lambda: self.now, persons, is_served=True)
        self._windows[guest] = terminal, window

    def go_on(self) -> None:
        """Begin the match if every seat has its player."""
        if self._is_begun or self.unmanned():
            return
        self._is_begun = True
        self.match.begin(self.begin_journal(head_of(self._game, self._seed, _LEVEL, self.levels)))

    def say(self, guest: int, text: str, *, is_picture: bool = False) -> None:
        """If a text is for all guests and is no picture, show the text beside the board for 5 seconds."""
        if guest == ALL_GUESTS and not is_picture:
            self._news, self._news_until = text, self.now + _NEWS_SECONDS

    def leave(self, guest: int) -> None:
        """Record that a guest has left.  The seat is kept until another guest takes it."""
        super().leave(guest)
        self._windows.pop(guest, None)

    def hear(self, guest: int, text: str) -> bool:
        """Handle a key of a guest.  Return whether the guest stays."""
        seat, window = self.people[guest].seat, self._windows[guest][1]
        is_leaving = text in _QUIT and not (window.is_read and text.isalpha())
        if seat != NOBODY and text.lower() == _MACHINE and self.unmanned():
            self.seat_machines(_LEVEL)
        elif seat == NOBODY and text.lower() == _SIT:
            self.sit(guest)
        elif not is_leaving:
            window.take(text)
        return not is_leaving

    def work(self) -> None:
        """Return None, because a computer player in real time needs no work in the background."""

    def look_at_clock(self, now: float) -> None:
        """Play a step if every seat has a player.  Show the match.  After the end, begin another match."""
        self.now, match = now, self.match
        if not self._windows:
            return
        if not match.is_over:
            if not self.unmanned():
                match.tick()
        elif self._over_since is None:
            self._over_since = now
            self.close()
        elif now - self._over_since > AGAIN_SECONDS and not self.unmanned():
            self._over_since = None
            self._prepare()
        self._looks += 1
        for number in list(self._windows):
            if self.people[number].seat != NOBODY or (self._looks + number) % _WATCHED == 0:
                self.show(number)

    def show(self, guest: int) -> None:
        """Show a guest the match, and name the players who are missing."""
        missing = [self.players[seat] for seat in self.unmanned()]
        is_watcher = self.people[guest].seat == NOBODY
        told = [f"Waiting for {listed(missing)}."] if missing else []
        if is_watcher and (missing or self.levels):
            told.append("S takes a seat.")
        elif missing:
            told.append("M lets the machine play.")
        if self.now < self._news_until:
            told.append(self._news)
        told = told or [self.told_seats()]
        if guest in self._windows:
            self._windows[guest][1].look(self.match, " ".join(told))

    def close(self) -> None:
        """Write the number of steps played so far into the journal, and close the journal."""
        if not self.match.is_over:
            self.match.leave()
        super().close()


LIVE: Final = b"\x0e"
"""Tells the page that keys are sent one by one."""
_COLORS: Final = 8
_FIRST_FRAME: Final = "\x1b[?25l\x1b[m\x1b[H\x1b[2J"
_LAST_FRAME: Final = b"\x1b[m\x1b[?25h\x1b[H\x1b[2J"


class LineTerminal:
    """A screen that sends a guest only what has changed.  It sends nothing while too much is unread."""

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
        """Send what has changed since the last frame.  If the client has stopped reading, send nothing."""
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
        self._line.write(
            f"{_FIRST_FRAME * is_new}{text}".encode("utf-8" if self._line.takes_utf8 else "ascii", "replace")
        )


class RealTimeServer(RoomServer):
    """The connections of all guests of a match.  A guest types a name, and then presses keys."""

    room: RealTimeRoom

    def __init__(
        self, room: RealTimeRoom, decoder: Callable[[], KeyDecoder],
        limits: WireLimits, now: Callable[[], float], log: Callable[[str], object],
    ) -> None:  # fmt: skip
        """Prepare a server.  `decoder` returns a new decoder for the keys from one connection."""
        super().__init__(room, replace(limits, unsent_bytes=limits.unsent_bytes // 4), now, log)
        self._decoder, self._due = decoder, 0.0

    async def _join(self, talk: Dialogue[Any], call: Callable[[], int], greeting: str = "") -> int:
        """Wait until a guest has read the greeting, which the board would cover.  Then let the guest in."""
        if greeting:
            await talk.ask(f"{greeting}  Press Enter. ")
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
        """Wait for the next step.  If a step is late, all later steps are late, too."""
        self._due = max(self._due + 1 / STEPS_PER_SECOND, self.now())
        await asyncio.sleep(max(self._due - self.now(), 0.0))

    def _send(self, talk: Dialogue[Any], told: Told) -> None:
        """Send a text in place of the board."""
        talk.line.write(_LAST_FRAME if talk.line.kind != "web" else b"")
        super()._send(talk, told)
