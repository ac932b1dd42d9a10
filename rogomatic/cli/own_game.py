"""This project's Rogue, as the commands of the agent use it."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import rogue
from rogomatic.run.variant_names import arguments_of, full_name, name_and_digest, shortened
from rogue.shared.errors import CommandError
from rogue.shared.import_path import own_environment
from rogue.tables.edition_table import EDITIONS as _EDITIONS

if TYPE_CHECKING:
    from rogomatic.agent.beliefs.model import Hero
    from rogomatic.run.recordings.onlooker import Step
    from rogomatic.run.recordings.timeline import Exchange
    from rogomatic.run.runner.pty import Program
    from rogomatic.run.viewer.viewer_terminal import Terminal
    from rogomatic.run.viewer.watch import GameSenses, Sense
    from rogue.model_tools.open_games import GameAdvisor
    from rogue.rules.redraw import Witnessed
    from rogue.state.world import World
    from rogue.tables.ruleset import Ruleset
    from rogue.ui.session import Session

EDITION: Final = "5.4"
VERSION: Final = rogue.__version__
EDITIONS: Final = tuple(_EDITIONS)
_AGENT: Final = "rogo-matic"  # the name under which the agent plays
_STEPS_OF_A_COPY: Final = 16  # maximum steps to replay for a position
_MOST_KEYS: Final = 1_000  # maximum bursts of keys waiting for a copy
_PLACES: Final = ("XDG_", "ROGUE_HOME")  # where a person's scores are


def terminal() -> Terminal:
    """Return the user's terminal.  Raises TerminalError if the terminal cannot show a game."""
    from rogomatic.run.viewer.viewer_terminal import Terminal
    from rogue.ui.keyboard import Keyboard

    return Terminal(window_size, Keyboard())


def text_width(most: int = 160) -> int:
    """Return the number of columns of the window, but at most `most`.  Return 80 if there is no window."""
    return min(window_size(sys.stdout.fileno())[0], most) if sys.stdout.isatty() else 80


def variant_called(asked: str) -> str:
    """Return the full name of a variant.  `asked` is the name of the variant or the path of its file.

    The full name, such as "coffee@036fd2fd", includes a digest of the rules.  It can replace the name of an
    edition in later calls.  Raises CommandError with a line for each problem of the description.
    """
    from rogue.storage.variant_files import is_path

    rules = _variant(asked)
    name = str(Path(asked).resolve()) if is_path(asked) else asked
    return full_name(name, rules.digest)


def _variant(asked: str) -> Ruleset:
    from rogue.storage.variant_files import load_variant
    from rogue.variants.problems import VariantError

    try:
        return load_variant(asked, os.environ).rules
    except VariantError as error:
        raise CommandError(str(error), error.code) from None


@lru_cache(maxsize=8)
def rules_of(edition: str) -> str | Ruleset:
    """Return the name of an edition unchanged.  For the full name of a variant, return the variant's rules.

    Raises CommandError if there is no such edition, if the variant is gone, or if its rules do not fit the
    digest in the full name.
    """
    name, digest = name_and_digest(edition)
    if not name:
        if edition not in EDITIONS:
            raise CommandError(f"This version does not have the edition {edition!r}.")
        return edition
    rules = _variant(name)
    now = shortened(rules.digest)
    if now != digest:
        raise CommandError(f"The rules of the variant {name} have changed: digest {now}, not {digest}.")
    return rules


def page_of(edition: str) -> tuple[str, ...]:
    """Return the lines of the help page that describes a variant.  Return () for an edition."""
    rules = rules_of(edition)
    return () if isinstance(rules, str) else rules.page


def monsters_of(edition: str) -> frozenset[str]:
    """Return the names of a variant's monsters.  Return an empty set for an edition."""
    rules = rules_of(edition)
    if isinstance(rules, str):
        return frozenset()
    return frozenset(rules.monsters[letter].name for letter in rules.order)


def parent_of(edition: str) -> str:
    """Return the edition on which a variant is based.  Return an edition unchanged."""
    rules = rules_of(edition)
    return rules if isinstance(rules, str) else rules.edition


