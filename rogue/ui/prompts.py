"""Prompts for the input that a command needs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from rogue.rules import commands, item_names, turn
from rogue.rules.item_names import item_name
from rogue.rules.pack import is_in_use
from rogue.state.grid import KEY_STEP
from rogue.state.world import Command, World
from rogue.tables.items import ItemClass
from rogue.ui.input_modes import (
    COMMAND,
    DirectionPrompt,
    HandPrompt,
    ItemPrompt,
    LetterPrompt,
    Mode,
    TextPrompt,
)
from rogue.ui.keymap import ESCAPE, shown_key
from rogue.ui.pager import show_list
from rogue.ui.ui_state import UiState, raised

TYPED_MAX = 50
RETURN = (0x0A, 0x0D)
BELL = 0x07
_BACKSPACE = (0x08, 0x7F)
_KILL = 0x15


def begin_command(ui: UiState, command: Command) -> Mode:
    """Ask for the input of a command.  If the rules refuse the command, tell the player so without asking."""
    if commands.refused(ui.world, command.key):
        turn.do(ui.world, command)
        return COMMAND
    return _ask_next(ui, command)


def _ask_next(ui: UiState, command: Command) -> Mode:
    """Ask for the command's first missing input, or execute the command."""
    world = ui.world
    needs = commands.NEEDS[command.key]
    if needs.step and not command.step:
        return ask_direction(ui, partial(_take_step, ui, command))
    if needs.verb and not command.letter:
        classes = () if needs.cls is None else (needs.cls,)
        return ask_item(ui, needs.verb, classes, partial(_take_letter, ui, command))
    if needs.hand and not command.hand and _wants_hand(world, command):
        ui.ask("Left hand or right hand? ", HandPrompt(command), terse="Left or right ring? ")
    else:
        turn.do(world, command)
    return COMMAND


def _wants_hand(world: World, command: Command) -> bool:
    if not commands.asks_hand(world, command.key):
        return False
    item = world.pack_item(command.letter)
    return item is None or (item.kind.cls == "ring" and not is_in_use(world.player, item))


def _take_step(ui: UiState, command: Command, key: str) -> Mode:
    return _ask_next(ui, Command(command.key, KEY_STEP[key], command.letter, command.hand, command.times))


def _take_letter(ui: UiState, command: Command, letter: str) -> Mode:
    return _ask_next(ui, Command(command.key, command.step, letter, command.hand, command.times))


def hand_key(ui: UiState, mode: HandPrompt, key: int) -> Mode:
    """Handle a key at the hand prompt: l or r.  Escape cancels the command but uses the turn (CMD-7)."""
    ui.mark_answered()
    hand = {"l": "left", "r": "right"}.get(chr(key).lower(), "")
    if hand or key == ESCAPE:
        turn.do(ui.world, mode.command._replace(hand=hand))
        return COMMAND
    ui.emit("Please type L or R", terse="L or R")
    return _ask_next(ui, mode.command)


def cancel(ui: UiState) -> Mode:
    """Cancel a command, which uses no turn."""
    turn.look_again(ui.world)
    return COMMAND


def ask_direction(ui: UiState, then: Callable[[str], Mode]) -> Mode:
    """Ask for a direction, and pass the direction key to `then`.

    In terse mode the prompt is blank when it first appears, and has text only after a wrong key.
    """
    prompt = DirectionPrompt(then, partial(cancel, ui))
    if ui.world.options.terse:
        return prompt
    ui.ask("Which direction? ", prompt)
    return COMMAND


def direction_key(ui: UiState, mode: DirectionPrompt, key: int) -> Mode:
    """Handle a key at the direction prompt.  Capital and small letters mean the same."""
    ui.mark_answered()
    char = chr(key).lower()
    if key == ESCAPE:
        return mode.escape()
    if char in KEY_STEP:
        return mode.then(char)
    ui.ask("Which direction? ", mode, terse="Direction: ")
    return COMMAND


def ask_item(ui: UiState, verb: str, classes: tuple[ItemClass, ...], then: Callable[[str], Mode]) -> Mode:
    """Ask for a pack letter and pass it to `then`.  An empty pack ends the command."""
    if not ui.world.player.pack:
        ui.emit("You aren't carrying anything")
        return cancel(ui)
    _prompt_item(ui, ItemPrompt(then, partial(cancel, ui), partial(_nothing_fits, ui), verb, classes))
    return COMMAND


