"""Closes its terminal and lives on, whatever it is told."""

import os
import signal

import room


def misbehave(_: room.Room) -> None:
    for number in (signal.SIGHUP, signal.SIGTERM, signal.SIGINT):
        signal.signal(number, signal.SIG_IGN)
    for descriptor in range(3):
        os.close(descriptor)
    room.sleep()


room.play(misbehave)
