"""The top line for those who look at a recording: what the game said, not its complaint about the marker.

The agent ends every command with a key that no Rogue knows (sight.prompt_parser), and is answered by a
complaint in the row of the messages.  Who watches a game is shown the message there; so is who looks at its
recording. Before the game draws again the complaint is put back, so that each cell is as the game believes it
to be.
"""

from __future__ import annotations

from typing import Final

from rogomatic.sight.prompt_parser import COMMAND, messages, waiting
from rogomatic.vt100 import COLS, Screen

# The cursor is kept; to turn styles off twice has no effect but to tell these drawings from a game's.
_BEGIN: Final = "\x1b7\x1b[m\x1b[m\x1b[H"
_END: Final = "\x1b[K\x1b8"
_ASCII: Final = 0x80  # below it a byte is a whole character


class Captions:
    """Covers complaints on one screen, which its owner feeds with what the game draws and nothing else."""

    def __init__(self, screen: Screen) -> None:
        self._screen = screen
        self._covers = False

    def lift(self) -> str:
        """Return what is to be drawn before the game draws again, "" for nothing."""
        was, self._covers = self._covers, False
        return _drawing(self._screen.text(0)) if was else ""

    def cover(self, data: bytes) -> str:
        """Return what is to be drawn after `data`, which the screen has just been fed; "" for nothing."""
        screen = self._screen
        if not (data and data[-1] < _ASCII and screen.is_whole and waiting(screen) == COMMAND):
            return ""
        if any(spot < COLS for spot in screen.bright):
            return ""
        self._covers = True
        said = messages(screen, COMMAND)
        return _drawing(said[-1] if said else "")

    def answered(self) -> None:
        """Hear that keys were sent: what is on the screen now is not new any more."""
        self._screen.top_written = self._screen.drawn = False


def is_caption(text: str) -> bool:
    """Return whether an output was drawn over or under the game's own.

    >>> is_caption(_drawing("You hit")), is_caption("\\x1b[HYou hit\\x1b[K")
    (True, False)
    """
    return text.startswith(_BEGIN) and text.endswith(_END)


def _drawing(line: str) -> str:
    return f"{_BEGIN}{line}{_END}"
