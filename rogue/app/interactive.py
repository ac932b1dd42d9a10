"""What the program adds, such as colors, settings, or the text dump, when a person plays the game."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from copy import copy
from pathlib import Path
from typing import TYPE_CHECKING, Final

from rogue import __version__
from rogue.app.config import LaunchOptions
from rogue.app.daily_game import DailyGame, day_of_game
from rogue.shared.command_lines import command_for, short_path
from rogue.shared.errors import reason_of
from rogue.shared.files import write_atomically
from rogue.shared.terminal_kinds import colors_of
from rogue.storage.history import FinishedGame, add_game, game_of, read_games
from rogue.storage.kept_games import remove_old
from rogue.storage.places import dumps_folder, history_file, settings_file
from rogue.storage.settings import SettingsKeeper
from rogue.ui.end_screens import dump_lines
from rogue.ui.side_panel import PanelRow, panel_rows

if TYPE_CHECKING:
    from rogue.terminal.panel_area import PanelText
    from rogue.ui.end_screens import Outcome
    from rogue.ui.journal_sessions import RecordingSession
    from rogue.ui.session import Session

UNSCORED: Final = "A game in wizard mode is not added to the score list."


class InteractiveRun:
    """The services for a game that a person plays: settings, panel, ghost, history."""

    def __init__(self, env: Mapping[str, str], chosen: LaunchOptions) -> None:
        """Read the settings.  If the game is in the dungeon of a day, start the ghost."""
        self._has_panel = chosen.panel
        self.daily = None if chosen.day is None else DailyGame(chosen.day, env)
        self._env = env
        self._keeper = SettingsKeeper(settings_file(env))
        self._color = chosen.color

    def go_on(self, recording: RecordingSession) -> None:
        """Start the ghost if the resumed game is in the dungeon of a day."""
        day = day_of_game(recording.start)
        if day is not None:
            self.daily = DailyGame(day, self._env, recording.journal().splitlines())

    @property
    def option_words(self) -> str:
        """The options in the settings file, as text.  ROGUEOPTS overrides them."""
        return self._keeper.settings.words()

    @property
    def notices(self) -> tuple[str, ...]:
        """Messages about unusable settings, shown at the start of a new game."""
        return self._keeper.notices

    def play(self, session: Session, play: Callable[..., object]) -> None:
        """Play the game by calling `play`.

        play  a function made from `interactive_terminal.play` by binding its first argument to the session's
              host
        """
        session.note_options(self._keeper.note)
        last = copy(session.options)

        def options_left() -> None:
            nonlocal last
            self._keeper.keep(last, session.options)
            last = copy(session.options)

        play(self._colors(), options_left, self._panel(session), self._title(session))

    def _title(self, session: Session) -> Callable[[], str]:
        """Return a function that returns the window title.  During a daily game, the title changes."""
        daily = self.daily
        if daily is not None:
            return lambda: daily.title(session.world)
        text = window_title(session, _finished_games(self._env))
        return lambda: text

    def _panel(self, session: Session) -> PanelText | None:
        """Return a function that makes the rows of the side panel, or None if no side panel is shown."""
        if not self._has_panel:
            return None

        def text(rows: int, columns: int) -> list[PanelRow]:
            more = () if self.daily is None else self.daily.panel_rows(session.world, columns)
            return panel_rows(session.world, session.messages, rows, columns, more)

        return text

    def _colors(self) -> int:
        if not wants_color(self._color, self._env, self._keeper.settings.color):
            return 0
        return colors_of(self._env, sys.__stdout__.fileno() if sys.__stdout__ else 1)

    def closing_lines(self, outcome: Outcome | None) -> list[str]:
        """Stop the ghost, if there is one.

        If the person's game has ended, return lines that compare the ghost's game with it.  If the game has
        not ended or there is no ghost, return [].
        """
        if self.daily is None:
            return []
        lines = self.daily.close(outcome, [] if outcome is None else _finished_games(self._env))
        return ["", *lines] if lines else []

    def end(self, session: Session, ended: str) -> list[str]:
        """Add a finished game to the history.  Return the messages that the person has not seen yet."""
        words = [self._keeper.trouble]
        if session.outcome is not None:
            words.append(add_game(history_file(self._env), game_of(session.outcome, ended, __version__)))
            if session.world.unscored:
                words.append(UNSCORED)
        return [text for text in words if text]


def enter_coached(session: Session, ended: str, env: Mapping[str, str]) -> list[str]:
    """If a finished game has the mark "helpers", add it to the person's history.

    A person played such a game through another program; games of bots never have this mark.  Return [error]
    for a game that is added, where `error` is "" if all went well.  Return [] for a game that is not added.
    """
    outcome = session.outcome
    if outcome is None or "helpers" not in outcome.marks:
        return []
    return [add_game(history_file(env), game_of(outcome, ended, __version__))]


def wants_color(asked: bool | None, env: Mapping[str, str], kept: bool | None) -> bool:
    """Return whether to use colors.

    The command line decides first, then NO_COLOR, then the settings.  The default is to use colors.

    >>> wants_color(None, {"NO_COLOR": "1"}, True), wants_color(True, {"NO_COLOR": "1"}, False)
    (False, True)
    >>> wants_color(None, {}, None), wants_color(None, {}, False)
    (True, False)
    """
    if asked is not None:
        return asked
    return kept is not False and not env.get("NO_COLOR")


def _finished_games(env: Mapping[str, str]) -> list[FinishedGame]:
    """Return the person's finished games, or [] if the history cannot be read."""
    try:
        return read_games(history_file(env)).games
    except OSError:
        return []


def window_title(session: Session, before: Sequence[FinishedGame] = ()) -> str:
    """Return the title of a game's window.

    The title names the dungeon, and the edition or variant.  If the person has finished games of that edition
    or variant, it also shows the number of this game and the best score of those games.

    before  the person's finished games
    """
    world = session.world
    name = world.rules.full_name
    scores = [game.score for game in before if game.edition == name]
    number = f", game {len(scores) + 1}, best so far {max(scores):,}" if scores else ""
    return f"rogue {world.rules.variant or name}, dungeon {world.seed}{number}"


def farewell_lines(session: Session, ended: str, journal: Path | None, env: Mapping[str, str]) -> list[str]:
    """Write the text dump of a finished game.

    Return lines for the player: the path of the dump, and the commands that replay or explain the game.
    `journal` is the game's journal, or None if there is nothing to replay.
    """
    outcome = session.outcome
    assert outcome is not None
    lines: list[str] = []
    folder = dumps_folder(env)
    path = folder / f"{ended.replace(':', '').replace('T', '-')}-dungeon-{outcome.seed}.txt"
    text = "\n".join(dump_lines(session.world, outcome, session.messages, ended))
    try:
        folder.mkdir(parents=True, exist_ok=True)
        write_atomically(path, f"{text}\n".encode(errors="replace"))
        others = sorted({*folder.glob("*-dungeon-*.txt")} - {path}, reverse=True)
        remove_old([path, *others], env, session.options.score)  # the clock may have been set back
        lines.append(f"Summary of the game:    {short_path(path)}")
    except OSError as error:
        lines.append(f"The game's summary cannot be written in {folder}: {reason_of(error)}.")
    if journal is not None:
        where = short_path(journal)
        lines.append(f"See it again:           {command_for('rogue', 'replay')} {where}")
        lines.append(f"Where it went wrong:    {command_for('rogomatic', 'explain')} {where}")
    return lines
