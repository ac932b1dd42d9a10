"""The keys of the windows, and the pages that list them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from rogomatic.run.viewer.canvas import Line, Style, folded, line


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
    KeyRow(("r",),       "r",     ("step", "rung"),      "to another rule, and pause there"),
    KeyRow(("n", ">"),   "n",     ("step", "level"),     "to the next level, pause there"),
    KeyRow(("+", "="),   "+ - 0", ("faster", ""),        "faster, slower, full speed"),
    KeyRow(("-", "_"),   "",      ("slower", ""),        ""),
    KeyRow(("0",),       "",      ("full", ""),          ""),
    KeyRow(("e",),       "e",     ("every turn", ""),    "show rests and searches, too"),
    KeyRow(("F",),       "F",     ("one pace", ""),      "slow fights, fast walks, or not"),
    KeyRow(("\t",),      "Tab",   ("hands", ""),         "take over, or hand back"),
    KeyRow(("w",),       "w",     ("panel", "reason"),   "why: the rule that fired"),
    KeyRow(("l",),       "l",     ("panel", "ladder"),   "ladder: what each rule said last"),
    KeyRow(("f",),       "f",     ("panel", "danger"),   "foes in view and their danger"),
    KeyRow(("u",),       "u",     ("panel", "intents"),  "what foes seem to want"),
    KeyRow(("p",),       "p",     ("panel", "plan"),     "plan: the walk under way"),
    KeyRow(("i",),       "i",     ("panel", "pack"),     "pack: what is wanted"),
    KeyRow(("h",),       "h",     ("panel", "hero"),     "hero: hunger and state"),
    KeyRow(("v",),       "v",     ("panel", "level"),    "level: explored, suspected, loops"),
    KeyRow(("m",),       "m",     ("panel", "chart"),    "map as the agent believes it"),
    KeyRow(("c",),       "c",     ("panel", "counters"), "counters of this game"),
    KeyRow(("g",),       "g",     ("panel", "log"),      "messages of the game"),
    KeyRow(("b",),       "b",     ("panel", "memory"),   "monsters: manual and memory"),
    KeyRow(("k",),       "k",     ("panel", "knobs"),    "knobs"),
    KeyRow(("o",),       "o",     ("mark", "path"),      "walk and goal on the map"),
    KeyRow(("d",),       "d",     ("mark", "hidden"),    "where a search may find something"),
    KeyRow(("a",),       "a",     ("mark", "loops"),     "loops on the map"),
    KeyRow(("KEY_DOWN", "KEY_NPAGE", "KEY_PGDOWN"), "up/dn", ("scroll", "1"), "scroll what is open"),
    KeyRow(("KEY_UP", "KEY_PPAGE", "KEY_PGUP"),     "",      ("scroll", "-1"), ""),
    KeyRow(("\x1b",),    "Esc",   ("close", ""),         "close what is open; so does space"),
    KeyRow(("x",),       "x",     ("snapshot", ""),      "write all this to a file"),
    KeyRow(("\x0c",),    "^L",    ("redraw", ""),        "draw the window anew"),
    KeyRow(("S",),       "S",     ("save", ""),          "save and quit; it asks first"),
    KeyRow(("q", "Q"),   "q",     ("quit", ""),          "quit"),
    KeyRow(("?",),       "?",     ("help", ""),          "this page"),
)  # fmt: skip

COACH_KEYS: Final = (
    KeyRow((), "x", ("", ""), "what would the agent do?"),
    KeyRow((), "X", ("", ""), "let it play until news comes"),
    KeyRow((), "Tab", ("", ""), "the same; any key stops it"),
    KeyRow((), "S", ("", ""), "save and quit; it asks first"),
    KeyRow((), "^C", ("", ""), "leave; it asks first"),
    *(
        KeyRow(row.keys, f"`{row.name}", row.does, row.help)
        for row in KEYS
        if row.does[0] in ("panel", "mark") and row.name
    ),
)
"""The page of keys of a person whom the agent coaches: all others go to the game."""
ACTIONS: Final = {key: row.does for row in KEYS for key in row.keys}
FIRST_KEYS: Final = "? keys, space pause, + faster, n next level, Tab play"
WATCHERS: Final = "`"
"""While a person plays, the key after this one is the watcher's."""
SHARED: Final = (
    "pause", "every turn", "one pace", "faster", "slower", "full", "panel", "mark", "scroll", "close",
    "snapshot", "redraw", "quit", "help",
)  # fmt: skip
_STEPS: Final = (
    KeyRow(("KEY_RIGHT", "s", "."), "right", ("step", "command"),      "step: one command; also s"),
    KeyRow(("KEY_LEFT", ","),       "left",  ("step", "command back"), "step back; also ,"),
    KeyRow(("t",),                  "t T",   ("step", "turn"),         "one turn on; T: back"),
    KeyRow(("T",),                  "",      ("step", "turn back"),    ""),
    KeyRow(("r",),                  "r R",   ("step", "rung"),         "until another rule acts; R: back"),
    KeyRow(("R",),                  "",      ("step", "rung back"),    ""),
    KeyRow(("n", ">"),              "n N",   ("step", "level"),        "to the next level; N: back"),
    KeyRow(("N", "<"),              "",      ("step", "level back"),   ""),
    KeyRow(("]",),                  "] [",   ("step", "mark"),         "to the next mark; [: back"),
    KeyRow(("[",),                  "",      ("step", "mark back"),    ""),
    KeyRow(("KEY_HOME", "^"),       "Home",  ("place", "#1"),          "to the beginning"),
    KeyRow(("KEY_END", "$"),        "End D", ("last", ""),             "to the end; D: to the death"),
    KeyRow(("D",),                  "",      ("place", "death"),       ""),
    KeyRow(("/",),                  "/",     ("ask", ""),              "go to: see below"),
    KeyRow(("j",),                  "j",     ("marks", ""),            "levels, near deaths and fights"),
)  # fmt: skip
REPLAY_KEYS: Final = (
    *(row for row in KEYS if row.does == ("pause", "")),
    *_STEPS,
    *(row for row in KEYS if row.does[0] in SHARED and row.does != ("pause", "")),
)
REPLAY_ACTIONS: Final = {key: row.does for row in REPLAY_KEYS for key in row.keys}
FASTING: Final = "Fasting: a hero that has fainted once is alert; foes hit it less easily."
GO_TO: Final = "/ takes 500 (turn), #120 (command), level 5, death, end, a monster's name"
WHILE_YOU_PLAY: Final = (
    f"While you play, your keys go to the game, and ? lists those. "
    f"Tab hands back, {WATCHERS} makes the next key one of the above, S saves and quits, Ctrl-C asks."
)
COACH_FIRST: Final = (
    "x: what would the agent do?  X or Tab: let it play until news comes.  S saves, ^C leaves and "
    "asks first. The score is marked as helped."
)
TAKEN_OVER_FIRST: Final = (
    "Tab hands the game back to the agent.  S saves and quits, ^C leaves and asks first."
)
SECOND_PAGE: Final = f"? again: the keys of this window. While you play, {WATCHERS} stands before them."
COACH_TEXT: Final = (
    "All other keys go to the game; the page before this one lists them. ` makes the next key one of the "
    "watcher's. The score is marked as helped."
)
_HALF: Final = 38  # columns of the page's left half


