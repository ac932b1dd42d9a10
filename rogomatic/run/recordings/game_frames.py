"""The frames of a game, to be shown by a script in a web page: screen, reason, danger, marks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, Literal, NamedTuple

from rogomatic.agent.beliefs.model import Beliefs
from rogomatic.agent.engine.rule_engine import Choice
from rogomatic.agent.player import Player
from rogomatic.agent.screen.vt100 import COLS, ROWS, SIZE, Screen
from rogomatic.agent.sight.message_parser import read_message
from rogomatic.agent.think.fight.threat import odds_in_words, threat_of
from rogomatic.run.recordings.seek import BLOWS
from rogomatic.run.recordings.timeline import Moment, Timeline
from rogomatic.run.story.annotations import MarkKind, Tempo, unseen_named
from rogomatic.run.story.helplessness import held_now
from rogomatic.run.story.shown_danger import counts_unseen, death_pct, is_danger_known
from rogue.shared.wording import counted, plural, with_article

LIT: Final = 0x80  # added to the ASCII of cells to look at: foes, and what the game itself highlights


class FrameMark(NamedTuple):
    """A label for a notable frame.  A mark "fight" belongs to the frame with the first blow of a fight."""

    kind: MarkKind | Literal["fight"]
    label: str


class FrameDanger(NamedTuple):
    """The danger before a command: the chance to die in the present fight, in percent and in words."""

    percent: int = 0
    words: str = ""


NO_DANGER: Final = FrameDanger()
_DEAD: Final = FrameDanger(0, "none, the hero is dead")
_OVER: Final = FrameDanger(0, "none, the game is over")


class Frame(NamedTuple):
    """The facts of one moment.

    cells        ASCII codes row by row, with LIT added to highlighted cells.  The agent sends a marker
                 key that the game does not know; the game's message about that key is left out of the top row
    turn         turn that is shown: the game's turn if known, or else the agent's count
    depth, hp, max_hp  figures of the last status row; 0 before the first row; hp <= 0 if the hero is dead
    is_command   whether the game waited for a command
    is_map       whether the screen shows the map without a page or window over it
    rung         rung that chose the keys; at the end of the game, ""
    because      reason for the keys; at the end, "the game is over"
    cols         number of cells per row
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
    danger: FrameDanger = NO_DANGER
    tempo: Tempo = Tempo.PLAIN
    is_still: bool = False
    is_map: bool = True
    cols: int = COLS


class FrameReader:
    """Maker of a game's frames.  Each frame is made from a moment and the screen at that moment."""

    def __init__(self, rows: int = ROWS, cols: int = COLS) -> None:
        """Set the size of every frame.  A smaller screen is padded with blanks, and a larger one is cut."""
        self._rows, self._cols = rows, cols
        self._danger = NO_DANGER
        self._fought: set[str] = set()

    def read(self, moment: Moment, screen: Screen, player: Player | None) -> Frame:
        """Return the next frame.  If there is a player, it must have chosen its keys already."""
        known = player if moment.ready else None
        self._danger = self._danger_at(moment, player)
        marks = (FrameMark(mark.kind, mark.label) for mark in moment.marks)
        return Frame(
            cells=self._cells(moment, screen, known),
            turn=moment.turn,
            depth=moment.depth,
            hp=min(moment.hp, 0) if _is_dead(moment, player) else moment.hp,
            max_hp=moment.max_hp,
            is_command=moment.ready,
            rung=moment.rung,
            because=_because(moment),
            marks=(*marks, *self._fights(moment)),
            danger=self._danger,
            tempo=moment.tempo,
            is_still=moment.still is not None,
            is_map=shows_map(screen),
            cols=self._cols,
        )

    def _danger_at(self, moment: Moment, player: Player | None) -> FrameDanger:
        """Return the danger at a moment.  If the agent makes no choice there, the previous danger remains."""
        if _is_dead(moment, player):
            return _DEAD
        if player is None:
            return self._danger
        if player.done:
            return _OVER
        if not (moment.ready or held_now(player.beliefs)):
            return self._danger
        return danger_of(player.beliefs, player.trace.latest)

    def skip(self, moment: Moment) -> None:
        """Take note of the fights in a moment that is not shown."""
        self._fights(moment)

    def _cells(self, moment: Moment, screen: Screen, player: Player | None) -> bytes:
        """Return the cells of a screen, with foes and the screen's bright cells highlighted."""
        cells = bytearray(screen.cells)
        if moment.ready:
            cells[: screen.cols] = (
                said_last(moment).encode("ascii", "replace").ljust(screen.cols)[: screen.cols]
            )
        lit = {spot for spot in screen.bright if cells[spot] != ord(" ")}
        if player is not None:
            foes = (divmod(spot, COLS) for spot in player.beliefs.foes.seen if COLS <= spot < SIZE - COLS)
            lit.update(row * screen.cols + col for row, col in foes)
        for spot in lit:
            cells[spot] |= LIT
        return _fitted(bytes(cells), screen, self._rows, self._cols)

    def _fights(self, moment: Moment) -> list[FrameMark]:
        """Return a mark for each kind of monster whose first fight begins in the moment's messages."""
        if moment.is_unreal:
            return []
        facts = (fact for line in moment.said for fact in read_message(line))
        met = {fact.who: None for fact in facts if fact.kind in BLOWS and fact.who}
        new = [name for name in met if name not in self._fought]
        self._fought.update(new)
        return [FrameMark("fight", f"first fight with {with_article(name)}") for name in new]


