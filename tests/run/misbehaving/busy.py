"""Loops in mid-game without a word."""

import room


def misbehave(_: room.Room) -> None:
    while True:
        pass


room.play(misbehave)
