"""The keys of an edition, as differences from those of 5.4."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Keymap:
    """How the keys of an edition differ; control keys stand as their control characters."""

    without: str = ""  # keys of 5.4 that are illegal
    other: tuple[tuple[str, str], ...] = ()  # key, and what it does: a key of 5.4, or a name below
    costly: str = ""  # showing commands that cost a turn all the same
    bell_cancels: bool = False  # control-G at an item prompt does what Escape does
    count_max: int = 255  # CMD-3
    repeats_items: bool = True  # a count before a command that asks for an item repeats it with that item

    @property
    def run_prefix(self) -> str:
        """The key that makes the next direction a careful run, "" where control does it."""
        return next((key for key, does in self.other if does == CAREFUL), "")


CAREFUL: Final = "careful run"  # a direction follows; any other key does what it does alone
ZAP_ASTRAY: Final = "zap astray"  # a stick is asked for, the direction is random

_CONTROL_RUNS: Final = "\x08\x0a\x0b\x19\x15\x02\x0e"

KEYS_54: Final = Keymap()
KEYS_52: Final = Keymap(
    without="mFa,)]=@\x10\x1a" + _CONTROL_RUNS,
    other=(("f", CAREFUL), ("\x0c", "\x12"), ("\x12", "\x10")),
    bell_cancels=True,
    count_max=32767,  # no limit is stated; a counter of 16 bits has this one
    repeats_items=False,  # the letters shift
)
"""V52-21."""

KEYS_36: Final = Keymap(
    without=KEYS_52.without + ".D^",
    other=(*KEYS_52.other, (" ", "."), ("z", ZAP_ASTRAY), ("p", "z"), ("\0", "Q")),
    costly="voc",
    bell_cancels=True,
    count_max=KEYS_52.count_max,
    repeats_items=False,
)
"""V36-20."""
