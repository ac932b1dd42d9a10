"""Effects of scrolls, one function per kind."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from rogue.levelgen.spawning import choose_letter, make_foe
from rogue.minds.geometry import holds_scare
from rogue.rules import awareness
from rogue.rules.arrival import teleport
from rogue.rules.awareness import aggravate, light_up
from rogue.rules.item_names import ask_identify, color, know, name_after_use
from rogue.rules.monster_death import remove_foe
from rogue.rules.output import emit
from rogue.rules.pack import use_up
from rogue.state.entities import ALERT, AWAKE, CURSED, HELD, PROTECTED, RED_HANDS, Item, Monster
from rogue.state.grid import AROUND, COLS, MAP
from rogue.state.level import PASS, REAL
from rogue.state.world import Question, Window, World
from rogue.tables.glyphs import (
    DOOR,
    FLOOR,
    FOOD,
    GOLD,
    LETTER,
    OBJECTS,
    PASSAGE,
    ROCK,
    STAIRS,
    STEP_OK,
    TRAP,
    WALL_H,
    WALL_V,
)
from rogue.tables.items import ItemClass

SLEEP_TURNS: Final = (4, 8)  # SCR-4
HOLD_REACH: Final = 2  # rows and columns (SCR-3)
_LOSS: Final = "You feel a strange sense of loss"
_IDENTIFIES: Final[dict[str, tuple[ItemClass, ...]]] = {
    "identify": (),  # anything (V52-15)
    "identify potion": ("potion",),
    "identify scroll": ("scroll",),
    "identify weapon": ("weapon",),
    "identify armor": ("armor",),
    "identify ring, wand or staff": ("ring", "stick"),
}


def read(world: World, item: Item) -> bool:
    """Read one scroll from the pack.  Return True, because the turn is used (CMD-9).

    Some scrolls ask the player a question.  After a scroll of identify, the player's answer may make the
    action free, so that no turn is used after all (SCR-17).
    """
    if item.kind.cls != "scroll":
        emit(world, "There is nothing on it to read", terse="Nothing to read")
        return True
    use_up(world, item)
    kind = item.kind
    if EFFECTS[kind.does](world):
        know(world, kind)
    awareness.look(world)
    name_after_use(world, kind)
    return True


def _monster_confusion(world: World) -> bool:
    """Let the player's next hit confuse a monster (SCR-1)."""
    world.player.flags |= RED_HANDS
    emit(world, f"Your hands begin to glow {color(world, 'red')}")
    return False


def _magic_mapping(world: World, *, traps: bool = True) -> bool:
    """Map the level, with its hidden traps if `traps` is true (SCR-2, V52-15)."""
    emit(world, "Oh, now this scroll has a map on it")
    before = bytes(world.level.cells)
    for spot in MAP:
        shown = _mapped(world, spot, traps)
        if shown != ROCK:
            _draw_mapped(world, spot, shown)
    if world.minds is not None:
        cells = world.level.cells
        world.minds.terrain_changed([spot for spot in MAP if cells[spot] != before[spot]])
    return True


def _mapped(world: World, spot: int, traps: bool) -> int:
    """Reveal what a square hides.  Return the symbol to draw there, or ROCK if nothing is to be drawn."""
    level = world.level
    symbol, flags = level.cells[spot], level.flags[spot]
    if flags & PASS:
        if not flags & REAL:
            level.reveal(spot, PASSAGE)
        level.mark_seen(spot)
        return STAIRS if symbol == STAIRS else PASSAGE
    if not flags & REAL:
        found = {WALL_H: DOOR, WALL_V: DOOR, FLOOR: TRAP}.get(symbol)
        if found is None or (found == TRAP and not traps):
            return ROCK
        level.reveal(spot, found)
        return found
    return symbol if symbol in (DOOR, STAIRS, WALL_H, WALL_V) else ROCK


def _draw_mapped(world: World, spot: int, symbol: int) -> None:
    """Draw a mapped square.  Monsters and remembered items stay visible."""
    foe, shown = world.level.foe_at[spot], world.canvas.cells[spot]
    if foe is not None and LETTER[shown]:
        foe.under = symbol
    elif shown not in OBJECTS:
        world.canvas.put(spot, symbol)


