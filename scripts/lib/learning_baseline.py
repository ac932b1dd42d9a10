"""A learner's curve on the environment, beside random play and the agent."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from rogue.gym import RogueEnv
from rogue.shared.confidence import mean_and_error
from rogue.shared.seeds import Dice

ROWS, COLS = 24, 80
RADIUS: Final = (6, 10)  # rows and columns that are seen around the hero
SYMBOLS: Final = b"@.#+%^-|*!?:)]=/"
_LETTERS: Final = len(SYMBOLS)  # class of every monster
_OTHER: Final = _LETTERS + 1
CLASSES: Final = _OTHER + 1
REWARD: Final = {"gold": 1.0, "experience": 1.0, "depth": 50.0, "death": -20.0}
TRAINING: Final = range(100_000, 3_000_000)  # dungeons that are learned from
TESTED: Final = 50_000  # first dungeon of random play and of the agent
SCALES: Final = np.array([26, 1000, 100, 100, 18, 18, 10, 10, 1000, 3], np.float32)


class Episode(NamedTuple):
    """An episode: minutes since the start, steps of all games so far, gold, depth."""

    minutes: float
    steps: int
    gold: int
    depth: int


def symbol_classes() -> NDArray[np.int64]:
    """Return the class of each character."""
    classes = np.full(256, _OTHER, np.int64)
    classes[ord("A") : ord("Z") + 1] = _LETTERS
    for number, symbol in enumerate(SYMBOLS):
        classes[symbol] = number
    return classes


_CLASSES: Final = symbol_classes()


def features(seen: dict[str, Any]) -> NDArray[np.float32]:
    """Return what a learner sees: the squares around the cursor by class, and the status row."""
    (row, col), (down, across) = map(int, seen["cursor"]), RADIUS
    padded = np.pad(seen["screen"], ((down, down), (across, across)), constant_values=ord(" "))
    near = padded[row : row + 2 * down + 1, col : col + 2 * across + 1]
    squares = np.eye(CLASSES, dtype=np.float32)[_CLASSES[near]].reshape(-1)
    return np.concatenate([squares, seen["status"].astype(np.float32) / SCALES])


class LearnersGame(gymnasium.Wrapper[NDArray[np.float32], np.int64, dict[str, Any], np.int64]):
    """The environment for a learner: features, dungeons of a range, and a note of every episode."""

    def __init__(self, dice: Dice, steps: int, note: Callable[[int, int], None]) -> None:
        """Make a game of at most `steps` keys.  `note` takes gold and depth at the end of each episode."""
        game = RogueEnv(actions="few", skip_more=True, max_steps=steps, reward=REWARD)
        super().__init__(game)  # type: ignore[arg-type]  # its observations are made new
        self._game, self._dice, self._note = game, dice, note
        size = (2 * RADIUS[0] + 1) * (2 * RADIUS[1] + 1) * CLASSES + len(SCALES)
        self.observation_space = spaces.Box(-np.inf, np.inf, (size,), np.float32)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Start a game in the next dungeon."""
        dungeon = self._dice.one_of(TRAINING)
        seen, info = self._game.reset(seed=seed, options={"dungeon": dungeon} | (options or {}))
        return features(seen), info

    def step(self, action: np.int64) -> tuple[NDArray[np.float32], float, bool, bool, dict[str, Any]]:
        """Send a key."""
        seen, reward, terminated, truncated, info = self._game.step(action)
        if terminated or truncated:
            self._note(int(seen["status"][1]), int(seen["status"][0]))
        return features(seen), reward, terminated, truncated, info


def learn(minutes: float, games: int, steps: int, seed: int) -> list[Episode]:
    """Let PPO of stable-baselines3 learn for some minutes; return its episodes.

    games  played at the same time     steps  keys in an episode
    """
    import torch  # type: ignore[import-not-found,unused-ignore]
    from stable_baselines3 import PPO
    from stable_baselines3.common.callbacks import BaseCallback
    from stable_baselines3.common.vec_env import DummyVecEnv

    torch.set_num_threads(1)  # on a busy machine, more wait for one another
    began = time.monotonic()
    episodes: list[Episode] = []

    class Clock(BaseCallback):  # type: ignore[misc,unused-ignore]
        def _on_step(self) -> bool:
            return time.monotonic() - began < 60 * minutes

    def note(gold: int, depth: int) -> None:
        episodes.append(Episode((time.monotonic() - began) / 60, model.num_timesteps, gold, depth))

    makers: list[Any] = [
        lambda number=number: LearnersGame(Dice(seed, number), steps, note) for number in range(games)
    ]
    model = PPO("MlpPolicy", DummyVecEnv(makers), n_steps=256, batch_size=512, n_epochs=4,
                ent_coef=0.01, gamma=0.995, seed=seed, device="cpu", verbose=0)  # fmt: skip
    model.learn(total_timesteps=10**9, callback=Clock())
    return episodes


def random_play(episodes: int, steps: int, seed: int) -> list[int]:
    """Return the gold of episodes of random keys."""
    game, dice = RogueEnv(actions="few", skip_more=True, max_steps=steps), Dice(seed, "random")
    found = []
    for number in range(episodes):
        seen, _ = game.reset(seed=TESTED + number)
        ends = False
        while not ends:
            seen, _, terminated, truncated, _ = game.step(dice.below(len(game.keys)))
            ends = terminated or truncated
        found.append(int(seen["status"][1]))
    return found


def agents_play(episodes: int, steps: int) -> list[int]:
    """Return the gold of the agent after as many keys."""
    from rogomatic.gym import OPTIONS, Advisor

    def play(number: int) -> int:
        game, agent = RogueEnv(options=OPTIONS, max_steps=steps), Advisor()
        seen, _ = game.reset(seed=TESTED + number)
        while keys := agent.advise(seen).keys:
            for key in keys:
                seen, _, terminated, truncated, _ = game.step(game.action_of(bytes([key])))
                if terminated or truncated:
                    return int(seen["status"][1])
                agent.observe(seen)
        return int(seen["status"][1])

    return [play(number) for number in range(episodes)]


@dataclass(frozen=True)
class CurvePoint:
    """Mean gold of the episodes that ended in a part of the time, with its standard error."""

    minutes: float
    steps: int
    episodes: int
    mean: float
    error: float | None


def curve_of(episodes: Sequence[Episode], minutes: float, parts: int = 10) -> list[CurvePoint]:
    """Return the curve by equal parts of the time, without parts in which no episode ended."""
    points = []
    for part in range(parts):
        low, high = minutes * part / parts, minutes * (part + 1) / parts
        last = part == parts - 1
        some = [one for one in episodes if low <= one.minutes and (one.minutes < high or last)]
        if some:
            mean, error = mean_and_error([one.gold for one in some])
            points.append(CurvePoint(high, some[-1].steps, len(some), mean, error))
    return points


def table_of(points: Sequence[CurvePoint], others: Mapping[str, Sequence[int]]) -> Iterator[str]:
    """Yield the curve, with the mean gold of other players below."""
    yield f"{'minutes':>8}{'steps':>11}{'episodes':>10}{'gold':>9}  standard error"
    for one in points:
        error = "" if one.error is None else f"{one.error:.1f}"
        yield f"{one.minutes:>8.1f}{one.steps:>11,}{one.episodes:>10,}{one.mean:>9.1f}  {error}"
    for name, golds in others.items():
        mean, wide = mean_and_error(golds)
        yield f"{name:<19}{len(golds):>10,}{mean:>9.1f}  {'' if wide is None else f'{wide:.1f}'}"
