"""Agents that follow another player's game, each with its own beliefs about the game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final, NamedTuple

from rogomatic.agent.beliefs import update
from rogomatic.agent.beliefs.model import Action, Beliefs
from rogomatic.agent.engine.rule_engine import Act, Choice, Rung, RungChooser
from rogomatic.agent.knobs import Knobs
from rogomatic.agent.ladder import LADDER
from rogomatic.agent.memory.long_term_memory import Memory
from rogomatic.agent.memory.monster_estimates import experience
from rogomatic.agent.player import Player, Report
from rogomatic.agent.screen.vt100 import Screen
from rogomatic.agent.sight.last_pages import read_tombstone
from rogomatic.agent.sight.prompt_parser import COMMAND, MARKER, Waiting, messages, waiting
from rogomatic.run.recordings.manual_control import ManualControl
from rogue.shared.errors import RogomaticError

_PAGE: Final = Waiting("more", sure=True)
_NOTHING: Final = Choice("wait", Act(b"", "no rule fits", Action("wait")))

AS_RECORDED: Final = "as recorded"  # stands for a rung where the keys are not the agent's own


class Step(NamedTuple):
    """A step of a recorded game.

    keys      keys that were typed
    drawn     bytes that the game drew after these keys
    ready     whether the game waited for a command after these bytes
    turn      turn on the game's clock
    pack      lines of the game's list of the pack
    position  function that returns a copy of the game at this step; None if no copies were requested
    """

    keys: bytes
    drawn: bytes
    ready: bool
    turn: int
    pack: tuple[str, ...]
    position: Callable[[], object] | None = None


class Onlooker:
    """An agent that follows another player's game command by command.

    beliefs    the agent's beliefs at the last stop (the last time when the game waited for a command)
    screen     screen at the last stop
    choice     choice that the agent would make at the last stop
    turn       turn on the game's clock at the last stop
    position   `Step.position` at the last stop
    commands   how many commands were typed so far; with `by_bursts`, how many bursts of keys
    number     index of the present command, from 1; with `by_bursts`, index of this command's first burst
    """

    def __init__(
        self,
        memory: Memory,
        knobs: Knobs,
        version: str,
        ladder: tuple[Rung, ...] = LADDER,
        *,
        by_bursts: bool = False,
    ) -> None:
        """Begin with a memory, knobs, the version that the game shows, and the rules for commands.

        by_bursts  whether each step is a burst of keys of a recording; then `number` counts bursts
        """
        self._chooser, self._by_bursts = RungChooser(ladder), by_bursts
        self.beliefs = Beliefs(knobs=knobs, monster_source=experience(memory))
        self.screen = Screen()
        self._live = Screen()  # all that was drawn
        self._undrawn = b""  # what `screen` has not got yet
        self.choice = _NOTHING
        self.turn = 0
        self.position: Callable[[], object] | None = None
        self.commands = self.number = 0
        self._pack: tuple[str, ...] = ()
        self._lines = [version]
        self._typed = b""  # since the game waited for a command
        self._has_begun = False  # the game has waited for one

    @property
    def is_killed(self) -> bool:
        """Whether the last output says that the hero was killed."""
        page = read_tombstone(self._live)
        return page is not None and page.how == "killed"

    def follow(self, steps: Iterable[Step]) -> Iterator[bytes]:
        """Follow a game.  Yield the typed keys of every command, before the command's result is read."""
        for step in steps:
            self._type(step)
            if self._ends_command(step):
                yield self._counted()
            self._take_in(step)
        if self._has_begun:
            yield self._counted()

    def _counted(self) -> bytes:
        """Count the completed command, and return its keys."""
        if not self._by_bursts:
            self.commands += self._typed != b""
            self.number = self.commands
        return self._typed

    def take(self, step: Step) -> None:
        """Follow a game by one step."""
        self._type(step)
        self._take_in(step)

    def _type(self, step: Step) -> None:
        if self._by_bursts:
            self.commands += step.keys != b""
            if not self._typed:
                self.number = self.commands
        self._typed += step.keys if self._has_begun else b""

    def _ends_command(self, step: Step) -> bool:
        """Return whether a step ends a command.  If only digits were typed, the command is still to come."""
        return self._has_begun and step.ready and self._typed != b"" and not self._typed.isdigit()

    def _take_in(self, step: Step) -> None:
        """If this step completes a command, record the command.  Then read the game's output."""
        if self._ends_command(step):
            action = meant(self.beliefs, self.choice, self._typed)
            update.note_sent(self.beliefs, action, None, "a person plays")
            self._typed = b""
        is_count = step.ready and self._typed.isdigit()
        self._see(step._replace(ready=False) if is_count else step)
        self._has_begun = self._has_begun or step.ready

    def _see(self, step: Step) -> None:
        """Read the game's output.  If the game waits for a command, choose a command."""
        screen, beliefs = self._live, self.beliefs
        screen.feed(step.drawn)
        self._undrawn += step.drawn
        self._lines += messages(screen, COMMAND if step.ready else waiting(screen))
        screen.top_written = screen.drawn = False
        if not step.ready:
            return
        self.screen.feed(self._undrawn)
        self.screen.take_lines()  # are read already, so that an agent that goes on from here hears news only
        self.screen.top_written = self.screen.drawn = False
        self._undrawn = b""
        update.see(beliefs, screen, COMMAND, self._lines, max(step.turn - self.turn, 0))
        self._lines = []
        if step.pack != self._pack:
            self._look_at(step.pack)
        self.turn, self.position = step.turn, step.position
        self.choice = self._chooser.choose(beliefs) or _NOTHING

    def _look_at(self, pack: tuple[str, ...]) -> None:
        """Read a list of the pack as if the agent had requested it.  `facts` and `said` do not change."""
        beliefs = self.beliefs
        facts, said = beliefs.facts, beliefs.said
        update.note_sent(beliefs, Action("stock"), None, "check the inventory")
        update.see(beliefs, self._live, _PAGE, list(pack))
        update.see(beliefs, self._live, COMMAND, [], 0)
        self._pack, beliefs.facts, beliefs.said = pack, facts, said


