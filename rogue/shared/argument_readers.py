"""Readers of command-line arguments, and how a command is added."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable
from pathlib import Path
from typing import Final

MAX_SEED: Final = 2**63 - 1
_WHOLE: Final = re.compile(r"-?[0-9]{1,30}")

Commands = argparse._SubParsersAction
"""What a command adds its parser to."""


def add_command(
    commands: Commands[argparse.ArgumentParser],
    name: str,
    brief: str,
    description: str,
    command: Callable[[argparse.Namespace], int],
) -> argparse.ArgumentParser:
    """Add a command, called with the parsed arguments, and return its parser."""
    parser = commands.add_parser(name, help=brief, description=description)
    parser.set_defaults(command=command, misused=parser.error)
    return parser


def whole_number(text: str, least: int, most: int = MAX_SEED) -> int:
    """Read a whole number between two bounds."""
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
    """Read a number from 1 on."""
    return whole_number(text, 1)


def file_name(text: str) -> Path:
    """Read the name of a file."""
    if not text:
        raise argparse.ArgumentTypeError("the name of a file is empty")
    return Path(text)
