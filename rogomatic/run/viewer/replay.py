"""A window that plays a recording at any speed, or steps through the recording in both directions."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from typing import Final, NamedTuple

from rogomatic.agent.engine.rule_engine import Choice
from rogomatic.agent.screen.vt100 import COLS, Screen
from rogomatic.run.recordings import seek
from rogomatic.run.recordings.replay_export import picture
from rogomatic.run.recordings.timeline import Moment, Timeline
from rogomatic.run.story.annotations import unseen_named
from rogomatic.run.viewer.canvas import Canvas, Line, Style, folded, line
from rogomatic.run.viewer.controls import (
    CLOSE_KEYS,
    FRAME_SECONDS,
    GO_TO,
    LOOK_SECONDS,
    NOTICE_SECONDS,
    REPLAY_ACTIONS,
    REPLAY_KEYS,
    SPELL_SECONDS,
    Controls,
    Quit,
    ViewOptions,
    caution,
    help_page,
)
from rogomatic.run.viewer.end_page import story_lines
from rogomatic.run.viewer.frame import Showing, bare_frame, caption_line, frame_of, why_row
from rogomatic.run.viewer.state_panels import is_news
from rogomatic.run.viewer.viewer_terminal import SmallWindowError, Terminal, check_size

FOR_EVER: Final = 1e9  # seconds: notes about the timeline stay until a key
NOT_KNOWN: Final = "These are not the agent's keys: its reasons are unknown."
_NO_STORY: Final = "this game has no story: it has no known notable event"
_LONGEST: Final = 40  # characters of a place
_BEFORE: Final = 20  # moments of a tour before an event
_AFTER: Final = 4  # moments of a tour after an event
_TITLE_SECONDS: Final = 6.0  # display time of a stop's title
_BACK: Final = 100  # moments to search back for the last message


def moment_frame(timeline: Timeline, width: int, height: int, showing: Showing) -> Canvas:
    """Return the frame of a window.  If the agent's reasons are unknown, show only the game's screen."""
    if timeline.player is None:
        return bare_frame(timeline.screen, width, height, showing, NOT_KNOWN)
    return frame_of(timeline.player, choice_at(timeline), width, height, showing)


def choice_at(timeline: Timeline) -> Choice | None:
    """Return the agent's choice at this moment, or the agent's last choice at the end of the game."""
    player = timeline.player
    if player is None or player.trace.latest is None:
        return None
    return player.last_choice if player.done else player.trace.latest


def place_of(timeline: Timeline) -> str:
    """Return the number of the present command, and how many commands there are in all, as in "12/340"."""
    commands = timeline.commands
    return f"{min(timeline.at + 1, commands):,}/{commands:,}"


def top_line(timeline: Timeline, *, hurries: bool) -> Line:
    """Return the top line.

    While moments are skipped, the top line tells what the hero is doing.  Otherwise it shows the marks of the
    moment, such as the start of a level, and the game's message.
    """
    moment = timeline.moment
    if hurries and moment.still is not None and moment.still.words:
        return caption_line(moment.still)
    marks = "".join(f"{mark.label}  " for mark in moment.marks)
    is_told = moment.ready or any(mark.kind == "end" for mark in moment.marks)
    return line((marks, Style.STRONG), _message(timeline) if is_told else "")


def why_line(timeline: Timeline, height: int) -> tuple[Line, ...]:
    """Return the lines of `why_row` for this moment, or () if the agent's reasons are unknown."""
    player = timeline.player
    return why_row(player, choice_at(timeline), height) if player is not None else ()


def _message(timeline: Timeline) -> str:
    before = reversed(timeline.moments[max(timeline.at - _BACK, 0) : timeline.at + 1])
    said = (text for moment in before for text in reversed(moment.said) if is_news(text))
    return unseen_named(next(said, ""))


class TourStop(NamedTuple):
    """A part of a game that a tour shows.

    first  number of the first moment of the part
    last   number of the last moment of the part
    title  sentence on the event in the part
    """

    first: int
    last: int
    title: str


