"""Panel: what this game has come to so far, and how often each rung acted.

Owns   the rows.
Leaves counting (trace, beliefs).
"""

from __future__ import annotations

from typing import Final

from rogomatic.rules import Choice
from rogomatic.run.show.panels.lines import Line, Look, columns, cut, labelled
from rogomatic.run.show.panels.subject import Subject

_NAME: Final = 26
_COUNT: Final = -7
_SHARE: Final = -6


def counters(agent: Subject, choice: Choice | None, width: int, height: int) -> list[Line]:  # noqa: ARG001
    """Return turns, commands and levels, then the rungs that acted, the busiest first."""
    b, fired = agent.beliefs, agent.trace.fired
    total = sum(fired.values())
    level = sum(b.watch.acted.values())
    lines = labelled("turn", f"{b.turn}, command {b.commands}, {level} of them on this level", width)
    lines += labelled("depth", f"{b.me.depth}, deepest {b.deepest}; {b.me.gold} gold", width)
    name = min(_NAME, max(width + _COUNT + _SHARE, 1))
    lines.append(columns((("rung", name), ("acted", _COUNT), ("share", _SHARE)), Look.DIM))
    for rung, count in sorted(fired.items(), key=lambda one: (-one[1], one[0])):
        share = f"{100 * count / total:.0f}%"
        lines.append(columns(((rung, name), (str(count), _COUNT), (share, _SHARE))))
    return cut(lines, height)
