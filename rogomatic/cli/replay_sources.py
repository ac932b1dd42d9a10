"""Functions that find the game to replay: by seed, or in a batch, recording, or journal."""

from __future__ import annotations

import argparse
import contextlib
import shlex
import sys
import zlib
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from rogomatic.agent.memory.long_term_memory import Memory
from rogomatic.agent.memory.memory_format import MemoryFormatError, expand
from rogomatic.agent.screen.vt100 import Screen
from rogomatic.cli import agent_factory, own_game
from rogomatic.cli.agent_factory import knobs_in
from rogomatic.cli.arguments import ANY_TIME, origin_of, program_of
from rogomatic.cli.recording_files import SQLITE, content_of, is_journal, recording_of
from rogomatic.run.recordings.game_frames import FrameReader
from rogomatic.run.recordings.onlooker import AS_RECORDED, KeptKeys
from rogomatic.run.recordings.recording_formats import Asciicast, Origin
from rogomatic.run.recordings.recording_store import (
    Progress,
    adopt,
    header_of,
    kept_games,
    record_game,
    watched_folder,
)
from rogomatic.run.recordings.timeline import Timeline, play_timeline, read_timeline
from rogomatic.run.reports.notable_games import notable
from rogomatic.run.reports.packed_game import GamePacker, PlayableGame
from rogomatic.run.runner.batch import InMemory
from rogomatic.run.runner.game_loop import Limits, Row
from rogomatic.run.runner.link import keys_in
from rogomatic.run.storage.run_file import Manifest, manifest_of, rows_of
from rogomatic.run.story.game_copy import GameCopy
from rogomatic.run.viewer.replay import making
from rogue.shared.command_lines import command_for
from rogue.shared.errors import CommandError, RogomaticError
from rogue.shared.wording import plural

_HOLE: Final = "{seed}"

PLACES: Final = ("death", "end", "near-death")  # of a game, by name
_GAME: Final = "--game works only with a batch of another program"
_SIZE: Final = "--size works only with recordings: it is the size of their window"
NOTABLE: Final = 6  # games of a batch that a tour shows


class NotReplayableError(RogomaticError):
    """Exception for a game that cannot be replayed.  Its text is a sentence for the user."""


def players_of(manifest: Manifest) -> agent_factory.AgentFactory:
    """Return a factory that makes agents like those that played a run.  Raises NotReplayableError."""
    if manifest.game:
        raise NotReplayableError(f"another program, {manifest.game}, played them.")
    agents = agent_factory.default_players()
    if agents.digest() != manifest.memory_digest:
        raise NotReplayableError("the agent had a memory other than the one shipped with this version.")
    knobs = knobs_in(manifest.knobs)
    if knobs is None:
        raise NotReplayableError("this version does not know the agent's knobs.")
    if manifest.rules:
        raise NotReplayableError(f"the agent had additional rules: {manifest.rules}.")
    return _with_ladder(replace(agents, knobs=knobs), manifest.without)


def _with_ladder(agents: agent_factory.AgentFactory, without: str) -> agent_factory.AgentFactory:
    """Return agents without the rules in `without`, a list separated by commas.

    If the agents already leave out rules, return them unchanged.  Raises LadderError.
    """
    if not without or agents.rules.without:
        return agents
    rules = replace(agents.rules, without=tuple(without.split(", ")))
    rules.ladder()
    return replace(agents, rules=rules)


def playable(manifest: Manifest, row: Row) -> PlayableGame:
    """Replay a game of a run, and return it in the form that a report's page needs.

    Raises NotReplayableError if the game cannot be replayed, or if its replay in this version of the program
    differs from the original.
    """
    packer, reader, players = GamePacker(), FrameReader(), players_of(manifest)
    links, copy = own_game.seen_game(row.seed, manifest.edition)
    games, limits = InMemory(links), Limits(commands=row.commands + row.finished)

    def take(*seen: Any) -> None:
        packer.add(reader.read(*seen))

    timeline, played = play_timeline(row.seed, games, players, limits=limits, take=take, copy=copy)
    if played.keys_digest != row.keys_digest:
        raise NotReplayableError(
            f"this version plays seed {row.seed} differently from the version that made the run."
        )
    game = packer.packed(timeline.story, zipped=True)
    if game is None:
        raise NotReplayableError(f"the game of seed {row.seed} shows nothing.")
    return game


