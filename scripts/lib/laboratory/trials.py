"""Trials: saved moments played on, and two versions of the agent compared."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from math import sqrt
from typing import Final, NamedTuple

from rogue.state.entities import ALERT
from rogue.state.world import World
from scripts.lib.laboratory.moments import Course, Moment, Saver
from scripts.lib.laboratory.scenes import is_lost

FIGHT_TURNS: Final = 300
LEVEL_TURNS: Final = 4000
REWIND_TURNS: Final = 100  # beyond the time that a game was set back by
_CLASSES: Final = ("gold", "armor", "food", "weapon", "potion", "scroll", "ring", "stick")


Trial = Callable[[Saver, Moment, int, int], dict[str, float]]
"""Plays on from a moment, given the number of the dice and of levels; returns figures."""


def fight(saver: Saver, moment: Moment, play: int, levels: int = 1) -> dict[str, float]:
    """Play a fight until the next level, or for FIGHT_TURNS per level."""
    course = saver.restore(moment, play)
    start, gold = course.player.beliefs.turn, course.game.world.player.purse
    world, most = course.game.world, FIGHT_TURNS * levels
    play_on(course, lambda: world.depth >= moment.depth + levels or _since(course, start) >= most)
    player = course.game.world.player
    died = is_lost(course.player)
    return {
        "died": died,
        "left": not died and course.game.world.depth != moment.depth,
        "hp": 0 if died else 100 * player.hp / max(player.max_hp, 1),
        "gold": player.purse - gold,
        "turns": _since(course, start),
    }


def level(saver: Saver, moment: Moment, play: int, levels: int = 1) -> dict[str, float]:
    """Play one or more levels from the arrival to the end; what is left lies on the first."""
    course = saver.restore(moment, play)
    world = course.game.world
    ground, start = world.level, course.player.beliefs.turn
    before = state_of(world)
    most = LEVEL_TURNS * levels
    play_on(course, lambda: world.depth >= moment.depth + levels or _since(course, start) >= most)
    after, died = state_of(world), is_lost(course.player)
    found = {name: after[name] - before[name] for name in before}
    player = world.player
    found |= {
        "died": died, "turns": _since(course, start), "score": _counted(course),
        "hp": 0 if died else 100 * player.hp / max(player.max_hp, 1),
        "alert": not died and player.has_flag(ALERT),
    }  # fmt: skip
    for kind in _CLASSES:
        found[f"{kind} left"] = sum(thing.kind.cls == kind for thing in ground.things)
    return found


def rewind(saver: Saver, moment: Moment, play: int, levels: int = 1) -> dict[str, float]:
    """Play on from before an end, and REWIND_TURNS beyond it."""
    course = saver.restore(moment, play)
    start, gold = course.player.beliefs.turn, course.game.world.player.purse
    most = (int(moment.scene.split()[0]) + REWIND_TURNS) * levels
    play_on(course, lambda: _since(course, start) >= most)
    world = course.game.world
    return {
        "died": is_lost(course.player), "deeper": world.depth - moment.depth,
        "gold": world.player.purse - gold,
    }  # fmt: skip


TRIALS: Final[dict[str, Trial]] = {"fights": fight, "levels": level, "rewind": rewind}


class Difference(NamedTuple):
    """Difference of a figure between two versions, for a group of moments.

    error  of the difference, one standard deviation; moments of one game count as one
    """

    group: str
    figure: str
    moments: int
    first: float
    second: float
    difference: float
    error: float


Rows = Sequence[dict[str, float]]


def compare(groups: Sequence[str], seeds: Sequence[int], first: Rows, second: Rows) -> list[Difference]:
    """Return the differences of all figures by group, in the order of names, then for all moments.

    first, second  per moment, the mean of what its plays came to

    >>> rows = [{"died": 1.0}, {"died": 0.0}]
    >>> both = compare(["a", "a"], [1, 2], rows, [{"died": 0.0}, {"died": 0.0}])
    >>> both[0].difference, round(both[0].error, 2), len(both)
    (-0.5, 0.5, 1)
    """
    names = sorted(set(groups))
    found = []
    for group in [*names, "all"] if len(names) > 1 else names:
        chosen = [number for number, one in enumerate(groups) if group in (one, "all")]
        for figure in first[chosen[0]]:
            pairs = [(seeds[n], first[n][figure], second[n][figure]) for n in chosen]
            count = len(pairs)
            gain, error = _clustered([(seed, new - old) for seed, old, new in pairs])
            before, after = (sum(pair[side] for pair in pairs) / count for side in (1, 2))
            found.append(Difference(group, figure, count, before, after, gain, error))
    return found


def _clustered(values: Sequence[tuple[int, float]]) -> tuple[float, float]:
    """Return the mean and its standard error, clustered by seed."""
    count = len(values)
    mean = sum(value for _, value in values) / count
    sums: defaultdict[int, float] = defaultdict(float)
    for seed, value in values:
        sums[seed] += value - mean
    clusters = len(sums)
    spread = sum(one * one for one in sums.values())
    return mean, sqrt(spread * clusters / max(clusters - 1, 1)) / count


def state_of(world: World) -> dict[str, float]:
    """Return the figures of a hero and its pack."""
    player = world.player
    suits = [item.value for item in player.pack if item.kind.cls == "armor"]
    return {
        "gold": player.purse, "exp": player.exp, "max hp": player.max_hp,
        "armor": 10 - min(suits, default=10), "strength": player.strength,
        "meals": sum(item.count for item in player.pack if item.kind.cls == "food"),
    }  # fmt: skip


def _counted(course: Course) -> int:
    """Return the gold that counts as the score."""
    return course.player.report().score if course.over else course.game.world.player.purse


def _since(course: Course, start: int) -> int:
    return course.player.beliefs.turn - start


def play_on(course: Course, ends: Callable[[], bool]) -> None:
    """Play until the game is over or `ends()` returns True."""
    while not course.over and not ends():
        course.step()
