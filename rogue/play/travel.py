"""Helpers that walk: travel to a place, and look for what has not been seen yet.

Owns   the two keys, choosing a place with the cursor, and when a walk is broken off.
Leaves the ways (play.chart), each step (rules.turn): a walk is nothing but step commands, so that
       everything happens as if the player had typed them.

They are no part of the game of old: the keys exist only in a game that was started with helpers,
and such a game says so with its score.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import Final, NamedTuple

from rogue.play.ask import RETURN
from rogue.play.chart import MAP, may_show_more, stairs_of, way_to
from rogue.play.keys import ESCAPE, SPACE
from rogue.play.stage import Stage
from rogue.rules import turn
from rogue.state.command import Command
from rogue.state.creature import BLIND, CONFUSED, HALLUCINATING
from rogue.state.grid import BOTTOM_ROW, COLS, KEY_STEP, TOP_ROW
from rogue.state.level import Level
from rogue.state.world import World
from rogue.tables.symbols import OBJECTS

TRAVEL: Final = "_"
EXPLORE: Final = "x"
PROMPT: Final = "Travel where?  (move the cursor and type . to go; < or > for the stairs)"
LEAP: Final = 8  # squares that the cursor moves with a capital letter
STEPS_MAX: Final = 400  # of one walk: more than any way on a level
STEP_PARTS: Final = {
    "h": (0, -1), "j": (1, 0), "k": (-1, 0), "l": (0, 1),
    "y": (-1, -1), "u": (-1, 1), "b": (1, -1), "n": (1, 1),
}  # fmt: skip
"""Direction key -> rows and columns that the cursor moves."""
_KEY_OF: Final = {step: key for key, step in KEY_STEP.items()}
_LETTERS: Final = re.compile(rb"[A-Z]")
_UNFIT: Final = {
    BLIND: "You cannot see where to go",
    CONFUSED: "You are too confused to find the way",
    HALLUCINATING: "You do not trust your eyes enough to find the way",
}

Plan = Callable[[], list[int]]
"""The way from where the player stands, empty at its end."""


class View(NamedTuple):
    """What a change of which breaks a walk off."""

    level: Level
    hunger: int
    monsters: frozenset[int]  # squares on which letters are to be seen


def is_key(world: World, key: int) -> bool:
    """Tell whether a byte is a command of the helpers in this game."""
    return world.options.helpers and chr(key) in (TRAVEL, EXPLORE)


def begin(stage: Stage, key: int) -> None:
    """Carry out one of the two commands."""
    flags = stage.world.player.flags
    unfit = next((text for flag, text in _UNFIT.items() if flags & flag), "")
    if unfit:
        _refuse(stage, unfit)
    elif chr(key) == TRAVEL:
        _choose(stage)
    else:
        _explore(stage)


def _refuse(stage: Stage, text: str) -> None:
    stage.say(text)
    turn.look_again(stage.world)


# -- to a place


def _choose(stage: Stage) -> None:
    """Ask for the place with the cursor: it begins on the stairs, if they are known."""
    world, painter = stage.world, stage.painter
    stage.stale = False
    stage.mode = "aim"
    stage.line.pending = PROMPT
    stage.aim = stairs_of(world.canvas) or world.player.spot
    painter.row(0, PROMPT)
    painter.cursor(stage.aim)


def aim_key(stage: Stage, key: int) -> None:
    """A place is asked: direction keys move the cursor, full stop and return go there."""
    char = chr(key)
    if key == ESCAPE:
        stage.answered()
        turn.look_again(stage.world)
    elif char in "<>_":
        stairs = stairs_of(stage.world.canvas)
        stage.answered()
        if stairs:
            _travel(stage, stairs)
        else:
            _refuse(stage, "No stairs have been seen on this level")
    elif char in ".," or key == SPACE or key in RETURN:
        stage.answered()
        _travel(stage, stage.aim)
    else:
        _move_cursor(stage, key)


def _move_cursor(stage: Stage, key: int) -> None:
    """Move the cursor one square, or several with a capital, within the map."""
    char = chr(key).lower()
    if char not in KEY_STEP:
        return
    squares = 1 if chr(key) == char else LEAP
    row, col = divmod(stage.aim, COLS)
    down, right = STEP_PARTS[char]
    row = min(max(row + squares * down, TOP_ROW), BOTTOM_ROW)
    stage.aim = row * COLS + min(max(col + squares * right, 0), COLS - 1)
    stage.painter.cursor(stage.aim)


def _travel(stage: Stage, goal: int) -> None:
    world = stage.world
    if goal == world.player.spot:
        _refuse(stage, "You are there")
        return

    def plan() -> list[int]:
        """Go round things that lie about, if that is possible: a step on one takes it up."""
        canvas, here = world.canvas, world.player.spot
        return way_to(canvas, here, goal.__eq__, OBJECTS) or way_to(canvas, here, goal.__eq__)

    if plan():
        _walk(stage, plan)
    else:
        _refuse(stage, "You know no way there")


# -- to what is new


def _explore(stage: Stage) -> None:
    world = stage.world

    def plan() -> list[int]:
        return way_to(world.canvas, world.player.spot, partial(may_show_more, world.canvas))

    if plan():
        _walk(stage, plan)
    elif stairs_of(world.canvas):
        _refuse(stage, "There is nothing left to explore; _ > walks to the stairs")
    else:
        _refuse(stage, "There is nothing left to explore; something may be hidden")


# -- walking


def _walk(stage: Stage, plan: Plan) -> None:
    """Step along a plan, made anew after each step, until it ends or something happens."""
    world = stage.world
    for _ in range(STEPS_MAX):
        way = plan()
        if not way:
            return
        before, hp = view_of(world), world.player.hp
        turn.do(world, Command(_KEY_OF[way[0] - world.player.spot]))
        if world.player.spot != way[0] or world.player.hp < hp or _is_disturbed(stage, before):
            return
        if not world.options.jump:
            world.show("turn")


def view_of(world: World) -> View:
    """Return what the player keeps an eye on while walking."""
    letters = _LETTERS.finditer(world.canvas.cells, MAP.start, MAP.stop)
    return View(world.level, world.player.hunger, frozenset(found.start() for found in letters))


def _is_disturbed(stage: Stage, before: View) -> bool:
    """Tell whether something was said or asked, the level or hunger changed, or a monster appeared or
    moved.  One that stays where it was seen breaks nothing off.
    """
    world = stage.world
    if world.ending or world.question or world.windows or world.said:
        return True
    if any(entry.text for entry in stage.line.queue):
        return True
    now = view_of(world)
    return (
        now.level is not before.level
        or now.hunger != before.hunger
        or not now.monsters <= before.monsters
    )
