"""The danger of a game by turn as a graph for a terminal, with its worst moments in words."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from rogomatic.run.recordings.onlooker import Danger, Stretch, worst_stretches
from rogomatic.wording import counted, plural

_STEPS_PCT: Final = (90.0, 50.0, 20.0, 10.0, 5.0, 2.0, 1.0)  # rows of the graph, the top first
_LABEL: Final = 7  # columns in front of the graph
_INDENT: Final = "   "


def danger_lines(
    dangers: Sequence[Danger], see: Callable[[int], str], width: int, *, who: str, ending: str
) -> Iterator[str]:
    """Yield the graph, how the game ended, and the worst moments.

    see    turn -> a command line that shows it
    ending how the game ended, as a sentence without its stop
    who    whose keys they are: "you", or "the agent"
    """
    if not dangers:
        yield "There is no command in this game that the agent could follow."
        return
    yield from graph(dangers, width)
    stretches = worst_stretches(dangers)
    yield ""
    yield from textwrap.wrap(f"The end: {ending}.", width, subsequent_indent=_INDENT)
    if not stretches:
        yield "No fight in this game was dangerous: none had more than 5 per cent to die."
        return
    yield "The worst moment:" if len(stretches) == 1 else f"The worst {len(stretches)} moments:"
    for number, stretch in enumerate(stretches, start=1):
        for row, text in enumerate(_stretch_lines(stretch, who)):
            first = f"{number}. " if row == 0 else _INDENT
            yield from textwrap.wrap(text, width, initial_indent=first, subsequent_indent=_INDENT)
        yield f"{_INDENT}{see(stretch.dangers[0].turn)}"


def graph(dangers: Sequence[Danger], width: int) -> Iterator[str]:
    """Yield the greatest danger of each column's turns as a bar, with levels and turns below."""
    columns = max(width - _LABEL, 20)
    first, last = dangers[0].turn, max(dangers[-1].turn, dangers[0].turn + 1)
    tall, depths = [0.0] * columns, [0] * columns
    for danger in dangers:
        at = min((danger.turn - first) * columns // (last - first), columns - 1)
        tall[at] = max(tall[at], danger.die_pct)
        depths[at] = depths[at] or danger.depth
    yield "Chance to die in the fights in view, by turn, as the agent sees it"
    for step in _STEPS_PCT:
        bars = "".join("#" if height >= step else " " for height in tall)
        yield f"{step:>4.0f}% |{bars}".rstrip()
    yield f"{'':5} +{'-' * columns}"
    yield f"level  {_levels(depths)}".rstrip()
    yield f"turn   {first:<{columns // 2},}{last:>{columns - columns // 2},}"


def _levels(depths: Sequence[int]) -> str:
    """Return the row that names each level where it begins; a name that has no room is left out."""
    row, before = "", 0
    for at, depth in enumerate(depths):
        if depth and depth != before:
            before = depth
            row += str(depth) if len(row) == at else ""
        row = row.ljust(at + 1)
    return row


def _stretch_lines(stretch: Stretch, who: str) -> Iterator[str]:
    """Yield a stretch in sentences."""
    first, worst, last = stretch.dangers[0], stretch.worst, stretch.dangers[-1]
    where = f"level {first.depth}, {counted(worst.foes)}{' in view' * (not worst.foes)}"
    if last is first:
        yield f"Turn {first.turn:,}, {where}: {_health(first)}, {first.die_pct:.0f}% to die."
    else:
        yield (
            f"Turns {first.turn:,} to {last.turn:,}, {where}: {_health(first)} at its beginning, {last.hp} "
            f"{'before the end' if stretch.gone else 'at its end'}; {first.die_pct:.0f}% to die at first, "
            f"{worst.die_pct:.0f}% at most (turn {worst.turn:,})."
        )
    at_first = "At first the agent" if last is not first else "The agent"
    if who == "you":
        yield f"{at_first} would choose: {first.advice}. You typed {first.keys or 'nothing'}."
    else:
        yield f"{at_first} chose: {first.advice}."


def _health(danger: Danger) -> str:
    return f"{danger.hp} of {plural(danger.max_hp, 'hit point')}"


def headline(title: str, dangers: Sequence[Danger]) -> str:
    """Return what the graph is of."""
    last = dangers[-1]
    return f"{title}: {plural(len(dangers), 'command')}, {plural(last.turn, 'turn')}, to level {last.depth}"
