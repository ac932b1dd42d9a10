"""The report of a run as one HTML page: the best games first, then plots, numbers."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from html import escape
from typing import Final, NamedTuple

from rogomatic.run.reports import svg
from rogomatic.run.reports.html_player import document, keys_in_html, link_to, player, reasons_in_html
from rogomatic.run.reports.notable_games import Notable
from rogomatic.run.reports.packed_game import PlayableGame
from rogomatic.run.reports.plot_data import Runs
from rogomatic.run.reports.plots import PICTURES, Picture
from rogomatic.run.reports.stats import Spread, Summary, ranked, summary_of
from rogomatic.run.runner.game_loop import Row, ending_in_words
from rogomatic.run.storage.run_file import Manifest
from rogue.shared.wording import plural

_HAPPENINGS: Final = 8  # that are listed, at most
_FIRST: Final = 3  # games before the pictures; the others follow them


class Tile(NamedTuple):
    """A key figure and its label."""

    value: str
    label: str


@dataclass(frozen=True, slots=True)
class Drawn:
    """A picture in the page: an SVG element, and the same in letters for screen readers."""

    title: str
    says: str
    svg: str
    text: Sequence[str]


@dataclass(frozen=True, slots=True)
class Table:
    """A table in the page; cells are numbers or words."""

    title: str
    head: Sequence[str]
    rows: Sequence[Sequence[object]]


@dataclass(frozen=True, slots=True)
class RunReport:
    """The content of a page.

    lead   a summary in one sentence        made      the run's settings by name
    games  notable games, best first   playable  those that can be played, by seed
    note   why games are missing, ""        again     the command that makes the run again
    """

    title: str
    lead: str
    tiles: Sequence[Tile]
    tables: Sequence[Table]
    pictures: Sequence[Drawn]
    games: Sequence[Notable]
    playable: Mapping[int, PlayableGame]
    note: str
    made: Mapping[str, str]
    again: str


def page(report: RunReport) -> str:
    """Return the page."""
    games = {_name(seed): game for seed, game in report.playable.items()}
    return "\n".join(document(report.title, report.lead, _body(report), games)) + "\n"


def _name(seed: int) -> str:
    return f"game-{seed}"


def _body(report: RunReport) -> Iterator[str]:
    yield "<main>"
    first, more = report.games[:_FIRST], report.games[_FIRST:]
    if first or report.note:
        body = (*_happenings(report), *_games(report, first, is_first=True))
        yield from _section("games", "Highlights", body)
    yield from _tiles(report.tiles)
    drawings = (line for one in report.pictures for line in _picture(one))
    yield from _section("pictures", "Pictures", drawings)
    yield from _section("numbers", "Numbers", (line for table in report.tables for line in _table(table)))
    if more:
        yield from _section("more", "More games", _games(report, more, is_first=False))
    yield from _section("made", "How the run was made", _made(report))
    yield "</main>"


def _section(name: str, title: str, lines: Iterable[str]) -> Iterator[str]:
    yield f'<section id="{name}" aria-labelledby="{name}-title">'
    yield f'<h2 id="{name}-title">{escape(title)}</h2>'
    yield from lines
    yield "</section>"


def _happenings(report: RunReport) -> Iterator[str]:
    """Yield the weightiest events of the playable games, each as a link to its moment."""
    found = [(one, seed) for seed, game in report.playable.items() for one in game.story.happenings]
    if not found:
        return
    yield '<ol class="happenings">'
    for one, seed in sorted(found, key=lambda pair: -pair[0].weight)[:_HAPPENINGS]:
        yield f"<li>{link_to(_name(seed), one.number, one.text)} (turn {one.turn:,}, seed {seed})</li>"
    yield "</ol>"


def _tiles(tiles: Sequence[Tile]) -> Iterator[str]:
    yield '<dl class="tiles">'
    for tile in tiles:
        yield f"<div><dt>{escape(tile.label)}</dt><dd>{escape(tile.value)}</dd></div>"
    yield "</dl>"


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
    yield "<figure>"
    yield one.svg
    yield f"<figcaption>{escape(one.title)}: {escape(one.says)}.</figcaption>"
    yield "<details><summary>The same in letters</summary>"
    yield f'<pre class="wide" tabindex="0">{escape(chr(10).join(one.text))}</pre></details>'
    yield "</figure>"


def _games(report: RunReport, games: Sequence[Notable], is_first: bool) -> Iterator[str]:
    if report.note and is_first:
        yield f'<p class="note">{escape(report.note)}</p>'
    for number, (row, why) in enumerate(games):
        heading = f"<h3>{escape(why[:1].upper() + why[1:])}: seed {row.seed}</h3>"
        yield "<article>" + (heading if is_first else f"<details><summary>{heading}</summary>")
        yield f"<p>{escape(_story(row))}</p>"
        if row.seed in report.playable:
            still, story = report.playable[row.seed].still, report.playable[row.seed].story
            if story.why:
                yield reasons_in_html(story.why)
            yield from player(_name(row.seed), f"The game of seed {row.seed}", still)
            if is_first and not number:
                yield keys_in_html()
        yield "</article>" if is_first else "</details></article>"


def _story(row: Row) -> str:
    """Return a sentence about a game."""
    deepest = f" (deepest {row.deepest})" if row.deepest > row.depth else ""
    return (
        f"{row.score:,} gold, {ending_in_words(row)} on level {row.depth}{deepest}, after "
        f"{plural(row.turns, 'turn')} and {plural(row.commands, 'command')}; the rule that acted last: "
        f"{row.last_rung or 'none'}."
    )


def _made(report: RunReport) -> Iterator[str]:
    yield '<dl class="made">'
    for name, value in report.made.items():
        yield f"<dt>{escape(name)}</dt><dd>{escape(value) or '-'}</dd>"
    yield "</dl>"
    yield f'<p>To make it again:</p><pre class="wide" tabindex="0">{escape(report.again)}</pre>'


_WINDOW: Final = 100  # games of the rolling median
_TEXT_WIDTH: Final = 80  # letters of a picture in letters
_SHEET: Final = (440.0, 300.0)  # pixels of a picture, two of which stand side by side
_COLUMNS: Final = {
    "p10": "10th percentile", "p25": "lower quartile", "median": "median", "p75": "upper quartile",
    "p90": "90th percentile", "mean": "mean", "max": "most",
}  # fmt: skip


def report_of(
    manifest: Manifest,
    rows: Sequence[Row],
    games: Sequence[Notable],
    playable: Mapping[int, PlayableGame],
    note: str,
) -> RunReport:
    """Return the report of a run, as RunReport describes it."""
    summary = summary_of(rows)
    counted = [row for row in rows if not row.is_lost]
    game = manifest.game or f"Rogue {manifest.edition}"
    runs: Runs = {game: counted}
    return RunReport(
        title=f"Rog-O-Matic plays {game}: {plural(len(rows), 'game')}",
        lead=_lead(summary),
        tiles=_headline_tiles(summary, counted),
        tables=[_spreads(summary), _ends(rows)],
        pictures=[_drawn(name, kind, runs) for name, kind in PICTURES.items()],
        games=games,
        playable=playable,
        note=note,
        made=_settings_of(manifest),
        again=_command(manifest),
    )


def _drawn(name: str, kind: Picture, runs: Runs) -> Drawn:
    return Drawn(
        title=name.capitalize(),
        says=kind.says,
        svg=svg.element(kind.drawing(runs, _WINDOW, _SHEET), name),
        text=list(kind.text(runs, _WINDOW, _TEXT_WIDTH)),
    )


def _lead(summary: Summary) -> str:
    score = summary["score"]
    lost = summary["lost"]
    crash = (
        f" A crash took {plural(lost, 'game')}, which count{'s' * (lost == 1)} in no figure." if lost else ""
    )
    return (
        f"{summary['finished']:,} of {summary['games']:,} games came to their end. Half of all scored at "
        f"least {score['median']:,.0f} gold, one in ten at least {score['p90']:,.0f}.{crash}"
    )


def _headline_tiles(summary: Summary, rows: Sequence[Row]) -> list[Tile]:
    score = summary["score"]
    (killer, count), *_ = ranked(Counter(ending_in_words(row) for row in rows)).items()
    return [
        Tile(f"{summary['games']:,}", "games"),
        Tile(f"{score['median']:,.0f}", "gold at the median"),
        Tile(f"{score['mean']:,.0f}", "gold on average"),
        Tile(f"{score['max']:,.0f}", "gold in the best game"),
        Tile(f"{max(row.deepest for row in rows)}", "the deepest level reached"),
        Tile(f"{100 * count / len(rows):.0f} %", f"{killer}: the most frequent end"),
    ]


def _spreads(summary: Summary) -> Table:
    spreads: dict[str, Spread] = {
        "score (gold)": summary["score"], "deepest level": summary["deepest"], "turns": summary["turns"],
        "commands": summary["commands"],
    }  # fmt: skip
    numbers = {name: dict(spread.items()) for name, spread in spreads.items()}
    body = [[name, *(f"{row[key]:,.0f}" for key in _COLUMNS)] for name, row in numbers.items()]
    return Table("How the games lie", ["", *_COLUMNS.values()], body)


def _ends(rows: Sequence[Row]) -> Table:
    counts = ranked(Counter(ending_in_words(row) for row in rows))
    body = [[name, count, f"{100 * count / len(rows):.1f}"] for name, count in counts.items()]
    return Table("How they ended", ["end", "games", "per cent"], body)


def _settings_of(manifest: Manifest) -> dict[str, str]:
    """Return the manifest in words, with the knobs that differ from the default."""
    from rogomatic.agent.knobs import DEFAULT

    made = {name.replace("_", " "): str(value) for name, value in asdict(manifest).items()}
    usual = DEFAULT.values()
    try:
        knobs = json.loads(manifest.knobs).items()
    except (ValueError, AttributeError):
        return made
    other = [f"{name}={value}" for name, value in sorted(knobs) if usual.get(name) != value]
    made["knobs"] = ", ".join(other) or "the default ones"
    return made


def _command(manifest: Manifest) -> str:
    import shlex

    name, is_variant, _ = manifest.edition.rpartition("@")  # the digest of a variant stands behind it
    own = ["--variant", shlex.quote(name)] if is_variant else ["--edition", manifest.edition]
    what = ["--game", shlex.quote(manifest.game)] if manifest.game else own
    size = ["--games", str(manifest.games), "--first-seed", str(manifest.first_seed)]
    return " ".join(["rogomatic", "batch", *size, *what, "--out", "RUN.db"])
