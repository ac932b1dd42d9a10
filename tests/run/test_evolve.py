"""`rogomatic evolve` as a user has it: progress, report, interrupts, shipping."""

from __future__ import annotations

import json
import os
import re
import signal
import sqlite3
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from rogomatic import cli
from rogomatic.agent.knobs import DEFAULT, Knobs
from rogomatic.agent.player import Report
from rogomatic.breeding import evolve as run_evolve
from rogomatic.breeding.genotypes import FIRST_TEST_SEED
from rogomatic.cli import agent_factory, evolve_command, own_game
from rogomatic.cli.rule_file import UNCHANGED
from rogomatic.run.reports import picture_file, progress
from rogomatic.run.runner.batch import Stop, run_batch
from rogomatic.run.runner.game_loop import Row
from rogomatic.run.storage.agent_files import load_knobs
from tests.run.command_line import rogomatic
from tests.run.fakes import FakeGame, FakePlayer, fake_report
from tests.run.rows import ROW
from tests.support import forked_program

ROOT = Path(__file__).resolve().parents[2]
TINY = ["--population", "4", "--block", "2", "--effort", "4", "--limit-commands", "50"]


class RestingPlayer(FakePlayer):
    """Scores by chance, and more the longer its knobs let it rest."""

    def __init__(self, seed: int, knobs: Knobs) -> None:
        super().__init__(seed)
        self.knobs = knobs

    def report(self) -> Report:
        chance = self.seed * 7919 % 50
        return fake_report(score=20 * self.knobs.rest_pct + chance, turns=self._turns, how=self.how)


@dataclass(frozen=True)
class RestingPlayers:
    knobs: Knobs = DEFAULT
    rules: Any = UNCHANGED

    def __call__(self, seed: int) -> RestingPlayer:
        return RestingPlayer(seed, self.knobs)

    def digest(self) -> str:
        return "nothing"


