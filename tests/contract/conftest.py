"""Lets go of the syntax trees that the tests of this folder share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.support import source_trees


@pytest.fixture(scope="package", autouse=True)
def released_trees() -> Iterator[None]:
    """Free 200 MB, of which each program that a later test forks would get a copy of the page tables."""
    yield
    for kept in (source_trees.tree_of, source_trees.imports_of, source_trees.nodes_of):
        kept.cache_clear()
