"""The watcher's keys.

Owns   the one table of keys: key, name, what it does, help; the help page.
Leaves doing it (view), the keys of a game that the watcher plays (run.tapes.hands).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from rogomatic.run.show.panels.lines import Line, Look, folded, line


class KeyRow(NamedTuple):
    """A key of the watcher.

    keys    what the terminal sends        name  how it is called in the help
    does    what is to be done, and of what: ("panel", "pack")
    """

    keys: tuple[str, ...]
    name: str
    does: tuple[str, str]
    help: str


KEYS: Final = (
    KeyRow((" ",),       "space", ("pause", ""),         "pause, go on"),
    KeyRow(("s", "."),   "s",     ("step", "command"),   "step: one command"),
    KeyRow(("t",),       "t",     ("step", "turn"),      "step: one turn"),
    KeyRow(("r",),       "r",     ("step", "rung"),      "go on until another rung acts"),
    KeyRow(("n", ">"),   "n",     ("step", "level"),     "go on to the next level"),
    KeyRow(("+", "="),   "+",     ("faster", ""),        "faster"),
    KeyRow(("-", "_"),   "-",     ("slower", ""),        "slower"),
    KeyRow(("0",),       "0",     ("full", ""),          "as fast as possible"),
    KeyRow(("\t",),      "Tab",   ("hands", ""),         "take over the game; hand it back"),
    KeyRow(("w",),       "w",     ("panel", "reason"),   "why: the rung that fired"),
    KeyRow(("l",),       "l",     ("panel", "ladder"),   "ladder: what each rung said last"),
    KeyRow(("f",),       "f",     ("panel", "danger"),   "foes in view and their danger"),
    KeyRow(("p",),       "p",     ("panel", "plan"),     "plan: the walk under way"),
    KeyRow(("i",),       "i",     ("panel", "pack"),     "pack: worth and guesses"),
    KeyRow(("h",),       "h",     ("panel", "hero"),     "hero: hunger and state"),
    KeyRow(("v",),       "v",     ("panel", "level"),    "level: explored, suspected, loops"),
    KeyRow(("m",),       "m",     ("panel", "chart"),    "map as the agent believes it"),
    KeyRow(("c",),       "c",     ("panel", "counters"), "counters of this game"),
    KeyRow(("g",),       "g",     ("panel", "log"),      "messages of the game"),
    KeyRow(("b",),       "b",     ("panel", "memory"),   "monsters: manual and memory"),
    KeyRow(("k",),       "k",     ("panel", "knobs"),    "knobs"),
    KeyRow(("o",),       "o",     ("mark", "path"),      "walk and goal on the map"),
    KeyRow(("d",),       "d",     ("mark", "hidden"),    "hidden doors suspected, on the map"),
    KeyRow(("a",),       "a",     ("mark", "loops"),     "loops on the map"),
    KeyRow(("KEY_DOWN", "KEY_NPAGE", "KEY_PGDOWN"), "down", ("scroll", "1"),  "scroll what is open"),
    KeyRow(("KEY_UP", "KEY_PPAGE", "KEY_PGUP"),     "up",   ("scroll", "-1"), "scroll back"),
    KeyRow(("x",),       "x",     ("snapshot", ""),      "write all this to a file"),
    KeyRow(("\x0c",),    "^L",    ("redraw", ""),        "draw the window anew"),
    KeyRow(("S",),       "S",     ("save", ""),          "save the game and quit"),
    KeyRow(("q", "Q"),   "q",     ("quit", ""),          "quit"),
    KeyRow(("?",),       "?",     ("help", ""),          "this page"),
)  # fmt: skip

ACTIONS: Final = {key: row.does for row in KEYS for key in row.keys}
WATCHERS: Final = "`"
"""While a person plays, the key after this one is the watcher's."""
WHILE_YOU_PLAY: Final = (
    f"While you play, your keys go to the game: arrows or hjklyubn walk, q quaffs, r reads, and so on. "
    f"Tab hands back, {WATCHERS} makes the next key one of the above, S saves and quits."
)
_HALF: Final = 38  # columns of the page's left half


def help_page(keys: Sequence[KeyRow] = KEYS, below: str = WHILE_YOU_PLAY) -> list[Line]:
    """Return keys in two columns, and a text below them."""
    rows = -(-len(keys) // 2)
    table = [
        line(*_entry(keys[at]), *(_entry(keys[at + rows]) if at + rows < len(keys) else ()))
        for at in range(rows)
    ]
    return [*table, (), *folded(below, 2 * _HALF, Look.DIM, indent=0)]


def _entry(row: KeyRow) -> Line:
    return line((f"{row.name:>5} ", Look.STRONG), f"{row.help:<{_HALF - 6}}")
