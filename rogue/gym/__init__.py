"""Gymnasium environments of Rogue, one for each edition or shipped variant."""

from __future__ import annotations

from typing import Final

try:
    import gymnasium
except ImportError as missing:
    raise ImportError(
        "rogue.gym needs Gymnasium.  Install it with: python -m pip install gymnasium", name="gymnasium"
    ) from missing

from rogue.gym.environment import Observation, RogueEnv
from rogue.gym.observations import ALL_KEYS, FEW_KEYS, Status, read_status_row
from rogue.gym.rewards import REWARDS
from rogue.gym.text_observation import TextObservation
from rogue.gym.vector_environment import RogueVectorEnv, make_vec
from rogue.storage.variant_files import BEST
from rogue.tables.edition_table import EDITIONS

__all__ = (
    "ALL_KEYS", "FEW_KEYS", "IDS", "REWARDS", "Observation", "RogueEnv", "RogueVectorEnv", "Status",
    "TextObservation", "make_vec", "read_status_row",
)  # fmt: skip

_NAMES: Final = (*EDITIONS, *BEST)
IDS: Final = {"Rogue-v0": "5.4"} | {f"Rogue-{name}-v0": name for name in _NAMES}
"""Registered id -> edition or shipped variant."""

for _id, _edition in IDS.items():
    if _id not in gymnasium.registry:
        gymnasium.register(
            _id,
            entry_point="rogue.gym.environment:RogueEnv",
            vector_entry_point="rogue.gym.vector_environment:RogueVectorEnv",
            kwargs={"edition": _edition},
        )
