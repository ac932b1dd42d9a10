"""A match whose every turn is journaled, with the machine's seals."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from rogomatic.eggg.match import GameMatch
from rogomatic.eggg.match_journal import JournalWriter, note_line, turn_line
from rogomatic.eggg.opponents import Opponent
from rogomatic.eggg.sealed_choice import seal_choice
from rogomatic.eggg.searcher import Hint
from rogue.shared.board_games import Move
from rogue.shared.sealed_text import SealedText

NO_UNDO: Final = "Nothing can be taken back here."
HIDES: Final = "A move cannot be taken back in this game: choices are hidden."
MovesByPlayer = dict[int, Move]


class MatchTable:
    """A match with what belongs to it.

    seals  of the machine's choices in this turn, shown before a person chooses
    shown  the seals of the turn before, opened
    """

    def __init__(
        self,
        match: GameMatch,
        writer: JournalWriter,
        adviser: Callable[[int], Opponent],
        digits: Callable[[], str],
    ) -> None:
        """Begin.  `adviser` makes who gives hints to a player; `digits` draws 64 random digits for a seal."""
        self.match, self._writer = match, writer
        self._adviser, self._digits = adviser, digits
        self._advisers: dict[int, Opponent] = {}
        self.seals: list[SealedText] = []
        self.shown: list[SealedText] = []
        self._replies: MovesByPlayer = {}
        self._persons: MovesByPlayer = {}
        self._prepare()

    @property
    def path(self) -> str:
        """The file of the journal."""
        return str(self._writer.path)

    @property
    def player(self) -> int | None:
        """The person to move, or None."""
        waiting = [one for one in self.match.waits_for if one not in self._persons]
        return waiting[0] if waiting else None

    def moves(self) -> list[Move]:
        """Return the legal moves of the person to move."""
        player = self.player
        return [] if player is None else self.match.game.moves(self.match.state, player)

    def _prepare(self) -> None:
        """Let the machine choose, and seal its choice, where turns are simultaneous."""
        game = self.match.game
        self._persons, self._replies, self.seals = {}, {}, []
        if "simultaneous" in game.traits and self.match.waits_for:
            self._replies = self.match.replies()
            number = self.match.state.rounds + 1
            self.seals = [seal_choice(game, number, move, self._digits()) for move in self._replies.values()]

    def person_moves(self, move: Move) -> None:
        """Take a person's move; the turn is played when all persons have moved."""
        self._persons[move.player] = move
        if self.player is None:
            self._play([*self._replies.values(), *self._persons.values()])

    def machine_moves(self) -> bool:
        """Play a turn of machines; return whether it was their turn."""
        if self.match.outcome is not None or self.player is not None:
            return False
        self._play(list(self.match.replies().values()))
        return True

    def _play(self, moves: Sequence[Move]) -> None:
        self.shown = self.seals
        self.match.play(moves)
        self._writer.write(turn_line(self.match))
        self._prepare()

    def undo(self) -> str:
        """Take the last move back; return why not, "" if it was."""
        if not self.match.can_undo:
            return HIDES if self.match.game.traits & {"simultaneous", "hidden", "chance"} else NO_UNDO
        self._writer.write(note_line(undo=self.match.undo_depth))
        self.match.undo()
        self._prepare()
        return ""

    def resign(self) -> None:
        """Give the round up."""
        self.match.resign()
        self._writer.write(note_line(resigned=self.match.gave_up or 0))

    def begin_round(self) -> bool:
        """Begin the next round; return whether there is one."""
        if not self.match.begin_round():
            return False
        self._writer.write(note_line(round=self.match.state.rounds))
        self._prepare()
        return True

    def hint(self) -> Hint | None:
        """Return a good move for the person to move, or None."""
        player = self.player
        if player is None:
            return None
        if player not in self._advisers:
            self._advisers[player] = self._adviser(player)
        return self._advisers[player].hint(self.match.game.view(self.match.state, player))

    def beliefs(self) -> list[str]:
        """Return what the machines believe of their opponents."""
        return [text for machine in self.match.machines.values() if (text := machine.belief())]

    def person_result(self) -> float | None:
        """Return the payoff of the only person against machines, None for other tables."""
        outcome, machines = self.match.outcome, self.match.machines
        persons = [one for one in range(len(self.match.game.players)) if one not in machines]
        if outcome is None or len(persons) != 1 or not machines:
            return None
        return outcome[persons[0]]

    def close(self) -> None:
        """Close the journal."""
        self._writer.close()
