"""Saving: the questions of `S`, what the world outside is asked to do, and a session as plain values.

Owns   the order and wording of the questions (SAV-1, screen.md 6 and 12.4), the requests for a file
       or a shell, what besides the world is kept (SAV-4).
Leaves the world's own form (state.codec), files and shells (rogue.hosted), the file's form
       (files.savefile).
"""

from __future__ import annotations

from functools import partial
from typing import Any, Final

from rogue.play.keys import ESCAPE
from rogue.play.message import Entry
from rogue.play.options import apply_options
from rogue.play.request import Answer, Request
from rogue.play.stage import Asked, Stage
from rogue.tables.ruleset import Ruleset

NO_FILES: Final = "Sorry, a game cannot be saved here"
NO_SHELL: Final = "Sorry, there is no shell in the dungeon"



# -- the questions


def ask_save(stage: Stage) -> None:
    """Begin the dialogue of `S`: the known file first, if there is one."""
    if "save" not in stage.able:
        stage.say(NO_FILES)
    elif stage.world.options.file:
        stage.ask(f"Save file ({stage.world.options.file})? ", "save")
    else:
        _ask_name(stage)


def save_key(stage: Stage, key: int) -> None:
    """The known file is offered: y takes it, n asks for a name, Escape gives up."""
    stage.answered()
    if key in b"yY":
        stage.painter.write(stage.painter.at, "Yes")
        _request(stage, stage.world.options.file)
    elif key in b"nN":
        _ask_name(stage)
    elif key != ESCAPE:
        stage.say("Please answer Y or N")
        ask_save(stage)


def _ask_name(stage: Stage) -> None:
    stage.asked = Asked(partial(_request, stage), lambda: None)
    stage.typed = ""
    stage.ask("File name: ", "text")


def overwrite_key(stage: Stage, key: int) -> None:
    """A file is in the way: y replaces it, n begins anew, Escape gives up."""
    stage.answered()
    if key in b"yY":
        path = stage.world.options.file
        stage.painter.row(0, f"File name: {path}")
        _request(stage, path, overwrite=True)
    elif key in b"nN":
        ask_save(stage)
    elif key != ESCAPE:
        stage.say("Please answer Y or N")
        _ask_overwrite(stage)


def _ask_overwrite(stage: Stage) -> None:
    stage.ask("File exists.  Do you wish to overwrite it?", "overwrite")


def ask_shell(stage: Stage) -> None:
    """Begin `!`."""
    if "shell" in stage.able:
        stage.request = Request("shell")
        stage.mode = "outside"
    else:
        stage.say(NO_SHELL)


# -- requests and answers


def _request(stage: Stage, path: str, *, overwrite: bool = False) -> None:
    stage.world.options.file = path
    stage.request = Request("save", path, overwrite)
    stage.mode = "outside"
    stage.stale = False  # the answer stays on the screen


def outside_key(stage: Stage, key: int) -> None:
    """Something is going on outside: keys wait for its end."""
    stage.held.append(key)


def take_answer(stage: Stage, answer: Answer) -> None:
    """Go on after a request.  Raises ValueError when there was none."""
    request, stage.request = stage.request, None
    if request is None:
        raise ValueError("nothing was asked for")
    stage.answered()
    if request.what == "shell":
        stage.redraw()
        if answer.how == "failed":
            stage.say(answer.text)
    elif answer.how == "done":
        stage.mode = "closed"
    elif answer.how == "exists":
        _ask_overwrite(stage)
    else:
        stage.say(answer.text)
        _ask_name(stage)


# -- a session as plain values


def state_of(stage: Stage) -> dict[str, Any]:
    """Return all of a game that goes on, as values that JSON can hold; see `state.codec.encode`.

    Messages that the player has not seen yet are kept; what was being typed is not.
    """
    from rogue.state.codec import encode  # only a game that is saved pays for loading it

    line = stage.line
    unread = [line.pending] if stage.mode == "more" and not line.listing else []
    unread += [
        entry.text
        for entry in line.queue
        if entry.text and entry.mode == "command" and not entry.listed
    ]
    return {**encode(stage.world), "last_message": line.last, "unread": unread}


def stage_of(state: Any, rules: Ruleset, year: int, home: str, options: str) -> Stage:
    """Return the stage that `state_of` told of; `options` are applied once more (screen.md 12.4).

    Raises BadState, with the reason as its text, for everything else.
    """
    from rogue.state.codec import BadState, decode, drop_unsaved

    if not isinstance(state, dict):
        raise BadState("the state is no table")
    rest = dict(state)
    last, unread = rest.pop("last_message", None), rest.pop("unread", None)
    if not isinstance(last, str) or not isinstance(unread, list):
        raise BadState("the messages are missing")
    if not all(isinstance(text, str) for text in unread):
        raise BadState("a message is no text")
    world = decode(rest, rules)
    if world.player.hp <= 0:
        raise BadState(f'"He\'s dead, Jim": its player has {world.player.hp} hit points')
    world.options.home = home
    apply_options(world.options, options, rules.edition)
    drop_unsaved(world)
    stage = Stage(world, year)
    stage.line.last = last
    stage.line.queue.extend(Entry(text) for text in unread)
    return stage

