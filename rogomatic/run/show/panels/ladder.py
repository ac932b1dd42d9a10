"""Panel: the ladder, each rung with what it said last.

Owns   the last answer of every rung, and which part of the ladder is shown where room is short.
Leaves the rungs (ladder), asking them (rules).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final, NamedTuple

from rogomatic.ladder import LADDER
from rogomatic.rules import Choice
from rogomatic.run.show.panels.lines import Line, Look, line
from rogomatic.run.show.panels.subject import Subject

_NAME: Final = 26    # columns of a rung's name
_LOOKED_AT: Final = 100  # choices back, at most
_BELOW: Final = 3    # rungs shown below the one that fired, where room is short
_BETWEEN: Final = 4  # from here on a column of reasons is of use


class Answer(NamedTuple):
    """What a rung said last: why not, or what it wanted; and how many choices ago."""

    text: str
    ago: int
    acted: bool


def ladder(agent: Subject, choice: Choice | None, width: int, height: int) -> list[Line]:
    """Return a line per rung: its name, and why it did not act when it was asked last."""
    answers = last_answers(agent, choice)
    fired = next((at for at, rung in enumerate(LADDER) if _is_fired(answers.get(rung.name))), 0)
    first = max(0, min(fired + _BELOW + 1 - height, len(LADDER) - height)) if height < len(LADDER) else 0
    return [
        _row(rung.name, answers.get(rung.name), width) for rung in LADDER[first : first + max(height, 0)]
    ]


def last_answers(agent: Subject, choice: Choice | None) -> dict[str, Answer]:
    """Return what each rung said last, as far as the trace goes back; 0 ago is the choice at hand."""
    answers: dict[str, Answer] = {}
    for ago, one in enumerate(islice(_choices(agent, choice), _LOOKED_AT)):
        known = len(answers)  # later choices asked the rungs down to here
        if len(one.refusals) < known:
            continue
        for rung, refusal in zip(LADDER[known:], one.refusals[known:], strict=False):
            answers[rung.name] = Answer(refusal.why_not, ago, acted=False)
        answers[one.rung] = Answer(one.act.because, ago, acted=True)
    return answers


def _choices(agent: Subject, choice: Choice | None) -> Iterator[Choice]:
    """Yield the choices among the rungs of the ladder, the latest first."""
    if choice is not None and choice.ladder is LADDER:
        yield choice
    for moment in reversed(agent.trace.last):
        if moment.choice.ladder is LADDER and moment.choice is not choice:
            yield moment.choice


def _is_fired(answer: Answer | None) -> bool:
    return answer is not None and answer.acted and answer.ago == 0


def _row(name: str, answer: Answer | None, width: int) -> Line:
    mark = ">" if _is_fired(answer) else " "
    name_look = Look.STRONG if _is_fired(answer) else Look.PLAIN if answer and not answer.ago else Look.DIM
    if width < _NAME + _BETWEEN + 2:
        return line((f"{mark} {name}"[:width], name_look))
    text = "" if answer is None else answer.text
    if answer is not None and answer.acted and answer.ago:
        text = f"acted {answer.ago} choices ago"
    room = width - _NAME - 3
    look = name_look if answer and (answer.ago == 0 and answer.acted) else Look.DIM
    return line((f"{mark} {name:<{_NAME}.{_NAME}} ", name_look), (text[:room], look))
