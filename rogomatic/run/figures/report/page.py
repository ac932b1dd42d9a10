"""The page of a report: HTML with its style, scripts, pictures and recordings inside.

Owns   the page's parts and their order.
Leaves the numbers (stats), the pictures (pictures), which games are shown (notable).

The page asks for nothing from any network; a policy in its head forbids it, too.
"""

from __future__ import annotations

import base64
import gzip
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from importlib.resources import files
from typing import Final

from rogomatic.run.figures.report.notable import Notable
from rogomatic.run.play.game import Row

_POLICY: Final = (
    "default-src 'none'; img-src data:; style-src 'unsafe-inline'; font-src data:; "
    "script-src 'unsafe-inline' 'wasm-unsafe-eval'; connect-src data: blob:; worker-src blob:"
)
_ASSETS: Final = files("rogomatic.run.figures.report") / "assets"


@dataclass(frozen=True, slots=True)
class Drawn:
    """A picture in the page: `svg` as a file, and the same in letters for who does not see it."""

    title: str
    says: str
    svg: bytes
    text: Sequence[str]


@dataclass(frozen=True, slots=True)
class Table:
    """A table in the page; cells are numbers or words."""

    title: str
    head: Sequence[str]
    rows: Sequence[Sequence[object]]


@dataclass(frozen=True, slots=True)
class Report:
    """What a page shows.

    lead   a sentence that sums up          made   how the run was made, name by name
    games  those worth a look               casts  their recordings by seed; what is missing cannot be played
    note   why recordings are missing, ""   again  the command that makes the run again
    """

    title: str
    lead: str
    tables: Sequence[Table]
    pictures: Sequence[Drawn]
    games: Sequence[Notable]
    casts: Mapping[int, str]
    note: str
    made: Mapping[str, str]
    again: str


def page(report: Report) -> str:
    """Return the page."""
    return "\n".join(_page(report)) + "\n"


def _page(report: Report) -> Iterator[str]:
    yield "<!doctype html>"
    yield '<html lang="en">'
    yield "<head>"
    yield '<meta charset="utf-8">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">'
    yield f"<title>{escape(report.title)}</title>"
    if report.casts:
        yield f"<style>{_asset('asciinema-player.css')}</style>"
    yield f"<style>{_asset('page.css')}</style>"
    yield "</head>"
    yield "<body>"
    yield '<a class="skip" href="#games">To the games</a>'
    yield f"<header><h1>{escape(report.title)}</h1><p>{escape(report.lead)}</p></header>"
    yield "<main>"
    yield from _section("numbers", "Numbers", (line for table in report.tables for line in _table(table)))
    yield from _section("pictures", "Pictures", (line for one in report.pictures for line in _picture(one)))
    yield from _section("games", "Games worth a look", _games(report))
    yield from _section("made", "How the run was made", _made(report))
    yield "</main>"
    if report.casts:
        for seed, cast in report.casts.items():
            yield f'<script type="application/gzip" id="cast-{seed}">{_packed(cast)}</script>'
        yield f"<script>{_asset('asciinema-player.min.js')}</script>"
        yield f"<script>{_asset('page.js')}</script>"
    yield "</body>"
    yield "</html>"


def _section(name: str, title: str, lines: Iterable[str]) -> Iterator[str]:
    yield f'<section id="{name}" aria-labelledby="{name}-title">'
    yield f'<h2 id="{name}-title">{escape(title)}</h2>'
    yield from lines
    yield "</section>"


def _table(table: Table) -> Iterator[str]:
    """Yield a table; a narrow window scrolls it sideways, also by keys."""
    yield f'<div class="wide" tabindex="0" role="region" aria-label="{escape(table.title)}">'
    yield f"<table><caption>{escape(table.title)}</caption>"
    names = "".join(f'<th scope="col">{escape(name)}</th>' for name in table.head)
    yield f"<thead><tr>{names}</tr></thead>"
    yield "<tbody>"
    for first, *rest in table.rows:
        cells = "".join(f"<td>{escape(str(cell))}</td>" for cell in rest)
        yield f'<tr><th scope="row">{escape(str(first))}</th>{cells}</tr>'
    yield "</tbody></table></div>"


def _picture(one: Drawn) -> Iterator[str]:
    data = base64.b64encode(one.svg).decode("ascii")
    yield "<figure>"
    alt = escape(f"{one.title}: the text below says the same")
    yield f'<img src="data:image/svg+xml;base64,{data}" alt="{alt}">'
    yield f"<figcaption>{escape(one.title)}: {escape(one.says)}.</figcaption>"
    yield "<details><summary>The same in letters</summary>"
    yield f'<pre class="wide" tabindex="0">{escape(chr(10).join(one.text))}</pre></details>'
    yield "</figure>"


def _games(report: Report) -> Iterator[str]:
    if report.note:
        yield f'<p class="note">{escape(report.note)}</p>'
    for row, why in report.games:
        yield "<article>"
        yield f"<h3>Seed {row.seed}: {escape(why)}</h3>"
        yield f"<p>{escape(_story(row))}</p>"
        if row.seed in report.casts:
            yield (
                f'<button type="button" data-cast="cast-{row.seed}" aria-controls="player-{row.seed}">'
                f"Play the game of seed {row.seed}</button>"
            )
            yield f'<div class="player" id="player-{row.seed}"></div>'
        yield "</article>"
    if report.casts:
        yield (
            "<p>In a game: space stops and goes on, . and , step forwards and back, the arrow keys jump five "
            "seconds, [ and ] go to the marks (new levels, near-deaths, the end), f fills the screen.</p>"
        )


def _story(row: Row) -> str:
    """Say in a sentence how a game went."""
    how = f"killed by {row.killer}" if row.killer else row.end
    return (
        f"{row.score} gold, {how} on depth {row.depth} (deepest {row.deepest}) after {row.turns} turns and "
        f"{row.commands} commands; the rule that acted last: {row.last_rung or 'none'}."
    )


def _made(report: Report) -> Iterator[str]:
    yield "<dl>"
    for name, value in report.made.items():
        yield f"<dt>{escape(name)}</dt><dd>{escape(value) or '-'}</dd>"
    yield "</dl>"
    yield f'<p>To make it again:</p><pre class="wide" tabindex="0">{escape(report.again)}</pre>'


def _asset(name: str) -> str:
    return (_ASSETS / name).read_text("utf-8")


def _packed(cast: str) -> str:
    return base64.b64encode(gzip.compress(cast.encode("utf-8"), 9, mtime=0)).decode("ascii")
