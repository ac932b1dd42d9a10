"""Wizard mode: powers over the game for testing."""

from __future__ import annotations

from typing import Final, Literal

from rogue.levelgen.spawning import make_of
from rogue.minds.geometry import remembers, square_distance
from rogue.rules import arrival, attributes, pack, turn_phases, vision
from rogue.rules.output import emit
from rogue.state.entities import AWAKE, CURSED, DETECTS, SILENT, Item, Monster
from rogue.state.grid import COLS, MAP, SIZE
from rogue.state.level import PASS, REAL, Level
from rogue.state.world import Window, World
from rogue.tables.glyphs import DOOR, PASSAGE, TRAP, WALL_H, WALL_V
from rogue.tables.items import ItemKind

Blessing = Literal["+", "-", "n"]
"""Quality of a new item: "+" is better than usual, "-" is worse and cursed, "n" is left to chance."""

CHARGES: Final = 10_000
LEVELS: Final = 9  # gained by `arm`
PLATE_CLASS: Final = -5
DIGITS: Final = b"0123456789abcdefghijklmnopqrstuvwxyz"
BEYOND: Final = ord("~")  # for numbers beyond the digits


def become_wizard(world: World) -> None:
    """Enter wizard mode and detect monsters.

    From now on, this game can never enter the score list (WIZ-1).
    """
    world.wizard = world.unscored = True
    world.player.flags |= DETECTS
    vision.show_foes(world)


def resign(world: World) -> None:
    """Leave wizard mode.  The game stays off the score list (WIZ-1)."""
    world.wizard = False
    turn_phases.end_detection(world)


def toggle_detection(world: World) -> None:
    """Toggle the detection of monsters (WIZ-2)."""
    if world.player.flags & DETECTS:
        turn_phases.end_detection(world)
    else:
        world.player.flags |= DETECTS
        vision.show_foes(world)


def takes_blessing(kind: ItemKind) -> bool:
    """Return whether items of a kind can be better or worse than usual (WIZ-2)."""
    return kind.cls in ("weapon", "armor") or kind.valued


def create(world: World, kind: ItemKind, blessing: Blessing = "n") -> None:
    """Make an item by rolling dice, and add the item to the pack if there is room (WIZ-3)."""
    item = make_of(world, kind)
    if kind.cls == "weapon":
        _bless_weapon(world, item, blessing)
    elif kind.cls == "armor":
        item.value = kind.armor + _sign(blessing) * -world.rng.between(1, 3)
        item.flags = CURSED if blessing == "-" else 0
    elif kind.valued:
        item.value = -1 if blessing == "-" else world.rng.between(1, 2)
        item.flags = CURSED if blessing == "-" else 0
    pack.add(world, item)


def _sign(blessing: Blessing) -> int:
    return {"+": 1, "-": -1, "n": 0}[blessing]


def _bless_weapon(world: World, item: Item, blessing: Blessing) -> None:
    item.hit_plus = _sign(blessing) * world.rng.between(1, 3)
    item.damage_plus = _sign(blessing) * world.rng.between(1, 3)
    item.flags = CURSED if blessing == "-" else 0


def charge(item: Item) -> None:
    """Fill a stick with charges (WIZ-2)."""
    item.value = CHARGES


def arm(world: World) -> None:
    """Raise the player nine levels, and equip the player with a two handed sword and plate mail."""
    player, rules = world.player, world.rules
    for _ in range(LEVELS):
        attributes.raise_level(world)
    sword = Item(rules.kind("weapon", "two handed sword"))
    sword.hit_plus = sword.damage_plus = 1
    if pack.add(world, sword, silent=True):
        player.wielded = sword
    plate = Item(rules.kind("armor", "plate mail"), value=PLATE_CLASS)
    if pack.add(world, plate, silent=True):
        player.worn = plate


def change_level(world: World, levels: int) -> None:
    """Go to a new level, `levels` levels below the present one (BUG-22, BUG-36).

    A negative number leads up, but not above level 1.  No time passes and no turn runs.
    """
    depth = max(1, world.depth + levels)
    if depth == world.depth:
        emit(world, "There is no level above this one")
        return
    world.depth = depth
    arrival.arrive(world)


