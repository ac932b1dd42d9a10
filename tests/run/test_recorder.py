"""Recording: what passes is written down, the screens are those of the game, asciinema takes it."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from rogomatic.agent.screen.vt100 import Screen
from rogomatic.cli import own_game
from rogomatic.run.recordings.annotations import Marker
from rogomatic.run.recordings.recording_formats import Asciicast, Event, Header, Origin
from rogomatic.run.recordings.recording_store import RecordedLink, at_a_pace, by_the_clock, record_game
from rogomatic.run.runner.game_loop import Agent, Limits, play_game
from rogomatic.run.runner.link import Link, MemoryLink
from tests.run.fakes import FakeGame, FakePlayer, StuckPlayer
from tests.run.own_games import LINKS, PLAYERS, short_games

SHORT = short_games(1, deepest=2)[0]


def recorded(pace_seconds: float = 0.5) -> Asciicast:
    return record_game(SHORT.seed, LINKS, PLAYERS, None, pace_seconds)[0]


@pytest.fixture(scope="module")
def game() -> Asciicast:
    """A whole game."""
    return recorded()


def screens_at_keys(recording: Asciicast) -> list[bytes]:
    """Return the cells that a viewer sees whenever keys are sent."""
    screen, seen = Screen(), []
    for event in recording.events:
        if event.kind == "o":
            screen.feed(event.text.encode())
        elif event.kind == "i":
            seen.append(bytes(screen.cells))
    return seen


def test_recorded_screens_are_those_the_agent_decided_on(game: Asciicast) -> None:
    live: list[bytes] = []
    keys: list[bytes] = []
    agents: list[Agent] = []

    class Spy(MemoryLink):
        def send(self, burst: bytes) -> None:
            live.append(bytes(agents[0].screen.cells))  # type: ignore[attr-defined]
            keys.append(burst)
            super().send(burst)

    def player(seed: int) -> Agent:
        agents.append(PLAYERS(seed))
        return agents[0]

    row = play_game(SHORT.seed, lambda seed: Spy(own_game.OwnGame()(seed)), player, Limits())
    assert row.finished
    assert [event.text.encode() for event in game.events if event.kind == "i"] == keys
    assert screens_at_keys(game) == live


def test_the_same_game_gives_the_same_text(game: Asciicast) -> None:
    assert recorded().text() == game.text()


def test_each_command_takes_the_time_of_the_pace(game: Asciicast) -> None:
    times = [event.seconds for event in game.events if event.kind == "i"]
    assert times == [number * 0.5 for number in range(len(times))]
    assert [event.seconds for event in game.events] == sorted(event.seconds for event in game.events)


def test_levels_and_the_end_are_marked(game: Asciicast) -> None:
    marks = [event.text for event in game.events if event.kind == "m"]
    assert marks[0] == "level 1"
    assert marks[-1].startswith("killed by " if SHORT.how == "killed" else SHORT.how)
    assert marks[-1].endswith(f" on level {SHORT.depth} with {SHORT.score} gold")
    levels = [mark for mark in marks if mark.startswith("level ")]
    assert len(levels) == len(set(levels))


def marks_of(*rows: str) -> list[list[str]]:
    """Return the marks that status rows, one after the other, are given."""
    screen = Screen()
    marker = Marker(screen)
    found = []
    for row in rows:
        screen.feed(b"\x1b[24;1H" + row.encode() + b"\x1b[K")
        found.append([mark.label for mark in marker.look()])
    return found


def status(hp: int, most: int, depth: int = 1) -> str:
    return f"Level: {depth}  Gold: 0      Hp: {hp}({most})  Str: 16(16)  Arm: 4   Exp: 1/0"


@pytest.mark.parametrize(
    ("hp", "most", "near"), [(3, 15, False), (2, 15, True), (2, 12, True), (3, 12, False), (0, 12, True)]
)
def test_near_death_begins_below_a_fifth(hp: int, most: int, near: bool) -> None:
    found = marks_of(status(most, most), status(hp, most))[1]
    assert found == ([f"near death: {hp} of {most} hit points"] if near else [])


def test_near_death_is_marked_once_until_most_of_it_has_healed() -> None:
    hurt = ["near death: 1 of 10 hit points"]
    found = marks_of(*(status(hp, 10) for hp in (10, 1, 2, 1, 3, 1, 4, 1)))
    assert found == [["level 1"], hurt, [], [], [], [], [], hurt]


def test_a_winners_gold_is_known_when_all_has_been_sold() -> None:
    screen = Screen()
    marker = Marker(screen)
    pages = (
        "Congratulations, you have made it to the light of day!",
        "   Worth  Item\r\na)   300  a +1 mace\r\nb)  1000  The Amulet of Yendor\r\n--More--",
        "c)    20  a potion\r\n    9000  Gold Pieces",
    )
    found = marks_of(status(5, 5))
    for page in pages:
        screen.feed(b"\x1b[H\x1b[J" + page.encode())
        found.append([mark.label for mark in marker.look()])
    assert found == [["level 1"], [], [], ["won with 10320 gold"]]
    assert marker.look() == []


def test_every_change_of_level_is_marked_and_half_a_row_is_not_read() -> None:
    found = marks_of(status(9, 9), "Level: 2  Gold:", status(9, 9, 2), status(9, 9, 2), status(9, 9))
    assert found == [["level 1"], [], ["level 2"], [], ["level 1"]]


def test_the_link_passes_everything_on_and_the_clock_tells_the_time() -> None:
    lines: list[str] = []

    def links(seed: int) -> Link:
        return RecordedLink(MemoryLink(FakeGame(seed)), lines.append, Header(), by_the_clock())

    row = play_game(1, links, FakePlayer, Limits())
    plain = play_game(1, lambda seed: MemoryLink(FakeGame(seed)), FakePlayer, Limits())
    assert (row.keys_digest, row.end_reason) == (plain.keys_digest, plain.end_reason)
    assert lines[0].startswith('{"version": 2')
    times = [float(line[1 : line.index(",")]) for line in lines[1:]]
    assert times == sorted(times)
    assert 0 <= times[0] <= times[-1] < 60


def test_a_game_that_breaks_off_keeps_its_reason_and_what_was_drawn() -> None:
    recording, row = record_game(1, lambda seed: MemoryLink(FakeGame(seed)), StuckPlayer)
    assert row.end_reason == "stuck"
    assert [event.kind for event in recording.events][:2] == ["o", "i"]
    assert not [event for event in recording.events if event.kind == "m"]


def test_the_link_says_how_the_game_went() -> None:
    link = RecordedLink(MemoryLink(FakeGame(1)), lambda line: None, Header(), at_a_pace(1))
    assert (link.gone, link.last_words) == ("", "")
    assert link.close(over=False) == 0.0


@pytest.fixture
def asciinema() -> str:
    """The program, which the dev extra installs beside this Python."""
    found = shutil.which("asciinema", path=str(Path(sys.executable).parent)) or shutil.which("asciinema")
    if found is None:
        pytest.skip("asciinema is not installed")
    return found


def shown_by(asciinema: str, *words: str) -> str:
    done = subprocess.run(
        [asciinema, *words], capture_output=True, timeout=120, check=False, stdin=subprocess.DEVNULL
    )
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout.decode()


def test_asciinema_shows_what_was_drawn(asciinema: str, game: Asciicast, tmp_path: Path) -> None:
    file = tmp_path / "game.cast"
    file.write_text(game.text(), encoding="utf-8")
    events = map(json.loads, game.lines()[1:])
    assert shown_by(asciinema, "cat", str(file)) == "".join(text for _, kind, text in events if kind == "o")


def test_asciinema_plays_it_with_its_keys_and_markers(asciinema: str, tmp_path: Path) -> None:
    origin = Origin(7, "5.4", "", "0", "{}", "0123")
    events = (Event(0, "m", "level 1"), Event(0, "o", "a"), Event(0.1, "i", "l;"), Event(0.1, "o", "b\r\n"))
    file = tmp_path / "short.cast"
    file.write_text(
        Asciicast(Header("a title", 1_700_000_000, origin=origin), events).text(), encoding="utf-8"
    )
    assert "ab\r\n" in shown_by(asciinema, "play", "--speed", "100", str(file))
