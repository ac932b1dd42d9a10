"""The hit points that were missing when a fight began, with who had taken them."""

from __future__ import annotations

import pytest

from rogomatic.run.story.fight_instants import UNSEEN_FOE, Instant
from rogomatic.run.story.wounds import Wounds


def at(turn: int, hp: int, *blows: str) -> Instant:
    return Instant(turn, hp, 40, blows, (), (), 0.0, "rest")


@pytest.mark.parametrize(
    ("game", "said"),
    [
        ([at(5, 40), at(6, 30, "orc"), at(7, 20, "orc", "bat"), at(9, 21)],
         "On turn 9 it began its last fight with 21 of 40 hit points, after 2 orc hits and a hit by a bat "
         "since turn 6 had taken at least 20."),
        ([at(5, 20, "orc"), at(6, 38), at(7, 28, UNSEEN_FOE)],
         "On turn 7 it began its last fight with 28 of 40 hit points, after a hit by something unseen had "
         "taken at least 10."),
        ([at(5, 40), at(6, 20)], "On turn 6 it began its last fight with 20 of 40 hit points."),
        ([at(5, 40), at(6, 20, "aquator")], "On turn 6 it began its last fight with 20 of 40 hit points."),
        ([at(5, 40), at(6, 18, "orc"), at(60, 35)],
         ""),
        ([at(5, 40), at(6, 31, "orc")], ""),
        ([at(5, 40)], ""),
    ],
    ids=["two kinds", "since health", "unknown", "harmless", "recovered in part", "enough left", "none"],
)  # fmt: skip
def test_a_hero_that_was_worn_down_is_told_so(game: list[Instant], said: str) -> None:
    wounds = Wounds()
    for one in game:
        wounds.note(one)
    cause = wounds.cause(game[-1], {"aquator"})
    assert (cause.text if cause is not None else "") == said
