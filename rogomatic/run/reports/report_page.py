"""The report of a run as one HTML page: first the best games, then plots, then numbers."""

from __future__ import annotations

import json
import shlex
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from html import escape
from typing import Final

from rogomatic.run.reports.html_player import document, keys_in_html, link_to, player, reasons_in_html
from rogomatic.run.reports.notable_games import Notable
from rogomatic.run.reports.packed_game import PlayableGame
from rogomatic.run.reports.picture_file import svg_element
from rogomatic.run.reports.plot_data import Runs
from rogomatic.run.reports.plots import PICTURES, Picture
from rogomatic.run.reports.stats import Spread, Summary, ranked, summary_of
from rogomatic.run.reports.stats_output import lost_in_words
from rogomatic.run.runner.game_loop import Row, ending_in_words
from rogomatic.run.storage.agent_files import batch_arguments, memory_arguments
from rogomatic.run.storage.run_file import Manifest
from rogue.shared.wording import plural

_HAPPENINGS: Final = 8  # maximum number of listed events
_FIRST: Final = 3  # games before the pictures; the others follow them
_WINDOW: Final = 100  # games of the rolling median
_TEXT_WIDTH: Final = 80  # columns of a text plot
_SHEET: Final = (440.0, 300.0)  # pixels of a picture, two of which stand side by side
_COLUMNS: Final = {
    "p10": "10th percentile", "p25": "lower quartile", "median": "median", "p75": "upper quartile",
    "p90": "90th percentile", "mean": "mean", "max": "most",
}  # fmt: skip


def page(
    manifest: Manifest, rows: Sequence[Row], games: Sequence[Notable], playable: Mapping[int, PlayableGame],
    note: str,
) -> str:  # fmt: skip
    """Return the page of a run as HTML.

    games     notable games, best first
    playable  games that the page can play, by seed
    note      why the page can play no game; "" if it can play one or more
    """
    summary = summary_of(rows)
    game = manifest.game or f"Rogue {manifest.edition}"
    runs = {game: [row for row in rows if not row.is_lost]}
    body = _body(manifest, summary, runs, rows, games, playable, note)
    title, packed = f"Rog-O-Matic plays {game}: {plural(len(rows), 'game')}", playable.items()
    lines = document(title, _lead(summary), body, {_name(seed): game for seed, game in packed})
    return "\n".join(lines) + "\n"


def _name(seed: int) -> str:
    return f"game-{seed}"


def _body(
    manifest: Manifest, summary: Summary, runs: Runs, rows: Sequence[Row], games: Sequence[Notable],
    playable: Mapping[int, PlayableGame], note: str,
) -> Iterator[str]:  # fmt: skip
    yield "<main>"
    first, more = games[:_FIRST], games[_FIRST:]
    if first or note:
        said = [f'<p class="note">{escape(note)}</p>'] if note else []
        highlights = (*_happenings(playable), *said, *_games(first, playable, is_first=True))
        yield from _section("games", "Highlights", highlights)
    yield from _tiles(summary, next(iter(runs.values())))
    drawings = (line for name, kind in PICTURES.items() for line in _picture(name, kind, runs))
    yield from _section("pictures", "Pictures", drawings)
    yield from _section("numbers", "Numbers", (*_spreads(summary), *_ends(rows)))
    if more:
        yield from _section("more", "More games", _games(more, playable, is_first=False))
    yield from _section("made", "How the run was made", _made(manifest))
    yield "</main>"


def _section(name: str, title: str, lines: Iterable[str]) -> Iterator[str]:
    yield f'<section id="{name}" aria-labelledby="{name}-title">'
    yield f'<h2 id="{name}-title">{escape(title)}</h2>'
    yield from lines
    yield "</section>"


def _lead(summary: Summary) -> str:
    score = summary["score"]
    lost = f" {lost_in_words(summary['lost'])}" if summary["lost"] else ""
    return (
        f"{summary['finished']:,} of {summary['games']:,} games finished. Half of all games scored at "
        f"least {score['median']:,.0f} gold, one in ten at least {score['p90']:,.0f}.{lost}"
    )


def _happenings(playable: Mapping[int, PlayableGame]) -> Iterator[str]:
    """Yield the most important events of the playable games, each as a link to its moment."""
    found = [(one, seed) for seed, game in playable.items() for one in game.story.happenings]
    if not found:
        return
    yield '<ol class="happenings">'
    for one, seed in sorted(found, key=lambda pair: -pair[0].weight)[:_HAPPENINGS]:
        yield f"<li>{link_to(_name(seed), one.number, one.text)} (turn {one.turn:,}, seed {seed})</li>"
    yield "</ol>"


def _games(
    games: Sequence[Notable], playable: Mapping[int, PlayableGame], *, is_first: bool
) -> Iterator[str]:
    for number, (row, why) in enumerate(games):
        heading = f"<h3>{escape(why[:1].upper() + why[1:])}: seed {row.seed}</h3>"
        yield "<article>" + (heading if is_first else f"<details><summary>{heading}</summary>")
        yield f"<p>{escape(_story(row))}</p>"
        if row.seed in playable:
            still, story = playable[row.seed].still, playable[row.seed].story
            if story.why:
                yield reasons_in_html(story.why)
            yield player(_name(row.seed), f"The game of seed {row.seed}", still)
            if is_first and not number:
                yield keys_in_html()
        yield "</article>" if is_first else "</details></article>"