@dataclass(frozen=True, slots=True)
class OwnGame:
    """A callable that makes a game from its seed.  `edition` may also be the full name of a variant."""

    edition: str = EDITION

    def __call__(self, seed: int) -> Session:
        from rogomatic.run.runner.link import GAME_OPTIONS
        from rogue.ui.session import Session

        return Session(seed, rules_of(self.edition), GAME_OPTIONS)


def packages() -> tuple[Path, ...]:
    """Return the folders of `rogue` and `rogomatic`, which can be copied to other machines.

    Return () for compiled packages, because then each machine needs its own installation.
    """
    halves = (Path(str(rogue.__file__)).parent, Path(__file__).parents[1])
    compiled = any(True for half in halves for _ in half.rglob("*.so"))
    return () if compiled else halves


def own_program(edition: str) -> Program:
    """Return the program that plays an edition or a variant of our own Rogue on a terminal."""
    from rogomatic.run.runner.pty import Program

    rules_of(edition)  # report an unplayable edition here, not by a game that ends at once
    env = list(own_environment().items())
    if name_and_digest(edition)[0]:  # where a person's own variants are
        env += [(key, text) for key, text in os.environ.items() if key in ("ROGUE_HOME", "XDG_CONFIG_HOME")]
    return Program((sys.executable, "-m", "rogue", *arguments_of(edition)), tuple(env))


class SavedGame(NamedTuple):
    """A saved game of our own Rogue.

    edition  name of the edition, or full name of the variant
    turns    number of turns so far
    deepest  deepest level so far
    """

    path: Path
    seed: int
    edition: str
    turns: int = 0
    deepest: int = 0


def saved_game(path: Path) -> SavedGame:
    """Return what is known about a saved game.  The file stays unchanged.  Raises CommandError."""
    from rogue.storage.game_files import SaveFileError, read_save

    try:
        saved = read_save(path)
        start, state = saved.start, saved.state
    except SaveFileError as error:
        raise CommandError(str(error)) from None
    rules = start.edition if start.variant is None else start.variant.rules.full_name
    return SavedGame(path.absolute(), start.seed, rules, *_so_far(state))


def _so_far(state: dict[str, Any]) -> tuple[int, int]:
    """Return the turns and the deepest level of a saved state.  A missing number is 0."""
    world = state.get("world")
    told = [world.get(name) for name in ("turns", "deepest")] if isinstance(world, dict) else [0, 0]
    turns, deepest = (number if isinstance(number, int) else 0 for number in told)
    return turns, deepest


def coached_program(edition: str, name: str | None, file: Path | None, saved: Path | None = None) -> Program:
    """Return the program of a coached game.

    The program marks the score as reached with help, and puts it into the user's own list.

    name   name of the player in the list; None means the name of the user's account
    file   file to which the game is saved, also if the coach is killed; None means a file in the private
           folder of the game
    saved  file of the game to continue.  If `saved` is None, a new game of the edition begins.
    """
    from rogomatic.run.runner.link import GAME_OPTIONS
    from rogomatic.run.runner.pty import FOLDER_HOLE, SAVED, Program

    place = f"{FOLDER_HOLE}/{SAVED}" if file is None else file.name
    plain = own_program(EDITION if saved is not None else edition)
    what = [*plain.argv[:-2], str(saved)] if saved is not None else plain.argv
    kept = ((key, text) for key, text in os.environ.items() if key == "HOME" or key.startswith(_PLACES))
    options = GAME_OPTIONS.replace(f"name={_AGENT},", "")
    who = () if name is None else ("--name", name)
    return Program(
        (*what, "--helpers", *who),
        (*plain.env, *kept, ("ROGUEOPTS", f"{options},file={place}")),
        file,
    )


def is_in_scores(seed: int, score: int) -> bool:
    """Return whether the user's score list has this score for the dungeon of this seed."""
    from rogue.storage.places import scores_file
    from rogue.storage.scorefile import ScoreFileError, read_scores

    try:
        rows = read_scores(scores_file(os.environ))
    except (OSError, ScoreFileError):
        return False
    return any((row.seed, row.score) == (seed, score) for row in rows)


