"""Wrong usage of a command: what is wrong is printed before the lines of usage."""

from __future__ import annotations

import argparse
import sys
from typing import Final, NoReturn

from rogue.errors import printable

WRONG_USAGE: Final = 2


class ArgumentParser(argparse.ArgumentParser):
    """A parser whose complaint is one sentence first, then the usage."""

    def error(self, message: str) -> NoReturn:
        """Print what is wrong, and end.  Raises SystemExit with WRONG_USAGE."""
        self.refuse(f"error: {message}", WRONG_USAGE)

    def refuse(self, sentence: str, code: int) -> NoReturn:
        """Print a sentence and the usage, and end.  Raises SystemExit with the code."""
        print(f"{self.prog}: {printable(sentence)}", file=sys.stderr)
        self.print_usage(sys.stderr)
        sys.exit(code)
