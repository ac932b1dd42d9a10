"""Exports for others: the pace of a recording, and the whole window with panels and reasons."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from rogomatic.agent.screen.vt100 import Screen
from rogomatic.cli import export_replay, replay_sources
from rogomatic.run.recordings.recording_formats import Asciicast, Event, Header, read_asciicast, read_ttyrec
from rogomatic.run.recordings.replay_export import paced, part_of
from rogomatic.run.recordings.timeline import Timeline, play_timeline
from rogomatic.run.reports import picture_file
from rogomatic.run.runner.game_loop import Limits
from rogomatic.run.viewer.controls import Pace, caution
from rogomatic.run.viewer.replay import TourStop, stops_of
from rogomatic.run.viewer.window_export import LAST_SECONDS, shown_frames, window_cast
from tests.run.own_games import LINKS, PLAYERS, short_games
from tests.run.test_replay_cli import refused, run

SEED = short_games(1, deepest=2)[0].seed


@pytest.fixture(scope="module", autouse=True)
def played_once() -> Iterator[None]:
    """Play each game once: nothing but what is made of it differs in these tests."""
    play = replay_sources._played
    kept = cache(lambda seed, edition, limits: play(seed, edition, PLAYERS, limits, lambda *_: None))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            replay_sources, "_played", lambda seed, edition, _, limits, __: kept(seed, edition, limits)
        )
        yield


@pytest.fixture(scope="module")
def timeline() -> Timeline:
    return play_timeline(SEED, LINKS, PLAYERS, limits=Limits(commands=60))[0]


@pytest.fixture(scope="module")
def export(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The window of a whole game."""
    path = tmp_path_factory.mktemp("window") / "window.cast"
    words = ("--seed", str(SEED), "--export", "cast", "--window", "120x40", "--out", str(path))
    assert run(*words)[::2] == (0, "")
    return path


def test_a_recording_takes_the_pace_that_is_asked_for() -> None:
    events = (
        Event(0.1, "o", "a"),
        Event(0.11, "i", "k"),
        Event(0.12, "o", "b"),
        Event(9.0, "i", "l"),
        Event(9.1, "r", "90x30"),
    )
    times = [event.seconds for event in paced(Asciicast(Header(), events), 2.0).events]
    assert times == [0.0, 0.5, 0.5, 1.0, 1.0]
    pictures = (Event(5.0, "o", "a"), Event(5.5, "m", "x"), Event(7.0, "o", "b"))
    assert [event.seconds for event in paced(Asciicast(Header(), pictures), 4.0).events] == [0.0, 0.25, 0.25]


def test_speed_counts_in_an_export() -> None:
    code, out, said = run("--seed", str(SEED), "--export", "cast", "--speed", "0.25")
    assert (code, said) == (0, "")
    head, *rows = map(json.loads, out.splitlines())
    keys = [row[0] for row in rows if row[1] == "i"]
    assert keys == [4.0 * number for number in range(1, len(keys) + 1)]
    assert head["idle_time_limit"] == 4.0
    frames, _ = read_ttyrec(
        run("--seed", str(SEED), "--export", "ttyrec", "--speed", "10")[1].encode("latin-1")
    )
    assert frames[-1].seconds == pytest.approx(len(keys) / 10, abs=0.2)


def test_a_window_has_the_panels_and_the_size_that_is_asked_for(export: Path) -> None:
    recording = read_asciicast(export.read_bytes())
    assert (recording.header.width, recording.header.height) == (120, 40)
    screen = Screen(40, 120)
    titles = set()
    for event in recording.events:
        if event.kind == "o":
            screen.feed(event.text.encode())
            titles |= {
                word for word in ("Hero", "Why", "Danger", "Messages") if word in " ".join(screen.picture())
            }
    assert titles == {"Hero", "Why", "Danger", "Messages"}
    assert screen.strange == 0
    assert any(event.kind == "m" and event.text == "level 2" for event in recording.events)


