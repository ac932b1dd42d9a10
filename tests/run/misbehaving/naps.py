"""Sleeps for a while behind a message, as the hero does, and then goes on."""

import time

import room


def misbehave(game: room.Room) -> None:
    room.write("\x1b[1;1HYou fall asleep\x1b[K")
    time.sleep(0.8)
    room.write(game.say("You wake up"))


room.play(misbehave, soon=60)  # when it is known how fast it answers
