"""A recording cut where keys were sent."""

from __future__ import annotations

from typing import NamedTuple

from rogomatic.agent.screen.vt100 import Screen
from rogomatic.run.recordings.recording_formats import Asciicast


class Resize(NamedTuple):
    """Another size of the window, behind so many bytes of what was drawn."""

    at: int
    cols: int
    rows: int


class Exchange(NamedTuple):
    """What the game drew, the keys that answered it (b"" at the end), and when they were sent, in seconds.

    sizes  those that the window was given meanwhile
    """

    drawn: bytes
    keys: bytes
    seconds: float
    sizes: tuple[Resize, ...] = ()

    def draw(self, screen: Screen) -> None:
        """Show on a screen what was drawn."""
        at = 0
        for size in self.sizes:
            screen.feed(self.drawn[at : size.at])
            screen.resize(size.rows, size.cols)
            at = size.at
        screen.feed(self.drawn[at:])


def exchanges_of(recording: Asciicast) -> list[Exchange]:
    """Cut a recording where keys were sent; the last exchange has what was drawn behind them.

    One without any keys is cut wherever something was drawn.
    """
    is_keyed = any(event.kind == "i" for event in recording.events)
    found: list[Exchange] = []
    data, seconds, sizes = b"", 0.0, list[Resize]()
    for event in recording.events:
        if event.kind == "r":
            cols, _, rows = event.text.partition("x")
            sizes.append(Resize(len(data), int(cols), int(rows)))
        if event.kind == "o":
            data += event.text.encode()
        if event.kind == "i" or (event.kind == "o" and not is_keyed):
            keys = event.text.encode() if is_keyed else b""
            found.append(Exchange(data, keys, event.seconds, tuple(sizes)))
            data, sizes = b"", []
        seconds = event.seconds
    if is_keyed or sizes or not found:
        found.append(Exchange(data, b"", seconds, tuple(sizes)))
    return found
