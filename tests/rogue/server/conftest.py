"""A server with its page for the tests that look at it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.rogue.server.browsing import Background


@pytest.fixture
def background(tmp_path: Path) -> Iterator[Background]:
    made = Background(tmp_path / "d")
    yield made
    made.close()
