"""The environment: what Gymnasium asks of one, what is shown, when an episode ends."""

from __future__ import annotations

import math
import warnings
from typing import Any

import numpy as np
import pytest

gymnasium = pytest.importorskip("gymnasium", reason="the extra `gym` is not installed")

from gymnasium.utils.env_checker import check_env  # noqa: E402

from rogue.gym import ALL_KEYS, FEW_KEYS, IDS, REWARDS, RogueEnv, Status, TextObservation, make_vec  # noqa: E402
from rogue.gym.rewards import reward_of  # noqa: E402
from rogue.ui.end_screens import Outcome  # noqa: E402
from rogue.ui.session import Session  # noqa: E402
from tests.rogue.gym.games import game_of  # noqa: E402


def play(env: RogueEnv, keys: bytes) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
    """Send keys one by one; return the last step with the rewards of all."""
    total = 0.0
    for key in keys:
        observation, reward, terminated, truncated, info = env.step(env.action_of(bytes([key])))
        total += reward
    return observation, total, terminated, truncated, info


@pytest.mark.parametrize(
    ("name", "render_mode"),
    [*((name, None) for name in IDS), *((min(IDS), mode) for mode in ("ansi", "rgb_array"))],
)
def test_the_checker_of_gymnasium_passes_without_a_warning(name: str, render_mode: str | None) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(gymnasium.make(name, render_mode=render_mode).unwrapped)


def test_the_checker_passes_with_every_choice() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        chosen = {"actions": "few", "privileged": True, "skip_more": True, "max_steps": 10, "max_turns": 10}
        check_env(gymnasium.make("Rogue-v0", **chosen).unwrapped)


def test_a_step_is_a_key_of_the_same_game_as_a_session() -> None:
    keys = b"llllkk,i ssssq*\x1bHJKLs"
    game, env = Session(42), RogueEnv()
    game.feed(b"")
    env.reset(seed=42)
    for key in keys:
        drawn = game.feed(bytes([key]))
        seen = env.step(env.action_of(bytes([key])))[0]
        assert env.drawn == drawn
        assert bytes(seen["screen"].reshape(-1)) == game.cells
        assert tuple(seen["cursor"]) == game.cursor
        assert bytes(seen["message"]).rstrip(b"\0").decode() == game.screen[0].rstrip()


@pytest.mark.parametrize(
    ("edition", "row"),
    [
        ("5.4", Status(1, 0, 12, 12, 16, 16, 4, 1, 0, 0)),
        ("5.2", Status(1, 0, 12, 12, 16, 16, 6, 1, 0, 0)),
        ("3.6", Status(1, 0, 12, 12, 16, 16, 6, 1, 0, 0)),
    ],
)
def test_the_status_line_of_every_edition_is_read(edition: str, row: Status) -> None:
    seen, _ = RogueEnv(edition=edition).reset(seed=9)
    assert Status(*map(int, seen["status"]))._replace(armor=row.armor) == row


def test_the_reward_is_the_gold_gained_and_may_be_another() -> None:
    env = RogueEnv()
    env.reset(seed=5)
    game_of(env).world.player.purse = 40
    assert play(env, b"s")[1] == 40.0
    assert play(env, b"s")[1] == 0.0

    def depth(before: Status, after: Status, outcome: Outcome | None) -> float:
        return after.depth - before.depth - (outcome is not None)

    env = RogueEnv(reward=depth)
    env.reset(seed=5)
    assert play(env, b"Qy")[1:3] == (-1.0, True)


def test_an_episode_is_terminated_by_the_end_and_truncated_by_a_limit() -> None:
    env = RogueEnv(max_turns=3)
    env.reset(seed=5)
    assert play(env, b"ss")[2:4] == (False, False)
    assert play(env, b"s")[2:4] == (False, True)
    env = RogueEnv(max_steps=2)
    env.reset(seed=5)
    assert play(env, b"s")[2:4] == (False, False)
    *_, terminated, truncated, info = play(env, b"Q")
    assert (terminated, truncated) == (False, True)
    *_, terminated, _, info = play(env, b"y")
    assert terminated
    assert (info["how"], info["score"], info["dungeon"]) == ("quit", 0, 5)


