"""Levels without foes: what it takes to look through them, and what is left lying there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from rogomatic.knobs import Knobs
from rogomatic.memory.long_term_memory import Memory
from rogue.rules.vision import hide_foe
from rogue.state.level import Level
from rogue.state.world import World
from scripts.lib.laboratory.moments import Course, begin
from scripts.lib.laboratory.trials import Difference, Rows, compare

FIRST_DEPTH: Final = 4  # of the levels that count
LAST_DEPTH: Final = 12
EXPLORING: Final = "a level"
_MOST_TURNS: Final = 14_000
_FED: Final = 900  # turns that the food lasts at least
_GOLD: Final = "gold"


def exploring(memory: Memory, knobs: Knobs, seed: int, edition: str = "5.4") -> dict[str, float]:
    """Play a game without foes or hunger; return means of its levels from FIRST_DEPTH to LAST_DEPTH.

    turns  of a level          dark  those of them that go into looking around in dark rooms
    gold, things  taken there  gold left, things left  when the hero leaves it

    {} for a game that does not come so far.
    """
    course = begin(seed, memory, replace(knobs, vigil_depth=0), edition)
    world = course.game.world
    rows: list[dict[str, float]] = []
    while not course.over and world.depth <= LAST_DEPTH and course.player.beliefs.turn < _MOST_TURNS:
        row = _look_through(course)
        if row and FIRST_DEPTH <= world.depth - 1 <= LAST_DEPTH:
            rows.append(row)
    return {name: sum(row[name] for row in rows) / len(rows) for name in rows[0]} if rows else {}


def _look_through(course: Course) -> dict[str, float]:
    """Play one level; return what it came to, {} if the hero did not leave it by one level down."""
    world, player = course.game.world, course.player
    ground, depth, start, purse = world.level, world.depth, player.beliefs.turn, world.player.purse
    gold, things = _lying(ground)
    dark = 0
    while not course.over and world.level is ground and player.beliefs.turn - start < _MOST_TURNS:
        _clear(world)
        turn, looks = player.beliefs.turn, _looks_in_the_dark(course)
        course.step()
        dark += looks * (player.beliefs.turn - turn)
    if world.depth != depth + 1:
        return {}
    gold_left, things_left = _lying(ground)
    return {
        "turns": player.beliefs.turn - start, "dark": dark, "gold": world.player.purse - purse,
        "things": things - things_left, "gold left": gold_left, "things left": things_left,
        "gold lying": gold,
    }  # fmt: skip


def _lying(level: Level) -> tuple[int, int]:
    """Return the gold that lies on a level, and how many other things."""
    gold = sum(thing.value for thing in level.things if thing.kind.cls == _GOLD)
    return gold, sum(thing.kind.cls != _GOLD for thing in level.things)


def _clear(world: World) -> None:
    """Take all foes off the level; keep the hero fed and well."""
    for foe in tuple(world.level.foes):
        hide_foe(world, foe)
        world.level.drop_foe(foe)
    world.player.food = max(world.player.food, _FED)
    world.player.hp = world.player.max_hp


def _looks_in_the_dark(course: Course) -> bool:
    """Return whether the last command was to look around in a dark room."""
    choice, room = course.player.last_choice, course.game.world.player.room
    plan = choice.act.plan if choice is not None else None
    return plan is not None and plan.kind == "explore" and room is not None and room.dark and not room.gone


def compare_exploring(seeds: Sequence[int], first: Rows, second: Rows) -> list[Difference]:
    """Return the figures of the games that came so far under both versions, paired by seed.

    >>> here, there = {"turns": 500.0}, {"turns": 450.0}
    >>> [one.difference for one in compare_exploring([1, 2, 3], [here, here, {}], [there, here, here])]
    [-25.0]
    """
    both = [rows for rows in zip(seeds, first, second, strict=True) if rows[1] and rows[2]]
    if not both:
        return []
    chosen, before, after = zip(*both, strict=True)
    return compare([EXPLORING] * len(both), chosen, before, after)