@dataclass(frozen=True, slots=True)
class KeptGame:
    """A game of a saved batch, with a factory of agents that have the batch's knobs and rules."""

    path: Path
    manifest: Manifest
    row: Row
    agents: agent_factory.AgentFactory

    @property
    def is_of_other_version(self) -> bool:
        """Whether another version of this program played the game."""
        return self.manifest.version != own_game.VERSION

    @property
    def has_other_memory(self) -> bool:
        """Whether the agent that played the game had a memory that differs from the memory of `agents`."""
        return self.manifest.memory_digest != self.agents.digest()

    def played_on(self, game: str, report: Progress) -> tuple[Asciicast, Row, bool]:
        """Send the kept keys to another program, which the command `game` starts.

        Return the recording, the row of the recorded game, and whether all keys were sent.
        Raises CommandError if the keys were not kept, or if the program does not start.

        report  called with three arguments: the number of commands played so far, the number 0, and the
                screen
        """
        seed, manifest = self.row.seed, self.manifest
        try:
            keys = keys_in(self.row.journal)
        except zlib.error:
            raise CommandError(f"The keys of seed {seed} in {self.path} are damaged.") from None
        if not keys:
            raise CommandError(
                f"{self.path} does not have the keys of seed {seed}, which {manifest.game!r} played."
            )
        started = program_of(game, f"Cannot find the program of --game {game!r}")
        header = header_of(replace(origin_of(self.agents, game=game), version=manifest.version), seed, 0)
        made: list[KeptKeys] = []

        def agent(number: int) -> KeptKeys:
            made.append(KeptKeys(self.agents(number), keys))
            return made[-1]

        recording, again = record_game(seed, started, agent, header, progress=report)
        if again.end_reason == "crashed":
            raise CommandError(f"{game!r} cannot be played: {again.error.splitlines()[-1]}")
        return recording, again, not made[-1].left

    def differs_at(self, timeline: Timeline, again: Row, *, is_complete: bool) -> str:
        """Return where a replay on another program differs from the kept game.  Return "" if it does not."""
        row = self.row
        strayed = next((n for n, moment in enumerate(timeline.moments) if moment.rung == AS_RECORDED), None)
        same_agent = not (self.is_of_other_version or self.has_other_memory)
        if strayed is not None and same_agent:  # on the same screens it would send the same keys
            return f", at command {strayed + 1:,} of {row.commands:,} or earlier"
        if not is_complete:
            return f", at command {again.commands + 1:,} of {row.commands:,}"
        return ", at its end or earlier" if _outcome(again) != _outcome(row) else ""

    def difference_note(self, where: str, memory: str, usual: str, *reasons: str) -> str:
        """Return a note that the replayed game differs from the kept game, with the place and the reasons.

        memory  reason that is given if the agents' memories differ
        usual   reason that is given if no other reason is known
        """
        known = [
            f"version {self.manifest.version} played it" if self.is_of_other_version else "",
            memory if self.has_other_memory else "",
        ]
        why = " and ".join(filter(None, (*reasons, *known))) or usual
        return f"The game differs from the one in {self.path}{where}: {why}."


def _outcome(row: Row) -> tuple[int, int, int, str]:
    return row.score, row.depth, row.deepest, row.killer


@dataclass(frozen=True, slots=True)
class Found:
    """A game to show: its timeline, its title, and remarks on anything unexpected.

    failed  whether this game differs from the requested game or breaks off too early
    """

    timeline: Timeline
    title: str
    notes: tuple[str, ...] = ()
    failed: bool = False


