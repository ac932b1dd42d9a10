"""One match of a game: its positions so far, with undo."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from rogomatic.eggg.arena import MOST_TURNS
from rogomatic.eggg.move_choice import DRAW, LOSS, WIN
from rogomatic.eggg.opponents import Opponent
from rogue.shared.board_games import Game, Move, State
from rogue.shared.wording import listed

Turn = tuple[Move, ...]
"""The moves of all players of one turn, by player."""


class GameMatch:
    """Players at a table.

    machines  who plays for the machine, by player
    turns     what was played, in all rounds
    gave_up   the player who has resigned, None while nobody has
    """

    def __init__(self, game: Game, seed: int, machines: Mapping[int, Opponent]) -> None:
        """Sit down to a game that begins with this seed."""
        self.game, self.seed, self.machines = game, seed, machines
        self.turns: list[Turn] = []
        self.gave_up: int | None = None
        self._states = [game.start(seed)]

    @property
    def state(self) -> State:
        """The position."""
        return self._states[-1]

    @property
    def waits_for(self) -> tuple[int, ...]:
        """The persons whose moves are missing; () at the end, or when machines move alone."""
        movers = () if self.outcome is not None else self.game.to_move(self.state)
        return tuple(player for player in movers if player not in self.machines)

    @property
    def outcome(self) -> tuple[float, ...] | None:
        """The payoff of each player in this round, None while it goes on."""
        count = len(self.game.players)
        if self.gave_up is not None:
            return tuple(LOSS if player == self.gave_up else WIN for player in range(count))
        found = self.game.result(self.state)
        return (DRAW,) * count if found is None and self.state.ply >= MOST_TURNS else found

    def replies(self) -> dict[int, Move]:
        """Return the moves of the machines that are to move, before any person has moved."""
        movers = () if self.outcome is not None else self.game.to_move(self.state)
        views = {player: self.game.view(self.state, player) for player in movers if player in self.machines}
        return {player: self.machines[player].choose(view) for player, view in views.items()}

    def play(self, moves: Iterable[Move]) -> None:
        """Play the moves of one turn, which are legal."""
        turn = tuple(sorted(moves, key=lambda move: move.player))
        self.turns.append(turn)
        for machine in self.machines.values():
            machine.saw(turn)
        self._states.append(self.game.after(self.state, turn))

    def begin_round(self) -> bool:
        """Begin the next round; return whether there is one."""
        after = None if self.gave_up is not None else self.game.next_round(self.state)
        if after is None:
            return False
        self._states[-1] = after
        return True

    @property
    def can_undo(self) -> bool:
        """Whether a person's move can be taken back: nothing is hidden, and no round is over."""
        hides = self.game.traits & {"simultaneous", "hidden", "chance"}
        return not hides and self.state.rounds == 0 and self.undo_depth > 0

    @property
    def undo_depth(self) -> int:
        """How many turns lie behind the last position in which a person was to move."""
        for back in range(1, len(self._states)):
            movers = self.game.to_move(self._states[-1 - back])
            if any(player not in self.machines for player in movers):
                return back
        return 0

    def undo(self) -> None:
        """Go back to the last position in which a person was to move."""
        self.take_back(self.undo_depth)

    def take_back(self, turns: int) -> None:
        """Go back by some turns of this round."""
        if turns:
            del self._states[-turns:]
            del self.turns[-turns:]
        self.gave_up = None

    def resign(self) -> None:
        """Resign for the person to move, or else for the first person."""
        persons = [one for one in range(len(self.game.players)) if one not in self.machines]
        self.gave_up = next(iter(self.waits_for), persons[0] if persons else 0)

    def told_moves(self) -> list[str]:
        """Return the turns as text."""
        return [", ".join(map(self.game.text, turn)) for turn in self.turns]

    def verdict(self) -> str:
        """Return how the round has ended as a sentence, "" while it goes on."""
        outcome, players = self.outcome, self.game.players
        if outcome is None:
            return ""
        winners = [players[player] for player, payoff in enumerate(outcome) if payoff == WIN]
        if not winners:
            return "It is a draw."
        how = f": {players[self.gave_up]} resigned" if self.gave_up is not None else ""
        return f"{listed(winners)} {'win' if len(winners) > 1 else 'wins'}{how}."


def candidates(moves: Sequence[Move], start: int, to: int | None = None) -> list[Move]:
    """Return the moves from a square, or onto it from nowhere; with `to`, those between the two."""
    if to is not None:
        return [move for move in moves if move.start == start and move.to == to]
    return [move for move in moves if start in (move.start, move.to if move.start < 0 else None)]
