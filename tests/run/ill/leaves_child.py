"""Leaves in mid-game a child that keeps the terminal open, and ignores that it is told to go."""

import os
import signal

import room


def misbehave(_: room.Room) -> None:
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    if os.fork() == 0:
        room.sleep()
    os._exit(0)


room.play(misbehave)