def show_passages(world: World) -> None:
    """Draw the level's passages and doors, and highlight the hidden ones."""
    level, canvas = world.level, world.canvas
    for spot in MAP:
        symbol = _true_way(level, spot)
        if not symbol:
            continue
        level.mark_seen(spot)
        foe = level.foe_at[spot]
        if foe is not None and foe.under:
            foe.under = symbol
        elif level.flags[spot] & REAL:
            canvas.put(spot, symbol)
        else:
            canvas.put_bright(spot, symbol)


def show_level(world: World) -> None:
    """Show the whole level without its monsters, and highlight hidden places."""
    level = world.level
    marks = []
    hidden = []
    for spot in MAP:
        symbol = level.cells[spot]
        if level.is_hidden_trap(spot):
            symbol = TRAP
            hidden.append(spot)
        elif not level.flags[spot] & REAL and (way := _true_way(level, spot)):
            symbol = way
            hidden.append(spot)
        if symbol != ord(" "):
            marks.append((spot, symbol))
    world.windows.append(Window("", tuple(marks), frozenset(hidden)))


def _true_way(level: Level, spot: int) -> int:
    """Return the symbol of a passage or door, even if it is hidden.  For other squares, return 0."""
    if level.flags[spot] & PASS:
        return PASSAGE
    symbol = level.cells[spot]
    secret = not level.flags[spot] & REAL and symbol in (WALL_H, WALL_V)
    return DOOR if symbol == DOOR or secret else 0


def show_noise(world: World) -> None:
    """Show on each square of the sound map how many steps the player is away (MNP-6)."""
    marks = noise_marks(world)
    if not marks or world.minds is None:
        emit(world, "Nobody listens")
        return
    moved = world.minds.moved
    world.windows.append(Window(f"Steps from you, as they hear it; {moved} taken since", marks))


def noise_marks(world: World) -> tuple[tuple[int, int], ...]:
    """Return (square, symbol) for each square of the sound map.

    The symbol is a digit for the number of steps to the player: 0 to 9, then a to z, then ~ for all higher
    numbers.
    """
    minds = world.minds
    if minds is None or not minds.centre:
        return ()
    noise = minds.noise
    return tuple([(spot, _digit(noise[spot])) for spot in range(SIZE) if noise[spot] != SILENT])


def show_scent(world: World) -> None:
    """Show on each square of the player's trail how many turns ago the player was there (MNP-6)."""
    marks = scent_marks(world)
    if not marks:
        emit(world, "You have left no trail")
        return
    world.windows.append(Window("Age of your trail in turns", marks))


def scent_marks(world: World) -> tuple[tuple[int, int], ...]:
    """Return (square, symbol) for each square of the player's trail.

    The symbol is a digit for the number of turns since the player was there: 0 to 9, then a to z, then ~ for
    all higher numbers.
    """
    minds, now = world.minds, world.turns
    if minds is None:
        return ()
    scent = minds.scent
    return tuple([(spot, _digit(now - scent[spot])) for spot in range(SIZE) if scent[spot]])


def _digit(number: int) -> int:
    return DIGITS[number] if number < len(DIGITS) else BEYOND


def nearest_thinker(world: World) -> tuple[Monster, int] | None:
    """Return the nearest awake thinking monster with its distance in squares, or None if there is none."""
    hero = world.player.spot
    foes = [foe for foe in world.level.foes if foe.mind is not None and foe.flags & AWAKE]
    if not foes:
        return None
    foe = min(foes, key=lambda other: square_distance(other.spot, hero))
    return foe, square_distance(foe.spot, hero)


def hunts(world: World, foe: Monster) -> bool:
    """Return whether a monster believes that it knows where the player is."""
    return foe.mind is not None and remembers(world, foe.mind)


def show_mind(world: World) -> None:
    """Describe the mind of the nearest monster, and which row of the decision table acted last (MNP-6)."""
    foes = [foe for foe in world.level.foes if foe.mind is not None]
    if not foes:
        emit(world, "Nobody thinks here")
        return
    foe = min(foes, key=lambda other: square_distance(other.spot, world.player.spot))
    mind = foe.mind
    assert mind is not None
    mood = "afraid" if mind.afraid else "idle" if mind.idle else "hunting"
    if not foe.flags & AWAKE:
        mood = "asleep"
    elif world.turns < mind.off:
        mood = "not interested"
    row, col = divmod(mind.aim, COLS)
    aim = f"{row},{col}" if mind.aim else "nothing"
    emit(world, f"{foe.kind.name}, {mood}, aims at {aim}, row {mind.row}, store {mind.store}")
