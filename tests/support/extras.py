"""What of the product needs a library that is an extra."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Final

EXTRAS: Final = {
    "rogue/gym": "gymnasium",
    "rogue/wire/web_line.py": "websockets",
    "rogue/wire/web_site.py": "websockets",
    "rogue/server/web_server.py": "websockets",
}
"""Folder or module of the product -> the library of the extra that it needs."""


def absent_extras() -> dict[str, str]:
    """Return what of the product cannot be imported because the library of its extra is not installed."""
    return {name: library for name, library in EXTRAS.items() if find_spec(library) is None}
