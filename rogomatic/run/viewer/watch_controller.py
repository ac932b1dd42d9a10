"""A watched game: what is shown when, at which pace, and what the watcher's keys do."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Sequence
from typing import Final, cast

from rogomatic.beliefs.model import Action, Beliefs
from rogomatic.rule_engine import Act, Choice
from rogomatic.run.recordings.annotations import Stillness, Tempos
from rogomatic.run.recordings.manual_control import RUNG, ManualControl, keys_of_game
from rogomatic.run.runner.game_loop import Row
from rogomatic.run.viewer.canvas import Line, Style, Watched, line, text_of
from rogomatic.run.viewer.controls import (
    FRAME_SECONDS,
    HELP,
    LOOK_SECONDS,
    Controls,
    PlaybackMoment,
    Quit,
    Step,
    ViewOptions,
)
from rogomatic.run.viewer.end_page import REEL, EndPage, Shot, shot_of
from rogomatic.run.viewer.frame import (
    Showing,
    caption_line,
    frame_of,
    reason_line,
)
from rogomatic.run.viewer.keys_and_panels import (
    ACTIONS,
    FIRST_KEYS,
    PANELS,
    TAKEN_OVER_FIRST,
    WATCHERS,
    game_page,
    help_page,
)
from rogomatic.run.viewer.mind_panels import decision
from rogomatic.run.viewer.state_panels import fresh_message
from rogomatic.run.viewer.viewer_terminal import INTERRUPT, Terminal
from rogomatic.vt100 import ROWS

FRAME_SHARE: Final = 0.03  # of the CPU time may go into drawing while the bot plays at full speed
FIRST_SECONDS: Final = 6.0  # that the first keys to know are shown
ASK_SECONDS: Final = 1e9  # that a question stands
OVER_SECONDS: Final = 1.0  # that the end of a long rest is shown, unless something else comes
_GAME_KEYS: Final = "Keys of the game"
_FILE_WIDTH: Final = 100  # columns of a panel in a file


def check_inventory(because: str) -> Choice:
    """Return what makes the game list the pack."""
    return Choice("check the inventory", Act(b"i", because, Action("stock")))


class WatchController:
    """One window and the game in it; `watch` sets the agent."""

    _first = TAKEN_OVER_FIRST  # of the page of keys of a person who plays

    def __init__(
        self, terminal: Terminal, options: ViewOptions, help_lines: Sequence[Line] | None = None
    ) -> None:
        """Begin; the first keys to know are shown for a while.  help_lines: the page of keys, if another."""
        self._controls = Controls(terminal, options, list(help_lines or help_page()))
        self._controls.notify(FIRST_KEYS, FIRST_SECONDS)
        self.pace, self.showing = self._controls.pace, self._controls.showing
        self.saving = False
        self.person_plays = False
        self._terminal = terminal
        self._agent: Watched | None = None
        self._choice: Choice | None = None
        self._control = ManualControl()
        self._still, self._tempos = Stillness(), Tempos()
        self._reel: deque[Shot] = deque(maxlen=REEL)
        self._over = ("", "", "")  # the end of a long rest, and rule and message that it goes with
        self._hurries = False  # nothing has changed since the last decision
        self._answer: Choice | None = None
        self._watchers_key = self._handed_back = False
        self._is_persons = False  # the last command was the person's, and so are the answers behind it
        self._has_played = False  # this game was taken over once: q may be meant for the game
        self._asks: Callable[[str], None] | None = None  # takes the answer to a question
        terminal.holds_interrupts = lambda: self.person_plays and self._asks is None
        self._drawn_at = self._sent_at = time.monotonic()
        self._drawn_cpu = self._cost = self._last_cost = 0.0  # CPU seconds: when, and of a frame
        self._held = 0.0  # seconds in which the watcher held the game up
        self._drawn: tuple[tuple[int, int], str] = ((0, 0), "")

    def watch(self, agent: Watched) -> None:
        """Show this agent's game from now on."""
        self._agent, self._choice = agent, None
        self._still, self._tempos, self._hurries = Stillness(), Tempos(), False
        self._reel.clear()
        self._has_played, self._is_persons, self._asks = False, False, None
        agent.overrule = self.consider

    def clock(self) -> float:
        """Return seconds on a clock that stands still while the watcher holds the game up."""
        return time.monotonic() - self._held

    def consider(self, choice: Choice) -> Choice:
        """Show what the agent is about to do, wait until it is time, and return what is to be done.

        Raises Quit.
        """
        started = time.monotonic()
        self._choice = choice
        self._look_for_change(choice)
        if not self.pace.flows:
            self.pace.arrive(self._moment())
        hot = self.pace.flows or (self._hurries and not self.pace.paused)
        if hot and not (self.person_plays or self.saving or self._is_due(started)):
            self._sent_at = started
            return choice  # hot: the bot plays as fast as it can
        if self.person_plays or self.pace.paused or self._is_due(started):
            self.draw()
            self.obey(0)
        while (decided := self._decided(choice)) is None:
            self.obey(LOOK_SECONDS if self._waits() else max(min(self._left(), LOOK_SECONDS), 0))
        self._sent_at = time.monotonic()
        self._held += self._sent_at - started
        if decided.act.action.verb != "answer":
            self._is_persons = decided.rung == RUNG
        return decided

    def _look_for_change(self, choice: Choice) -> None:
        """Find out whether there is anything new to see; if not, it goes on at full speed."""
        agent = self._agent
        assert agent is not None  # it is what calls
        same = self._still.note(agent.beliefs, agent.screen, choice)
        self.pace.tempo = self._tempos.note(agent.beliefs, choice)
        self._hurries = same and not (self._controls.every_turn or self.person_plays or self.pace.steps_one)
        if not same:
            self._reel.append(shot_of(agent, choice))
        if self._still.over and self.pace.speed:
            self._over = (self._still.over, choice.rung, fresh_message(agent))
            self._controls.notify(self._still.over, OVER_SECONDS)
        elif self._over[0] and self._over[1:] != (choice.rung, fresh_message(agent)):
            self._controls.forget(self._over[0])
            self._over = ("", "", "")

    def _is_due(self, now: float) -> bool:
        """Return whether it is time for a frame: neither the terminal nor the bot must suffer."""
        if now - self._drawn_at < FRAME_SECONDS:
            return False
        return (time.process_time() - self._drawn_cpu) * FRAME_SHARE >= self._cost or self._left() > 0

    def idle(self) -> None:
        """Look after the window while the game is silent.  Raises Quit."""
        started = time.monotonic()
        if self.person_plays:
            self._refresh()  # what is typed is for the game, when it is ready
        else:
            self.obey(0)
        self._held += time.monotonic() - started

    def end(self, row: Row, headline: str, sentences: Sequence[str], *, goes_on: bool) -> bool:
        """Let the end of the game stand, with what is to be said of it; return whether to go on.

        goes_on  whether another game follows
        """
        self.person_plays, self.pace.paused = False, False
        self.showing.overlay, self.showing.text = "", None
        self._controls.hush()
        if self._agent is None:
            return goes_on
        page = EndPage(
            self._terminal, self._agent, row, headline, sentences, tuple(self._reel), goes_on=goes_on,
            weighed=self.showing.weighed,
        )  # fmt: skip
        return page.stay()

    def draw(self) -> None:
        """Bring the window up to date."""
        if self._agent is None:
            return
        started = time.process_time()
        width, height = size = self._terminal.size
        self.showing.top, self.showing.notice = self._top(self._agent, height), self._state()
        self.showing.advises = self.person_plays
        self._terminal.show(frame_of(self._agent, self._shown(), width, height, self.showing))
        self._drawn, self._drawn_at = (size, self._controls.notice), time.monotonic()
        # The smaller of two: a frame for which something had to be loaded is no measure.
        self._drawn_cpu = time.process_time()
        cost = self._drawn_cpu - started
        self._cost, self._last_cost = min(cost, self._last_cost), cost

    def obey(self, seconds: float) -> None:
        """Wait for a key of the watcher for so long, and handle it.  Raises Quit."""
        key = self._terminal.key(seconds)
        if not key:
            self._refresh()
            return
        self._controls.hush()
        asks, self._asks = self._asks, None
        if asks is not None:
            asks(key)
        elif key == INTERRUPT:
            self._ask("Leave the game? y leaves it, S saves it, any other key goes on", self._leave)
        elif self.person_plays and not self._watchers_key and key not in (WATCHERS, "\t"):
            self._type(key)
        elif self.person_plays and key == WATCHERS:
            self._watchers_key = True
            self._controls.notify("a key of the watcher: ? lists them")
        else:
            self._watchers_key = False
            self._do(key)
        self.draw()

    def _shown(self) -> Choice | None:
        """Return the choice that the window shows."""
        return self._choice

    def _decided(self, choice: Choice) -> Choice | None:
        """Return what is to be done now; None while that is not known, or it is not yet time."""
        answer, self._answer = self._answer, None
        if answer is not None:
            return answer
        at_command = self._beliefs().waiting.kind == "command"
        if self.saving and at_command:
            return Choice("save", Act(b"Sy", "the watcher saves the game", Action("answer")))
        if self.person_plays and self._passes(choice):
            return choice
        if at_command and choice.ladder and self._must_look():
            return check_inventory("the person may have changed the pack")
        if self._waits() or self._left() > 0:
            return None
        return choice

    def _must_look(self) -> bool:
        """Return, once, whether the inventory must be listed: not every change by a person has a message."""
        handed_back, self._handed_back = self._handed_back and not self.person_plays, False
        return handed_back or (self.person_plays and self._control.doubts(self._beliefs()))

    def _passes(self, choice: Choice) -> bool:
        """Return whether the agent only asks the game something, which costs no turn: so it may meanwhile."""
        verb, last = choice.act.action.verb, self._beliefs().action.verb
        if verb == "answer":
            return last == "stock" or (last == "ask" and not self._is_persons)
        return verb in ("stock", "ask")

    def _waits(self) -> bool:
        """Return whether somebody must press a key before the game goes on."""
        asked = self._choice is not None and bool(self._choice.ladder)
        held = self._asks is not None or self.pace.paused
        return not self.saving and (held or (self.person_plays and asked))

    def _left(self) -> float:
        if self.person_plays or self._hurries:
            return 0.0
        return self._sent_at + self.pace.seconds - time.monotonic() if self.pace.speed else 0.0

    def _refresh(self) -> None:
        """Draw when the window or the top line asks for it."""
        if self._drawn != (self._terminal.size, self._controls.notice):
            self.draw()

    def _top(self, agent: Watched, height: int) -> Line:
        """Return the top line: a notice, a question, what takes long, or the message.  In a window without
        panels the reason stands on the last row of the map.
        """
        choice = decision(agent, self._shown()) if height == ROWS else None
        advises = self.person_plays
        self.showing.why = reason_line(choice, is_advice=advises) if choice is not None else ()
        if notice := self._controls.notice:
            return line((notice, Style.STRONG))
        if self.person_plays and self._control.prompt:
            return line((self._control.prompt, Style.STRONG))
        if agent.done or agent.beliefs.waiting.kind != "command":
            return ()
        if self._hurries and self._still.caption is not None:
            return caption_line(self._still.caption)
        return line(fresh_message(agent))

    def _state(self) -> str:
        """Return who plays and how fast; nothing when the game is over, where its end needs the room."""
        if self._agent is not None and self._agent.done:
            return ""
        return "you play (Tab)" if self.person_plays else self.pace.notice

    def _moment(self) -> PlaybackMoment:
        beliefs, choice = self._beliefs(), self._choice
        rung = choice.rung if choice is not None else ""
        return PlaybackMoment(beliefs.commands, beliefs.turn, rung, beliefs.me.depth)

    def _beliefs(self) -> Beliefs:
        assert self._agent is not None  # it is what calls
        return self._agent.beliefs

    def _type(self, key: str) -> None:
        """Take a key of a person who plays."""
        if self._choice is None:
            return
        control, beliefs = self._control, self._beliefs()
        if key == "?" and beliefs.waiting.kind == "command" and not control.prompt:
            self._help_person()
        elif key == "S" and beliefs.waiting.kind == "command" and not control.prompt:
            self.saving = True
        else:
            self._answer = control.type(key, beliefs, self._choice)
            self.showing.overlay = "pack" if control.shows_pack else ""
            self.showing.text = None
            if control.notice:
                self._controls.notify(control.notice)

    def _help_person(self) -> None:
        """Show the keys of the game; pressed again, those of the window; then the map."""
        title = self.showing.text[0] if self.showing.text is not None else ""
        if title in (_GAME_KEYS, HELP):
            self._controls.do("help", "")
        else:
            self._controls.page(_GAME_KEYS, game_page(keys_of_game(self._beliefs().edition), self._first))

    def _do(self, key: str) -> None:
        """Handle a watcher's key."""
        if key in ACTIONS:
            action, of_what = ACTIONS[key]
            if action in _DOES:
                _DOES[action](self, of_what)
            else:
                self._controls.do(action, of_what)

    def _pause(self, _: str) -> None:
        self.pace.pause()

    def _step(self, until: str) -> None:
        self.pace.step(cast(Step, until), self._moment())
        self._sent_at = 0.0 if until in ("command", "turn") else self._sent_at

    def _take_over(self, _: str) -> None:
        """Take the game over, or hand it back: then the agent looks at the pack before it goes on."""
        self.person_plays = not self.person_plays
        self._has_played = True
        self.showing.overlay = ""
        self._control.forget()
        self.pace.paused = False
        if self.person_plays:
            self._controls.notify(f"you play, the agent looks on; Tab hands back, {WATCHERS}? lists the keys")
        else:
            self._handed_back = True

    def _quit(self, _: str) -> None:
        """Quit; where q may have been meant for the game, ask first.  Raises Quit."""
        if not self._has_played:
            raise Quit
        self._ask("q: leave the game? y or q leaves it, S saves it, any other key goes on", self._leave)

    def _ask(self, question: str, answer: Callable[[str], None]) -> None:
        """Ask; the next key is the answer."""
        self._controls.notify(question, ASK_SECONDS)
        self._asks = answer

    def _leave(self, key: str) -> None:
        """Take the answer to whether the game is to be left.  Raises Quit."""
        if key in ("y", "Y", "q", "Q"):
            raise Quit
        if key == "S":
            self._save("")

    def _save(self, _: str) -> None:
        self.saving, self.pace.paused = True, False

    def _snapshot(self, _: str) -> None:
        """Write the window and every panel to a file."""
        agent = self._agent
        assert agent is not None
        name = f"rogomatic-{agent.seed}-{agent.beliefs.commands}.txt"
        width, height = self._terminal.size
        rows = frame_of(agent, self._choice, width, height, Showing()).rows()
        for entry in PANELS.values():
            shown = entry.show(agent, self._choice, _FILE_WIDTH, 1000)
            rows += ["", f"== {entry.title}", *(text_of(one).rstrip() for one in shown)]
        self._controls.write(name, rows)


_DOES: Final[dict[str, Callable[[WatchController, str], None]]] = {
    "pause": WatchController._pause, "step": WatchController._step, "hands": WatchController._take_over,
    "quit": WatchController._quit, "snapshot": WatchController._snapshot, "save": WatchController._save,
}  # fmt: skip
