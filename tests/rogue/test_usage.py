"""What is said of a command line of `rogue` that is wrong: what is wrong with it, and what is possible."""

from __future__ import annotations

import contextlib
import os
import re
import shlex
from importlib.util import find_spec
from pathlib import Path

import pytest

from rogue.cli import main
from rogue.shared.command_lines import command_for, runnable

MISUSE = [
    ("--sed 7", 2, "rogue: error: there is no option --sed; did you mean --seed?"),
    ("--nonsense", 2, "rogue: error: there is no option --nonsense; did you mean --seed?"),
    ("-x", 3, "rogue: ERROR: illegal option -- x"),
    ("a b", 2, "rogue: error: unexpected argument 'b'"),
    ("--json", 2, "rogue: error: --json requires --history"),
    ("--history --json saved", 2, "rogue: error: unexpected argument 'saved'"),
    ("--history --seed 3 --wizard", 2, "rogue: error: --history cannot be used with --seed"),
    ("--scores list saved", 2, "rogue: error: unexpected argument 'saved'"),
    ("--scores --history", 2, "rogue: error: --scores cannot be used with --history"),
    ("--version --no-color", 2, "rogue: error: --version cannot be used with --no-color"),
    ("--recover journal saved", 2, "rogue: error: unexpected argument 'saved'"),
    ("--list", 2, "rogue: error: --list requires --recover without a FILE"),
    ("--recover g --list", 2, "rogue: error: --list requires --recover without a FILE"),
    ("--recover --discard", 2, "rogue: error: --discard requires --recover FILE"),
    ("--recover --list --plain", 2, "rogue: error: --list cannot be used with --plain"),
    ("daily --list --helpers", 2, "rogue daily: error: --list cannot be used with --helpers"),
    ("daily saved", 2, "rogue daily: error: unexpected argument 'saved'"),
    ("replay --check --speed 3 g", 2, "rogue replay: error: --check cannot be used with --speed"),
    ("replay --stop g", 2, "rogue replay: error: --stop requires --to-turn or --to-level"),
    ("replay g h", 2, "rogue replay: error: unexpected argument 'h'"),
    ("verify g h", 2, "rogue verify: error: unexpected argument 'h'"),
    ("--scores -r", 2, "rogue: error: --scores cannot be used with -r"),
    ("-r --recover", 2, "rogue: error: -r cannot be used with --recover"),
    ("-r --seed 1", 2, "rogue: error: --seed is for new games only"),
    ("--seed 1 saved", 2, "rogue: error: --seed is for new games only"),
    ("--edition 5.4 saved", 2, "rogue: error: --edition is for new games only"),
    ("--helpers --recover", 2, "rogue: error: --helpers is for new games only"),
    ("--wizard --recover j", 2, "rogue: error: --wizard is for new games only"),
    ("repaly", 2, "rogue: error: there is no saved game 'repaly'; did you mean replay?"),
    ("scores", 2, "rogue: error: there is no saved game 'scores'; did you mean --scores?"),
    ("replay --sped x", 2, "rogue replay: error: there is no option --sped; did you mean --speed?"),
    ("serve", 2, "rogue serve: error: the following arguments are required: --home"),
    ("verify", 2, "rogue verify: error: the following arguments are required: FILE"),
    ("verify --commit zz j", 2,
        "rogue verify: error: argument --commit: a commitment has 64 hexadecimal digits (0-9, a-f)"),
    ("variant", 2, "rogue variant: error: the command is missing: choose from list, show, check and new"),
    ("variant chek", 2, "rogue variant: error: there is no command 'chek'; did you mean check?  Choose from "
        "list, show, check and new."),
    ("variant list --all", 2, "rogue variant list: error: there is no option --all"),
    ("variant show", 2, "rogue variant show: error: the following arguments are required: NAME"),
]  # fmt: skip
"""Words, the exit code, and the sentence before the usage."""

WRONG_VALUES = [
    ("--name=", "rogue: error: argument --name: the name is empty"),
    ("daily --name=", "rogue daily: error: argument --name: the name is empty"),
    ("--name=~root", "rogue: error: argument --name: a name cannot begin with ~, "),
    ("--journal=", "rogue: error: argument --journal: the file name is empty"),
    ("daily --journal=", "rogue daily: error: argument --journal: the file name is empty"),
    ("replay ''", "rogue replay: error: argument FILE: the file name is empty"),
    ("verify ''", "rogue verify: error: argument FILE: the file name is empty"),
    ("--seed x", "rogue: error: argument --seed: 'x' is not a seed: "),
    ("--seed -1", "rogue: error: argument --seed: '-1' is not a seed: "),
    ("--edition 9", "rogue: error: --edition cannot be '9': choose from 5.4, 5.2, 3.6 and minds"),
    ("replay --speed x g", "rogue replay: error: argument --speed: 'x' is not a number\n"),
    ("replay --speed 1e7 g", "rogue replay: error: argument --speed: 1e7 is not between 0 and 1000000\n"),
    ("replay --speed \u0663 g", "rogue replay: error: argument --speed: '\u0663' is not a number\n"),
    ("replay --to-turn 1_0 g", "rogue replay: error: argument --to-turn: '1_0' is not a whole number\n"),
    ("verify --limit x g", "rogue verify: error: argument --limit: 'x' is not a number\n"),
    ("verify --limit 6_0 g", "rogue verify: error: argument --limit: '6_0' is not a number\n"),
    ("verify --limit 0 g", "rogue verify: error: argument --limit: 0 is not between 0.001 and 1000000\n"),
    ("serve --home h --port x", "rogue serve: error: argument --port: 'x' is not a whole number\n"),
    (
        "serve --home h --players 0",
        "rogue serve: error: argument --players: 0 is not between 1 and 100000",
    ),
]
"""Words, and how the sentence begins that is all that is said."""


