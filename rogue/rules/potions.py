"""Effects of potions, one function per kind."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from rogue.rules import attributes, turn_phases, vision
from rogue.rules.attributes import change_strength, restore_strength
from rogue.rules.item_names import know, name_after_use
from rogue.rules.output import emit
from rogue.rules.pack import is_magic, use_up
from rogue.rules.vision import gain_see_invisible
from rogue.state.entities import (
    ALERT,
    BLIND,
    CONFUSED,
    DETECTS,
    HALLUCINATING,
    HASTED,
    LEVITATING,
    SEES_INVISIBLE,
    Item,
)
from rogue.state.world import Window, World
from rogue.tables.glyphs import MAGIC, STAIRS

PARALYSIS_TURNS: Final = 2  # V52-14
EXHAUSTION: Final = 8  # rnd(EXHAUSTION) helpless turns are added
POISON_LOSS: Final = (1, 3)


class _Spell(NamedTuple):
    """A temporary condition of the player, which ends when its timer runs out."""

    timer: str
    mark: int
    text: str
    trip: str | None = None


_CONFUSION: Final = _Spell(
    "confusion", CONFUSED,
    "Wait, what's going on here. Huh? What? Who?", "What a tripy feeling!",
)  # fmt: skip
_HALLUCINATION: Final = _Spell("hallucination", HALLUCINATING, "Oh, wow!  Everything seems so cosmic!")
_BLINDNESS: Final = _Spell(
    "blindness", BLIND,
    "A cloak of darkness falls around you", "Oh, bummer!  Everything is dark!  Help!",
)  # fmt: skip
_LEVITATION: Final = _Spell(
    "levitation", LEVITATING,
    "You start to float in the air", "Oh, wow!  You're floating in the air!",
)  # fmt: skip


def quaff(world: World, item: Item) -> bool:
    """Drink one potion from the pack.

    Afterwards the player may be asked to give this kind of potion a name (NAM-7).  Return whether the turn is
    used.  Only a potion of haste self uses no turn (CMD-8, CMD-9).
    """
    if item.kind.cls != "potion":
        emit(world, "Yuk! Why would you want to drink that?", terse="That's undrinkable")
        return True
    use_up(world, item)
    kind = item.kind
    if EFFECTS[kind.does](world):
        know(world, kind)
    name_after_use(world, kind)
    return not kind.free


def _cast(world: World, spell: _Spell, turns: int) -> None:
    """Start a condition of the player.  In some editions, prolong a condition that still lasts (V52-14)."""
    player, magic = world.player, world.rules.magic
    if player.flags & spell.mark:
        if spell is _CONFUSION and magic.confusion_prolongs:
            world.lengthen_timer(spell.timer, turns)
            return  # V36-36
        if magic.potions_prolong:
            world.lengthen_timer(spell.timer, turns)
    else:
        player.flags |= spell.mark
        world.start_timer(spell.timer, turns)
        vision.observe(world)
    emit(world, spell.text, trip=spell.trip)


def _confusion(world: World) -> bool:
    """Confuse the player (POT-1)."""
    tripping = world.player.has_flag(HALLUCINATING)
    rng, times = world.rng, world.rules.times
    _cast(world, _CONFUSION, rng.between(*times.potion_confusion) + rng.between(*times.confusion))
    return not tripping


def _hallucination(world: World) -> bool:
    """Make the player hallucinate (POT-2).  Stairs on the screen keep their symbol (CON-3)."""
    level, player = world.level, world.player
    shown = (world.canvas.cells[level.stairs], level.cells[player.spot])
    if STAIRS in shown and not player.has_flag(HALLUCINATING):
        level.mark_seen(level.stairs)
    _cast(world, _HALLUCINATION, world.rng.between(*world.rules.times.hallucination))
    return True


def _poison(world: World) -> bool:
    """Poison the player (POT-3)."""
    if world.player.wears("sustain strength"):
        emit(world, "You feel momentarily sick")
    else:
        change_strength(world, -world.rng.between(*POISON_LOSS))
        emit(world, "You feel very sick now")
        turn_phases.come_down(world)
    return True


def _gain_strength(world: World) -> bool:
    """Add a point of strength (POT-4)."""
    change_strength(world, 1)
    emit(world, "You feel stronger, now.  What bulging muscles!")
    return True


def _see_invisible(world: World) -> bool:
    """Let the player see invisible monsters (POT-5).  Return False, because this never identifies the potion.

    If a ring already lets the player see invisible monsters, the potion starts no timer.
    """
    fruit = world.options.fruit
    spell = _Spell("see invisible", SEES_INVISIBLE, f"This potion tastes like {fruit} juice")
    saw = world.player.has_flag(SEES_INVISIBLE)
    _cast(world, spell, world.rng.between(*world.rules.times.see_invisible))
    if not saw:
        gain_see_invisible(world)
    turn_phases.see_again(world)
    return False


def _healing(world: World) -> bool:
    """Heal 1d4 hit points per experience level (POT-6)."""
    _heal(world, sides=4, most=1)
    emit(world, "You begin to feel better")
    return True


def _extra_healing(world: World) -> bool:
    """Heal 1d8 hit points per experience level (POT-7)."""
    _heal(world, sides=8, most=world.rules.magic.most_extra_healing)
    turn_phases.come_down(world)
    emit(world, "You begin to feel much better")
    return True


def _heal(world: World, sides: int, most: int) -> None:
    """Heal 1d`sides` hit points per experience level, and end blindness (POT-6, POT-7).

    If the hit points exceed the maximum, the maximum rises by 1, or by `most` if the excess is more than the
    experience level + 1.
    """
    player = world.player
    player.hp += world.rng.roll(player.level, sides)
    if player.hp > player.max_hp:
        plenty = player.hp > player.max_hp + player.level + 1
        player.max_hp += most if plenty else 1
        player.hp = player.max_hp
    turn_phases.see_again(world)


def _monster_detection(world: World) -> bool:
    """Detect monsters (POT-8, POT-18).  Return False, because this never identifies the potion.

    A message is emitted only if nothing new is shown.
    """
    _detect_monsters(world)
    return False


def _new_monster_detection(world: World) -> bool:
    """Detect monsters (V52-14).  Return whether this shows a monster out of sight.

    If it does, the potion is identified.
    """
    return _detect_monsters(world) > 0


def _detect_monsters(world: World) -> int:
    """Detect monsters for some turns (POT-8).  Return how many monsters were out of sight."""
    world.player.flags |= DETECTS
    world.start_timer("detect monsters", world.rng.between(*world.rules.times.monster_detection))
    hidden = vision.show_foes(world)
    if not hidden:
        _strange_feeling(world, world.rules.words.no_foes_sensed)
    return hidden


def _sense_monsters(world: World) -> bool:
    """Show all monsters once, in a separate window, in edition 3.6."""
    marks = tuple((foe.spot, ord(foe.kind.letter)) for foe in world.level.foes)
    if not marks:
        _strange_feeling(world, world.rules.words.no_foes_sensed)
        return False
    world.windows.append(Window("You begin to sense the presence of monsters.", marks))
    return True


def _magic_detection(world: World) -> bool:
    """Show magic items on the floor or carried by monsters, in a separate window (POT-9)."""
    level = world.level
    spots = [thing.spot for thing in level.things if is_magic(thing)]
    spots += [foe.spot for foe in level.foes if any(is_magic(thing) for thing in foe.pack)]
    if not spots:
        _strange_feeling(world, "You have a strange feeling for a moment, then it passes")
        return False
    marks = tuple((spot, MAGIC) for spot in spots)
    world.windows.append(Window("You sense the presence of magic on this level.", marks))
    return True


def _strange_feeling(world: World, text: str) -> None:
    emit(world, text, trip="You have a normal feeling for a moment, then it passes")


def _raise_level(world: World) -> bool:
    """Raise the player one experience level (POT-10)."""
    emit(world, "You suddenly feel much more skillful")
    attributes.raise_level(world)
    return True


def _haste_self(world: World) -> bool:
    """Haste the player.  A second potion ends the haste, and the player faints (POT-11)."""
    player = world.player
    if player.has_flag(HASTED):
        player.helpless += world.rng.rnd(EXHAUSTION)
        player.flags &= ~(HASTED | ALERT)
        world.stop_timer("haste")
        emit(world, "You faint from exhaustion")
    else:
        player.flags |= HASTED
        world.start_timer("haste", world.rng.between(*world.rules.times.haste))
        emit(world, "You feel yourself moving much faster")
    return True


def _restore_strength(world: World) -> bool:
    """Restore strength (POT-13).  Return False, because this does not identify the potion."""
    restore_strength(world)
    emit(world, "Hey, this tastes great.  It make you feel warm all over")
    return False


def _blindness(world: World) -> bool:
    """Blind the player (POT-14)."""
    _cast(world, _BLINDNESS, world.rng.between(*world.rules.times.blindness))
    return True


def _levitation(world: World) -> bool:
    """Make the player levitate (POT-15)."""
    _cast(world, _LEVITATION, world.rng.between(*world.rules.times.levitation))
    return True


def _paralysis(world: World) -> bool:
    """Make the player helpless for two turns (V52-14)."""
    player = world.player
    player.helpless = PARALYSIS_TURNS
    player.flags &= ~ALERT
    emit(world, "You can't move")
    return True


def _thirst_quenching(world: World) -> bool:
    """Report a dull taste, which is the only effect (V52-14)."""
    emit(world, "This potion tastes extremely dull")
    return False


EFFECTS: Final[dict[str, Callable[[World], bool]]] = {
    "confusion": _confusion,
    "hallucination": _hallucination,
    "poison": _poison,
    "gain strength": _gain_strength,
    "see invisible": _see_invisible,
    "healing": _healing,
    "monster detection": _monster_detection,
    "new monster detection": _new_monster_detection,
    "sensing monsters": _sense_monsters,
    "magic detection": _magic_detection,
    "raise level": _raise_level,
    "extra healing": _extra_healing,
    "haste self": _haste_self,
    "restore strength": _restore_strength,
    "blindness": _blindness,
    "levitation": _levitation,
    "paralysis": _paralysis,
    "thirst quenching": _thirst_quenching,
}
"""Effect name, usually the kind's name -> effect, which returns whether it identifies the kind."""
