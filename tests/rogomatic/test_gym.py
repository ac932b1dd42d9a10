"""The agent as a policy: on an environment, overruled, on a recorded screen, at the end."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from rogomatic.agent.memory.long_term_memory import default_memory
from rogomatic.gym import GIVEN_UP, OPTIONS, OVER, Advisor
from rogue.ui.session import Session


class Game:
    """A session that shows itself as an environment does."""

    def __init__(self, seed: int, edition: str = "5.4", *, wizard: bool = False) -> None:
        self.session = Session(seed, edition, OPTIONS, wizard=wizard)
        self.session.feed(b"")

    def press(self, keys: bytes) -> dict[str, Any]:
        for key in keys:
            self.session.feed(bytes([key]))
        return self.seen()

    def seen(self) -> dict[str, Any]:
        cells = np.frombuffer(self.session.cells, np.uint8).reshape(24, 80)
        return {"screen": cells, "cursor": np.array(self.session.cursor, np.uint8)}


def play(game: Game, agent: Advisor, commands: int) -> list[str]:
    """Follow the advice so many times, or to the end; return the rungs."""
    rungs, seen = [], game.seen()
    for _ in range(commands):
        keys, rung, _ = agent.advise(seen)
        rungs.append(rung)
        for key in keys:
            seen = game.press(bytes([key]))
            agent.observe(seen)
        if game.session.outcome is not None and game.session.mode != "more":
            agent.end()
            break
    return rungs


@pytest.mark.slow
@pytest.mark.parametrize(("edition", "seed"), [("5.4", 40000), ("5.2", 40001), ("3.6", 3)])
def test_it_plays_a_game_by_its_advice(edition: str, seed: int) -> None:
    game, agent = Game(seed, edition), Advisor(default_memory())
    rungs = play(game, agent, 250)
    assert {"ask the version", "check the inventory", "look around"} <= set(rungs)
    assert agent.beliefs.edition == edition
    assert agent.beliefs.me.depth == game.session.world.depth
    assert game.session.world.turns > 100
    assert not agent.done


def test_it_reports_a_game_that_ends_and_advises_no_more() -> None:
    game, agent = Game(40_000), Advisor(default_memory())
    play(game, agent, 20)
    game.session.world.player.purse = 90
    game.session.world.end("killed", "bat")
    play(game, agent, 20)
    outcome = game.session.outcome
    assert outcome is not None
    assert agent.done
    assert (agent.report().score, agent.report().how) == (outcome.score, outcome.how) == (81, "killed")
    assert agent.advise(game.seen()) == OVER


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(41, 47))
def test_what_looks_the_same_on_the_next_level_is_known_there_too(seed: int) -> None:
    game, agent = Game(seed, wizard=True), Advisor(default_memory(), version="5.4.5")
    play(game, agent, 30)
    agent.advise(game.seen())
    agent.overrule(b"\x04")  # down, as a wizard
    seen = game.press(b"\x04")
    fresh = Advisor(default_memory(), version="5.4.5")
    for one in (agent, fresh):
        one.advise(seen)
    assert agent.beliefs.me.depth == 2
    assert agent.beliefs.level.code == fresh.beliefs.level.code


def test_an_agent_that_gives_up_does_not_say_that_the_game_is_over() -> None:
    seen, agent = Game(42).seen(), Advisor(default_memory(), version="5.4.5")
    strange = {**seen, "screen": np.full((24, 80), ord("~"), np.uint8)}
    advice = [agent.advise(strange) for _ in range(12)]
    assert advice[0].keys
    assert advice[-1] == GIVEN_UP
    assert agent.done


def test_what_the_game_says_twice_counts_twice() -> None:
    game, agent = Game(42), Advisor(default_memory())
    play(game, agent, 10)
    agent.advise(game.seen())
    agent.overrule(b"s")
    game.press(b"s")
    seen = game.seen()
    seen["screen"] = seen["screen"].copy()
    seen["screen"][0, :12] = np.frombuffer(b"The bat bite", np.uint8)
    agent.observe(seen)
    agent.observe(seen)
    agent.observe(game.seen())
    assert [line[:12] for line in agent._player.screen.take_lines()] == ["The bat bite"] * 2


def test_it_believes_the_keys_that_are_sent_instead() -> None:
    game, agent = Game(42), Advisor(default_memory(), version="5.4.5")
    play(game, agent, 10)
    agent.advise(game.seen())
    agent.overrule(b"5s")
    before = agent.beliefs.turn
    agent.advise(game.press(b"5s"))
    assert agent.beliefs.action.verb == "search"
    assert agent.beliefs.turn == before + 5


def test_keys_without_a_meaning_are_believed_to_do_nothing() -> None:
    game, agent = Game(42), Advisor(default_memory(), version="5.4.5")
    play(game, agent, 10)
    agent.advise(game.seen())
    agent.overrule(b"o")
    agent.advise(game.press(b"o\x1b"))
    assert agent.beliefs.action.verb == "ask"
    with pytest.raises(ValueError, match="no advice"):
        Advisor(default_memory()).overrule(b"s")


def test_one_recorded_screen_is_enough_for_advice() -> None:
    game = Game(42)
    fresh = Advisor(default_memory(), version="5.4.5")
    assert fresh.advise(game.seen()).rung == "check the inventory"
    rows = game.session.screen
    text = {"screen": [row.encode() for row in rows], "cursor": game.session.cursor}
    other = Advisor(default_memory(), version="5.4.5")
    assert other.advise(text).rung == "check the inventory"
    assert other.beliefs.me == fresh.beliefs.me


def test_the_true_map_is_not_read() -> None:
    class Guarded(dict[str, Any]):
        def __getitem__(self, name: str) -> Any:
            assert name in ("screen", "cursor")
            return super().__getitem__(name)

    seen = Guarded(Game(42).seen(), map=np.zeros((24, 80), np.uint8), status=np.zeros(10))
    assert Advisor(default_memory()).advise(seen).keys == b"v"


@pytest.mark.parametrize("cursor", [(24, 0), (0, 80), (-1, 0)])
def test_an_observation_of_another_shape_is_refused(cursor: tuple[int, int]) -> None:
    seen = Game(42).seen()
    with pytest.raises(ValueError, match="24 rows of 80 characters"):
        Advisor(default_memory()).advise({**seen, "cursor": cursor})
    with pytest.raises(ValueError, match="24 rows of 80 characters"):
        Advisor(default_memory()).advise({**seen, "screen": seen["screen"][:23]})
