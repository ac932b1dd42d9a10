"""Trials of exploring: levels without foes, their turns, and their loot."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from rogomatic.agent.knobs import Knobs
from rogue.rules.vision import hide_foe
from rogue.state.level import Level
from rogue.state.world import World
from scripts.lib.laboratory.moments import Course, Moment, Saver

_MOST_TURNS: Final = 4_000  # a level
_FED: Final = 900  # turns that the food lasts at least
_GOLD: Final = "gold"
# What a thing is worth, and a turn, in gold of whole games: with 55 turns a level fewer they end 73 richer.
_THING_WORTH: Final = 40
_TURN_WORTH: Final = 0.2


def quiet(knobs: Knobs) -> Knobs:
    """Return knobs for levels without foes, where a fed hero must not wait to faint."""
    return replace(knobs, vigil_depth=0)


def exploring(saver: Saver, moment: Moment, play: int, levels: int = 1) -> dict[str, float]:
    """Play levels from the arrival without foes or hunger, with `quiet` knobs; return figures.

    turns, dark            all turns, and those spent looking around in dark rooms
    gold, things           taken
    gold left, things left  on the first level when the hero leaves it
    worth                  of all that, in gold
    """
    course = saver.restore(moment, play)
    world, player = course.game.world, course.player
    ground, start, purse = world.level, player.beliefs.turn, world.player.purse
    taken = dark = gold_left = things_left = 0
    for _ in range(levels):
        here, lying = world.level, _lying(world.level)[1]
        dark += _look_through(course)
        left, still = _lying(here)
        taken += lying - still
        if here is ground:
            gold_left, things_left = left, still
    turns, gold = player.beliefs.turn - start, world.player.purse - purse
    return {
        "turns": turns, "dark": dark, "gold": gold, "things": taken, "gold left": gold_left,
        "things left": things_left, "worth": gold + _THING_WORTH * taken - _TURN_WORTH * turns,
    }  # fmt: skip


def _look_through(course: Course) -> int:
    """Play one level to its end; return the turns spent looking around in dark rooms."""
    world, player = course.game.world, course.player
    ground, start, dark = world.level, player.beliefs.turn, 0
    while not course.over and world.level is ground and player.beliefs.turn - start < _MOST_TURNS:
        _clear(world)
        turn, looks = player.beliefs.turn, _looks_in_the_dark(course)
        course.step()
        dark += looks * (player.beliefs.turn - turn)
    return dark


def _lying(level: Level) -> tuple[int, int]:
    """Return the gold on a level and the number of other things."""
    gold = sum(thing.value for thing in level.things if thing.kind.cls == _GOLD)
    return gold, sum(thing.kind.cls != _GOLD for thing in level.things)


def _clear(world: World) -> None:
    """Remove all foes from the level, and keep the hero fed and healthy."""
    for foe in tuple(world.level.foes):
        hide_foe(world, foe)
        world.level.drop_foe(foe)
    world.player.food = max(world.player.food, _FED)
    world.player.hp = world.player.max_hp


def _looks_in_the_dark(course: Course) -> bool:
    """Return whether the last command looked around in a dark room."""
    choice, room = course.player.last_choice, course.game.world.player.room
    plan = choice.act.plan if choice is not None else None
    return plan is not None and plan.kind == "explore" and room is not None and room.dark and not room.gone
