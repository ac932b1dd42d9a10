"""A session: keys in, bytes out, one game."""

from __future__ import annotations

from typing import Any, Final

from rogue.levelgen.new_game import new_world
from rogue.rules import turn, wizard_mode
from rogue.state.world import Options, World
from rogue.tables.edition_table import EDITIONS
from rogue.tables.ruleset import Ruleset
from rogue.ui.end_screens import Outcome, outcome_of
from rogue.ui.host_requests import Answer, Host, Request
from rogue.ui.input_modes import (
    CLOSED,
    COMMAND,
    NAMES,
    ClosedMode,
    Mode,
    ModeName,
    OutsideMode,
    PageMode,
)
from rogue.ui.key_dispatch import finish_turn, press
from rogue.ui.keymap import ESCAPE
from rogue.ui.options import read_options
from rogue.ui.save_dialog import drop_file_dialogue, restore_ui, serialize_ui, take_answer
from rogue.ui.ui_state import UiState

SAVE_NAME: Final = ".rogue.save"  # in the home folder, when no other file is named (SCREEN.md 13)
BYE: Final = "Okay, bye bye!"
BYE_ROW: Final = 22


def default_save_file(home: str) -> str:
    """Return where a game is saved that names no file; "" without a home folder.

    >>> default_save_file("/home/ann/")
    '/home/ann/.rogue.save'
    """
    return f"{home.rstrip('/')}/{SAVE_NAME}" if home else ""


