"""Tools for command lines: parsers, functions that read arguments, functions that write commands as text."""

from __future__ import annotations

import argparse
import os
import re
import shlex
import shutil
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from math import inf
from pathlib import Path
from typing import Any, Final, NoReturn

from rogue.shared.errors import meant, printable
from rogue.shared.wording import listed

_SCRIPTS: Final = "scripts"  # the launchers of a checkout
_MODULES: Final = {"eggg": "rogomatic.eggg"}  # modules of programs without their own package
_NAMED: Final = re.compile(r"`(rogue|rogomatic|eggg)(?=[ `])")
WRONG_USAGE: Final = 2
MAX_SEED: Final = 2**63 - 1
_WHOLE: Final = re.compile(r"-?[0-9]{1,30}")
_DECIMAL: Final = re.compile(r"[-+]?([0-9]{1,30}(\.[0-9]{0,30})?|\.[0-9]{1,30})([eE][-+]?[0-9]{1,2})?")
_HOST: Final = re.compile(r"([a-z0-9_]([a-z0-9._-]*[a-z0-9_])?|\[[0-9a-f:.]+\])(:[0-9]{1,5})?", re.IGNORECASE)


def command_for(program: str, *arguments: str) -> str:
    """Return a command line that starts a program from the current folder."""
    return shlex.join([*_start(program, Path(sys.argv[0])), *arguments])


def runnable(text: str) -> str:
    """Return a text in which each command in backquotes can be run from the current folder.

    Each is replaced by the command line that the user must type.
    """
    return _NAMED.sub(lambda found: f"`{command_for(found[1])}", text)


def _start(program: str, started: Path) -> list[str]:
    """Return the words that start a program in the same way as this process was started.

    Depending on how that was, the program is an archive that contains everything, a launcher script in a
    checkout that has a folder .venv, an installed command, or a module.
    """
    if started.suffix == ".pyz":
        return ["python3", str(started)]
    folder = started.parent
    launcher = folder.parent.parent / _SCRIPTS / program
    if folder.parent.name == ".venv" and launcher.is_file():
        near = os.path.relpath(launcher)
        if near.startswith(os.pardir):
            return [str(launcher)]
        return [near if os.sep in near else os.path.join(os.curdir, near)]
    beside = folder / program
    if started.suffix != ".py" and beside.is_file():
        found = shutil.which(program)
        return [program if found and Path(found).samefile(beside) else str(beside)]
    module = _MODULES.get(program, program)
    return [sys.executable, "-P", "-m", module]  # not from files in the current folder


def short_path(path: Path | str) -> str:
    """Return a path for a command line, with `~` for the home folder.

    >>> short_path(Path.home() / "a b")
    "~/'a b'"
    """
    text, home = str(path), os.path.expanduser("~")
    if home != "/" and text.startswith(home + os.sep):
        return f"~{os.sep}{shlex.quote(text[len(home) + 1 :])}"
    return shlex.quote(text)


