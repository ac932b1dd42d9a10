"""Tests of described games that are coroutines run like those of the game."""

from tests.rogue.conftest import pytest_pyfunc_call

__all__ = ("pytest_pyfunc_call",)