def stops_of(timeline: Timeline) -> list[TourStop]:
    """Return the stops of a tour of a game, in order.  Each stop has some moments around an event."""
    stops: list[TourStop] = []
    for one in timeline.happenings:
        first = max(one.number - _BEFORE, 0)
        last = min(one.number + _AFTER, len(timeline) - 1)
        if stops and first <= stops[-1].last:
            before = stops.pop()
            stops.append(TourStop(before.first, last, f"{before.title}. {one.text}"))
        else:
            stops.append(TourStop(first, last, one.text))
    end = len(timeline) - 1
    if timeline.ending and (not stops or stops[-1].last < end):
        first = max(end - _BEFORE, stops[-1].last + 1 if stops else 0)
        stops.append(TourStop(first, end, timeline.ending[:1].upper() + timeline.ending[1:]))
    return stops


def moments_of(tour: Sequence[TourStop]) -> list[int]:
    """Return the moments that a tour shows, in order."""
    return [number for stop in tour for number in range(stop.first, stop.last + 1)]


class ReplayWindow:
    """The window of a replay.  The window is open even while the timeline is being made."""

    def __init__(self, new_terminal: Callable[[], Terminal]) -> None:
        """Store `new_terminal`.  It returns the terminal, or raises TerminalError."""
        self._new_terminal = new_terminal
        self._terminal: Terminal | None = None
        self._taken = ExitStack()

    def __enter__(self) -> ReplayWindow:
        return self

    def __exit__(self, *_: object) -> None:
        self._taken.close()

    def progress(self, done: int, whole: int, screen: Screen | None) -> None:
        """Show the game while it is being read.

        done   number of moments that have been read
        whole  number of all moments, or 0 while the game is being played again

        Raises Quit if the person does not want to wait.  Raises TerminalError as `replay` does.
        """
        terminal = self._open()
        width, height = terminal.size
        canvas = Canvas(width, height)
        notice = line((making(done, whole), Style.STRONG), ("   q quits", Style.DIM))
        if screen is not None:
            canvas = bare_frame(screen, width, height, Showing(top=notice), "")
        else:
            canvas.put(0, 0, notice, width)
        terminal.show(canvas)
        if terminal.key(0) in ("q", "Q"):
            raise Quit

    def replay(
        self, timeline: Timeline, title: str, notes: Sequence[str], options: ViewOptions, paused: bool,
        tour: Sequence[TourStop] = (), *, goes_on: bool = False,
    ) -> bool:  # fmt: skip
        """Show a timeline from its current moment until the person quits.  Return whether a tour ended.

        notes    sentences that are shown first
        options  options of the window, for example whether moments without news pass quickly
        tour     the parts that are shown, or () to show everything
        goes_on  whether another game follows the tour

        Raises TerminalError if standard input or output is not a terminal, or if the window is too small.
        """
        return Show(self._open(), timeline, title, notes, options, paused, tour, goes_on=goes_on).run()

    def _open(self) -> Terminal:
        if self._terminal is None:
            terminal = self._new_terminal()
            if small := check_size(terminal.size):
                raise SmallWindowError(small)
            self._taken.enter_context(terminal.taken())
            self._terminal = terminal
        return self._terminal


def making(done: int, whole: int) -> str:
    """Return, in words, how many of the moments of a game have been read.

    >>> making(0, 0), making(1500, 0), making(50, 200)
    ('playing the game again', 'playing the game again: 1,500 commands', 'reading the game: 25 %')
    """
    if whole:
        return f"reading the game: {100 * done // whole} %"
    return "playing the game again" + (f": {done:,} commands" if done else "")


