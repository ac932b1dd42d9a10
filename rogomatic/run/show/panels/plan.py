"""Panel: the walk under way; and its squares, for the map.

Owns   the walk in words, which squares it crosses.
Leaves drawing on the map (window.frame), finding ways (think.paths).
"""

from __future__ import annotations

from rogomatic.beliefs.model import Plan
from rogomatic.rules import Choice
from rogomatic.run.show.panels.lines import Line, Look, cut, folded, labelled
from rogomatic.run.show.panels.subject import Subject
from rogomatic.run.tapes.words import plan_in_words
from rogomatic.screen import COLS


def plan(agent: Subject, choice: Choice | None, width: int, height: int) -> list[Line]:
    """Return the walk of the choice at hand, the one before if it was another, and the way down."""
    b = agent.beliefs
    now = plan_of(agent, choice)
    lines = folded("no walk under way", width, Look.DIM)
    if now is not None:
        lines = labelled("walk", plan_in_words(now), width, Look.PATH)
    if b.plan is not None and now is not None and (b.plan.why, b.plan.goal) != (now.why, now.goal):
        lines += labelled("before", plan_in_words(b.plan), width)
    row, col = divmod(b.level.stairs, COLS)
    lines += labelled("stairs", f"row {row}, column {col}" if b.level.stairs >= 0 else "not known", width)
    return cut(lines, height)


def plan_of(agent: Subject, choice: Choice | None) -> Plan | None:
    """Return the walk that the choice at hand belongs to; an answer to the game goes on with the last one."""
    if choice is None or choice.act.deed.verb == "answer":
        return agent.beliefs.plan
    return choice.act.plan


def squares_of(agent: Subject, choice: Choice | None) -> tuple[int, ...]:
    """Return the squares of the walk still to come, the goal last; () when there is none."""
    now = plan_of(agent, choice)
    return now.path if now is not None else ()
