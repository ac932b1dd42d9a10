"""Fixtures of several test files; the ill-behaved games are programs, and importing one would start it."""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterator
from typing import Any

import pytest

from tests.run.browsing import started_browser

collect_ignore = ["misbehaving"]


@pytest.fixture
def forked_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fork the worker processes of a batch, where it is not their start that is tested."""
    forked = multiprocessing.get_context("fork")
    monkeypatch.setattr("rogomatic.run.runner.batch_engines.multiprocessing.get_context", lambda _: forked)


@pytest.fixture(scope="session")
def shared_browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """Start Debian's Chromium without a window."""
    yield from started_browser(tmp_path_factory.mktemp("profile"))


@pytest.fixture
def browser(shared_browser: Any) -> Iterator[Any]:
    """The browser, in which no page is left to go on with what moves on it."""
    yield shared_browser
    shared_browser.get("about:blank")
