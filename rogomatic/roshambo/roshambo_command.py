"""The command `roshambo`: a tournament of bots, or a match against a person."""

from __future__ import annotations

import argparse
import json
import re
import shlex
import shutil
import sys
import time
from contextlib import ExitStack
from functools import partial
from typing import TYPE_CHECKING, Final, NoReturn

from rogomatic.roshambo import person_command, serve_bots_command
from rogue.shared.command_lines import (
    MAX_SEED,
    Commands,
    add_command,
    positive,
    seconds,
)
from rogue.shared.errors import CommandError
from rogue.shared.seeds import read_seed
from rogue.shared.wording import listed, plural

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from rogomatic.roshambo.entrants import EntryList
    from rogomatic.roshambo.tournament import PairResult

    _Numbered = tuple[int, PairResult]

HELP: Final = """Play a tournament of rock, paper, scissors, and print the ranking and the cross table of
scores. The players are twenty simple bots, one modeled on Iocaine Powder, predictors with and without second
thoughts, a reader of strategies, and MX, a mixture of all. Your own programs (--bot) and the real programs of
1999 can play, too."""
VERIFY_HELP: Final = "Check that a revealed text matches the digest that was shown before."
BEST: Final = "MX"  # the best of our own bots
_ALL: Final = "all"
_MOST_REMARKS: Final = 10
_BOT_NAME: Final = re.compile(r"[A-Za-z0-9_-]{1,16}")


def add(commands: Commands[argparse.ArgumentParser], brief: str) -> None:
    """Add the command."""
    parser = add_command(commands, "roshambo", brief, HELP, _tournament)
    option = parser.add_argument
    option("--players", metavar="A,B,...", help="players to rank (default: all)")
    option("--bot", action="append", default=[], metavar='NAME="CMD"', help="enter a program; repeatable")
    option(
        "--seconds",
        type=seconds,
        default=1.0,
        metavar="S",
        help="seconds allowed to a program for a throw (default 1)",
    )
    option(
        "--against",
        metavar="A,B,...",
        help="play only against these opponents: names, all, or open_spiel (the programs of 1999)",
    )
    option("--turns", type=positive, default=1000, metavar="N", help="turns per match (default 1000)")
    option("--matches", type=positive, default=5, metavar="N", help="matches per pair (default 5)")
    option(
        "--seed", type=partial(read_seed, end=MAX_SEED + 1), default=1, help="seed for the dice (default 1)"
    )
    option("--jobs", type=positive, default=1, metavar="J", help="processes (default 1)")
    option("--rank-by", choices=("points", "matches"), default="points", help="sort by (default points)")
    option("--why", action="store_true", help="print why MX made its throws")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="print exactly one JSON object")
    form.add_argument("--csv", action="store_true", help="print one line per pair")
    actions = parser.add_subparsers(title="instead of a tournament", metavar="[ACTION]")
    person_command.add(actions)
    serve_bots_command.add(actions)
    check = add_command(actions, "verify", "check a revealed choice", VERIFY_HELP, _verify)
    check.add_argument("text", help="the revealed text, in quotes")
    check.add_argument("digest", help="the digest shown before")


def _tournament(args: argparse.Namespace) -> int:
    """Play the matches of each pair of players, and print the results.  Return the exit code."""
    from rogomatic.roshambo.tournament import pairs, play_pair
    from rogomatic.roshambo.tournament_report import as_json, print_pairs, print_reasons, print_tables
    from rogomatic.run.runner.batch_engines import Local

    field = _field(args)
    names, against = _sides(args, field)
    tasks = pairs(names, against)
    if not tasks:
        args.misused("a tournament needs at least two players")
    play = partial(play_pair, matches=args.matches, seed=args.seed, field=field)
    played = Local(args.jobs)(range(len(tasks)), partial(_play_numbered, play, tasks), _lost, lambda: False)
    results = [result for _, result in sorted(_with_progress(played, len(tasks)))]
    remarks = [remark for result in results for remark in result.remarks]
    more = len(remarks) - _MOST_REMARKS
    rest = [f"... and {plural(more, 'more match')}"] if more > 0 else []
    for remark in (*remarks[:_MOST_REMARKS], *rest):
        print(remark, file=sys.stderr)
    if args.json:
        print(json.dumps(as_json(field, names, results, args.matches, args.seed)))
    elif args.csv:
        print_pairs(results)
    else:
        print_tables(field, names, against, results, by_matches=args.rank_by == "matches")
        if args.why:
            print_reasons(results, args.turns)
    return 0


