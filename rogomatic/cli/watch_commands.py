"""The commands that show games in a window as they are played: `watch`, `coach`."""

from __future__ import annotations

import argparse
import secrets
import shlex
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from rogomatic.cli import agent_factory, arguments, own_game
from rogomatic.cli.arguments import add_edition, add_game, program, seed, speed
from rogomatic.cli.rule_file import add_ladder_options
from rogomatic.run.recordings.recording_store import (
    BothRecorders,
    LastGames,
    adopt,
    kept_games,
    watched_folder,
)
from rogomatic.run.runner.game_loop import BROKEN, Limits, Row
from rogomatic.run.runner.pty import SEED_HOLE
from rogomatic.run.storage.run_file import manifest_of
from rogomatic.run.storage.watched_games import (
    Rank,
    add_watched,
    best_of_each,
    game_lines,
    note_watched,
    read_games,
    usual_file,
    watched_game,
)
from rogomatic.run.variant_names import game_name, name_and_digest
from rogomatic.run.viewer.batch_view import attach
from rogomatic.run.viewer.coach import CoachController
from rogomatic.run.viewer.controls import ViewOptions
from rogomatic.run.viewer.viewer_terminal import Terminal
from rogomatic.run.viewer.watch import Viewing, WatchController, line_of, unused_save_file, watch
from rogue.shared.command_lines import Commands, add_command, command_for, file_name, player_name
from rogue.shared.errors import CommandError, RogomaticError, reason_of
from rogue.shared.program_start import FAILED, INTERRUPTED

Rows = list[tuple[Row, Path | None]]
"""Rows of the games that were shown, each with the file of the saved game if it was saved."""

HELP: Final = """Watch the agent play in this window. The window shows the rule that chose the keys, the
reason, and, if it is larger, all beliefs of the agent. Keys: ? lists all keys, space pauses, + and - change
the speed, Tab takes over, q quits. At the end of a game, r replays the last commands, w shows why the agent
gave the last command, and Enter starts the next game."""
_MAX_GAMES: Final = 1_000_000  # one after the other
EVERY_TURN_HELP: Final = "show resting, fasting, and searching at this speed instead of skipping them"
ONE_PACE_HELP: Final = "show fights (usually slower) and walks (usually faster) at this speed, too"


def add(commands: Commands[argparse.ArgumentParser], brief: str) -> None:
    """Add the command `watch` to `commands`."""
    parser = add_command(commands, "watch", brief, HELP, command)
    parser.add_argument("--seed", type=seed, help="the dungeon's number; random by default")
    parser.add_argument(
        "--speed", type=speed, default=15.0,
        help="commands per second, 0 for as fast as possible (default 15)",
    )  # fmt: skip
    parser.add_argument("--every-turn", action="store_true", help=EVERY_TURN_HELP)
    parser.add_argument("--one-pace", action="store_true", help=ONE_PACE_HELP)
    parser.add_argument("--resign", action="store_true",
        help="let the agent quit a hopeless game, as in batches; otherwise it plays to the end")  # fmt: skip
    agent_factory.add_knobs(parser)
    add_ladder_options(parser)
    agent_factory.add_memory(parser, agent_factory.OWN, learns=True)
    parser.add_argument("--once", action="store_true",
        help="stop after the first game; otherwise the next seed follows")  # fmt: skip
    parser.add_argument("--record", type=file_name, metavar="FILE.cast",
        help="record the game in this new file, for `rogomatic replay` and asciinema")  # fmt: skip
    arguments.add_keeping(parser)
    arguments.add_files_in(parser)
    parser.add_argument("--list", action="store_true", help="list the games that you have watched, then exit")
    parser.add_argument(
        "--best", action="store_true", help=f"list the {MANY} best games that you have watched, then exit"
    )
    parser.add_argument("--attach", type=file_name, metavar="RUN.db",
        help="watch the games of the batch that is writing this file")  # fmt: skip
    add_game(parser)


