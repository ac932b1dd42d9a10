"""The command `review`, which finds the mistakes in a game."""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from rogomatic.agent.knobs import to_record
from rogomatic.cli import agent_factory, own_game
from rogomatic.cli.arguments import add_edition, add_last, origin_of, seed
from rogomatic.cli.recording_files import SQLITE, content_of, is_journal, recording_of
from rogomatic.cli.replay_sources import find_watched
from rogomatic.review import review_store
from rogomatic.review.agent_states import AgentStates
from rogomatic.review.findings import JudgedMove
from rogomatic.review.game_review import GameReview, summary
from rogomatic.review.judge import Judge, judged
from rogomatic.review.moments import moments_of
from rogomatic.review.review_effort import EFFORTS, PLAYS
from rogomatic.review.review_store import beside, of_seed, write_review
from rogomatic.review.review_text import review_lines
from rogomatic.review.review_window import show_review
from rogomatic.run.recordings.onlooker import Onlooker
from rogomatic.run.recordings.recording_formats import Asciicast
from rogomatic.run.recordings.recording_store import header_of, record_game
from rogomatic.run.recordings.timeline import exchanges_of
from rogomatic.run.reports.progress import Draw, in_hours, progress_line
from rogomatic.run.runner.batch import InMemory
from rogomatic.run.runner.batch_engines import Local
from rogomatic.run.variant_names import arguments_of
from rogomatic.run.viewer.viewer_terminal import TerminalError
from rogue.shared.command_lines import Commands, add_command, command_for, file_name, positive
from rogue.shared.errors import CommandError, reason_of
from rogue.shared.wording import plural

HELP: Final = """Find the moves of a game that cost most, and better moves. The game is a journal or
saved game of rogue, a recording of `watch` or `coach`, the agent's game of a seed, or the last game that you
watched or coached. At each moment that matters, the agent plays on many times from your move and from all
others. Each time, the dice differ, and everything that you could not know is drawn again. A blunder costs 10
percentage points of the chance to live for 200 turns, a mistake 5, an inaccuracy 2. The review is saved next
to the game, so the next look is instant. In a window, keys walk through the findings."""
_WIDEST: Final = 120  # columns


def add(commands: Commands[argparse.ArgumentParser], brief: str) -> None:
    """Add the command `review` to `commands`."""
    parser = add_command(commands, "review", brief, HELP, command)
    option = parser.add_argument
    option("file", nargs="?", type=file_name, metavar="FILE",
        help="a journal or saved game of rogue, or a recording of watch or coach")  # fmt: skip
    add_last(parser, "the last game watched or coached (the default without FILE or --seed), or the last "
        "one of --seed")  # fmt: skip
    option("--seed", type=seed, help="the dungeon's number; the agent plays the game in memory")
    add_edition(parser, "edition of the game of a seed")
    option("--effort", choices=EFFORTS, default="usual", help="moves to judge: only those in plain danger, "
        "those that matter (usual), or all that take a turn")  # fmt: skip
    option("--plays", type=positive, default=PLAYS, metavar="N", help="maximum games played on from a move "
        f"and from the best other move (default {PLAYS})")  # fmt: skip
    option("--jobs", type=positive, metavar="J", help="processes (default: one for each processor)")
    option("--anew", action="store_true", help="review the game again, even if it has a review")
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--print", action="store_true", help="print the review as text, even on a terminal")
    how.add_argument("--json", action="store_true", help="print accuracy and moves as JSON")
    agent_factory.add_knobs(parser)
    agent_factory.add_memory(parser, agent_factory.SHIPPED, learns=None)
    parser.set_defaults(game=None, size=None)


def command(args: argparse.Namespace) -> int:
    """Review a game, and show the review.  Return the exit code."""
    game = _game(args)
    basis = _basis(args, game)
    review = None if args.anew else review_store.read_review(game.kept, basis)
    if review is None:
        review = _reviewed(args, game, basis)
        if game.followed.trouble and not review.commands:
            raise CommandError(game.followed.trouble)
        if game.followed.trouble:
            agent_factory.report(game.followed.trouble)
        else:
            _keep(game.kept, review)
    _show(args, game, review)
    return 0


def _keep(path: Path, review: GameReview) -> None:
    """Store a review next to its game, or print why it cannot be stored."""
    try:
        write_review(path, review)
    except OSError as error:
        agent_factory.report(f"The review cannot be saved in {path}: {reason_of(error)}.")


@dataclass(frozen=True, slots=True)
class _Game:
    """A game to review.

    who      the player, as the subject of a sentence
    content  bytes that identify the game
    kept     file for the review of the game
    source   arguments of `replay` that name the game
    """

    followed: own_game.FollowedGame
    title: str
    who: str
    content: bytes
    kept: Path
    source: tuple[str, ...]
    agents: agent_factory.AgentFactory
    program: str = "rogomatic"


def _game(args: argparse.Namespace) -> _Game:
    """Return the game that the arguments name.  Raises CommandError."""
    if args.file is not None:
        if args.last or args.seed is not None or args.edition is not None:
            args.misused(f"{args.file} names the game: leave out --last, --seed, --edition, and --variant")
        return _of_file(args, args.file)
    if not args.last and args.seed is not None:
        return _of_seed(args)
    return _of_file(args, find_watched(args))


