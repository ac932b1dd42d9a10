"""Recordings: what is written while a game goes on, and which games are kept."""

from __future__ import annotations

import errno
import json
import pickle
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from rogomatic.agent.screen.vt100 import Screen
from rogomatic.cli import main, own_game
from rogomatic.run.recordings.recording_formats import Asciicast, Event, Header, Origin, read_asciicast
from rogomatic.run.recordings.recording_store import (
    FileLink,
    KeptLinks,
    OneFile,
    RecordedLink,
    RecordingKeeper,
    at_a_pace,
    by_the_clock,
    header_of,
    record_game,
    usual_folder,
    worth,
)
from rogomatic.run.recordings.timeline import read_timeline
from rogomatic.run.runner.game_loop import TROUBLES, Agent, Limits, Row, play_game
from rogomatic.run.runner.link import Link, MemoryLink
from rogomatic.run.story.annotations import Marker
from tests.run.command_line import rogomatic
from tests.run.fakes import BreakingPlayer, FakeGame, FakePlayer, StuckPlayer
from tests.run.own_games import LINKS, PLAYERS, short_games
from tests.run.rows import ROW
from tests.run.watching import Person

ORIGIN = Origin(0, "5.4", version="1.0")


def links(seed: int) -> Link:
    return MemoryLink(FakeGame(seed))


def played(keeper: RecordingKeeper, seed: int = 1, player: type[FakePlayer] = FakePlayer) -> Row:
    """Play a game that the keeper records, and let it settle."""
    row = play_game(seed, KeptLinks(links, keeper), player, Limits())
    keeper.finish(row)
    return row


@pytest.mark.parametrize(("deepest", "why"), [(6, ""), (7, "level-7"), (8, "level-8")])
def test_a_good_game_is_one_that_came_deep_enough(deepest: int, why: str) -> None:
    assert worth(replace(ROW, deepest=deepest, end_reason="finished"), 7) == why


@pytest.mark.parametrize("end", TROUBLES)
def test_an_odd_game_is_kept_from_any_level(end: str) -> None:
    assert worth(replace(ROW, deepest=1, end_reason=end), 7) == end  # type: ignore[arg-type]


def test_a_good_game_is_kept_whole_and_another_leaves_nothing(tmp_path: Path) -> None:
    for least, count in ((2, 1), (3, 0)):
        keeper = RecordingKeeper(tmp_path / str(least), ORIGIN, least, "7")
        keeper.folder.mkdir()
        row = played(keeper)
        assert row.finished
        assert len(keeper.kept) == count
        assert list(keeper.folder.iterdir()) == keeper.kept
        assert not keeper.troubles
    (kept,) = (tmp_path / "2").iterdir()
    assert kept.name.endswith("-seed-1-level-2.cast")
    recording = read_asciicast(kept.read_bytes())
    assert recording.complete
    assert recording.header.origin == replace(ORIGIN, seed=1)
    assert [event.text for event in recording.events if event.kind == "i"] == ["v;", *["l;"] * 4, "\r"]


@pytest.mark.parametrize(("player", "end"), [(StuckPlayer, "stuck"), (BreakingPlayer, "crashed")])
def test_odd_games_are_kept(tmp_path: Path, player: type[FakePlayer], end: str) -> None:
    keeper = RecordingKeeper(tmp_path, ORIGIN, 26, "7")
    assert played(keeper, player=player).end_reason == end
    assert [path.name.endswith(f"-seed-1-{end}.cast") for path in keeper.kept] == [True]


def test_a_keeper_goes_to_workers_and_settles_what_they_recorded(tmp_path: Path) -> None:
    keeper = RecordingKeeper(tmp_path, ORIGIN, 1, "7")
    theirs = pickle.loads(pickle.dumps(KeptLinks(links, keeper)))
    keeper.finish(play_game(1, theirs, FakePlayer, Limits()))
    assert len(keeper.kept) == 1


def test_what_was_broken_off_is_swept_away_and_nobody_elses(tmp_path: Path) -> None:
    mine, other = RecordingKeeper(tmp_path, ORIGIN, 1, "7"), RecordingKeeper(tmp_path, ORIGIN, 1, "77")
    mine.record(links(1), 1)
    other.record(links(1), 1)
    mine.sweep()
    assert [path.name for path in tmp_path.iterdir()] == ["77-seed-1.cast.part"]


def test_a_folder_that_takes_nothing_ends_no_game_and_is_told(tmp_path: Path) -> None:
    keeper = RecordingKeeper(tmp_path / "gone", ORIGIN, 1, "7")
    assert played(keeper).finished
    assert keeper.troubles == ["The game of seed 1 (level-2) could not be recorded."]


class FullDisk:
    """A file on a disk that takes so many lines."""

    def __init__(self, lines: int) -> None:
        self.lines = lines
        self.asked = 0

    def write(self, text: str) -> None:
        self.asked += 1
        if self.asked > self.lines:
            raise OSError(errno.ENOSPC, "No space left on device")

    def close(self) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")