Mind = Player | Onlooker
"""An agent whose beliefs are shown."""


def meant(beliefs: Beliefs, choice: Choice, typed: bytes) -> Action:
    """Return the action that the keys of a command perform.  Return Action("ask") if it is unknown."""
    hands = ManualControl()
    for key in typed:
        found = hands.type(chr(key), beliefs, choice)
        if found is not None:
            return found.act.action
    return Action("ask")


class UnknownKeysError(RogomaticError):
    """Exception for recorded keys that are neither the agent's nor a command that a person can type."""


def forced_keys(
    beliefs: Beliefs, keys: bytes, marker_now: Callable[[], bytes] = lambda: MARKER
) -> Callable[[Choice], Choice]:
    """Return a function, to be used as Player.overrule, that makes an agent send recorded keys.

    The function takes the agent's choice.  If the recording continues with the keys of that choice, the
    function returns the choice.  If not, it returns a choice for the recorded keys up to the next marker.  It
    raises UnknownKeysError if those keys mean nothing.

    It is still the agent that judges whether a screen is complete.  Therefore the keys are sent at the same
    points as in the recorded game.
    """
    rest = keys

    def force(choice: Choice) -> Choice:
        nonlocal rest
        act = choice.act
        own = act.keys if act.raw else act.keys + marker_now()
        if rest.startswith(own):
            rest = rest[len(own) :]
            return choice
        typed, marker, rest = rest.partition(MARKER)
        if not marker:
            raise UnknownKeysError
        return _meant(beliefs, choice, typed)

    return force


def _meant(beliefs: Beliefs, choice: Choice, keys: bytes) -> Choice:
    """Return a choice for recorded keys without their marker.

    The `act.because` of the returned choice says what the agent itself would have chosen.
    """
    control = ManualControl()
    answers = [control.type(chr(key), beliefs, choice) for key in keys]
    meant = answers[-1] if answers else None
    if meant is None or meant.act.keys != keys or any(answers[:-1]):
        raise UnknownKeysError
    reasons = (choice.act.because, *choice.act.shorter)
    because, *shorter = (f"the agent would {choice.rung}: {reason}" for reason in reasons)
    return Choice(AS_RECORDED, meant.act.with_reason(because, tuple(shorter)), meant.refusals, meant.ladder)


class KeptKeys:
    """An agent that sends the keys of a recorded game.  Another agent, `player`, reads the screens.

    parted  whether the keys stopped making sense because the game or `player` has changed since the
            recording; then no more keys are sent
    left    keys not sent yet
    """

    def __init__(self, player: Player, keys: bytes) -> None:
        self.parted = False
        self.left = keys
        self._player = player
        self._is_through = False

    @property
    def done(self) -> bool:
        return self._is_through or self._player.done

    @property
    def moves(self) -> int:
        return self._player.moves

    def feed(self, data: bytes) -> bytes:
        """Take bytes from the game, and return the keys to send.  They are b"" on an incomplete screen."""
        return self._sent(lambda: self._player.feed(data))

    def timeout(self) -> bytes:
        return self._sent(self._player.timeout)

    @property
    def unanswered(self) -> int:
        return self._player.unanswered

    def eof(self) -> None:
        self._player.eof()

    def report(self) -> Report:
        return self._player.report()

    def evidence(self) -> str:
        return self._player.evidence()

    def lessons(self) -> str:
        return self._player.lessons()

    def _sent(self, choose: Callable[[], bytes]) -> bytes:
        """Call `choose`, so that the agent reads the screen, but make it send recorded keys, not its own.

        Return these keys.  Return b"" if it is not time to send keys, or if the keys no longer make sense.
        """
        player, keys = self._player, self.left
        player.overrule = forced_keys(player.beliefs, keys, lambda: player.marker)
        try:
            chosen = choose()
        except UnknownKeysError:
            self._is_through, self.parted = True, bool(keys)
            return b""
        finally:
            player.overrule = None
        if not keys.startswith(chosen):
            self._is_through = self.parted = True
            return b""
        self.left = keys[len(chosen) :]
        return chosen
