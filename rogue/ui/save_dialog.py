"""Saving: the questions of `S`, what the world outside is asked to do, and a session as plain values."""

from __future__ import annotations

from functools import partial
from typing import Any, Final

from rogue.tables.ruleset import Ruleset
from rogue.ui.host_requests import Answer, Request
from rogue.ui.keymap import ESCAPE
from rogue.ui.message_line import Entry
from rogue.ui.option_parser import apply_options
from rogue.ui.ui_state import Prompt, UiState

NO_FILES: Final = "Sorry, a game cannot be saved here"
NO_SHELL: Final = "Sorry, there is no shell in the dungeon"
_FILE_MODES: Final = ("save", "overwrite", "outside")

# -- the questions


def ask_save(ui: UiState) -> None:
    """Begin the dialogue of `S`: the known file first, if there is one."""
    if "served" in ui.able:
        _request(ui, "")
    elif "save" not in ui.able:
        ui.emit(NO_FILES)
    elif ui.world.options.file:
        ui.ask(f"Save file ({ui.world.options.file})? ", "save")
    else:
        _ask_name(ui)


def _nothing() -> None:
    """Do nothing: nobody waits for a name."""


def save_key(ui: UiState, key: int) -> None:
    """The known file is offered: y takes it, n asks for a name, Escape gives up."""
    ui.answered()
    if key in b"yY":
        ui.renderer.write(ui.renderer.at, "Yes")
        _request(ui, ui.world.options.file)
    elif key in b"nN":
        _ask_name(ui)
    elif key != ESCAPE:
        ui.emit("Please answer Y or N")
        ask_save(ui)


def _ask_name(ui: UiState) -> None:
    ui.prompt = Prompt(partial(_request, ui), _nothing)
    ui.typed = ""
    ui.ask("File name: ", "text")


def overwrite_key(ui: UiState, key: int) -> None:
    """A file is in the way: y replaces it, n begins anew, Escape gives up."""
    ui.answered()
    if key in b"yY":
        path = ui.world.options.file
        ui.renderer.row(0, f"File name: {path}")
        _request(ui, path, overwrite=True)
    elif key in b"nN":
        ask_save(ui)
    elif key != ESCAPE:
        ui.emit("Please answer Y or N")
        _ask_overwrite(ui)


def _ask_overwrite(ui: UiState) -> None:
    ui.ask("File exists.  Do you wish to overwrite it?", "overwrite")


def ask_shell(ui: UiState) -> None:
    """Begin `!`."""
    if "shell" in ui.able:
        ui.request = Request("shell")
        ui.mode = "outside"
    else:
        ui.emit(NO_SHELL)


def drop_file_dialogue(ui: UiState) -> bool:
    """Forget every open question about a file, and what was asked of the world outside; return whether there
    was one.
    """
    line = ui.line
    ahead = [entry for entry in line.queue if entry.mode not in _FILE_MODES]
    is_open = ui.mode in _FILE_MODES or len(ahead) < len(line.queue)
    line.queue.clear()
    line.queue.extend(ahead)
    ui.request = None
    ui.held.clear()
    if ui.mode in _FILE_MODES:
        ui.answered()
    return is_open


# -- requests and answers


def _request(ui: UiState, path: str, *, overwrite: bool = False) -> None:
    ui.world.options.file = path
    ui.request = Request("save", path, overwrite)
    ui.mode = "outside"
    ui.stale = False  # the answer stays on the screen


def outside_key(ui: UiState, key: int) -> None:
    """Something is going on outside: keys wait for its end."""
    ui.held.append(key)


def take_answer(ui: UiState, answer: Answer) -> None:
    """Go on after a request.  Raises ValueError when there was none."""
    request, ui.request = ui.request, None
    if request is None:
        raise ValueError("nothing was asked for")
    ui.answered()
    if request.what == "shell":
        ui.redraw()
        if answer.how == "failed":
            ui.emit(answer.text)
    elif answer.how == "done":
        ui.mode = "closed"
    elif answer.how == "exists":
        _ask_overwrite(ui)
    else:
        ui.emit(answer.text)
        if "served" not in ui.able:
            _ask_name(ui)


# -- a session as plain values


def serialize_ui(ui: UiState) -> dict[str, Any]:
    """Return all of a game that goes on, as values that JSON can hold; see `state.serialize.encode`.

    Messages that the player has not seen yet are kept; what was being typed is not.
    """
    from rogue.state.serialize import encode  # only a game that is saved pays for loading it

    line = ui.line
    unread = [line.pending] if ui.mode == "more" and not line.listing else []
    unread += [
        entry.text for entry in line.queue if entry.text and entry.mode == "command" and not entry.listed
    ]
    return {**encode(ui.world), "last_message": line.last, "unread": unread}


def restore_ui(state: Any, rules: Ruleset, year: int, home: str, options: str) -> UiState:
    """Return the interface state of which `serialize_ui` made `state`.

    `options` are applied once more (SCREEN.md 12.4).
    Raises StateError, with the reason as its text, for everything else.
    """
    from rogue.state.serialize import decode, drop_unsaved
    from rogue.state.serialize_fields import StateError

    if not isinstance(state, dict):
        raise StateError("the state is no table")
    rest = dict(state)
    last, unread = rest.pop("last_message", None), rest.pop("unread", None)
    if not isinstance(last, str) or not isinstance(unread, list):
        raise StateError("the messages are missing")
    if not all(isinstance(text, str) for text in unread):
        raise StateError("a message is no text")
    world = decode(rest, rules)
    if world.player.hp <= 0:
        raise StateError(f'"He\'s dead, Jim": its player has {world.player.hp} hit points')
    world.options.home = home
    apply_options(world.options, options, rules.edition)
    drop_unsaved(world)
    ui = UiState(world, year)
    ui.line.last = last
    ui.line.queue.extend(Entry(text) for text in unread)
    return ui
