"""Screen forms: what a recorded game or a session shows, with names and numbers taken out.

Two games speak alike when their shapes are equal.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final, Literal, NamedTuple

from rogomatic.agent.screen.vt100 import Screen
from rogue.tables.items import COLORS
from tests.support.recorded_games import events, game_output

Place = Literal["top", "status", "window"]
"""Row 0 when the cursor leaves it; row 23 while a key is awaited; the rows of a screen of its own."""

STATUS_ROW: Final = 23
MARKS: Final = (" --More--", "--More--", "--Press space to continue--")
RETURN_MARK: Final = "[Press return to continue]"
MONSTERS: Final = (
    "aquator bat centaur dragon emu venus_flytrap griffin hobgoblin ice_monster jabberwock kestrel "
    "leprechaun medusa nymph orc phantom quagga rattlesnake snake troll black_unicorn vampire wraith xeroc "
    "yeti zombie "
    "giant_ant floating_eye violet_fungi gnome invisible_stalker jackal kobold mimic purple_worm quasit "
    "rust_monster umber_hulk xorn"
)
WEAPONS: Final = (
    "mace|long sword|short bow|arrow|dagger|two handed sword|dart|shuriken|spear|crossbow bolt|crossbow"
)
ARMORS: Final = "(?:leather|studded leather|scale|chain|splint|banded|plate|ring) (?:armor|mail)"


class Form(NamedTuple):
    """A text at a place, as it stood."""

    place: Place
    text: str


def forms(name: str) -> Iterator[Form]:
    """Yield everything a recorded game showed, in order, up to its score list.

    Row 0 comes once per text that stood there when the cursor left it, More included; the status
    row and the rows of windows come as they stand when the next key is given.
    """
    screen, shown = Screen(), b""
    left = len(game_output(name))
    for event in events(name):
        if event.keys:
            if shown:
                yield from _resting(screen)
            shown = b""
            continue
        shown = event.data[:left]
        left -= len(shown)
        screen.feed(shown)
        yield from (Form("top", text) for text in screen.take_lines())
    yield from _resting(screen)


def _resting(screen: Screen) -> Iterator[Form]:
    """Yield what stands still while a key is awaited."""
    bottom = screen.text(STATUS_ROW)
    if bottom.startswith("Level:") and screen.row != STATUS_ROW:
        yield Form("status", bottom)
    elif bottom in MARKS or bottom == RETURN_MARK:
        yield from (Form("window", text) for row in range(24) if (text := screen.text(row)))


def score_list(output: bytes) -> list[str]:
    """Return the lines of the score list behind a game's last screen; `output` is all it sent."""
    at = max(output.rfind(title) for title in (b"Top 10 ", b"Top Ten "))
    if at < 0:
        return []
    text = re.sub(rb"\x1b\[[0-9;?]*[a-zA-Z]|\x0f|\r", b"", output[at:]).decode("ascii")
    return [line for line in text.split("\n") if line]


def _longest_first(words: Iterable[str]) -> str:
    return "|".join(sorted((re.escape(word) for word in words), key=len, reverse=True))


