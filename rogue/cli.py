"""The command `rogue`: its arguments, its environment, the score list at the end.

Owns   what the user can say on the command line and in the environment (SAV-7, screen.md 14), which
       mode a game is played in, exit codes: 0 played, 1 refused, 2 wrong usage, 130 interrupted.
Leaves a person's terminal (rogue.tty), plain mode (rogue.plain), the game (rogue.play), the score
       file (rogue.scorefile).

Plain mode is chosen by --plain, when input or output is no terminal, and for TERM=dumb, unknown and
vt100.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from rogue.play.session import Session
    from rogue.state.options import Options

SEEDS: Final = 1 << 64
PLAIN_TERMINALS: Final = ("", "dumb", "unknown", "vt100")
SMALLEST: Final = (24, 80)
BOT_NAME: Final = "rogo-"  # players of this name take their dungeon from ROGOSEED


class Refused(Exception):
    """What the user asked for cannot be done; the text says why."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command; return its exit code."""
    parser = _parser()
    args = parser.parse_args(argv)
    try:
        if args.version:
            return _print_version()
        if args.scores is not None:
            return _print_scores(args, os.environ)
        if args.savefile is not None:
            raise Refused("saved games cannot be restored: saving is not part of this version")
        return _play(args, os.environ)
    except Refused as refusal:
        print(f"rogue: {refusal}", file=sys.stderr)
        return 1
    except BrokenPipeError:
        _drop_output()
        return 0
    except OSError as error:
        print(f"rogue: {error.strerror or error}", file=sys.stderr)
        _drop_output()
        return 1
    except KeyboardInterrupt:
        return 130


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="rogue",
        description="Explore the Dungeons of Doom, and bring the Amulet of Yendor back.",
        epilog="In the game, ? explains the keys.  The variable ROGUEOPTS sets options, such as "
        "terse,name=Ann,inven=slow.",
    )
    parser.add_argument("savefile", nargs="?", help="a saved game (not supported yet)")
    parser.add_argument(
        "--seed", type=_seed, metavar="N", help="number of the dungeon (also: SEED)"
    )
    parser.add_argument("--name", help="the name for the score list")
    parser.add_argument(
        "-s", "--scores", nargs="?", const="", metavar="FILE", help="show the best scores and exit"
    )
    parser.add_argument(
        "--plain", action="store_true", help="bytes in, bytes out: for programs and pipes"
    )
    parser.add_argument(
        "-S", dest="signal_ends", action="store_true",
        help="in plain mode: a signal or the end of input kills the player",
    )  # fmt: skip
    parser.add_argument("-r", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("-V", "--version", action="store_true", help="show the version and exit")
    return parser


def _seed(text: str) -> int:
    seed = read_number(text)
    if seed is None or not 0 <= seed < SEEDS:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 0 to 2**64 - 1")
    return seed


def read_number(text: str) -> int | None:
    """Return a number written decimal, as 0x or as octal with a leading 0; None if it is none.

    >>> read_number("101"), read_number("0x10"), read_number("010"), read_number("ten")
    (101, 16, 8, None)
    """
    text = text.strip()
    octal = len(text) > 1 and text[0] == "0" and text.isdecimal()
    try:
        return int(text, 8 if octal else 0)
    except ValueError:
        return None


def choose_seed(asked: int | None, name: str, env: Mapping[str, str]) -> int:
    """Return the dungeon number: --seed, else ROGOSEED for a player called rogo-..., else SEED,
    else a new one.

    Raises Refused for a variable that holds no number.
    """
    if asked is not None:
        return asked
    for variable in ("ROGOSEED", "SEED"):
        text = env.get(variable, "")
        if not text or (variable == "ROGOSEED" and not name.startswith(BOT_NAME)):
            continue
        seed = read_number(text)
        if seed is None:
            raise Refused(f"{variable} is {text!r}, which is no number")
        return seed % SEEDS
    return int.from_bytes(os.urandom(4), "big")


def option_text(name: str | None, env: Mapping[str, str]) -> str:
    """Return the options as one text: the login name, then ROGUEOPTS, then --name.

    A comma would end a name, so it becomes a blank.
    """
    login = env.get("LOGNAME") or env.get("USER") or _login_name()
    texts = [f"name={login}", env.get("ROGUEOPTS", "")] if login else [env.get("ROGUEOPTS", "")]
    return ",".join([*texts, f"name={name.replace(',', ' ')}"] if name else texts)


def _login_name() -> str:
    try:
        import getpass

        return getpass.getuser()
    except (ImportError, OSError, KeyError):
        return ""


def _options(text: str) -> Options:
    from rogue.play.options import read_options

    return read_options(text, os.path.expanduser("~"))


def _score_path(options: Options) -> Path:
    if options.score:
        return Path(os.path.expanduser(options.score))
    from platformdirs import user_data_path

    return user_data_path("rogue", appauthor=False) / "scores.json"


def _print_version() -> int:
    from rogue import __version__
    from rogue.tables.ruleset import ROGUE_54

    print(f"rogue {__version__} ({ROGUE_54.version})")
    return 0


def _print_scores(args: argparse.Namespace, env: Mapping[str, str]) -> int:
    from rogue.play.scores import score_lines
    from rogue.scorefile import ScoresUnreadable, read_scores

    _need_output()
    path = Path(args.scores) if args.scores else _score_path(_options(option_text(args.name, env)))
    if args.scores and not path.exists():
        raise Refused(f"{path}: there is no such file")
    try:
        rows = read_scores(path)
    except ScoresUnreadable as error:
        raise Refused(str(error)) from error
    print("\n".join(score_lines(rows)))
    sys.stdout.flush()
    return 0


# -- playing


def _play(args: argparse.Namespace, env: Mapping[str, str]) -> int:
    if sys.stdin is None:
        raise Refused("the standard input is closed, so no key can be read")
    _need_output()
    text = option_text(args.name, env)
    name = _options(text).name
    seed = choose_seed(args.seed, name, env)
    plain = args.plain or not _has_terminal() or is_plain_terminal(env.get("TERM", ""))
    _check_size()
    if plain:
        _greet(f"Hello {name}, just a moment while I dig the dungeon #{seed}...")
    session = _new_session(seed, text)
    try:
        if plain:
            from rogue.plain import play as play_plain

            play_plain(session, args.signal_ends)
        else:
            from rogue.tty import play

            session.greet()
            play(session)
    finally:  # a window that is closed over the tombstone must not cost the score
        if session.outcome is not None:
            _end(session, marked=not plain)
    return 0


def _greet(hello: str) -> None:
    from rogue.plain import write

    write(hello.encode("ascii", "replace"))


def _new_session(seed: int, options: str) -> Session:
    import time

    from rogue.play.session import Session

    return Session(seed, options=options, year=time.localtime().tm_year)


def _need_output() -> None:
    """Refuse a closed output: the next file that is opened would take its place."""
    if sys.stdout is None:
        raise Refused("the standard output is closed, so nothing can be shown")


def _has_terminal() -> bool:
    return sys.stdin.isatty() and sys.stdout.isatty()


def is_plain_terminal(term: str) -> bool:
    """Tell whether a kind of terminal gets the plain mode.

    >>> is_plain_terminal("vt100-w"), is_plain_terminal("dumb"), is_plain_terminal("xterm")
    (True, True, False)
    """
    return term.partition("-")[0] in PLAIN_TERMINALS


def _check_size() -> None:
    """Refuse a window that is too small.  A pipe has no size; a size of nothing is not believed."""
    try:
        cols, rows = os.get_terminal_size(sys.stdout.fileno())
    except (OSError, ValueError):
        return
    if 0 < rows < SMALLEST[0] or 0 < cols < SMALLEST[1]:
        raise Refused(f"the window is {rows} lines of {cols} columns; Rogue needs 24 of 80")


def _end(session: Session, *, marked: bool) -> None:
    """Keep the score and print the list, the new row in standout if `marked`."""
    import time

    from rogue.plain import write
    from rogue.play.scores import score_lines
    from rogue.scorefile import add_score

    outcome, options = session.outcome, session.options
    assert outcome is not None
    lock = Path(os.path.expanduser(options.lock)) if options.lock else None
    row = outcome.row(time.strftime("%Y-%m-%dT%H:%M:%S"))
    named = bool(options.score)
    rows, trouble = add_score(_score_path(options), row, lock, named=named)
    with suppress(OSError):  # nobody may be there to read it
        write(("\n".join(score_lines(rows, row if marked else None)) + "\n").encode())
        if trouble:
            print(f"rogue: {trouble}", file=sys.stderr)


def _drop_output() -> None:
    """Let the interpreter end in peace when nobody can read its output any more."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
