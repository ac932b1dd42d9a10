"""The report: what stands in the page, and the page in a real browser."""

from __future__ import annotations

import base64
import gzip
import json
import re
import shlex
import sys
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from rogomatic import cli
from rogomatic.agent.screen.vt100 import COLS, ROWS
from rogomatic.run.reports import report_page
from rogomatic.run.storage.run_file import Manifest, read_run, write_run
from tests.run.browsing import SMALL_TARGETS, STICKS_OUT, Played, check_document, check_policy, opened
from tests.run.command_line import rogomatic
from tests.run.packed_games import screens_of

RULE = """
from rogomatic.own_rules import refusals, rule

@rule("never", before="rest")
def never(beliefs):
    return refusals.NO_CHANGE
"""


def games_in(page: Path) -> dict[int, dict[str, Any]]:
    """Return the packed games of a page by seed."""
    found = re.findall(r'<script type="application/gzip" id="game-(\d+)">([^<]+)<', page.read_text("utf-8"))
    return {int(seed): json.loads(gzip.decompress(base64.b64decode(data))) for seed, data in found}


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
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, "PIL", None)  # cannot be imported
        assert cli.main(["report", str(run), "--out", str(path), "--games", "5"]) == 0
    return path


def test_a_page_is_well_formed_and_asks_for_nothing_from_outside(page: Path) -> None:
    text = page.read_text("utf-8")
    check_document(text)


def test_the_numbers_of_the_run_stand_in_the_page(run: Path, page: Path) -> None:
    manifest, rows = read_run(run)
    text = page.read_text("utf-8")
    assert "6 games" in text
    assert f"{max(one.score for one in rows):,}" in text
    assert manifest.created in text
    assert "rogomatic batch --games 6 --first-seed 40" in text
    words = unescape(re.sub("<[^>]+>", "|", text))
    assert re.search(r"[a-z ]+: the most frequent end\|", words)
    assert not re.search(r"\((quit|won|stall|died)\)", words)


