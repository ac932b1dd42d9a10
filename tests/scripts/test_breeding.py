"""A short look at breeding on made-up games; longer ones are `scripts/breeding`."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.script_runs import run_script

SCRIPT = Path(__file__).resolve().parents[2] / "scripts" / "breeding"


def test_it_prints_a_row_per_run_and_their_mean_the_same_each_time() -> None:
    words = ("--runs", "2", "--games", "200", "--effort", "5", "--block", "5")
    line = [sys.executable, str(SCRIPT), *words]
    done = [subprocess.run(line, capture_output=True, text=True, check=True), run_script("breeding", *words)]
    assert done[0].stdout == done[1].stdout
    head, *rows = done[0].stdout.splitlines()
    assert head.split()[:3] == ["run", "true", "stated"]
    assert [row.split()[0] for row in rows] == ["0", "1", "all"]
    first, second, mean = ([float(word) for word in row.split()[1:]] for row in rows)
    assert mean == pytest.approx([(one + two) / 2 for one, two in zip(first, second, strict=True)], abs=0.011)
    assert first[0] <= first[3], "no genotype can be truly better than the best that was born"
