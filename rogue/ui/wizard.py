"""Wizard mode: its keys and the questions they ask.

Wizard mode is for a game that was begun in it (`Session(wizard=True)`); in any other the keys are
illegal.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from rogue.rules import effects, identify, turn, wizard_mode
from rogue.rules.item_names import item_name
from rogue.rules.pack import units
from rogue.state.grid import COLS
from rogue.state.world import Command
from rogue.tables.items import SYMBOL_OF, ItemClass, ItemKind
from rogue.ui import prompts
from rogue.ui.pager import show_list, show_pages
from rogue.ui.ui_state import Prompt, UiState

TOGGLE: Final = ord("+")
ENTRIES: Final = "0123456789abcdefghijklmnopqrstuvwxyz"
"""What stands for the entries of a table, in its order."""
BLESSINGS: Final[dict[str, wizard_mode.Blessing]] = {"+": "+", "-": "-", "n": "n"}
_CLASS_OF: Final[dict[str, ItemClass]] = {chr(symbol): cls for cls, symbol in SYMBOL_OF.items()}


def command(ui: UiState, key: int, times: int) -> bool:
    """Carry out a wizard's command `times` times, 0 for once; False if the key is none here.

    All of them are free.
    """
    world = ui.world
    if key == TOGGLE and world.unscored:
        _toggle(ui)
    elif key in POWERS and world.wizard:
        ui.command = Command(chr(key), times=times)
        for _ in range(max(times, 1) if key in REPEATED else 1):
            POWERS[key](ui)
    else:
        return False
    if not ui.line.asks and ui.mode == "command":
        turn.look_again(world)
    return True


def _toggle(ui: UiState) -> None:
    world = ui.world
    if world.wizard:
        wizard_mode.resign(world)
        ui.emit("Not wizard any more")
    else:
        wizard_mode.become_wizard(world)
        ui.emit(f"You are suddenly as smart as Ken Arnold in dungeon #{world.seed}")


# -- prompts


def _ask_key(ui: UiState, text: str, then: Callable[[str], None]) -> None:
    """Ask for one key; Escape gives the command up."""
    ui.queue_messages()
    ui.prompt = Prompt(then, partial(prompts.cancel, ui))
    ui.ask(text, "letter")


def _done(ui: UiState) -> None:
    turn.look_again(ui.world)


# -- making things


def _create(ui: UiState) -> None:
    _ask_key(ui, "Type of item: ", partial(_create_of, ui))


def _create_of(ui: UiState, char: str) -> None:
    cls = _CLASS_OF.get(char)
    if cls is None:
        ui.emit("Invalid type, try again")
        _create(ui)
    elif cls == "gold":
        _ask_gold(ui)
    elif cls == "amulet":
        _create_kind(ui, ui.world.rules.kinds(cls)[0])
    else:
        _ask_entry(ui, cls)


def _ask_entry(ui: UiState, cls: ItemClass) -> None:
    last = ENTRIES[len(ui.world.rules.kinds(cls)) - 1]
    text = f"Which {chr(SYMBOL_OF[cls])} ({cls}) do you want? (0-{last})"
    _ask_key(ui, text, partial(_create_entry, ui, cls))


def _create_entry(ui: UiState, cls: ItemClass, char: str) -> None:
    kinds = ui.world.rules.kinds(cls)
    entry = ENTRIES.find(char)
    if not 0 <= entry < len(kinds):
        ui.emit(f"Invalid {cls}, try again")
        _ask_entry(ui, cls)
    elif wizard_mode.takes_blessing(kinds[entry]):
        _ask_blessing(ui, kinds[entry])
    else:
        _create_kind(ui, kinds[entry])


def _ask_blessing(ui: UiState, kind: ItemKind) -> None:
    _ask_key(ui, "Blessing? (+,-,n) ", partial(_create_blessed, ui, kind))


def _create_blessed(ui: UiState, kind: ItemKind, char: str) -> None:
    if char in BLESSINGS:
        _create_kind(ui, kind, BLESSINGS[char])
    else:
        _ask_blessing(ui, kind)


def _create_kind(ui: UiState, kind: ItemKind, blessing: wizard_mode.Blessing = "n") -> None:
    wizard_mode.create(ui.world, kind, blessing)
    left = ui.command.times - 1
    _done(ui)
    if left > 0:
        ui.command = Command("C", times=left)
        _create(ui)


def _ask_gold(ui: UiState) -> None:
    ui.prompt = Prompt(partial(_create_gold, ui), partial(prompts.cancel, ui))
    ui.typed = ""
    ui.ask("How much? ", "text")


def _create_gold(ui: UiState, text: str) -> None:
    if text.isdecimal() and text.isascii():
        ui.world.player.purse += int(text)
        _done(ui)
    else:
        ui.emit(f"'{text}' is not a number")
        _ask_gold(ui)


def _charge(ui: UiState) -> None:
    prompts.ask_item(ui, "charge", ("stick",), partial(_charge_item, ui))


def _charge_item(ui: UiState, letter: str) -> None:
    item = ui.world.pack_item(letter)
    if item is not None and item.kind.cls == "stick":
        wizard_mode.charge(item)
        ui.emit(f"It holds {wizard_mode.CHARGES} charges now")
    else:
        ui.emit("That holds no charges")
    _done(ui)


def _identify(ui: UiState) -> None:
    prompts.ask_item(ui, "identify", (), partial(_identify_item, ui))


def _identify_item(ui: UiState, letter: str) -> None:
    world = ui.world
    item = world.pack_item(letter)
    assert item is not None, "the item prompt gives a letter of the pack"
    identify.identify(world, item)
    ui.emit(item_name(world, item))
    _done(ui)


# -- showing things


def _position(ui: UiState) -> None:
    row, col = divmod(ui.world.player.spot, COLS)
    ui.emit(f"@ {row},{col}")


def _pack_units(ui: UiState) -> None:
    ui.emit(f"Inpack = {units(ui.world.player)}")


def _food(ui: UiState) -> None:
    ui.emit(f"Food left: {ui.world.player.food}")


def _lying(ui: UiState) -> None:
    world = ui.world
    lines = [item_name(world, item) for item in world.level.things]
    if lines:
        show_list(ui, lines)
    else:
        ui.emit("Nothing lies on this level")


def _table(ui: UiState) -> None:
    _ask_key(ui, "For what type of object do you want a list? ", partial(_table_of, ui))


def _table_of(ui: UiState, char: str) -> None:
    cls = _CLASS_OF.get(char)
    kinds = ui.world.rules.kinds(cls) if cls is not None else ()
    if len(kinds) > 1:
        whole = sum(kind.odds for kind in kinds)
        shares = [kind.odds if whole <= 100 else kind.odds * 100 // whole for kind in kinds]
        rows = zip(ENTRIES, kinds, shares, strict=False)
        lines = [f"{key}) {kind.name}: {share}%" for key, kind, share in rows]
        show_pages(ui, lines)
    else:
        ui.emit("There is no table of these")
    _done(ui)


# -- the table

# fmt: off
POWERS: Final[dict[int, Callable[[UiState], None]]] = {
    ord(key): use
    for key, use in {
        "|":    _position,
        "C":    _create,
        "$":    _pack_units,
        "\x07": _lying,
        "\x17": _identify,
        "\x04": lambda ui: wizard_mode.change_level(ui.world, +1),
        "\x01": lambda ui: wizard_mode.change_level(ui.world, -1),
        "\x06": lambda ui: wizard_mode.show_level(ui.world),
        "\x14": lambda ui: effects.teleport(ui.world),
        "\x05": _food,
        "\x11": lambda ui: wizard_mode.show_passages(ui.world),
        "\x18": lambda ui: wizard_mode.toggle_detection(ui.world),
        "~":    _charge,
        "\t":   lambda ui: wizard_mode.arm(ui.world),
        "*":    _table,
    }.items()
}
"""Key -> command (WIZ-2)."""
# fmt: on
REPEATED: Final = frozenset(b"\x01\x04")
"""Keys that a count repeats at once (CMD-3); before C it asks for so many things."""
