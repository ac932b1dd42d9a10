"""Recorded keys in place of the agent's own: it sends them and goes on believing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from rogomatic.agent.beliefs.model import Beliefs
from rogomatic.agent.engine.rule_engine import Choice
from rogomatic.agent.player import Player
from rogomatic.agent.sight.prompt_parser import MARKER
from rogomatic.run.recordings.manual_control import ManualControl
from rogomatic.run.runner.game_loop import GameReport
from rogue.shared.errors import RogomaticError

AS_RECORDED: Final = "as recorded"  # stands for a rung where the keys are not the agent's own


class UnknownKeysError(RogomaticError):
    """Keys that neither an agent nor a person who took over would have sent."""


def forced_keys(
    beliefs: Beliefs, keys: bytes, marker_now: Callable[[], bytes] = lambda: MARKER
) -> Callable[[Choice], Choice]:
    """Return what has the last word on an agent's choices (Player.overrule) while `keys` were sent, with
    what `marker_now` returns behind each choice.

    It lets choices pass whose keys these are, and puts what the keys mean, up to the next marker, in the
    place of others.  It raises UnknownKeysError where they have no meaning with the marker behind them.

    The agent says when a screen is complete and what is asked, so that keys go out where they went out
    before.
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
    """Return recorded keys, without marker, as a choice; its reason is what the agent would have done."""
    control = ManualControl()
    answers = [control.type(chr(key), beliefs, choice) for key in keys]
    meant = answers[-1] if answers else None
    if meant is None or meant.act.keys != keys or any(answers[:-1]):
        raise UnknownKeysError
    because = f"not the agent's keys, who would {choice.rung}: {choice.act.because}"
    return Choice(AS_RECORDED, meant.act.with_reason(because), meant.refusals, meant.ladder)


class KeptKeys:
    """An agent that sends the keys of a game that was played.

    parted  whether keys had no meaning where their turn came: then the game has gone another way, or the
            agent that looks on is another one.  Nothing is sent from there on
    left    the keys that have not been sent
    """

    def __init__(self, player: Player, keys: bytes) -> None:
        """`player` looks on."""
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
        """Take bytes from the game; return keys, or b"" while the screen is not complete."""
        return self._sent(lambda: self._player.feed(data))

    def timeout(self) -> bytes:
        return self._sent(self._player.timeout)

    @property
    def unanswered(self) -> int:
        return self._player.unanswered

    def eof(self) -> None:
        self._player.eof()

    def report(self) -> GameReport:
        return self._player.report()

    def evidence(self) -> str:
        return self._player.evidence()

    def _sent(self, choose: Callable[[], bytes]) -> bytes:
        """Let the agent look on, and return kept keys when it is time for some."""
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
