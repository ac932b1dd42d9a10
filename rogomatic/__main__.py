"""Start `rogomatic`; an interrupt while it is loaded or leaves ends it quietly, with exit code 130."""

from rogue.shared.import_path import forget_current_folder

forget_current_folder()  # before files there can stand in for what is imported from here on

import os  # noqa: E402
import signal  # noqa: E402
import sys  # noqa: E402
from types import FrameType  # noqa: E402
from typing import Final  # noqa: E402

INTERRUPTED: Final = 130


def main() -> int:
    """Run the command line and return its exit code."""
    before = signal.getsignal(signal.SIGINT)
    if before is not signal.default_int_handler:  # an interrupt is ignored, as behind `nohup`
        from rogomatic.cli import main as run

        return run()
    signal.signal(signal.SIGINT, _leave)
    from rogomatic.cli import main as run

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
