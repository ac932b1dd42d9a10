"""A server of one match in real time: guests press keys, the board is shown."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final, cast

from rogomatic.eggg.look_ahead import QUICKNESS, LookAhead
from rogomatic.eggg.real_time_match import RealTimeMatch
from rogomatic.eggg.real_time_window import RealTimeWindow
from rogomatic.run.viewer.canvas import Canvas, changes, palette_of
from rogomatic.run.viewer.viewer_terminal import KeyDecoder, Terminal, key_name
from rogue.shared.board_games import NOBODY
from rogue.shared.real_time_games import STEPS_PER_SECOND, RealTimeGame
from rogue.shared.seeds import Dice
from rogue.shared.wording import listed
from rogue.wire.gatekeeper import Gatekeeper
from rogue.wire.lines import Line
from rogue.wire.room_server import ALL_GUESTS, Told, for_page
from rogue.wire.wire_limits import Allowance, WireLimits

AGAIN_SECONDS: Final = 10.0  # after which another match begins
LIVE: Final = b"\x0e"
"""Tells the page that keys are sent one by one."""
_COLORS: Final = 8
_WATCHED: Final = 4  # steps from one picture of a watcher to the next
_FIRST_FRAME: Final = "\x1b[?25l\x1b[m\x1b[H\x1b[2J"
_LAST_FRAME: Final = b"\x1b[m\x1b[?25h\x1b[H\x1b[2J"
_QUIT: Final = frozenset({"q", "Q", "\x03", "\x04"})
_MACHINE, _SIT = "m", "s"


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
        if self._line.unsent > self._limits.unsent_bytes // 4:
            return
        before, self._shown = self._shown, frame
        if self._line.kind == "web":
            text = "\n".join(frame.rows())
            if before is None or text != "\n".join(before.rows()):
                self._line.write(for_page(Told(ALL_GUESTS, text, is_picture=True)))
            return
        is_new = before is None or (before.width, before.height) != (frame.width, frame.height)
        self._line.write(
            f"{_FIRST_FRAME * is_new}{changes(frame, None if is_new else before, self._palette)}".encode(
                "ascii"
            )
        )


@dataclass(slots=True, eq=False)
class _Onlooker:
    """A guest who plays or watches."""

    line: Line
    seat: int
    window: RealTimeWindow
    reads_at: float  # when the client last took what was sent


class RealTimeServer:
    """One match with its guests: the first take the seats, others watch.

    gate   who may connect
    lines  the open lines
    """

    def __init__(
        self, game: RealTimeGame, draw_seed: Callable[[], int], decoder: Callable[[], KeyDecoder],
        limits: WireLimits, now: Callable[[], float],
    ) -> None:  # fmt: skip
        """Prepare a server; `decoder` makes what reads the keys of a line."""
        self.limits, self.now = limits, now
        self.gate = Gatekeeper(Path(), limits, now)
        self.lines: set[Line] = set()
        self._game, self._draw_seed, self._decoder = game, draw_seed, decoder
        self._guests: list[_Onlooker] = []
        self._machines: set[int] = set()
        self._match = self._new_match()
        self._over_since: float | None = None
        self._steps = 0

    def _new_match(self) -> RealTimeMatch:
        seed = self._draw_seed()
        quickness = QUICKNESS["fair"]
        machines = {seat: LookAhead(self._game, seat, quickness, Dice(seed, "player", seat))
                    for seat in self._machines}  # fmt: skip
        return RealTimeMatch(self._game, seed, machines)

    @property
    def _missing(self) -> list[int]:
        """The empty seats."""
        taken = {guest.seat for guest in self._guests} | self._machines
        return [seat for seat in range(len(self._game.players)) if seat not in taken]

    async def serve(self, line: Line) -> None:
        """Serve a guest's connection to its end."""
        line.is_in = True
        if line.kind == "web":
            line.write(LIVE)
        free = [*self._missing, *sorted(self._machines), NOBODY]
        seat = free[0]
        if seat in self._machines:
            self._machines.discard(seat)
            self._match.machines = {one: who for one, who in self._match.machines.items() if one != seat}
        guest = _Onlooker(line, seat, self._window(line, seat), self.now())
        self._guests.append(guest)
        try:
            await self._attend(guest)
        finally:
            self._guests.remove(guest)
            if line.kind != "web" and not line.gone:
                line.write(_LAST_FRAME)

    def _window(self, line: Line, seat: int) -> RealTimeWindow:
        """Return what a guest sees."""
        terminal = cast("Terminal", LineTerminal(line, self.limits))
        persons = [seat] if seat != NOBODY else []
        return RealTimeWindow(terminal, self._match, self.now, persons, is_served=True)

    async def _attend(self, guest: _Onlooker) -> None:
        """Take the keys of a guest until the guest leaves or a limit is reached."""
        line, keyboard, limits = guest.line, self._decoder(), self.limits
        allowance = Allowance(limits.keys_a_second, limits.keys_at_once, self.now())
        until = self.now() + limits.longest_seconds
        while not line.gone and self.now() < until:
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
                if key in _QUIT:
                    return
                self._press(guest, key)

    def _press(self, guest: _Onlooker, key: str) -> None:
        """Take a key of a guest."""
        if guest.seat != NOBODY and key.lower() == _MACHINE and self._missing:
            self._machines.update(self._missing)
            seed = self._draw_seed()
            for seat in self._machines - set(self._match.machines):
                dice = Dice(seed, "player", seat)
                machine = LookAhead(self._game, seat, QUICKNESS["fair"], dice)
                self._match.machines = {**self._match.machines, seat: machine}
        elif guest.seat != NOBODY:
            guest.window.take(key)
        elif key.lower() == _SIT and self._missing:
            guest.seat = self._missing[0]
            guest.window = self._window(guest.line, guest.seat)

    async def keep_going(self) -> None:
        """Let time pass, until cancelled; time that was lost is not made up."""
        due = self.now()
        while True:
            due = max(due + 1 / STEPS_PER_SECOND, self.now())
            await asyncio.sleep(max(due - self.now(), 0.0))
            self._step()

    def _step(self) -> None:
        """Play a step if every seat has its player, and show it."""
        missing = [self._game.players[seat] for seat in self._missing]
        if not self._guests:
            self._machines.clear()
            return
        if self._match.is_over:
            self._over_since = self._over_since or self.now()
            if self.now() - self._over_since > AGAIN_SECONDS and not missing:
                self._match, self._over_since = self._new_match(), None
        elif not missing:
            self._match.tick()
        self._steps += 1
        for number, guest in enumerate(self._guests):
            self._cut_if_slow(guest)
            if guest.seat == NOBODY and (self._steps + number) % _WATCHED:
                continue
            may = "S sits down" if guest.seat == NOBODY else "M lets the machine play"
            notice = f"{listed(missing)} must still come; {may}." if missing else ""
            guest.window.look(self._match, notice)

    def _cut_if_slow(self, guest: _Onlooker) -> None:
        """Cut a line that has read nothing for too long."""
        if guest.line.unsent <= self.limits.unsent_bytes // 4:
            guest.reads_at = self.now()
        elif self.now() - guest.reads_at > self.limits.unsent_seconds:
            guest.line.abort()

    async def close(self) -> None:
        """Do nothing: a match ends with its server."""

    def stop(self) -> None:
        """Hang up."""
        for line in list(self.lines):
            with suppress(OSError):
                line.close()
