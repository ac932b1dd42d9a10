"""The explanation of a decision in words: the screen, the rule that fired, the beliefs behind the rule."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator
from typing import Final

from rogomatic.agent.beliefs.model import Beliefs
from rogomatic.agent.engine.rule_engine import Choice
from rogomatic.agent.experts.fight_or_flee import is_worth_a_thought, options
from rogomatic.agent.screen.vt100 import COLS, SIZE
from rogomatic.agent.think.fight.fight_options import Option
from rogomatic.run.recordings.onlooker import Mind
from rogomatic.run.viewer.canvas import text_of
from rogomatic.run.viewer.describe import keys_of, place_in_short
from rogomatic.run.viewer.frame import PANELS, WHOLE
from rogomatic.run.viewer.mind_panels import danger, plan
from rogomatic.run.viewer.state_panels import hero, level, pack
from rogue.shared.wording import plural

_NAME: Final = 27  # columns of a rung's name
_OPTION: Final = 42  # columns of an option's name
_MORE: Final = "--More--"


def lay_open(mind: Mind, choice: Choice, number: int, turn: int, person: bool = False) -> list[str]:
    """Return a decision in words: the screen, the rule that fired, and the beliefs behind the decision.

    number  number of the command, counted from 1
    turn    turn as shown to viewers
    person  whether a person plays
    """
    whose = "" if person else " of the agent"
    head = f"Command {number:,}{whose}, turn {turn:,}, level {mind.beliefs.me.depth}:"
    return [head, *_what(mind, choice), *_state(mind, choice)]


def _what(mind: Mind, choice: Choice) -> Iterator[str]:
    """Yield the screen, the rule that fired, and, for each rule above it, why that rule did not fire."""
    beliefs = mind.beliefs
    said = [line.strip().removesuffix(_MORE).rstrip() for line in beliefs.said]
    yield from _wrapped("Messages: ", " / ".join(filter(None, said)) or "none")
    cells = bytes(mind.screen.cells)
    yield from (cells[at : at + COLS].decode("ascii").rstrip() for at in range(COLS, SIZE, COLS))
    yield f"FIRED: {choice.rung}"
    summary = next((rung.summary for rung in choice.ladder if rung.name == choice.rung), "")
    yield from _wrapped("  what   ", summary)
    yield from _wrapped("  why    ", choice.act.because)
    yield f"  keys   {keys_of(choice)}"
    yield ""
    yield (
        f"Why the {plural(len(choice.passed), 'rule')} above it did not act:"
        if choice.passed
        else "No rule is above it."
    )
    for name, why_not in choice.passed:
        yield from _wrapped(f"  {name:<{_NAME}} ", why_not)


def _state(mind: Mind, choice: Choice) -> Iterator[str]:
    """Yield the panels on the beliefs behind a decision, and the options of a dangerous fight."""
    panels = {"danger": danger, "plan": plan, "level": level, "hero": hero, "pack": pack}
    for name, show in panels.items():
        yield ""
        yield f"{PANELS[name].title}:"
        yield from (f"  {text_of(one)}".rstrip() for one in show(mind, choice, COLS - 2, WHOLE))
        if show is danger:
            yield from option_rows(mind.beliefs)


def option_rows(beliefs: Beliefs) -> Iterator[str]:
    """Yield a row for each option of a dangerous fight, beginning with the best option."""
    if not is_worth_a_thought(beliefs):
        return
    yield ""
    head = f"{'The options, the best first':<{_OPTION + 2}}{'to die':>7}{'loss':>7}{'turns':>7}"
    yield f"{head}{'price':>7}{'total':>7}"
    for option in options(beliefs):
        die, loss, turns = option.fight_cost
        yield (
            f"  {_option(beliefs, option):<{_OPTION}.{_OPTION}}{100 * die:>6.1f}%{loss:>7.1f}{turns:>7.1f}"
            f"{option.price:>7.0f}{option.cost(beliefs.knobs):>7.0f}"
        )
    yield f"  loss, price, total: in hit points; a 1% chance to die counts as {beliefs.knobs.death_hp}"


def _option(beliefs: Beliefs, option: Option) -> str:
    """Return the name of an option, with the goal of its walk or the letter of its item."""
    if option.walk is not None:
        return f"{option.name} ({place_in_short(beliefs, option.walk.goal)})"
    letter = "" if option.act is None else option.act.action.letter
    return f"{option.name} ({letter})" if letter else option.name


def _wrapped(label: str, text: str) -> Iterable[str]:
    return textwrap.wrap(text, COLS, initial_indent=label, subsequent_indent=" " * len(label)) or [label]
