"""The samples by which the players of described games are judged."""

from __future__ import annotations

import pytest

from tests.support.script_runs import run_script

pytestmark = pytest.mark.slow


def test_a_sample_is_played_and_printed_with_its_interval() -> None:
    done = run_script("eggg-strength", "--games", "2", "nim", "tic-tac-toe")
    head, *rows = done.stdout.splitlines()
    assert done.returncode == 0
    assert head.startswith("sample ")
    assert [row.split()[0] for row in rows] == ["tic-tac-toe", "nim"]
    assert "alpha-beta 2,000 : random 0" in rows[1]
    assert "2 of 2     1.00  0.34-1.00     0" in rows[1]


def test_an_unknown_sample_is_refused() -> None:
    done = run_script("eggg-strength", "chesz")
    assert (done.returncode, done.stdout) == (2, "")
    assert "there is no sample 'chesz'; did you mean chess?" in done.stderr
