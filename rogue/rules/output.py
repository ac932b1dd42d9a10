"""Output of a command for the interface to show: messages, map frames."""

from __future__ import annotations

from typing import Literal

from rogue.rules import vision
from rogue.state.entities import HALLUCINATING
from rogue.state.world import JOINT, MidCommandScreen, World, status_of

Moment = Literal["message", "status", "turn", "flight"]
"""Why a frame is taken: a message must wait for the previous one; the status line changed; a turn passed;
an item is in flight."""


def emit(world: World, text: str, terse: str | None = None, trip: str | None = None) -> None:
    """Complete a message, which begins with the texts passed to `add_text` before.

    In terse mode, add `terse` instead of `text`.  While hallucinating, add `trip`.  The message line
    capitalizes the first letter later (OPT-3).
    """
    add_text(world, text, terse, trip)
    finish_sentence(world)


def add_text(world: World, text: str, terse: str | None = None, trip: str | None = None) -> None:
    """Begin or continue a message, which `emit` or `finish_sentence` will complete.

    If the text is too long for the rest of the row, it begins a new message (OPT-3).
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
    """Do the same as `emit`, but add the text as a second sentence if a message was begun."""
    joint = JOINT if world.sentence else ""
    emit(world, joint + text, terse=joint + terse)


def finish_sentence(world: World) -> None:
    """Complete the message begun by `add_text`, if any.

    If it is about to replace an earlier message on the screen, first add a frame that shows the earlier one.
    """
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


def add_frame(world: World, moment: Moment) -> None:
    """Append the present screen to `World.frames`, if an interface collects frames (SCREEN.md 4).

    If `moment` is "message", first redraw what the player sees; this wakes no monster and draws only
    decoration dice (VIS-3).  A frame that shows nothing new is not added.
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
            frames.append(MidCommandScreen(said, None, hero, status, lasts))
        return
    if _says_more(world):
        world.unread = True
    repeated = (
        last is not None and last.canvas is not None and last == (said, last.canvas, hero, status, lasts)
    )
    if not repeated or canvas.dirty or canvas.cleared:  # skips the frames of a long rest
        frames.append(MidCommandScreen(said, canvas.snapshot(), hero, status, lasts))
