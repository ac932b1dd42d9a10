"""Rows and manifests to test with."""

from __future__ import annotations

from dataclasses import replace

from rogomatic.run.runner.game_loop import Row
from rogomatic.run.storage.run_file import Manifest

ROW = Row(
    seed=1, score=100, depth=3, deepest=4, turns=500, commands=300, end_reason="finished",
    how="killed", killer="bat", last_rung="fight", version="5.4.5", keys_digest="abc",
    cpu_seconds=0.5,
)  # fmt: skip
STUCK = replace(
    ROW, seed=2, score=7, end_reason="stuck", how="stuck", killer="", error="Nothing helped.",
    unknown=2, warning="The version 6 is not known.", trouble="Screen 1 of 1\nThe last 0 decisions:",
)  # fmt: skip
CRASHED = replace(ROW, seed=3, score=0, end_reason="crashed", how="", killer="", error="Traceback")
MANIFEST = Manifest(
    version="0.1.0", commit="", game="", edition="5.4", options="terse", knobs="{}",
    memory_digest="abc", first_seed=1, games=3, limits="{}", created="2026-01-01T00:00:00+00:00",
)  # fmt: skip
