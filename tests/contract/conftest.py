"""Lets go of the syntax trees that the tests of this folder share."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support import source_trees

HERE = Path(__file__).parent


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> None:
    """Free 200 MB after the last of these tests.

    Each program that a later test forks would get a copy of their page tables, and each search for garbage
    would walk through a million nodes.
    """
    if nextitem is None or HERE not in nextitem.path.parents:
        for kept in (source_trees.tree_of, source_trees.imports_of, source_trees.nodes_of):
            kept.cache_clear()
