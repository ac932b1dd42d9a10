"""Commands that only show something, without using a turn."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from rogue.rules import item_names, turn
from rogue.rules.item_names import item_name
from rogue.rules.output import add_text, emit
from rogue.rules.traps import trap_title
from rogue.shared.wording import plural
from rogue.state.entities import Item
from rogue.state.grid import KEY_STEP
from rogue.state.world import World, status_of
from rogue.tables.glyphs import TRAP
from rogue.tables.items import ItemClass
from rogue.ui import options, prompts, save_dialog
from rogue.ui.end_screens import discoveries
from rogue.ui.help import WINDOW_ROWS, explain_key, explain_symbol, habit_lines, help_rows, mind_page
from rogue.ui.input_modes import COMMAND, CommandMode, LetterPrompt, Mode, PlainMode, QuitPrompt
from rogue.ui.keymap import ESCAPE, Show, shown_key
from rogue.ui.mind_view import after_habits
from rogue.ui.pager import show_list, show_pages
from rogue.ui.ui_state import WIDEST, UiState, raised, status_row

CLASSES: Final[dict[str, ItemClass]] = {"!": "potion", "?": "scroll", "=": "ring", "/": "stick"}
ALL: Final = "*"
MONSTERS: Final = "M"  # available in games where monsters think (MNP-5)


def show(ui: UiState, what: Show, times: int, *, again: bool = False) -> Mode:
    """Execute a command that shows something.  Return the next mode.

    times  number of times that the command "one item" asks for an item (CMD-3)
    again  for the command "last message": whether the previous command was also "last message"
    """
    if what == "one item":
        return _one_item(ui, times)
    if what == "last message" and again:
        return _all_messages(ui)
    return SHOWING[what](ui)


def _nothing(_ui: UiState) -> Mode:
    """Handle space and Escape: erase the message and forget a count."""
    return COMMAND


def _inventory(ui: UiState) -> Mode:
    lines = prompts.pack_lines(ui.world)
    if lines:
        return show_list(ui, lines)
    ui.emit("You are empty handed", terse="Empty handed")
    return COMMAND


def _one_item(ui: UiState, times: int) -> Mode:
    if not ui.world.player.pack:
        ui.emit("You aren't carrying anything")
        return COMMAND
    prompt = LetterPrompt(partial(_show_one, ui, times), partial(prompts.cancel, ui))
    ui.ask("Which item do you wish to inventory: ", prompt, terse="Item: ")
    return COMMAND


def _show_one(ui: UiState, times: int, letter: str) -> Mode:
    item = ui.world.pack_item(letter)
    if item is None:
        _not_in_pack(ui, shown_key(ord(letter)))
    else:
        ui.emit(f"{letter}) {item_name(ui.world, item)}{ui.words.list_stop}")
    turn.look_again(ui.world)
    if times > 1 and ui.world.rules.keys.repeats_items:  # a count repeats the prompt (CMD-3)
        ui.queue_messages()
        return _one_item(ui, times - 1)
    return COMMAND


def _not_in_pack(ui: UiState, key: str) -> None:
    if not ui.words.pack_range:
        ui.emit(f"'{key}' not in pack")
        return
    if not ui.world.options.terse:
        ui.emit(f"'{key}' not in pack")
    last = max(item.letter for item in ui.world.player.pack)
    ui.emit(f"Range is 'a' to '{last}'")


def letter_key(ui: UiState, mode: LetterPrompt, key: int) -> Mode:
    """Handle a key at a prompt for one key.  Any key but Escape is the answer."""
    ui.mark_answered()
    return mode.escape() if key == ESCAPE else mode.then(chr(key))


def _call(ui: UiState) -> Mode:
    return prompts.ask_item(ui, "call", ui.words.callable, partial(_call_item, ui))


def _call_item(ui: UiState, letter: str) -> Mode:
    world = ui.world
    item = world.pack_item(letter)
    if item is None or not item_names.can_call(world, item):
        return prompts.cancel(ui)
    ui.queue_messages()  # messages come before the prompt
    return prompts.ask_text(ui, partial(_called, ui, item), partial(prompts.cancel, ui))


def _called(ui: UiState, item: Item, name: str) -> Mode:
    item_names.call(ui.world, item, name)
    turn.look_again(ui.world)
    return COMMAND


def _in_use(ui: UiState, item: Item | None, verb: str, where: str = "", short: str = "") -> None:
    world = ui.world
    if item is None:
        emit(world, f"You are {verb} nothing{where}", terse=f"{verb} nothing{short}")
        return
    add_text(world, f"You are {verb} (", terse="")
    add_text(world, f"{item.letter}) {item_name(world, item, lower=True, remark=False)}")
    emit(world, where, terse=short)


def _weapon(ui: UiState) -> Mode:
    _in_use(ui, ui.world.player.wielded, "wielding")
    return COMMAND


def _armor(ui: UiState) -> Mode:
    _in_use(ui, ui.world.player.worn, "wearing")
    return COMMAND


def _rings(ui: UiState) -> Mode:
    _in_use(ui, ui.world.player.left, "wearing", " on left hand", " (L)")
    _in_use(ui, ui.world.player.right, "wearing", " on right hand", " (R)")
    return COMMAND


def _status(ui: UiState) -> Mode:
    ui.emit(status_row(status_of(ui.world), ui.words).rstrip())
    return COMMAND


def _version(ui: UiState) -> Mode:
    world = ui.world
    text = ui.words.version.format(version=world.rules.version, seed="?" if ui.host.sealed else world.seed)
    ui.emit(text if len(text) <= WIDEST else text[: text.rindex(" (")])
    rules = world.rules
    if rules.variant:
        ui.emit(f"{rules.variant} {rules.variant_version}, like Rogue {rules.edition}")
    return COMMAND


def _last_message(ui: UiState) -> Mode:
    """Show the last message.  If the player types the same key again, all messages are shown."""
    if not ui.line.last:
        return COMMAND
    ui.emit_verbatim(ui.line.last, remembered=False)
    return CommandMode(recalled=True)


def _all_messages(ui: UiState) -> Mode:
    """Show the stored messages of this game page by page, newest first."""
    ui.mark_answered()
    newest_first = list(reversed(ui.line.history))
    return show_pages(ui, [f"{plural(len(newest_first), 'message')}, the newest first:", *newest_first])


def _redraw(ui: UiState) -> Mode:
    """Redraw the screen with its message.  The next key erases the message as usual."""
    ui.redraw()
    return COMMAND


def _trap(ui: UiState) -> Mode:
    return prompts.ask_direction(ui, partial(_name_trap, ui))


def _name_trap(ui: UiState, key: str) -> Mode:
    world = ui.world
    spot = world.player.spot + KEY_STEP[key]
    if world.level.cells[spot] != TRAP:
        ui.emit("You have found no trap there", terse="No trap there")
    else:
        title = trap_title(world, spot)
        ui.emit(f"You have found {title}", terse=title)
    turn.look_again(world)
    return COMMAND


def _symbol(ui: UiState) -> Mode:
    ui.ask("What do you want identified? ", PlainMode("symbol"))
    return COMMAND


def symbol_key(ui: UiState, _mode: PlainMode, key: int) -> Mode:
    """Handle the key at the symbol prompt."""
    ui.mark_answered()
    if key != ESCAPE:
        ui.emit(explain_symbol(ui.world.rules, key))
    turn.look_again(ui.world)
    return COMMAND


def _help(ui: UiState) -> Mode:
    ui.ask("Character you want help for (* for all): ", PlainMode("help"))
    return COMMAND


def help_key(ui: UiState, _mode: PlainMode, key: int) -> Mode:
    """Handle the key at the help prompt.  `*` shows all help."""
    after: Mode = COMMAND
    world = ui.world
    keymap, helpers = world.rules.keys, world.options.helpers
    minds = world.minds is not None
    ui.mark_answered()
    if key == ord("*"):
        after = show_pages(ui, help_rows(keymap, helpers, world.wizard, _game_pages(world), minds))
    elif key != ESCAPE:
        text = explain_key(key, keymap, helpers, world.wizard, minds)
        ui.emit_verbatim(raised(text) if ui.words.help_capital else text)
    turn.look_again(world)
    return after


def _game_pages(world: World) -> tuple[str, ...]:
    """Return the help pages about this game: what its variant changes, and how monsters think (MNP-3)."""
    page, minds = world.rules.page, mind_page(world.rules)
    between = ("",) * (-len(page) % WINDOW_ROWS) if minds else ()
    return (*page, *between, *minds)


def _discovered(ui: UiState) -> Mode:
    ui.ask(
        "For what type of object do you want a list? (* for all)",
        PlainMode("discovered"),
        terse="What type? (* for all)",
    )
    return COMMAND


def discovered_key(ui: UiState, _mode: PlainMode, key: int) -> Mode:
    """Handle the key at the discoveries prompt.

    Escape cancels.  If there is no list for the key, ask again.
    """
    lines = discovered(ui.world, chr(key))
    if lines is None and key != ESCAPE:
        kinds = "!?=/" if ui.world.minds is None else f"!?=/{ALL}{MONSTERS}"
        ui.emit(f"Please type one of {kinds} (ESCAPE to quit)", terse="Not a type")
        return _discovered(ui)
    ui.mark_answered()
    after = COMMAND if lines is None else show_list(ui, lines)
    turn.look_again(ui.world)
    return after


def discovered(world: World, choice: str) -> list[str] | None:
    """Return what the discoveries command lists for a key, or None for other keys.

    `!`, `?`, `=`, and `/` list one class of items.  `M` lists the known habits of monsters that think.  `*`
    lists everything, with blank lines between the classes.
    """
    if choice == ALL:
        lines: list[str] = []
        for cls in CLASSES.values():
            lines += ([""] if lines else []) + _of_class(world, cls)
        return lines if world.minds is None else [*lines, "", *habit_lines(world)]
    if choice == MONSTERS and world.minds is not None:
        return [*habit_lines(world), *after_habits(world)]
    cls_asked = CLASSES.get(choice)
    return None if cls_asked is None else _of_class(world, cls_asked)


def _of_class(world: World, cls: ItemClass) -> list[str]:
    """Return a line for each identified or named kind of the class, in random order (NAM-11).

    Each line names the kind in the words for one item of it whose bonuses are unknown.
    """
    lines = discoveries(world, cls)
    if lines:
        return [lines.pop(world.deco.rnd(len(lines))) for _ in range(len(lines))]
    start = "Nothing" if world.options.terse else "Haven't discovered anything"
    return [f"{start} about any {cls}s"]


def _quit(ui: UiState) -> Mode:
    ui.ask("Really quit?", QuitPrompt())
    return COMMAND


SHOWING: Final[dict[Show, Callable[[UiState], Mode]]] = {
    "nothing": _nothing,
    "inventory": _inventory,
    "call": _call,
    "discovered": _discovered,
    "options": options.open_options,
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
"""Information -> function that shows it; `show` handles the one with a count."""
