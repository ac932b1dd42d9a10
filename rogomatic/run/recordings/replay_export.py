"""The export of a replayed game as asciicast, ttyrec, or text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from rogomatic.agent.screen.vt100 import Screen
from rogomatic.agent.sight.prompt_parser import without_marker
from rogomatic.run.recordings.game_frames import said_last
from rogomatic.run.recordings.recording_formats import (
    IDLE_SECONDS,
    Asciicast,
    Event,
    TtyrecFrame,
    frame_bytes,
)
from rogomatic.run.recordings.timeline import Moment, Timeline
from rogue.shared.wording import keys_in_words

_RULE: Final = "-" * 80


def part_of(timeline: Timeline, first: int, last: int) -> Asciicast:
    """Return the part of the recording between two moments.

    If the part is the whole timeline, the recording is returned with its origin.  If it is shorter, the
    returned recording has no origin and begins by drawing the screen of the moment `first`, and the timeline
    moves to that moment.
    """
    recording = timeline.recording
    if first == 0 and last == len(timeline) - 1:
        return recording
    timeline.go(first)
    screen, begun, number = timeline.screen, timeline.moment.seconds, 0
    events = [Event(0.0, "o", _as_drawn(screen))]
    for event in recording.events:
        is_sent = event.kind == "i"
        if first < number + is_sent <= last:
            events.append(event._replace(seconds=max(event.seconds - begun, 0.0)))
        number += event.kind == ("i" if timeline.is_keyed else "o")
    header = replace(recording.header, width=screen.cols, height=screen.rows, origin=None)
    return Asciicast(header, tuple(events))


def _as_drawn(screen: Screen) -> str:
    """Return text that draws a screen on an empty terminal."""
    lines = (f"\x1b[{row + 1}H{screen.text(row)}" for row in range(screen.rows) if screen.text(row).strip())
    places = ((*divmod(spot, screen.cols), chr(screen.cells[spot])) for spot in sorted(screen.bright))
    bright = (f"\x1b[{row + 1};{col + 1}H\x1b[7m{letter}\x1b[m" for row, col, letter in places)
    return "".join(["\x1b[m\x1b[H\x1b[2J", *lines, *bright, f"\x1b[{screen.row + 1};{screen.col + 1}H"])


def as_asciicast(recording: Asciicast, speed: float | None = None) -> Iterator[bytes]:
    """Yield the lines of an asciicast v2 with `speed` commands per second.  None keeps the recorded times."""
    idle_seconds = IDLE_SECONDS
    if speed is not None:
        recording, idle_seconds = paced(recording, speed), max(IDLE_SECONDS, 1 / speed)
    return (line.encode() for line in recording.lines(idle_seconds))


def as_ttyrec(recording: Asciicast, speed: float | None = None) -> Iterator[bytes]:
    """Yield ttyrec frames of the output, without keys, marks, or sizes.  `speed` is as in `as_asciicast`."""
    for event in (recording if speed is None else paced(recording, speed)).events:
        if event.kind == "o":
            yield frame_bytes(TtyrecFrame(event.seconds, event.text.encode()))


def paced(recording: Asciicast, speed: float) -> Asciicast:
    """Return a recording with `speed` commands per second, or `speed` screens if there are no keys."""
    is_keyed = any(event.kind == "i" for event in recording.events)
    events: list[Event] = []
    commands = 0
    for event in recording.events:
        commands += is_keyed and event.kind == "i"
        events.append(event._replace(seconds=commands / speed))
        commands += not is_keyed and event.kind == "o"
    return replace(recording, events=tuple(events))


def as_text(timeline: Timeline, moments: Sequence[int]) -> Iterator[bytes]:
    """Yield each moment as text: screen, keys, reason.  Leaves the timeline at the last of these moments."""
    for number in moments:
        timeline.go(number)
        yield "".join(f"{line}\n" for line in picture(timeline)).encode()


def picture(timeline: Timeline) -> Iterator[str]:
    """Yield the present moment as lines: its heading, screen, marks, messages, keys, and reason."""
    yield heading(timeline)
    yield top_row(timeline)
    yield from (timeline.screen.text(row) for row in range(1, timeline.screen.rows))
    yield from (f"* {mark.label}" for mark in timeline.moment.marks)
    yield from (f"< {line}" for line in timeline.moment.said)
    yield doing(timeline.moment)
    yield _RULE


def top_row(timeline: Timeline) -> str:
    """Return the message row of the present moment.

    If the row contains the message with which the game rejects the agent's marker key, leave this message
    out.
    """
    moment = timeline.moment
    if moment.ready:
        return said_last(moment)
    return timeline.screen.text(0)


def heading(timeline: Timeline) -> str:
    """Return a line that describes the present moment: number, turn, level, hit points."""
    moment = timeline.moment
    turn = f", turn {moment.turn:,}" if moment.turn >= 0 else ""
    level = f", level {moment.depth}, {moment.hp} of {moment.max_hp} hit points" if moment.depth else ""
    whole = timeline.commands
    if not timeline.is_keyed:
        return f"Picture {timeline.at + 1:,} of {whole:,}{turn}{level}"
    if timeline.at >= whole > 0:
        return f"The end, after command {whole:,}{turn}{level}"
    return f"Command {timeline.at + 1:,} of {whole:,}{turn}{level}"


def doing(moment: Moment) -> str:
    """Return a line with the keys sent at a moment, and the reason for them."""
    keys = f"> {keys_in_words(without_marker(moment.keys), answers=not moment.ready)}" if moment.keys else ">"
    why = f"{moment.rung}: {moment.because}" if moment.rung else moment.because
    return f"{keys}  {why}".rstrip()
