"""Which items an identify scroll can be used on."""

from __future__ import annotations

from typing import Final

from rogomatic.agent.beliefs.model import Beliefs

_WANTS: Final[dict[str, tuple[str, ...]]] = {  # what follows "identify" in the scroll's name -> classes
    "potion": ("potion",), "scroll": ("scroll",), "weapon": ("weapon",), "armor": ("armor",),
    "ring, wand or staff": ("ring", "stick"),
    "identify": ("ring", "stick", "potion", "scroll", "armor", "weapon"),  # of 5.2 and 3.6: anything
}  # fmt: skip


def to_identify(beliefs: Beliefs) -> list[str]:
    """Return the letters of things that fit the running identify scroll, unknown ones first."""
    return identify_targets(beliefs, beliefs.identify, known_too=True)


def identify_targets(beliefs: Beliefs, scroll: str, known_too: bool = False) -> list[str]:
    """Return what an identify scroll of this name can be used on."""
    kinds = _WANTS.get(scroll.removeprefix("identify "), ())
    fitting = [(letter, thing) for letter, thing in beliefs.pack.items() if thing.kind in kinds]
    if kinds == _WANTS["identify"]:
        fitting.sort(key=lambda item: kinds.index(item[1].kind))  # what is not found out by use comes first
    unknown = [
        letter for letter, thing in fitting if not beliefs.name_of(thing) or _is_open(thing.kind, thing.hit)
    ]
    if not known_too:
        return unknown
    return unknown + [letter for letter, _ in fitting if letter not in unknown]


def _is_open(kind: str, hit: int | None) -> bool:
    return kind in ("weapon", "armor") and hit is None
