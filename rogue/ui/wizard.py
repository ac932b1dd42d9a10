"""Wizard mode: its keys with their prompts."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from rogue.rules import arrival, item_names, turn, wizard_mode
from rogue.rules.item_names import item_name
from rogue.rules.pack import units
from rogue.state.grid import COLS
from rogue.state.world import World
from rogue.tables.items import SYMBOL_OF, ItemClass, ItemKind
from rogue.ui import prompts
from rogue.ui.input_modes import COMMAND, CommandMode, LetterPrompt, Mode, TextPrompt
from rogue.ui.pager import show_list, show_pages
from rogue.ui.ui_state import UiState

TOGGLE: Final = ord("+")
CREATE: Final = ord("C")
ENTRIES: Final = "0123456789abcdefghijklmnopqrstuvwxyz"
"""Keys for the entries of a table, in order."""
BLESSINGS: Final[dict[str, wizard_mode.Blessing]] = {"+": "+", "-": "-", "n": "n"}
_CLASS_OF: Final[dict[str, ItemClass]] = {chr(symbol): cls for cls, symbol in SYMBOL_OF.items()}
REPEATED: Final = frozenset(b"\x01\x04")
"""Keys that a count repeats at once (CMD-3); before C it is the number of items."""


def command(ui: UiState, key: int, times: int) -> Mode | None:
    """Execute a wizard's command.  Return the next mode, or None if the key is not a wizard's key.

    `times` is the count typed before the key: how often a command in REPEATED is executed, or how many items
    CREATE makes.  These commands use no turn.  Call this only in a game that was started in wizard mode
    (`Session(wizard=True)`), because their keys are illegal in any other game.
    """
    world = ui.world
    after: Mode = COMMAND
    if key == TOGGLE:
        _toggle(ui)
    elif not world.wizard:
        return None
    elif key == CREATE:
        after = _create(ui, times)
    elif key in POWERS or (key in MIND_POWERS and world.minds is not None):
        power = POWERS.get(key) or MIND_POWERS[key]
        for _ in range(max(times, 1) if key in REPEATED else 1):
            after = power(ui)
    else:
        return None
    if isinstance(after, CommandMode) and not ui.line.asks:
        turn.look_again(world)
    return after


def _toggle(ui: UiState) -> None:
    world = ui.world
    if world.wizard:
        wizard_mode.resign(world)
        ui.emit("Not wizard any more")
    else:
        wizard_mode.become_wizard(world)
        ui.emit(f"You are suddenly as smart as Ken Arnold in dungeon #{world.seed}")


def _ask_key(ui: UiState, text: str, then: Callable[[str], Mode]) -> Mode:
    """Ask for one key.  Escape cancels the command."""
    ui.queue_messages()
    ui.ask(text, LetterPrompt(then, partial(prompts.cancel, ui)))
    return COMMAND


def _done(ui: UiState) -> Mode:
    turn.look_again(ui.world)
    return COMMAND


def _create(ui: UiState, times: int) -> Mode:
    return _ask_key(ui, "Type of item: ", partial(_create_of, ui, times))


def _create_of(ui: UiState, times: int, char: str) -> Mode:
    cls = _CLASS_OF.get(char)
    if cls is None:
        ui.emit("Invalid type, try again")
        return _create(ui, times)
    if cls == "gold":
        return _ask_gold(ui)
    if cls == "amulet":
        return _create_kind(ui, times, ui.world.rules.kinds(cls)[0])
    return _ask_entry(ui, times, cls)


def _ask_entry(ui: UiState, times: int, cls: ItemClass) -> Mode:
    last = ENTRIES[len(ui.world.rules.kinds(cls)) - 1]
    text = f"Which {chr(SYMBOL_OF[cls])} ({cls}) do you want? (0-{last})"
    return _ask_key(ui, text, partial(_create_entry, ui, times, cls))


def _create_entry(ui: UiState, times: int, cls: ItemClass, char: str) -> Mode:
    kinds = ui.world.rules.kinds(cls)
    entry = ENTRIES.find(char)
    if not 0 <= entry < len(kinds):
        ui.emit(f"Invalid {cls}, try again")
        return _ask_entry(ui, times, cls)
    if wizard_mode.takes_blessing(kinds[entry]):
        return _ask_blessing(ui, times, kinds[entry])
    return _create_kind(ui, times, kinds[entry])


def _ask_blessing(ui: UiState, times: int, kind: ItemKind) -> Mode:
    return _ask_key(ui, "Blessing? (+,-,n) ", partial(_create_blessed, ui, times, kind))


def _create_blessed(ui: UiState, times: int, kind: ItemKind, char: str) -> Mode:
    if char in BLESSINGS:
        return _create_kind(ui, times, kind, BLESSINGS[char])
    return _ask_blessing(ui, times, kind)


def _create_kind(ui: UiState, times: int, kind: ItemKind, blessing: wizard_mode.Blessing = "n") -> Mode:
    wizard_mode.create(ui.world, kind, blessing)
    after = _done(ui)
    return _create(ui, times - 1) if times > 1 else after


def _ask_gold(ui: UiState) -> Mode:
    ui.ask("How much? ", TextPrompt(partial(_create_gold, ui), partial(prompts.cancel, ui)))
    return COMMAND


def _create_gold(ui: UiState, text: str) -> Mode:
    if text.isdecimal() and text.isascii():
        ui.world.player.purse += int(text)
        return _done(ui)
    ui.emit(f"'{text}' is not a number")
    return _ask_gold(ui)


def _charge(ui: UiState) -> Mode:
    return prompts.ask_item(ui, "charge", ("stick",), partial(_charge_item, ui))


def _charge_item(ui: UiState, letter: str) -> Mode:
    item = ui.world.pack_item(letter)
    if item is not None and item.kind.cls == "stick":
        wizard_mode.charge(item)
        ui.emit(f"It holds {wizard_mode.CHARGES} charges now")
    else:
        ui.emit("That holds no charges")
    return _done(ui)


def _identify(ui: UiState) -> Mode:
    return prompts.ask_item(ui, "identify", (), partial(_identify_item, ui))


def _identify_item(ui: UiState, letter: str) -> Mode:
    world = ui.world
    item = world.pack_item(letter)
    assert item is not None, "the item prompt gives a letter of the pack"
    item_names.identify(world, item)
    ui.emit(item_name(world, item))
    return _done(ui)


def _position(ui: UiState) -> Mode:
    row, col = divmod(ui.world.player.spot, COLS)
    ui.emit(f"@ {row},{col}")
    return COMMAND


def _pack_units(ui: UiState) -> Mode:
    ui.emit(f"Inpack = {units(ui.world.player)}")
    return COMMAND


def _food(ui: UiState) -> Mode:
    ui.emit(f"Food left: {ui.world.player.food}")
    return COMMAND


def _lying(ui: UiState) -> Mode:
    world = ui.world
    lines = [item_name(world, item) for item in world.level.things]
    if lines:
        return show_list(ui, lines)
    ui.emit("Nothing lies on this level")
    return COMMAND


def _table(ui: UiState) -> Mode:
    return _ask_key(ui, "For what type of object do you want a list? ", partial(_table_of, ui))


def _table_of(ui: UiState, char: str) -> Mode:
    cls = _CLASS_OF.get(char)
    kinds = ui.world.rules.kinds(cls) if cls is not None else ()
    after: Mode = COMMAND
    if len(kinds) > 1:
        shares = [kind.odds for kind in kinds]
        if ui.world.rules.variant:  # a variant's odds are weights (VAR-6)
            whole = max(sum(shares), 1)
            shares = [odds * 100 // whole for odds in shares]
        rows = zip(ENTRIES, kinds, shares, strict=False)
        after = show_pages(ui, [f"{key}) {kind.name}: {share}%" for key, kind, share in rows])
    else:
        ui.emit("There is no table of these")
    turn.look_again(ui.world)
    return after


def _by_rule(rule: Callable[[World], object]) -> Callable[[UiState], Mode]:
    """Return a command that asks for nothing and calls a rule."""

    def power(ui: UiState) -> Mode:
        rule(ui.world)
        return COMMAND

    return power


# fmt: off
POWERS: Final[dict[int, Callable[[UiState], Mode]]] = {
    ord(key): use
    for key, use in {
        "|":    _position,
        "$":    _pack_units,
        "\x07": _lying,
        "\x17": _identify,
        "\x04": _by_rule(lambda world: wizard_mode.change_level(world, +1)),
        "\x01": _by_rule(lambda world: wizard_mode.change_level(world, -1)),
        "\x06": _by_rule(wizard_mode.show_level),
        "\x14": _by_rule(arrival.teleport),
        "\x05": _food,
        "\x11": _by_rule(wizard_mode.show_passages),
        "\x18": _by_rule(wizard_mode.toggle_detection),
        "~":    _charge,
        "\t":   _by_rule(wizard_mode.arm),
        "*":    _table,
    }.items()
}
"""Key -> command (WIZ-2), except C, which takes a count and is handled in `command`."""
# fmt: on
MIND_POWERS: Final[dict[int, Callable[[UiState], Mode]]] = {
    ord("&"): _by_rule(wizard_mode.show_noise),
    ord('"'): _by_rule(wizard_mode.show_scent),
    ord("\\"): _by_rule(wizard_mode.show_mind),
}
"""Key -> command in games where monsters think (MNP-6)."""
