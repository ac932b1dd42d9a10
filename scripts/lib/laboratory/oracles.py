"""Oracles: changes of the world behind the agent's back, which measure their worth."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Final, NamedTuple

from rogomatic.run.runner.link import GAME_OPTIONS
from rogue.rules.attributes import check_level
from rogue.rules.scrolls import EFFECTS
from rogue.state.entities import AWAKE, CANCELLED, PROTECTED, SEES_INVISIBLE, Monster
from rogue.state.grid import COLS
from rogue.state.world import World
from rogue.tables.glyphs import FOOD, POTION, RING, SCROLL, STICK
from rogue.ui.session import Session

_REDRAW: Final = b"\x12"  # a command that takes no time
_ARMOR_DEPTH: Final = 5
_ARMOR_PLUS: Final = 2
_LEVEL_DEPTH: Final = 10
_LEVEL_EXP: Final = 640  # of experience level 8 (HPX-5)
_MORE_HP: Final = 12
_MORE_MEALS: Final = 3
_THIEVES: Final = ("leprechaun", "nymph")


class When(NamedTuple):
    """Moment of a change: the beginning, an arrival, or any other command."""

    begins: bool
    arrives: bool


Change = Callable[[World, When], bool]
"""Applies a change; returns whether the screen must be drawn again."""


@dataclass
class Changed:
    """A game with a change of the world."""

    game: Session
    change: Change
    _depth: int = 0
    _fresh: bool = field(default=True)

    def feed(self, keys: bytes) -> bytes:
        """Send keys; return the output of the game, with the change."""
        drawn = self.game.feed(keys)
        world = self.game.world
        if self.game.mode != "command" or world.ending is not None:
            return drawn
        when = When(self._fresh, world.depth != self._depth)
        self._fresh, self._depth = False, world.depth
        return drawn + self.game.feed(_REDRAW) if self.change(world, when) else drawn

    @property
    def closed(self) -> bool:
        return self.game.closed


@dataclass(frozen=True)
class ChangedGames:
    """A picklable maker of games with a named change, or "" for none."""

    name: str = ""
    edition: str = "5.4"

    def __call__(self, seed: int) -> Session | Changed:
        game = Session(seed, self.edition, GAME_OPTIONS)
        return Changed(game, partial(ORACLES[self.name])) if self.name else game


def full_map(world: World, when: When) -> bool:
    """Show the map of each level on arrival, as by silent magic mapping.  Shows what exploring and searching
    cost, and what a known way to the stairs is worth in a fight.
    """
    if not when.arrives:
        return False
    said = len(world.said)
    EFFECTS["magic mapping"](world)
    del world.said[said:]
    return True


def known_items(world: World, when: When) -> bool:
    """Know every kind of potion, scroll, ring and stick from the beginning.  Shows the gain of
    earlier identification, and the loss of trying things.
    """
    if when.begins:
        world.knowledge.true.update(world.knowledge.looks)
        world.knowledge.true.update(kind for kind in world.knowledge.stone_worth)
    return False


def known_potions(world: World, when: When) -> bool:
    """Know every kind of potion from the beginning.  Shows their part of `known-items`."""
    return _know(world, when, POTION)


def known_scrolls(world: World, when: When) -> bool:
    """Know every kind of scroll from the beginning.  Shows their part of `known-items`."""
    return _know(world, when, SCROLL)


def known_rings(world: World, when: When) -> bool:
    """Know every kind of ring, but no plus, from the beginning.  Shows their part of `known-items`."""
    return _know(world, when, RING)


def known_sticks(world: World, when: When) -> bool:
    """Know every kind of wand and staff, but no charges, from the beginning.  Shows their part of
    `known-items`.
    """
    return _know(world, when, STICK)


def more_meals(world: World, when: When) -> bool:
    """Begin with three meals more.  Shows what food is worth."""
    if not when.begins:
        return False
    next(item for item in world.player.pack if item.symbol == FOOD).count += _MORE_MEALS
    return True


def no_rust(world: World, when: When) -> bool:  # noqa: ARG001
    """Keep the suit in use from rusting.  Shows what aquators and rust traps cost in all."""
    if world.player.worn is not None:
        world.player.worn.flags |= PROTECTED
    return False


def more_armor(world: World, when: When) -> bool:
    """Make the suit in use better by two on arrival at depth 5.  Shows the price of a point of armor."""
    worn = world.player.worn
    if not (when.arrives and world.depth == _ARMOR_DEPTH and worn is not None):
        return False
    worn.value -= _ARMOR_PLUS
    return True


def level_eight(world: World, when: When) -> bool:
    """Lift the hero to experience level 8 on arrival at depth 10.  Shows what a level is worth,
    with its faster healing.
    """
    if not (when.arrives and world.depth == _LEVEL_DEPTH and world.player.exp < _LEVEL_EXP):
        return False
    world.player.exp = _LEVEL_EXP
    said = len(world.said)
    check_level(world)
    del world.said[said:]
    return True


def full_health(world: World, when: When) -> bool:
    """Heal the hero on each arrival.  Shows what rest would be worth if it cost neither turns nor foes."""
    if not when.arrives or world.player.hp == world.player.max_hp:
        return False
    world.player.hp = world.player.max_hp
    return True


def one_foe(world: World, when: When) -> bool:  # noqa: ARG001
    """Put all monsters to sleep except the one nearest to the hero.  Shows what fights with more than one foe
    cost.
    """
    awake = [foe for foe in world.level.foes if foe.has_flag(AWAKE)]
    for foe in sorted(awake, key=partial(_distance, world.player.spot))[1:]:
        foe.flags &= ~AWAKE
    return False


def see_invisible(world: World, when: When) -> bool:  # noqa: ARG001
    """Let the hero see invisible monsters.  Shows what phantoms cost beyond their blows."""
    world.player.flags |= SEES_INVISIBLE
    return False


def no_thefts(world: World, when: When) -> bool:  # noqa: ARG001
    """Take the special attack from leprechauns and nymphs.  Shows what thefts cost."""
    for foe in world.level.foes:
        if foe.kind.name in _THIEVES:
            foe.flags |= CANCELLED
    return False


def more_hit_points(world: World, when: When) -> bool:
    """Begin with 24 hit points.  Shows what the first levels cost."""
    if not when.begins:
        return False
    world.player.hp += _MORE_HP
    world.player.max_hp += _MORE_HP
    return True


ORACLES: Final[dict[str, Change]] = {
    "full-map": full_map,
    "known-items": known_items,
    "known-potions": known_potions,
    "known-scrolls": known_scrolls,
    "known-rings": known_rings,
    "known-sticks": known_sticks,
    "no-rust": no_rust,
    "more-armor": more_armor,
    "level-eight": level_eight,
    "full-health": full_health,
    "one-foe": one_foe,
    "see-invisible": see_invisible,
    "no-thefts": no_thefts,
    "more-hit-points": more_hit_points,
    "more-meals": more_meals,
}


def _know(world: World, when: When, symbol: int) -> bool:
    if when.begins:
        knowledge = world.knowledge
        kinds = [*knowledge.looks, *knowledge.stone_worth]
        knowledge.true.update(kind for kind in kinds if kind.symbol == symbol)
    return False


def _distance(spot: int, foe: Monster) -> int:
    row, col = divmod(spot, COLS)
    foe_row, foe_col = divmod(foe.spot, COLS)
    return max(abs(row - foe_row), abs(col - foe_col))
