"""Breaks down in mid-game."""

import room


def misbehave(_: room.Room) -> None:
    raise RuntimeError("the dungeon has caved in")


room.play(misbehave)
