"""Changes to the ladder, made at the request of a person."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import get_args

from rogomatic.agent.beliefs.model import Action, Beliefs, Plan, PlanKind, Verb
from rogomatic.agent.engine.rule_engine import Act, No, Rule, Rung
from rogue.shared.errors import RogomaticError, meant, printable
from rogue.shared.wording import listed


class LadderError(RogomaticError):
    """Raised for a change that does not fit the ladder.  Its text is a sentence for the user.

    line  line of the rule in its file, counted from 1; 0 if the error is not about a rule in a file
    """

    def __init__(self, sentence: str, line: int = 0) -> None:
        super().__init__(sentence)
        self.line = line


class RuleFailedError(RogomaticError):
    """Raised when a rule that a person wrote fails in a game.  Its text names the rule's file and line."""


@dataclass(frozen=True, slots=True)
class OwnRule:
    """Rule that a person wrote, with its place in the ladder.

    place     "before", "after", or "instead of"
    neighbor  name of the ladder's rule to which `place` refers
    line      line of the rule in its file, counted from 1; 0 if unknown
    """

    rung: Rung
    place: str
    neighbor: str
    line: int = 0


def rule(
    name: str, *, before: str = "", after: str = "", instead_of: str = "", most: int = 0
) -> Callable[[Rule], OwnRule]:
    """Return a decorator that makes a function a rule of the ladder.  Raises LadderError.

    name   name of the rule in views and reports; the function's docstring is its summary
    before, after, instead_of  name of a rule of the ladder; give exactly one of the three
    most   maximum uses on one level; 0: no limit

    The function takes the beliefs and returns an `Act`, or a `No` with a reason.
    """
    if not isinstance(name, str) or not name.strip() or not name.isprintable():
        raise LadderError('A rule needs a one-line name, as in @rule("my rule", before="rest").')
    places = {"before": before, "after": after, "instead of": instead_of}
    named = [(place, neighbor) for place, neighbor in places.items() if neighbor]
    if len(named) != 1 or not isinstance(named[0][1], str):
        raise LadderError(f"The rule {name!r} needs exactly one of before=, after=, and instead_of=.")
    if not isinstance(most, int) or most < 0:
        raise LadderError(f"The rule {name!r} has most={most!r}, which must be a whole number, 0 or more.")

    def decorate(function: Rule) -> OwnRule:
        code = getattr(function, "__code__", None)
        if code is None:
            raise LadderError(f"The rule {name!r} must be a function.")
        summary, line = " ".join((function.__doc__ or "").split()), code.co_firstlineno
        ask = _checked(name, function, code.co_filename, line)
        return OwnRule(Rung(name, summary, ask, most=most), *named[0], line)

    return decorate


def _checked(name: str, function: Callable[[Beliefs], object], file: str, line: int) -> Rule:
    """Return a rule that calls `function`.

    It raises RuleFailedError if `function` fails or if its result is neither a valid `Act` nor a valid `No`.
    """

    def ask(beliefs: Beliefs) -> Act | No:
        try:
            answer = function(beliefs)
        except (Exception, SystemExit) as error:
            where = f"{file}, line {failing_line(error, file) or line}"
            said = f"{where}: the rule {name!r} failed: {told(error)}"
            raise RuleFailedError(printable(said)) from error
        if wrong := _what_is_wrong(name, answer):
            raise RuleFailedError(f"{file}, line {line}: {wrong}")
        assert isinstance(answer, Act | No)
        return answer

    return ask


def _what_is_wrong(name: str, answer: object) -> str:
    """Return a sentence about what is wrong with the answer of the rule `name`, or "" if it is valid."""
    if type(answer) is not Act and type(answer) is not No:
        kind = "a subclass" if isinstance(answer, Act | No) else type(answer).__name__
        return f"the rule {name!r} must return an Act or a No, not {kind}."
    if isinstance(answer, Act):
        keys: object = answer.keys
        action: object = answer.action
        plan: object = answer.plan
        if not isinstance(keys, bytes) or not keys:
            return f"the keys of the rule {name!r} must be one or more bytes, such as b's'."
        if not isinstance(action, Action) or list(map(type, action.fields())) != [str, int, int, str]:
            return f"the action of the rule {name!r} must be one such as Action('search'), not {action!r}."
        if action.verb not in get_args(Verb):
            near = meant(action.verb, get_args(Verb)) or f"; choose from {listed(get_args(Verb)[1:])}."
            return f"the action of the rule {name!r} has an unknown verb, {action.verb!r}{near}"
        if plan is not None and not isinstance(plan, Plan):
            return f"the plan of the rule {name!r} must be None or a Plan, not {plan!r}."
        if plan is not None and not _is_possible(plan):
            like = "one such as Plan('explore', 99, (98, 99))"
            return f"the plan of the rule {name!r} must be {like}, not {plan!r}."
    reason: object = answer.because if isinstance(answer, Act) else answer.why_not
    if not isinstance(reason, str) or not reason.isprintable():
        return f"the reason of the rule {name!r} must be text on one line, not {reason!r}."
    return ""


