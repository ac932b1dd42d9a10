"""A server where bots log in with lines of plain text to play matches with each other."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Final, Protocol

from rogomatic.roshambo.answer_lines import MOST_LINE, START, AnswerLines
from rogomatic.roshambo.entrants import ENTRANTS
from rogomatic.roshambo.throws import NAMES, Past, points, settled
from rogomatic.roshambo.tournament import lucky_score
from rogue.shared.seeds import Dice
from rogue.wire.dialogue import plain
from rogue.wire.gatekeeper import Gatekeeper, is_name
from rogue.wire.lines import Line
from rogue.wire.wire_limits import WireLimits

LIMITS: Final = replace(WireLimits(), per_address=50, new_per_minute=100)
WRONG_LOGIN: Final = (
    "log in with a line: NAME (up to 16 of a-z, digits, and -), or NAME OPPONENT, with one of "
    f"{', '.join(ENTRANTS)}"
)
Say = Callable[[str], None]


class _Seat(Protocol):
    """One side of a match."""

    name: str
    past: Past

    async def throw(self) -> int:
        """Return the next throw, or LOST."""

    def tell(self, text: str) -> None:
        """Send this side a line that needs no answer."""

    def remark(self) -> str:
        """Return a remark on the turns that this side lost because it gave no valid throw.

        Return "" if there are no such turns.
        """


class _Guest:
    """A bot with its connection.

    Of the two bots in a match, the one that logs in first waits for the other.

    opponent  future whose result is the opponent; used only by the bot that logs in first
    met       event that is set when the match is over; used only by the bot that logs in second
    """

    def __init__(self, line: Line, seconds: float) -> None:
        self.name = ""
        self.line = line
        self.past = Past()
        self.answers = AnswerLines()
        self.opponent: asyncio.Future[_Guest] = asyncio.get_running_loop().create_future()
        self.met = asyncio.Event()
        self._seconds = seconds

    async def throw(self) -> int:
        turn = len(self.past.own) + 1
        self.tell(NAMES[self.past.other[-1]] if self.past.other else START)
        try:
            async with asyncio.timeout(self._seconds):
                while (throw := self.answers.take(turn)) is None:
                    if self.line.gone:
                        return self.answers.give_up("hung up", turn)
                    await self.listen()
        except TimeoutError:
            return self.answers.miss(turn)
        return throw

    async def listen(self) -> None:
        """Wait for bytes from the bot, and keep them."""
        self.answers.add(await self.line.read())

    def tell(self, text: str) -> None:
        self.line.write(f"{plain(text)}\n".encode("ascii"))

    def remark(self) -> str:
        return self.answers.remark()


class _House:
    """One of our own players."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.past = Past()
        self._bot = ENTRANTS[name].make()
        self._dice = Dice(secrets.token_hex(16))

    async def throw(self) -> int:
        await asyncio.sleep(0)  # let other matches continue
        return self._bot.choose(self.past, self._dice)

    def tell(self, text: str) -> None:
        """Do nothing, because our own players read no text."""

    def remark(self) -> str:
        return ""


