"""Warnings about likely mistakes in a game that has no errors."""

from __future__ import annotations

from collections.abc import Iterator

from rogue.eggg.language.description import Problem, Said
from rogue.eggg.rules.game_engine import BoardRules
from rogue.shared.board_games import EMPTY, Game, State
from rogue.shared.seeds import drawn
from rogue.shared.wording import plural

PLAYOUTS, FEWEST = 30, 10
MAX_PLIES = 400
MOST_LISTED = 1_000_000  # moves, in all random games together
MOST_COLUMNS, MOST_ROWS, MOST_IN_RING = 37, 20, 104  # that a terminal of 80 x 24 shows


def board_warnings(game: BoardRules) -> list[str]:
    """Return warnings about likely mistakes in a board game.  Check its tables, and play random games."""
    told = [f"{game.kinds[kind]} never moves and is never placed" for kind in _idle_kinds(game)]
    named = game.description.first("pieces")
    found = [one if named is None else Problem(named.statement, one).line for one in told]
    most = MOST_IN_RING if game.board.shape == "ring" else MOST_COLUMNS
    large = ["the board is too large for a terminal of 80 x 24, where it will scroll"]
    large *= game.board.columns > most or game.board.rows > MOST_ROWS
    has_goal = bool(game.description.all("ending"))
    return [*found, *_same_ends(game), *game_warnings(game, has_goal=has_goal), *large]


def _same_ends(game: BoardRules) -> Iterator[str]:
    """Yield a warning for each goal, loss, or draw that has the same condition as another kind of ending."""
    first: dict[str, Said] = {}
    for one in game.description.all("ending", "draw"):
        before = first.setdefault(one.statement.folded.partition(" is ")[2], one)
        players = {said.found["PLAYER"].word for said in (before, one) if "PLAYER" in said.found}
        if (what := before.subject.split()[0]) != one.subject.split()[0] and len(players) < 2:
            yield Problem(one.statement, f"line {before.statement.line} says the same about the {what}").line


def game_warnings(game: Game, *, has_goal: bool) -> list[str]:
    """Return warnings about likely mistakes in a game of turns.  Play random games with fixed seeds."""
    start, found = game.start(), list[str]()
    if game.result(start) is not None:
        return ["the game is over before the first move"]
    if not any(move.name != "pass" for player in game.to_move(start) for move in game.moves(start, player)):
        return ["the first player has no move"]
    ends, left = list[State](), MOST_LISTED
    while len(ends) < PLAYOUTS and left > 0:
        state, left = _played(game, len(ends), left)
        ends += [state] * (left > 0)
    if len(ends) < FEWEST:
        return ["the game has too many moves to be tried in random games"]
    results, count = [game.result(state) for state in ends], len(ends)
    longest = max(state.ply for state in ends)
    if None not in results and longest <= len(game.players) and not game.traits & {"cards", "rounds"}:
        found.append(f"each of {count} random games ended within {plural(longest, 'move')}")
    elif results[0] and max(results[0]) == 1 and len(game.players) > 1 and len({*results}) == 1:
        found.append(f"{game.players[results[0].index(1)]} won each of {count} random games")
    if all(result is None for result in results):
        found.append(f"none of {count} random games ended within {MAX_PLIES:,} moves")
    elif has_goal and not any(result and max(result) > 0.5 for result in results):
        found.append(f"nobody won in {count} random games")
    return found


def _idle_kinds(game: BoardRules) -> list[int]:
    """Return the kinds that neither move nor start on the board.  If players can place pieces, return []."""
    if not game.traits & {"walks"} or game.traits & {"places"}:
        return []
    moving = {piece.kind for code, piece in enumerate(game.pieces) if code and game.movements.rules[code]}
    standing = {game.pieces[code].kind for code in game.start().squares if code != EMPTY}
    return [kind for kind in range(len(game.kinds)) if kind not in moving | standing]


def _played(game: Game, seed: int, left: int) -> tuple[State, int]:
    """Return the last position of a random game, and how many moves of `left` are left to be listed."""
    state = game.start(seed)
    for ply in range(MAX_PLIES):
        players = game.to_move(state)
        if not players or left <= 0:
            break
        choices = [(player, game.moves(state, player)) for player in players]
        turn = [moves[drawn(seed, 4 * ply + player, len(moves))] for player, moves in choices]
        state, left = game.after(state, turn), left - sum([len(moves) for _, moves in choices])
    return state, left
