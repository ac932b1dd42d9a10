"""Signals that reach a program at the same moment."""

from __future__ import annotations

import signal
from collections.abc import Collection

from rogue.terminal.signals import blocking_signals


def send_at_once(numbers: Collection[signal.Signals]) -> None:
    """Send signals to this thread, which get through together."""
    with blocking_signals(numbers):
        for number in numbers:
            signal.raise_signal(number)
