"""Prompts: what a command must know before it can be carried out."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from rogue.rules import commands, identify, turn
from rogue.rules.item_names import item_name
from rogue.rules.pack import is_in_use
from rogue.state.grid import KEY_STEP
from rogue.state.world import Command, World
from rogue.tables.items import ItemClass
from rogue.ui.keymap import ESCAPE, shown_key
from rogue.ui.message_line import raised
from rogue.ui.pager import show_list
from rogue.ui.ui_state import Prompt, UiState

TYPED_MAX = 50
RETURN = (0x0A, 0x0D)
BELL = 0x07
_BACKSPACE = (0x08, 0x7F)
_KILL = 0x15


# -- commands


def begin_command(ui: UiState, command: Command) -> None:
    """Start a command that needs answers; what is refused beforehand is carried out at once."""
    if commands.refused(ui.world, command.key):
        turn.do(ui.world, command)
        return
    ui.command = command
    _ask_next(ui)


def _ask_next(ui: UiState) -> None:
    command, world = ui.command, ui.world
    needs = commands.NEEDS[command.key]
    if needs.step and not command.step:
        ask_direction(ui, partial(_take_step, ui))
    elif needs.verb and not command.letter:
        classes = () if needs.cls is None else (needs.cls,)
        ask_item(ui, needs.verb, classes, partial(_take_letter, ui))
    elif needs.hand and not command.hand and _wants_hand(world, command):
        ui.ask("Left hand or right hand? ", "hand", terse="Left or right ring? ")
    else:
        turn.do(world, command)


def _wants_hand(world: World, command: Command) -> bool:
    if not commands.asks_hand(world, command.key):
        return False
    item = world.pack_item(command.letter)
    return item is None or (item.kind.cls == "ring" and not is_in_use(world.player, item))


def _take_step(ui: UiState, key: str) -> None:
    ui.command = ui.command._replace(step=KEY_STEP[key])
    _ask_next(ui)


def _take_letter(ui: UiState, letter: str) -> None:
    ui.command = ui.command._replace(letter=letter)
    _ask_next(ui)


def hand_key(ui: UiState, key: int) -> None:
    """The hand is asked: l or r.  Escape gives up, which costs the turn all the same (CMD-7)."""
    ui.answered()
    hand = {"l": "left", "r": "right"}.get(chr(key).lower(), "")
    if hand or key == ESCAPE:
        turn.do(ui.world, ui.command._replace(hand=hand))
        return
    ui.emit("Please type L or R", terse="L or R")
    _ask_next(ui)


def cancel(ui: UiState) -> None:
    """Give a command up at no cost."""
    turn.look_again(ui.world)


# -- direction


def ask_direction(ui: UiState, then: Callable[[str], None]) -> None:
    """Ask for a direction; `then` gets its key.  The short form asks nothing at first."""
    ui.prompt = Prompt(then, partial(cancel, ui))
    if ui.world.options.terse:
        ui.mode = "direction"
    else:
        ui.ask("Which direction? ", "direction")


def direction_key(ui: UiState, key: int) -> None:
    """A direction is asked: one of its keys, small or capital."""
    prompt = ui.prompt
    assert prompt is not None
    ui.answered()
    char = chr(key).lower()
    if key == ESCAPE:
        prompt.escape()
    elif char in KEY_STEP:
        prompt.then(char)
    else:
        ui.ask("Which direction? ", "direction", terse="Direction: ")


# -- items


def ask_item(ui: UiState, verb: str, classes: tuple[ItemClass, ...], then: Callable[[str], None]) -> None:
    """Ask for a pack letter, which `then` gets; an empty pack ends the command."""
    if not ui.world.player.pack:
        ui.emit("You aren't carrying anything")
        cancel(ui)
        return
    give_up = partial(cancel, ui)
    ui.prompt = Prompt(then, give_up, verb, classes, partial(_nothing_fits, ui))
    _prompt_item(ui)


def _nothing_fits(ui: UiState) -> None:
    ui.emit("You don't have anything appropriate", terse="Nothing appropriate")
    cancel(ui)


def _prompt_item(ui: UiState) -> None:
    verb = ui.prompt.verb if ui.prompt else ""
    ui.ask(
        f"Which object do you want to {verb}? (* for list): ",
        "item",
        terse=f"{raised(verb) if ui.words.terse_capital else verb} what? (* for list): ",
    )


def item_key(ui: UiState, key: int) -> None:
    """An item is asked: any pack letter; `*` lists what fits; anything else is asked again."""
    prompt, world = ui.prompt, ui.world
    assert prompt is not None
    ui.answered()
    if key == ESCAPE or (key == BELL and world.rules.keys.bell_cancels):
        prompt.escape()
    elif key == ord("*"):
        lines = pack_lines(world, prompt.classes)
        if lines:
            show_list(ui, lines)
            _prompt_item(ui)
        else:
            prompt.nothing()
    elif world.pack_item(chr(key)) is not None:
        ui.stale = not ui.words.prompt_stays
        prompt.then(chr(key))
    else:
        ui.emit(identify.bad_letter(world, shown_key(key)))
        _prompt_item(ui)


def pack_lines(world: World, classes: tuple[ItemClass, ...] = ()) -> list[str]:
    """Return the lines of the pack, of some classes only if any are given."""
    return [
        f"{item.letter}) {item_name(world, item)}{world.rules.words.list_stop}"
        for item in world.player.pack
        if not classes or item.kind.cls in classes
    ]


# -- text


def ask_text(ui: UiState, then: Callable[[str], None], escape: Callable[[], None]) -> None:
    """Ask what to call a thing; `then` gets the text, `escape` is called on Escape."""
    ui.prompt = Prompt(then, escape)
    ui.typed = ""
    ui.ask("What do you want to call it? ", "text", terse="Call it: ")


def erase(ui: UiState, key: int) -> bool:
    """Take back the last letter that was typed, or all of them; return whether the key asks for that."""
    if key != _KILL and key not in _BACKSPACE:
        return False
    for _ in ui.typed if key == _KILL else ui.typed[-1:]:
        ui.renderer.erase_back()
        ui.typed = ui.typed[:-1]
    return True


def text_key(ui: UiState, key: int) -> None:
    """A text is typed: return ends it, Escape gives it up, backspace and control-U take back, a `~` as
    first character is the home folder.
    """
    prompt, renderer = ui.prompt, ui.renderer
    assert prompt is not None
    if key in RETURN or key == ESCAPE:
        ui.answered()
        if key == ESCAPE:
            prompt.escape()
        else:
            prompt.then(ui.typed)
    elif not erase(ui, key) and 0x20 <= key < 0x7F:
        home = ui.world.options.home if key == ord("~") and not ui.typed else ""
        text = (home or chr(key))[: TYPED_MAX - len(ui.typed)]
        ui.typed += text
        renderer.write(renderer.at, text)


# -- questions that rules leave open


def ask_question(ui: UiState) -> None:
    """Ask what a rule needs to know to finish the action."""
    world = ui.world
    question = world.question
    assert question is not None
    then = partial(turn.answer, world)
    escape = partial(turn.answer, world, "")
    if question.about == "identify":
        nothing = partial(turn.answer, world, "*")
        ui.prompt = Prompt(then, escape, "identify", question.classes, nothing)
        _prompt_item(ui)
    elif question.about == "genocide":
        ui.prompt = Prompt(then, escape)
        ui.ask("Which monster do you wish to wipe out? ", "letter", terse="Which monster? ")
    else:
        ask_text(ui, then, escape)
