"""A recorded game in other forms: asciicast, ttyrec, plain text."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from rogomatic.run.recordings.formatting import keys_in_words
from rogomatic.run.recordings.timeline import Moment, Timeline
from rogomatic.run.recordings.ttyrec import TtyrecFrame, frame_bytes
from rogomatic.vt100 import ROWS

_RULE: Final = "-" * 80


def as_cast(tape: Timeline) -> Iterator[bytes]:
    """Yield the recording as asciicast v2, line by line."""
    return (f"{line}\n".encode() for line in tape.cast.lines())


def as_ttyrec(tape: Timeline) -> Iterator[bytes]:
    """Yield what was drawn as ttyrec, frame by frame; it has no room for keys and marks."""
    for event in tape.cast.events:
        if event.kind == "o":
            yield frame_bytes(TtyrecFrame(event.seconds, event.text.encode()))


def as_text(tape: Timeline) -> Iterator[bytes]:
    """Yield every moment as text: the screen, the keys and the reason.  Leaves the tape at its end."""
    for number in range(len(tape)):
        tape.go(number)
        yield "".join(f"{line}\n" for line in picture(tape)).encode()


FORMS: Final[dict[str, Callable[[Timeline], Iterator[bytes]]]] = {
    "cast": as_cast,
    "ttyrec": as_ttyrec,
    "txt": as_text,
}
BINARY: Final = ("ttyrec",)  # not for a person's screen


def picture(tape: Timeline) -> Iterator[str]:
    """Yield the moment shown as lines: where on the tape, the screen, what was said, what is done and why."""
    yield heading(tape)
    yield top_row(tape)
    yield from (tape.screen.text(row) for row in range(1, ROWS))
    yield from (f"* {mark.label}" for mark in tape.moment.marks)
    yield from (f"< {line}" for line in tape.moment.said)
    yield doing(tape.moment)
    yield _RULE


def top_row(tape: Timeline) -> str:
    """Return the row of the messages: what the game said, not its complaint about the agent's marker."""
    moment = tape.moment
    if moment.ready:
        return moment.said[-1] if moment.said else ""
    return tape.screen.text(0)


def heading(tape: Timeline) -> str:
    """Say which moment of the tape is shown."""
    moment = tape.moment
    turn = f", turn {moment.turn}" if moment.turn >= 0 else ""
    level = f", level {moment.depth}, {moment.hp} of {moment.max_hp} hit points" if moment.depth else ""
    return f"Command {tape.at + 1:,} of {len(tape):,}{turn}{level}"


def doing(moment: Moment) -> str:
    """Say which keys are sent and why."""
    keys = f"> {keys_in_words(moment.keys)}" if moment.keys else ">"
    why = f"{moment.rung}: {moment.because}" if moment.rung else moment.because
    return f"{keys}  {why}".rstrip()
