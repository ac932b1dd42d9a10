"""How fast whole games go: game and agent together, each alone, and the emulator under the agent."""

from __future__ import annotations

import time
from typing import NamedTuple

from rogomatic.agent.screen.vt100 import Screen
from rogomatic.cli.agent_factory import default_players
from rogomatic.cli.own_game import OwnGame
from rogomatic.run.runner.game_loop import Limits, play
from rogomatic.run.runner.link import InMemoryGame, MemoryLink, Played
from scripts.lib.speed.clock import Unit


class RecordingLink(MemoryLink):
    """A link in memory that keeps what the agent is given; b"" stands for silence."""

    def __init__(self, game: InMemoryGame) -> None:
        super().__init__(game)
        self.given: list[bytes] = []

    def receive(self, seconds: float) -> bytes:
        data = super().receive(seconds)
        self.given.append(data)
        return data


class Recorded(NamedTuple):
    """One game: what went to and fro, and the turns that it took."""

    seed: int
    bursts: list[bytes]
    given: list[bytes]
    turns: int


class DiffersError(Exception):
    """The agent did not repeat its own game."""


def measure(seeds: range, limits: Limits) -> dict[str, tuple[float, Unit]]:
    """Play the seeds, then give the same keys to the game alone and the same screens to the agent."""
    games, players = OwnGame(), default_players()
    play(MemoryLink(games(0)), players(0), Limits(commands=100), Played())  # imports and caches
    recorded = []
    started = time.process_time()
    for seed in seeds:
        link, played, player = RecordingLink(games(seed)), Played(keep=True), players(seed)
        play(link, player, limits, played)
        recorded.append(Recorded(seed, played.bursts or [], link.given, player.report().turns))
    loop = time.process_time() - started
    commands = sum(len(one.bursts) for one in recorded)
    sent = sum(len(data) for one in recorded for data in one.given)
    return {
        "loop": (commands / loop, "per CPU second"),
        "game": (commands / _game(recorded), "per CPU second"),
        "agent": (commands / _agent(recorded), "per CPU second"),
        "turns": (sum(one.turns for one in recorded) / loop, "per CPU second"),
        "games": (len(seeds) / loop, "per CPU second"),
        "emulator": (sent / 1e6 / _emulator(recorded), "MB per CPU second"),
    }


def _game(recorded: list[Recorded]) -> float:
    games = OwnGame()
    started = time.process_time()
    for one in recorded:
        game = games(one.seed)
        game.feed(b"")
        for burst in one.bursts:
            game.feed(burst)
    return time.process_time() - started


def _agent(recorded: list[Recorded]) -> float:
    """Return the CPU seconds of the agent.  Raises DiffersError."""
    players = default_players()
    answers = []
    started = time.process_time()
    for one in recorded:
        player = players(one.seed)
        answers.append([player.feed(data) if data else player.timeout() for data in one.given])
    seconds = time.process_time() - started
    for one, keys in zip(recorded, answers, strict=True):
        if [burst for burst in keys if burst][: len(one.bursts)] != one.bursts:
            raise DiffersError(f"seed {one.seed}: the agent did not repeat its own game.")
    return seconds


def _emulator(recorded: list[Recorded]) -> float:
    started = time.process_time()
    for one in recorded:
        screen = Screen()
        for data in one.given:
            screen.feed(data)
    return time.process_time() - started