def _field(args: argparse.Namespace) -> EntryList:
    """Return the players that may take part, including the programs of `--bot`.

    Raises SystemExit if a name or command is wrong.  Raises CommandError if a program does not start.
    """
    from rogomatic.roshambo.entrants import EntryList

    programs: dict[str, tuple[str, ...]] = {}
    for text in args.bot:
        name, equals, command = text.partition("=")
        try:
            words = tuple(shlex.split(command))
        except ValueError as error:
            args.misused(f"--bot {text}: {error}")
        if not equals or not words or not _BOT_NAME.fullmatch(name):
            args.misused(
                f"--bot {text}: write NAME=COMMAND, with up to 16 letters, digits, - or _ as the name"
            )
        if shutil.which(words[0]) is None:
            args.misused(f"--bot {name}: there is no program {words[0]!r}")
        if name in programs or _is_taken(name):
            args.misused(f"--bot {name}: the name is taken")
        programs[name] = words
    field = EntryList(args.turns, tuple(programs.items()), args.seconds, explains=args.why)
    with ExitStack() as stack:  # report here, not in another process, if a program does not start
        for name in programs:
            field.open_bot(name, stack)
    return field


def _is_taken(name: str) -> bool:
    """Return whether a name already belongs to a player or a group."""
    from rogomatic.roshambo.entrants import EntryList

    try:
        return bool(EntryList().names(name))
    except KeyError:
        return False
    except CommandError:  # the group of the real programs, without their package
        return True


def _sides(args: argparse.Namespace, field: EntryList) -> tuple[list[str], list[str]]:
    """Return the players and their opponents.

    If the players play each other, the list of opponents is empty.  Raises SystemExit if a name is unknown.
    """
    own = [name for name, _ in field.programs]
    if args.against is None:
        players = _ALL if args.players is None else args.players
        return list(dict.fromkeys([*_named(args, field, players), *own])), []
    named = [] if args.players is None else _named(args, field, args.players)
    return list(dict.fromkeys([*named, *own])) or [BEST], _named(args, field, args.against)


def _with_progress(played: Iterable[_Numbered], total: int) -> Iterator[_Numbered]:
    """Yield the result of each pair of players as it comes.

    If the error output is a terminal, show progress there.
    """
    from rogomatic.run.reports.progress import changing_line, in_hours

    if not sys.stderr.isatty():
        yield from played
        return
    started = time.monotonic()
    with changing_line(total) as draw:
        draw(0, f"0/{total} pairs")
        for done, numbered in enumerate(played, 1):
            remaining = (time.monotonic() - started) * (total - done) / done
            draw(done, f"{done}/{total} pairs, {in_hours(remaining)} left")
            yield numbered


def _play_numbered(play: partial[PairResult], tasks: Sequence[tuple[str, str]], number: int) -> _Numbered:
    """Play the pair with this number.  Return the number and the result."""
    return number, play(*tasks[number])


def _lost(number: int, why: str, _late: bool) -> NoReturn:
    raise CommandError(f"The process that played pair {number + 1} failed: {why}.")


def _named(args: argparse.Namespace, field: EntryList, players: str) -> list[str]:
    """Return the named players, each once.  Raises SystemExit for an unknown name."""
    from rogomatic.roshambo.entrants import ENTRANTS, REAL

    found: list[str] = []
    for group in players.split(","):
        try:
            found += field.names(group)
        except KeyError:
            choices = [*ENTRANTS, *(name for name, _ in field.programs), _ALL, REAL]
            args.misused(f"there is no player {group!r}: choose from {listed(choices)}")
    return list(dict.fromkeys(found))


def _verify(args: argparse.Namespace) -> int:
    """Check a revealed text against the digest of a throw.  Return the exit code."""
    from rogomatic.roshambo.throws import NAMES, verify
    from rogue.shared.sealed_text import SealError

    try:
        throw = verify(args.text, args.digest)
    except SealError as refusal:
        raise CommandError(str(refusal)) from None
    print(f"The digest matches the text: the choice was {NAMES[throw]}.")
    return 0
