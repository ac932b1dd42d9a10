"""Replaying on a real terminal: what it shows, what each key does, how it ends."""

from __future__ import annotations

import os
import re
import signal
from pathlib import Path
from types import SimpleNamespace

import pytest

from rogomatic.agent.screen.vt100 import Screen
from rogomatic.cli import main
from rogomatic.run.recordings import seek
from rogomatic.run.recordings.recording_formats import Asciicast
from rogomatic.run.recordings.timeline import Timeline, play_timeline
from rogomatic.run.viewer.controls import REPLAY_ACTIONS, REPLAY_KEYS, SPELL_SECONDS, ViewOptions
from rogomatic.run.viewer.replay import Show
from tests.run.own_games import LINKS, PLAYERS, short_games
from tests.run.paper import Paper
from tests.run.watching import RESTORED, Person

SHORT = short_games(1, deepest=2)[0]
SIZES = [(24, 80), (40, 130)]
FINDERS = {"[": "mark back", "]": "mark", "r": "rung", "R": "rung back"}


@pytest.fixture(scope="module")
def timeline() -> Timeline:
    return play_timeline(SHORT.seed, LINKS, PLAYERS)[0]


@pytest.fixture
def file(timeline: Timeline, tmp_path: Path) -> Path:
    path = tmp_path / "game.cast"
    path.write_text(timeline.recording.text())
    return path


class Viewer(Person):
    """Somebody who looks at a game again."""

    def __init__(self, *options: str, folder: Path, rows: int = 24, columns: int = 80) -> None:
        options = (*options, "--files-in", str(folder))
        super().__init__(*options, rows=rows, columns=columns, player="", folder=folder, command="replay")

    def at(self, number: int) -> list[str]:
        """Look until a moment, counted from 0, is shown."""
        return self.see(lambda rows: f" {number + 1:,}/" in rows[0])

    def now(self) -> int:
        """Return the moment that is shown."""
        found = re.search(r" ([\d,]+)/[\d,]+ ", self.see(lambda rows: "/" in rows[0])[0])
        assert found
        return int(found[1].replace(",", "")) - 1

    def quits(self) -> None:
        self.type("q")
        assert self.leave()[0] == 0
        assert all(mark in self.said for mark in RESTORED)


def map_of(rows: list[str]) -> list[str]:
    """Return the rows of the game below its message, without the reason."""
    return ["" if row.startswith("Why: ") else row[:80].rstrip() for row in rows[1:24]]


def recorded(timeline: Timeline, number: int) -> list[str]:
    """Return what the recording itself has on its screen at a moment, but for the cursor and messages."""
    screen, left = Screen(), number
    for event in timeline.recording.events:
        if event.kind == "o":
            screen.feed(event.text.encode())
        elif event.kind == "i":
            if not left:
                break
            left -= 1
    return [screen.text(row) for row in range(1, 24)]


@pytest.mark.parametrize(("rows", "columns"), SIZES)
def test_steps_show_what_was_recorded(timeline: Timeline, file: Path, rows: int, columns: int) -> None:
    moments, start = timeline.moments, 20
    person = Viewer(str(file), "--to-command", str(start + 1), folder=file.parent, rows=rows, columns=columns)
    person.type("o")  # no walk on the map
    person.at(start)
    why = f"{moments[start].rung}: {moments[start].because[:12]}"
    person.sees(f"Why: {why}" if rows == 24 else why)
    steps = [
        ("\x1b[C", start + 1), ("\x1b[D", start), (",", start - 1), ("s", start),
        ("t", seek.step(moments, start, "turn")), ("T", start), ("r", None), ("R", None),
        ("n", seek.level(moments, 2)), ("N", 0), ("n", seek.level(moments, 2)), ("[", None), ("]", None),
        ("D", seek.named(moments, "death")), ("$", len(timeline) - 1), ("^", 0),
    ]  # fmt: skip
    here = start
    for keys, expected in steps:
        person.type(keys)
        what = FINDERS.get(keys)
        found = expected if what is None else seek.step(moments, here, what)
        assert found is not None
        is_end = found == len(timeline) - 1
        shown = person.sees(" the end") if is_end else person.at(found)
        here = found
        if moments[here].ready:
            assert map_of(shown) == recorded(timeline, here)
    person.quits()


