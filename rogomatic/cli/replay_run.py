"""Games of a kept batch, played again: our own by seed, another program's by its kept keys."""

from __future__ import annotations

import zlib
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from rogomatic.cli import agent_factory, own_game
from rogomatic.cli.agent_factory import knobs_in
from rogomatic.cli.arguments import origin_of, program_of
from rogue.shared.errors import CommandError, RogomaticError

if TYPE_CHECKING:
    from rogomatic.run.recordings.recording_formats import Asciicast
    from rogomatic.run.recordings.recording_store import Progress
    from rogomatic.run.recordings.timeline import Timeline
    from rogomatic.run.reports.packed_game import PlayableGame
    from rogomatic.run.runner.game_loop import Row
    from rogomatic.run.storage.run_file import Manifest

_HOLE: Final = "{seed}"


class NotReplayableError(RogomaticError):
    """Why a game cannot be had again, as a sentence for the user."""


def players_of(manifest: Manifest) -> agent_factory.AgentFactory:
    """Return the players of a run.  Raises NotReplayableError when they are not to be had."""
    if manifest.game:
        raise NotReplayableError(f"they were those of another program, {manifest.game}.")
    agents = agent_factory.default_players()
    if agents.digest() != manifest.memory_digest:
        raise NotReplayableError("the agent had another memory than the one that ships with this version.")
    knobs = knobs_in(manifest.knobs)
    if knobs is None:
        raise NotReplayableError("the agent had other knobs than this version knows.")
    return replace(agents, knobs=knobs)


def again(manifest: Manifest, row: Row) -> PlayableGame:
    """Play a game of a run again and return it for the page of a report.

    Raises NotReplayableError when it cannot be, or when another version plays it otherwise.
    """
    from rogomatic.run.recordings.game_frames import play_frames
    from rogomatic.run.reports.packed_game import GamePacker
    from rogomatic.run.runner.batch import InMemory
    from rogomatic.run.runner.game_loop import Limits

    packer = GamePacker()
    games, limits = InMemory(own_game.OwnGame(manifest.edition)), Limits(commands=row.commands + row.finished)
    played = play_frames(row.seed, games, players_of(manifest), packer.add, limits)
    if played.keys_digest != row.keys_digest:
        raise NotReplayableError(
            f"this version plays seed {row.seed} otherwise than the one that made the run."
        )
    game = packer.packed(zipped=True)
    if game is None:
        raise NotReplayableError(f"nothing can be seen of the game of seed {row.seed}.")
    return game


class Again(NamedTuple):
    """A game that was played again; `complete`: all of its keys were sent."""

    recording: Asciicast
    row: Row
    complete: bool


def played_again(
    manifest: Manifest,
    row: Row,
    agents: agent_factory.AgentFactory,
    path: Path,
    game: str,
    report: Progress,
) -> Again:
    """Have the program of the command `game` play a game of a batch again, and return how that went.

    `report` is called with the number of commands played, 0 and the screen.

    Raises CommandError when the keys were not kept, or the program does not start.
    """
    from rogomatic.run.recordings.onlooker import KeptKeys
    from rogomatic.run.recordings.recording_store import header_of, record_game
    from rogomatic.run.runner.link import keys_in

    try:
        keys = keys_in(row.journal)
    except zlib.error:
        raise CommandError(f"The keys of seed {row.seed} in {path} are damaged.") from None
    if not keys:
        raise CommandError(
            f"{path} has not kept the keys of seed {row.seed}, which {manifest.game!r} played."
        )
    started = program_of(game, f"There is no program for --game {game!r}")
    header = header_of(replace(origin_of(agents, game=game), version=manifest.version), row.seed, 0)
    made: list[KeptKeys] = []

    def agent(seed: int) -> KeptKeys:
        made.append(KeptKeys(agents(seed), keys))
        return made[-1]

    recording, again = record_game(row.seed, started, agent, header, progress=report)
    if again.end_reason == "crashed":
        raise CommandError(f"{game!r} cannot be played: {again.error.splitlines()[-1]}")
    return Again(recording, again, not made[-1].left)


def difference(
    manifest: Manifest,
    row: Row,
    again: Again,
    timeline: Timeline,
    agents: agent_factory.AgentFactory,
    path: Path,
    game: str,
) -> str:
    """Return where a game replayed by the command `game` differs from the kept one, and why.

    "" if it did not.
    """
    from rogomatic.run.recordings.onlooker import AS_RECORDED

    strayed = next((n for n, moment in enumerate(timeline.moments) if moment.rung == AS_RECORDED), None)
    other_version = manifest.version != own_game.VERSION
    other_memory = manifest.memory_digest != agents.digest()
    same_agent = not (other_version or other_memory)
    if strayed is not None and same_agent:  # it would press the same keys if it saw the same screens
        where = f"at command {strayed + 1:,} of {row.commands:,}, if not before"
    elif not again.complete:
        where = f"at command {again.row.commands + 1:,} of {row.commands:,}"
    elif _outcome(again.row) != _outcome(row):
        where = "at its end, if not before"
    else:
        return ""
    reasons = [
        f"--game has no {_HOLE}" if _HOLE not in game else "",
        f"{manifest.game!r} played it" if game != manifest.game else "",
        f"version {manifest.version} made it" if other_version else "",
        "the agent that reads the keys has another memory" if other_memory else "",
    ]
    why = " and ".join(filter(None, reasons)) or "the program, or the agent, is not the one that it was"
    return f"The game went another way than in {path}, {where}: {why}."


def _outcome(row: Row) -> tuple[int, int, int, str]:
    return row.score, row.depth, row.deepest, row.killer
