"""A report from a run: its numbers, its pictures and how it was made.

Owns   what a report says of a run.
Leaves how a page looks (page), which games are shown (notable).
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict

from rogomatic.run.figures.pictures.draw import picture
from rogomatic.run.figures.pictures.figures import Runs
from rogomatic.run.figures.pictures.table import PICTURES
from rogomatic.run.figures.report.notable import Notable
from rogomatic.run.figures.report.page import Drawn, Report, Table
from rogomatic.run.figures.stats import Spread, Summary, ranked, summary_of
from rogomatic.run.files.record import Manifest
from rogomatic.run.play.game import Row

_WINDOW = 100       # games of the rolling median
_TEXT_WIDTH = 80    # letters of a picture in letters
_COLUMNS = {"p10": "10th", "p25": "quartile", "median": "median", "p75": "quartile", "p90": "90th",
            "mean": "mean", "max": "most"}  # fmt: skip


def report_of(
    manifest: Manifest, rows: Sequence[Row], games: Sequence[Notable], casts: Mapping[int, str], note: str
) -> Report:
    """Return the report of a run; see page.Report for games, casts and note.

    Raises NoPicture when there is nothing to draw with.
    """
    summary = summary_of(rows)
    game = manifest.game or f"Rogue {manifest.edition}"
    runs: Runs = {game: rows}
    return Report(
        title=f"Rog-O-Matic plays {game}: {len(rows)} games",
        lead=_lead(summary),
        tables=[_spreads(summary), _ends(rows)],
        pictures=[
            Drawn(
                title=name.capitalize(),
                says=kind.says,
                svg=picture(kind.drawn(runs, _WINDOW), "svg"),
                text=list(kind.text(runs, _WINDOW, _TEXT_WIDTH)),
            )
            for name, kind in PICTURES.items()
        ],
        games=games,
        casts=casts,
        note=note,
        made=_made(manifest),
        again=_command(manifest),
    )


def _lead(summary: Summary) -> str:
    score, depth = summary["score"], summary["depth"]
    return (
        f"{summary['finished']:,} of {summary['games']:,} games came to their end. Half of all scored at "
        f"least {score['median']:,.0f} gold, one in ten at least {score['p90']:,.0f}, the best "
        f"{score['max']:,.0f}; the mean is {score['mean']:,.0f}. They ended on depth {depth['median']:.0f} "
        f"at the median, {depth['max']:.0f} at most."
    )


def _spreads(summary: Summary) -> Table:
    spreads: dict[str, Spread] = {
        "score (gold)": summary["score"], "depth": summary["depth"], "turns": summary["turns"],
        "commands": summary["commands"],
    }  # fmt: skip
    numbers = {name: dict(spread.items()) for name, spread in spreads.items()}
    body = [[name, *(f"{row[key]:,.0f}" for key in _COLUMNS)] for name, row in numbers.items()]
    return Table("How the games lie", ["", *_COLUMNS.values()], body)


def _ends(rows: Sequence[Row]) -> Table:
    counts = ranked(Counter(row.ending for row in rows))
    body = [[name, count, f"{100 * count / len(rows):.1f}"] for name, count in counts.items()]
    return Table("How they ended", ["end", "games", "per cent"], body)


def _made(manifest: Manifest) -> dict[str, str]:
    """Return the manifest in words; of the knobs only those that differ from the default."""
    from rogomatic.knobs import DEFAULT

    made = {name.replace("_", " "): str(value) for name, value in asdict(manifest).items()}
    usual = asdict(DEFAULT)
    try:
        knobs = json.loads(manifest.knobs).items()
    except (ValueError, AttributeError):
        return made
    other = [f"{name}={value}" for name, value in sorted(knobs) if usual.get(name) != value]
    made["knobs"] = ", ".join(other) or "the default ones"
    return made


def _command(manifest: Manifest) -> str:
    import shlex

    what = ["--game", shlex.quote(manifest.game)] if manifest.game else ["--edition", manifest.edition]
    size = ["--games", str(manifest.games), "--first-seed", str(manifest.first_seed)]
    return " ".join(["rogomatic", "batch", *size, *what, "--out", "RUN.db"])
