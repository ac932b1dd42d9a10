"""Games of another program in a saved batch, replayed: our own game stands for it, behind a command."""

from __future__ import annotations

import sqlite3
import sys
from pathlib import Path

import pytest

from rogomatic.agent.beliefs.model import Action
from rogomatic.agent.engine.rule_engine import Act, Choice
from rogomatic.agent.ladder import LADDER
from rogomatic.agent.player import Player
from rogomatic.cli import main
from rogomatic.run.recordings.onlooker import KeptKeys
from rogomatic.run.recordings.recording_formats import Asciicast
from rogomatic.run.recordings.recording_store import record_game
from tests.run.command_line import rogomatic
from tests.run.own_games import LINKS, PLAYERS, short_games

ROOT = Path(__file__).resolve().parents[2]
SHORT = short_games(1, deepest=2)[0]
SEED = str(SHORT.seed)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the program and a batch of one game that it played."""
    folder = tmp_path_factory.mktemp("foreign")
    program = folder / "foreign"
    program.write_text(
        f'#!/bin/sh\nPYTHONPATH="{ROOT}" exec "{sys.executable}" -m rogue --plain --seed "$1"\n'
    )
    program.chmod(0o755)
    words = ["--games", "1", "--first-seed", SEED, "-q", "--out", str(folder / "run.db")]
    assert main(["batch", "--game", f"{program} {{seed}}", *words]) == 0
    return folder


def changed(folder: Path, new: Path, change: str) -> str:
    """Make a copy of the batch with something changed in it."""
    new.write_bytes((folder / "run.db").read_bytes())
    with sqlite3.connect(new) as db:
        db.execute(change.replace("FOLDER", str(folder)))
    return str(new)


def keys_of(recording: Asciicast) -> bytes:
    return b"".join(event.text.encode() for event in recording.events if event.kind == "i")


def command_of(folder: Path, seed: str = "{seed}") -> list[str]:
    return ["--game", f"{folder / 'foreign'} {seed}"]


def shown(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    capsys.readouterr()
    code = main(["replay", *words, "--print"])
    return code, *capsys.readouterr()


def test_the_same_game_is_shown_with_its_reasons(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--seed", SEED, "--at", "death", *command_of(folder)]
    code, there, said = shown(capsys, str(folder / "run.db"), *words)
    assert (code, said) == (0, "")
    own = shown(capsys, "--seed", SEED, "--at", "death")[1]
    assert there == own
    assert "> " in there


def test_a_game_from_another_seed_goes_another_way_and_that_is_told(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = changed(folder, tmp_path / "other.db", "UPDATE manifest SET game = 'FOLDER/foreign 77'")
    code, there, said = shown(capsys, run, "--seed", SEED, *command_of(folder, "77"))
    assert code == 1
    assert there.startswith("Command 1 of ")
    assert said.startswith(f"The game differs from the one in {run}, at ")
    assert said.splitlines()[0].endswith(": --game does not contain {seed}.")


def test_no_file_starts_a_program(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run = changed(folder, tmp_path / "theirs.db", "UPDATE manifest SET game = 'touch FOLDER/started'")
    for words in (["--print"], ["--export", "txt"]):
        there, said = rogomatic(["replay", run, "--seed", SEED, *words], 1)
        assert (there, said) == ("", (
            f"rogomatic: {run} was played on 'touch {folder}/started'.  A file alone never starts a "
            f"program: if you trust this program, add --game 'touch {folder}/started'.\n"
        ))  # fmt: skip

    code, _, said = shown(capsys, run, "--seed", SEED, *command_of(folder, "77"))
    assert code == 1
    assert said.splitlines()[0].endswith(
        f": --game does not contain {{seed}} and it was played on 'touch {folder}/started'."
    )
    assert not (folder / "started").exists()


@pytest.mark.parametrize("words", [["--seed", SEED], ["{folder}/run.cast"]])
def test_a_program_is_named_for_kept_batches_only(folder: Path, tmp_path: Path, words: list[str]) -> None:
    (tmp_path / "run.cast").write_text("{}")
    assert (
        "--game works only with a batch of another program"
        in rogomatic(
            ["replay", *(word.format(folder=tmp_path) for word in words), "--print", *command_of(folder)], 2
        ).err
    )


@pytest.mark.parametrize(("change", "program", "sentence"), [
    ("", "gone", "Cannot find the program of --game 'FOLDER/gone {seed}'."),
    ("UPDATE game SET journal = x''", "foreign", "does not have the keys"),
    ("UPDATE game SET journal = x'0011'", "foreign", "are damaged."),
    ("UPDATE manifest SET game = '', edition = '5.4'", "foreign", "was played on our own Rogue"),
])  # fmt: skip
def test_what_cannot_be_had_is_refused_in_a_sentence(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], change: str, program: str, sentence: str
) -> None:
    words = ["--seed", SEED, "--game", f"{folder / program} {{seed}}"]
    code, there, said = shown(capsys, changed(folder, tmp_path / "bad.db", change), *words)
    assert (code, there, said.count("\n")) == (1, "", 1)
    assert sentence.replace("FOLDER", str(folder)) in said


def test_a_program_that_leaves_is_told(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = str(folder / "run.db")
    code, there, said = shown(capsys, run, "--seed", SEED, "--game", "echo dungeon {seed}")
    assert code == 1
    assert f"\ndungeon {SEED}\n" in there
    assert "game differs from" in said


def test_keys_of_another_agent_play_the_same_game_while_this_one_looks_on() -> None:
    def other(seed: int) -> Player:
        """An agent that searches at its ninth to eleventh command."""
        player = PLAYERS(seed)
        search = Choice("search", Act(b"s", "habit", Action("search")), (), LADDER)
        player.overrule = lambda one: search if player.moves in (9, 10, 11) and one.ladder is LADDER else one
        return player

    whole, row = record_game(SHORT.seed, LINKS, other)
    keys = keys_of(whole)
    kept = KeptKeys(PLAYERS(SHORT.seed), keys)
    recording, again = record_game(SHORT.seed, LINKS, lambda _: kept)
    assert keys_of(record_game(SHORT.seed, LINKS, PLAYERS)[0]) != keys
    assert (kept.left, kept.parted) == (b"", False)
    assert (keys_of(recording), again.score, again.killer) == (keys, row.score, row.killer)


def test_when_the_keys_end_nothing_more_is_sent() -> None:
    whole = record_game(SHORT.seed, LINKS, PLAYERS)[0]
    keys = keys_of(whole)
    keys = keys[: len(keys) // 2]
    keys = keys[: keys.rindex(b";") + 1]
    kept = KeptKeys(PLAYERS(SHORT.seed), keys)
    recording, row = record_game(SHORT.seed, LINKS, lambda _: kept)
    assert (kept.left, kept.parted, kept.done) == (b"", False, True)
    assert keys_of(recording) == keys
    assert row.commands > 1
