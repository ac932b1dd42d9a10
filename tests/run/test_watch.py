"""Watching, on a real terminal: what it shows, how it begins and ends, what it leaves behind."""

from __future__ import annotations

import os
import re
import shlex
import signal
import time
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from rogomatic.cli.watch_commands import _print_rows
from rogomatic.run.recordings.recording_formats import Origin
from rogomatic.run.recordings.recording_store import LastGames
from rogomatic.run.viewer.watch import line_of
from rogue.storage.game_files import save_text
from rogue.ui.journal import Start
from rogue.ui.journal_sessions import RecordingSession
from tests.run.fakes import fake_program
from tests.run.rows import ROW
from tests.run.watching import RESTORED, Person
from tests.support.forked_program import run


def is_first_turn(rows: list[str]) -> bool:
    return rows[1].startswith("row one")


def test_row_24_says_which_rung_fired_and_row_0_what_the_game_said() -> None:
    person = Person("--seed", "1", "--once")
    person.type("z")  # any key ends the sentence at the beginning
    rows = person.see(lambda rows: rows[0].startswith("Thump 2"))
    assert rows[24].startswith("walk right: step 3")  # what it does about it
    assert rows[0].rstrip().endswith("15 commands/s")
    assert rows[1].startswith("row one")
    assert not any("Illegal" in row for row in rows)
    code, last = person.leave()
    assert code == 0
    assert "seed 1  score 10  level 1  killed by a fake  turns 4  last rule: walk right" in last
    assert "\x1b[7mr" in person.said  # a bright cell


def test_a_bare_window_has_message_and_reason_on_rows_of_the_map() -> None:
    person = Person("--seed", "4", "--speed", "2", rows=24)
    person.see(lambda rows: "seed 4, game 1" in rows[0])
    person.type("z")
    person.see(lambda rows: rows[0].startswith("Thump"))
    person.type(" ")
    rows = person.see(lambda rows: "paused" in rows[0])
    assert re.match(r"Thump \d+ +paused, 2 commands/s$", rows[0].rstrip())
    assert re.match(r"Why: walk right: step \d+$", rows[22].rstrip())
    person.type("q")
    assert person.leave()[0] == 0


@pytest.mark.parametrize("kind", ["linux", "screen"])
def test_other_kinds_of_terminal_show_the_same(kind: str) -> None:
    person = Person("--seed", "1", "--speed", "5", kind=kind)
    # A Linux console draws a frame piece by piece.
    person.see(lambda rows: is_first_turn(rows) and rows[10].startswith("@"))
    person.type("q")
    code, last = person.leave()
    assert code == 0
    assert "seed 1  score 10  level 1  stopped" in last
    assert all(mark in person.said for mark in RESTORED)
    assert ("\x1b[?2026h" in person.said) is (kind == "screen")


def test_a_person_without_colors_can_watch(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    person = Person("--seed", "1", rows=40, columns=130)
    person.see(is_first_turn)
    person.type("q")
    assert person.leave()[0] == 0
    assert "\x1b[7m" in person.said
    codes = {code for found in re.findall(r"\x1b\[([0-9;]*)m", person.said) for code in found.split(";")}
    assert codes <= {"", "1", "4", "7"}


@pytest.mark.parametrize(
    ("kind", "told"),
    [("dumb", "A terminal of type 'dumb' cannot show a game."), ("", "TERM is not set.")],
)
def test_a_terminal_without_a_cursor_is_refused(kind: str, told: str) -> None:
    code, said = Person(kind=kind).leave()
    assert code == 1
    assert f"rogomatic: {told}  Set TERM to your terminal's type, such as xterm.\r\n" in said


def is_end_of(seed: int, rows: list[str]) -> bool:
    """Return whether the last page of a game is shown."""
    return rows[0].startswith(f"seed {seed}  score") and rows[1].startswith(" The end ")


def test_one_game_follows_another_until_the_watcher_has_enough() -> None:
    person = Person("--seed", "5", "--speed", "50")
    for seed, key in (5, "\n"), (6, "q"):
        person.see(partial(is_end_of, seed))
        person.type(key)
    code, last = person.leave()
    assert code == 0
    # Keys that were pressed once more on the last page may stand before a line: the terminal shows them.
    assert re.findall(r"seed (\d+)  score", last) == ["5", "6"]


def test_the_end_stays_tells_what_came_of_it_and_can_be_looked_into() -> None:
    person = Person("--seed", "1", "--speed", "50")
    rows = person.sees("Killed by a fake on level 1, with 10 gold, after about 4 turns.")
    assert rows[1].startswith(" The end ")
    text = " ".join(row.strip() for row in rows[1:16])
    assert re.search(r"(game|dungeons) of python\S* that you have watched", text)
    assert "See it again: " in text
    assert re.search(r"replay --last \d{8}-\d{6} --seed 1 --at death", text)
    keys = r"r replay, w why, Enter next game, q quit"
    assert re.search(rf"{keys}, \? keys \(\d+ s, space stops it\)", text)
    person.type("w")
    rows = person.sees("Why: the last decision")
    assert rows[2].startswith(" walk right: step 4")
    person.type("w")
    person.see(lambda rows: rows[1].startswith(" The end ") and not any("space waits" in row for row in rows))
    person.type("r")
    person.see(lambda rows: " command 2 of 4" in rows[0] and rows[24].startswith("walk right: step 2"))
    person.type(" ")
    person.see(lambda rows: "paused, command 2 of 4" in rows[0])
    person.type("x")
    person.see(lambda rows: rows[1].startswith(" The end "))
    person.type("q")
    assert person.leave()[0] == 0


def test_a_changed_window_is_drawn_anew() -> None:
    person = Person("--seed", "4", "--speed", "4")
    person.see(is_first_turn)
    person.type(" ")
    person.sees("paused")
    person.resize(10, 60)
    person.see(lambda rows: rows[0].startswith("The window is 60 x 10; a game needs at least 80 x 24"))
    person.resize(40, 130)
    rows = person.see(lambda rows: rows[1].startswith("row one") and " The agent's rules, " in "".join(rows))
    assert any("> " in row[81:] for row in rows) or any("walk right: step" in row[81:] for row in rows)
    person.type("q")
    assert person.leave()[0] == 0


@pytest.mark.parametrize("command", ["watch", "coach"])
def test_no_terminal_is_refused(command: str) -> None:
    done = run(["rogomatic", command], b"", dict(os.environ))
    assert done.returncode == 1
    assert done.stderr == b"rogomatic: To show a game, standard input and output must be a terminal.\n"
    assert done.stdout == b""


def test_an_interrupt_gives_the_terminal_back_and_tells_the_seed() -> None:
    person = Person("--seed", "77", "--speed", "4")
    person.see(is_first_turn)
    person.type("\x03")
    code, said = person.leave()
    assert code == 130
    assert "rogomatic: interrupted; the seed was 77" in said
    assert all(mark in person.said for mark in RESTORED)
    assert "Traceback" not in said


def test_a_crash_gives_the_terminal_back_before_it_is_told() -> None:
    person = Person("--seed", "1", "--speed", "0", player="BreakingPlayer")
    code, said = person.leave()
    assert code == 1
    assert "seed 1  score 10  level 1  crashed" in said
    assert "RuntimeError: the player broke" in said


def test_a_program_that_fails_is_a_failure() -> None:
    person = Person("--seed", "1", "--speed", "0", "--game", shlex.join(fake_program("die").argv))
    person.sees("exited with code 3")
    person.type("q")
    code, last = person.leave()
    assert code == 1
    assert "died" in last


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGQUIT, signal.SIGUSR1, signal.SIGXCPU])
def test_a_signal_gives_the_terminal_back(number: signal.Signals) -> None:
    person = Person("--seed", "1", "--speed", "4")
    person.see(is_first_turn)
    os.kill(person.watcher(), number)
    code, _ = person.leave()
    assert code == 128 + number
    assert all(mark in person.said for mark in RESTORED)


