"""The dungeon of a day: one seed for everyone, the agent's ghost, the list of days."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from rogue.app.config import LaunchOptions
from rogue.app.daily_command import day_lines, days_of
from rogue.app.daily_game import DailyGame, comparison, day_of_game, result_line
from rogue.app.ghost import Ghost, GhostMoment, at_turn, moments_of
from rogue.app.interactive import InteractiveRun
from rogue.cli import main
from rogue.shared.daily_seed import FIRST_DAY, LAST_YEAR, day_of_seed, seed_of_day
from rogue.storage.history import FinishedGame, add_game
from rogue.storage.places import daily_folder, history_file
from rogue.storage.variant_files import load_variant
from rogue.ui.end_screens import Outcome
from rogue.ui.journal import Start, read_header
from rogue.ui.journal_sessions import RecordingSession
from rogue.ui.session import Session

DAY = date(2026, 11, 26)
SEED = seed_of_day(DAY)
OUTCOME = Outcome(
    how="killed", killer="hobgoblin", score=412, depth=4, deepest=5, level=3, turns=1630, seed=SEED,
    name="Ann", gold=412, amulet=False, edition="5.4", marks=(),
)  # fmt: skip
GAME = FinishedGame(
    "2026-11-26T12:00:00", SEED, "5.4", "Ann", 412, 4, 5, 3, 1630, "killed", "hobgoblin", (), "0.3.1"
)
GHOST = [
    GhostMoment(0, 1, 0, 12),
    GhostMoment(300, 2, 90, 10),
    GhostMoment(900, 2, 150, 0, "killed by a snake"),
]


def rows_of(moments: list[GhostMoment]) -> bytes:
    names = ("turn", "depth", "gold", "hp", "end")
    rows = [dict(zip(names, (m.turn, m.depth, m.gold, m.hp, m.end), strict=True)) for m in moments]
    return "".join(json.dumps(row) + "\n" for row in rows).encode()


SHARED = {date(2049, 10, 8): date(2045, 12, 9)}  # of two days with one number, the first is named


@example(day=date(2049, 10, 8))
@given(st.dates(FIRST_DAY, date(LAST_YEAR, 12, 31)))
def test_every_day_has_a_short_dungeon_that_names_it(day: date) -> None:
    seed = seed_of_day(day)
    assert 0 <= seed < 10**9
    assert day_of_seed(seed) == SHARED.get(day, day)


def test_neighboring_days_have_unlike_dungeons_and_other_seeds_no_day() -> None:
    week = [seed_of_day(DAY + timedelta(number)) for number in range(7)]
    assert len(set(week)) == 7
    assert [day_of_seed(seed) for seed in (0, 42, 10**9, 2**64 - 1)] == [None] * 4


@given(st.integers(0, len(rows_of(GHOST))))
def test_a_ghost_s_file_may_be_cut_anywhere(size: int) -> None:
    found = moments_of(rows_of(GHOST)[:size])
    assert found == GHOST[: len(found)]


@pytest.mark.parametrize(
    "row",
    [b"[]", b"7", b'{"turn": 1}', b'{"turn": "1", "depth": 1, "gold": 0, "hp": 1, "end": ""}',
     b'{"turn": 1, "depth": 1, "gold": 0, "hp": 1, "end": 7}', b"\xff\xfe", b"[" * 100_000],
    ids=range(7),
)  # fmt: skip
def test_a_line_that_is_no_moment_ends_a_ghost_s_file(row: bytes) -> None:
    assert moments_of(rows_of(GHOST[:1]) + row + b"\n" + rows_of(GHOST)) == GHOST[:1]


@pytest.mark.parametrize(
    ("turn", "at"), [(-1, None), (0, 0), (299, 0), (300, 1), (899, 1), (900, 2), (9999, 2)]
)
def test_the_ghost_stands_where_it_was_at_that_turn(turn: int, at: int | None) -> None:
    assert at_turn(GHOST, turn) == (None if at is None else GHOST[at])


def test_the_final_page_compares_the_games_level_by_level() -> None:
    mine = [GhostMoment(0, 1, 0), GhostMoment(10, 1, 20), GhostMoment(250, 2, 90), GhostMoment(800, 4, 300)]
    assert comparison(mine, OUTCOME, GHOST) == [
        "         you                       Rog-O-Matic",
        "level 1  turn 0, 0 gold            turn 0, 0 gold",
        "level 2  turn 250, 90 gold         turn 300, 90 gold",
        "level 4  turn 800, 300 gold",
        "the end  turn 1,630, 412 gold      turn 900, 150 gold",
    ]


@pytest.mark.parametrize(
    ("change", "ghost", "line"),
    [
        (
            {}, GHOST,
            "Rogue 2026-11-26: 412 gold, level 4, turn 1,630, killed by a hobgoblin; "
            "Rog-O-Matic: 150 gold, level 2",
        ),
        ({"how": "quit"}, [], "Rogue 2026-11-26: 412 gold, level 4, turn 1,630, quit"),
        (
            {"how": "won", "marks": ("helpers",)}, GHOST[:2],
            "Rogue 2026-11-26: 412 gold, level 4, turn 1,630, won, with helpers",
        ),
    ],
)  # fmt: skip
def test_a_result_is_one_line(change: dict[str, Any], ghost: list[GhostMoment], line: str) -> None:
    assert result_line(DAY, replace(OUTCOME, **change), ghost) == line


OTHERS = [replace(GAME, seed=42), replace(GAME, edition="3.6"), replace(GAME, marks=("wizard",))]


@pytest.mark.parametrize(
    ("games", "begins"),
    [
        ([], "Rogue 2026-11-26: 412 gold"),  # no history can be read
        ([*OTHERS, GAME], "Rogue 2026-11-26: 412 gold"),
        ([GAME, *OTHERS, GAME], "Rogue 2026-11-26 (game 2): 412 gold"),
        ([GAME] * 11, "Rogue 2026-11-26 (game 11): 412 gold"),
    ],
)
def test_the_line_to_pass_on_tells_of_earlier_games_of_the_day(
    games: list[FinishedGame], begins: str, tmp_path: Path
) -> None:
    env = {"ROGUE_HOME": str(tmp_path)}
    daily_folder(env).mkdir()
    (daily_folder(env) / "2026-11-26.jsonl").write_bytes(rows_of(GHOST))
    assert DailyGame(DAY, env).close(OUTCOME, games)[-1].startswith(begins)


@pytest.mark.parametrize(
    ("day", "outcome", "first"),
    [
        (DAY, OUTCOME, ["", "         you                       Rog-O-Matic"]),
        (DAY, None, []),
        (None, OUTCOME, []),
    ],
    ids=["finished", "saved", "another dungeon"],
)
def test_only_a_finished_game_of_a_day_has_a_final_page(
    day: date | None, outcome: Outcome | None, first: list[str], tmp_path: Path
) -> None:
    env = {"ROGUE_HOME": str(tmp_path)}
    daily_folder(env).mkdir()
    (daily_folder(env) / "2026-11-26.jsonl").write_bytes(rows_of(GHOST))
    assert InteractiveRun(env, LaunchOptions(day=day)).closing_lines(outcome)[:2] == first


def test_of_a_day_the_first_finished_game_counts() -> None:
    games = [
        replace(GAME, seed=42),
        replace(GAME, edition="3.6"),
        replace(GAME, marks=("wizard",), score=9999),
        replace(GAME, score=100),
        replace(GAME, score=200),
        replace(GAME, seed=seed_of_day(DAY - timedelta(1)), score=50),
    ]
    assert [(day, game.score) for day, game in days_of(games)] == [(DAY - timedelta(1), 50), (DAY, 100)]


def test_the_list_says_how_often_the_person_was_ahead() -> None:
    lines = day_lines([(DAY - timedelta(1), GAME, None), (DAY, GAME, GHOST[-1])])
    assert lines[0] == "day            gold  level   turns   agent  how"
    assert lines[2] == "2026-11-26      412      4   1,630     150  killed by a hobgoblin"
    assert lines[-1] == "Days: 2; ahead of the agent on 1 of 1."


@pytest.mark.parametrize(
    ("more", "day"),
    [({}, DAY), ({"helpers": True}, DAY), ({"seed": 42}, None), ({"edition": "3.6"}, None),
     ({"edition": "minds"}, None), ({"wizard": True}, None), ({"variant": load_variant("coffee", {})}, None)],
    ids=["day", "helped", "seed", "3.6", "minds", "wizard", "variant"],
)  # fmt: skip
def test_a_game_that_goes_on_may_be_that_of_a_day(more: dict[str, Any], day: date | None) -> None:
    assert day_of_game(Start(**{"seed": SEED, **more})) == day


def test_a_game_that_goes_on_remembers_when_it_came_to_its_levels(tmp_path: Path) -> None:
    (tmp_path / "daily").mkdir()
    (tmp_path / "daily" / "2026-11-26.jsonl").write_bytes(rows_of(GHOST))
    game = RecordingSession(Start(seed=42, wizard=True))
    for key in (b"", b"s", b"s", b"\x04", b"s", b"\x04"):
        game.feed(key)
    for journal, levels in ((game.journal(), 3), (game.journal().replace('"\\u0004"', '"x'), 1)):
        daily = DailyGame(DAY, {"ROGUE_HOME": str(tmp_path)}, journal.splitlines())
        table = daily.close(OUTCOME)
        mine = [line[9:35].rstrip() for line in table if line.startswith("level")]
        assert [line for line in mine if line] == [f"turn {n}, 0 gold" for n in (0, 2, 3)][:levels]


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
    try:
        code = main(["daily", *words])
    except SystemExit as stop:
        code = int(stop.code or 0)
    shown = capsys.readouterr()
    return code, shown.out + shown.err


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--date", "today"], "'today' is not a date"),
        (["--date", "2026-02-30"], "is not a date"),
        (["--date", "2025-12-31"], "the day must be from 2026-01-01 to today"),
        (["--date", "2049-01-01"], "the day must be from 2026-01-01 to today"),
        (["--json"], "--json requires --list"),
        (["--seed", "7"], "--seed"),
    ],
)
def test_what_is_no_day_is_refused(capsys: pytest.CaptureFixture[str], words: list[str], says: str) -> None:
    code, shown = run(capsys, *words)
    assert code == 2
    assert says in shown


def test_days_are_listed_with_the_ghost_s_score(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("ROGUE_HOME", str(tmp_path))
    env = {"ROGUE_HOME": str(tmp_path)}
    assert run(capsys, "--list") == (0, "You have not finished a dungeon of the day yet.\n")
    assert add_game(history_file(env), GAME) == ""
    daily_folder(env).mkdir()
    (daily_folder(env) / "2026-11-26.jsonl").write_bytes(rows_of(GHOST))
    code, shown = run(capsys, "--list")
    assert (code, "     150  killed by a hobgoblin" in shown) == (0, True)
    (row,) = json.loads(run(capsys, "--list", "--json")[1])
    assert (row["day"], row["game"]["score"], row["ghost"]["gold"]) == ("2026-11-26", 412, 150)


def test_a_kept_ghost_plays_no_second_time(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("subprocess.Popen", lambda *_words, **_more: pytest.fail("it plays"))
    kept = tmp_path / "2026-11-26.jsonl"
    kept.write_bytes(rows_of(GHOST))
    ghost = Ghost(kept, SEED)
    assert (list(ghost.moments), list(ghost.close(wait=True))) == (GHOST, GHOST)


def test_a_ghost_that_cannot_play_is_none(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("sys.executable", "/no/such/python")
    ghost = Ghost(tmp_path / "2026-11-26.jsonl", SEED)
    assert ghost.is_lost
    assert (list(ghost.moments), list(ghost.close(wait=True))) == ([], [])


def test_two_games_of_a_day_have_a_ghost_each(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "rows").write_bytes(rows_of(GHOST))
    agent = tmp_path / "agent"
    agent.write_text(
        f"#!/bin/sh\ncd {tmp_path}; head -n 2 rows; until test -e go; do sleep 0.02; done; tail -n 1 rows\n"
    )
    agent.chmod(0o700)
    monkeypatch.setattr("sys.executable", str(agent))
    first, second = (Ghost(tmp_path / "daily" / "2026-11-26.jsonl", SEED) for _ in range(2))
    assert list(first.close(wait=False)) in (GHOST[:2], [])
    assert not (tmp_path / "daily").exists()
    (tmp_path / "go").touch()
    assert list(second.close(wait=True)) == GHOST
    (kept,) = (tmp_path / "daily").iterdir()
    assert kept.read_bytes() == rows_of(GHOST)


def test_it_is_said_that_the_ghost_cannot_play(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("sys.executable", "/no/such/python")
    daily, world = DailyGame(DAY, {"ROGUE_HOME": str(tmp_path)}), Session(SEED).world
    assert daily.title(world) == "rogue daily 2026-11-26, Rog-O-Matic: no game"
    assert [row.text for row in daily.panel_rows(world, 40)][2] == "Rog-O-Matic: no game"


@pytest.mark.slow
def test_a_day_is_played_beside_the_ghost_to_the_line_to_pass_on(lines: Any, tmp_path: Path) -> None:
    line = lines("daily", "--date", "2026-11-26", size=(30, 130), ROGUE_HOME=str(tmp_path))
    line.press_until(b"\x12", "Rog-O-Matic: level 1, 0 gold")
    line.until("2026-11-26, turn 0")
    line.type(b"Qy\r", "Rogue 2026-11-26: 0 gold, level 1, turn 0, quit; Rog-O-Matic: ")
    assert line.gone() == 0
    (kept,) = (tmp_path / "daily").iterdir()
    assert moments_of(kept.read_bytes())[-1].end
    (journal,) = (tmp_path / "journals").iterdir()
    assert read_header(journal.read_text().split("\n")[0]).seed == SEED


@pytest.mark.slow
def test_a_saved_game_of_a_day_goes_on_beside_its_ghost(lines: Any, tmp_path: Path) -> None:
    (tmp_path / "daily").mkdir()
    (tmp_path / "daily" / "2026-11-26.jsonl").write_bytes(rows_of(GHOST))
    line = lines("daily", "--date", "2026-11-26", ROGUE_HOME=str(tmp_path))
    line.until("Level: 1")
    line.type(b"sSy")
    assert line.gone() == 0
    line = lines(str(tmp_path / ".rogue.save"), size=(30, 130), ROGUE_HOME=str(tmp_path))
    line.press_until(b"\x12", "2026-11-26, turn 1")
    line.type(b"Qy\r", "Rogue 2026-11-26: 0 gold, level 1, turn 1, quit; Rog-O-Matic: ")
    assert line.gone() == 0


@pytest.mark.slow
def test_an_unfinished_ghost_is_stopped_and_not_kept(tmp_path: Path) -> None:
    ghost = Ghost(tmp_path / "2026-11-26.jsonl", SEED)
    ghost.close(wait=False)
    assert list(tmp_path.iterdir()) == []
