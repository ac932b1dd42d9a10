"""The end of a game on the screen: tombstone, quitting, the winner's screens, and what it came to.

Owns   the order of the last screens and the outcome (END-1 to END-3, screen.md 12).
Leaves the pictures (play.tombstone, play.winner), the score list (play.scores).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Final

from rogue.play.ask import RETURN
from rogue.play.keys import SPACE
from rogue.play.lists import PAGE_ROWS, foot
from rogue.play.scores import NAME_MAX, ScoreRow
from rogue.play.stage import Stage
from rogue.play.tombstone import killed_line, quit_line, tombstone
from rogue.play.winner import BANNER, STORY, winner_table
from rogue.rules.worth import final_score, winnings
from rogue.state.grid import COLS, ROWS
from rogue.state.world import How, World

PRESS_RETURN: Final = "[Press return to continue]"
LAST_ROW: Final = ROWS - 1
STORY_ROW: Final = 11


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended and what it came to."""

    how: How
    killer: str  # without article, "" when not killed
    score: int
    depth: int  # where the game ended
    deepest: int
    level: int  # of experience
    turns: int
    seed: int
    name: str
    gold: int  # in the purse at the end
    amulet: bool = False  # carried at the end
    edition: str = "5.4"
    marks: tuple[str, ...] = ()  # what helped: "wizard", "helpers"

    def row(self, time: str = "") -> ScoreRow:
        """Return the game as a row of the score list; `time` says when it ended."""
        level = self.deepest if self.how == "won" else self.depth
        name = self.name[:NAME_MAX]
        helped = "helpers" in self.marks
        return ScoreRow(
            self.score, name, self.how, self.killer, level, self.amulet, self.seed, time, helped
        )


def outcome_of(world: World) -> Outcome | None:
    """Return how a game ended, None while it goes on."""
    ending = world.ending
    if ending is None:
        return None
    player = world.player
    return Outcome(
        how=ending.how,
        killer=ending.killer,
        score=final_score(world),
        depth=world.depth,
        deepest=world.deepest,
        level=player.level,
        turns=world.turns,
        seed=world.seed,
        name=world.options.name,
        gold=player.purse,
        amulet=any(item.kind.cls == "amulet" for item in player.pack),
        edition=world.rules.edition,
        marks=_marks_of(world),
    )


def _marks_of(world: World) -> tuple[str, ...]:
    helped = {"wizard": world.unscored, "helpers": world.options.helpers}
    return tuple(mark for mark, true in helped.items() if true)


def show_end(stage: Stage) -> None:
    """Clear the screen and show how the game ended."""
    world, ending = stage.world, stage.world.ending
    assert ending is not None
    stage.covered = True
    stage.painter.clear()
    score = final_score(world)
    if ending.how == "won":
        _show_winner(stage)
        return
    if ending.how == "quit" and not stage.words.quit_screen:
        stage.mode = "closed"
        return
    if ending.how == "quit":
        stage.painter.row(LAST_ROW - 1, quit_line(score))
    elif world.options.tombstone:
        for row, col, text in tombstone(world.options.name, score, ending.killer, stage.year):
            stage.painter.row(row, text, col)
    else:
        stage.painter.row(LAST_ROW - 1, killed_line(ending.killer, score))
    _press_return(stage)


def _press_return(stage: Stage) -> None:
    stage.painter.row(LAST_ROW, PRESS_RETURN)
    stage.mode = "return"


def return_key(stage: Stage, key: int) -> None:
    """The last screen is shown: return ends the program, all else is ignored."""
    if key in RETURN:
        stage.mode = "closed"


def _show_winner(stage: Stage) -> None:
    painter, world = stage.painter, stage.world
    for row, text in enumerate(BANNER):
        painter.write(row * COLS, text, bright=True)
    for row, text in enumerate(STORY, STORY_ROW):
        painter.row(row, text)
    foot(stage)
    table = winner_table(winnings(world), world.player.purse, stage.words.gold_pieces)
    parts = [table[start : start + PAGE_ROWS] for start in range(0, len(table), PAGE_ROWS)]
    for part in parts:
        stage.turning.append(partial(_show_table, stage, part, last=part is parts[-1]))
    stage.mode = "winner"


def _show_table(stage: Stage, lines: list[str], *, last: bool) -> None:
    stage.painter.clear()
    for row, text in enumerate(lines):
        stage.painter.row(row, text)
    if last:
        _press_return(stage)
    else:
        foot(stage)


def winner_key(stage: Stage, key: int) -> None:
    """The winner's screens are shown: space turns them."""
    if key == SPACE:
        stage.turning.popleft()()
