"""Which game is replayed: a seed, a row of a kept batch, a recording, a journal.

Owns   telling files apart, making a tape of each, what is said where a game goes another way.
Leaves tapes (run.tapes.tape), the forms of the files (run.tapes.cast, run.tapes.ttyrec, run.files.record,
       own), games of other programs (foreign), showing (run.show.replay).
"""

from __future__ import annotations

import argparse
import errno
import gzip
import io
import json
import os
import sys
import zlib
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from rogomatic.cli import foreign, memories, own, players
from rogomatic.cli.failure import Failure
from rogomatic.cli.recordings import origin_of

if TYPE_CHECKING:
    from rogomatic.knobs import Knobs
    from rogomatic.learn.memory import Memory
    from rogomatic.run.files.runfile import Manifest
    from rogomatic.run.play.game import Row
    from rogomatic.run.tapes.cast import Cast
    from rogomatic.run.tapes.tape import Tape

SQLITE: Final = b"SQLite format 3\x00"
GZIP: Final = b"\x1f\x8b"
MOST_BYTES: Final = 1 << 28  # of a file, also unpacked: more is no recording of a game
_PIECE: Final = 1 << 20
Progress = Callable[[int, int], object]
"""Hears how many moments are done, of how many; of 0 while the game is still being played."""

CUT_OFF: Final = "The recording was cut off; what is before that is shown."


@dataclass(frozen=True, slots=True)
class Found:
    """A tape, what it is of in a few words, and sentences about what is not as one would expect.

    failed  whether it is not, or not all of, the game that was asked for
    """

    tape: Tape
    title: str
    notes: tuple[str, ...] = ()
    failed: bool = False


def find_tape(args: argparse.Namespace, progress: Progress | None = None) -> Found:
    """Return the tape that the arguments `file`, `seed` and `edition` ask for.  Raises Failure.

    `progress` is told how far it is; without one, a line on standard error tells whoever waits at a terminal.
    """
    say = progress or _progress()
    if args.file is None:
        if args.seed is None:
            args.misused("say what to replay: a file, or --seed")
        return _of_seed(args.seed, args.edition or own.EDITION, _agents(args), say)
    data = _content(args.file)
    if args.edition is not None:
        args.misused("--edition is for --seed; a file says which game it is")
    if data.startswith(SQLITE):
        if args.seed is None:
            args.misused(f"{args.file} holds many games: say which with --seed")
        if args.knobs is not None:
            args.misused(f"{args.file} says with which knobs its games were played")
        return _of_run(args.file, args.seed, _agents(args), say)
    if args.seed is not None:
        args.misused(f"{args.file} holds one game: --seed is for kept batches and games without a file")
    return _of_recording(data, args.file, _agents(args), args.knobs is None, args.memory is None, say)


def _agents(args: argparse.Namespace) -> players.Players:
    chosen = memories.chosen_memory(args)
    return players.with_knobs(players.players_with(chosen), args.knobs)


def _content(path: Path) -> bytes:
    """Return what is in a file, unpacked; of a kept batch only how it begins.  Raises Failure."""
    from rogomatic.run.files.reading import read_all

    try:
        if path.is_file():
            with path.open("rb") as file:
                if (start := file.read(len(SQLITE))) == SQLITE:
                    return start
        data = read_all(path, MOST_BYTES)
        return _unpacked(data, path) if data.startswith(GZIP) else data
    except (OSError, EOFError, zlib.error) as error:
        raise Failure(f"{path} cannot be read: {getattr(error, 'strerror', None) or error}.") from None


def _unpacked(data: bytes, path: Path) -> bytes:
    """Return what a packed file holds.  A little of it may hold very much: raises OSError for more than a
    recording has, and EOFError and zlib.error for one that is damaged.
    """
    with gzip.open(io.BytesIO(data)) as file:
        found = bytearray()
        while piece := file.read(_PIECE):
            found += piece
            if len(found) > MOST_BYTES:
                raise OSError(errno.EFBIG, os.strerror(errno.EFBIG), str(path))
    return bytes(found)


# -- games that are played again


