"""The pack: how items are added, taken, dropped, stacked, lettered."""

from __future__ import annotations

from typing import Final

from rogue.rules import vision
from rogue.rules.item_names import item_name
from rogue.rules.output import add_text, emit, finish_sentence
from rogue.rules.vision import sees_foe, sees_spot
from rogue.state.entities import CURSED, DETECTS, LEVITATING, MARKED, PROTECTED, Item, PlayerCharacter
from rogue.state.grid import AROUND, SIZE
from rogue.state.world import World
from rogue.tables.glyphs import FLOOR, PASSAGE

LETTERS: Final = "abcdefghijklmnopqrstuvwxyz"
SINGLES: Final = frozenset(("potion", "scroll", "food"))
"""Classes that stack by kind, where each piece is a unit of the pack (ITM-9, ITM-11)."""

_NAMELESS: Final = ("(null)", "(null)")
"""Names that the original prints after the last weapon.  Recordings show that scroll names follow."""
_NEAR: Final = (*AROUND[:4], 0, *AROUND[4:])
MAGIC_CLASSES: Final = frozenset(("potion", "scroll", "ring", "stick", "amulet"))


def units(player: PlayerCharacter) -> int:
    """Return how many units of the pack are used (ITM-9)."""
    return sum(item.count if item.kind.cls in SINGLES else 1 for item in player.pack)


def take_up(world: World) -> None:
    """Pick up the item under the player, if any, unless levitating (ITM-13 to ITM-20)."""
    player, level = world.player, world.level
    item = level.thing_at.get(player.spot)
    if item is None or player.has_flag(LEVITATING):
        return
    if item.kind.cls == "gold":
        _lift(world, item)
        _pocket(world, item.value)
    elif item.kind.does == "scare monster" and item.has_flag(MARKED):
        _lift(world, item)
        emit(world, "The scroll turns to dust as you pick it up")
    elif has_room(world, item):
        _lift(world, item)
        add(world, item)
    else:
        report_no_room(world)
        moved_onto(world)


def step_onto(world: World, *, pick_up: bool) -> None:
    """Pick up the item on the square just entered, or only name it if `pick_up` is false (ITM-20, CMD-12)."""
    if pick_up:
        take_up(world)
    elif not world.player.has_flag(LEVITATING):
        moved_onto(world)


def pick_up_here(world: World) -> bool:
    """Execute the comma command.  Return True, because the turn is always used (CMD-4, CMD-16)."""
    player = world.player
    if player.spot not in world.level.thing_at:
        emit(world, "There is nothing here to pick up", terse="Nothing here")
    elif player.has_flag(LEVITATING):
        emit(world, "You can't.  You're floating off the ground!")
    else:
        take_up(world)
    return True


def moved_onto(world: World) -> None:
    """Report an item that stays under the player (CMD-12, ITM-13)."""
    item = world.level.thing_at.get(world.player.spot)
    if item is not None:
        add_text(world, "You ", terse="")
        emit(world, f"moved onto {item_name(world, item, lower=True)}")


def add(world: World, item: Item, silent: bool = False) -> bool:
    """Add an item to the pack.  Return False if there is no room, which is always reported.

    A success is reported unless `silent` is true.  An item that joins a stack only increases the stack's
    count (ITM-11).
    """
    if not has_room(world, item):
        report_no_room(world)
        return False
    pack = world.player.pack
    entry = next((old for old in pack if _stacks(old, item)), None)
    if entry is not None:
        one = item.group != 0 and world.rules.pack.group_adds_one  # V52-19
        entry.count += 1 if one else item.count
    else:
        entry = item
        entry.letter = free_letter(world.player)
        pack.insert(_place(pack, item), item)
        _shift_letters(world)
    entry.flags |= MARKED
    for foe in world.level.foes:  # CHS-6: with nothing left to fetch, they chase the player
        if foe.goal is item:
            foe.goal = None
    if item.kind.cls == "amulet":
        world.player.has_amulet = True
    if not silent:
        add_text(world, "You now have ", terse="")
        emit(world, f"{item_name(world, entry, lower=True)} ({entry.letter})")
    return True


def take(world: World, item: Item, everything: bool = False) -> Item:
    """Take an entry, or one unit of it, out of the pack.  Return the item taken out (ITM-14).

    The rest of a stack stays in the pack.  If nothing is left, the entry is no longer wielded.
    """
    player = world.player
    if item.count > 1 and not everything:
        item.count -= 1
        return single(item)
    player.pack.remove(item)
    world.forget_letter(item.letter)
    item.letter = ""
    _shift_letters(world)
    if item is player.wielded:
        player.wielded = None
    if item.kind.cls == "amulet":
        player.has_amulet = False
    return item


def single(item: Item) -> Item:
    """Return a copy of an entry with a count of one.  The count of the entry itself is unchanged."""
    one = Item(item.kind, 1, item.value, item.group)
    one.hit_plus, one.damage_plus = item.hit_plus, item.damage_plus
    one.flags, one.label = item.flags, item.label
    return one


def use_up(world: World, item: Item) -> None:
    """Consume one unit by eating, quaffing, or reading.  A wielded stack leaves the hand (ITM-19)."""
    if item is world.player.wielded:
        world.player.wielded = None
    take(world, item)


def is_in_use(player: PlayerCharacter, item: Item) -> bool:
    """Return whether an item is worn, wielded, or on a finger."""
    return item in (player.wielded, player.worn, player.left, player.right)


def in_use(world: World, item: Item) -> bool:
    """Return whether an item is in use.  Emit a message if so (ARM-3)."""
    if not is_in_use(world.player, item):
        return False
    emit(world, "That's already in use", terse="In use")
    return True


