"""Messages of edition 5.4, against which the changed messages of a variant are checked."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Final

from rogue.tables.ruleset import Ruleset

_PLACE: Final = re.compile(r"\{\w+\}")
_OWN_LETTERS: Final = 3  # a message needs that many besides its places to be recognized


@cache
def messages() -> tuple[str, ...]:
    """Return every message and prompt of edition 5.4; what varies has a name in braces."""
    return tuple(json.loads((resources.files("rogue.variants") / "messages.json").read_text("utf-8")))


def said_by(rules: Ruleset) -> tuple[str, ...]:
    """Return the messages of an edition or variant, as they are shown.

    >>> from rogue.tables.edition_table import EDITIONS
    >>> "I see no way down" in said_by(EDITIONS["5.4"]), "I see no way down." in said_by(EDITIONS["3.6"])
    (True, True)
    """
    changed: Mapping[str, str] = dict(rules.words.phrases.pairs)
    kept = [message for message in messages() if message not in changed]
    return (*kept, *filter(None, changed.values()))


def is_said(message: str, known: tuple[str, ...]) -> bool:
    """Return whether a message, with its places, fits one of the known messages.

    >>> [is_said(text, messages()) for text in ("You hit {foe}", "You hit the bat", "You smite {foe}")]
    [True, True, False]
    """
    sample = _PLACE.sub("it", message)
    return any(_pattern(one).fullmatch(sample) for one in known)


@cache
def _pattern(message: str) -> re.Pattern[str]:
    """Return a pattern of a message; the screen shows its first letter as a capital."""
    parts = _PLACE.split(message)
    if sum(char.isalpha() for part in parts for char in part) < _OWN_LETTERS:
        parts = [message]
    return re.compile(".+".join(map(re.escape, parts)), re.IGNORECASE)
