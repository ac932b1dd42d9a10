"""Key dispatch: the effect of one key in one mode."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final

from rogue.rules import turn
from rogue.state.grid import KEY_STEP
from rogue.state.world import Command
from rogue.tables.messages import Wording
from rogue.ui import end_screens, info_commands, options, pager, prompts, save_dialog, travel, wizard
from rogue.ui.input_modes import (
    COMMAND,
    MORE,
    UNBREAKABLE,
    CarefulMode,
    CommandMode,
    DirectionPrompt,
    Mode,
    ModeName,
    PlainMode,
    QuitPrompt,
    mode_name,
)
from rogue.ui.keymap import CONTROL, ESCAPE, INTERRUPT, REST, SPACE, shown_key
from rogue.ui.ui_state import MessageLine, QueuedMessage, UiState


def press(ui: UiState, mode: Mode, key: int) -> Mode:
    """Handle a key (0 to 255) in a mode, and draw its effects.  Return the next mode."""
    if isinstance(mode, CommandMode):  # the most common case
        mode = _command(ui, mode, key)
    elif key == INTERRUPT and mode_name(mode) not in UNBREAKABLE:
        mode = _interrupt(ui, mode)
    else:
        ui.world.settled = False
        mode = HANDLERS[mode_name(mode)](ui, mode, key)
    if ui.turn_due and isinstance(mode, CommandMode) and not ui.line.asks:  # V36-20
        ui.turn_due = False
        turn.do(ui.world, Command("."))
    return finish_turn(ui, mode)


def finish_turn(ui: UiState, mode: Mode) -> Mode:
    """Draw messages and changes until the game needs a key.  Return the next mode."""
    world, line = ui.world, ui.line
    if world.said or world.frames:
        ui.queue_messages()
    if ui.idle:
        ui.idle = False
        if len(line.queue) <= 1 and not ui.covered and world.ending is None:
            ui.paint_message(line.next().text if line.queue else None)
            return mode
    if world.options.helpers:
        ui.lookout.look(world)
    if not isinstance(mode, CommandMode):
        if not line.has_frames:  # waiting frames are older than the present map
            ui.paint(None, answering=True)
        return mode
    if world.windows:
        line.forget_frames()
        ui.paint(None)
        return pager.show_window(ui, world.windows.pop(0))
    if world.question is not None and world.ending is None and not line.asks:
        prompts.ask_question(ui)
    if line.queue:
        mode = _show_messages(ui, mode)
    else:
        ui.paint(None)
    if world.ending is not None and isinstance(mode, CommandMode):
        return end_screens.show_end(ui)
    return mode


def _show_messages(ui: UiState, mode: Mode) -> Mode:
    """Draw frames and messages up to the next --More-- or prompt, then the map.  Return the next mode."""
    line = ui.line
    queue = line.queue
    text: str | None = None
    framed = more = False  # framed: the map shows the moment of the next message
    while queue and isinstance(mode, CommandMode):
        frame = queue[0].frame
        if frame is not None:
            queue.pop(0)
            ui.paint_frame(frame, text)
            text, framed = None, True
        elif line.pending:
            mode, more = MORE, True
        else:
            entry = line.next()
            text, framed = entry.text, False
            mode = entry.mode or mode
    if framed and more:
        ui.paint_more()
    else:
        ui.paint(text, more, answering=not isinstance(mode, CommandMode))
    return mode


def _command(ui: UiState, mode: CommandMode, key: int) -> Mode:
    """Handle a command key.

    Every key erases the last message, but in some editions the key of the command "rest" leaves it.
    """
    line, words, world = ui.line, ui.words, ui.world
    if key == REST and words.rest_keeps_message:
        world.unread = line.pending != ""
    else:
        ui.stale = not words.prompt_stays or line.pending != ""
        line.pending = ""
        world.unread = False
    meaning = ui.keys[key]
    kind, command = meaning.kind, meaning.command
    ui.turn_due = meaning.costs
    if kind == "count":
        ui.idle = True
        return _counted(mode.count, key, world.rules.keys.count_max)
    if mode.count and (kind != "ask" or world.rules.keys.repeats_items):
        command = _repeated(command, mode.count)
    if kind == "act":
        turn.do(world, command)
        return COMMAND
    if kind == "illegal":
        return _extra_command(ui, key, command)
    world.settled = False
    if kind == "ask":
        return prompts.begin_command(ui, command)
    if kind == "careful":
        return CarefulMode(command.times)
    after = info_commands.show(ui, meaning.show, command.times, again=mode.recalled)
    if not isinstance(after, DirectionPrompt) and not line.asks:
        turn.look_again(world)
    return after


@lru_cache(maxsize=1024)
def _repeated(command: Command, times: int) -> Command:
    return Command(command.key, command.step, command.letter, command.hand, times)


_COUNTED: Final[dict[int, CommandMode]] = {}  # count -> the wait for a key after it


def _counted(count: int, key: int, most: int) -> CommandMode:
    number = min(count * 10 + key - ord("0"), most)
    mode = _COUNTED.get(number)
    if mode is None:
        mode = _COUNTED[number] = CommandMode(number)
    return mode


def _extra_command(ui: UiState, key: int, command: Command) -> Mode:
    """Execute a command of the helpers or wizard mode, or report an illegal key."""
    world = ui.world
    if world.options.helpers and travel.is_key(key):
        return travel.begin(ui, key)
    if world.unscored:
        world.settled = False
        after = wizard.command(ui, key, command.times)
        if after is not None:
            return after
    refusal = ui.refusals.get(key)
    if refusal is None:
        refusal = ui.refusals[key] = _refusal(ui.words, key)
    ui.line.queue.extend(refusal)
    ui.idle = not turn.look_at_once(world)
    return COMMAND


def _refusal(words: Wording, key: int) -> tuple[QueuedMessage, ...]:
    """Return the message about an illegal key, as entries of the message queue."""
    line = MessageLine(words.phrases, words.more)
    line.emit(f"Illegal command '{shown_key(key)}'", remembered=False)
    return tuple(line.queue)


def _careful(ui: UiState, mode: CarefulMode, key: int) -> Mode:
    """Handle the key after a careful-run prefix (V52-21).

    A direction starts the run.  Any other key keeps its usual meaning.
    """
    char = chr(key).lower()
    if char not in KEY_STEP:
        return _command(ui, CommandMode(mode.times), key)
    turn.do(ui.world, Command(chr(ord(char) & CONTROL), times=mode.times))
    return COMMAND


def _more(ui: UiState, mode: PlainMode, key: int) -> Mode:
    """Handle a key at --More--.  Space continues, Escape ends a list, and other keys are ignored."""
    if key == ESCAPE and ui.line.listing and ui.words.escape_cuts_lists:
        ui.line.cut_list()
    elif key != SPACE:
        return mode
    ui.mark_answered()
    return COMMAND


def _interrupt(ui: UiState, mode: Mode) -> Mode:
    """When control-C is pressed at a prompt, ask whether to quit.

    If the answer is no, the prompt returns.
    """
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


def _closed(_ui: UiState, mode: PlainMode, _key: int) -> Mode:
    return mode


HANDLERS: Final[dict[ModeName, Callable[[UiState, Any, int], Mode]]] = {
    "command": _command,
    "careful": _careful,
    "more": _more,
    "item": prompts.item_key,
    "direction": prompts.direction_key,
    "hand": prompts.hand_key,
    "text": prompts.text_key,
    "letter": info_commands.letter_key,
    "symbol": info_commands.symbol_key,
    "help": info_commands.help_key,
    "discovered": info_commands.discovered_key,
    "aim": travel.aim_key,
    "page": pager.page_key,
    "window": pager.window_key,
    "options": options.options_key,
    "quit": _quit,
    "save": save_dialog.save_key,
    "overwrite": save_dialog.overwrite_key,
    "outside": save_dialog.outside_key,
    "winner": end_screens.winner_key,
    "return": end_screens.return_key,
    "closed": _closed,
}
"""Name of a mode -> function that handles a key and returns the next mode."""
