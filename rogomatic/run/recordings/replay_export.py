"""A replayed game in other forms: asciicast, ttyrec, text, and frames for the player of a report."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Final, Literal, NamedTuple

from rogomatic.agent.player import Player
from rogomatic.agent.screen.vt100 import COLS, SIZE, Screen
from rogomatic.agent.sight.message_parser import read_message
from rogomatic.agent.sight.prompt_parser import without_marker
from rogomatic.run.recordings.annotations import Captions, Kind
from rogomatic.run.recordings.recording_formats import (
    IDLE_SECONDS,
    Asciicast,
    Event,
    TtyrecFrame,
    frame_bytes,
)
from rogomatic.run.recordings.seek import BLOWS
from rogomatic.run.recordings.timeline import Moment, MomentReader, Timeline
from rogomatic.run.runner.game_loop import Limits, Row, play_game
from rogomatic.run.runner.link import Link, LinkWrapper
from rogue.shared.wording import keys_in_words, with_article

_RULE: Final = "-" * 80


def as_asciicast(timeline: Timeline, speed: float | None = None) -> Iterator[bytes]:
    """Yield the recording as asciicast v2, line by line: as it happened, or `speed` commands per second."""
    recording, idle_seconds = timeline.recording, IDLE_SECONDS
    if speed is not None:
        recording, idle_seconds = paced(recording, speed), max(IDLE_SECONDS, 1 / speed)
    return (f"{line}\n".encode() for line in recording.lines(idle_seconds))


def as_ttyrec(timeline: Timeline, speed: float | None = None) -> Iterator[bytes]:
    """Yield what was drawn as ttyrec, frame by frame; it has no room for keys, marks and sizes."""
    recording = timeline.recording if speed is None else paced(timeline.recording, speed)
    for event in recording.events:
        if event.kind == "o":
            yield frame_bytes(TtyrecFrame(event.seconds, event.text.encode()))


def paced(recording: Asciicast, speed: float) -> Asciicast:
    """Return a recording with `speed` commands per second; without keys, with as many pictures."""
    is_keyed = any(event.kind == "i" for event in recording.events)
    events: list[Event] = []
    commands = 0
    for event in recording.events:
        commands += is_keyed and event.kind == "i"
        events.append(event._replace(seconds=commands / speed))
        commands += not is_keyed and event.kind == "o"
    return replace(recording, events=tuple(events))


def as_text(timeline: Timeline, _speed: float | None = None) -> Iterator[bytes]:
    """Yield every moment as text: the screen, the keys and the reason.  Leaves the timeline at its end."""
    for number in range(len(timeline)):
        timeline.go(number)
        yield "".join(f"{line}\n" for line in picture(timeline)).encode()


FORMS: Final[dict[str, Callable[..., Iterator[bytes]]]] = {
    "cast": as_asciicast,
    "ttyrec": as_ttyrec,
    "txt": as_text,
}


def picture(timeline: Timeline) -> Iterator[str]:
    """Yield the moment shown as lines: its number, the screen, the messages, the keys and their reason."""
    yield heading(timeline)
    yield top_row(timeline)
    yield from (timeline.screen.text(row) for row in range(1, timeline.screen.rows))
    yield from (f"* {mark.label}" for mark in timeline.moment.marks)
    yield from (f"< {line}" for line in timeline.moment.said)
    yield doing(timeline.moment)
    yield _RULE


def top_row(timeline: Timeline) -> str:
    """Return the row of the messages: what the game said, not its complaint about the agent's marker."""
    moment = timeline.moment
    if moment.ready:
        return moment.said[-1] if moment.said else ""
    return timeline.screen.text(0)


def heading(timeline: Timeline) -> str:
    """Return which moment of the timeline is shown."""
    moment = timeline.moment
    turn = f", turn {moment.turn}" if moment.turn >= 0 else ""
    level = f", level {moment.depth}, {moment.hp} of {moment.max_hp} hit points" if moment.depth else ""
    whole = timeline.commands
    if not timeline.is_keyed:
        return f"Picture {timeline.at + 1:,} of {whole:,}{turn}{level}"
    if timeline.at >= whole > 0:
        return f"The end, behind command {whole:,}{turn}{level}"
    return f"Command {timeline.at + 1:,} of {whole:,}{turn}{level}"