def test_the_pace_of_a_window_is_that_of_its_commands(timeline: Timeline) -> None:
    def times(pace: Pace) -> list[float]:
        frames = shown_frames(timeline, range(len(timeline)), (80, 24), pace, every_turn=True)
        lines = window_cast(frames, Header())
        return [json.loads(line)[0] for line in list(lines)[1:]]

    even = times(Pace(10.0, one_pace=True))
    assert even[-1] == pytest.approx(len(timeline) / 10 + 3.0)
    assert times(Pace(20.0, one_pace=True))[-1] == pytest.approx(len(timeline) / 20 + 3.0)
    assert even == sorted(even)


def test_a_recording_without_keys_is_exported_as_a_window_too(tmp_path: Path) -> None:
    path = tmp_path / "other.cast"
    path.write_text('{"version": 2, "width": 100, "height": 30}\n[1, "o", "\\u001b[28;90Hthere"]\n')
    code, out, _ = run(str(path), "--export", "cast", "--window", "130x40")
    assert code == 0
    screen = Screen(40, 130)
    screen.feed("".join(event.text for event in read_asciicast(out.encode()).events).encode())
    assert screen.text(27) == " " * 89 + "there"


def test_asciinema_takes_the_window(export: Path) -> None:
    asciinema = shutil.which("asciinema", path=str(Path(sys.executable).parent)) or shutil.which("asciinema")
    if asciinema is None:
        pytest.skip("asciinema is not installed")
    done = subprocess.run([asciinema, "cat", str(export)], capture_output=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    screen = Screen(40, 120)
    screen.feed(done.stdout)
    assert "The end" in "".join(screen.picture()) or "Why" in "".join(screen.picture())


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--export", "txt", "--window", "120x40"), "--window works only with --export svg, gif or cast"),
        (("--export", "cast", "--window", "79x40"), "--window must be at least 80x24"),
        (("--export", "cast", "--window", "wide"), "'wide' is not of the form 120x40"),
        (("--export", "cast", "--speed", "0"), "--speed 0 cannot be used with --export; use a speed above 0"),
        (
            ("--export", "txt", "--speed", "5"),
            "--speed works with --export svg, gif, cast or ttyrec, not with txt",
        ),
    ],
)
def test_what_an_export_cannot_do_is_refused(words: tuple[str, ...], sentence: str) -> None:
    code, _, said = run("--seed", "1", *words)
    assert code == 2
    assert sentence in said


def test_a_window_is_for_exports_alone() -> None:
    assert refused("--seed", "1", "--window", "120x40")[0] == 2


SVG = "{http://www.w3.org/2000/svg}"
PART = ("--from", "#20", "--to", "#40", "--every-turn", "--one-pace")


def svg_of(*words: str) -> str:
    code, out, said = run("--seed", str(SEED), "--export", "svg", *words)
    assert (code, said) == (0, "")
    return out


@pytest.mark.parametrize(
    ("size", "columns", "rows"),
    [((), 80, 24), (("--window", "80x24"), 80, 24), (("--window", "130x38"), 130, 38)],
)
def test_a_picture_shows_the_game_alone_or_the_window(size: tuple[str, ...], columns: int, rows: int) -> None:
    text = svg_of(*PART, *size)
    top = ElementTree.fromstring(text)
    _, _, width, height = map(float, top.attrib["viewBox"].split())
    assert (width, height) == (columns * 9 + 18, rows * 18 + 39)
    words = {"".join(one.itertext()) for one in top.iter(f"{SVG}text")}
    assert any(word.startswith("Level: 1") for word in words)
    assert any("Why" in word for word in words) == bool(size)
    assert {"Danger", "Pack, with the worth of each thing"} <= words or columns == 80
    assert not re.search(r"<script|href=|@import|url\(", text)


