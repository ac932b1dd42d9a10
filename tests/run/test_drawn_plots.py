"""Pictures as drawings: where their shapes stand, and what becomes of them as SVG."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from dataclasses import replace
from itertools import pairwise

import pytest

from rogomatic.breeding.report import CurvePoint, generations
from rogomatic.run.reports import drawn_plots, picture_file, plot_data
from rogomatic.run.reports.chart import Scale
from rogomatic.run.reports.drawing import COLORS, Area, Dots, Drawing, Stroke, Words, text_width
from rogomatic.run.reports.plots import PICTURES
from rogomatic.run.runner.game_loop import Row
from tests.run.rows import ROW

PAGE = (440.0, 300.0)


def games(*scores: int) -> list[Row]:
    return [replace(ROW, seed=at, score=score, depth=at, deepest=at) for at, score in enumerate(scores, 1)]


RUNS = {
    "one": {"one": games(10, 200, 3000)},
    "a game without gold": {"one": games(0)},
    "equal scores": {"one": games(7, 7, 7, 7)},
    "two": {"one": games(0, 5, 40000), "two": games(5)},
    "many": {f"run {at}": games(*range(1, 40 + at)) for at in range(9)},
    "names": {"<b> & \"q\" $x_1$ 'e'": games(5, 6), "n" * 200: games(7, 900)},
    "long": {"one": [replace(row, killer=f"killer {row.seed % 12}") for row in games(*range(300))]},
}


def drawings(name: str) -> list[Drawing]:
    return [
        PICTURES[name].drawing(runs, 100, sheet) for runs in RUNS.values() for sheet in (PAGE, (720, 405))
    ]


def edges(words: Words) -> tuple[float, float]:
    """Return about where a text begins and ends along its line."""
    at, long = words.at[0], text_width(words.text, words.size)
    if words.is_upright:
        return at, at
    return {"start": (at, at + long), "middle": (at - long / 2, at + long / 2), "end": (at - long, at)}[
        words.anchor
    ]


@pytest.mark.parametrize("name", PICTURES)
def test_everything_stands_on_the_sheet(name: str) -> None:
    outside = [
        shape
        for drawing in drawings(name)
        for shape in drawing.shapes
        for x, y in ([shape.at] if isinstance(shape, Words) else shape.points)
        if not (-1 <= x <= drawing.width + 1 and 0 <= y <= drawing.height)
    ]
    assert outside == []


@pytest.mark.parametrize("name", PICTURES)
def test_no_text_runs_over_the_edge(name: str) -> None:
    over = [
        shape.text
        for drawing in drawings(name)
        for shape in drawing.shapes
        if isinstance(shape, Words) and not (min(edges(shape)) >= 0 and max(edges(shape)) <= drawing.width)
    ]
    assert over == []


@pytest.mark.parametrize("name", PICTURES)
def test_as_svg_it_is_well_formed_and_has_no_color_that_is_not_named(name: str) -> None:
    for drawing in drawings(name):
        root = ET.fromstring(picture_file.svg_element(drawing, name))
        assert root.get("viewBox") == f"0 0 {drawing.width:g} {drawing.height:g}"
        used = {part.get(kind, "none") for part in root.iter() for kind in ("fill", "stroke")}
        assert used <= {"none", *(f"var(--{color})" for color in COLORS)}
        assert "nan" not in picture_file.svg_file(drawing)
        assert "var(" not in picture_file.svg_file(drawing)


def test_a_name_is_text_whatever_letters_it_has() -> None:
    root = ET.fromstring(picture_file.svg_file(PICTURES["scores"].drawing(RUNS["names"], 100)))
    texts = [part.text or "" for part in root.iter() if part.tag.endswith("}text")]
    assert "<b> & \"q\" $x_1$ 'e'" in texts
    assert any(text.startswith("nnn") and text.endswith("…") for text in texts)


def test_the_box_stands_where_the_numbers_say() -> None:
    drawing = drawn_plots.boxes(plot_data.boxes({"one": games(*range(1, 101))}))
    (body,) = [shape for shape in drawing.shapes if isinstance(shape, Area)]
    (stars,) = [shape for shape in drawing.shapes if isinstance(shape, Dots)]
    ticks = {shape.text: shape.at[1] - 4 for shape in drawing.shapes if isinstance(shape, Words)}
    top, bottom = min(y for _, y in body.points), max(y for _, y in body.points)
    ten, hundred = ticks["10"], ticks["100"]
    assert (bottom - top) / (ten - hundred) == pytest.approx(0.4658, abs=1e-3), "log10(75.25 / 25.75)"
    assert ticks["100"] < top < bottom < ticks["10"]
    assert len(stars.points) == 20
    assert stars.is_star


def test_killers_of_two_runs_stand_side_by_side_in_per_cent() -> None:
    runs = {"old": games(1, 2, 3), "new": [replace(ROW, depth=2, killer=ROW.killer)]}
    drawing = PICTURES["killers"].drawing(runs, 100)
    words = [shape.text for shape in drawing.shapes if isinstance(shape, Words)]
    assert "old (3 games)" in words
    assert "new (1 game)" in words
    bars = [shape for shape in drawing.shapes if isinstance(shape, Area) and shape.points[2][1] <= 405 - 40]
    middle = drawing.width / 2
    heights = [
        sum(bar.points[2][1] - bar.points[0][1] for bar in bars if (bar.points[0][0] < middle) is is_first)
        for is_first in (True, False)
    ]
    assert heights[0] == pytest.approx(heights[1]), "each makes 100 per cent"


@pytest.mark.parametrize("name", ["killers", "histogram"])
def test_the_tallest_bar_does_not_touch_the_top(name: str) -> None:
    drawing = PICTURES[name].drawing({"one": [*games(5, 50, 51), replace(ROW, depth=2)]}, 100)
    tops = [y for shape in drawing.shapes if isinstance(shape, Area) for _, y in shape.points]
    axis = next(shape for shape in drawing.shapes if isinstance(shape, Stroke) and len(shape.points) == 3)
    assert min(tops) > axis.points[0][1] + 10


def test_the_legend_stands_below_the_axis() -> None:
    drawing = PICTURES["killers"].drawing(RUNS["long"], 100, PAGE)
    axis = next(shape for shape in drawing.shapes if isinstance(shape, Stroke) and len(shape.points) == 3)
    entries = [
        shape for shape in drawing.shapes if isinstance(shape, Words) and shape.text.startswith("killer ")
    ]
    assert len(entries) == 8
    assert min(entry.at[1] for entry in entries) > axis.points[1][1] + 30
    assert drawing.height > max(entry.at[1] for entry in entries)


@pytest.mark.parametrize(
    "scale",
    [
        Scale(0, 1), Scale(0, 0.11), Scale(1, 2, is_whole=True), Scale(1, 26, is_whole=True), Scale(0, 100),
        Scale(-3.2, 7.9), Scale(1234, 1239), Scale(0.8, 12, is_log=True), Scale(1, 1e6, is_log=True),
    ],
)  # fmt: skip
def test_ticks_are_few_round_and_within_the_scale(scale: Scale) -> None:
    ticks = scale.ticks()
    assert 2 <= len(ticks) <= 8
    assert all(scale.low - 1e-9 <= tick <= scale.high + 1e-9 for tick in ticks)
    assert all(one < other for one, other in pairwise(ticks))
    if scale.is_whole:
        assert all(tick == round(tick) for tick in ticks)


@pytest.mark.parametrize("count", [1, 2, 30])
def test_an_evolution_is_drawn_from_one_generation_on(count: int) -> None:
    points = [CurvePoint(at, 40, float(at), 1, float(at), 5.0) for at in range(count)]
    drawing = generations(points, 100.0, "mean score")
    outside = [
        shape
        for shape in drawing.shapes
        for x, y in ([shape.at] if isinstance(shape, Words) else shape.points)
        if not (0 <= x <= drawing.width and 0 <= y <= drawing.height)
    ]
    assert outside == []
    ET.fromstring(picture_file.svg_file(drawing))
