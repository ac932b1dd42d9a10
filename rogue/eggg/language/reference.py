"""Reference of the language, made from its tables."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import groupby
from textwrap import fill
from typing import Final, NamedTuple

from rogue.eggg.language.holes import HOLES
from rogue.eggg.language.nearest import shown
from rogue.eggg.language.sentences import SENTENCES, TAIL
from rogue.eggg.language.vocabulary import FUNCTIONS, ONLY_IN, Function, worded


class ReferenceEntry(NamedTuple):
    """Entry of the reference: a sentence, a function, or a hole (a word in capitals)."""

    group: str
    form: str
    about: str
    example: str = ""


LIMITS: Final = {
    "dice on a board": "A board game has no chance except a shuffled start; puzzles and text worlds do.",
    "prisoners and reserves": "Captured pieces are gone; no move can ask what it captured, or drop it later.",
    "searching": "Hidden pieces can be attacked, but squares cannot be guessed, nor cards turned up.",
    "merging": "Pieces never join. A move pushes at most one piece.",
    "edges": "Pieces stand on squares or points, not on the lines between them.",
    "other players' cards": "Nobody gives cards to others, or makes them draw.",
    "several heaps": "A move takes from one heap, and no later move can ask how many things it took.",
    "bricks": "In real time, the board starts empty, and pieces that stick only vanish in full lines.",
    "many players": "A board game has at most 4 players, and a text world at most 100.",
}
"""What the language cannot say -> the reason, or what it can say instead."""


def entries(word: str = "") -> list[ReferenceEntry]:
    """Return each entry that contains `word` or a longer word that begins with it.

    The holes in a sentence are returned, too.  For a hole of only one sentence, so is this sentence.
    """
    sentences = [ReferenceEntry(one.group, shown(one.pattern), one.about, one.example) for one in SENTENCES]
    groups = list(dict.fromkeys(one.group for one in sentences))
    sentences.sort(key=lambda one: groups.index(one.group))
    functions = [ReferenceEntry("functions", _form(row), _says(row), row.example) for row in FUNCTIONS]
    capitals = [ReferenceEntry("capitals", name, row.says) for name, row in HOLES.items() if row.says]
    asked = re.compile(rf"\b{re.escape(word)}", re.IGNORECASE)
    limits = [ReferenceEntry("cannot be said", what, told) for what, told in LIMITS.items()]
    every = (*sentences, *functions, *capitals, *limits)
    found = [one for one in every if asked.search(" ".join(one))]
    for capital in capitals if word else ():
        users = [one for one in sentences if re.search(rf"\b{capital.form}\b", one.form)]
        if capital in found and len(users) == 1:
            found += users
        elif capital not in found and any(one in found for one in users):
            found.append(capital)
    return [one for one in every if one in found]


def _says(row: Function) -> str:
    """Return the English wordings of a function, one for each number of values that it can take."""
    told = [worded(row.says, number).lstrip("#^").format(*"NMK") for number in range(len(row.takes))]
    only = f", only in {ONLY_IN[row.name]}." if row.name in ONLY_IN else "."
    return "; ".join(dict.fromkeys(told)) + only


def _form(row: Function) -> str:
    """Return a function with letters for its values: line(N, M)."""
    values = ", ".join("NMK"[: min(row.counts[1], 3)]) if "{0}" in row.says else ""
    return f"{row.name}({values})" if values else row.name


def plain(found: Iterable[ReferenceEntry]) -> str:
    """Return entries as text in lines of at most 79 columns.  A group's name stands above its entries."""
    lines: list[str] = []
    for group, members in groupby(found, lambda one: one.group):
        lines.append(group.upper())
        for one in members:
            about = f"{one.about} Example: {one.example}" if one.example else one.about
            lines.append(fill(one.form, 79, initial_indent="  ", subsequent_indent="    "))
            lines.append(fill(about, 79, initial_indent="      ", subsequent_indent="      "))
    return "\n".join(lines)


def markdown(found: Iterable[ReferenceEntry]) -> str:
    """Return the sentences in `found` as Markdown lists, one list per group, with meanings and examples."""
    lines: list[str] = []
    listed = [one for one in found if one.group not in ("functions", "capitals")]
    for group, members in groupby(listed, lambda one: one.group):
        lines += ["", f"### {group.capitalize()}", ""]
        forms = [(one.form.replace(shown(TAIL), "TAIL"), one) for one in members]
        lines += [f"- `{form}`: {one.about} `{one.example}`" if one.example else f"- {form}: {one.about}"
                  for form, one in forms]  # fmt: skip
    return "\n".join(lines).strip()
