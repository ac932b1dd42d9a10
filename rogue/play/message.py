"""The message line: what was said, one line at a time.

Owns   the queue of messages and prompts, when the player must confirm with --More--, how texts that
       are too long are split, which letter is raised, the last message (OPT-3, screen.md 5).
Leaves writing row 0 (play.stage), who says what (rules).
"""

from __future__ import annotations

from collections import deque
from typing import Final, NamedTuple

from rogue.play.mode import Mode

LIMIT: Final = 70  # a text of parts that reaches this many columns is split
MORE: Final = " --More--"
WIDEST: Final = 79
_JOINT: Final = ".  "  # between the parts of one message
_HEADS: Final = ("you now have ",)  # stands alone when what follows is too long for the row


class Entry(NamedTuple):
    """One thing for the message line."""

    text: str
    mode: Mode = "command"  # for a prompt: the mode that reads its answer
    listed: bool = False  # a line of a list, which Escape may cut short
    remembered: bool = True  # shown again by control-P


class MessageLine:
    """What waits to be shown in row 0, and what stands there unconfirmed."""

    __slots__ = ("last", "listing", "pending", "queue")

    def __init__(self) -> None:
        self.queue: deque[Entry] = deque()
        self.pending = ""  # a message that the next one must not overwrite unseen
        self.last = ""
        self.listing = False  # what stands in row 0 is a line of a list

    @property
    def asks(self) -> bool:
        """Whether a prompt waits in the queue."""
        return any(entry.mode != "command" for entry in self.queue)

    def say(self, text: str, *, remembered: bool = True, listed: bool = False) -> None:
        """Queue a message; its first letter is raised, and it is split if it is too long."""
        for part in split(text):
            self.queue.append(Entry(raised(part), "command", listed, remembered))

    def ask(self, text: str, mode: Mode) -> None:
        """Queue a prompt; `mode` reads its answer."""
        self.queue.append(Entry(text, mode, remembered=False))

    def next(self) -> Entry:
        """Take the next entry; it becomes what is pending."""
        entry = self.queue.popleft()
        self.pending = entry.text
        self.listing = entry.listed
        if entry.remembered:
            self.last = entry.text
        return entry

    def cut_list(self) -> None:
        """Drop the rest of a list; other messages and prompts stay."""
        self.queue = deque(entry for entry in self.queue if not entry.listed)


def raised(text: str) -> str:
    """Return a message with its first letter raised, unless it is a pack line.

    >>> raised("the bat hit"), raised("a) some food")
    ('The bat hit', 'a) some food')
    """
    return text if text[1:2] == ")" else text[:1].upper() + text[1:]


def split(text: str) -> list[str]:
    """Cut a text into parts for the row: between its sentences when it reaches 70 columns, else
    where it must.

    >>> split("You hit.  The bat misses")
    ['You hit.  The bat misses']
    >>> split("x" * 40 + ".  " + "Y" * 40) == ["x" * 40, "Y" * 40]
    True
    """
    parts = []
    while len(text) >= LIMIT:
        head, rest = _cut(text)
        if not rest:
            break
        parts.append(head)
        text = rest
    parts.append(text)
    return parts


def _cut(text: str) -> tuple[str, str]:
    at = text.rfind(_JOINT, 0, LIMIT)
    if at > 0:
        return text[:at], text[at + len(_JOINT) :]
    for head in _HEADS:
        if text.lower().startswith(head):
            return text[: len(head)].rstrip(), text[len(head) :]
    if len(text) <= WIDEST:
        return text, ""
    at = text.rfind(" ", 1, LIMIT)
    return (text[:at], text[at + 1 :]) if at > 0 else (text[:WIDEST], text[WIDEST:])
