"""The turn loop, from one key to the next."""

from __future__ import annotations

from rogue.rules import arrival, awareness, commands, item_names, move, scrolls, turn_phases
from rogue.rules.output import add_frame, emit, finish_sentence
from rogue.state.entities import ALERT, HALLUCINATING
from rogue.state.world import Command, World


def begin(world: World) -> None:
    """Start a game: enter the first level, and let time pass until the first key is needed."""
    arrival.enter_level(world)
    turn_phases.before_turn(world)
    _go_on(world)


def do(world: World, command: Command) -> None:
    """Execute a command and all that follows until a key is needed, a question opens, or the game ends."""
    world.settled = False
    repeats = command.times > 1 and command.key in commands.REPEATABLE
    if command.key == "a":
        if world.last is None:
            emit(world, "You haven't typed a command yet")
            _go_on(world)
            return
        command = world.last._replace(times=command.times)
    else:
        world.last = command
    if repeats:
        world.repeat = command
        world.count = command.times - 1
    _act(world, command)
    _go_on(world)


def answer(world: World, text: str) -> None:
    """Answer the open question with `text`, or with "" for Escape.

    If this settles the question, let the game continue as in `do`.
    """
    question = world.question
    if question is None:
        return
    settled = scrolls.answer_genocide if question.about == "genocide" else item_names.answer
    if settled(world, text):
        _finish_action(world)
        _go_on(world)


def _go_on(world: World) -> None:
    """Let time pass until the player must press a key.

    With option `jump`, the turns of a run or of a repeated command are not shown (SCREEN.md 4).
    """
    player = world.player
    while world.ending is None and world.question is None:
        if world.actions <= 0:
            if not turn_phases.after_turn(world):  # TRN-1
                break
            turn_phases.before_turn(world)
        if world.sentence:
            finish_sentence(world)
        awareness.look(world)
        if player.helpless:
            add_frame(world, "turn")
            _idle(world)
        elif world.run:
            if not world.options.jump:
                add_frame(world, "turn")
            world.run_steps += 1
            if move.step(world, world.run):
                world.actions -= 1
        elif world.duel is not None:
            add_frame(world, "turn")
            if commands.strike_on(world, world.duel):
                world.actions -= 1
        elif world.count and world.repeat is not None:
            if not world.options.jump:
                add_frame(world, "turn")
            world.count -= 1
            _act(world, world.repeat)
        else:
            return
    finish_sentence(world)


def _idle(world: World) -> None:
    """Use up one action of a helpless player (TRN-4)."""
    player = world.player
    player.helpless -= 1
    world.actions -= 1
    if not player.helpless:
        player.flags |= ALERT
        emit(world, "You can move again")


def _act(world: World, command: Command) -> None:
    costs = commands.ACTIONS[command.key](world, command)
    if world.question is not None:
        world.owed = costs
    elif costs:
        world.actions -= 1


def _finish_action(world: World) -> None:
    """Use up an action of the turn, unless the finished command uses no turn."""
    if world.owed:
        world.actions -= 1
    world.owed = None


def look_again(world: World) -> None:
    """End a repetition and look around after a key that uses no turn, such as `i` (CMD-21)."""
    world.count = 0
    _go_on(world)


def look_at_once(world: World) -> bool:
    """Do the same after a key that has changed nothing, such as an illegal key.

    The look is left out if the last one found no monster that may still wake or gaze, unless false symbols
    are drawn at random (CON-3).  Return whether the player has looked.
    """
    world.count = 0
    if world.settled and not world.player.flags & HALLUCINATING:
        return False
    _go_on(world)
    return True
