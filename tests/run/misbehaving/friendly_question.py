"""Asks two things that nobody knows and shows a strange page; an Escape, an n or a key ends them."""

import room


def wait_for(*keys: str) -> None:
    while room.key() not in keys:
        pass


def misbehave(game: room.Room) -> None:
    room.write("\x1b[1;1HSell your soul (y/n)? \x1b[K")
    wait_for("\x1b", "n")
    room.write(game.draw())
    for _ in range(20):
        room.write(game.take(room.key()))
    room.write("\x1b[H\x1b[JA page of wisdom.\x1b[24;1H[hit any key to go on]")
    wait_for(" ")
    room.write(game.draw())


room.play(misbehave)