def test_a_window_that_is_closed_ends_it_and_its_game() -> None:
    person = Person("--seed", "4", "--speed", "1")
    person.see(is_first_turn)
    watcher = person.watcher()
    person.child.close(force=False)
    until = time.monotonic() + 120
    while Path(f"/proc/{watcher}").exists() and time.monotonic() < until:
        time.sleep(0.05)
    with pytest.raises(ProcessLookupError):
        os.kill(watcher, 0)


def test_without_a_seed_one_is_chosen_and_told() -> None:
    said = [Person("--speed", "0").leave()[1] for _ in range(2)]
    seeds = [int(text.partition("seed ")[2].split()[0]) for text in said]
    assert seeds[0] != seeds[1]


def test_in_a_window_the_line_at_the_end_loses_whole_parts_only() -> None:
    row = replace(ROW, seed=123456789, killer="rattlesnake", score=10000, turns=10000)
    row = replace(row, how="killed", last_rung="hit what is adjacent")
    whole = line_of(row)
    assert whole.endswith("  turns 10,000  last rule: hit what is adjacent")
    assert line_of(row, len(whole)) == whole
    assert whole.startswith(line_of(row, 80) + "  last rule: ")


def no_games(folder: Path) -> LastGames:
    """Return a keeper that holds no game yet."""
    return LastGames(folder / "watched", Origin(0, "5.4", "", "0", "{}", ""), "run")


@pytest.mark.parametrize(
    ("game", "command"),
    [
        ("env SEED={seed} /opt/c/rogue", "env SEED=5 /opt/c/rogue {saved}"),
        ("'/my games/rogue' -q --dungeon={seed}{seed}", "'/my games/rogue' -q --dungeon=55 {saved}"),
        ("./rogue", "./rogue {saved}"),
    ],
)
def test_a_saved_game_of_another_rogue_is_gone_on_with_by_its_own_command(
    game: str, command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    saved = tmp_path / "my files" / "rogue-5.save"
    saved.parent.mkdir()
    saved.write_bytes(b"\x93\x00what a C program writes")
    _print_rows([(replace(ROW, seed=5, end_reason="stopped"), saved)], no_games(tmp_path), game)
    line = command.replace("{saved}", shlex.quote(str(saved)))
    assert capsys.readouterr().out.splitlines()[1:] == [f"The game was saved; to continue it: {line}"]


def test_our_own_rogue_opens_what_it_has_saved(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    saved = tmp_path / "rogue-5.save"
    saved.write_bytes(save_text(RecordingSession(Start(5))))
    _print_rows(
        [(replace(ROW, seed=5, end_reason="stopped"), saved)], no_games(tmp_path), "sh play.sh {seed}"
    )
    (line,) = capsys.readouterr().out.splitlines()[1:]
    assert line.endswith(f"rogue {saved}")
    assert "play.sh" not in line
