"""Pictures of runs: what they show, as text, and drawn."""

from __future__ import annotations

import os
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rogomatic import cli
from rogomatic.run.reports import picture_file, plot_data, plots
from rogomatic.run.reports.plots import PICTURES
from rogomatic.run.runner.game_loop import Row
from rogomatic.run.storage.run_file import RunWriter
from tests.run.command_line import rogomatic
from tests.run.rows import MANIFEST, ROW, STUCK


def games(*scores: int) -> list[Row]:
    """Return a finished game per score; each ended as deep as its place in the row."""
    return [
        replace(ROW, seed=number, score=score, depth=number, deepest=number)
        for number, score in enumerate(scores, start=1)
    ]


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    path = tmp_path / "kept.db"
    with RunWriter(path, MANIFEST) as record:
        for row in games(10, 200, 3000):
            record.add(row)
    return path


def test_a_box_has_quartiles_whiskers_and_what_lies_beyond() -> None:
    (box,) = plot_data.boxes({"one": games(*range(101))})
    assert (box.p10, box.low, box.median, box.high, box.p90) == (10, 25, 50, 75, 90)
    assert box.extremes == (*range(10), *range(91, 101))


def test_players_are_ranked_by_median() -> None:
    runs = {"good": games(500, 600), "best": games(900, 901), "poor": games(3, 4)}
    assert [box.name for box in plot_data.boxes(runs)] == ["poor", "good", "best"]


def test_survival_is_the_share_that_reached_a_depth() -> None:
    shares = plot_data.survival(games(5, 5, 5, 5))
    assert [one.share for one in shares] == [1.0, 0.75, 0.5, 0.25]
    assert all(one.least <= one.share <= one.most for one in shares)


@given(st.integers(1, 500).flatmap(lambda games: st.tuples(st.integers(0, games), st.just(games))))
def test_an_interval_of_a_share_holds_it_and_stays_within_bounds(counts: tuple[int, int]) -> None:
    one = plot_data.share(*counts)
    assert 0 <= one.least <= one.share <= one.most <= 1


def test_the_interval_is_wilsons() -> None:
    # Newcombe (1998), table I, method 3: 81 of 263.
    one = plot_data.share(81, 263)
    assert (round(one.least, 4), round(one.most, 4)) == (0.2553, 0.3662)


def test_rare_killers_are_taken_together() -> None:
    rows = [replace(ROW, killer=name, depth=depth) for name, depth in
            (("bat", 1), ("bat", 2), ("emu", 1), ("yeti", 3), ("orc", 2))]  # fmt: skip
    figure = plot_data.killers({"one": [*rows, STUCK]}, most=2)["one"]
    assert figure.depths == (1, 2, 3)
    assert figure.counts == {"bat": (1, 1, 0), "emu": (1, 0, 0), "others": (0, 1, 2)}


def test_killers_of_two_runs_are_kept_apart() -> None:
    one = [replace(ROW, killer="bat", depth=1), replace(ROW, killer="orc", depth=2)]
    two = [replace(ROW, killer="orc", depth=3), replace(ROW, killer="orc", depth=3)]
    figures = plot_data.killers({"one": one, "two": two}, most=1)
    assert [figures[name].depths for name in figures] == [(1, 2, 3), (1, 2, 3)]
    assert figures["one"].counts == {"orc": (0, 1, 0), "others": (1, 0, 0)}
    assert figures["two"].counts == {"orc": (0, 0, 2), "others": (0, 0, 0)}
    assert [figures[name].games for name in figures] == [2, 2]


def test_the_rolling_median_begins_when_there_are_enough_games() -> None:
    figure = plot_data.curve("one", games(*[10, 20, 30, 40] * 3), window=3)
    assert figure.medians[:5] == (None, None, 20, 30, 30)
    assert len(figure.medians) == 12
    assert plot_data.curve("one", games(1, 2, 3, 4), window=100).window == 1


@pytest.mark.parametrize(
    ("scores", "axis"),
    [
        ([7], "   game  1"),
        ([7, 8], "   game   2"),
        ([7] * 3, "   game  1 3"),
        ([7] * 12, "   game  1         12"),
    ],
)
def test_the_numbers_of_games_are_apart_on_a_short_axis(scores: list[int], axis: str) -> None:
    *_, last = plots.curve(plot_data.curve("one", games(*scores), window=1))
    assert last == axis


def test_a_histogram_counts_every_game_once() -> None:
    one, other = plot_data.bars({"one": games(0, 1, 9, 10, 99, 100), "other": games(12345)})
    assert one.edges == other.edges
    assert (one.zeros, sum(one.counts)) == (1, 5)
    assert one.counts[0] == 1
    assert one.counts[5] == 1
    assert sum(other.counts) == 1


@given(st.integers(1, 10**6))
def test_a_score_lies_in_its_bar(score: int) -> None:
    (figure,) = plot_data.bars({"one": games(score)})
    at = figure.counts.index(1)
    assert figure.edges[at] <= score * (1 + 1e-9)
    assert score <= figure.edges[at + 1] * (1 + 1e-9)


def test_the_papers_figure_in_letters() -> None:
    runs = {"one": games(1, 10, 10, 100, 100, 100, 1000, 1000, 10000)}
    lines = list(plots.boxes(plot_data.boxes(runs), 69))
    assert lines[0] == "one                *         [==========|==========]----     *    100"
    assert lines[1] == "score              1         10         100        1000        median"


