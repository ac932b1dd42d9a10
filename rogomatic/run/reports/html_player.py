"""The player of games in a page without network: the document around it, its markup, its controls."""

from __future__ import annotations

import base64
from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from html import escape
from importlib.resources import files
from typing import Final

from rogomatic.run.recordings.game_frames import LIT, Frame
from rogomatic.run.reports.packed_game import PlayableGame

_ASSETS: Final = files("rogomatic.run.reports") / "assets"
_POLICY: Final = (
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{script}'; "
    "base-uri 'none'; form-action 'none'"
)
_SPEEDS: Final = (1, 2, 5, 10, 15, 25, 50, 100, 250)  # commands per second
_SPEED: Final = 15
# Letters of the map by their class; player.js and page.css have the same.
_LOOKS: Final = {
    **dict.fromkeys("*,", "gold"), **dict.fromkeys("!?:)]=/", "thing"), "%": "stairs", "^": "trap",
    "+": "door", "#": "door",
}  # fmt: skip
_KEYS: Final = {
    ("Space",): "plays and stops", ("Left", "Right"): "one command back and forth",
    ("PageUp", "PageDown"): "a hundred commands", ("[", "]"): "to the marks: new levels, first fights, near "
    "deaths, the end", ("Home", "End"): "to the first and the last command", ("-", "+"): "slower, faster",
    ("s",): "slow in fights or not", ("f",): "fills the screen",
}  # fmt: skip
_GRAVE: Final = 20  # per cent to die, from which on the danger stands out; player.js has the same
_LEGEND: Final = {
    "now": "this command", "health": "hit points", "risks": "chance to die", "level": "new level",
    "fight": "first fight with a monster", "near": "near death", "end": "the end",
}  # fmt: skip
_BUTTONS: Final = (
    ("mark-back", "&#9666; mark", "To the mark before"), ("back", "&#8722;1", "One command back"),
    ("play", "Play", ""), ("forth", "+1", "One command further"),
    ("mark-forth", "mark &#9656;", "To the next mark"),
)  # fmt: skip


def document(title: str, lead: str, body: Iterable[str], games: Mapping[str, PlayableGame]) -> Iterator[str]:
    """Yield the lines of a page that plays these games; `body` places them by name.

    `lead` is a sentence below the title.

    The page loads nothing from any network; a policy in its head also forbids it.
    """
    script = _asset("player.js")
    digest = base64.b64encode(sha256(script.encode("utf-8")).digest()).decode("ascii")
    yield "<!doctype html>"
    yield '<html lang="en">'
    yield "<head>"
    yield '<meta charset="utf-8">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield '<meta name="color-scheme" content="light dark">'
    yield f'<meta http-equiv="Content-Security-Policy" content="{_POLICY.format(script=digest)}">'
    yield f"<title>{escape(title)}</title>"
    yield f'<meta name="description" content="{escape(lead)}">'
    yield f"<style>{_asset('page.css')}</style>"
    yield "</head>"
    yield "<body>"
    yield f"<header><h1>{escape(title)}</h1><p>{escape(lead)}</p></header>"
    yield from body
    if games:
        yield from _controls()
        for name, game in games.items():
            kind = "application/gzip" if game.is_zipped else "application/json"
            yield f'<script type="{kind}" id="{name}">{game.packed}</script>'
        yield f"<script>{script}</script>"
    yield "</body>"
    yield "</html>"


