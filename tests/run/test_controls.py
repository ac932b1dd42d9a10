"""What keys do in every window: each action, and that somebody does what each key says."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from rogomatic.agent.screen.vt100 import COLS
from rogomatic.run.recordings import seek
from rogomatic.run.recordings.timeline import Moment
from rogomatic.run.viewer.canvas import Line, line, text_of
from rogomatic.run.viewer.controls import (
    COACH_KEYS,
    COACH_TEXT,
    GO_TO,
    KEYS,
    OTHER_SYMBOLS,
    REPLAY_KEYS,
    Controls,
    KeyRow,
    Quit,
    ViewOptions,
    help_page,
)
from rogomatic.run.viewer.frame import PAGE_ROWS
from rogomatic.run.viewer.viewer_terminal import Terminal

HELP = [line("the keys")]
FOLDER = Path("unused")


class Paper:
    """A terminal that only counts how often it is drawn anew."""

    def __init__(self) -> None:
        self.forgot = 0

    def forget(self) -> None:
        self.forgot += 1


def made(paper: Paper | None = None) -> Controls:
    return Controls(cast(Terminal, paper or Paper()), ViewOptions(15.0, FOLDER), HELP)


def state(one: Controls, paper: Paper) -> tuple[object, ...]:
    """Return all that a shared key may change."""
    pace, shown = one.pace, replace(one.showing)
    return pace.speed, pace.paused, pace.one_pace, one.every_turn, paper.forgot, shown


@pytest.mark.parametrize(
    ("keys", "own"),
    [
        (KEYS, ("step", "hands", "snapshot", "save", "knob", "move knob", "senses", "story")),
        (REPLAY_KEYS, ("step", "place", "last", "ask", "marks", "story", "snapshot")),
    ],
)
def test_each_key_does_something_in_its_window(keys: Sequence[KeyRow], own: Sequence[str]) -> None:
    for action, of_what in {row.does for row in keys if row.does[0] not in own}:
        paper = Paper()
        one = made(paper)
        one.showing.overlay, one.showing.scroll = "pack", 30
        before = state(one, paper)
        try:
            one.do(action, of_what)
        except Quit:
            assert action == "quit"
        else:
            assert state(one, paper) != before, (action, of_what)


def test_each_step_of_a_replay_leads_somewhere() -> None:
    moments = [cast(Moment, None)]
    assert {seek.step(moments, 0, row.does[1]) for row in REPLAY_KEYS if row.does[0] == "step"} == {None}


@pytest.mark.parametrize(("action", "speed"), [("faster", 25.0), ("slower", 10.0), ("full", 0.0)])
def test_the_speed_is_changed(action: str, speed: float) -> None:
    one = made()
    one.do(action, "")
    assert one.pace.speed == speed


def test_a_panel_opens_closes_and_gives_way_to_another() -> None:
    one, shown = made(), []
    for name in ("pack", "pack", "hero", "level"):
        one.do("scroll", "1")
        one.do("panel", name)
        shown.append((one.showing.overlay, one.showing.scroll))
    assert shown == [("pack", 0), ("", 0), ("hero", 0), ("level", 0)]


def test_a_page_covers_a_panel_and_the_same_key_takes_it_away() -> None:
    one = made()
    one.do("panel", "pack")
    one.do("help", "")
    assert one.showing.text == ("Keys", HELP)
    one.do("panel", "pack")  # not closed: it was covered
    assert (one.showing.text, one.showing.overlay) == (None, "pack")
    one.do("help", "")
    one.page("Places", HELP)
    assert one.showing.text == ("Places", HELP)
    one.page("Places", HELP)
    assert one.showing.text is None


def test_marks_go_on_and_off_and_scrolling_stops_at_the_top() -> None:
    one = made()
    before = (one.showing.path, one.showing.hidden, one.showing.loops)
    for name in ("path", "hidden", "loops"):
        one.do("mark", name)
        assert one.notice.endswith(": not shown on the map" if name == "path" else ": shown on the map")
    assert (one.showing.path, one.showing.hidden, one.showing.loops) == tuple(not mark for mark in before)
    rolled = []
    for rows in ("1", "1", "-1", "-1", "-1"):
        one.do("scroll", rows)
        rolled.append(one.showing.scroll)
    assert rolled == [10, 20, 10, 0, 0]


def test_the_window_is_drawn_anew_and_left() -> None:
    paper = Paper()
    made(paper).do("redraw", "")
    assert paper.forgot == 1
    with pytest.raises(Quit):
        made().do("quit", "")


def test_a_sentence_stands_until_its_time_or_a_key() -> None:
    one = made()
    assert one.notice == ""
    one.notify("hear", 60.0)
    assert one.notice == "hear"
    one.hush()
    assert one.notice == ""
    one.notify("too late", 0.0)
    assert one.notice == ""


def test_a_second_sentence_follows_the_first_unless_a_key_is_pressed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    one, clock = made(), SimpleNamespace(now=10.0)
    monkeypatch.setattr("rogomatic.run.viewer.controls.time", SimpleNamespace(monotonic=lambda: clock.now))
    one.notify("@ is the hero", 6.0, then=("? keys",))
    seen = []
    for clock.now in (10.0, 15.9, 16.1, 22.0, 22.2):
        seen.append(one.notice)
    assert seen == ["@ is the hero", "@ is the hero", "? keys", "? keys", ""]
    one.notify("@ is the hero", 6.0, then=("? keys",))
    one.hush()
    clock.now = 30.0
    assert one.notice == ""


def test_a_file_is_written_or_it_is_told_why_not(tmp_path: Path) -> None:
    folder = tmp_path / "new"
    one = Controls(cast(Terminal, Paper()), ViewOptions(15.0, folder), HELP)
    one.write("a.txt", ["one", "two"])
    assert (folder / "a.txt").read_text() == "one\ntwo\n"
    assert one.notice.startswith("written: ...")
    assert one.notice.endswith("/new/a.txt")
    one.write("a.txt", [])
    assert one.notice.endswith("/new/a.txt cannot be written: File exists")
    assert len(one.notice) < 80, "it fits the top line"


def test_a_sentence_is_forgotten_only_while_it_stands() -> None:
    one = made()
    one.notify("fasted for 35 turns", 60.0)
    one.forget("another")
    assert one.notice == "fasted for 35 turns"
    one.forget("fasted for 35 turns")
    assert one.notice == ""


@pytest.mark.parametrize(
    "page", [help_page(), help_page(REPLAY_KEYS, GO_TO), help_page(COACH_KEYS, COACH_TEXT)]
)
def test_a_page_of_keys_fits_and_its_symbols_are_whole(page: list[Line]) -> None:
    texts = [text_of(one) for one in page]
    assert len(texts) <= PAGE_ROWS
    assert max(map(len, texts)) <= COLS - 2
    assert [text for text in texts if "potion" in text] in ([], [OTHER_SYMBOLS])
    assert [text for text in texts[:-4] if " " not in f"{text} "[37:39]] == [], "the halves stand apart"
