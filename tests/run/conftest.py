"""Fixtures of several test files; the ill-behaved games are programs, and importing one would start it."""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterator
from math import inf

import pytest

from rogomatic.run.reports import progress

collect_ignore = ["misbehaving"]


@pytest.fixture(scope="session", autouse=True)
def no_late_progress() -> Iterator[None]:
    """Have no batch tell of its progress only because the machine is busy."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(progress, "QUICK_SECONDS", inf)
        yield


@pytest.fixture
def forked_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fork the worker processes of a batch, where it is not their start that is tested."""
    forked = multiprocessing.get_context("fork")
    monkeypatch.setattr("rogomatic.run.runner.batch_engines.multiprocessing.get_context", lambda _: forked)
