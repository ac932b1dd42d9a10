"""The parser of a variant's help page, which lists how the variant differs from its edition."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

_MINDS_HEAD: Final = "The monsters of this game think"  # the title of a following page, which is ignored
_TITLE: Final = re.compile(
    r"This game: (?P<name>[a-z0-9-]+) (?P<version>[0-9.]+), like Rogue (?P<edition>\S+)"
)
_INDENT: Final = "  "  # of a row that continues the previous sentence
_RANGE: Final = r"(?P<least>\d+)(?: to (?P<most>\d+))?"
_LETTERED: Final = r"[a-z -]+ \([A-Z]\)"


class PageMonster(NamedTuple):
    """Monster of the help page: its letter, its name, the known monster it is like, and the differences."""

    letter: str
    name: str
    like: str
    differs: tuple[str, ...]


class Amount(NamedTuple):
    """Statement about the amount of an item `what`.  `how` is "more", "less", "no", or "only"."""

    how: str
    what: str


class GamePage(NamedTuple):
    """Content of the page.  A field that the page does not state is 0, (), or "".

    amounts     statements about amounts of items
    begin       (least, most) turns that the food at the beginning lasts
    meal        (least, most) turns that a meal lasts
    starves_at  value of the food counter, in turns, at which the hero dies of hunger; None if the page does
                not say
    amulet      name of the Amulet
    things      new kinds of items, each with the known kind that the new kind is like
    sayings     new messages, each with the message that the new message replaces
    unsaid      messages that were removed
    unread      sentences that were not understood
    """

    name: str = ""
    version: str = ""
    edition: str = ""
    amulet_level: int = 0
    monsters: tuple[PageMonster, ...] = ()
    amounts: tuple[Amount, ...] = ()
    begin: tuple[int, int] = (0, 0)
    meal: tuple[int, int] = (0, 0)
    stomach: int = 0
    hungry: int = 0
    weak: int = 0
    starves_at: int | None = None
    amulet: str = ""
    things: tuple[tuple[str, str], ...] = ()
    sayings: tuple[tuple[str, str], ...] = ()
    unsaid: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()


_SENTENCES: Final = tuple((kind, re.compile(pattern)) for kind, pattern in (
    ("amulet_level", r"The Amulet lies on level (?P<n>\d+)\."),
    ("begin", rf"You begin with food for {_RANGE} turns\."),
    ("meal", rf"A meal lasts {_RANGE} turns\."),
    ("stomach", r"You can eat for (?P<n>\d+) turns at most\."),
    ("hungry", r"You are hungry below (?P<n>\d+) turns\."),
    ("weak", r"You are weak below (?P<n>\d+) turns\."),
    ("", r"(?:Nobody|One) (?:can )?starves?\.|(?:All rooms are|No room is) dark\."),
    ("monsters", r"(?P<letter>[A-Z]) is an? (?P<name>[a-z -]+): like an? (?P<rest>[a-z0-9, -]+)\."),
    ("", rf"(?:No|Only) {_LETTERED}(?:, {_LETTERED})*(?: and {_LETTERED})?\."),
    ("", r"Monsters with the mind of .*\."),
    ("", r"Monsters (?:think: |do not think|hear|smell|follow|act|lie|learn|do not learn|heal).*\."),
    ("", r"(?:No monster|Hurt monsters|Erratic monsters|Groups) .*\."),
    ("amounts", r"(?P<how>Only) (?P<what>(?:potions|scrolls|rings|wands or staffs) of [a-z ,-]+)\."),
    ("", r"Only [a-z ,-]+\."),
    ("amounts", r"(?P<how>More|Less|Fewer|No) (?P<what>[a-z ,-]+)\."),
    ("amulet", r"The Amulet is called: (?P<name>.+)\."),
    ("things", r"There are (?P<new>[a-z -]+), like (?P<like>[a-z ,-]+)\."),
    ("sayings", r"It says: (?P<said>.+) \(for: (?P<usual>.+)\)"),
    ("unsaid", r"It does not say: (?P<usual>.+)"),
    ("", r"You begin with.*\.|There are .*\.|Danger grows .*\.|Of nine rooms .*\."),
    ("", r"Monsters come in .*\.|Nothing is hidden: .*\.|After \d+ levels .*\.|There may never .*\."),
    ("", r"It (?:says|does not say): .*|You are welcomed .*\."),
    ("", r"Classes of things .*\."),
    ("", r".* (?:sell for (?:more|less)|lasts? (?:longer|shorter|more evenly|less evenly))\."),
))  # fmt: skip


def begins_page(row: str) -> bool:
    """Return whether a row is the title of the page."""
    return _TITLE.fullmatch(row.rstrip()) is not None


def read_page(rows: Sequence[str]) -> GamePage:
    """Parse the rows of the page.  Its first row is the title.  Without a title, return an empty page.

    >>> page = read_page(["This game: coffee 1, like Rogue 5.4", "", "The Amulet lies on level 8."])
    >>> page.name, page.amulet_level
    ('coffee', 8)
    """
    title = _TITLE.fullmatch(rows[0].rstrip()) if rows else None
    if title is None:
        return GamePage()
    page = GamePage(title["name"], title["version"], title["edition"])
    for sentence in _sentences(rows[1:]):
        page = _with(page, sentence)
    return page


def _sentences(rows: Sequence[str]) -> list[str]:
    """Return the sentences below the first empty row.  An indented row continues the sentence before it."""
    found: list[str] = []
    behind_head = False
    for row in rows:
        if row.rstrip() == _MINDS_HEAD:
            break
        if not row.strip():
            behind_head = True
        elif behind_head and row.startswith(_INDENT) and found:
            found[-1] += " " + row.strip()
        elif behind_head:
            found.append(row.strip())
    return found


def _with(page: GamePage, sentence: str) -> GamePage:
    for kind, pattern in _SENTENCES:
        found = pattern.fullmatch(sentence)
        if found is not None:
            return _noted(page, kind, found)
    return page._replace(unread=(*page.unread, sentence))


def _span(found: re.Match[str]) -> tuple[int, int]:
    """Return the (least, most) turns that a sentence states."""
    return int(found["least"]), int(found["most"] or found["least"])


def _monster(found: re.Match[str]) -> PageMonster:
    like, *differs = found["rest"].split(", ")
    return PageMonster(found["letter"], found["name"], like, tuple(differs))


def _amount(found: re.Match[str]) -> Amount:
    return Amount({"Fewer": "less"}.get(found["how"], found["how"].lower()), found["what"])


_LISTED: Final[dict[str, Callable[[re.Match[str]], object]]] = {  # field -> entry for one sentence
    "monsters": _monster, "amounts": _amount, "things": lambda found: (found["new"], found["like"]),
    "sayings": lambda found: (found["said"], found["usual"]), "unsaid": lambda found: found["usual"],
}  # fmt: skip


def _noted(page: GamePage, field: str, found: re.Match[str]) -> GamePage:
    """Return the page with the content of a sentence added to the field named `field`.

    If `field` is "", return the page unchanged.
    """
    if not field:
        return page
    if field in _LISTED:
        value: Any = (*getattr(page, field), _LISTED[field](found))
    elif field in ("begin", "meal"):
        value = _span(found)
    else:
        value = found["name"] if field == "amulet" else int(found["n"])
    return page._replace(**{field: value})