class HelpFormatter(argparse.HelpFormatter):
    """A help formatter that writes commands as they must be typed in the current folder."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        return super()._fill_text(runnable(text), width, indent)

    def _split_lines(self, text: str, width: int) -> list[str]:
        return super()._split_lines(runnable(text), width)


class ArgumentParser(argparse.ArgumentParser):
    """A parser that reports an error in one sentence.

    After the sentence it prints the usage, except when the error is an invalid value of an argument.
    """

    _is_value_wrong = False

    def __init__(self, **how: Any) -> None:
        how.setdefault("formatter_class", HelpFormatter)
        super().__init__(**how)

    def parse_known_args(  # type: ignore[override]
        self, args: Sequence[str] | None = None, namespace: Any = None
    ) -> tuple[Any, list[str]]:
        """Parse the arguments, in any order, and refuse the first word that no parser accepts."""
        found, rest = super().parse_known_args(args, namespace)
        end = rest.index("--") if "--" in rest else len(rest)  # of the options
        options = [word for word in rest[:end] if word.startswith("-")]
        words = [word for word in rest[:end] if not word.startswith("-")] + rest[end + 1 :]
        if options:
            self.refuse_word(options[0])
        if words and not self._takes_late(found, words):
            self.error(f"unexpected argument {words[0]!r}")
        return found, []

    def _takes_late(self, found: argparse.Namespace, words: list[str]) -> bool:
        """Give words after an option to a last argument that takes several.  Return whether there is one."""
        several = [action for action in self._get_positional_actions()[-1:] if action.nargs in ("+", "*")]
        if not several:
            return False
        try:
            values = self._get_values(several[0], words)
        except argparse.ArgumentError as error:
            self.error(str(error))
        setattr(found, several[0].dest, [*(getattr(found, several[0].dest) or ()), *values])
        return True

    def _get_values(self, action: argparse.Action, arg_strings: list[str]) -> Any:
        """Return the value of an argument.  Before a command, `--` is left out."""
        is_ended = action.nargs == argparse.PARSER and arg_strings[:1] == ["--"]
        return super()._get_values(action, arg_strings[is_ended:])

    def refuse_word(self, word: str) -> NoReturn:
        """Report a superfluous word, and exit.  Raises SystemExit."""
        if not word.startswith("-"):
            self.error(f"unexpected argument {word!r}")
        name = word.partition("=")[0]
        self.error(f"there is no option {name}{meant(name, self.option_names())}")

    def option_names(self) -> list[str]:
        """Return the names of the options that the help lists."""
        plain = re.sub(r"\x1b\[[0-9;]*m", "", self.format_help())  # newer Pythons print it in colors
        return re.findall(r"(?:^  |, )(--?[a-zA-Z][-\w]*)", plain, re.MULTILINE)

    def refuse_beside(self, args: argparse.Namespace, mode: str, *allowed: str) -> None:
        """If the user gave an argument that has no effect with the option `mode`, report it and exit.

        Call this if the user gave the option `mode`.  Raises SystemExit.

        allowed  names of the arguments that may go with `mode`
        """
        for action in self._actions:
            value = getattr(args, action.dest, action.default)
            if value == action.default or action.dest in (mode, *allowed):
                continue
            if not action.option_strings:
                self.error(f"unexpected argument {value!r}")
            names = [name for name in action.option_strings if name.startswith("--no-") == (value is False)]
            self.error(f"--{mode} cannot be used with {next(iter(names), action.option_strings[0])}")

    def _get_value(self, action: argparse.Action, arg_string: str) -> Any:
        """Convert a word to its value, and record whether the value is invalid."""
        try:
            return super()._get_value(action, arg_string)
        except argparse.ArgumentError:
            self._is_value_wrong = True
            raise

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        """Refuse a value that is not among the choices.  The error lists the choices."""
        if action.choices is None or value in action.choices:
            return
        names = [str(choice) for choice in action.choices]
        what = "/".join(action.option_strings) or str(action.metavar or action.dest)
        wrong = f"{what} cannot be {value!r}"
        self._is_value_wrong = not isinstance(action, argparse._SubParsersAction)
        if isinstance(action, argparse._SubParsersAction):
            wrong = f"there is no {what.lower().strip('[]')} {value!r}"
        near = meant(str(value), names)
        choices = f"hoose from {listed(names)}"
        raise argparse.ArgumentError(None, f"{wrong}{near}  C{choices}." if near else f"{wrong}: c{choices}")

    def _print_message(self, message: str, file: Any = None) -> None:
        """Print a text.  Raises OSError if it cannot be written to standard output."""
        if file is None or file is not sys.stdout:
            super()._print_message(message, file)
        elif message:
            file.write(message)
            file.flush()

    def error(self, message: str) -> NoReturn:
        """Print a usage error, and exit.  Raises SystemExit with WRONG_USAGE."""
        self.refuse(f"error: {message}", WRONG_USAGE)

    def refuse(self, sentence: str, code: int) -> NoReturn:
        """Print a sentence.  Then print the usage, except when the parser has met an invalid value.

        Raises SystemExit with `code`.
        """
        complain(self.prog, sentence)
        if not self._is_value_wrong:
            self.print_usage(sys.stderr)
        sys.exit(code)


def complain(program: str, sentence: str) -> None:
    """Print a program's name and an error on standard error."""
    print_error(f"{program}: {sentence}")


def print_error(sentence: str) -> None:
    """Print a sentence on standard error, made safe for a terminal."""
    with suppress(OSError):
        print(runnable(printable(sentence)), file=sys.stderr)


Commands = argparse._SubParsersAction
"""Subparsers to which a command adds its parser."""