def find_timeline(
    args: argparse.Namespace, progress: Progress | None = None, limits: Limits | None = None
) -> Found:
    """Return the game that the arguments name, ready to be shown.  Raises CommandError.

    progress  callback for the progress.  None means that a line on standard error shows the progress, if
              standard error is a terminal.
    limits    limits for a game that must be played before it can be shown
    """
    report = progress or _progress()
    if args.file is None:
        _refuse(args, game=_GAME, size=_SIZE)
        if args.last or args.seed is None:
            return _of_watched(args, report)
        agents = agent_factory.agents_of(args)
        timeline, row = _played(args.seed, args.edition or own_game.EDITION, agents, limits, report)
        notes = (*_trouble_of(row), *_watched_otherwise(args))
        return Found(timeline, f"the game of seed {args.seed}", notes)
    _refuse(args, last="--last is for watched games; leave it out for a file")
    data = content_of(args.file)
    if is_journal(data):
        _refuse(args, size=_SIZE)
    _refuse(args, edition="--edition and --variant are for --seed without FILE; leave them out")
    if data.startswith(SQLITE):
        if args.seed is None:
            args.misused(f"{args.file} has many games; choose one with --seed")
        _refuse(args, knobs=f"{args.file} contains the knobs of its games: leave out --knobs", size=_SIZE)
        return _of_run(args.file, args.seed, agent_factory.agents_of(args), args.game, report)
    _refuse(args, game=_GAME)
    if args.seed is not None:
        recording_of(data, args.file, args.size, report)  # a file that is no game says so instead
        args.misused(f"{args.file} has only one game: leave out --seed")
    return _of_recording(data, args.file, args, report)


def notable_games(args: argparse.Namespace) -> list[argparse.Namespace]:
    """Return, for each game of a tour, the arguments that name this game.  Raises CommandError.

    A tour shows the notable games of a batch.  If the arguments name one game, the tour shows only that game.
    """
    if args.file is None or args.seed is not None or not content_of(args.file).startswith(SQLITE):
        return [args]
    games = notable(list(rows_of(args.file)), NOTABLE)
    if not games:
        raise CommandError(f"{args.file} has no games.")
    return [argparse.Namespace(**{**vars(args), "seed": game.row.seed}) for game in games]


def _refuse(args: argparse.Namespace, **why: str) -> None:
    """Exit with a message if an argument named in `why` was given.  `why` maps names to messages."""
    for name, sentence in why.items():
        if getattr(args, name) not in (None, False):
            args.misused(sentence)


def _of_watched(args: argparse.Namespace, report: Progress) -> Found:
    """Read the newest watched game that fits the arguments.  Raises CommandError."""
    _refuse(args, edition="--edition and --variant are for --seed without --last; leave them out")
    path = find_watched(args)
    return _of_recording(content_of(path), path, args, report)


def find_watched(args: argparse.Namespace) -> Path:
    """Return the file of the watched game that is selected by the arguments `seed` and `last` in `args`.

    Raises CommandError.
    """
    path = last_watched(args.seed, args.last)
    if path is None:
        of = "" if args.seed is None else f" of seed {args.seed}"
        since = f" from {args.last}" if args.last not in (None, ANY_TIME) else ""
        which = f"No watched game{of}{since}"
        raise CommandError(f"{which} is kept; `watch` keeps the last 20. Choose a game with FILE or --seed.")
    return path


def last_watched(seed: int | None, when: str | None = None) -> Path | None:
    """Return the newest recording of a watched game with the seed `seed` and the time stamp `when`.

    If `seed` is None, any seed fits; if `when` is None, any time stamp fits.  Return None if there is no such
    game.
    """
    adopt(watched_folder())
    return next(iter(kept_games(watched_folder(), seed, when or ANY_TIME)), None)


