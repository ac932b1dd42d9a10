"""What `eggg` needs from the rest of the program: descriptions, folders, the terminal."""

from __future__ import annotations

import os
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeGuard, TypeVar, cast

import rogue
from rogomatic.eggg.opponents import likeness
from rogue.eggg import eggg_commands, library
from rogue.eggg.engines import made
from rogue.eggg.real_time.real_time_engine import RealTimeRules
from rogue.eggg.text_worlds.text_world import TextWorld
from rogue.shared.board_games import Described, Game
from rogue.shared.errors import CommandError
from rogue.shared.real_time_games import RealTimeGame
from rogue.storage import places

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from rogomatic.run.viewer.viewer_terminal import KeyDecoder, Terminal
    from rogue.wire.lines import Line
    from rogue.wire.room_server import GuestRoom
    from rogue.wire.web_site import Site

Result = TypeVar("Result")
EGGG_VERSION: Final = rogue.__version__
PORT: Final = 3638
"""Port of a served game if its description names none."""


game_of = library.load_any
"""Returns the game of a shipped name or a file.  Raises LaunchError, OSError."""


def read(text: str) -> Described:
    """Return the game of a description.  `text` must include the text of its parents.  Raises LaunchError."""
    return made(library.checked(text, is_whole=True))


def load(name: str, players: int = 0) -> Game:
    """Return the turn-based game that a name or file means.  Raises LaunchError, CommandError, OSError."""
    return in_turns(game_of(name, players))


def in_turns(game: Described) -> Game:
    """Return `game` itself.  Raises CommandError if it is not played in turns."""
    if is_world(game) or is_in_real_time(game):
        hint = "`eggg serve` lets people meet there" if is_world(game) else "`eggg play` shows it in a window"
        raise CommandError(f"{game.name} is not played in turns; {hint}.")
    return cast("Game", game)


def is_in_real_time(game: Described) -> TypeGuard[RealTimeGame]:
    """Return whether a game is played in real time."""
    return isinstance(game, RealTimeRules)


def whole_text(name: str) -> tuple[str, str]:
    """Return a file name (without suffix) for a game, and the text of the game and its parents.

    Raises LaunchError, OSError.
    """
    description = library.description_of(name)
    plain = "".join(sign if sign.isalnum() else "-" for sign in description.name.casefold()).strip("-")
    lines = [*(said.statement.text for said in description.said), *likeness(description.lineage)]
    return plain or "game", "".join(f"{line}\n" for line in lines)


def is_world(game: Described) -> TypeGuard[TextWorld]:
    """Return whether a game is a text world."""
    return isinstance(game, TextWorld)


def world_room(world: TextWorld, seed: int, folder: Path | None) -> GuestRoom:
    """Return a text world's room.  `folder`, if given, stores the world.  Raises LaunchError, OSError."""
    from rogue.eggg.serving.world_room import WorldRoom

    return WorldRoom(world, seed, folder)


def edit_site(name: str, table: Callable[[Game], GuestRoom], seed: int, now: Callable[[], float]) -> Site:
    """Return the web page on which a game is written.  `table` makes the room of a turn-based game.

    Raises LaunchError, OSError.
    """
    from rogue.eggg.serving.edit_site import EditSite

    def room_of(game: Described) -> GuestRoom:
        return world_room(game, seed, None) if is_world(game) else table(in_turns(game))

    return EditSite(room_of, name, now)


def room_site(serve: Callable[[Line], Awaitable[None]]) -> Site:
    """Return the web page by which guests enter a room.  Raises LaunchError if a library is missing."""
    from rogue.wire.web_site import FileSite

    files = {"/": "room.html", "/room.js": "room.js", "/room.css": "room.css"}
    return FileSite("rogue.eggg.serving", files, "/room", serve)


players_file = partial(places.opponents_file, os.environ)
"""Returns the path of the file with the best kind of player for each game, and with a person's results."""
journals = partial(places.matches_folder, os.environ)
"""Returns the folder of the journals of matches."""
openings_folder = partial(places.openings_folder, os.environ)
"""Returns the folder of the openings that were learned."""
cache_folder = partial(places.cache_folder, os.environ)
"""Returns the folder of downloads, which can be downloaded again."""


def terminal(otherwise: str = "") -> Terminal:
    """Return the terminal of this window.  Mouse clicks count as keys.

    Raises CommandError for an unsuitable terminal.  `otherwise` tells the user what to do in that case.
    """
    from rogomatic.run.viewer.viewer_terminal import SmallWindowError, Terminal, TerminalError, check_size
    from rogue.terminal.window import window_size
    from rogue.ui.keyboard import Keyboard

    try:
        window = Terminal(window_size, Keyboard(), clicks=True)
        if small := check_size(window.size):
            raise SmallWindowError(small)
    except TerminalError as reason:
        raise CommandError(f"{reason}{otherwise}", reason.code) from None
    return window


def keyboard() -> KeyDecoder:
    """Return a new decoder of typed keys."""
    from rogue.ui.keyboard import Keyboard

    return Keyboard()


def in_terminal(run: Callable[[Terminal], Result], otherwise: str = "") -> Result | None:
    """Call `run` with the terminal of this window.  Return the result of `run`, or None after an interrupt.

    otherwise  advice for the error message if the terminal is unsuitable
    """
    window = terminal(otherwise)
    window.holds_interrupts = lambda: True
    with suppress(KeyboardInterrupt), window.taken():
        return run(window)
    return None


add_commands = eggg_commands.add_commands
"""Adds the commands that concern descriptions only."""