@pytest.mark.parametrize(
    "words",
    [
        "--limit-commands 5",
        "--edition 3.6 --shard 1/2 --limit-turns 9 --limit-cpu 50 --limit-seconds 60 --stall 7 --memory none",
        "--variant coffee --without rest --without 'try a stick' --limit-commands 5",
        "--limit-commands 5 --rules 'my rule.py'",
        "--limit-commands 5 --memory m.txt --learn",
        f"--game '{sys.executable} -m rogue --seed {{seed}}' --limit-commands 1 --shard 2/2",
    ],
)
def test_the_command_in_the_page_makes_the_same_run(
    words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("my rule.py").write_text(RULE)
    line = f"batch --games 2 --first-seed 50 --plain -q {words} --out run.db"
    assert cli.main(shlex.split(line)) == 0
    manifest, _ = read_run(Path("run.db"))
    (told,) = re.findall("To make the run again:</p><pre[^>]*>rogomatic (.*)</pre>", page_of(manifest))
    again = unescape(told).replace("FILE", "other.txt").replace("RUN.db", "again.db")
    assert cli.main([*shlex.split(again), "-q", "--plain"]) == 0
    assert manifest.differs_in(read_run(Path("again.db"))[0]) == []


@pytest.mark.parametrize(
    "change",
    [
        {"knobs": "nonsense"},
        {"knobs": "[" * 100_000},
        {"limits": "[]"},
        {"limits": '{"seconds": "1; touch x"}'},
        {"shard": "1/2; touch x"},
        {"edition": "5.4; touch x"},
        {"edition": "$(touch x)@036fd2fd"},
        {"game": "'abc"},
        {"game": "./rogue; touch x"},
        {"without": "rest; touch x"},
        {"rules": "my rule.py; touch x 036fd2fd"},
    ],
)
def test_the_command_of_a_foreign_run_is_one_command(run: Path, change: dict[str, Any]) -> None:
    manifest, rows = read_run(run)
    page = report_page.page(replace(manifest, **change), rows, [], {}, "")
    (told,) = re.findall("To make the run again:</p><pre[^>]*>(.*)</pre>", page)
    words = list(shlex.shlex(unescape(told), posix=True, punctuation_chars="();<>|&`$"))
    assert words[0] == "rogomatic"
    assert not {";", "$", "`", "$(", "touch", "x"} & set(words)


def page_of(manifest: Manifest) -> str:
    return report_page.page(manifest, read_run(Path("run.db"))[1], [], {}, "")


def test_a_game_in_the_page_is_the_whole_game(run: Path, page: Path) -> None:
    commands = {one.seed: one.commands for one in read_run(run)[1]}
    packed = games_in(page)
    assert len(packed) == 5
    for seed, data in packed.items():
        assert len(data["screens"]) in (commands[seed], commands[seed] + 1)
        lengths = {len(data[name]) for name in ("screens", "turns", "status", "rung", "whys")}
        assert lengths == {len(data["screens"])}
        assert {kind for _, kind, _ in data["marks"]} <= {"level", "fight", "near death", "end"}
        assert data["marks"][0][:2] == [0, "level"]


def test_a_game_is_shown_by_its_last_command_before_it_is_played(page: Path) -> None:
    text = page.read_text("utf-8")
    stills = re.findall(r'<pre class="picture"[^>]*>([^/].*?)</pre>', text, re.DOTALL)
    assert len(stills) == 5
    for still in stills:
        rows = unescape(re.sub("<[^>]+>", "", still)).split("\n")
        assert [len(row) for row in rows] == [COLS] * ROWS
        assert rows[-1].startswith("Level: ")
        assert still.count("<i>@</i>") == 1
    assert len(re.findall(r'class="rung">[a-z]', text)) == 5
    assert text.index('class="hint keys"') < text.index("</article>"), "the keys stand with the first game"


def test_best_games_come_before_the_pictures_the_others_last(page: Path) -> None:
    text = page.read_text("utf-8")
    places = [text.index(f'id="{name}"') for name in ("games", "pictures", "numbers", "more", "made")]
    assert places[0] < text.index('class="tiles"') < places[1]
    assert places == sorted(places)
    assert [part.count("<article>") for part in text.split("<section ")[1:]] == [3, 0, 0, 2, 0]


def test_the_quartiles_have_names_of_their_own(page: Path) -> None:
    heads = re.findall(r'<th scope="col">([^<]*)', page.read_text("utf-8"))
    assert "lower quartile" in heads
    assert "upper quartile" in heads
    assert len(heads) == len(set(heads))


def test_only_the_script_of_the_page_may_run(page: Path) -> None:
    text = page.read_text("utf-8")
    check_policy(text)


def test_pictures_take_their_colors_from_the_page(page: Path) -> None:
    drawings = re.findall(r"<svg xmlns.*?</svg>", text := page.read_text("utf-8"), re.DOTALL)
    assert len(drawings) == 5
    for drawing in drawings:
        assert set(re.findall(r'(?:fill|stroke)="(\w+)', drawing)) <= {"var", "none"}
        assert "var(--plot-0)" in drawing
        assert set(re.findall(r"var\(--([\w-]+)\)", drawing)) <= set(re.findall(r"--([\w-]+):", text))
        names = re.findall(r'<(?:title|desc) id="([^"]*)">[^<]', drawing)
        assert f'role="img" aria-labelledby="{" ".join(names)}"' in drawing


def test_a_printed_page_is_dark_on_white_without_controls(browser: Any, page: Path) -> None:
    opened(browser, page, 1280, "dark")
    ink = "return getComputedStyle(document.body).color"
    controls = "document.querySelectorAll('.controls, .legend, .keys')"
    shown = f"return [...{controls}].some((one) => one.checkVisibility())"
    assert (browser.execute_script(ink), browser.execute_script(shown)) == ("rgb(230, 230, 224)", True)
    media = {"media": "print", "features": [{"name": "prefers-color-scheme", "value": "dark"}]}
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", media)
    assert (browser.execute_script(ink), browser.execute_script(shown)) == ("rgb(28, 28, 28)", False)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"game": "./rogue", "edition": ""}, "another program, ./rogue, played them."),
        ({"edition": "9.9"}, "This version does not have the edition '9.9'."),
        ({"edition": "gone@036fd2fd"}, 'there is no variant "gone"; '),
        ({"without": "nap"}, "The ladder has no rule 'nap'; "),
        ({"rules": "mine.py 036fd2fd"}, "the agent had additional rules: mine.py 036fd2fd."),
        ({"memory_digest": "abc"}, "the agent had a memory other than the one shipped with this version."),
    ],
)
def test_games_that_cannot_be_replayed_are_listed(
    run: Path, tmp_path: Path, change: dict[str, Any], reason: str
) -> None:
    manifest, rows = read_run(run)
    other, out = tmp_path / "other.db", tmp_path / "page.html"
    write_run(other, replace(manifest, **change), rows, [])
    assert cli.main(["report", str(other), "--out", str(out)]) == 0
    text = unescape(out.read_text("utf-8"))
    assert f"The games cannot be replayed here: {reason}" in text
    assert "<script" not in text
    assert "data-game" not in text


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["nowhere.db", "--out", "x.html"], "There is no file nowhere.db"),
        (["{run}", "--out", "{run}"], "is not overwritten"),
        (["{run}", "--games", "0", "--out", "{run}/x.html"], "cannot be written"),
    ],
)
def test_what_cannot_be_reported_is_refused_in_words(arguments: list[str], words: str, run: Path) -> None:
    assert words in rogomatic(["report", *(one.format(run=run) for one in arguments)], 1).err


