"""The modes: who reads the next key, and what follows when it was read.

Owns   the table of modes, the command mode, --More--, leaving the game, the order in which
       messages, pictures, questions and the end come after a key (OPT-3, CMD-19, CMD-20).
Leaves the prompts (play.ask), what is shown (play.info, play.lists), the rules (rules.turn).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from rogue.play import ask, ends, info, lists, option_screen, saving, travel, wizard
from rogue.play.keys import ESCAPE, INTERRUPT, REST, SPACE, shown_key
from rogue.play.mode import Mode
from rogue.play.stage import Stage
from rogue.rules import turn
from rogue.state.command import Command
from rogue.state.grid import KEY_STEP

CONTROL: Final = 0x1F  # what a control key leaves of its letter
UNBREAKABLE: Final = frozenset(("command", "quit", "outside", "winner", "return", "closed"))
"""Modes in which control-C is a key like any other."""


def press(stage: Stage, key: int) -> None:
    """Take one key and draw all that it leads to."""
    if key == INTERRUPT and stage.mode not in UNBREAKABLE:
        _interrupt(stage)
    else:
        HANDLERS[stage.mode](stage, key)
    if stage.owes:
        _pay(stage)
    settle(stage)


def settle(stage: Stage) -> None:
    """Show what was said and done up to the point where the next key is needed."""
    world, line = stage.world, stage.line
    if world.said:
        stage.hear()
    if stage.mode != "command":
        if not line.has_frames:  # what waits is older than the map as it is now
            stage.paint(None)
        return
    if world.windows:
        line.forget_frames()
        stage.paint(None)
        lists.show_window(stage, world.windows.pop(0))
        return
    if world.question is not None and world.ending is None and not line.asks:
        ask.ask_question(stage)
    text: str | None = None
    framed = False  # the map shows the moment at which the next message was said
    while line.queue and stage.mode == "command":
        frame = line.queue[0].frame
        if frame is not None:
            line.queue.popleft()
            stage.paint_frame(frame, text)
            text, framed = None, True
        elif line.pending:
            stage.mode = "more"
        else:
            entry = line.next()
            text, stage.mode, framed = entry.text, entry.mode, False
    if framed and stage.mode == "more":
        stage.paint_more()
    else:
        stage.paint(text, stage.mode == "more")
    if world.ending is not None and stage.mode == "command":
        ends.show_end(stage)


# -- commands


def _command(stage: Stage, key: int) -> None:
    """A command is awaited.  Every key wipes the message of before, unless resting keeps it."""
    line, words = stage.line, stage.words
    if key != REST or not words.rest_keeps_message:
        stage.stale = not words.prompt_stays or line.pending != ""
        line.pending = ""
    stage.world.unread = line.pending != ""
    kind, command, shown, stage.owes = stage.keys[key]
    if kind == "count":
        stage.count = min(stage.count * 10 + key - ord("0"), stage.world.rules.keys.count_max)
        return
    if stage.count:
        command = command._replace(times=stage.count)
        stage.count = 0
        if kind == "ask" and not stage.world.rules.keys.repeats_items:
            command = command._replace(times=0)
    if kind == "act":
        turn.do(stage.world, command)
    elif kind == "ask":
        ask.begin_command(stage, command)
    elif kind == "show":
        stage.command = command
        info.show(stage, shown)
        if stage.mode != "direction" and not stage.line.asks:
            turn.look_again(stage.world)
    elif kind == "careful":
        stage.command, stage.mode = command, "careful"
    elif travel.is_key(stage.world, key):
        travel.begin(stage, key)
    elif not wizard.command(stage, key, command.times):
        stage.line.say(f"Illegal command '{shown_key(key)}'", remembered=False)
        turn.look_again(stage.world)


def _careful(stage: Stage, key: int) -> None:
    """A careful run is begun: a direction key runs, another key does what it does alone (V52-21)."""
    times, char = stage.command.times, chr(key).lower()
    stage.mode = "command"
    if char in KEY_STEP:
        turn.do(stage.world, Command(chr(ord(char) & CONTROL), times=times))
    else:
        stage.count = times
        _command(stage, key)


def _pay(stage: Stage) -> None:
    """Let the turn pass that a showing command costs, once all its prompts are answered (V36-20)."""
    if stage.mode == "command" and not stage.line.asks:
        stage.owes = False
        turn.do(stage.world, Command("."))


def _more(stage: Stage, key: int) -> None:
    """--More-- waits: space goes on, Escape ends a list, everything else is dropped."""
    if key == ESCAPE and stage.line.listing and stage.words.escape_cuts_lists:
        stage.line.cut_list()
        stage.answered()
    elif key == SPACE:
        stage.answered()


# -- leaving


def _interrupt(stage: Stage) -> None:
    """Control-C in the middle of something: ask whether to quit; a no brings all back."""
    painter = stage.painter
    stage.resume = (stage.mode, painter.picture()[0].rstrip(), painter.at)
    stage.mode = "quit"
    painter.row(0, "Really quit?")


def _quit(stage: Stage, key: int) -> None:
    if key in b"yY":
        stage.resume = None
        stage.line.queue.clear()
        stage.answered()
        stage.world.question = None
        stage.world.end("quit")
    elif stage.resume is None:
        stage.answered()
        turn.look_again(stage.world)
    else:
        stage.mode, text, cursor = stage.resume
        stage.resume = None
        stage.painter.row(0, text)
        stage.painter.cursor(cursor if cursor >= 0 else stage.painter.at)


def _closed(_stage: Stage, _key: int) -> None:
    """The game is over: nothing is read any more."""


HANDLERS: Final[dict[Mode, Callable[[Stage, int], None]]] = {
    "command": _command,
    "more": _more,
    "item": ask.item_key,
    "direction": ask.direction_key,
    "aim": travel.aim_key,
    "careful": _careful,
    "hand": ask.hand_key,
    "text": ask.text_key,
    "letter": info.letter_key,
    "symbol": info.symbol_key,
    "help": info.help_key,
    "discovered": info.discovered_key,
    "page": lists.page_key,
    "window": lists.window_key,
    "options": option_screen.options_key,
    "quit": _quit,
    "save": saving.save_key,
    "overwrite": saving.overwrite_key,
    "outside": saving.outside_key,
    "winner": ends.winner_key,
    "return": ends.return_key,
    "closed": _closed,
}
"""Mode -> who reads the key, sets the mode that follows, and leaves the rest to `settle`."""
