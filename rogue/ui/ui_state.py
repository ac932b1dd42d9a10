"""The state of the interface: the screen, the message line, queued output."""

from __future__ import annotations

from collections import deque
from typing import Final, final

from rogue.state.entities import UNARMORED
from rogue.state.grid import ROWS
from rogue.state.level import PlayerMap
from rogue.state.world import JOINT, MidCommandScreen, StatusValues, World, status_numbers, status_of
from rogue.tables.messages import WORDS_54, Translation, Wording
from rogue.tables.variant_rules import FULL_STRENGTH
from rogue.ui.input_modes import Host, Mode
from rogue.ui.keymap import keys_of
from rogue.ui.lookout import Lookout
from rogue.ui.renderer import Renderer

WIDEST: Final = 79
KEPT: Final = 10_000  # messages kept, more than the longest games have
_NEVER: Final = -(2**40)
NOT_DRAWN: Final = (_NEVER, _NEVER, _NEVER, _NEVER, _NEVER, _NEVER, _NEVER)
STATUS_ROW: Final = ROWS - 1


@final
class QueuedMessage:
    """An entry in the message queue: a message, a prompt, or a frame of the map."""

    __slots__ = ("frame", "listed", "mode", "remembered", "text")

    def __init__(
        self,
        text: str,
        mode: Mode | None = None,
        listed: bool = False,
        remembered: bool = True,
        frame: MidCommandScreen | None = None,
    ) -> None:
        self.text = text
        self.mode = mode  # for a prompt: the mode that reads its answer
        self.listed = listed  # a line of a list, which Escape may end
        self.remembered = remembered  # shown again by control-P
        self.frame = frame  # without text: the map at the moment of the next message


class MessageLine:
    """The queue of messages for row 0, and the message shown there that is not confirmed yet."""

    __slots__ = ("_book", "_room", "history", "last", "listing", "pending", "queue")

    def __init__(self, book: Translation = WORDS_54.phrases, more: str = WORDS_54.more) -> None:
        self._book = book  # wording of the edition
        self._room = WIDEST - len(more)  # columns of a message followed by `--More--`
        self.queue: list[QueuedMessage] = []  # seldom more than two entries
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
        """Queue a message in the words of the edition, unless the edition lacks the message.

        The first letter is capitalized.  A text wider than the row is split, so that all of it can be read.
        """
        text = self._book.turned(raised(text))
        if len(text) <= WIDEST:
            if text:
                self.queue.append(QueuedMessage(text, None, listed, remembered))
            return
        for piece in split(text, self._room):
            if piece:
                self.queue.append(QueuedMessage(piece, None, listed, remembered))

    def ask(self, text: str, mode: Mode) -> None:
        """Queue a prompt.  When it is shown, `mode` will read the player's answer."""
        self.queue.append(QueuedMessage(self._book.turned(text), mode, remembered=False))

    def next(self) -> QueuedMessage:
        """Remove and return the next entry of the queue.  The text of the entry becomes the pending message.

        If another entry follows, a message that fills the row is cut to leave room for `--More--`.
        """
        entry = self.queue.pop(0)
        if entry.remembered:
            self.last = entry.text
            self.history.append(entry.text)
        is_wide = len(entry.text) > self._room and entry.mode is None
        if is_wide and any(one.frame is None for one in self.queue):
            head, rest = part(entry.text, self._room)
            self.queue.insert(0, QueuedMessage(rest, None, entry.listed, remembered=False))
            entry = QueuedMessage(head, None, entry.listed, entry.remembered)
        self.pending = entry.text
        self.listing = entry.listed
        return entry

    def cut_list(self) -> None:
        """Remove the rest of a list.  Other messages and prompts stay."""
        self.queue = [entry for entry in self.queue if not entry.listed]

    def forget_frames(self) -> None:
        """Remove the queued frames, because the screen is redrawn."""
        self.queue = [entry for entry in self.queue if entry.frame is None]


def raised(text: str) -> str:
    """Return a message with its first letter capitalized.  Return a line of the pack unchanged.

    >>> raised("the bat hit"), raised("a) some food")
    ('The bat hit', 'a) some food')
    """
    if "A" <= text[:1] <= "Z":
        return text
    return text if text[1:2] == ")" else text[:1].upper() + text[1:]