def test_without_a_seed_the_generator_chooses_the_dungeon() -> None:
    env = RogueEnv()
    _, first = env.reset(seed=5)
    dungeons = [env.reset()[1]["dungeon"] for _ in range(3)]
    assert first["dungeon"] == 5
    assert len(set(dungeons)) == 3
    env.reset(seed=5)
    assert [env.reset()[1]["dungeon"] for _ in range(3)] == dungeons
    assert all(0 <= dungeon < 1 << 63 for dungeon in dungeons)  # an array of 64 bits can hold them
    assert env.reset(seed=1, options={"dungeon": 77})[1]["dungeon"] == 77


def test_the_true_map_is_there_on_request_only() -> None:
    seen, _ = RogueEnv().reset(seed=11)
    assert "map" not in seen
    env = RogueEnv(privileged=True)
    seen, _ = env.reset(seed=11)
    level = game_of(env).world.level
    assert {chr(c) for c in np.unique(seen["map"])} >= set("-|.@%")
    for foe in level.foes:
        assert seen["map"].reshape(-1)[foe.spot] == ord(foe.kind.letter)
    assert (seen["map"] != ord(" ")).sum() > (seen["screen"][1:23] != ord(" ")).sum()


def test_the_true_map_shows_what_is_hidden() -> None:
    env = RogueEnv(privileged=True)
    for seed in range(60):
        seen, _ = env.reset(seed=seed)
        level = game_of(env).world.level
        hidden = [spot for spot in range(80, 1840) if not level.flags[spot] & 1]
        if hidden:
            shown = {chr(seen["map"].reshape(-1)[spot]) for spot in hidden}
            assert shown <= set("+#^") | set("ABCDEFGHIJKLMNOPQRSTUVWXYZ@")
            return
    pytest.fail("no dungeon of these hides anything")


def test_messages_behind_a_more_are_skipped_and_kept() -> None:
    env = RogueEnv(skip_more=True, options="inven=slow")
    env.reset(seed=42)
    seen, *_, info = play(env, b"i")
    said = bytes(seen["message"]).rstrip(b"\0").decode()
    assert info["mode"] == "command"
    assert "a) some food" in said.lower()
    assert "--More--" not in said