def is_in_history(seed: int, score: int) -> bool:
    """Return whether the newest game in the user's history has this seed and this score."""
    from rogue.storage.history import read_games
    from rogue.storage.places import history_file

    try:
        games = read_games(history_file(os.environ)).games
    except OSError:
        return False
    return any((game.seed, game.score) == (seed, score) for game in games[-1:])


def journal_continued_by(seed: int, keys: bytes) -> Path | None:
    """Return the journal of a finished game that was saved and continued, or None if there is none.

    It is the newest journal with this seed in which exactly the keys `keys` follow the last restore.
    """
    from rogue.storage.game_files import complete_lines, finished
    from rogue.storage.places import journals_folder
    from rogue.ui.journal import JournalError, Keys, Restored, read_journal

    for path in finished(journals_folder(os.environ)):
        with suppress(OSError, JournalError):
            start, events = read_journal(complete_lines(path))
            since: bytes | None = None  # keys since the game was last restored
            for event in events:
                if isinstance(event, Restored):
                    since = b""
                elif isinstance(event, Keys) and since is not None:
                    since += event.keys
            if start.seed == seed and since == keys:
                return path
    return None


class FollowedGame:
    """A replay of a game of our own Rogue, step by step.

    seed        seed of the game
    edition     edition or variant of the game
    trouble     sentence on why the replay broke off, or "" if the replay has not broken off
    has_bursts  whether each step is a burst of keys of a recording
    """

    seed: int
    edition: str
    trouble = ""
    has_bursts = False

    @property
    def session(self) -> Session:
        """The game in its present state."""
        raise NotImplementedError

    def steps(self) -> Iterator[tuple[bytes, bytes]]:
        """Yield the keys of each step, and the bytes that the game drew.

        The first step draws the first screen.  The keys are b"" in this step and wherever no key was pressed.
        """
        raise NotImplementedError

    @property
    def turns(self) -> int:
        """Number of turns of the game so far."""
        return self.session.turns

    @property
    def worlds(self) -> OwnWorlds:
        """The callable that continues games from positions in this game."""
        from rogue.storage.session_copy import rules_bytes

        rules = self.session.world.rules
        return OwnWorlds(rules.edition, rules_bytes(rules) if rules.digest else b"")

    @property
    def version(self) -> str:
        """Version of the game, as its command `v` shows it."""
        return self.session.world.rules.version

    @property
    def is_agents(self) -> bool:
        """Whether the hero has the name that the agent uses."""
        return self.session.options.name == _AGENT

    @property
    def ending(self) -> str:
        """The end of the game as a sentence without a period.  It is "" while the game goes on."""
        from rogomatic.run.runner.game_loop import outcome_in_words

        outcome = self.session.outcome
        if outcome is None:
            return ""
        return outcome_in_words(outcome.how, outcome.killer, outcome.depth, outcome.score)

    def watched_steps(self, *, positions: bool = False) -> Iterator[Step]:
        """Yield the steps of the game for `Onlooker.follow`.

        positions  whether the steps should have positions from which the game can be continued
        """
        from rogomatic.run.recordings.onlooker import Step
        from rogue.ui.prompts import pack_lines

        maker = _Positions() if positions else None
        for keys, drawn in self.steps():
            session = self.session
            ready = session.mode == "command"
            pack = tuple(pack_lines(session.world)) if ready else ()
            position = maker.after(session, keys) if maker is not None else None
            yield Step(keys, drawn, ready, session.world.turns, pack, position)


