"""The command `rogue`."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from dataclasses import fields
from typing import Final, NoReturn

from rogue.app.config import LaunchOptions
from rogue.shared.command_lines import (
    WRONG_USAGE,
    ArgumentParser,
    complain,
    player_name,
    print_error,
    some_name,
)
from rogue.shared.errors import LaunchError, meant
from rogue.shared.program_start import run_program
from rogue.shared.seeds import read_seed

UNKNOWN_LETTER: Final = 3


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command, and return its exit code."""
    words = list(sys.argv[1:] if argv is None else argv)
    return run_program("rogue", lambda: _obey(words), complain)


def _obey(words: list[str]) -> int:
    """Carry out a command line, and return its exit code.  Raises OSError."""
    try:
        return COMMANDS.get(words[0] if words else "", _run)(words)
    except LaunchError as refusal:
        for sentence in refusal.sentences("rogue"):
            print_error(sentence)
        return refusal.code


def _run(words: list[str]) -> int:
    parser = _parser()
    args = parser.parse_args(words)
    _refuse_contradictions(parser, args)
    if args.short_version:
        _print_version()
        return WRONG_USAGE
    if args.version:
        _print_version()
        return 0
    if args.savefile == "":
        raise LaunchError("there is no wizard's password here; --wizard starts in wizard mode")
    if args.savefile is not None:
        _refuse_misspelling(parser, args.savefile)
    if args.scores is not None:
        from rogue.app.app import show_scores

        return show_scores(args.scores, args.name, os.environ, args.variant)
    if args.history:
        from rogue.app.app import show_history

        return show_history(os.environ, as_json=args.json)
    if args.list or args.discard:
        from rogue.app import lost_games

        if args.list:
            return lost_games.list_lost_games(os.environ)
        return lost_games.discard_lost_game(args.recover, os.environ)
    from rogue.app.app import known_file, launch

    if args.r and args.savefile is None:
        args.savefile = known_file(os.environ)
    said = {field.name: getattr(args, field.name, None) for field in fields(LaunchOptions)}
    given = {name: value for name, value in said.items() if value is not None}
    return launch(LaunchOptions(**given), os.environ)


_ALONE: Final = (
    ("scores", "name", "variant"),
    ("history", "json"),
    ("version",),
    ("list", "recover"),
    ("discard", "recover"),
)
"""Options that begin no game, each with the arguments that go with it."""


def _refuse_contradictions(parser: ArgumentParser, args: argparse.Namespace) -> None:
    """Refuse combinations of flags in which one flag would have no effect."""
    if args.list and args.recover != "":
        parser.error("--list requires --recover without a FILE")
    if args.discard and not args.recover:
        parser.error("--discard requires --recover FILE")
    if args.json and not args.history:
        parser.error("--json requires --history")
    if args.variant is not None and args.edition is not None:
        parser.error("--variant cannot be used with --edition: a variant names its own edition")
    for mode, *allowed in _ALONE:
        if getattr(args, mode) not in (None, False):
            parser.refuse_beside(args, mode, *allowed)
    if args.savefile is not None and args.recover is not None:
        parser.refuse_word(args.savefile)
    if args.r and args.recover is not None:
        parser.error("-r cannot be used with --recover")
    if args.r or args.savefile is not None or args.recover is not None:
        for flag in ("seed", "edition", "variant", "helpers", "wizard", "prove"):
            if flag == "helpers" and args.recover is None:
                continue  # a game may be helped from some moment on
            if getattr(args, flag) not in (None, False):
                parser.error(f"--{flag} is for new games only")


def _refuse_misspelling(parser: ArgumentParser, name: str) -> None:
    """Exit with an error if no file is called `name` and this name resembles a command or an option."""
    if os.path.lexists(name):
        return
    near = meant(name, COMMANDS, parser.option_names())
    if near:
        parser.error(f"there is no saved game {name!r}{near}")


class _Parser(ArgumentParser):
    """A parser that reports an unknown option letter as the original game does."""

    def refuse_word(self, word: str) -> NoReturn:
        """Report an unexpected word or an unknown option letter, and exit.  Raises SystemExit."""
        if word.startswith("-") and not word.startswith("--"):
            self.refuse(f"ERROR: illegal option -- {word[1:2]}", UNKNOWN_LETTER)
        super().refuse_word(word)