def _watched_otherwise(args: argparse.Namespace) -> tuple[str, ...]:
    """If a watched game of the same seed is stored, return a note that it may differ from the replay.

    Otherwise, or if --memory was given, return ().
    """
    if args.memory is not None or last_watched(args.seed) is None:
        return ()
    again = command_for("rogomatic", args.shown_by, "--last", "--seed", str(args.seed))
    how = "with the shipped memory, quitting a hopeless game as batches do"
    return (f"The agent has played this again {how}. The game that you watched may differ: {again}",)


def _trouble_of(row: Row) -> tuple[str, ...]:
    """Return a line on the error that ended a game.  Return () if there was no error."""
    return (f"The game ended ({row.end_reason}): {row.error.splitlines()[-1]}",) if row.error else ()


def _of_run(
    path: Path, seed: int, agents: agent_factory.AgentFactory, game: str | None, report: Progress
) -> Found:
    """Replay a game of a saved batch.  The replay counts as failed if it differs from the kept game.

    `game` is the user's command for starting the other program that plays the game, or None.  The batch's
    file may also hold such a command, but that one is never run, because the file cannot be trusted.
    """
    manifest = manifest_of(path)
    row = next((row for row in rows_of(path) if row.seed == seed), None)
    if row is None:
        raise CommandError(f"{path} has no game of seed {seed}.")
    knobs = agent_factory.knobs_in(manifest.knobs)
    if knobs is None:
        raise CommandError(f"{path} has knobs that this version does not know; its games cannot be replayed.")
    if manifest.rules != agents.rules.file_record:
        raise CommandError(_other_rules(path, manifest.rules, agents))
    kept = KeptGame(path, manifest, row, _with_ladder(replace(agents, knobs=knobs), manifest.without))
    if manifest.game:
        return _of_foreign(kept, game, report)
    if game is not None:
        raise CommandError(f"{path} was played on our own Rogue: leave out --game.")
    timeline, again = _played(seed, manifest.edition, kept.agents, Limits(row.commands), report)
    same = again.keys_digest == row.keys_digest
    usual = f"commit {manifest.commit or 'unknown'} played it"
    notes = () if same else (kept.difference_note("", "the agent had a different memory", usual),)
    return Found(timeline, f"seed {seed} of {path.name}", (*notes, *_trouble_of(row)), failed=not same)


def _of_foreign(kept: KeptGame, game: str | None, report: Progress) -> Found:
    """Replay a game of another program on that program, with the kept keys."""
    path, row, played_it = kept.path, kept.row, kept.manifest.game
    if game is None:
        named = f"add --game {shlex.quote(played_it)}"
        raise CommandError(
            f"{path} was played on {played_it!r}.  A file alone never starts a program: "
            f"if you trust this program, {named}."
        )
    report(0, 0, None)
    recording, again, is_complete = kept.played_on(game, report)
    timeline = read_timeline(recording, lambda: kept.agents(row.seed), report)
    strange = ""
    if where := kept.differs_at(timeline, again, is_complete=is_complete):
        strange = kept.difference_note(
            where, "the agent now has a different memory",
            "the program or the agent has changed",
            f"--game does not contain {_HOLE}" if _HOLE not in game else "",
            f"it was played on {played_it!r}" if game != played_it else "",
        )  # fmt: skip
    notes = tuple(filter(None, (strange, _others(timeline), *_trouble_of(row))))
    return Found(timeline, f"seed {row.seed} of {path.name}", notes, failed=bool(strange))


def _memory_in(text: str) -> Memory | None:
    """Return the memory in a recording.  Return None if this version cannot read the memory's format."""
    try:
        return expand(text)
    except MemoryFormatError:
        return None


def _played(
    seed: int, edition: str, agents: agent_factory.AgentFactory, limits: Limits | None, report: Progress
) -> tuple[Timeline, Row]:
    header = header_of(origin_of(agents, edition), seed, timestamp=0)
    report(0, 0, None)
    game, copy = own_game.seen_game(seed, edition)
    return play_timeline(seed, InMemory(game), agents, header, limits, report, copy=copy)


