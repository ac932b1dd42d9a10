"""The agent plays the edition in which monsters think, and understands all that it says."""

from __future__ import annotations

from itertools import pairwise

import pytest

from rogomatic.agent.sight.message_parser import read_message
from rogomatic.cli.agent_factory import default_players
from rogomatic.cli.own_game import EDITIONS, OwnGame
from rogomatic.run.runner.batch import InMemory
from rogomatic.run.runner.game_loop import Limits, play, play_game
from rogomatic.run.runner.link import MemoryLink, Played

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("seed", [62_003, 62_020])
def test_the_agent_understands_every_page_and_sentence(seed: int) -> None:
    player = default_players()(seed)
    play(MemoryLink(OwnGame("minds")(seed)), player, Limits(commands=700), Played())
    report = player.report()
    assert (report.unknown, report.warning) == (0, "")
    assert player.beliefs.version == "5.4.5 release"
    assert player.beliefs.edition == "5.4"
    assert [said.text for said in player.trace.said if not read_message(said.text)] == []


def test_the_same_seed_is_the_same_game() -> None:
    assert "minds" in EDITIONS
    limits = Limits(commands=300)
    rows = [play_game(62_021, InMemory(OwnGame("minds")), default_players(), limits) for _ in range(2)]
    plain = play_game(62_021, InMemory(OwnGame("5.4")), default_players(), limits)
    assert all(one.keys_digest == other.keys_digest for one, other in pairwise(rows))
    assert rows[0].keys_digest != plain.keys_digest
    assert rows[0].error == ""
