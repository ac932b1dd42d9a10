"""The end of a playout: when a hero is out of danger."""

from __future__ import annotations

import pytest

from rogomatic.agent.beliefs.known_monsters import Foe
from rogomatic.agent.beliefs.model import Beliefs
from rogomatic.agent.monster_manual import Manual
from rogomatic.review.move_playouts import is_out_of_danger


def hero(hp: int = 12, awake: bool | None = False, foes: int = 0, **changes: object) -> Beliefs:
    """Return the beliefs of a hero with 20 hit points at most, and with snakes in view."""
    beliefs = Beliefs()
    beliefs.me.hp, beliefs.me.max_hp, beliefs.me.spot = hp, 20, 500
    for spot in range(502, 502 + foes):
        beliefs.foes.seen[spot] = Foe("S", spot, Manual().kind("5.4", "snake", 1), awake)
    for name, value in changes.items():
        setattr(beliefs.me, name, value)
    return beliefs


@pytest.mark.parametrize(
    ("beliefs", "quiet", "wanted"),
    [
        (hero(12), 0, True), (hero(11), 0, False), (hero(11), 14, False), (hero(11), 15, True),
        (hero(6), 15, True), (hero(5), 99, False), (hero(12, foes=1), 0, True),
        (hero(20, awake=None, foes=1), 0, False), (hero(20, awake=True, foes=1), 0, False),
        (hero(20, held=True), 99, False), (hero(20, trapped=2), 99, False),
        (hero(20, blind_until=9), 99, False), (hero(20, hunger="Weak"), 0, True),
        (hero(20, hunger="Faint"), 99, False),
    ],
)  # fmt: skip
def test_the_danger_is_over(beliefs: Beliefs, quiet: int, wanted: bool) -> None:
    assert is_out_of_danger(beliefs, quiet) is wanted
