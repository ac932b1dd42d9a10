"""Counters and the last choices."""

from __future__ import annotations

from rogomatic.agent.engine.rule_engine import Act, Choice, No, Rung
from rogomatic.agent.engine.trace import KEPT, Trace
from tests.support.agent_scenes import ROOM, beliefs

FED = No("not hungry")
CHOICE = Choice("rest", Act(b"6s", "tired"), (FED,), (Rung("eat when weak", "", lambda b: FED),))


def test_a_moment_holds_the_choice_and_what_was_passed_over() -> None:
    trace = Trace()
    trace.note(beliefs(ROOM), CHOICE, b"6s;")
    (moment,) = trace.last
    assert (moment.choice.rung, moment.choice.act.because, moment.keys) == ("rest", "tired", b"6s;")
    assert moment.choice.passed == (("eat when weak", "not hungry"),)


def test_only_the_last_choices_are_kept_and_all_are_counted() -> None:
    trace, b = Trace(), beliefs(ROOM)
    for b.commands in range(3 * KEPT + 5):
        trace.note(b, CHOICE, b"6s;")
        assert trace.last[-1].command == b.commands
        assert len(trace.last) == min(b.commands + 1, KEPT)
    assert trace.last[0].command == 2 * KEPT + 5
    assert trace.fired["rest"] == 3 * KEPT + 5
