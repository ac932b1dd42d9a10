"""The page at the end of a watched game: its outcome, then its last commands with their reasons."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Final, NamedTuple

from rogomatic.agent.ladder import is_command
from rogomatic.agent.player import Player
from rogomatic.agent.screen.vt100 import COLS, ROWS
from rogomatic.run.recordings.film import Film, FilmedDecision
from rogomatic.run.recordings.manual_control import RUNG
from rogomatic.run.runner.game_loop import Row, cause_in_words, end_in_words
from rogomatic.run.story.chronicle import GameStory, lines_of, spread_of
from rogomatic.run.viewer.canvas import Canvas, Line, Style, folded, line
from rogomatic.run.viewer.controls import LOOK_SECONDS, STORY_KEY
from rogomatic.run.viewer.describe import in_short
from rogomatic.run.viewer.frame import (
    PAGE_ROWS,
    WHOLE,
    Showing,
    Weighed,
    frame_of,
    page_frame,
    panel_lines,
    renamed_frame,
    why_row,
)
from rogomatic.run.viewer.mind_panels import decision, reason, weigh
from rogomatic.run.viewer.state_panels import fresh_message
from rogomatic.run.viewer.viewer_terminal import Terminal, check_size
from rogue.shared.wording import plural

WAIT_SECONDS: Final = 30.0  # seconds until the next game begins by itself
PAUSE_SECONDS: Final = 3.0
"""Seconds that the last command of a killed hero is shown."""
_FILM_SECONDS: Final = 0.3  # seconds per replayed command
_WIDTH: Final = COLS - 2
_WIDEST: Final = 98  # maximum columns of a line, for easy reading
_REASON_LINES: Final = 4  # of an error, the last ones
_TOLD_LINES: Final = 3  # lines about the events, for which details of the reasons make room
_CLOCK: Final = f"Any key but Enter and q stops the clock. In the next game, {STORY_KEY} shows this story."
_END: Final = "the end"
_FRAME_ROWS: Final = ROWS - PAGE_ROWS  # around a page


_NO_STORY: Final = GameStory()


class _Layout(NamedTuple):
    """The end page for one size of the window.

    outcome  lines of the first page
    parts    pages with the whole story, or () if `outcome` already has the whole story
    """

    size: tuple[int, int]
    outcome: Sequence[Line]
    parts: Sequence[Sequence[Line]]


class _Frame(NamedTuple):
    """A frame of one of the last commands, with what the game said.

    is_end  whether it shows what happened after the last command
    """

    said: Line
    canvas: Canvas
    is_end: bool = False


class EndPage:
    """The page that a window shows at the end of a game.

    headline   text of the top line
    sentences  sentences below the story
    film       the last commands
    goes_on    whether another game follows
    titles     names of the game, from long to short
    story      the events, and why the hero died
    found      lines on how monsters found the hero, or () if this is not known
    pauses     whether the last command of a killed hero is shown for a moment before the page
    """

    def __init__(
        self, terminal: Terminal, agent: Player, row: Row, headline: str, sentences: Sequence[str],
        film: Film | None, *, goes_on: bool, titles: tuple[str, ...] = (),
        story: GameStory = _NO_STORY, found: Sequence[str] = (), pauses: bool = False,
    ) -> None:  # fmt: skip
        self._terminal, self._agent, self._row = terminal, agent, row
        self._headline, self._sentences, self._film = headline, sentences, film
        self._story, self._found, self._pauses = story, found, pauses
        self._goes_on, self._titles = goes_on, titles
        self._count = film.count if film is not None else 0
        self._frames: list[_Frame] = []  # of the last commands
        self._drawn_for = (0, 0)  # size of the window
        self._kept: _Layout | None = None
        self._weighed = Weighed()  # the danger of the last command
        self._shows = ""  # in place of the outcome: "w" why, "y" how they found the hero, "?" the keys
        self._part = 0  # of the whole story, 0 for the outcome
        # None: the page stays, because no game follows
        self._until: float | None = time.monotonic() + WAIT_SECONDS if goes_on else None

    def stay(self) -> bool:
        """Show the page until a key or the time limit ends the page.  Return whether another game follows."""
        key = self._pause()
        if key in ("q", "Q"):
            return False
        if self._until is not None:
            self._until = None if key else time.monotonic() + WAIT_SECONDS
        while True:
            self._draw()
            key = self._terminal.key(LOOK_SECONDS)
            if key in ("q", "Q"):
                return False
            if key == "\n" or (self._until is not None and time.monotonic() >= self._until):
                return self._goes_on
            if key:
                self._until = None
                opens = key == "?" or (key == "w" and self._row.began) or (key == "y" and bool(self._found))
                self._shows = key if opens and key != self._shows else ""
                self._part = self._next_part() if key == " " else 0
            if key == "r":
                self._show_again()
            if key == "\x0c":
                self._terminal.forget()

    def whole(self) -> list[Line]:
        """Return the complete page, except the list of keys."""
        head, foot = self._head(_WIDTH), _folded(self._sentences, _WIDTH)
        return spaced([head, story_lines(self._story), foot], WHOLE)

    def _draw(self) -> None:
        width, height = self._terminal.size
        if self._until is not None and check_size((width, height)):
            self._until = time.monotonic() + WAIT_SECONDS  # the page was not visible until now
        showing = Showing(text=self._page(), rows=self._rows())
        showing.top, showing.foot = line((self._headline, Style.STRONG)), self._keys()
        self._terminal.show(page_frame(width, height, showing))

    def _page(self) -> tuple[str, list[Line]]:
        """Return the title and the lines of the page that covers the map."""
        if self._shows == "w":
            return "Why: the last decision", self._why()
        if self._shows == "y":
            return "How monsters found the hero", [line(text) for text in self._found]
        if self._shows == "?":
            return "Keys of this page", self._help()
        _, outcome, parts = self._layout()
        if self._part and parts:
            part = min(self._part, len(parts))
            number = f", part {part} of {len(parts)}" if len(parts) > 1 else ""
            return f"The whole story{number}", [*parts[part - 1]]
        return "The end", [*outcome]

    def _layout(self) -> _Layout:
        """Return the layout for the present size of the window."""
        size = self._terminal.size
        if self._kept is None or self._kept.size != size:
            foot, reasons, told = self._fitting()
            left_out = (reasons, told) != (len(self._story.why), len(self._story.happenings))
            left_out = left_out or len(foot) < len(self._foot(self._sentences))
            outcome = self._outcome_lines(foot, reasons, told)
            self._kept = _Layout(size, outcome, self._parts() if left_out else ())
        return self._kept

    @property
    def _width(self) -> int:
        return min(max(self._terminal.size[0] - 2, _WIDTH), _WIDEST)

    def _folded(self, sentences: Sequence[str]) -> list[Line]:
        return _folded(sentences, self._width)

    def _rows(self) -> int:
        return max(self._terminal.size[1] - _FRAME_ROWS, PAGE_ROWS)

    def _parts(self) -> list[list[Line]]:
        """Return the whole story in parts that fit into the window."""
        rows, foot = self._rows(), self._folded(self._sentences[:-1])
        whole = spaced([story_lines(self._story, self._width), foot], WHOLE)
        parts = [whole[at : at + rows] for at in range(0, len(whole), rows)]
        return [part[not part[0] :] for part in parts]  # no part begins with a blank line

    def _next_part(self) -> int:
        """Return the number of the part to show next.  After the last part, return 0 for the outcome."""
        return (self._part + 1) % (len(self._layout().parts) + 1)

    def _head(self, width: int) -> list[Line]:
        """Return lines on how the game ended."""
        choice = self._agent.last_choice
        is_agents = choice is not None and choice.rung != RUNG  # people give no reasons
        why = in_short(choice) if choice is not None and is_agents and self._row.how == "quit" else ""
        purse = self._agent.beliefs.me.gold
        return folded(
            end_in_words(self._row, why=why, purse=purse, is_exact=self._story.is_exact),
            width,
            Style.STRONG,
        )

    def _foot(self, sentences: Sequence[str]) -> list[Line]:
        """Return the lines below the story: an error message, if there is one, then the given sentences."""
        error = self._row.error.splitlines()[-_REASON_LINES:]
        return self._folded([*error, *sentences])

    def _fitting(self) -> tuple[list[Line], int, int]:
        """Return the lines below the story, how many reasons fit, and how many events fit.

        If there is no room for even a few events, room is made: of the sentences below the story, only the
        last one is kept.
        """
        rows = (
            self._rows()
            - len(self._head(self._width))
            - 1
            - bool(self._story.why)
            - bool(self._story.happenings)
        )
        wanted = min(_TOLD_LINES, len(self._story.happenings))
        foot = self._foot(self._sentences)
        reasons, told = share(self._story, rows - len(foot), self._width)
        if told < wanted:
            foot = self._foot(self._sentences[-1:])
            reasons, told = share(self._story, rows - len(foot), self._width)
        return foot, reasons, told

    def _outcome_lines(self, foot: Sequence[Line], reasons: int, told: int) -> list[Line]:
        """Return the lines of the outcome.

        foot     the lines below the story
        reasons  number of reasons to show, from the first on
        told     number of events to show, which are chosen by their weight from all parts of the game
        """
        story, sections = self._story, [self._head(self._width)]
        if story.why:
            title = _title(story.heading, reasons, len(story.why))
            sections.append([title, *self._folded(story.why[:reasons])])
        if told:
            kept = spread_of(story.happenings, told)
            title = _title("What happened", told, len(story.happenings))
            sections.append([title, *self._folded(lines_of(kept))])
        return spaced([*sections, foot], self._rows())

    def _why(self) -> list[Line]:
        """Return lines on the last decision, and on the foes that the hero faced then."""
        self._make_frames()
        agent, choice = self._agent, self._agent.last_choice
        faced = panel_lines("danger", agent, choice, self._width, ROWS, self._weighed)
        return [*reason(agent, choice, self._width, ROWS), (), *faced]

    def _help(self) -> list[Line]:
        rows = [("w", "why the last command was chosen, and what was known of foes")]
        if self._count:
            last = plural(self._count, "command")
            rows.insert(0, ("r", f"the last {last} again; space pauses, s steps, other keys end it"))
        if self._found:
            rows.append(("y", "how monsters found the hero"))
        rows.append(("Enter", "the next game" if self._goes_on else "leave"))
        rows += [("space", "the whole story, part by part")] * bool(self._layout().parts)
        rows += [("q", "leave"), ("^L", "redraw the window"), ("?", "open or close this page")]
        lines = [line((f"{name:>6}  ", Style.STRONG), words) for name, words in rows]
        return [*lines, (), *self._folded([_CLOCK] * self._goes_on)]

    def _keys(self) -> str:
        """Return the keys of the page, with the seconds until the next game."""
        follows = "Enter next game" if self._goes_on else "Enter or q quit"
        parts = self._layout().parts
        has_more = bool(parts)
        is_last = has_more and not self._shows and self._part >= len(parts)
        keys = [*["space back" if is_last else "space more"] * has_more, follows]
        if self._row.began:
            keys.insert(0, "w back" if self._shows == "w" else "w why")
        if self._found:
            keys.insert(0, "y how found" if self._shows != "y" else "y back")
        if self._count:
            keys.insert(0, "r replay")
        if self._goes_on:
            keys.append("q quit")
        keys.append("? back" if self._shows == "?" else "? keys")
        text = ", ".join(keys)
        if self._until is not None:
            left = max(round(self._until - time.monotonic()), 0)
            text += f" ({left} s{'' if has_more else ', space stops it'})"
        return f" {text} "

    def _show_again(self) -> None:
        """Show the last commands again.

        The space key pauses or continues.  The key `s` pauses, and advances by one command.  Any other key
        ends the show.
        """
        self._make_frames()
        number, is_paused = 0, False
        count = sum(not one.is_end for one in self._frames)
        while number < len(self._frames):
            place = _END if self._frames[number].is_end else f"command {number + 1} of {count}"
            self._show_command(number, f"{'paused, ' * is_paused}{place}")
            key = self._terminal.key(LOOK_SECONDS if is_paused else _FILM_SECONDS)
            if key == " ":
                is_paused = not is_paused
            elif key == "s":
                number, is_paused = number + 1, True
            elif key:
                return
            else:
                number += not is_paused

    def _show_command(self, number: int, notice: str, top: Line = ()) -> None:
        """Show a past command with its panels.  `top` is shown in place of the game's message."""
        self._make_frames()
        frame = self._frames[number]
        self._terminal.show(renamed_frame(frame.canvas, top or frame.said, notice))

    def _make_frames(self) -> None:
        """Draw a frame of the window's present size for each of the last commands, and for a hero's death."""
        size, film = self._terminal.size, self._film
        if film is None or size == self._drawn_for:
            return
        self._drawn_for, self._frames = size, []
        weighed = Weighed()

        def draw(agent: Player, one: FilmedDecision, said: str, *, is_end: bool = False) -> None:
            choice = one.choice
            showing = Showing(titles=self._titles, since_meal=one.since_meal, weighed=weighed)
            showing.advises = one.decided.rung == RUNG
            showing.why = why_row(agent, choice, size[1], is_advice=showing.advises)
            showing.top = line(said or " ")  # never the complaint about the marker
            self._frames.append(_Frame(showing.top, frame_of(agent, choice, *size, showing), is_end))
            if is_command(choice) and weighed.choice is not choice:
                weighed.choice, weighed.faced = choice, weigh(agent, choice)

        def see(agent: Player, one: FilmedDecision) -> None:
            draw(agent, one, fresh_message(agent))

        def fall(agent: Player, one: FilmedDecision) -> None:
            draw(agent, one, agent.screen.text(0).strip(), is_end=True)

        film.show(see, fall if self._row.how == "killed" else None)
        is_last = weighed.choice is decision(self._agent, self._agent.last_choice)
        self._weighed = weighed if is_last else Weighed()

    def _pause(self) -> str:
        """Show the last command of a killed hero for a moment, and return the key that ended the pause."""
        if self._pauses and self._row.how == "killed" and self._story.why:
            self._make_frames()
        if not self._frames:
            return ""
        cause = cause_in_words(self._row.how, self._row.killer)
        words = f"{cause[:1].upper()}{cause[1:]}.  Any key shows why."
        self._show_command(-1, _END, line((words, Style.STRONG)))
        return self._terminal.key(PAUSE_SECONDS)


