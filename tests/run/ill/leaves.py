"""Leaves in mid-game as if all were well."""

import os

import room

room.play(lambda _: os._exit(0))
