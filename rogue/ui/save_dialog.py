"""Saving: the prompts of the save command `S`, requests to the host, a session's serialization."""

from __future__ import annotations

from functools import partial
from typing import Any, Final

from rogue.tables.ruleset import Ruleset
from rogue.ui.input_modes import (
    CLOSED,
    COMMAND,
    Answer,
    Host,
    Mode,
    OutsideMode,
    PlainMode,
    Request,
    TextPrompt,
    is_plain,
    mode_name,
)
from rogue.ui.keymap import ESCAPE
from rogue.ui.options import apply_options
from rogue.ui.ui_state import QueuedMessage, UiState

NO_FILES: Final = "Sorry, a game cannot be saved here"
NO_SHELL: Final = "Sorry, there is no shell in the dungeon"
_FILE_MODES: Final = ("save", "overwrite", "outside")


def ask_save(ui: UiState) -> Mode:
    """Start the dialog of the save command `S`.

    If the game's options already name a save file, offer that file first.
    """
    if "served" in ui.host.able:
        return _request(ui, "")
    if "save" not in ui.host.able:
        ui.emit(NO_FILES)
    elif ui.world.options.file:
        ui.ask(f"Save file ({ui.world.options.file})? ", PlainMode("save"))
    else:
        _ask_name(ui)
    return COMMAND


def save_key(ui: UiState, _mode: PlainMode, key: int) -> Mode:
    """Handle a key at the save prompt.  y saves to the known file, n asks for a name, and Escape cancels."""
    ui.mark_answered()
    if key in b"yY":
        ui.renderer.write(ui.renderer.at, "Yes")
        return _request(ui, ui.world.options.file)
    if key in b"nN":
        _ask_name(ui)
    elif key != ESCAPE:
        ui.emit("Please answer Y or N")
        ask_save(ui)
    return COMMAND


def _ask_name(ui: UiState) -> None:
    ui.ask("File name: ", TextPrompt(partial(_request, ui), _give_up))


def _give_up() -> Mode:
    return COMMAND


def overwrite_key(ui: UiState, _mode: PlainMode, key: int) -> Mode:
    """Handle a key at the overwrite prompt.  y replaces the file, n asks for a file, and Escape cancels."""
    ui.mark_answered()
    if key in b"yY":
        path = ui.world.options.file
        ui.renderer.row(0, f"File name: {path}")
        return _request(ui, path, overwrite=True)
    if key in b"nN":
        ask_save(ui)
    elif key != ESCAPE:
        ui.emit("Please answer Y or N")
        _ask_overwrite(ui)
    return COMMAND


def _ask_overwrite(ui: UiState) -> None:
    ui.ask("File exists.  Do you wish to overwrite it?", PlainMode("overwrite"))


def ask_shell(ui: UiState) -> Mode:
    """Execute the command `!`, which asks the host for a shell."""
    if "shell" in ui.host.able:
        return OutsideMode(Request("shell"))
    ui.emit(NO_SHELL)
    return COMMAND


def drop_file_dialogue(ui: UiState, mode: Mode) -> Mode | None:
    """Drop every open prompt about a file, and every request to the host.

    Return the next mode, or None if there was nothing to drop.
    """
    line = ui.line
    others = [entry for entry in line.queue if entry.mode is None or mode_name(entry.mode) not in _FILE_MODES]
    was_queued = len(others) < len(line.queue)
    line.queue.clear()
    line.queue.extend(others)
    if mode_name(mode) in _FILE_MODES:
        ui.mark_answered()
        return COMMAND
    return mode if was_queued else None


def _request(ui: UiState, path: str, *, overwrite: bool = False) -> Mode:
    ui.world.options.file = path
    ui.stale = False  # the typed answer stays on the screen
    return OutsideMode(Request("save", path, overwrite))


def outside_key(_ui: UiState, mode: OutsideMode, key: int) -> Mode:
    """Hold a key back until the host has finished a request."""
    return OutsideMode(mode.request, mode.held + bytes((key,)))


def take_answer(ui: UiState, request: Request, answer: Answer) -> Mode:
    """Continue after the host's answer to a request.  Return the next mode."""
    ui.mark_answered()
    if request.what == "shell":
        ui.redraw()
        if answer.how == "failed":
            ui.emit(answer.text)
    elif answer.how == "done":
        return CLOSED
    elif answer.how == "exists":
        _ask_overwrite(ui)
    else:
        ui.emit(answer.text)
        if "served" not in ui.host.able:
            _ask_name(ui)
    return COMMAND


def serialize_ui(ui: UiState, mode: Mode) -> dict[str, Any]:
    """Return a running game as JSON values.  See `rogue.state.serialize.encode`.

    The values include the messages.  Unseen messages are also listed separately.  Text that is being typed
    is left out.
    """
    from rogue.state.serialize import encode  # loaded only for saving

    line = ui.line
    unread = [line.pending] if is_plain(mode, "more") and not line.listing else []
    unread += [entry.text for entry in line.queue if entry.text and entry.mode is None and not entry.listed]
    of_line = {"last_message": line.last, "unread": unread, "messages": list(line.history)}
    notes = ui.lookout.rows()
    of_helpers = {"lookout": notes} if notes else {}
    return {**encode(ui.world), **of_line, **of_helpers}


def restore_ui(state: Any, rules: Ruleset, options: str, host: Host) -> UiState:
    """Rebuild the interface state from `state`, which is a result of `serialize_ui`.

    The option text `options` is applied to the game (SCREEN.md 12.4).  Raises StateError with a reason if
    `state` is not such a result.
    """
    from rogue.state.serialize import StateError, decode, drop_unsaved

    if not isinstance(state, dict):
        raise StateError("the state is not a table")
    rest = dict(state)
    last, unread = rest.pop("last_message", None), rest.pop("unread", None)
    shown = rest.pop("messages", [])  # missing in older files
    notes = rest.pop("lookout", [])  # missing in games without helpers
    if not isinstance(last, str) or not isinstance(unread, list) or not isinstance(shown, list):
        raise StateError("the messages are missing")
    if not all(isinstance(text, str) for text in (*unread, *shown)):
        raise StateError("a message is not text")
    if not all(text.isascii() and text.isprintable() for text in shown):
        raise StateError("a message has invalid characters")
    world = decode(rest, rules)
    if world.player.hp <= 0:
        raise StateError(f'"He\'s dead, Jim": its player has {world.player.hp} hit points')
    world.options.home = host.home
    apply_options(world.options, options, rules.edition)
    drop_unsaved(world)
    ui = UiState(world, host)
    ui.lookout.take_rows(notes, world.depth)
    ui.line.last = last
    ui.line.history.extend(shown)
    ui.line.queue.extend(QueuedMessage(text) for text in unread)
    return ui
