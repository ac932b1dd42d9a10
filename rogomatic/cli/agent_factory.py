"""Factories that make agents according to the options for memory, knobs, or rules."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from rogomatic.agent.knobs import DEFAULT, Knobs, from_record
from rogomatic.agent.memory.long_term_memory import Memory, absorb, default_memory
from rogomatic.agent.memory.memory_format import digest_of, expand
from rogomatic.agent.player import Player
from rogomatic.cli.rule_file import UNCHANGED, LadderSettings, ladder_settings
from rogomatic.run.runner.batch import BLOCK, LearningBatch
from rogomatic.run.storage import agent_files
from rogomatic.run.storage.agent_files import KnobText, load_knobs, own_path, shipped_memory
from rogomatic.run.storage.run_file import read_run
from rogue.shared.command_lines import file_name, some_name
from rogue.shared.errors import printable

SHIPPED: Final = "shipped"
OWN: Final = "own"
NONE: Final = "none"
HELP: Final = f"""a memory of monsters: {SHIPPED} (part of the program),
{OWN} (yours), {NONE}, or a file"""


@dataclass(frozen=True, slots=True)
class AgentFactory:
    """A callable that makes an agent for the game of a seed, always with the same memory, knobs, and rules.

    If `learn` is true, the agents collect lessons.  If `resigns` is false, the agents play on even when they
    could save their gold by quitting.
    """

    memory: Memory
    knobs: Knobs
    learn: bool = False
    resigns: bool = True
    rules: LadderSettings = UNCHANGED

    def __call__(self, seed: int) -> Player:
        return Player(
            self.memory, self.knobs, seed, self.learn, resigns=self.resigns,
            ladder=self.rules.ladder(),
        )  # fmt: skip

    def digest(self) -> str:
        """Return a digest of the memory.  If `learn` is true, add after how many games the agents learn."""
        return digest_of(self.memory) + (f", learning by {BLOCK} games" if self.learn else "")


def players_with(chosen: Chosen) -> AgentFactory:
    """Return a factory of agents that have the chosen memory and the default knobs."""
    return AgentFactory(chosen.memory, DEFAULT, chosen.path is not None)


def default_players(knobs: Knobs | None = None) -> AgentFactory:
    """Return a factory of agents with the shipped memory.  If `knobs` is None, use the default knobs."""
    return AgentFactory(shipped_memory(), knobs or DEFAULT)


def add_knobs(parser: argparse.ArgumentParser) -> None:
    """Add the option --knobs."""
    parser.add_argument(
        "--knobs", type=file_name, metavar="FILE", help="use the agent's thresholds in this knob file"
    )


def agents_of(args: argparse.Namespace, chosen: Chosen | None = None) -> AgentFactory:
    """Return a factory of agents with the knobs and rules that the arguments name.

    The agents have the memory `chosen`.  If `chosen` is None, they have the memory that --memory names.
    """
    agents = players_with(chosen or chosen_memory(args))
    settings = ladder_settings(args)
    if settings != UNCHANGED:
        agents = replace(agents, rules=settings)
    return agents if args.knobs is None else replace(agents, knobs=knobs_of_file(args.knobs).knobs)


def knobs_of_file(file: Path) -> KnobText:
    """Return a file's knobs.  Print a warning for each knob that no longer exists.  Raises KnobsFileError."""
    found = load_knobs(file)
    for name in found.retired:
        print(printable(f"{file}: {name} is no longer a knob; its value is ignored."), file=sys.stderr)
    return found


def knobs_in(text: str) -> Knobs | None:
    """Return the knobs of a JSON record.  Return None if the record does not fit this version."""
    try:
        return from_record(json.loads(text))
    except (AttributeError, TypeError, ValueError, RecursionError):
        return None


@dataclass(frozen=True, slots=True)
class Chosen:
    """A memory to play with.

    path  file of the memory, or None if the memory does not learn from the games
    """

    memory: Memory
    path: Path | None


