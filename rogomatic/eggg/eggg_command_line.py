"""The command line of `eggg`, with the arguments of each command."""

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
    port,
    positive,
    print_error,
    seconds,
    some_name,
    whole_number,
)
from rogue.shared.errors import CommandError, LaunchError
from rogue.shared.files import NewFileError
from rogue.shared.program_start import need_output, run_program
from rogue.shared.seeds import read_seed

_PLAY: Final = """Play a game against the machine, in this window or line by line. Every match is kept in a
journal: `eggg play --resume` continues the latest match, and `eggg replay` shows it again."""
_ARENA: Final = """Let the computer players for a game play each other. In each pair, both sides begin
equally often. The best player becomes the opponent in `eggg play`, for exactly this description. The usual
opponent stays unless enough games show that another player is better."""
_SERVE: Final = """Serve a game on the network: a text world, or a game in turns or in real time, with seats.
People connect with telnet, nc, or a browser, and give a name. The first visitors get seats, and the others
watch. A returning visitor gives the key that was shown. The word `machine` fills empty seats. In a real-time
game, the keys work as in a local match; M fills empty seats, and Q leaves. --edit serves a page for
this machine only, with a description on the left, its errors as you type, and its game on the right."""
_LEARN: Final = """Learn from finished matches which first moves score above or below 50 %. The machine plays
the better ones and avoids the worse ones. Each match counts once, however often it is given."""
_VERIFY: Final = """Check that a revealed choice matches the digest that was shown before. Or check the
journal of a match: all moves must be legal, and with a digest, the cards must come from the deck that was
sealed and cut before the match. A last line that is cut off is reported."""
_PACK: Final = """Make a single file that plays a game. NAME.pyz needs only Python 3.11 or later: `python3
NAME.pyz` plays the game, and `python3 NAME.pyz serve` serves it. A text world is always served. With
--html, the file is a page that plays a game in turns in a browser, without a network. An existing file is
not overwritten."""
_MODULES: Final = {"play": "match_command", "replay": "match_command", "verify": "match_command",
                   "arena": "arena", "serve": "serve_games_command"}  # fmt: skip
"""Command -> the module with its function, for each module that is not named `COMMAND_command`."""
_GAME: Final = "a shipped game, or a description such as ./my.egg"
_seed = partial(read_seed, end=MAX_SEED + 1)


def main(argv: Sequence[str] | None = None, *, is_packed: bool = False) -> int:
    """Run the command line and return the exit code.

    is_packed  whether this is a program with a single game
    """
    words = sys.argv[1:] if argv is None else list(argv)
    return run_program("eggg", lambda: _obey(words, is_packed), complain)


def _obey(words: list[str], is_packed: bool) -> int:
    """Run a command line, print its errors, and return the exit code.  Raises OSError."""
    try:
        args = parser(is_packed=is_packed).parse_args(words)
        need_output()
        command: Callable[[argparse.Namespace], int] = args.command
        return command(args)
    except LaunchError as refusal:
        for sentence in refusal.sentences("eggg"):
            print_error(sentence)
        return refusal.code
    except (CommandError, NewFileError) as failure:
        complain("eggg", str(failure))
        return getattr(failure, "code", 1)


def _run(args: argparse.Namespace) -> int:
    """Import the module of a command, run the command, and return the exit code."""
    module = import_module(f"rogomatic.eggg.{_MODULES.get(args.name, f'{args.name}_command')}")
    return int(getattr(module, args.name)(args))


