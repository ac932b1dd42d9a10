"""A graph of a game's danger from turn to turn, with its worst moments described."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterator, Sequence
from textwrap import shorten
from typing import Final, NamedTuple

from rogomatic.agent.beliefs.model import FREE_VERBS, Beliefs
from rogomatic.agent.engine.rule_engine import Choice
from rogomatic.agent.ladder import is_command
from rogomatic.agent.sight.prompt_parser import without_marker
from rogomatic.agent.think.fight.fight_options import is_unseen_near
from rogomatic.agent.think.fight.threat import threat_of
from rogomatic.run.recordings.onlooker import AS_RECORDED, Onlooker, Step
from rogomatic.run.recordings.timeline import Timeline
from rogomatic.run.story.chronicle import CLOSE, bits
from rogomatic.run.story.earlier_fights import GAP_TURNS
from rogomatic.run.story.shown_danger import death_pct
from rogomatic.run.viewer.describe import in_short
from rogue.shared.wording import counted, keys_in_words, plural

NOTEWORTHY_PCT: Final = 5.0  # chance to die in percent from which a fight is worth showing
COSTLY_PCT: Final = 33.0  # loss in percent of full hit points that makes a command costly
_KEYS_COLUMNS: Final = 40  # columns for typed keys
_AFTER_TURNS: Final = 2  # turns after a stretch in which its last blow may show
WORST: Final = 3  # stretches that are shown
_STEPS_PCT: Final = (90.0, 50.0, 20.0, 10.0, 5.0, 2.0, 1.0)  # rows of the graph, the top first
LABEL: Final = 7  # columns in front of the graph
INDENT: Final = "   "


class Danger(NamedTuple):
    """The danger that the hero was in at one command.

    turn      number of the turn by the game's clock, or by the agent's clock if the game's clock is unknown
    die_pct   chance, in percent, to die in a fight to the death with all pursuers
    foes      kinds of these pursuers, beginning with the nearest
    advice    what the agent would do, and why
    keys      names of the keys that were typed
    lost      hit points lost since the previous command
    unseen    whether something unseen has just struck
    cost      hit points lost by the command itself (all of them if the hero died), or -1 if unknown
    recorded  whether the keys come from a recording, not from the agent
    """

    turn: int
    depth: int
    hp: int
    max_hp: int
    die_pct: float
    foes: tuple[str, ...]
    advice: str
    keys: str
    lost: int = 0
    unseen: bool = False
    cost: int = -1
    recorded: bool = False

    @property
    def is_noteworthy(self) -> bool:
        """Whether the danger belongs to a fight that is worth showing."""
        return self.die_pct >= NOTEWORTHY_PCT or (self.unseen and self.lost > 0) or self.is_costly

    @property
    def is_costly(self) -> bool:
        """Whether the command cost many hit points, even if no monster was in view before the command."""
        return 100 * self.cost >= COSTLY_PCT * self.max_hp


class Stretch(NamedTuple):
    """Consecutive dangers of a game.

    worst  the greatest of the dangers
    gone   whether the stretch ends with the last danger of the game
    lost   hit points lost in all
    """

    dangers: tuple[Danger, ...]
    worst: Danger
    gone: bool
    lost: int = 0

    @property
    def weight(self) -> float:
        """How much the stretch matters.

        This is the improbability of survival, in bits, plus a part for lost hit points: the fraction of the
        maximum hit points that was lost, multiplied by `CLOSE`.
        """
        return bits(self.worst.die_pct) + CLOSE * self.lost / max(self.worst.max_hp, 1)


def danger_of(beliefs: Beliefs, turn: int, choice: Choice, keys: bytes, hp_before: int = 0) -> Danger:
    """Return the danger of a command.

    hp_before  hit points at the previous command
    """
    me, threat = beliefs.me, threat_of(beliefs)
    unseen = is_unseen_near(beliefs)
    foes = threat.names
    recorded = choice.rung == AS_RECORDED
    advice = choice.act.because if recorded else in_short(choice)
    typed = shorten(keys_in_words(without_marker(keys)), _KEYS_COLUMNS, placeholder=" ...")
    lost = max(hp_before - me.hp, 0)
    percent = death_pct(beliefs, choice)
    return Danger(
        turn, me.depth, me.hp, me.max_hp, percent, foes, advice, typed, lost, unseen, recorded=recorded
    )  # fmt: skip


def dangers_of_steps(onlooker: Onlooker, steps: Iterator[Step]) -> Iterator[Danger]:
    """Yield the danger of each command of a person's game."""
    hp = 0
    before: Danger | None = None
    for typed in onlooker.follow(steps):
        danger = danger_of(onlooker.beliefs, onlooker.turn, onlooker.choice, typed, hp)
        hp = danger.hp
        if before is not None:
            yield before._replace(cost=danger.lost)
        before = danger
    if before is not None:
        yield before._replace(cost=before.hp if onlooker.is_killed else 0)


