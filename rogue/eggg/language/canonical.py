"""The canonical form of a description, in which two versions can be compared."""

from __future__ import annotations

import re
from typing import Final

from rogue.eggg.language.tokens import statements_of
from rogue.shared.wording import TEXT_COLUMNS

_WORD: Final = re.compile(r'(?:["“][^"”]*["”]|["“”]|[^\s"“”])+')
_COMMENT: Final = re.compile(r'(?:["“][^"”]*["”]|[^#"“])*#(.*)')


def formatted(text: str) -> str:
    """Return a description with one blank between words, lines of 79 columns, comments in their places.

    >>> formatted("game   is  x # the name\\n# more\\n2 players")
    '# the name\\ngame is x\\n# more\\n2 players\\n'
    """
    starts = {statement.line: statement for statement in statements_of(text, "")}
    found: list[str] = []
    for number, line in enumerate(text.split("\n"), 1):
        if comment := _COMMENT.match(line):
            found.append(f"# {comment[1].strip()}")
        if number in starts:
            found += _wrapped(starts[number].text)
    return "\n".join(found) + "\n"


def _wrapped(text: str) -> list[str]:
    """Return a statement in lines; a text in quotes stays whole."""
    lines = [""]
    for word in _WORD.findall(text):
        if lines[-1].strip() and len(lines[-1]) + 1 + len(word) > TEXT_COLUMNS:
            lines.append("  " + word)
        else:
            lines[-1] += f"{' ' if lines[-1].strip() else ''}{word}"
    return lines
