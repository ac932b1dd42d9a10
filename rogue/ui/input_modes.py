"""The input modes: who reads the next key, and what follows when it was read."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from rogue.rules import turn
from rogue.state.grid import KEY_STEP
from rogue.state.world import Command
from rogue.ui import end_screens, info_commands, option_screen, pager, prompts, save_dialog, travel, wizard
from rogue.ui.keymap import ESCAPE, INTERRUPT, REST, SPACE, Mode, shown_key
from rogue.ui.ui_state import UiState

CONTROL: Final = 0x1F  # what a control key leaves of its letter
UNBREAKABLE: Final = frozenset(("command", "quit", "outside", "winner", "return", "closed"))
"""Modes in which control-C is a key like any other."""


def press(ui: UiState, key: int) -> None:
    """Take one key and draw all that it leads to."""
    if key == INTERRUPT and ui.mode not in UNBREAKABLE:
        _interrupt(ui)
    else:
        HANDLERS[ui.mode](ui, key)
    if ui.owes:
        _pay(ui)
    finish_turn(ui)


def finish_turn(ui: UiState) -> None:
    """Show what was said and done up to the point where the next key is needed."""
    world, line = ui.world, ui.line
    ui.queue_messages()
    if ui.mode != "command":
        if not line.has_frames:  # what waits is older than the map as it is now
            ui.paint(None)
        return
    if world.windows:
        line.forget_frames()
        ui.paint(None)
        pager.show_window(ui, world.windows.pop(0))
        return
    if world.question is not None and world.ending is None and not line.asks:
        prompts.ask_question(ui)
    text: str | None = None
    framed = False  # the map shows the moment at which the next message was said
    while line.queue and ui.mode == "command":
        frame = line.queue[0].frame
        if frame is not None:
            line.queue.popleft()
            ui.paint_frame(frame, text)
            text, framed = None, True
        elif line.pending:
            ui.mode = "more"
        else:
            entry = line.next()
            text, ui.mode, framed = entry.text, entry.mode, False
    if framed and ui.mode == "more":
        ui.paint_more()
    else:
        ui.paint(text, ui.mode == "more")
    if world.ending is not None and ui.mode == "command":
        end_screens.show_end(ui)


# -- commands


def _command(ui: UiState, key: int) -> None:
    """A command is awaited.  Every key wipes the message of before, unless resting keeps it."""
    line, words = ui.line, ui.words
    if key != REST or not words.rest_keeps_message:
        ui.stale = not words.prompt_stays or line.pending != ""
        line.pending = ""
    ui.world.unread = line.pending != ""
    kind, command, shown, ui.owes = ui.keys[key]
    if kind == "count":
        ui.count = min(ui.count * 10 + key - ord("0"), ui.world.rules.keys.count_max)
        return
    if ui.count:
        command = command._replace(times=ui.count)
        ui.count = 0
        if kind == "ask" and not ui.world.rules.keys.repeats_items:
            command = command._replace(times=0)
    if kind == "act":
        turn.do(ui.world, command)
    elif kind == "ask":
        prompts.begin_command(ui, command)
    elif kind == "show":
        ui.command = command
        info_commands.show(ui, shown)
        if ui.mode != "direction" and not ui.line.asks:
            turn.look_again(ui.world)
    elif kind == "careful":
        ui.command, ui.mode = command, "careful"
    elif travel.is_key(ui.world, key):
        travel.begin(ui, key)
    elif not wizard.command(ui, key, command.times):
        ui.emit(f"Illegal command '{shown_key(key)}'", remembered=False)
        turn.look_again(ui.world)


def _careful(ui: UiState, key: int) -> None:
    """A careful run is begun: a direction key runs, another key does what it does alone (V52-21)."""
    times, char = ui.command.times, chr(key).lower()
    ui.mode = "command"
    if char in KEY_STEP:
        turn.do(ui.world, Command(chr(ord(char) & CONTROL), times=times))
    else:
        ui.count = times
        _command(ui, key)


def _pay(ui: UiState) -> None:
    """Let the turn pass that a showing command costs, once all its prompts are answered (V36-20)."""
    if ui.mode == "command" and not ui.line.asks:
        ui.owes = False
        turn.do(ui.world, Command("."))


def _more(ui: UiState, key: int) -> None:
    """--More-- waits: space goes on, Escape ends a list, everything else is dropped."""
    if key == ESCAPE and ui.line.listing and ui.words.escape_cuts_lists:
        ui.line.cut_list()
        ui.answered()
    elif key == SPACE:
        ui.answered()


# -- leaving


def _interrupt(ui: UiState) -> None:
    """Control-C in the middle of something: ask whether to quit; a no brings all back."""
    renderer = ui.renderer
    ui.resume = (ui.mode, renderer.picture()[0].rstrip(), renderer.at)
    ui.mode = "quit"
    renderer.row(0, "Really quit?")


def _quit(ui: UiState, key: int) -> None:
    if key in b"yY":
        ui.resume = None
        ui.line.queue.clear()
        ui.answered()
        ui.world.question = None
        ui.world.end("quit")
    elif ui.resume is None:
        ui.answered()
        turn.look_again(ui.world)
    else:
        ui.mode, text, cursor = ui.resume
        ui.resume = None
        ui.renderer.row(0, text)
        ui.renderer.cursor(cursor if cursor >= 0 else ui.renderer.at)


def _closed(_ui: UiState, _key: int) -> None:
    """The game is over: nothing is read any more."""


HANDLERS: Final[dict[Mode, Callable[[UiState, int], None]]] = {
    "command": _command,
    "more": _more,
    "item": prompts.item_key,
    "direction": prompts.direction_key,
    "aim": travel.aim_key,
    "careful": _careful,
    "hand": prompts.hand_key,
    "text": prompts.text_key,
    "letter": info_commands.letter_key,
    "symbol": info_commands.symbol_key,
    "help": info_commands.help_key,
    "discovered": info_commands.discovered_key,
    "page": pager.page_key,
    "window": pager.window_key,
    "options": option_screen.options_key,
    "quit": _quit,
    "save": save_dialog.save_key,
    "overwrite": save_dialog.overwrite_key,
    "outside": save_dialog.outside_key,
    "winner": end_screens.winner_key,
    "return": end_screens.return_key,
    "closed": _closed,
}
"""Mode -> who reads the key, sets the mode that follows, and leaves the rest to `finish_turn`."""
