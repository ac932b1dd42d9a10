"""What recorded games said, line by line, and how much of it the agent understands."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from rogomatic.agent.screen.vt100 import Screen
from rogomatic.agent.sight.message_parser import read_message
from rogomatic.agent.sight.prompt_parser import messages, waiting
from rogomatic.run.recordings.recording_formats import Asciicast


class Understood(NamedTuple):
    """Lines that were said, and those of which a sentence is unknown."""

    lines: int
    unknown: tuple[str, ...]

    @property
    def share(self) -> float:
        """The share of lines that are understood; 1 when nothing was said."""
        return 1 - len(self.unknown) / self.lines if self.lines else 1.0


def said(recording: Asciicast) -> list[str]:
    """Return the messages of a recorded game, up to its last page."""
    screen = Screen()
    lines: list[str] = []
    for event in recording.events:
        if event.kind == "i":
            screen.top_written = screen.drawn = False
        if event.kind != "o":
            continue
        screen.feed(event.text.encode())
        now = waiting(screen)
        lines += messages(screen, now)
        if now.kind == "dead":
            break
    return lines


def understood(recordings: Iterable[Asciicast]) -> Understood:
    """Read the messages of some recordings."""
    lines = [line for recording in recordings for line in said(recording)]
    unknown = [line for line in lines if any(fact.kind == "unknown" for fact in read_message(line))]
    return Understood(len(lines), tuple(unknown))
