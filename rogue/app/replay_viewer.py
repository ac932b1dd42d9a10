"""The `rogue replay` command: watch a game again from its journal, or check the journal."""

from __future__ import annotations

import os
import signal
import sys
import textwrap
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Final

from rogue.app.app import COLUMNS, check_kind, check_size
from rogue.shared.command_lines import ArgumentParser, decimal_number, runnable, some_name, whole_number
from rogue.shared.errors import LaunchError, refusing
from rogue.shared.files import read_bounded
from rogue.shared.playback import PACE_KEYS, Playback, seek
from rogue.shared.wording import plural
from rogue.storage.game_files import SaveFileError, journal_text, latest
from rogue.storage.places import journals_folder
from rogue.terminal.pipe_mode import write
from rogue.terminal.raw_terminal import SUSPEND, RawTerminal
from rogue.terminal.signals import END_SIGNALS, handling_signals, leave_once
from rogue.terminal.window import small_window
from rogue.ui.journal import CHECK_TURNS, JournalError
from rogue.ui.journal_sessions import DivergenceError, GameCrashError, JournalPlayer, ReplaySteps
from rogue.ui.keyboard import UNKNOWN
from rogue.ui.mind_view import NEXT, Sense, how_they_found_you, nearest_reason, overlay

SPEED: Final = 10.0  # keys per second
RIGHT: Final = ("right", ".")
LEFT: Final = ("left", ",")
KEYS: Final = (
    "space   pause or resume",
    "+ - 0   faster, slower, full speed",
    "right   one key forward, or one turn of",
    "        a walk; also .",
    "left    one key or turn back; also ,",
    "m       what thinking monsters hear,",
    "        smell, and do",
    "q       quit",
    "",
    "To find mistakes, or jump to a moment:",
    "  `rogomatic explain FILE`",
    "  `rogomatic replay FILE`",
    "Press any key to continue.",
)
PROBE: Final = b";"  # key that the agent sends after each command; the reply is not shown
QUITS: Final = ("q", "Q", "\x03")
HELP_ROW, HELP_COLUMN, HELP_WIDTH = 3, 20, 42
NO_BREAK: Final = "\xa0"  # a space at which no line ends
RETURN: Final = ("\n", "\r")
STATUS_ROW: Final = 25  # below the game's own rows, counted from 1


def replay_command(words: Sequence[str]) -> int:
    """Run `rogue replay` with these arguments, and return the exit code.  Raises LaunchError."""
    parser = _parser()
    args = parser.parse_args(words)
    if args.check:
        parser.refuse_beside(args, "check", "journal")
    if args.stop and args.to_turn is None and args.to_level is None:
        parser.error("--stop requires --to-turn or --to-level")
    path = _path(args.journal)
    viewer = _Viewer(partial(_opened, path), args.speed)
    trouble = ""
    try:
        if args.check:
            while viewer.run.step() is not None:
                pass
            trouble = f"{path}: {viewer.run.end_trouble}." if viewer.run.end_trouble else ""
        else:
            trouble = viewer.show(args.to_turn, args.to_level, args.stop)
    except JournalError as error:
        trouble = f"{path} is damaged: {error}; everything before that was replayed."
    except (DivergenceError, GameCrashError) as error:
        trouble = f"{path}: {error}."
    if trouble:
        raise LaunchError(trouble)
    if args.check:
        print(f"{path}: {_compared(viewer.run.session.world.turns, viewer.run.checks)}")
    return 0


def _compared(turns: int, checks: int) -> str:
    """Return a sentence about the result of a check.

    >>> _compared(250, 3), _compared(0, 0)
    ('250 turns, 3 checks, all as recorded', '0 turns, so nothing was compared')
    >>> _compared(1, 0)
    '1 turn, all as recorded; no full check before turn 100'
    """
    if checks:
        return f"{plural(turns, 'turn')}, {plural(checks, 'check')}, all as recorded"
    if not turns:
        return "0 turns, so nothing was compared"
    return f"{plural(turns, 'turn')}, all as recorded; no full check before turn {CHECK_TURNS}"


def _fitted(line: str) -> list[str]:
    """Wrap a line of help so that it fits into the help box.

    If the line contains commands, show them in the form in which the user must type them in the current
    folder.
    """
    text = runnable(line.replace(" FILE", f"{NO_BREAK}FILE")).replace("`", "")
    parts = textwrap.wrap(text, COLUMNS - HELP_COLUMN - 1, subsequent_indent="    ", break_on_hyphens=False)
    return [part.replace(NO_BREAK, " ") for part in parts] or [""]


