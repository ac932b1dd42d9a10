"""Fixtures of several test files; the ill-behaved games are programs, and importing one would start it."""

from __future__ import annotations

import multiprocessing

import pytest

collect_ignore = ["misbehaving"]


@pytest.fixture
def forked_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fork the worker processes of a batch, where it is not their start that is tested."""
    forked = multiprocessing.get_context("fork")
    monkeypatch.setattr("rogomatic.run.runner.batch_engines.multiprocessing.get_context", lambda _: forked)