def test_sets_of_actions() -> None:
    assert len(set(ALL_KEYS)) == len(ALL_KEYS) > 100
    assert set(FEW_KEYS) <= set(ALL_KEYS)
    assert not {b"S", b"!"} & set(ALL_KEYS)
    env = RogueEnv(actions=(b"h", b"l"))
    assert env.action_space == gymnasium.spaces.Discrete(2)
    assert env.action_of(b"l") == 1
    with pytest.raises(ValueError, match=r"no action sends the key b'\\x00'"):
        env.action_of(b"\0")


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"edition": "9"}, "no edition '9'"),
        ({"actions": "most"}, "unknown set of actions 'most'; choose from all, few"),
        ({"actions": (b"hh",)}, "one byte each"),
        ({"actions": ()}, "one byte each"),
        ({"max_steps": -1}, "max_steps must be 0, for no limit, or more, not -1"),
        ({"max_turns": -2}, "max_turns must be 0"),
        ({"render_mode": "human"}, "unknown render mode 'human'; choose ansi or rgb_array"),
    ],
)
def test_wrong_arguments_are_named(wrong: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        RogueEnv(**wrong)


def test_a_step_before_the_first_reset_is_an_error() -> None:
    with pytest.raises(ValueError, match="call reset first"):
        RogueEnv().step(0)


@pytest.mark.parametrize(
    ("action", "error"),
    [
        *[(-1, ValueError), (len(FEW_KEYS), ValueError), (10**6, ValueError), (2**70, ValueError)],
        *[(np.int64(-1), ValueError), (0.0, TypeError), (np.float64(1), TypeError), (True, TypeError)],
        *[
            ("s", TypeError),
            (b"s", TypeError),
            (None, TypeError),
            ([0], TypeError),
            (np.array([0, 1]), TypeError),
        ],
    ],
)
def test_what_is_no_action_is_refused_and_plays_nothing(action: Any, error: type[Exception]) -> None:
    env = RogueEnv(actions="few")
    env.reset(seed=1)
    shown = env.drawn
    with pytest.raises(error, match=r"an action must be (a whole number|from 0 to 34), not"):
        env.step(action)
    assert env.drawn == shown
    taken: list[Any] = [0, np.int64(0), np.uint8(0), np.array(0)]
    for right in taken:
        env.step(right)


@pytest.mark.parametrize(
    ("seed", "error"),
    [
        *[(2**64, ValueError), (-1, ValueError), (np.int64(-1), ValueError), (10**30, ValueError)],
        *[(1.0, TypeError), ("1", TypeError), (True, TypeError), ([1], TypeError)],
    ],
)
def test_what_is_no_seed_is_refused_and_begins_nothing(seed: Any, error: type[Exception]) -> None:
    env = RogueEnv()
    env.reset(seed=5)
    with pytest.raises(error, match=r"the seed must be (a whole number|from 0 to 2\*\*64 - 1), not"):
        env.reset(seed=seed)
    with pytest.raises(error, match="the dungeon must be "):
        env.reset(options={"dungeon": seed})
    assert env.render_mode is None
    assert game_of(env).world.seed == 5


@pytest.mark.parametrize(
    ("options", "error"),
    [
        *[({"edition": "5.2"}, ValueError), ({"dungon": 5}, ValueError)],
        *[({"dungeon": 5, "seed": 4}, ValueError), (5, TypeError), ([("dungeon", 5)], TypeError)],
    ],
)  # fmt: skip
def test_an_option_that_a_reset_does_not_have_is_refused(options: Any, error: type[Exception]) -> None:
    env, games = RogueEnv(), make_vec("Rogue-v0", num_envs=1)
    for one in (env, games):
        one.reset(seed=5)
        with pytest.raises(
            error, match=r"reset has no option '\w+'; its only option is 'dungeon'|the options of reset must"
        ):
            one.reset(seed=6, options=options)
        assert one.reset(seed=6, options={"dungeon": None})[1]["dungeon"] == 6
    games.close()


@pytest.mark.parametrize("seed", [0, 2**63, 2**64 - 1, np.int64(3), np.uint64(2**64 - 1)])
def test_every_seed_of_64_bits_is_a_dungeon_of_its_own(seed: Any) -> None:
    env = RogueEnv()
    assert env.reset(seed=seed)[1]["dungeon"] == int(seed)
    assert env.reset(options={"dungeon": seed})[1]["dungeon"] == int(seed)


def test_a_picture_has_ink_where_the_screen_has_characters() -> None:
    env = RogueEnv(render_mode="rgb_array")
    env.reset(seed=42)
    image = env.render()
    assert image.shape == (*env.image_size, 3)
    assert image.dtype == np.uint8
    rows = [bool(image[row * 12 : row * 12 + 11].any()) for row in range(24)]
    assert rows == [bool(line.strip()) for line in game_of(env).screen]


def test_vector_environments_of_gymnasium_work() -> None:
    both = gymnasium.make_vec("Rogue-v0", num_envs=2, vectorization_mode="sync", vector_kwargs={})
    seen, info = both.reset(seed=7)
    assert seen["screen"].shape == (2, 24, 80)
    assert list(info["dungeon"]) == [7, 8]
    _, _, terminated, truncated, _ = both.step(np.array([0, 0]))
    assert not terminated.any()
    assert not truncated.any()
    both.close()


@pytest.mark.long
def test_vector_environments_in_processes_work() -> None:
    """Two processes play what two environments in this one play, beyond the ends of episodes."""
    dice = np.random.default_rng(5)
    how = {"actions": "few", "skip_more": True, "max_turns": 30}
    both = [
        gymnasium.make_vec("Rogue-v0", num_envs=2, vectorization_mode=mode, **how)
        for mode in ("async", "sync")
    ]
    try:
        first, _ = both[0].reset(seed=7)
        assert bytes(first["screen"][1].reshape(-1)) == _first_screen(8)
        both[1].reset(seed=7)
        ends = 0
        for number in range(400):
            actions = dice.integers(both[0].single_action_space.n, size=2)
            (here, gain, *over, _), (there, other_gain, *other_over, _) = (one.step(actions) for one in both)
            assert all(np.array_equal(here[name], there[name]) for name in here), number
            assert np.array_equal(gain, other_gain)
            assert np.array_equal(over, other_over)
            ends += int(np.sum(over))
        assert ends >= 2
    finally:
        for one in both:
            one.close()


def _first_screen(seed: int) -> bytes:
    game = Session(seed)
    game.feed(b"")
    return game.cells


@pytest.mark.parametrize("skip_more", [False, True])
def test_a_text_is_what_the_screen_says_in_words(skip_more: bool) -> None:
    inner = gymnasium.make("Rogue-3.6-v0", skip_more=skip_more)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", message=".*different from the unwrapped version")
        check_env(TextObservation(inner), skip_render_check=True)
    env = TextObservation(inner)
    text, _ = env.reset(seed=40_000)
    game: RogueEnv = inner.unwrapped
    assert text == game.text()
    assert "changed: " not in text
    text = env.step(np.int64(game.action_of(b"s")))[0]
    assert env.observation_space.contains(text)
    assert "changed: " in text
    assert "'@': you at (" in text


def test_a_text_needs_a_game_of_ours() -> None:
    with pytest.raises(TypeError, match=r"only environments of rogue\.gym have a text"):
        TextObservation(gymnasium.make("CartPole-v1"))


BEFORE = Status(depth=1, gold=10, hp=12, max_hp=12, experience=3)
AFTER = Status(depth=2, gold=4, hp=5, max_hp=12, experience=9)


@pytest.mark.parametrize(
    ("asked", "value"),
    [
        ("gold", -6.0), ("experience", 6.0), ("depth", 1.0), ("hit points", -7.0), ("death", 1.0),
        ("win", 0.0), ("step", 1.0), ({"gold": 1, "depth": 50, "death": -100}, -56.0), ({}, 0.0),
    ],
)  # fmt: skip
def test_rewards_have_names_and_weights(asked: str | dict[str, float], value: float) -> None:
    end = Outcome("killed", "bat", 4, 2, 2, 1, 100, 0, "Ann", 4)
    assert reward_of(asked)(BEFORE, AFTER, end) == value


def test_every_reward_is_0_at_the_first_look_but_that_of_a_step() -> None:
    first = {name: reward(Status(), BEFORE._replace(gold=0, experience=0), None)
             for name, reward in REWARDS.items()}  # fmt: skip
    assert first == {name: float(name == "step") for name in REWARDS}
    assert repr(reward_of({})(BEFORE, AFTER, None)) == "0.0"


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("goold", r"unknown reward 'goold'; choose from .*; did you mean gold\?$"),
        ({"depht": 1.0}, r"unknown reward 'depht'; choose from .*; did you mean depth\?$"),
        ({"gold": "much"}, "the weight of 'gold' must be a number"),
        ({"gold": math.nan}, "the weight of 'gold' must be a number"),
        ({"gold": 1, "death": -math.inf}, "the weight of 'death' must be a number"),
        (None, "a reward is a name, weights, or a function, not None"),
        (3, "a reward is a name, weights, or a function, not 3"),
    ],
)
def test_an_unknown_reward_is_refused(asked: Any, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        RogueEnv(reward=asked)


def test_a_weighted_reward_pays_in_other_processes() -> None:
    games = gymnasium.make_vec("Rogue-v0", num_envs=2, processes=2, reward={"step": 0.5}, actions="few")
    games.reset(seed=40_000)
    assert games.step(np.array([0, 0]))[1].tolist() == [0.5, 0.5]
    games.close()
