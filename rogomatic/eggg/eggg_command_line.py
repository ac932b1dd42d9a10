"""The command line of `eggg`: what each command takes, which module obeys it."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from functools import partial
from importlib import import_module
from typing import Final

from rogomatic.eggg import own_tables
from rogue.shared.command_lines import (
    MAX_SEED,
    ArgumentParser,
    Commands,
    add_command,
    command_for,
    complain,
    file_name,
    folder_name,
    host_name,
    positive,
    print_error,
    seconds,
    whole_number,
)
from rogue.shared.errors import CommandError, LaunchError
from rogue.shared.files import NewFileError
from rogue.shared.program_start import need_output, run_program
from rogue.shared.seeds import read_seed

_PLAY: Final = """Play a game against the machine, in this window or line by line. Every match is journaled,
so nothing is lost: `eggg play --resume` goes on with the latest one, `eggg replay` shows it again."""
_ARENA: Final = """Pit the computer players that fit a game, each pair with both sides beginning in turn. The
best player becomes the opponent in `eggg play`, for exactly this description. The usual one stays unless
the games are enough to tell that another is better."""
_SERVE: Final = """Serve a game on the network: a text world, or a game in turns or in real time, with seats.
People connect with telnet, nc, or a browser, say their name, and type. The first ones sit down, others watch;
who comes back gives the key that was shown. The word machine fills empty seats. In real time keys count, as
at home: M seats the machine, Q leaves. --edit serves a page for this machine only:
a description on the left, with its errors as you type, and its game on the right."""
_LEARN: Final = """Learn from finished matches which first moves score more, or less, than half. The machine
plays the better ones and avoids the worse ones. A match counts once, however often it is given."""
_VERIFY: Final = """Check that a revealed choice is the one for which a digest was shown; or that a match, by
its journal, was played by the rules, with cards dealt from the deck that was sealed and cut before it."""
_PACK: Final = """Make one file that plays a game. NAME.pyz needs nothing but Python 3.11 or later: `python3
NAME.pyz` plays, and `python3 NAME.pyz serve` lets people meet, as a text world does by itself. With --html it
is a page for a browser, which needs no network: a game in turns. A file that is there is not overwritten."""
_MODULES: Final = {"play": "match_command", "replay": "match_command", "verify": "match_command",
                   "arena": "arena", "serve": "serve_games_command"}  # fmt: skip
"""Command -> the module that has a function of its name, unless it is that of the command alone."""
_GAME: Final = "a shipped game, or a description such as ./my.egg"
_seed = partial(read_seed, end=MAX_SEED + 1)
_port = partial(whole_number, least=0, most=65535)


def main(argv: Sequence[str] | None = None, *, is_packed: bool = False) -> int:
    """Run the command line and return the exit code; is_packed: of a program that has one game."""
    words = sys.argv[1:] if argv is None else list(argv)
    return run_program("eggg", lambda: _obey(words, is_packed), complain)


def _obey(words: list[str], is_packed: bool) -> int:
    """Carry out a command line; return its exit code.  Raises OSError."""
    try:
        args = parser(is_packed=is_packed).parse_args(words)
        need_output()
        command: Callable[[argparse.Namespace], int] = args.command
        return command(args)
    except LaunchError as refusal:
        for sentence in refusal.sentences:
            print_error(sentence)
        return refusal.code
    except (CommandError, NewFileError) as failure:
        complain("eggg", str(failure))
        return getattr(failure, "code", 1)


def _run(args: argparse.Namespace) -> int:
    """Carry out a command by its module, the only one that is imported."""
    module = import_module(f"rogomatic.eggg.{_MODULES.get(args.name, f'{args.name}_command')}")
    return int(getattr(module, args.name)(args))


def parser(*, is_packed: bool = False) -> argparse.ArgumentParser:
    """Return the parser of the command line; is_packed: of a program that has one game."""
    found: argparse.ArgumentParser = ArgumentParser(
        prog=command_for("eggg") if is_packed else "eggg",
        description="Games from a page of text: check, explain, and play them.",
        epilog="`eggg words` shows what a page can say.",
    )
    commands = found.add_subparsers(dest="name", metavar="COMMAND", required=True)
    game = argparse.SUPPRESS if is_packed else _GAME
    _add_matches(commands, game)
    own_tables.add_commands(commands)
    _add_others(commands, game)
    return found


def _add_matches(commands: Commands[argparse.ArgumentParser], game: str) -> None:
    option = add_command(commands, "play", "play against the machine", _PLAY, _run).add_argument
    option("game", metavar="NAME|FILE", nargs="?", help=game)
    option("--as", dest="player", metavar="PLAYER",
           help="whom you play: a name, all for people only, none to watch the machine"
           " (default: the first player)")  # fmt: skip
    option("--against", default="fair", metavar="LEVEL", help="easy, fair, or hard (default fair)")
    option("--players", type=positive, default=0, metavar="N",
           help="how many play, where a game leaves it open")  # fmt: skip
    option("--seed", type=_seed, metavar="N", help="of dice and shuffles")
    option("--resume", nargs="?", const="", metavar="FILE",
           help="go on with a match: the latest, or that of a journal")  # fmt: skip
    option("--plain", action="store_true",
           help="line by line: moves or words in, boards out, for pipes and screen readers")  # fmt: skip
    text = "Show a match again, turn by turn."
    option = add_command(commands, "replay", "show a match again", text, _run).add_argument
    option("file", metavar="FILE", nargs="?", help="a journal (default: that of the latest match)")


def _add_others(commands: Commands[argparse.ArgumentParser], game: str) -> None:
    option = add_command(commands, "arena", "find the best player", _ARENA, _run).add_argument
    option("game", metavar="NAME|FILE", help="a shipped game, or a description")
    option("--games", type=positive, default=20, metavar="N", help="of each pair (default 20)")
    option("--seed", type=_seed, default=1, help="of the dice (default 1)")
    option("--level", choices=("easy", "fair", "hard"), default="fair", help="of thought (default fair)")
    option("--players", default="", metavar="A,B,...", help="kinds of players (default all that fit)")
    option("--json", action="store_true", help="print exactly one JSON object")

    brief = "let people play a game on the network"
    option = add_command(commands, "serve", brief, _SERVE, _run).add_argument
    option("game", metavar="NAME|FILE", nargs="?", default="", help=game)
    option("--edit", action="store_true", help="a page to write the game in, at --web PORT (needs `web`)")
    option("--players", type=positive, default=0, metavar="N", help="seats, where a game leaves it open")
    option("--port", type=_port, metavar="N",
           help=f"for telnet (default: of the description, else {own_tables.PORT})")  # fmt: skip
    option("--raw-port", type=_port, metavar="N", help="for nc and programs")
    option("--web", type=_port, metavar="PORT", help="a page for browsers (needs the extra `web`)")
    option("--web-host", action="append", type=host_name, metavar="NAME",
           help="a name under which browsers reach the page")  # fmt: skip
    option("--bind", action="append", metavar="ADDR", help="address to listen on (127.0.0.1 and ::1)")
    option("--public", action="store_true", help="allow addresses that others can reach")
    option("--per-address", type=partial(whole_number, least=1, most=1000), default=8, metavar="N",
           help="connections of one address at once (default 8)")  # fmt: skip
    option("--home", type=folder_name, metavar="DIR", help="keep a text world in this folder")
    option("--clock", type=seconds, default=30.0, metavar="S",
           help="for a choice when turns are simultaneous; then the lot chooses (default 30)")  # fmt: skip

    option = add_command(commands, "learn", "learn openings from matches", _LEARN, _run).add_argument
    option("files", nargs="*", type=file_name, metavar="FILE",
           help="journals, or openings of somebody else (default: your journals)")  # fmt: skip
    option("--each", action="store_true", help="test each move alone at 5 %%, instead of all at once")
    option("--json", action="store_true", help="print one JSON object per game")
    option = add_command(commands, "verify", "check a revealed choice", _VERIFY, _run).add_argument
    option("text", metavar="TEXT|FILE", help="as it was revealed, in quotes; or a journal")
    option("digest", nargs="?", default="", help="as it was shown before")
    option("--game", metavar="NAME|FILE", help="the description that it belongs to")
    option = add_command(commands, "pack", "make one file of a game", _PACK, _run).add_argument
    option("game", metavar="NAME|FILE", help="a shipped game, or a description")
    option("--html", action="store_true", help="a page for a browser, for any game in turns")
    option("--out", type=file_name, metavar="FILE", help="a new file (default: NAME.pyz or NAME.html here)")