def help_page(keys: Sequence[KeyRow] = KEYS, below: str = WHILE_YOU_PLAY) -> list[Line]:
    """Return keys in two columns, and a text below them."""
    keys = [row for row in keys if row.name]
    rows = -(-len(keys) // 2)
    table = [
        line(*_entry(keys[at]), *(_entry(keys[at + rows]) if at + rows < len(keys) else ()))
        for at in range(rows)
    ]
    return [*table, *folded(FASTING, 2 * _HALF, indent=0), *folded(below, 2 * _HALF, Style.DIM, indent=0)]


def game_page(keys: Sequence[tuple[str, str]], first: str) -> list[Line]:
    """Return the first words and the keys of the game in two columns."""
    rows = -(-len(keys) // 2)
    cells = [_cell(name, words) for name, words in keys]
    table = [tuple(span for at in (row, row + rows) if at < len(cells) for span in cells[at])
             for row in range(rows)]  # fmt: skip
    return [*folded(first, 2 * _HALF, indent=0), (), *table, (), *folded(SECOND_PAGE, 2 * _HALF, Style.DIM)]


def _cell(name: str, words: str) -> Line:
    return line((f"{name}  ", Style.STRONG), f"{words:<{_HALF - len(name) - 2}}")


def _entry(row: KeyRow) -> Line:
    return line((f"{row.name:>5} ", Style.STRONG), f"{row.help:<{_HALF - 6}}")