def refuses(world: World, item: Item) -> bool:
    """Return whether a curse keeps an item in use.  Emit a message if so (ARM-10)."""
    if not (item.has_flag(CURSED) and is_in_use(world.player, item)):
        return False
    emit(world, "You can't.  It appears to be cursed")
    return True


def free_to_drop(world: World) -> bool:
    """Return whether the player stands on bare floor or passage (ITM-21)."""
    return world.level.cells[world.player.spot] in (FLOOR, PASSAGE)


def can_drop_here(world: World) -> bool:
    """Return whether an item may be dropped here.  Emit a message if not (ITM-21)."""
    if free_to_drop(world):
        return True
    emit(world, "There is something there already")
    return False


def fall(world: World, item: Item, spot: int, announce: bool = False) -> bool:
    """Drop an item on a random free square at or next to `spot`, but not under the player (ITM-24).

    If no square is free, the item is lost and the result is False.  The loss is reported if `announce` is
    true.
    """
    free = squares_to_fall(world, spot)
    if not free:
        if announce:
            finish_sentence(world)
            emit(world, _lost_text(world, item))
        return False
    world.level.add_thing(item, world.rng.pick(free))
    show_thing(world, item)
    return True


def squares_to_fall(world: World, spot: int) -> list[int]:
    """Return the squares at and next to `spot` where an item may fall (ITM-24, V36-23)."""
    level, here = world.level, world.player.spot
    # An item that flew off the lowest row stopped below the map, so its neighbors may not exist.
    near = [spot + step for step in _NEAR if 0 <= spot + step < SIZE]
    free = [at for at in near if at != here and level.cells[at] in (FLOOR, PASSAGE)]
    if world.rules.pack.falls_anywhere:
        return free
    return [at for at in free if level.foe_at[at] is None and not level.is_hidden_trap(at)]


def show_thing(world: World, item: Item) -> None:
    """Draw an item that has fallen, if the player sees the square.

    If a monster is shown on the square, the monster stays drawn instead of the item (VIS-17c).
    """
    spot = item.spot
    if not sees_spot(world, spot):
        return
    foe = world.level.foe_at[spot]
    if foe is not None and foe.under:
        foe.under = item.symbol
        if sees_foe(world, foe) or world.player.has_flag(DETECTS):
            return
    world.canvas.put(spot, item.symbol)


def has_room(world: World, item: Item) -> bool:
    """Return whether an item fits in the pack (ITM-9, ITM-29).

    A group of missiles always fits if it can join a stack.
    """
    pieces = item.count if item.kind.cls in SINGLES else 1
    if units(world.player) + pieces <= world.rules.pack_units:
        return True
    return item.group != 0 and any(_stacks(old, item) for old in world.player.pack)


def report_no_room(world: World) -> None:
    """Report that the pack is full (ITM-13)."""
    emit(world, "There's no room in your pack", terse="No room")


def free_letter(player: PlayerCharacter) -> str:
    """Return the lowest unused letter of the pack (ITM-10)."""
    used = {item.letter for item in player.pack}
    return next(letter for letter in LETTERS if letter not in used)


def _shift_letters(world: World) -> None:
    """In some editions, reassign the letters of the pack entries.

    The letters then follow the order of the pack (V52-19).
    """
    if not world.rules.pack.letters_shift:
        return
    moved = {}
    for letter, item in zip(LETTERS, world.player.pack, strict=False):
        if item.letter != letter:
            moved[item.letter] = letter
            item.letter = letter
    world.rename_letters(moved)


def _lift(world: World, item: Item) -> None:
    """Take an item off the player's square.

    If it is gold, also record that the room has no gold left (ITM-16).
    """
    player = world.player
    world.level.take_thing(item)
    world.canvas.put(player.spot, vision.underfoot(world, player.spot))
    if item.kind.cls == "gold" and player.room is not None:
        player.room.gold = 0


def _pocket(world: World, gold: int) -> None:
    world.player.purse += gold
    emit(world, f"You found {gold} gold pieces", terse=f"{gold} gold pieces")


def _stacks(old: Item, new: Item) -> bool:
    """Return whether a new item joins the pack entry of an old one (ITM-11)."""
    if old.kind is not new.kind:
        return False
    return old.kind.cls in SINGLES or (new.group != 0 and old.group == new.group)


def _place(pack: list[Item], item: Item) -> int:
    """Return the index for a new entry (ITM-12).

    The entry goes after the entries of its kind, or else after those of its class, or else at the end.
    """
    same_class = [at for at, old in enumerate(pack) if old.kind.cls == item.kind.cls]
    same_kind = [at for at in same_class if pack[at].kind is item.kind]
    return (same_kind or same_class or [len(pack) - 1])[-1] + 1


def _lost_text(world: World, item: Item) -> str:
    """Return the message for a lost item.

    Unless the item is a weapon, its name is wrong, as in the original game: the item's index within its class
    is looked up in the table of weapons.
    """
    rules = world.rules
    if item.kind.cls == "weapon":
        return f"The {item.kind.name} vanishes as it hits the ground"
    names = [*(kind.name for kind in rules.weapons), *_NAMELESS, *(kind.name for kind in rules.scrolls)]
    noun = names[rules.kinds(item.kind.cls).index(item.kind)]
    return rules.words.thing_lost.format(noun=noun, item=item_name(world, item))


def is_magic(item: Item) -> bool:
    """Return whether nymphs and magic detection count an item as magic (NAM-12)."""
    kind = item.kind
    if kind.cls == "armor":
        return item.has_flag(PROTECTED) or item.value != kind.armor
    if kind.cls == "weapon":
        return item.hit_plus != 0 or item.damage_plus != 0
    return kind.cls in MAGIC_CLASSES