def _story(row: Row) -> str:
    deepest = f" (deepest {row.deepest})" if row.deepest > row.depth else ""
    return (
        f"{row.score:,} gold, {ending_in_words(row)} on level {row.depth}{deepest}, after "
        f"{plural(row.turns, 'turn')} and {plural(row.commands, 'command')}; last rule: "
        f"{row.last_rung or 'none'}."
    )


def _tiles(summary: Summary, rows: Sequence[Row]) -> Iterator[str]:
    score = summary["score"]
    (killer, count), *_ = ranked(Counter(ending_in_words(row) for row in rows)).items()
    tiles = {
        "games": f"{summary['games']:,}",
        "median gold": f"{score['median']:,.0f}",
        "mean gold": f"{score['mean']:,.0f}",
        "most gold in a game": f"{score['max']:,.0f}",
        "deepest level": f"{max(row.deepest for row in rows)}",
        f"{killer}: the most frequent end": f"{100 * count / len(rows):.0f} %",
    }
    yield '<dl class="tiles">'
    for label, value in tiles.items():
        yield f"<div><dt>{escape(label)}</dt><dd>{escape(value)}</dd></div>"
    yield "</dl>"


def _picture(name: str, kind: Picture, runs: Runs) -> Iterator[str]:
    """Yield a picture as an SVG element, and its text form for screen readers."""
    yield "<figure>"
    yield svg_element(kind.drawing(runs, _WINDOW, _SHEET), name)
    yield f"<figcaption>{escape(name.capitalize())}: {escape(kind.says)}.</figcaption>"
    yield "<details><summary>The same as text</summary>"
    text = "\n".join(kind.text(runs, _WINDOW, _TEXT_WIDTH))
    yield f'<pre class="wide" tabindex="0">{escape(text)}</pre></details>'
    yield "</figure>"


def _spreads(summary: Summary) -> Iterator[str]:
    spreads: dict[str, Spread] = {
        "score (gold)": summary["score"], "deepest level": summary["deepest"], "turns": summary["turns"],
        "commands": summary["commands"],
    }  # fmt: skip
    numbers = {name: dict(spread.items()) for name, spread in spreads.items()}
    body = [[name, *(f"{row[key]:,.0f}" for key in _COLUMNS)] for name, row in numbers.items()]
    return _table("Distribution over the games", ["figure", *_COLUMNS.values()], body)


def _ends(rows: Sequence[Row]) -> Iterator[str]:
    counts = ranked(Counter(ending_in_words(row) for row in rows))
    body = [[name, str(count), f"{100 * count / len(rows):.1f}"] for name, count in counts.items()]
    return _table("How they ended", ["end", "games", "percent"], body)


def _table(title: str, head: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Yield an HTML table.  In a narrow window it can be scrolled sideways, also with keys."""
    yield f'<div class="wide" tabindex="0" role="region" aria-label="{escape(title)}">'
    yield f"<table><caption>{escape(title)}</caption>"
    names = "".join(f'<th scope="col">{escape(name)}</th>' for name in head)
    yield f"<thead><tr>{names}</tr></thead>"
    yield "<tbody>"
    for first, *rest in rows:
        cells = "".join(f"<td>{escape(cell)}</td>" for cell in rest)
        yield f'<tr><th scope="row">{escape(first)}</th>{cells}</tr>'
    yield "</tbody></table></div>"


def _made(manifest: Manifest) -> Iterator[str]:
    yield '<dl class="made">'
    for name, value in _settings_of(manifest).items():
        yield f"<dt>{escape(name)}</dt><dd>{escape(value) or '-'}</dd>"
    yield "</dl>"
    yield f'<p>To make the run again:</p><pre class="wide" tabindex="0">{escape(_command(manifest))}</pre>'


def _settings_of(manifest: Manifest) -> dict[str, str]:
    """Return the settings of a manifest in words.  Only knobs that differ from the default are named."""
    from rogomatic.agent.knobs import DEFAULT

    made = {name.replace("_", " "): str(value) for name, value in asdict(manifest).items()}
    usual = DEFAULT.values()
    try:
        knobs = json.loads(manifest.knobs).items()
    except (ValueError, AttributeError, RecursionError):
        return made
    other = [f"{name}={value}" for name, value in sorted(knobs) if usual.get(name) != value]
    made["knobs"] = ", ".join(other) or "the defaults"
    return made


def _command(manifest: Manifest) -> str:
    """Return a command that plays a batch again.

    Where the command needs a file whose name is not known, it has the placeholder FILE.
    """
    words = [*batch_arguments(manifest), *memory_arguments(manifest), "--out", "RUN.db"]
    return f"rogomatic batch {shlex.join(words)}"
