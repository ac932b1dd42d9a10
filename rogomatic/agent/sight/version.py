"""Versions of Rogue: the known ones, and the known one that any other is read as."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from rogomatic.agent.editions import KNOWN_VERSIONS

NEWEST: Final = KNOWN_VERSIONS[-1]
CLONE: Final = (
    "clone III"  # Rogue as the BSDs and Linux have it, written anew in 1986; it is read as the newest
)

_NUMBER: Final = re.compile(r"\d{1,3}(?:\.\d{1,3}){0,2}")


@lru_cache(maxsize=16)
def read_as(version: str) -> str:
    """Return the known version that a game's own is read as: the nearest by number, else the newest.

    >>> read_as("5.4.5 release"), read_as("5.2.3"), read_as("3.5"), read_as("5.4.2"), read_as("")
    ('5.4.5', '5.2', '3.6', '5.4.4', '5.4.5')
    """
    if version == CLONE:
        return NEWEST
    if is_known(version):
        return max((known for known in KNOWN_VERSIONS if version.startswith(known)), key=len)
    found = _NUMBER.search(version)
    if not found:
        return NEWEST
    return min(reversed(KNOWN_VERSIONS), key=lambda known: abs(_rank(known) - _rank(found[0])))


def is_known(version: str) -> bool:
    """Return whether a version is one of the known ones, or a later state of one.

    >>> is_known("3.6.5"), is_known("5.4.5 release"), is_known("5.4"), is_known("5.20")
    (True, True, False, False)
    """
    return version == CLONE or any(
        re.match(re.escape(known) + r"(?!\d)", version) for known in KNOWN_VERSIONS
    )


def warning_of(version: str, known: str) -> str:
    """Return a sentence for the user about a version that is not known, and was read as the known one; ""
    about one that is.
    """
    if is_known(version):
        return ""
    if not version:
        return f"The game did not say its version; it was read as Rogue {known}."
    return f"The version {version} is not known; it was read as Rogue {known}."


def _rank(version: str) -> int:
    major, minor, patch = [*map(int, version.split(".")), 0, 0][:3]
    return (major * 1000 + minor) * 1000 + patch
