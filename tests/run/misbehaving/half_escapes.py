"""Breaks sequences off in mid-game, and falls silent in the middle of one."""

import room


def misbehave(_: room.Room) -> None:
    room.write("\x1b[\x1b[12;\x1b[?\x1b(\x1b]0;title\x1b[3")
    room.sleep()


room.play(misbehave)
