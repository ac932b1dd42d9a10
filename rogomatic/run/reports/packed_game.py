"""The frames of one game as data for the player in a page."""

from __future__ import annotations

import base64
import gzip
import json
from dataclasses import dataclass
from operator import itemgetter
from typing import Final

from rogomatic.run.recordings.game_frames import LIT, Frame, FrameMark
from rogomatic.run.story.chronicle import GameStory

_SPOT: Final = 0x80  # 1,920 code points from here on, each two bytes in UTF-8
_FIRST_SURROGATE: Final = 0xD800
_SURROGATES: Final = 0x800  # number of surrogates
_STILL: Final = 3  # extends the values of Tempo
_NO_MAP: Final = 4
_LIGHT: Final = "\x7f"
_GAP: Final = 4  # gaps up to this many equal cells are repeated, which is shorter


@dataclass(frozen=True, slots=True)
class PlayableGame:
    """A game for a page.

    packed      data for the player
    still       frame of the last command, which is shown without scripts
    story       events with their frame numbers, and sentences that say why the hero died
    is_zipped   whether `packed` is gzip in base64; otherwise `packed` is JSON, which older browsers can read
    """

    packed: str
    still: Frame
    story: GameStory
    is_zipped: bool


class GamePacker:
    """Packer of one game's frames, taken in order.

    assets/player.js reads these fields:

    size     rows and columns
    screens  a text per frame.  A change is one character for its spot, followed by the new text there.  The
             character encodes the distance d from the spot of the previous change to this spot; a spot
             before the previous one is reached by counting on from the start of the screen.  Its code is
             0x80 + d, or more by the number of surrogate codes if it would be a surrogate or above.
             0x7f begins and ends lit cells
    turns    turns since the previous frame
    status   [depth, hp, max_hp]; 0 if the same as in the previous frame
    rungs    names of rungs
    rung     index in `rungs` of the rung that acted
    whys     reason of the rung; 0 if the same as in the previous frame
    danger   [percent, words]; 0 if the same as in the previous frame
    tempo    a digit per frame: 1 (walk), 2 (fight), 3 (nothing new to see), or 0 (anything else);
             4 is added to the digit if the frame does not show the map
    marks    [frame, kind, label] in order; the mark of a fight belongs to the command before the first blow
    """

    def __init__(self) -> None:
        self.frames = 0
        self._screens: list[str] = []
        self._turns: list[int] = []
        self._status: list[object] = []
        self._rungs: dict[str, int] = {}
        self._rung: list[int] = []
        self._whys: list[object] = []
        self._danger: list[object] = []
        self._tempo: list[int] = []
        self._marks: list[tuple[int, str, str]] = []
        self._last: Frame | None = None
        self._still: Frame | None = None
        self._spot = 0

    def add(self, frame: Frame) -> None:
        """Add the next frame, of the same size as the previous ones."""
        last = self._last
        self._screens.append(
            self._changes(b" " * len(frame.cells) if last is None else last.cells, frame.cells)
        )
        self._turns.append(frame.turn - (last.turn if last else 0))
        status = (frame.depth, frame.hp, frame.max_hp)
        self._status.append(0 if last and status == (last.depth, last.hp, last.max_hp) else status)
        self._rung.append(self._rungs.setdefault(frame.rung, len(self._rungs)))
        self._whys.append(0 if last and frame.because == last.because else frame.because)
        self._danger.append(0 if last and frame.danger == last.danger else frame.danger)
        tempo = _STILL if frame.is_still else frame.tempo.value
        self._tempo.append(tempo + _NO_MAP * (not frame.is_map))
        self._marks += [(self._place(mark), mark.kind, mark.label) for mark in frame.marks]
        if frame.is_command or self._still is None:
            self._still = frame
        self._last = frame
        self.frames += 1

    def packed(self, story: GameStory, *, zipped: bool) -> PlayableGame | None:
        """Return the game for a page.  Return None if the game has no frames."""
        if self._still is None:
            return None
        cols = self._still.cols
        data = {
            "size": (len(self._still.cells) // cols, cols), "screens": self._screens, "turns": self._turns,
            "status": self._status, "rungs": list(self._rungs), "rung": self._rung, "whys": self._whys,
            "danger": self._danger, "tempo": "".join(map(str, self._tempo)),
            "marks": sorted(self._marks, key=itemgetter(0)),
        }  # fmt: skip
        text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
        if not zipped:
            return PlayableGame(text.replace("<", r"\u003c"), self._still, story, is_zipped=False)
        packed = base64.b64encode(gzip.compress(text.encode("utf-8"), 9, mtime=0)).decode("ascii")
        return PlayableGame(packed, self._still, story, is_zipped=True)

    def _place(self, mark: FrameMark) -> int:
        """Return the frame number for a mark.  A fight is marked on the frame before its first message."""
        return max(self.frames - (mark.kind == "fight"), 0)

    def _changes(self, old: bytes, new: bytes) -> str:
        parts: list[str] = []
        for start, end in changed_runs(old, new):
            parts.append(_distance((start - self._spot) % len(new)))
            parts.append(_lit_text(new[start:end]))
            self._spot = start
        return "".join(parts)


def _distance(spots: int) -> str:
    """Return a distance as one character, skipping surrogates.

    >>> _distance(1), hex(ord(_distance(0xD780)))
    ('\x81', '0xe000')
    """
    code = _SPOT + spots
    return chr(code + _SURROGATES * (code >= _FIRST_SURROGATE))


def changed_runs(old: bytes, new: bytes) -> list[tuple[int, int]]:
    """Return the stretches (start, end) in which two equally long texts differ.  Join close stretches.

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
    """Return cells as text, with `_LIGHT` around highlights.

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
