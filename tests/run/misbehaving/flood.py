"""Draws for ever, and takes no keys."""

import room

room.raw()
while True:
    room.write("All work and no play makes Jack a dull boy. " * 20)
