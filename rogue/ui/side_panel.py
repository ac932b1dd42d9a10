"""The panel beside the map in a wide window: pack, monsters, messages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from textwrap import wrap
from typing import Final, NamedTuple

from rogue.state.grid import COLS
from rogue.state.world import World
from rogue.ui.lookout import monsters_in_view
from rogue.ui.prompts import pack_lines

EMPTY_PACK: Final = "nothing"
NOBODY: Final = "nobody"
MIN_MESSAGES: Final = 5  # rows kept for messages when the pack is long
_COMPASS: Final = {
    (-1, -1): "northwest", (-1, 0): "north", (-1, 1): "northeast", (0, -1): "west",
    (0, 1): "east", (1, -1): "southwest", (1, 0): "south", (1, 1): "southeast",
}  # fmt: skip


class PanelRow(NamedTuple):
    """A row of the panel."""

    text: str
    is_title: bool = False


def panel_rows(
    world: World, messages: Sequence[str], rows: int, columns: int, more: Sequence[PanelRow] = ()
) -> list[PanelRow]:
    """Return exactly `rows` rows of at most `columns` characters.

    The rows show `more`, then the pack, the monsters in view, and the messages.  The newest message
    is last.  A long pack is cut, so that some messages stay in view.
    """
    top = [*more, PanelRow("Pack", True), *_cut(pack_lines(world) or [EMPTY_PACK], columns)]
    seen = [PanelRow("In view", True), *_cut(_monsters(world) or [NOBODY], columns)]
    room = rows - len(seen) - 1 - MIN_MESSAGES
    if len(top) > room:
        left = len(top) - room + 1
        top = [*top[: max(room - 1, 0)], PanelRow(f"... {left} more"[:columns])]
    shown = [*top, *seen, PanelRow("Messages", True)]
    shown += _last_messages(messages, rows - len(shown), columns)
    return (shown + [PanelRow("")] * rows)[:rows]


def _cut(lines: Sequence[str], columns: int) -> list[PanelRow]:
    return [PanelRow(line if len(line) <= columns else f"{line[: columns - 3]}...") for line in lines]


def _last_messages(messages: Sequence[str], rows: int, columns: int) -> list[PanelRow]:
    lines: list[PanelRow] = []
    for text, many in _counted(reversed(messages) if rows > 0 else ()):
        whole = text if many == 1 else f"{text} x{many}"
        folded = [PanelRow(part) for part in wrap(whole, columns, subsequent_indent="  ")]
        if len(lines) + len(folded) > rows:
            break
        lines[:0] = folded
    return lines


def _monsters(world: World) -> list[str]:
    """Return the monsters in view by name and direction, nearest first."""
    row, col = divmod(world.player.spot, COLS)
    lines: list[str] = []
    for sight in monsters_in_view(world):
        down, right = sight.spot // COLS - row, sight.spot % COLS - col
        way = _COMPASS.get(((down > 0) - (down < 0), (right > 0) - (right < 0)), "here")
        steps = f"{sight.distance} " if sight.distance > 1 else ""
        lines.append(f"{sight.name}, {steps}{way}")
    return [line if many == 1 else f"{line} ({many})" for line, many in _counted(lines)]


def _counted(lines: Iterable[str]) -> Iterator[tuple[str, int]]:
    """Yield each run of equal lines once, with the length of the run."""
    for line, same in groupby(lines):
        yield line, sum(1 for _ in same)
