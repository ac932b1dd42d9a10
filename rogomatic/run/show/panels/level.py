"""Panel: the level in figures: what is explored, what may be hidden, loops, signs of running in circles.

Owns   the rows.
Leaves the same as a map (panels.chart), the figures (think, beliefs).
"""

from __future__ import annotations

from rogomatic.beliefs.level import UNKNOWN, WALKABLE
from rogomatic.beliefs.model import Beliefs
from rogomatic.rules import Choice
from rogomatic.run.show.panels.chart import hidden_in, loops_in
from rogomatic.run.show.panels.lines import Line, Look, cut, labelled
from rogomatic.run.show.panels.subject import Subject
from rogomatic.screen import COLS, SIZE


def level(agent: Subject, choice: Choice | None, width: int, height: int) -> list[Line]:  # noqa: ARG001
    """Return turns spent here, squares known and walked, suspicion, loops, turns without news."""
    b, ground, watch = agent.beliefs, agent.beliefs.level, agent.beliefs.watch
    walkable = [spot for spot in range(COLS, SIZE - COLS) if ground.code[spot] in WALKABLE]
    known = SIZE - 2 * COLS - ground.code[COLS : SIZE - COLS].count(UNKNOWN)
    been = sum(ground.been[spot] for spot in walkable)
    lines = labelled("here", f"{b.turn - watch.level_turn} turns of {b.knobs.level_turns}", width)
    lines += labelled("known", f"{known} squares, {been} of {len(walkable)} walked", width)
    lines += labelled("unseen", f"{len(ground.frontier)} squares promise something", width)
    lines += labelled("things", f"{len(ground.things)} in sight, {ground.gold_taken} gold taken", width)
    lines += labelled("hidden", _suspicion(b), width, Look.HINT)
    lines += labelled("searched", f"{watch.swept} turns", width)
    loops = len(loops_in(ground))
    lines += labelled("loops", f"{loops} squares of passages" if loops else "none known", width)
    lines += labelled("no news", f"for {watch.idle} turns (circle at {b.knobs.idle_turns})", width)
    if watch.danced:
        lines += labelled("dance", f"{watch.danced} turns of {b.knobs.dance_turns}", width)
    return cut(lines, height)


def _suspicion(b: Beliefs) -> str:
    """Say where a search would most likely find something."""
    odds = hidden_in(b.level)
    if not odds:
        return "nothing suspected"
    spot = max(odds, key=lambda one: (odds[one], -one))
    row, col = divmod(spot, COLS)
    return f"most likely at row {row}, column {col}: {100 * odds[spot]:.0f}% a search"