def test_survival_in_letters() -> None:
    lines = list(plots.survival(plot_data.survival(games(5, 5)), 58))
    assert lines[1] == f"    1  {'#' * 20} 100.0 % (34.2 to 100.0)"
    assert lines[2].startswith(f"    2  {'#' * 10:20}  50.0 %")


@pytest.mark.parametrize("width", [20, 80])
@pytest.mark.parametrize("scores", [(0, 0), (7,), (1, 50, 40000), tuple(range(300))])
def test_every_picture_has_a_text_for_every_width(width: int, scores: tuple[int, ...]) -> None:
    for picture in PICTURES.values():
        lines = list(picture.text({"one": games(*scores), "two": games(5)}, 100, width))
        assert len(lines) > 2
        assert all(line.isascii() for line in lines)
        if width >= 80 and len(scores) < 10:
            assert max(map(len, lines)) <= width + 2


@pytest.mark.parametrize("name", PICTURES)
def test_plot_prints_a_picture(name: str, kept: Path) -> None:
    assert len(rogomatic(["plot", name, str(kept)]).out.splitlines()) >= 2


@pytest.mark.parametrize(("name", "form"), [*((name, "svg") for name in PICTURES), ("scores", "png")])
def test_plot_draws_the_same_file_each_time(name: str, form: str, kept: Path, tmp_path: Path) -> None:
    if form == "png":
        pytest.importorskip("PIL", reason="PNG files need Pillow")
    files = [tmp_path / f"{number}.{form}" for number in (1, 2)]
    for file in files:
        assert cli.main(["plot", name, f"one={kept}", f"two={kept}", "--out", str(file)]) == 0
    drawn = files[0].read_bytes()
    assert drawn.startswith(b"\x89PNG" if form == "png" else b"<?xml")
    assert drawn == files[1].read_bytes()


@pytest.mark.parametrize(("file", "code"), [("x.svg", 0), ("x.SVG", 0), ("x.png", 1), ("x.PNG", 1)])
def test_only_png_needs_pillow(
    file: str, code: int, kept: Path, tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    monkeypatch.setattr(picture_file, "find_spec", lambda _name: None)
    monkeypatch.setitem(sys.modules, "PIL", None)
    assert cli.main(["plot", "scores", str(kept), "--out", str(tmp_path / file)]) == code
    assert (tmp_path / file).exists() == (code == 0)
    assert ("a file that ends in .svg does not need it" in capsys.readouterr().err) == (code == 1)


@pytest.mark.parametrize(
    ("arguments", "words", "code"),
    [
        (["scores", "{kept}", "--out", "x.jpg"], "must end in .png or .svg", 2),
        (["scores", "{kept}", "{kept}"], "the same name", 1),
        (["scores", "nowhere.db"], "There is no file nowhere.db", 1),
        (["scores", "{kept}", "--out", "{kept}/x.svg"], "cannot be written", 1),
        (["pie", "{kept}"], ": choose from ", 2),
    ],
)
def test_what_cannot_be_drawn_is_refused_in_words(
    arguments: list[str], words: str, code: int, kept: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    got: object
    try:
        got = cli.main(["plot", *(one.format(kept=kept) for one in arguments)])
    except SystemExit as leaving:
        got = leaving.code
    assert got == code
    assert words in capsys.readouterr().err


def test_a_picture_is_not_overwritten(kept: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    there = tmp_path / "there.svg"
    there.write_bytes(b"mine")
    assert cli.main(["plot", "scores", str(kept), "--out", str(there)]) == 1
    assert there.read_bytes() == b"mine"
    assert "is not overwritten" in capsys.readouterr().err


def test_a_run_without_games_has_no_picture(tmp_path: Path) -> None:
    empty = tmp_path / "empty.db"
    RunWriter(empty, MANIFEST).close()
    assert "has no games yet" in rogomatic(["plot", "scores", str(empty)], 1).err


def test_the_help_says_that_only_png_needs_the_extra() -> None:
    said = " ".join(rogomatic(["plot", "--help"]).out.split())
    assert "A PNG file needs Pillow (the extra `plot`); an SVG file does not" in said


@pytest.mark.parametrize("picture", PICTURES)
def test_odd_names_of_files_are_drawn_as_plain_text(kept: Path, tmp_path: Path, picture: str) -> None:
    copy, out = tmp_path / os.fsdecode(b"a\x1b\xff\nb.db"), tmp_path / "a.svg"
    copy.write_bytes(kept.read_bytes())
    runs = [str(copy), str(kept)]
    assert "a???b" in rogomatic(["plot", picture, *runs]).out
    assert cli.main(["plot", picture, *runs, "--out", str(out)]) == 0
    assert "a???b" in out.read_text("utf-8")


def test_odd_names_of_files_are_printed_as_plain_text(kept: Path, tmp_path: Path) -> None:
    copy, out = tmp_path / "a\x1b\nb.db", str(tmp_path / "all\x1b.db")
    copy.write_bytes(kept.read_bytes())
    assert "a??b.db" in rogomatic(["stats", str(copy), str(kept)]).out
    assert "all?.db\n" in rogomatic(["merge", str(kept), "--out", out]).out