@pytest.mark.parametrize("speed", [2.0, 10.0])
def test_a_picture_lasts_as_long_as_the_pace_asks_for(speed: float) -> None:
    (seconds,) = set(
        re.findall(r"animation:\w+ ([\d.]+)s step-end infinite", svg_of(*PART, "--speed", str(speed)))
    )
    assert float(seconds) == pytest.approx(20 / speed + LAST_SECONDS)


def test_a_picture_of_a_whole_game_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(export_replay, "MAX_PICTURES", 20)
    code, out, said = run("--seed", str(SEED), "--export", "svg", *PART)
    assert (code, out) == (1, "")
    assert "svg can show only a few seconds of a game, at most 20 pictures; choose a part" in said


def test_a_picture_of_a_stranger_is_no_markup(tmp_path: Path) -> None:
    path = tmp_path / "other.cast"
    rows = [{"version": 2, "width": 80, "height": 24, "title": "<script>\x1b[2J"}, [1, "o", "</svg><script>"]]
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    text = run(str(path), "--export", "svg")[1]
    top = ElementTree.fromstring(text)
    assert "<script" not in text
    assert "</svg><script>" in {"".join(one.itertext()) for one in top.iter(f"{SVG}text")}


@pytest.mark.parametrize(("first", "last"), [(0, 30), (20, 40), (40, 40)])
def test_a_part_has_the_screens_of_its_moments_at_its_ends(timeline: Timeline, first: int, last: int) -> None:
    part = part_of(timeline, first, last)
    keys = [event.text for event in part.events if event.kind == "i"]
    assert keys == [moment.keys.decode() for moment in timeline.moments[first:last]]
    assert part.header.origin is None
    screen = Screen()
    begun = part.events[0].text.encode()
    for number, data in ((first, begun), (last, b"".join(_drawn(part)[1:]))):
        screen.feed(data)
        timeline.go(number)
        assert screen.picture() == timeline.screen.picture()
        assert screen.spot == timeline.screen.spot


def _drawn(part: Asciicast) -> list[bytes]:
    return [event.text.encode() for event in part.events if event.kind == "o"]


def test_a_whole_recording_stays_as_it_is(timeline: Timeline) -> None:
    assert part_of(timeline, 0, len(timeline) - 1) is timeline.recording


@pytest.mark.parametrize("form", ["cast", "ttyrec", "txt"])
def test_every_form_takes_a_part(form: str) -> None:
    whole, part = (
        run("--seed", str(SEED), "--export", form, *words)[1]
        for words in ((), ("--from", "#20", "--to", "#30"))
    )
    assert 0 < len(part) < len(whole) / 2


def test_a_gif_shows_every_frame_for_its_time(tmp_path: Path) -> None:
    image = pytest.importorskip("PIL.Image", reason="GIF files need Pillow")
    out = tmp_path / "game.gif"
    words = ("--seed", str(SEED), "--export", "gif", *PART, "--speed", "2", "--out", str(out))
    assert run(*words)[::2] == (0, "")
    with image.open(out) as picture:
        assert picture.size == (2 * (80 * 6 + 8), 2 * (24 * 11 + 8))
        times = []
        for number in range(picture.n_frames):
            picture.seek(number)
            times.append(picture.info["duration"])
            assert len(picture.convert("RGB").getcolors()) > 2, "letters, and not the ground alone"
        assert sum(times) == pytest.approx(1000 * (20 / 2 + LAST_SECONDS))
        assert picture.info["loop"] == 0


def test_a_gif_without_pillow_is_refused_before_the_game_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(picture_file, "find_spec", lambda _name: None)
    code, out, said = run("--seed", str(SEED), "--export", "gif")
    assert (code, out) == (1, "")
    assert "GIF files need Pillow, which is not installed; an export as svg does not need it." in said