def _of_seed(seed: int, edition: str, agents: players.Players, say: Progress) -> Found:
    tape, row = _played(seed, edition, agents, None, say)
    return Found(tape, f"the game of seed {seed}", _trouble_of(row))


def _trouble_of(row: Row) -> tuple[str, ...]:
    """Say what went wrong in a game; a traceback's last line says it."""
    return (f"The game ended as {row.end_reason}: {row.error.splitlines()[-1]}",) if row.error else ()


def _of_run(path: Path, seed: int, agents: players.Players, say: Progress) -> Found:
    """Play a game of a kept batch again.  It is the same one if its keys are."""
    from rogomatic.run.files.runfile import RunFileError, manifest_of, rows_of

    try:
        manifest = manifest_of(path)
        row = next((row for row in rows_of(path) if row.seed == seed), None)
    except RunFileError as refusal:
        raise Failure(str(refusal)) from None
    if row is None:
        raise Failure(f"{path} has no game of seed {seed}.")
    knobs = knobs_in(manifest.knobs)
    if knobs is None:
        raise Failure(f"{path} has other knobs than this version; its games cannot be replayed.")
    agents = replace(agents, knobs=knobs)
    if manifest.game:
        return _of_foreign(manifest, row, agents, path, say)
    tape, again = _played(seed, manifest.edition, agents, row.commands, say)
    same = again.keys_digest == row.keys_digest
    notes = () if same else (_otherwise(manifest, agents, path),)
    return Found(tape, f"seed {seed} of {path.name}", (*notes, *_trouble_of(row)), failed=not same)


def _of_foreign(
    manifest: Manifest, row: Row, agents: players.Players, path: Path, say: Progress
) -> Found:
    """Have the program of a kept batch play a game again, by the keys that were kept of it."""
    from rogomatic.run.tapes.tape import read_tape

    say(0, 0)
    again = foreign.played_again(manifest, row, agents, path, say)
    tape = read_tape(again.cast, lambda: agents(row.seed), say)
    strange = foreign.difference(manifest, row, again, tape, agents, path)
    notes = (strange, _others(tape), *_trouble_of(row))
    return Found(tape, f"seed {row.seed} of {path.name}", tuple(filter(None, notes)), failed=bool(strange))


def knobs_in(text: str) -> Knobs | None:
    """Return the knobs that something was made with; None when they are not those of this version."""
    from rogomatic.knobs import Knobs

    try:
        return Knobs(**json.loads(text))
    except (TypeError, ValueError):
        return None


def _memory_in(text: str) -> Memory | None:
    """Return the memory that a recording was made with; None when it is not of this version."""
    from rogomatic.learn.text import BadMemory, expand

    try:
        return expand(text)
    except BadMemory:
        return None


def _otherwise(manifest: Manifest, agents: players.Players, path: Path) -> str:
    """Say that a game of a batch was played otherwise, and why that may be."""
    reasons = [
        f"version {manifest.version} made it" if manifest.version != own.VERSION else "",
        "the agent's memory was another one" if manifest.memory_digest != agents.digest() else "",
    ]
    why = " and ".join(filter(None, reasons)) or f"commit {manifest.commit or 'not known'} made it"
    return f"The game went another way than in {path}: {why}."


def _played(
    seed: int, edition: str, agents: players.Players, commands: int | None, say: Progress
) -> tuple[Tape, Row]:
    from rogomatic.run.play.batch import InMemory
    from rogomatic.run.play.game import Limits
    from rogomatic.run.tapes.keeping import header_of
    from rogomatic.run.tapes.tape import play_tape

    header = header_of(origin_of(agents, edition), seed, timestamp=0)
    limits = Limits() if commands is None else Limits(commands=commands)
    say(0, 0)
    return play_tape(seed, InMemory(own.OwnGame(edition)), agents, header, limits, say)


# -- games that were recorded