def split(text: str, room: int) -> list[str]:
    """Return a text as parts that fit into a row.

    Each part except the last is at most `room` columns wide.

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
    """Split a text in two so that the first part fits into `room` columns.

    Split between sentences if possible, otherwise at a space.  If there is no space, split anywhere.

    >>> part("You hit.  The bat misses", 10), part("You hit", 4), part("Ouch", 3)
    (('You hit', 'The bat misses'), ('You', 'hit'), ('Ouc', 'h'))
    """
    for joint in (JOINT, " "):
        at = text.rfind(joint, 1, room + len(joint))
        if at > 0:
            return text[:at], text[at + len(joint) :]
    return text[:room], text[room:]


Numbers = tuple[int, int, int, int, int, int, int]
"""The numbers of the status line.  When one of them changes, the line is redrawn."""


def status_key(status: StatusValues) -> Numbers:
    """Return the numbers of the status line, except the maxima.

    The status line is redrawn if one of the returned numbers changes (OPT-4).
    """
    return (
        status.hp, status.exp, status.purse, status.armor, status.strength, status.depth, status.hunger,
    )  # fmt: skip


def status_row(status: StatusValues, words: Wording) -> str:
    """Return the status line as text.

    `Ac` is the armor class, and `Arm` is 10 minus the armor class.  Neither includes rings (V52-23).
    """
    most = str(status.max_hp)
    hp = str(status.hp).rjust(len(most))
    hunger = words.hunger[status.hunger]
    if words.best_strength:
        strength = str(status.strength).rjust(2) + "(" + str(status.best_strength) + ")"
    else:
        strength = _exceptional(status.strength)
    if words.raw_armor:
        armor = "Ac: " + str(status.armor).ljust(2)
    else:
        armor = "Arm: " + str(UNARMORED - status.armor).ljust(2)
    parts = (  # joined, because formatting a width is slow
        "Level: ", str(status.depth), "  Gold: ", str(status.purse).ljust(5), "  Hp: ", hp, "(", most,
        ")  Str: ", strength, "  ", armor, "  Exp: ", str(status.level), "/", str(status.exp),
        "  " if hunger or words.hunger_blanks else "", hunger,
    )  # fmt: skip
    return "".join(parts)


def _exceptional(strength: int) -> str:
    """Return a strength as 3.6 shows it.  The number 68 means 18/50 (V36-4)."""
    return f"{strength:<2d}" if strength <= FULL_STRENGTH else f"{FULL_STRENGTH}/{strength - FULL_STRENGTH}"


class UiState:
    """The message queue, renderer, and screen state of a game."""

    __slots__ = (
        "_noted", "_status", "covered", "host", "idle", "keys", "line", "lookout", "option_note", "refusals",
        "renderer", "stale", "turn_due", "words", "world",
    )  # fmt: skip

    def __init__(self, world: World, host: Host) -> None:
        self.world = world
        self.words = world.rules.words
        self.keys = keys_of(world.rules.keys)
        self.host = host
        self.line = MessageLine(self.words.phrases, self.words.more)
        self.refusals: dict[int, tuple[QueuedMessage, ...]] = {}  # key -> message that it is illegal
        self.lookout = Lookout()  # for the walking helpers
        self.renderer = Renderer()
        self.turn_due = False  # an information command costs a turn that has not passed yet
        self.stale = False  # the next drawing erases row 0
        self.idle = False  # since the last drawing, nothing has happened but in row 0
        self.covered = False  # the map is not on the screen
        self.option_note = ""  # the terminal's line below the options
        self._status: Numbers = NOT_DRAWN
        self._noted: StatusValues | None = None  # status of the last frame taken, None after a full drawing
        world.frames = []

    def emit(
        self, text: str, terse: str | None = None, *, remembered: bool = True, listed: bool = False
    ) -> None:
        """Queue the frames that the rules have added, then queue a message.

        If the player wants terse output, queue `terse` instead of `text`.
        """
        if self.world.frames:
            self.take_frames()
        terse_text = terse if terse is not None and self.world.options.terse else text
        self.line.emit(terse_text, remembered=remembered, listed=listed)

    def emit_verbatim(self, text: str, *, remembered: bool = True) -> None:
        """Queue a message unchanged: not translated, capitalized, or split."""
        self.take_frames()
        self.line.queue.append(QueuedMessage(text, remembered=remembered))

    def ask(self, text: str, mode: Mode, terse: str | None = None) -> None:
        """Queue a prompt.  When it is shown, `mode` will read the player's answer."""
        self.take_frames()
        self.line.ask(terse if terse is not None and self.world.options.terse else text, mode)

    def queue_messages(self) -> None:
        """Move all the messages and frames that the rules have added into the queue, in order."""
        self.take_frames()
        said = self.world.said
        for text in said:
            self.line.emit(text)
        said.clear()

    def take_frames(self) -> None:
        """Move the frames that the rules have added into the queue.

        The messages that came before a frame are moved into the queue ahead of it.  Messages after the last
        frame stay in `world.said`.  A frame that shows nothing new is left out.
        """
        frames = self.world.frames
        if not frames:
            return
        said, queue, taken = self.world.said, self.line.queue, 0
        for frame in frames:
            noted = self._noted
            if frame.status is not None:
                key = status_key(frame.status)
                if key != (status_key(noted) if noted else self._status):
                    self._noted = noted = frame.status
            if frame.canvas is None:
                continue
            for text in said[taken : frame.said]:
                self.line.emit(text)
            taken = frame.said
            before = queue[-1].frame if queue else None
            shown = frame._replace(said=0, status=noted)
            same = before is not None and before == shown._replace(canvas=before.canvas)
            if not same or frame.canvas.dirty or frame.canvas.cleared:
                queue.append(QueuedMessage("", frame=shown))
        frames.clear()
        del said[:taken]

    def mark_answered(self) -> None:
        """Record that the prompt in row 0 is answered, so that the next message may replace the prompt."""
        self.line.pending = ""
        self.stale = True

    def paint(self, text: str | None, more: bool = False, *, answering: bool = False) -> None:
        """Draw changes, then draw `text` in row 0, then place the cursor.

        more       whether to draw --More-- after the text
        answering  whether the next key answers a prompt; the cursor then stays at the prompt, otherwise it
                   goes to the player
        """
        if self.covered:
            return
        world, renderer = self.world, self.renderer
        hero, awaited = world.player.spot, renderer.at
        self._noted = None
        self._map(world.canvas, hero, text)
        if status_numbers(world) != self._status:
            self._draw_status(status_of(world))
        if text is not None:
            renderer.row(0, text)
        if more:
            self.paint_more()
        elif not answering or not self.line.pending:
            renderer.cursor(hero)
        elif text is None and awaited >= 0:
            renderer.cursor(awaited)

    def paint_message(self, text: str | None) -> None:
        """Draw `text` in row 0, or erase row 0 if that is due, above a map that has not changed."""
        renderer = self.renderer
        if text is not None:
            renderer.row(0, text)
        elif self.stale:
            renderer.clear_row(0)
        self.stale = False
        renderer.cursor(self.world.player.spot)

    def paint_frame(self, frame: MidCommandScreen, text: str | None) -> None:
        """Draw a frame, then `text` in row 0.

        If `frame.lasts` is true, place the cursor on the player and mark a pause (`Renderer.cut`).
        """
        renderer = self.renderer
        if frame.canvas is not None:
            self._map(frame.canvas, frame.hero, text)
        if frame.status is not None:
            self._draw_status(frame.status)
        if text is not None:
            renderer.row(0, text)
        if frame.lasts:
            renderer.cursor(frame.hero)
            renderer.cut()

    def paint_more(self) -> None:
        """Draw `--More--` after the message in row 0."""
        more = self.words.more
        self.renderer.write(min(len(self.line.pending), WIDEST - len(more)), more)

    def _draw_status(self, status: StatusValues) -> None:
        key = status_key(status)
        if key != self._status:
            self._status = key
            self.renderer.row(STATUS_ROW, status_row(status, self.words))

    def _map(self, canvas: PlayerMap, hero: int, text: str | None) -> None:
        """Draw the changes of the map, or all of a cleared map.  First erase row 0, if that is necessary."""
        renderer = self.renderer
        if canvas.cleared:
            renderer.whole_map(canvas, hero)
            self._status = NOT_DRAWN
        elif self.stale and (text is None or canvas.dirty):
            renderer.clear_row(0)
        self.stale = False
        if canvas.dirty or renderer.hero != hero:
            renderer.map_changes(canvas, hero)

    def repaint(self) -> None:
        """Clear the screen and redraw the map, with a blank row 0."""
        self.covered = False
        self.stale = False
        self.world.canvas.cleared = True
        self.paint(None)

    def redraw(self) -> None:
        """Clear the screen, redraw everything on it, and put the cursor back."""
        cursor = self.renderer.at
        self.renderer.repeat()
        self.renderer.cursor(max(cursor, 0))
