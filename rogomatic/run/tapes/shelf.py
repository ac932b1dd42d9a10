"""States of a game's screen and agent, kept as bytes: the checkpoints of a tape.

Owns   what is kept of a state and what is kept once for all; states of a compiled agent.
Leaves when a state is kept and wanted again (tape).
"""

from __future__ import annotations

import io
import pickle
import zlib
from collections.abc import Callable
from typing import Any, Final

from rogomatic.beliefs.level import Level
from rogomatic.knobs import Knobs
from rogomatic.ladder import ANSWERS, LADDER
from rogomatic.learn.memory import Memory
from rogomatic.player import Player
from rogomatic.screen import Screen

_CONSTANT: Final = (Memory, Knobs)  # values that are never changed in place
# Compiled, these cannot be made without arguments, as pickle would; the state replaces what they begin with.
_BEGUN: Final[dict[type, Callable[[Any], tuple[object, ...]]]] = {
    Level: lambda level: (level.depth,),
    Player: lambda one: (one.memory, one.beliefs.knobs, one.seed, False, one.beliefs.naturalist),
}


class Shelf:
    """Keeps states; what never changes in a game is kept once for all of them."""

    def __init__(self) -> None:
        self._constants: list[object] = [LADDER, ANSWERS]

    def put(self, screen: Screen, player: Player | None) -> bytes:
        """Return a state as bytes."""
        constants, data = self._constants, io.BytesIO()

        class Pickler(pickle.Pickler):
            def persistent_id(self, thing: object) -> int | None:
                if type(thing) in _CONSTANT and all(thing is not one for one in constants):
                    constants.append(thing)
                return next((n for n, one in enumerate(constants) if thing is one), None)

            def reducer_override(self, thing: Any) -> Any:
                kind = type(thing)
                if kind not in _BEGUN:
                    return NotImplemented
                _, _, *state = thing.__reduce_ex__(pickle.HIGHEST_PROTOCOL)
                return (kind, _BEGUN[kind](thing), *state)

        Pickler(data, pickle.HIGHEST_PROTOCOL).dump((screen, player))
        return zlib.compress(data.getvalue(), 1)

    def take(self, kept: bytes) -> tuple[Screen, Player | None]:
        """Return a state that was kept, as new objects."""
        constants = self._constants

        class Unpickler(pickle.Unpickler):
            def persistent_load(self, number: Any) -> object:
                return constants[number]

        state: tuple[Screen, Player | None] = Unpickler(io.BytesIO(zlib.decompress(kept))).load()
        return state
