"""Our own Rogue, and the one place of the agent that knows it."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

import rogue
from rogue import __version__ as VERSION
from rogue.app.installed_programs import command_for
from rogue.tables.editions import EDITIONS as _EDITIONS

if TYPE_CHECKING:
    from rogomatic.run.recordings.onlooker import Step
    from rogomatic.run.runner.pty import Program
    from rogomatic.run.runner.transport import InMemoryGame

__all__ = (
    "EDITION",
    "EDITIONS",
    "VERSION",
    "OwnGame",
    "OwnJournal",
    "coached_program",
    "command_for",
    "own_program",
    "packages",
)

EDITION: Final = "5.4"
EDITIONS: Final = tuple(_EDITIONS)
_AGENT: Final = "rogo-matic"  # the name under which the agent plays
_PLACES: Final = ("XDG_", "ROGUE_HOME")  # where a person's scores are


@dataclass(frozen=True, slots=True)
class OwnGame:
    """Makes games of our own Rogue in this process."""

    edition: str = EDITION

    def __call__(self, seed: int) -> InMemoryGame:
        from rogomatic.run.runner.transport import GAME_OPTIONS
        from rogue.ui.session import Session

        return Session(seed, self.edition, GAME_OPTIONS)


def packages() -> tuple[Path, ...]:
    """Return the folders of both halves, to be brought to other machines.

    There are none when they are compiled: then each machine must have the program itself.
    """
    halves = (Path(str(rogue.__file__)).parent, Path(__file__).parents[1])
    compiled = any(True for half in halves for _ in half.rglob("*.so"))
    return () if compiled else halves


def own_program(edition: str) -> Program:
    """Return the program that plays our own Rogue on its plain terminal."""
    from rogomatic.run.runner.pty import Program

    # The game must find the modules that this program has found, from any folder.
    path = os.pathsep.join(entry for entry in sys.path if entry)
    return Program((sys.executable, "-m", "rogue", "--edition", edition), (("PYTHONPATH", path),))


def coached_program(edition: str, name: str | None) -> Program:
    """Return the program of a game that a person plays with the agent's help, which its score says.

    The score goes into the person's own list, under `name` or the name of the account.
    """
    from rogomatic.run.runner.pty import FOLDER_HOLE, Program
    from rogomatic.run.runner.transport import GAME_OPTIONS

    plain = own_program(edition)
    kept = ((key, text) for key, text in os.environ.items() if key == "HOME" or key.startswith(_PLACES))
    options = GAME_OPTIONS.replace(f"name={_AGENT},", "")
    who = () if name is None else ("--name", name)
    return Program(
        (*plain.argv, "--helpers", *who),
        (*plain.env, *kept, ("ROGUEOPTS", f"{options},file={FOLDER_HOLE}/rogue.sav")),
    )


class OwnJournal:
    """A journal of our own game, or the one in a saved game, gone through again.

    seed, edition  of the game
    trouble        why it could not be gone through to its end, as a sentence; "" while all is well
    """

    def __init__(self, data: bytes, path: Path) -> None:
        """Read how the game began.  Raises ValueError, a sentence for the user, when this is no journal."""
        from rogue.storage.savefile import SaveFileError, journal_text
        from rogue.ui.journal import JournalError
        from rogue.ui.journal_player import JournalPlayer

        try:
            self._run = JournalPlayer(journal_text(data, path).splitlines())
        except SaveFileError as error:
            raise ValueError(str(error)) from None
        except JournalError as error:
            raise ValueError(f"{path} is damaged: {error}.") from None
        self._path = path
        self.seed = self._run.start.seed
        self.edition = self._run.start.edition
        self.trouble = ""

    @property
    def version(self) -> str:
        """What the game answers when asked for its version."""
        return self._run.session.world.rules.version

    def watched_steps(self) -> Iterator[Step]:
        """Yield each step with what an onlooker wants to know."""
        from rogomatic.run.recordings.onlooker import Step
        from rogue.ui.prompts import pack_lines

        for keys, drawn in self.steps():
            session = self._run.session
            ready = session.mode == "command"
            pack = tuple(pack_lines(session.world)) if ready else ()
            yield Step(keys, drawn, ready, session.world.turns, pack)

    def steps(self) -> Iterator[tuple[bytes, bytes]]:
        """Yield the keys of each step, b"" for what was no key, and what the game drew.

        The first step has the first screen.
        """
        from rogue.ui.journal import JournalError, Keys
        from rogue.ui.journal_player import DivergenceError, GameCrashError

        run = self._run
        yield b"", run.opening()
        try:
            while (drawn := run.step()) is not None:
                event = run.events[-1] if run.events else None
                yield event.keys if isinstance(event, Keys) else b"", drawn
        except JournalError as error:
            self.trouble = f"{self._path} is damaged: {error}; what is before it is shown."
        except (DivergenceError, GameCrashError) as error:
            self.trouble = f"{self._path}: {error}; what is before it is shown."
