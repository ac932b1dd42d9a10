"""A message from outside the game, drawn over the top rows of a person's screen."""

from __future__ import annotations

from textwrap import wrap
from typing import Final

from rogue.shared.errors import printable_line
from rogue.shared.wording import TEXT_COLUMNS
from rogue.ui.input_modes import going_on
from rogue.ui.keyboard import game_keys

MORE: Final = " --More--"


class OutsideMessage:
    """A message that stays on the screen until the player presses space, Return, or Escape."""

    def __init__(self) -> None:
        """Begin without a message."""
        self._text = ""

    @property
    def waits(self) -> bool:
        """Whether a message is on the screen."""
        return self._text != ""

    def show(self, text: str) -> bytes:
        """Replace the message, and return the bytes that draw the new message.

        >>> OutsideMessage().show("The disk is full.").count(b" --More--")
        1
        """
        self._text = printable_line(text)
        return self.drawn()

    def drawn(self) -> bytes:
        """Return the bytes that draw the message again, or b"" if there is no message."""
        if not self._text:
            return b""
        lines = wrap(self._text, TEXT_COLUMNS - len(MORE))
        lines[-1] += MORE
        rows = [
            b"\x1b[%d;1H\x1b[m%b" % (row, line.ljust(TEXT_COLUMNS).encode("ascii", "replace"))
            for row, line in enumerate(lines, 1)
        ]
        return b"%b\x1b[%d;%dH" % (b"".join(rows), len(lines), len(lines[-1]) + 1)

    def answer(self, stroke: str) -> bool:
        """Handle a key, given by its name.  Return whether the key ended the message."""
        if going_on(game_keys(stroke), "more", escape_ends=False) != b" ":
            return False
        self._text = ""
        return True