@pytest.mark.long
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280])
def test_in_a_browser_nothing_sticks_out_and_everything_can_be_touched(
    browser: Any, page: Path, width: int, scheme: str
) -> None:
    opened(browser, page, width, scheme)
    assert "6 games" in browser.title
    assert len(browser.find_elements("css selector", "figure svg")) == 5
    assert browser.execute_script(SMALL_TARGETS) == []
    assert browser.execute_script("return document.documentElement.scrollWidth") <= width
    assert browser.execute_script(STICKS_OUT) == []
    sizes = browser.execute_script("""
        const size = (one) => parseFloat(getComputedStyle(one).fontSize);
        return [...document.querySelectorAll(".picture")].map(size);
    """)
    assert len(sizes) == 5
    assert min(sizes) >= 11
    assert browser.get_log("browser") == []


def test_in_a_browser_the_whole_page_follows_the_color_scheme(browser: Any, page: Path) -> None:
    light: list[float] = []
    dark: list[float] = []
    for scheme, colors in (("light", light), ("dark", dark)):
        opened(browser, page, 1280, scheme)
        colors += browser.execute_script("""
            const brightness = (one, name) => getComputedStyle(document.querySelector(one))[name]
                .match(/[0-9]+/g).slice(0, 3).reduce((sum, part) => sum + +part, 0) / 3;
            return [brightness("body", "backgroundColor"), brightness("body", "color"),
                    brightness("figure svg text", "fill"), brightness("[fill='var(--paper)']", "fill"),
                    brightness(".tiles div", "backgroundColor")];
        """)
    paper, ink, letters, ground, tile = light
    assert min(paper, ground, tile) > 200
    assert max(ink, letters) < 60
    paper, ink, letters, ground, tile = dark
    assert max(paper, ground, tile) < 60
    assert min(ink, letters) > 200