class OwnJournal(FollowedGame):
    """A replay of a journal of our own Rogue.  A saved game contains a journal, too."""

    def __init__(self, data: bytes, path: Path) -> None:
        """Read the start of the game from `data`, the content of the file `path`.  Raises CommandError."""
        from rogue.storage.game_files import SaveFileError, journal_text
        from rogue.ui.journal import JournalError
        from rogue.ui.journal_sessions import JournalPlayer

        try:
            self._run = JournalPlayer(journal_text(data, path).splitlines())
        except SaveFileError as error:
            raise CommandError(str(error)) from None
        except JournalError as error:
            raise CommandError(f"{path} is damaged: {error}.") from None
        self._path = path
        self.seed = self._run.start.seed
        self.edition = self._run.session.world.rules.full_name

    @property
    def session(self) -> Session:
        return self._run.session

    def steps(self) -> Iterator[tuple[bytes, bytes]]:
        from rogue.ui.journal import JournalError, Keys
        from rogue.ui.journal_sessions import DivergenceError, GameCrashError

        run = self._run
        yield b"", run.opening()
        try:
            while (drawn := run.step()) is not None:
                event = run.events[-1] if run.events else None
                yield event.keys if isinstance(event, Keys) else b"", drawn
        except JournalError as error:
            self.trouble = f"{self._path} is damaged: {error}; only the part before that is shown."
        except (DivergenceError, GameCrashError) as error:
            self.trouble = f"{self._path}: {error}; only the part before that is shown."


class OwnKeys(FollowedGame):
    """A replay of our own Rogue from the keys of a recording."""

    has_bursts = True

    def __init__(self, seed: int, edition: str, exchanges: Iterable[Exchange]) -> None:
        """Start the game that the recording was made of, from its seed and edition.

        Raises CommandError if the edition is a variant whose rules no longer exist or have changed since.
        """
        from rogomatic.run.runner.link import GAME_OPTIONS
        from rogue.ui.session import Session

        self.seed, self.edition, self._exchanges = seed, edition, exchanges
        self._session = Session(seed, rules_of(edition), GAME_OPTIONS)

    @property
    def session(self) -> Session:
        return self._session

    def steps(self) -> Iterator[tuple[bytes, bytes]]:
        from rogomatic.agent.screen.vt100 import Screen

        ours, theirs = Screen(), Screen()
        keys = b""
        for number, exchange in enumerate(self._exchanges, start=1):
            drawn = self._session.feed(keys)
            ours.feed(drawn)
            exchange.draw(theirs)
            is_over = self._session.outcome is not None  # a tombstone has the player's name, and the year
            if (
                number > 1 and exchange.keys and not is_over and ours.cells != theirs.cells
            ):  # first keys come early
                self.trouble = f"The game differs from the recording, starting at command {number:,}."
                return
            yield keys, drawn
            keys = exchange.keys


def copies_of(edition: str, *, is_coached: bool = False) -> Callable[[int], GameSenses]:
    """Return a function that makes a copy of a game from its seed.  Raises CommandError as `rules_of` does.

    is_coached  whether a person plays.  In such a game, the copy does not reveal what monsters perceive.
    """
    rules_of(edition)
    return lambda seed: OwnCopy(seed, edition, is_coached=is_coached)


def seen_game(seed: int, edition: str) -> tuple[Callable[[int], Session], OwnCopy]:
    """Return a function that makes the agent's game.  Also return a view of that game, for spectators."""
    session = OwnGame(edition)(seed)
    return lambda _seed: session, OwnCopy(seed, edition, session)