def _parser() -> ArgumentParser:
    parser = ArgumentParser(
        prog="rogue replay",
        description="Watch a game again from its journal, or check that it still replays identically.",
        epilog="While watching: space pauses, and + and - change the speed.  The right arrow or . steps "
        "forward by one key (or one turn of a walk), the left arrow or , back.  m shows what thinking "
        "monsters hear and smell, ? lists the keys, and q quits (at the end, Return also quits).  "
        "`rogomatic replay FILE` lets you jump to important moments, `rogomatic explain FILE` shows "
        "where the game went wrong.",
    )
    add = parser.add_argument
    add("journal", nargs="?", type=some_name, metavar="FILE",
        help="a journal or a saved game (default: the latest journal)")  # fmt: skip
    add("--speed", type=_speed, default=SPEED, metavar="N", help="keys per second (default: 10; 0: no limit)")
    add("--to-turn", type=_count, metavar="N", help="jump to turn N")
    add("--to-level", type=_count, metavar="N", help="jump to the first arrival on level N")
    add("--stop", action="store_true", help="with --to-turn or --to-level: stop there")
    add("--check", action="store_true", help="draw nothing; compare the game with all check values")
    return parser


_speed = partial(decimal_number, least=0, most=1_000_000)
_count = partial(whole_number, least=0)


def _path(name: str | None) -> Path:
    if name is not None:
        return Path(name)
    folder = journals_folder(os.environ)
    path = latest(folder)
    if path is None:
        raise LaunchError(f"There is no journal in {folder}.")
    return path


def _opened(path: Path) -> JournalPlayer:
    """Open the replay of a journal, or of the journal in a saved game.  Raises LaunchError."""
    try:
        with refusing(path):
            text = journal_text(read_bounded(path), path)
        return JournalPlayer(text.splitlines(), PROBE)
    except SaveFileError as error:
        raise LaunchError(str(error)) from error
    except JournalError as error:
        raise LaunchError(f"{path}: {error}") from error


