"""Wizard mode: its keys and the questions they ask.

Owns   which keys a wizard has besides everyone's, and the dialogue of each (WIZ-1, WIZ-2, KEY-44).
Leaves what they do to the game (rules.wizardry).

Wizard mode is for a game that was begun in it (`Session(wizard=True)`); in any other the keys are
illegal.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from rogue.play import ask
from rogue.play.lists import show_list, show_pages
from rogue.play.stage import Asked, Stage
from rogue.rules import identify, teleport, turn, wizardry
from rogue.rules.describe import item_name
from rogue.rules.pack import units
from rogue.state.command import Command
from rogue.state.grid import COLS
from rogue.tables.items import SYMBOL_OF, ItemClass, ItemKind

TOGGLE: Final = ord("+")
ENTRIES: Final = "0123456789abcdefghijklmnopqrstuvwxyz"
"""What stands for the entries of a table, in its order."""
BLESSINGS: Final[dict[str, wizardry.Blessing]] = {"+": "+", "-": "-", "n": "n"}
_CLASS_OF: Final[dict[str, ItemClass]] = {chr(symbol): cls for cls, symbol in SYMBOL_OF.items()}


def command(stage: Stage, key: int, times: int) -> bool:
    """Carry out a wizard's command `times` times, 0 for once; False if the key is none here.

    All of them are free.
    """
    world = stage.world
    if key == TOGGLE and world.unscored:
        _toggle(stage)
    elif key in POWERS and world.wizard:
        stage.command = Command(chr(key), times=times)
        for _ in range(max(times, 1) if key in REPEATED else 1):
            POWERS[key](stage)
    else:
        return False
    if not stage.line.asks and stage.mode == "command":
        turn.look_again(world)
    return True


def _toggle(stage: Stage) -> None:
    world = stage.world
    if world.wizard:
        wizardry.resign(world)
        stage.say("Not wizard any more")
    else:
        wizardry.become_wizard(world)
        stage.say(f"You are suddenly as smart as Ken Arnold in dungeon #{world.seed}")


# -- prompts


def _ask_key(stage: Stage, text: str, then: Callable[[str], None]) -> None:
    """Ask for one key; Escape gives the command up."""
    stage.hear()
    stage.asked = Asked(then, partial(ask.cancel, stage))
    stage.ask(text, "letter")


def _done(stage: Stage) -> None:
    turn.look_again(stage.world)


# -- making things


def _create(stage: Stage) -> None:
    _ask_key(stage, "Type of item: ", partial(_create_of, stage))


def _create_of(stage: Stage, char: str) -> None:
    cls = _CLASS_OF.get(char)
    if cls is None:
        stage.say("Invalid type, try again")
        _create(stage)
    elif cls == "gold":
        _ask_gold(stage)
    elif cls == "amulet":
        _create_kind(stage, stage.world.rules.kinds(cls)[0])
    else:
        _ask_entry(stage, cls)


def _ask_entry(stage: Stage, cls: ItemClass) -> None:
    last = ENTRIES[len(stage.world.rules.kinds(cls)) - 1]
    text = f"Which {chr(SYMBOL_OF[cls])} ({cls}) do you want? (0-{last})"
    _ask_key(stage, text, partial(_create_entry, stage, cls))


def _create_entry(stage: Stage, cls: ItemClass, char: str) -> None:
    kinds = stage.world.rules.kinds(cls)
    entry = ENTRIES.find(char)
    if not 0 <= entry < len(kinds):
        stage.say(f"Invalid {cls}, try again")
        _ask_entry(stage, cls)
    elif wizardry.takes_blessing(kinds[entry]):
        _ask_blessing(stage, kinds[entry])
    else:
        _create_kind(stage, kinds[entry])


def _ask_blessing(stage: Stage, kind: ItemKind) -> None:
    _ask_key(stage, "Blessing? (+,-,n) ", partial(_create_blessed, stage, kind))


def _create_blessed(stage: Stage, kind: ItemKind, char: str) -> None:
    if char in BLESSINGS:
        _create_kind(stage, kind, BLESSINGS[char])
    else:
        _ask_blessing(stage, kind)


def _create_kind(stage: Stage, kind: ItemKind, blessing: wizardry.Blessing = "n") -> None:
    wizardry.create(stage.world, kind, blessing)
    left = stage.command.times - 1
    _done(stage)
    if left > 0:
        stage.command = Command("C", times=left)
        _create(stage)


def _ask_gold(stage: Stage) -> None:
    stage.asked = Asked(partial(_create_gold, stage), partial(ask.cancel, stage))
    stage.typed = ""
    stage.ask("How much? ", "text")


def _create_gold(stage: Stage, text: str) -> None:
    if text.isdecimal() and text.isascii():
        stage.world.player.purse += int(text)
        _done(stage)
    else:
        stage.say(f"'{text}' is not a number")
        _ask_gold(stage)


def _charge(stage: Stage) -> None:
    ask.ask_item(stage, "charge", ("stick",), partial(_charge_item, stage))


def _charge_item(stage: Stage, letter: str) -> None:
    item = stage.world.pack_item(letter)
    if item is not None and item.kind.cls == "stick":
        wizardry.charge(item)
        stage.say(f"It holds {wizardry.CHARGES} charges now")
    else:
        stage.say("That holds no charges")
    _done(stage)


def _identify(stage: Stage) -> None:
    ask.ask_item(stage, "identify", (), partial(_identify_item, stage))


def _identify_item(stage: Stage, letter: str) -> None:
    world = stage.world
    item = world.pack_item(letter)
    assert item is not None, "the item prompt gives a letter of the pack"
    identify.identify(world, item)
    stage.say(item_name(world, item))
    _done(stage)


# -- showing things


def _position(stage: Stage) -> None:
    row, col = divmod(stage.world.player.spot, COLS)
    stage.say(f"@ {row},{col}")


def _pack_units(stage: Stage) -> None:
    stage.say(f"Inpack = {units(stage.world.player)}")


def _food(stage: Stage) -> None:
    stage.say(f"Food left: {stage.world.player.food}")


def _lying(stage: Stage) -> None:
    world = stage.world
    lines = [item_name(world, item) for item in world.level.things]
    if lines:
        show_list(stage, lines)
    else:
        stage.say("Nothing lies on this level")


def _table(stage: Stage) -> None:
    _ask_key(stage, "For what type of object do you want a list? ", partial(_table_of, stage))


def _table_of(stage: Stage, char: str) -> None:
    cls = _CLASS_OF.get(char)
    kinds = stage.world.rules.kinds(cls) if cls is not None else ()
    if len(kinds) > 1:
        lines = [f"{key}) {kind.name}: {kind.odds}%" for key, kind in zip(ENTRIES, kinds, strict=False)]
        show_pages(stage, lines)
    else:
        stage.say("There is no table of these")
    _done(stage)


# -- the table

# fmt: off
POWERS: Final[dict[int, Callable[[Stage], None]]] = {
    ord(key): use
    for key, use in {
        "|":    _position,
        "C":    _create,
        "$":    _pack_units,
        "\x07": _lying,
        "\x17": _identify,
        "\x04": lambda stage: wizardry.change_level(stage.world, +1),
        "\x01": lambda stage: wizardry.change_level(stage.world, -1),
        "\x06": lambda stage: wizardry.show_level(stage.world),
        "\x14": lambda stage: teleport.teleport(stage.world),
        "\x05": _food,
        "\x11": lambda stage: wizardry.show_passages(stage.world),
        "\x18": lambda stage: wizardry.toggle_detection(stage.world),
        "~":    _charge,
        "\t":   lambda stage: wizardry.arm(stage.world),
        "*":    _table,
    }.items()
}
"""Key -> command (WIZ-2)."""
# fmt: on
REPEATED: Final = frozenset(b"\x01\x04")
"""Keys that a count repeats at once (CMD-3); before C it asks for so many things."""
