"""Counters by a clock of the caller."""

from __future__ import annotations

import pytest

from rogue.wire.wire_limits import Allowance, Recent


def test_allowances_and_recent_events() -> None:
    bucket = Allowance(100, 200, 0.0)
    assert bucket.take(300, 0.0) == 200
    assert bucket.take(1, 0.0) == 0
    assert bucket.seconds_until_one(0.0) == pytest.approx(0.01)
    assert bucket.take(32, 0.1) == 10
    recent = Recent(60)
    recent.add("a", 0.0)
    recent.add("a", 30.0)
    assert [recent.count("a", now) for now in (60.0, 60.1, 91)] == [2, 1, 0]
    assert recent.count("b", 0) == 0
