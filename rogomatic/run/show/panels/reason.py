"""Panel: which rung fired, and why.

Owns   the rung, its place, its reason, the keys.
Leaves the rungs above it (panels.ladder), the walk it belongs to (panels.plan).
"""

from __future__ import annotations

from rogomatic.rules import Choice
from rogomatic.run.show.panels.lines import Line, Look, cut, folded, labelled, line
from rogomatic.run.show.panels.subject import Subject
from rogomatic.run.show.sentences import sentence_of
from rogomatic.run.tapes.words import keys_in_words


def reason(agent: Subject, choice: Choice | None, width: int, height: int) -> list[Line]:  # noqa: ARG001
    """Return the rung that fired, why, its keys and its rule; the most important first."""
    if choice is None:
        return cut([line(("nothing decided yet", Look.DIM))], height)
    fired = in_short(choice)
    if height == 1:
        return [line((fired[:width], Look.STRONG))]
    lines = folded(fired, width, Look.STRONG)
    lines += labelled("keys", f"{keys_in_words(choice.act.keys)}  {choice.act.deed.verb}", width)
    rungs = [rung.name for rung in choice.ladder]
    if choice.rung in rungs:
        lines += labelled("rung", f"{rungs.index(choice.rung) + 1} of {len(rungs)}", width)
    rule = next((rung.rule for rung in choice.ladder if rung.name == choice.rung), None)
    if rule is not None:
        lines += folded(sentence_of(rule), width, Look.DIM)
    return lines[:height]


def in_short(choice: Choice) -> str:
    """Return what is being done and why, as one text."""
    return f"{choice.rung}: {choice.act.because}"
