"""Rules of one's own in the ladder, and rules left out."""

from __future__ import annotations

from typing import Any

import pytest

from rogomatic.agent.beliefs.model import Plan
from rogomatic.agent.engine.ladder_changes import LadderError, RuleFailedError, changed_ladder
from rogomatic.agent.engine.rule_engine import Rung, choose
from rogomatic.agent.ladder import ANSWERS, LADDER, is_command
from rogomatic.own_rules import Act, Action, Beliefs, No, OwnRule, acts, refusals, rule

NO = No("never")


def refuse(beliefs: Beliefs) -> No:
    return NO


SMALL = (Rung("a", "", refuse), Rung("b", "", refuse, after=("a",)), Rung("c", "", refuse))


def own(name: str, **place: str) -> OwnRule:
    return rule(name, **place)(refuse)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("rules", "without", "names"),
    [
        ([own("x", before="a")], (), "xabc"),
        ([own("x", before="y"), own("y", before="b")], (), "axybc"),
        (
            [own("z", after="y"), own("x", before="y"), own("y", instead_of="b"), own("w", before="c")],
            (),
            "axyzwc",
        ),
        ([own("x", after="a")], (), "axbc"),
        ([own("x", after="c")], (), "abcx"),
        ([own("x", instead_of="b")], (), "axc"),
        ([own("b", instead_of="b")], (), "abc"),
        ([own("x", before="b"), own("y", after="x")], (), "axybc"),
        ([own("y", after="x"), own("x", before="b")], (), "axybc"),
        ([own("x", instead_of="b"), own("y", after="b")], (), "axyc"),
        ([own("y", after="x"), own("x", instead_of="b"), own("z", before="b")], (), "azxyc"),
        ([], ("a",), "bc"),
        ([], ("a", "b"), "c"),
        ([own("x", before="a")], ("x",), "abc"),
    ],
)
def test_a_rule_stands_where_it_is_placed(rules: list[OwnRule], without: tuple[str, ...], names: str) -> None:
    ladder = changed_ladder(SMALL, rules, without)
    assert [rung.name for rung in ladder] == list(names)
    assert all(set(rung.after) <= set(names) for rung in ladder)


@pytest.mark.parametrize(
    ("rules", "without", "said"),
    [
        ([own("x", before="d")], (), "The ladder has no rule 'd'"),
        ([own("x", before="y"), own("y", after="d")], (), "The ladder has no rule 'd'"),
        ([own("x", after="x")], (), "The rule 'x' refers to itself: place it"),
        (
            [own("x", before="y"), own("y", before="x")],
            (),
            "The rules 'x' and 'y' refer to each other in a circle: place one",
        ),
        (
            [own("w", before="x"), own("x", before="y"), own("y", instead_of="z"), own("z", after="x")],
            (),
            "The rules 'x', 'y' and 'z' refer to each other in a circle",
        ),
        ([own("a", before="b")], (), "There is a rule 'a' already"),
        ([own("a", instead_of="b")], (), "There is a rule 'a' already"),  # limits are counted by name
        ([own("x", after="a"), own("x", instead_of="b")], (), "There is a rule 'x' already"),
        ([], ("d",), "The ladder has no rule 'd'; `rogomatic ladder` lists its rules"),
        ([], ("c",), "'c' cannot be left out: the last rule acts when no other rule does"),
        ([], ("a", "a"), "The ladder has no rule 'a'"),
    ],
)
def test_what_does_not_fit_is_refused(rules: list[OwnRule], without: tuple[str, ...], said: str) -> None:
    with pytest.raises(LadderError, match=said):
        changed_ladder(SMALL, rules, without)


@pytest.mark.parametrize("place", [{}, {"before": "a", "after": "b"}])
def test_a_rule_has_one_place(place: dict[str, str]) -> None:
    with pytest.raises(LadderError, match="The rule 'x' needs exactly one of before="):
        own("x", **place)


@pytest.mark.parametrize("most", ["2", 1.5, -1, None])
def test_a_rule_has_a_number_of_uses(most: Any) -> None:
    with pytest.raises(
        LadderError, match=r"The rule 'x' has most=.*, which must be a whole number, 0 or more"
    ):
        rule("x", before="a", most=most)


def test_a_misspelled_rule_names_the_nearest() -> None:
    with pytest.raises(LadderError, match="no rule 'hit what is ajacent'; did you mean hit what is adjacent"):
        changed_ladder(LADDER, [], ["hit what is ajacent"])


