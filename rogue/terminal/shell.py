"""The shell of `!`: another program on the player's terminal, then back to the game.

Owns   which shell is run, the wait for return behind it (screen.md 14).
Leaves who may have one (rogue.begin), giving the terminal away and taking it back (terminal.tty).
"""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Final

from rogue.play.request import Answer

DEFAULT: Final = "/bin/sh"
PRESS_RETURN: Final = "[Press return to continue]"


def run_shell() -> Answer:
    """Run the user's shell until it ends, then wait for return; the terminal must be as a shell wants it."""
    try:
        subprocess.run([os.environ.get("SHELL") or DEFAULT], check=False)
    except (OSError, ValueError) as error:
        return Answer("failed", getattr(error, "strerror", None) or str(error))
    try:
        sys.stdout.write(PRESS_RETURN)
        sys.stdout.flush()
        sys.stdin.readline()
    except (OSError, ValueError, KeyboardInterrupt):  # the game notices a terminal that is gone
        pass
    return Answer("done")
