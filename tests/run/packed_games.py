"""Games as the page of a report holds them, unpacked by other means than its own script."""

from __future__ import annotations

from typing import Any


def screens_of(data: dict[str, Any]) -> list[bytes]:
    """Return every screen of a packed game; cells to look at have 0x80 added."""
    size = data["size"][0] * data["size"][1]
    screens, cells, origin = [], bytearray(b" " * size), 0
    for changes in data["screens"]:
        place, lit = origin, False
        for letter in changes:
            if letter == "\x7f":
                lit = not lit
            elif letter > "\x7f":
                place = origin = (origin + ord(letter) - 0x80) % size
            else:
                cells[place] = ord(letter) + 0x80 * lit
                place += 1
        screens.append(bytes(cells))
    return screens