class Show:
    """One timeline in one window."""

    def __init__(
        self, terminal: Terminal, timeline: Timeline, title: str, notes: Sequence[str],
        options: ViewOptions, paused: bool, tour: Sequence[TourStop] = (), *, goes_on: bool = False,
    ) -> None:  # fmt: skip
        self._tour, self._goes_on = deque(tour), goes_on
        self._is_toured = False  # every stop was shown, and another game follows
        self._has_told = False  # the events of the game have been shown
        self._terminal = terminal
        self._timeline = timeline
        self._controls = Controls(terminal, options, help_page(REPLAY_KEYS, GO_TO))
        self._pace, self._showing = self._controls.pace, self._controls.showing
        self._pace.paused = paused
        self._happened = {one.number: one.text for one in timeline.happenings}
        self._take_pace()
        self._asked: str | None = None  # the typed part of a place, None without a question
        self._played_at = time.monotonic()
        notes = [*notes, *_cut(timeline.screen, terminal.size)]
        self._showing.titles = (f"rogomatic replay: {title}", title)
        terminal.name(self._showing.titles[0])
        sentence = "  ".join([*notes, f"{title}: ? lists the keys"])
        self._controls.notify(sentence, FOR_EVER if notes else NOTICE_SECONDS)
        if self._tour:
            self._begin_stop()
        self._drawn: tuple[object, ...] = ()
        self._is_small = False  # the window has no room for the game, which waits

    def run(self) -> bool:
        """Show the timeline until the person quits or a tour ends.  Return whether a tour ended."""
        try:
            while not self._is_toured:
                self._draw()
                if key := self._terminal.key(self._seconds()):
                    self._take(key)
                elif not self._waits():
                    self._play()
        except Quit:
            return False
        return True

    def _begin_stop(self) -> None:
        """Go to the first moment of the tour's next stop, and announce the event of this stop."""
        stop = self._tour[0]
        self._timeline.go(stop.first)
        self._pace.paused = False
        self._take_pace()
        self._played_at = time.monotonic()
        self._controls.notify(stop.title, _TITLE_SECONDS)

    def _take_pace(self) -> None:
        moment, happened = self._timeline.moment, self._happened.get(self._timeline.at, "")
        if moment.held and moment.ready:  # no prompt of the game has shown the message
            self._controls.notify(moment.held, NOTICE_SECONDS)
        elif happened and not self._tour and not self._controls.notice:
            self._controls.notify(f"{happened}.", NOTICE_SECONDS, gives_way=True)
        extra = SPELL_SECONDS if moment.held else 0.0
        self._pace.take(moment.tempo, moment.percent, caution(moment.hp, moment.max_hp), extra)
        self._pace.is_tour = bool(self._tour)

    def _follow_tour(self) -> None:
        """At the end of a stop, continue with the next stop, or end the tour."""
        if not self._tour or self._timeline.at < self._tour[0].last:
            return
        self._tour.popleft()
        if self._tour:
            self._begin_stop()
        elif self._goes_on:
            self._is_toured = True
        else:
            self._pace.paused = True
            self._tell()

    def _tell(self) -> None:
        """Show the events of the game, unless they were already shown."""
        if self._timeline.happenings and not self._has_told:
            self._has_told = True
            self._show_story()

    def _show_story(self) -> None:
        """Show or hide the story of the game: its events, and why the hero died."""
        timeline = self._timeline
        if not timeline.happenings and not timeline.why:
            self._controls.notify(_NO_STORY)
            return
        end = folded(f"The end: {timeline.ending}.", COLS - 2) if timeline.ending else []
        self._controls.page("The whole story", [*end, *story_lines(timeline.story)])

    def _waits(self) -> bool:
        held = self._is_small or self._showing.text is not None
        return self._pace.paused or self._asked is not None or held

    def _seconds(self) -> float:
        """Return the seconds to wait for a key."""
        if self._waits():
            return LOOK_SECONDS
        return min(max(self._played_at + self._pace.seconds - time.monotonic(), 0.0), LOOK_SECONDS)

    def _play(self) -> None:
        """Advance to the moment that is due.

        At full speed, every moment is due, so advance until it is time for the next frame.
        """
        now = time.monotonic()
        if self._pace.speed:
            longest = max(self._pace.seconds, 1.0)
            self._played_at = max(self._played_at, now - longest)  # a longer delay is dropped
            while self._played_at + self._pace.seconds <= now and self._timeline.at < self._last:
                self._played_at += self._pace.seconds
                self._timeline.go(self._timeline.at + 1)
                self._take_pace()
            self._hurry(now)
        else:
            while time.monotonic() - now < FRAME_SECONDS and self._timeline.at < self._last:
                self._timeline.go(self._timeline.at + 1)
        self._follow_tour()
        if self._timeline.at == len(self._timeline) - 1 and not self._tour:
            self._pace.paused = True
            self._tell()

    @property
    def _last(self) -> int:
        """The number of the moment at which playback stops."""
        return self._tour[0].last if self._tour else len(self._timeline) - 1

    def _hurry(self, since: float) -> None:
        """Skip moments without news, but for no longer than a frame lasts."""
        timeline = self._timeline
        while (
            timeline.moment.still is not None and not self._controls.every_turn and timeline.at < self._last
        ):
            if time.monotonic() - since >= FRAME_SECONDS:
                self._played_at = since - self._pace.seconds  # the next one is due at once
                return
            timeline.go(timeline.at + 1)
            self._take_pace()
            self._played_at = since

    def _draw(self) -> None:
        """Update the window if anything has changed."""
        width, height = size = self._terminal.size
        self._is_small = bool(check_size(size))
        showing = self._showing
        showing.why = why_line(self._timeline, height)
        showing.top, showing.notice = self._top(), self._place()
        showing.page = self._controls.page_number
        state = (size, self._timeline.at, showing.top, showing.notice, showing.overlay, showing.scroll,
                 showing.text, showing.path, showing.hidden, showing.loops,
                 self._controls.shown)  # fmt: skip
        if state != self._drawn:
            self._terminal.show(moment_frame(self._timeline, width, height, showing))
            self._drawn = state

    def _place(self) -> str:
        """Return the notice, which tells the position on the timeline and the speed."""
        is_last = self._timeline.at == len(self._timeline) - 1
        return f"{place_of(self._timeline)} {'the end' if is_last else self._pace.notice}"

    def _top(self) -> Line:
        """Return the top line.  It shows a question or a notice.

        If there is neither, it shows the marks of the moment, such as the start of a level, followed by the
        moment's message.
        """
        if self._is_small:
            return ()
        if self._asked is not None:
            return line((f"go to: {self._asked}_", Style.STRONG))
        if notice := self._controls.notice:
            return line((notice, Style.STRONG))
        return top_line(self._timeline, hurries=not self._waits())

    def _take(self, key: str) -> None:
        self._controls.hush()
        if self._is_small and self._asked is None and REPLAY_ACTIONS.get(key) != ("quit", ""):
            return  # the effect would not be visible
        if self._asked is not None:
            self._type(self._asked, key)
        elif key in CLOSE_KEYS and self._controls.close():
            return
        elif key in REPLAY_ACTIONS:
            self._do(*REPLAY_ACTIONS[key])

    def _do(self, action: str, of_what: str) -> None:
        timeline, controls = self._timeline, self._controls
        match action:
            case "pause" if timeline.at == len(timeline) - 1:
                controls.notify("this is the end; Home goes to the beginning")
            case "pause":
                self._pace.pause()
                self._played_at = time.monotonic()
            case "step":
                self._step(of_what)
            case "place":
                self._go_to(of_what)
            case "last":
                self._jump(len(timeline) - 1)
            case "ask":
                self._asked, self._showing.text = "", None
            case "marks":
                self._show_marks()
            case "story":
                self._show_story()
            case "panel" if timeline.player is None:
                controls.notify(NOT_KNOWN)
            case "snapshot":
                controls.write(f"rogomatic-command-{timeline.at + 1}.txt", picture(timeline))
            case _:
                controls.do(action, of_what)
                self._drawn = () if action == "redraw" else self._drawn

    def _type(self, typed: str, key: str) -> None:
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

    def _go_to(self, place: str) -> None:
        """Go to a place that the person has described in words, and pause there."""
        try:
            self._jump(seek.place(self._timeline.moments, place))
        except seek.PlaceNotFoundError as sentence:
            self._controls.notify(str(sentence))

    def _step(self, what: str) -> None:
        number = seek.step(self._timeline.moments, self._timeline.at, what)
        if number is None:
            where = "earlier" if what.endswith("back") else "later"
            self._controls.notify(f"there is no {where} {what.partition(' ')[0].replace('rung', 'rule')}")
        else:
            self._jump(number)

    def _jump(self, number: int) -> None:
        self._tour.clear()  # the person has taken control
        self._timeline.go(number)
        self._take_pace()
        self._pace.paused = True
        self._showing.text = None

    def _show_marks(self) -> None:
        """Show a list of moments: the start of each level, first fights, and when the hero nearly died."""
        moments = self._timeline.moments
        found = [(n, mark.label) for n, moment in enumerate(moments) for mark in moment.marks]
        found += [(n, f"fights {name}") for name, n in seek.fights(moments).items()]
        lines = [_place_line(n, moments[n], label) for n, label in sorted(found)]
        self._controls.page("Levels, near deaths, first fights", lines)


def _cut(screen: Screen, size: tuple[int, int]) -> list[str]:
    """Return a list with a sentence if the window cuts off part of the recording's screen, otherwise []."""
    if screen.cols <= size[0] and screen.rows <= size[1]:
        return []
    return [f"The recording is {screen.cols} x {screen.rows}; this window shows what fits."]


def _place_line(number: int, moment: Moment, label: str) -> Line:
    turn = f"turn {moment.turn:,}" if moment.turn >= 0 else ""
    return line((f"{f'#{number + 1:,}':>8} {turn:>12}  ", Style.DIM), label)
