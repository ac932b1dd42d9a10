"""Parser for the answers of an external bot."""

from __future__ import annotations

from typing import Final

from rogomatic.roshambo.throws import LOST, throw_named
from rogue.shared.wording import plural

START: Final = "start"  # the line of the first turn; later ones hold the throw of the other side
MOST_SILENT: Final = 10  # consecutive silent throws after which a bot has lost
MOST_LINE: Final = 1000  # bytes of an answer


class AnswerLines:
    """Parser of the answers that a bot sends as bytes.  Any bytes are allowed.

    end  why the bot stopped; "" if the bot still plays
    """

    def __init__(self) -> None:
        self.end = ""
        self._received = b""
        self._late = 0  # late answers still expected, for lost throws
        self._silent = self._silent_in_row = self._garbled = 0

    def add(self, data: bytes) -> None:
        """Add bytes received from the bot."""
        self._received += data

    @property
    def backlog(self) -> int:
        """Number of received bytes that have not been parsed yet."""
        return len(self._received)

    def take_login(self) -> str | None:
        """Return the first line.  Return None while the line is incomplete.  Return "" if it is too long."""
        line, found, rest = self._received.partition(b"\n")
        if len(line) > MOST_LINE:
            return ""
        if not found:
            return None
        self._received = rest
        return line.decode("ascii", "replace")

    def take(self, turn: int) -> int | None:
        """Return the bot's throw in a turn, or LOST.  Return None while its answer is incomplete."""
        while not self.end:
            line, found, rest = self._received.partition(b"\n")
            if len(line) > MOST_LINE:
                return self.give_up("wrote a line that is too long", turn)
            if not found:
                return None
            self._received = rest
            if self._late:
                self._late -= 1
                continue
            self._silent_in_row = 0
            throw = throw_named(line.decode("ascii", "replace"))
            self._garbled += throw == LOST
            return throw
        return LOST

    def miss(self, turn: int) -> int:
        """Count a throw that did not come in time, and return LOST."""
        self._silent += 1
        self._silent_in_row += 1
        self._late += 1
        if self._silent_in_row >= MOST_SILENT:
            return self.give_up(f"was silent {MOST_SILENT} times in a row (are its answers flushed?)", turn)
        return LOST

    def give_up(self, why: str, turn: int) -> int:
        """Count this turn and all later turns as lost by the bot, and return LOST.

        `why` says what the bot did, as a verb phrase such as "hung up".
        """
        self.end = f"it {why}, and lost every turn from {turn} onward"
        return LOST

    def remark(self) -> str:
        """Return a remark on the turns that the bot lost because it gave no valid throw.

        Return "" if there are no such turns.
        """
        lost = [f"{plural(self._silent, 'throw')} lost by silence"] * (self._silent > 0)
        lost += [f"{plural(self._garbled, 'throw')} lost by answers that are not throws"] * (
            self._garbled > 0
        )
        return ", ".join([*lost, *([self.end] if self.end else [])])