def doing(moment: Moment) -> str:
    """Return which keys are sent, and the reason."""
    keys = f"> {keys_in_words(without_marker(moment.keys), answers=not moment.ready)}" if moment.keys else ">"
    why = f"{moment.rung}: {moment.because}" if moment.rung else moment.because
    return f"{keys}  {why}".rstrip()


LIT: Final = 0x80  # added to the ASCII of cells to look at: foes, and what the game itself highlights


class FrameMark(NamedTuple):
    """Something worth a look begins here."""

    kind: Kind | Literal["fight"]
    label: str


class Frame(NamedTuple):
    """What is known of one moment.

    cells        1920 of them, row by row: ASCII, some LIT; the top row without complaints about the marker
    turn         on the agent's clock
    depth, hp, max_hp  of the last status row, 0 before there is one
    is_command   whether the game waited for a command: then the screen is the map
    rung, because  what chose the keys and why, "" and "the game is over" at the end
    """

    cells: bytes
    turn: int
    depth: int
    hp: int
    max_hp: int
    is_command: bool
    rung: str
    because: str
    marks: tuple[FrameMark, ...]


class _FramingLink(LinkWrapper):
    """A link that catches a frame whenever keys are sent, and one at the end."""

    def __init__(self, link: Link, take: Callable[[Frame], object], player: Callable[[], Player]) -> None:
        super().__init__(link)
        self._take = take
        self._player = player
        self._screen = Screen()  # as the game draws it; its messages are taken from it
        self._reader = MomentReader(self._screen)
        self._captioned = Screen()  # the same, from which the captions take the messages
        self._captions = Captions(self._captioned)
        self._shown = Screen()  # with captions
        self._fought: set[str] = set()
        self._is_new = False  # something was drawn since the last frame

    def send(self, keys: bytes) -> None:
        self._catch()
        self._captions.answered()
        self._link.send(keys)

    def receive(self, seconds: float) -> bytes:
        data = self._link.receive(seconds)
        if data:
            self._shown.feed(self._captions.lift().encode())
            for screen in (self._screen, self._captioned, self._shown):
                screen.feed(data)
            self._shown.feed(self._captions.cover(data).encode())
            self._is_new = True
        return data

    def close(self, over: bool) -> float:
        if self._is_new:
            self._catch()
        return self._link.close(over)

    def _catch(self) -> None:
        player = self._player()
        self._is_new = False
        now = self._reader.read(b"", 0.0, player)
        marks = (FrameMark(mark.kind, mark.label) for mark in now.marks)
        cells = self._cells(player if now.ready else None)
        status = (now.turn, now.depth, now.hp, now.max_hp, now.ready)
        self._take(Frame(cells, *status, now.rung, now.because, (*marks, *self._fights(now.said))))

    def _cells(self, player: Player | None) -> bytes:
        """Return the screen with its points of interest lit."""
        cells = bytearray(self._shown.cells)
        lit = {spot for spot in self._shown.bright if cells[spot] != ord(" ")}
        if player is not None:
            lit.update(spot for spot in player.beliefs.foes.seen if COLS <= spot < SIZE - COLS)
        for spot in lit:
            cells[spot] |= LIT
        return bytes(cells)

    def _fights(self, said: Sequence[str]) -> list[FrameMark]:
        """Return a mark for each kind of monster whose first blow, given or taken, is in these messages."""
        facts = (fact for line in said for fact in read_message(line))
        met = {fact.who: None for fact in facts if fact.kind in BLOWS and fact.who}
        new = [name for name in met if name not in self._fought]
        self._fought.update(new)
        return [FrameMark("fight", f"first fight with {with_article(name)}") for name in new]


def play_frames(
    seed: int,
    links: Callable[[int], Link],
    players: Callable[[int], Player],
    take: Callable[[Frame], object],
    limits: Limits | None = None,
) -> Row:
    """Play the game of a seed in this process and return its row; `take` is given each frame in turn.

    `links` makes the game (run.runner.batch.InMemory for our own), `players` the agent.
    """
    player: list[Player] = []

    def agent(number: int) -> Player:
        player.append(players(number))
        return player[-1]

    def framed(number: int) -> Link:
        return _FramingLink(links(number), take, lambda: player[-1])

    return play_game(seed, framed, agent, limits or Limits())
