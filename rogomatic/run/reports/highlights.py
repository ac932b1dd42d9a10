"""The games that a report shows: which they are, and their frames as data for the page's player."""

from __future__ import annotations

import base64
import gzip
import json
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from rogomatic.agent.screen.vt100 import SIZE
from rogomatic.run.recordings.replay_export import LIT, Frame
from rogomatic.run.runner.game_loop import TROUBLES, Row


class Notable(NamedTuple):
    """A game and why it is shown, in words with a comma between them."""

    row: Row
    why: str


class Search(NamedTuple):
    """A reason to show a game: it is the first by `order` of those that `counts` lets through."""

    why: str
    order: Callable[[Row, Counter[str]], float]
    counts: Callable[[Row, Counter[str]], bool] = lambda _row, _ends: True


TROUBLE: Final = Search(
    "a game with trouble", lambda row, _: row.seed, lambda row, _: row.end_reason in TROUBLES
)
# Best first, then deepest, then strange.  `ends` counts games by their end.
SEARCHES: Final = (
    Search("won", lambda row, _: -row.score, lambda row, _: row.how == "won"),
    Search("the best score", lambda row, _: -row.score),
    Search("went deepest", lambda row, _: -row.deepest),
    TROUBLE,
    Search("the rarest end", lambda row, ends: ends[row.ending], lambda row, ends: ends[row.ending] <= 3),
    Search("the longest game", lambda row, _: -row.turns),
    Search("dead soonest", lambda row, _: row.turns, lambda row, _: bool(row.killer)),
    Search("the most gold per turn", lambda row, _: -row.score / max(row.turns, 1)),
)


def notable(rows: Sequence[Row], most: int) -> list[Notable]:
    """Return at most `most` games, each once, with every reason to show it.

    What room is left goes to the next best scores.  A game that was lost is one with trouble only.
    """
    ends = Counter(row.ending for row in rows)
    shown: dict[int, Notable] = {}
    for search in SEARCHES:
        counted = [row for row in rows if search.counts(row, ends) and (search is TROUBLE or not row.is_lost)]
        if counted:
            row = min(counted, key=lambda one: (search.order(one, ends), one.seed))
            _show(shown, row, search.why, most)
    ranked = sorted((row for row in rows if not row.is_lost), key=lambda one: (-one.score, one.seed))
    for place, row in enumerate(ranked[:most], start=1):
        if row.seed not in shown:
            _show(shown, row, f"number {place} by score", most)
    return list(shown.values())


def _show(shown: dict[int, Notable], row: Row, why: str, most: int) -> None:
    """Add a game, or a second reason for one already shown."""
    if row.seed in shown:
        shown[row.seed] = Notable(row, f"{shown[row.seed].why}, {why}")
    elif len(shown) < most:
        shown[row.seed] = Notable(row, why)


_SPOT: Final = 0x80  # with all 1,920 spots behind it every one is two bytes in UTF-8
_LIGHT: Final = "\x7f"
_GAP: Final = 4  # equal cells between two changes that are repeated, as that is shorter
_BLANK: Final = b" " * SIZE


@dataclass(frozen=True, slots=True)
class PlayableGame:
    """A game for the page: `packed` for the player, `still` what is seen before."""

    packed: str
    still: Frame


class GamePacker:
    """Takes the frames of one game in turn.

    assets/player.js reads this form:

    screens  a text per frame.  Every change is one character, 0x80 + the distance of its spot from that of
             the change before (modulo the screen), then what stands there from now on; 0x7f begins and
             ends lit cells
    turns    how much the turn rose        status  [depth, hp, max_hp] where they changed, else 0
    rungs    the names of rungs            rung    the number of the one that acted
    whys     its reason, 0 where it is that of the frame before
    marks    [frame, kind, label]
    """

    def __init__(self) -> None:
        self.frames = 0
        self._screens: list[str] = []
        self._turns: list[int] = []
        self._status: list[object] = []
        self._rungs: dict[str, int] = {}
        self._rung: list[int] = []
        self._whys: list[object] = []
        self._marks: list[tuple[int, str, str]] = []
        self._last: Frame | None = None
        self._still: Frame | None = None
        self._spot = 0

    def add(self, frame: Frame) -> None:
        """Take the next frame."""
        last = self._last
        self._screens.append(self._changes(_BLANK if last is None else last.cells, frame.cells))
        self._turns.append(frame.turn - (last.turn if last else 0))
        status = (frame.depth, frame.hp, frame.max_hp)
        self._status.append(0 if last and status == (last.depth, last.hp, last.max_hp) else status)
        self._rung.append(self._rungs.setdefault(frame.rung, len(self._rungs)))
        self._whys.append(0 if last and frame.because == last.because else frame.because)
        self._marks += [(self.frames, mark.kind, mark.label) for mark in frame.marks]
        if frame.is_command or self._still is None:
            self._still = frame
        self._last = frame
        self.frames += 1

    def packed(self) -> PlayableGame | None:
        """Return the game, None if there was no frame.  Its last command stands for it."""
        if self._still is None:
            return None
        data = {
            "screens": self._screens, "turns": self._turns, "status": self._status,
            "rungs": list(self._rungs), "rung": self._rung, "whys": self._whys, "marks": self._marks,
        }  # fmt: skip
        text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
        packed = base64.b64encode(gzip.compress(text.encode("utf-8"), 9, mtime=0)).decode("ascii")
        return PlayableGame(packed, self._still)

    def _changes(self, old: bytes, new: bytes) -> str:
        parts: list[str] = []
        for start, end in changed_runs(old, new):
            parts.append(chr(_SPOT + (start - self._spot) % SIZE))
            parts.append(_lit_text(new[start:end]))
            self._spot = start
        return "".join(parts)


def changed_runs(old: bytes, new: bytes) -> list[tuple[int, int]]:
    """Return the differing stretches of two equally long texts as (start, end), joining short gaps.

    >>> changed_runs(b"abcdefghijkl", b"Abcdefghij!!")
    [(0, 1), (10, 12)]
    >>> changed_runs(b"abcd", b"AbcD")
    [(0, 4)]
    """
    if old == new:
        return []
    runs: list[tuple[int, int]] = []
    for spot, (before, now) in enumerate(zip(old, new, strict=True)):
        if before == now:
            continue
        if runs and spot - runs[-1][1] < _GAP:
            runs[-1] = (runs[-1][0], spot + 1)
        else:
            runs.append((spot, spot + 1))
    return runs


def _lit_text(cells: bytes) -> str:
    """Return cells as text with `_LIGHT` around what is lit.

    >>> _lit_text(b"a" + bytes([LIT + ord("B")]))
    'a\\x7fB\\x7f'
    """
    text, lit = "", 0
    for cell in cells:
        if cell & LIT != lit:
            lit ^= LIT
            text += _LIGHT
        text += chr(cell & ~LIT)
    return text + _LIGHT * (lit != 0)
