"""Whole pages of the game as facts: how it differs from the Rogue that it is like, and how it ended."""

from __future__ import annotations

import re
from collections.abc import Sequence
from string import ascii_uppercase
from typing import Final, Literal, NamedTuple

from rogomatic.agent.screen.vt100 import COLS, ROWS, Screen

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


# -- how it ended

How = Literal["killed", "quit", "won"]


class EndScreen(NamedTuple):
    """How a game ended, by its last page.

    gold is the purse the score counts; for a winner, the worth of everything.  killer has no
    article and is "" unless how is "killed".  What a page does not show is "" or 0.
    """

    how: How
    name: str
    gold: int
    killer: str
    year: int


_GRASS: Final = "________)/"
_STONE: Final = re.compile(r"\|(.*)\|")
_KILLED: Final = re.compile(r"Killed by (?:an? )?(.+) with (\d+) gold")
_QUIT: Final = re.compile(r"You quit with (\d+) gold pieces")
_WORTH: Final = re.compile(r"(?:.\)|  ) +(-?\d+)  \S")
_WON: Final = re.compile(r" +Worth  Item")
# Rogue 7.2 shows the pack before a list of scores, and leaves without one where it cannot write it.
_PACK_AT_END: Final = re.compile(r"Contents of your pack (at your untimely demise|when you chickened out):")
_GOLD_AT_END: Final = re.compile(r"--- +(\d+) gold pieces +---")
_PURSE: Final = re.compile(r"   +\d+  Gold P(?:ie|ei)ces *")
# The last pages of the BSD clone: a skull over a line, or a line alone; the row of a winner in its list.
_CLONE_END: Final = re.compile(
    r" *(?:(?:[Kk]illed by (?:an? )?|died of )(?P<killer>.+?)|quit) with (?P<gold>\d+) gold *(?:-more-)?"
)
_CLONE_WINNER: Final = re.compile(r" *\d+ +(\d+) +.+: a total winner on level \d+ *")
_CONGRATULATIONS: Final = "Congratulations, you have made it to the light of day!"


def read_tombstone(screen: Screen) -> EndScreen | None:
    """Read the last page of a game; None if the screen shows none."""
    rows = [screen.text(row) for row in range(ROWS)]
    grass = next((number for number, row in enumerate(rows) if _GRASS in row), None)
    if grass is not None and grass >= 6:
        return _read_stone(rows[grass - 6 : grass - 1])
    for number, row in enumerate(rows):
        if found := _KILLED.match(row):
            return EndScreen("killed", "", int(found[2]), found[1], 0)
        if found := _QUIT.match(row):
            return EndScreen("quit", "", int(found[1]), "", 0)
        if _WON.match(row):
            return EndScreen("won", "", _sum_worth(rows[number + 1 :]), "", 0)
        if found := _CLONE_END.fullmatch(row):
            killer = found["killer"] or ""
            return EndScreen("killed" if killer else "quit", "", int(found["gold"]), killer, 0)
        if (found := _CLONE_WINNER.fullmatch(row)) and number * COLS in screen.bright:
            return EndScreen("won", "", int(found[1]), "", 0)
        if _CONGRATULATIONS in row:
            return EndScreen("won", "", 0, "", 0)
        if (found := _PACK_AT_END.fullmatch(row)) and (gold := _gold_below(rows[number:])) is not None:
            return EndScreen("quit" if found[1].startswith("when") else "killed", "", gold, "", 0)
        if _PURSE.fullmatch(row):  # what did not fit on the page before
            return EndScreen("won", "", _sum_worth(rows[: number + 1]), "", 0)
    return None


def _gold_below(rows: list[str]) -> int | None:
    """Return the gold on the line below a list of what was in the pack; None without one."""
    return next((int(found[1]) for found in map(_GOLD_AT_END.fullmatch, rows) if found), None)


def begins_sale(screen: Screen) -> bool:
    """Return whether the screen shows the list of a winner's possessions from its first line on."""
    return _WON.match(screen.text(0)) is not None


def ends_sale(screen: Screen) -> bool:
    """Return whether the screen shows the last line of that list, the gold."""
    return any(_PURSE.fullmatch(screen.text(row)) for row in range(ROWS))


class SaleTotal:
    """What a winner's things come to: their list may take several pages."""

    __slots__ = ("_before",)

    def __init__(self) -> None:
        self._before = 0  # gold on the first page of a list that goes on

    def note(self, screen: Screen, page: EndScreen) -> EndScreen:
        """Take in a page of a game that was won; return it with the gold of the pages before."""
        if begins_sale(screen):
            self._before = 0 if ends_sale(screen) else page.gold
            return page
        return page._replace(gold=page.gold + self._before)


def _read_stone(rows: list[str]) -> EndScreen | None:
    """Read name, gold, cause, killer and year, one row each."""
    carved = [found[1].strip() for found in map(_STONE.search, rows) if found]
    if len(carved) != len(rows):
        return None
    name, gold, cause, killer, year = carved
    amount = gold.removesuffix("Au").strip()
    if not cause.startswith("killed by") or not amount.isdecimal():
        return None
    return EndScreen("killed", name, int(amount), killer, int(year) if year.isdecimal() else 0)


def _sum_worth(rows: list[str]) -> int:
    """Add up the column `Worth`; its last line is the gold."""
    return sum(int(found[1]) for found in map(_WORTH.match, rows) if found)
