"""Games as the page of a report holds them, unpacked by other means than its own script."""

from __future__ import annotations

from typing import Any

from rogomatic.agent.screen.vt100 import SIZE


def screens_of(data: dict[str, Any]) -> list[bytes]:
    """Return every screen of a packed game; cells to look at have 0x80 added."""
    screens, cells, origin = [], bytearray(b" " * SIZE), 0
    for changes in data["screens"]:
        place, lit = origin, False
        for letter in changes:
            if letter == "\x7f":
                lit = not lit
            elif letter > "\x7f":
                place = origin = (origin + ord(letter) - 0x80) % SIZE
            else:
                cells[place] = ord(letter) + 0x80 * lit
                place += 1
        screens.append(bytes(cells))
    return screens
