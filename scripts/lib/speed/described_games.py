"""How fast games from descriptions are: random games, counts of moves, loading."""

from __future__ import annotations

import time
from typing import Final

from rogomatic.eggg.playouts import play_out
from rogue.eggg.eggg_commands import perft
from rogue.eggg.library import load
from rogue.shared.seeds import Dice
from scripts.lib.speed.clock import Unit

PLAYOUTS: Final = {
    "tic-tac-toe": 1000,
    "connect-four": 200,
    "hex": 20,
    "reversi": 20,
    "checkers": 30,
    "chess": 3,
    "go": 5,
}
"""Game -> random games that are played."""
COUNTS: Final = {"chess": 3, "checkers": 5, "reversi": 5}
"""Game -> plies that are counted."""


def eggg() -> dict[str, tuple[float, Unit]]:
    """Measure random games and counted moves of some games, and how long a game takes to load."""
    found: dict[str, tuple[float, Unit]] = {}
    for name, count in PLAYOUTS.items():
        game = load(name)
        begun = time.process_time()
        dice = Dice(name)
        for seed in range(count):
            play_out(game, game.start(seed), dice)
        found[f"{name}, random games"] = (count / (time.process_time() - begun), "per CPU second")
    for name, depth in COUNTS.items():
        game = load(name)
        begun = time.process_time()
        leaves = perft(game, game.start(), depth)
        found[f"{name}, moves counted"] = (leaves / (time.process_time() - begun), "per CPU second")
    begun = time.process_time()
    load("chess")
    found["chess, loaded"] = (1e3 * (time.process_time() - begun), "CPU ms")
    return found
