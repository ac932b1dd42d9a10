"""A match as plain data, for a web page that draws it."""

from __future__ import annotations

import json
import secrets
from functools import cache
from typing import Any

from rogomatic.eggg.match import GameMatch
from rogomatic.eggg.match_words import answer, legend, rest_of_turn, rules_page, steered
from rogomatic.eggg.opponent import Opponent, Seat
from rogomatic.eggg.opponents import budget_of, kinds_for, make_opponent
from rogomatic.eggg.ring_places import ring_points
from rogomatic.eggg.solved_game import SolvedGame
from rogue.shared.board_games import EMPTY, HIDDEN, NOBODY, Game, State, marked
from rogue.shared.seeds import Dice


class PageMatch:
    """One match of a person against machines.  It takes requests from a web page, and returns JSON."""

    def __init__(self, game: Game, player: int, level: str, seed: int) -> None:
        """Begin a match in which a person plays `player`, and machines of a level play the rest."""
        solved, kind, budget = SolvedGame(game), kinds_for(game)[0], budget_of(game, level)

        def opponents(one: int) -> Opponent:
            return make_opponent(kind, Seat(game, one, budget, Dice(seed, "player", one), solved))

        machines = [one for one in range(len(game.players)) if one != player]
        self._match = GameMatch(game, seed, {one: opponents(one) for one in machines})
        self._match.begin(len, lambda: secrets.token_hex(32), cache(opponents))
        self._told: list[str] = []

    def do(self, word: str, text: str = "") -> str:
        """Carry out a request of the web page.  Return as JSON what the page must show.

        word  "move" (`text` is then the move), "machine", "round", "undo", "hint", "resign", or "show"
        """
        match word:
            case "move":
                player = self._match.player
                told = "It is not your turn." if player is None else self._match.typed(player, text)
                self._told = [told] if told else []
            case "machine":
                self._told = [] if self._match.machine_moves() else ["It is not a machine's turn."]
            case "round":
                self._told = [] if self._match.begin_round() else ["No round follows."]
            case "show":
                self._told = []
            case _:
                self._told = answer(self._match, word)
        return json.dumps(self._shown())

    def _shown(self) -> dict[str, Any]:
        match, game = self._match, self._match.game
        viewer = match.viewer
        view = match.seen(viewer)
        moves = match.moves()
        turn = match.turns[-1] if match.turns else ()
        return {
            "game": game.name,
            "players": list(game.players),
            "board": _board(game),
            "squares": _squares(game, view),
            "lines": [*legend(game), *match.screen(viewer)],
            "asks": rest_of_turn(game, view, moves),
            "moves": [{"text": game.text(move), "start": move.start, "to": move.to} for move in moves],
            "last": sorted({square for move in turn for square in (move.start, move.to) if square >= 0}),
            "log": match.told_moves(viewer),
            "mover": view.mover,
            "waits": match.player is None and match.outcome is None,
            "verdict": match.verdict(),
            "over": match.is_over,
            "scores": [game.score(view, player) for player in range(len(game.players))],
            "arrows": [[*way, game.text(move)] for way, move in (steered(match) or {}).items()],
            "told": self._told,
            "rules": rules_page(game),
        }


def _board(game: Game) -> dict[str, Any]:
    """Return the shape of a board, the (column, row) and name of each square, and the pairs of neighbors."""
    board = game.board
    joined = sorted({(one, to) for one, near in enumerate(board.neighbors) for to in near if one < to})
    points = ring_points(len(board.names)) if board.shape == "ring" else board.points
    return {"shape": board.shape, "points": list(points), "names": list(board.names), "joined": joined}


def _squares(game: Game, view: State) -> list[dict[str, Any]]:
    if game.board.shape == "choices":
        return [{"letter": name, "owner": -1, "name": ""} for name in game.board.names]
    return [_square(game, code, marked(game, view, square)) for square, code in enumerate(view.squares)]


def _square(game: Game, code: int, mark: str) -> dict[str, Any]:
    """Return what a square shows (a letter, mark, or number), and the owner and name of its piece."""
    if "counts" in game.traits:
        return {"letter": str(code) if code else "", "owner": NOBODY, "name": ""}
    if code in (EMPTY, HIDDEN):
        name = "hidden" if code else "empty"
        return {"letter": mark or "?" * (code == HIDDEN), "owner": NOBODY, "name": name}
    piece = game.pieces[code]
    name = game.kinds[piece.kind] if piece.kind >= 0 else ""
    return {"letter": mark or piece.letter.strip(), "owner": piece.owner, "name": name}
