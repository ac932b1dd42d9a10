"""The agent on the quest, in games prepared for it: it finds the Amulet, goes up with it, and wins."""

from __future__ import annotations

import pytest

from rogomatic.agent.knobs import DEFAULT
from rogomatic.agent.memory.long_term_memory import Memory
from rogomatic.agent.player import Player
from rogomatic.run.runner.link import GAME_OPTIONS
from rogue.levelgen.level_builder import make_level
from rogue.rules import pack
from rogue.state.entities import ALERT, Item
from rogue.state.world import World
from rogue.ui.session import Session

_MAX: int = 4_000  # bursts of keys


def prepared(seed: int, depth: int, things: int = 0) -> tuple[Session, World]:
    """Return a game with a hero fit for the depth, and so many suits, rings and sticks in the pack."""
    session = Session(seed, "5.4", GAME_OPTIONS)
    world = session._ui.world
    player = world.player
    player.hp = player.max_hp = 900
    player.level, player.exp = 20, 3_000_000
    player.flags |= ALERT
    assert player.worn is not None
    player.worn.value = -5
    world.depth = world.deepest = depth
    kinds = [kind for cls in ("armor", "ring", "stick") for kind in world.rules.kinds(cls)]
    for kind in kinds[:things]:
        thing = Item(kind)
        thing.value = kind.armor if kind.cls == "armor" else 2
        assert pack.add(world, thing, silent=True)
    make_level(world)
    return session, world


def played(session: Session, player: Player, until: int = -1) -> None:
    """Let the agent play to the end, or until it comes to a depth."""
    data = session.feed(b"")
    for _ in range(_MAX):
        keys = player.feed(data) or (b"" if player.done else player.timeout())
        data = session.feed(keys)
        if player.done or player.beliefs.me.depth == until:
            return
    raise AssertionError("no end")


def test_the_amulet_is_found_and_carried_up() -> None:
    session, world = prepared(230_001, 26)
    player = Player(Memory(), DEFAULT, 1)
    player.beliefs.me.alert = True
    played(session, player, until=25)
    assert world.player.has_amulet
    assert player.beliefs.has_amulet


@pytest.mark.parametrize("things", [0, 17])  # a list of sales on one page and on two
def test_out_at_the_top_the_agent_wins_and_reads_what_it_won(things: int) -> None:
    session, world = prepared(230_002, 1, things)
    assert pack.add(world, Item(world.rules.kinds("amulet")[0]), silent=True)
    player = Player(Memory(), DEFAULT, 1)
    played(session, player)
    report = player.report()
    assert session.outcome is not None
    assert (report.how, report.score) == ("won", session.outcome.score)
    assert report.score >= 1_000
