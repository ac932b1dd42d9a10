"""One decision of one game, laid open; and the danger of a whole game by turn, with its worst moments."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, Protocol

from rogomatic.agent.beliefs.model import Beliefs
from rogomatic.agent.engine.rule_engine import Choice
from rogomatic.agent.experts.fight_or_flee import is_worth_a_thought, options
from rogomatic.agent.knobs import Knobs
from rogomatic.agent.ladder import LADDER
from rogomatic.agent.memory.long_term_memory import Memory
from rogomatic.agent.player import Player
from rogomatic.agent.screen.vt100 import COLS, SIZE, Screen
from rogomatic.agent.think.fight.combat_odds import be_hit, to_hit
from rogomatic.agent.think.fight.fight_options import Option
from rogomatic.agent.think.fight.threat import threat_of
from rogomatic.agent.think.items.item_value import keep_value
from rogomatic.run.recordings.formatting import (
    figures_of,
    fought_here,
    in_words,
    place_in_short,
    place_in_words,
    plan_in_words,
    share,
    state_of,
    states_of,
    stomach_of,
    struck_unseen,
)
from rogomatic.run.recordings.onlooker import NOTEWORTHY_PCT, Danger, Stretch, worst_stretches
from rogomatic.run.runner.endings import cause_in_words
from rogomatic.run.runner.game_loop import Limits, play
from rogomatic.run.runner.link import Link, Played
from rogue.shared.base_error import RogomaticError
from rogue.shared.wording import counted, keys_in_words, plural

# -- one decision

WIDTH: Final = 80
_NAME: Final = 27  # columns of a rung's name
_MORE: Final = "--More--"


class GameOverError(RogomaticError):
    """The game ended before the moment that was asked for; the text is a sentence for the user."""


class Halting(Player):
    """A player that stops, before it acts, at the first command of a turn or of a number.

    choice  what it would have done there; None before, and if the game ended sooner
    """

    __slots__ = ("_command", "_turn", "choice")

    def __init__(self, memory: Memory, knobs: Knobs, seed: int, turn: int = 0, command: int = 0) -> None:
        super().__init__(memory, knobs, seed)
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
    """Play up to the moment and return it in words.  Raises GameOverError when the game ends before."""
    end = play(link, player, Limits(), Played())
    if player.choice is None:
        report = player.report()
        how = cause_in_words(report.how, report.killer) if end == "finished" else f"broken off ({end})"
        raise GameOverError(
            f"The game ended on turn {report.turns}, after {plural(report.commands, 'command')}: {how}."
        )
    return lay_open(player, player.choice, player.beliefs.commands + 1)


class Mind(Protocol):
    """Somebody who sees a game and believes something of it."""

    @property
    def beliefs(self) -> Beliefs: ...
    @property
    def screen(self) -> Screen: ...


def lay_open(mind: Mind, choice: Choice, number: int, person: bool = False) -> list[str]:
    """Return a decision in words: what was seen and believed, what fired and what did not.

    number  of the command, from 1 on      person  a person plays, and the clock is the game's
    """
    turn = mind.beliefs.turn
    when = f", turn {turn}" if person else f" of the agent, turn {turn} of its clock"
    head = f"Command {number:,}{when}, level {mind.beliefs.me.depth}:"
    return [head, *_what(mind, choice), *_beliefs(mind.beliefs, choice)]


def _what(mind: Mind, choice: Choice) -> Iterator[str]:
    """Yield the screen, what fired and what did not."""
    beliefs = mind.beliefs
    said = [line.strip().removesuffix(_MORE).rstrip() for line in beliefs.said]
    yield from _wrapped("Messages: ", " / ".join(filter(None, said)) or "none")
    cells = bytes(mind.screen.cells)
    yield from (cells[at : at + COLS].decode("ascii").rstrip() for at in range(COLS, SIZE, COLS))
    yield f"FIRED: {choice.rung}"
    summary = next((rung.summary for rung in LADDER if rung.name == choice.rung), "")
    yield from _wrapped("  what   ", summary)
    yield from _wrapped("  why    ", choice.act.because)
    verb = choice.act.action.verb
    yield f"  keys   {keys_in_words(choice.act.keys, answers=verb == 'answer')}  ({verb})"
    yield ""
    yield (
        f"Above it, why not ({plural(len(choice.passed), 'rule')}):"
        if choice.passed
        else "No rule stands above it."
    )
    for name, why_not in choice.passed:
        yield from _wrapped(f"  {name:<{_NAME}} ", why_not)


def _beliefs(beliefs: Beliefs, choice: Choice) -> Iterator[str]:
    yield ""
    yield from _danger(beliefs, choice)
    yield from option_rows(beliefs)
    yield ""
    yield from _plans(beliefs, choice)
    yield from _level(beliefs)
    yield ""
    yield from _hero(beliefs)
    yield ""
    yield from _pack(beliefs)


def _danger(beliefs: Beliefs, choice: Choice) -> Iterator[str]:
    """Yield a row per foe in view, and what they may do together."""
    if unseen := struck_unseen(beliefs):
        yield from _wrapped("", f"{unseen[0].upper()}{unseen[1:]}.")
    if not beliefs.foes.seen:
        yield "No foe is in view."
        return
    head = f"{'Foes in view':<20}{'where':>8}  {'state':<10}{'hit it':>7}{'be hit':>7}"
    yield f"{head}{'blows':>7}{'loss':>7}{'die':>7}"
    threat, here = threat_of(beliefs), fought_here(beliefs, choice)
    for foe, die, loss, blows in figures_of(beliefs, choice):
        yield (
            f"  {foe.letter} {foe.kind.name:<16.16}{place_in_short(beliefs, foe.spot):>8}"
            f"  {state_of(foe):<10}{share(to_hit(beliefs, foe.kind)):>7}{share(be_hit(beliefs, foe.kind)):>7}"
            f"{blows:>7.1f}{loss:>7.1f}{100 * die:>6.1f}%"
        )
    yield "  loss, die: hit points and chance to die in a fight to the end with it alone"
    yield (
        f"All together: {100 * here.death_probability:.1f}% to die, "
        f"{plural(threat.round_most, 'hit point')} at most in the next turn; {len(threat.near)} near,"
    )
    yield f"  {len(threat.coming)} coming."


def option_rows(beliefs: Beliefs) -> Iterator[str]:
    """Yield a row per option of a dangerous fight, the best first."""
    if not is_worth_a_thought(beliefs):
        return
    yield ""
    head = f"{'What can be done, the best first':<34}{'die':>7}{'loss':>7}{'turns':>7}{'price':>7}"
    yield f"{head}{'in all':>8}"
    for option in options(beliefs):
        die, loss, turns = option.fight_cost
        yield (
            f"  {_option(beliefs, option):<32.32}{100 * die:>6.1f}%{loss:>7.1f}{turns:>7.1f}"
            f"{option.price:>7.0f}{option.cost(beliefs.knobs):>8.0f}"
        )
    yield f"  in all: hit points, a per cent of death being worth {beliefs.knobs.death_hp} of them"


def _option(beliefs: Beliefs, option: Option) -> str:
    """Return an option by name, with where it leads or what it uses."""
    if option.walk is not None:
        return f"{option.name} ({place_in_short(beliefs, option.walk.goal)})"
    letter = "" if option.act is None else option.act.action.letter
    return f"{option.name} ({letter})" if letter else option.name


def _plans(beliefs: Beliefs, choice: Choice) -> Iterator[str]:
    if choice.act.plan is None and beliefs.plan is None:
        yield "No walk is under way."
        return
    if beliefs.plan is not None:
        yield from _wrapped("Walk so far: ", plan_in_words(beliefs, beliefs.plan))
    if choice.act.plan is not None:
        yield from _wrapped("Walk now: ", plan_in_words(beliefs, choice.act.plan))


def _level(beliefs: Beliefs) -> Iterator[str]:
    level, watch = beliefs.level, beliefs.watch
    stairs = "stairs not known"
    if level.stairs >= 0:
        stairs = f"stairs {place_in_words(beliefs, level.stairs)}"
    yield from _wrapped(
        "Level: ",
        f"{plural(beliefs.turn - watch.level_turn, 'turn')} here, {stairs}, "
        f"{plural(len(level.frontier), 'square')} that may show something new, "
        f"{plural(len(level.things), 'thing')} in sight, "
        f"{plural(watch.swept, 'turn')} of search",
    )


def _hero(beliefs: Beliefs) -> Iterator[str]:
    me = beliefs.me
    yield (
        f"Hit points: {me.hp} of {me.max_hp}, experience level {me.level} ({plural(me.exp, 'point')}), "
        f"armour {me.armor}, strength {me.strength}"
    )
    yield f"Stomach: {stomach_of(beliefs)}"
    yield from _wrapped("State: ", ", ".join(states_of(beliefs)))


def _pack(beliefs: Beliefs) -> Iterator[str]:
    yield f"{'Pack':<56}{'wanted, 0 to 120':>20}" if beliefs.pack else "The pack is empty, or not known."
    for letter, thing in sorted(beliefs.pack.items()):
        first, *rest = textwrap.wrap(f"{letter}) {in_words(beliefs, thing)}", 66, subsequent_indent="   ")
        yield f"  {first:<68}{keep_value(beliefs, letter):>6}"
        yield from (f"  {line}" for line in rest)


def _wrapped(label: str, text: str) -> Iterable[str]:
    return textwrap.wrap(text, WIDTH, initial_indent=label, subsequent_indent=" " * len(label)) or [label]


# -- the danger of a game by turn

_STEPS_PCT: Final = (90.0, 50.0, 20.0, 10.0, 5.0, 2.0, 1.0)  # rows of the graph, the top first
_LABEL: Final = 7  # columns in front of the graph
_INDENT: Final = "   "


def danger_lines(
    dangers: Sequence[Danger], see: Callable[[int], str], width: int, *, who: str, ending: str
) -> Iterator[str]:
    """Yield the graph, how the game ended, and the worst moments.

    see    turn -> a command line that shows it
    ending how the game ended, as a sentence without its stop
    who    whose keys they are: "you", or "the agent"
    """
    if not dangers:
        yield "There is no command in this game that the agent could follow."
        return
    yield from graph(dangers, width)
    yield from textwrap.wrap(legend(dangers), width, subsequent_indent=_INDENT)
    stretches = worst_stretches(dangers)
    yield ""
    yield from textwrap.wrap(f"The end: {ending}.", width, subsequent_indent=_INDENT)
    if not stretches:
        yield "No fight in this game was dangerous: none had more than 5 per cent to die."
        return
    yield "The worst moment:" if len(stretches) == 1 else f"The worst {len(stretches)} moments:"
    for number, stretch in enumerate(stretches, start=1):
        for row, text in enumerate(_stretch_lines(stretch, who)):
            first = f"{number}. " if row == 0 else _INDENT
            yield from textwrap.wrap(text, width, initial_indent=first, subsequent_indent=_INDENT)
        yield f"{_INDENT}{see(stretch.dangers[0].turn)}"


def graph(dangers: Sequence[Danger], width: int) -> Iterator[str]:
    """Yield the greatest danger of each column's turns as a bar; below, hit points lost, levels and turns."""
    columns = max(width - _LABEL, 20)
    first, last = dangers[0].turn, max(dangers[-1].turn, dangers[0].turn + 1)
    tall, depths, lost = [0.0] * columns, [0] * columns, [0.0] * columns
    unseen = [False] * columns
    for danger in dangers:
        at = min((danger.turn - first) * columns // (last - first), columns - 1)
        tall[at] = max(tall[at], danger.die_pct)
        depths[at] = depths[at] or danger.depth
        lost[at] += 10 * danger.lost / max(danger.max_hp, 1)
        unseen[at] |= danger.unseen and danger.lost > 0
    yield "Chance to die in the fights in view, by turn, as the agent sees it"
    for step in _STEPS_PCT:
        bars = "".join("#" if height >= step else " " for height in tall)
        yield f"{step:>4.0f}% |{bars}".rstrip()
    yield f"{'':5} +{'-' * columns}"
    yield f"lost   {''.join(map(_tenths, lost))}".rstrip()
    if any(unseen):
        yield f"unseen {''.join('?' if one else ' ' for one in unseen)}".rstrip()
    yield f"level  {_levels(depths)}".rstrip()
    yield f"turn   {first:<{columns // 2},}{last:>{columns - columns // 2},}"


def legend(dangers: Sequence[Danger]) -> str:
    """Return what the rows below the graph mean."""
    more = "; ?: something unseen struck" if any(one.unseen and one.lost for one in dangers) else ""
    return f"lost: damage per column (0-9: tenths of full hit points){more}"


def _tenths(lost: float) -> str:
    """Return tenths of the hit points as one figure, a blank for none.

    >>> _tenths(0), _tenths(0.2), _tenths(3.4), _tenths(14)
    (' ', '1', '3', '9')
    """
    return str(min(max(round(lost), 1), 9)) if lost else " "


def _levels(depths: Sequence[int]) -> str:
    """Return the row that names each level where it begins; a name without room and a blank before it is left
    out.

    >>> _levels([5, 5, 5, 6, 7, 7, 8, 8, 8, 10, 11])
    '5  6  8  10'
    """
    row, before = "", 0
    for at, depth in enumerate(depths):
        if depth and depth != before:
            before = depth
            row = row.ljust(at) + str(depth) if len(row) < at or not at else row
    return row


def _stretch_lines(stretch: Stretch, who: str) -> Iterator[str]:
    """Yield a stretch in sentences."""
    first, worst, last = stretch.dangers[0], stretch.worst, stretch.dangers[-1]
    foes = counted(worst.foes) if worst.foes else "nobody awake in view"
    unseen = "something unseen" if any(one.unseen for one in stretch.dangers) else ""
    who_was = f"{foes} and {unseen}" if worst.foes and unseen else unseen or foes
    where = f"level {first.depth}, {who_was}"
    lost = f", {stretch.lost} lost" if stretch.lost else ", none lost"
    if last is first:
        yield f"Turn {first.turn:,}, {where}: {_health(first)}{lost}; {_chances(stretch)}."
    else:
        ends = "before the end" if stretch.gone else "at its end"
        yield (
            f"Turns {first.turn:,} to {last.turn:,}, {where}: {_health(first)} at its beginning, {last.hp} "
            f"{ends}{lost}; {_chances(stretch)}."
        )
    at_first = "At first the agent" if last is not first else "The agent"
    if who == "you":
        yield f"{at_first} would choose: {first.advice}. You typed {first.keys or 'nothing'}."
    else:
        yield f"{at_first} chose: {first.advice}."


def _chances(stretch: Stretch) -> str:
    """Return the chance to die at first and at most."""
    first, worst = stretch.dangers[0], stretch.worst
    if any(one.unseen for one in stretch.dangers) and not worst.foes:
        return "nobody knows how likely death was"
    if not any(one.die_pct >= NOTEWORTHY_PCT for one in stretch.dangers):
        return "what it led to was not in view yet" if not worst.foes else f"{worst.die_pct:.0f}% to die"
    if len(stretch.dangers) == 1:
        return f"{first.die_pct:.0f}% to die"
    at_most = f"{worst.die_pct:.0f}% at most (turn {worst.turn:,})"
    return f"{first.die_pct:.0f}% to die at first, {at_most}"


def _health(danger: Danger) -> str:
    return f"{danger.hp} of {plural(danger.max_hp, 'hit point')}"


def headline(title: str, dangers: Sequence[Danger], commands: int) -> str:
    """Return what the graph is of; commands: how many there were in the game, as a replay counts them."""
    last = dangers[-1]
    return f"{title}: {plural(commands, 'command')}, {plural(last.turn, 'turn')}, to level {last.depth}"
