"""The canonical form of a description, in which two versions can be compared."""

from __future__ import annotations

from rogue.eggg.language.tokens import statements_of
from rogue.shared.wording import TEXT_COLUMNS


def formatted(text: str) -> str:
    """Return a description with one blank between words, lines of 79 columns, comments in their places.

    >>> formatted("game   is  x # the name\\n# more\\n2 players")
    '# the name\\ngame is x\\n# more\\n2 players\\n'
    """
    starts = {statement.line: statement for statement in statements_of(text, "")}
    found: list[str] = []
    for number, line in enumerate(text.split("\n"), 1):
        found += _comment(line)
        if number in starts:
            found += _wrapped(" ".join(_words(starts[number].text)))
    return "\n".join(found) + "\n"


def _comment(line: str) -> list[str]:
    """Return the comment of a line, if it has one."""
    outside = True
    for at, sign in enumerate(line):
        if sign in '"\u201c\u201d':
            outside = not outside
        elif sign == "#" and outside:
            return [f"# {line[at + 1 :].strip()}"]
    return []


def _words(text: str) -> list[str]:
    """Return a text in words; a text in quotes stays whole."""
    words, inside = [""], False
    for sign in text:
        if sign in '"\u201c\u201d':
            inside = not inside
        if sign.isspace() and not inside:
            words.append("")
        else:
            words[-1] += sign
    return [word for word in words if word]


def _wrapped(text: str) -> list[str]:
    lines = [""]
    for word in _words(text):
        if lines[-1].strip() and len(lines[-1]) + 1 + len(word) > TEXT_COLUMNS:
            lines.append("  " + word)
        else:
            lines[-1] += f"{' ' if lines[-1].strip() else ''}{word}"
    return lines