def command(args: argparse.Namespace) -> int:
    """Show games, or do what --list, --best, or --attach asks for.  Return the exit code."""
    _refuse_what_contradicts(args)
    if args.list or args.best:
        return _list_games(args)
    if args.attach is not None:
        return _attach(args.attach)
    chosen = agent_factory.chosen_memory(args)
    agents = replace(agent_factory.agents_of(args, chosen), resigns=args.resign)
    links = program(args)
    file, keeper = arguments.one_file(args, agents), arguments.keeper_of(args, agents)
    first = secrets.randbelow(10**9) if args.seed is None else args.seed
    seeds = range(first, first + (1 if args.once or args.record else _MAX_GAMES))
    last = arguments.last_games(args, agents)
    kept = file or keeper
    recorder = last if kept is None else BothRecorders(kept, last)
    game = arguments.game_of(args)
    options = ViewOptions(
        args.speed, arguments.files_folder(args), args.every_turn, args.one_pace,
        _titles("watch", _name_of(game), _best_score(game)),
    )  # fmt: skip
    rows: Rows = []
    try:
        games = Viewing(
            links, agents, Limits(stall_seconds=args.stall), recorder, _end_lines(game, last), options.folder,
            _no_copy if args.game else own_game.copies_of(game),
        )  # fmt: skip
        left = _show(seeds, games, lambda terminal: WatchController(terminal, options), rows)
    except RogomaticError:
        if file is not None:
            file.discard()
        raise
    finally:
        agent_factory.learn_from(chosen, [row.lessons for row, _ in rows])
        _list_unfinished(rows, game)
    recorded = arguments.report_recordings(file, keeper, last)
    _print_rows(rows, last, args.game)
    if left == INTERRUPTED:
        number = rows[-1][0].seed if rows else first
        print(f"rogomatic: interrupted; the seed was {number} ({_name_of(game)})", file=sys.stderr)
    return _exit_code(rows, left, recorded)


def _list_unfinished(rows: Rows, game: str) -> None:
    """Add to the list of watched games every game that began but did not finish."""
    try:
        for row, _ in rows:
            if row.began and not row.finished:
                note_watched(usual_file(), watched_game(row, game))
    except OSError as error:
        agent_factory.report(f"The list of watched games cannot be written: {reason_of(error)}.")


def _no_copy(_seed: int) -> None:
    """Return None, because neither another program's game nor a continued game can be copied."""


def _show(
    seeds: Sequence[int], games: Viewing, view: Callable[[Terminal], WatchController], rows: Rows
) -> int:
    """Show games and append their rows to `rows`.  Return the exit code, which is 0 if no signal came."""
    try:
        watch(seeds, games, view(own_game.terminal()), rows)
    except KeyboardInterrupt:
        return INTERRUPTED
    except SystemExit as leave:
        return leave.code if isinstance(leave.code, int) else FAILED
    return 0


MANY: Final = 20
"""Number of games that --best lists."""


def _list_games(args: argparse.Namespace) -> int:
    """Print the watched games or, with --best, only the best of them.  Raises CommandError."""
    path = usual_file()
    try:
        games = read_games(path)
    except OSError as error:
        raise CommandError(f"{path} cannot be read: {error.strerror or error}.") from None
    if not games:
        print("No game has been watched yet.")
        return 0
    if args.best:
        games = best_of_each(games)[:MANY]
    if not games:
        print("No game has been watched to its end yet.")
        return 0
    adopt(watched_folder())
    kept = {game.seed for game in games if kept_games(watched_folder(), game.seed)}
    print("\n".join(game_lines([(_name_of(game.game), game) for game in games], kept)))
    if kept:
        print(f"\nTo see a kept game again: {command_for('rogomatic', 'replay', '--last', '--seed')} SEED")
    return 0


def _exit_code(rows: Rows, left: int, recorded: bool) -> int:
    return left or (FAILED if not recorded or any(row.end_reason in BROKEN for row, _ in rows) else 0)


def _refuse_what_contradicts(args: argparse.Namespace) -> None:
    """Exit with a usage error if options contradict each other."""
    one, each = args.record is not None, args.keep_from is not None
    if args.attach is None:
        if one and each:
            args.misused("use --record for one game, or --keep-from for several, not both")
        return
    if (
        args.game
        or args.edition
        or args.knobs
        or args.rules
        or args.without
        or args.once
        or args.seed is not None
    ):
        args.misused("--attach shows the games of a batch: leave out options for games, seeds, and agents")
    if one or each:
        args.misused("--attach cannot record: use --keep-from with `batch` instead")


def _print_rows(rows: Rows, last: LastGames, game: str | None) -> None:
    """Print how the games ended.  Also print commands to continue saved games and to replay the last game.

    game  command of another program, or None if our own Rogue was played
    """
    for row, saved in rows:
        print(line_of(row))
        if saved is not None:
            print(f"The game was saved; to continue it: {resuming(game, row.seed, saved)}")
        if saved is not None and game is None:
            again = command_for("rogomatic", "coach", str(saved))
            print(f"To keep watching it (Tab lets the agent play): {again}")
        _print_troubles(row)
    if kept := [row for row, _ in rows if last.stamp(row.seed)]:
        print(f"See {'the last game' if len(kept) > 1 else 'it'} again: {_again(kept[-1], last)}")


