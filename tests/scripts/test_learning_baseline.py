"""`scripts/gym-baseline`: what a learner sees, who plays beside it, the table."""

from __future__ import annotations

from importlib.util import find_spec

import numpy as np
import pytest

gymnasium = pytest.importorskip("gymnasium", reason="the extra `gym` is not installed")

from rogue.gym import RogueEnv  # noqa: E402
from rogue.shared.seeds import Dice  # noqa: E402
from scripts.lib.learning_baseline import (  # noqa: E402
    CLASSES,
    RADIUS,
    SYMBOLS,
    TRAINING,
    Episode,
    LearnersGame,
    agents_play,
    curve_of,
    features,
    random_play,
    table_of,
)
from tests.support.script_runs import run_script  # noqa: E402


def test_a_learner_sees_the_squares_around_the_hero() -> None:
    env = RogueEnv()
    seen, _ = env.reset(seed=42)
    shown = features(seen)
    squares = shown[:-10].reshape(2 * RADIUS[0] + 1, 2 * RADIUS[1] + 1, CLASSES)
    assert (squares.sum(axis=2) == 1).all()
    assert squares[RADIUS[0], RADIUS[1]].argmax() == SYMBOLS.index(b"@")
    assert squares[RADIUS[0], RADIUS[1] + 1].argmax() == SYMBOLS.index(b"*")
    assert squares[RADIUS[0], RADIUS[1] + 7].argmax() == len(SYMBOLS)  # the bat
    assert shown[-10:].tolist() == pytest.approx(
        seen["status"] / [26, 1000, 100, 100, 18, 18, 10, 10, 1000, 3]
    )


@pytest.mark.parametrize("cursor", [(0, 0), (23, 79)])
def test_beyond_the_edge_there_is_rock(cursor: tuple[int, int]) -> None:
    seen, _ = RogueEnv().reset(seed=42)
    assert features(seen | {"cursor": np.array(cursor, np.uint8)}).shape == (4924,)


def test_the_learners_game_is_played_in_dungeons_for_training() -> None:
    env = LearnersGame(Dice(1), 30, lambda gold, depth: None)
    dungeons = {env.reset(seed=5)[1]["dungeon"] for _ in range(5)}
    assert len(dungeons) == 5
    assert all(dungeon in TRAINING for dungeon in dungeons)
    assert env.observation_space.contains(env.reset()[0])
    assert env.observation_space.contains(env.step(np.int64(16))[0])


def test_every_episode_is_noted_when_it_ends() -> None:
    noted: list[tuple[int, int]] = []
    env = LearnersGame(Dice(1), 3, lambda gold, depth: noted.append((gold, depth)))
    env.reset()
    ends = [env.step(np.int64(16))[2:4] for _ in range(3)]
    assert ends == [(False, False), (False, False), (False, True)]
    assert noted == [(0, 1)]


def test_others_play_the_same_games_to_the_same_end() -> None:
    assert random_play(2, 40, 1) == random_play(2, 40, 1)
    golds = agents_play(2, 200)
    assert len(golds) == 2
    assert sum(golds) > sum(random_play(2, 200, 1))


def test_the_curve_has_a_point_for_each_part_of_the_time_with_episodes() -> None:
    episodes = [
        Episode(0.1, 10, 4, 1),
        Episode(0.2, 20, 8, 1),
        Episode(9.9, 90, 100, 2),
        Episode(10.1, 95, 0, 1),
    ]
    first, last = curve_of(episodes, 10.0, parts=2)
    assert (first.minutes, first.steps, first.episodes, first.mean) == (5.0, 20, 2, 6.0)
    assert (last.minutes, last.steps, last.episodes, last.mean) == (10.0, 95, 2, 50.0)
    lines = list(table_of([first, last], {"random keys": [0, 2]}))
    assert lines[1].split() == ["5.0", "20", "2", "6.0", "2.0"]
    assert lines[-1].split() == ["random", "keys", "2", "1.0", "1.0"]


@pytest.mark.skipif(find_spec("stable_baselines3") is not None, reason="stable-baselines3 is installed")
def test_without_the_library_it_says_what_to_install() -> None:
    done = run_script("gym-baseline", "--minutes", "1")
    assert done.returncode == 1
    assert "stable-baselines3 missing: .venv/bin/pip install stable-baselines3" in done.stderr
