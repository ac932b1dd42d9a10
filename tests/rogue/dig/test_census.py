"""The census agrees with the figures of the rules (CHK-1 to CHK-14, DEP)."""

from __future__ import annotations

import math
import sys
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from types import ModuleType

import pytest


@pytest.fixture(scope="module")
def script(root: Path) -> ModuleType:
    """The script as a module; its name has no ending."""
    loader = SourceFileLoader("census_script", str(root / "scripts" / "census"))
    spec = spec_from_loader(loader.name, loader)
    assert spec is not None
    module = module_from_spec(spec)
    sys.modules[loader.name] = module  # dataclasses look their module up
    loader.exec_module(module)
    return module


def test_no_figure_lies_beyond_four_sigma(script: ModuleType) -> None:
    rows = script.census(levels=250, seed=3)
    assert len(rows) > 200
    far = [(row.rule, row.what, row.depth, row.mean, row.expected) for row in rows if abs(row.sigma) > 4]
    assert far == []
    rules = {row.rule for row in rows}
    assert rules == {f"CHK-{n}" for n in range(1, 15)} | {f"DEP-{n}" for n in range(1, 34)}


def test_the_sigmas_spread_as_chance_would_have_it(script: ModuleType) -> None:
    """Errors that hide in too wide a sigma would show here."""
    rows = [row for depth in (5, 26) for row in script.count_levels(depth, 250, 100 + depth)]
    free = [row.sigma for row in rows if not row.slack and row.expected not in (0, 1)]
    assert len(free) > 15
    assert 0.5 < sum(abs(sigma) for sigma in free) / len(free) < 1.3


@pytest.mark.parametrize(
    ("values", "expected", "slack", "sigma"),
    [
        ([1, 2, 3], 2.0, 0.0, 0.0),
        ([0, 2] * 50, 0.5, 0.0, 5.0),
        ([0, 2] * 50, 1.5, 0.0, -5.0),
        ([0, 2] * 50, 0.5, 0.4, 1.0),
        ([1] * 10, 2.0, 0.0, -math.inf),
        ([0] * 100, 0.5, 0.0, -10.0),
        ([], 2.0, 0.0, 0.0),
    ],
)
def test_distance_from_the_expectation(
    script: ModuleType, values: list[float], expected: float, slack: float, sigma: float
) -> None:
    figure = script.Figure("CHK-0", "made up", None, expected, slack)
    figure.add(values)
    assert figure.sigma == pytest.approx(sigma)


def test_a_wrong_figure_is_reported(script: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    right, wrong = script.Figure("CHK-0", "right", 1, 1.0), script.Figure("CHK-0", "wrong", None, 9.0)
    for figure in (right, wrong):
        figure.add([0, 2] * 50)
    assert script.show([right, wrong]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 3
    assert lines[2].split()[:2] == ["CHK-0", "wrong"]


def test_shares_of_monsters_sum_to_one(script: ModuleType) -> None:
    for depth in range(1, 41):
        assert sum(script.expected_share(index, depth) for index in range(26)) == pytest.approx(1)
    assert script.expected_share(0, 1) == pytest.approx(0.2)
    assert script.expected_share(25, 31) == pytest.approx(0.28)