def _of_file(args: argparse.Namespace, path: Path) -> _Game:
    data, agents = content_of(path), agent_factory.agents_of(args)
    if data.startswith(SQLITE):
        raise CommandError(f"{path} is a batch; use `review --seed S` for the agent's game of a seed.")
    if is_journal(data):
        return _of_journal(data, path, beside(path), agents)
    recording = recording_of(data, path, None, lambda _done, _all, _screen: None)[0]
    origin = recording.header.origin
    if origin is None or not origin.turns_before:
        return _of_recording(recording, data, beside(path), (str(path),), agents, "The hero")
    keys = b"".join(exchange.keys for exchange in exchanges_of(recording))
    whole = own_game.journal_continued_by(origin.seed, keys)
    if whole is None:
        raise CommandError(
            f"The recording begins on turn {origin.turns_before:,}, where a saved game was continued.  Only "
            "whole games can be reviewed, and this game has no journal."
        )
    return _of_journal(content_of(whole), whole, beside(path), agents)


def _of_journal(data: bytes, path: Path, kept: Path, agents: agent_factory.AgentFactory) -> _Game:
    journal = own_game.OwnJournal(data, path)
    who = "The agent" if journal.is_agents else "You"
    return _Game(journal, f"Seed {journal.seed}", who, data, kept, (str(path),), agents, program="rogue")


def _of_seed(args: argparse.Namespace) -> _Game:
    edition, agents = args.edition or own_game.EDITION, agent_factory.agents_of(args)
    header = header_of(origin_of(agents, edition), args.seed, timestamp=0)
    recording, row = record_game(args.seed, InMemory(own_game.OwnGame(edition)), agents, header)
    source = ("--seed", str(args.seed), *([] if args.edition is None else arguments_of(edition)))
    content = f"{edition} {args.seed} {row.keys_digest}".encode()
    return _of_recording(recording, content, of_seed(edition, args.seed), source, agents, "The agent")


def _of_recording(
    recording: Asciicast,
    content: bytes,
    kept: Path,
    source: tuple[str, ...],
    agents: agent_factory.AgentFactory,
    who: str,
) -> _Game:
    origin = recording.header.origin
    if origin is None or origin.game or not origin.edition:
        raise CommandError(
            "Only games of our own Rogue can be reviewed: a review needs the game's hidden dice."
        )
    game = own_game.OwnKeys(origin.seed, origin.edition, exchanges_of(recording))
    return _Game(game, f"Seed {origin.seed}", who, content, kept, source, agents)


def _basis(args: argparse.Namespace, game: _Game) -> str:
    """Return a digest of everything that a review depends on."""
    knobs = json.dumps(to_record(game.agents.knobs), sort_keys=True)
    parts = (own_game.VERSION, args.effort, str(args.plays), game.agents.digest(), knobs)
    whole = hashlib.blake2b(game.content, digest_size=16)
    for part in parts:
        whole.update(f"\0{part}".encode())
    return whole.hexdigest()


def _reviewed(args: argparse.Namespace, game: _Game, basis: str) -> GameReview:
    followed, agents = game.followed, game.agents
    onlooker = Onlooker(agents.memory, agents.knobs, followed.version, by_bursts=followed.has_bursts)
    states = AgentStates(agents.memory, agents.knobs)
    moments = tuple(moments_of(onlooker, followed.watched_steps(positions=True), states, args.effort))
    judge = Judge(
        moments, own_game.OwnWorlds(followed.edition), agents.memory, agents.knobs, followed.seed, args.plays
    )
    jobs = args.jobs or os.cpu_count() or 1
    with progress_line(len(moments)) as draw:
        moves = judged(judge, Local(jobs), _progress(draw))
    return GameReview(
        game.title, game.who, followed.ending, onlooker.commands, followed.turns, basis, tuple(moves)
    )


def _progress(draw: Draw) -> Callable[[int, int], None]:
    """Return a function that shows how many moves are done, and the time left."""
    began = time.monotonic()

    def show(done: int, whole: int) -> None:
        passed = time.monotonic() - began
        left = f", about {in_hours(passed / done * (whole - done))} left" if 0 < done < whole else ""
        draw(done, f"{done} of {plural(whole, 'move')} reviewed{left}")

    return show


def _show(args: argparse.Namespace, game: _Game, review: GameReview) -> None:
    if args.json:
        print(json.dumps(summary(review)))
        return

    if not args.print and sys.stdout.isatty() and sys.stdin.isatty():
        _show_window(review)
        return

    def see(move: JudgedMove) -> str:
        return command_for(game.program, "replay", "--to-turn", str(move.turn), *game.source)

    print(*review_lines(review, own_game.text_width(_WIDEST), see), sep="\n")


def _show_window(review: GameReview) -> None:
    """Show a review in the window until the user leaves.  Raises CommandError."""
    try:
        show_review(review, own_game.terminal())
    except TerminalError as reason:
        raise CommandError(f"{reason}  Use --print to print the review.", reason.code) from None
