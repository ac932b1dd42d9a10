"""The trace of a game: the agent's decisions with their reasons."""

from __future__ import annotations

from collections import deque
from typing import Final, NamedTuple, final

from rogomatic.agent.beliefs.model import Beliefs
from rogomatic.agent.beliefs.terrain_map import Square
from rogomatic.agent.engine.rule_engine import Choice
from rogomatic.agent.kernels import class_attributes
from rogomatic.agent.kernels.value import Value
from rogomatic.agent.screen.vt100 import COLS, SIZE
from rogue.shared.wording import keys_in_words

KEPT: Final = 200
SCREENS: Final = 3  # in the evidence
DECISIONS: Final = 20


@class_attributes(acyclic=True)
@final
class Decision(Value):
    """Choice with the state in which it was made."""

    __slots__ = ("choice", "command", "depth", "hp", "keys", "spot", "turn")

    def __init__(
        self, command: int, turn: int, depth: int, hp: int, spot: Square, keys: bytes, choice: Choice
    ) -> None:
        self.command = command
        self.turn = turn
        self.depth = depth
        self.hp = hp
        self.spot = spot
        self.keys = keys
        self.choice = choice

    def fields(self) -> tuple[object, ...]:
        return self.command, self.turn, self.depth, self.hp, self.spot, self.keys, self.choice


class HeardMessage(NamedTuple):
    """Message of the game, with the turn of the agent's clock in which it was read."""

    turn: int
    text: str


class Trace:
    """Counts of acts, last choices, last messages, and last screens of a game.

    fired   rung -> number of its acts
    last    the last 200 decisions, oldest first
    said    the last 200 messages, oldest first
    screens (cells, cursor spot) of the last screens before decisions, oldest first
    unknown (cells, cursor spot) of the first unknown questions and pages
    """

    __slots__ = ("_last", "fired", "said", "screens", "unknown")

    def __init__(self) -> None:
        self.fired: dict[str, int] = {}
        # The fields of the decisions, which become objects only in `last`.
        self._last: deque[tuple[int, int, int, int, Square, bytes, Choice]] = deque(maxlen=KEPT)
        self.said: deque[HeardMessage] = deque(maxlen=KEPT)
        self.screens: deque[tuple[bytes, int]] = deque(maxlen=SCREENS)
        self.unknown: list[tuple[bytes, int]] = []

    @property
    def last(self) -> list[Decision]:
        """The last decisions, oldest first."""
        return [Decision(*fields) for fields in self._last]

    @property
    def latest(self) -> Choice | None:
        """The choice of the last decision, or None before the first."""
        return self._last[-1][-1] if self._last else None

    def note(self, beliefs: Beliefs, choice: Choice, keys: bytes) -> None:
        """Keep a choice, with the state in which it was made."""
        rung, me = choice.rung, beliefs.me
        self.fired[rung] = self.fired.get(rung, 0) + 1
        self._last.append((beliefs.commands, beliefs.turn, me.depth, me.hp, me.spot, keys, choice))

    def note_unknown(self, cells: bytes, spot: Square) -> None:
        """Keep an unknown screen, unless three have been kept."""
        if len(self.unknown) < SCREENS:
            self.unknown.append((cells, spot))

    def add_messages(self, turn: int, lines: list[str]) -> None:
        """Keep the messages that were read in a turn."""
        self.said.extend([HeardMessage(turn, text) for text in lines])


def evidence(trace: Trace, cells: bytes, spot: Square) -> str:
    """Return the last screens, the present screen, the unknown screens, and the last decisions as text."""
    screens = list(trace.screens)
    if screens[-1:] != [(cells, spot)]:
        screens = [*screens, (cells, spot)][-SCREENS:]
    lines = []
    for number, (picture, cursor) in enumerate(screens, 1):
        lines += _drawn(f"Screen {number} of {len(screens)}", picture, cursor)
    for number, (picture, cursor) in enumerate(trace.unknown, 1):
        lines += _drawn(f"Unknown {number}", picture, cursor)
    moments = trace.last[-DECISIONS:]
    lines.append("The last decision:" if len(moments) == 1 else f"The last {len(moments)} decisions:")
    for at in moments:
        keys = keys_in_words(at.keys, answers=at.choice.act.action.verb == "answer")
        lines.append(
            f"command {at.command:,}, turn {at.turn:,}, level {at.depth}, {at.hp} hp: "
            f"{at.choice.rung}: {at.choice.act.because}: {keys}"
        )
    return "\n".join(lines)


def _drawn(title: str, picture: bytes, cursor: int) -> list[str]:
    """Return a screen as lines, with its rows numbered from 0."""
    row, col = divmod(cursor, COLS)
    rows = [picture[start : start + COLS].decode("ascii").rstrip() for start in range(0, SIZE, COLS)]
    head = f"{title}, cursor in row {row}, column {col}:"
    return [head, *(f"{at:2}|{text}" for at, text in enumerate(rows))]
