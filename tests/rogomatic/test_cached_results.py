"""Results belong to the beliefs they were worked out from, and no copy takes them along."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from dataclasses import replace

import pytest

from rogomatic.agent.beliefs.model import Beliefs
from rogomatic.agent.think.fight.threat import threat_of
from rogomatic.agent.think.fight.walk_costs import roads
from rogomatic.agent.think.ground.pathfinding import reach
from rogomatic.agent.think.items.item_value import best_blade
from rogomatic.cli.agent_factory import default_players
from rogomatic.run.recordings.timeline import CheckpointStore
from tests.support.agent_scenes import ROOM, Scene


def with_results() -> Beliefs:
    """Return the beliefs of a hero beside a hobgoblin that has thought about all there is."""
    beliefs = Scene(ROOM.replace("@.", "@H")).awake("H")
    assert threat_of(beliefs).near
    best_blade(beliefs)
    reach(beliefs, roads(beliefs))
    assert has_results(beliefs)
    return beliefs


def has_results(beliefs: Beliefs) -> bool:
    kept = beliefs.results
    return kept.screens >= 0 or kept.kit is not None or beliefs.level.results.reach is not None


def by_pickle(beliefs: Beliefs) -> Beliefs:
    again: Beliefs = pickle.loads(pickle.dumps(beliefs))
    return again


def by_checkpoint(beliefs: Beliefs) -> Beliefs:
    player = default_players()(1)
    player.beliefs = beliefs
    store = CheckpointStore()
    _, again = store.take(store.put(player.screen, player))
    assert again is not None
    return again.beliefs


@pytest.mark.parametrize("copied", [copy.deepcopy, by_pickle, by_checkpoint])
def test_a_copy_begins_without_results(copied: Callable[[Beliefs], Beliefs]) -> None:
    beliefs = with_results()
    again = copied(beliefs)
    assert not has_results(again)
    assert has_results(beliefs)
    assert threat_of(again) == threat_of(beliefs)
    assert best_blade(again) == best_blade(beliefs)


def test_beliefs_that_were_changed_in_a_copy_are_assessed_anew() -> None:
    beliefs = with_results()
    weak = replace(beliefs, me=replace(beliefs.me, hp=1))
    assert weak.results is not beliefs.results
    assert weak == replace(weak)


def test_two_games_in_turns_keep_their_results() -> None:
    one, other = with_results(), with_results()
    threat = threat_of(one)
    assert threat_of(other) is not threat
    assert threat_of(one) is threat
