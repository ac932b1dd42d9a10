"""A match of a turn-based game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from typing import Any, Final, cast

from rogomatic.eggg.match_journal import MatchJournalError, row_line, rows
from rogomatic.eggg.move_choice import DRAW, LOSS, WIN
from rogomatic.eggg.opponent import Hint, Opponent
from rogomatic.eggg.playouts import MOST_TURNS
from rogomatic.eggg.seals import SealedDeck, seal_choice
from rogue.shared.board_games import NOBODY, Game, Move, PuzzleGame, State
from rogue.shared.errors import printable_line
from rogue.shared.sealed_text import SealedText
from rogue.shared.wording import listed

NO_UNDO: Final = "You have no move to take back."
HIDES: Final = "You cannot take back moves in this game: choices are hidden."


class GameMatch:
    """Match of a game with its players.

    machines  player -> computer player that moves for this player
    turns     for each turn of all rounds, the moves in the order of the players
    gave_up   player who has resigned, or None if no player has resigned
    seals     player -> seal of the machine's choice in this turn.  Seals are shown before a person chooses.
    opened    player -> seal of the choice in the previous turn
    deck      sealed deck, or None if no deck is sealed
    shown_to  in a replay, player whose view is shown, or NOBODY for a watcher's view.  In play, it is None.
    shows_all whether a replay hides nothing, because the match has ended
    """

    def __init__(self, game: Game, seed: int, machines: Mapping[int, Opponent]) -> None:
        """Set up a match.  If its start position is random, it is drawn with `seed`."""
        self.game, self.seed, self.machines = game, seed, machines
        self.turns: list[tuple[Move, ...]] = []
        self.gave_up: int | None = None
        self.shown_to: int | None = None
        self.shows_all = False
        self.deck: SealedDeck | None = None
        self.seals: dict[int, SealedText] = {}
        self.opened: dict[int, SealedText] = {}
        self._states = [game.start(seed)]
        self._write: Callable[[str], object] = len  # no journal
        self._digits: Callable[[], str] | None = None
        self._advisers: Callable[[int], Opponent] | None = None
        self._heard = (0, 0)  # round, and lines of its log
        self._replies: dict[int, Move] = {}
        self._chosen: dict[int, Move] = {}

    def begin(
        self, write: Callable[[str], object], digits: Callable[[], str],
        advisers: Callable[[int], Opponent] | None = None,
    ) -> None:  # fmt: skip
        """Begin to write the journal, and to seal choices of the machines.

        write     function that takes each line of the journal
        digits    function that draws 64 random digits for a seal
        advisers  function that returns the adviser, who gives hints to a player
        """
        self._write, self._digits, self._advisers = write, digits, advisers
        self._begin_turn()

    @property
    def puzzle(self) -> PuzzleGame | None:
        """The game, or None if the game is not a puzzle."""
        return cast("PuzzleGame", self.game) if "puzzle" in self.game.traits else None

    @property
    def state(self) -> State:
        """The current position."""
        return self._states[-1]

    @property
    def persons(self) -> list[int]:
        """The players whose moves are made by people, not by the computer."""
        return [player for player in range(len(self.game.players)) if player not in self.machines]

    @property
    def waits_for(self) -> tuple[int, ...]:
        """The persons who must still move in this turn.  It is () at the end, or if only machines move."""
        missing = [player for player in self.movers if player not in self._chosen]
        return tuple(player for player in missing if player not in self.machines)

    @property
    def player(self) -> int | None:
        """The first person who must still move in this turn, or None if no person must move."""
        return next(iter(self.waits_for), None)

    @property
    def movers(self) -> tuple[int, ...]:
        """The players who move in this turn.  It is () after the end of the round."""
        return () if self.outcome is not None else self.game.to_move(self.state)

    @property
    def outcome(self) -> tuple[float, ...] | None:
        """The payoff of each player in this round.  It is None until the round ends."""
        count = len(self.game.players)
        if self.gave_up is not None:
            return tuple(LOSS if player == self.gave_up else WIN for player in range(count))
        found = self.game.result(self.state)
        return (DRAW,) * count if found is None and self.state.ply >= MOST_TURNS else found

    @property
    def viewer(self) -> int:
        """Whose view is shown: `shown_to`, else the person to move, else the only person, else NOBODY."""
        if self.shown_to is not None:
            return self.shown_to
        if self.player is not None:
            return self.player
        return self.persons[0] if len(self.persons) == 1 else NOBODY

    @property
    def is_over(self) -> bool:
        """Whether the match has ended: the round is over, and no other round follows."""
        has_ended = self.gave_up is not None or self.is_broke or not self.game.next_round(self.state)
        return self.outcome is not None and has_ended

    @property
    def is_broke(self) -> bool:
        """Whether all persons have lost all their money.  This ends the match."""
        return self.are_broke(self.persons)

    def are_broke(self, players: Sequence[int]) -> bool:
        """Return whether all these players have lost all their money."""
        has_stakes = bool(players) and "stakes" in self.game.traits
        return has_stakes and not any(self.state.scores[player] for player in players)

    def seen(self, player: int) -> State:
        """Return what a player, or a watcher (NOBODY), may see.  After the match, return the whole state."""
        return self.state if self.shows_all or self.is_over else self.game.view(self.state, player)

    def screen(self, viewer: int) -> Sequence[str]:
        """Return the lines that a player sees beside the board.

        After a resignation, these lines ask no player for a move.
        """
        view = self.seen(viewer)
        return self.game.screen(view if self.gave_up is None else view._replace(mover=NOBODY), viewer)

    def moves(self) -> list[Move]:
        """Return the legal moves of the person to move.  Return [] if no person is to move."""
        return [] if self.player is None else self.game.moves(self.state, self.player)

    def _begin_turn(self) -> None:
        """Forget the choices of the last turn.  In a simultaneous turn, seal new choices of the machines."""
        self._chosen, self._replies, self.seals = {}, {}, {}
        self._seal_replies()

    def _seal_replies(self) -> None:
        if self._digits is None or "simultaneous" not in self.game.traits or not self.waits_for:
            return
        self._replies = self.replies()
        for player in sorted(self._replies.keys() - self.seals):
            choice = self._replies[player]
            self.seals[player] = seal_choice(self.game, self.state.rounds + 1, choice, self._digits())

    @property
    def is_begun(self) -> bool:
        """Whether a person has moved in this turn, while another person must still move."""
        return bool(self._chosen)

    def seat(self, player: int, machine: Opponent | None) -> None:
        """Let `machine` play for a player from now on.  If `machine` is None, let a person play.

        A replaced person's choice in this turn stays valid.  A replaced machine's choice is dropped.
        """
        machines = {one: other for one, other in self.machines.items() if one != player}
        self.machines = machines if machine is None else {**machines, player: machine}
        if machine is None:
            self._replies.pop(player, None)
            self.seals.pop(player, None)
        self._seal_replies()
        self._play_whole_turn()

    def replies(self) -> dict[int, Move]:
        """Return {player: move} for the machines in this turn.  Machines without a sealed move choose now."""
        players = [one for one in self.movers if one in self.machines and one not in self._chosen]
        return {one: self._replies.get(one) or self.machines[one].choose(self.game.view(self.state, one))
                for one in players}  # fmt: skip

    def person_moves(self, move: Move) -> None:
        """Record a person's move.  If no other person must move in this turn, play the turn."""
        self._chosen[move.player] = move
        self._play_whole_turn()

    def typed(self, player: int, text: str) -> str:
        """Make the move that a person typed.  Return "", or the reason if the move cannot be made."""
        view = self.seen(player)
        move = self.game.find(view, player, text)
        if move is None:
            return self.game.refusal(view, player, text)
        self.person_moves(move)
        return ""

    def _play_whole_turn(self) -> None:
        if self._chosen and self.player is None:
            self.play([*self.replies().values(), *self._chosen.values()])

    def machine_moves(self) -> bool:
        """Play this turn if only machines move in this turn.  Return whether the turn was played."""
        if self.outcome is not None or self.player is not None:
            return False
        self.play(self.replies().values())
        return True

    def play(self, moves: Iterable[Move]) -> None:
        """Play the moves of one turn, which must be legal."""
        turn = tuple(sorted(moves, key=lambda move: move.player))
        self.turns.append(turn)
        for player, machine in self.machines.items():
            machine.saw([self.game.seen(move, player) for move in turn])
        self._states.append(self.game.after(self.state, turn))
        self._write(row_line(moves=[*map(self.game.text, turn)]))
        self.opened = self.seals
        self._begin_turn()

    def begin_round(self) -> bool:
        """Begin the next round.  Return False if there is no next round."""
        after = None if self.gave_up is not None or self.is_broke else self.game.next_round(self.state)
        if after is None:
            return False
        self._states[-1] = after
        self._write(row_line(round=after.rounds))
        self._begin_turn()
        return True

    @property
    def hides(self) -> bool:
        """Whether the game has hidden or random parts.  If so, no move can be taken back."""
        return bool(self.game.traits & {"simultaneous", "hidden", "chance"})

    @property
    def undo_depth(self) -> int:
        """How many turns must be taken back to return to a person's turn.  It is 0 if this is impossible."""
        if self.hides or self.state.rounds:
            return 0
        for back in range(1, len(self._states)):
            if not set(self.persons).isdisjoint(self.game.to_move(self._states[-1 - back])):
                return back
        return 0

    def undo(self, turns: int = 0) -> str:
        """Take back `turns` turns; 0 means `undo_depth` turns.  Return "", or the reason if this fails."""
        turns = turns or self.undo_depth
        if not turns:
            return HIDES if self.hides else NO_UNDO
        del self._states[-turns:], self.turns[-turns:]
        self.gave_up = None
        self._write(row_line(undo=turns))
        self._begin_turn()
        return ""

    def resign(self, player: int | None = None) -> None:
        """Resign for a player.  The default is the person to move or, if there is none, the first person."""
        one = self.player if player is None else player
        self.gave_up = one if one is not None else next(iter(self.persons), 0)
        self._write(row_line(resigned=self.gave_up))

    def hint(self) -> Hint | None:
        """Return a good move for the person to move.  Return None if there is no such person or no hint."""
        player = self.player
        if player is None or self._advisers is None:
            return None
        return self._advisers(player).hint(self.game.view(self.state, player))

    def told(self, turn: Sequence[Move], viewer: int) -> str:
        """Return a turn's moves as text, without what `viewer` may not see.  After the match, show all."""
        is_open = self.shows_all or self.is_over
        texts = [self.game.text(move if is_open else self.game.seen(move, viewer)) for move in turn]
        return ", ".join(filter(None, texts))

    def log_news(self) -> Sequence[str]:
        """Return the lines added to a card game's log since the last call.  Return () without cards."""
        log: tuple[str, ...] = self.state.table.log if "cards" in self.game.traits else ()
        before, self._heard = self._heard, (self.state.rounds, len(log))
        return log[before[1] if before[0] == self.state.rounds else 0 :]

    def told_moves(self, viewer: int) -> list[str]:
        """Return numbered lines of moves that `viewer` may see; in a puzzle, only moves of this level."""
        told = list(filter(None, [self.told(turn, viewer) for turn in self.turns[self._level_start :]]))
        step = 1 if "simultaneous" in self.game.traits else len(self.game.players)
        return [f"{at // step + 1}. {'  '.join(told[at : at + step])}" for at in range(0, len(told), step)]

    @property
    def _level_start(self) -> int:
        """Number of turns played before the present level of a puzzle began, or 0 if this is no puzzle."""
        if (game := self.puzzle) is None:
            return 0
        now, turns = game.level(self.state), range(len(self.turns))
        return next((at + 1 for at in reversed(turns) if game.level(self._states[at]) != now), 0)

    def verdict(self) -> str:
        """Return a sentence on how the round ended.  Return "" while the round continues."""
        outcome, players = self.outcome, self.game.players
        if outcome is None:
            return ""
        best = max(outcome)
        if self.puzzle:
            lost = "It cannot be solved from here." if self.gave_up is None else "It was given up."
            return "It is solved." if best == WIN else lost
        if self.is_broke and self.gave_up is None:
            return self._broke()
        winners = [players[player] for player, payoff in enumerate(outcome) if payoff == best > DRAW]
        if not winners:
            return "It is a draw."
        how = " the round" * ("rounds" in self.game.traits)
        if self.gave_up is not None:
            how = f": {players[self.gave_up]} resigned"
        return f"{listed(winners)} {'win' if len(winners) > 1 else 'wins'}{how}."

    def _broke(self) -> str:
        """Return sentences that tell which persons have no money left, and which players have the most."""
        players, scores = self.game.players, self.state.scores
        out, best = [players[one] for one in self.persons], max(scores)
        leaders = [name for name, score in zip(players, scores, strict=True) if score == best]
        has, leads = ("has" if len(names) == 1 else "have" for names in (out, leaders))
        lead = f"{listed(leaders)} {leads} the most, {best:g}"
        return f"The match is over: {listed(out)} {has} no money left. {lead}."

    def person_result(self) -> float | None:
        """Return 1 if the only person has beaten the machines, 0.5 after a draw, 0 after a defeat.

        Return None in other matches, and before the end of the round or, if money is at stake, of the match.
        """
        outcome, persons = self.outcome, self.persons
        if outcome is None or not self.machines or len(persons) != 1:
            return None
        own, even = outcome[persons[0]], DRAW
        if "stakes" in self.game.traits and self.gave_up is None:
            if not self.is_over:
                return None
            own = self.state.scores[persons[0]]
            even = max(score for player, score in enumerate(self.state.scores) if player != persons[0])
        return WIN if own > even else DRAW if own == even else LOSS

    def play_again(self, text: str, seen: Callable[[], object] = lambda: None) -> None:
        """Play a journal except its first line.  Call `seen` after each line.  Raises MatchJournalError."""
        for number, row in rows(text):
            wrong = self._wrong(row)
            if wrong:
                raise MatchJournalError(f"line {number}: {wrong}")
            seen()

    def after(self, line: str) -> GameMatch:
        """Return a copy of the match after one more line of its journal.  Raises MatchJournalError."""
        match = copy(self)
        match.turns, match._states = [*self.turns], [*self._states]
        match.play_again(f"\n{line}\n")
        return match

    def _wrong(self, row: dict[str, Any]) -> str:
        """Carry out a line of a journal.  Return what is wrong with the line, or "" if it is right."""
        turns, player = row.get("undo"), row.get("resigned")
        if type(turns) is int:
            if not 0 < turns <= len(self.turns) or not self.undo_depth:
                return "there is no move to take back here"
            self.undo(turns)
        elif "round" in row:
            return "" if self.begin_round() else "no round can begin here"
        elif type(player) is int and 0 <= player < len(self.game.players):
            self.resign(player)
        else:
            return self._wrong_moves(row.get("moves"))
        return ""

    def _wrong_moves(self, texts: object) -> str:
        movers = self.movers
        if not isinstance(texts, list) or len(texts) != len(movers) or not movers:
            return "there must be one move for each player whose turn it is"
        moves: list[Move] = []
        for player, text in zip(movers, texts, strict=True):
            move = self.game.find(self.state, player, text) if isinstance(text, str) else None
            if move is None:
                return f"{printable_line(str(text))[:40]} is not a legal move"
            moves.append(move)
        self.play(moves)
        return ""


def candidates(moves: Sequence[Move], start: int, to: int | None = None) -> list[Move]:
    """Return the moves of a piece on the square `start`, and the moves that put a piece on this square.

    If `to` is given, return only the moves from `start` to `to`.
    """
    if to is not None:
        return [move for move in moves if move.start == start and move.to == to]
    return [move for move in moves if start in (move.start, move.to if move.start < 0 else None)]
