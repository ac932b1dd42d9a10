"""Tests of the game that are coroutines: each runs to its end in an event loop of its own."""

from __future__ import annotations

import inspect

import pytest


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Run a test that is a coroutine."""
    test = pyfuncitem.obj
    if not inspect.iscoroutinefunction(test):
        return None
    from tests.rogue.server.serving import run

    run(lambda: test(**{name: pyfuncitem.funcargs[name] for name in inspect.signature(test).parameters}))
    return True
