"""A person's terminal while a game is watched: the picture, the pace and the watcher's keys.

Owns   what is drawn where, how fast the game goes, what the watcher's keys do.
Leaves the game and its end (run.watch), the emulated screen (screen), messages (sight).
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, Protocol

from rogomatic.run.game import Agent
from rogomatic.screen import COLS, ROWS, Screen
from rogomatic.sight.prompts import heard, waiting

if TYPE_CHECKING:
    from blessed import Terminal

SPEEDS: Final = (0.5, 1.0, 2.0, 5.0, 10.0, 15.0, 25.0, 50.0, 100.0, 250.0)  # commands per second
FRAME_SECONDS: Final = 1 / 40  # at full speed the screen is not drawn more often
LOOK_SECONDS: Final = 0.1      # how often the keyboard and the window's size are looked at
LINGER_SECONDS: Final = 3.0    # the last screen stays so long, or until a key
CLEAR: Final = "\x1b[m\x1b[H\x1b[2J"
CLEAR_REST: Final = "\x1b[K"  # of the row
BRIGHT: Final = "\x1b[7m{}\x1b[m"
KEYS: Final = "paused: space goes on, + - speed, q quits"


class Wish(Protocol):
    """What the agent wanted, and why."""

    @property
    def because(self) -> str: ...


class Choice(Protocol):
    """The rung that fired and its wish."""

    @property
    def rung(self) -> str: ...
    @property
    def act(self) -> Wish: ...


class Watched(Agent, Protocol):
    """An agent that says what it chose last."""

    @property
    def last_choice(self) -> Choice | None: ...


class Quit(BaseException):
    """The watcher has seen enough.  Like an interrupt, it is no failure of the game."""


def faster(speed: float) -> float:
    """Return the next higher speed; 0 is as fast as possible.

    >>> faster(15.0), faster(250.0), faster(0)
    (25.0, 0, 0)
    """
    return next((step for step in SPEEDS if step > speed > 0), 0)


def slower(speed: float) -> float:
    """Return the next lower speed.

    >>> slower(15.0), slower(0), slower(0.5)
    (10.0, 250.0, 0.5)
    """
    return next((step for step in reversed(SPEEDS) if step < speed or not speed), SPEEDS[0])


def rows_of(
    screen: Screen, message: str, why: str, notice: str, height: int, paused: bool = False
) -> list[str]:
    """Return what a window of `height` rows shows: 24 or 25 rows of at most 80 columns.

    Row 0 is the game's last real message.  Why the agent does what it does, with the notice at the
    end, is row 24; a window without that row has it behind the message, and shows the notice in
    its place while the game is paused.
    """
    rows = [screen.text(row) for row in range(ROWS)]
    if height > ROWS:
        rows[0] = message
        room = COLS - len(notice) - 2  # the last column stays free: writing there may scroll
        rows.append(f"{why[:room]:{room}} {notice}")
    else:
        rows[0] = f"{message}  [{notice if paused else why}]".lstrip()
    return [row[:COLS] for row in rows]


class View:
    """The person's terminal; `player` is set once there is something to show."""

    def __init__(self, term: Terminal, speed: float) -> None:
        self.player: Watched | None = None
        self._screen = Screen()
        self._message = ""
        self._term = term
        self._speed = speed
        self._paused = False
        self._size = (0, 0)
        self._shown: list[tuple[str, frozenset[int]]] = []  # text and bright columns of each row
        self._drawn_at = self._sent_at = time.monotonic()

    def show(self, data: bytes) -> None:
        """Take what the game has drawn; draw() brings it into the window."""
        self._screen.feed(data)
        if lines := heard(self._screen, waiting(self._screen)):
            self._message = lines[-1]

    def fits(self) -> bool:
        """Return whether the window is large enough."""
        return self._term.height >= ROWS and self._term.width >= COLS

    def draw(self) -> None:
        """Bring the window up to date; only rows that changed are written."""
        term, size = self._term, (self._term.height, self._term.width)
        out = []
        if size != self._size:
            self._size, self._shown = size, []
            out.append(CLEAR)
            if not self.fits():
                out.append(f"This window is too small: {COLS} x {ROWS} is needed."[: size[1]])
        if self.fits() and self.player is not None:
            out += self._changes(self.player)
        term.stream.write("".join(out))
        term.stream.flush()
        self._drawn_at = time.monotonic()

    def before_sending(self) -> None:
        """Draw, then wait until it is time for the next command.  Raises Quit."""
        if self._speed or self._paused or time.monotonic() - self._drawn_at >= FRAME_SECONDS:
            self.draw()
            self.obey(0)
        while self._paused or (left := self._left()) > 0:
            self.obey(LOOK_SECONDS if self._paused else min(left, LOOK_SECONDS))
        self._sent_at = time.monotonic()

    def obey(self, seconds: float) -> None:
        """Wait for a key of the watcher for so long, and do what it says.  Raises Quit."""
        key = self._term.inkey(timeout=seconds)
        if key in ("q", "Q"):
            raise Quit
        if key == " ":
            self._paused = not self._paused
        elif key in ("+", "="):
            self._speed = faster(self._speed)
        elif key in ("-", "_"):
            self._speed = slower(self._speed)
        if key or (self._term.height, self._term.width) != self._size:
            self.draw()

    def linger(self) -> None:
        """Let the last screen stand for a moment, or until a key."""
        self.draw()
        if self._speed:
            self._term.inkey(timeout=LINGER_SECONDS)

    def _left(self) -> float:
        due = self._sent_at + 1 / self._speed if self._speed else 0.0
        return due - time.monotonic()

    def _notice(self) -> str:
        if self._paused:
            return KEYS
        return f"{self._speed:g}/s" if self._speed else "full speed"

    def _changes(self, player: Watched) -> Iterator[str]:
        bright: dict[int, set[int]] = {}
        for spot in self._screen.bright:  # row 0 is ours
            bright.setdefault(spot // COLS, set()).add(spot % COLS)
        choice = player.last_choice
        why = f"{choice.rung}: {choice.act.because}" if choice else ""
        height = self._size[0]
        texts = rows_of(self._screen, self._message, why, self._notice(), height, self._paused)
        rows = [(text, frozenset(bright.get(row, ()) if row else ())) for row, text in enumerate(texts)]
        old = self._shown or [("", frozenset[int]())] * len(rows)
        for row, (now, before) in enumerate(zip(rows, old, strict=True)):
            if now != before:
                end = CLEAR_REST if len(now[0]) < COLS else ""
                yield f"\x1b[{row + 1};1H{_with_bright(*now)}{end}"
        self._shown = rows


def _with_bright(text: str, bright: frozenset[int]) -> str:
    return "".join(BRIGHT.format(c) if at in bright else c for at, c in enumerate(text))
