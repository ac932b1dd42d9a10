"""What the command line and the environment ask for, as the game gets it."""

from __future__ import annotations

import pytest

from rogue.app.config import choose_seed, option_text
from rogue.cli import main
from rogue.shared.errors import LaunchError


@pytest.mark.parametrize("variable", ["SEED", "ROGOSEED"])
def test_a_variable_reads_seeds_as_the_command_line_does(variable: str) -> None:
    assert choose_seed(None, "rogo-x", {variable: "042"}) == 42
    for wrong in ("4_2", "ten", str(2**64), "-1"):
        with pytest.raises(LaunchError, match=f"^{variable} cannot be used: "):
            choose_seed(None, "rogo-x", {variable: wrong})


def test_an_option_that_names_no_seed_is_refused_in_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--seed", "4_2"])
    assert ended.value.code == 2
    assert "'4_2' is no seed: a seed is written with the digits 0 to 9" in capsys.readouterr().err


def test_options_come_from_login_environment_and_command_line() -> None:
    env = {"LOGNAME": "ann", "ROGUEOPTS": "terse"}
    assert option_text(None, env) == "name=ann,terse"
    assert option_text("Bo", env) == "name=ann,terse,name=Bo"


def test_a_comma_in_a_name_sets_no_options() -> None:
    assert option_text("Bo,terse", {"LOGNAME": "ann"}) == "name=ann,,name=Bo terse"


@pytest.mark.parametrize(
    ("asked", "name"),
    [("Zoë", "Zoe"), ("Zoe\u0308", "Zoe"), ("Jürgen Weiß", "Jurgen Weiss"), ("Zo\udceb", "Zo?"), ("李", "?")],
)
def test_no_letter_of_a_name_is_lost_without_a_trace(asked: str, name: str) -> None:
    assert option_text(asked, {"LOGNAME": "ann"}) == f"name=ann,,name={name}"
    assert option_text(None, {"LOGNAME": asked}) == f"name={name},"
    said = option_text(None, {"LOGNAME": "ann", "ROGUEOPTS": f"name={asked},fruit={asked}, file=/{asked}"})
    assert said == f"name=ann,name={name},fruit={name}, file=/{asked}"


def test_what_moves_a_cursor_is_no_letter() -> None:
    assert option_text("Zo\x9b\u200bë", {"LOGNAME": "ann"}).endswith("name=Zoe")