def test_in_a_browser_a_picture_moves_where_no_script_is_allowed(browser: Any, tmp_path: Path) -> None:
    (tmp_path / "game.svg").write_text(svg_of(*PART, "--speed", "10"))
    page = tmp_path / "page.html"
    head = "<meta http-equiv=Content-Security-Policy content=\"default-src 'none'; img-src file:\">"
    page.write_text(f'<!doctype html>{head}<img src="game.svg" width="600">')
    browser.get(page.as_uri())
    image = browser.find_element("css selector", "img")
    shots: set[str] = set()
    end = time.monotonic() + 20
    while len(shots) < 3 and time.monotonic() < end:
        shots.add(image.screenshot_as_base64)
    assert len(shots) == 3


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_in_a_browser_a_picture_heeds_reduced_motion(browser: Any, tmp_path: Path, motion: str) -> None:
    path = tmp_path / "game.svg"
    path.write_text(svg_of(*PART))
    media = {"features": [{"name": "prefers-reduced-motion", "value": motion}]}
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", media)
    browser.get(path.as_uri())
    names = browser.execute_script(
        "return [...document.querySelectorAll('g')].map((one) => getComputedStyle(one).animationName)"
    )
    assert names
    assert (set(names) == {"none"}) == (motion == "reduce")


@pytest.mark.parametrize(
    ("form", "words", "opens"),
    [
        ("txt", (), "it is plain text"),
        ("svg", PART, "browsers and documents show it like a photo"),
        ("html", (), "any browser opens it, even offline"),
        ("cast", (), "replay {out}"),
    ],
)
def test_an_export_says_how_it_is_opened(
    tmp_path: Path, form: str, words: tuple[str, ...], opens: str
) -> None:
    out = tmp_path / f"game.{form}"
    code, said, _ = run("--seed", str(SEED), "--export", form, *words, "--out", str(out))
    size = export_replay.size_in_words(out.stat().st_size)
    assert (code, said.startswith(f"{out}, {size}: "), said.count("\n")) == (0, True, 1)
    assert said.rstrip().endswith(opens.format(out=out))


@pytest.mark.parametrize("form", ["html", "txt", "cast", "ttyrec"])
def test_highlights_are_refused_in_a_form_that_cannot_have_them(form: str, tmp_path: Path) -> None:
    code, _, said = run("--seed", str(SEED), "--highlights", "--export", form, "--out", str(tmp_path / "x"))
    assert code == 2
    assert "--highlights works with --export svg or gif, or cast with --window" in said


def test_exported_highlights_are_the_stops_of_the_tour_with_their_titles(tmp_path: Path) -> None:
    out = tmp_path / "tour.cast"
    words = ("--seed", str(SEED), "--highlights", "--export", "cast", "--window", "100x30")
    assert run(*words, "--out", str(out))[0] == 0
    stops = stops_of(play_timeline(SEED, LINKS, PLAYERS)[0])
    recording = read_asciicast(out.read_bytes())
    screen, tops = Screen(30, 100), set[str]()
    for event in recording.events:
        if event.kind == "o":
            screen.feed(event.text.encode())
            tops.add(screen.text(0)[:40].strip())
    assert {stop.title[:20] for stop in stops} <= {top[:20] for top in tops}
    pictures = sum(event.kind == "o" for event in recording.events)
    assert pictures <= sum(stop.last - stop.first + 1 for stop in stops) + 1


def test_a_tour_is_slower_where_hit_points_are_few(timeline: Timeline) -> None:
    stop = TourStop(0, 30, "A title")
    plain, tour = (
        list(shown_frames(timeline, range(31), None, Pace(10.0, one_pace=True), stops, every_turn=True))
        for stops in ((), (stop,))
    )
    slower = [one.seconds / other.seconds for one, other in zip(tour, plain, strict=True)]
    assert slower == pytest.approx([caution(moment.hp, moment.max_hp) for moment in timeline.moments[:31]])
    assert tour[0].canvas.rows()[0].startswith("A title")
    assert not tour[20].canvas.rows()[0].startswith("A title")
