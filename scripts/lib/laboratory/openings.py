"""Openings: how many games end above depth 4, and what heroes carry there."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Final

from rogomatic.agent.knobs import Knobs
from rogomatic.agent.memory.long_term_memory import Memory
from rogue.state.entities import ALERT
from scripts.lib.laboratory.moments import Course, begin
from scripts.lib.laboratory.trials import Difference, Rows, compare, play_on, state_of

LAST_DEPTH: Final = 3  # of the opening
OPENING: Final = "opening"
ON_ARRIVAL: Final = "on arrival"


def opening(memory: Memory, knobs: Knobs, seed: int, edition: str = "5.4") -> dict[str, float]:
    """Play a game until it ends or passes LAST_DEPTH; return figures.

    Only heroes that pass have figures of what they carry.
    """
    course = begin(seed, memory, knobs, edition)
    world = course.game.world
    play_on(course, lambda: world.depth > LAST_DEPTH)
    ended = course.over
    found: dict[str, float] = {"ended": ended}
    for depth in range(1, LAST_DEPTH + 1):
        found[f"ended on {depth}"] = ended and world.depth == depth
    found["quit"] = ended and course.player.report().how == "quit"
    return found if ended else found | _carried(course)


def _carried(course: Course) -> dict[str, float]:
    player, beliefs = course.game.world.player, course.player.beliefs
    return state_of(course.game.world) | {
        "turns": beliefs.turn, "level": beliefs.me.level, "hp": 100 * player.hp / max(player.max_hp, 1),
        "alert": player.has_flag(ALERT), "arrows": _count(course, "arrow"), "stomach": player.food,
    }  # fmt: skip


def _count(course: Course, name: str) -> int:
    return sum(item.count for item in course.game.world.player.pack if item.kind.name == name)


def compare_openings(seeds: Sequence[int], first: Rows, second: Rows) -> list[Difference]:
    """Return the paired shares of games that end, then the means of what is carried on arrival.

    first, second  a row per seed

    >>> dead, there = {"ended": True}, {"ended": False, "gold": 100.0}
    >>> [(one.figure, one.difference) for one in compare_openings([1, 2], [dead, there], [there, there])]
    [('ended', -0.5), ('gold', 0.0)]
    """
    shares = [name for name in first[0] if all(name in row for row in (*first, *second))]
    paired = [[{name: row[name] for name in shares} for row in rows] for rows in (first, second)]
    found = compare([OPENING] * len(seeds), seeds, *paired)
    carried = dict.fromkeys(name for row in (*first, *second) for name in row if name not in shares)
    return [*found, *(_arrived(name, first, second) for name in carried)]


def _arrived(name: str, first: Rows, second: Rows) -> Difference:
    before, after = ([row[name] for row in rows if name in row] for rows in (first, second))
    (mean, error), (other, other_error) = _mean(before), _mean(after)
    return Difference(
        ON_ARRIVAL, name, len(after), mean, other, other - mean, sqrt(error**2 + other_error**2)
    )


def _mean(values: Sequence[float]) -> tuple[float, float]:
    """Return the mean of values and its error."""
    count = max(len(values), 1)
    mean = sum(values) / count
    spread = sum((one - mean) ** 2 for one in values) / max(count - 1, 1)
    return mean, sqrt(spread / count)
