"""A replay step by step: what a program's probe draws is not shown, and a walk has a step for each turn."""

from __future__ import annotations

from pathlib import Path

import pyte
import pytest

from rogue.ui.journal import Start
from rogue.ui.journal_sessions import JournalPlayer, RecordingSession, ReplaySteps
from tests.support.narrow_screen import NarrowScreen

JOURNALS = Path(__file__).resolve().parents[2] / "journals"


class Shown:
    """Steps on a terminal."""

    def __init__(self, journal: str) -> None:
        self.steps = ReplaySteps(lambda: JournalPlayer(journal.splitlines(), b";"))
        self._draw()

    def _draw(self) -> None:
        self.terminal = NarrowScreen(80, 24)
        self._stream = pyte.ByteStream(self.terminal)

    def forth(self) -> bool:
        drawn = self.steps.forth()
        self._stream.feed(drawn or b"")
        return drawn is not None

    def back(self) -> None:
        self._draw()
        self._stream.feed(self.steps.back())

    @property
    def rows(self) -> list[str]:
        return list(self.terminal.display)


def recorded(*bursts: bytes, **fields: object) -> str:
    game = RecordingSession(Start(5, options="name=Ann", **fields))  # type: ignore[arg-type]
    for keys in bursts:
        game.feed(keys)
    return game.journal()


@pytest.mark.slow
@pytest.mark.parametrize("name", ["agent-101", "v52-agent", "v36-agent", "coffee"])
def test_the_complaint_about_a_probe_is_never_shown(name: str) -> None:
    shown = Shown((JOURNALS / f"{name}.jsonl").read_text("ascii"))
    tops, differing = [], []
    for number in range(75):
        assert shown.forth()
        tops.append(shown.rows[0])
        again = NarrowScreen(80, 24)
        pyte.ByteStream(again).feed(shown.steps.redraw())
        if list(again.display) != shown.rows:
            differing.append(number)
    assert differing == []
    assert not any("llegal command" in top for top in tops)
    assert sum(bool(top.strip()) for top in tops) > 10, "what the game said is still there"


@pytest.mark.parametrize(
    ("bursts", "row"),
    [
        ((b"s;", b"v;"), "Rogue version"),
        ((b";",), "Illegal command ';'"),
        ((b"s", b";"), "Illegal command ';'"),
        ((b"z;",), "Which direction?"),
        ((b"T\x1b;",), ""),
        ((b"Z;",), "Illegal command 'Z'"),
    ],
)
def test_what_stood_there_before_the_probe_is_shown(bursts: tuple[bytes, ...], row: str) -> None:
    shown = Shown(recorded(*bursts))
    for _ in bursts:
        assert shown.forth()
    if row == "Which direction?":
        row = shown.steps.run.session.screen[0].rstrip()
    assert shown.rows[0].startswith(row) if row else shown.rows[0].strip() == ""


@pytest.mark.slow
def test_the_journal_is_checked_as_before() -> None:
    journal = (JOURNALS / "agent-101.jsonl").read_text("ascii")
    plain, hiding = (JournalPlayer(journal.splitlines()[:200], probe) for probe in (b"", b";"))
    while plain.step() is not None:
        hiding.step()
    assert hiding.session.screen == plain.session.screen
    assert hiding.checks == plain.checks


def walks() -> Shown:
    """Return a replay of a game in which x walks for many turns at a key."""
    return Shown(recorded(b"s", b"x", b"x", b"x", b"s", helpers=True))


def test_a_walk_has_a_step_for_each_turn() -> None:
    shown = walks()
    turns = []
    while shown.forth():
        turns.append(shown.steps.turn)
    assert turns == list(range(1, turns[-1] + 1))
    assert turns[-1] > 10
    assert len(shown.steps.run.events) == 6 - 1


@pytest.mark.slow
def test_back_shows_what_stood_there_one_turn_before() -> None:
    shown = walks()
    pictures = []
    while shown.forth():
        pictures.append((shown.steps.turn, shown.rows))
    for turn, rows in reversed(pictures[:-1]):
        shown.back()
        assert (shown.steps.turn, shown.rows) == (turn, rows)
    for turn, rows in pictures[1:6]:
        shown.forth()
        assert (shown.steps.turn, shown.rows) == (turn, rows)


def test_back_from_the_first_step_stays_there() -> None:
    shown = walks()
    shown.forth()
    for _ in range(3):
        shown.back()
        assert shown.steps.turn == 1
    assert shown.forth()
    assert shown.steps.turn == 2


def test_a_check_is_no_step() -> None:
    game = RecordingSession(Start(5, options="name=Ann,jump"))
    for _ in range(102):
        game.feed(b"s")
    shown = Shown(game.journal())
    turns = []
    while shown.forth():
        turns.append(shown.steps.turn)
    assert len(turns) == len(set(turns))
    shown.back()
    shown.back()
    shown.back()
    assert shown.steps.turn == turns[-1] - 3
