"""One decision of a game in words: the screen, the rule that fired, the beliefs behind it."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

from rogomatic.agent.beliefs.inventory import Inventory
from rogomatic.agent.beliefs.model import Beliefs, Plan
from rogomatic.agent.engine.rule_engine import Choice, Rung
from rogomatic.agent.experts.fight_or_flee import is_worth_a_thought, options
from rogomatic.agent.knobs import Knobs
from rogomatic.agent.ladder import LADDER
from rogomatic.agent.memory.long_term_memory import Memory
from rogomatic.agent.player import Player
from rogomatic.agent.screen.vt100 import COLS, SIZE
from rogomatic.agent.think.fight.fight_options import Option
from rogomatic.run.recordings.onlooker import Mind
from rogomatic.run.runner.game_loop import Limits, cause_in_words, play
from rogomatic.run.runner.link import Link, Played
from rogomatic.run.viewer.canvas import text_of
from rogomatic.run.viewer.describe import keys_of, place_in_short
from rogomatic.run.viewer.frame import PANELS, WHOLE
from rogomatic.run.viewer.mind_panels import danger, plan
from rogomatic.run.viewer.state_panels import hero, level, pack
from rogue.shared.errors import RogomaticError
from rogue.shared.wording import plural

_NAME: Final = 27  # columns of a rung's name
_OPTION: Final = 42  # columns of an option's name
_MORE: Final = "--More--"


class GameOverError(RogomaticError):
    """Exception for a game that ended before the requested moment; the text is a sentence."""


class Halting(Player):
    """A player that stops before its act at the first command of a turn, or at a command.

    choice  its choice there; None before, or if the game ended earlier
    """

    __slots__ = ("_command", "_turn", "choice")

    def __init__(
        self,
        memory: Memory,
        knobs: Knobs,
        seed: int,
        turn: int = 0,
        command: int = 0,
        ladder: tuple[Rung, ...] = LADDER,
    ) -> None:
        super().__init__(memory, knobs, seed, ladder=ladder)
        self._turn, self._command = turn, command
        self.choice: Choice | None = None

    def _send(self, choice: Choice) -> bytes:
        beliefs = self.beliefs
        if (
            beliefs.waiting.kind == "command"
            and beliefs.turn >= self._turn
            and beliefs.commands + 1 >= self._command
        ):
            self.choice, self.done = choice, True
            return b""
        return super()._send(choice)


def explain(link: Link, player: Halting) -> list[str]:
    """Play up to a moment and describe it.  Raises GameOverError if the game ends earlier."""
    end = play(link, player, Limits(), Played())
    if player.choice is None:
        report = player.report()
        how = cause_in_words(report.how, report.killer) if end == "finished" else f"broken off ({end})"
        raise GameOverError(
            f"The game ended on turn {report.turns:,}, after {plural(report.commands, 'command')}: {how}."
        )
    return lay_open(player, player.choice, player.beliefs.commands + 1)


def lay_open(mind: Mind, choice: Choice, number: int, person: bool = False) -> list[str]:
    """Return a decision in words: the screen, the rule that fired, the beliefs behind it.

    number  of the command, from 1 on      person  a person plays, and the clock is the game's
    """
    turn = mind.beliefs.turn
    when = f", turn {turn:,}" if person else f" of the agent, turn {turn:,} of its clock"
    head = f"Command {number:,}{when}, level {mind.beliefs.me.depth}:"
    return [head, *_what(mind, choice), *_state(mind, choice)]


def _what(mind: Mind, choice: Choice) -> Iterator[str]:
    """Yield the screen, the rule that fired, and the refusals above it."""
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
        f"Above it, why not ({plural(len(choice.passed), 'rule')}):"
        if choice.passed
        else "No rule stands above it."
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
            yield from option_rows(beliefs_before(mind.beliefs, choice))


def beliefs_before(beliefs: Beliefs, choice: Choice) -> Beliefs:
    """Return the beliefs with what a choice began or used put back, if its keys are sent already."""
    plan, letter = choice.act.plan, choice.act.action.letter
    if beliefs.action != choice.act.action:
        return beliefs
    pack = Inventory(dict(beliefs.pack.items()))
    if letter and beliefs.used is not None:
        pack[letter] = beliefs.used
    if plan is not None:
        plan = Plan(plan.kind, plan.goal, (beliefs.me.spot, *plan.path))
    return replace(beliefs, plan=plan, pack=pack)


def option_rows(beliefs: Beliefs) -> Iterator[str]:
    """Yield a row per option of a dangerous fight, the best first."""
    if not is_worth_a_thought(beliefs):
        return
    yield ""
    head = f"{'What can be done, the best first':<{_OPTION + 2}}{'to die':>7}{'loss':>7}{'turns':>7}"
    yield f"{head}{'price':>7}{'total':>7}"
    for option in options(beliefs):
        die, loss, turns = option.fight_cost
        yield (
            f"  {_option(beliefs, option):<{_OPTION}.{_OPTION}}{100 * die:>6.1f}%{loss:>7.1f}{turns:>7.1f}"
            f"{option.price:>7.0f}{option.cost(beliefs.knobs):>7.0f}"
        )
    yield f"  loss, price, total: in hit points; 1% to die counts as {beliefs.knobs.death_hp} of them"


def _option(beliefs: Beliefs, option: Option) -> str:
    """Return the name of an option, with its goal or its item."""
    if option.walk is not None:
        return f"{option.name} ({place_in_short(beliefs, option.walk.goal)})"
    letter = "" if option.act is None else option.act.action.letter
    return f"{option.name} ({letter})" if letter else option.name


def _wrapped(label: str, text: str) -> Iterable[str]:
    return textwrap.wrap(text, COLS, initial_indent=label, subsequent_indent=" " * len(label)) or [label]
