"""The screen in words, for players that read text: what the game waits for, what changed, a legend."""

from __future__ import annotations

from typing import Final

from rogue.state.grid import BOTTOM_ROW, COLS, ROWS, SIZE, TOP_ROW
from rogue.tables.glyphs import LETTER, PLAYER, ROCK
from rogue.tables.ruleset import Ruleset
from rogue.ui.help import explain_symbol
from rogue.ui.input_modes import ModeName

WAITS: Final[dict[ModeName, str]] = {
    "command": "a command",
    "more": "a space, to continue reading",
    "item": "the letter of an item; * lists them, Escape cancels, but not after an identify scroll",
    "direction": "a direction (h j k l y u b n); Escape cancels",
    "aim": "a direction (h j k l y u b n); Escape cancels",
    "careful": "a direction (h j k l y u b n); Escape cancels",
    "letter": "a letter; Escape cancels",
    "hand": "l or r, for the left or the right hand",
    "text": "a text, then Return; Escape cancels",
    "quit": "y to quit the game; any other key continues it",
    "save": "an answer about saving; Escape cancels",
    "overwrite": "y or n",
    "outside": "the program that runs the game",
    "page": "a space, to continue reading",
    "window": "a space, to return to the map",
    "symbol": "a symbol to explain; Escape cancels",
    "help": "a key to explain, or * for all",
    "discovered": "a kind of item, or * for all",
    "options": "changes of options; Escape and then a space end them",
    "winner": "a space, to continue reading",
    "return": "Return",
    "closed": "nothing: the game is over",
}
"""Input mode -> what the game waits for."""
_MAX_CHANGES: Final = 12  # squares listed one by one
_MAX_PLACES: Final = 6  # places listed for one symbol
MAX_TEXT: Final = 6000  # upper bound: 24 rows, the changes, a legend of every symbol


def text_of_screen(
    cells: bytes,
    cursor: tuple[int, int],
    mode: ModeName,
    rules: Ruleset,
    *,
    before: bytes = b"",
    said: str = "",
    covered: bool = False,
) -> str:
    """Return a screen in words.  Rows and columns count from 0.  Only what the screen shows is used.

    cells    the 1,920 characters of the screen, row by row
    cursor   row and column of the cursor
    before   characters of the previous screen; b"" if there was no previous screen
    said     messages since the previous screen; "" if row 0 shows all of them
    covered  whether a list covers the map; the text then has no legend
    """
    lines = [f"waits for: {WAITS[mode]}"]
    message = said or cells[:COLS].decode("latin-1").strip()
    if message and not covered:
        lines.append(f"messages: {message}")
    if before:
        lines.append(f"changed: {_changes(before, cells)}")
    rows = [cells[start : start + COLS].decode("latin-1").rstrip() for start in range(0, SIZE, COLS)]
    lines += [f"{number:2}|{row}" for number, row in enumerate(rows) if row]
    if covered:
        lines.append(f"cursor: row {cursor[0]}, column {cursor[1]}")
    else:
        lines.append(f"legend: {_legend(cells, rules)}")
    return "\n".join(lines)[:MAX_TEXT]


_MAP_SPOTS: Final = range(TOP_ROW * COLS, (BOTTOM_ROW + 1) * COLS)
_STATUS: Final = (ROWS - 1) * COLS
_PLAIN: Final = frozenset(b".#-|+")  # too many to give each place


def _changes(before: bytes, cells: bytes) -> str:
    """Return the squares of the map that changed, each with its row, column, and both symbols."""
    spots = [spot for spot in _MAP_SPOTS if cells[spot] != before[spot]]
    parts = [_change(spot, before, cells) for spot in spots[:_MAX_CHANGES]]
    if len(spots) > _MAX_CHANGES:
        parts = [f"{len(spots)} squares of the map"]
    if cells[_STATUS:] != before[_STATUS:]:
        parts.append("the status line")
    return "; ".join(parts) or "nothing"


def _change(spot: int, before: bytes, cells: bytes) -> str:
    row, col = divmod(spot, COLS)
    return f"({row},{col}) {chr(before[spot])!r} to {chr(cells[spot])!r}"


def _legend(cells: bytes, rules: Ruleset) -> str:
    """Return the meaning of each symbol on the map, with the places of monsters and items."""
    places: dict[int, list[str]] = {}
    for spot in _MAP_SPOTS:
        if cells[spot] != ROCK:
            row, col = divmod(spot, COLS)
            places.setdefault(cells[spot], []).append(f"({row},{col})")
    ordered = sorted(places, key=lambda code: (code != PLAYER, not LETTER[code], code))
    return "; ".join(_meaning(code, places[code], rules) for code in ordered)


def _meaning(code: int, places: list[str], rules: Ruleset) -> str:
    name = explain_symbol(rules, code)
    if code in _PLAIN:
        return name
    more = f" and {len(places) - _MAX_PLACES} more" if len(places) > _MAX_PLACES else ""
    return f"{name} at {' '.join(places[:_MAX_PLACES])}{more}"