def _is_dead(moment: Moment, player: Player | None) -> bool:
    is_killed = player is not None and player.done and player.report().how == "killed"
    return is_killed or (moment.max_hp > 0 and moment.hp <= 0)


def _because(moment: Moment) -> str:
    """Return the reason for a moment's keys.

    If the moment has the news `held` (the hero cannot move), the reason mentions it.
    """
    if not (moment.held and moment.ready):
        return moment.because
    return f"{moment.because} ({moment.held.removesuffix('.')})"


def said_last(moment: Moment) -> str:
    """Return the last message of a moment, or "" if there are no messages.

    A monster that is called "it" becomes "something unseen".

    >>> from types import SimpleNamespace
    >>> said_last(SimpleNamespace(said=("You miss", "It hit")))
    'Something unseen hit'
    """
    return unseen_named(moment.said[-1]) if moment.said else ""


def shows_map(screen: Screen) -> bool:
    """Return whether a screen shows the map: the cursor is on the hero or in the message row."""
    return screen.row == 0 or screen.cells[screen.spot] == ord("@")


def danger_of(beliefs: Beliefs, choice: Choice | None) -> FrameDanger:
    """Return the danger from all near or approaching foes, and from an unseen foe that has just struck."""
    threat, percent = threat_of(beliefs), death_pct(beliefs, choice)
    foes = [*threat.names] + ["unseen attacker"] * counts_unseen(beliefs)
    if not foes:
        return NO_DANGER
    odds = odds_in_words(percent, is_known=is_danger_known(beliefs))
    words = f"{odds} against {counted(foes)}"
    if threat.round_most:
        words += f"; the next turn may take {plural(threat.round_most, 'hit point')}"
    return FrameDanger(round(percent), words)


def _fitted(cells: bytes, screen: Screen, rows: int, cols: int) -> bytes:
    """Return the cells of a screen, cut or padded to another size."""
    if (screen.rows, screen.cols) == (rows, cols):
        return cells
    lines = (cells[start : start + screen.cols] for start in range(0, len(cells), screen.cols))
    shown = b"".join(line[:cols].ljust(cols) for line in list(lines)[:rows])
    return shown.ljust(rows * cols)


def largest_size(timeline: Timeline) -> tuple[int, int]:
    """Return the largest number of rows and of columns that the screen has during a recording."""
    header = timeline.recording.header
    texts = (event.text.split("x") for event in timeline.recording.events if event.kind == "r")
    sizes = [(int(rows), int(cols)) for cols, rows in texts]
    rows, cols = zip((header.height, header.width), *sizes, strict=True)
    return max(rows), max(cols)


def timeline_frames(timeline: Timeline, moments: Sequence[int]) -> Iterator[Frame]:
    """Yield the frames of the moments with these indexes, in order.  There must be at least one index.

    Leaves the timeline at the last of these moments.
    """
    reader = FrameReader(*largest_size(timeline))
    for before in timeline.moments[: moments[0]]:
        reader.skip(before)
    for number in moments:
        timeline.go(number)
        yield reader.read(timeline.moment, timeline.screen, timeline.player)
