"""A game of a kept run, played again to be shown.

Owns   making the same agent and the same game from a run's manifest, checking that the keys are the same.
Leaves recording (run.tapes.recording).
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from rogomatic.cli import own, players
from rogomatic.cli.tapes import knobs_in

if TYPE_CHECKING:
    from rogomatic.run.files.record import Manifest
    from rogomatic.run.play.game import Row
    from rogomatic.run.tapes.cast import Cast

PACE_SECONDS: Final = 1 / 15   # per command
LONGEST_SECONDS: Final = 180   # that a long game is shown for, at a quicker pace


class NotAgain(Exception):
    """Why a game cannot be had again, as a sentence for the user."""


def players_of(manifest: Manifest) -> players.Players:
    """Return the players of a run.  Raises NotAgain when they are not to be had."""
    if manifest.game:
        raise NotAgain(f"they were those of another program, {manifest.game}.")
    agents = players.default_players()
    if agents.digest() != manifest.memory_digest:
        raise NotAgain("the agent had another memory than the one that ships with this version.")
    knobs = knobs_in(manifest.knobs)
    if knobs is None:
        raise NotAgain("the agent had other knobs than this version knows.")
    return replace(agents, knobs=knobs)


def again(manifest: Manifest, row: Row) -> Cast:
    """Play a game of a run again and return its recording.

    Raises NotAgain when it cannot be, or when another version plays it otherwise.
    """
    from rogomatic.run.play.batch import InMemory
    from rogomatic.run.play.game import Limits
    from rogomatic.run.tapes.cast import CastDamaged
    from rogomatic.run.tapes.recording import record_game

    pace = min(PACE_SECONDS, LONGEST_SECONDS / max(row.commands, 1))
    games, limits = InMemory(own.OwnGame(manifest.edition)), Limits(commands=row.commands + row.finished)
    try:
        cast, played = record_game(row.seed, games, players_of(manifest), None, pace, limits)
    except CastDamaged:
        raise NotAgain(f"nothing can be seen of the game of seed {row.seed}.") from None
    if played.keys_digest != row.keys_digest:
        raise NotAgain(f"this version plays seed {row.seed} otherwise than the one that made the run.")
    return cast
