"""The game behind an environment, for tests only."""

from __future__ import annotations

from rogue.gym.environment import RogueEnv
from rogue.ui.session import Session


def game_of(env: RogueEnv) -> Session:
    """Return the running game of an environment."""
    assert env._session is not None
    return env._session
