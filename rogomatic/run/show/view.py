"""A watched game: what is shown when, at which pace, and what the watcher's keys do.

Owns   when frames are drawn, waiting, the watcher's keys, take-over, snapshots.
Leaves what keys do in every window (window.controls), frames (window), panels (panels), a
       person's keys for the game (run.tapes.hands), playing and the end (watch).
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Final, cast

from rogomatic.beliefs.model import Beliefs, Deed
from rogomatic.rules import Act, Choice
from rogomatic.run.show.keys import ACTIONS, WATCHERS, help_page
from rogomatic.run.show.panels.lines import Line, Look, line, text_of
from rogomatic.run.show.panels.table import PANELS
from rogomatic.run.show.watched import Watched
from rogomatic.run.show.window.controls import FRAME_SECONDS, LOOK_SECONDS, SWAP_SECONDS, Controls
from rogomatic.run.show.window.frame import Showing, frame_of, top_line
from rogomatic.run.show.window.pace import Moment, Step
from rogomatic.run.show.window.terminal import Terminal
from rogomatic.run.tapes.hands import Hands
from rogomatic.screen import ROWS

FRAME_SHARE: Final = 0.03    # of the CPU time may go into drawing while the bot plays at full speed
LINGER_SECONDS: Final = 3.0  # the last screen stays so long, or until a key
_FILE_WIDTH: Final = 100     # columns of a panel in a file


def take_stock(because: str) -> Choice:
    """Return what makes the game list the pack."""
    return Choice("take stock", Act(b"i", because, Deed("stock")))


class View:
    """One window and the game in it; `watch` sets the agent."""

    def __init__(self, terminal: Terminal, speed: float) -> None:
        self._controls = Controls(terminal, speed, help_page())
        self.pace, self.showing = self._controls.pace, self._controls.showing
        self.saving = False
        self.person_plays = False
        self._terminal = terminal
        self._agent: Watched | None = None
        self._choice: Choice | None = None
        self._hands = Hands()
        self._answer: Choice | None = None
        self._watchers_key = self._handed_back = False
        self._drawn_at = self._sent_at = time.monotonic()
        self._drawn_cpu = self._cost = self._last_cost = 0.0  # CPU seconds: when, and of a frame
        self._held = 0.0  # seconds in which the watcher held the game up
        self._drawn: tuple[tuple[int, int], bool] = ((0, 0), False)

    def watch(self, agent: Watched) -> None:
        """Show this agent's game from now on."""
        self._agent, self._choice = agent, None
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
        if self.pace.flows and not (self.person_plays or self.saving or self._is_due(started)):
            return choice  # hot: the bot plays as fast as it can
        self.pace.arrive(self._moment())
        if self.person_plays or self.pace.paused or self._is_due(started):
            self.draw()
            self.obey(0)
        while (decided := self._decided(choice)) is None:
            self.obey(LOOK_SECONDS if self._waits() else max(min(self._left(), LOOK_SECONDS), 0))
        self._sent_at = time.monotonic()
        self._held += self._sent_at - started
        return decided

    def _is_due(self, now: float) -> bool:
        """Tell whether it is time for a frame: neither the terminal nor the bot must suffer."""
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

    def linger(self, sentence: str) -> bool:
        """Let the last screen stand for a moment with a sentence, or until a key; tell whether to go on."""
        self._choice, self.person_plays, self.pace.paused = None, False, False
        self.showing.overlay, self.showing.text = "", None
        self._controls.tell(sentence)
        self.draw()
        return not self.pace.speed or self._terminal.key(LINGER_SECONDS) not in ("q", "Q")

    def draw(self) -> None:
        """Bring the window up to date."""
        if self._agent is None:
            return
        started = time.process_time()
        width, height = size = self._terminal.size
        self.showing.top, self.showing.notice = self._top(self._agent, height), self._state()
        self._terminal.show(frame_of(self._agent, self._choice, width, height, self.showing))
        self._drawn, self._drawn_at = (size, self._says_why()), time.monotonic()
        # The smaller of two: a frame for which something had to be loaded is no measure.
        self._drawn_cpu = time.process_time()
        cost = self._drawn_cpu - started
        self._cost, self._last_cost = min(cost, self._last_cost), cost

    def obey(self, seconds: float) -> None:
        """Wait for a key of the watcher for so long, and do what it says.  Raises Quit."""
        key = self._terminal.key(seconds)
        if not key:
            self._refresh()
            return
        self._controls.hush()
        if self.person_plays and not self._watchers_key and key not in (WATCHERS, "\t"):
            self._type(key)
        elif self.person_plays and key == WATCHERS:
            self._watchers_key = True
            self._controls.tell("a key of the watcher: ? lists them")
        else:
            self._watchers_key = False
            self._do(key)
        self.draw()

    def _decided(self, choice: Choice) -> Choice | None:
        """Return what is to be done now; None while that is not known, or it is not yet time."""
        answer, self._answer = self._answer, None
        if answer is not None:
            return answer
        at_command = self._beliefs().waiting.kind == "command"
        if self.saving and at_command:
            return Choice("save", Act(b"Sy", "the watcher saves the game", Deed("answer")))
        if self.person_plays and self._passes(choice):
            return choice
        if at_command and choice.ladder and self._must_look():
            return take_stock("the person may have changed the pack")
        if self._waits() or self._left() > 0:
            return None
        return choice

    def _must_look(self) -> bool:
        """Tell, once, whether the pack must be looked at: what a person did to it is not always told."""
        handed_back, self._handed_back = self._handed_back and not self.person_plays, False
        return handed_back or (self.person_plays and self._hands.doubts(self._beliefs()))

    def _passes(self, choice: Choice) -> bool:
        """Tell whether the agent only looks at the pack, which costs no turn: so it may meanwhile."""
        is_answer = choice.act.deed.verb == "answer"
        return choice.act.deed.verb == "stock" or (is_answer and self._beliefs().deed.verb == "stock")

    def _waits(self) -> bool:
        """Tell whether somebody must press a key before the game goes on."""
        asked = self._choice is not None and bool(self._choice.ladder)
        return not self.saving and (self.pace.paused or (self.person_plays and asked))

    def _left(self) -> float:
        if self.person_plays:
            return 0.0
        return self._sent_at + self.pace.seconds - time.monotonic() if self.pace.speed else 0.0

    def _refresh(self) -> None:
        """Draw when the window or the top line asks for it."""
        if self._drawn != (self._terminal.size, self._says_why()):
            self.draw()

    def _says_why(self) -> bool:
        return int(time.monotonic() / SWAP_SECONDS) % 2 == 1

    def _top(self, agent: Watched, height: int) -> Line:
        """Return the top line: a notice, what a person is asked, or the message and the reason in turn."""
        if told := self._controls.told:
            return line((told, Look.STRONG))
        if self.person_plays and self._hands.prompt:
            return line((self._hands.prompt, Look.STRONG))
        if agent.done or agent.beliefs.waiting.kind != "command":
            return ()
        message = agent.trace.said[-1].text if agent.trace.said else ""
        return top_line(self._choice, message, height == ROWS and (self._says_why() or not message))

    def _state(self) -> str:
        """Say who plays and how fast; nothing when the game is over, where its end needs the room."""
        if self._agent is not None and self._agent.done:
            return ""
        return "you play (Tab)" if self.person_plays else self.pace.notice

    def _moment(self) -> Moment:
        b, choice = self._beliefs(), self._choice
        rung = choice.rung if choice is not None else ""
        return Moment(b.commands, b.turn, rung, b.me.depth)

    def _beliefs(self) -> Beliefs:
        assert self._agent is not None  # it is what calls
        return self._agent.beliefs

    def _type(self, key: str) -> None:
        """Take a key of a person who plays."""
        if self._choice is None:
            return
        hands, b = self._hands, self._beliefs()
        if key == "?" and b.waiting.kind == "command" and not hands.prompt:
            self._controls.do("help", "")
        elif key == "S" and b.waiting.kind == "command" and not hands.prompt:
            self.saving = True
        else:
            self._answer = hands.type(key, b, self._choice)
            self.showing.overlay = "pack" if hands.shows_pack else ""
            self.showing.text = None
            if hands.notice:
                self._controls.tell(hands.notice)

    def _do(self, key: str) -> None:
        """Do what a watcher's key says."""
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
        self._hands.forget()
        self.pace.paused = False
        if self.person_plays:
            self._controls.tell(f"you play, the agent looks on; Tab hands back, {WATCHERS}? lists the keys")
        else:
            self._handed_back = True

    def _save(self, _: str) -> None:
        self.saving, self.pace.paused = True, False

    def _snapshot(self, _: str) -> None:
        """Write the window and every panel to a file in the present folder."""
        agent = self._agent
        assert agent is not None
        path = Path(f"rogomatic-{agent.seed}-{agent.beliefs.commands}.txt")
        width, height = self._terminal.size
        rows = frame_of(agent, self._choice, width, height, Showing()).rows()
        for entry in PANELS.values():
            shown = entry.show(agent, self._choice, _FILE_WIDTH, 1000)
            rows += ["", f"== {entry.title}", *(text_of(one).rstrip() for one in shown)]
        self._controls.write(path, rows)


_DOES: Final[dict[str, Callable[[View, str], None]]] = {
    "pause": View._pause, "step": View._step, "hands": View._take_over, "snapshot": View._snapshot,
    "save": View._save,
}  # fmt: skip
