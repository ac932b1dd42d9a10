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
def browser(shared_browser: Any) -> Iterator[Any]:
    """The browser with a tab of the test's own, and nothing in its log.

    The tab is closed, or its page would go on asking a server that is gone.
    """
    (first,) = shared_browser.window_handles
    shared_browser.switch_to.new_window("tab")
    shared_browser.get_log("browser")
    yield shared_browser
    shared_browser.close()
    shared_browser.switch_to.window(first)
