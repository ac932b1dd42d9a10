"""What a touch that freezes leads to, against the walk of the turns to go, worked out square by square."""

from __future__ import annotations

import numpy as np
import pytest

from rogomatic.agent.think.fight.combat_odds import frozen_risk, frozen_turns

MOST = 50  # turns to go, beyond which the hero dies (SPC-4)


def worked_out(helpless: int, alert: int) -> float:
    """Return the chance that the turns to go exceed MOST, by the equations of all numbers of turns."""
    equations, ends = np.eye(MOST + 1), np.zeros(MOST + 1)
    for left in range(1, MOST + 1):
        hit = (alert if left == 1 else helpless) / 20
        if left > 1:
            equations[left, left - 1] -= 1 - hit
        for more in (2, 3):
            if left - 1 + more > MOST:
                ends[left] += hit / 2
            else:
                equations[left, left - 1 + more] -= hit / 2
    die = np.linalg.solve(equations[1:, 1:], ends[1:])
    return float(die[1] + die[2]) / 2


@pytest.mark.parametrize("helpless", range(21))
@pytest.mark.parametrize("less", [0, 4])
def test_spc_4_the_chance_that_a_frozen_hero_never_stirs_again(helpless: int, less: int) -> None:
    alert = max(helpless - less, 0)
    assert frozen_risk(helpless, alert) == pytest.approx(worked_out(helpless, alert), abs=0.06)


def test_who_is_hit_never_or_always_is_soon_free_or_lost() -> None:
    assert (frozen_risk(-3, -7), frozen_risk(0, -4)) == (0.0, 0.0)
    assert (frozen_risk(20, 16), frozen_risk(25, 21)) == (1.0, 1.0)
    assert (frozen_turns(0), frozen_turns(8)) == (2, 12)
