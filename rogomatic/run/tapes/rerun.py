"""A game played again by the keys that were kept of it, whatever program it is.

Owns   the agent that sends kept keys in place of its own, how far they made sense.
Leaves what keys mean (heed), the loop between agent and game (run.play.game), which game it was (cli).

The agent says when a screen is complete and what is asked, so that keys go out where they went out before.
"""

from __future__ import annotations

from collections.abc import Callable

from rogomatic.player import Player
from rogomatic.run.play.game import Report
from rogomatic.run.tapes.heed import NotUnderstood, heeding


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

    def quiet(self) -> bytes:
        return self._sent(self._player.quiet)

    def cut_off(self) -> None:
        self._player.cut_off()

    def report(self) -> Report:
        return self._player.report()

    def evidence(self) -> str:
        return self._player.evidence()

    def _sent(self, choose: Callable[[], bytes]) -> bytes:
        """Let the agent look on, and return kept keys when it is time for some."""
        player, keys = self._player, self.left
        player.overrule = heeding(player.beliefs, keys)
        try:
            chosen = choose()
        except NotUnderstood:
            self._is_through, self.parted = True, bool(keys)
            return b""
        finally:
            player.overrule = None
        if not keys.startswith(chosen):
            self._is_through = self.parted = True
            return b""
        self.left = keys[len(chosen) :]
        return chosen
