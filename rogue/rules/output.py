"""Output: messages, and frames of the map in the middle of a command, left for the interface to show."""

from __future__ import annotations

from typing import Literal

from rogue.rules import vision
from rogue.state.actors import HALLUCINATING
from rogue.state.world import JOINT, Frame, World, status_of

Moment = Literal["message", "status", "turn", "flight"]
"""Why a frame is taken: a message has to wait for the one before it; numbers of the status line have changed;
a turn has passed; an item flies."""


# -- messages


def emit(world: World, text: str, terse: str | None = None, trip: str | None = None) -> None:
    """Finish a message: `text`, or `terse` with that option, or `trip` while hallucinating.

    Joins what `add_text` began.  The first letter is raised later, by the message line (OPT-3).
    """
    add_text(world, text, terse, trip)
    finish_sentence(world)


def add_text(world: World, text: str, terse: str | None = None, trip: str | None = None) -> None:
    """Begin or continue a message that a later `emit` or `finish_sentence` completes.

    A part too long for what was begun starts a message of its own (OPT-3).
    """
    if trip is not None and world.player.flags & HALLUCINATING:
        text = trip
    elif terse is not None and world.options.terse:
        text = terse
    if world.sentence and len(world.sentence) + len(text) >= world.rules.words.row_limit:
        world.sentence = world.sentence.rstrip()
        finish_sentence(world)
        text = text.removeprefix(JOINT)
    world.sentence += text


def reply(world: World, text: str, terse: str) -> None:
    """Finish a message as `emit` does, as a sentence behind the one that was begun, if any."""
    joint = JOINT if world.sentence else ""
    emit(world, joint + text, terse=joint + terse)


def finish_sentence(world: World) -> None:
    """Complete what `add_text` began, if anything; a message that has to wait gets a frame before it."""
    if world.sentence:
        if world.unread or _says_more(world):
            add_frame(world, "message")
        world.said.append(world.sentence)
        world.sentence = ""


def _says_more(world: World) -> bool:
    """Return whether a message was finished since the last frame of the map."""
    frames = world.frames
    if not frames:
        return bool(world.said)
    last = next((frame for frame in reversed(frames) if frame.canvas is not None), None)
    return len(world.said) > (0 if last is None else last.said)


# -- frames


def add_frame(world: World, moment: Moment) -> None:
    """Append what there is to see now to `World.frames`, if an interface takes them (SCREEN.md 4).

    Before a message that has to wait the player looks round, which wakes no monster and draws only dice of
    decoration (VIS-3).  A frame that shows nothing new is left out.
    """
    frames = world.frames
    if frames is None:
        return
    if moment == "message":
        vision.observe(world)
    status = status_of(world) if moment in ("status", "turn") else None
    canvas, hero, said, lasts = world.canvas, world.player.spot, len(world.said), moment != "message"
    last = frames[-1] if frames else None
    if moment == "status":
        if last is None or last.status != status:
            frames.append(Frame(said, None, hero, status, lasts))
        return
    if _says_more(world):
        world.unread = True
    repeated = (
        last is not None and last.canvas is not None and last == (said, last.canvas, hero, status, lasts)
    )
    if not repeated or canvas.dirty or canvas.cleared:  # a rest may be long
        frames.append(Frame(said, canvas.snapshot(), hero, status, lasts))
