"""How fast games from descriptions are: random games, counts of moves, loading."""

from __future__ import annotations

import time
from typing import Final

from rogue.eggg.eggg_commands import perft
from rogue.eggg.library import load
from rogue.eggg.rules.chance import drawn
from rogue.eggg.rules.game_engine import Rules
from scripts.lib.speed.clock import Unit

PLAYOUTS: Final = {
    "tic-tac-toe": 1000,
    "connect-four": 200,
    "hex": 20,
    "reversi": 20,
    "checkers": 30,
    "chess": 3,
}
"""Game -> random games that are played."""
COUNTS: Final = {"chess": 3, "checkers": 5, "reversi": 5}
"""Game -> plies that are counted."""
MAX_PLIES: Final = 400


def eggg() -> dict[str, tuple[float, Unit]]:
    """Measure random games and counted moves of some games, and how long a game takes to load."""
    found: dict[str, tuple[float, Unit]] = {}
    for name, count in PLAYOUTS.items():
        game = load(name)
        begun = time.process_time()
        for seed in range(count):
            play(game, seed)
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


def play(game: Rules, seed: int) -> None:
    """Play a random game, the same for the same seed."""
    state = game.start(seed)
    for ply in range(MAX_PLIES):
        moves = game.moves(state, state.mover)
        if not moves:
            return
        state = game.after(state, (moves[drawn(seed, ply, len(moves))],))
