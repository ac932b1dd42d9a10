"""How the strength of a hero was lost: bites, potions, darts since its best."""

from __future__ import annotations

import pytest

from rogomatic.agent.sight.message_parser import Fact
from rogomatic.run.story.strength_loss import StrengthLoss
from tests.support.agent_scenes import ROOM, Scene, status

BITE, POTION, DART = Fact("poison-bite"), Fact("poison"), Fact("dart-hits")


@pytest.mark.parametrize(
    ("game", "said"),
    [
        ([(16,), (9, BITE, BITE), (6, POTION)],
         "16 to 6: since turn 0, it lost 7 to poisonous bites and 3 to potions of poison."),
        ([(15, BITE), (16,), (7, DART)], "16 to 7: since turn 1, it lost 9 to poison darts."),
        ([(16,), (8, BITE), (7, BITE, DART), (7, DART)],
         "16 to 7: since turn 0, it lost 9 to poisonous bites."),
        ([(16,), (14, DART, BITE), (8, DART), (9,), (6,)],
         "16 to 6: since turn 0, it lost 1 to poisonous bites, 7 to poison darts "
         "and 3 to other causes and regained 1."),
        ([(16,), (8, BITE)], ""),
        ([(16,), (5,)], ""),
        ([(16,), (5, BITE), (16,)], ""),
    ],
    ids=["two poisons", "since the best", "at the bound", "all causes", "half is left", "no poison",
         "restored"],
)  # fmt: skip
def test_what_took_most_of_the_strength_is_told(game: list[tuple[int, *tuple[Fact, ...]]], said: str) -> None:
    b, loss = Scene(ROOM, status()).b, StrengthLoss()
    for turn, (strength, *facts) in enumerate(game):
        b.turn, b.me.strength = turn, strength
        loss.note(b, tuple(facts), b.turn)
    cause = loss.cause()
    assert (cause.text if cause is not None else "") == (f"Its strength fell from {said}" if said else "")


def test_a_descent_with_little_strength_is_told() -> None:
    b, loss = Scene(ROOM, status()).b, StrengthLoss()
    for turn, depth, strength in ((0, 1, 16), (5, 1, 3), (9, 2, 3)):
        b.turn, b.me.depth, b.me.strength = turn, depth, strength
        loss.note(b, (BITE,) * (turn == 5), turn)
    cause = loss.cause()
    assert cause is not None
    assert cause.text.endswith(" With strength 3 it went down to level 2 on turn 9.")
