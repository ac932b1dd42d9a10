"""Falls silent and ignores every signal that it may; so does its child."""

import os
import signal

import room


def misbehave(_: room.Room) -> None:
    for number in (signal.SIGHUP, signal.SIGTERM, signal.SIGINT):
        signal.signal(number, signal.SIG_IGN)
    os.fork()
    room.sleep()


room.play(misbehave)
