"""What is said of a command line of `rogue` that is wrong: what is wrong with it, and what is possible."""

from __future__ import annotations

import pytest

from rogue.cli import main


@pytest.mark.parametrize(("words", "sentence"), [
    ("--sed 7", "rogue: error: there is no option --sed; did you mean '--seed'?"),
    ("--edition 9", "rogue: error: --edition cannot be '9': choose from 5.4, 5.2, 3.6 and minds"),
    ("a b", "rogue: error: the argument 'b' is one too many"),
    ("variant", "rogue variant: error: the command is missing: choose from list, show, check and new"),
    ("variant chek", "rogue variant: error: there is no command 'chek'; did you mean 'check'?  Choose from "
        "list, show, check and new."),
    ("variant list --all", "rogue variant list: error: there is no option --all"),
])  # fmt: skip
def test_wrong_usage_says_what_is_possible(
    words: str, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(words.split())
    assert ended.value.code == 2
    assert capsys.readouterr().err.splitlines()[0] == sentence