class OwnCopy:
    """A copy of a watched game.  The copy tells spectators what the agent cannot see.

    thinks  whether spectators may see what monsters think: true if the rules give monsters minds, and no
            person plays the game with a coach
    """

    def __init__(
        self, seed: int, edition: str, session: Session | None = None, *, is_coached: bool = False
    ) -> None:
        """Copy the game of a seed.

        If `session` is given, it must be the game of that seed: it is used directly and is not copied.
        """
        from rogomatic.agent.screen.vt100 import Screen

        self._game, self._screen, self._helps = (seed, edition), Screen(), is_coached
        rules = rules_of(edition)
        has_minds = (_EDITIONS[rules] if isinstance(rules, str) else rules).minds is not None
        self.thinks = has_minds and not is_coached
        self._session, self._is_live = session, session is not None
        self._keys: list[bytes] = []
        self._is_gone = False  # the copy has crashed

    def _world(self) -> World | None:
        """Return the world of the copy after all keys so far.  Return None if a key has crashed the copy."""
        if not self._is_gone:
            try:
                return self._caught_up().world
            except Exception:  # the game itself crashes at the same keys and reports it
                self._is_gone = True
                self._keys.clear()
        return None

    def _caught_up(self) -> Session:
        from rogomatic.run.runner.link import GAME_OPTIONS
        from rogue.ui.session import Session

        if self._session is None:
            seed, edition = self._game
            self._session = Session(seed, rules_of(edition), GAME_OPTIONS, helpers=self._helps)
            self._draw(self._session.feed(b""))
        for keys in self._keys:
            self._draw(self._session.feed(keys))
        self._keys.clear()
        return self._session

    def _draw(self, drawn: bytes) -> None:
        """Draw on the copy's screen, but only if `is_same` needs the screen."""
        if self.thinks:
            self._screen.feed(drawn)

    def turn_of(self, me: Hero) -> int | None:
        """Return the game's turn, or None if the copy's hero differs from the agent's hero `me`."""
        if (world := self._world()) is None:
            return None
        hero = world.player
        figures = (hero.spot, hero.hp, hero.exp, hero.purse, world.depth)  # the maximum may be shown late
        is_same = figures == (me.spot, me.hp, me.exp, me.gold, me.depth)
        return world.turns if is_same else None

    def end_turn(self) -> int | None:
        """Return the turn on which the game ended.  Return None while the game goes on."""
        world = self._world()
        return world.turns if world is not None and world.ending is not None else None

    def sleepers(self) -> tuple[str, ...]:
        """Return the names of all monsters on the level that are not awake."""
        from rogue.state.entities import AWAKE

        world = self._world()
        foes = () if world is None else world.level.foes
        return tuple([foe.kind.name for foe in foes if not foe.flags & AWAKE])

    def beside(self) -> tuple[str, ...]:
        """Return the names of the awake monsters next to the hero."""
        from rogomatic.agent.beliefs.known_monsters import distance_between
        from rogue.state.entities import AWAKE

        if (world := self._world()) is None:
            return ()
        here, foes = world.player.spot, world.level.foes
        near = [foe for foe in foes if foe.flags & AWAKE and distance_between(foe.spot, here) == 1]
        return tuple([foe.kind.name for foe in near])

    def take(self, keys: bytes) -> None:
        """Give the copy the keys that were sent to the game."""
        if not (self._is_gone or self._is_live):
            self._keys.append(keys)
        if len(self._keys) >= _MOST_KEYS:
            self._world()

    def is_same(self, cells: bytes | bytearray) -> bool:
        """Return whether the copy's screen equals `cells`, the screen of a game that waits for a key."""
        return self._is_live or (self._world() is not None and self._screen.cells == cells)

    def marks(self, sense: Sense) -> tuple[tuple[int, int], ...]:
        """Return (square, code) for each square with a sound or a scent.  `sense` says which of the two.

        `code` is the character code of a digit in base 36 (0 to 9, then a to z).  The digit gives a number
        from 0 to 35.  For a sound, this is the number of steps to the player.  For a scent, it is the number
        of turns since the player was there.
        """
        from rogue.ui.mind_view import sense_marks

        world = self._world()
        return () if world is None else sense_marks(world, sense)

    def reason(self) -> str:
        """Return what the nearest awake monster with a mind does, and why.  Return "" if there is none."""
        from rogue.ui.mind_view import nearest_reason

        world = self._world()
        return "" if world is None else nearest_reason(world, "the hero")

    def found(self) -> tuple[str, ...]:
        """Return lines that say how monsters found the hero.  Return () while the game goes on."""
        from rogue.ui.mind_view import how_they_found_you

        world = self._world()
        return how_they_found_you(world)[1:] if world is not None and world.ending is not None else ()


@dataclass(frozen=True, slots=True)
class Position:
    """A stored game that waits for a command, and the things that its player remembers."""

    session: bytes
    witnessed: Witnessed


def position_of(session: Session, witnessed: Witnessed) -> Position:
    """Return the position of a game that waits for a command."""
    from rogue.storage.session_copy import session_bytes

    return Position(session_bytes(session), witnessed)


