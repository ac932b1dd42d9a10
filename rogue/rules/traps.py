"""Traps: their effects on the player, the search for hidden traps or passages."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from rogue.levelgen.spawning import next_group
from rogue.rules import arrival, item_names, pack, vision
from rogue.rules.arrival import teleport
from rogue.rules.attributes import change_strength, player_saves
from rogue.rules.fight import swing
from rogue.rules.monster_specials import rust_armor
from rogue.rules.output import emit
from rogue.state.entities import ALERT, BLIND, HALLUCINATING, Item
from rogue.state.grid import AROUND, DOWN, LEFT, RIGHT, UP
from rogue.state.level import REAL
from rogue.state.world import World
from rogue.tables.glyphs import DOOR, FLOOR, PASSAGE, ROCK, TRAP, WALL_H, WALL_V
from rogue.tables.monsters import Dice
from rogue.tables.ruleset import TrapName

BEAR_TRAP_MOVES: Final = 3  # TRP-4
SLEEP_TURNS: Final = 5  # TRP-5
TARGET_ARMOR: Final = 10  # worn armor does not count (TRP-6, BUG-26)
AIM: Final = 1
ARROW_LEVEL: Final = -1  # added to the player's level
DART_LEVEL: Final = 1
ARROW_DICE: Final[Dice] = (1, 6)
DART_DICE: Final[Dice] = (1, 4)

MYSTERIES: Final = (
    "You are suddenly in a parallel dimension",
    "The light in here suddenly seems {color}",
    "You feel a sting in the side of your neck",
    "Multi-colored lines swirl around you, then fade",
    "A {color} light flashes in your eyes",
    "A spike shoots past your ear!",
    "{color} sparks dance across your armor",
    "You suddenly feel very thirsty",
    "You feel time speed up suddenly",
    "Time now seems to be going slower",
    "You pack turns {color}!",
)
"""Messages of a mysterious trap (TRP-10).  The last message keeps the original's grammar."""
FOUND_AS: Final = {WALL_H: DOOR, WALL_V: DOOR, FLOOR: TRAP, ROCK: PASSAGE}
"""Symbol that hides something -> symbol of what it hides (MAP-4)."""
HALLUCINATING_ADDS: Final = 3  # SRC-3
BLIND_ADDS: Final = 2


def spring(world: World, spot: int) -> TrapName:
    """Reveal the trap on `spot`, apply its effect, and return its name (TRP-1, TRP-2).

    The player has not yet stepped onto the square.  The effect may end the game or change the level (TRP-3).
    """
    world.interrupt()
    world.flushed = True
    level = world.level
    name = world.rules.traps[level.trap_kind(spot)].name
    level.reveal(spot, TRAP)
    EFFECTS[name](world)
    if name == "teleport":
        world.canvas.put(spot, TRAP)  # the player is no longer beside the trap (TRP-7)
    return name


def _bear_trap(world: World) -> None:
    world.player.bear_trap += BEAR_TRAP_MOVES
    emit(world, "You are caught in a bear trap")


def _sleeping_gas(world: World) -> None:
    world.player.helpless += SLEEP_TURNS
    world.player.flags &= ~ALERT
    emit(world, "A strange white mist envelops you and you fall asleep")


def _is_missed(world: World, level: int) -> bool:
    """Return at random whether a missile from a trap misses the player (TRP-6, TRP-8)."""
    return not swing(world, world.player.level + level, TARGET_ARMOR, AIM)


def _kills(world: World, dice: Dice, missile: str, killer: str) -> bool:
    """Hurt the player with a missile.  Return whether the player dies."""
    world.player.hp -= world.rng.roll(*dice)
    if world.player.hp > 0:
        return False
    emit(world, f"{missile} killed you")
    world.end("killed", killer)
    return True


def _arrow(world: World) -> None:
    """Shoot an arrow at the player (TRP-6)."""
    if _is_missed(world, ARROW_LEVEL):
        arrow = Item(world.rules.kind("weapon", "arrow"), group=next_group(world))
        pack.fall(world, arrow, world.player.spot)
        emit(world, "An arrow shoots past you")
    elif not _kills(world, ARROW_DICE, "An arrow", "arrow"):
        emit(world, "Oh no! An arrow shot you")


def _poison_dart(world: World) -> None:
    """Shoot a poisoned dart at the player (TRP-8)."""
    if _is_missed(world, DART_LEVEL):
        emit(world, "A small dart whizzes by your ear and vanishes")
    elif not _kills(world, DART_DICE, "A poisoned dart", "dart"):
        sustained = world.player.wears("sustain strength")
        saved = world.rules.fighting.dart_save and not sustained and player_saves(world, "poison")
        if not sustained and not saved:
            change_strength(world, -1)
        emit(world, "A small dart just hit you in the shoulder")


def _rust(world: World) -> None:
    emit(world, "A gush of water hits you on the head")
    rust_armor(world)


def _mysterious(world: World) -> None:
    emit(world, item_names.capital(world.rng.pick(MYSTERIES).format(color=item_names.random_color(world))))


EFFECTS: Final[dict[TrapName, Callable[[World], None]]] = {
    "trapdoor": arrival.fall,
    "arrow": _arrow,
    "sleeping gas": _sleeping_gas,
    "bear trap": _bear_trap,
    "teleport": teleport,
    "poison dart": _poison_dart,
    "rust": _rust,
    "mysterious": _mysterious,
}


def search(world: World) -> None:
    """Search the eight neighboring squares once.  Dice decide what is found (SRC-1 to SRC-4).

    In some editions a blind player finds nothing (V52-7).
    """
    level, player, looking = world.level, world.player, world.rules.looking
    if player.flags & BLIND and not looking.blind_search:
        return
    cells, here = level.cells, player.spot
    view = level.views.get(here)
    if view is not None and view.bare:
        return
    flags, above, below = level.flags, here + UP, here + DOWN
    known = flags[here - 1] & flags[here + 1] & flags[above] & flags[below]
    if known & flags[above - 1] & flags[above + 1] & flags[below - 1] & flags[below + 1] & REAL:
        if view is not None:
            view.bare = True
        return  # nothing is hidden, the most common case
    start = max(here + UP + LEFT, 0)
    around = flags[start : here + DOWN + RIGHT + 1]
    harder = 0
    if player.flags & HALLUCINATING:
        harder += HALLUCINATING_ADDS
    if player.flags & BLIND:
        harder += BLIND_ADDS
    found = False
    for step in AROUND:
        if around[here + step - start] & REAL:
            continue
        spot = here + step
        hidden = FOUND_AS.get(cells[spot])
        if hidden is None:
            continue
        hits, of = {DOOR: looking.secret_door, TRAP: looking.trap, PASSAGE: looking.secret_passage}[hidden]
        if world.rng.rnd(of + harder) >= hits:
            continue
        found = True
        if hidden == DOOR:
            emit(world, "A secret door")
        elif hidden == TRAP:
            emit(world, f"You found {trap_title(world, spot)}", terse=trap_title(world, spot))
        level.reveal(spot, hidden)
        if world.minds is not None:
            world.minds.terrain_changed((spot,))
    if found:
        world.interrupt()
        vision.observe(world)


def trap_title(world: World, spot: int) -> str:
    """Return the name of the trap on a square.

    While the player hallucinates, return the name of a random trap instead (SRC-4, CMD-14).
    """
    traps = world.rules.traps
    if world.player.flags & HALLUCINATING:
        return world.deco.pick(traps).title
    return traps[world.level.trap_kind(spot)].title
