"""The rewards of a step, chosen by name or combined with weights."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import isfinite
from typing import Final

from rogue.gym.observations import Status
from rogue.shared.errors import meant
from rogue.ui.end_screens import Outcome

Reward = Callable[[Status, Status, Outcome | None], float]
"""(status before, status after, outcome or None) -> reward of a step."""


def gold_gained(before: Status, after: Status, outcome: Outcome | None) -> float:  # noqa: ARG001
    """Return the gold gained in a step, which is negative after a theft."""
    return float(after.gold - before.gold)


def _experience(before: Status, after: Status, outcome: Outcome | None) -> float:  # noqa: ARG001
    return float(after.experience - before.experience)


def _levels_down(before: Status, after: Status, outcome: Outcome | None) -> float:  # noqa: ARG001
    return float(after.depth - before.depth) if before.depth else 0.0


def _hit_points(before: Status, after: Status, outcome: Outcome | None) -> float:  # noqa: ARG001
    return float(after.hp - before.hp) if before.max_hp else 0.0


def _death(before: Status, after: Status, outcome: Outcome | None) -> float:  # noqa: ARG001
    return float(outcome is not None and outcome.how == "killed")


def _win(before: Status, after: Status, outcome: Outcome | None) -> float:  # noqa: ARG001
    return float(outcome is not None and outcome.how == "won")


def _step(before: Status, after: Status, outcome: Outcome | None) -> float:  # noqa: ARG001
    return 1.0


REWARDS: Final[dict[str, Reward]] = {
    "gold": gold_gained,
    "experience": _experience,
    "depth": _levels_down,
    "hit points": _hit_points,
    "death": _death,
    "win": _win,
    "step": _step,
}
"""Name -> reward.  "death" and "win" are 1 at such an end, "step" is always 1, and others are differences."""


@dataclass(frozen=True, slots=True)
class WeightedReward:
    """A sum of rewards, each with a weight."""

    parts: tuple[tuple[str, float], ...]

    def __call__(self, before: Status, after: Status, outcome: Outcome | None) -> float:
        """Return the weighted sum for a step."""
        return sum((weight * REWARDS[name](before, after, outcome) for name, weight in self.parts), 0.0)


def reward_of(asked: Reward | str | Mapping[str, float]) -> Reward:
    """Return the reward function for a name, or a weighted sum for a mapping from names to weights.

    A function is returned unchanged.  Raises ValueError for an unknown name, a weight that is not a finite
    number, or a value of another type.
    """
    if isinstance(asked, str):
        _check(asked)
        return REWARDS[asked]
    if not isinstance(asked, Mapping):
        if not callable(asked):
            raise ValueError(f"a reward is a name, weights, or a function, not {asked!r}")
        return asked
    for name, weight in asked.items():
        _check(name)
        if isinstance(weight, bool) or not isinstance(weight, int | float) or not isfinite(weight):
            raise ValueError(f"the weight of {name!r} must be a number, not {weight!r}")
    return WeightedReward(tuple((name, float(weight)) for name, weight in asked.items()))


def _check(name: str) -> None:
    if name not in REWARDS:
        raise ValueError(
            f"unknown reward {name!r}; choose from {', '.join(REWARDS)}{meant(str(name), REWARDS)}"
        )
