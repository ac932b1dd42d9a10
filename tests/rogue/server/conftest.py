"""A page and a browser for the tests that look at it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.rogue.server.browsing import Background, browser_here, page_of_server


@pytest.fixture
def background(tmp_path: Path) -> Iterator[Background]:
    yield from page_of_server(tmp_path)


@pytest.fixture
def browser() -> Iterator[Any]:
    yield from browser_here()
