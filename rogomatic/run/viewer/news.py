"""What is new to a watcher from one decision to the next: stretches without news, and the last shots."""

from __future__ import annotations

from collections import deque
from typing import Final

from rogomatic.agent.engine.rule_engine import Choice
from rogomatic.run.recordings.annotations import Caption, Stillness, Tempos
from rogomatic.run.viewer.canvas import Watched
from rogomatic.run.viewer.controls import Controls
from rogomatic.run.viewer.end_page import REEL, Shot, shot_of
from rogomatic.run.viewer.state_panels import fresh_message

OVER_SECONDS: Final = 1.0  # that the end of a long rest is shown, unless something else comes


class News:
    """Follows the decisions of one game.

    reel     the last decisions with news, each with its screen
    hurries  nothing has changed since the last decision, so that it goes on at full speed
    """

    def __init__(self, controls: Controls) -> None:
        """The pace of `controls` follows the decisions; the end of a long rest is told there."""
        self._controls = controls
        self._still, self._tempos = Stillness(), Tempos()
        self._over = ("", "", "")  # the end of a long rest, and rule and message that it goes with
        self.reel: deque[Shot] = deque(maxlen=REEL)
        self.hurries = False

    @property
    def caption(self) -> Caption | None:
        """What goes on while nothing changes."""
        return self._still.caption if self.hurries else None

    def note(self, agent: Watched, choice: Choice, *, may_hurry: bool) -> None:
        """Take the next decision; may_hurry: one without news may be hurried through."""
        controls = self._controls
        same = self._still.note(agent.beliefs, agent.screen, choice)
        controls.pace.tempo = self._tempos.note(agent.beliefs, choice)
        self.hurries = same and may_hurry
        if not same:
            self.reel.append(shot_of(agent, choice))
        if self._still.over and controls.pace.speed:
            self._over = (self._still.over, choice.rung, fresh_message(agent))
            controls.notify(self._still.over, OVER_SECONDS)
        elif self._over[0] and self._over[1:] != (choice.rung, fresh_message(agent)):
            controls.forget(self._over[0])
            self._over = ("", "", "")
