"""Values are equal by their fields, hash alike, say what they are made of, and survive a copy."""

from __future__ import annotations

import copy
import pickle

from rogomatic.agent.beliefs.cached_results import Threat
from rogomatic.agent.beliefs.food_supply import Stomach
from rogomatic.agent.beliefs.model import Action, Plan
from rogomatic.agent.engine.rule_engine import Act, Choice, No
from rogomatic.agent.engine.trace import Decision
from rogomatic.agent.kernels.value import Value

PLAN = Plan("loot", 170, (168, 169, 170))
ACT = Act(b"3l", "gold", Action("walk", 1, 3), PLAN, raw=True)
REFUSAL = No("not now")
CHOICE = Choice("fetch things", ACT, (REFUSAL,))
VALUES: tuple[Value, ...] = (
    PLAN, ACT, REFUSAL, CHOICE, ACT.action, Decision(1, 2, 3, 4, 5, b"l", CHOICE),
    Threat(round_most=3, death_pct=2.5), Stomach.between(100, 330),
)  # fmt: skip


def test_values_survive_copies_and_are_equal_by_their_fields() -> None:
    changed = [
        one
        for one in VALUES
        for again in (copy.deepcopy(one), pickle.loads(pickle.dumps(one)), type(one)(*one.fields()))
        if again != one or hash(again) != hash(one) or repr(again) != repr(one)
    ]
    assert changed == []


def test_values_differ_by_their_fields_and_their_kind() -> None:
    assert len(set(VALUES)) == len(VALUES)
    assert Action("walk", 1) != Action("walk", -1)
    assert No("not now") != ("not now",)
    assert repr(No("not now")) == "No('not now')"
    assert No("fight, 7% to die", "fight") != No("fight, 7% to die")
    assert ACT.with_reason("rest", ("r",)) != ACT.with_reason("rest")


def test_the_reason_of_a_walk_says_how_far_and_where_when_it_is_asked_for() -> None:
    walk = ACT.to_reach("gold", 167)
    assert walk.because == "gold, 3 squares to the east"
    assert copy.deepcopy(walk).because == walk.because
    assert walk.with_reason("for nothing").because == "for nothing"
    assert (walk.shorter, copy.deepcopy(walk).shorter) == (("gold",), ("gold",))
    assert (walk.keys, walk.plan, walk.raw) == (ACT.keys, PLAN, True)