def test_it_plays_to_the_end_and_a_signal_gives_the_terminal_back(timeline: Timeline, file: Path) -> None:
    person = Viewer(str(file), "--speed", "100", folder=file.parent)
    person.see(lambda rows: "100/s" in rows[0] and person.now() > 5)
    person.type(" ")
    person.sees("paused")
    here = person.now()
    person.look(0.3)
    assert person.now() == here
    person.type("-- ")
    person.see(lambda rows: "25/s" in rows[0])
    person.type("0")
    rows = person.sees("the end")
    number = f"{timeline.commands:,}"
    assert f"{number}/{number} the end" in rows[0], "the end is no command"
    rows = person.sees("What happened")
    assert any(row.startswith(" Why the hero died") for row in rows)
    person.type(" ")
    person.see(lambda rows: not any("What happened" in row for row in rows))
    person.type("W")
    person.sees("The whole story")
    person.type("W ")
    person.sees("Home goes to the beginning")
    os.kill(person.watcher(), signal.SIGTERM)
    assert person.leave()[0] == 128 + signal.SIGTERM
    assert all(mark in person.said for mark in RESTORED)


def test_at_the_end_the_last_decision_is_still_the_reason(timeline: Timeline, file: Path) -> None:
    person = Viewer(str(file), "--at", "end", folder=file.parent, rows=40, columns=130)
    timeline.go(seek.named(timeline.moments, "death"))
    rung = timeline.moment.rung
    number = f"{timeline.commands:,}/{timeline.commands:,}"
    shown = person.see(lambda rows: number in rows[0])
    why = shown.index(next(row for row in shown if row.startswith(" Why ") or " Why " in row))
    assert rung in shown[why + 1]
    assert "nothing decided yet" not in "".join(shown)
    person.quits()


def test_a_place_is_typed_in_words(timeline: Timeline, file: Path) -> None:
    person = Viewer(str(file), "--to-command", "2", folder=file.parent)
    person.at(1)
    person.type("/lev")
    person.sees("go to: lev_")
    person.type("\x1b")
    person.see(lambda rows: "go to" not in rows[0])
    person.type("/level x\b2\n")
    person.at(seek.level(timeline.moments, 2))
    monster, number = next(iter(seek.fights(timeline.moments).items()))
    person.type(f"/{monster}\n")
    person.at(number)
    person.type("/xyzzy\n")
    person.sees("This game has no fight with 'xyzzy'")
    person.quits()


def test_lists_panels_and_help_open_and_close_and_a_snapshot_is_written(file: Path) -> None:
    person = Viewer(str(file), "--to-command", "61", folder=file.parent)
    person.at(60)
    person.type("?")
    page = person.sees(" Keys")
    assert all(any(row.help[:30] in line for line in page) for row in REPLAY_KEYS if row.name)
    assert any("a monster's name" in line for line in page)
    person.type("?")
    person.see(lambda rows: not any(" Keys" in row for row in rows))
    person.type("j")
    shown = person.sees("first fights")
    assert any("level 2" in row for row in shown)
    person.type("ji")
    person.sees(" Pack, with the worth of each thing")
    person.type("i")
    person.see(lambda rows: not any(" Pack, with the worth of each thing" in row for row in rows))
    person.type("x")
    person.sees("written: ")
    assert (file.parent / "rogomatic-command-61.txt").read_text().startswith("Command 61 of ")
    person.quits()


def other_keys(recording: Asciicast) -> Asciicast:
    """Return the recording with another key at its third command."""
    at = [number for number, event in enumerate(recording.events) if event.kind == "i"][2]
    events = list(recording.events)
    events[at] = events[at]._replace(text="~;")
    return Asciicast(recording.header, tuple(events))


def test_without_reasons_the_screens_are_shown(timeline: Timeline, tmp_path: Path) -> None:
    path = tmp_path / "other.cast"
    path.write_text(other_keys(timeline.recording).text())
    person = Viewer(str(path), "--to-command", "61", folder=tmp_path)
    person.sees("The agent would not have given command 3")
    person.type("z")
    person.see(lambda rows: "Command 3" not in rows[0])
    assert map_of(person.at(60)) == recorded(timeline, 60)
    person.type("i")
    person.sees("its reasons are unknown")
    person.type("^i")
    person.at(0)
    person.sees(" Pack, with the worth of each thing")
    person.type("q")
    code, last = person.leave()
    assert code == 0
    assert "The agent would not have given command 3: from there on, only the screens" in last


