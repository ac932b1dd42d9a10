"""The programs of the competition of 1999, available only if the package open_spiel is installed."""

from __future__ import annotations

import ctypes
from functools import cache
from importlib import import_module
from typing import Any, Final

from rogomatic.roshambo.throws import Past
from rogue.shared.errors import CommandError
from rogue.shared.seeds import Dice

TURNS: Final = 1000  # of a match: for any other number some of the programs crash
_NEEDED: Final = "The real programs need the package open_spiel. Install it with `pip install open_spiel`."
_SEEDS: Final = 1 << 31


@cache
def _package() -> Any:
    """Return the module pyspiel, or None if it cannot be imported."""
    try:
        return import_module("pyspiel")
    except ImportError:
        return None


def names_of_real_bots(*, needed: bool = True) -> list[str]:
    """Return the names of the programs.  If the package is missing and `needed` is false, return [].

    Raises CommandError if the package is needed but missing.
    """
    package = _package()
    if hasattr(package, "roshambo_bot_names"):
        return sorted(package.roshambo_bot_names())
    if needed:
        raise CommandError(_NEEDED)
    return []


def check_turns(turns: int) -> None:
    """Raise CommandError unless the programs can play matches of this length."""
    if turns != TURNS:
        raise CommandError(f"The real programs play only matches of {TURNS} turns.")


class OpenSpielBot:
    """One of the real programs.

    The program uses random numbers of the C library.  The bot's dice choose the seed of these numbers.
    """

    def __init__(self, name: str, turns: int) -> None:
        """Prepare a match.

        Raises CommandError if the program cannot play.  Raises KeyError if the name is unknown.
        """
        if name not in names_of_real_bots():
            raise KeyError(name)
        check_turns(turns)
        package = _package()
        game = package.load_game(f"repeated_game(stage_game=matrix_rps(),num_repetitions={turns})")
        self._state = game.new_initial_state()
        self._bot = package.make_roshambo_bot(0, name, turns)
        self._turns = 0

    def choose(self, past: Past, dice: Dice) -> int:
        """Send the program the last turn, and return its throw."""
        if not past.own:
            ctypes.CDLL(None).srandom(dice.below(_SEEDS))
        if len(past.own) > self._turns:
            self._turns = len(past.own)
            self._state.apply_actions([past.own[-1], past.other[-1]])
        return int(self._bot.step(self._state))