def _is_possible(plan: Plan) -> bool:
    kind, goal, path = plan.fields()
    return (
        kind in get_args(PlanKind)
        and type(goal) is int
        and isinstance(path, tuple)
        and all(type(square) is int for square in path)
    )


def told(error: BaseException) -> str:
    """Return a sentence with the type and text of an exception that a person's code raised.

    >>> told(KeyError("a")), told(SystemExit())
    ("KeyError: 'a'.", 'SystemExit.')
    """
    try:
        text = str(error)
    except Exception:  # a person's class may have an own `__str__`
        text = ""
    return f"{': '.join(filter(None, (type(error).__name__, text)))}."


def failing_line(error: BaseException, file: str) -> int:
    """Return the last line of `file` that ran before an exception was raised.  Return 0 if there is none."""
    line, frames = 0, error.__traceback__
    while frames is not None:
        if frames.tb_frame.f_code.co_filename == file:
            line = frames.tb_lineno
        frames = frames.tb_next
    return line


def changed_ladder(
    ladder: tuple[Rung, ...], own: Sequence[OwnRule], without: Sequence[str]
) -> tuple[Rung, ...]:
    """Return a copy of `ladder` to which the rules in `own` are added.

    The rules named in `without` are removed from it.  Raises LadderError.
    """
    rungs = list(ladder)
    waiting = sorted(own, key=lambda one: one.place == "instead of")  # others may stand beside what goes
    while waiting:  # a rule may stand beside one that comes later in its file
        names = {rung.name for rung in rungs}
        one = next((one for one in waiting if one.neighbor in names), None) or _without_place(waiting)
        waiting.remove(one)
        at = _place_of(one.neighbor, rungs, one.line)
        first, end = {"before": (at, at), "after": (at + 1, at + 1), "instead of": (at, at + 1)}[one.place]
        if any(rung.name == one.rung.name for rung in rungs[:first] + rungs[end:]):
            raise LadderError(f"There is a rule {one.rung.name!r} already.", one.line)
        rungs[first:end] = [one.rung]
    for name in without:
        at = _place_of(name, rungs)
        if at == len(rungs) - 1:
            raise LadderError(f"{name!r} cannot be left out: the last rule acts when no other rule does.")
        del rungs[at]
    left = {rung.name for rung in rungs}
    return tuple(replace(rung, after=tuple(name for name in rung.after if name in left)) for rung in rungs)


def _without_place(waiting: Sequence[OwnRule]) -> OwnRule:
    """Return a rule beside one that is neither in the ladder nor in the file.

    Raises LadderError if there is none: the rules refer to each other in a circle.
    """
    own = {one.rung.name: one for one in waiting}
    chain = [waiting[0].rung.name]
    while (beside := own[chain[-1]].neighbor) in own:
        if beside in chain:
            circle = listed([repr(name) for name in chain[chain.index(beside) :]])
            wrong = f"rules {circle} refer to each other in a circle: place one"
            if beside == chain[-1]:
                wrong = f"rule {circle} refers to itself: place it"
            raise LadderError(f"The {wrong} beside a rule of the ladder.", own[beside].line)
        chain.append(beside)
    return own[chain[-1]]


def _place_of(name: str, rungs: Sequence[Rung], line: int = 0) -> int:
    names = [rung.name for rung in rungs]
    if name not in names:
        near = meant(name, names) or "; `rogomatic ladder` lists its rules."
        raise LadderError(f"The ladder has no rule {name!r}{near}", line)
    return names.index(name)
