"""Echoes what is typed."""

import room

room.raw()
while True:
    room.write(room.key())
