"""Asks what nobody knows, and takes no answer for one."""

import room


def misbehave(_: room.Room) -> None:
    while True:
        room.write("\x1b[1;1HWho will have your soul (me, us, them)? \x1b[K")
        room.key()


room.play(misbehave)