def _print_troubles(row: Row) -> None:
    for sentence in filter(None, (row.error, row.warning)):
        print(sentence, file=sys.stderr)


def resuming(game: str | None, seed: int, saved: Path) -> str:
    """Return the command that continues a saved game.

    Usually, this is the command `game` with the file `saved` as an additional last argument.  But if our own
    Rogue saved the game, it is a command that starts `rogue` on the file, because no other program can open
    such a file.

    >>> resuming("env SEED={seed} ./rogue -q", 5, Path("/a b/rogue-5.save"))
    "env SEED=5 ./rogue -q '/a b/rogue-5.save'"
    """
    if game is None or _is_ours(saved):
        return command_for("rogue", str(saved))
    words = [word.replace(SEED_HOLE, str(seed)) for word in shlex.split(game)]
    return shlex.join([*words, str(saved)])


def _is_ours(saved: Path) -> bool:
    try:
        own_game.saved_game(saved)
    except CommandError:
        return False
    return True


def _end_lines(game: str, last: LastGames) -> Callable[[Row], list[str]]:
    """Return a function that ranks a finished game.  It returns lines with the rank and a replay command."""

    def summarize(row: Row) -> list[str]:
        if not row.began:
            return []
        again = [f"See it again: {_again(row, last)}"] if last.stamp(row.seed) else []
        if row.end_reason != "finished":
            return again
        try:
            return [rank_in_words(add_watched(usual_file(), watched_game(row, game)), game), *again]
        except OSError as error:
            return [f"The list of watched games cannot be written: {error.strerror or error}.", *again]

    return summarize


def _again(row: Row, last: LastGames) -> str:
    """Return the command that replays a watched game.

    If the game is finished, the replay starts just before the hero's death, or at the game's other end.
    """
    place = ("--at", "death" if row.how == "killed" else "end") if row.finished else ()
    return command_for("rogomatic", "replay", *_which(row, last), *place)


def _which(row: Row, last: LastGames) -> list[str]:
    """Return the arguments of `replay` that name a watched game."""
    return ["--last", last.stamp(row.seed), "--seed", str(row.seed)]


def rank_in_words(rank: Rank, game: str) -> str:
    """Say in a sentence how a game's score ranks among the watched games of the Rogue `game`."""
    best, what = rank.best, _name_of(game)
    if rank.count == 1:
        return f"This is the only game of {what} that you have watched to its end so far."
    if rank.place == 1:
        return f"This is the best of the {rank.count:,} dungeons of {what} that you have watched to the end."
    return (
        f"Of the {rank.count:,} dungeons of {what} that you have watched, {rank.place - 1:,} ended with more "
        f"gold; the best is seed {best.seed} with {best.score:,} gold."
    )


def _best_score(game: str) -> Callable[[], int]:
    """Return a function that returns the best score of a Rogue's finished watched games.

    The function returns 0 if there is no such game.
    """

    def best() -> int:
        try:
            games = read_games(usual_file())
            return max((one.score for one in games if one.game == game and one.finished), default=0)
        except OSError:
            return 0

    return best


def _titles(
    command: str, game: str, best: Callable[[], int] = lambda: 0
) -> Callable[[int, int], tuple[str, ...]]:
    """Return a function (number, seed) that returns titles for the window, from the longest to the shortest.

    best  function that returns the best score so far, or 0 if no game has ended yet

    >>> _titles("watch", "Rogue 5.4")(2, 61)
    ('rogomatic watch: Rogue 5.4, seed 61, game 2', 'Rogue 5.4, seed 61, game 2', 'Rogue 5.4, seed 61')
    >>> _titles("watch", "Rogue 5.4", lambda: 2709)(2, 61)[0]
    'rogomatic watch: Rogue 5.4, seed 61, game 2, best so far 2,709'
    """

    def titles(number: int, seed: int) -> tuple[str, ...]:
        short = f"{game}, seed {seed}"
        middle = f"{short}, game {number}"
        score = best()
        long = f"{middle}, best so far {score:,}" if score else middle
        return tuple(dict.fromkeys((f"rogomatic {command}: {long}", long, middle, short)))

    return titles


def _name_of(game: str) -> str:
    """Return a short name for the Rogue `game`: an edition, a variant with its digest, or a command."""
    is_own = game in own_game.EDITIONS or bool(name_and_digest(game)[0])
    return game_name(game, "") if is_own else game_name("", game)


