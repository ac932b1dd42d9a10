"""A session: keys in, bytes out, one game.

Owns   the public face of the game: `Session.feed`, its screen and its outcome; the order of start,
       keys and drawing.
Leaves what a key means (play.modes), terminals and files (rogue.cli, rogue.tty).
"""

from __future__ import annotations

from typing import Final

from rogue.dig.newgame import new_world
from rogue.play.ends import Outcome, outcome_of
from rogue.play.keys import ESCAPE
from rogue.play.mode import Mode
from rogue.play.modes import press, settle
from rogue.play.options import read_options
from rogue.play.stage import Stage
from rogue.rules import turn
from rogue.state.options import Options
from rogue.state.world import World
from rogue.tables.ruleset import EDITIONS

YEAR: Final = 2026  # on the tombstone, when nobody says what year it is


class Session:
    """One game of Rogue behind a line: it takes keys and gives what a 24 x 80 terminal must be
    sent.

    The same seed, edition, options and keys give the same bytes.  `options` is a text as in
    ROGUEOPTS; `year` is carved on the tombstone.  Raises ValueError for an edition that there is
    not.
    """

    def __init__(
        self, seed: int, edition: str = "5.4", options: str = "", *, year: int = YEAR
    ) -> None:
        rules = EDITIONS.get(edition)
        if rules is None:
            raise ValueError(f"no edition {edition!r}; there are: {', '.join(EDITIONS)}")
        self._stage = Stage(new_world(rules, seed, read_options(options)), year)
        self._begun = False

    def greet(self) -> None:
        """Have the game begin with a word to a person who may not know the keys.

        Only before the first `feed`; programs that play are not greeted (screen.md 14).
        """
        name = self._stage.world.options.name
        self._stage.say(f"Hello {name}, welcome to the Dungeons of Doom.  Press ? for help")

    def feed(self, keys: bytes) -> bytes:
        """Take keys and return the bytes to draw; never blocks, and no keys make it raise.

        `feed(b"")` draws the first screen.  Escape takes the one byte with it that comes right
        behind it in the same call, as a terminal's Escape sequence would (bot-handshake.md 5).
        """
        stage = self._stage
        if not self._begun:
            self._begun = True
            turn.begin(stage.world)
            settle(stage)
        swallow = False
        for key in keys:
            if swallow:
                swallow = False
                continue
            if stage.mode == "closed":
                break
            press(stage, key)
            swallow = key == ESCAPE
        return stage.painter.take()

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on."""
        return outcome_of(self._stage.world)

    @property
    def closed(self) -> bool:
        """Whether the last screen has been answered: the program would end now."""
        return self._stage.mode == "closed"

    @property
    def mode(self) -> Mode:
        """What the next key means."""
        return self._stage.mode

    @property
    def options(self) -> Options:
        """The options as they are now: the player may change them in the game."""
        return self._stage.world.options

    @property
    def screen(self) -> list[str]:
        """The 24 rows of 80 characters that the player sees."""
        return self._stage.painter.picture()

    @property
    def cursor(self) -> tuple[int, int]:
        """Row and column of the cursor, both from 0."""
        return divmod(max(self._stage.painter.at, 0), 80)

    @property
    def world(self) -> World:
        """The world itself, for tests and for measuring the agent; no player may look at it."""
        return self._stage.world

    def hang_up(self) -> None:
        """End the game as killed by a signal, unless it has ended already (END-7)."""
        self._stage.world.end("killed", "signal")
        self._stage.mode = "closed"

    def redraw(self) -> bytes:
        """Return the bytes that draw the screen anew, for a resized terminal."""
        self._stage.redraw()
        return self._stage.painter.take()
