"""When it is time for a frame: neither the terminal nor the bot must suffer from the drawing."""

from __future__ import annotations

import time
from typing import Final

from rogomatic.run.viewer.controls import FRAME_SECONDS

FRAME_SHARE: Final = 0.03  # of the CPU time may go into drawing while the bot plays at full speed


class FrameBudget:
    """What frames have cost so far, and when the last one was drawn."""

    def __init__(self) -> None:
        self._drawn_at = time.monotonic()
        self._drawn_cpu = self._cost = self._last_cost = 0.0  # CPU seconds: when, and of a frame

    def is_due(self, now: float, *, has_time: bool) -> bool:
        """Return whether it is time for a frame; has_time: the bot waits before its next command anyway."""
        if now - self._drawn_at < FRAME_SECONDS:
            return False
        return has_time or (time.process_time() - self._drawn_cpu) * FRAME_SHARE >= self._cost

    def note(self, started_cpu: float) -> None:
        """Note that a frame was drawn, begun at this CPU time."""
        self._drawn_at, self._drawn_cpu = time.monotonic(), time.process_time()
        # The smaller of two: a frame for which something had to be loaded is no measure.
        cost = self._drawn_cpu - started_cpu
        self._cost, self._last_cost = min(cost, self._last_cost), cost