def dangers_of_timeline(timeline: Timeline) -> Iterator[Danger]:
    """Yield the danger of each command of a recording, as long as the agent can follow the recording."""
    hp = 0
    for number in range(timeline.parted):
        timeline.go(number)
        player = timeline.player
        choice = None if player is None or player.done else player.trace.latest
        if player is None or choice is None:
            continue
        is_ours = is_command(choice) or choice.rung == AS_RECORDED
        if is_ours and choice.act.action.verb not in FREE_VERBS:
            yield danger_of(player.beliefs, timeline.moment.turn, choice, timeline.moment.keys, hp)
            hp = player.beliefs.me.hp


def worst_stretches(dangers: Sequence[Danger]) -> list[Stretch]:
    """Return the stretches of the greatest weight, at most `WORST` of them, the heaviest first.

    As an exception, a stretch at the end of the game comes before all others.
    """
    groups: list[list[Danger]] = []
    for before, danger in zip((None, *dangers), dangers, strict=False):
        if not danger.is_noteworthy:
            continue
        if groups and danger.turn - groups[-1][-1].turn <= GAP_TURNS and danger.depth == groups[-1][-1].depth:
            groups[-1].append(danger)
        elif before is not None and before.cost > 0:
            groups.append([before, danger])  # the command that took the risk
        else:
            groups.append([danger])
    last = dangers[-1] if dangers else None
    found = [
        Stretch(
            tuple(group),
            max(group, key=lambda one: (one.die_pct, one.lost)),
            group[-1] is last,
            _lost_in(group, dangers),
        )
        for group in groups
    ]
    return sorted(found, key=lambda one: (-one.gone, -one.weight, one.worst.turn))[:WORST]


def _lost_in(group: Sequence[Danger], dangers: Sequence[Danger]) -> int:
    if group[0].cost >= 0:
        return sum(one.cost for one in group)
    after = group[-1].turn + _AFTER_TURNS
    lost = sum(one.lost for one in dangers if group[0].turn < one.turn <= after)
    return lost + group[0].lost * group[0].unseen


def danger_lines(
    dangers: Sequence[Danger], see: Callable[[int], str], width: int, *, who: str, ending: str
) -> Iterator[str]:
    """Yield lines of the graph, then lines that tell how the game ended, then lines on the worst moments.

    see     function that takes a turn, and returns a command line that shows the turn
    who     who typed the keys: "you", or "the agent"
    ending  how the game ended, as a sentence without a full stop
    """
    if not dangers:
        yield "The agent could not follow any command of this game."
        return
    yield from graph(dangers, width)
    yield from textwrap.wrap(legend(dangers), width, subsequent_indent=INDENT)
    stretches = worst_stretches(dangers)
    yield ""
    yield from textwrap.wrap(f"The end: {ending}.", width, subsequent_indent=INDENT)
    if not stretches:
        yield "No fight in this game was dangerous: the chance to die stayed below 5%."
        return
    yield "The worst moment:" if len(stretches) == 1 else f"The worst {len(stretches)} moments:"
    for number, stretch in enumerate(stretches, start=1):
        for row, text in enumerate(_stretch_lines(stretch, who)):
            first = f"{number}. " if row == 0 else INDENT
            yield from textwrap.wrap(text, width, initial_indent=first, subsequent_indent=INDENT)
        yield f"{INDENT}{see(stretch.dangers[0].turn)}"