@pytest.mark.parametrize(("words", "code", "sentence"), MISUSE)
def test_misuse_says_what_is_possible(
    words: str, code: int, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(words.split())
    said, usage, *_ = capsys.readouterr().err.splitlines()
    assert (ended.value.code, said) == (code, sentence)
    assert usage.startswith("usage: rogue")


@pytest.mark.parametrize(("words", "sentence"), WRONG_VALUES)
def test_a_wrong_value_is_one_sentence(words: str, sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(shlex.split(words))
    said = capsys.readouterr().err
    assert (ended.value.code, said[: len(sentence)], said.count("\n")) == (2, sentence, 1)
    assert "usage" not in said


def test_a_file_that_is_there_is_no_misspelt_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "repaly").write_text("no game")
    assert main(["repaly"]) == 1
    assert "did you mean" not in capsys.readouterr().err


@pytest.mark.parametrize(("text", "sentence"), [
    ("Dear Ann", "rogue: {path} is not a journal of a game: line 1: the first line is not that of a journal"),
    ("{}", "rogue: {path} is not a journal of a game: line 1: it is not a journal of a game of Rogue"),
    ("", "rogue: Nothing to recover in {path}: its game has ended or never began."),
    (None, "rogue: {path} is not a file"),
])  # fmt: skip
def test_what_is_no_journal_cannot_be_recovered(
    text: str | None, sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game"
    if text is None:
        path.mkdir()
    else:
        path.write_text(text)
    assert main(["--recover", str(path)]) == 1
    assert capsys.readouterr().err.strip() == sentence.format(path=path)


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make a folder with launchers and start this program as one of them does."""
    for name in ("scripts/rogue", "scripts/rogomatic", ".venv/bin/rogue"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    monkeypatch.setattr("sys.argv", [str(tmp_path / ".venv" / "bin" / "rogue")])
    monkeypatch.chdir(tmp_path)
    return tmp_path


HINTS = [
    ("see `rogue variant list`.", "see `scripts/rogue variant list`."),
    ("`rogue`, or `rogomatic coach`", "`scripts/rogue`, or `scripts/rogomatic coach`"),
    ("`rogues` and rogue --help", "`rogues` and rogue --help"),
    ("no `x`", "no `x`"),
]


@pytest.mark.parametrize(("text", "in_checkout"), HINTS)
def test_a_command_in_a_hint_works_where_it_is_read(text: str, in_checkout: str, checkout: Path) -> None:
    assert runnable(text) == in_checkout
    (checkout / "deeper").mkdir()
    os.chdir(checkout / "deeper")
    assert runnable(text) == in_checkout.replace("scripts/", f"{checkout}/scripts/")


def test_an_installed_program_is_called_by_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = tmp_path / "bin" / "rogue"
    program.parent.mkdir()
    program.touch(mode=0o755)
    monkeypatch.setenv("PATH", str(program.parent))
    monkeypatch.setattr("sys.argv", [str(program)])
    assert runnable("see `rogue variant list`.") == "see `rogue variant list`."


@pytest.mark.parametrize("module", ["rogue", "rogomatic", "rogomatic.eggg"])
def test_a_command_of_a_module_starts_it(module: str, monkeypatch: pytest.MonkeyPatch) -> None:
    program = module.rpartition(".")[2]
    started = find_spec(f"{module}.__main__")
    assert started is not None
    monkeypatch.setattr("sys.argv", [started.origin])
    assert command_for(program, "play").endswith(f" -P -m {module} play")


WORDS = [
    "--help", "variant --help", "replay --help", "verify --help", "serve --help", "--variant nothing",
    "variant show nothing", "variant new mine",
]  # fmt: skip


@pytest.mark.parametrize("words", WORDS)
@pytest.mark.usefixtures("checkout")
def test_no_hint_names_a_command_that_does_not_work(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    with contextlib.suppress(SystemExit):
        main(words.split())
    said = " ".join("".join(capsys.readouterr()).split())
    assert said
    assert not re.search(r"`(rogue|rogomatic)[ `]", said)