class Session:
    """One game of Rogue without a terminal: keys in, the bytes for a terminal of 24 x 80 out.

    The same seed, edition, options and keys give the same bytes.  `edition` is the name of one, or
    a ruleset; ValueError is raised for an unknown name.  `options` is a
    text as in ROGUEOPTS; `helpers` has the game help with walking, which the score list notes; `wizard`
    begins in wizard mode, and keeps the game off the score list (WIZ-1, END-6).  With `state`, from
    `state()`, it goes on with that game, as `restore` does; then the seed does not matter.
    """

    def __init__(
        self,
        seed: int,
        edition: str | Ruleset = "5.4",
        options: str = "",
        host: Host = Host(),  # noqa: B008  (it is frozen)
        *,
        helpers: bool = False,
        wizard: bool = False,
        state: object = None,
    ) -> None:
        rules = edition if isinstance(edition, Ruleset) else EDITIONS.get(edition)
        if rules is None:
            raise ValueError(f"no edition {edition!r}; there are: {', '.join(EDITIONS)}")
        self._mode: Mode = COMMAND
        self._begun = False
        if state is not None:
            self._ui = restore_ui(state, rules, options, host)
            self._ui.world.options.helpers |= helpers
            self._go_on()
            return
        given = read_options(options, host.home, rules.edition)
        given.helpers = helpers
        if "save" in host.able and not given.file:
            given.file = default_save_file(host.home)
        if "served" in host.able:
            given.file = given.score = given.lock = ""
        self._ui = UiState(new_world(rules, seed, given), host)
        if wizard:
            wizard_mode.become_wizard(self._ui.world)

    def _go_on(self) -> None:
        """Show the first screen of a game that was restored."""
        self._begun = True
        self._mode = finish_turn(self._ui, COMMAND)

    def greet(self, *more: str) -> None:
        """Begin the game with the messages `more` and a greeting that names the key for help.

        Only before the first `feed`; a program that plays is not greeted (SCREEN.md 14).
        """
        for text in more:
            self._ui.emit(text)
        world = self._ui.world
        self._ui.emit(world.rules.words.welcome.format(name=world.options.name))

    def note_options(self, text: str) -> None:
        """Set the line that the option screen shows below the options."""
        self._ui.option_note = text

    def feed(self, keys: bytes) -> bytes:
        """Take keys and return the bytes to draw; never blocks, and no keys make it raise.

        `feed(b"")` draws the first screen.  Escape takes the one byte with it that comes right
        behind it in the same call, as a terminal's Escape sequence would (HANDSHAKE.md 5).
        Every other key counts, typed ahead or not: see `flushed`.
        """
        ui = self._ui
        ui.world.flushed = False
        if not self._begun:
            self._begun = True
            turn.begin(ui.world)
            self._mode = finish_turn(ui, self._mode)
        swallow = False
        for key in keys:
            if swallow:
                swallow = False
                continue
            if isinstance(self._mode, ClosedMode):
                break
            self._mode = press(ui, self._mode, key)
            swallow = key == ESCAPE
        return ui.renderer.take()

    @property
    def pauses(self) -> tuple[int, ...]:
        """Where the bytes of the last call may be cut, so that a person sees a flight or a run.

        Before each of these places the screen is as it was at one moment of the command.
        """
        return self._ui.renderer.pauses

    @property
    def escape_ends(self) -> bool:
        """Whether Escape ends the list of which a line or a page stands there."""
        line = self._ui.line
        return isinstance(self._mode, PageMode) or (line.listing and self._ui.words.escape_cuts_lists)

    @property
    def run_prefix(self) -> bytes:
        """The key that makes the next direction a careful run, b"" where control and a direction run so
        (SCREEN.md 8.2).
        """
        return self._ui.world.rules.keys.run_prefix.encode()

    @property
    def stops_by_turn(self) -> bool:
        """Whether the edition has control-Z among its keys, where it uses a turn (KEY-43)."""
        return self._ui.world.rules.keys.stops_by_turn

    @property
    def flushed(self) -> bool:
        """Whether the last `feed` made what was typed ahead void: a trap, a teleport, with option flush
        a fight (TRP-2, OPT-7).

        A person's terminal then drops what waits.  Nothing does so in plain mode: there the keys of
        a program give the same game on pipes, on a terminal and in memory (SCREEN.md 8.1).
        """
        return self._ui.world.flushed

    @property
    def request(self) -> Request | None:
        """What the session waits for; until it is answered, keys are held back."""
        return self._mode.request if isinstance(self._mode, OutsideMode) else None

    def answer(self, answer: Answer) -> bytes:
        """Go on after a request; return the bytes to draw, those of keys held back included.

        Raises ValueError when nothing was asked for.
        """
        ui, waiting = self._ui, self._mode
        if not isinstance(waiting, OutsideMode):
            raise ValueError("nothing was asked for")
        self._mode = finish_turn(ui, take_answer(ui, waiting.request, answer))
        for key in waiting.held:
            self._mode = press(ui, self._mode, key)
        return ui.renderer.take()

    def state(self) -> dict[str, Any]:
        """Return the game as values that JSON can hold; ValueError for one that is over."""
        return serialize_ui(self._ui, self._mode)

    def restore(
        self,
        state: object,
        options: str = "",
        host: Host = Host(),  # noqa: B008  (it is frozen)
        *,
        helpers: bool = False,
    ) -> None:
        """Replace the game by the one of which `state()` was taken.

        The random numbers continue where they were.  `options` are set over those of the game
        (SCREEN.md 12.4); `helpers` has the game help from here on.  Raises StateError with the reason, and
        changes nothing then.
        """
        self._ui = restore_ui(state, self._ui.world.rules, options, host)
        self._ui.world.options.helpers |= helpers
        self._go_on()

    def set_paths(self, file: str, score: str = "", lock: str = "") -> None:
        """Set the paths of the saved game, the score list and its lock, in place of those that came with a
        game from a file (SAV-4).  A question about a file that is open is dropped: it was asked of another.
        """
        options = self._ui.world.options
        options.file, options.score, options.lock = file, score, lock
        after = drop_file_dialogue(self._ui, self._mode)
        if after is not None:
            self._mode = finish_turn(self._ui, after)

    def draw_anew(self) -> None:
        """Make the next bytes draw everything, for a terminal that has drawn nothing of this game yet."""
        self._ui.redraw()
        if self._begun:
            self._ui.redraw()

    @property
    def messages(self) -> tuple[str, ...]:
        """What was said in this game so far, the oldest first; a game that was saved has forgotten what was
        said before.
        """
        return tuple(self._ui.line.history)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on."""
        return outcome_of(self._ui.world)

    @property
    def closed(self) -> bool:
        """Whether the last screen has been answered: the program would end now."""
        return isinstance(self._mode, ClosedMode)

    @property
    def mode(self) -> ModeName:
        """What the next key means."""
        return NAMES[type(self._mode)]

    @property
    def covered(self) -> bool:
        """Whether something else than the map is on the screen: a list, a picture, the end."""
        return self._ui.covered

    @property
    def options(self) -> Options:
        """The options as they are now: the player may change them in the game."""
        return self._ui.world.options

    @property
    def screen(self) -> list[str]:
        """The 24 rows of 80 characters that the player sees."""
        return self._ui.renderer.picture()

    @property
    def cells(self) -> bytes:
        """The same as 1,920 characters, row by row."""
        return bytes(self._ui.renderer.cells)

    @property
    def cursor(self) -> tuple[int, int]:
        """Row and column of the cursor, both from 0."""
        return divmod(max(self._ui.renderer.at, 0), 80)

    @property
    def world(self) -> World:
        """The state of the game, for tests and for measuring; a player must not read it."""
        return self._ui.world

    def die(self, killer: str) -> None:
        """End the game as killed by something outside it, unless it has ended (END-7); the next
        `feed` gives the bytes of the last screen.
        """
        ui = self._ui
        if ui.world.ending is None:
            ui.world.end("killed", killer)
            ui.line.queue.clear()
            ui.world.windows.clear()
            ui.mark_answered()
            self._mode = finish_turn(ui, COMMAND)

    def leave(self) -> bytes:
        """Leave at once, with a farewell (SIGQUIT, SCREEN.md 12.5); return the bytes to draw."""
        self._ui.renderer.row(BYE_ROW, self._ui.words.phrases.turned(BYE))
        self._mode = CLOSED
        return self._ui.renderer.take()

    def hang_up(self) -> None:
        """End the game as killed by a signal, unless it has ended already (END-7)."""
        self._ui.world.end("killed", "signal")
        self._mode = CLOSED

    def snapshot(self) -> bytes:
        """Return the bytes that bring another terminal to this screen; nothing changes in the game."""
        return self._ui.renderer.snapshot()

    def redraw(self) -> bytes:
        """Return the bytes that draw the screen anew, for a resized terminal."""
        self._ui.redraw()
        return self._ui.renderer.take()