def graph(dangers: Sequence[Danger], width: int) -> Iterator[str]:
    """Yield the lines of a graph of the danger by turn.

    Below the graph are rows that show the lost hit points, the levels, and the turns.
    """
    columns = max(width - LABEL, 20)
    first, last = dangers[0].turn, max(dangers[-1].turn, dangers[0].turn + 1)
    tall, depths, lost = [0.0] * columns, [0] * columns, [0.0] * columns
    unseen = [False] * columns
    for danger in dangers:
        at = min((danger.turn - first) * columns // (last - first), columns - 1)
        tall[at] = max(tall[at], danger.die_pct)
        depths[at] = depths[at] or danger.depth
        lost[at] += 10 * danger.lost / max(danger.max_hp, 1)
        unseen[at] |= danger.unseen and danger.lost > 0
    yield "Chance to die in the fights in view, by turn: the agent's estimate"
    yield from bars(tall)
    yield f"lost   {''.join(map(_tenths, lost))}".rstrip()
    if any(unseen):
        yield f"unseen {''.join('?' if one else ' ' for one in unseen)}".rstrip()
    yield f"level  {_levels(depths)}".rstrip()
    yield turns_row(first, last, columns)


def bars(heights: Sequence[float]) -> Iterator[str]:
    """Yield the lines of a column graph of chances in percent, and the line of the graph's axis."""
    for step in _STEPS_PCT:
        row = "".join("#" if height >= step else " " for height in heights)
        yield f"{step:>4.0f}% |{row}".rstrip()
    yield f"{'':5} +{'-' * len(heights)}"


def turns_row(first: int, last: int, columns: int) -> str:
    """Return the row that shows the first and the last turn below a graph."""
    return f"turn   {first:<{columns // 2},}{last:>{columns - columns // 2},}"


def legend(dangers: Sequence[Danger]) -> str:
    """Return the legend of the rows below the graph."""
    more = "; ?: something unseen struck" if any(one.unseen and one.lost for one in dangers) else ""
    return f"lost: damage per column, in tenths of full hit points{more}"


def _tenths(lost: float) -> str:
    """Return the digit, from 1 to 9, that shows a loss of hit points.  Return a blank for 0.

    lost  the loss, in tenths of the full hit points.  It may exceed 10, but the digit is then 9.

    >>> _tenths(0), _tenths(0.2), _tenths(3.4), _tenths(14)
    (' ', '1', '3', '9')
    """
    return str(min(max(round(lost), 1), 9)) if lost else " "


def _levels(depths: Sequence[int]) -> str:
    """Return a row of level numbers.  A number stands where the level begins, if there is room for it.

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
    first, worst, last = stretch.dangers[0], stretch.worst, stretch.dangers[-1]
    foes = counted(worst.foes) if worst.foes else "nobody awake in view"
    unseen = "something unseen" if any(one.unseen for one in stretch.dangers) else ""
    who_was = f"{foes} and {unseen}" if worst.foes and unseen else unseen or foes
    where = f"level {first.depth}, {who_was}"
    lost = f", {stretch.lost} lost" if stretch.lost else ", none lost"
    if last is first:
        yield f"Turn {first.turn:,}, {where}: {_health(first)}{lost}; {_chances(stretch)}."
    else:
        ends = "before the last command" if stretch.gone else "at the end"
        yield (
            f"Turns {first.turn:,} to {last.turn:,}, {where}: {_health(first)} at the start, {last.hp} "
            f"{ends}{lost}; {_chances(stretch)}."
        )
    if first.recorded:
        clause = f"{first.advice}; the typed keys were {first.keys or 'none'}."
        yield f"At first {clause}" if last is not first else f"{clause[:1].upper()}{clause[1:]}"
        return
    at_first = "At first the agent" if last is not first else "The agent"
    if who == "you":
        yield f"{at_first} would choose: {first.advice}. You typed {first.keys or 'nothing'}."
    else:
        yield f"{at_first} chose: {first.advice}."


def _chances(stretch: Stretch) -> str:
    """Return, in words, the first and the highest chance to die during a stretch."""
    first, worst = stretch.dangers[0], stretch.worst
    if any(one.unseen for one in stretch.dangers) and not (worst.foes or worst.die_pct):
        return "the risk of death is unknown"
    if not any(one.die_pct >= NOTEWORTHY_PCT for one in stretch.dangers):
        return "the danger was not in view yet" if not worst.foes else f"{worst.die_pct:.0f}% to die"
    if len(stretch.dangers) == 1:
        return f"{first.die_pct:.0f}% to die"
    at_most = f"{worst.die_pct:.0f}% at most (turn {worst.turn:,})"
    return f"{first.die_pct:.0f}% to die at first, {at_most}"


def _health(danger: Danger) -> str:
    return f"{danger.hp} of {plural(danger.max_hp, 'hit point')}"


def headline(title: str, dangers: Sequence[Danger], commands: int, ended: int = 0) -> str:
    """Return the headline of a graph.  It tells the numbers of commands and of turns, and the last level.

    ended  turn on which the game ended, or 0 if that turn is unknown
    """
    last = dangers[-1]
    turns = plural(max(ended, last.turn), "turn")
    return f"{title}: {plural(commands, 'command')}, {turns}, to level {last.depth}"
