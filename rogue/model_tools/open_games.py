"""Numbered games that a program plays within limits."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Protocol

from rogue.model_tools.model_limits import GameLimits
from rogue.model_tools.named_commands import CommandNameError, keys_of_command, keys_of_text, text_of_keys
from rogue.shared.errors import RogueError
from rogue.shared.seeds import Dice
from rogue.shared.wording import plural
from rogue.state.grid import COLS
from rogue.storage.variant_files import rules_of
from rogue.tables.ruleset import Ruleset
from rogue.ui.input_modes import ESCAPE_KEY, WAITS_FOR_SPACE, ModeName
from rogue.ui.prompts import pack_lines
from rogue.ui.session import Session
from rogue.ui.text_view import WAITS, text_of_screen

OPTIONS: Final = "name=model,noflush"
_PROMPTS: Final[frozenset[ModeName]] = frozenset(("item", "direction", "aim", "careful", "letter"))
_MORE: Final = frozenset(("more",))
_MOST_PAGES: Final = 1000  # maximum number of pages to skip


class GameAdvisor(Protocol):
    """An agent that follows a game and advises on it."""

    def follow(self, keys: bytes, drawn: bytes, turn: int, pack: tuple[str, ...], *, is_ready: bool) -> None:
        """Observe a step of the game.

        keys      keys that were pressed
        drawn     what the game drew after these keys
        turn      number of turns that have passed in the game
        pack      lines of the inventory, or () if `is_ready` is false
        is_ready  whether the game now waits for a command
        """

    def advice(self) -> tuple[str, bytes]:
        """Return the advisor's choice and reason in words, and the keys to press."""


class PlayError(RogueError):
    """Raised for a request that cannot be carried out.  The text tells the player why."""


class OpenGame:
    """A game with the screen that its player last saw."""

    def __init__(self, rules: Ruleset, seed: int, advisor: GameAdvisor | None) -> None:
        self.session = Session(seed, rules, OPTIONS)
        drawn = self.session.feed(b"")
        self.rules = rules
        self.pressed = 0
        self.status = ""  # the last status line shown
        self._advisor = advisor
        self._before = b""
        self._said: list[str] = []
        self._note(b"", drawn)

    def press(self, keys: bytes) -> None:
        """Press keys.

        Before each key pressed at a --More--, record the messages that the game shows with the --More--.
        """
        for key in keys:
            if self.session.closed:
                break
            self._note_message()
            self.pressed += 1
            self._note(bytes([key]), self.session.feed(bytes([key])))

    def finish_command(self) -> None:
        """Skip every --More--.

        If a prompt is then open, try once to cancel it; some prompts stay open, because they cannot be
        canceled.
        """
        self.read_on(_MORE)
        if self.session.mode in _PROMPTS:
            self.press(ESCAPE_KEY)
            self.read_on(_MORE)

    def read_on(self, modes: frozenset[str]) -> None:
        """Press the space bar while the game is in one of these input modes."""
        for _ in range(_MOST_PAGES):
            if self.session.mode not in modes:
                break
            self.press(b" ")

    def text(self) -> str:
        """Return the screen in words.  The words also say what changed since the last call of this method."""
        session = self.session
        now = session.cells[:COLS].decode("latin-1").strip()
        said = "  ".join(filter(None, [*self._said, now]))
        self._said = []
        before, self._before = self._before, session.cells
        return text_of_screen(
            session.cells, session.cursor, session.mode, self.rules,
            before=before, said=said, covered=session.covered,
        )  # fmt: skip

    def advice(self) -> str:
        """Return what the advisor would do.  Raises PlayError."""
        if self._advisor is None:
            raise PlayError("this server gives no advice; start one that does with `rogomatic mcp`")
        if self.session.outcome is not None:
            raise PlayError("the game is over")
        if self.session.mode != "command":
            raise PlayError(f"advice is for commands only; the game waits for {WAITS[self.session.mode]}")
        why, keys = self._advisor.advice()
        return f"{why} (press_keys: {text_of_keys(keys)})"

    def _note(self, keys: bytes, drawn: bytes) -> None:
        """Record the status line, and let the advisor observe the step."""
        session = self.session
        if not session.covered:
            self.status = session.cells[-COLS:].decode("latin-1").strip()
        if self._advisor is None:
            return
        is_ready = session.mode == "command"
        pack = tuple(pack_lines(session.world)) if is_ready else ()
        self._advisor.follow(keys, drawn, session.world.turns, pack, is_ready=is_ready)

    def _note_message(self) -> None:
        if self.session.mode == "more":
            self._said.append(
                self.session.cells[:COLS].decode("latin-1").rstrip().removesuffix("--More--").strip()
            )


