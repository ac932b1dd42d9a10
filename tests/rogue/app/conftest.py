"""Games on pseudo-terminals for the tests of a person's game."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.emulated_terminal import Line


@pytest.fixture
def lines(tmp_path: Path) -> Iterator[Any]:
    """A function that starts a game on a terminal of its own; all are closed after the test."""
    made: list[Line] = []

    def make(*args: str, term: str = "xterm-256color", size: tuple[int, int] = (24, 80), **more: str) -> Line:
        made.append(Line(tmp_path, term, *args, size=size, **more))
        return made[-1]

    yield make
    for line in made:
        line.child.close(force=True)