def _nothing_fits(ui: UiState) -> Mode:
    ui.emit("You don't have anything appropriate", terse="Nothing appropriate")
    return cancel(ui)


def _prompt_item(ui: UiState, prompt: ItemPrompt) -> None:
    verb = prompt.verb
    ui.ask(
        f"Which object do you want to {verb}? (* for list): ",
        prompt,
        terse=f"{raised(verb) if ui.words.terse_capital else verb} what? (* for list): ",
    )


def item_key(ui: UiState, mode: ItemPrompt, key: int) -> Mode:
    """Handle a key at an item prompt.

    A pack letter chooses that item, `*` shows a list, and Escape cancels.  After any other key, ask again.
    """
    world = ui.world
    ui.mark_answered()
    if key == ESCAPE or (key == BELL and world.rules.keys.bell_cancels):
        return mode.escape()
    if key == ord("*"):
        lines = pack_lines(world, mode.classes)
        if not lines:
            return mode.nothing()
        after = show_list(ui, lines)
        _prompt_item(ui, mode)
        return after
    if world.pack_item(chr(key)) is not None:
        ui.stale = not ui.words.prompt_stays
        return mode.then(chr(key))
    ui.emit(item_names.bad_letter(world, shown_key(key)))
    _prompt_item(ui, mode)
    return COMMAND


def pack_lines(world: World, classes: tuple[ItemClass, ...] = ()) -> list[str]:
    """Return the lines of the pack, limited to `classes` if any are given."""
    return [
        f"{item.letter}) {item_name(world, item)}{world.rules.words.list_stop}"
        for item in world.player.pack
        if not classes or item.kind.cls in classes
    ]


def ask_text(ui: UiState, then: Callable[[str], Mode], escape: Callable[[], Mode]) -> Mode:
    """Ask for an item's name, and pass it to `then`.  Escape calls `escape`."""
    ui.ask("What do you want to call it? ", TextPrompt(then, escape), terse="Call it: ")
    return COMMAND


def erased(ui: UiState, typed: str, key: int) -> str | None:
    """Erase the last character of `typed` if the key is Backspace, or all characters if it is control-U.

    Return the remaining text.  For any other key, do nothing and return None.
    """
    if key != _KILL and key not in _BACKSPACE:
        return None
    remaining = "" if key == _KILL else typed[:-1]
    for _ in range(len(typed) - len(remaining)):
        ui.renderer.erase_back()
    return remaining


def text_key(ui: UiState, mode: TextPrompt, key: int) -> Mode:
    """Handle a key at a text prompt.  The Return key ends the text, and Escape cancels.

    Backspace and control-U erase.  A `~` as the first character stands for the home folder.
    """
    renderer = ui.renderer
    if key in RETURN or key == ESCAPE:
        ui.mark_answered()
        return mode.escape() if key == ESCAPE else mode.then(mode.typed)
    remaining = erased(ui, mode.typed, key)
    if remaining is not None:
        return replace(mode, typed=remaining)
    if not 0x20 <= key < 0x7F:
        return mode
    home = ui.world.options.home if key == ord("~") and not mode.typed else ""
    text = (home or chr(key))[: TYPED_MAX - len(mode.typed)]
    renderer.write(renderer.at, text)
    return replace(mode, typed=mode.typed + text)


def ask_question(ui: UiState) -> None:
    """Queue the prompt for the question that a rule has asked."""
    question = ui.world.question
    assert question is not None
    then = partial(_answer_question, ui)
    escape = partial(_answer_question, ui, "")
    if question.about == "identify":
        nothing = partial(_answer_question, ui, "*")
        _prompt_item(ui, ItemPrompt(then, escape, nothing, "identify", question.classes))
    elif question.about == "genocide":
        prompt = LetterPrompt(then, escape)
        ui.ask("Which monster do you wish to wipe out? ", prompt, terse="Which monster? ")
    else:
        ask_text(ui, then, escape)


def _answer_question(ui: UiState, text: str) -> Mode:
    turn.answer(ui.world, text)
    return COMMAND
