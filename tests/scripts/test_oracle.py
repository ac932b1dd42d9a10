"""The oracle script: pairs of games with a change of the world."""

from __future__ import annotations

import pytest

from tests.support.script_runs import module_of, run_script


@pytest.mark.slow
def test_it_prints_both_sides_and_the_difference() -> None:
    done = run_script("oracle", "more-hit-points", "--games", "2", "--first-seed", "317")
    first, second, third = done.stdout.splitlines()
    assert first.startswith("without ")
    assert second.startswith("more-hit-points ")
    assert third.startswith("2 pairs: difference ")


def test_a_game_that_crashes_is_no_game_of_score_0(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(seed: int) -> None:
        raise ValueError(f"no player for {seed}")

    monkeypatch.setattr(module_of("oracle"), "default_players", lambda: broken)
    with pytest.raises(
        SystemExit, match=r"seed 7 did not come to its end \(crashed\): ValueError: no player for 7"
    ):
        module_of("oracle").rows_of("", "5.4", [7], 1)
