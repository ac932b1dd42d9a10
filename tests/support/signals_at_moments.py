"""Signals that reach a program at the same moment."""

from __future__ import annotations

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
