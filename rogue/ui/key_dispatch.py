"""Key dispatch: one key in one mode, all that follows from it, and the mode that reads the next key."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final

from rogue.rules import turn
from rogue.state.grid import KEY_STEP
from rogue.state.world import Command
from rogue.ui import end_screens, info_commands, options, pager, prompts, save_dialog, travel, wizard
from rogue.ui.input_modes import (
    COMMAND,
    UNBREAKABLE,
    AimMode,
    CarefulMode,
    ClosedMode,
    CommandMode,
    DirectionPrompt,
    DiscoveredPrompt,
    HandPrompt,
    HelpPrompt,
    ItemPrompt,
    LetterPrompt,
    Mode,
    MoreMode,
    OptionsMode,
    OutsideMode,
    OverwritePrompt,
    PageMode,
    QuitPrompt,
    ReturnMode,
    SavePrompt,
    SymbolPrompt,
    TextPrompt,
    WindowMode,
    WinnerMode,
)
from rogue.ui.keymap import ESCAPE, INTERRUPT, REST, SPACE, shown_key
from rogue.ui.ui_state import UiState

CONTROL: Final = 0x1F  # what a control key leaves of its letter


def press(ui: UiState, mode: Mode, key: int) -> Mode:
    """Take one key, 0 to 255, in a mode, and draw all that it leads to; return the mode of the next key."""
    if key == INTERRUPT and not isinstance(mode, UNBREAKABLE):
        mode = _interrupt(ui, mode)
    elif isinstance(mode, CommandMode):  # most keys are commands
        mode = _command(ui, mode, key)
    else:
        mode = HANDLERS[type(mode)](ui, mode, key)
    if ui.turn_due and isinstance(mode, CommandMode) and not ui.line.asks:  # a showing command costs (V36-20)
        ui.turn_due = False
        turn.do(ui.world, Command("."))
    return finish_turn(ui, mode)


def finish_turn(ui: UiState, mode: Mode) -> Mode:
    """Show what was said and done up to the point where the next key is needed; return its mode."""
    world, line = ui.world, ui.line
    ui.queue_messages()
    if world.options.helpers:
        ui.lookout.look(world)
    if not isinstance(mode, CommandMode):
        if not line.has_frames:  # what waits is older than the map as it is now
            ui.paint(None, answering=True)
        return mode
    if world.windows:
        line.forget_frames()
        ui.paint(None)
        return pager.show_window(ui, world.windows.pop(0))
    if world.question is not None and world.ending is None and not line.asks:
        prompts.ask_question(ui)
    mode = _show_messages(ui, mode)
    if world.ending is not None and isinstance(mode, CommandMode):
        return end_screens.show_end(ui)
    return mode


def _show_messages(ui: UiState, mode: Mode) -> Mode:
    """Show frames and messages up to the next --More-- or prompt, then the map; return the mode."""
    line = ui.line
    text: str | None = None
    framed = False  # the map shows the moment at which the next message was said
    while line.queue and isinstance(mode, CommandMode):
        frame = line.queue[0].frame
        if frame is not None:
            line.queue.popleft()
            ui.paint_frame(frame, text)
            text, framed = None, True
        elif line.pending:
            mode = MoreMode()
        else:
            entry = line.next()
            text, framed = entry.text, False
            mode = entry.mode or mode
    more = isinstance(mode, MoreMode)
    if framed and more:
        ui.paint_more()
    else:
        ui.paint(text, more, answering=not isinstance(mode, CommandMode))
    return mode


# -- commands


def _command(ui: UiState, mode: CommandMode, key: int) -> Mode:
    """A command is awaited.  Every key wipes the message of before, unless resting keeps it."""
    line, words, world = ui.line, ui.words, ui.world
    if key != REST or not words.rest_keeps_message:
        ui.stale = not words.prompt_stays or line.pending != ""
        line.pending = ""
    world.unread = line.pending != ""
    meaning = ui.keys[key]
    kind, command = meaning.kind, meaning.command
    ui.turn_due = meaning.costs
    if kind == "count":
        return _counted(min(mode.count * 10 + key - ord("0"), world.rules.keys.count_max))
    if mode.count and (kind != "ask" or world.rules.keys.repeats_items):
        command = _repeated(command, mode.count)
    if kind == "act":
        turn.do(world, command)
        return COMMAND
    if kind == "ask":
        return prompts.begin_command(ui, command)
    if kind == "careful":
        return CarefulMode(command.times)
    if kind == "show":
        after = info_commands.show(ui, meaning.show, command.times, again=mode.recalled)
        if not isinstance(after, DirectionPrompt) and not line.asks:
            turn.look_again(world)
        return after
    return _extra_command(ui, key, command.times)


@lru_cache(maxsize=1024)
def _repeated(command: Command, times: int) -> Command:
    """Return a command that is to be carried out so many times."""
    return Command(command.key, command.step, command.letter, command.hand, times)


@lru_cache(maxsize=256)
def _counted(count: int) -> CommandMode:
    """Return the mode in which a command of this count is awaited."""
    return CommandMode(count)


def _extra_command(ui: UiState, key: int, times: int) -> Mode:
    """Carry out a command of the helpers or of a wizard, or complain about the key."""
    if travel.is_key(ui.world, key):
        return travel.begin(ui, key)
    after = wizard.command(ui, key, times)
    if after is not None:
        return after
    ui.emit(f"Illegal command '{shown_key(key)}'", remembered=False)
    turn.look_again(ui.world)
    return COMMAND


def _careful(ui: UiState, mode: CarefulMode, key: int) -> Mode:
    """A careful run is begun: a direction key runs, another key does what it does alone (V52-21)."""
    char = chr(key).lower()
    if char not in KEY_STEP:
        return _command(ui, CommandMode(mode.times), key)
    turn.do(ui.world, Command(chr(ord(char) & CONTROL), times=mode.times))
    return COMMAND


def _more(ui: UiState, mode: MoreMode, key: int) -> Mode:
    """--More-- waits: space goes on, Escape ends a list, everything else is dropped."""
    if key == ESCAPE and ui.line.listing and ui.words.escape_cuts_lists:
        ui.line.cut_list()
    elif key != SPACE:
        return mode
    ui.mark_answered()
    return COMMAND


# -- leaving


def _interrupt(ui: UiState, mode: Mode) -> Mode:
    """Control-C in the middle of something: ask whether to quit; a no brings all back."""
    renderer = ui.renderer
    resumed = QuitPrompt(mode, renderer.picture()[0].rstrip(), renderer.at)
    renderer.row(0, "Really quit?")
    return resumed


def _quit(ui: UiState, mode: QuitPrompt, key: int) -> Mode:
    if key in b"yY":
        ui.line.queue.clear()
        ui.mark_answered()
        ui.world.question = None
        ui.world.end("quit")
        return COMMAND
    if mode.resumed is None:
        ui.mark_answered()
        turn.look_again(ui.world)
        return COMMAND
    ui.renderer.row(0, mode.row)
    ui.renderer.cursor(mode.cursor if mode.cursor >= 0 else ui.renderer.at)
    return mode.resumed


def _closed(_ui: UiState, mode: ClosedMode, _key: int) -> Mode:
    """The game is over: nothing is read any more."""
    return mode


HANDLERS: Final[dict[type[Any], Callable[[UiState, Any, int], Mode]]] = {
    CommandMode: _command,
    CarefulMode: _careful,
    MoreMode: _more,
    ItemPrompt: prompts.item_key,
    DirectionPrompt: prompts.direction_key,
    HandPrompt: prompts.hand_key,
    TextPrompt: prompts.text_key,
    LetterPrompt: info_commands.letter_key,
    SymbolPrompt: info_commands.symbol_key,
    HelpPrompt: info_commands.help_key,
    DiscoveredPrompt: info_commands.discovered_key,
    AimMode: travel.aim_key,
    PageMode: pager.page_key,
    WindowMode: pager.window_key,
    OptionsMode: options.options_key,
    QuitPrompt: _quit,
    SavePrompt: save_dialog.save_key,
    OverwritePrompt: save_dialog.overwrite_key,
    OutsideMode: save_dialog.outside_key,
    WinnerMode: end_screens.winner_key,
    ReturnMode: end_screens.return_key,
    ClosedMode: _closed,
}
"""Class of a mode -> the function that takes a key in it and returns the mode that follows."""