def test_the_window_may_change_its_size_and_an_interrupt_gives_it_back(file: Path) -> None:
    person = Viewer(str(file), "--to-command", "61", folder=file.parent)
    person.at(60)
    person.resize(10, 50)
    waits = "at least 80 x 24.  The game waits; q quits."
    person.see(lambda rows: " ".join(row.strip() for row in rows).rstrip().endswith(waits))
    person.resize(40, 130)
    person.at(60)
    person.sees(" The agent's rules, most urgent first ")
    person.type("\x03")
    code, last = person.leave()
    assert code == 130
    assert "Traceback" not in last
    assert all(mark in person.said for mark in RESTORED)


@pytest.mark.parametrize(("key", "code"), [("q", 0), ("\x03", 130)])
def test_the_window_can_be_left_while_the_game_is_played_again(key: str, code: int, tmp_path: Path) -> None:
    person = Viewer("--seed", "13", folder=tmp_path)  # thousands of commands
    person.see(lambda rows: rows[0].startswith("playing the game again") and "q quits" in rows[0])
    person.type(key)
    got, last = person.leave()
    assert got == code
    assert "Traceback" not in last
    assert all(mark in person.said for mark in RESTORED)
    assert "reading the game" not in person.said


def test_no_key_means_two_things() -> None:
    keys = [key for row in REPLAY_KEYS for key in row.keys]
    assert len(keys) == len(set(keys)) == len(REPLAY_ACTIONS)


@pytest.mark.parametrize(("rows", "columns", "is_cut"), [(24, 80, True), (40, 130, False)])
def test_a_window_on_a_part_of_a_game_says_so(rows: int, columns: int, is_cut: bool, tmp_path: Path) -> None:
    path = tmp_path / "wide.cast"
    path.write_text('{"version": 2, "width": 120, "height": 30}\n[0, "o", "\\u001b[5;70Habcdefghijklmnop"]\n')
    viewer = Viewer(str(path), folder=tmp_path, rows=rows, columns=columns)
    part = "abcdefghijklmnop"[: columns - 69]
    said = "this window shows what fits."  # a long line is shown part by part
    shown = viewer.see(lambda shown: part in shown[4] and (said in shown[0] or not is_cut))
    assert shown[4][69:].rstrip() == part
    assert (said in shown[0]) is is_cut
    viewer.quits()


def test_what_happens_is_said_where_it_happens(timeline: Timeline, file: Path) -> None:
    one = next(one for one in timeline.happenings if one.number > 0)
    person = Viewer(str(file), "--to-command", str(one.number), folder=file.parent)
    person.at(one.number - 1)
    person.type("s")
    person.sees(one.text[:40])
    person.quits()


def test_a_tour_shows_what_happened_and_ends_with_the_list(timeline: Timeline, file: Path) -> None:
    person = Viewer(str(file), "--highlights", "--speed", "200", folder=file.parent)
    person.sees("What happened")
    person.type("\x1b[B" * 30)  # down, to the end of the page
    person.sees(timeline.happenings[-1].text[:30])
    assert person.now() < len(timeline) - 1 or timeline.happenings[-1].number > len(timeline) - 6
    person.quits()


@pytest.mark.parametrize(
    "place",
    [
        ("--print",),
        ("--to-turn", "5"),
        ("--at", "end"),
        ("--export", "cast", "--window", "80x24", "--to", "end"),
    ],
)
def test_a_tour_finds_places(place: tuple[str, ...], file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        main(["replay", str(file), "--highlights", *place])
    assert stop.value.code == 2
    assert "--highlights chooses the places itself" in capsys.readouterr().err


def test_a_moment_shown_for_long_comes_to_an_end(timeline: Timeline, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = SimpleNamespace(now=0.0)
    fake = SimpleNamespace(monotonic=lambda: clock.now)
    for module in ("replay", "controls"):
        monkeypatch.setattr(f"rogomatic.run.viewer.{module}.time", fake)

    def wait(seconds: float) -> None:
        clock.now += min(seconds, 0.05)

    held = [one._replace(held="The hero cannot move.", still=None) for one in timeline.moments]
    monkeypatch.setattr(timeline, "moments", held)
    timeline.go(0)
    paper = Paper([""] * 200 + ["q"], wait=wait)
    Show(paper.terminal, timeline, "a game", [], ViewOptions(15.0, Path("unused")), paused=False).run()
    assert clock.now > 4 * SPELL_SECONDS
    assert 4 <= timeline.at <= clock.now / SPELL_SECONDS
