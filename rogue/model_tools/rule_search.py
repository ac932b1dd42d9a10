"""Search in the rules of the game, by number or by words."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Final

_RULE: Final = re.compile(r"^(?:- |\| |(?=\S+  ))([A-Z][A-Z0-9]{2}-(?:\d+[a-c]?|[A-Z]))\b")
_SECTION: Final = re.compile(r"^## ([A-Z][A-Z0-9]{2}): (.*)$")
_NUMBER: Final = re.compile(r"[A-Z][A-Z0-9]{2}-(?:\d+[a-c]?|[A-Z])")
MAX_FOUND: Final = 8  # rules in an answer
NO_WORDS: Final = "Give a rule, such as CMB-4, a section, such as CMB, or words that the rule contains."


@cache
def rule_page() -> str:
    """Return the text of the rules that ship with the game."""
    return files("rogue").joinpath("RULES.md").read_text("utf-8")


def rules_in(page: str) -> dict[str, str]:
    """Return the rules of a page as a dict from rule number to one line of text.

    >>> rules_in("- FOO-1 You get\\n  hungry.\\n\\n| KEY-1 | h |\\n\\nMTB-A  ant\\n")
    {'FOO-1': 'FOO-1 You get hungry.', 'KEY-1': 'KEY-1 | h', 'MTB-A': 'MTB-A | ant'}
    """
    found: dict[str, str] = {}
    number = ""
    for line in page.splitlines():
        begins = _RULE.match(line)
        if begins:
            number = begins[1]
            found[number] = re.sub(" {2,}", " | ", line.removeprefix("- ").strip("| "))
        elif number and line.startswith("  "):
            found[number] += f" {line.strip()}"
        else:
            number = ""
    return found


def sections_in(page: str) -> dict[str, str]:
    """Return the titles of a page's sections as a dict.  Its keys are the sections' letters.

    >>> sections_in("## FOO: food\\n")
    {'FOO': 'food'}
    """
    found = (_SECTION.match(line) for line in page.splitlines())
    return {match[1]: match[2] for match in found if match}


def look_up(asked: str, page: str) -> str:
    """Return the text that answers a search in the rules.

    If `asked` is the number of a rule, return the rule.  If `asked` is the letters of a section, return the
    title and the rule numbers of the section.  Otherwise return up to `MAX_FOUND` rules that contain all
    words of `asked`, and the numbers of further such rules.
    """
    rules, wanted = rules_in(page), asked.strip()
    if _NUMBER.fullmatch(wanted.upper()) and wanted.upper() in rules:
        return rules[wanted.upper()]
    if wanted.upper() in sections_in(page):
        section = wanted.upper()
        numbers = [number for number in rules if number.startswith(f"{section}-")]
        return f"{section}: {sections_in(page)[section]}. Rules: {', '.join(numbers)}"
    words = wanted.lower().split()
    if not words:
        return NO_WORDS
    return _listed(wanted, {number: text for number, text in rules.items() if _has(text.lower(), words)})


def _has(text: str, words: list[str]) -> bool:
    return all(word in text for word in words)


def _listed(wanted: str, found: Mapping[str, str]) -> str:
    if not found:
        return f"No rule contains {wanted!r}. {NO_WORDS}"
    lines = list(found.values())[:MAX_FOUND]
    rest = list(found)[MAX_FOUND:]
    return "\n".join([*lines, f"{len(rest)} more: {', '.join(rest[:40])}"] if rest else lines)
