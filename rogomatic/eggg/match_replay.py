"""A finished match in a window, shown again step by step."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rogomatic.eggg.board_picture import Shown, scrolled
from rogomatic.eggg.match import GameMatch
from rogomatic.eggg.match_journal import MatchJournalError
from rogomatic.eggg.match_window import MatchWindow
from rogomatic.eggg.match_words import rules_page
from rogomatic.run.viewer.viewer_terminal import INTERRUPT, Terminal
from rogue.shared.board_games import NO_SQUARE, State

_KEYS: Final = " Enter, Space, right next; B, left back; Home start; End end; ? rules; Q quit "
_QUIT: Final = frozenset({INTERRUPT, "q", "Q", "\x1b"})
_STEPS: Final = {"\n": 1, " ": 1, "KEY_RIGHT": 1, "KEY_DOWN": 1, "\b": -1, "b": -1, "B": -1, "KEY_LEFT": -1,
                 "KEY_UP": -1}  # fmt: skip


class MatchReplay(MatchWindow):
    """The window of a match that is shown again; the lines of its journal are played one by one."""

    def __init__(
        self, terminal: Terminal, match: GameMatch, lines: Sequence[str], who: Sequence[str]
    ) -> None:
        """Begin before the first line.

        lines  those of the journal behind its head
        who    who played, by player: "machine" or "person"
        """
        super().__init__(terminal, match, lambda: "")
        self._matches, self._lines, self._who, self._at = [match], lines, who, 0
        self._said = ""

    def _take(self, key: str) -> bool:
        """Handle a key; return whether to go on."""
        if self._page:
            first = scrolled(key, self._scroll)
            self._page, self._scroll = [] if first is None else self._page, first or 0
            return key != INTERRUPT
        at, ends = self._at, {"KEY_HOME": 0, "KEY_END": len(self._lines)}
        if key in _QUIT:
            return False
        if key == "?":
            self._page, self._scroll = rules_page(self._match.game), 0
        elif key in _STEPS or key in ends:
            self._go(min(max(ends.get(key, at + _STEPS.get(key, 0)), 0), len(self._lines)))
        return True

    def _go(self, step: int) -> None:
        """Show the match after a number of lines, or after the last one that can be played."""
        self._said = ""
        while len(self._matches) <= step:
            try:
                self._matches.append(self._matches[-1].after(self._lines[len(self._matches) - 1]))
            except MatchJournalError as error:
                self._said = f"The journal cannot be played on: {error}."
                break
        self._at = min(step, len(self._matches) - 1)
        self._match = self._matches[self._at]

    def _comment(self, _view: State) -> str:
        match, at = self._match, self._at
        told = match.told(match.turns[-1], match.viewer) if match.turns else ""
        end = match.verdict() or "The match is not finished." * (at == len(self._lines))
        return " ".join(filter(None, (f"Step {at} of {len(self._lines)}.", told and f"{told}.", end)))

    def _key_line(self) -> str:
        return _KEYS

    def _name_of(self, player: int) -> str:
        return self._who[player]

    def _shown(self) -> Shown:
        shown = super()._shown()
        shown.cursor = NO_SQUARE
        return shown