def add_memory(parser: argparse.ArgumentParser, default: str, learns: bool | None) -> None:
    """Add the options --memory, --learn, and --frozen.

    default  name of the memory that is used without --memory
    learns   whether the memory learns if neither --learn nor --frozen is given.  If `learns` is None, the
             memory never learns, and the options --learn and --frozen are not added.
    """
    parser.add_argument(
        "--memory", type=some_name, metavar="WHICH", default=None, help=f"{HELP} (default {default})"
    )
    parser.set_defaults(usual_memory=default, usually_learns=bool(learns), learn=False, frozen=learns is None)
    if learns is None:
        return
    how = parser.add_mutually_exclusive_group()
    said = " (default)"
    how.add_argument(
        "--learn", action="store_true",
        help=f"let the memory learn from the games{said * learns}; a new file starts empty",
    )  # fmt: skip
    how.add_argument(
        "--frozen", action="store_true",
        help=f"do not change the memory, for a fair comparison{said * (not learns)}",
    )  # fmt: skip


def chosen_memory(args: argparse.Namespace) -> Chosen:
    """Return the memory that the arguments name.

    Raises MemoryFileError if the file of the memory cannot be read or, with --learn, cannot be written.
    """
    which = args.memory or args.usual_memory
    learn = args.learn or (args.memory is None and args.usually_learns and not args.frozen)
    if learn and which in (SHIPPED, NONE):
        args.misused(f"--learn needs a memory that can change: use --memory {OWN} or --memory FILE")
    path = own_path() if which == OWN else Path(which)
    if args.learn:
        agent_files.check_writable(path)
    begins = learn and which != OWN and not path.exists()
    return Chosen(named_memory(NONE if begins else which), path if learn else None)


def named_memory(which: str) -> Memory:
    """Return the memory called "shipped", "own", or "none", or else the memory in the file `which`.

    If the user's own memory is damaged, say so, rename its file, and begin with the shipped memory.
    """
    if which == SHIPPED:
        return shipped_memory()
    if which == NONE:
        return default_memory()
    if which != OWN:
        return agent_files.load_memory(Path(which))
    memory, warning = agent_files.load_or_set_aside(agent_files.own_path(), shipped_memory)
    report(warning)
    return memory


def learn_from(chosen: Chosen, lessons: Sequence[str]) -> None:
    """If a chosen memory learns, add the lessons of games to its file, in the order of the games."""
    taught = [expand(text) for text in lessons if text]
    if chosen.path is None or not taught:
        return
    start = shipped_memory if chosen.path == agent_files.own_path() else default_memory
    report(agent_files.change_memory(chosen.path, lambda memory: absorb(memory, taught), start))
    games = f"{len(taught)} games" if len(taught) > 1 else "this game"
    report(f"{chosen.path} has learned from {games}.")


def report(sentence: str) -> None:
    """Print a sentence on standard error, unless it is empty."""
    if sentence:
        print(f"rogomatic: {printable(sentence)}", file=sys.stderr)


@contextmanager
def learning(chosen: Chosen, seeds: Sequence[int], run: Path | None) -> Iterator[LearningBatch | None]:
    """Provide a batch from which the memory learns, or None if the memory does not learn.

    run  file of the batch's rows, or None if the rows are not written to a file

    The file of the memory is written once, at the end.  If the batch stops before all its games are played
    and `run` is not None, the memory is not written yet: the batch can be continued with --resume, and the
    memory is written when it is complete.  Raises RunFileError if the file `run` does not hold a run.
    """
    if chosen.path is None:
        yield None
        return
    rows = read_run(run)[1] if run is not None and run.exists() else []
    batch = LearningBatch(seeds, chosen.memory, {row.seed: row.lessons for row in rows if not row.is_lost})
    left: BaseException | None = None
    try:
        yield batch
    except (KeyboardInterrupt, SystemExit) as by_person:
        left = by_person
    if batch.is_complete or run is None:
        learn_from(chosen, batch.lessons)
    else:
        report(f"{chosen.path} will learn when the batch is complete; use --resume to play the rest.")
    if left is not None:
        raise left
