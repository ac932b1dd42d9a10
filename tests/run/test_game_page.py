"""A game exported as one page: its size, what stands in it, and how it plays in a real browser."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from rogomatic.run.recordings.game_frames import timeline_frames
from rogomatic.run.recordings.recording_formats import Asciicast, Event, Header
from rogomatic.run.recordings.timeline import Timeline, play_timeline, read_timeline
from rogomatic.run.reports.game_page import game_page
from rogomatic.run.story.chronicle import GameStory
from tests.run.browsing import (
    CUT,
    OUT_OF_SIGHT,
    SMALL_TARGETS,
    STICKS_OUT,
    Played,
    check_document,
    check_policy,
    opened,
)
from tests.run.own_games import LINKS, PLAYERS, short_games
from tests.run.packed_games import screens_of
from tests.run.test_replay_cli import run

SEED = short_games(1, deepest=2)[0].seed
HTML = ("--seed", str(SEED), "--export", "html")
MOST_BYTES = 1_000_000  # of a page for so many commands
COMMANDS = 5_000
STRANGER = '</script><script>document.title = "stolen"</script><img src=x onerror=alert(1)>'


@pytest.fixture(scope="module")
def timeline() -> Timeline:
    return play_timeline(SEED, LINKS, PLAYERS)[0]


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page of a whole game."""
    path = tmp_path_factory.mktemp("page") / "game.html"
    assert run(*HTML, "--out", str(path))[::2] == (0, "")
    return path


