"""An agent that follows another player's game: its beliefs and its choices."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from rogomatic.agent.beliefs import update
from rogomatic.agent.beliefs.model import Action, Beliefs
from rogomatic.agent.engine.rule_engine import Act, Choice, choose
from rogomatic.agent.knobs import Knobs
from rogomatic.agent.ladder import LADDER
from rogomatic.agent.memory.long_term_memory import Memory
from rogomatic.agent.memory.monster_estimates import experience
from rogomatic.agent.screen.vt100 import Screen
from rogomatic.agent.sight.last_pages import read_tombstone
from rogomatic.agent.sight.prompt_parser import COMMAND, Waiting, messages, waiting
from rogomatic.run.recordings.manual_control import ManualControl

_PAGE: Final = Waiting("more", sure=True)
_NOTHING: Final = Choice("wait", Act(b"", "no rule fits", Action("wait")))


class Step(NamedTuple):
    """A step of a game that was played.

    keys   what was typed             drawn  what the game drew then
    ready  whether it waited for a command behind that
    turn   on the game's own clock    pack   the lines of its list of the pack
    """

    keys: bytes
    drawn: bytes
    ready: bool
    turn: int
    pack: tuple[str, ...]


class Onlooker:
    """An agent that follows another player's game command by command.

    beliefs, screen   as they are before the command; what is drawn behind the last one is not shown
    choice            what the agent would do
    turn              on the game's own clock
    """

    def __init__(self, memory: Memory, knobs: Knobs, version: str) -> None:
        """`version` is what the game answers when asked for it."""
        self.beliefs = Beliefs(knobs=knobs, monster_source=experience(memory))
        self.screen = Screen()
        self._live = Screen()  # all that was drawn
        self._undrawn = b""  # what `screen` has not got yet
        self.choice = _NOTHING
        self.turn = 0
        self._pack: tuple[str, ...] = ()
        self._lines = [version]

    @property
    def is_killed(self) -> bool:
        """Whether the last that was drawn tells of the hero's death."""
        page = read_tombstone(self._live)
        return page is not None and page.how == "killed"

    def follow(self, steps: Iterable[Step]) -> Iterator[bytes]:
        """Go through a game; yield at every command the keys that were typed for it, once they are known."""
        typed = b""
        has_begun = False  # the game has waited for a command
        for step in steps:
            typed += step.keys if has_begun else b""
            is_count = step.ready and typed.isdigit()
            if has_begun and step.ready and typed and not is_count:
                yield typed
                self._note_sent(typed)
                typed = b""
            self._see(step._replace(ready=False) if is_count else step)
            has_begun = has_begun or step.ready
        if has_begun:
            yield typed

    def _see(self, step: Step) -> None:
        """Take in what the game has drawn; at a command, think."""
        screen, beliefs = self._live, self.beliefs
        screen.feed(step.drawn)
        self._undrawn += step.drawn
        self._lines += messages(screen, COMMAND if step.ready else waiting(screen))
        screen.top_written = screen.drawn = False
        if not step.ready:
            return
        self.screen.feed(self._undrawn)
        self._undrawn = b""
        update.see(beliefs, screen, COMMAND, self._lines, max(step.turn - self.turn, 0))
        self._lines = []
        if step.pack != self._pack:
            self._look_at(step.pack)
        self.turn, self.choice = step.turn, choose(LADDER, beliefs) or _NOTHING

    def _look_at(self, pack: tuple[str, ...]) -> None:
        """Take in the list of the pack, as if it had been asked for; what was said before still counts."""
        beliefs = self.beliefs
        facts, said = beliefs.facts, beliefs.said
        update.note_sent(beliefs, Action("stock"), None, "check the inventory")
        update.see(beliefs, self._live, _PAGE, list(pack))
        update.see(beliefs, self._live, COMMAND, [], 0)
        self._pack, beliefs.facts, beliefs.said = pack, facts, said

    def _note_sent(self, typed: bytes) -> None:
        update.note_sent(self.beliefs, meant(self.beliefs, self.choice, typed), None, "a person plays")


def meant(beliefs: Beliefs, choice: Choice, typed: bytes) -> Action:
    """Return the action that the keys of a command stand for, as far as known."""
    hands = ManualControl()
    for key in typed:
        found = hands.type(chr(key), beliefs, choice)
        if found is not None:
            return found.act.action
    return Action("ask")
