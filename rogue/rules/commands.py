"""The commands that act in the game, with the input that each command needs before its rule runs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from rogue.rules import arrival, equipment, hunger, move, pack, potions, scrolls, traps, wands
from rogue.rules.output import emit
from rogue.rules.vision import sees_foe
from rogue.state.entities import CONFUSED, CURSED, DETECTS, TARGET, Item
from rogue.state.grid import AROUND, KEY_STEP
from rogue.state.world import Command, Duel, World
from rogue.tables.items import ItemClass
from rogue.tables.variant_rules import ZAP_ASTRAY

ASTRAY_ONE_IN: Final = 5  # chance that a confused player's aim goes astray (STK-2)
REPEATABLE: Final = frozenset("hjklyubnHJKLYUBN.amqrstz\b\n\x0b\x0c\x19\x15\x02\x0e\x1a")
"""Keys that accept a repeat count (CMD-3)."""


class Needs(NamedTuple):
    """The input that a command needs before it can act."""

    step: bool = False  # a direction
    verb: str = ""  # a pack item: the verb in its prompt
    cls: ItemClass | None = None  # item class listed at the prompt, None for all
    hand: bool = False  # a hand, if both are possible


NEEDS: Final[dict[str, Needs]] = {
    "q": Needs(verb="quaff", cls="potion"),
    "r": Needs(verb="read", cls="scroll"),
    "e": Needs(verb="eat", cls="food"),
    "w": Needs(verb="wield", cls="weapon"),
    "W": Needs(verb="wear", cls="armor"),
    "P": Needs(verb="put on", cls="ring", hand=True),
    "R": Needs(hand=True),
    "d": Needs(verb="drop"),
    "t": Needs(step=True, verb="throw", cls="weapon"),
    "z": Needs(step=True, verb="zap with", cls="stick"),
    ZAP_ASTRAY: Needs(verb="zap with", cls="stick"),
    "m": Needs(step=True),
    "f": Needs(step=True),
    "F": Needs(step=True),
}
"""Acting keys that ask for input.  Other acting keys act at once."""


def asks_hand(world: World, key: str) -> bool:
    """Return whether a ring command must ask for a hand (RNG-1).

    `P` must ask when both hands are free, `R` when both hands wear a ring.
    """
    player = world.player
    if key == "P":
        return player.left is None and player.right is None
    return player.left is not None and player.right is not None


def refused(world: World, key: str) -> bool:
    """Return whether a command will be refused, so that it need not ask for input.

    The command is still run, without input, so that it can report the refusal.  `w` is refused if the wielded
    weapon is cursed (ARM-4), `d` if something lies here already (CMD-8), and `R` if no ring is worn.  In some
    editions `W` is refused if armor is worn already.
    """
    player = world.player
    if key == "w":
        return player.wielded is not None and player.wielded.has_flag(CURSED)
    if key == "W":
        return player.worn is not None and not world.rules.words.wear_asks_first
    if key == "d":
        return not pack.free_to_drop(world)
    if key == "R":
        return player.left is None and player.right is None
    return False


def _ran_out(world: World) -> bool:
    """Report that a repeated command has no item left, and end the repetition.

    Return True, because the turn is used (CMD-9).
    """
    emit(world, "You ran out")
    world.interrupt()
    return True


def _with_item(rule: Callable[[World, Item, Command], bool]) -> Callable[[World, Command], bool]:
    """Return a command that applies a rule to the chosen item of the pack."""

    def handler(world: World, command: Command) -> bool:
        item = world.pack_item(command.letter)
        return _ran_out(world) if item is None else rule(world, item, command)

    return handler


_WEAR: Final = _with_item(lambda world, item, _: equipment.wear(world, item))
_DROP: Final = _with_item(lambda world, item, _: equipment.drop(world, item))
_ZAP: Final = _with_item(lambda world, item, command: wands.zap(world, item, _aim(world, command.step)))


def _step(world: World, command: Command) -> bool:
    return move.step(world, KEY_STEP[command.key])


def _step_over(world: World, command: Command) -> bool:
    return move.step(world, command.step, pick_up=False)


def _run(world: World, command: Command) -> bool:
    world.run = KEY_STEP[command.key.lower()]
    world.careful = False
    world.run_steps = 0
    return False


def _run_carefully(world: World, command: Command) -> bool:
    world.run = KEY_STEP[chr(ord(command.key) | 0x60)]
    world.careful = True
    world.run_steps = 0
    return False


def _rest(_world: World, _command: Command) -> bool:
    return True


def _search(world: World, _command: Command) -> bool:
    traps.search(world)
    return True


def _pick_up(world: World, _command: Command) -> bool:
    return pack.pick_up_here(world)


def _remove(world: World, command: Command) -> bool:
    return equipment.remove_ring(world, command.hand)


def _take_off(world: World, _command: Command) -> bool:
    return equipment.take_off(world)


def _wield(world: World, command: Command) -> bool:
    wielded = world.player.wielded
    if wielded is not None and wielded.has_flag(CURSED):
        return not equipment.unequip(world, wielded)
    item = world.pack_item(command.letter)
    return not _ran_out(world) if item is None else equipment.wield(world, item)


def _wear(world: World, command: Command) -> bool:
    if refused(world, command.key):
        return equipment.report_worn(world)
    return _WEAR(world, command)


def _drop(world: World, command: Command) -> bool:
    if not pack.can_drop_here(world):
        return False
    return _DROP(world, command)


def _zap_astray(world: World, command: Command) -> bool:
    """Zap in a random direction (V36-20)."""
    return _ZAP(world, command._replace(step=world.rng.pick(AROUND)))


def _aim(world: World, step: int) -> int:
    if world.player.flags & CONFUSED and world.rng.one_in(ASTRAY_ONE_IN):
        return world.rng.pick(AROUND)
    return step


def _fight(world: World, command: Command) -> bool:
    """Mark a neighbor as the target and strike it.  Further blows need no keys (CMD-10)."""
    player = world.player
    foe = world.level.foe_at[player.spot + command.step]
    if foe is None or not (sees_foe(world, foe) or player.flags & DETECTS):
        emit(world, "I see no monster there", terse="No monster there")
        return False
    if not world.level.diagonal_ok(player.spot, command.step):
        return True
    world.stop_duel()
    foe.flags |= TARGET
    world.duel = Duel(foe, command.step, to_death=command.key == "F")
    return strike_on(world, world.duel)


def strike_on(world: World, duel: Duel) -> bool:
    """Strike one blow of the fight command.  Return whether the blow used the turn (CMD-11, BUG-17).

    If no turn is used, for example because the monster has gone, the fight ends.
    """
    costs = False
    if world.level.foe_at[world.player.spot + duel.step] is duel.foe:
        costs = move.step(world, duel.step)
    if not costs:
        world.stop_duel()
    return costs


def _descend(world: World, _command: Command) -> bool:
    return arrival.descend(world)


def _ascend(world: World, _command: Command) -> bool:
    return arrival.ascend(world)


ACTIONS: Final[dict[str, Callable[[World, Command], bool]]] = {
    **dict.fromkeys(KEY_STEP, _step),
    **{key.upper(): _run for key in KEY_STEP},
    **{chr(ord(key) & 0x1F): _run_carefully for key in KEY_STEP},
    "m": _step_over,
    "f": _fight,
    "F": _fight,
    "t": _with_item(lambda world, item, command: equipment.throw(world, item, _aim(world, command.step))),
    "z": _ZAP,
    ZAP_ASTRAY: _zap_astray,
    "s": _search,
    ".": _rest,
    "\x1a": _rest,  # suspending the program costs a turn (KEY-43, BUG-30)
    ",": _pick_up,
    "q": _with_item(lambda world, item, _: potions.quaff(world, item)),
    "r": _with_item(lambda world, item, _: scrolls.read(world, item)),
    "e": _with_item(lambda world, item, _: hunger.eat(world, item)),
    "w": _wield,
    "W": _wear,
    "T": _take_off,
    "P": _with_item(lambda world, item, command: equipment.put_on_ring(world, item, command.hand)),
    "R": _remove,
    "d": _drop,
    ">": _descend,
    "<": _ascend,
}
"""Acting key -> rule, which returns whether it uses the player's action."""
