"""The command `rogue`: its arguments, its environment, the plain mode, the score list at the end.

Owns   what the user can say on the command line and in the environment (SAV-7, screen.md 14), the
       plain mode for programs and pipes (screen.md 15), exit codes: 0 played, 1 refused, 2 wrong
       usage.
Leaves a person's terminal (rogue.tty), the game (rogue.play), the score file (rogue.scorefile).

Plain mode is chosen by --plain, when input or output is no terminal, and for TERM=dumb, unknown,
vt100 and the like: there the game's bytes go out as they are, and the keys come in as they are.
That is how other programs drive Rogue.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from types import FrameType

    from rogue.play.session import Session
    from rogue.state.options import Options

SEEDS: Final = 1 << 64
PLAIN_TERMINALS: Final = ("", "dumb", "unknown", "vt")
SMALLEST: Final = (24, 80)
ESCAPE_SECONDS: Final = 1.0  # the wait for the key that Escape takes with it (bot-handshake.md 5)
OPENING: Final = b"\x1b(B\x1b)0\x1b[1;24r\x1b[m\x0f\x1b[?7h\x1b[?1h\x1b="
CLOSING: Final = b"\r\x1b[24;1H\r\x1b[?1l\x1b>\r\n"
BOT_NAME: Final = "rogo-"  # players of this name take their dungeon from ROGOSEED


class Refused(Exception):
    """What the user asked for cannot be done; the text says why."""


class HungUp(Exception):
    """A signal asked the program to end."""


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


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="rogue",
        description="Explore the Dungeons of Doom, and bring the Amulet of Yendor back.",
        epilog="In the game, ? explains the keys.  ROGUEOPTS sets options: terse,name=Ann.",
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
    """Return the options as one text: the login name, then ROGUEOPTS, then --name."""
    login = env.get("LOGNAME") or env.get("USER") or _login_name()
    texts = [f"name={login}", env.get("ROGUEOPTS", "")] if login else [env.get("ROGUEOPTS", "")]
    return ",".join([*texts, f"name={name}"] if name else texts)


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
        return Path(options.score)
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

    path = Path(args.scores) if args.scores else _score_path(_options(option_text(args.name, env)))
    try:
        rows = read_scores(path)
    except ScoresUnreadable as error:
        raise Refused(str(error)) from error
    print("\n".join(score_lines(rows)))
    sys.stdout.flush()
    return 0


# -- playing


def _play(args: argparse.Namespace, env: Mapping[str, str]) -> int:
    text = option_text(args.name, env)
    options = _options(text)
    seed = choose_seed(args.seed, options.name, env)
    plain = args.plain or not _has_terminal() or is_plain_terminal(env.get("TERM", ""))
    _check_size()
    import time

    from rogue.play.session import Session

    year = time.localtime().tm_year
    if not plain:
        from rogue.tty import play

        session = Session(seed, options=text, year=year)
        play(session)
    else:
        hello = f"Hello {options.name}, just a moment while I dig the dungeon #{seed}..."
        _write(hello.encode("ascii", "replace"))
        session = Session(seed, options=text, year=year)
        play_plain(session, args.signal_ends)
    if session.outcome is not None:
        _end(session, options)
    return 0


def _has_terminal() -> bool:
    return sys.stdin.isatty() and sys.stdout.isatty()


def is_plain_terminal(term: str) -> bool:
    """Tell whether a kind of terminal gets the plain mode.

    >>> is_plain_terminal("vt100"), is_plain_terminal("dumb"), is_plain_terminal("xterm-256color")
    (True, True, False)
    """
    return any(term == kind or (kind == "vt" and term.startswith(kind)) for kind in PLAIN_TERMINALS)


def _check_size() -> None:
    """Refuse a window that is too small.  A pipe has no size; a size of nothing is not believed."""
    try:
        cols, rows = os.get_terminal_size(sys.stdout.fileno())
    except (OSError, ValueError):
        return
    if 0 < rows < SMALLEST[0] or 0 < cols < SMALLEST[1]:
        raise Refused(f"the window is {rows} lines of {cols} columns; Rogue needs 24 of 80")


def _end(session: Session, options: Options) -> None:
    """Keep the score and print the list."""
    import time

    from rogue.play.scores import score_lines
    from rogue.scorefile import add_score

    outcome = session.outcome
    assert outcome is not None
    lock = Path(options.lock) if options.lock else None
    now = time.strftime("%Y-%m-%dT%H:%M:%S")
    rows, trouble = add_score(_score_path(options), outcome.row(now), lock)
    with suppress(OSError):  # nobody may be there to read it
        _write(("\n".join(score_lines(rows)) + "\n").encode())
        if trouble:
            print(f"rogue: {trouble}", file=sys.stderr)


# -- plain mode


def play_plain(session: Session, signal_ends: bool = False) -> None:
    """Pass bytes between stdin, stdout and a game until it is closed or input ends.

    With `signal_ends` a signal or the end of input kills the player (screen.md 12.5), else the game
    is dropped.
    """
    # The other side may leave at any time: an OSError is the end of input.
    with _Raw(sys.stdin.fileno()), suppress(HungUp, OSError):
        _write(OPENING + session.feed(b""))
        while not session.closed:
            keys = os.read(sys.stdin.fileno(), 4096)
            if not keys:
                break
            _feed(session, keys)
        if session.closed:
            _write(CLOSING)
    if signal_ends:
        session.hang_up()


def _feed(session: Session, keys: bytes) -> None:
    """Feed keys; an Escape at the end waits for the key that it takes with it."""
    import select

    while keys.endswith(b"\x1b"):
        _write(session.feed(keys[:-1]))
        keys = b"\x1b"
        if not select.select([sys.stdin], [], [], ESCAPE_SECONDS)[0]:
            break
        more = os.read(sys.stdin.fileno(), 4096)
        if not more:
            break
        keys += more
        if keys == b"\x1b\x1b":
            break
    _write(session.feed(keys))


class _Raw:
    """A terminal that passes every key at once, and signals that ask for an end.

    A pipe has the signals only.
    """

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._undo: list[Callable[[], object]] = []

    def __enter__(self) -> _Raw:
        import signal

        def hang_up(_number: int, _frame: FrameType | None) -> None:
            raise HungUp

        for number in (signal.SIGTERM, signal.SIGHUP):
            old = signal.signal(number, hang_up)
            self._undo.append(partial(signal.signal, number, old))
        if os.isatty(self._descriptor):
            self._make_raw()
        return self

    def _make_raw(self) -> None:
        import termios

        before = termios.tcgetattr(self._descriptor)
        mode = termios.tcgetattr(self._descriptor)
        mode[0] &= ~(termios.ICRNL | termios.INLCR | termios.IXON | termios.ISTRIP)
        mode[3] &= ~(termios.ICANON | termios.ECHO | termios.ISIG | termios.IEXTEN)
        mode[6][termios.VMIN], mode[6][termios.VTIME] = 1, 0
        termios.tcsetattr(self._descriptor, termios.TCSANOW, mode)

        def restore() -> None:
            with suppress(termios.error):  # the terminal may be gone
                termios.tcsetattr(self._descriptor, termios.TCSADRAIN, before)

        self._undo.append(restore)

    def __exit__(self, *error: object) -> None:
        for undo in reversed(self._undo):
            undo()


def _write(data: bytes) -> None:
    """Write all of `data` to stdout at once."""
    sys.stdout.flush()
    while data:
        data = data[os.write(sys.stdout.fileno(), data) :]


def _drop_output() -> None:
    """Let the interpreter end in peace when nobody reads its output any more."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
