"""One game as a session: keys in, bytes out."""

from __future__ import annotations

from typing import Any, Final

from rogue.levelgen.new_game import new_world
from rogue.rules import turn, wizard_mode
from rogue.shared.seeds import SEEDS
from rogue.state.world import Options, World
from rogue.tables.edition_table import EDITIONS
from rogue.tables.ruleset import Ruleset
from rogue.ui.end_screens import Outcome, outcome_of
from rogue.ui.input_modes import (
    CLOSED,
    COMMAND,
    Answer,
    CommandMode,
    Host,
    Mode,
    ModeName,
    OutsideMode,
    PageMode,
    Request,
    default_save_file,
    is_plain,
    mode_name,
)
from rogue.ui.key_dispatch import finish_turn, press
from rogue.ui.keymap import ESCAPE
from rogue.ui.options import read_options
from rogue.ui.save_dialog import drop_file_dialogue, restore_ui, serialize_ui, take_answer
from rogue.ui.ui_state import UiState

BYE: Final = "Okay, bye bye!"
BYE_ROW: Final = 22


class Session:
    """A game of Rogue without a terminal: keys in, bytes for a 24 x 80 terminal out.

    The same seed, edition, options, and keys give the same bytes.  `edition` is a Ruleset or the name of an
    edition.  An unknown name or a seed outside 0 to 2**64 - 1 raises ValueError.  `options` is text in the
    format of the variable ROGUEOPTS.  If `helpers` is true, the game may help with walking, and the score
    list marks the game.  If `wizard` is true, the game starts in wizard mode and does not enter the score
    list (WIZ-1, END-6).  `state` is a saved game, as the method `state()` returns it.  If it is given, the
    session continues that game, just as after `restore`, and ignores the seed.
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
            raise ValueError(f"there is no edition {edition!r}; choose from {', '.join(EDITIONS)}")
        if not 0 <= seed < SEEDS:
            raise ValueError(f"the seed must be from 0 to 2**64 - 1, not {seed}")
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
        self._begun = True
        self._mode = finish_turn(self._ui, COMMAND)

    def greet(self, *more: str) -> None:
        """Start the game with the messages `more`, followed by a greeting that names the help key.

        Call this only before the first `feed`.  A program that plays is not greeted (SCREEN.md 14).
        """
        for text in more:
            self._ui.emit(text)
        world = self._ui.world
        self._ui.emit(world.rules.words.welcome.format(name=world.options.name))

    def note_options(self, text: str) -> None:
        """Set the line that the option screen shows below the options."""
        self._ui.option_note = text

    def feed(self, keys: bytes) -> bytes:
        """Take keys, and return the bytes to draw.  This never blocks and raises no exception.

        `feed(b"")` draws the first screen.  An Escape and the byte after it in the same call count as one
        Escape, because a terminal sends its escape sequences that way (HANDSHAKE.md 5).  All other keys are
        carried out.  `flushed` tells the caller when to discard keys that were typed ahead.
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
            mode = self._mode
            if mode is not COMMAND and is_plain(mode, "closed"):
                break
            self._mode = press(ui, mode, key)
            swallow = key == ESCAPE
        return ui.renderer.take()

    @property
    def pauses(self) -> tuple[int, ...]:
        """Offsets in the bytes of the latest `feed` at which output to a person should pause.

        At each offset the screen shows an intermediate stage of a command, such as one step of a run or of a
        missile's flight, and the pause lets the person see it.
        """
        return self._ui.renderer.pauses

    @property
    def escape_ends(self) -> bool:
        """Whether a list is on the screen that Escape would end.

        This holds for a list shown in pages.  In some editions it also holds for a list shown line by line.
        """
        line = self._ui.line
        return isinstance(self._mode, PageMode) or (line.listing and self._ui.words.escape_cuts_lists)

    @property
    def run_prefix(self) -> bytes:
        """The key that the player types before a direction key to start a careful run (SCREEN.md 8.2).

        It is b"" if a run is started with a control key instead, without such a prefix.
        """
        return self._ui.world.rules.keys.run_prefix.encode()

    @property
    def stops_by_turn(self) -> bool:
        """Whether control-Z is a command that uses a turn in this edition (KEY-43)."""
        return self._ui.world.rules.keys.stops_by_turn

    @property
    def flushed(self) -> bool:
        """Whether keys that were typed but not fed yet are to be discarded (TRP-2, OPT-7).

        This is so after a trap or a teleport.  With the option flush, it is also so after a fight.  An
        interactive terminal then discards waiting keys.  Plain mode keeps them, so that a program's keys
        give the same game on pipes, on a terminal, and in memory (SCREEN.md 8.1).
        """
        return self._ui.world.flushed

    @property
    def request(self) -> Request | None:
        """The request whose answer the session awaits.  None if there is no open request.

        Keys that arrive before the answer are held back.
        """
        return self._mode.request if isinstance(self._mode, OutsideMode) else None

    def answer(self, answer: Answer) -> bytes:
        """Continue after a request.  Carry out the keys that were held back.  Return the bytes to draw.

        Raises ValueError if there is no request.
        """
        ui, waiting = self._ui, self._mode
        if not isinstance(waiting, OutsideMode):
            raise ValueError("nothing was asked for")
        self._mode = finish_turn(ui, take_answer(ui, waiting.request, answer))
        for key in waiting.held:
            self._mode = press(ui, self._mode, key)
        return ui.renderer.take()

    def state(self) -> dict[str, Any]:
        """Return the game as JSON values.  Raises ValueError if the game is over."""
        return serialize_ui(self._ui, self._mode)

    def restore(
        self,
        state: object,
        options: str = "",
        host: Host = Host(),  # noqa: B008  (it is frozen)
        *,
        helpers: bool = False,
    ) -> None:
        """Replace the game with a game saved by `state()`.

        The random numbers continue from their state.  `options` changes options of the game (SCREEN.md 12.4).
        `helpers` turns on the helpers.  If this raises StateError with a reason, nothing has changed.
        """
        self._ui = restore_ui(state, self._ui.world.rules, options, host)
        self._ui.world.options.helpers |= helpers
        self._go_on()

    def set_paths(self, file: str, score: str = "", lock: str = "") -> None:
        """Set the paths of the saved game, the score list, and the lock of the score list (SAV-4).

        These paths replace the paths of a loaded game.  An open prompt about a file is dropped, because it
        refers to another file.
        """
        options = self._ui.world.options
        options.file, options.score, options.lock = file, score, lock
        after = drop_file_dialogue(self._ui, self._mode)
        if after is not None:
            self._mode = finish_turn(self._ui, after)

    def draw_anew(self) -> None:
        """Redraw the whole screen with the next bytes, for a terminal that has not shown this game yet."""
        self._ui.redraw()
        if self._begun:
            self._ui.redraw()

    @property
    def messages(self) -> tuple[str, ...]:
        """The messages of this game so far, oldest first.

        A game saved by an older program lacks its messages from before the save.
        """
        return tuple(self._ui.line.history)

    @property
    def outcome(self) -> Outcome | None:
        """Outcome of the game, or None while the game goes on."""
        return outcome_of(self._ui.world)

    @property
    def closed(self) -> bool:
        """Whether the session takes no more keys, so that the program can end."""
        return is_plain(self._mode, "closed")

    @property
    def mode(self) -> ModeName:
        """Name of the mode that reads the next key."""
        return mode_name(self._mode)

    @property
    def count(self) -> int:
        """Count typed so far for the next command, or 0 if no count is typed."""
        return self._mode.count if isinstance(self._mode, CommandMode) else 0

    @property
    def covered(self) -> bool:
        """Whether the map is covered by a list, by a picture, or by the last screen of a finished game."""
        return self._ui.covered

    @property
    def options(self) -> Options:
        """Current options, which the player may change during the game."""
        return self._ui.world.options

    @property
    def screen(self) -> list[str]:
        """Screen that the player sees, as 24 rows of 80 characters."""
        return self._ui.renderer.picture()

    @property
    def cells(self) -> bytes:
        """Screen as 1,920 characters, row by row."""
        return bytes(self._ui.renderer.cells)

    @property
    def cursor(self) -> tuple[int, int]:
        """Row and column of the cursor, both from 0."""
        return divmod(max(self._ui.renderer.at, 0), 80)

    @property
    def turns(self) -> int:
        """Number of turns of the game so far."""
        return self._ui.world.turns

    @property
    def world(self) -> World:
        """State of the game, for tests and measurements.  A player must not read this state."""
        return self._ui.world

    def die(self, killer: str) -> None:
        """End the game as if the player was killed from outside, unless the game is over (END-7).

        The next `feed` returns the bytes of the last screen.
        """
        ui = self._ui
        if ui.world.ending is None:
            ui.world.end("killed", killer)
            ui.line.queue.clear()
            ui.world.windows.clear()
            ui.mark_answered()
            self._mode = finish_turn(ui, COMMAND)

    def leave(self) -> bytes:
        """Leave at once with a farewell (SIGQUIT, SCREEN.md 12.5).  Return the bytes to draw."""
        self._ui.renderer.row(BYE_ROW, self._ui.words.phrases.turned(BYE))
        self._mode = CLOSED
        return self._ui.renderer.take()

    def hang_up(self) -> None:
        """End the game as if the player was killed by a signal, unless the game is over (END-7)."""
        self._ui.world.end("killed", "signal")
        self._mode = CLOSED

    def snapshot(self) -> bytes:
        """Return the bytes that draw this screen on another terminal.  The game does not change."""
        return self._ui.renderer.snapshot()

    def redraw(self) -> bytes:
        """Return the bytes that redraw the screen, for a resized terminal."""
        self._ui.redraw()
        return self._ui.renderer.take()
