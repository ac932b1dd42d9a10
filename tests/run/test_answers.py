"""A screen is complete when the game waits: however an answer is cut, the keys are the same."""

from __future__ import annotations

import os
import sys
from functools import cache
from pathlib import Path

import pytest

from rogomatic.cli.agent_factory import default_players
from rogomatic.cli.own_game import OwnGame
from rogomatic.run.runner.game_loop import Limits, play
from rogomatic.run.runner.link import MemoryLink, Played
from rogomatic.run.runner.pty import Program

CHOPPED = Path(__file__).with_name("chopped_rogue.py")
ENV = (("PYTHONPATH", os.pathsep.join(entry for entry in sys.path if entry)),)
COMMANDS = {"whole": 40, "each": 40, "bytes": 16}  # by the way to cut; a read for each byte takes its time
SEED = 40_123


def limits(cut: str) -> Limits:
    return Limits(commands=COMMANDS[cut], stall_seconds=60)  # for a busy machine


@cache
def bursts_in_memory(edition: str, cut: str) -> list[bytes]:
    """Return what the agent sends when every answer comes whole, in the commands that `cut` is tried for."""
    played = Played(keep=True)
    play(MemoryLink(OwnGame(edition)(SEED)), default_players()(SEED), limits(cut), played)
    assert played.bursts is not None
    return played.bursts


@pytest.mark.parametrize("way", ["read", "select", "relay"])
@pytest.mark.parametrize("cut", ["whole", "bytes", "each"])
@pytest.mark.parametrize("edition", ["3.6", pytest.param("5.4", marks=pytest.mark.long)])
def test_an_answer_in_pieces_gets_the_keys_of_a_whole_one(edition: str, cut: str, way: str) -> None:
    words = (sys.executable, str(CHOPPED), str(SEED), edition, cut, way)
    link, played = Program(words, ENV)(SEED), Played(keep=True)
    try:
        end = play(link, default_players()(SEED), limits(cut), played)
        found = link._probe.is_found
    finally:
        link.close(over=False)
    assert end == "commands"
    assert played.bursts == bursts_in_memory(edition, cut)
    assert found == (way != "relay" and sys.platform == "linux")
