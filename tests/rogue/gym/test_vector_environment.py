"""Many games as one environment: the same as Gymnasium's over the same games, however many play them."""

from __future__ import annotations

import os
import pickle
import threading
from typing import Any

import pytest

pytest.importorskip("gymnasium", reason="the extra `gym` is not installed")

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode

from rogue.gym import FEW_KEYS, RogueVectorEnv, game_worker, make_vec
from rogue.gym.game_worker import GameTable, WorkerError
from tests.rogue.gym.games import game_of

HOW: dict[str, Any] = {"actions": "few", "skip_more": True, "max_turns": 20}


def assert_same(ours: Any, theirs: Any) -> None:
    """Compare observations, figures and infos, names, kinds of numbers and masks included."""
    if isinstance(theirs, dict):
        assert ours.keys() == theirs.keys()
        for name in theirs:
            assert_same(ours[name], theirs[name])
    else:
        assert ours.shape == theirs.shape
        assert ours.dtype.kind in ("u", theirs.dtype.kind)  # dungeons may have 64 bits
        assert np.array_equal(ours, theirs)


@pytest.mark.parametrize("processes", [1, 2, 3])
def test_it_plays_what_the_one_of_gymnasium_plays(processes: int) -> None:
    dice = np.random.default_rng(5)
    ours = make_vec("Rogue-v0", num_envs=5, processes=processes, **HOW)
    theirs: Any = gymnasium.make_vec(
        "Rogue-v0", num_envs=5, vectorization_mode="sync", **HOW, disable_env_checker=True
    )
    try:
        assert ours.observation_space == theirs.observation_space
        assert ours.action_space == theirs.action_space
        assert ours.single_observation_space == theirs.single_observation_space
        assert ours.metadata["autoreset_mode"] is theirs.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
        for here, there in zip(ours.reset(seed=7), theirs.reset(seed=7), strict=True):
            assert_same(here, there)
        ends = 0
        for _ in range(70):
            actions = dice.integers(len(ours.keys), size=5)
            ours_now, theirs_now = ours.step(actions), theirs.step(actions)
            for part in range(5):
                assert_same(ours_now[part], theirs_now[part])
            ends += int(ours_now[2].sum() + ours_now[3].sum())
        assert ends >= 3
        mask = np.array([True, False, True, False, False])
        masked = [one.reset(seed=99, options={"reset_mask": mask.copy()}) for one in (ours, theirs)]
        for here, there in zip(*masked, strict=True):
            assert_same(here, there)
        actions = dice.integers(len(ours.keys), size=5)
        assert_same(ours.step(actions)[0], theirs.step(actions)[0])
    finally:
        ours.close()
        theirs.close()


