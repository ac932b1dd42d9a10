"""The report of a run: one page with its plots as inline SVG."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Final

from rogomatic.run.reports import svg
from rogomatic.run.reports.highlights import Notable, PlayableGame
from rogomatic.run.reports.plot_data import Runs
from rogomatic.run.reports.plots import PICTURES, Picture
from rogomatic.run.reports.report_page import Drawn, RunReport, Table, Tile
from rogomatic.run.reports.stats import Spread, Summary, ranked, summary_of
from rogomatic.run.runner.endings import ending_in_words
from rogomatic.run.runner.game_loop import Row
from rogomatic.run.storage.run_writer import Manifest
from rogue.shared.wording import plural

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
    """Return the report of a run; see report_page.RunReport for games, playable and note."""
    summary = summary_of(rows)
    counted = [row for row in rows if not row.is_lost]
    game = manifest.game or f"Rogue {manifest.edition}"
    runs: Runs = {game: counted}
    return RunReport(
        title=f"Rog-O-Matic plays {game}: {plural(len(rows), 'game')}",
        lead=_lead(summary),
        tiles=_tiles(summary, counted),
        tables=[_spreads(summary), _ends(rows)],
        pictures=[_drawn(name, kind, runs) for name, kind in PICTURES.items()],
        games=games,
        playable=playable,
        note=note,
        made=_made(manifest),
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


def _tiles(summary: Summary, rows: Sequence[Row]) -> list[Tile]:
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


def _made(manifest: Manifest) -> dict[str, str]:
    """Return the manifest in words; of the knobs only those that differ from the default."""
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
