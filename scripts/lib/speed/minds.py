"""How fast the game alone is where monsters think, beside 5.4, and what its longest turns take."""

from __future__ import annotations

import time
from typing import Final

from rogomatic.cli.agent_factory import default_players
from rogomatic.run.runner.game_loop import Limits, play
from rogomatic.run.runner.link import GAME_OPTIONS, MemoryLink, Played
from rogue.ui.session import Session
from scripts.lib.speed.clock import Unit

EDITIONS: Final = ("5.4", "minds")
_PER_MILLE: Final = 1000


def measure(seeds: range, limits: Limits) -> dict[str, tuple[float, Unit]]:
    """Play the seeds in both editions, and give the same keys to the games alone, key by key.

    A turn is a burst of keys in which one turn passed.  The longest of them is told by the second of two
    runs, so that what is only done once, or by another process, does not count.
    """
    found: dict[str, tuple[float, Unit]] = {}
    for edition in EDITIONS:
        players = default_players()
        keys: dict[int, list[bytes]] = {}
        for seed in seeds:
            played = Played(keep=True)
            play(MemoryLink(_game(edition, seed)), players(seed), limits, played)
            keys[seed] = played.bursts or []
        runs = [_times(edition, keys) for _ in range(2)]
        commands = sum(map(len, keys.values()))
        turns = sorted(min(pair) for pair in zip(*(turns for _, turns in runs), strict=True))
        found[f"game, {edition}"] = (commands / min(seconds for seconds, _ in runs), "per CPU second")
        found[f"turn, {edition}"] = (_PER_MILLE * sum(turns) / len(turns), "CPU ms")
        found[f"1 in 1000, {edition}"] = (_PER_MILLE * turns[-1 - len(turns) // 1000], "CPU ms")
        found[f"longest, {edition}"] = (_PER_MILLE * turns[-1], "CPU ms")
    return found


def _times(edition: str, keys: dict[int, list[bytes]]) -> tuple[float, list[float]]:
    """Return the CPU seconds of all bursts, and of those in which one turn passed."""
    total = 0.0
    turns: list[float] = []
    for seed, bursts in keys.items():
        game = _game(edition, seed)
        game.feed(b"")
        world, depth = game.world, 1
        for burst in bursts:
            before, started = world.turns, time.process_time()
            game.feed(burst)
            took = time.process_time() - started
            total += took
            if world.turns == before + 1 and world.depth == depth:
                turns.append(took)
            depth = world.depth
    return total, turns


def _game(edition: str, seed: int) -> Session:
    return Session(seed, edition, GAME_OPTIONS)
