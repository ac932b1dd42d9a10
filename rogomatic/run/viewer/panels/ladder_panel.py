"""The panel of the ladder: the rung that fired, those that nearly did, and how many had nothing to say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Final, NamedTuple

from rogomatic.ladder import LADDER
from rogomatic.rule_engine import Choice
from rogomatic.run.viewer.panels.styled_lines import Line, Style, folded, line
from rogomatic.run.viewer.panels.subject import Subject
from rogomatic.wording import plural

_LOOKED_AT: Final = 100  # choices back, at most
_LATELY: Final = 20  # choices: who acted since then is close to acting again
_LEAST_NEAR: Final = 2  # rungs above the one that fired, whatever they say
_WHOLE: Final = 200  # rows from which every rung has its lines


class RungAnswer(NamedTuple):
    """What a rung said last: why not, or what it wanted; and how many choices ago.

    strange  whether that is not what it says most of the time
    lately   how many choices ago it acted, -1 if it did not
    """

    text: str
    ago: int
    acted: bool
    strange: bool = False
    lately: int = -1

    @property
    def is_near(self) -> bool:
        """Whether it was asked just now and nearly acted: it says something unusual, or acted lately."""
        return self.ago == 0 and (self.strange or 0 <= self.lately <= _LATELY)


def ladder(agent: Subject, choice: Choice | None, width: int, height: int) -> list[Line]:
    """Return the rung that fired and why, above it those that nearly did and why they did not, their reasons
    folded to the width; how many others there are.  With very many rows it is every rung.
    """
    answers = last_answers(agent, choice)
    names = [rung.name for rung in LADDER]
    fired = next((at for at, name in enumerate(names) if _is_fired(answers.get(name))), -1)
    if fired < 0 or height >= _WHOLE:
        rows = [one for name in names for one in _rung_rows(name, answers.get(name), width)]
        return rows[: max(height, 0)]
    now = _rung_rows(names[fired], answers[names[fired]], width)
    below = _note(f"not asked: {plural(len(names) - fired - 1, 'rule')} below", width)
    first = _note(f"no reason to act: {plural(fired, 'rule')} above", width)
    if height <= len(now):
        return now[: max(height, 0)]
    room = height - len(now) - len(first)
    kept: dict[int, list[Line]] = {}
    for at in _nearest(names[:fired], answers):
        rows = _rung_rows(names[at], answers.get(names[at]), width)
        if len(rows) <= room:
            kept[at] = rows
            room -= len(rows)
    above = [one for at in sorted(kept) for one in kept[at]]
    others = fired - len(kept)
    first = _note(f"no reason to act: {plural(others, 'other rule')} above", width) if others else []
    return [*first, *above, *now, *(below if room >= len(below) else [])][-height:]


def _nearest(above: list[str], answers: Mapping[str, RungAnswer]) -> list[int]:
    """Return the rungs above the one that fired that are worth a line, the closest to acting first."""
    near = [at for at, name in enumerate(above) if name in answers and answers[name].is_near]
    near.sort(key=lambda at: (not answers[above[at]].strange, -at))
    rest = [at for at in range(len(above) - 1, -1, -1) if at not in near]
    return near + rest[: max(_LEAST_NEAR - len(near), 0)]


def last_answers(agent: Subject, choice: Choice | None) -> dict[str, RungAnswer]:
    """Return what each rung said last, as far as the trace goes back; 0 ago is the choice at hand."""
    answers: dict[str, RungAnswer] = {}
    usual: dict[str, Counter[str]] = {}
    acted: dict[str, int] = {}
    for ago, one in enumerate(islice(_choices(agent, choice), _LOOKED_AT)):
        for rung, refusal in zip(LADDER, one.refusals, strict=False):
            usual.setdefault(rung.name, Counter())[refusal.why_not] += 1
        acted.setdefault(one.rung, ago)
        known = len(answers)  # later choices asked the rungs down to here
        if len(one.refusals) < known:
            continue
        for rung, refusal in zip(LADDER[known:], one.refusals[known:], strict=False):
            answers[rung.name] = RungAnswer(refusal.why_not, ago, acted=False)
        answers[one.rung] = RungAnswer(one.act.because, ago, acted=True)
    return {
        name: answer._replace(strange=_is_strange(answer, usual.get(name)), lately=acted.get(name, -1))
        for name, answer in answers.items()
    }


def _is_strange(answer: RungAnswer, usual: Counter[str] | None) -> bool:
    return usual is not None and not answer.acted and 2 * usual[answer.text] < usual.total()


def _choices(agent: Subject, choice: Choice | None) -> Iterator[Choice]:
    """Yield the choices among the rungs of the ladder, the latest first."""
    if choice is not None and choice.ladder is LADDER:
        yield choice
    for moment in reversed(agent.trace.last):
        if moment.choice.ladder is LADDER and moment.choice is not choice:
            yield moment.choice


def _is_fired(answer: RungAnswer | None) -> bool:
    return answer is not None and answer.acted and answer.ago == 0


def _rung_rows(name: str, answer: RungAnswer | None, width: int) -> list[Line]:
    """Return the lines of a rung: its name and what it said, folded."""
    mark = "> " if _is_fired(answer) else "  "
    look = Style.STRONG if _is_fired(answer) else Style.PLAIN if answer and not answer.ago else Style.DIM
    if answer is None:
        return [line((f"{mark}{name}"[:width], look))]
    text = answer.text
    if answer.acted and answer.ago:
        text = f"acted {plural(answer.ago, 'choice')} ago"
    first, *rest = folded(f"{mark}{name}: {text}", width, look, indent=4)
    if _is_fired(answer):
        return [first, *rest]
    shown = first[0][0]
    head = shown[: len(mark) + len(name) + 1]
    dim = [line((one[0][0], Style.DIM)) for one in rest]
    return [line((head, look), (shown[len(head) :], Style.DIM)), *dim]


def _note(text: str, width: int) -> list[Line]:
    return folded(f"  ({text})", width, Style.DIM, indent=4)
