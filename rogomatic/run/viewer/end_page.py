"""The end of a watched game: a page with its outcome, its last commands, their reasons."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Final, NamedTuple

from rogomatic.agent.engine.rule_engine import Choice
from rogomatic.agent.ladder import is_command
from rogomatic.agent.screen.vt100 import COLS, ROWS, Screen
from rogomatic.run.recordings.chronicle import GameStory, Happening, lines_of
from rogomatic.run.recordings.helplessness import helplessness
from rogomatic.run.recordings.manual_control import RUNG
from rogomatic.run.runner.game_loop import Row, end_in_words
from rogomatic.run.viewer.canvas import Line, Style, folded, line
from rogomatic.run.viewer.controls import LOOK_SECONDS
from rogomatic.run.viewer.describe import in_short
from rogomatic.run.viewer.frame import (
    PAGE_ROWS,
    WHY,
    Showing,
    Weighed,
    bare_frame,
    frame_of,
    panel_lines,
    reason_line,
)
from rogomatic.run.viewer.mind_panels import Faced, decision, reason, weigh
from rogomatic.run.viewer.state_panels import fresh_message
from rogomatic.run.viewer.viewer_terminal import Terminal, check_size
from rogomatic.run.viewer.watched_agent import Watched
from rogue.shared.wording import plural

WAIT_SECONDS: Final = 15.0  # until the next game begins on its own
REEL: Final = 30  # commands that can be shown again
_REEL_SECONDS: Final = 0.3  # that each of them stays
_WIDTH: Final = COLS - 2
_REASON_LINES: Final = 4  # of an error, the last ones


_NO_STORY: Final = GameStory()


class Shot(NamedTuple):
    """The screen at one decision, with the decision.

    cells, bright  of the game's screen     row, col  of its cursor
    faced          the danger
    held           what keeps the hero from moving, "" if it can
    """

    cells: bytes
    bright: frozenset[int]
    row: int
    col: int
    message: str
    choice: Choice
    faced: Faced | None = None
    held: str = ""


def shot_of(agent: Watched, choice: Choice) -> Shot:
    """Return the parts of a decision to keep.  Hot: for every command."""
    screen = agent.screen
    bright = frozenset(screen.bright) if screen.bright else frozenset()
    faced = weigh(agent, choice) if is_command(choice) else None
    message, held = fresh_message(agent), helplessness(agent.beliefs)
    return Shot(bytes(screen.cells), bright, screen.row, screen.col, message, choice, faced, held)


class EndPage:
    """The end of one game in a window.

    headline   for the top line      sentences  what else is to be said
    goes_on    whether another game follows
    weighed    the danger as it was shown last      story  what happened, and why the hero died
    found      how monsters found the hero, () where none thinks
    """

    def __init__(
        self, terminal: Terminal, agent: Watched, row: Row, headline: str, sentences: Sequence[str],
        reel: Sequence[Shot], *, goes_on: bool, weighed: Weighed | None = None,
        story: GameStory = _NO_STORY, found: Sequence[str] = (),
    ) -> None:  # fmt: skip
        self._terminal, self._agent, self._row = terminal, agent, row
        self._headline, self._sentences, self._reel = headline, sentences, reel
        self._story, self._found = story, found
        self._goes_on, self._weighed = goes_on, self._last_danger() or weighed or Weighed()
        self._shows = ""  # in place of the outcome: "w" why, "y" how they found the hero, "?" the keys
        # None: it stays, as it does when nothing follows
        self._until: float | None = time.monotonic() + WAIT_SECONDS if goes_on else None

    def stay(self) -> bool:
        """Show the end until a key or the clock ends it.  Return whether to go on with the next game."""
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
            if key == "r":
                self._show_again()
            if key == "\x0c":
                self._terminal.forget()

    def _draw(self) -> None:
        width, height = self._terminal.size
        if self._until is not None and check_size((width, height)):
            self._until = time.monotonic() + WAIT_SECONDS  # it was not visible so far
        showing = Showing(text=self._page(), weighed=self._weighed)
        showing.top, showing.foot = line((self._headline, Style.STRONG)), self._keys()
        agent = self._agent
        if self._row.began:
            frame = frame_of(agent, agent.last_choice, width, height, showing)
        else:  # nothing that the agent believes was ever seen
            frame = bare_frame(agent.screen, width, height, showing, "")
        self._terminal.show(frame)

    def _page(self) -> tuple[str, list[Line]]:
        """Return the title and the lines of what stands over the map."""
        if self._shows == "w":
            return "Why: the last decision", self._why()
        if self._shows == "y":
            return "How they found the hero", [line(text) for text in self._found]
        if self._shows == "?":
            return "Keys of this page", self._help()
        return "The end", self._outcome_lines()

    def _outcome_lines(self) -> list[Line]:
        choice = self._agent.last_choice
        is_agents = choice is not None and choice.rung != RUNG  # a person gives no reason
        why = in_short(choice) if choice is not None and is_agents and self._row.how == "quit" else ""
        purse = self._agent.beliefs.me.gold
        lines = folded(end_in_words(self._row, why=why, purse=purse), _WIDTH, Style.STRONG)
        error = self._row.error.splitlines()[-_REASON_LINES:]
        reasons = [one for sentence in self._story.why for one in folded(sentence, _WIDTH)]
        lines += [line((self._story.title, Style.STRONG)), *reasons] if reasons else []
        for sentence in (*error, *self._sentences):
            lines += folded(sentence, _WIDTH)
        told = what_fits(self._story.happenings, PAGE_ROWS - len(lines) - 1)
        return [*lines, line(("What happened", Style.STRONG)), *told] if told else lines

    def _last_danger(self) -> Weighed | None:
        """Return the danger of the last decision, None if it was not kept."""
        choice = decision(self._agent, self._agent.last_choice)
        shots = (shot for shot in reversed(self._reel) if shot.choice is choice and shot.faced is not None)
        return next((Weighed(choice, shot.faced) for shot in shots), None)

    def _why(self) -> list[Line]:
        """Return the last decision with the facts about foes."""
        agent, choice = self._agent, self._agent.last_choice
        faced = panel_lines("danger", agent, choice, _WIDTH, ROWS, self._weighed)
        return [*reason(agent, choice, _WIDTH, ROWS), (), *faced]

    def _help(self) -> list[Line]:
        """Return what the keys of this page do."""
        rows = [("w", "why the last command was chosen, and what was known of foes")]
        if self._reel:
            last = plural(len(self._reel), "command")
            rows.insert(0, ("r", f"show the last {last} again; any key stops it"))
        if self._found:
            rows.append(("y", "how monsters found the hero"))
        rows.append(("Enter", "the next game" if self._goes_on else "leave"))
        rows += [("space", "stay here, however long"), ("q", "leave"), ("?", "this page, and back")]
        return [line((f"{name:>6}  ", Style.STRONG), words) for name, words in rows]

    def _keys(self) -> str:
        """Return the keys of the page, with the seconds left."""
        follows = "Enter next game" if self._goes_on else "Enter or q quit"
        keys = [follows]
        if self._row.began:
            keys.insert(0, "w back" if self._shows == "w" else "w why")
        if self._found:
            keys.insert(0, "y how found" if self._shows != "y" else "y back")
        if self._reel:
            keys.insert(0, f"r last {plural(len(self._reel), 'command')}")
        if self._goes_on:
            keys.append("q quit")
        keys.append("? back" if self._shows == "?" else "? keys")
        text = ", ".join(keys)
        if self._until is not None:
            left = max(round(self._until - time.monotonic()), 0)
            text += f" ({left} s, space waits)"
        return f" {text} "

    def _show_again(self) -> None:
        """Show the last commands again, until a key."""
        for number, shot in enumerate(self._reel):
            width, height = self._terminal.size
            showing = Showing(notice=f"{number + 1}/{len(self._reel)}")
            showing.top = line(shot.message or " ")  # never the complaint about the marker
            reason = line((f"{WHY}: {shot.held}", Style.DANGER)) if shot.held else reason_line(shot.choice)
            showing.why = reason if height == ROWS else ()
            sentence = shot.held or in_short(shot.choice)
            self._terminal.show(bare_frame(_screen_of(shot), width, height, showing, sentence))
            if self._terminal.key(_REEL_SECONDS):
                return


def what_fits(happenings: Sequence[Happening], rows: int) -> list[Line]:
    """Return lines about what happened, at most `rows`: what weighs least is left out."""
    kept = list(happenings)
    while kept:
        lines = [one for text in lines_of(kept) for one in folded(text, _WIDTH)]
        if len(lines) <= rows:
            return lines
        kept.remove(min(kept, key=lambda one: one.weight))
    return []


def _screen_of(shot: Shot) -> Screen:
    screen = Screen()
    screen.cells[:] = shot.cells
    screen.bright |= shot.bright
    screen.row, screen.col = shot.row, shot.col
    return screen
