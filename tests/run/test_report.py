"""The report: which games it shows, what stands in the page, and the page in a real browser."""

from __future__ import annotations

import base64
import gzip
import json
import re
import shutil
from collections.abc import Iterator
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from rogomatic import cli
from rogomatic.run.figures.report.notable import notable
from rogomatic.run.files.record import read_run
from rogomatic.run.play.game import Row
from tests.run.rows import ROW, STUCK

pytest.importorskip("matplotlib", reason="a report needs matplotlib for its pictures")
VOID = ("meta", "img", "br", "hr", "input", "link")


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Keep a run of a few short games of our own."""
    path = tmp_path_factory.mktemp("report") / "run.db"
    limits = ["--limit-commands", "150"]
    assert cli.main(["batch", "--games", "6", "--first-seed", "40", *limits, "-q", "--out", str(path)]) == 0
    return path


@pytest.fixture(scope="module")
def page(run: Path) -> Path:
    path = run.with_name("report.html")
    assert cli.main(["report", str(run), "--out", str(path), "--games", "3"]) == 0
    return path


class Outline(HTMLParser):
    """Checks that tags are closed in order, and collects what there is."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.controls: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        if tag not in VOID:
            self.open.append(tag)
        self.ids += [found["id"]] if "id" in found else []
        self.links += [found[name] for name in ("src", "href") if name in found]
        self.controls += [found["aria-controls"]] if "aria-controls" in found else []

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def row(seed: int, **fields: Any) -> Row:
    return replace(ROW, seed=seed, **fields)


def test_the_best_and_the_strangest_games_are_shown_once_with_all_reasons() -> None:
    rows = [
        row(1, score=10, turns=50), row(2, score=900, turns=9000, deepest=9), row(3, score=300, turns=400),
        row(4, score=5, turns=20, killer="emu"), replace(STUCK, seed=5, turns=700),
        *[row(seed) for seed in range(6, 12)],
    ]  # fmt: skip
    assert [(one.row.seed, one.why) for one in notable(rows, 5)] == [
        (2, "the best score, went deepest, the longest game"),
        (5, "a game with trouble"),
        (4, "the rarest end, dead soonest"),
        (3, "the most gold per turn"),
        (6, "number 3 by score"),
    ]


def test_no_more_games_are_shown_than_asked_for_or_than_there_are() -> None:
    assert notable([row(1), row(2)], 0) == []
    assert len(notable([row(1), row(2)], 8)) == 2


def test_a_page_is_well_formed_and_asks_for_nothing_from_outside(page: Path) -> None:
    text = page.read_text("utf-8")
    outline = Outline()
    outline.feed(text)
    assert outline.open == []
    assert len(outline.ids) == len(set(outline.ids))
    assert set(outline.controls) <= set(outline.ids)
    assert all(link.startswith(("data:", "#")) for link in outline.links)
    assert "default-src 'none'" in text


def test_the_numbers_of_the_run_stand_in_the_page(run: Path, page: Path) -> None:
    manifest, rows = read_run(run)
    text = page.read_text("utf-8")
    assert "6 games" in text
    assert f"{max(one.score for one in rows):,}" in text
    assert manifest.created in text
    assert "rogomatic batch --games 6 --first-seed 40" in text


def test_a_game_in_the_page_is_the_whole_recording(run: Path, page: Path) -> None:
    text = page.read_text("utf-8")
    packed = re.findall(r'<script type="application/gzip" id="cast-(\d+)">([^<]+)</script>', text)
    commands = {one.seed: one.commands for one in read_run(run)[1]}
    assert len(packed) == 3
    for seed, data in packed:
        header, *events = gzip.decompress(base64.b64decode(data)).decode("utf-8").splitlines()
        assert json.loads(header)["version"] == 2
        keys = [event for event in map(json.loads, events) if event[1] == "i"]
        assert len(keys) == commands[int(seed)]


def test_games_that_another_memory_played_are_said_not_to_play(
    run: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from rogomatic.cli import again

    def refuse(*_: object) -> None:
        raise again.NotAgain("the agent had another memory.")

    monkeypatch.setattr(again, "again", refuse)
    out = tmp_path / "page.html"
    assert cli.main(["report", str(run), "--out", str(out)]) == 0
    text = out.read_text("utf-8")
    assert "The games cannot be played here: the agent had another memory." in text
    assert "AsciinemaPlayer" not in text


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["nowhere.db", "--out", "x.html"], "There is no file nowhere.db"),
        (["{run}", "--out", "{run}"], "is not overwritten"),
        (["{run}", "--games", "0", "--out", "{run}/x.html"], "cannot be written"),
    ],
)
def test_what_cannot_be_reported_is_refused_in_words(
    arguments: list[str], words: str, run: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["report", *(one.format(run=run) for one in arguments)]) == 1
    assert words in capsys.readouterr().err


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """Start Debian's Chromium without a window."""
    pytest.importorskip("selenium", reason="the page is tried in a browser through selenium")
    chromium, driver = shutil.which("chromium"), shutil.which("chromedriver")
    if not (chromium and driver):
        pytest.skip("no browser: chromium and chromedriver are not installed")
    from selenium import webdriver

    options = webdriver.ChromeOptions()
    options.binary_location = chromium
    for argument in (
        "--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-sync",
        "--disable-component-update", "--no-first-run",
        f"--user-data-dir={tmp_path_factory.mktemp('profile')}",
    ):  # fmt: skip
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    made = webdriver.Chrome(options=options, service=webdriver.ChromeService(driver))
    yield made
    made.quit()


@pytest.mark.parametrize("width", [375, 1200])
def test_in_a_browser_nothing_sticks_out_and_a_game_plays(browser: Any, page: Path, width: int) -> None:
    from selenium.webdriver.common.keys import Keys
    from selenium.webdriver.support.ui import WebDriverWait

    size = {"width": width, "height": 800, "deviceScaleFactor": 1, "mobile": width < 600}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    browser.get(page.as_uri())
    assert "6 games" in browser.title
    assert browser.execute_script("return document.documentElement.scrollWidth") <= width
    assert len(browser.find_elements("css selector", "figure img")) == 5
    widths = browser.execute_script("return [...document.images].map((one) => one.naturalWidth)")
    assert all(widths)
    button = browser.find_element("css selector", "button[data-cast]")
    button.send_keys(Keys.ENTER)
    screen = browser.find_element("css selector", ".player")
    WebDriverWait(browser, 20).until(lambda _: "Level:" in screen.text)
    inside = browser.execute_script("return arguments[0].contains(document.activeElement)", screen)
    assert inside, "the keys go to the game that was started"
    assert browser.execute_script("return document.documentElement.scrollWidth") <= width
    assert browser.get_log("browser") == []
