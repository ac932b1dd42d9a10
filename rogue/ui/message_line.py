"""The message line: the queue of messages, prompts and frames, and the one that stands in row 0."""

from __future__ import annotations

from collections import deque
from typing import Final, final

from rogue.state.world import JOINT, Frame
from rogue.tables.messages import WORDS_54, Translation
from rogue.ui.input_modes import Mode

WIDEST: Final = 79
KEPT: Final = 10_000  # messages: more than the longest games have


@final
class Entry:
    """One thing for the message line."""

    __slots__ = ("frame", "listed", "mode", "remembered", "text")

    def __init__(
        self,
        text: str,
        mode: Mode | None = None,
        listed: bool = False,
        remembered: bool = True,
        frame: Frame | None = None,
    ) -> None:
        self.text = text
        self.mode = mode  # of a prompt: it reads the answer
        self.listed = listed  # a line of a list, which Escape may cut short
        self.remembered = remembered  # shown again by control-P
        self.frame = frame  # no text at all: the map as it was when what follows was said


class MessageLine:
    """The queue for row 0, and the message there that was not confirmed yet."""

    __slots__ = ("_book", "_room", "history", "last", "listing", "pending", "queue")

    def __init__(self, book: Translation = WORDS_54.phrases, more: str = WORDS_54.more) -> None:
        self._book = book  # the words of the edition
        self._room = WIDEST - len(more)  # columns of a message that a More stands behind
        self.queue: deque[Entry] = deque()
        self.pending = ""  # a message that the next one must not overwrite unseen
        self.last = ""
        self.history: deque[str] = deque(maxlen=KEPT)  # what was shown, the oldest first
        self.listing = False  # what stands in row 0 is a line of a list

    @property
    def has_frames(self) -> bool:
        """Whether a frame is in the queue."""
        return any(entry.frame is not None for entry in self.queue)

    @property
    def asks(self) -> bool:
        """Whether a prompt is in the queue."""
        return any(entry.mode is not None for entry in self.queue)

    def emit(self, text: str, *, remembered: bool = True, listed: bool = False) -> None:
        """Queue a message in the words of the edition; one that the edition does not have is dropped.

        Its first letter is raised; a text wider than the row is cut, so that all of it can be read.
        """
        text = self._book.turned(raised(text))
        for piece in split(text, self._room) if len(text) > WIDEST else (text,):
            if piece:
                self.queue.append(Entry(piece, None, listed, remembered))

    def ask(self, text: str, mode: Mode) -> None:
        """Queue a prompt; `mode` reads its answer."""
        self.queue.append(Entry(self._book.turned(text), mode, remembered=False))

    def next(self) -> Entry:
        """Take the next entry; it becomes what is pending.

        A message that fills the row, with something behind it, is cut to leave room for the More.
        """
        entry = self.queue.popleft()
        if entry.remembered:
            self.last = entry.text
            self.history.append(entry.text)
        is_wide = entry.mode is None and len(entry.text) > self._room
        if is_wide and any(one.frame is None for one in self.queue):
            head, rest = part(entry.text, self._room)
            self.queue.appendleft(Entry(rest, None, entry.listed, remembered=False))
            entry = Entry(head, None, entry.listed, entry.remembered)
        self.pending = entry.text
        self.listing = entry.listed
        return entry

    def cut_list(self) -> None:
        """Drop the rest of a list; other messages and prompts stay."""
        self.queue = deque(entry for entry in self.queue if not entry.listed)

    def forget_frames(self) -> None:
        """Drop the frames that were still to be drawn; the screen is redrawn."""
        self.queue = deque(entry for entry in self.queue if entry.frame is None)


def raised(text: str) -> str:
    """Return a message with its first letter raised, unless it is a pack line.

    >>> raised("the bat hit"), raised("a) some food")
    ('The bat hit', 'a) some food')
    """
    if "A" <= text[:1] <= "Z":
        return text
    return text if text[1:2] == ")" else text[:1].upper() + text[1:]


def split(text: str, room: int) -> list[str]:
    """Cut a text that is wider than the row into parts of at most `room` columns; the last may fill the row.

    >>> split("You hit.  The bat misses", 70)
    ['You hit.  The bat misses']
    >>> split("x" * 50 + ".  " + "Y" * 50, 70) == ["x" * 50, "Y" * 50]
    True
    """
    parts = []
    while len(text) > WIDEST:
        head, text = part(text, room)
        parts.append(head)
    return [*parts, text]


def part(text: str, room: int) -> tuple[str, str]:
    """Cut a text once: between its sentences, else at a blank, else anywhere; the head fits into `room`.

    >>> part("You hit.  The bat misses", 10), part("You hit", 4), part("Ouch", 3)
    (('You hit', 'The bat misses'), ('You', 'hit'), ('Ouc', 'h'))
    """
    for joint in (JOINT, " "):
        at = text.rfind(joint, 1, room + len(joint))
        if at > 0:
            return text[:at], text[at + len(joint) :]
    return text[:room], text[room:]
