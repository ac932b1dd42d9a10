"""Warnings about a game that has no errors: what never happens in it."""

from __future__ import annotations

from rogue.eggg.language.description import Problem
from rogue.eggg.rules.chance import drawn
from rogue.eggg.rules.game_engine import Rules
from rogue.shared.board_games import EMPTY, Game, State

PLAYOUTS = 30
MAX_PLIES = 400
MOST_COLUMNS, MOST_ROWS, MOST_IN_RING = 37, 20, 104  # that a terminal of 80 x 24 shows


def board_warnings(game: Rules) -> list[str]:
    """Return likely mistakes in a board game, from its tables and from random games with fixed dice."""
    told = [f"{game.kinds[kind]} never moves and is never placed" for kind in _idle_kinds(game)]
    named = game.description.first("pieces")
    found = [one if named is None else Problem(named.statement, one).line for one in told]
    has_goal = bool(game.description.all("ending"))
    most = MOST_IN_RING if game.board.shape == "ring" else MOST_COLUMNS
    large = game.board.columns > most or game.board.rows > MOST_ROWS
    told = ["the board is larger than a terminal of 80 x 24, where it scrolls"] * large
    return [*found, *game_warnings(game, has_goal=has_goal), *told]


def game_warnings(game: Game, *, has_goal: bool) -> list[str]:
    """Return likely mistakes in a game of turns, from random games with fixed dice."""
    start, found = game.start(), list[str]()
    if game.result(start) is not None:
        return ["the game is over before the first move"]
    if not any(move.name != "pass" for player in game.to_move(start) for move in game.moves(start, player)):
        return ["the first player has no move"]
    ends = [_played(game, seed) for seed in range(PLAYOUTS)]
    results = [game.result(state) for state in ends]
    if all(result is None for result in results):
        found.append(f"none of {PLAYOUTS} random games ended within {MAX_PLIES:,} moves")
    elif has_goal and not any(result and max(result) > 0.5 for result in results):
        found.append(f"nobody won in {PLAYOUTS} random games")
    return found


def _idle_kinds(game: Rules) -> list[int]:
    """Return the kinds of a game of movements that neither move nor can be placed or chosen."""
    if not game.traits & {"walks"} or game.traits & {"places"}:
        return []
    moving = {piece.kind for code, piece in enumerate(game.pieces) if code and game.movements.rules[code]}
    standing = {game.pieces[code].kind for code in game.start().squares if code != EMPTY}
    return [kind for kind in range(len(game.kinds)) if kind not in moving | standing]


def _played(game: Game, seed: int) -> State:
    """Return the end of a random game, or where it stood after `MAX_PLIES` moves."""
    state = game.start(seed)
    for ply in range(MAX_PLIES):
        players = game.to_move(state)
        if not players:
            break
        choices = [(player, game.moves(state, player)) for player in players]
        turn = [moves[drawn(seed, 4 * ply + player, len(moves))] for player, moves in choices]
        state = game.after(state, turn)
    return state
