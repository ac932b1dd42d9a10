"""A game as the page's player unpacks it: what changes from frame to frame, as JSON in gzip in base64.

assets/player.js reads this form:

    screens  a text per frame.  Every change is one character, 0x80 + the distance of its spot from that of
             the change before (modulo the screen), then what stands there from now on; 0x7f begins and
             ends lit cells
    turns    how much the turn rose        status  [depth, hp, max_hp] where they changed, else 0
    rungs    the names of rungs            rung    the number of the one that acted
    whys     its reason, 0 where it is that of the frame before
    marks    [frame, kind, label]
"""

from __future__ import annotations

import base64
import gzip
import json
from dataclasses import dataclass
from typing import Final

from rogomatic.run.recordings.screen_frames import LIT, Frame
from rogomatic.vt100 import SIZE

_SPOT: Final = 0x80  # with all 1,920 spots behind it every one is two bytes in UTF-8
_LIGHT: Final = "\x7f"
_GAP: Final = 4  # equal cells between two changes that are said again, as that is shorter
_BLANK: Final = b" " * SIZE


@dataclass(frozen=True, slots=True)
class PlayableGame:
    """A game for the page: `packed` for the player, `still` what is seen before."""

    packed: str
    still: Frame


class GamePacker:
    """Takes the frames of one game in turn."""

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
    """Return where two texts of one length differ, as (start, end); short gaps are taken in.

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
