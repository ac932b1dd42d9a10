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
    runs, so that what is only done once, or by another process, does not count.  The editions take turns with
    each seed, so that a machine that becomes slower does not favor one.
    """
    keys = {edition: _keys_of(edition, seeds, limits) for edition in EDITIONS}
    runs: dict[str, list[tuple[float, list[float]]]] = {edition: [] for edition in EDITIONS}
    for _ in range(2):
        totals = dict.fromkeys(EDITIONS, 0.0)
        turns: dict[str, list[float]] = {edition: [] for edition in EDITIONS}
        for seed in seeds:
            for edition in EDITIONS:
                total, found = _times(edition, seed, keys[edition][seed])
                totals[edition] += total
                turns[edition] += found
        for edition in EDITIONS:
            runs[edition].append((totals[edition], turns[edition]))
    measured: dict[str, tuple[float, Unit]] = {}
    for edition in EDITIONS:
        commands = sum(map(len, keys[edition].values()))
        measured |= _summary(edition, commands, runs[edition])
    return measured


def _keys_of(edition: str, seeds: range, limits: Limits) -> dict[int, list[bytes]]:
    """Return seed -> the bursts of keys with which the agent plays it."""
    players = default_players()
    keys: dict[int, list[bytes]] = {}
    for seed in seeds:
        played = Played(keep=True)
        play(MemoryLink(_game(edition, seed)), players(seed), limits, played)
        keys[seed] = played.bursts or []
    return keys


def _summary(
    edition: str, commands: int, runs: list[tuple[float, list[float]]]
) -> dict[str, tuple[float, Unit]]:
    """Return the speed and the turns of an edition, given total and turns of each run in CPU seconds."""
    turns = sorted(min(pair) for pair in zip(*(turns for _, turns in runs), strict=True))
    return {
        f"game, {edition}": (commands / min(seconds for seconds, _ in runs), "per CPU second"),
        f"turn, {edition}": (_PER_MILLE * sum(turns) / len(turns), "CPU ms"),
        f"1 in 1000, {edition}": (_PER_MILLE * turns[-1 - len(turns) // 1000], "CPU ms"),
        f"longest, {edition}": (_PER_MILLE * turns[-1], "CPU ms"),
    }


def _times(edition: str, seed: int, bursts: list[bytes]) -> tuple[float, list[float]]:
    """Return the CPU seconds of all bursts, and of those in which one turn passed."""
    total = 0.0
    turns: list[float] = []
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
