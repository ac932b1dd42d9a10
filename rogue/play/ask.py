"""Prompts: what a command must be told before it can be carried out.

Owns   the order and wording of the questions for direction, item, hand and text, and what each
       answer leads to (screen.md 6, OPT-6, CMD-7).
Leaves which command needs what (rules.commands), the row (play.stage).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from rogue.play.keys import ESCAPE, shown_key
from rogue.play.lists import show_list
from rogue.play.message import raised
from rogue.play.stage import Asked, Stage
from rogue.rules import commands, identify, turn
from rogue.rules.describe import item_name
from rogue.rules.pack import is_in_use
from rogue.state.command import Command
from rogue.state.grid import KEY_STEP
from rogue.state.world import World
from rogue.tables.items import ItemClass

TYPED_MAX = 50
RETURN = (0x0A, 0x0D)
BELL = 0x07
_BACKSPACE = (0x08, 0x7F)
_KILL = 0x15


# -- commands


def begin_command(stage: Stage, command: Command) -> None:
    """Start a command that needs answers; what is refused beforehand is carried out at once."""
    if commands.refused(stage.world, command.key):
        turn.do(stage.world, command)
        return
    stage.command = command
    _ask_next(stage)


def _ask_next(stage: Stage) -> None:
    command, world = stage.command, stage.world
    needs = commands.NEEDS[command.key]
    if needs.step and not command.step:
        ask_direction(stage, partial(_take_step, stage))
    elif needs.verb and not command.letter:
        classes = () if needs.cls is None else (needs.cls,)
        ask_item(stage, needs.verb, classes, partial(_take_letter, stage))
    elif needs.hand and not command.hand and _wants_hand(world, command):
        stage.ask("Left hand or right hand? ", "hand", terse="Left or right ring? ")
    else:
        turn.do(world, command)


def _wants_hand(world: World, command: Command) -> bool:
    if not commands.asks_hand(world, command.key):
        return False
    item = world.pack_item(command.letter)
    return item is None or (item.kind.cls == "ring" and not is_in_use(world.player, item))


def _take_step(stage: Stage, key: str) -> None:
    stage.command = stage.command._replace(step=KEY_STEP[key])
    _ask_next(stage)


def _take_letter(stage: Stage, letter: str) -> None:
    stage.command = stage.command._replace(letter=letter)
    _ask_next(stage)


def hand_key(stage: Stage, key: int) -> None:
    """The hand is asked: l or r.  Escape gives up, which costs the turn all the same (CMD-7)."""
    stage.answered()
    hand = {"l": "left", "r": "right"}.get(chr(key).lower(), "")
    if hand or key == ESCAPE:
        turn.do(stage.world, stage.command._replace(hand=hand))
        return
    stage.say("Please type L or R", terse="L or R")
    _ask_next(stage)


def cancel(stage: Stage) -> None:
    """Give a command up at no cost."""
    turn.look_again(stage.world)


# -- direction


def ask_direction(stage: Stage, then: Callable[[str], None]) -> None:
    """Ask for a direction; `then` gets its key.  The short form asks nothing at first."""
    stage.asked = Asked(then, partial(cancel, stage))
    if stage.world.options.terse:
        stage.mode = "direction"
    else:
        stage.ask("Which direction? ", "direction")


def direction_key(stage: Stage, key: int) -> None:
    """A direction is asked: one of its keys, small or capital."""
    asked = stage.asked
    assert asked is not None
    stage.answered()
    char = chr(key).lower()
    if key == ESCAPE:
        asked.escape()
    elif char in KEY_STEP:
        asked.then(char)
    else:
        stage.ask("Which direction? ", "direction", terse="Direction: ")


# -- items


def ask_item(
    stage: Stage, verb: str, classes: tuple[ItemClass, ...], then: Callable[[str], None]
) -> None:
    """Ask for a pack letter, which `then` gets; an empty pack ends the command."""
    if not stage.world.player.pack:
        stage.say("You aren't carrying anything")
        cancel(stage)
        return
    give_up = partial(cancel, stage)
    stage.asked = Asked(then, give_up, verb, classes, partial(_nothing_fits, stage))
    _prompt_item(stage)


def _nothing_fits(stage: Stage) -> None:
    stage.say("You don't have anything appropriate", terse="Nothing appropriate")
    cancel(stage)


def _prompt_item(stage: Stage) -> None:
    verb = stage.asked.verb if stage.asked else ""
    stage.ask(
        f"Which object do you want to {verb}? (* for list): ",
        "item",
        terse=f"{raised(verb) if stage.words.terse_capital else verb} what? (* for list): ",
    )


def item_key(stage: Stage, key: int) -> None:
    """An item is asked: any pack letter; `*` lists what fits; anything else is asked again."""
    asked, world = stage.asked, stage.world
    assert asked is not None
    stage.answered()
    if key == ESCAPE or (key == BELL and world.rules.keys.bell_cancels):
        asked.escape()
    elif key == ord("*"):
        lines = pack_lines(world, asked.classes)
        if lines:
            show_list(stage, lines)
            _prompt_item(stage)
        else:
            asked.nothing()
    elif world.pack_item(chr(key)) is not None:
        stage.stale = not stage.words.prompt_stays
        asked.then(chr(key))
    else:
        stage.say(identify.bad_letter(world, shown_key(key)))
        _prompt_item(stage)


def pack_lines(world: World, classes: tuple[ItemClass, ...] = ()) -> list[str]:
    """Return the lines of the pack, of some classes only if any are given."""
    return [
        f"{item.letter}) {item_name(world, item)}{world.rules.words.list_stop}"
        for item in world.player.pack
        if not classes or item.kind.cls in classes
    ]


# -- text


def ask_text(stage: Stage, then: Callable[[str], None], escape: Callable[[], None]) -> None:
    """Ask what to call a thing; `then` gets the text, `escape` is called on Escape."""
    stage.asked = Asked(then, escape)
    stage.typed = ""
    stage.ask("What do you want to call it? ", "text", terse="Call it: ")


def erase(stage: Stage, key: int) -> bool:
    """Take back the last letter that was typed, or all of them; tell whether the key asks for that."""
    if key != _KILL and key not in _BACKSPACE:
        return False
    for _ in stage.typed if key == _KILL else stage.typed[-1:]:
        stage.painter.erase_back()
        stage.typed = stage.typed[:-1]
    return True


def text_key(stage: Stage, key: int) -> None:
    """A text is typed: return ends it, Escape gives it up, backspace and control-U take back, a `~` as
    first character is the home folder.
    """
    asked, painter = stage.asked, stage.painter
    assert asked is not None
    if key in RETURN or key == ESCAPE:
        stage.answered()
        if key == ESCAPE:
            asked.escape()
        else:
            asked.then(stage.typed)
    elif not erase(stage, key) and 0x20 <= key < 0x7F:
        home = stage.world.options.home if key == ord("~") and not stage.typed else ""
        text = (home or chr(key))[: TYPED_MAX - len(stage.typed)]
        stage.typed += text
        painter.write(painter.at, text)


# -- questions that rules leave open


def ask_question(stage: Stage) -> None:
    """Ask what a rule needs to know to finish the action."""
    world = stage.world
    question = world.question
    assert question is not None
    then = partial(turn.answer, world)
    escape = partial(turn.answer, world, "")
    if question.about == "identify":
        nothing = partial(turn.answer, world, "*")
        stage.asked = Asked(then, escape, "identify", question.classes, nothing)
        _prompt_item(stage)
    elif question.about == "genocide":
        stage.asked = Asked(then, escape)
        stage.ask("Which monster do you wish to wipe out? ", "letter", terse="Which monster? ")
    else:
        ask_text(stage, then, escape)
