"""The message line: the queue of messages, prompts, frames for row 0."""

from __future__ import annotations

from collections import deque
from typing import Final, final

from rogue.state.world import JOINT, Frame
from rogue.tables.messages import WORDS_54, Translation
from rogue.ui.input_modes import Mode

WIDEST: Final = 79
KEPT: Final = 10_000  # messages kept, more than the longest games have


@final
class Entry:
    """An entry in the message queue."""

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
        self.mode = mode  # for a prompt: the mode that reads its answer
        self.listed = listed  # a line of a list, which Escape may end
        self.remembered = remembered  # shown again by control-P
        self.frame = frame  # without text: the map at the moment of the next message


class MessageLine:
    """The message queue for row 0, including the unconfirmed message there."""

    __slots__ = ("_book", "_room", "history", "last", "listing", "pending", "queue")

    def __init__(self, book: Translation = WORDS_54.phrases, more: str = WORDS_54.more) -> None:
        self._book = book  # wording of the edition
        self._room = WIDEST - len(more)  # columns of a message followed by `--More--`
        self.queue: deque[Entry] = deque()
        self.pending = ""  # a message that the player must see before the next
        self.last = ""
        self.history: deque[str] = deque(maxlen=KEPT)  # messages shown, oldest first
        self.listing = False  # row 0 holds a line of a list

    @property
    def has_frames(self) -> bool:
        """Whether a frame is in the queue."""
        return any(entry.frame is not None for entry in self.queue)

    @property
    def asks(self) -> bool:
        """Whether a prompt is in the queue."""
        return any(entry.mode is not None for entry in self.queue)

    def emit(self, text: str, *, remembered: bool = True, listed: bool = False) -> None:
        """Queue a message in the edition's words, if the edition has it.

        The first letter is capitalized; a text wider than the row is split so that all of it can be read.
        """
        text = self._book.turned(raised(text))
        for piece in split(text, self._room) if len(text) > WIDEST else (text,):
            if piece:
                self.queue.append(Entry(piece, None, listed, remembered))

    def ask(self, text: str, mode: Mode) -> None:
        """Queue a prompt.  `mode` reads its answer."""
        self.queue.append(Entry(self._book.turned(text), mode, remembered=False))

    def next(self) -> Entry:
        """Remove the next entry and make it the pending one.

        If more follows, a message that fills the row is cut to leave room for `--More--`.
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
        """Remove the rest of a list.  Other messages and prompts stay."""
        self.queue = deque(entry for entry in self.queue if not entry.listed)

    def forget_frames(self) -> None:
        """Remove the queued frames, because the screen is redrawn."""
        self.queue = deque(entry for entry in self.queue if entry.frame is None)


def raised(text: str) -> str:
    """Return a message with its first letter capitalized, unless it is a pack line.

    >>> raised("the bat hit"), raised("a) some food")
    ('The bat hit', 'a) some food')
    """
    if "A" <= text[:1] <= "Z":
        return text
    return text if text[1:2] == ")" else text[:1].upper() + text[1:]


def split(text: str, room: int) -> list[str]:
    """Split a text wider than the row into parts of at most `room` columns.  The last may fill the row.

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
    """Split a text once: between sentences, else at a space, else anywhere.  The head fits into `room`.

    >>> part("You hit.  The bat misses", 10), part("You hit", 4), part("Ouch", 3)
    (('You hit', 'The bat misses'), ('You', 'hit'), ('Ouc', 'h'))
    """
    for joint in (JOINT, " "):
        at = text.rfind(joint, 1, room + len(joint))
        if at > 0:
            return text[:at], text[at + len(joint) :]
    return text[:room], text[room:]