def test_a_full_disk_ends_the_recording_and_not_the_game() -> None:
    disk, told = FullDisk(5), list[str]()

    def recorded(seed: int) -> Link:
        return FileLink(links(seed), disk, header_of(ORIGIN, seed, 0), told.append)  # type: ignore[arg-type]

    row = play_game(1, recorded, FakePlayer, Limits())
    assert row.finished
    assert told == ["No space left on device"]
    assert disk.asked == 6


def test_a_full_disk_under_one_recording_is_told_in_a_sentence(tmp_path: Path) -> None:
    one = OneFile(tmp_path / "x.cast", ORIGIN)
    one._file = FullDisk(3)  # type: ignore[assignment]
    assert play_game(1, lambda seed: one.record(links(seed), seed), FakePlayer, Limits()).finished
    assert one.trouble == f"The recording {tmp_path}/x.cast is incomplete: No space left on device."


def test_recordings_lie_in_the_data_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ROGOMATIC_HOME", "/home/ann/rog")
    assert usual_folder() == Path("/home/ann/rog/recordings")
    monkeypatch.delenv("ROGOMATIC_HOME")
    assert usual_folder().parts[-2:] == ("rogomatic", "recordings")


def test_a_batch_keeps_what_is_worth_it(tmp_path: Path) -> None:
    words = ["batch", "--games", "3", "-q", "--limit-commands", "40", "--keep-in", str(tmp_path / "kept")]
    said = rogomatic([*words, "--keep-from", "1"]).err
    files = sorted((tmp_path / "kept").iterdir())
    assert len(files) == 3
    assert all(f"kept: {path}\n" in said for path in files)
    assert main([*words, "--keep-from", "26"]) == 0
    assert sorted((tmp_path / "kept").iterdir()) == files


@pytest.mark.parametrize(
    ("words", "code", "sentence"),
    [
        (["batch", "--keep-in", "x"], 2, "--keep-in needs --keep-from"),
        (["batch", "--keep-from", "0"], 2, "0 is less than 1"),
        (["batch", "--keep-from", "3", "--keep-in", "/dev/null/x"], 1, "Recordings cannot be saved in"),
        (["watch", "--record", "x", "--keep-from", "3"], 2, "use --record for one game, or --keep-from"),
        (["watch", "--record", "/dev/null/x.cast"], 1, "cannot be written: Not a directory."),
        (["watch", "--attach", "x", "--record", "y"], 2, "--attach cannot record: use --keep-from with"),
        (["batch", "--engine", "ray", "--keep-from", "3"], 2, "cannot be used with --engine ray"),
        (["watch", "--record", sys.executable], 1, "already exists and is not overwritten."),
    ],
)
def test_refusals(words: list[str], code: int, sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    try:
        got = main(words)
    except SystemExit as leave:
        got = int(str(leave.code))
    assert got == code
    assert sentence in capsys.readouterr().err


def test_without_a_terminal_no_file_is_left(tmp_path: Path) -> None:
    said = rogomatic(["watch", "--seed", "1", "--record", str(tmp_path / "x.cast")], 1).err
    assert "must be a terminal" in said
    assert not list(tmp_path.iterdir())


def test_a_watched_game_is_recorded_as_it_was_played(tmp_path: Path) -> None:
    game = short_games(1, deepest=2)[0]
    agent = ("--memory", "shipped", "--frozen")
    words = ("--seed", str(game.seed), "--speed", "0", *agent, "--record", "live.cast")
    code, last = Person(*words, player="", folder=tmp_path).leave()
    assert code == 0
    assert "recorded: live.cast" in last
    live = read_asciicast((tmp_path / "live.cast").read_bytes())
    in_memory = record_game(game.seed, LINKS, PLAYERS)[0]
    assert live.header.timestamp > 1_700_000_000
    assert live.header.origin is not None
    assert live.header.origin.seed == game.seed
    assert marks_in(live) == marks_in(in_memory)
    timeline = read_timeline(live, lambda: PLAYERS(game.seed))
    assert timeline.parted == len(timeline) == game.commands + 1
    assert screens_in(live)[1:] == screens_in(in_memory)[1:]  # the first go before a whole screen


def marks_in(recording: Asciicast) -> list[str]:
    return [event.text for event in recording.events if event.kind == "m"]


def screens_in(recording: Asciicast) -> list[tuple[bytes, bytes]]:
    """Return the keys and the cells that a viewer sees whenever some are sent."""
    screen, seen = Screen(), []
    for event in recording.events:
        if event.kind == "o":
            screen.feed(event.text.encode())
        elif event.kind == "i":
            seen.append((event.text.encode(), bytes(screen.cells)))
    return seen


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
    assert found == [["level 1"], [], [], ["won with 10,320 gold"]]
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