@pytest.fixture(scope="module")
def foreign(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page of a recording in a larger window, whose maker means no good."""
    path = tmp_path_factory.mktemp("foreign") / "game.cast"
    rows: list[object] = [{"version": 2, "width": 100, "height": 30, "title": STRANGER}]
    rows += [[1.0, "o", f"\x1b[2J\x1b[28;1H{STRANGER}"], [2.0, "o", "\x1b[30;97Hlast"]]
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    out = path.with_suffix(".html")
    assert run(str(path), "--export", "html", "--out", str(out))[0] == 0
    return out


def data_of(page: Path) -> dict[str, Any]:
    """Return the game in a page."""
    (text,) = re.findall(r'<script type="application/json" id="game">(.*?)</script>', page.read_text("utf-8"))
    data: dict[str, Any] = json.loads(text)
    return data


@pytest.mark.parametrize("name", ["page", "foreign"])
def test_a_page_is_well_formed_and_asks_for_nothing(name: str, request: pytest.FixtureRequest) -> None:
    text = request.getfixturevalue(name).read_text("utf-8")
    check_document(text)
    check_policy(text)


def test_a_page_has_every_frame_and_every_mark(page: Path, timeline: Timeline) -> None:
    data = data_of(page)
    assert len(data["screens"]) == len(timeline)
    marks = [[at, *mark] for at, moment in enumerate(timeline.moments) for mark in moment.marks]
    assert [mark for mark in data["marks"] if mark[1] != "fight"] == marks
    assert {kind for _, kind, _ in data["marks"]} >= {"level", "end"}
    assert any(danger and danger[0] and " to die against " in danger[1] for danger in data["danger"])
    text = unescape(page.read_text("utf-8"))
    assert f"Rog-O-Matic plays Rogue 5.4, seed {SEED}</h1>" in text
    assert f"{timeline.commands} commands, " in text


def test_a_part_has_the_frames_of_the_part(page: Path, tmp_path: Path) -> None:
    out = tmp_path / "part.html"
    assert run(*HTML, "--from", "#20", "--to", "#50", "--out", str(out))[::2] == (0, "")
    part, whole = data_of(out), data_of(page)
    assert len(part["screens"]) == 31
    assert screens_of(part) == screens_of(whole)[19:50]
    links = re.findall(r'data-at="(\d+)">([^<]+)<', page.read_text("utf-8"))
    shown = [(str(int(at) - 19), words) for at, words in links if 19 <= int(at) < 50]
    assert re.findall(r'data-at="(\d+)">([^<]+)<', out.read_text("utf-8")) == shown
    assert part["marks"] == [[at - 19, *mark] for at, *mark in whole["marks"] if 19 <= at < 50]
    assert "Part shown: 20 to 50." in out.read_text("utf-8")


def test_in_a_browser_a_part_names_no_mark_before_the_first(browser: Any, page: Path, tmp_path: Path) -> None:
    first = data_of(page)["marks"][1][0]
    out = tmp_path / "part.html"
    assert run(*HTML, "--from", f"#{first}", "--to", f"#{first + 5}", "--out", str(out))[0] == 0
    opened(browser, out)
    game = Played(browser)
    game.wait(lambda: game.last > 0)
    assert game.part("places").get_property("selectedIndex") == -1
    game.press(".")
    game.wait_for(1)
    assert game.part("places").get_property("selectedIndex") == 0


def test_a_page_of_many_commands_is_small(page: Path) -> None:
    """What a game adds grows with its commands; the shell is the same for all."""
    shell = len(b"".join(game_page("", "", (), timeline_frames(_blank(), range(1)), GameStory())))
    size, commands = page.stat().st_size, len(data_of(page)["screens"])
    assert shell + (size - shell) * COMMANDS / commands < MOST_BYTES


@pytest.mark.long
def test_a_page_of_a_long_game_is_small() -> None:
    timeline, row = play_timeline(7, LINKS, PLAYERS)
    assert row.commands > 0.8 * COMMANDS
    frames = timeline_frames(timeline, range(len(timeline)))
    assert (
        sum(map(len, game_page("", "", (), frames, GameStory(timeline.happenings)))) * COMMANDS / row.commands
        < MOST_BYTES
    )


def _blank() -> Timeline:
    return read_timeline(Asciicast(Header(), (Event(0.0, "o", "."),)), None)


def test_what_a_game_draws_is_no_markup(foreign: Path) -> None:
    text = foreign.read_text("utf-8")
    assert text.count("<script") == 2
    assert "<img" not in text
    data = data_of(foreign)
    assert data["size"] == [30, 100]
    (*_, last) = screens_of(data)
    assert last[27 * 100 :].startswith(STRANGER.encode())
    assert last.endswith(b"last")


@pytest.mark.parametrize(
    ("words", "code", "sentence"),
    [
        (("--speed", "5"), 2, "--speed works with --export svg, gif, cast"),
        (("--window", "120x40"), 2, "--window works only with --export svg"),
        (("--print",), 2, "not allowed with argument"),
        (("--from", "#3", "--at", "end"), 2, "not allowed with argument"),
        (("--from", "#40", "--to", "#30"), 1, "--to #30 is command 30, before the start at 40."),
        (("--from", "turn 99999999"), 1, "This game does not reach turn 99999999"),
        (("--to", "a jabberwock"), 1, "This game has no fight with 'a jabberwock'"),
        (("--out", "/no/such/folder/game.html"), 1, "/no/such/folder/game.html cannot be written"),
        (("--out", "/"), 1, "/ already exists and is not overwritten."),
    ],
)  # fmt: skip
def test_what_cannot_be_exported_gets_a_sentence(words: tuple[str, ...], code: int, sentence: str) -> None:
    got, out, said = run(*HTML, *words)
    assert (got, out) == (code, "")
    assert sentence in said
    assert "Traceback" not in said


def test_a_part_or_a_file_is_for_an_export() -> None:
    for option, value in (("--to", "end"), ("--out", "game.html"), ("--window", "120x40")):
        code, _, said = run("--seed", str(SEED), "--print", option, value)
        assert code == 2
        assert f"{option} needs --export" in said


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280])
def test_in_a_browser_nothing_sticks_out_and_everything_can_be_touched(
    browser: Any, page: Path, width: int, scheme: str
) -> None:
    opened(browser, page, width, scheme)
    assert browser.execute_script(SMALL_TARGETS) == []
    assert browser.execute_script(STICKS_OUT) == []
    assert browser.execute_script("return document.documentElement.scrollWidth") <= width
    ground = browser.execute_script("return getComputedStyle(document.body).backgroundColor")
    assert (max(map(int, re.findall(r"\d+", ground))) < 60) == (scheme == "dark")
    assert browser.get_log("browser") == []


@pytest.fixture
def old_phone(browser: Any) -> Iterator[Any]:
    """A browser without network and without what came in 2022 and 2023, which knows a finger."""
    older = "delete window.DecompressionStream; delete Array.prototype.findLast"
    offline = {"offline": True, "latency": 0, "downloadThroughput": 0, "uploadThroughput": 0}
    added = browser.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": older})
    browser.execute_cdp_cmd("Network.enable", {})
    browser.execute_cdp_cmd("Network.emulateNetworkConditions", offline)
    browser.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": True})
    yield browser
    browser.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": False})
    browser.execute_cdp_cmd("Network.disable", {})
    browser.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", added)


def _touch(browser: Any, game: Played) -> None:
    """Tap on the picture with a finger."""
    place = game.part("screen").rect
    at = [{"x": place["x"] + 50, "y": place["y"] + 50}]
    browser.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": at})
    browser.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_in_an_old_browser_a_game_plays_without_network(old_phone: Any, page: Path) -> None:
    opened(old_phone, page, 390)
    game = Played(old_phone)
    game.wait(lambda: game.last > 0)
    acts: tuple[Callable[[], object], ...] = (
        lambda: old_phone.find_element("css selector", "body").send_keys(" "),  # a key without focus
        lambda: _touch(old_phone, game),
        game.part("play").click,
    )
    for act in acts:
        act()
        game.moves()
        act()
        game.wait(lambda: game.text("play") == "Play")
    assert old_phone.get_log("browser") == []


def test_in_a_browser_reason_danger_and_curve_are_of_the_moment(browser: Any, page: Path) -> None:
    from selenium.webdriver.common.keys import Keys

    opened(browser, page)
    game, data = Played(browser), data_of(page)
    at = max(range(len(data["danger"])), key=lambda number: (data["danger"][number] or [0])[0])
    game.seek(at)
    game.wait(lambda: game.at == at)
    assert game.text("threat") == data["danger"][at][1]
    assert game.text("rung") == data["rungs"][data["rung"][at]]
    curves = [path.get_attribute("d") for path in game.place.find_elements("css selector", ".curve path")]
    assert [len(curve.split("h1")) - 1 for curve in curves] == [min(len(data["screens"]), 500)] * 2
    game.press(Keys.HOME)
    game.wait(lambda: game.at == 0)
    game.part("curve").click()  # in its middle
    game.wait(lambda: abs(game.at - len(data["screens"]) / 2) < 3)


def test_in_a_browser_a_game_begins_with_its_first_command(browser: Any, page: Path) -> None:
    opened(browser, page)
    game, data = Played(browser), data_of(page)
    game.wait(lambda: game.last > 0)
    assert game.at == 0
    plain = bytes(cell & 0x7F for cell in screens_of(data)[0]).decode("ascii")
    assert game.text("picture").replace("\n", "") == plain
    assert game.text("facts").startswith("Turn 0")
    assert game.text("threat") == (data["danger"][0][1] or "nobody is after the hero")
    assert game.part("places").get_property("selectedIndex") == 0
    game.part("play").click()
    game.wait(lambda: game.at > 0)
    game.part("play").click()
    assert game.at < game.last / 2


_MIDDLE = "return arguments[0].getBoundingClientRect().left + arguments[0].offsetWidth / 2"


@pytest.mark.parametrize(("width", "height"), [(390, 844), (1280, 900)])
def test_in_a_browser_all_stands_in_one_window(browser: Any, page: Path, width: int, height: int) -> None:
    opened(browser, page, width, height=height)
    game = Played(browser)
    game.wait(lambda: game.last > 0)
    for at in (0, game.last // 2, game.last):
        game.seek(at)
        game.wait_for(at)
        assert browser.execute_script(OUT_OF_SIGHT, "picture", "why", "risk", "curve", "seek", "steps") == []
    assert browser.execute_script(CUT) == []
    game.part("play").click()
    game.wait(lambda: 0 < game.at < game.last)
    game.part("play").click()
    assert browser.execute_script("return scrollY") == 0


def test_in_a_browser_a_cursor_on_the_curve_stands_over_the_thumb(browser: Any, page: Path) -> None:
    opened(browser, page)
    game = Played(browser)
    game.wait(lambda: game.last > 0)
    curve = game.part("curve").rect
    cursor = game.part("ticks").find_element("css selector", "i")
    for at in (0, game.last // 3, game.last):
        game.seek(at)
        game.wait_for(at)
        middle = browser.execute_script(_MIDDLE, cursor)
        assert middle == pytest.approx(curve["x"] + curve["width"] * at / game.last, abs=2)


def test_in_a_browser_the_script_draws_as_written(browser: Any, page: Path, timeline: Timeline) -> None:
    opened(browser, page)
    game = Played(browser)
    looks = "return [...{}.querySelectorAll('.picture, .said, .why, .risk')].map((one) => one.outerHTML)"
    parsed = "new DOMParser().parseFromString(arguments[0], 'text/html')"
    written = browser.execute_script(looks.format(parsed), page.read_text("utf-8"))
    game.seek(max(at for at, moment in enumerate(timeline.moments) if moment.ready))
    game.wait(lambda: game.text("facts").startswith("Turn"))
    drawn = browser.execute_script(looks.format("document"))
    plain = re.compile(r' aria-live="\w+"|\s+')
    assert len(drawn) == 4
    assert [plain.sub("", one) for one in drawn] == [plain.sub("", one) for one in written]


def test_in_a_browser_what_happened_leads_to_its_moments(
    browser: Any, page: Path, timeline: Timeline
) -> None:
    opened(browser, page)
    game = Played(browser)
    links = browser.find_elements("css selector", ".happenings a")
    assert [(link.text, int(link.get_attribute("data-at"))) for link in links] == [
        (one.text, one.number) for one in timeline.happenings
    ]
    for link in links:
        link.click()
        game.wait_for(int(link.get_attribute("data-at")))


def test_in_a_browser_marks_are_announced_as_they_pass(browser: Any, page: Path) -> None:
    opened(browser, page)
    game = Played(browser)
    game.wait(lambda: game.last > 0)
    assert game.part("news").get_attribute("role") == "status"
    for _ in range(4):
        game.press("+")
    assert game.part("speed").get_property("value") == "250"
    game.press(" ")
    game.wait(lambda: game.text("play") == "Play" and game.at == game.last)
    assert data_of(page)["marks"][-1][2] in game.text("news")


def test_in_a_browser_who_wants_little_motion_gets_a_slow_pace(browser: Any, page: Path) -> None:
    features = [{"name": "prefers-reduced-motion", "value": "reduce"}]
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})
    browser.get(page.as_uri())
    assert Played(browser).part("speed").get_property("value") == "1"


def test_in_a_browser_a_strange_game_shows_its_letters_only(browser: Any, foreign: Path) -> None:
    opened(browser, foreign)
    game = Played(browser)
    game.press(".")
    game.press(" ")
    game.wait(lambda: "last" in game.text("picture"))
    assert STRANGER in game.text("picture")
    assert browser.title == STRANGER
    assert not game.part("why").is_displayed()
    assert browser.get_log("browser") == []