def _of_recording(
    data: bytes, path: Path, agents: players.Players, its_knobs: bool, its_memory: bool, say: Progress
) -> Found:
    """Read a recording with an agent; with the knobs and the memory of the one that played, where wanted."""
    from rogomatic.run.tapes.tape import read_tape

    cast, notes, failed = _cast_of(data, path)
    origin = cast.header.origin
    if origin is not None:
        knobs = knobs_in(origin.knobs) if its_knobs else None
        memory = _memory_in(origin.memory) if its_memory else None
        agents = replace(agents, knobs=knobs or agents.knobs, memory=memory or agents.memory)
    seed = origin.seed if origin is not None else 0
    tape = read_tape(cast, lambda: agents(seed), say)
    if tape.parted < len(tape):
        notes = [*notes, _parted(tape)]
    if others := _others(tape):
        notes = [*notes, others]
    if tape.error:
        notes = [*notes, f"The agent broke: {tape.error.splitlines()[-1]}"]
    return Found(tape, cast.header.title or path.name, tuple(notes), failed)


def _others(tape: Tape) -> str:
    """Say how many commands are not those that the agent chooses, "" if all are."""
    from rogomatic.run.tapes.heed import AS_RECORDED

    count = sum(moment.rung == AS_RECORDED for moment in tape.moments)
    return f"{count:,} of {tape.parted:,} commands are not the agent's own; it looks on there." * bool(count)


def _parted(tape: Tape) -> str:
    """Say from where on the reasons are not known, and why that may be."""
    origin = tape.cast.header.origin
    whose = f"Command {tape.parted + 1} is none that the agent would have given"
    if tape.parted == 0:
        return "The agent did not play this game: only the screens are shown."
    other = origin is not None and origin.version != own.VERSION
    why = f" (version {origin.version} played it)" if origin is not None and other else ""
    return f"{whose}{why}: from there on only the screens are shown."


def _cast_of(data: bytes, path: Path) -> tuple[Cast, list[str], bool]:
    """Return a file of one game as a recording, sentences about it, and whether it breaks off at trouble."""
    from rogomatic.run.tapes.cast import CastDamaged, read_cast

    if data.startswith(b'{"format": "rogue'):
        cast, trouble = _cast_of_journal(data, path)
        return cast, [trouble] if trouble else [], bool(trouble)
    if data.startswith(b"{"):
        try:
            cast = read_cast(data)
        except CastDamaged as error:
            raise Failure(f"{path} cannot be replayed: {error}.") from None
        whole = cast.whole
    else:
        cast, whole = _cast_of_ttyrec(data, path)
    return cast, [] if whole else [CUT_OFF], False


def _cast_of_journal(data: bytes, path: Path) -> tuple[Cast, str]:
    from rogomatic.run.tapes.cast import Cast, Event, Header, as_text
    from rogomatic.run.tapes.recording import PACE_SECONDS

    try:
        journal = own.OwnJournal(data, path)
    except ValueError as error:
        raise Failure(str(error)) from None
    events: list[Event] = []
    sent = 0
    for keys, drawn in journal.steps():
        if keys:
            events.append(Event(sent * PACE_SECONDS, "i", as_text(keys)))
            sent += 1
        if drawn:
            events.append(Event(sent * PACE_SECONDS, "o", as_text(drawn)))
    header = Header(f"{path.name}, seed {journal.seed}, edition {journal.edition}")
    return Cast(header, tuple(events)), journal.trouble


def _cast_of_ttyrec(data: bytes, path: Path) -> tuple[Cast, bool]:
    from rogomatic.run.tapes.cast import Cast, Event, Header, as_text
    from rogomatic.run.tapes.ttyrec import TtyrecDamaged, read_ttyrec

    try:
        frames, whole = read_ttyrec(data)
    except TtyrecDamaged:
        frames, whole = [], False
    if not frames:
        raise Failure(f"{path} is none of these: a recording (asciicast, ttyrec), a journal, a kept batch.")
    begun = frames[0].seconds
    events = [Event(max(frame.seconds - begun, 0.0), "o", as_text(frame.data)) for frame in frames]
    return Cast(Header(path.name), tuple(events)), whole


def _progress() -> Progress:
    """Return who tells a person who waits how far it is; nobody where standard error is no terminal."""
    if not sys.stderr.isatty():
        return lambda _done, _all: None

    def tell(done: int, whole: int) -> None:
        from rogomatic.run.show.replay import making

        print(f"\r{making(done, whole)}\x1b[K", end="\r", file=sys.stderr, flush=True)

    return tell