class _Viewer:
    """A replay that a person watches and controls."""

    def __init__(self, reopen: Callable[[], JournalPlayer], speed: float) -> None:
        """Open the replay.

        `reopen` can be called again and again: each time, it returns a new replay of the same game that is
        still at the first moment.
        """
        self._steps = ReplaySteps(reopen)
        self._pace = Playback(speed)
        self._over = self._helps = False
        watched = sys.stdin.isatty() and sys.stdout.isatty()
        self._screen = RawTerminal() if watched else None
        self._sense: Sense = ""
        self._small = False
        self._last = 0.0
        self._typed: list[str] = []  # keys that arrived together and are not handled yet

    @property
    def run(self) -> JournalPlayer:
        """The current replay."""
        return self._steps.run

    def show(self, turn: int | None, level: int | None, stop: bool) -> str:
        """Show the game until it ends or the person quits.  Raises LaunchError.

        Return an error message if the game never reaches `turn` or `level`.  Return "" otherwise.

        turn   the turn at which to begin, or None
        level  the level on which to begin, or None
        stop   whether to pause at this turn or level.  It has no effect if `turn` and `level` are None.
        """
        with ExitStack() as opened:
            if self._screen is not None:
                check_kind(os.environ)
                check_size()
                opened.enter_context(handling_signals(dict.fromkeys(END_SIGNALS, leave_once)))
                opened.enter_context(self._screen)
            if turn is None and level is None:
                drawn = self._steps.forth() or b""
            else:
                missed = not self._jump(turn or 0, level or 0)
                drawn = self._steps.redraw()
                if missed or (stop and self._screen is None):
                    write(drawn)
                    return self._missed(turn, level) if missed else ""
                self._pace.paused = stop
            self._draw(drawn)
            self._show_pace()
            while self._go_on():
                pass
        return ""

    def _jump(self, turn: int, level: int) -> bool:
        """Skip to `turn` and `level` without drawing.  Return whether the game reaches both."""

        def has_arrived() -> bool:
            world = self.run.session.world
            return world.turns >= turn and world.deepest >= level

        return seek(has_arrived, self._steps.skip)

    def _missed(self, turn: int | None, level: int | None) -> str:
        world = self.run.session.world
        wanted = f"turn {turn:,}" if level is None or world.deepest >= level else f"level {level}"
        return f"The game ends on turn {world.turns:,}, level {world.depth}, before {wanted}."

    def _go_on(self) -> bool:
        """Wait until a key is pressed or the next step is due.  Then obey the key or take the step.

        Return False if the replay is to close.
        """
        key = self._key(self._screen) if self._screen is not None else self._sleep()
        if key in QUITS or (self._over and key in RETURN):
            return False
        if self._helps and key:
            self._helps = False
            self._draw(self._steps.redraw())
        elif key == "?":
            self._help()
            return True
        elif key == "m":
            self._sense = NEXT[self._sense]
            self._draw(self._steps.redraw())
            self._overlay()
        elif key in PACE_KEYS:
            self._pace.do(PACE_KEYS[key])
        elif key in RIGHT:
            self._pace.paused = True
            self._step()
        elif key in LEFT:
            self._back()
        elif not key and not self._pace.paused:
            self._step()
        self._show_pace()
        return self._screen is not None or not self._over

    def _step(self) -> None:
        drawn = self._steps.forth()
        self._last = time.monotonic()
        if drawn is None:
            self._over = self._pace.paused = True
            self._box(how_they_found_you(self.run.session.world))
        elif self._sense:
            self._draw(self._steps.redraw())
            self._overlay()
        else:
            self._draw(drawn)

    def _overlay(self) -> None:
        """If the overlay of sound or the overlay of scent is switched on, draw it over the map.

        These overlays show how far the noise and the smell of the hero spread.
        """
        self._draw(overlay(self.run.session.world, self._sense))

    def _back(self) -> None:
        drawn = self._steps.back()
        self._pace.paused, self._over = True, False
        self._draw(drawn)

    def _remaining(self) -> float:
        """Return the seconds until the next step."""
        if not self._pace.speed:
            return 0.0
        return max(0.0, self._last + self._steps.size / self._pace.speed - time.monotonic())

    def _sleep(self) -> str:
        time.sleep(self._remaining())
        return ""

    def _key(self, screen: RawTerminal) -> str:
        """Return the next key, or "" if none comes before the next step is due.  End of input counts as q."""
        while not self._typed:
            waits = self._pace.paused or self._helps or self._small
            arrived, typed = screen.wait(None if waits else self._remaining())
            if typed is None:
                return QUITS[0]
            # In a window that is too small, the effect of other keys is not visible.
            kept = [key for key in typed if key in QUITS] if self._small else typed
            self._typed = [key for key in kept if key not in (UNKNOWN, SUSPEND)]
            if SUSPEND in typed:
                screen.suspend()
            elif signal.SIGCONT in arrived:
                screen.take_again()
            if SUSPEND in typed or arrived:
                self._redraw()
            if not (self._typed or arrived or waits or self._remaining()):
                return ""
        return self._typed.pop(0)

    def _draw(self, drawn: bytes) -> None:
        if drawn and not self._small:
            write(drawn)

    def _redraw(self) -> None:
        """Redraw the window after it was resized or another program drew in it."""
        columns, lines = self._screen.size if self._screen is not None else (0, 0)
        notice = small_window(lines, columns)
        self._small = bool(notice)
        write(notice)
        self._draw(self._steps.redraw())
        if self._helps:
            self._help()
        self._show_pace()

    def _help(self) -> None:
        """Show the list of keys over the map until a key is pressed."""
        self._helps = True
        self._box([part for line in KEYS for part in _fitted(line)])

    def _box(self, text_lines: Sequence[str]) -> None:
        if not text_lines or self._screen is None:
            return
        lines = ["", *text_lines, ""]
        width = max(HELP_WIDTH, *(len(line) + 2 for line in lines))
        rows = [f" {line} ".ljust(width) for line in lines]
        text = "".join(
            f"\x1b[{row};{HELP_COLUMN}H\x1b[7m{line}\x1b[m" for row, line in enumerate(rows, HELP_ROW)
        )
        self._draw(text.encode())

    def _show_pace(self) -> None:
        """Show the notice below the game.  In a window of 24 rows, show it in row 0 if there is room."""
        if self._screen is None:
            return
        session = self.run.session
        below = self._screen.size.lines >= STATUS_ROW
        notice = self._notice()
        top = self.run.top
        row, col = session.cursor
        if below:
            place = f"\x1b[{STATUS_ROW};1H{notice}\x1b[K"
        elif (start := COLUMNS - len(notice)) > len(top) + 1:
            place = f"\x1b[1;{len(top) + 1}H\x1b[K\x1b[1;{start + 1}H\x1b[7m{notice}\x1b[m"
        else:
            place = f"\x1b[1;{len(top) + 1}H\x1b[K"
        self._draw(f"{place}\x1b[{row + 1};{col + 1}H".encode())

    def _notice(self) -> str:
        """Return the turn and the pace.  While sound or scent is shown, add what the nearest monster does."""
        state = "the end, return quits" if self._over else self._pace.notice
        told = nearest_reason(self.run.session.world) or "no monster is awake" if self._sense else ""
        return (
            f"turn {self._steps.turn:,}, {state}, {self._sense}: {told}"
            if told
            else (f"turn {self._steps.turn:,}, {state}, ? keys")
        )
