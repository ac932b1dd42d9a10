"""An agent that looks on while somebody else plays: it believes what the screens show, and sends nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from rogomatic.beliefs import update
from rogomatic.beliefs.model import Action, Beliefs
from rogomatic.knobs import Knobs
from rogomatic.ladder import LADDER
from rogomatic.memory.long_term_memory import Memory
from rogomatic.memory.monster_estimates import experience
from rogomatic.rule_engine import Act, Choice, choose
from rogomatic.run.recordings.manual_control import ManualControl
from rogomatic.sight.prompt_parser import COMMAND, Waiting, messages, waiting
from rogomatic.think.threat import assess
from rogomatic.vt100 import Screen

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
    """What an agent makes of the game of somebody else, command by command.

    beliefs, screen   as they are before the command
    choice            what the agent would do
    turn              on the game's own clock
    """

    def __init__(self, memory: Memory, knobs: Knobs, version: str) -> None:
        """`version` is what the game answers when asked for it."""
        self.beliefs = Beliefs(knobs=knobs, monster_source=experience(memory))
        self.screen = Screen()
        self.choice = _NOTHING
        self.turn = 0
        self._pack: tuple[str, ...] = ()
        self._lines = [version]

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
        screen, b = self.screen, self.beliefs
        screen.feed(step.drawn)
        self._lines += messages(screen, COMMAND if step.ready else waiting(screen))
        screen.top_written = screen.drawn = False
        if not step.ready:
            return
        update.see(b, screen, COMMAND, self._lines)
        self._lines = []
        if step.pack != self._pack:
            self._look_at(step.pack)
        update.note_threat(b, assess(b))
        self.turn, self.choice = step.turn, choose(LADDER, b) or _NOTHING

    def _look_at(self, pack: tuple[str, ...]) -> None:
        """Take in the list of the pack, as if it had been asked for."""
        b = self.beliefs
        update.note_sent(b, Action("stock"), None, "check the inventory")
        update.see(b, self.screen, _PAGE, list(pack))
        update.see(b, self.screen, COMMAND, [])
        self._pack = pack

    def _note_sent(self, typed: bytes) -> None:
        update.note_sent(self.beliefs, meant(self.beliefs, self.choice, typed), None, "a person plays")


def meant(b: Beliefs, choice: Choice, typed: bytes) -> Action:
    """Return what the keys of a command were meant to do, as far as that can be told."""
    hands = ManualControl()
    for key in typed:
        found = hands.type(chr(key), b, choice)
        if found is not None:
            return found.act.action
    return Action("ask")
