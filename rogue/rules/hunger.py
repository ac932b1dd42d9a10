"""Hunger: digestion, fainting, starvation, eating."""

from __future__ import annotations

from typing import Final, Literal

from rogue.rules import attributes, pack
from rogue.rules.output import add_text, emit
from rogue.state.entities import ALERT, Item
from rogue.state.world import World
from rogue.tables.variant_rules import MEAL

STARVED: Final = -850  # the player dies when food falls below this (FOO-3)
FAINT_TURNS: Final = (4, 11)
AWFUL_PCT: Final = 29

State = Literal[0, 1, 2, 3]
"""0 fed, 1 hungry, 2 weak, 3 fainting."""


def digest(world: World) -> None:
    """Burn one turn of food.  If no food is left, the player may faint or starve (FOO-1 to FOO-4).

    Dice decide whether the player faints, and whether some rings eat this turn.
    """
    player, rules = world.player, world.rules.hunger
    food = player.food
    if food <= 0:
        _starve(world)
        return
    use = 0 if player.has_amulet else 1
    if player.left is not None:
        use += _eaten_by(world, player.left)
    if player.right is not None:
        use += _eaten_by(world, player.right)
    left = player.food = food - use
    if left < rules.hungry:
        _feel_hunger(world, food, left)


def _feel_hunger(world: World, before: int, left: int) -> None:
    """Report that the player has become weak or hungry, if this turn's food has made the difference."""
    rules = world.rules.hunger
    if left < rules.weak <= before:
        emit(
            world,
            "You are starting to feel weak",
            trip="The munchies are interfering with your motor capabilities",
        )
        _enter(world, 2)
    elif left < rules.hungry <= before:
        terse = world.options.terse
        emit(
            world,
            "Getting hungry" if terse else "You are starting to get hungry",
            trip="Getting the munchies" if terse else "You are getting the munchies",
        )
        _enter(world, 1)


def _eaten_by(world: World, ring: Item) -> int:
    """Return the units of food that a ring eats this turn (FOO-1)."""
    units, share, of = ring.kind.food_use
    return units if units and world.rng.rnd(of) < share else 0


def _starve(world: World) -> None:
    """Let a player without food faint or starve (FOO-3).  In some editions nobody starves (V36-13)."""
    player, rng, rules = world.player, world.rng, world.rules.hunger
    if rules.starves:
        player.food -= 1
        if player.food < STARVED - 1:
            world.end("killed", "starvation")
            return
    share, of = rules.faints
    if player.helpless or rng.rnd(of) >= share:
        return
    player.helpless += rng.between(*FAINT_TURNS)
    add_text(
        world,
        "You feel too weak from lack of food.  ",
        terse="",
        trip="" if world.options.terse else "The munchies overpower your motor capabilities.  ",
    )
    emit(world, "You faint", trip="You freak out")
    _enter(world, 3)
    if not rules.any_change_off_guard:
        player.flags &= ~ALERT  # at every faint (V52-20)


def _enter(world: World, state: State) -> None:
    """Enter a hunger state.

    If the state changes, stop the player's run, repeated command, or fight (FOO-4).
    """
    player = world.player
    if player.hunger != state:
        player.hunger = state
        if world.rules.hunger.any_change_off_guard:
            player.flags &= ~ALERT
        world.interrupt()
        world.stop_duel()


def eat(world: World, item: Item) -> bool:
    """Eat one unit of food from the pack (FOO-5).

    Return True, because the turn is used even if the item is not food.
    """
    player, rng, rules = world.player, world.rng, world.rules
    if item.kind.cls != "food":
        emit(world, "Ugh, you would get ill if you ate that", terse="That's Inedible!")
        return True
    if rules.hunger.meal is None:
        meal = rng.between(*rules.times.food) + rng.between(*MEAL)
    else:
        meal = rng.between(*rules.hunger.meal)
    player.food = min(max(player.food, 0) + meal, rules.hunger.most)
    player.hunger = 0
    pack.use_up(world, item)
    if item.kind.does == "fruit":
        emit(world, f"My, that was a yummy {world.options.fruit}")
    elif rng.percent(AWFUL_PCT):
        emit(world, "Yuk, this food tastes awful", trip="Bummer, this food tastes awful")
        attributes.gain_experience(world, 1)
    else:
        emit(world, "Yum, that tasted good", trip="Oh, wow, that tasted good")
    return True
