"""A tape in a person's window: played at any speed, stepped forth and back, with the panels of watching.

Owns   what is shown of the moment at hand, the pace, what the keys do.
Leaves the tape (run.tape), places on it (run.seek), frames and panels (run.window, run.panels), the table of
       keys (run.replay_keys).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from rogomatic.rules import Choice
from rogomatic.run import seek
from rogomatic.run.export import picture
from rogomatic.run.keys import help_page
from rogomatic.run.panels.lines import Line, Look, line
from rogomatic.run.replay_keys import GO_TO, HELPED, REPLAY_ACTIONS
from rogomatic.run.tape import Moment, Tape
from rogomatic.run.window.canvas import Canvas
from rogomatic.run.window.frame import Showing, bare_frame, frame_of, top_line
from rogomatic.run.window.pace import Pace
from rogomatic.run.window.terminal import NoTerminal, Terminal, check_size
from rogomatic.screen import ROWS

FRAME_SECONDS: Final = 1 / 30
LOOK_SECONDS: Final = 0.1    # how often the window's size is looked at
SWAP_SECONDS: Final = 1.2    # after which the top line changes between message and reason
NOTICE_SECONDS: Final = 3.0
FOR_EVER: Final = 1e9        # notes about the tape stay until a key
NOT_KNOWN: Final = "These are not the agent's keys: its reasons are not known."
_PAGE: Final = 10            # rows that a key scrolls
_BACK: Final = 100           # moments in which the last message is looked for
_LONGEST: Final = 40         # characters of a place

_Finder = Callable[[Sequence[Moment], int], int | None]
_STEPS: Final[dict[str, _Finder]] = {
    "command": lambda moments, at: at + 1 if at + 1 < len(moments) else None,
    "command back": lambda _moments, at: at - 1 if at else None,
    "turn": seek.turn_after,
    "turn back": seek.turn_before,
    "rung": seek.rung_after,
    "rung back": seek.rung_before,
    "level": seek.level_after,
    "level back": seek.level_before,
    "mark": seek.mark_after,
    "mark back": seek.mark_before,
}


class Quit(Exception):
    """The person has seen enough."""


def replay(tape: Tape, title: str, notes: Sequence[str], speed: float, paused: bool) -> None:
    """Show a tape from where it stands until the person quits.

    `speed` is in commands per second, 0 as fast as possible; `notes` are shown first.  Raises NoTerminal when
    standard input or output is no terminal, or the window is too small.  The terminal is given back in every
    case.
    """
    terminal = Terminal()
    if small := check_size(terminal.size):
        raise NoTerminal(small)
    with terminal.taken():
        Show(terminal, tape, title, notes, speed, paused).run()


class Show:
    """One tape in one window."""

    def __init__(
        self, terminal: Terminal, tape: Tape, title: str, notes: Sequence[str], speed: float, paused: bool
    ) -> None:
        self._terminal = terminal
        self._tape = tape
        self._pace = Pace(speed)
        self._pace.paused = paused
        self._showing = Showing()
        self._asked: str | None = None  # what was typed of a place so far, None when nobody asks
        self._played_at = time.monotonic()
        self._noticed_at = self._played_at + (FOR_EVER if notes else 0.0)
        self._notice = "  ".join([*notes, f"{title}: ? lists the keys"])
        self._drawn: tuple[object, ...] = ()

    def run(self) -> None:
        """Show the tape until the person quits."""
        try:
            while True:
                self._draw()
                if key := self._terminal.key(self._seconds()):
                    self._take(key)
                elif not self._waits():
                    self._play()
        except Quit:
            return

    # -- time

    def _waits(self) -> bool:
        return self._pace.paused or self._asked is not None

    def _seconds(self) -> float:
        """Return how long to wait for a key."""
        if self._waits():
            return LOOK_SECONDS
        return min(max(self._played_at + self._pace.seconds - time.monotonic(), 0.0), LOOK_SECONDS)

    def _play(self) -> None:
        """Go on by what is due: at full speed, by as much as a frame's time allows."""
        now = time.monotonic()
        if self._pace.speed:
            due = int((now - self._played_at) * self._pace.speed)
            self._played_at += due * self._pace.seconds
            self._tape.go(self._tape.at + min(due, int(self._pace.speed) + 1))
        else:
            while time.monotonic() - now < FRAME_SECONDS and self._tape.at < len(self._tape) - 1:
                self._tape.go(self._tape.at + 1)
        if self._tape.at == len(self._tape) - 1:
            self._pace.paused = True

    # -- the window

    def _draw(self) -> None:
        """Bring the window up to date, where anything has changed."""
        width, height = size = self._terminal.size
        showing = self._showing
        showing.top, showing.notice = self._top(height), self._place()
        state = (size, self._tape.at, showing.top, showing.notice, showing.overlay, showing.scroll,
                 showing.text, showing.path, showing.hidden, showing.loops)  # fmt: skip
        if state != self._drawn:
            self._terminal.show(self._frame(width, height))
            self._drawn = state

    def _frame(self, width: int, height: int) -> Canvas:
        tape = self._tape
        if tape.player is None:
            return bare_frame(tape.screen, width, height, self._showing, NOT_KNOWN)
        return frame_of(tape.player, self._choice(), width, height, self._showing)

    def _choice(self) -> Choice | None:
        """Return what the agent has chosen at this moment; None behind the end."""
        player = self._tape.player
        if player is None or player.done or not player.trace.last:
            return None
        return player.trace.last[-1].choice

    def _place(self) -> str:
        """Say where on the tape we are, and how it goes."""
        at, last = self._tape.at + 1, len(self._tape)
        return f"{at:,}/{last:,} {'the end' if at == last else self._pace.notice}"

    def _top(self, height: int) -> Line:
        """Return the top line: a question, a notice, or the message and the reason in turn."""
        if self._asked is not None:
            return line((f"go to: {self._asked}_", Look.STRONG))
        if time.monotonic() - self._noticed_at < NOTICE_SECONDS:
            return line((self._notice, Look.STRONG))
        moment, message, choice = self._tape.moment, self._message(), self._choice()
        tops = [line((mark.label, Look.STRONG)) for mark in moment.marks]
        if moment.ready and message:
            tops.append(line(message))
        if moment.ready and choice is not None and height == ROWS:
            tops.append(top_line(choice, "", says_why=True))
        return tops[int(time.monotonic() / SWAP_SECONDS) % len(tops)] if tops else ()

    def _message(self) -> str:
        """Return what the game said last."""
        moments, at = self._tape.moments, self._tape.at
        return next((m.said[-1] for m in reversed(moments[max(at - _BACK, 0) : at + 1]) if m.said), "")

    def _say(self, sentence: str) -> None:
        self._notice, self._noticed_at = sentence, time.monotonic()

    # -- keys

    def _take(self, key: str) -> None:
        """Do what a key says.  Raises Quit."""
        self._noticed_at = 0.0
        if self._asked is not None:
            self._type(self._asked, key)
        elif key in REPLAY_ACTIONS:
            action, of_what = REPLAY_ACTIONS[key]
            _DOES[action](self, of_what)

    def _type(self, typed: str, key: str) -> None:
        """Take a key of a place that is being typed."""
        if key == "\n":
            self._asked = None
            if typed:
                self._go_to(typed)
        elif key == "\x1b" or (key == "\b" and not typed):
            self._asked = None
        elif key == "\b":
            self._asked = typed[:-1]
        elif len(key) == 1 and key.isascii() and key.isprintable() and len(typed) < _LONGEST:
            self._asked = typed + key

    def _ask(self, _: str) -> None:
        self._asked = ""
        self._showing.text = None

    def _go_to(self, place: str) -> None:
        """Go to a place in words, and stop there."""
        try:
            self._jump(seek.place(self._tape.moments, place))
        except seek.NotFound as sentence:
            self._say(str(sentence))

    def _step(self, what: str) -> None:
        number = _STEPS[what](self._tape.moments, self._tape.at)
        if number is None:
            self._say("there is none further on" if not what.endswith("back") else "there is none before")
        else:
            self._jump(number)

    def _last(self, _: str) -> None:
        self._jump(len(self._tape) - 1)

    def _jump(self, number: int) -> None:
        self._tape.go(number)
        self._pace.paused = True
        self._showing.text = None

    def _pause(self, _: str) -> None:
        if self._tape.at == len(self._tape) - 1:
            self._say("this is the end; Home goes to the beginning")
            return
        self._pace.pause()
        self._played_at = time.monotonic()

    def _faster(self, _: str) -> None:
        self._pace.faster()

    def _slower(self, _: str) -> None:
        self._pace.slower()

    def _full(self, _: str) -> None:
        self._pace.speed = 0.0

    def _panel(self, name: str) -> None:
        showing = self._showing
        if self._tape.player is None:
            self._say(NOT_KNOWN)
            return
        showing.overlay = "" if showing.overlay == name and showing.text is None else name
        showing.text, showing.scroll = None, 0

    def _mark(self, name: str) -> None:
        setattr(self._showing, name, not getattr(self._showing, name))

    def _scroll(self, rows: str) -> None:
        self._showing.scroll = max(self._showing.scroll + int(rows) * _PAGE, 0)

    def _help(self, _: str) -> None:
        self._show_text("Keys", help_page(HELPED, GO_TO))

    def _marks(self, _: str) -> None:
        """Show where levels, near deaths and fights begin."""
        moments = self._tape.moments
        found = [(n, mark.label) for n, moment in enumerate(moments) for mark in moment.marks]
        found += [(n, f"fights {name}") for name, n in seek.fights(moments).items()]
        lines = [_place_line(n, moments[n], label) for n, label in sorted(found)]
        self._show_text("Levels, near deaths, first fights", lines)

    def _show_text(self, title: str, lines: list[Line]) -> None:
        showing = self._showing
        same = showing.text is not None and showing.text[0] == title
        showing.text, showing.scroll = None if same else (title, lines), 0

    def _redraw(self, _: str) -> None:
        self._terminal.forget()
        self._drawn = ()

    def _snapshot(self, _: str) -> None:
        """Write the moment to a file in the present folder."""
        path = Path(f"rogomatic-command-{self._tape.at + 1}.txt")
        try:
            path.write_text("\n".join(picture(self._tape)) + "\n", encoding="ascii", errors="replace")
            self._say(f"written: {path}")
        except OSError as error:
            self._say(f"{path} cannot be written: {error.strerror}")

    def _quit(self, _: str) -> None:
        raise Quit


def _place_line(number: int, moment: Moment, label: str) -> Line:
    turn = f"turn {moment.turn:,}" if moment.turn >= 0 else ""
    return line((f"{f'#{number + 1:,}':>8} {turn:>12}  ", Look.DIM), label)


_DOES: Final[dict[str, Callable[[Show, str], None]]] = {
    "pause": Show._pause, "step": Show._step, "place": Show._go_to, "last": Show._last, "ask": Show._ask,
    "marks": Show._marks, "faster": Show._faster, "slower": Show._slower, "full": Show._full,
    "panel": Show._panel, "mark": Show._mark, "scroll": Show._scroll, "snapshot": Show._snapshot,
    "redraw": Show._redraw, "quit": Show._quit, "help": Show._help,
}  # fmt: skip
