"""The HTML player of games, which needs no network: its document, its markup, its controls."""

from __future__ import annotations

import base64
from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from html import escape
from importlib.resources import files
from string import Template
from typing import Final

from rogomatic.run.recordings.game_frames import LIT, Frame
from rogomatic.run.reports.packed_game import PlayableGame

_ASSETS: Final = files("rogomatic.run.reports") / "assets"
# Letters of the map by their class; player.js and page.css have the same.
_LOOKS: Final = {
    **dict.fromkeys("*,", "gold"), **dict.fromkeys("!?:)]=/", "thing"), "%": "stairs", "^": "trap",
    "+": "door", "#": "door",
}  # fmt: skip
_GRAVE: Final = 20  # chance to die in percent from which danger is highlighted; also in player.js


def document(title: str, lead: str, body: Iterable[str], games: Mapping[str, PlayableGame]) -> Iterator[str]:
    """Yield the lines of a page that plays these games.

    `body` contains the players with the names in `games`.  `lead` is a sentence below the title.

    The page loads nothing from any network, and a policy in its head forbids such loading.
    """
    script = _asset("player.js")
    digest = base64.b64encode(sha256(script.encode("utf-8")).digest()).decode("ascii")
    yield _part("head.html", digest=digest, title=escape(title), lead=escape(lead), style=_asset("page.css"))
    yield from body
    if games:
        yield _part("controls.html")
        for name, game in games.items():
            kind = "application/gzip" if game.is_zipped else "application/json"
            yield f'<script type="{kind}" id="{name}">{game.packed}</script>'
        yield f"<script>{script}</script>"
    yield "</body>"
    yield "</html>"


def player(name: str, label: str, still: Frame) -> str:
    """Return the HTML of a game's player.

    The player begins with the first command.  Without scripts, it shows only `still`, the last frame.
    """
    return _part(
        "player.html",
        name=name,
        label=escape(label),
        rows=len(still.cells) // still.cols,
        cols=still.cols,
        screen=screen_of(still),
        facts=escape(_facts(still)),
        most=max(still.max_hp, 1),
        low=still.max_hp / 5,
        hp=still.hp,
        said=escape("".join(chr(cell & ~LIT) for cell in still.cells[: still.cols])),
        hidden=" hidden" * (still.turn < 0),  # the reasons are unknown
        rung=escape(still.rung),
        because=escape(still.because),
        threat=escape(still.danger.words or "nobody is after the hero"),
        grave=" grave" * (still.danger.percent >= _GRAVE),
    )


def link_to(name: str, frame: int, text: str) -> str:
    """Return a link to a frame of one of the document's games."""
    return f'<a href="#play-{name}" data-game="{name}" data-at="{frame}">{escape(text)}</a>'


def reasons_in_html(reasons: Iterable[str]) -> str:
    """Return sentences as an HTML list.

    >>> reasons_in_html(["It fought & lost."])
    '<ul class="reasons"><li>It fought &amp; lost.</li></ul>'
    """
    return f'<ul class="reasons">{"".join(f"<li>{escape(one)}</li>" for one in reasons)}</ul>'


def keys_in_html() -> str:
    """Return the help on keys and touch as an HTML paragraph."""
    return _part("keys.html")


def _facts(still: Frame) -> str:
    if not still.depth:
        return "Last picture"
    turn = f"turn {still.turn:,}, " if still.turn >= 0 else ""
    return f"Last command: {turn}level {still.depth}, {still.hp} of {still.max_hp} hit points"


def screen_of(frame: Frame) -> str:
    """Return a screen as HTML, with the hero marked, highlights in bold, and map symbols in color.

    >>> screen_of(Frame(b"<@*" + bytes([LIT + ord("B")]), 0, 0, 0, 0, True, "", "", (), cols=2))
    '&lt;<i>@</i>\\n*<b>B</b>'
    """
    text = []
    last = len(frame.cells) - frame.cols
    for spot, cell in enumerate(frame.cells):
        letter = escape(chr(cell & ~LIT), quote=False)
        look = _LOOKS.get(letter, "") if frame.is_map and frame.cols <= spot < last else ""
        if spot and spot % frame.cols == 0:
            text.append("\n")
        if cell & LIT:
            text.append(f"<b>{letter}</b>")
        elif letter == "@":
            text.append(f"<i>{letter}</i>")
        else:
            text.append(f'<span class="{look}">{letter}</span>' if look else letter)
    return "".join(text)


def _part(file: str, **values: object) -> str:
    """Return the text of a template file with the values filled in."""
    return Template(_asset(file)).substitute(values).rstrip("\n")


def _asset(name: str) -> str:
    return (_ASSETS / name).read_text("utf-8")
