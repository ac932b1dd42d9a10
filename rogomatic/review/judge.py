"""The judge of a game's moments, which works in one process or in several."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

from rogomatic.agent.beliefs.model import Beliefs
from rogomatic.agent.engine.rule_engine import Choice, choose
from rogomatic.agent.knobs import Knobs
from rogomatic.agent.ladder import LADDER
from rogomatic.agent.memory.long_term_memory import Memory
from rogomatic.agent.player import Player
from rogomatic.agent.screen.vt100 import COLS, ROWS, Screen
from rogomatic.review.agent_states import AgentStates
from rogomatic.review.alternatives import MoveOption, options_of
from rogomatic.review.findings import FuturePicture, JudgedMove, Prospect
from rogomatic.review.moments import ReviewedMoment
from rogomatic.review.move_comparison import (
    FEW_PCT,
    Estimate,
    MoveComparison,
    Play,
    compare_moves,
    compared_again,
)
from rogomatic.review.move_playouts import PlayoutResult, play_out
from rogomatic.review.move_words import circumstances
from rogomatic.review.review_effort import PLAYS
from rogomatic.review.unknowns import FRESH, WorldMaker, dice_of
from rogomatic.run.runner.batch_engines import Engine
from rogomatic.run.viewer.describe import in_short
from rogue.shared.errors import RogomaticError
from rogue.shared.wording import keys_in_words

See = Callable[[Choice, Player], None]
"""Function that is called with each choice of a playout, and with the agent that chose."""

FUTURE: Final = 12
"""Maximum number of pictures in each of the two futures of a finding."""


class LostProcessError(RogomaticError):
    """Raised if a process ends while it is judging a moment."""


@dataclass(frozen=True)
class Judge:
    """A callable that judges a moment, given its index.  The result is the same in every process.

    worlds   callable that continues a game from a position
    seed     seed of the game
    plays    maximum number of playouts of each move in the final comparison
    few_pct  a move counts as good if less than this percentage of its playouts ends in death
    """

    moments: tuple[ReviewedMoment, ...]
    worlds: WorldMaker
    memory: Memory
    knobs: Knobs
    seed: int
    plays: int = PLAYS
    few_pct: float = FEW_PCT

    @cached_property
    def _states(self) -> AgentStates:
        return AgentStates(self.memory, self.knobs)

    def __call__(self, index: int) -> JudgedMove:
        """Judge the move that was made at a moment.

        A finding also has the board, and the first steps of one playout each for the move and its rival.
        """
        moment = self.moments[index]
        player, made, found = self._compared(moment)
        move = _judged(moment, player.beliefs, made, found)
        rival = found.rival
        if not move.is_finding or move.rival is None or rival is None:
            return move
        before, after = (
            prospect._replace(future=self._future(moment, option, found.example))
            for prospect, option in ((move.made, made), (move.rival, rival))
        )
        return replace(move, made=before, rival=after, board=_rows(player.screen))

    def twice(self, index: int) -> tuple[JudgedMove, float, float]:
        """Judge the move at a moment.  Return (judged move, loss, standard error).

        If the move is a finding, the loss and its standard error come from a second estimate in new worlds,
        and the judged move has its board but no futures.  If the move is no finding, there is no second
        estimate, and both numbers are 0.
        """
        moment = self.moments[index]
        player, made, found = self._compared(moment)
        move = _judged(moment, player.beliefs, made, found)
        if found.rival is None or not move.is_finding:
            return move, 0.0, 0.0
        move = replace(move, board=_rows(player.screen))
        return move, *compared_again(made, found.rival, self._plays_of(moment), self.plays)

    def _compared(self, moment: ReviewedMoment) -> tuple[Player, MoveOption, MoveComparison]:
        """Return the agent before a move, the move, and the comparison of this move with other moves."""
        player = self._states.take(moment.agent)
        choice = choose(LADDER, player.beliefs)
        assert choice is not None, "the last rung never refuses"
        options = options_of(player.beliefs, choice, moment.keys, moment.turns)
        return player, options[0], compare_moves(options, self._plays_of(moment), self.plays, self.few_pct)

    def _plays_of(self, moment: ReviewedMoment) -> Play:
        return lambda option, number: self._play(moment, option, number)

    def _play(
        self,
        moment: ReviewedMoment,
        option: MoveOption,
        number: int,
        seen: See | None = None,
    ) -> PlayoutResult:
        player = self._states.take(moment.agent)
        world = self.worlds(moment.position, dice_of(self.seed, moment.number, number))
        if seen is None:
            return play_out(player, world, option, until_safe=number < FRESH)
        outcome = play_out(player, world, option, lambda choice: seen(choice, player), FUTURE)
        if world.is_lost:
            seen(Choice("", option.commands[0]), player)
        return outcome

    def _future(self, moment: ReviewedMoment, option: MoveOption, number: int) -> tuple[FuturePicture, ...]:
        """Return the first steps of a playout as pictures."""
        frames: list[FuturePicture] = []

        def see(choice: Choice, player: Player) -> None:
            rows = _rows(player.screen)
            if not choice.rung:
                frames.append(FuturePicture(rows, "the hero is dead"))
            elif not frames:
                frames.append(FuturePicture(rows, option.words.doing))
            else:  # row 0 has the answer to the marker
                said = " ".join(player.beliefs.said)[:COLS]
                frames.append(FuturePicture((said, *rows[1:]), in_short(choice)))

        self._play(moment, option, number, see)
        return tuple(frames[:FUTURE])


def _judged(moment: ReviewedMoment, beliefs: Beliefs, made: MoveOption, found: MoveComparison) -> JudgedMove:
    rival, other = found.rival, found.other
    return JudgedMove(
        moment.number, moment.turn, moment.depth, moment.hp, moment.max_hp,
        keys_in_words(b"".join(moment.keys)), circumstances(beliefs), _prospect(made, found.played),
        None if rival is None or other is None else _prospect(rival, other), found.lost, found.error,
    )  # fmt: skip


def _prospect(option: MoveOption, found: Estimate) -> Prospect:
    return Prospect(option.words.done, option.words.doing, 100 * (1 - found.alive), found.gold, found.plays)


def _rows(screen: Screen) -> tuple[str, ...]:
    return tuple(screen.text(row).rstrip() for row in range(ROWS))


def judged(
    judge: Judge, engine: Engine[JudgedMove], progress: Callable[[int, int], None]
) -> list[JudgedMove]:
    """Judge all moments.  Return the moves in the order of the game.

    `progress` is called with the number of judged moves and the number of all moves.  Raises
    LostProcessError.
    """
    tasks = range(len(judge.moments))
    found: list[JudgedMove] = []
    progress(0, len(tasks))
    for move in engine(tasks, judge, _lost, lambda: False):
        found.append(move)
        progress(len(found), len(tasks))
    return sorted(found, key=lambda move: move.number)


def _lost(_task: int, why: str, _late: bool) -> JudgedMove:
    raise LostProcessError(f"The review stopped early: {why}.")
