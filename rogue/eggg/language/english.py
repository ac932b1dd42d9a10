"""Statements as sentences for the help of a game."""

from __future__ import annotations

import re
from typing import Final

from rogue.eggg.language.description import Said
from rogue.eggg.language.tokens import fold
from rogue.eggg.language.vocabulary import function
from rogue.shared.wording import listed

_CALL: Final = re.compile(r"\b([^\W\d]\w*)\(([^()]*)\)")
_GROUP: Final = re.compile(r"(?<![^\W\d])\(([^()]*)\)")
_MEANS: Final = re.compile(r"\s+means\s+", re.IGNORECASE)
_GROUPS: Final = str.maketrans("⟨⟩", "()")  # brackets that are no call, while calls are put in words
_SECOND: Final = {
    "count": "{0} at {1}", "line": "{0} with {1}", "least": "the least of {2}", "most": "the most of {2}",
    "sum": "the sum of {2}",
}  # fmt: skip
"""Function -> how it is said with several values."""
_SQUARE: Final = r"(to|from|between|beyond)"
_BARE: Final = re.compile(
    rf"\b{_SQUARE}\b(?= (?:is|vanish\w*|flips?|goes|has|[<>=]))|(?<=goes to ){_SQUARE}\b"
)
"""A square of the move in a place where its name is no other word."""
_REWORDED: Final = (
    (r"\bcaptures opposite\b", "captures the pit on the other side"),
    (r"\b(captures )?last\b(?= (?:is (?!not)|if))", r"\1the piece that moved last"),
    (r"\bplies since the last ([\w ]+?) >= (\d+)", r"\2 plies since the last \1"),
    (r"\bis passed\b", "is a square passed by the move before"),
    (r"\b(opponent|player) stuck\b", r"the \1 has no legal move"),
    (r"(?<!-)\bstuck\b", "the player has no legal move"),
    (r"\bhow many squares (differ from the \w+)(?=\}| vanish)", r"the squares that \1"),
    (r"(?<![=<>] )\bgrid\[([^]]+)\]\[([^]]+)\](?! [!=<>])", r"the square (\1, \2) is set"),
    (r"\bgrid\[([^]]+)\]\[([^]]+)\]", r"the square (\1, \2)"),
    (r"(\w+)\+\+ if ([^;]+)", r"\1 counts each x and y for which \2"),
    (r"^(.*?) is (.*); return (.*)$", r"\1 is \3, where \2"),
    (r"^((?:[\w-]+,? )+and [\w-]+ )(move|slide|leap|jump|capture)s\b", r"\1\2"),
    (r"\bnot (the square that is \w+) surrounded", r"\1 is not surrounded"),
    (r"\bthe (suit|rank) of (first|last)\b", r"the \1 of the \2 card"),
    (r"\bthe number of the suit\b", "the number of cards of the suit"),
    (r"^goal( of \S+)? is (.*)$", r"the goal\1: \2"),
    (r"^loss( of \S+)? is (.*)$", r"a loss\1: \2"),
    (r"^draw is (.*)$", r"a draw: \1"),
    (r"^game is (.*)$", r"the game is \1"),
    (r"^move is (.*)$", r"a move: \1"),
    (r"^turn is (.*)$", r"a turn: \1"),
    (r"^board starts \[.*$", "the board starts as it is shown"),
    (r"^level (\d+) starts \[.*$", r"level \1 starts as it is shown"),
    (r"^board is \[.*$", "the board is drawn as it is shown"),
    (r"^board is ring$", "the left and the right end of the board are joined"),
    (r"^board is cylinder$", "the left and the right edge of the board are joined"),
    (r"^board is torus$", "opposite edges of the board are joined, left with right and top with bottom"),
    (r"^(\S+) is \[.*$", r"\1 is drawn in the description"),
    (r"^assert (\S+): (.*) afterwards$", r"\1 is allowed only if afterwards \2"),
    (r"^assert (\S+): (.*)$", r"\1 is allowed only if \2"),
)


def sentence(said: Said) -> str:
    """Return a statement as a sentence, functions in words."""
    text = said.statement.text
    head = said.found.get("HEAD")
    parts = _MEANS.split(text, maxsplit=1)
    if head is not None and head.args and said.name == "meaning" and len(parts) > 1:
        parameters = [node.text.upper() for node in head.args]
        text = " ".join([head.text, *parameters, "means", parts[1]])
    text = _BARE.sub(lambda found: _plain(found[0]), text)
    while (worded := _CALL.sub(_worded, _GROUP.sub(r"⟨\1⟩", text))) != text:
        text = worded
    text = text.translate(_GROUPS)
    for pattern, words in _REWORDED:
        text = re.sub(pattern, words, text)
    return f"{text[:1].upper()}{text[1:]}."


def _worded(found: re.Match[str]) -> str:
    row = function(fold(found[1]))
    values = [_plain(value.strip()) for value in found[2].split(",")]
    if row is None or "{0}" not in row.says or len(values) < 1 + ("{1}" in row.says):
        return f"{found[1]} of {' with '.join(values)}" if found[2] else found[1]
    if len(values) > 1 and row.name in _SECOND:
        return _SECOND[row.name].format(row.says.format(*values), values[1], listed(values))
    return row.says.format(*values)


def _plain(value: str) -> str:
    """Return what a word without values stands for, such as the square entered for "to"."""
    row = function(fold(value))
    return row.says if row is not None and row.counts[0] == 0 and "{0}" not in row.says else value
