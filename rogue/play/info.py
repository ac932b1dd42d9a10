"""Commands that only show something: they cost no turn.

Owns   what each shows and asks (CMD-14, CMD-18, CMD-19, screen.md 7, 10, 11).
Leaves how lists are shown (play.lists), the words of items (rules.describe).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from rogue.play import ask, option_screen, saving
from rogue.play.discoveries import discovered
from rogue.play.help import explain_key, help_rows
from rogue.play.keys import ESCAPE, Show, shown_key
from rogue.play.lists import show_list, show_pages
from rogue.play.message import WIDEST, Entry, raised
from rogue.play.stage import Asked, Stage
from rogue.play.status import status_row
from rogue.play.symbols import explain_symbol
from rogue.rules import identify, turn
from rogue.rules.describe import item_name
from rogue.state.creature import HALLUCINATING
from rogue.state.grid import KEY_STEP
from rogue.state.item import Item
from rogue.tables.symbols import TRAP


def show(stage: Stage, what: Show) -> None:
    """Carry out one of the showing commands."""
    SHOWING[what](stage)


def _nothing(_stage: Stage) -> None:
    """Space and Escape: the message is wiped, a count forgotten."""


def _inventory(stage: Stage) -> None:
    lines = ask.pack_lines(stage.world)
    if lines:
        show_list(stage, lines)
    else:
        stage.say("You are empty handed", terse="Empty handed")


def _one_item(stage: Stage) -> None:
    if not stage.world.player.pack:
        stage.say("You aren't carrying anything")
        return
    stage.asked = Asked(partial(_show_one, stage), partial(ask.cancel, stage))
    stage.ask("Which item do you wish to inventory: ", "letter", terse="Item: ")


def _show_one(stage: Stage, letter: str) -> None:
    item = stage.world.pack_item(letter)
    if item is None:
        _not_in_pack(stage, shown_key(ord(letter)))
    else:
        stage.say(f"{letter}) {item_name(stage.world, item)}{stage.words.list_stop}")
    turn.look_again(stage.world)
    left = stage.command.times - 1
    if left > 0 and stage.world.rules.keys.repeats_items:  # a count asks again so often (CMD-3)
        stage.command = stage.command._replace(times=left)
        stage.hear()
        _one_item(stage)


def _not_in_pack(stage: Stage, key: str) -> None:
    if not stage.words.pack_range:
        stage.say(f"'{key}' not in pack")
        return
    if not stage.world.options.terse:
        stage.say(f"'{key}' not in pack")
    last = max(item.letter for item in stage.world.player.pack)
    stage.say(f"Range is 'a' to '{last}'")


def letter_key(stage: Stage, key: int) -> None:
    """One thing of the pack is asked for: any letter."""
    asked = stage.asked
    assert asked is not None
    stage.answered()
    if key == ESCAPE:
        asked.escape()
    else:
        asked.then(chr(key))


# -- naming things


def _call(stage: Stage) -> None:
    ask.ask_item(stage, "call", stage.words.callable, partial(_call_item, stage))


def _call_item(stage: Stage, letter: str) -> None:
    world = stage.world
    item = world.pack_item(letter)
    if item is not None and identify.can_call(world, item):
        stage.hear()  # before the prompt that follows
        ask.ask_text(stage, partial(_called, stage, item), partial(ask.cancel, stage))
    else:
        ask.cancel(stage)


def _called(stage: Stage, item: Item, name: str) -> None:
    identify.call(stage.world, item, name)
    turn.look_again(stage.world)


# -- what is in use


def _in_use(stage: Stage, item: Item | None, verb: str, where: str = "", short: str = "") -> None:
    world = stage.world
    if item is None:
        world.say(f"You are {verb} nothing{where}", terse=f"{verb} nothing{short}")
        return
    world.add(f"You are {verb} (", terse="")
    world.add(f"{item.letter}) {item_name(world, item, lower=True, remark=False)}")
    world.say(where, terse=short)


def _weapon(stage: Stage) -> None:
    _in_use(stage, stage.world.player.wielded, "wielding")


def _armor(stage: Stage) -> None:
    _in_use(stage, stage.world.player.worn, "wearing")


def _rings(stage: Stage) -> None:
    _in_use(stage, stage.world.player.left, "wearing", " on left hand", " (L)")
    _in_use(stage, stage.world.player.right, "wearing", " on right hand", " (R)")


def _status(stage: Stage) -> None:
    stage.say(status_row(stage.world).rstrip())


def _version(stage: Stage) -> None:
    world = stage.world
    text = stage.words.version.format(version=world.rules.version, seed=world.seed)
    stage.say(text if len(text) <= WIDEST else text[: text.rindex(" (")])


# -- the message row and the screen


def _last_message(stage: Stage) -> None:
    if stage.line.last:
        stage.line.queue.append(Entry(stage.line.last))


def _redraw(stage: Stage) -> None:
    """Draw all that stands on the screen, the message too, which is then wiped as by any key."""
    stage.redraw()


# -- traps, symbols, keys


def _trap(stage: Stage) -> None:
    ask.ask_direction(stage, partial(_name_trap, stage))


def _name_trap(stage: Stage, key: str) -> None:
    world = stage.world
    spot = world.player.spot + KEY_STEP[key]
    if world.level.cells[spot] != TRAP:
        stage.say("You have found no trap there", terse="No trap there")
    else:
        traps = world.rules.traps
        kind = traps[world.level.trap_kind(spot)]
        if world.player.flags & HALLUCINATING:
            kind = world.deco.pick(traps)
        stage.say(f"You have found {kind.title}", terse=kind.title)
    turn.look_again(world)


def _symbol(stage: Stage) -> None:
    stage.ask("What do you want identified? ", "symbol")


def symbol_key(stage: Stage, key: int) -> None:
    """A symbol is asked: any key."""
    stage.answered()
    if key != ESCAPE:
        stage.say(explain_symbol(stage.world.rules, key))
    turn.look_again(stage.world)


def _help(stage: Stage) -> None:
    stage.ask("Character you want help for (* for all): ", "help")


def help_key(stage: Stage, key: int) -> None:
    """A key is asked: any key, `*` for all."""
    world = stage.world
    keymap, helpers = world.rules.keys, world.options.helpers
    stage.answered()
    if key == ord("*"):
        show_pages(stage, help_rows(keymap, helpers, world.wizard))
    elif key != ESCAPE:
        text = explain_key(key, keymap, helpers, world.wizard)
        stage.line.queue.append(Entry(raised(text) if stage.words.help_capital else text))
    turn.look_again(world)


# -- discoveries


def _discovered(stage: Stage) -> None:
    stage.ask(
        "For what type of object do you want a list? (* for all)",
        "discovered",
        terse="What type? (* for all)",
    )


def discovered_key(stage: Stage, key: int) -> None:
    """A class of things is asked: !?=/ or `*`.  The complaint about another waits for a space."""
    lines = discovered(stage.world, chr(key))
    if lines is None and key != ESCAPE:
        stage.mode = "command"
        stage.say("Please type one of !?=/ (ESCAPE to quit)", terse="Not a type")
        _discovered(stage)
        return
    stage.answered()
    if lines is not None:
        show_list(stage, lines)
    turn.look_again(stage.world)


# -- leaving


def _quit(stage: Stage) -> None:
    stage.ask("Really quit?", "quit")


SHOWING: Final[dict[Show, Callable[[Stage], None]]] = {
    "nothing": _nothing,
    "inventory": _inventory,
    "one item": _one_item,
    "call": _call,
    "discovered": _discovered,
    "options": option_screen.open_options,
    "help": _help,
    "symbol": _symbol,
    "weapon": _weapon,
    "armor": _armor,
    "rings": _rings,
    "status": _status,
    "version": _version,
    "last message": _last_message,
    "redraw": _redraw,
    "trap": _trap,
    "save": saving.ask_save,
    "quit": _quit,
    "shell": saving.ask_shell,
}
"""What is shown -> who shows it."""
