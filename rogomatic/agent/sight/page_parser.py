"""The parser of the page on which a variant says how it differs."""

from __future__ import annotations

import re
from collections.abc import Sequence
from string import ascii_uppercase
from typing import Final, NamedTuple

HEAD: Final = "This game: "  # what the first row of the page begins with
MINDS_HEAD: Final = "The monsters of this game think"  # the title of a page that follows, of no concern here
_TITLE: Final = re.compile(
    r"This game: (?P<name>[a-z0-9-]+) (?P<version>[0-9.]+), like Rogue (?P<edition>\S+)"
)
_INDENT: Final = "  "  # of a row that goes on with the sentence before it
_RANGE: Final = r"(?P<least>\d+)(?: to (?P<most>\d+))?"
_LETTERED: Final = r"[a-z -]+ \([A-Z]\)"


class PageMonster(NamedTuple):
    """What the page says of a letter: its name, whom it is like, and in what it differs from that one."""

    letter: str
    name: str
    like: str
    differs: tuple[str, ...]


class Amount(NamedTuple):
    """More or less of something than usual: how ("more", "less", "no", "only") and of what, as it is said."""

    how: str
    what: str


class GamePage(NamedTuple):
    """What the page says; what it does not say is 0, () or "".

    gone     letters of monsters that there are not    amounts  what there is more or less of
    begin, meal  (least, most) turns of food           starves  None: not said
    starves_at   what is left in the stomach, in turns, when the hero dies of hunger; None: not said
    amulet   what the Amulet is called           things  kinds of thing that are new, and what each is like
    sayings  what is said, and what for           unsaid  what is no longer said
    others   sentences that are known and change nothing here
    unread   sentences that are not known
    """

    name: str = ""
    version: str = ""
    edition: str = ""
    amulet_level: int = 0
    monsters: tuple[PageMonster, ...] = ()
    gone: str = ""
    amounts: tuple[Amount, ...] = ()
    begin: tuple[int, int] = (0, 0)
    meal: tuple[int, int] = (0, 0)
    stomach: int = 0
    hungry: int = 0
    weak: int = 0
    starves: bool | None = None
    starves_at: int | None = None
    dark: str = ""
    amulet: str = ""
    things: tuple[tuple[str, str], ...] = ()
    sayings: tuple[tuple[str, str], ...] = ()
    unsaid: tuple[str, ...] = ()
    others: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()


_SENTENCES: Final = tuple((kind, re.compile(pattern)) for kind, pattern in (
    ("amulet_level", r"The Amulet lies on level (?P<n>\d+)\."),
    ("begin", rf"You begin with food for {_RANGE} turns\."),
    ("meal", rf"A meal lasts {_RANGE} turns\."),
    ("stomach", r"You can eat for (?P<n>\d+) turns at most\."),
    ("hungry", r"You are hungry below (?P<n>\d+) turns\."),
    ("weak", r"You are weak below (?P<n>\d+) turns\."),
    ("starves", r"(?P<who>Nobody|One) (?:can )?starves?\."),
    ("dark", r"(?:All rooms|No room) (?:are|is) (?P<word>dark)\."),
    ("monster", r"(?P<letter>[A-Z]) is an? (?P<name>[a-z -]+): like an? (?P<rest>[a-z0-9, -]+)\."),
    ("gone", r"No [a-z -]+ \((?P<letter>[A-Z])\)\."),
    ("only", rf"Only (?P<left>{_LETTERED}(?:, {_LETTERED})*(?: and {_LETTERED})?)\."),
    ("other", r"Monsters (?:think: |do not think|hear|smell|follow|act|lie|learn|do not learn|heal).*\."),
    ("other", r"(?:No monster|Hurt monsters|Groups) .*\."),
    ("amount", r"(?P<how>Only) (?P<what>(?:potions|scrolls|rings|wands or staffs) of [a-z ,-]+)\."),
    ("other", r"Only [a-z ,-]+\."),
    ("amount", r"(?P<how>More|Less|Fewer|No) (?P<what>[a-z ,-]+)\."),
    ("amulet", r"The Amulet is called: (?P<name>.+)\."),
    ("things", r"There are (?P<new>[a-z -]+), like (?P<like>[a-z ,-]+)\."),
    ("sayings", r"It says: (?P<said>.+) \(for: (?P<usual>.+)\)"),
    ("unsaid", r"It does not say: (?P<usual>.+)"),
    ("other", r"You begin with.*\.|There are .*\.|Danger grows .*\.|Of nine rooms .*\."),
    ("other", r"Monsters come in .*\.|Nothing is hidden: .*\.|After \d+ levels .*\.|There may never .*\."),
    ("other", r"It (?:says|does not say): .*|You are welcomed .*\."),
    ("other", r"Classes of things .*\."),
    ("other", r".* (?:sell for (?:more|less)|lasts? (?:longer|shorter|more evenly|less evenly))\."),
))  # fmt: skip


def begins_page(row: str) -> bool:
    """Return whether a row is the first one of the page."""
    return _TITLE.fullmatch(row.rstrip()) is not None


def read_page(rows: Sequence[str]) -> GamePage:
    """Return what the rows of the page say, its title first.

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
    """Return the sentences behind the first empty row; a row that is indented goes on with the one before."""
    found: list[str] = []
    behind_head = False
    for row in rows:
        if row.rstrip() == MINDS_HEAD:
            break
        if not row.strip():
            behind_head = True
        elif behind_head and row.startswith(_INDENT) and found:
            found[-1] += " " + row.strip()
        elif behind_head:
            found.append(row.strip())
    return found


def _with(page: GamePage, sentence: str) -> GamePage:
    """Return the page with what one more sentence says."""
    for kind, pattern in _SENTENCES:
        found = pattern.fullmatch(sentence)
        if found is not None:
            return _noted(page, kind, found)
    return page._replace(unread=(*page.unread, sentence))


def _noted(page: GamePage, kind: str, found: re.Match[str]) -> GamePage:
    if kind == "monster":
        like, *differs = found["rest"].split(", ")
        told = PageMonster(found["letter"], found["name"], like, tuple(differs))
        return page._replace(monsters=(*page.monsters, told))
    if kind == "gone":
        return page._replace(gone=page.gone + found["letter"])
    if kind == "only":
        left = re.findall(r"\(([A-Z])\)", found["left"])
        return page._replace(gone="".join(letter for letter in ascii_uppercase if letter not in left))
    if kind == "amount":
        how = {"Fewer": "less"}.get(found["how"], found["how"].lower())
        return page._replace(amounts=(*page.amounts, Amount(how, found["what"])))
    if kind == "amulet":
        return page._replace(amulet=found["name"])
    if kind == "things":
        return page._replace(things=(*page.things, (found["new"], found["like"])))
    if kind == "sayings":
        return page._replace(sayings=(*page.sayings, (found["said"], found["usual"])))
    if kind == "unsaid":
        return page._replace(unsaid=(*page.unsaid, found["usual"]))
    if kind == "starves":
        return page._replace(starves=found["who"] == "One")
    if kind == "dark":
        return page._replace(dark="always" if found.string.startswith("All") else "never")
    if kind in ("begin", "meal"):
        least = int(found["least"])
        span = (least, int(found["most"] or least))
        return page._replace(begin=span) if kind == "begin" else page._replace(meal=span)
    if kind == "other":
        return page._replace(others=(*page.others, found.string))
    number = int(found["n"])
    return {
        "amulet_level": page._replace(amulet_level=number), "stomach": page._replace(stomach=number),
        "hungry": page._replace(hungry=number), "weak": page._replace(weak=number),
    }[kind]  # fmt: skip