def test_its_act_is_chosen_and_its_refusal_is_kept() -> None:
    @rule("wait", instead_of="c")
    def wait(beliefs: Beliefs) -> Act | No:
        """Wait,
        always."""
        return acts.search_once("because")

    ladder = changed_ladder(SMALL, [own("x", before="a"), wait], [])
    choice = choose(ladder, Beliefs())
    assert choice is not None
    assert (choice.rung, choice.act.keys, choice.act.because) == ("wait", b"s", "because")
    assert choice.passed == (("x", "never"), ("a", "never"), ("b", "never"))
    assert ladder[-1].summary == "Wait, always."
    assert is_command(choice)


def leaves(beliefs: Beliefs) -> Any:
    raise SystemExit


def divides(beliefs: Beliefs) -> Any:
    return int("1") / 0


ANYTHING: list[Any] = [Act, Action, Plan]
act, action, plan = ANYTHING  # so that they take anything
FIRST = divides.__code__.co_firstlineno
FAILURES: list[tuple[Any, str]] = [
    (lambda beliefs: None, r", line \d+: the rule 'mine' must return an Act or a No, not NoneType\.$"),
    (lambda: None, r"TypeError: .* takes 0 positional arguments but 1 was given\.$"),
    (lambda beliefs: beliefs.nothing, r"AttributeError: .* has no attribute 'nothing'\.$"),
    (divides, rf", line {FIRST + 1}: the rule 'mine' failed: ZeroDivisionError: division by zero\.$"),
    (lambda beliefs: act("s", "text", None), r"keys of .* 'mine' must be one or more bytes, such as b's'\.$"),
    (lambda beliefs: act(b"", "", Action("search")), r"must be one or more bytes, such as b's'\.$"),
    (lambda beliefs: act(b"s", "", action("serch")), r"an unknown verb, 'serch'; did you mean search\?$"),
    (lambda beliefs: act(b"s", "", action("xyz")), r"verb, 'xyz'; choose from walk, fight, .* and quit\.$"),
    (lambda beliefs: act(b"s", "", plan=plan("idle", 3, (3,))), r"plan .* such as Plan\('explore', .*'idle'"),
    (lambda beliefs: act(b"s", "", plan=plan("rest", 3, 3)), r"be one such as Plan\('explore', .*3\)\.$"),
    (lambda beliefs: Act(b"s", "text", "search"), r"must be one such as Action\('search'\), not 'search'\.$"),  # type: ignore[arg-type]
    (lambda beliefs: Act(b"s", "", Action("search", times="a")), r"^.* the action of the rule 'mine' .*'a'"),  # type: ignore[arg-type]
    (lambda beliefs: Act(b"s", "", plan=5), r"plan of the rule 'mine' must be None or a Plan, not 5\.$"),  # type: ignore[arg-type]
    (lambda beliefs: type("Odd", (Act,), {})(b"s", ""), r"an Act or a No, not a subclass\.$"),
    (lambda beliefs: acts.search_once(5), r"reason of the rule 'mine' must be text on one line, not 5\.$"),  # type: ignore[arg-type]
    (lambda beliefs: No(None), r"the reason of the rule 'mine' must be text on one line, not None\.$"),  # type: ignore[arg-type]
    (lambda beliefs: No("a\nb"), r"must be text on one line, not 'a\\nb'\.$"),
    (lambda beliefs: No("\ud800"), r"must be text on one line, not '\\ud800'\.$"),
    (leaves, r"the rule 'mine' failed: SystemExit\.$"),
    (lambda beliefs: exec("raise ValueError('\\x1b[31m')"), r"ValueError: \?\[31m\.$"),
]  # fmt: skip


@pytest.mark.parametrize(("function", "said"), FAILURES)
def test_a_rule_that_fails_is_told_with_its_file_and_line(function: Any, said: str) -> None:
    ladder = changed_ladder(SMALL, [rule("mine", before="a")(function)], [])
    with pytest.raises(RuleFailedError, match=said) as failure:
        choose(ladder, Beliefs())
    assert str(failure.value).startswith(f"{__file__}, line ")


def test_an_interrupt_in_a_rule_stays_one() -> None:
    def stops(beliefs: Beliefs) -> Any:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        choose(changed_ladder(SMALL, [rule("stops", before="a")(stops)], []), Beliefs())


def test_answers_to_questions_are_no_commands() -> None:
    beliefs = Beliefs()
    answer = choose((*ANSWERS[:-1], Rung("z", "", lambda _: acts.search_once(""))), beliefs)
    assert answer is not None
    assert refusals.OTHER in answer.refusals
    assert not is_command(type(answer)("z", answer.act, (), ANSWERS))
    assert not is_command(type(answer)("z", answer.act))
