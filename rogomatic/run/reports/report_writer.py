"""The report of a run: one page with its plots as inline SVG."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from itertools import count
from typing import Final

from rogomatic.run.reports.highlights import Notable, PlayableGame
from rogomatic.run.reports.mpl_plots import COLOURS, picture
from rogomatic.run.reports.plot_data import Runs
from rogomatic.run.reports.plots import PICTURES, Picture
from rogomatic.run.reports.report_page import Drawn, RunReport, Table, Tile
from rogomatic.run.reports.stats import Spread, Summary, ranked, summary_of
from rogomatic.run.runner.endings import ending_in_words
from rogomatic.run.runner.game_loop import Row
from rogomatic.run.storage.run_writer import Manifest
from rogomatic.wording import plural

_SVG: Final = "{http://www.w3.org/2000/svg}"
_HREF: Final = "{http://www.w3.org/1999/xlink}href"
_VARIABLES: Final[dict[str, str]] = {
    **{colour: f"var(--plot-{number})" for number, colour in enumerate(COLOURS)},
    "#000000": "currentColor",
    "#ffffff": "var(--paper)",
    "#999999": "var(--plot-grey)",
    "#b0b0b0": "var(--plot-grey)",
}
_COLOUR: Final = re.compile(r"#[0-9a-f]{6}\b")
_LONG_NUMBER: Final = re.compile(r"-?\d+\.\d{2,}")
_REFERENCE: Final = re.compile(r"#([\w.-]+)")
_NO_TURN: Final = re.compile(r"rotate\(-?0 [^)]*\)")
_FONT: Final = re.compile(r" ?font-family: [^;]*;?")


def inline_svg(file: bytes, prefix: str, label: str) -> str:
    """Return an SVG file as an element for a page.

    `prefix` begins all of its ids, so that several drawings may stand in one page; `label` is read aloud in
    place of the drawing.
    """
    root = ET.fromstring(file)
    _clean(root)
    _rename(root, prefix)
    for name in ("width", "height", "version"):
        root.attrib.pop(name, None)
    root.attrib.update({"role": "img", "aria-label": label})
    ET.register_namespace("", _SVG[1:-1])
    text = ET.tostring(root, encoding="unicode")
    return re.sub(r"\s*\n\s*", "\n", text).replace("\n<", "<").replace(" />", "/>")


def _clean(element: ET.Element) -> None:
    """Take out what a page has no use for, shorten numbers, put variables for colours."""
    for child in list(element):
        if child.tag in (f"{_SVG}metadata", f"{_SVG}style"):
            element.remove(child)
        else:
            _clean(child)
    for name, value in list(element.attrib.items()):
        if name in ("d", "x", "y", "transform"):
            value = _LONG_NUMBER.sub(lambda found: f"{float(found[0]):.1f}", value).replace(" \n", " ")
        elif name == "style":
            value = _COLOUR.sub(lambda found: _VARIABLES.get(found[0], found[0]), _FONT.sub("", value))
        element.attrib[name] = value
    if _NO_TURN.fullmatch(element.get("transform", "")):
        del element.attrib["transform"]
    styles = {child.get("style", "") for child in element}
    if len(element) > 1 and len(styles) == 1 and all(child.tag == f"{_SVG}use" for child in element):
        element.set("style", styles.pop())
        for child in element:
            child.attrib.pop("style", None)


def _rename(root: ET.Element, prefix: str) -> None:
    """Give short ids to what is referred to, and none to anything else."""
    names = (f"{prefix}-{number}" for number in count(1))
    used: dict[str, str] = {}
    for element in root.iter():
        if target := element.attrib.pop(_HREF, ""):
            element.set("href", target)
        for name in ("href", "clip-path"):
            for old in _REFERENCE.findall(element.get(name, "")):
                if old not in used:
                    used[old] = next(names)
                element.set(name, element.attrib[name].replace(f"#{old}", f"#{used[old]}"))
    for element in root.iter():
        old = element.attrib.pop("id", "")
        if old in used:
            element.set("id", used[old])


_WINDOW = 100  # games of the rolling median
_TEXT_WIDTH = 80  # letters of a picture in letters
_INCHES = (5.6, 3.7)  # of a picture, two of which stand side by side
_COLUMNS = {"p10": "10th percentile", "p25": "lower quartile", "median": "median", "p75": "upper quartile",
            "p90": "90th percentile", "mean": "mean", "max": "most"}  # fmt: skip


def report_of(
    manifest: Manifest,
    rows: Sequence[Row],
    games: Sequence[Notable],
    playable: Mapping[int, PlayableGame],
    note: str,
) -> RunReport:
    """Return the report of a run; see report_page.RunReport for games, playable and note.

    Raises PlotError when there is nothing to draw with.
    """
    summary = summary_of(rows)
    game = manifest.game or f"Rogue {manifest.edition}"
    runs: Runs = {game: rows}
    return RunReport(
        title=f"Rog-O-Matic plays {game}: {plural(len(rows), 'game')}",
        lead=_lead(summary),
        tiles=_tiles(summary, rows),
        tables=[_spreads(summary), _ends(rows)],
        pictures=[_drawn(name, kind, runs) for name, kind in PICTURES.items()],
        games=games,
        playable=playable,
        note=note,
        made=_made(manifest),
        again=_command(manifest),
    )


def _drawn(name: str, kind: Picture, runs: Runs) -> Drawn:
    figure = kind.drawn(runs, _WINDOW)
    figure.set_size_inches(*_INCHES)
    title = name.capitalize()
    return Drawn(
        title=title,
        says=kind.says,
        svg=inline_svg(picture(figure, "svg"), name, f"{title}: the text below says the same"),
        text=list(kind.text(runs, _WINDOW, _TEXT_WIDTH)),
    )


def _lead(summary: Summary) -> str:
    score = summary["score"]
    return (
        f"{summary['finished']:,} of {summary['games']:,} games came to their end. Half of all scored at "
        f"least {score['median']:,.0f} gold, one in ten at least {score['p90']:,.0f}."
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
    from rogomatic.knobs import DEFAULT

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
