"""The panels by name, and their places in windows of each size."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from rogomatic.agent.screen.vt100 import COLS, ROWS
from rogomatic.run.viewer.canvas import Panel
from rogomatic.run.viewer.danger_panel import danger
from rogomatic.run.viewer.level_panels import chart, level
from rogomatic.run.viewer.mind_panels import knobs, ladder, memory, plan, reason
from rogomatic.run.viewer.state_panels import counters, hero, intents, log, pack


class PanelEntry(NamedTuple):
    """A panel, and what stands above it.

    heads  of its first lines so many stay when the others are scrolled
    """

    show: Panel
    title: str
    heads: int = 0


PACK_TITLE: Final = "Pack, wanted from 0 to 120"
PANELS: Final[dict[str, PanelEntry]] = {
    "reason":   PanelEntry(reason,   "Why"),
    "ladder":   PanelEntry(ladder,   "Ladder"),
    "danger":   PanelEntry(danger,   "Danger"),
    "intents":  PanelEntry(intents,  "What they want", heads=1),
    "plan":     PanelEntry(plan,     "Plan"),
    "pack":     PanelEntry(pack,     PACK_TITLE),
    "hero":     PanelEntry(hero,     "Hero"),
    "level":    PanelEntry(level,    "Level"),
    "chart":    PanelEntry(chart,    "Map as believed"),
    "counters": PanelEntry(counters, "This game", heads=3),
    "log":      PanelEntry(log,      "Messages"),
    "memory":   PanelEntry(memory,   "Monsters remembered", heads=2),
    "knobs":    PanelEntry(knobs,    "Knobs"),
}  # fmt: skip

_GAP: Final = 1  # columns between stacks
_REST: Final = 0  # what is left of the height

Stack = tuple[tuple[str, int], ...]
"""Panels from top to bottom with their rows, title included; 0 stands for the rest."""


class Layout(NamedTuple):
    """The panels of a window of at least this size, in stacks side by side.

    right  right of the map, over the whole height     below  below the map
    """

    columns: int
    rows: int
    right: tuple[Stack, ...]
    below: tuple[Stack, ...]


class PanelPlace(NamedTuple):
    """The place of a panel, including its title."""

    panel: str
    row: int
    col: int
    height: int
    width: int


# The first that fits is taken.  A larger window shows no less than a smaller one: each of two stacks is as
# wide as the table of foes needs.
LAYOUTS: Final = (
    #      columns rows
    Layout(220, 56, ((("reason", 7), ("danger", 9), ("intents", 8), ("ladder", _REST)),
                     (("hero", 11), ("level", 12), ("plan", 4), ("pack", 17), ("counters", _REST))),
                    ((("chart", 24), ("log", _REST)),)),
    Layout(220, 36, ((("reason", 7), ("danger", 8), ("ladder", _REST)),
                     (("hero", 11), ("level", 12), ("counters", _REST))),
                    ((("pack", _REST),), (("plan", 4), ("log", _REST)))),
    Layout(220, 24, ((("reason", 6), ("danger", 7), ("ladder", _REST)),
                     (("hero", 11), ("level", _REST))),
                    ((("log", _REST),),)),
    Layout(124, 50, ((("reason", 6), ("danger", 7), ("hero", 10), ("level", 11), ("ladder", _REST)),),
                    ((("pack", _REST),), (("plan", 4), ("log", _REST)))),
    Layout(124, 36, ((("reason", 6), ("danger", 7), ("ladder", 13), ("hero", _REST)),),
                    ((("pack", _REST),), (("plan", 4), ("log", _REST)))),
    Layout(108, 36, ((("hero", 11), ("pack", 10), ("ladder", _REST)),),
                    ((("reason", 7), ("danger", _REST)), (("plan", 4), ("log", _REST)))),
    Layout(108, 24, ((("reason", 7), ("danger", 6), ("hero", _REST)),),
                    ((("log", _REST),),)),
    Layout( 97, 36, ((("hero", 19), ("pack", _REST)),),
                    ((("reason", 7), ("danger", _REST)), (("log", _REST),))),
    Layout( 97, 27, ((("danger", 7), ("hero", _REST)),),
                    ((("reason", _REST),), (("log", _REST),))),
    Layout( 97, 24, ((("reason", 9), ("danger", 5), ("hero", _REST)),),
                    ()),
    Layout( 80, 36, (), ((("reason", 5), ("danger", _REST)), (("hero", 7), ("log", _REST)))),
    Layout( 80, 28, (), ((("reason", _REST),), (("log", _REST),))),
    Layout( 80, 25, (), ((("reason", _REST),),)),
    Layout( 80, 24, (), ()),
)  # fmt: skip


def layout_of(width: int, height: int) -> Layout:
    """Return the layout of a window, which must be large enough for the map.

    The map of 24 x 80 stands at the top left in every window.
    """
    return next(one for one in LAYOUTS if width >= one.columns and height >= one.rows)


def places(width: int, height: int) -> Iterator[PanelPlace]:
    """Yield the places of a window's panels.

    >>> list(places(80, 25))
    [PanelPlace(panel='reason', row=24, col=0, height=1, width=80)]
    """
    one = layout_of(width, height)
    yield from _side_by_side(one.right, 0, COLS + _GAP, height, width - COLS - _GAP)
    yield from _side_by_side(one.below, ROWS, 0, height - ROWS, COLS if one.right else width)


def _side_by_side(
    stacks: tuple[Stack, ...], row: int, col: int, height: int, width: int
) -> Iterator[PanelPlace]:
    count = len(stacks)
    for number, stack in enumerate(stacks):
        start = col + number * (width + _GAP) // count
        end = col + (number + 1) * (width + _GAP) // count - _GAP
        yield from _stacked(stack, row, start, height, end - start)


def _stacked(stack: Stack, row: int, col: int, height: int, width: int) -> Iterator[PanelPlace]:
    rest = height - sum(rows for _, rows in stack)
    for panel, rows in stack:
        tall = rows or rest
        if tall > 0:
            yield PanelPlace(panel, row, col, tall, width)
        row += tall