def _parser() -> _Parser:
    from rogue.tables.edition_table import EDITIONS

    parser = _Parser(
        prog="rogue",
        allow_abbrev=False,
        add_help=False,
        description="Explore the Dungeons of Doom, and bring the Amulet of Yendor back.",
        epilog="In the game, ? explains the keys.  The variable ROGUEOPTS sets options, such as "
        "terse,name=Ann,inven=slow.  ROGUE_HOME names the folder for scores and journals.  "
        "`rogue daily` plays the dungeon of the day, `rogue replay FILE` shows a game again, "
        "`rogue variant list` names variants, `rogue verify FILE` "
        "checks a score, `rogue serve` lets others play over the network, "
        "`rogue mcp` lets language models play.  `rogomatic coach` lets you play "
        "while an agent shows what it would do.",
    )
    add = parser.add_argument
    add("savefile", nargs="?", metavar="FILE", help="a saved game to continue")
    add("-h", "--help", action="help", help="show this help and exit")
    add("--seed", type=read_seed, metavar="N", help="number of the dungeon (default: $SEED, or random)")
    add("--edition", choices=tuple(EDITIONS), help="which edition of Rogue to play (default: 5.4)")
    add("--variant", metavar="NAME", help="which variant to play: its name, or ./FILE.toml")
    add("--name", type=player_name, help="your name in the score list, which drops accents")
    add("-s", "--scores", nargs="?", const="", metavar="FILE", help="show the best scores and exit")
    add("--recover", nargs="?", const="", metavar="FILE",
        help="continue an interrupted game: the latest, or the one in the journal FILE")  # fmt: skip
    add("--list", action="store_true", help="with --recover: list the games that can be recovered")
    add("--discard", action="store_true", help="with --recover FILE: remove that game")
    add("--history", action="store_true", help="list the games that you have finished in a window, and exit")
    add("--json", action="store_true", help="with --history: print JSON")
    add("--color", "--colour", dest="color", action=argparse.BooleanOptionalAction, default=None,
        help="turn map colors on or off (default: on if the terminal has colors)")  # fmt: skip
    add("--no-panel", dest="panel", action="store_false",
        help="show nothing beside the map in a wide window")  # fmt: skip
    add("--helpers", action="store_true",
        help="let x explore and _ travel; the score list marks the game")  # fmt: skip
    add("--wizard", action="store_true",
        help="start a new game in wizard mode; its score is not listed")  # fmt: skip
    add("--prove", action="store_true",
        help="print a commitment to a new game before its first key, for `rogue verify`")  # fmt: skip
    add("--journal", type=some_name, metavar="FILE", help="write the journal of the game to a new FILE")
    add("--plain", action="store_true",
        help="raw bytes in and out, for programs and pipes; no journal without --journal")  # fmt: skip
    add("-S", dest="signal_ends", action="store_true",
        help="a signal or the end of input kills the player instead of saving the game")  # fmt: skip
    add("--allow-shell", action="store_true", help="let the key ! start a shell")
    add("-d", dest="die", action="store_true", help="die at once")
    add("-r", action="store_true", help="continue the game in ~/.rogue.save, or in file= of ROGUEOPTS")
    add("-V", dest="short_version", action="store_true", help=argparse.SUPPRESS)
    add("--version", action="store_true", help="show the version and exit")
    return parser


def _daily(words: list[str]) -> int:
    from rogue.app.daily_command import daily_command

    return daily_command(words[1:], os.environ)


def _mcp(words: list[str]) -> int:
    from rogue.model_tools.mcp_command import mcp_command

    return mcp_command(words[1:])


def _replay(words: list[str]) -> int:
    from rogue.app.replay_viewer import replay_command

    return replay_command(words[1:])


def _variant(words: list[str]) -> int:
    from rogue.app.variant_commands import variant_command

    return variant_command(words[1:], os.environ)


def _serve(words: list[str]) -> int:
    from rogue.server.serve_command import serve_command

    return serve_command(words[1:])


def _verify(words: list[str]) -> int:
    from rogue.app.verify_command import verify_command

    return verify_command(words[1:])


COMMANDS: Final = {
    "daily": _daily, "mcp": _mcp, "replay": _replay, "serve": _serve, "variant": _variant, "verify": _verify,
}  # fmt: skip
"""First words that never mean a saved game.  A saved game with such a name is given as ./NAME."""


def _print_version() -> None:
    from rogue import __version__
    from rogue.tables.ruleset import ROGUE_54

    number, date = ROGUE_54.version.split()[2::2]
    print(f"{number} {date} (rogue {__version__})")
