"""Draws for 30 rows and 100 columns, with the status in its last row."""

import room

room.play(lambda _: None, room.Room(top=22, left=85, status_row=30))
