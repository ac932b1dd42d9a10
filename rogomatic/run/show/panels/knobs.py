"""Panel: the knobs this agent plays with.

Owns   the rows; knobs that differ from the default stand out.
Leaves what they mean (knobs).
"""

from __future__ import annotations

from dataclasses import fields
from typing import Final

from rogomatic.knobs import DEFAULT, RANGES, Knobs
from rogomatic.rules import Choice
from rogomatic.run.show.panels.lines import Line, Look, columns, cut, line
from rogomatic.run.show.panels.subject import Subject

_COLUMN: Final = 26  # name and value
_RANGE: Final = 24  # and the range, where there is room for one column only or for two


def knobs(agent: Subject, choice: Choice | None, width: int, height: int) -> list[Line]:  # noqa: ARG001
    """Return every knob with its value, in as many columns as fit; `*` marks what is not the default."""
    now = agent.beliefs.knobs
    cells = [_cell(now, field.name, width) for field in fields(Knobs)]
    across = max(width // (_COLUMN + (0 if width >= 3 * _COLUMN else _RANGE)), 1)
    rows = -(-len(cells) // across)
    lines = [line(*(cells[at] for at in range(row, len(cells), rows))) for row in range(rows)]
    return cut([line(*((text[:width], look) for text, look in one)) for one in lines], height)


def _cell(now: Knobs, name: str, width: int) -> tuple[str, Look]:
    value, changed = getattr(now, name), getattr(now, name) != getattr(DEFAULT, name)
    room = max(min(_COLUMN - 8, width - 6), 1)
    form = [(f"{'*' if changed else ' '}{name}", room), (str(value), -6), ("", 2)]
    if width < 3 * _COLUMN:
        form.append((f"{RANGES[name].least} to {RANGES[name].most}", _RANGE))
    return columns(form)[0][0], Look.STRONG if changed else Look.PLAIN
