"""The pace of a replay: its speed, its pauses, the keys that change them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

SPEEDS: Final = (0.5, 1.0, 2.0, 5.0, 10.0, 15.0, 25.0, 50.0, 100.0, 250.0)  # steps per second
PACE_KEYS: Final = {" ": "pause", "+": "faster", "=": "faster", "-": "slower", "_": "slower", "0": "full"}
"""Key -> action for `Playback.do`."""


class Playback:
    """The pace of a replay.

    speed   steps per second, or 0 for as fast as possible
    paused  whether the replay waits for a key
    """

    def __init__(self, speed: float) -> None:
        self.speed = speed
        self.paused = False

    @property
    def notice(self) -> str:
        """The pace in words: "paused, 5/s"."""
        speed = f"{self.speed:g}/s" if self.speed else "full speed"
        return f"paused, {speed}" if self.paused else speed

    def pause(self) -> None:
        """Pause the replay, or resume a paused replay."""
        self.paused = not self.paused

    def do(self, action: str) -> None:
        """Carry out an action: "pause", "faster", "slower", or "full" speed."""
        match action:
            case "pause":
                self.pause()
            case "faster":
                self.speed = faster(self.speed)
            case "slower":
                self.speed = slower(self.speed)
            case "full":
                self.speed = 0.0


def faster(speed: float) -> float:
    """Return the next higher speed in steps per second, where 0 is as fast as possible.

    >>> faster(15.0), faster(250.0), faster(0)
    (25.0, 0.0, 0.0)
    """
    return next((step for step in SPEEDS if step > speed > 0), 0.0)


def slower(speed: float) -> float:
    """Return the next lower speed in steps per second.  A `speed` of 0 is the highest.

    >>> slower(15.0), slower(0), slower(0.5)
    (10.0, 250.0, 0.5)
    """
    return next((step for step in reversed(SPEEDS) if step < speed or not speed), SPEEDS[0])


def seek(has_arrived: Callable[[], bool], advance: Callable[[], bool]) -> bool:
    """Call `advance` until `has_arrived` returns True.  Return False if `advance` reaches the end first."""
    while not has_arrived():
        if not advance():
            return False
    return True