_NAME: Final = r"(?:of [a-z ]+(?: \[[^\]]+\])?|called [^()]+)"
_TAIL: Final = r"(?: \((?:being worn|weapon in hand|on (?:left|right) hand)\))?"
_COUNT: Final = r"(?:[Aa]n?|\d+)"
_LOOK: Final = r"\([a-z ]+\)"
_ITEM: Final = re.compile(
    rf"(?<![\w'])(?:[Ss]ome food|\d+ rations of food|{_COUNT} (?:apricot|slime-mold)s?"
    rf"|{_COUNT} (?:[+-]\d+(?:,[+-]\d+)? )?(?:{WEAPONS})s?(?: called [^()]+)?"
    rf"|(?:[+-]\d+ )?{ARMORS}(?: \[[^\]]+\])?(?: called [^()]+)?"
    rf"|{_COUNT} scrolls? (?:titled '[^']*'|of (?:identify ring, wand or staff|[a-z ]+)|called [^()]+)"
    rf"|{_COUNT} (?:potion|ring|wand|staff)s? {_NAME}{_LOOK}"
    rf"|{_COUNT} [+-]\d+ ring of [a-z ]+{_LOOK}"
    rf"|{_COUNT} [a-z]+(?: [a-z]+)? (?:potion|ring|wand|staff)s?(?! mail| of)"
    rf"|[Tt]he Amulet of Yendor){_TAIL}",
    re.IGNORECASE,
)
_MONSTER: Final = re.compile(
    rf"\b(?:(the) )?(?:{_longest_first(name.replace('_', ' ') for name in MONSTERS.split())})\b",
    re.IGNORECASE,
)
_COLOR: Final = re.compile(
    rf"(glow(?:s|ing)? |shimmering |seems |turns |^A (?=\w+ light)|^)(?:{_longest_first(COLORS)})\b"
    r"(?! potion)", re.IGNORECASE,
)  # fmt: skip
_TRAP: Final = re.compile(
    r"\b(?:an?) (?:trapdoor|arrow trap|sleeping gas trap|bear ?trap|teleport trap|(?:poison )?dart trap|"
    r"rust trap|mysterious trap)\b",
    re.IGNORECASE,
)


def unmarked(text: str) -> str:
    """Return a text without its More and the blanks at its end."""
    text = text.rstrip()
    for mark in MARKS:
        text = text.removesuffix(mark)
    return text.rstrip()


@lru_cache(maxsize=8192)
def shape(text: str) -> str:
    """Return a text with placeholders for what differs from game to game.

    >>> shape("The kestrel hit --More--"), shape("You now have 2 blue potions (g)")
    ('{who} hit', 'You now have {item} ({letter})')
    >>> shape("'K': kestrel"), shape("417 gold pieces"), shape("Wearing +1 ring mail [4]")
    ("'{key}': {monster}", '{n} gold pieces', 'Wearing {item}')
    """
    text = unmarked(text)
    text = re.sub(r"^'(?:\^?.|\\x..)'(?= ?:| )", "'{key}'", text)
    text = re.sub(r"^(Illegal command|Unknown character) '(?:\^?.|\\x..)'", r"\1 '{key}'", text)
    text = _ITEM.sub(lambda found: "{item}" + " " * found[0].endswith(" "), text)
    text = re.sub(r"(?<=yummy )[a-z-]+$", "{fruit}", text)
    text = re.sub(r"(?<=like )[a-z-]+(?= juice)", "{fruit}", text)
    text = _TRAP.sub("{trap}", text)
    text = _MONSTER.sub(lambda found: "{who}" if found[1] else "{monster}", text)
    text = re.sub(r"^(?:It|Something)\b(?! make| appears to)", "{who}", text)
    text = re.sub(r"\b(?<=hits |sses |ated )it\b|\bsomething$", "{who}", text)
    text = re.sub(rf"^(The|Your) (?:{WEAPONS})\b", r"\1 {weapon}", text)
    text = re.sub(r"^(The) (?:bolt|flame|ice)\b(?= (?:bounces|hits|misses|whizzes))", r"\1 {bolt}", text)
    text = re.sub(
        r"^(?:bolt|flame|ice)\b(?= (?:bounces|hits|misses|whizzes))", "{bolt}", text, flags=re.IGNORECASE
    )
    text = _COLOR.sub(r"\1{color}", text)
    text = re.sub(r"\b[a-z]\) (?=\{item\})", "{letter}) ", text)
    text = re.sub(r"\([a-z]\)", "({letter})", text)
    return re.sub(r"[+-]?\d+", "{n}", text)


def sentences(text: str) -> list[str]:
    """Return the parts of a row that were joined by a full stop and two blanks, each by itself.

    >>> sentences("You hit.  Defeated the bat")
    ['You hit', 'Defeated the bat']
    """
    return unmarked(text).split(".  ")
