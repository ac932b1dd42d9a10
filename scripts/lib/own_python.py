"""The Python of a script: that of the project's own environment."""

from __future__ import annotations

import os
import sys
from typing import Final

START: Final = """
. "$(dirname -- "$(readlink -f -- "$0")")/_env.sh"
prepare dev
exec "$venv/bin/python" "$0" "$@"
"""
"""What the launchers in sh do, with the name of a script as $0."""


def use_own_python(module: str) -> None:
    """Start this script again in `.venv`, which is made first if needed, unless an environment is in use.

    Return at once in a virtual environment, or where `module`, the script's `__name__`, says it is imported.
    """
    if module == "__main__" and sys.prefix == sys.base_prefix:
        os.execv("/bin/sh", ["sh", "-euc", START, *sys.argv])
