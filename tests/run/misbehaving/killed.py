"""Is killed by a signal in mid-game."""

import os
import signal

import room

room.play(lambda _: os.kill(os.getpid(), signal.SIGSEGV))
