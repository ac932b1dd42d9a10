"""A person's game in the dungeon of a day, compared with the agent's game there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Final

from rogue.app.ghost import Ghost, GhostMoment, at_turn, first_of_levels
from rogue.shared.daily_seed import day_of_seed, seed_of_day
from rogue.shared.wording import with_article
from rogue.storage.history import FinishedGame
from rogue.storage.places import daily_folder
from rogue.ui.end_screens import Outcome
from rogue.ui.side_panel import PanelRow

if TYPE_CHECKING:
    from rogue.state.world import World
    from rogue.ui.journal import Start

EDITION: Final = "5.4"
AGENT: Final = "Rog-O-Matic"
NO_GHOST: Final = "has not begun"
NO_GAME: Final = "no game"


class DailyGame:
    """A person's game in the dungeon of a day, and the agent's game there, which is called the ghost."""

    def __init__(self, day: date, env: Mapping[str, str], past: Sequence[str] = ()) -> None:
        """Start the ghost, unless the ghost has already finished its game.

        past  the lines of the person's journal if the person's game is resumed
        """
        self.day = day
        self._ghost = Ghost(ghost_file(day, env), seed_of_day(day))
        self._mine: list[GhostMoment] = []
        if past:
            self._look_back(past)

    def _look_back(self, journal: Sequence[str]) -> None:
        """To collect the earlier moments of the person's game, replay its journal.

        If part of the journal cannot be replayed, replay as much as possible.
        """
        from rogue.shared.errors import RogueError
        from rogue.ui.journal_sessions import JournalPlayer

        with suppress(RogueError):
            run = JournalPlayer(journal)
            self._look(run.session.world)
            while run.step() is not None:
                self._look(run.session.world)

    def _look(self, world: World) -> GhostMoment:
        """Return the present state of the person's game.  If depth or gold has changed, record the state."""
        player = world.player
        now = GhostMoment(world.turns, world.depth, player.purse, player.hp)
        if not self._mine or (self._mine[-1].depth, self._mine[-1].gold) != (now.depth, now.gold):
            self._mine.append(now)
        return now

    def title(self, world: World) -> str:
        """Return the title of the window.  It names the day and describes the ghost at the present turn."""
        now = self._look(world)
        ghost = at_turn(self._ghost.moments, now.turn)
        return f"rogue daily {self.day}, {AGENT}: {self._words_of(ghost)}"

    def _words_of(self, ghost: GhostMoment | None) -> str:
        """Describe a state of the ghost's game.  If `ghost` is None, say why there is no state."""
        if ghost is None:
            return NO_GAME if self._ghost.is_lost else NO_GHOST
        return _standing(ghost)

    def panel_rows(self, world: World, columns: int) -> list[PanelRow]:
        """Return rows of the side panel that compare the two games at this turn."""
        now = self._look(world)
        ghost = at_turn(self._ghost.moments, now.turn)
        lines = [f"you: {_standing(now)}", f"{AGENT}: {self._words_of(ghost)}"]
        return [
            PanelRow(f"{self.day}, turn {now.turn:,}", True),
            *(PanelRow(line[:columns]) for line in lines),
        ]

    def close(self, outcome: Outcome | None, games: Sequence[FinishedGame] = ()) -> list[str]:
        """Stop the ghost.  Return the lines of the final page, or [] if `outcome` is None.

        outcome  how the person's game ended, or None if it has not ended.  If it has ended, the ghost is
                 given some time to finish its own game before it is stopped.
        games    the person's finished games, including this one
        """
        moments = self._ghost.close(wait=outcome is not None)
        if outcome is None:
            return []
        number = sum(day_of_finished(game) == self.day for game in games)
        line = result_line(self.day, outcome, moments, number)
        return [*comparison(self._mine, outcome, moments), "", line]


def day_of_game(start: Start) -> date | None:
    """Return the day whose dungeon a game is played in, or None if it counts for no day."""
    counts = start.rules == EDITION and not start.wizard
    return day_of_seed(start.seed) if counts else None


def day_of_finished(game: FinishedGame) -> date | None:
    """Return the day whose dungeon was played, or None if the game does not count for any day."""
    return day_of_seed(game.seed) if game.edition == EDITION and "wizard" not in game.marks else None


def ghost_file(day: date, env: Mapping[str, str]) -> Path:
    """Return the path of the file that holds the agent's game in a day's dungeon."""
    return daily_folder(env) / f"{day}.jsonl"


def _standing(moment: GhostMoment) -> str:
    return moment.end or f"level {moment.depth}, {moment.gold:,} gold"


def comparison(mine: Sequence[GhostMoment], outcome: Outcome, ghost: Sequence[GhostMoment]) -> list[str]:
    """Return the lines of a table.

    For each level, the table shows the turn on which each of the two games reached the level, and the gold
    that its player had then.
    """
    both = (first_of_levels(mine), first_of_levels(ghost))
    lines = [f"{'':<9}{'you':<26}{AGENT}"]
    for depth in sorted({*both[0], *both[1]}):
        cells = [
            f"turn {first.turn:,}, {first.gold:,} gold" if (first := side.get(depth)) else "" for side in both
        ]
        lines.append(f"level {depth:<3}{cells[0]:<26}{cells[1]}".rstrip())
    last = ghost[-1] if ghost else None
    lines.append(f"{'the end':<9}{f'turn {outcome.turns:,}, {outcome.score:,} gold':<26}"
        + (f"turn {last.turn:,}, {last.gold:,} gold" if last is not None else NO_GAME))  # fmt: skip
    return lines


def result_line(day: date, outcome: Outcome, ghost: Sequence[GhostMoment], number: int = 1) -> str:
    """Return the result of a game in one line, which players can share.

    number  how many games the person has finished in this dungeon, including this one
    """
    end = f"killed by {with_article(outcome.killer)}" if outcome.how == "killed" else outcome.how
    helped = "".join(f", with {mark}" for mark in outcome.marks)
    other = f"; {AGENT}: {ghost[-1].gold:,} gold, level {ghost[-1].depth}" if ghost and ghost[-1].end else ""
    mine = f"{outcome.score:,} gold, level {outcome.depth}, turn {outcome.turns:,}, {end}{helped}"
    return f"Rogue {day}{f' (game {number})' if number > 1 else ''}: {mine}{other}"