def _hold_monster(world: World) -> bool:
    """Hold the awake monsters nearby (SCR-3)."""
    awake = [foe for foe in _near(world) if foe.has_flag(AWAKE)]
    _hold(awake)
    if not awake:
        emit(world, _LOSS)
    elif len(awake) == 1:
        emit(world, "The monster freezes")
    else:
        emit(world, "The monsters around you freeze")
    return len(awake) > 0


def _hold_all_near(world: World) -> bool:
    """Hold all monsters nearby, even sleepers.  No message reports this (V52-15)."""
    _hold(_near(world))
    return False


def _near(world: World) -> list[Monster]:
    """Return the monsters at most two rows and two columns away (SCR-3)."""
    row, col = divmod(world.player.spot, COLS)
    near = []
    for foe in world.level.foes:
        foe_row, foe_col = divmod(foe.spot, COLS)
        if abs(foe_row - row) <= HOLD_REACH and abs(foe_col - col) <= HOLD_REACH:
            near.append(foe)
    return near


def _hold(foes: list[Monster]) -> None:
    for foe in foes:
        foe.flags = foe.flags & ~AWAKE | HELD


def _sleep(world: World) -> bool:
    """Put the player to sleep for some turns (SCR-4)."""
    world.player.helpless += world.rng.between(*SLEEP_TURNS)
    world.player.flags &= ~ALERT
    emit(world, "You fall asleep")
    return True


def _enchant_armor(world: World) -> bool:
    """Improve the worn armor by one point of armor class and uncurse it (SCR-5)."""
    worn = world.player.worn
    if worn is not None:
        worn.value -= 1
        worn.flags &= ~CURSED
        emit(world, f"Your armor glows {color(world, 'silver')} for a moment")
    return False


def _identify(world: World, name: str, classes: tuple[ItemClass, ...]) -> bool:
    """Ask for an item to identify.  The scroll itself is identified at once (SCR-6, SCR-16)."""
    emit(world, f"This scroll is an {name} scroll")
    ask_identify(world, classes)
    return True


def _scare_monster(world: World) -> bool:
    """Report laughter, which is the only effect: reading wastes the scroll (SCR-7)."""
    emit(world, "You hear maniacal laughter in the distance")
    return False


def _food_detection(world: World) -> bool:
    """Show the food on the level (SCR-8)."""
    return _detect(world, "food", FOOD, "Your nose tingles and you smell food.", "Your nose tingles")


def _teleportation(world: World) -> bool:
    """Teleport the player.  The scroll is identified if the room changes (SCR-9)."""
    before = world.player.room
    teleport(world)
    return world.player.room is not before


def _enchant_weapon(world: World) -> bool:
    """Improve the wielded weapon by one point and uncurse it (SCR-10, V36-16)."""
    weapon, magic = world.player.wielded, world.rules.magic
    if weapon is None or not (weapon.kind.cls == "weapon" or magic.enchants_anything):
        emit(world, _LOSS)
        return False
    weapon.flags &= ~CURSED
    share, of = magic.enchant_hit
    if world.rng.rnd(of) < share:
        weapon.hit_plus += 1
    else:
        weapon.damage_plus += 1
    emit(world, f"Your {weapon.kind.name} glows {color(world, 'blue')} for a moment")
    return False


def _create_monster(world: World) -> bool:
    """Create a monster next to the player, if a square is free (SCR-11)."""
    level, here = world.level, world.player.spot
    free = [here + step for step in AROUND if _can_appear(world, here + step)]
    if not free:
        emit(world, "You hear a faint cry of anguish in the distance")
        return False
    spot = world.rng.pick(free)
    level.add_foe(make_foe(world, choose_letter(world), spot))
    return False


def _can_appear(world: World, spot: int) -> bool:
    level = world.level
    free = level.foe_at[spot] is None and STEP_OK[level.cells[spot]] == 1
    return free and not holds_scare(world, spot)


