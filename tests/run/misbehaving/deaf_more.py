"""Says --More-- for ever and takes no answer: the line to it fills up."""

import room


def misbehave(_: room.Room) -> None:
    while True:
        room.write("\x1b[1;1H\x1b[KThe bat bites you again --More--" * 50)


room.play(misbehave)