def test_in_a_browser_a_game_plays_and_stops(browser: Any, page: Path) -> None:
    opened(browser, page, 390)
    game = Played(browser)
    game.wait(lambda: game.text("facts").startswith("Turn 0"))
    acts: tuple[Callable[[], object], ...] = (
        game.part("play").click, game.part("screen").click, partial(game.press, " "),
    )  # fmt: skip
    for act in acts:
        act()
        game.moves()
        assert game.text("play") == "Pause"
        assert game.text("facts").startswith("Turn ")
        assert "Level:" in game.text("picture")
        act()
        game.wait(lambda: game.text("play") == "Play")
        at = game.at
        browser.execute_async_script("setTimeout(arguments[0], 100)")
        assert game.at == at, "it stands still"
    assert browser.get_log("browser") == []


@pytest.mark.long
def test_in_a_browser_a_game_goes_where_it_is_told_to(browser: Any, page: Path) -> None:
    from selenium.webdriver.common.keys import Keys

    opened(browser, page)
    game = Played(browser)
    (seed, data), *_ = games_in(page).items()
    screens, marks = screens_of(data), [at for at, _, _ in data["marks"]]
    assert str(seed) in game.place.get_attribute("aria-label")

    def shows(at: int) -> None:
        game.wait(lambda: game.at == at)
        plain = bytes(cell & 0x7F for cell in screens[at]).decode("ascii")
        assert game.text("picture").replace("\n", "") == plain
        assert game.text("rung") == data["rungs"][data["rung"][at]]
        assert game.text("because") == next(why for why in data["whys"][at::-1] if why != 0)
        depth, hp, most = next(status for status in data["status"][at::-1] if status != 0)
        turn = sum(data["turns"][: at + 1])
        assert game.text("facts") == f"Turn {turn:,}, level {depth}, {hp} of {most} hit points"

    end = len(screens) - 1
    game.press("]")
    shows(next(at for at in marks if at > 0))
    assert game.last == end
    for key, place in ((Keys.HOME, 0), (Keys.ARROW_RIGHT, 1), (".", 2), (",", 1)):
        game.press(key)
        shows(place)
    game.part("forth").click()
    shows(2)
    game.part("back").click()
    shows(1)
    game.press(Keys.PAGE_DOWN)
    shows(min(101, end))
    game.press(Keys.END)
    shows(end)
    game.press("[")
    shows([at for at in marks if at < end][-1])
    game.seek(40)
    shows(40)
    assert game.part("seek").get_attribute("aria-valuetext") == game.text("facts")
    ticks = game.place.find_elements("css selector", ".ticks span")
    places = game.place.find_elements("css selector", ".places option")
    assert len(ticks) == len(places) == len(marks)
    places[-1].click()
    shows(marks[-1])
    game.press("-")
    assert game.part("speed").get_property("value") == "10"
    assert browser.get_log("browser") == []


def test_in_a_browser_the_picture_follows_the_hero_in_a_narrow_window(browser: Any, page: Path) -> None:
    opened(browser, page, 390)
    hidden = browser.execute_script("""
        const seen = (screen, hero) => hero.offsetLeft >= screen.scrollLeft
            && hero.offsetLeft + hero.offsetWidth <= screen.scrollLeft + screen.clientWidth;
        for (const one of document.querySelectorAll("details")) one.open = true;
        return new Promise((done) => setTimeout(() => done([...document.querySelectorAll(".screen")]
            .filter((one) => !seen(one, one.querySelector("i"))).length), 200));
    """)
    assert hidden == 0


def test_in_a_browser_what_happened_leads_to_its_moments(browser: Any, page: Path) -> None:
    opened(browser, page)
    text = page.read_text("utf-8")
    assert text.index('class="happenings"') < text.index('class="player"')
    links = browser.find_elements("css selector", "#games .happenings a")
    assert 0 < len(links) <= 8
    for link in links:
        game = Played(browser, f"#play-{link.get_attribute('data-game')}")
        link.click()
        game.wait_for(int(link.get_attribute("data-at")))
        assert game.place.is_displayed()
