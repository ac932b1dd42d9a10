"""A session: keys in, bytes out, one game.

Owns   the public face of the game: `Session.feed`, its screen and its outcome; the order of start,
       keys and drawing.
Leaves what a key means (play.modes), terminals and files (rogue.launch, terminal.tty).
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final

from rogue.dig.newgame import new_world
from rogue.play.ends import Outcome, outcome_of
from rogue.play.keys import ESCAPE
from rogue.play.mode import Mode
from rogue.play.modes import press, settle
from rogue.play.options import read_options
from rogue.play.request import Ability, Answer, Request
from rogue.play.saving import stage_of, state_of, take_answer
from rogue.play.stage import Stage
from rogue.rules import turn, wizardry
from rogue.state.options import Options
from rogue.state.world import World
from rogue.tables.editions import EDITIONS
from rogue.tables.ruleset import Ruleset

SAVE_NAME: Final = ".rogue.save"  # in the home folder, when no other file is named (screen.md 13)
BYE: Final = "Okay, bye bye!"
BYE_ROW: Final = 22
YEAR: Final = 2026  # on the tombstone, when nobody says what year it is


class Session:
    """One game of Rogue behind a line: it takes keys and gives what a 24 x 80 terminal must be
    sent.

    The same seed, edition, options and keys give the same bytes.  `edition` is the name of one, or
    rules that somebody made up; ValueError is raised for a name that there is not.  `options` is a
    text as in ROGUEOPTS; `year` is carved on the tombstone.  `home` is what `~` stands for in texts;
    `helpers` has the game help with walking, which is told with the score; `wizard` begins in wizard
    mode, and keeps the game off the score list (WIZ-1, END-6); `able` says what may be asked of the
    world outside (`request`).
    """

    def __init__(
        self,
        seed: int,
        edition: str | Ruleset = "5.4",
        options: str = "",
        *,
        year: int = YEAR,
        home: str = "",
        helpers: bool = False,
        wizard: bool = False,
        able: Collection[Ability] = (),
    ) -> None:
        rules = edition if isinstance(edition, Ruleset) else EDITIONS.get(edition)
        if rules is None:
            raise ValueError(f"no edition {edition!r}; there are: {', '.join(EDITIONS)}")
        given = read_options(options, home, rules.edition)
        given.helpers = helpers
        if "save" in able and home and not given.file:
            given.file = f"{home.rstrip('/')}/{SAVE_NAME}"
        self._stage = Stage(new_world(rules, seed, given), year)
        if wizard:
            wizardry.become_wizard(self._stage.world)
        self._stage.able = frozenset(able)
        self._begun = False

    def greet(self, *more: str) -> None:
        """Have the game begin with `more` and a word to a person who may not know the keys.

        Only before the first `feed`; programs that play are not greeted (screen.md 14).
        """
        for text in more:
            self._stage.line.say(text)
        name = self._stage.world.options.name
        self._stage.say(f"Hello {name}, welcome to the Dungeons of Doom.  Press ? for help")

    def note_options(self, text: str) -> None:
        """Have the option screen say something below the options, of which the game knows nothing."""
        self._stage.option_note = text

    def feed(self, keys: bytes) -> bytes:
        """Take keys and return the bytes to draw; never blocks, and no keys make it raise.

        `feed(b"")` draws the first screen.  Escape takes the one byte with it that comes right
        behind it in the same call, as a terminal's Escape sequence would (bot-handshake.md 5).
        Every other key counts: who typed ahead is asked by `flushed`, not here.
        """
        stage = self._stage
        stage.world.flushed = False
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
    def pauses(self) -> tuple[int, ...]:
        """Where the bytes of the last call may be cut, so that a person sees a flight or a run.

        Before each of these places the screen is as it was at one moment of the command.
        """
        return self._stage.painter.pauses

    @property
    def run_prefix(self) -> bytes:
        """The key that makes the next direction a careful run, b"" where control and a direction run so
        (screen.md 8.2).
        """
        return self._stage.world.rules.keys.run_prefix.encode()

    @property
    def flushed(self) -> bool:
        """Whether the last `feed` voided what was typed ahead: a trap, a teleport, with option flush
        a fight (TRP-2, OPT-7).

        A person's terminal then drops what waits.  Nothing does so in plain mode: there the keys of
        a program give the same game on pipes, on a terminal and in memory (screen.md 8.1).
        """
        return self._stage.world.flushed

    @property
    def request(self) -> Request | None:
        """What the session waits for; until it is answered, keys are held back."""
        return self._stage.request

    def answer(self, answer: Answer) -> bytes:
        """Go on after a request; return the bytes to draw, those of keys held back included.

        Raises ValueError when nothing was asked for.
        """
        stage = self._stage
        take_answer(stage, answer)
        settle(stage)
        held, stage.held = stage.held, bytearray()
        for key in bytes(held):
            press(stage, key)
        return stage.painter.take()

    def state(self) -> dict[str, Any]:
        """Return the game as values that JSON can hold; ValueError for one that is over."""
        return state_of(self._stage)

    def restore(
        self,
        state: object,
        *,
        options: str = "",
        year: int = YEAR,
        home: str = "",
        able: Collection[Ability] = (),
    ) -> None:
        """Go on with the game that `state()` told of, instead of the one so far.

        The dice go on where they were.  `options` are set over those of the game (screen.md 12.4).
        Raises BadState, a ValueError that says why, and changes nothing then.
        """
        self._stage = stage_of(state, self._stage.world.rules, year, home, options)
        self._stage.able = frozenset(able)
        self._begun = True
        settle(self._stage)

    def _take_over(self, other: Session) -> None:
        """Go on with the game of another session, which must not be used any more; all is drawn anew."""
        self._stage = other._stage
        self._begun = other._begun
        self._stage.redraw()
        if self._begun:
            self._stage.redraw()  # the next bytes go to a terminal that has seen nothing yet

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
    def covered(self) -> bool:
        """Whether something else than the map is on the screen: a list, a picture, the end."""
        return self._stage.covered

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

    def die(self, killer: str) -> None:
        """End the game as killed by something outside it, unless it has ended (END-7); the next
        `feed` gives the bytes of the last screen.
        """
        stage = self._stage
        if stage.world.ending is None:
            stage.world.end("killed", killer)
            stage.request = None
            stage.line.queue.clear()
            stage.world.windows.clear()
            stage.answered()
            settle(stage)

    def leave(self) -> bytes:
        """Leave at once, with a last word (SIGQUIT, screen.md 12.5); return the bytes to draw."""
        self._stage.painter.row(BYE_ROW, self._stage.words.phrases.turned(BYE))
        self._stage.mode = "closed"
        return self._stage.painter.take()

    def hang_up(self) -> None:
        """End the game as killed by a signal, unless it has ended already (END-7)."""
        self._stage.world.end("killed", "signal")
        self._stage.mode = "closed"

    def redraw(self) -> bytes:
        """Return the bytes that draw the screen anew, for a resized terminal."""
        self._stage.redraw()
        return self._stage.painter.take()
