""""""

import os
import signal

import room


def misbehave(_: room.Room) -> None:
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    if os.fork() == 0:
        room.sleep()
    os._exit(0)


room.play(misbehave)
