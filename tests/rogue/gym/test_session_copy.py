"""Copies of an environment: in the middle of anything, and the same keys give the same bytes."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable

import pytest

pytest.importorskip("gymnasium", reason="the extra `gym` is not installed")

from rogue.gym import RogueEnv
from rogue.state.rng import Rng
from rogue.storage import session_copy
from rogue.tables.edition_table import EDITIONS
from tests.rogue.gym.games import game_of

WAYS = [copy.deepcopy, copy.copy, lambda env: pickle.loads(pickle.dumps(env))]


def chance(env: RogueEnv, seed: int, steps: int) -> list[int]:
    """Return actions at random."""
    dice = Rng(seed)
    return [dice.rnd(len(env.keys)) for _ in range(steps)]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("edition", list(EDITIONS))
def test_a_copy_goes_on_to_the_same_game(way: Callable[[RogueEnv], RogueEnv], edition: str) -> None:
    env = RogueEnv(edition=edition, actions="few")
    env.reset(seed=12)
    for number, action in enumerate(chance(env, 3, 100)):
        if env.outcome is not None:
            break
        if number % 20 == 0:
            twin = way(env)
            kept = way(env)
        env.step(action)
        twin.step(action)
        assert env.drawn == twin.drawn
    before = kept.drawn
    env.step(0)
    assert kept.drawn == before


@pytest.mark.parametrize("keys", [b"q", b"qa", b"Q", b"i", b"o", b"5", b"t", b"c", b"/", b"?", b"D", b"f"])
def test_a_copy_in_the_middle_of_a_question_goes_on_there(keys: bytes) -> None:
    env = RogueEnv()
    env.reset(seed=12)
    for key in keys:
        env.step(env.action_of(bytes([key])))
    twin = copy.deepcopy(env)
    for action in map(env.action_of, (b"*", b"a", b"h", b" ", b"l", b"\r", b"\x1b", b"s")):
        env.step(action)
        twin.step(action)
        assert env.drawn == twin.drawn


def test_the_tables_are_not_copied() -> None:
    env = RogueEnv()
    env.reset(seed=12)
    twin = copy.deepcopy(env)
    ours, theirs = game_of(env).world, game_of(twin).world
    assert ours is not theirs
    assert theirs.rules is ours.rules
    assert [item.kind for item in theirs.player.pack] == [item.kind for item in ours.player.pack]
    assert len(pickle.dumps(env)) < 60_000


@pytest.mark.parametrize("pickler", [session_copy._Pickler, session_copy._CompiledPickler])
def test_made_up_rules_are_copied_with_their_game(
    pickler: type[pickle.Pickler], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session_copy, "_Pickler", pickler)
    env = RogueEnv(edition=EDITIONS["5.4"].replace(amulet_depth=2), actions="few")
    env.reset(seed=12)
    twin = pickle.loads(pickle.dumps(env))
    assert game_of(twin).world.rules.amulet_depth == 2
    for action in chance(env, 4, 300):
        env.step(action)
        twin.step(action)
        assert env.drawn == twin.drawn


def test_a_copy_for_search_shares_made_up_rules() -> None:
    env = RogueEnv(edition=EDITIONS["5.4"].replace(amulet_depth=2))
    env.reset(seed=12)
    for twin in (copy.copy(env), copy.deepcopy(env)):
        assert game_of(twin) is not game_of(env)
        assert game_of(twin).world.rules is game_of(env).world.rules


def test_a_copy_before_the_first_game_begins_one() -> None:
    twin = copy.deepcopy(RogueEnv())
    assert twin.reset(seed=3)[1]["dungeon"] == 3


def test_the_generator_goes_with_the_copy() -> None:
    env = RogueEnv()
    env.reset(seed=3)
    twin = copy.deepcopy(env)
    assert [twin.reset()[1]["dungeon"] for _ in range(2)] == [env.reset()[1]["dungeon"] for _ in range(2)]
