"""Stretches of a game in which there is nothing to see: rests, fasts, searches, looks at the pack."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

from rogomatic.beliefs.model import Beliefs, Verb
from rogomatic.rule_engine import Choice
from rogomatic.vt100 import COLS, SIZE, Screen
from rogomatic.wording import plural

_QUIET: Final[frozenset[Verb]] = frozenset(("rest", "search", "wait"))
_ASIDE: Final[frozenset[Verb]] = frozenset(("stock", "ask", "answer", "redraw"))  # they cost no turn
_MAP: Final = slice(COLS, SIZE - COLS)
_LONG_TURNS: Final = 20  # from which on a stretch is told of when it is over
_FASTS: Final = ("wait to faint on the stairs", "faint in peace")  # rungs
_DONE: Final = {"fast": "fasted for", "rest": "rested for", "search": "searched for", "wait": "waited for"}


class Caption(NamedTuple):
    """What goes on while nothing changes.  share: how much of it is over, -1 where nobody knows."""

    words: str
    share: float = -1.0
    figures: str = ""


@dataclass(slots=True)
class Stillness:
    """Follows the decisions of one game.

    caption  what is said while nothing changes, None while something does
    over     what is said of the stretch that has just ended, "" if it was short
    """

    caption: Caption | None = None
    over: str = ""
    _seen: bytes = b""
    _hp: int = 0
    _rung: str = ""
    _verb: Verb = ""  # of the last decision that was no answer
    _what: str = ""
    _since: int = 0
    _left: float = 0.0

    def note(self, b: Beliefs, screen: Screen, choice: Choice) -> bool:
        """Hear of the next decision; return whether the picture is the one of the decision before, and this
        one is to wait, to search, or to do what costs no turn.
        """
        verb = choice.act.deed.verb
        self.over = ""
        if verb in _ASIDE:
            pages = verb == "answer" and self._verb == "stock"
            self._verb = self._verb if verb == "answer" else verb
            return pages or (screen.cells[_MAP] == self._seen and b.me.hp == self._hp)
        seen = bytes(screen.cells[_MAP])
        same = seen == self._seen and b.me.hp == self._hp and choice.rung == self._rung
        self._seen, self._hp, self._rung, self._verb = seen, b.me.hp, choice.rung, verb
        is_quiet = verb in _QUIET and not (b.threat.near or b.threat.coming)
        self._follow(b, _kind_of(b, choice) if is_quiet else "")
        return same and is_quiet

    def _follow(self, b: Beliefs, what: str) -> None:
        """Keep what is said of the stretch."""
        if what != self._what:
            turns = b.turn - self._since
            if self._what and turns >= _LONG_TURNS:
                self.over = f"{_DONE[self._what]} {plural(turns, 'turn')}"
            self._what, self._since, self._left = what, b.turn, b.me.stomach.most
        self.caption = self._said(b) if what else None

    def _said(self, b: Beliefs) -> Caption:
        """Say what goes on, and how far it is where its end is known."""
        if self._what == "fast":
            left = b.me.stomach.most
            where = "on the stairs" if b.on_stairs else "here"
            if left <= 0:
                return Caption(f"fasting {where}: about to faint")
            share = 1 - left / max(self._left, 1.0)
            return Caption(f"fasting {where}:", share, f"{plural(round(left), 'turn')} left")
        if self._what == "rest":
            me = b.me
            return Caption("resting:", me.hp / max(me.max_hp, 1), f"{me.hp} of {me.max_hp} hit points")
        words = "blind or confused, waiting" if self._what == "wait" else "searching for what is hidden"
        return Caption(f"{words}: {plural(b.turn - self._since, 'turn')}")


def _kind_of(b: Beliefs, choice: Choice) -> str:
    """Return what a quiet decision is for: fast, rest, search or wait."""
    if choice.rung in _FASTS:
        return "fast"
    if choice.act.deed.verb == "search":
        return "search"
    return "wait" if b.is_blind or b.is_confused or choice.act.deed.verb == "wait" else "rest"