def _attach(run: Path) -> int:
    manifest_of(run)  # for its errors
    try:
        attach(run, own_game.terminal())
    except OSError as error:
        raise CommandError(f"The folder beside {run} cannot be used: {error.strerror}.") from None
    return 0


COACH_HELP: Final = """Play our own Rogue in this window with the agent beside you. x shows what the
agent would do and why, X lets it play until something happens, and ? lists all keys. Larger windows
show the danger of each foe. S saves the game, which is also saved if this command is cut off, and FILE
continues a saved game. The score is added to the list of `rogue --scores`, marked as helped."""


def add_coach(commands: Commands[argparse.ArgumentParser], brief: str) -> None:
    """Add the command `coach` to `commands`."""
    parser = add_command(commands, "coach", brief, COACH_HELP, _coach)
    parser.add_argument("saved", nargs="?", type=file_name, metavar="FILE",
        help="a saved game of rogue to continue; otherwise a new game begins")  # fmt: skip
    parser.add_argument("--seed", type=seed, help="the dungeon's number; random by default")
    add_edition(parser, "edition of our own Rogue")
    parser.add_argument("--name", type=player_name, help="your name in the score list")
    parser.add_argument("--warn", action="store_true", help="show the danger as a bar, and ask before a move "
        "that the agent considers a blunder")  # fmt: skip
    parser.add_argument(
        "--speed", type=speed, default=15.0,
        help="commands per second while the agent plays, 0 for as fast as possible (default 15)",
    )  # fmt: skip
    agent_factory.add_knobs(parser)
    agent_factory.add_memory(parser, agent_factory.OWN, learns=None)
    arguments.add_files_in(parser)


def _coach(args: argparse.Namespace) -> int:
    agents = agent_factory.agents_of(args)
    if args.saved is not None:
        if args.seed is not None or args.edition is not None:
            args.misused(f"{args.saved} names the game: leave out --seed, --edition, and --variant")
        game = own_game.saved_game(args.saved)
        number, args.edition, before = game.seed, game.edition, (game.turns, game.deepest)
    else:
        number = secrets.randbelow(10**9) if args.seed is None else args.seed
        before = (0, 0)
    edition = args.edition or own_game.EDITION
    last = arguments.last_games(args, agents, before[0])
    folder, titles = arguments.files_folder(args), _titles("coach", _name_of(edition))
    options = ViewOptions(args.speed, folder, every_turn=True, titles=titles)
    try:
        file = unused_save_file(folder, number)
    except OSError:
        file = None
    links = own_game.coached_program(edition, args.name, file, args.saved)

    def end_lines(row: Row) -> list[str]:
        return _coached_end_lines(row, last, is_whole=not before[0] or row.finished)

    rows: Rows = []
    copies = _no_copy if args.saved is not None else own_game.copies_of(edition, is_coached=True)
    games = Viewing(links, agents, Limits(), last, end_lines, folder, copies)
    warns = args.warn
    left = _show(
        (number,), games, lambda terminal: CoachController(terminal, options, *before, warns=warns), rows
    )
    recorded = arguments.report_recordings(None, None, last)
    for row, saved in rows:
        print(line_of(row))
        if saved is not None:
            print(f"The game was saved; to continue it: {command_for('rogomatic', 'coach', str(saved))}")
        print(*(f"{line}\n" for line in end_lines(row)), sep="", end="")
        _print_troubles(row)
    return _exit_code(rows, left, recorded)


def _coached_end_lines(row: Row, last: LastGames, *, is_whole: bool) -> list[str]:
    """Return lines of text for the player of a coached game.

    They say which command lists the score, which ones replay and explain the game, and which one reviews it.

    is_whole  whether `review` can review the game, which began in this recording or has ended
    """
    number, is_kept = _which(row, last), bool(last.stamp(row.seed))
    place = ("--at", "death") if row.how == "killed" else ()
    lines = {
        f"The score is in the list: {command_for('rogue', '--scores')}":
            row.finished and own_game.is_in_scores(row.seed, row.score),
        f"The game is in your history, marked as helped: {command_for('rogue', '--history')}":
            row.finished and own_game.is_in_history(row.seed, row.score),
        f"See the game again: {command_for('rogomatic', 'replay', *number, *place)}": is_kept,
        f"Where it went wrong: {command_for('rogomatic', 'explain', *number)}": is_kept,
        f"Which moves were mistakes: {command_for('rogomatic', 'review', *number)}": is_kept and is_whole,
    }  # fmt: skip
    return [line for line, holds in lines.items() if holds]
