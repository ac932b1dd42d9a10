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


@pytest.fixture(scope="session")
def shared_browser() -> Iterator[Any]:
    yield from browser_here()


@pytest.fixture
def browser(shared_browser: Any) -> Any:
    """The browser with a new tab, and nothing in its log."""
    shared_browser.switch_to.new_window("tab")
    shared_browser.get_log("browser")
    return shared_browser