@pytest.fixture
def resting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Put a tiny game in place of the real one, and players whose score shows what rest is worth."""
    monkeypatch.setattr(agent_factory, "default_players", RestingPlayers)
    monkeypatch.setattr(agent_factory, "players_with", lambda _chosen: RestingPlayers())
    monkeypatch.setattr(own_game, "OwnGame", lambda _edition: FakeGame)


@pytest.fixture
def pool(tmp_path: Path) -> Path:
    return tmp_path / "pool.db"


def content(pool: Path) -> dict[str, list[tuple[object, ...]]]:
    """Return all that a pool holds but for the seconds that its games took."""
    game = "genotype, seed, score, end_reason"
    columns = {"genotype": "*", "starter": "*", "game": f"generation, {game}"}
    with sqlite3.connect(pool) as db:
        return {table: sorted(db.execute(f"SELECT {names} FROM {table}")) for table, names in columns.items()}


def evolve(pool: Path, games: int, *more: str) -> int:
    return cli.main(["evolve", "--pool", str(pool), "--games", str(games), *TINY, *more])


@pytest.mark.usefixtures("forked_workers")
def test_a_real_evolution_goes_on_with_any_number_of_processes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress, "QUICK_SECONDS", 0.0)
    at_once, in_parts = tmp_path / "once.db", tmp_path / "parts.db"
    assert evolve(at_once, 10, "--jobs", "2") == 0
    out, errors = capsys.readouterr()
    assert out.startswith("10 games of ")
    assert errors.startswith("10/10, generation ")
    assert errors.count("\n") == 1
    for games in (3, 10):
        assert evolve(in_parts, games, "-q") == 0
    assert capsys.readouterr().err == ""
    assert content(in_parts) == content(at_once)


def test_a_killed_evolution_goes_on_as_if_it_had_not_been(pool: Path, tmp_path: Path) -> None:
    line = ["rogomatic", "evolve", "--pool", str(pool), "--games", "16", *TINY, "-q"]
    with open(os.devnull, "r+b") as nothing:
        ends = (nothing.fileno(), nothing.fileno(), 2)
        killed = forked_program.fork(line, os.environ, ends, str(tmp_path))
    try:
        until = time.monotonic() + 120
        while time.monotonic() < until and _games_in(pool) < 5:
            time.sleep(0.02)
    finally:
        killed.kill()
        killed.wait()
    before = _games_in(pool)
    assert before >= 5
    assert evolve(pool, 16, "-q") == 0
    other = tmp_path / "other.db"
    assert evolve(other, 16, "-q") == 0
    assert content(pool) == content(other)


def _games_in(pool: Path) -> int:
    try:
        db = sqlite3.connect(f"file:{pool}?mode=ro", uri=True)
        try:
            return int(db.execute("SELECT count(*) FROM game").fetchone()[0])
        finally:
            db.close()
    except sqlite3.Error:  # it is just being made
        return 0


def test_an_interrupt_keeps_the_games_and_says_so(pool: Path, tmp_path: Path) -> None:
    words = ["rogomatic", "evolve", "--pool", str(pool), "--games", "5000", *TINY]
    running = forked_program.Popen(words, os.environ, cwd=tmp_path, stderr=subprocess.PIPE, text=True)
    try:
        until = time.monotonic() + 120
        while time.monotonic() < until and _games_in(pool) < 3:
            time.sleep(0.02)
        running.send_signal(signal.SIGINT)
        _, errors = running.communicate(timeout=120)
    finally:
        running.kill()
    assert running.returncode == 130
    assert "interrupted: finishing the games in play; again to stop at once" in errors
    assert f"{pool} has the finished games; the same command continues" in errors
    assert "Traceback" not in errors
    assert sorted(one.name for one in tmp_path.iterdir()) == ["pool.db"]
    assert _games_in(pool) >= 3


@pytest.mark.usefixtures("resting")
def test_the_best_knobs_are_shipped_with_their_provenance_and_the_commands_of_a_test(
    pool: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert evolve(pool, 120, "--breed", "rest_pct,flee_pct", "--ship", "best.toml", "-q") == 0
    out = capsys.readouterr().out
    assert "best.toml is written.\nTo test them on 1,000 new dungeons:\n" in out
    assert re.search(r"^Made in generation \d+ by (crossover|mutation|shift) of ", out, re.MULTILINE)
    shipped = load_knobs(Path("best.toml"))
    assert shipped.knobs.rest_pct > DEFAULT.rest_pct
    assert set(shipped.provenance) == {
        "command", "version", "commit", "made", "bred", "bred_in_games", "bred_on_seeds", "gain"
    }  # fmt: skip
    for words in re.findall(r"rogomatic ((?:batch|compare) .*)$", out.replace("1000", "10"), re.MULTILINE):
        assert cli.main([word.strip("`") for word in words.split()]) == 0
    assert "better" in capsys.readouterr().out.splitlines()[-1]


@pytest.mark.usefixtures("resting")
@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (["--breed", "rest_pc"], "rogomatic knobs show` lists them"),
        (["--breed", "rest_pct,rest_pct"], "a knob is named twice"),
        (["--population", "3"], "3 is not between 4 and 1000"),
        (["--error-pct", "51"], "51 is not between 0 and 50"),
        (["--block", str(2**53 + 1)], f"is not between 1 and {2**53}"),
        (["--effort", "0"], "0 is not between 1 and"),
        (["--seed", str(2**63)], "is too large: it must be below 2**63"),
        (["--first-seed", str(FIRST_TEST_SEED)], "is too large: it must be below"),
        (["--objective", "median"], "Choose from mean and log"),
    ],
)
def test_misuse_is_answered_in_a_sentence(
    line: list[str], sentence: str, pool: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as end:
        evolve(pool, 10, *line)
    assert end.value.code == 2
    assert sentence in capsys.readouterr().err
    assert not pool.exists()


@pytest.mark.usefixtures("resting")
def test_refusals_come_before_any_game(pool: Path, tmp_path: Path) -> None:
    def refusal(*line: str) -> str:
        return rogomatic(["evolve", "--pool", str(pool), *line], 1).err

    assert refusal() == f"rogomatic: There is no pool {pool}; use --games N to create it.\n"
    nowhere = tmp_path / "nowhere" / "best.toml"
    shipping = refusal("--games", "9", "--ship", str(nowhere))
    assert f"{nowhere} cannot be written: it is a folder, or its folder does not exist." in shipping
    assert f"{tmp_path} cannot be written" in refusal("--games", "9", "--ship", str(tmp_path))
    assert not pool.exists()
    assert evolve(pool, 4, "-q") == 0
    assert "made with other rules (seed); leave out" in refusal(
        "--games", "9", "--limit-commands", "50", "--seed", "2"
    )
    assert "a different agent or game (limit of commands)" in refusal(
        "--games", "9", "--limit-commands", "81"
    )
    assert "have no new values for another child" in refusal_of_a_narrow_pool(tmp_path)


def refusal_of_a_narrow_pool(tmp_path: Path) -> str:
    line = ["evolve", "--pool", str(tmp_path / "narrow.db"), "--games", "9", "--population", "30"]
    return rogomatic([*line, "--breed", "bow_squares", "-q"], 1).err


@pytest.mark.usefixtures("resting")
def test_a_picture_is_drawn_or_refused_before_any_game(
    pool: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(picture_file, "find_spec", lambda _name: None)
    assert evolve(pool, 20, "--picture", str(tmp_path / "a.png"), "-q") == 1
    said = capsys.readouterr().err
    assert "a file that ends in .svg does not need it" in said
    assert not pool.exists()


@pytest.mark.usefixtures("resting")
def test_a_report_needs_no_settings_of_the_games(pool: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert evolve(pool, 8, "--edition", "5.2", "-q") == 0
    said = capsys.readouterr().out
    assert cli.main(["evolve", "--pool", str(pool)]) == 0
    assert capsys.readouterr().out == said
    best = pool.with_name("best.toml")
    assert cli.main(["evolve", "--pool", str(pool), "--ship", str(best)]) == 0
    assert " --edition 5.2 " in capsys.readouterr().out
    assert cli.main(["evolve", "--pool", str(pool), "--games", "9"]) == 1
    assert "(edition, limit of commands)" in capsys.readouterr().err


@pytest.mark.usefixtures("resting")
def test_a_picture_is_one(pool: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    drawn = tmp_path / "a.svg"
    assert evolve(pool, 40, "--picture", str(tmp_path / "a.odd"), "-q") == 1
    assert "cannot be drawn: its name must end in" in capsys.readouterr().err
    assert evolve(pool, 1, "--picture", str(drawn), "-q") == 1
    assert "is not drawn: too few genotypes have played.  Play more with --games." in capsys.readouterr().err
    assert evolve(pool, 40, "--picture", str(drawn), "-q") == 0
    assert drawn.read_bytes().startswith(b"<?xml")
    assert f"{drawn} is drawn." in capsys.readouterr().out
    before = pool.read_bytes()
    assert evolve(pool, 40, "--ship", str(pool), "-q") == 1
    assert "already exists and is not overwritten." in capsys.readouterr().err
    assert pool.read_bytes() == before


@pytest.mark.usefixtures("resting")
def test_an_interrupt_writes_nothing_that_would_stop_the_same_command(
    pool: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn, stop = tmp_path / "a.svg", Stop()
    stop.asked = True
    more = ("--picture", str(drawn), "--ship", str(tmp_path / "best.toml"), "-q")
    with monkeypatch.context() as interrupted:
        interrupted.setattr(evolve_command, "stopping", lambda: nullcontext(stop))
        assert evolve(pool, 40, *more) == 130
    assert [one.name for one in tmp_path.iterdir()] == ["pool.db"]
    assert evolve(pool, 40, *more) == 0
    assert drawn.exists()


@pytest.mark.usefixtures("resting")
def test_the_pool_says_who_played(pool: Path) -> None:
    assert evolve(pool, 4, "-q") == 0
    with sqlite3.connect(pool) as db:
        notes = {name: json.loads(text) for name, text in db.execute("SELECT * FROM note")}
    assert notes["rules"]["population"] == 4
    assert notes["agent"]["edition"] == "5.4"
    assert json.loads(notes["agent"]["default knobs"])["rest_pct"] == DEFAULT.rest_pct


def lost_row(place: int) -> Row:
    return replace(ROW, seed=place, end_reason="worker", error="The game was lost: killed.")


@pytest.mark.usefixtures("resting")
def test_a_game_that_is_lost_is_played_again(pool: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real, first = run_batch, [True]

    def losing(places: Sequence[int], *rest: Any, done: Callable[[Row], None], **more: Any) -> Iterator[Row]:
        for row in real(places, *rest, **more):
            was_lost = first.pop() if first else False
            shown = lost_row(row.seed) if was_lost else row
            done(shown)
            yield shown

    monkeypatch.setattr(run_evolve, "run_batch", losing)
    assert evolve(pool, 8, "-q") == 0
    assert first == []
    games = content(pool)["game"]
    assert len(games) == 8
    assert {game[-1] for game in games} == {"finished"}


@pytest.mark.usefixtures("resting")
def test_games_that_never_come_back_end_it_in_a_sentence(
    pool: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def losing(places: Sequence[int], *_: Any, done: Callable[[Row], None], **_more: Any) -> Iterator[Row]:
        for place in places:
            done(lost_row(place))
            yield lost_row(place)

    monkeypatch.setattr(run_evolve, "run_batch", losing)
    assert evolve(pool, 8, "-q") == 1
    sentence = "None of the 8 games finished; the last one: The game was lost: killed."
    assert capsys.readouterr().err == f"rogomatic: {sentence}\n"
    assert content(pool)["game"] == []
