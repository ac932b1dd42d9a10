"""How a batch is ended before its time.

Owns   what the signals mean while a batch runs.
Leaves not beginning another game (batch), exit codes (cli).
"""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final, NoReturn

_AT_ONCE: Final = (signal.SIGTERM, signal.SIGHUP)
_SENTENCE: Final = "interrupted: finishing the games in play; again to stop at once"


class Stop:
    """Whether somebody has asked for the end."""

    def __init__(self, say: Callable[[str], None]) -> None:
        self.asked = False
        self._say = say

    def __call__(self) -> bool:
        return self.asked

    def ask(self, _number: int, _frame: object) -> None:
        """Note the wish, and tell what happens now; the second time, raise KeyboardInterrupt."""
        if self.asked:
            raise KeyboardInterrupt
        self.asked = True
        self._say(_SENTENCE)


@contextmanager
def stopping(say: Callable[[str], None]) -> Iterator[Stop]:
    """Give a Stop that hears Ctrl-C; a hangup or the wish to terminate leaves in order, but at once.

    What was ignored from the start stays so, as nohup leaves it.  `say` is called from a signal handler.
    """

    def leave(number: int, _frame: object) -> NoReturn:
        sys.exit(128 + number)

    stop = Stop(say)
    wanted = {signal.SIGINT: stop.ask, **dict.fromkeys(_AT_ONCE, leave)}
    before = {number: old for number in wanted if (old := signal.getsignal(number)) is not signal.SIG_IGN}
    for number in before:
        signal.signal(number, wanted[number])
    try:
        yield stop
    finally:
        for number, old in before.items():
            signal.signal(number, old)
