"""Signals that reach a program at bad moments."""

from __future__ import annotations

import os
import signal
from collections.abc import Collection

from rogue.terminal.signals import blocking_signals


def send_at_once(numbers: Collection[signal.Signals]) -> None:
    """Send two signals to this thread, which get through together.

    More of them would overflow the small stack that pytest's faulthandler gives to signals.
    """
    with blocking_signals(numbers):
        for number in numbers:
            signal.raise_signal(number)


class SignalledWhenDestroyed:
    """Something during whose destruction a signal comes: Python drops what the handler raises then."""

    def __del__(self) -> None:
        os.kill(os.getpid(), signal.SIGTERM)