class _Positions:
    """Maker of the positions in a running game.

    Few positions are ever needed, and copying the game takes longer than playing one command.  The game is
    therefore copied only once every few steps.  To reach a position, the steps since the last copy are
    replayed on that copy.
    """

    def __init__(self) -> None:
        from rogue.rules.redraw import Witness

        self._witness, self._copy = Witness(), b""
        self._since: list[bytes] = []  # keys since the copy

    def after(self, session: Session, keys: bytes) -> Callable[[], Position] | None:
        """Record a step of the game.  Return a function that makes the position after this step.

        Return None if the game does not wait for a command after the step.
        """
        from rogue.storage.session_copy import session_bytes

        self._since.append(keys)
        if not keys:  # an event that is not a key
            self._copy = b""
        if session.mode != "command":
            return None
        if not self._copy or len(self._since) > _STEPS_OF_A_COPY:
            self._copy, self._since = session_bytes(session), []
        return partial(
            _position_after,
            self._copy,
            tuple(self._since),
            session.world.rules,
            self._witness.note(session.world),
        )


def _position_after(copy: bytes, keys: Iterable[bytes], rules: Ruleset, witnessed: Witnessed) -> Position:
    """Return the position that a copied game reaches with these keys."""
    from rogue.storage.session_copy import session_of

    session = session_of(copy, rules)
    for some in keys:
        session.feed(some)
    return position_of(session, witnessed)


@dataclass(frozen=True, slots=True)
class OwnWorlds:
    """A callable that continues a game from a position.

    variant  the rules of the variant that is played, or b"" if an edition is played without changes to its
             rules
    """

    edition: str = EDITION
    variant: bytes = b""

    def __call__(self, position: object, dice: int) -> PlayedOnGame:
        """Continue a game from a position.

        Whatever the player cannot know then, except walls and passages, is decided anew, by the seed `dice`.
        """
        from rogomatic.run.runner.link import GAME_OPTIONS
        from rogue.rules.redraw import redraw_hidden
        from rogue.storage.session_copy import session_of
        from rogue.ui.options import read_options

        assert isinstance(position, Position)
        rules = _rules_in(self.variant) if self.variant else _EDITIONS[self.edition]
        session = session_of(position.session, rules)
        world, before = session.world, session.world.options
        world.options = read_options(GAME_OPTIONS, before.home, rules.edition)
        world.options.name, world.options.helpers = before.name, before.helpers
        redraw_hidden(world, dice, position.witnessed)
        return PlayedOnGame(session)


@lru_cache(maxsize=4)
def _rules_in(variant: bytes) -> Ruleset:
    from rogue.storage.session_copy import rules_from

    return rules_from(variant)


class PlayedOnGame:
    """A game continued from a position."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def feed(self, keys: bytes) -> bytes:
        """Take keys, and return the bytes that the game draws."""
        return self._session.feed(keys)

    @property
    def closed(self) -> bool:
        """Whether the game takes no more keys."""
        return self._session.closed

    @property
    def turns(self) -> int:
        """Number of turns on the game's clock."""
        return self._session.turns

    @property
    def gold(self) -> int:
        """Number of gold pieces in the purse."""
        return self._session.world.player.purse

    @property
    def is_lost(self) -> bool:
        """Whether the hero has died."""
        ending = self._session.world.ending
        return ending is not None and ending.how == "killed"


def window_size(descriptor: int) -> tuple[int, int]:
    """Return the columns and rows of the window behind a file descriptor."""
    from rogue.terminal import window

    return window.window_size(descriptor)


def add_server_limits(parser: argparse.ArgumentParser) -> None:
    """Add the options that limit how many games a language model has open, and how many keys it sends."""
    from rogue.model_tools.model_limits import add_limits

    add_limits(parser)


def serve_models(args: argparse.Namespace, new_advisor: Callable[[str], GameAdvisor]) -> int:
    """Run a server on which language models play, until the input ends.  Return the exit code.

    new_advisor  function that returns an adviser for a given version of the game
    """
    from rogue.model_tools.mcp_command import serve_models as serve
    from rogue.model_tools.model_limits import limits_of

    return serve(limits_of(args), lambda rules: new_advisor(rules.version))