def _remove_curse(world: World) -> bool:
    """Uncurse the items in use (SCR-12)."""
    player = world.player
    for item in (player.worn, player.wielded, player.left, player.right):
        if item is not None:
            item.flags &= ~CURSED
    emit(
        world,
        "You feel as if somebody is watching over you",
        trip="You feel in touch with the Universal Onenes",
    )
    return False


def _aggravate_monsters(world: World) -> bool:
    """Wake every monster on the level (SCR-13)."""
    aggravate(world)
    emit(world, "You hear a high pitched humming noise")
    return False


def _protect_armor(world: World) -> bool:
    """Protect the worn armor from rust (SCR-14)."""
    worn = world.player.worn
    if worn is None:
        emit(world, _LOSS)
    else:
        worn.flags |= PROTECTED
        emit(world, f"Your armor is covered by a shimmering {color(world, 'gold')} shield")
    return False


def _gold_detection(world: World) -> bool:
    """Show the gold on the level (V52-15)."""
    return _detect(
        world, "gold", GOLD, "You begin to feel greedy and you sense gold.", "You feel a pull downward"
    )


def _detect(world: World, cls: ItemClass, symbol: int, title: str, nothing: str) -> bool:
    """Show the items of a class in a separate window.  Return whether the level has any."""
    spots = [thing.spot for thing in world.level.things if thing.kind.cls == cls]
    if not spots:
        emit(world, nothing)
        return False
    world.windows.append(Window(title, tuple((spot, symbol) for spot in spots)))
    return True


def _blank_paper(world: World) -> bool:
    """Report that the scroll is blank, which is the only effect (V52-15)."""
    emit(world, "This scroll seems to be blank")
    return False


def _genocide(world: World) -> bool:
    """Ask the player which kind of monster should be wiped out.

    The scroll itself is identified at once (V52-15).
    """
    emit(world, "You have been granted the boon of genocide")
    ask_genocide(world)
    return True


def _light(world: World) -> bool:
    """Light the room (V36-16)."""
    light_up(world)
    return True


EFFECTS: Final[dict[str, Callable[[World], bool]]] = {
    "monster confusion": _monster_confusion,
    "magic mapping": _magic_mapping,
    "mapping without traps": partial(_magic_mapping, traps=False),
    "light": _light,
    "hold monster": _hold_monster,
    "hold all near": _hold_all_near,
    "sleep": _sleep,
    "enchant armor": _enchant_armor,
    **{name: partial(_identify, name=name, classes=classes) for name, classes in _IDENTIFIES.items()},
    "scare monster": _scare_monster,
    "food detection": _food_detection,
    "gold detection": _gold_detection,
    "teleportation": _teleportation,
    "enchant weapon": _enchant_weapon,
    "create monster": _create_monster,
    "remove curse": _remove_curse,
    "aggravate monsters": _aggravate_monsters,
    "protect armor": _protect_armor,
    "blank paper": _blank_paper,
    "genocide": _genocide,
}
"""Effect name, usually the kind's name -> effect, which returns whether it identifies the kind."""


def ask_genocide(world: World) -> None:
    """Ask which kind of monster to wipe out (V52-15)."""
    world.question = Question("genocide")


def answer_genocide(world: World, text: str) -> bool:
    """Answer the genocide question with a letter, upper or lower case, or with "" for Escape.

    Return whether the question is settled.  Escape wipes out nothing.  Any other text is rejected with a
    message, and the question stays open.
    """
    letter = text.upper()
    if letter and letter not in world.rules.monsters:
        emit(world, "Please specifiy a letter between 'A' and 'Z'")
        return False
    world.question = None
    if letter:
        wipe_out(world, letter)
    return True


def wipe_out(world: World, letter: str) -> None:
    """Remove every monster of a kind, with its items.  The kind never appears again (V52-15)."""
    kind = world.rules.monsters[letter]
    world.extinct.add(letter)
    for foe in world.level.foes[:]:
        if foe.kind is kind:
            remove_foe(world, foe)
    if kind.on_hit == "hold":
        world.player.release()
        world.player.grip = 0
    emit(world, f"There will be no more {kind.name}s", terse=f"No more {kind.name}s")
