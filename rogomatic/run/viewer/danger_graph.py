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
    yield from textwrap.wrap(legend(dangers), width, subsequent_indent=_INDENT)
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
    """Yield the greatest danger of each column's turns as a bar; below, hit points lost, levels and turns."""
    columns = max(width - _LABEL, 20)
    first, last = dangers[0].turn, max(dangers[-1].turn, dangers[0].turn + 1)
    tall, depths, lost = [0.0] * columns, [0] * columns, [0.0] * columns
    unseen = [False] * columns
    for danger in dangers:
        at = min((danger.turn - first) * columns // (last - first), columns - 1)
        tall[at] = max(tall[at], danger.die_pct)
        depths[at] = depths[at] or danger.depth
        lost[at] += 10 * danger.lost / max(danger.max_hp, 1)
        unseen[at] |= danger.unseen and danger.lost > 0
    yield "Chance to die in the fights in view, by turn, as the agent sees it"
    for step in _STEPS_PCT:
        bars = "".join("#" if height >= step else " " for height in tall)
        yield f"{step:>4.0f}% |{bars}".rstrip()
    yield f"{'':5} +{'-' * columns}"
    yield f"lost   {''.join(map(_tenths, lost))}".rstrip()
    if any(unseen):
        yield f"unseen {''.join('?' if one else ' ' for one in unseen)}".rstrip()
    yield f"level  {_levels(depths)}".rstrip()
    yield f"turn   {first:<{columns // 2},}{last:>{columns - columns // 2},}"


def legend(dangers: Sequence[Danger]) -> str:
    """Return what the rows below the graph mean."""
    more = "; ?: something unseen struck" if any(one.unseen and one.lost for one in dangers) else ""
    return f"lost: tenths of the hit points of a hero in health that these turns took, 9 for all{more}"


def _tenths(lost: float) -> str:
    """Return tenths of the hit points as one figure, a blank for none.

    >>> _tenths(0), _tenths(0.2), _tenths(3.4), _tenths(14)
    (' ', '1', '3', '9')
    """
    return str(min(max(round(lost), 1), 9)) if lost else " "


def _levels(depths: Sequence[int]) -> str:
    """Return the row that names each level where it begins; a name without room and a blank before it is left
    out.

    >>> _levels([5, 5, 5, 6, 7, 7, 8, 8, 8, 10, 11])
    '5  6  8  10'
    """
    row, before = "", 0
    for at, depth in enumerate(depths):
        if depth and depth != before:
            before = depth
            row = row.ljust(at) + str(depth) if len(row) < at or not at else row
    return row


def _stretch_lines(stretch: Stretch, who: str) -> Iterator[str]:
    """Yield a stretch in sentences."""
    first, worst, last = stretch.dangers[0], stretch.worst, stretch.dangers[-1]
    foes = counted(worst.foes) if worst.foes else "nobody in view"
    unseen = "something unseen" if any(one.unseen for one in stretch.dangers) else ""
    who_was = f"{foes} and {unseen}" if worst.foes and unseen else unseen or foes
    where = f"level {first.depth}, {who_was}"
    lost = f", {stretch.lost} lost" if stretch.lost else ", none lost"
    if last is first:
        yield f"Turn {first.turn:,}, {where}: {_health(first)}{lost}; {_chances(stretch)}."
    else:
        ends = "before the end" if stretch.gone else "at its end"
        yield (
            f"Turns {first.turn:,} to {last.turn:,}, {where}: {_health(first)} at its beginning, {last.hp} "
            f"{ends}{lost}; {_chances(stretch)}."
        )
    at_first = "At first the agent" if last is not first else "The agent"
    if who == "you":
        yield f"{at_first} would choose: {first.advice}. You typed {first.keys or 'nothing'}."
    else:
        yield f"{at_first} chose: {first.advice}."


def _chances(stretch: Stretch) -> str:
    """Return the chance to die at first and at most."""
    first, worst = stretch.dangers[0], stretch.worst
    if any(one.unseen for one in stretch.dangers) and not worst.foes:
        return "nobody knows how likely death was"
    if len(stretch.dangers) == 1:
        return f"{first.die_pct:.0f}% to die"
    at_most = f"{worst.die_pct:.0f}% at most (turn {worst.turn:,})"
    return f"{first.die_pct:.0f}% to die at first, {at_most}"


def _health(danger: Danger) -> str:
    return f"{danger.hp} of {plural(danger.max_hp, 'hit point')}"


def headline(title: str, dangers: Sequence[Danger], commands: int) -> str:
    """Return what the graph is of; commands: how many there were in the game, as a replay counts them."""
    last = dangers[-1]
    return f"{title}: {plural(commands, 'command')}, {plural(last.turn, 'turn')}, to level {last.depth}"
