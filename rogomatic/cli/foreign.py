"""A game of another program, kept in a batch's file: started anew and sent the keys that were kept.

Owns   starting the program again, telling whether its game went another way, or why it cannot be had.
Leaves sending the keys (run.tapes.rerun), showing what comes of it (tapes).
"""

from __future__ import annotations

import zlib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from rogomatic.cli import own, players
from rogomatic.cli.arguments import program_of
from rogomatic.cli.failure import Failure
from rogomatic.cli.recordings import origin_of

if TYPE_CHECKING:
    from rogomatic.run.files.runfile import Manifest
    from rogomatic.run.play.game import Row
    from rogomatic.run.tapes.cast import Cast
    from rogomatic.run.tapes.tape import Tape

_HOLE: Final = "{seed}"


class Again(NamedTuple):
    """A game that was played again; `whole` says whether all of its keys were sent."""

    cast: Cast
    row: Row
    whole: bool


def played_again(
    manifest: Manifest, row: Row, agents: players.Players, path: Path, say: Callable[[int, int], object]
) -> Again:
    """Have the program play a game of a batch again; `say` is told how many commands were played, of 0.

    Raises Failure when the keys were not kept, or the program does not start.
    """
    from rogomatic.run.play.link import keys_in
    from rogomatic.run.tapes.keeping import header_of
    from rogomatic.run.tapes.recording import record_game
    from rogomatic.run.tapes.rerun import KeptKeys

    try:
        keys = keys_in(row.journal)
    except zlib.error:
        raise Failure(f"The keys of seed {row.seed} in {path} are damaged.") from None
    if not keys:
        raise Failure(f"{path} has not kept the keys of seed {row.seed}, which {manifest.game!r} played.")
    started = program_of(manifest.game, f"There is no program {manifest.game!r} any more")
    header = header_of(replace(origin_of(agents, game=manifest.game), version=manifest.version), row.seed, 0)
    made: list[KeptKeys] = []

    def agent(seed: int) -> KeptKeys:
        made.append(KeptKeys(agents(seed), keys))
        return made[-1]

    cast, again = record_game(row.seed, started, agent, header, progress=lambda done: say(done, 0))
    if again.end_reason == "crashed":
        raise Failure(f"{manifest.game!r} cannot be played: {again.error.splitlines()[-1]}")
    return Again(cast, again, not made[-1].left)


def difference(
    manifest: Manifest, row: Row, again: Again, tape: Tape, agents: players.Players, path: Path
) -> str:
    """Say where a game that was played again went another way, and why that may be; "" if it did not."""
    from rogomatic.run.tapes.heed import AS_RECORDED

    strayed = next((n for n, moment in enumerate(tape.moments) if moment.rung == AS_RECORDED), None)
    other_version = manifest.version != own.VERSION
    other_memory = manifest.memory_digest != agents.digest()
    same_agent = not (other_version or other_memory)
    if strayed is not None and same_agent:  # it would press the same keys if it saw the same screens
        where = f"at command {strayed + 1:,} of {row.commands:,}, if not before"
    elif not again.whole:
        where = f"at command {again.row.commands + 1:,} of {row.commands:,}"
    elif _outcome(again.row) != _outcome(row):
        where = "at its end, if not before"
    else:
        return ""
    reasons = [
        f"its command has no {_HOLE}" if _HOLE not in manifest.game else "",
        f"version {manifest.version} made it" if other_version else "",
        "the agent that reads the keys has another memory" if other_memory else "",
    ]
    why = " and ".join(filter(None, reasons)) or "the program, or the agent, is not the one that it was"
    return f"The game went another way than in {path}, {where}: {why}."


def _outcome(row: Row) -> tuple[int, int, int, str]:
    return row.score, row.depth, row.deepest, row.killer
