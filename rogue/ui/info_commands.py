"""Commands that only show something: they cost no turn."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from rogue.rules import identify, turn
from rogue.rules.item_names import item_name
from rogue.state.actors import HALLUCINATING
from rogue.state.grid import KEY_STEP
from rogue.state.item import Item
from rogue.state.world import World
from rogue.tables.glyphs import TRAP
from rogue.tables.items import ItemClass
from rogue.ui import option_screen, prompts, save_dialog
from rogue.ui.help import explain_key, explain_symbol, help_rows
from rogue.ui.keymap import ESCAPE, Show, shown_key
from rogue.ui.message_line import WIDEST, Entry, raised
from rogue.ui.pager import show_list, show_pages
from rogue.ui.status import status_row
from rogue.ui.ui_state import Prompt, UiState

CLASSES: Final[dict[str, ItemClass]] = {"!": "potion", "?": "scroll", "=": "ring", "/": "stick"}
ALL: Final = "*"


def show(ui: UiState, what: Show) -> None:
    """Carry out one of the showing commands."""
    SHOWING[what](ui)


def _nothing(_ui: UiState) -> None:
    """Space and Escape: the message is wiped, a count forgotten."""


def _inventory(ui: UiState) -> None:
    lines = prompts.pack_lines(ui.world)
    if lines:
        show_list(ui, lines)
    else:
        ui.emit("You are empty handed", terse="Empty handed")


def _one_item(ui: UiState) -> None:
    if not ui.world.player.pack:
        ui.emit("You aren't carrying anything")
        return
    ui.prompt = Prompt(partial(_show_one, ui), partial(prompts.cancel, ui))
    ui.ask("Which item do you wish to inventory: ", "letter", terse="Item: ")


def _show_one(ui: UiState, letter: str) -> None:
    item = ui.world.pack_item(letter)
    if item is None:
        _not_in_pack(ui, shown_key(ord(letter)))
    else:
        ui.emit(f"{letter}) {item_name(ui.world, item)}{ui.words.list_stop}")
    turn.look_again(ui.world)
    left = ui.command.times - 1
    if left > 0 and ui.world.rules.keys.repeats_items:  # a count asks again so often (CMD-3)
        ui.command = ui.command._replace(times=left)
        ui.queue_messages()
        _one_item(ui)


def _not_in_pack(ui: UiState, key: str) -> None:
    if not ui.words.pack_range:
        ui.emit(f"'{key}' not in pack")
        return
    if not ui.world.options.terse:
        ui.emit(f"'{key}' not in pack")
    last = max(item.letter for item in ui.world.player.pack)
    ui.emit(f"Range is 'a' to '{last}'")


def letter_key(ui: UiState, key: int) -> None:
    """One thing of the pack is asked for: any letter."""
    prompt = ui.prompt
    assert prompt is not None
    ui.answered()
    if key == ESCAPE:
        prompt.escape()
    else:
        prompt.then(chr(key))


# -- naming things


def _call(ui: UiState) -> None:
    prompts.ask_item(ui, "call", ui.words.callable, partial(_call_item, ui))


def _call_item(ui: UiState, letter: str) -> None:
    world = ui.world
    item = world.pack_item(letter)
    if item is not None and identify.can_call(world, item):
        ui.queue_messages()  # before the prompt that follows
        prompts.ask_text(ui, partial(_called, ui, item), partial(prompts.cancel, ui))
    else:
        prompts.cancel(ui)


def _called(ui: UiState, item: Item, name: str) -> None:
    identify.call(ui.world, item, name)
    turn.look_again(ui.world)


# -- what is in use


def _in_use(ui: UiState, item: Item | None, verb: str, where: str = "", short: str = "") -> None:
    world = ui.world
    if item is None:
        world.emit(f"You are {verb} nothing{where}", terse=f"{verb} nothing{short}")
        return
    world.add(f"You are {verb} (", terse="")
    world.add(f"{item.letter}) {item_name(world, item, lower=True, remark=False)}")
    world.emit(where, terse=short)


def _weapon(ui: UiState) -> None:
    _in_use(ui, ui.world.player.wielded, "wielding")


def _armor(ui: UiState) -> None:
    _in_use(ui, ui.world.player.worn, "wearing")


def _rings(ui: UiState) -> None:
    _in_use(ui, ui.world.player.left, "wearing", " on left hand", " (L)")
    _in_use(ui, ui.world.player.right, "wearing", " on right hand", " (R)")


def _status(ui: UiState) -> None:
    ui.emit(status_row(ui.world).rstrip())


def _version(ui: UiState) -> None:
    world = ui.world
    is_secret = "served" in ui.able and world.ending is None
    text = ui.words.version.format(version=world.rules.version, seed="?" if is_secret else world.seed)
    ui.emit(text if len(text) <= WIDEST else text[: text.rindex(" (")])


# -- the message row and the screen


def _last_message(ui: UiState) -> None:
    if ui.line.last:
        ui.line.queue.append(Entry(ui.line.last))


def _redraw(ui: UiState) -> None:
    """Draw all that stands on the screen, the message too, which is then wiped as by any key."""
    ui.redraw()


# -- traps, symbols, keys


def _trap(ui: UiState) -> None:
    prompts.ask_direction(ui, partial(_name_trap, ui))


def _name_trap(ui: UiState, key: str) -> None:
    world = ui.world
    spot = world.player.spot + KEY_STEP[key]
    if world.level.cells[spot] != TRAP:
        ui.emit("You have found no trap there", terse="No trap there")
    else:
        traps = world.rules.traps
        kind = traps[world.level.trap_kind(spot)]
        if world.player.flags & HALLUCINATING:
            kind = world.deco.pick(traps)
        ui.emit(f"You have found {kind.title}", terse=kind.title)
    turn.look_again(world)


def _symbol(ui: UiState) -> None:
    ui.ask("What do you want identified? ", "symbol")


def symbol_key(ui: UiState, key: int) -> None:
    """A symbol is asked: any key."""
    ui.answered()
    if key != ESCAPE:
        ui.emit(explain_symbol(ui.world.rules, key))
    turn.look_again(ui.world)


def _help(ui: UiState) -> None:
    ui.ask("Character you want help for (* for all): ", "help")


def help_key(ui: UiState, key: int) -> None:
    """A key is asked: any key, `*` for all."""
    world = ui.world
    keymap, helpers = world.rules.keys, world.options.helpers
    ui.answered()
    if key == ord("*"):
        show_pages(ui, help_rows(keymap, helpers, world.wizard))
    elif key != ESCAPE:
        text = explain_key(key, keymap, helpers, world.wizard)
        ui.line.queue.append(Entry(raised(text) if ui.words.help_capital else text))
    turn.look_again(world)


# -- discoveries


def _discovered(ui: UiState) -> None:
    ui.ask(
        "For what type of object do you want a list? (* for all)",
        "discovered",
        terse="What type? (* for all)",
    )


def discovered_key(ui: UiState, key: int) -> None:
    """A class of things is asked: !?=/ or `*`.  The complaint about another waits for a space."""
    lines = discovered(ui.world, chr(key))
    if lines is None and key != ESCAPE:
        ui.mode = "command"
        ui.emit("Please type one of !?=/ (ESCAPE to quit)", terse="Not a type")
        _discovered(ui)
        return
    ui.answered()
    if lines is not None:
        show_list(ui, lines)
    turn.look_again(ui.world)


def discovered(world: World, choice: str) -> list[str] | None:
    """Return the lines for one of `!?=/` or, parted by empty lines, for `*`; else None."""
    if choice == ALL:
        lines: list[str] = []
        for cls in CLASSES.values():
            lines += ([""] if lines else []) + _of_class(world, cls)
        return lines
    cls_asked = CLASSES.get(choice)
    return None if cls_asked is None else _of_class(world, cls_asked)


def _of_class(world: World, cls: ItemClass) -> list[str]:
    """A line for each kind that is known or has a name, in random order (NAM-11).

    It is the line of one piece that is not identified itself.
    """
    knowledge = world.knowledge
    lines = [
        item_name(world, Item(kind))
        for kind in world.rules.kinds(cls)
        if kind in knowledge.true or kind in knowledge.called
    ]
    if lines:
        return [lines.pop(world.deco.rnd(len(lines))) for _ in range(len(lines))]
    start = "Nothing" if world.options.terse else "Haven't discovered anything"
    return [f"{start} about any {cls}s"]


# -- leaving


def _quit(ui: UiState) -> None:
    ui.ask("Really quit?", "quit")


SHOWING: Final[dict[Show, Callable[[UiState], None]]] = {
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
    "save": save_dialog.ask_save,
    "quit": _quit,
    "shell": save_dialog.ask_shell,
}
"""What is shown -> who shows it."""