class OpenGames:
    """The games of one program.  Each game has a number.

    Each method that is a tool of a server returns a text, and raises PlayError for an impossible request.
    """

    def __init__(
        self,
        limits: GameLimits,
        dice: Dice,
        new_advisor: Callable[[Ruleset], GameAdvisor] | None = None,
    ) -> None:
        """Begin without a game.

        dice         chooses the dungeons of games for which no seed is given
        new_advisor  a function that makes the advisor of a game; None if advice is not allowed
        """
        self._limits = limits
        self._dice = dice
        self._new_advisor = new_advisor
        self._games: dict[int, OpenGame] = {}
        self._last = 0

    @property
    def gives_advice(self) -> bool:
        """Whether an agent may be asked for advice."""
        return self._new_advisor is not None

    def start(self, edition: str = "5.4", seed: int | None = None) -> str:
        """Start a game of an edition or a shipped variant, and return its number and first screen."""
        if len(self._games) >= self._limits.games:
            open_now = ", ".join(map(str, self._games))
            raise PlayError(
                f"at most {plural(self._limits.games, 'game')} may be open; close one of {open_now}"
            )
        try:
            rules = rules_of(edition)
        except ValueError as error:
            raise PlayError(str(error)) from None
        if seed is not None and not 0 <= seed < 1 << 64:
            raise PlayError(f"the seed must be from 0 to 2**64 - 1, not {seed}")
        dungeon = self._dice.below(1 << 31) if seed is None else seed
        advisor = None if self._new_advisor is None else self._new_advisor(rules)
        self._last += 1
        self._games[self._last] = game = OpenGame(rules, dungeon, advisor)
        return f"game {self._last}: {edition}, seed {dungeon}\n{game.text()}"

    def look(self, number: int) -> str:
        """Return the screen of a game."""
        return self._game(number).text()

    def press(self, number: int, text: str) -> str:
        """Press the keys in a text, and return the screen after the last key."""
        game = self._game(number)
        self._press(game, _keys(lambda: keys_of_text(text)))
        return game.text()

    def command(self, number: int, name: str, direction: str = "", item: str = "", count: int = 1) -> str:
        """Carry out a named command to its end, and return the screen.

        First leave the list that the previous answer showed, if any.
        """
        game = self._game(number)
        keys = _keys(lambda: keys_of_command(name, direction, item, count, game.rules.keys))
        game.read_on(WAITS_FOR_SPACE)
        game.finish_command()
        if game.session.mode != "command":
            raise PlayError(f"the game does not expect a command now:\n{game.text()}")
        self._press(game, keys)
        game.finish_command()
        return game.text()

    def advise(self, number: int) -> str:
        """Return what the advisor would do."""
        return self._game(number).advice()

    def score(self, number: int) -> str:
        """Return the status line of a running game, or how the game ended."""
        game = self._game(number)
        outcome = game.session.outcome
        if outcome is None:
            return f"the game continues after {plural(game.pressed, 'key')}: {game.status}"
        end = f"killed by {outcome.killer}" if outcome.how == "killed" else outcome.how
        return f"the game is over: {end} on level {outcome.depth}, score {outcome.score}"

    def close(self, number: int) -> str:
        """Drop a game, and return its status line or how it ended."""
        result = self.score(number)
        del self._games[number]
        return f"closed; {result}"

    def _game(self, number: int) -> OpenGame:
        if number not in self._games:
            open_now = ", ".join(map(str, self._games)) or "none"
            raise PlayError(f"there is no game {number}; open games: {open_now}")
        return self._games[number]

    def _press(self, game: OpenGame, keys: bytes) -> None:
        """Press keys.  If they would exceed a limit, raise PlayError, and press none of them."""
        limits = self._limits
        if len(keys) > limits.keys_per_call:
            raise PlayError(f"a call may have at most {limits.keys_per_call} keys, not {len(keys)}")
        if game.pressed + len(keys) > limits.keys_per_game:
            raise PlayError(f"this game has used {game.pressed} of {limits.keys_per_game} keys")
        game.press(keys)


def _keys(read: Callable[[], bytes]) -> bytes:
    try:
        return read()
    except CommandNameError as error:
        raise PlayError(str(error)) from None
