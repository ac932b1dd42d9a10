"""Bots that are not ours: programs of a person, the programs of 1999."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from rogomatic.roshambo import open_spiel_bots
from rogomatic.roshambo.answer_lines import MOST_SILENT
from rogomatic.roshambo.entrants import EntryList
from rogomatic.roshambo.open_spiel_bots import OpenSpielBot, names_of_real_bots
from rogomatic.roshambo.program_bot import ProgramBot
from rogomatic.roshambo.throws import Past
from rogomatic.roshambo.tournament import play_pair
from rogue.shared.errors import CommandError
from rogue.shared.seeds import Dice

pytestmark = pytest.mark.slow  # every case starts a program

COPY = "while read last; do case $last in start) echo r;; *) echo $last;; esac; done"
TURNS = 30


def played(tmp_path: Path, script: str, opponent: str = "S2", seconds: float = 5.0) -> tuple[int, str]:
    """Return the score of a shell script against a player in one match, with the remarks."""
    path = tmp_path / "bot.sh"
    path.write_text(script, "utf-8")
    field = EntryList(TURNS, (("ME", ("sh", str(path))),), seconds)
    result = play_pair("ME", opponent, 1, 1, field)
    return result.scores[0], " ".join(result.remarks)


@pytest.mark.parametrize(
    ("script", "opponent", "score", "remark"),
    [
        ("while read last; do echo paper; done", "S2", TURNS, ""),
        ("while read last; do echo ' P '; done", "S2", TURNS, ""),
        (COPY, "S3", 1 - TURNS, ""),  # each throw loses to the next of R P S R P S
        ("for turn in $(seq 30); do read last; echo p; done", "S2", TURNS, ""),
        ("yes p", "S2", TURNS, ""),
        (
            "while read last; do echo lizard; done",
            "S2",
            -TURNS,
            "30 throws lost by answers that are not throws",
        ),
        ("while read last; do echo; done", "S2", -TURNS, "30 throws lost by answers that are not throws"),
        ("read last; echo p; echo Oh no >&2; exit 3", "S2", 2 - TURNS, "it ended with exit code 3 (Oh no)"),
        ("exit 0", "S2", -TURNS, "it ended with exit code 0, and lost every turn from 1 onward."),
        ("kill -9 $$", "S2", -TURNS, "it was killed by SIGKILL"),
        ("tr '\\0' x </dev/zero", "S2", -TURNS, "it wrote a line that is too long"),
        ("exec >&-; sleep 9", "S2", -TURNS, "it closed its pipes"),
    ],
)
def test_a_program_plays_and_loses_what_it_does_not_throw(
    tmp_path: Path, script: str, opponent: str, score: int, remark: str
) -> None:
    found, remarks = played(tmp_path, script, opponent)
    assert found == score
    assert remark in remarks
    assert bool(remark) == bool(remarks)


def test_the_bot_of_the_manual_beats_the_last_throw(tmp_path: Path, root: Path) -> None:
    manual = (root / "rogomatic" / "roshambo" / "README.md").read_text("utf-8")
    (script,) = re.findall(r"^```sh\n(.*?)^```$", manual, re.MULTILINE | re.DOTALL)
    assert script.count("\n") <= 10
    assert played(tmp_path, script, "S2") == (TURNS - 1, "")


def test_silence_loses_the_throw_and_a_late_answer_is_no_answer_to_the_next_line(tmp_path: Path) -> None:
    script = "read last; sleep 0.6; echo s; while read last; do echo p; done"
    score, remarks = played(tmp_path, script, seconds=0.4)
    assert score == TURNS - 2
    assert "ME, match 1 of ME and S2: 1 throw lost by silence." in remarks


def test_a_silent_program_is_given_up(tmp_path: Path) -> None:
    score, remarks = played(tmp_path, "sleep 60", seconds=0.01)
    assert score == -TURNS
    assert f"silent {MOST_SILENT} times in a row (are its answers flushed?), and lost" in remarks
    assert f"every turn from {MOST_SILENT} on" in remarks


def test_a_python_program_need_not_flush() -> None:
    bot = ("ME", (sys.executable, "-c", "import sys\nfor line in sys.stdin: print('p')"))
    assert play_pair("ME", "S2", 1, 1, EntryList(TURNS, (bot,), 10.0)).scores == (TURNS,)


def test_two_lost_throws_are_a_tie() -> None:
    field = EntryList(5, (("A", ("false",)), ("B", ("false",))))
    result = play_pair("A", "B", 2, 1, field)
    assert result.scores == (0, 0)
    assert len(result.remarks) == 4


def test_what_a_program_started_ends_with_it(tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    with ProgramBot("ME", ["sh", "-c", f"(sleep 0.7; echo > {mark}) & read last; echo r; cat"], 5.0) as bot:
        assert bot.choose(Past(), Dice(1)) == 0
        process = bot._process
    assert process.returncode is not None
    assert not mark.exists()


def test_a_program_that_is_none_is_refused() -> None:
    with pytest.raises(CommandError, match="cannot be started"), ExitStack() as stack:
        EntryList(5, (("A", ("/no/such/program",)),)).open_bot("A", stack)


class _Package:
    """A stand-in for the package, with one program that throws what beats the last throw."""

    def roshambo_bot_names(self) -> list[str]:
        return ["beatbot"]

    def load_game(self, text: str) -> Any:
        assert text == "repeated_game(stage_game=matrix_rps(),num_repetitions=1000)"
        turns: list[list[int]] = []
        return SimpleNamespace(
            new_initial_state=lambda: SimpleNamespace(turns=turns, apply_actions=turns.append)
        )

    def make_roshambo_bot(self, player: int, name: str, turns: int) -> Any:
        assert (player, name, turns) == (0, "beatbot", 1000)
        return SimpleNamespace(step=lambda state: (state.turns[-1][1] + 1) % 3 if state.turns else 2)


@pytest.fixture
def package(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setitem(sys.modules, "pyspiel", _Package())
    open_spiel_bots._package.cache_clear()
    yield
    open_spiel_bots._package.cache_clear()


@pytest.mark.usefixtures("package")
def test_a_real_program_is_told_each_turn() -> None:
    assert EntryList().names("open_spiel") == ["beatbot"]
    assert play_pair("beatbot", "S2", 1, 1, EntryList()).scores == (1000 - 2,)  # scissors first, then paper
    with pytest.raises(KeyError):
        OpenSpielBot("nobody", 1000)
    with pytest.raises(CommandError, match="only matches of 1000 turns"):
        OpenSpielBot("beatbot", 100)
    with pytest.raises(CommandError, match="only matches of 1000 turns"):
        EntryList(100).names("open_spiel")
    with pytest.raises(CommandError, match="only matches of 1000 turns"):
        EntryList(100).names("beatbot")


def test_without_the_package_a_sentence_names_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    open_spiel_bots._package.cache_clear()
    with pytest.raises(CommandError, match="pip install open_spiel"):
        names_of_real_bots()
    assert names_of_real_bots(needed=False) == []
    open_spiel_bots._package.cache_clear()


def test_real_programs_play_the_same_match_from_the_same_seed() -> None:
    if not names_of_real_bots(needed=False):
        pytest.skip("the package open_spiel is not installed")
    first, second = (play_pair("greenberg", "iocainebot", 2, 5, EntryList()) for _ in range(2))
    assert first == second
    assert play_pair("rockbot", "VL", 1, 5, EntryList()).scores[0] < -900
