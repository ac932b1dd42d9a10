"""Start `rogue`; an interrupt while it is loaded or leaves ends it quietly, with exit code 130."""

from __future__ import annotations

import os
import signal
import sys
from types import FrameType
from typing import Final

INTERRUPTED: Final = 130


def main() -> int:
    """Run the command line and return its exit code."""
    before = signal.getsignal(signal.SIGINT)
    if before is not signal.default_int_handler:  # an interrupt is ignored, as behind `nohup`
        from rogue.cli import main as run

        return run()
    signal.signal(signal.SIGINT, _leave)
    from rogue.cli import main as run

    try:
        signal.signal(signal.SIGINT, before)
        return run()
    except KeyboardInterrupt:  # before the command line could take it
        return INTERRUPTED
    finally:
        signal.signal(signal.SIGINT, _leave)


def _leave(_number: int, _frame: FrameType | None) -> None:
    """End at once: nothing has been written yet, or all of it."""
    os._exit(INTERRUPTED)


if __name__ == "__main__":
    sys.exit(main())