def player(name: str, label: str, still: Frame) -> Iterator[str]:
    """Yield the player of a game; it shows the last command, and with a script begins with the first."""
    label = escape(label)
    size = f"--rows:{len(still.cells) // still.cols};--cols:{still.cols}"
    yield (
        f'<div class="player" id="play-{name}" role="group" aria-label="{label}" data-game="{name}" '
        f'style="{size}">'
    )
    picture = f'<pre class="picture" role="img" aria-label="{label}: the screen">{screen_of(still)}</pre>'
    yield f'<div class="frame"><div class="screen">{picture}</div>'
    yield (
        f'<p class="state"><span class="facts">{escape(_facts(still))}</span> '
        f'<meter class="hp" aria-label="Hit points" max="{max(still.max_hp, 1)}" low="{still.max_hp / 5}" '
        f'value="{still.hp}"></meter></p>'
    )
    said = "".join(chr(cell & ~LIT) for cell in still.cells[: still.cols])
    yield f'<div class="thought"><p class="said" aria-hidden="true">{escape(said)}</p>'
    hidden = " hidden" * (still.turn < 0)  # nobody knows the reasons
    yield (
        f'<p class="why"{hidden}><strong class="rung">{escape(still.rung)}</strong> '
        f'<span class="because">{escape(still.because)}</span></p>'
    )
    threat = escape(still.danger.words or "nobody is after the hero")
    grave = " grave" * (still.danger.percent >= _GRAVE)
    yield f'<p class="risk{grave}"{hidden}>Danger: <span class="threat">{threat}</span></p></div></div></div>'


def link_to(name: str, frame: int, text: str) -> str:
    """Return a link to a frame of a game of the document."""
    return f'<a href="#play-{name}" data-game="{name}" data-at="{frame}">{escape(text)}</a>'


def reasons_in_html(reasons: Iterable[str]) -> str:
    """Return sentences as a list.

    >>> reasons_in_html(["It fought & lost."])
    '<ul class="reasons"><li>It fought &amp; lost.</li></ul>'
    """
    return f'<ul class="reasons">{"".join(f"<li>{escape(one)}</li>" for one in reasons)}</ul>'


def keys_in_html() -> str:
    """Return the help on keys and touch as a paragraph."""
    hint = ", ".join(f"{' '.join(map(_key, keys))} {does}" for keys, does in _KEYS.items())
    touch = "A tap on the picture plays and stops; one on the curve goes there."
    return f'<p class="hint">Keys: {hint}. {touch}</p>'


def _key(name: str) -> str:
    return f"<kbd>{escape(name)}</kbd>"


def _facts(still: Frame) -> str:
    if not still.depth:
        return "Its last picture"
    turn = f"turn {still.turn:,}, " if still.turn >= 0 else ""
    return f"Its last command: {turn}level {still.depth}, {still.hp} of {still.max_hp} hit points"


def screen_of(frame: Frame) -> str:
    """Return a screen as HTML: the hero marked, highlights bold, map symbols colored.

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


def _controls() -> Iterator[str]:
    """Yield the template of the controls below each game."""
    yield '<template id="controls">'
    yield '<div class="bar"><svg class="curve" preserveAspectRatio="none" aria-hidden="true">'
    yield '<path class="health"/><path class="risks"/></svg>'
    yield '<div class="ticks" aria-hidden="true"><i></i></div>'
    yield '<input class="seek" type="range" min="0" value="0" step="1" aria-label="Command" disabled></div>'
    yield '<div class="controls"><div class="steps">'
    for name, shown, label in _BUTTONS:
        aria = f' aria-label="{label}"' if label else ""
        yield f'<button type="button" class="{name}"{aria}>{shown}</button>'
    yield "</div>"
    yield '<label>Speed <select class="speed">'
    for speed in _SPEEDS:
        yield f'<option value="{speed}"{" selected" * (speed == _SPEED)}>{speed} a second</option>'
    yield "</select></label>"
    yield '<label class="check"><input type="checkbox" class="slow" checked> Slow in fights</label>'
    yield '<label class="goto"><span>Go to</span> <select class="places" disabled></select></label>'
    yield '<button type="button" class="whole">Full screen</button>'
    yield '</div><p class="legend" aria-hidden="true">'
    yield from (f'<span class="{look}">{meaning}</span>' for look, meaning in _LEGEND.items())
    yield '</p><p class="news" role="status"></p></template>'


def _asset(name: str) -> str:
    return (_ASSETS / name).read_text("utf-8")
