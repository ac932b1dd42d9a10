"""What is said of a command line of `rogue` that is wrong: what is wrong with it, and what is possible."""

from __future__ import annotations

from pathlib import Path

import pytest

from rogue.cli import main


@pytest.mark.parametrize(("words", "sentence"), [
    ("--sed 7", "rogue: error: there is no option --sed; did you mean --seed?"),
    ("--edition 9", "rogue: error: --edition cannot be '9': choose from 5.4, 5.2, 3.6 and minds"),
    ("a b", "rogue: error: the argument 'b' is one too many"),
    ("variant", "rogue variant: error: the command is missing: choose from list, show, check and new"),
    ("variant chek", "rogue variant: error: there is no command 'chek'; did you mean check?  Choose from "
        "list, show, check and new."),
    ("variant list --all", "rogue variant list: error: there is no option --all"),
    ("repaly", "rogue: error: there is no saved game 'repaly'; did you mean replay?"),
    ("scores", "rogue: error: there is no saved game 'scores'; did you mean --scores?"),
])  # fmt: skip
def test_wrong_usage_says_what_is_possible(
    words: str, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(words.split())
    assert ended.value.code == 2
    assert capsys.readouterr().err.splitlines()[0] == sentence


@pytest.mark.parametrize("words", [
    "--seed x", "--edition 9", "replay --speed x game", "verify --limit x game", "serve --home h --port x",
    "serve --home h --players 0",
])  # fmt: skip
def test_a_wrong_value_is_one_sentence(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(words.split())
    assert ended.value.code == 2
    said = capsys.readouterr().err
    assert (said.count("\n"), "usage" in said) == (1, False)


def test_a_file_that_is_there_is_no_misspelt_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "repaly").write_text("no game")
    assert main(["repaly"]) == 1
    assert "did you mean" not in capsys.readouterr().err


@pytest.mark.parametrize(("text", "sentence"), [
    ("Dear Ann", "rogue: {path} is no journal of a game: line 1: it is damaged or cut off"),
    ("{}", "rogue: {path} is no journal of a game: line 1: it is no journal of a game of Rogue"),
    ("", "rogue: Nothing to recover in {path}: its game came to its end, or never began."),
    (None, "rogue: {path} is no file"),
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