def test_it_plays_the_same_whether_its_processes_sleep_between_the_steps(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    played = []
    for seconds in (0.0, 60.0):
        monkeypatch.setattr(game_worker, "_AWAKE_SECONDS", seconds)
        games = make_vec(num_envs=4, processes=2, context="fork", **HOW)
        try:
            games.reset(seed=7)
            played.append([games.step([number % 5] * 4)[0]["screen"] for number in range(20)])
        finally:
            games.close()
    first, second = played
    assert np.array_equal(first, second)


def test_how_a_game_ended_is_told_of_that_game() -> None:
    games = make_vec(num_envs=3, processes=2, actions=(b"Q", b"y", b" ", b"s"), skip_more=True)
    try:
        games.reset(seed=7)
        for action in (0, 1):
            _, _, terminated, _, infos = games.step([3, action, 3])
        assert terminated.tolist() == [False, True, False]
        assert infos["_how"].tolist() == [False, True, False]
        assert infos["how"][1] == "quit"
        _, _, terminated, _, infos = games.step([3, 3, 3])
        assert "how" not in infos
        assert infos["turns"].tolist() == [3, 0, 3]  # another game has begun
        assert infos["dungeon"][1] not in (7, 8, 9)
    finally:
        games.close()


def test_observations_belong_to_the_caller_unless_told_otherwise() -> None:
    for copy in (True, False):
        games = make_vec(num_envs=2, copy=copy, actions=(b"i", b" "))
        before, _ = games.reset(seed=7)
        kept = before["screen"].copy()
        after = games.step([0, 0])[0]
        assert np.array_equal(before["screen"], kept) is copy
        assert not np.array_equal(after["screen"], kept)
        games.close()


def test_gymnasium_makes_it_by_itself() -> None:
    games: Any = gymnasium.make_vec("Rogue-coffee-v0", num_envs=4, processes=2, render_mode="ansi")
    try:
        assert isinstance(games, RogueVectorEnv)
        games.reset(seed=[7, 8, 9, None])
        assert [frame.count("Hp: 12(12)") for frame in games.render()] == [1] * 4
    finally:
        games.close()


@pytest.mark.parametrize(
    ("mask", "error"),
    [
        ([True, False], TypeError), (np.array([1, 0]), TypeError), (np.array([True]), ValueError),
        (np.array([False, False]), ValueError),
    ],
)  # fmt: skip
def test_a_mask_that_is_none_is_refused(mask: Any, error: type[Exception]) -> None:
    games = make_vec("Rogue-v0", num_envs=2)
    with pytest.raises(error, match="reset_mask must"):
        games.reset(seed=1, options={"reset_mask": mask})
    games.close()


def test_a_dungeon_of_64_bits_keeps_its_number() -> None:
    games = make_vec(num_envs=1)
    assert games.reset(seed=[2**64 - 1])[1]["dungeon"].tolist() == [2**64 - 1]


def test_what_makes_no_sense_is_named() -> None:
    unfit: list[dict[str, Any]] = [{"num_envs": 0}, {"processes": 0}, {"edition": "9"}]
    for wrong in unfit:
        with pytest.raises(ValueError, match=r"at least one|no edition '9'"):
            RogueVectorEnv(**wrong)
    games = make_vec(num_envs=3, processes=2, **HOW)
    try:
        with pytest.raises(ValueError, match="call reset first"):
            games.step([0, 0, 0])
        with pytest.raises(ValueError, match="3 environments, but 2 seeds"):
            games.reset(seed=[1, 2])
        games.reset(seed=1)
        with pytest.raises(ValueError, match="an action must be from 0 to 34, not 999"):
            games.step([0, 0, 999])
        assert games.step([0, 0, 0])[4]["turns"].shape == (3,)
    finally:
        games.close()


SEARCH = FEW_KEYS.index(b"s")


@pytest.mark.parametrize(
    ("actions", "error"),
    [
        *[(0, TypeError), (np.int64(0), TypeError), (0.0, TypeError), ("0", TypeError), (None, TypeError)],
        *[
            ([SEARCH] * 2, ValueError),
            ([SEARCH] * 4, ValueError),
            ([[SEARCH] * 3], ValueError),
            ([], ValueError),
        ],
        *[([-1] * 3, ValueError), ([SEARCH, SEARCH, -1], ValueError), ([SEARCH, SEARCH, 10**6], ValueError)],
        *[([SEARCH, SEARCH, 2**63], ValueError), ([SEARCH, SEARCH, 2**64], ValueError)],
        *[
            ([0.9] * 3, TypeError),
            ([True] * 3, TypeError),
            (["s"] * 3, TypeError),
            ([SEARCH, SEARCH, None], TypeError),
        ],
    ],
)
def test_no_game_moves_when_an_action_is_wrong(actions: Any, error: type[Exception]) -> None:
    games = make_vec(num_envs=3, **HOW)
    games.reset(seed=1)
    before = [game_of(env).world.turns for env in games._games._envs]
    with pytest.raises(error):
        games.step(actions)
    assert [game_of(env).world.turns for env in games._games._envs] == before
    assert games.step((SEARCH, SEARCH, SEARCH))[4]["turns"].tolist() == [1, 1, 1]


@pytest.mark.parametrize(
    ("seed", "error"),
    [
        *[(2**64, ValueError), (2**64 - 2, ValueError), (-1, ValueError), ([1, 2, 2**64], ValueError)],
        *[([1, -1, 2], ValueError), ([1, 2], ValueError), (1.0, TypeError), ([1, 2.5, 3], TypeError)],
        *[("12", TypeError), ("123", TypeError), (True, TypeError), ([1, "2", 3], TypeError)],
    ],
)
def test_no_game_begins_when_a_seed_is_wrong(seed: Any, error: type[Exception]) -> None:
    games = make_vec(num_envs=3, **HOW)
    games.reset(seed=7)
    with pytest.raises(error):
        games.reset(seed=seed)
    assert games._table.dungeons.tolist() == [7, 8, 9]


def test_the_last_seeds_can_be_played() -> None:
    games = make_vec(num_envs=3, **HOW)
    assert games.reset(seed=2**64 - 3)[1]["dungeon"].tolist() == [2**64 - 3, 2**64 - 2, 2**64 - 1]
    in_array: Any = np.array([1, 2, 3])
    assert games.reset(seed=in_array)[1]["dungeon"].tolist() == [1, 2, 3]


def test_a_process_that_is_gone_is_told_and_closing_waits_for_none() -> None:
    games = make_vec(num_envs=2, processes=2, **HOW)
    games.reset(seed=1)
    (worker,) = games._workers
    worker._process.kill()
    worker._process.join()
    with pytest.raises(WorkerError, match="has ended"):
        games.step([0, 0])
    games.close()
    games.close()
    assert games.closed


class UnsendableError(Exception):
    """An error that no other process can get."""

    def __init__(self) -> None:
        super().__init__("unsendable")
        self.lock = threading.Lock()


@pytest.mark.parametrize("error", [KeyboardInterrupt, OSError])
def test_after_an_interrupted_step_each_answer_belongs_to_its_call(error: type[BaseException]) -> None:
    def reward(*_: Any) -> float:
        if os.getpid() == here and raised.pop():
            raise error
        return 0.0

    here, raised = os.getpid(), [False, False, True]
    games = make_vec(num_envs=2, processes=2, reward=reward, context="fork", **HOW)
    try:
        games.reset(seed=1)
        with pytest.raises(error):
            games.step([SEARCH] * 2)
        assert games.reset(seed=1)[1]["turns"].tolist() == [0, 0]
        for turns in (1, 2):
            assert games.step([SEARCH] * 2)[4]["turns"].tolist() == [turns] * 2
    finally:
        games.close()


def test_an_error_that_cannot_be_sent_is_told_in_words() -> None:
    def reward(*_: Any) -> float:
        if os.getpid() != here:
            raise UnsendableError
        return 0.0

    here = os.getpid()
    games = make_vec(num_envs=2, processes=2, reward=reward, context="fork", **HOW)
    try:
        games.reset(seed=1)
        for _ in range(2):
            with pytest.raises(WorkerError, match=r"^UnsendableError: unsendable$"):
                games.step([SEARCH] * 2)
    finally:
        games.close()


def test_rows_are_seen_through_another_table_over_the_same_memory() -> None:
    table = GameTable(2, make_vec().single_observation_space)
    state = {name: pickled for name, pickled in table.__getstate__().items() if name != "_memory"}
    assert pickle.loads(pickle.dumps(state)) == state
    other = GameTable.__new__(GameTable)
    other.__setstate__(table.__getstate__())
    other.shown["screen"][1, 3, 5] = 64
    other.turns[1] = 9
    assert table.shown["screen"][1, 3, 5] == 64
    assert table.turns.tolist() == [0, 9]


@pytest.mark.long
def test_a_process_that_is_spawned_plays_the_same() -> None:
    both = [make_vec(num_envs=2, processes=2, context=how, **HOW) for how in ("spawn", None)]
    try:
        for one in both:
            one.reset(seed=7)
        for number in range(40):
            first, second = (one.step([number % 5, number % 7]) for one in both)
            assert np.array_equal(first[0]["screen"], second[0]["screen"])
    finally:
        for one in both:
            one.close()


def test_threads_take_turns_in_an_environment_that_they_share() -> None:
    games = make_vec(num_envs=2, processes=2, context="fork", **{**HOW, "max_turns": 0})
    turns: list[int] = []

    def search() -> None:
        for _ in range(8):
            turns.append(int(games.step([SEARCH] * 2)[4]["turns"][1]))

    try:
        games.reset(seed=1)
        threads = [threading.Thread(target=search, daemon=True) for _ in range(3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(20)
        assert sorted(turns) == list(range(1, 25))
    finally:
        games.close()
