"""A wrapper whose observations are the screen in words."""

from __future__ import annotations

from typing import Any, Final

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.utils import RecordConstructorArgs

from rogue.gym.environment import RogueEnv
from rogue.ui.text_view import MAX_TEXT

_CHARACTERS: Final = "".join(map(chr, range(0x20, 0x7F))) + "\n"


class TextObservation(gymnasium.ObservationWrapper[str, np.int64, dict[str, Any]], RecordConstructorArgs):
    """A wrapper whose observations are texts like those that `rogue mcp` returns.

    A text says what the game waits for and what changed in this step.  It also contains the messages, the
    screen, and a legend.
    """

    def __init__(self, env: gymnasium.Env[dict[str, Any], np.int64]) -> None:
        """Wrap an environment of rogue.gym.  Raises TypeError for any other environment."""
        RecordConstructorArgs.__init__(self)
        super().__init__(env)
        if not isinstance(env.unwrapped, RogueEnv):
            raise TypeError(f"only environments of rogue.gym have a text, not {env.unwrapped}")
        self._game: RogueEnv = env.unwrapped
        self._before = b""
        self.observation_space = spaces.Text(MAX_TEXT, charset=_CHARACTERS)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[str, dict[str, Any]]:
        """Start a game.  Return its first screen and the info."""
        self._before = b""
        return super().reset(seed=seed, options=options)

    def observation(self, observation: dict[str, Any]) -> str:
        """Return an observation in words.  The words also say what the last step has changed."""
        said = bytes(observation["message"]).rstrip(b"\0").decode("latin-1")
        before, self._before = self._before, bytes(observation["screen"])
        return self._game.text(before, said)
