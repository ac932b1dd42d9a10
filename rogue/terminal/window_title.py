"""The title of the window."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from rogue.shared.errors import printable_line
from rogue.shared.terminal_kinds import is_old

_SAVE: Final = b"\x1b[22;0t"
_RESTORE: Final = b"\x1b[23;0t"


class WindowTitle:
    """A window title that follows a game.  At the end, the terminal restores the previous title."""

    def __init__(self, text: Callable[[], str], term: str = "") -> None:
        """Remember the function that returns the title, and the type of the terminal."""
        self._text = text
        self._can = not is_old(term)
        self._shown = ""

    def begin(self) -> bytes:
        """Return the bytes that save the previous title and set this one.  Return b"" if there is no title.

        >>> WindowTitle(lambda: "Rogue", "xterm").begin(), WindowTitle(lambda: "Rogue", "linux").begin()
        (b'\\x1b[22;0t\\x1b]2;Rogue\\x07', b'')
        """
        self._shown = ""
        update = self.update()
        return _SAVE + update if update else b""

    def update(self) -> bytes:
        """Return the bytes that set the current title, or b"" if it is already shown or cannot be set."""
        if not self._can or (text := self._text()) == self._shown:
            return b""
        self._shown = text
        return b"\x1b]2;%b\x07" % printable_line(text).encode("ascii", "replace")

    def end(self) -> bytes:
        """Return the bytes that restore the previous title, or b"" if no title was set."""
        return _RESTORE if self._shown else b""


UNNAMED: Final = WindowTitle(str)
"""For a window whose title is left alone."""
