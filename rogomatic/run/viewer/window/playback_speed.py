"""The pace of a watched game: how fast it goes, when it stops."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

SPEEDS: Final = (0.5, 1.0, 2.0, 5.0, 10.0, 15.0, 25.0, 50.0, 100.0, 250.0)  # commands per second

Step = Literal["", "command", "turn", "rung", "level"]


class PlaybackMoment(NamedTuple):
    """What tells one decision from the next: its number, turn, rung and level."""

    command: int
    turn: int
    rung: str
    depth: int


class Pace:
    """How a game is shown.

    speed   commands per second, 0 for as fast as possible
    paused  it waits for a key
    """

    def __init__(self, speed: float) -> None:
        self.speed = speed
        self.paused = False
        self._step: Step = ""
        self._since: PlaybackMoment | None = None

    @property
    def flows(self) -> bool:
        """Whether it goes on as fast as possible, and nothing is to stop it."""
        return not (self.speed or self.paused or self._step)

    @property
    def steps_one(self) -> bool:
        """Whether it goes on by one command, or one turn."""
        return self._step in ("command", "turn")

    @property
    def notice(self) -> str:
        """How it goes, in a word or two."""
        speed = f"{self.speed:g}/s" if self.speed else "full speed"
        if self.paused:
            return f"paused, {speed}"
        if self._step in ("rung", "level"):
            return f"to next {self._step}"
        return speed

    def pause(self) -> None:
        """Pause, or go on."""
        self.paused = not self.paused
        self._step = ""

    def step(self, step: Step, now: PlaybackMoment) -> None:
        """Go on to the next command, turn, rung or level, and pause there."""
        self.paused, self._step, self._since = False, step, now

    def arrive(self, now: PlaybackMoment) -> None:
        """Hear of the next decision; pause when it is the one that was wanted."""
        since = self._since
        if not self._step or since is None:
            return
        if {
            "command": True,
            "turn": now.turn != since.turn or now.depth != since.depth,
            "rung": now.rung != since.rung,
            "level": now.depth != since.depth,
        }[self._step]:
            self.paused, self._step = True, ""

    def faster(self) -> None:
        """Take the next higher speed."""
        self.speed = faster(self.speed)

    def slower(self) -> None:
        """Take the next lower speed."""
        self.speed = slower(self.speed)

    @property
    def seconds(self) -> float:
        """Seconds from one command to the next."""
        return 1 / self.speed if self.speed else 0.0


def faster(speed: float) -> float:
    """Return the next higher speed; 0 is as fast as possible.

    >>> faster(15.0), faster(250.0), faster(0)
    (25.0, 0, 0)
    """
    return next((step for step in SPEEDS if step > speed > 0), 0)


def slower(speed: float) -> float:
    """Return the next lower speed.

    >>> slower(15.0), slower(0), slower(0.5)
    (10.0, 250.0, 0.5)
    """
    return next((step for step in reversed(SPEEDS) if step < speed or not speed), SPEEDS[0])
