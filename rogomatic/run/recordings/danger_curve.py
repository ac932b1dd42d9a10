"""How dangerous a game was, command by command, and where it was worst."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import shorten
from typing import Final, NamedTuple

from rogomatic.beliefs.model import Beliefs
from rogomatic.ladder import LADDER
from rogomatic.rule_engine import Choice
from rogomatic.run.recordings.key_replay import AS_RECORDED
from rogomatic.run.recordings.onlooker import Onlooker, Step
from rogomatic.run.recordings.timeline import Timeline
from rogomatic.wording import keys_in_words

NOTEWORTHY_PCT: Final = 5.0  # to die, from which on a moment belongs to a fight that is worth a look
_FREE: Final = ("stock", "ask", "answer", "redraw")  # deeds that cost no turn
_KEYS_COLUMNS: Final = 40  # of typed keys that are shown
_GAP_TURNS: Final = 15  # without such a moment end a stretch
WORST: Final = 3  # stretches that are shown


class Danger(NamedTuple):
    """What one command faced.

    turn       of the game's clock, or of the agent's where that is not known
    die_pct    the chance to die in a fight to the end with all who are near or coming
    foes       who they are, the nearest first
    advice     what the agent would do, and why
    keys       what was typed, as the keys are called
    """

    turn: int
    depth: int
    hp: int
    max_hp: int
    die_pct: float
    foes: tuple[str, ...]
    advice: str
    keys: str


class Stretch(NamedTuple):
    """Dangers that belong together: `worst` is the greatest of them, `gone` whether the game ended there."""

    dangers: tuple[Danger, ...]
    worst: Danger
    gone: bool


def danger_of(b: Beliefs, turn: int, choice: Choice, keys: bytes) -> Danger:
    """Return what a command faced."""
    me, threat = b.me, b.threat
    foes = tuple(foe.kind.name for foe in (*threat.near, *threat.coming))
    advice = choice.act.because if choice.rung == AS_RECORDED else f"{choice.rung}: {choice.act.because}"
    typed = shorten(keys_in_words(keys.rstrip(b";")), _KEYS_COLUMNS, placeholder=" ...")
    return Danger(turn, me.depth, me.hp, me.max_hp, threat.die_pct, foes, advice, typed)


def dangers_of_steps(onlooker: Onlooker, steps: Iterator[Step]) -> Iterator[Danger]:
    """Yield what each command of a person's game faced."""
    for typed in onlooker.follow(steps):
        yield danger_of(onlooker.beliefs, onlooker.turn, onlooker.choice, typed)


def dangers_of_timeline(timeline: Timeline) -> Iterator[Danger]:
    """Yield what each command of a recording faced, as long as the agent follows it."""
    for number in range(timeline.parted):
        timeline.go(number)
        player = timeline.player
        if player is None or player.done or not player.trace.last:
            continue
        choice = player.trace.last[-1].choice
        is_command = choice.ladder is LADDER or choice.rung == AS_RECORDED
        if is_command and choice.act.action.verb not in _FREE:
            yield danger_of(player.beliefs, player.beliefs.turn, choice, timeline.moment.keys)


def worst_stretches(dangers: Sequence[Danger]) -> list[Stretch]:
    """Return the stretches with the greatest dangers, the worst first."""
    groups: list[list[Danger]] = []
    for danger in dangers:
        if danger.die_pct < NOTEWORTHY_PCT:
            continue
        if (
            groups
            and danger.turn - groups[-1][-1].turn <= _GAP_TURNS
            and danger.depth == groups[-1][-1].depth
        ):
            groups[-1].append(danger)
        else:
            groups.append([danger])
    last = dangers[-1] if dangers else None
    found = [
        Stretch(tuple(group), max(group, key=lambda one: one.die_pct), group[-1] is last) for group in groups
    ]
    return sorted(found, key=lambda one: (-one.gone, -one.worst.die_pct, one.worst.turn))[:WORST]