class BotServer:
    """Server that pairs bots for matches.

    gate   decides who may connect
    lines  open connections
    done   event that is set after the wanted number of matches
    """

    def __init__(
        self, turns: int, seconds: float, limits: WireLimits, say: Say, matches: int | None = None
    ) -> None:
        """Prepare a server.  `say` receives a line about each match.

        seconds  time that a bot has for a throw
        matches  number of matches to play; None: there is no limit
        """
        self.gate = Gatekeeper(Path(), limits, lambda: asyncio.get_running_loop().time())
        self.lines: set[Line] = set()
        self.done = asyncio.Event()
        self._left = matches
        self._turns = turns
        self._seconds = seconds
        self._limits = limits
        self._say = say
        self._waiting: _Guest | None = None
        self._names: set[str] = set()

    async def serve(self, line: Line) -> None:
        """Serve the connection of one bot, from its login to the end of its match."""
        guest = _Guest(line, self._seconds)
        words = (await self._login(guest)).split()
        if line.gone and not words:
            return
        refusal = self._refusal(words)
        if refusal:
            guest.tell(f"error: {refusal}")
            return
        guest.name = words[0]
        self._names.add(guest.name)
        line.is_in = True
        try:
            await self._attend(guest, words[1] if words[1:] else "")
        finally:
            self._names.discard(guest.name)

    def hang_up(self) -> None:
        """Close all connections."""
        for line in list(self.lines):
            line.close()

    async def _login(self, guest: _Guest) -> str:
        """Return the first line that a bot sends.  Return "" if the line is too long, late, or missing."""
        with suppress(TimeoutError):
            async with asyncio.timeout(self._limits.login_seconds):
                while not guest.line.gone:
                    text = guest.answers.take_login()
                    if text is not None:
                        return text
                    await guest.listen()
        return ""

    def _refusal(self, words: list[str]) -> str:
        """Return why a login is refused.  Return "" if the login is accepted."""
        if len(words) not in (1, 2) or not is_name(words[0]):
            return WRONG_LOGIN
        if words[0] in self._names:
            return "a bot with this name is already playing"
        if words[1:] and words[1] not in ENTRANTS:
            return WRONG_LOGIN
        return ""

    async def _attend(self, guest: _Guest, opponent: str) -> None:
        """Let a bot play against our player `opponent`, or against another bot if `opponent` is ""."""
        if opponent:
            await self._play(guest, _House(opponent))
        elif self._waiting is not None:
            other, self._waiting = self._waiting, None
            other.opponent.set_result(guest)
            await guest.met.wait()
        else:
            await self._wait(guest)

    async def _wait(self, guest: _Guest) -> None:
        """Wait for another bot, then play the match with it."""
        self._waiting = guest
        try:
            async with asyncio.timeout(self._limits.idle_seconds):
                await _until_opponent(guest)
        except TimeoutError:
            guest.tell("error: no other bot has connected")
        finally:
            if self._waiting is guest:
                self._waiting = None
        if guest.opponent.done():
            other = guest.opponent.result()
            try:
                await self._play(guest, other)
            finally:
                other.met.set()

    async def _play(self, first: _Seat, second: _Seat) -> None:
        """Play a match, and tell the result to both sides and to the operator."""
        for _ in range(self._turns):
            await _round(first, second)
        verdict = _verdict(first, second, lucky_score(self._turns))
        for seat in (first, second):
            seat.tell(f"end: {verdict}")
            if seat.remark():
                self._say(
                    f"{seat.name} against {(first if seat is second else second).name}: {seat.remark()}."
                )
        self._say(f"{first.name} against {second.name}: {verdict}.")
        if self._left is not None:
            self._left -= 1
            if self._left <= 0:
                self.done.set()


def _verdict(first: _Seat, second: _Seat, luck: float) -> str:
    """Return who wins a match, by how much, and whether that may be luck."""
    turns = list(zip(first.past.own, first.past.other, strict=True))
    won, lost = (sum(points(*pair) == result for pair in turns) for result in (1, -1))
    if won == lost:
        return f"a draw, {won} to {lost}"
    winner = first if won > lost else second
    by_luck = abs(won - lost) <= luck
    return f"{winner.name} wins, {max(won, lost)} to {min(won, lost)}{', which may be luck' * by_luck}"


async def _until_opponent(guest: _Guest) -> None:
    """Wait until a bot has an opponent or hangs up."""
    while not (guest.opponent.done() or guest.line.gone):
        waits: list[asyncio.Future[_Guest] | asyncio.Future[None]] = [guest.opponent]
        if guest.answers.backlog <= MOST_LINE:  # stop reading while enough is buffered
            waits.append(asyncio.ensure_future(guest.listen()))
        try:
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for listening in waits[1:]:
                listening.cancel()
                with suppress(asyncio.CancelledError):
                    await listening


async def _round(first: _Seat, second: _Seat) -> None:
    """Play one turn of a match: both sides throw at the same time."""
    throws = await asyncio.gather(first.throw(), second.throw())
    own, other = settled(*throws)
    first.past.add(own, other)
    second.past.add(other, own)
