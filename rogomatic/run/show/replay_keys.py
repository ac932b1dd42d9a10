"""The keys of a replay: those of watching that make sense for a game that is over, and steps both ways.

Owns   the table, the help below it.
Leaves doing it (replay).
"""

from __future__ import annotations

from typing import Final

from rogomatic.run.show.keys import KEYS, KeyRow

SHARED: Final = (
    "pause", "faster", "slower", "full", "panel", "mark", "scroll", "snapshot", "redraw", "quit", "help",
)  # fmt: skip
_STEPS: Final = (
    KeyRow(("KEY_RIGHT", "s", "."), "right", ("step", "command"),      "step: one command; also s"),
    KeyRow(("KEY_LEFT", ","),       "left",  ("step", "command back"), "step back; also ,"),
    KeyRow(("t",),                  "t T",   ("step", "turn"),         "one turn on; T: back"),
    KeyRow(("T",),                  "",      ("step", "turn back"),    ""),
    KeyRow(("r",),                  "r R",   ("step", "rung"),         "until another rung acts; R: back"),
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
HELPED: Final = tuple(row for row in REPLAY_KEYS if row.name)
GO_TO: Final = "/ takes 500 (turn), #120 (command), level 5, death, end, a monster's name"
