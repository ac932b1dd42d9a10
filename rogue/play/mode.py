"""The input modes: what the next key means.

Owns   the names of the modes.
Leaves what each does with a key (play.modes).
"""

from typing import Literal

Mode = Literal[
    "command",  # a command key, or a digit of its count
    "more",  # --More-- stands behind the message: space only
    "item",  # a pack letter, `*` for a list
    "direction",  # one of the eight direction keys
    "aim",  # a square of the map to travel to: moves the cursor
    "careful",  # a direction to run in with care, or any other command
    "letter",  # one thing of the pack to show: any key
    "hand",  # left or right
    "text",  # a line of text up to return
    "quit",  # y leaves the game
    "save",  # y or n: save to the known file?
    "overwrite",  # y or n: replace the file that is there?
    "outside",  # something goes on outside the game: keys wait for its end
    "page",  # a list on a screen or box of its own: space
    "window",  # a picture of the level: space
    "symbol",  # any key: what is it?
    "help",  # any key: what does it do?
    "discovered",  # a class of items to list
    "options",  # the option screen
    "winner",  # the banner of a winner: space
    "return",  # return ends the program
    "closed",  # no key has a meaning any more
]
