"""Which agent plays: its memory and its knobs.

Owns   making players that are alike, in this process and in others; which knobs they have.
Leaves the memory (learn), the knobs (knobs), playing (player), which memory a command uses (memories).
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from rogomatic.cli.failure import Failure

if TYPE_CHECKING:
    from rogomatic.cli.memories import Chosen
    from rogomatic.knobs import Knobs
    from rogomatic.learn.memory import Memory
    from rogomatic.player import Player


@dataclass(frozen=True, slots=True)
class Players:
    """Makes players with the same memory and knobs; `learn` has them gather lessons."""

    memory: Memory
    knobs: Knobs
    learn: bool = False

    def __call__(self, seed: int) -> Player:
        from rogomatic.player import Player

        return Player(self.memory, self.knobs, seed, self.learn)

    def digest(self) -> str:
        """Return a digest of the memory, and how it learns if it does."""
        from rogomatic.learn.text import digest_of
        from rogomatic.run.play.learning import BLOCK

        return digest_of(self.memory) + (f", learning by {BLOCK} games" if self.learn else "")


def players_with(chosen: Chosen) -> Players:
    """Return players with a memory and the usual knobs."""
    from rogomatic.knobs import DEFAULT

    return Players(chosen.memory, DEFAULT, chosen.path is not None)


def default_players() -> Players:
    """Return players with the memory and the knobs that ship with the program."""
    from rogomatic.knobs import DEFAULT
    from rogomatic.run.files.shipped import shipped_memory

    return Players(shipped_memory(), DEFAULT)


def add_knobs(parser: argparse.ArgumentParser) -> None:
    """Add which knobs the agent plays with."""
    parser.add_argument("--knobs", type=Path, metavar="FILE", help="thresholds of the agent (a knob file)")


def with_knobs(agents: Players, file: Path | None) -> Players:
    """Return players like these with the knobs of a file, if one is named.  Raises Failure."""
    from rogomatic.run.files.knobs_file import KnobsFileError, load_knobs

    if file is None:
        return agents
    try:
        return replace(agents, knobs=load_knobs(file).knobs)
    except KnobsFileError as refusal:
        raise Failure(str(refusal)) from None
