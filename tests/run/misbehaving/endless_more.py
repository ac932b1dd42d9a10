"""Has always more to say."""

import room


def misbehave(game: room.Room) -> None:
    while True:
        room.write("\x1b[1;1H\x1b[KThe bat bites you again --More--")
        while room.key() != " ":
            pass


room.play(misbehave)