def add_commands(parser: argparse.ArgumentParser, what: str) -> Commands[argparse.ArgumentParser]:
    """Make a parser require a subcommand, and return an object to pass to `add_command`.

    In the help, the value of `what` stands for the subcommand.
    """
    commands = parser.add_subparsers(title=f"{what}s", metavar=what.upper())

    def refuse(_args: argparse.Namespace) -> NoReturn:
        parser.error(f"the {what} is missing: choose from {listed(list(commands.choices))}")

    parser.set_defaults(command=refuse)
    return commands


def add_command(
    commands: Commands[argparse.ArgumentParser],
    name: str,
    brief: str,
    description: str,
    command: Callable[[argparse.Namespace], int],
) -> argparse.ArgumentParser:
    """Add a command, and return the command's parser.  `command` will be called with the parsed arguments."""
    parser = commands.add_parser(name, help=brief, description=description)
    parser.set_defaults(command=command, misused=parser.error)
    return parser


def whole_number(text: str, least: int, most: int = MAX_SEED) -> int:
    """Return the whole number in a text.

    Raises ArgumentTypeError if there is none, or if the number is not in the range from `least` to `most`.
    """
    if not _WHOLE.fullmatch(text):
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number")
    number = int(text)
    if number > most == MAX_SEED:
        raise argparse.ArgumentTypeError(f"{text} is too large")
    if number < least and most == MAX_SEED:
        raise argparse.ArgumentTypeError(f"{text} is less than {least}")
    if not least <= number <= most:
        raise argparse.ArgumentTypeError(f"{text} is not between {least} and {most}")
    return number


def positive(text: str) -> int:
    """Return the whole number in a text.  Raises ArgumentTypeError if it is below 1."""
    return whole_number(text, 1)


def port(text: str, least: int = 0) -> int:
    """Return the number of a port.  0 means any free port.  Raises ArgumentTypeError."""
    return whole_number(text, least, 65535)


def decimal_number(text: str, least: float, most: float) -> float:
    """Return the number in a text such as 2.5 or 1e-3.

    Raises ArgumentTypeError if there is none, or if the number is not in the range from `least` to `most`.
    Blanks, underscores, digits of other scripts, infinity, and "nan" are refused.

    >>> [decimal_number(text, 0, 9) for text in ("2.5", ".5", "+3", "1E-3")]
    [2.5, 0.5, 3.0, 0.001]
    """
    if not _DECIMAL.fullmatch(text):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number")
    if not least <= (number := float(text)) <= most:
        raise argparse.ArgumentTypeError(f"{text} is not between {least:g} and {most:.7g}")
    return number


def seconds(text: str) -> float:
    """Return the number of seconds in a text.  Raises ArgumentTypeError unless it is positive."""
    number = decimal_number(text, -inf, inf)
    if number <= 0:
        raise argparse.ArgumentTypeError(f"{text} is not a positive number of seconds")
    return number


def folder_name(text: str) -> Path:
    """Return a path.  The folder need not exist.  Raises ArgumentTypeError for "" and for a file's path."""
    if not text:
        raise argparse.ArgumentTypeError("the folder name is empty")
    path = Path(text)
    if path.exists() and not path.is_dir():
        raise argparse.ArgumentTypeError(f"{text!r} is not a folder")
    return path


def host_name(text: str) -> str:
    """Return a host name in lower case, with an optional port.  Raises ArgumentTypeError.

    >>> host_name("Rogue.example:8443")
    'rogue.example:8443'
    >>> host_name("my_container")
    'my_container'
    """
    if not _HOST.fullmatch(text):
        raise argparse.ArgumentTypeError(f"{text!r} is not a host, such as rogue.example")
    return text.lower()


def some_name(text: str) -> str:
    """Return a file name.  Raises ArgumentTypeError for "", which an unset shell variable yields."""
    if not text:
        raise argparse.ArgumentTypeError("the file name is empty")
    return text


def player_name(text: str) -> str:
    """Return a player's name from the command line.  Raises ArgumentTypeError if it cannot be a name."""
    if not text.strip():
        raise argparse.ArgumentTypeError("the name is empty")
    if text.startswith("~"):
        raise argparse.ArgumentTypeError("a name cannot begin with ~, which stands for the home folder")
    return text


def file_name(text: str) -> Path:
    """Return the path of a file.  Raises ArgumentTypeError for ""."""
    return Path(some_name(text))