def _other_rules(path: Path, played: str, agents: agent_factory.AgentFactory) -> str:
    """Return a message about a game that was played with other rules.

    The message says which file of rules the user must give with --rules, or that --rules must be left out.
    """
    if not played:
        return f"{path} was played without --rules: leave out --rules."
    given = agents.rules.file_record
    wrong = f", not {given}" if given else ""
    return f"{path} was played with --rules: use --rules with {played}{wrong}."


def _of_recording(data: bytes, path: Path, args: argparse.Namespace, report: Progress) -> Found:
    """Let an agent read a recording.  Arguments can replace the knobs and the memory of the recording."""
    agents = agent_factory.agents_of(args)
    recording, notes, failed = recording_of(data, path, args.size, report)
    origin = recording.header.origin
    if origin is not None:
        knobs = agent_factory.knobs_in(origin.knobs) if args.knobs is None else None
        memory = _memory_in(origin.memory) if args.memory is None else None
        agents = replace(agents, knobs=knobs or agents.knobs, memory=memory or agents.memory)
        agents = _with_ladder(replace(agents, resigns=origin.resigns), origin.without)
    seed = origin.seed if origin is not None else 0
    timeline = read_timeline(recording, lambda: agents(seed), report, _copy_of(origin))
    lacks = origin is not None and origin.rules not in ("", agents.rules.file_record)
    more = (
        _other_rules(path, origin.rules, agents) if origin is not None and lacks else "",
        _outside(recording) if timeline.beyond else "",
        _parted(timeline) if timeline.parted < len(timeline) else "",
        _others(timeline),
        f"The agent failed: {timeline.error.splitlines()[-1]}" if timeline.error else "",
    )
    return Found(timeline, recording.header.title or path.name, (*notes, *filter(None, more)), failed)


def _copy_of(origin: Origin | None) -> GameCopy | None:
    """Return a copy of a recorded game.  Return None if the game is not ours, or if its edition is gone."""
    if origin is None or origin.game or not origin.edition:
        return None
    with contextlib.suppress(CommandError):
        return own_game.copies_of(origin.edition)(origin.seed)
    return None


def _others(timeline: Timeline) -> str:
    """Return a remark on how many commands the agent did not choose.  Return "" if there are none."""
    count = sum(moment.rung == AS_RECORDED for moment in timeline.moments)
    if not count:
        return ""
    whole = plural(timeline.parted, "command")
    return f"The agent did not choose {count:,} of {whole}; it only watches there."


def _outside(recording: Asciicast) -> str:
    """Return a remark that the recording draws outside its window.  The caller has found that it does."""
    header = recording.header
    return (
        f"The recording draws outside {header.width} x {header.height}. "
        "If its window was larger, name the size, as in --size 120x40."
    )


def _parted(timeline: Timeline) -> str:
    """Return a sentence that names the first command for which only the screens are shown.

    From this command on, the agent's reasoning is no longer shown.  The sentence also gives the reason.
    """
    origin = timeline.recording.header.origin
    whose = f"The agent would not have given command {timeline.parted + 1}"
    if timeline.parted == 0:
        return "The agent did not play this game: only the screens are shown."
    other = origin is not None and origin.version != own_game.VERSION
    why = f" (version {origin.version} played it)" if origin is not None and other else ""
    return f"{whose}{why}: from there on, only the screens are shown."


def _progress() -> Progress:
    """Return a callback that shows progress on standard error.

    If standard error is not a terminal, the callback does nothing.
    """
    if not sys.stderr.isatty():
        return lambda _done, _all, _screen: None

    def report_progress(done: int, whole: int, _screen: Screen | None) -> None:
        print(f"\r{making(done, whole)}\x1b[K", end="\r", file=sys.stderr, flush=True)

    return report_progress
