"""Sends bytes at random for ever."""

import random

import room

room.raw()
dice = random.Random(1)
while True:
    room.write(dice.randbytes(4000))