def story_lines(story: GameStory, width: int = _WIDTH) -> list[Line]:
    """Return lines on why the hero died or quit, and on the events."""
    why = [line((story.heading, Style.STRONG)), *_folded(story.why, width)] if story.why else []
    told = [line(("What happened", Style.STRONG)), *_folded(lines_of(story.happenings), width)]
    return spaced([why, told if story.happenings else []], WHOLE)


def share(story: GameStory, rows: int, width: int) -> tuple[int, int]:
    """Return how many reasons, and how many events, fit into `rows` rows together with two titles.

    If there is not enough room for all of them, reasons that are not decisive are left out to make room for a
    few lines about events.
    """
    told = len(_folded(lines_of(story.happenings), width))
    least = min(told, _TOLD_LINES) + (told > 0)
    room, reasons = rows - least - 1, len(story.why)
    while reasons > story.decisive and len(_folded(story.why[:reasons], width)) > room:
        reasons -= 1
    while reasons > 1 and len(_folded(story.why[:reasons], width)) >= rows:
        reasons -= 1  # the last steps of the fight are on the next page
    room = rows - (len(_folded(story.why[:reasons], width)) + 1 if reasons else 0) - 1
    kept = len(story.happenings)
    while kept and len(_folded(lines_of(spread_of(story.happenings, kept)), width)) > room:
        kept -= 1
    return reasons, kept


def spaced(sections: Sequence[Sequence[Line]], rows: int) -> list[Line]:
    """Return the lines of all sections.  Blank lines separate the sections if `rows` has room for them.

    >>> [len(spaced([["head"], ["cause", "end"]], rows)) for rows in (3, 4)]
    [3, 4]
    """
    found = [section for section in sections if section]
    has_room = sum(map(len, found)) + len(found) - 1 <= rows
    return [row for at, one in enumerate(found) for row in ([()] * (at > 0 and has_room) + [*one])]


def _title(text: str, shown: int, count: int) -> Line:
    """Return the title of a section, with the number of entries that are not shown."""
    return line(
        (text, Style.STRONG),
        (f"  (space shows {count - shown} more)" if shown < count else "", Style.DIM),
    )


def _folded(sentences: Sequence[str], width: int) -> list[Line]:
    return [one for sentence in sentences for one in folded(sentence, width)]
