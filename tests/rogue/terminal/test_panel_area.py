"""The panel beside the game in a wide window, on an emulated terminal."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rogue.terminal.panel_area import PanelArea, panel_size
from rogue.ui.side_panel import PanelRow
from tests.support.emulated_terminal import Line


@pytest.mark.parametrize(
    ("columns", "lines", "size"),
    [
        (80, 24, None),
        (107, 24, None),
        (108, 24, (24, 26)),
        (142, 50, (50, 60)),
        (500, 24, (24, 60)),
        (200, 23, None),
    ],
)
def test_the_panel_needs_room_beside_the_game(columns: int, lines: int, size: tuple[int, int] | None) -> None:
    assert panel_size(columns, lines) == size


def test_only_changed_rows_are_drawn_and_all_of_them_after_an_erasure() -> None:
    shown = [PanelRow("Pack", True), PanelRow("a) food")]
    area = PanelArea(lambda rows, columns: shown)
    first = area.draw(120, 24)
    assert (b"Pack" in first, b"a) food" in first) == (True, True)
    assert area.draw(120, 24) == b""
    shown = [PanelRow("Pack", True), PanelRow("b) mace")]
    change = area.draw(120, 24)
    assert (b"Pack" in change, b"b) mace" in change) == (False, True)
    area.forget()
    assert b"Pack" in area.draw(120, 24)
    assert b"Pack" in area.draw(130, 24)
    assert area.draw(90, 24) == b""


@pytest.fixture
def lines(tmp_path: Path) -> Iterator[Any]:
    made: list[Line] = []

    def make(*args: str, size: tuple[int, int] = (24, 120)) -> Line:
        made.append(Line(tmp_path, "xterm", *args, size=size))
        return made[-1]

    yield make
    for line in made:
        line.child.close(force=True)


def beside(line: Line) -> list[str]:
    return [row[82:].rstrip() for row in line.screen.display]


def test_a_wide_window_shows_the_pack_and_follows_the_game(lines: Any) -> None:
    line = lines()
    line.until("In view")
    assert beside(line)[:2] == ["Pack", "a) Some food"]
    assert b"\x1b]2;rogue 5.4, dungeon 3\x07" in line.raw
    line.type(b"da")
    line.until_gone("a) Some food")
    assert beside(line)[1].startswith("b) ")
    line.type(b"i", "--More--")
    assert beside(line)[1].startswith("b) ")  # a list over the map leaves the panel alone
    line.type(b" Qy\r")
    assert line.gone() == 0
    assert b"\x1b[23;0t" in line.raw


@pytest.mark.parametrize(("args", "size"), [((), (24, 80)), (("--no-panel",), (24, 120)), ((), (24, 100))])
def test_no_room_or_wish_is_no_panel(lines: Any, args: tuple[str, ...], size: tuple[int, int]) -> None:
    line = lines(*args, size=size)
    line.until("Level: 1")
    assert "In view" not in "\n".join(line.screen.display)