def parser(*, is_packed: bool = False) -> argparse.ArgumentParser:
    """Return the parser of the command line.

    is_packed  whether this is a program with a single game
    """
    found: argparse.ArgumentParser = ArgumentParser(
        prog=command_for("eggg") if is_packed else "eggg",
        description="Play, check, and explain games that are described in a page of text.",
        epilog="`eggg words` lists what a description can say.",
    )
    found.add_argument("--version", action="version", version=own_tables.EGGG_VERSION)
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
           help="your player: a name, all for people only, or none to watch the machine"
           " (default: the first player)")  # fmt: skip
    option("--against", default="fair", metavar="LEVEL", help="easy, fair, or hard (default fair)")
    option("--players", type=positive, default=0, metavar="N",
           help="number of players, for games that leave it open")  # fmt: skip
    option("--seed", type=_seed, metavar="N", help="seed for dice and shuffles")
    option("--resume", nargs="?", const="", metavar="FILE",
           help="continue the latest match, or the one in FILE")  # fmt: skip
    option("--plain", action="store_true",
           help="print lines instead of drawing a window, for pipes and screen readers")  # fmt: skip
    text = "Show a match again, turn by turn. In a window, keys step through it."
    option = add_command(commands, "replay", "show a match again", text, _run).add_argument
    option("file", metavar="FILE", nargs="?", type=some_name, help="a journal (default: the latest match)")


def _add_others(commands: Commands[argparse.ArgumentParser], game: str) -> None:
    option = add_command(commands, "arena", "find the best computer player", _ARENA, _run).add_argument
    option("game", metavar="NAME|FILE", help="a shipped game, or a description")
    option("--games", type=positive, default=20, metavar="N", help="games per pair (default 20)")
    option("--seed", type=_seed, default=1, help="seed for the dice (default 1)")
    option("--level", choices=("easy", "fair", "hard"), default="fair", help="how strong (default fair)")
    option("--players", metavar="A,B,...", help="computer players (default: all that fit)")
    option("--json", action="store_true", help="print exactly one JSON object")

    brief = "let people play a game on the network"
    option = add_command(commands, "serve", brief, _SERVE, _run).add_argument
    option("game", metavar="NAME|FILE", nargs="?", default="", help=game)
    option("--edit", action="store_true", help="serve a page for writing the game (needs the extra `web`)")
    option("--players", type=positive, default=0, metavar="N",
           help="number of seats, for games that leave it open")  # fmt: skip
    option("--port", type=port, metavar="N",
           help=f"telnet port (default: the one in the description, or {own_tables.PORT})")  # fmt: skip
    option("--raw-port", type=port, metavar="N", help="port for nc and programs")
    option("--web", type=port, metavar="PORT", help="port of a page for browsers (needs the extra `web`)")
    option("--web-host", action="append", type=host_name, metavar="NAME",
           help="host name of the page, with a port of its own as in NAME:8443")  # fmt: skip
    option(
        "--bind", action="append", metavar="ADDR", help="address to listen on (default: 127.0.0.1 and ::1)"
    )
    option("--public", action="store_true", help="allow --bind with an address that other machines can reach")
    option("--per-address", type=partial(whole_number, least=1, most=1000), default=8, metavar="N",
           help="maximum connections from one address (default 8)")  # fmt: skip
    option("--home", type=folder_name, metavar="DIR", help="keep a text world in this folder")
    option("--clock", type=seconds, default=30.0, metavar="S",
           help="seconds for a simultaneous choice before a random one is made (default 30)")  # fmt: skip

    option = add_command(commands, "learn", "learn openings from matches", _LEARN, _run).add_argument
    option("files", nargs="*", type=file_name, metavar="FILE",
           help="journals, or files of openings (default: your journals)")  # fmt: skip
    option("--each", action="store_true", help="test each move separately at 5 %%, not all together")
    option("--json", action="store_true", help="print one JSON object per game")
    brief = "check a revealed choice, or a match"
    option = add_command(commands, "verify", brief, _VERIFY, _run).add_argument
    option("text", metavar="TEXT|FILE", type=some_name, help="the revealed text, in quotes; or a journal")
    option("digest", nargs="?", default="", help="the digest that was shown before")
    option("--game", metavar="NAME|FILE", help="the game in which the choice was made")
    option = add_command(commands, "pack", "make one file that plays a game", _PACK, _run).add_argument
    option("game", metavar="NAME|FILE", help="a shipped game, or a description")
    option("--html", action="store_true", help="make a page for a browser, for a game in turns")
    option("--out", type=file_name, metavar="FILE", help="file to write (default: NAME.pyz or NAME.html)")
