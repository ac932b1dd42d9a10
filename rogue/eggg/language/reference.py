"""Reference of the language, made from its tables."""

from __future__ import annotations

import re
from collections.abc import Iterable
from textwrap import fill
from typing import NamedTuple

from rogue.eggg.language.holes import HOLES
from rogue.eggg.language.nearest import shown
from rogue.eggg.language.sentences import SENTENCES
from rogue.eggg.language.vocabulary import FUNCTIONS, Function


class Entry(NamedTuple):
    """Entry of the reference: a sentence, a function, or what capitals stand for."""

    group: str
    form: str
    about: str
    example: str = ""


def entries(word: str = "") -> list[Entry]:
    """Return the entries that have a word, or all, with the capitals of the sentences that are shown."""
    sentences = [Entry(one.group, shown(one.pattern), one.about, one.example) for one in SENTENCES]
    groups = list(dict.fromkeys(one.group for one in sentences))
    sentences.sort(key=lambda one: groups.index(one.group))
    functions = [Entry("functions", _form(row), row.says.format(*"NMK"), row.example) for row in FUNCTIONS]
    found = [one for one in (*sentences, *functions) if word.lower() in " ".join(one).lower()]
    capitals = {
        name for one in found if one.group != "functions" for name in re.findall(r"[A-Z]{3,}", one.form)
    }
    return found + [
        Entry("capitals", name, row.says) for name, row in HOLES.items() if name in capitals and row.says
    ]


def _form(row: Function) -> str:
    """Return a function with the letters of its values: line(N, M)."""
    values = ", ".join("NMK"[: min(row.counts[1], 3)]) if "{0}" in row.says else ""
    return f"{row.name}({values})" if values else row.name


def plain(found: Iterable[Entry]) -> str:
    """Return entries as lines of at most 79 columns, under the names of their groups."""
    lines: list[str] = []
    group = ""
    for one in found:
        if one.group != group:
            group = one.group
            lines.append(f"{group.upper()}")
        lines.append(fill(one.form, 79, initial_indent="  ", subsequent_indent="    "))
        about = f"{one.about} Example: {one.example}" if one.example else one.about
        lines.append(fill(about, 79, initial_indent="      ", subsequent_indent="      "))
    return "\n".join(lines)


def markdown(found: Iterable[Entry]) -> str:
    """Return the sentences among entries as tables of Markdown, one a group."""
    lines: list[str] = []
    group = ""
    for one in found:
        if not one.example or one.group == "functions":
            continue
        if one.group != group:
            group = one.group
            lines += ["", f"### {group.capitalize()}", "", "| form | meaning | example |", "|---|---|---|"]
        cells = [f"`{one.form}`", one.about, f"`{one.example}`" if one.example else ""]
        lines.append(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |")
    return "\n".join(lines).strip()
