"""The agent as a policy that gives advice on each screen of an environment."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from rogomatic.agent.beliefs import message_effects
from rogomatic.agent.beliefs.model import Action, Beliefs
from rogomatic.agent.beliefs.update import HERO
from rogomatic.agent.engine.rule_engine import Act, Choice
from rogomatic.agent.knobs import DEFAULT, Knobs
from rogomatic.agent.memory.long_term_memory import Memory
from rogomatic.agent.player import Player, Report
from rogomatic.agent.screen.vt100 import COLS, ROWS, SIZE
from rogomatic.agent.sight.last_pages import read_tombstone
from rogomatic.agent.sight.message_parser import Fact
from rogomatic.agent.sight.prompt_parser import COMMAND, MARKER, Waiting, waiting
from rogomatic.agent.sight.status_parser import read_status
from rogomatic.run.recordings.onlooker import AS_RECORDED, UnknownKeysError, forced_keys
from rogomatic.run.runner.link import GAME_OPTIONS
from rogomatic.run.storage.agent_files import shipped_memory

OPTIONS: Final = GAME_OPTIONS
"""Options that the agent needs: short texts, lists line by line."""
Shown = tuple[bytes, int, int]  # characters, row and column of the cursor
_HOME: Final = b"\x1b[H"
_ERASE_ROW: Final = b"\x1b[K"
_ERASE_SCREEN: Final = b"\x1b[J"


class Advice(NamedTuple):
    """The agent's choice of keys.  If there are no keys, the game is over or the agent has given up.

    keys  keys to send, one after the other
    rung  name of the rung that chose the keys
    why   reason for the choice
    """

    keys: bytes
    rung: str
    why: str


OVER: Final = Advice(b"", "", "the game is over")
GIVEN_UP: Final = Advice(b"", "", "the agent does not understand the game and gives up")


class Advisor:
    """The agent as an adviser for a game that another program runs, such as an environment.

    Call `advise` with each screen on which the game waits for a key.  Every screen may be passed to `observe`
    first.  An observation is a mapping as in `rogue.gym`, with `screen` (24 rows of 80 characters as numbers)
    and `cursor` (row, column).  Other entries, such as the true map, are not read.  The environment must not
    use `skip_more`, because the agent would miss all messages that end with --More--.
    """

    def __init__(self, memory: Memory | None = None, knobs: Knobs = DEFAULT, version: str = "") -> None:
        """Begin a game.

        memory   knowledge from earlier games.  None means the shipped memory.
        version  version of the game, such as "5.4.5" or "3.6".  If `version` is "", the agent asks the game.
        """
        self._player = Player(shipped_memory() if memory is None else memory, knobs, seed=0)
        self._pending: Choice | None = None  # the advice, until the keys sent are known
        self._shown = (b" " * SIZE, 0, 0)  # the last screen, and the cursor
        self._depth: int | None = None  # depth of the level drawn last
        self._is_new = False  # no advice was requested on this level yet
        if version:
            message_effects.handle(self.beliefs, Fact("version", item=version))

    @property
    def beliefs(self) -> Beliefs:
        """The agent's beliefs.  Do not change them."""
        return self._player.beliefs

    @property
    def done(self) -> bool:
        """Whether the game is over, or the agent has given up."""
        return self._player.done

    def end(self) -> None:
        """Record that the game is over and will draw nothing more."""
        self._note_last_keys()
        self._player.eof()

    def report(self) -> Report:
        """Return the result of the game.  While the game goes on, this is the result so far."""
        return self._player.report()

    def observe(self, observation: Mapping[str, Any]) -> None:
        """Observe a screen without asking for advice.  Raises ValueError if the observation is malformed."""
        self._take_in(_shown_by(observation))

    def advise(self, observation: Mapping[str, Any]) -> Advice:
        """Return the agent's choice.  The game must wait for a key on this screen.

        A screen that was just passed to `observe` is not read twice.  The agent assumes that its advice is
        followed, unless `overrule` is called before the next screen.  Raises ValueError if the observation is
        malformed.
        """
        shown = _shown_by(observation)
        if not (self._is_new and shown == self._shown):
            self._take_in(shown)
        self._is_new = False
        player = self._player
        if player.done:
            return self._nothing()
        now = self._waits_for()
        choice = None if now is None else player.consider(now)
        if choice is None:
            return self._last_resort(now)
        self._pending = choice
        return Advice(choice.act.keys, choice.rung, choice.act.because)

    def overrule(self, keys: bytes) -> None:
        """Tell the agent which keys are sent in place of its last advice.

        If the agent understands the keys, it updates its beliefs accordingly.  Raises ValueError if there is
        no advice to overrule.
        """
        advised = self._pending
        if advised is None:
            raise ValueError("there is no advice that could be overruled")
        try:
            self._pending = forced_keys(self.beliefs, keys + MARKER)(advised)
        except UnknownKeysError:
            act = Act(keys, "keys of somebody else", Action("ask"))
            self._pending = Choice(AS_RECORDED, act)

    def _note_last_keys(self) -> None:
        """Tell the agent which keys were sent: the keys of its last advice, or the overruling keys."""
        choice, self._pending = self._pending, None
        if choice is not None:
            self._player.act(choice)

    def _take_in(self, shown: Shown) -> None:
        """Draw row 0 and all changed rows of a screen on the agent's terminal.

        Before a new level is drawn, the terminal is cleared, because a game would clear it.  So all squares
        of the new level count as new, even if they look like squares of the old level.
        """
        self._note_last_keys()
        before, (cells, row, col) = self._shown[0], shown
        parts = [_HOME + _ERASE_ROW, cells[:COLS].rstrip()]
        depth = _depth_on(cells)
        if depth is not None and depth != self._depth:
            self._depth = depth
            parts.insert(0, _HOME + _ERASE_SCREEN)
            before = b" " * SIZE
        for start in range(COLS, SIZE, COLS):
            line = cells[start : start + COLS]
            if line != before[start : start + COLS]:
                text = line.rstrip()
                parts.append(b"\x1b[%d;1H" % (start // COLS + 1) + text)
                if len(text) < COLS:
                    parts.append(_ERASE_ROW)
        parts.append(b"\x1b[%d;%dH" % (row + 1, col + 1))
        self._player.screen.feed(b"".join(parts))
        self._shown, self._is_new = shown, True

    def _waits_for(self) -> Waiting | None:
        """Return the input for which the game waits.  Return None if the screen does not show the input."""
        screen = self._player.screen
        now = waiting(screen)
        if now.kind != "none":
            return now
        is_map = screen.cells[screen.spot] == HERO and COLS <= screen.spot < SIZE - COLS
        return COMMAND if is_map else None

    def _nothing(self) -> Advice:
        """Return advice without keys that says why there is no more advice."""
        return GIVEN_UP if self._player.report().how in ("stuck", "lost") else OVER

    def _last_resort(self, now: Waiting | None) -> Advice:
        """Return advice for a screen that no rule understands.  After the game, the advice has no keys."""
        player = self._player
        if now is None and read_tombstone(player.screen) is not None:
            player.eof()
        keys = b"" if player.done else player.timeout()
        if not keys:
            return self._nothing()
        last = player.last_choice
        return Advice(keys, last.rung if last else "", last.act.because if last else "")


def _depth_on(cells: bytes) -> int | None:
    """Return the level in the status row of a screen.  Return None if the screen has no such row."""
    status = read_status(cells[SIZE - COLS :].decode("latin-1").rstrip())
    return status.depth if status else None


def _shown_by(observation: Mapping[str, Any]) -> Shown:
    """Return the characters and the cursor of an observation.  Raises ValueError."""
    screen, (row, col) = observation["screen"], observation["cursor"]
    cells = b"".join(bytes(line) for line in screen)
    if len(cells) != SIZE or not (0 <= row < ROWS and 0 <= col < COLS):
        raise ValueError(f"an observation has {ROWS} rows of {COLS} characters and a cursor in them")
    return cells, int(row), int(col)
