"""Keys of people and programs as keys of the game."""

from __future__ import annotations

from collections import deque
from typing import Protocol

from rogue.ui.input_modes import ModeName
from rogue.ui.keyboard import Keyboard
from rogue.ui.keystrokes import game_keys
from rogue.wire.keys import LineKeys, ProgramKeys
from rogue.wire.lines import TELNET_ESCAPE_SECONDS, WEB_ESCAPE_SECONDS, Line


class KeyTaker(Protocol):
    """The state of a game that decides what a key means."""

    @property
    def mode(self) -> ModeName: ...
    @property
    def run_prefix(self) -> bytes: ...
    @property
    def escape_ends(self) -> bool: ...


class PersonKeys:
    """Key strokes of a person, with the same meaning as in the local game."""

    most = 1  # what a stroke means depends on what those before it did

    def __init__(self, escape_seconds: float) -> None:
        self._keyboard = Keyboard(escape_seconds)
        self._strokes: deque[str] = deque()
        self._spelt = bytearray()  # what is left of a letter that is spelt with several

    def __len__(self) -> int:
        return len(self._strokes)

    @property
    def deadline(self) -> float | None:
        return None if self._strokes else self._keyboard.deadline

    def add(self, data: bytes, now: float) -> None:
        self._strokes += self._keyboard.feed(data, now)

    def settle(self) -> None:
        self._strokes += self._keyboard.flush()

    def drop(self) -> None:
        self._strokes.clear()

    def pop(self) -> int | None:
        while self._strokes and not self._spelt:
            self._spelt += game_keys(self._strokes.popleft(), "text")
        return self._spelt.pop(0) if self._spelt else None

    def take(self, most: int, taker: KeyTaker) -> bytes:  # noqa: ARG002
        self._spelt.clear()
        while self._strokes:
            stroke = self._strokes.popleft()
            if keys := game_keys(stroke, taker.mode, taker.run_prefix, escape_ends=taker.escape_ends):
                return keys
        return b""


def keys_of(line: Line) -> LineKeys[KeyTaker]:
    """Return the decoder of the keys that a line sends."""
    if line.kind == "raw":
        return ProgramKeys()
    return PersonKeys(WEB_ESCAPE_SECONDS if line.kind == "web" else TELNET_ESCAPE_SECONDS)
