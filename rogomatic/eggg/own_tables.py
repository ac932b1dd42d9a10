"""The parts of this program that the players use: descriptions, folders, the terminal."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar, cast

from rogue.eggg import eggg_commands, library
from rogue.eggg.engines import engine_of, made
from rogue.shared.board_games import Game
from rogue.shared.command_lines import Commands
from rogue.shared.errors import CommandError
from rogue.shared.real_time_games import RealTimeGame
from rogue.storage import places

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from rogomatic.run.viewer.viewer_terminal import KeyDecoder, Terminal
    from rogue.eggg.language.description import Description
    from rogue.eggg.text_worlds.text_world import TextWorld
    from rogue.wire.lines import Line
    from rogue.wire.room_server import Room
    from rogue.wire.web_site import Site

Result = TypeVar("Result")


def load(name: str, players: int = 0) -> Game:
    """Return the game in turns of a shipped name or a file.  Raises LaunchError or CommandError."""
    return _in_turns(library.description_of(name), players)


def read(text: str) -> Game:
    """Return the game of a text.  Raises as `load`."""
    return _in_turns(library.checked(text, is_whole=True))


def in_real_time(name: str = "", text: str = "") -> RealTimeGame | None:
    """Return the real-time game of a name or a text, None if it is of another kind.  Raises as `load`."""
    description = library.description_of(name) if name else library.checked(text, is_whole=True)
    is_one = engine_of(description).form == "real time"
    return cast("RealTimeGame", made(description)) if is_one else None


def whole_text(name: str) -> tuple[str, str]:
    """Return a name for files and the text of a game, parents included.  Raises LaunchError, OSError."""
    description = library.description_of(name)
    plain = "".join(sign if sign.isalnum() else "-" for sign in description.name.casefold()).strip("-")
    return plain or "game", "".join(f"{said.statement.text}\n" for said in description.said)


def _in_turns(description: Description, players: int = 0) -> Game:
    form = engine_of(description).form
    if form != "turns":
        hint = (
            "`eggg serve` lets people meet there" if form == "world" else "`eggg play` shows it in a window"
        )
        raise CommandError(f"{description.name} is not played in turns; {hint}.")
    return cast("Game", made(description, players))


def kind_of(name: str) -> tuple[str, int]:
    """Return the form of a game, as `Engine` has it, and its port, 0 for none.  Raises as `load`."""
    description = library.description_of(name)
    ports = [int(said.match.found["NUMBER"].number) for said in description.all("port")]
    return engine_of(description).form, next(iter(ports), 0)


def world_room(name: str, seed: int, folder: Path | None) -> Room:
    """Return the room of a text world, which a folder keeps.  Raises LaunchError, OSError."""
    from rogue.eggg.serving.world_room import WorldRoom

    return WorldRoom(cast("TextWorld", library.load_any(name)), seed, folder)


def edit_site(name: str, table: Callable[[Game], Room], seed: int, now: Callable[[], float]) -> Site:
    """Return the page to write a game in; `table` makes the room of a game in turns.

    Raises LaunchError, OSError.
    """
    from rogue.eggg.serving.edit_site import EditSite
    from rogue.eggg.serving.world_room import WorldRoom

    def room_of(description: Description) -> Room:
        if engine_of(description).form == "world":
            return WorldRoom(cast("TextWorld", made(description)), seed)
        return table(_in_turns(description))

    return EditSite(room_of, name, now)


def room_site(serve: Callable[[Line], Awaitable[None]]) -> Site:
    """Return the page of a room.  Raises LaunchError without the library that it needs."""
    from rogue.eggg.serving.room_site import RoomSite

    return RoomSite(serve)


def players_file() -> Path:
    """Return the file of the best players by digest, with a person's results."""
    return places.opponents_file(os.environ)


def journals() -> Path:
    """Return the folder of the journals of matches."""
    return places.matches_folder(os.environ)


def openings_folder() -> Path:
    """Return the folder of the openings that were learned."""
    return places.openings_folder(os.environ)


def cache_folder() -> Path:
    """Return the folder of what was fetched and can be fetched again."""
    return places.cache_folder(os.environ)


def terminal() -> Terminal:
    """Return the terminal of this window, with clicks.  Raises TerminalError."""
    from rogomatic.run.viewer.viewer_terminal import Terminal
    from rogue.terminal.window import window_size
    from rogue.ui.keyboard import Keyboard

    return Terminal(window_size, Keyboard(), clicks=True)


def keyboard() -> KeyDecoder:
    """Return a decoder of typed keys."""
    from rogue.ui.keyboard import Keyboard

    return Keyboard()


def in_terminal(run: Callable[[Terminal], Result], otherwise: str = "") -> Result | None:
    """Take the terminal of this window while something runs; return its result, None after an interrupt.

    Raises CommandError, with what may be done otherwise, for an unsuitable terminal.
    """
    from rogomatic.run.viewer.viewer_terminal import SmallWindowError, TerminalError, check_size

    try:
        window = terminal()
        if small := check_size(window.size):
            raise SmallWindowError(small)
    except TerminalError as reason:
        raise CommandError(f"{reason}{otherwise}", reason.code) from None
    window.holds_interrupts = lambda: True
    with suppress(KeyboardInterrupt), window.taken():
        return run(window)
    return None


def add_commands(commands: Commands[argparse.ArgumentParser]) -> None:
    """Add the commands that concern descriptions only."""
    eggg_commands.add_commands(commands)
