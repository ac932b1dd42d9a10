"""The command line: what it prints, what it refuses, with which code it ends."""

from __future__ import annotations

import dataclasses
import json
import os
import re
import shlex
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pexpect
import pytest

from rogomatic import cli
from rogomatic.agent.player import Report
from rogomatic.cli import agent_factory, own_game
from rogomatic.run.storage.run_file import RunWriter, read_run, rows_digest
from tests.run.command_line import rogomatic
from tests.run.fakes import FakeGame, FakePlayer, FakePlayers, fake_program
from tests.run.rows import CRASHED, MANIFEST, ROW, STUCK


@pytest.fixture(autouse=True)
def fakes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Put the tiny game and the tiny player in place of the real ones."""
    monkeypatch.setattr(agent_factory, "players_with", lambda _: FakePlayers())
    monkeypatch.setattr(own_game, "OwnGame", lambda _edition: FakeGame)


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    path = tmp_path / "kept.db"
    with RunWriter(path, MANIFEST) as record:
        for row in (ROW, STUCK, CRASHED):
            record.add(row)
    return path


def test_batch_prints_a_row_per_game_and_the_summary() -> None:
    out, errors = rogomatic(["batch", "--games", "3", "--first-seed", "5"])
    lines = out.splitlines()
    assert lines[0].split() == ["seed", "score", "depth", "turns", "killer"]
    assert [line.split()[0] for line in lines[1:4]] == ["5", "6", "7"]
    assert lines[1].split() == ["5", "50", "1", "3", "fake"]
    assert lines[4] == "3 games, 3 finished, 0 did not finish"
    assert errors == ""


def test_quiet_leaves_the_summary_only() -> None:
    assert rogomatic(["batch", "--games", "3", "-q"]).out.startswith("3 games, 3 finished")


def test_json_is_one_object() -> None:
    assert json.loads(rogomatic(["batch", "--games", "2", "--json"]).out)["games"] == 2


@pytest.mark.usefixtures("forked_workers")
def test_two_processes_print_the_same() -> None:
    outs = []
    for jobs in ("1", "2"):
        outs.append(rogomatic(["batch", "--games", "4", "--jobs", jobs]).out.split("CPU time")[0])
    assert outs[0] == outs[1]


def test_a_foreign_game_is_played_on_a_terminal() -> None:
    game = shlex.join(fake_program().argv)
    assert "1 game, 1 finished" in rogomatic(["batch", "--games", "1", "--game", game]).out


def test_a_game_that_dies_at_once_every_time_is_a_failure() -> None:
    game = shlex.join(fake_program("die").argv)
    assert "died 2" in rogomatic(["batch", "--games", "2", "--game", game], 1).out


def test_out_keeps_the_rows_and_how_they_were_made(tmp_path: Path) -> None:
    path = tmp_path / "run.db"
    assert cli.main(["batch", "--games", "2", "-q", "--out", str(path)]) == 0
    manifest, rows = read_run(path)
    assert [row.seed for row in rows] == [1, 2]
    assert (manifest.games, manifest.first_seed, manifest.edition) == (2, 1, "5.4")
    assert json.loads(manifest.knobs) == {"flee_pct": 12}
    assert json.loads(manifest.limits)["commands"] == 200_000


def test_resume_plays_what_is_missing(tmp_path: Path) -> None:
    path = str(tmp_path / "run.db")
    rogomatic(["batch", "--games", "2", "--out", path])
    out, errors = rogomatic(["batch", "--games", "4", "--out", path, "--resume"])
    assert [line.split()[0] for line in out.splitlines()[1:3]] == ["3", "4"]
    said = "already has 2 games, 2 of 4 are left to play; the summary covers the whole file"
    assert errors == f"rogomatic: {path} {said}\n"
    assert out.splitlines()[3].startswith("4 games, ")
    assert json.loads(rogomatic(["stats", path, "--json"]).out)["games"] == 4


@pytest.mark.parametrize("games", ["3", "5", "6"])
def test_the_summary_of_a_resumed_batch_is_that_of_the_whole_file(tmp_path: Path, games: str) -> None:
    path = str(tmp_path / "run.db")
    rogomatic(["batch", "--games", "5", "-q", "--out", path])
    again = ["batch", "--games", games, "--out", path, "--resume"]
    out, errors = rogomatic([*again, "-q"])
    whole = max(5, int(games))
    assert (out.splitlines()[0], errors) == (f"{whole} games, {whole} finished, 0 did not finish", "")
    found = json.loads(rogomatic([*again, "-q", "--json"]).out)
    assert found["score"] == json.loads(rogomatic(["stats", path, "--json"]).out)["score"]


def test_stats_prints_exactly_one_object(kept: Path) -> None:
    out = rogomatic(["stats", str(kept), "--json"]).out
    assert out.count("\n") == 1
    assert set(json.loads(out)) == {
        "games", "finished", "lost", "score", "deepest", "how", "turns", "commands", "killers", "end_reasons",
        "cpu_seconds", "seconds", "waited", "unknown", "rates", "score_intervals", "killers_by_depth",
    }  # fmt: skip


def test_shards_merge_into_the_run_that_one_batch_makes(tmp_path: Path) -> None:
    whole, merged, *shards = (str(tmp_path / f"{name}.db") for name in ("whole", "all", 1, 2, 3))
    assert cli.main(["batch", "--games", "8", "-q", "--out", whole]) == 0
    for number, path in enumerate(shards, 1):
        assert cli.main(["batch", "--games", "8", "-q", "--shard", f"{number}/3", "--out", path]) == 0
    assert [row.seed for row in read_run(Path(shards[1]))[1]] == [2, 5, 8]
    said = rogomatic(["merge", shards[2], "--out", merged, shards[0]]).out
    assert said == f"5 games in {merged}; 3 are missing\n"
    assert cli.main(["batch", "--games", "8", "-q", "--out", merged, "--resume"]) == 0
    manifest, rows = read_run(Path(merged))
    assert rows_digest(rows) == rows_digest(read_run(Path(whole))[1])
    assert (manifest.games, manifest.shard) == (8, "")


def test_stats_of_several_runs(kept: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.db"
    with RunWriter(other, MANIFEST) as record:
        record.add(ROW)
    runs = [str(kept), str(other)]
    lines = rogomatic(["stats", *runs]).out.splitlines()
    assert lines[0].split() == runs
    assert lines[1].split() == ["games", "3", "1"]
    found = json.loads(rogomatic(["stats", *runs, "--json"]).out)
    assert {run: found[run]["games"] for run in runs} == {runs[0]: 3, runs[1]: 1}
    assert f"{runs[1]},games,1,," in rogomatic(["stats", *runs, "--csv"]).out.splitlines()
    assert len(rogomatic(["stats", *runs, "--rows"]).out.splitlines()) == 1 + 3 + 1


def test_stats_prints_nothing_when_one_of_the_files_is_no_run(kept: Path, tmp_path: Path) -> None:
    out, errors = rogomatic(["stats", str(kept), str(tmp_path / "none.db"), "--rows"], 1)
    assert (out, errors.count("\n")) == ("", 1)


def test_stats_says_how_the_run_was_made(kept: Path) -> None:
    lines = rogomatic(["stats", str(kept)]).out.splitlines()
    assert "version 0.1.0" in lines[0]
    assert "3 games, 1 finished, 1 did not finish, 1 lost" in lines


def test_stats_shows_the_games_with_trouble(kept: Path) -> None:
    lines = rogomatic(["stats", str(kept), "--trouble"]).out.splitlines()
    assert lines[:5] == [
        "seed 2: stuck after 300 commands, Rogue 5.4.5", "Unknown: 2 questions and pages.",
        "Nothing helped.", "Screen 1 of 1", "The last 0 decisions:",
    ]  # fmt: skip
    assert lines[6] == "seed 3: crashed after 300 commands, Rogue 5.4.5"
    assert lines[-1] == "2 games with trouble"


def test_trouble_is_told_beside_the_rows_and_kept_with_them(tmp_path: Path) -> None:
    path = str(tmp_path / "run.db")
    arguments = ["--stall", "20", "--out", path, "--game", shlex.join(fake_program("die").argv)]
    errors = rogomatic(["batch", "--games", "1", "--first-seed", "7", *arguments], 1).err.splitlines()
    assert errors[0] == "Games that ended as died: 1; first: seed 7:"
    assert errors[1].startswith("The game exited with code 3")
    manifest, (row,) = read_run(Path(path))
    assert (manifest.edition, row.end_reason, row.trouble) == (
        "", "died", "the last screens and decisions of 7",
    )  # fmt: skip


def test_the_edition_is_played_and_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[str] = []
    monkeypatch.setattr(own_game, "OwnGame", lambda edition: played.append(edition) or FakeGame)
    for edition in (None, "5.2", "3.6"):
        path = tmp_path / f"{edition}.db"
        chosen = ["--edition", edition] if edition else []
        assert cli.main(["batch", "--games", "1", "-q", "--out", str(path), *chosen]) == 0
        assert read_run(path)[0].edition == played[-1]
    assert played == ["5.4", "5.2", "3.6"]


def test_a_warning_is_printed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    class Warned(FakePlayer):
        def report(self) -> Report:
            return dataclasses.replace(super().report(), warning="A strange Rogue.", unknown=2)

    monkeypatch.setattr(agent_factory, "players_with", lambda _: Warned)
    printed = rogomatic(["batch", "--games", "3"])
    assert printed.err.splitlines() == ["A strange Rogue."]
    assert printed.out.splitlines()[-1].split()[:3] == ["unknown", "6", "questions"]
    assert json.loads(rogomatic(["batch", "--games", "3", "--json"]).out)["unknown"] == 6


def test_a_signal_ends_a_batch(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def ended_at_2(seed: int) -> FakePlayer:
        if seed == 2:
            signal.raise_signal(signal.SIGTERM)
        return FakePlayer(seed)

    monkeypatch.setattr(agent_factory, "players_with", lambda _: ended_at_2)
    with pytest.raises(SystemExit) as ended:
        cli.main(["batch", "--games", "9"])
    assert ended.value.code == 128 + signal.SIGTERM
    assert "1 game, 1 finished" in capsys.readouterr().out
    assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL


def taken(folder: Path) -> list[str]:
    (folder / "run.db").write_text("precious")
    return ["batch", "--out", str(folder / "run.db")]


FAILURES: list[tuple[Callable[[Path], list[str]], str]] = [
    (taken, "run.db already exists and is not overwritten; use --resume to continue it."),
    (lambda folder: ["stats", str(folder / "no.db")], "There is no file "),
    (lambda folder: ["stats", str(folder)], " is a folder, not a run: a run is a file written by `batch "),
    (lambda folder: ["stats", os.devnull], f"{os.devnull} is not a regular file."),
    (lambda folder: ["plot", "scores", str(folder)], " is a folder, not a run: "),
    (lambda folder: ["batch", "--game", "/no/such/rogue -x"], "Cannot find the program of --game"),
    (lambda folder: ["batch", "--game", "'open"], "cannot be read: No closing quotation."),
    (lambda folder: ["batch", "--game", ""], "Cannot find the program of --game ''"),
    (lambda folder: ["watch", "--seed", "1"], "must be a terminal."),
]


@pytest.mark.parametrize(("arguments", "sentence"), FAILURES)
def test_a_mistake_gets_a_sentence_and_code_1(
    arguments: Callable[[Path], list[str]], sentence: str, tmp_path: Path
) -> None:
    out, errors = rogomatic(arguments(tmp_path), 1)
    assert errors.startswith("rogomatic: ")
    assert sentence in errors
    assert errors.count("\n") == 1
    assert out == ""


def test_an_interrupt_sums_up_and_has_code_130(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted_at_2(seed: int) -> FakePlayer:
        if seed == 2:
            raise KeyboardInterrupt
        return FakePlayer(seed)

    monkeypatch.setattr(agent_factory, "players_with", lambda _: interrupted_at_2)
    out, errors = rogomatic(["batch", "--games", "9"], 130)
    assert "1 game, 1 finished" in out
    assert errors == "rogomatic: interrupted\n"


def test_progress_goes_to_the_terminal_and_rows_to_the_file(tmp_path: Path, root: Path) -> None:
    code = (
        "import sys; from rogomatic import cli; from rogomatic.cli import agent_factory, own_game; "
        "from tests.run import fakes; "
        "agent_factory.players_with = lambda _: fakes.FakePlayer; "
        "own_game.OwnGame = lambda edition: fakes.FakeGame; "
        "sys.exit(cli.main(['batch', '--games', '3']))"
    )
    line = f"{shlex.quote(sys.executable)} -c {shlex.quote(code)} > {shlex.quote(str(tmp_path))}/out"
    env = {**os.environ, "TERM": "xterm", "PYTHONPATH": str(root)}
    shown: bytes
    shown, status = pexpect.run(  # type: ignore[assignment, str-unpack]  # a pair, withexitstatus
        f"/bin/sh -c {shlex.quote(line)}", env=env, withexitstatus=True, timeout=120
    )
    assert status == 0
    assert b"3/3" in shown
    assert b"median 20, last: fake 1" in shown
    assert b"seed" not in shown, "the table is for the file"
    assert (tmp_path / "out").read_text().splitlines()[1].split() == ["1", "10", "1", "4", "fake"]


def test_a_reader_that_leaves_early_is_no_crash(kept: Path, root: Path) -> None:
    line = f"{shlex.quote(sys.executable)} -m rogomatic stats {shlex.quote(str(kept))}"
    done = subprocess.run(
        ["/bin/sh", "-c", f"{line} | true"], cwd=root, capture_output=True, text=True, check=False
    )
    assert "Traceback" not in done.stderr


def test_who_asks_for_an_unknown_monster_is_told_the_known_ones() -> None:
    said = rogomatic(["memory", "show", "shipped", "--monster", "unicornn"], 1).err
    assert "does not know 'unicornn'; it knows " in said
    assert " hobgoblin," in said


def test_the_newest_edition_of_a_memory_comes_first() -> None:
    shown = re.findall(r"edition (\S+),", rogomatic(["memory", "show", "shipped"]).out)
    assert shown == sorted(shown, reverse=True)


def test_units_and_meanings_of_knobs_stand_apart() -> None:
    assert not re.search(r"hit points\w", rogomatic(["knobs", "show"]).out)


MISUSE = [
    ("", "rogomatic: error: the command is missing: choose from watch, coach, "),
    ("watc", "rogomatic: error: there is no command 'watc'; did you mean watch?  Choose from "),
    ("dance", "rogomatic: error: there is no command 'dance': choose from watch, coach, "),
    ("--sed", "rogomatic: error: there is no option --sed"),
    (
        "batch --first-seed 9223372036854775807 --games 2",
        "rogomatic batch: error: --first-seed and --games: ",
    ),
    ("batch --resume", "rogomatic batch: error: --resume needs --out with the file to continue"),
    ("batch --engine ray --game rogue", "rogomatic batch: error: --engine ray cannot play on terminals "),
    ("batch --edition 5.2 --game rogue", "rogomatic batch: error: --edition and --variant are for our own "),
    ("watch --edition 5.2 --game rogue", "rogomatic watch: error: --edition and --variant are for our own "),
    ("watch --sped=9", "rogomatic watch: error: there is no option --sped; did you mean --speed?"),
    ("merge a.db", "rogomatic merge: error: the following arguments are required: --out"),
    ("stats", "rogomatic stats: error: the following arguments are required: RUN.db"),
    ("stats run.db --json --trouble", "rogomatic stats: error: argument --trouble: not allowed with "),
    ("merge a.db --out c.db b.db --jbos", "rogomatic merge: error: there is no option --jbos"),
    ("ladder up", "rogomatic ladder: error: unexpected argument 'up'"),
    ("ladder --without rest -- --up", "rogomatic ladder: error: unexpected argument '--up'"),
    ("stats a.db --jsno -- --csv", "rogomatic stats: error: there is no option --jsno"),
    ("-- roshambo -- ply", "rogomatic roshambo: error: there is no action 'ply'"),
    ("knobs", "rogomatic knobs: error: the action is missing: choose from show and diff"),
    ("memory", "rogomatic memory: error: the command is missing: choose from show, diff, "),
    ("roshambo ply", "rogomatic roshambo: error: there is no action 'ply'; did you mean play?"),
    ("variant coffee --first-seed 9223372036854775807", "rogomatic variant: error: --first-seed must be at "),
]
"""Words, and how the sentence before the usage begins."""

WRONG_VALUES = [
    ("coach --name=", "coach: error: argument --name: the name is empty"),
    ("batch --games 0", "batch: error: argument --games: 0 is less than 1"),
    ("batch --jobs -1", "batch: error: argument --jobs: -1 is less than 1"),
    ("batch --jobs 0", "batch: error: argument --jobs: 0 is less than 1"),
    (
        "batch --first-seed 9223372036854775808",
        "batch: error: argument --first-seed: 9223372036854775808 is too ",
    ),
    (
        "batch --limit-seconds nan",
        "batch: error: argument --limit-seconds: 'nan' is not a number",
    ),
    ("batch --shard 0/4", "batch: error: argument --shard: 0 is not between 1 and 4"),
    ("batch --shard 5/4", "batch: error: argument --shard: 5 is not between 1 and 4"),
    ("batch --shard 1", "batch: error: argument --shard: '1' is not of the form 2/5"),
    ("batch --stall 0", "batch: error: argument --stall: 0 is not a positive number of seconds"),
    ("batch --stall soon", "batch: error: argument --stall: 'soon' is not a number"),
    ("batch --edition 4.0", "batch: error: --edition cannot be '4.0': choose from 5.4, 5.2, 3.6 and minds"),
    ("variant coffee --games 1", "variant: error: argument --games: 1 is not between 2 and 100000"),
    ("batch --games none", "batch: error: argument --games: 'none' is not a whole number"),
    ("watch --seed x", "watch: error: argument --seed: 'x' is not a seed: "),
    ("watch --speed -1", "watch: error: argument --speed: -1 is not between 0 and 1000000"),
    ("watch --speed 1_0", "watch: error: argument --speed: '1_0' is not a number"),
    ("play localhost 36_37", "play: error: argument PORT: '36_37' is not a whole number"),
    ("play localhost 0", "play: error: argument PORT: 0 is not between 1 and 65535"),
    ("watch --speed fast", "watch: error: argument --speed: 'fast' is not a number"),
    ("replay --at zz", "replay: error: --at cannot be 'zz': choose from death, end and near-death"),
    ("play h 0", "play: error: argument PORT: 0 is not between 1 and 65535"),
    ("plot x run.db", "plot: error: picture cannot be 'x': choose from scores, survival, killers, "),
    ("evolve --games 0", "evolve: error: argument --games: 0 is less than 1"),
    ("knobs show --depth 0", "knobs show: error: argument --depth: 0 is less than 1"),
    ("explain --turn -1", "explain: error: argument --turn: -1 is less than 0"),
    ("explain --seed x --turn 3", "explain: error: argument --seed: 'x' is not a seed"),
]
"""Words, and how the sentence begins that is all that is said."""


@pytest.mark.parametrize(("words", "sentence"), MISUSE)
def test_misuse_says_what_is_possible(words: str, sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        cli.main(words.split())
    said, usage, *_ = capsys.readouterr().err.splitlines()
    assert (ended.value.code, said[: len(sentence)]) == (2, sentence)
    assert usage.startswith(f"usage: {sentence.partition(':')[0]} ")


@pytest.mark.parametrize(("words", "sentence"), WRONG_VALUES)
def test_a_wrong_value_is_one_sentence(words: str, sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        cli.main(words.split())
    said = capsys.readouterr().err
    assert ended.value.code == 2
    assert said.startswith(f"rogomatic {sentence}")
    assert (said.count("\n"), "usage" in said) == (1, False)


@pytest.mark.parametrize(
    ("words", "file"),
    [
        ("stats --json -- --none.db", "--none.db"),
        ("stats --json none.db --", "none.db"),
        ("stats none.db --json --", "none.db"),
        ("-- stats none.db --json -- --csv", "none.db"),
        ("merge none.db --out new.db -- --b.db", "none.db"),
    ],
)
def test_two_hyphens_end_the_options(words: str, file: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(words.split()) == 1
    assert f"There is no file {file}." in capsys.readouterr().err


def test_with_a_closed_standard_error_a_command_does_its_work(root: Path) -> None:
    words = [sys.executable, "-m", "rogomatic", "batch", "--games", "2", "--limit-turns", "5"]
    line = ["sh", "-c", 'exec "$@" 2>&-', "sh", *words, "--first-seed", "41000"]
    done = subprocess.run(line, cwd=root, capture_output=True, text=True, check=False)
    assert (done.returncode, "2 games, 0 finished" in done.stdout) == (0, True)


def test_with_a_closed_standard_error_no_complaint_is_printed_elsewhere(root: Path) -> None:
    for words, code in ((["memory", "show", "none.txt"], 1), (["memory"], 2)):
        line = ["sh", "-c", 'exec "$@" 2>&-', "sh", sys.executable, "-m", "rogomatic", *words]
        done = subprocess.run(line, cwd=root, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stdout) == (code, "")
