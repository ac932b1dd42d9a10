"""Stops answering in mid-game."""

import room

room.play(lambda _: room.sleep())
